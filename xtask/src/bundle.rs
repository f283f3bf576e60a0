//! The page's modules as one script, and its style sheets as one: modules cannot import each other from
//! disk, and a host is asked for one file instead of fifty, in turns as deep as they import each other; joined,
//! they are a third smaller, too.
//!
//! It knows the few forms of `import` and `export` that the page uses, each on one line, and refuses
//! all others. A module becomes a function that is called once and returns what it exports.

use anyhow::{Context, Result, bail, ensure};

use crate::site::{Files, text};

/// Puts one script in place of the module `entry` and of all that it imports. It exports them by their names,
/// so that tests can have each.
pub fn join_modules(entry: &str, files: &mut Files) -> Result<()> {
    let (script, modules) = bundle(entry, files)?;
    modules.iter().for_each(|module| drop(files.remove(module)));
    files.insert(entry.into(), script.into_bytes());
    Ok(())
}

/// An index that asks for one style sheet, which is put in place of all of which it asked for.
pub fn join_styles(index: &str, files: &mut Files) -> Result<String> {
    const LINK: &str = "<link rel=\"stylesheet\" href=\"assets/";
    let (mut lines, mut style) = (String::new(), String::new());
    for line in index.split_inclusive('\n') {
        let name = line.trim_end().strip_prefix(LINK).and_then(|rest| rest.strip_suffix("\">"));
        let Some(name) = name else {
            lines += line;
            continue;
        };
        if style.is_empty() {
            lines += &format!("{LINK}{STYLE}\">\n");
        }
        style += &text(files, name)?;
        files.remove(name);
    }
    if !style.is_empty() {
        files.insert(STYLE.into(), style.into_bytes());
    }
    Ok(lines)
}

/// The one style sheet.
const STYLE: &str = "style.css";

/// One script that does what the module `entry` does, with all that it imports, and their names.
fn bundle(entry: &str, files: &Files) -> Result<(String, Vec<String>)> {
    let mut bundle = Bundle { files, done: Vec::new(), open: Vec::new(), script: String::new() };
    bundle.script += "export const $modules = {};\n";
    bundle.add(entry)?;
    Ok((bundle.script, bundle.done))
}

struct Bundle<'a> {
    files: &'a Files,
    done: Vec<String>,
    /// The modules that import, one the other, the one at hand.
    open: Vec<String>,
    script: String,
}

impl Bundle<'_> {
    /// Adds a module after all that it imports.
    fn add(&mut self, name: &str) -> Result<()> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        let circle = self.open.iter().any(|open| open == name);
        ensure!(!circle, "modules import each other: {} -> {name}", self.open.join(" -> "));
        self.open.push(name.into());
        let (mut body, mut exports) = (String::new(), Vec::new());
        for line in text(self.files, name)?.lines() {
            let unknown = || format!("{name}: the bundler does not know this form: {line}");
            if line.starts_with("import ") {
                let (binding, path) = import(line).with_context(unknown)?;
                let from = resolve(name, path)?;
                self.add(&from).with_context(|| format!("imported by {name}"))?;
                body += &format!("const {binding} = $modules[\"{from}\"];\n");
            } else if let Some(declaration) = line.strip_prefix("export ") {
                let (kept, names) = export(declaration).with_context(unknown)?;
                body += &format!("{kept}\n");
                exports.extend(names);
            } else {
                body += &format!("{line}\n");
            }
        }
        let exports = exports.join(", ");
        self.script +=
            &format!("$modules[\"{name}\"] = (() => {{\n{body}return {{ {exports} }};\n}})();\n");
        self.open.pop();
        self.done.push(name.into());
        Ok(())
    }
}

/// What `import .. from ".."` binds, as the left side of a `const`, and from where.
fn import(line: &str) -> Option<(String, &str)> {
    let (clause, path) =
        line.strip_prefix("import ")?.strip_suffix("\";")?.split_once(" from \"")?;
    let binding = match clause.strip_prefix("* as ") {
        Some(name) => name.into(),
        None if clause.starts_with('{') && clause.ends_with('}') => clause.replace(" as ", ": "),
        None => return None,
    };
    Some((binding, path))
}

