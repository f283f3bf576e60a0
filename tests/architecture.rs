//! One direction: a module imports only from those that stand before it in ARCHITECTURE.md's map.

use std::fs;
use std::path::{Path, PathBuf};

/// The engine's modules, lowest first.
const ENGINE: [&str; 9] =
    ["error", "cost", "numeric", "points", "kernel", "posterior", "metric", "acquisition", "model"];

/// The library's own, lowest first; all stand on the engine's.
const LIBRARY: [&str; 15] = [
    "table",
    "scenario",
    "task",
    "model",
    "tal",
    "json",
    "exchange",
    "experiment",
    "report",
    "chart",
    "lab",
    "evidence",
    "lesson",
    "web",
    "cli",
];

#[test]
fn modules_import_only_from_those_before_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = imports(&root.join("engine/src"), &ENGINE, &[]);
    wrong.extend(imports(&root.join("src"), &LIBRARY, &ENGINE));
    assert!(wrong.is_empty(), "these arrows point back:\n{}", wrong.join("\n"));
}

/// What an experiment must not know: words and charts are a lab's, files the command line's.
#[test]
fn experiments_know_no_words_charts_files_or_clocks() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/experiment");
    for file in files(&root) {
        let text = code(&file);
        for stranger in
            ["serde_json", "std::fs", "std::time", "plotters", "crate::chart", "crate::lab"]
        {
            assert!(!text.contains(stranger), "{} knows {stranger}", file.display());
        }
    }
}

/// Every import of a module that stands later.
fn imports(root: &Path, order: &[&str], below: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (place, module) in order.iter().enumerate() {
        let single = root.join(format!("{module}.rs"));
        let own = files(&root.join(module)).into_iter().chain(single.exists().then_some(single));
        for file in own {
            for name in names(&code(&file)) {
                let known = below.contains(&name.as_str())
                    || order[..=place].contains(&name.as_str())
                    || ["Error", "Result"].contains(&name.as_str());
                if !known {
                    wrong.push(format!("{}: {name}", file.display()));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

/// The first names of paths that begin with `crate::`.
fn names(code: &str) -> Vec<String> {
    let first = |rest: &str| -> String {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    code.split("crate::").skip(1).map(first).filter(|name| !name.is_empty()).collect()
}

/// A file without comments and without its tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a source file");
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// All source files below a folder but tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().unwrap_or_default();
        if name == "tests" {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
