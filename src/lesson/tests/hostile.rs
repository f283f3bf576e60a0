//! Files that want something else.

use super::*;

fn refused(step: &str) -> String {
    mistakes_of(&lesson_with(&format!("{STEP}\n\n{step}")))
}

#[test]
fn html_is_refused() {
    for step in [
        "<script>alert(1)</script>",
        "text with <b>bold</b>",
        "<img src=x onerror=alert(1)>",
        "<div>\nmore\n</div>",
        "- <svg onload=alert(1)>",
        "*<iframe src=\"javascript:alert(1)\">*",
        "</template><style>*{display:none}</style>",
    ] {
        assert!(refused(step).contains("HTML is not read"), "{step}: {}", refused(step));
    }
    let title = "# <img src=x onerror=alert(1)>\n\n## S\n\n```step s\nfigure: lab=toy\n```\n";
    assert!(mistakes_of(title).contains("line 1: HTML is not read"));
    // What looks like HTML in code is text.
    let source = lesson_with(&format!("{STEP}\n\n`<script>alert(1)</script>` &lt;b&gt; 1 < 2"));
    let json = Lesson::parse(&source).unwrap().json(&source);
    assert_eq!(json["steps"][0]["text"][1][1][1], "<script>alert(1)</script>");
    assert_eq!(json["steps"][0]["text"][1][2], " <b> 1 < 2");
}

#[test]
fn links_elsewhere_are_refused_or_inert() {
    for target in [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "http://example.org",
        "//example.org",
        "index.html",
        "file:///etc/passwd",
        "mailto:a@example.org",
        "",
        "?q",
    ] {
        let words = refused(&format!("[x](<{target}>)"));
        assert!(words.contains("line 13: a link must lead to #..."), "{target}: {words}");
    }
    let words = refused("[x](#lab=nope)");
    assert!(words.contains("line 13: lab must be one of"), "{words}");
    assert!(refused("[x](#lesson=a&lab=nope)").contains("lab must be one of"));
    assert!(refused("![x](https://example.org/x.png)").contains("images are not shown"));
    assert!(refused("[x][1]\n\n[1]: javascript:alert(1)").contains("a link must lead to"));
    assert!(refused("<javascript:alert(1)>").contains("a link must lead to"));
}

#[test]
fn large_and_deep_files_are_refused_quickly() {
    let large = "a ".repeat(5_000_000);
    assert!(mistakes_of(&large).contains("at most 65536 bytes long, got 10000000"));
    for deep in [
        "> ".repeat(20_000),
        "- ".repeat(20_000) + "x",
        "*".repeat(60_000),
        "[".repeat(60_000),
        "`".repeat(30_001),
        "![".repeat(20_000),
        (1..300).map(|n| format!("{}- x\n", " ".repeat(n % 200))).collect(),
        "*a **b ".repeat(5_000) + &"** *".repeat(5_000),
        "<".repeat(60_000),
        "&".repeat(60_000),
        "[a](".repeat(12_000),
        "#".repeat(60_000),
        "```".repeat(20_000),
    ] {
        let source = lesson_with(&format!("{STEP}\n\n{deep}"));
        // Read or refused: only not for ever, and without a word too many.
        if let Err(mistakes) = Lesson::parse(&source) {
            let long = mistakes.iter().find(|mistake| mistake.words.len() > 600);
            assert_eq!(long, None);
        }
    }
    let nested = refused(&format!("{}x{}", "*a **b ".repeat(20), " b** a*".repeat(20)));
    assert!(nested.contains("nested more than 12 deep"), "{nested}");
    let lists: String = (0..20).map(|n| format!("{}- x\n", "  ".repeat(n))).collect();
    assert!(refused(&lists).contains("nested more than 12 deep"));
}

#[test]
fn there_is_an_end_to_everything() {
    let many = |count: usize| {
        let step = |n| format!("## S\n\n```step s{n}\nfigure: lab=toy\n```\n\n");
        format!("# T\n\n{}", (0..count).map(step).collect::<String>())
    };
    assert!(Lesson::parse(&many(40)).is_ok());
    assert!(mistakes_of(&many(41)).contains("at most 40 steps, got 41"));
    assert!(refused(&"word ".repeat(1000)).contains("line 5: more than 4000 characters"));
    let title = format!("# {}\n\n{}", "x".repeat(121), many(1).trim_start_matches("# T"));
    assert!(mistakes_of(&title).contains("line 1: a title has 1 to 120 characters"));
    let hints = "\n\n### Hint\n\nx".repeat(6);
    assert!(refused(&hints).contains("too many of ### Hint"));
    let choices = "- [ ] a\n\n  x\n".repeat(8);
    assert!(refused(&format!("### Predict\n\n- [x] b\n{choices}")).contains("2 to 8 answers"));
}

#[test]
fn whatever_is_packed_is_unpacked_and_nothing_else_is() {
    let source = lesson_with(STEP);
    let packed = pack(&source).unwrap();
    assert!(packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    assert_eq!(unpack(&packed).unwrap(), source);
    assert!(pack(&"x".repeat(LONGEST_FILE + 1)).is_err());
    let whole = pack(&"x".repeat(LONGEST_FILE)).unwrap();
    assert!(whole.len() < 200 && unpack(&whole).unwrap().len() == LONGEST_FILE);
    // A few bytes that would become gigabytes.
    let bomb = miniz_oxide::deflate::compress_to_vec(&vec![0; 50_000_000], 9);
    let bomb = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, bomb);
    for hostile in ["", "%%%", "AAAA", &packed[1..], &packed[..packed.len() - 9], &bomb] {
        let error = unpack(hostile).unwrap_err().to_string();
        assert!(error.starts_with("what this link holds must be packed by talscope"), "{error}");
    }
    let not_text = miniz_oxide::deflate::compress_to_vec(&[0xff, 0xfe], 9);
    let not_text = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, not_text);
    assert!(unpack(&not_text).unwrap_err().to_string().contains("no text"));
}
