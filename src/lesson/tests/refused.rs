//! Markdown that lessons do not have: named with its line, and never read as something else.

use super::*;

#[test]
fn what_is_hard_to_foresee_is_refused_with_its_line() {
    for (text, words) in [
        ("- one\ntwo", "line 14: a line that goes on with a list's item must be indented"),
        ("- one\n2. two", "line 14: a line that goes on with a list's item must be indented"),
        ("In\n1999. It", "line 14: a line of a paragraph begins like a list"),
        ("-", "line 13: a list's item must have words in its first line"),
        ("- [x]", "line 13: a list's item must have words"),
        ("-     code", "line 13: four spaces make a block of code"),
        ("Title\n===", "line 14: a heading is written # Title"),
        ("## Title ##", "line 13: a heading must not end with #"),
        ("```\nopen", "line 13: a fenced block must end"),
        (" ```\n```", "line 13: a fenced block must begin at the line's start"),
        ("```a `b`\n```", "line 13: behind the signs of a fenced block stands a plain word"),
        ("<!-- open", "line 13: a comment must end: -->"),
        ("<!-- a --> b", "line 13: a comment's last line must end with it"),
        ("- <!-- a -->", "line 13: a comment must stand outside of lists"),
        ("one\n\ttwo", "line 14: a tab or another invisible character"),
        ("one\rtwo", "line 13: a tab or another invisible character"),
        ("one\n***two***", "line 14: which * or _ begin and end emphasis"),
        ("*one **two* three**", "line 13: which * or _ begin and end emphasis"),
        ("one\n`two", "line 14: what begins with a backtick must end with one"),
        ("[a](#b \"title\")", "line 13: a link is written [words](#...)"),
        ("[a](#b", "line 13: a link is written [words](#...)"),
        ("[a\n](#)", "line 13: a link is written [words](#...)"),
        ("[a [b](#) c](#)", "line 13: brackets in the words of a link"),
        ("[a]: #b", "line 13: a link is written [words](#...): definitions are not read"),
        ("one &copy; two", "line 13: a character is written itself"),
        ("<a@example.org>", "line 13: HTML is not read"),
    ] {
        let said = mistakes_of(&lesson_with(&format!("{STEP}\n\n{text}")));
        assert!(said.contains(words), "wanted {words}\ngot {said}\nof {text}");
    }
}

#[test]
fn what_only_looks_like_it_is_text() {
    let text = "a_b_c 2 * 3, 5* [0, 1] 1 < 2 & x&y 3) \\*a\\* it’s — a\\b #1 -- *open";
    let source = lesson_with(&format!("{STEP}\n\n{text}"));
    let json = Lesson::parse(&source).unwrap().json(&source);
    let shown = "a_b_c 2 * 3, 5* [0, 1] 1 < 2 & x&y 3) *a* it’s — a\\b #1 -- *open";
    assert_eq!(json["steps"][0]["text"][1][1], shown);
}
