//! From Markdown to pieces: headings, fenced blocks and text. Everything else is a mistake, with its line.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

use super::Mistake;
use super::text::{Block, Inline, Item, Shown, checked_target, words};

/// What a file is made of, from top to bottom.
#[derive(Debug, PartialEq)]
pub enum Piece {
    /// A heading, its level and its words.
    Heading(usize, String),
    /// A fenced block: what stands behind its fence, and its lines.
    Fence(String, Vec<(usize, String)>),
    /// A paragraph or a list, and how many characters the file spends on it: more than a reader sees.
    Text(Block, usize),
}

/// Lists in lists in lists, or emphasis in links in emphasis: no text needs more.
const DEEPEST: usize = 12;

/// What costs a reader's browser time, however few bytes a link needs for it: what it is called, and how many
/// a step and a lesson may have.
const COUNTED: [(&str, usize, usize); 3] = [
    ("numbers of the figure", 40, 400),
    ("links", 40, 200),
    ("paragraphs, items, emphases and the like", 400, 4000),
];
const NUMBERS: usize = 0;
const LINKS: usize = 1;
const ELEMENTS: usize = 2;

/// The pieces of a file, each with its line, and its mistakes.
pub fn read(source: &str) -> (Vec<(usize, Piece)>, Vec<Mistake>) {
    let newlines = source.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { source, newlines, ..Reader::default() };
    for (event, place) in Parser::new_ext(source, Options::ENABLE_TASKLISTS).into_offset_iter() {
        let line = reader.line(place.start);
        reader.take(event, line, place);
        if reader.is_full() {
            break;
        }
    }
    (reader.pieces, reader.mistakes)
}

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    newlines: Vec<usize>,
    pieces: Vec<(usize, Piece)>,
    mistakes: Vec<Mistake>,
    /// What is open.
    open: Vec<Open>,
    /// How many elements are open that are not read, one in the other.
    skipped: usize,
    /// How many there are of what is counted, in this step and in all.
    counts: [(usize, usize); COUNTED.len()],
}

/// An element until it ends.
struct Open {
    line: usize,
    kind: Kind,
    inlines: Vec<Inline>,
    blocks: Vec<Block>,
    items: Vec<Item>,
    ticked: Option<bool>,
    /// How many characters of the file it is; only the outermost one knows.
    length: usize,
}

enum Kind {
    Paragraph,
    Heading(usize),
    /// Its info, and where its lines begin.
    Fence(String, usize),
    List(bool),
    Item,
    Emphasis,
    Strong,
    Link(String),
    /// A comment, of which nothing is kept.
    Comment,
}

impl<'a> Reader<'a> {
    fn line(&self, byte: usize) -> usize {
        self.newlines.partition_point(|newline| *newline < byte) + 1
    }

    fn wrong(&mut self, line: usize, words: impl Into<String>) {
        self.mistakes.push(Mistake::new(line, words));
    }

    /// Counts one more; too many are a mistake, named once, and are not read.
    fn count(&mut self, what: usize, line: usize) -> bool {
        let (name, in_a_step, in_a_lesson) = COUNTED[what];
        let (step, all) = &mut self.counts[what];
        (*step, *all) = (*step + 1, *all + 1);
        let (step, all) = (*step, *all);
        for (count, most, place) in [(step, in_a_step, "step"), (all, in_a_lesson, "lesson")] {
            if count == most + 1 {
                self.wrong(line, format!("more than {most} {name} in one {place}"));
            }
        }
        step <= in_a_step && all <= in_a_lesson
    }

    /// Whether the rest of the file need not be read any more.
    fn is_full(&self) -> bool {
        let most = |(_, all): &(usize, usize), counted: &(&str, usize, usize)| *all > counted.2;
        self.counts.iter().zip(&COUNTED).any(|(count, counted)| most(count, counted))
    }

