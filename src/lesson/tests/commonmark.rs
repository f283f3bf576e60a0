//! What the reader of Markdown takes it reads as CommonMark does, and what CommonMark reads otherwise it refuses:
//! held against pulldown-cmark, which shares no code with it.

use proptest::prelude::*;
use pulldown_cmark::{CodeBlockKind, Event as Theirs, Options, Parser, Tag};

use crate::lesson::blocks::events;
use crate::lesson::event::{Event, Events, Kind};
use crate::lesson::markdown::pieces;

const SHIPPED: [(&str, &str); 10] = [
    ("bands", include_str!("../../../www/lessons/bands.md")),
    ("together", include_str!("../../../www/lessons/together.md")),
    ("questions", include_str!("../../../www/lessons/questions.md")),
    ("batches", include_str!("../../../www/lessons/batches.md")),
    ("judging", include_str!("../../../www/lessons/judging.md")),
    ("theorem", include_str!("../../../www/lessons/theorem.md")),
    ("models", include_str!("../../../www/lessons/models.md")),
    ("curves", include_str!("../../../www/lessons/curves.md")),
    ("example", include_str!("../../cli/example.md")),
    ("whole", super::files::WHOLE),
];

/// The same events by pulldown-cmark; what lessons do not have is wrong.
fn by_pulldown(source: &str) -> Events {
    let line = |byte: usize| source[..byte].matches('\n').count() + 1;
    let parser = Parser::new_ext(source, Options::ENABLE_TASKLISTS).into_offset_iter();
    let (mut events, mut open) = (Vec::new(), Vec::new());
    for (event, place) in parser {
        let (at, is_outer) = (line(place.start), open.is_empty());
        let event = match event {
            Theirs::Start(tag) => {
                let comment = source[place.start..].trim_start_matches(' ').starts_with("<!--");
                let kind = kind(tag, is_outer, comment);
                open.push(matches!(kind, Some(Ok(_))));
                match kind {
                    None => continue,
                    Some(Ok(kind)) => {
                        let length = source[place].trim_matches(['\n', '\r', ' ']).chars().count();
                        Event::Start(kind, if is_outer { length } else { 0 })
                    }
                    Some(Err(words)) => Event::Wrong(words),
                }
            }
            Theirs::End(_) => match open.pop() {
                Some(true) => Event::End,
                _ => continue,
            },
            Theirs::Text(text) => Event::Text(text.into_string()),
            Theirs::SoftBreak | Theirs::HardBreak => Event::Break,
            Theirs::Code(code) => Event::Code(code.into_string()),
            Theirs::TaskListMarker(ticked) => Event::Ticked(ticked),
            Theirs::Html(_) if open.last() == Some(&false) => continue,
            Theirs::InlineHtml(html) if html.starts_with("<!--") => continue,
            _ => Event::Wrong("something else"),
        };
        events.push((at, event));
    }
    events
}

/// Nothing for a comment.
fn kind(tag: Tag, at_top: bool, comment: bool) -> Option<Result<Kind, &'static str>> {
    Some(Ok(match tag {
        Tag::Paragraph => Kind::Paragraph,
        Tag::Heading { level, .. } if at_top => Kind::Heading(level as usize),
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) if at_top => Kind::Fence(info.trim().into()),
        Tag::List(first) => Kind::List(first.is_some()),
        Tag::Item => Kind::Item,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Link { dest_url, .. } => Kind::Link(dest_url.into_string()),
        Tag::HtmlBlock if comment => return None,
        _ => return Some(Err("another element")),
    }))
}

/// Whether it is taken; if so, both readers must read the same.
fn agrees(source: &str) -> bool {
    let ours = alike(events(source));
    if ours.iter().any(|(_, event)| matches!(event, Event::Wrong(_))) {
        return false;
    }
    let theirs = alike(by_pulldown(source));
    assert_eq!(pieces(ours), pieces(theirs), "of\n{source}\n{source:?}");
    true
}

/// Without what may differ: how many characters of the file are spaces around a block; and pulldown-cmark keeps the
/// spaces before a line that begins in the middle of code.
fn alike(events: Events) -> Events {
    let squeezed =
        |code: &str| code.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let each = |(line, event)| match event {
        Event::Start(kind, length) => (line, Event::Start(kind, length.min(1))),
        Event::Code(code) => (line, Event::Code(squeezed(&code))),
        other => (line, other),
    };
    events.into_iter().map(each).collect()
}

#[test]
fn shipped_lessons_are_read_alike() {
    for (name, source) in SHIPPED {
        let source = source.trim_start_matches('\u{feff}');
        let wrong = |(_, event): &&(usize, Event)| matches!(event, Event::Wrong(_));
        for source in [source.to_string(), source.replace('\n', "\r\n")] {
            assert!(agrees(&source), "{name}: {:?}", events(&source).iter().find(wrong));
        }
        // Ours counts the end of a block's last line.
        for (ours, theirs) in lengths(events(source)).iter().zip(lengths(by_pulldown(source))) {
            assert!((theirs..theirs + 3).contains(ours), "{name}: {ours}, {theirs} characters");
        }
    }
}

