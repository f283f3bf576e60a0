//! The part of Markdown that lessons are written in, first half: from lines to headings, fenced blocks, paragraphs
//! and lists.
//!
//! It reads as CommonMark does, or not at all: where CommonMark's rule is intricate (lines of an item that are not
//! indented, tabs, definitions of links) or the dialect has no use for it (HTML, quotes, code by indentation), the
//! line is a mistake. So no text means something else here than in an editor, and tests hold this against a
//! whole CommonMark reader.

use super::event::{DEEPEST, Event, Events, Kind};
use super::inline;

const ONLY: &str = "only headings, paragraphs, lists and fenced blocks are read";
const CODE: &str = "four spaces make a block of code: write text from the line's start";
const ALONE: &str = "a heading or a fenced block must stand by itself";
const LAZY: &str = "a line that goes on with a list's item must be indented like it, and what follows a list needs an \
                    empty line before it";
const EMPTY: &str = "a list's item must have words in its first line";

/// All events of a file.
pub fn events<'a>(source: &'a str) -> Events {
    let line = |(n, text): (usize, &'a str)| {
        let whole = text.strip_suffix('\r').unwrap_or(text);
        let text = whole.trim_start_matches(' ');
        Line { number: n + 1, indent: whole.len() - text.len(), text }
    };
    let lines: Vec<Line> = source.split('\n').enumerate().map(line).collect();
    let mut events = Vec::new();
    blocks(&lines, 0, &mut events);
    events
}

/// A line of a file, or of an item of a list.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    /// How many spaces it begins with.
    indent: usize,
    /// What stands behind them.
    text: &'a str,
}

/// What a line begins with.
#[derive(Clone, Copy)]
enum Start {
    Blank,
    Indented,
    Heading(usize),
    Fence,
    Comment,
    Item(Marker),
    Wrong(&'static str),
    Text,
}

/// `-`, `+`, `*`, or a number with `.` or `)`.
#[derive(Clone, Copy)]
struct Marker {
    /// The last character of the marker: lists end where it changes.
    sign: u8,
    numbered: bool,
    /// Whether its number is 1, or it has none: only such an item ends a paragraph.
    first: bool,
    /// Where its words begin in the line's text.
    words: usize,
}

impl<'a> Line<'a> {
    fn start(&self) -> Start {
        let text = self.text;
        let hashes = run(text, b'#');
        match text.as_bytes() {
            [] => Start::Blank,
            _ if self.indent > 3 => Start::Indented,
            [b'#', ..]
                if hashes < 7 && matches!(text.as_bytes().get(hashes), None | Some(b' ')) =>
            {
                Start::Heading(hashes)
            }
            [b'`' | b'~', ..] if run(text, text.as_bytes()[0]) > 2 => Start::Fence,
            [b'<', b'!', b'-', b'-', ..] => Start::Comment,
            [b'>', ..] => Start::Wrong(ONLY),
            _ if is_rule(text) => Start::Wrong(ONLY),
            _ => self.marker().unwrap_or(Start::Text),
        }
    }