/// What stays of an export, and the properties that it adds to the module. There is no `let`: a
/// property would keep the value of this moment.
fn export(declaration: &str) -> Option<(&str, Vec<String>)> {
    if let Some(list) = declaration.strip_prefix('{') {
        let names = list.strip_suffix("};")?.split(',').map(|item| match item.split_once(" as ") {
            Some((inside, outside)) => format!("{}: {}", outside.trim(), inside.trim()),
            None => item.trim().into(),
        });
        return Some(("", names.collect()));
    }
    let kinds = ["function ", "async function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))?;
    (end > 0).then(|| (declaration, vec![rest[..end].into()]))
}

/// The name of the file that a module means by a relative path.
fn resolve(module: &str, path: &str) -> Result<String> {
    ensure!(path.starts_with('.'), "{module} imports \"{path}\", which is no relative path");
    let mut parts: Vec<_> = module.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.pop().is_none() => bail!("{module} imports \"{path}\", outside the page"),
            ".." => {}
            name => parts.push(name),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let mut files = files(&[
            ("main.js", "import { toy, a as b } from \"./lab/toy.js\";\nb(toy);\n"),
            (
                "lab/toy.js",
                "import * as core from \"../core.js\";\nexport const toy = 1;\nexport { core as a };\n",
            ),
            ("core.js", "export async function $go() {}\n"),
            ("worker.js", "onmessage = () => {};\n"),
        ]);
        join_modules("main.js", &mut files).unwrap();
        assert!(files.keys().eq(["main.js", "worker.js"]), "what nothing imports stays: {files:?}");
        let expected = "export const $modules = {};\n\
            $modules[\"core.js\"] = (() => {\nasync function $go() {}\nreturn { $go };\n})();\n\
            $modules[\"lab/toy.js\"] = (() => {\nconst core = $modules[\"core.js\"];\n\
            const toy = 1;\n\nreturn { toy, a: core };\n})();\n\
            $modules[\"main.js\"] = (() => {\nconst { toy, a: b } = $modules[\"lab/toy.js\"];\n\
            b(toy);\nreturn {  };\n})();\n";
        assert_eq!(text(&files, "main.js").unwrap(), expected);
    }

    #[test]
    fn style_sheets_are_joined_in_the_order_of_the_index() {
        let mut files =
            files(&[("style/b.css", "b {}\n"), ("a.css", "a {}\n"), ("c.css", "c {}\n")]);
        let link = |name: &str| format!("<link rel=\"stylesheet\" href=\"assets/{name}.css\">\n");
        let index = format!("<p>\n{}{}</p>\n", link("style/b"), link("a"));
        let joined = join_styles(&index, &mut files).unwrap();
        assert_eq!(joined, format!("<p>\n{}</p>\n", link("style")));
        assert!(files.keys().eq(["c.css", "style.css"]), "{files:?}");
        assert_eq!(text(&files, "style.css").unwrap(), "b {}\na {}\n");
        let error = join_styles(&link("gone"), &mut files).unwrap_err();
        assert!(format!("{error:#}").contains("gone.css"), "{error:#}");
    }

    #[test]
    fn what_it_cannot_resolve_is_named() {
        for (source, words) in [
            ("import { a } from \"./gone.js\";", "gone.js"),
            ("import { a } from \"elsewhere\";", "\"elsewhere\""),
            ("import { a } from \"../up.js\";", "outside the page"),
            ("import { a } from \"./main.js\";", "main.js -> main.js"),
            ("import {", "import {"),
            ("import a from \"./main.js\";", "import a from"),
            ("export default 1;", "export default"),
            ("export let a = 1;", "export let"),
            ("export * from \"./main.js\";", "export *"),
        ] {
            let error = bundle("main.js", &files(&[("main.js", source)])).unwrap_err();
            assert!(format!("{error:#}").contains(words), "{source}: {error:#}");
        }
    }

    fn files(all: &[(&str, &str)]) -> Files {
        all.iter().map(|(name, source)| ((*name).into(), source.as_bytes().to_vec())).collect()
    }
}