/// How many characters each outermost block is.
fn lengths(events: Events) -> Vec<usize> {
    let length = |(_, event)| match event {
        Event::Start(_, length) if length > 0 => Some(length),
        _ => None,
    };
    events.into_iter().filter_map(length).collect()
}

/// Which letters stand beside emphasis matters: whatever is known here is known there.
#[test]
fn letters_and_marks_are_told_apart_alike() {
    let taken = |c: char| {
        [format!("x*{c}y* z"), format!(".*{c}y* z"), format!("x *y{c}* z"), format!("_y{c}_ z")]
    };
    let known =
        (' '..='\u{ffff}').filter(|c| taken(*c).iter().all(|source| agrees(source))).count();
    assert!(known > 30_000, "{known} characters");
}

const SOUP: [&str; 64] = [
    "a",
    "word",
    "é",
    "’",
    "—",
    " ",
    "  ",
    "    ",
    "\n",
    "\n\n",
    "\r\n",
    "\n  ",
    "\n   ",
    "*",
    "**",
    "***",
    "_",
    "__",
    "`",
    "``",
    "```",
    "~~~",
    "[",
    "]",
    "(",
    ")",
    "](#)",
    "](#lab=toy&x)",
    "](<a b>)",
    "](a(b)c)",
    "[x] ",
    "[ ] ",
    "[x]",
    "- ",
    "-",
    "+ ",
    "* ",
    "1. ",
    "2. ",
    "1) ",
    "10. ",
    "# ",
    "## ",
    "#",
    "> ",
    "<",
    "<b>",
    "<!-- ",
    " -->",
    "<https://a.b>",
    "!",
    "![",
    "&",
    "&lt;",
    "&copy;",
    "&#8212;",
    "&#",
    "\\",
    "\\\n",
    "|",
    ":",
    "]: ",
    "---",
    "===",
];

/// What writers put into their lines.
const WORDS: [&str; 28] = [
    "word",
    "*emphasis*",
    "**strong *both* words**",
    "`code`",
    "``a ` b``",
    "`= held %`",
    "[a *link*](#lab=toy&preset=gap)",
    "[b](<#a b>)",
    "<https://example.org/?a=b&c>",
    "a_b_c",
    "2 * 3",
    "1 < 2",
    "it’s",
    "*Apart*’s",
    "“*x*”",
    "(*y*)",
    "_z_,",
    "\\*",
    "&lt;b&gt;",
    "x&y",
    "[0, 1]",
    "5*",
    "*open",
    "x <!-- gone -->",
    "a*b*c",
    "—",
    "é*é*",
    "end.\\",
];

/// Blocks as a writer would write them, with a prefix for lines behind the first.
fn written() -> impl Strategy<Value = String> {
    let word = prop::sample::select(&WORDS[..]);
    let words = prop::collection::vec(word, 1..6).prop_map(|words| words.join(" "));
    let lines = prop::collection::vec(words, 1..4);
    let block = lines.prop_map(|lines| lines.join("\n"));
    let list = |markers: &[&'static str], inner: BoxedStrategy<String>| {
        let marker = prop::sample::select(markers.to_vec());
        let items = prop::collection::vec(inner, 1..4);
        (marker, items, any::<bool>()).prop_map(|(marker, items, loose)| {
            let indent =
                format!("\n{:width$}", "", width = marker.find('[').unwrap_or(marker.len()));
            let items = items.iter().map(|item| format!("{marker}{}", item.replace('\n', &indent)));
            items.collect::<Vec<_>>().join(if loose { "\n\n" } else { "\n" })
        })
    };
    let nested = block.clone().boxed().prop_recursive(3, 12, 3, move |inner| {
        let with =
            (block.clone(), inner.clone(), any::<bool>()).prop_map(|(block, more, parted)| {
                format!("{block}{}{more}", if parted { "\n\n" } else { "\n" })
            });
        let plain = list(&["- ", "-   ", "1. ", "1) "], prop_oneof![inner, with.clone()].boxed());
        let boxes = list(&["- [x] ", "* [ ] "], prop_oneof![block.clone(), with].boxed());
        prop_oneof![plain, boxes].boxed()
    });
    let other = prop::sample::select(vec![
        "# Title",
        "## A *b* `c`",
        "```step x\nfigure: lab=toy\n  b\n```",
        "<!-- c\n\nd -->",
        "~~~\n```\n~~~",
    ]);
    let piece = prop_oneof![4 => nested, 1 => other.prop_map(String::from)];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.join("\n\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn whatever_is_taken_is_read_alike(pieces in prop::collection::vec(prop::sample::select(&SOUP[..]), 1..14)) {
        agrees(&pieces.concat());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_writers_write_is_taken(source in written()) {
        prop_assert!(agrees(&source), "{source}\n{:?}", events(&source));
    }

    #[test]
    fn changed_lessons_are_read_alike(
        lesson in 0..SHIPPED.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..4, prop::sample::select(&SOUP[..])), 1..4),
    ) {
        let mut letters: Vec<char> = SHIPPED[lesson].1.chars().collect();
        for (place, removed, added) in edits {
            let at = place.index(letters.len() - removed);
            letters.splice(at..at + removed, added.chars());
        }
        agrees(&letters.into_iter().collect::<String>());
    }
}
