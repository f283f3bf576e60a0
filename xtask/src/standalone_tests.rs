use std::io::Read;

use flate2::read::GzDecoder;

use super::*;

const INDEX: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'self'\">
<meta name=\"talscope-link\" content=\"\">
<link rel=\"icon\" href=\"assets/icon.svg\" type=\"image/svg+xml\">
<link rel=\"stylesheet\" href=\"assets/style.css\">
<script type=\"module\" src=\"assets/main.js\"></script>
  <p class=\"on-host\"><a href=\"other.html\"></a></p>
<a href=\"https://example.org/\">";

#[test]
fn the_page_holds_all_that_it_needs() {
    let shell = standalone(INDEX, &files()).unwrap();
    assert!(
        shell.contains("data-file=\"core.wasm\"></script>"),
        "who saves it has the file: {shell}"
    );
    let page = filled(&shell, &files()).unwrap();
    assert!(!page.contains("other.html"), "what leads to the host's other pages");
    assert!(!page.contains("assets/") && page.contains("<style>p { color: red }</style>"));
    assert!(page.contains("href=\"data:image/svg+xml;base64,PHN2Zy8+\" type"), "{page}");
    let (_, rest) = page.split_once("data-file=\"core.wasm\">").unwrap();
    let packed = BASE64.decode(rest.split('<').next().unwrap()).unwrap();
    let mut unpacked = Vec::new();
    GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, [0, 159, 146, 150]);
    assert!(!page.contains("data-file=\"talscope.html\""), "it cannot hold itself");
    assert_eq!(filled(&page, &files()).unwrap(), page, "a full place stays as it is");
    assert!(filled(&shell, &Files::new()).unwrap_err().to_string().contains("core.wasm"));
}

#[test]
fn the_policy_names_script_and_style_by_hash_and_allows_no_network() {
    let page = standalone(INDEX, &files()).unwrap();
    let (_, policy) = page.split_once("content=\"").unwrap();
    let policy = policy.split('"').next().unwrap();
    // By `printf '%s' 'p { color: red }' | openssl dgst -sha256 -binary | base64`.
    let style = "style-src 'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4='";
    assert!(policy.contains(style), "{policy}");
    assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
    for lax in ["unsafe-inline", "'unsafe-eval'", "'self'", "connect-src", "http", "*"] {
        assert!(!policy.contains(lax), "{lax} in {policy}");
    }
}

#[test]
fn an_unresolved_reference_is_refused() {
    for (name, contents, words) in [
        ("main.js", "ownFile(\"gone.wasm\")", "gone.wasm"),
        ("main.js", "'</script>'", "</script"),
        ("style.css", "p { background: url(gone.png) }", "url("),
    ] {
        let mut files = files();
        files.insert(name.into(), contents.into());
        let error = standalone(INDEX, &files).unwrap_err();
        assert!(format!("{error:#}").contains(words), "{contents}: {error:#}");
    }
    for (element, words) in [
        ("<img src=\"assets/photo.png\">", "assets/photo.png"),
        ("<link href=\"assets/gone.svg\">", "gone.svg"),
        ("<link rel=\"stylesheet\" href=\"assets/gone.css\">", "gone.css"),
        ("<script type=\"module\" src=\"assets/main.js\"></script>", "one module script"),
        ("<meta name=\"talscope-link\" content=\"\">", "talscope-link"),
    ] {
        let error = standalone(&format!("{INDEX}{element}"), &files()).unwrap_err();
        assert!(format!("{error:#}").contains(words), "{element}: {error:#}");
    }
}

fn files() -> Files {
    let script = "ownFile(\"core.wasm\"); ownFile(\"talscope.html\");";
    let all: [(&str, &[u8]); 4] = [
        ("main.js", script.as_bytes()),
        ("style.css", b"p { color: red }"),
        ("icon.svg", b"<svg/>"),
        ("core.wasm", &[0, 159, 146, 150]),
    ];
    all.map(|(name, contents)| (name.into(), contents.to_vec())).into()
}
