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
    assert!(refused("[x][1]\n\n[1]: javascript:alert(1)").contains("definitions are not read"));
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

/// Each of these fits into a link of a few hundred characters, and would keep a page busy for seconds.
#[test]
fn what_a_browser_must_build_is_bounded_however_little_of_it_is_seen() {
    for (text, words) in [
        ("`= q` ".repeat(41), "line 13: more than 40 numbers of the figure in one step"),
        ("`= x` ".repeat(1900), "line 13: more than 40 numbers of the figure in one step"),
        ("[](#)".repeat(41), "line 13: more than 40 links in one step"),
        ("[](#)".repeat(12_000), "line 13: more than 40 links in one step"),
        ("[](#lab=nope)".repeat(4000), "line 13: more than 40 links in one step"),
        ("*a* ".repeat(400), "line 13: more than 400 paragraphs, items, emphases"),
        ("- x\n".repeat(450), "line 409: more than 400 paragraphs, items, emphases"),
        // What is read counts, not what is seen.
        (format!("[](#point={})", "0".repeat(4000)), "line 5: more than 4000 characters"),
    ] {
        let said = refused(&text);
        assert!(said.contains(words), "wanted {words}, got {said}");
        assert!(said.len() < 9000, "{} bytes of mistakes", said.len());
    }
    assert!(Lesson::parse(&lesson_with(&format!("{STEP}\n\n{}", "`= q` ".repeat(40)))).is_ok());
    let step = |n: usize, text: &str| format!("## S\n\n```step s{n}\nfigure: \n```\n\n{text}\n\n");
    let lesson = |steps: usize, text: &str| {
        format!("# T\n\n{}", (0..steps).map(|n| step(n, text)).collect::<String>())
    };
    let (links, numbers) = ("[a](#) ".repeat(40), "`= q` ".repeat(40));
    assert!(
        Lesson::parse(&lesson(5, &links)).is_ok() && Lesson::parse(&lesson(10, &numbers)).is_ok()
    );
    assert!(mistakes_of(&lesson(6, &links)).contains("line 49: more than 200 links in one lesson"));
    let said = mistakes_of(&lesson(11, &numbers));
    assert!(said.contains("more than 400 numbers of the figure in one lesson"), "{said}");
    let said = mistakes_of(&lesson(12, &"*a* ".repeat(399)));
    assert!(said.contains("more than 4000 paragraphs, items, emphases"), "{said}");
    // A summary is bounded like a step.
    let said = mistakes_of(&format!("# T\n\n{links}[](#)\n\n{}", step(1, "")));
    assert!(said.contains("line 3: more than 40 links in one step"), "{said}");
    let block = "before: q > 0\n".repeat(61);
    let said = mistakes_of(&lesson_with(&format!("```step one\nfigure: lab=toy\n{block}```")));
    assert!(said.contains("line 7: a step's block has at most 60 lines"), "{said}");
}

/// A text is read in the order in which it is written.
#[test]
fn what_turns_the_direction_of_writing_is_shown_as_an_escape() {
    let turning = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}";
    for c in turning.chars() {
        let source = format!(
            "# T{c}t\n\nA{c}b\n\n## S{c}s\n\n```step s\nfigure: lab=toy\n```\n\n*x{c}y* `1{c}2` &#x{:x};\n\n\
             - [i{c}j](#lab=toy) [k](https://example.org/{c})\n",
            c as u32
        );
        let json = Lesson::parse(&source).unwrap().json(&source).to_string();
        assert!(!json.contains(c), "{c:?} in {json}");
        let escape = c.escape_unicode().to_string().replace('\\', "\\\\");
        assert_eq!(json.matches(&escape).count(), 8, "{escape} in {json}");
    }
    // Letters of all scripts stay, and so does what joins them.
    let plain = "שלום مرحبا می\u{200c}خواهم 👩\u{200d}🔬";
    let source = lesson_with(&format!("{STEP}\n\n{plain}"));
    assert!(Lesson::parse(&source).unwrap().json(&source).to_string().contains(plain));
}

/// A name that means something to every JavaScript object is a name.
#[test]
fn steps_may_be_called_anything() {
    for id in ["constructor", "__proto__", "a-b_2"] {
        let source = lesson_with(&STEP.replace("one", id));
        let lesson = Lesson::parse(&source).unwrap();
        let text = format!("{{\"steps\":{{\"{id}\":{{\"read\":true}}}}}}");
        let answers = Answers::read(&text, &lesson, &source).unwrap();
        assert_eq!((&*answers.steps[0].0, answers.steps[0].1.read), (id, true));
    }
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
        assert!(error.starts_with("this link is damaged"), "{error}");
    }
    let not_text = miniz_oxide::deflate::compress_to_vec(&[0xff, 0xfe], 9);
    let not_text = base64::Engine::encode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, not_text);
    assert!(unpack(&not_text).unwrap_err().to_string().contains("damaged"));
}
