//! From Markdown to pieces: headings, fenced blocks and text. Everything else is a mistake, with its line.

use super::Mistake;
use super::blocks::events;
use super::event::{DEEPEST, Event, Events, Kind};
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
    pieces(events(source))
}

/// What events make, each piece with its line, and their mistakes.
pub fn pieces(events: Events) -> (Vec<(usize, Piece)>, Vec<Mistake>) {
    let mut reader = Reader::default();
    for (line, event) in events {
        reader.take(event, line);
        if reader.is_full() {
            break;
        }
    }
    (reader.pieces, reader.mistakes)
}

#[derive(Default)]
struct Reader {
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

impl Reader {
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

    fn take(&mut self, event: Event, line: usize) {
        match event {
            Event::Wrong(words) => self.wrong(line, words),
            Event::Start(..) if self.skipped > 0 => self.skipped += 1,
            Event::Start(kind, length) => self.start(kind, line, length),
            Event::End if self.skipped > 0 => self.skipped -= 1,
            Event::End => self.end(),
            _ if self.skipped > 0 => {}
            Event::Text(text) => self.add(Inline::Text(undirected(&text))),
            Event::Break => self.add(Inline::Text(" ".into())),
            Event::Code(code) => self.code(&code, line),
            Event::Ticked(ticked) => {
                let mut open = self.open.iter_mut().rev();
                if let Some(item) = open.find(|open| open.kind == Kind::Item) {
                    item.ticked = Some(ticked);
                }
            }
        }
    }

    fn start(&mut self, kind: Kind, line: usize, length: usize) {
        if matches!(kind, Kind::Heading(1 | 2)) {
            self.counts.iter_mut().for_each(|(step, _)| *step = 0);
        }
        let is_link = matches!(kind, Kind::Link(_));
        if !self.count(ELEMENTS, line) || is_link && !self.count(LINKS, line) {
            self.skipped = 1;
        } else if self.open.len() >= DEEPEST {
            self.wrong(line, format!("elements are nested more than {DEEPEST} deep"));
            self.skipped = 1;
        } else {
            let (inlines, blocks, items) = Default::default();
            self.open.push(Open { line, kind, inlines, blocks, items, ticked: None, length });
        }
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let (line, length) = (open.line, open.length);
        match open.kind {
            Kind::Paragraph => self.block(Block::Paragraph(open.inlines), line, length),
            Kind::Heading(level) => {
                self.pieces.push((line, Piece::Heading(level, words(&open.inlines))));
            }
            Kind::Fence(info) => {
                let text = words(&open.inlines);
                let lines = text.lines().enumerate().map(|(i, text)| (line + 1 + i, text.into()));
                self.pieces.push((line, Piece::Fence(info, lines.collect())));
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