    fn take(&mut self, event: Event<'a>, line: usize, place: Range<usize>) {
        match event {
            Event::Start(_) if self.skipped > 0 => self.skipped += 1,
            Event::Start(tag) => self.start(tag, line, place),
            Event::End(_) if self.skipped > 0 => self.skipped -= 1,
            Event::End(_) => self.end(),
            _ if self.skipped > 0 => {}
            Event::Text(text) => self.add(Inline::Text(undirected(&text))),
            Event::SoftBreak | Event::HardBreak => self.add(Inline::Text(" ".into())),
            Event::Code(code) => self.code(&code, line),
            Event::TaskListMarker(ticked) => {
                let mut open = self.open.iter_mut().rev();
                if let Some(item) = open.find(|open| matches!(open.kind, Kind::Item)) {
                    item.ticked = Some(ticked);
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => {
                let inside =
                    self.open.last().is_some_and(|open| matches!(open.kind, Kind::Comment));
                if !inside && !html.starts_with("<!--") {
                    self.wrong(line, "HTML is not read: write text, or put it in `backticks`");
                }
            }
            _ => self.wrong(line, "only headings, paragraphs, lists and fenced blocks are read"),
        }
    }

    fn start(&mut self, tag: Tag<'a>, line: usize, place: Range<usize>) {
        if matches!(tag, Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. }) {
            self.counts.iter_mut().for_each(|(step, _)| *step = 0);
        }
        let is_link = matches!(tag, Tag::Link { .. });
        if !self.count(ELEMENTS, line) || is_link && !self.count(LINKS, line) {
            self.skipped = 1;
            return;
        }
        let kind = match self.kind(tag, line, place.start) {
            Ok(kind) if self.open.len() < DEEPEST => kind,
            Ok(_) => {
                self.wrong(line, format!("elements are nested more than {DEEPEST} deep"));
                self.skipped = 1;
                return;
            }
            Err(mistake) => {
                self.mistakes.push(mistake);
                self.skipped = 1;
                return;
            }
        };
        let (inlines, blocks, items) = Default::default();
        let length = if self.open.is_empty() { self.source[place].chars().count() } else { 0 };
        self.open.push(Open { line, kind, inlines, blocks, items, ticked: None, length });
    }

    fn kind(&self, tag: Tag<'a>, line: usize, start: usize) -> Result<Kind, Mistake> {
        let wrong = |words: &str| Err(Mistake::new(line, words));
        let at_top = self.open.is_empty();
        Ok(match tag {
            Tag::Paragraph => Kind::Paragraph,
            Tag::Heading { level, .. } if at_top => Kind::Heading(depth(level)),
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if at_top => {
                Kind::Fence(info.into_string(), self.line(start) + 1)
            }
            Tag::CodeBlock(CodeBlockKind::Indented) => {
                return wrong("four spaces make a block of code: write text from the line's start");
            }
            Tag::List(first) => Kind::List(first.is_some()),
            Tag::Item => Kind::Item,
            Tag::Emphasis => Kind::Emphasis,
            Tag::Strong => Kind::Strong,
            Tag::Link { dest_url, .. } => Kind::Link(dest_url.into_string()),
            Tag::HtmlBlock if self.source[start..].trim_start().starts_with("<!--") => {
                Kind::Comment
            }
            Tag::HtmlBlock => {
                return wrong("HTML is not read: write text, or put it in `backticks`");
            }
            Tag::Image { .. } => return wrong("images are not shown: the figure is the lab's"),
            Tag::Heading { .. } | Tag::CodeBlock(_) => {
                return wrong("a heading or a fenced block must stand by itself");
            }
            _ => return wrong("only headings, paragraphs, lists and fenced blocks are read"),
        })
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let (line, length) = (open.line, open.length);
        match open.kind {
            Kind::Paragraph => self.block(Block::Paragraph(open.inlines), line, length),
            Kind::Heading(level) => {
                self.pieces.push((line, Piece::Heading(level, words(&open.inlines))));
            }
            Kind::Fence(info, first) => {
                let text = words(&open.inlines);
                let lines = text.lines().enumerate().map(|(i, text)| (first + i, text.into()));
                self.pieces.push((line, Piece::Fence(info.trim().into(), lines.collect())));
            }
            Kind::List(ordered) => {
                self.block(Block::List { ordered, items: open.items }, line, length);
            }
            Kind::Item => self.item(open),
            Kind::Emphasis => self.add(Inline::Emphasis(open.inlines)),
            Kind::Strong => self.add(Inline::Strong(open.inlines)),
            Kind::Link(target) => match checked_target(&target, line) {
                Ok(Some(target)) => self.add(Inline::Link(target, open.inlines)),
                Ok(None) => {
                    let (words, target) = (words(&open.inlines), undirected(&target));
                    let shown = if words == target { words } else { format!("{words} ({target})") };
                    self.add(Inline::Text(shown));
                }
                Err(mistake) => self.mistakes.push(mistake),
            },
            Kind::Comment => {}
        }
    }

    /// Items of lists without empty lines between them have no paragraphs of their own.
    fn item(&mut self, open: Open) {
        let mut blocks = open.blocks;
        if !open.inlines.is_empty() {
            blocks.insert(0, Block::Paragraph(open.inlines));
        }
        if let Some(list) = self.open.last_mut() {
            list.items.push(Item { line: open.line, ticked: open.ticked, blocks });
        }
    }

    fn block(&mut self, block: Block, line: usize, length: usize) {
        match self.open.last_mut() {
            Some(item) => item.blocks.push(block),
            None => self.pieces.push((line, Piece::Text(block, length))),
        }
    }

    fn add(&mut self, inline: Inline) {
        let Some(open) = self.open.last_mut() else { return };
        match (inline, open.inlines.last_mut()) {
            (Inline::Text(more), Some(Inline::Text(text))) => text.push_str(&more),
            (inline, _) => open.inlines.push(inline),
        }
    }

    fn code(&mut self, code: &str, line: usize) {
        let number = code.strip_prefix('=');
        if !self.count(ELEMENTS, line) || number.is_some() && !self.count(NUMBERS, line) {
            return;
        }
        match number.map(Shown::new) {
            None => self.add(Inline::Code(undirected(code))),
            Some(Ok(shown)) => self.add(Inline::Number(line, shown)),
            Some(Err(error)) => self.wrong(line, error.to_string()),
        }
    }
}

/// The text with escapes such as `\u{202e}` for what turns the direction of writing: a text must not be read
/// otherwise than it is written. What joins or parts letters stays.
pub fn undirected(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if turns(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    shown
}

fn depth(level: HeadingLevel) -> usize {
    level as usize
}
