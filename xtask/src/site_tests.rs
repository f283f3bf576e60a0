use super::*;

#[test]
fn everything_but_what_others_name_moves_to_one_directory_named_by_contents() {
    let place = Place::new("layout");
    let site = assemble(&place.www, &place.results, &place.bindings).unwrap();
    let names: Vec<_> = site.files.keys().map(String::as_str).collect();
    let directory = names[0].split('/').next().unwrap();
    assert!(directory.starts_with("assets-"), "{names:?}");
    let inside = [
        "main.js",
        results::SCRIPT,
        "talscope.html",
        "talscope.js",
        "talscope_bg.wasm",
        "talscope_worker.js",
    ];
    let mut expected: Vec<_> = inside.iter().map(|name| format!("{directory}/{name}")).collect();
    expected.extend([INDEX, RESULTS, EMBED].map(String::from));
    assert_eq!(names, expected);
    let index = String::from_utf8(site.files[INDEX].clone()).unwrap();
    assert_eq!(index, PAGE.replace("assets/", &format!("{directory}/")));
}

#[test]
fn a_change_in_any_file_renames_the_directory() {
    let place = Place::new("rename");
    let before = assemble(&place.www, &place.results, &place.bindings).unwrap();
    fs::write(place.www.join("lab/toy.js"), "export const toy = 2;").unwrap();
    let after = assemble(&place.www, &place.results, &place.bindings).unwrap();
    assert_ne!(before.files.keys().next(), after.files.keys().next());
    assert_ne!(before.fingerprint(), after.fingerprint());
}

#[test]
fn a_missing_file_is_named() {
    let place = Place::new("missing");
    fs::write(place.www.join(INDEX), "<link href=\"assets/gone.css\">").unwrap();
    let message =
        format!("{:#}", assemble(&place.www, &place.results, &place.bindings).unwrap_err());
    assert!(message.contains("assets/gone.css"), "{message}");
}

#[test]
fn an_index_without_assets_is_refused() {
    let place = Place::new("bare");
    fs::write(place.www.join(INDEX), "<p>").unwrap();
    assert!(assemble(&place.www, &place.results, &place.bindings).is_err());
}

#[cfg(unix)]
#[test]
fn links_out_of_the_sources_are_not_followed() {
    let place = Place::new("links");
    std::os::unix::fs::symlink("/etc/passwd", place.www.join("passwd.txt")).unwrap();
    let site = assemble(&place.www, &place.results, &place.bindings).unwrap();
    assert!(!site.files.keys().any(|name| name.contains("passwd")));
}

#[test]
fn writing_replaces_stale_files() {
    let place = Place::new("stale");
    let dist = place.root.join("dist");
    fs::create_dir_all(dist.join("assets-old")).unwrap();
    let site = assemble(&place.www, &place.results, &place.bindings).unwrap();
    write(&site, &dist).unwrap();
    let mut names: Vec<_> =
        fs::read_dir(&dist).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names.len(), 4, "{names:?}");
    assert_eq!(names[1..], [INDEX, RESULTS, EMBED]);
    assert!(!dist.with_extension("old").exists() && !dist.with_extension("new").exists());
    assert_eq!(load(&dist).unwrap().files, site.files);
}

const PAGE: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"\">\
    <meta name=\"talscope-link\" content=\"\">\
    <script type=\"module\" src=\"assets/main.js\"></script>";

/// A small page and its bindings in a directory of their own, removed at the end.
struct Place {
    root: PathBuf,
    www: PathBuf,
    results: PathBuf,
    bindings: Bindings,
}

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("xtask-site-{name}-{}", std::process::id()));
        let [www, results, generated] = ["www", "results", "bindings"].map(|name| root.join(name));
        fs::create_dir_all(www.join("lab")).unwrap();
        fs::create_dir_all(&generated).unwrap();
        let synthetic = results.join(crate::evidence::SYNTHETIC);
        fs::create_dir_all(&synthetic).unwrap();
        fs::write(synthetic.join("report.json"), "{\"claims\": []}").unwrap();
        for (file, contents) in [
            ("index.html", PAGE),
            ("main.js", "import { toy } from \"./lab/toy.js\";"),
            ("lab/toy.js", "export const toy = 1;"),
            (RESULTS, "<link href=\"assets/main.js\">\n<!-- overview -->\n<!-- results -->\n"),
            (results::SCRIPT, "import { toy } from \"./lab/toy.js\";"),
            (EMBED, "(() => {})();"),
            ("jsconfig.json", "{}"),
            (".hidden", ""),
        ] {
            fs::write(www.join(file), contents).unwrap();
        }
        let file = |name: &str| {
            let file = generated.join(name);
            fs::write(&file, "").unwrap();
            file
        };
        let bindings = Bindings {
            wasm: file("talscope_bg.wasm"),
            module: file("talscope.js"),
            script: file("talscope_worker.js"),
        };
        Self { root, www, results, bindings }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

#[test]
fn scripts_lose_their_comments_only() {
    let script = "// @ts-check\n/**\n * What it does.\n */\nfunction f() {\n  /** @type {x} */\n  \
                  /** @type {y} */ (c).d();\n  return a * b; // kept\n}\n";
    let kept = "function f() {\n(c).d();\nreturn a * b; // kept\n}\n";
    assert_eq!(without_comments(script.as_bytes()), kept.as_bytes());
    let text = "  f(`a\n   b`);\n";
    assert_eq!(without_comments(text.as_bytes()), text.as_bytes(), "spaces of a text stay");
    let style =
        "/* What it is for, on\n   two lines. */\n.a { color: red; }\n  /* one */\n/* b */ .b {}\n";
    assert_eq!(without_comments(style.as_bytes()), b".a { color: red; }\n/* b */ .b {}\n");
}
