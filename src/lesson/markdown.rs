//! From Markdown to pieces: headings, fenced blocks and text. Everything else is a mistake, with its line.

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
    /// A paragraph or a list.
    Text(Block),
}

/// Lists in lists in lists, or emphasis in links in emphasis: no text needs more.
const DEEPEST: usize = 12;

/// The pieces of a file, each with its line, and its mistakes.
pub fn read(source: &str) -> (Vec<(usize, Piece)>, Vec<Mistake>) {
    let newlines = source.match_indices('\n').map(|(at, _)| at).collect();
    let mut reader = Reader { source, newlines, ..Reader::default() };
    for (event, place) in Parser::new_ext(source, Options::ENABLE_TASKLISTS).into_offset_iter() {
        let line = reader.line(place.start);
        reader.take(event, line, place.start);
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
}

/// An element until it ends.
struct Open {
    line: usize,
    kind: Kind,
    inlines: Vec<Inline>,
    blocks: Vec<Block>,
    items: Vec<Item>,
    ticked: Option<bool>,
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

    fn take(&mut self, event: Event<'a>, line: usize, start: usize) {
        match event {
            Event::Start(_) if self.skipped > 0 => self.skipped += 1,
            Event::Start(tag) => self.start(tag, line, start),
            Event::End(_) if self.skipped > 0 => self.skipped -= 1,
            Event::End(_) => self.end(),
            _ if self.skipped > 0 => {}
            Event::Text(text) => self.add(Inline::Text(text.into_string())),
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

    fn start(&mut self, tag: Tag<'a>, line: usize, start: usize) {
        let kind = match self.kind(tag, line, start) {
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
        self.open.push(Open { line, kind, inlines, blocks, items, ticked: None });
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
        let line = open.line;
        match open.kind {
            Kind::Paragraph => self.block(Block::Paragraph(open.inlines), line),
            Kind::Heading(level) => {
                self.pieces.push((line, Piece::Heading(level, words(&open.inlines))));
            }
            Kind::Fence(info, first) => {
                let text = words(&open.inlines);
                let lines = text.lines().enumerate().map(|(i, text)| (first + i, text.into()));
                self.pieces.push((line, Piece::Fence(info.trim().into(), lines.collect())));
            }
            Kind::List(ordered) => self.block(Block::List { ordered, items: open.items }, line),
            Kind::Item => self.item(open),
            Kind::Emphasis => self.add(Inline::Emphasis(open.inlines)),
            Kind::Strong => self.add(Inline::Strong(open.inlines)),
            Kind::Link(target) => match checked_target(&target, line) {
                Ok(Some(target)) => self.add(Inline::Link(target, open.inlines)),
                Ok(None) => {
                    let words = words(&open.inlines);
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

    fn block(&mut self, block: Block, line: usize) {
        match self.open.last_mut() {
            Some(item) => item.blocks.push(block),
            None => self.pieces.push((line, Piece::Text(block))),
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
        match code.strip_prefix('=').map(Shown::new) {
            None => self.add(Inline::Code(code.into())),
            Some(Ok(shown)) => self.add(Inline::Number(line, shown)),
            Some(Err(error)) => self.wrong(line, error.to_string()),
        }
    }
}

fn depth(level: HeadingLevel) -> usize {
    level as usize
}