    fn marker(&self) -> Option<Start> {
        let digits = self.text.bytes().take_while(u8::is_ascii_digit).count();
        let sign = *self.text.as_bytes().get(digits)?;
        let numbered = (1..10).contains(&digits) && b".)".contains(&sign);
        let bullet = digits == 0 && b"-+*".contains(&sign);
        if !numbered && !bullet {
            return None;
        }
        let rest = &self.text[digits + 1..];
        let spaces = run(rest, b' ');
        if spaces == rest.len() {
            return Some(Start::Wrong(EMPTY));
        }
        let first = !numbered || self.text[..digits].parse() == Ok(1);
        match spaces {
            0 => None,
            1..=4 => {
                Some(Start::Item(Marker { sign, numbered, first, words: digits + 1 + spaces }))
            }
            _ => Some(Start::Wrong(CODE)),
        }
    }
}

/// How often a text repeats a character at its start.
pub fn run(text: &str, byte: u8) -> usize {
    text.bytes().take_while(|b| *b == byte).count()
}

/// Whether a line is a rule across the page, as `---` or `* * *`.
fn is_rule(text: &str) -> bool {
    let sign = text.as_bytes()[0];
    b"-*_".contains(&sign)
        && text.bytes().all(|b| b == sign || b == b' ')
        && text.bytes().filter(|b| *b == sign).count() > 2
}

/// Whether a line makes a heading of the paragraph above it.
fn is_underline(text: &str) -> bool {
    let text = text.trim_end_matches(' ');
    !text.is_empty() && (run(text, b'=') == text.len() || run(text, b'-') == text.len())
}

/// Reads lines that stand in so many elements; tells whether empty lines part what they hold.
fn blocks(lines: &[Line], depth: usize, events: &mut Events) -> bool {
    let (mut at, mut before, mut parted) = (0, 0, false);
    while at < lines.len() {
        let line = lines[at];
        let wrong = |words| (line.number, Event::Wrong(words));
        let first = events.len();
        let used = match line.start() {
            Start::Blank => {
                at += 1;
                continue;
            }
            Start::Heading(level) => heading(line, level, depth, events),
            Start::Fence => fence(&lines[at..], depth, events),
            Start::Comment => comment(&lines[at..], depth, events),
            Start::Item(marker) => list(&lines[at..], marker, depth, events),
            Start::Text => paragraph(&lines[at..], line.text, events),
            // What belongs to it is not read either.
            Start::Indented => {
                events.push(wrong(CODE));
                until_blank(&lines[at..])
            }
            Start::Wrong(words) => {
                events.push(wrong(words));
                if line.text.starts_with('>') { until_blank(&lines[at..]) } else { 1 }
            }
        };
        if let (0, Some((_, Event::Start(_, length)))) = (depth, events.get_mut(first)) {
            let characters = |line: &Line| line.indent + line.text.chars().count() + 1;
            *length = lines[at..at + used].iter().map(characters).sum();
        }
        parted |= before < at && before > 0;
        at += used;
        before = at;
    }
    parted
}

fn until_blank(lines: &[Line]) -> usize {
    lines.iter().take_while(|line| !line.text.is_empty()).count()
}

fn heading(line: Line, level: usize, depth: usize, events: &mut Events) -> usize {
    let words = line.text[level..].trim_matches(' ');
    let open = words.trim_end_matches('#');
    if depth > 0 {
        events.push((line.number, Event::Wrong(ALONE)));
    } else if open.len() < words.len() && (open.is_empty() || open.ends_with(' ')) {
        events.push((line.number, Event::Wrong("a heading must not end with #")));
    } else {
        events.push((line.number, Event::Start(Kind::Heading(level), 0)));
        inline::read(words, line.number, events);
        events.push((line.number, Event::End));
    }
    1
}

fn fence(lines: &[Line], depth: usize, events: &mut Events) -> usize {
    let (first, sign) = (lines[0], lines[0].text.as_bytes()[0]);
    let length = run(first.text, sign);
    let closes = |line: &Line| {
        let rest = line.text.trim_end_matches(' ');
        line.indent < 4 && rest.len() >= length && run(rest, sign) == rest.len()
    };
    let end = lines[1..].iter().position(closes).map(|end| end + 1);
    let inside = &lines[1..end.unwrap_or(lines.len())];
    let info = first.text[length..].trim_matches(' ');
    let strange = |c: char| c.is_ascii_control() && c != '\t';
    let odd = inside.iter().find(|line| line.text.contains(strange));
    let mut wrong = |line: &Line, words| events.push((line.number, Event::Wrong(words)));
    if depth > 0 {
        wrong(&first, ALONE);
    } else if end.is_none() {
        wrong(&first, "a fenced block must end with a line like its first signs");
    } else if first.indent > 0 {
        wrong(&first, "a fenced block must begin at the line's start");
    } else if info.contains(|c: char| strange(c) || "`\\&\t".contains(c)) {
        wrong(&first, "behind the signs of a fenced block stands a plain word");
    } else if let Some(line) = odd {
        wrong(line, inline::CONTROL);
    } else {
        events.push((first.number, Event::Start(Kind::Fence(info.into()), 0)));
        for line in inside {
            let text = format!("{:indent$}{}\n", "", line.text, indent = line.indent);
            events.push((line.number, Event::Text(text)));
        }
        events.push((first.number, Event::End));
    }
    end.map_or(lines.len(), |end| end + 1)
}

/// A comment, of which nothing is kept.
fn comment(lines: &[Line], depth: usize, events: &mut Events) -> usize {
    let behind = |(n, line): (usize, &Line)| {
        let from = if n == 0 { 4 } else { 0 };
        line.text[from..]
            .find("-->")
            .map(|end| (n, line.text[from + end + 3..].trim_matches(' ').is_empty()))
    };
    let short = ["<!-->", "<!--->"].iter().any(|short| lines[0].text.starts_with(short));
    let end = lines.iter().enumerate().find_map(behind).filter(|_| !short);
    let words = match end {
        _ if depth > 0 => "a comment must stand outside of lists",
        None => "a comment must end: -->",
        Some((_, false)) => "a comment's last line must end with it",
        Some((end, true)) => return end + 1,
    };
    events.push((lines[0].number, Event::Wrong(words)));
    end.map_or(lines.len(), |(end, _)| end + 1)
}

/// A paragraph whose first line is this text.
fn paragraph<'a>(lines: &[Line<'a>], first: &'a str, events: &mut Events) -> usize {
    let mut words = first.to_string();
    let mut used = 1;
    let mut wrong = None;
    while let Some(line) = lines.get(used) {
        match line.start() {
            Start::Text | Start::Indented if line.indent < 4 && is_underline(line.text) => {
                wrong = Some((line.number, "a heading is written # Title"));
            }
            Start::Text | Start::Indented => {}
            Start::Item(marker) if !marker.first => {
                wrong = Some((
                    line.number,
                    "a line of a paragraph begins like a list: write \\. behind the number",
                ));
            }
            Start::Wrong(words @ (EMPTY | CODE)) => wrong = Some((line.number, words)),
            _ => break,
        }
        words.push('\n');
        words.push_str(line.text);
        used += 1;
    }
    if words.starts_with('[') && words.contains("]:") {
        wrong =
            Some((lines[0].number, "a link is written [words](#...): definitions are not read"));
    }
    events.push((lines[0].number, Event::Start(Kind::Paragraph, 0)));
    match wrong {
        Some((line, words)) => events.push((line, Event::Wrong(words))),
        None => inline::read(words.trim_end_matches(' '), lines[0].number, events),
    }
    events.push((lines[0].number, Event::End));
    used
}

/// A list and all its items.
fn list(lines: &[Line], first: Marker, depth: usize, events: &mut Events) -> usize {
    let mut inside = Vec::new();
    // Where the items' own paragraphs are: without empty lines between them they are not paragraphs.
    let mut own = Vec::new();
    let (mut at, mut loose, mut next) = (0, false, Some(first));
    while let Some(marker) = next {
        let column = lines[at].indent + marker.words;
        let rest = &lines[at + 1..];
        let ends = |line: &Line| !line.text.is_empty() && line.indent < column;
        let until = at + 1 + rest.iter().position(ends).unwrap_or(rest.len());
        let blanks =
            lines[at + 1..until].iter().rev().take_while(|line| line.text.is_empty()).count();
        let mut item = vec![Line { text: &lines[at].text[marker.words..], indent: 0, ..lines[at] }];
        item.extend(
            lines[at + 1..until - blanks]
                .iter()
                .map(|line| Line { indent: line.indent.saturating_sub(column), ..*line }),
        );
        inside.push((lines[at].number, Event::Start(Kind::Item, 0)));
        if depth + 2 <= DEEPEST {
            loose |= item_of(&item, depth + 2, &mut inside, &mut own);
        }
        inside.push((lines[at].number, Event::End));
        at = until - blanks;
        let follows = lines.get(until);
        next = match follows.map(Line::start) {
            Some(Start::Item(next))
                if next.sign == first.sign && next.numbered == first.numbered =>
            {
                Some(next)
            }
            Some(Start::Item(_) | Start::Text | Start::Indented) if blanks == 0 => {
                inside.push((lines[until].number, Event::Wrong(LAZY)));
                None
            }
            _ => None,
        };
        if next.is_some() {
            loose |= blanks > 0;
            at = until;
        }
    }
    let kept = |n: &usize| loose || own.binary_search(n).is_err();
    events.push((lines[0].number, Event::Start(Kind::List(first.numbered), 0)));
    let inside = inside.into_iter().enumerate().filter(|(n, _)| kept(n));
    events.extend(inside.map(|(_, event)| event));
    events.push((lines[0].number, Event::End));
    at
}

/// What an item holds; tells whether empty lines part it, and where its own paragraphs begin and end.
fn item_of(lines: &[Line], depth: usize, events: &mut Events, own: &mut Vec<usize>) -> bool {
    let text = lines[0].text;
    let ticked = ["[ ]", "[x]", "[X]"].iter().position(|ticked| text.starts_with(ticked));
    let first = events.len();
    let mut used = 0;
    if let Some(ticked) = ticked
        && matches!(text.as_bytes().get(3), None | Some(b' '))
    {
        events.push((lines[0].number, Event::Ticked(ticked > 0)));
        let words = text[3..].trim_start_matches(' ');
        match words {
            "" => events.push((lines[0].number, Event::Wrong(EMPTY))),
            _ => used = paragraph(lines, words, events),
        }
        used = used.max(1);
    }
    let blanks = lines[used..].iter().take_while(|line| line.text.is_empty()).count();
    let more = used + blanks < lines.len();
    let parted = blocks(&lines[used..], depth, events) || used > 0 && blanks > 0 && more;
    // Only the item's own elements, not those of lists in it.
    let mut open = 0;
    for (n, (_, event)) in events.iter().enumerate().skip(first) {
        match event {
            Event::Start(kind, _) => {
                if open == 0 && *kind == Kind::Paragraph {
                    own.push(n);
                }
                open += 1;
            }
            Event::End => {
                open -= 1;
                if open == 0 && own.len() % 2 == 1 {
                    own.push(n);
                }
            }
            _ => {}
        }
    }
    parted
}
