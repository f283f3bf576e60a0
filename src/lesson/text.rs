//! The text of a lesson as plain data: what a page may show, and nothing else.

use serde_json::{Value, json};

use super::Mistake;
use super::expression::{Expression, Numbers};
use super::words::readable;
use crate::error::{Result, quoted};
use crate::lab::percent;
use crate::numeric::fixed;
use crate::scenario::Link;

/// A paragraph or a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list, numbered or not.
    List {
        /// Whether its items are numbered.
        ordered: bool,
        /// Its items.
        items: Vec<Item>,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Where it stands.
    pub line: usize,
    /// Whether its box is ticked, if it has one.
    pub ticked: Option<bool>,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Plain text.
    Text(String),
    /// Emphasised text.
    Emphasis(Vec<Inline>),
    /// Strongly emphasised text.
    Strong(Vec<Inline>),
    /// Text as it is typed.
    Code(String),
    /// A number of the figure as it is now.
    Number(usize, Shown),
    /// Text that leads to another figure or lesson of the page: the part behind the `#`.
    Link(String, Vec<Inline>),
}

/// A number in a text: `= mig.rmse`, or `= held %`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// What it is.
    pub expression: Expression,
    /// Whether it is shown in percent.
    pub percent: bool,
}

impl Shown {
    /// What the inside of `` `= ...` `` means.
    pub fn new(source: &str) -> Result<Self> {
        let (source, percent) = source.strip_suffix('%').map_or((source, false), |s| (s, true));
        Ok(Self { expression: source.parse()?, percent })
    }

    /// As people read it; nothing while it is unknown.
    pub fn words(&self, numbers: &Numbers) -> Option<String> {
        let value = self.expression.value(numbers)?;
        Some(match self.percent {
            true => percent(value, 1),
            false if self.expression.is_z() => fixed(value, 1),
            false => readable(value),
        })
    }
}

/// Where a link of a text leads, if it may: to a figure or a lesson of the page itself, or nowhere, for
/// addresses elsewhere are shown as text.
pub fn checked_target(target: &str, line: usize) -> std::result::Result<Option<String>, Mistake> {
    let Some(fragment) = target.strip_prefix('#') else {
        let elsewhere = target.starts_with("https://");
        let words = || {
            format!("a link must lead to #... in this page or to https://, got {}", quoted(target))
        };
        return elsewhere.then_some(None).ok_or_else(|| Mistake::new(line, words()));
    };
    let is_lesson = fragment.strip_prefix("lesson=").is_some_and(|rest| !rest.contains('&'));
    if !is_lesson && let Err(error) = fragment.parse::<Link>() {
        return Err(Mistake::new(line, error.to_string()));
    }
    Ok(Some(fragment.into()))
}

/// All numbers in some text, with their lines.
pub fn numbers_in(blocks: &[Block]) -> Vec<(usize, &Shown)> {
    blocks.iter().flat_map(in_block).collect()
}

fn in_block(block: &Block) -> Vec<(usize, &Shown)> {
    match block {
        Block::Paragraph(inlines) => in_inlines(inlines),
        Block::List { items, .. } => {
            items.iter().flat_map(|item| numbers_in(&item.blocks)).collect()
        }
    }
}

fn in_inlines(inlines: &[Inline]) -> Vec<(usize, &Shown)> {
    let each = |inline| match inline {
        &Inline::Number(line, ref shown) => vec![(line, shown)],
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => {
            in_inlines(inner)
        }
        Inline::Text(_) | Inline::Code(_) => Vec::new(),
    };
    inlines.iter().flat_map(each).collect()
}

impl Block {
    /// Its text alone, without what a list has.
    pub fn words(&self) -> String {
        match self {
            Self::Paragraph(inlines) => words(inlines),
            Self::List { .. } => String::new(),
        }
    }
}

/// Text alone.
pub fn words(inlines: &[Inline]) -> String {
    let each = |inline: &Inline| match inline {
        Inline::Text(text) | Inline::Code(text) => text.clone(),
        Inline::Number(_, shown) => shown.expression.to_string(),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => words(inner),
    };
    inlines.iter().map(each).collect()
}

/// As the page's script takes it: `["p", ..]`, `["ul", [..], ..]`, text as strings, and a number of the
/// figure as `["number", its source]`.
pub fn to_json(blocks: &[Block]) -> Value {
    blocks.iter().map(block_json).collect()
}

fn block_json(block: &Block) -> Value {
    match block {
        Block::Paragraph(inlines) => tagged("p", inlines.iter().map(inline_json)),
        Block::List { ordered, items } => {
            let name = if *ordered { "ol" } else { "ul" };
            tagged(name, items.iter().map(|item| tagged("li", item.blocks.iter().map(block_json))))
        }
    }
}

fn inline_json(inline: &Inline) -> Value {
    match inline {
        Inline::Text(text) => json!(text),
        Inline::Emphasis(inner) => tagged("em", inner.iter().map(inline_json)),
        Inline::Strong(inner) => tagged("strong", inner.iter().map(inline_json)),
        Inline::Code(text) => json!(["code", text]),
        Inline::Number(_, Shown { expression, percent }) => {
            json!(["number", format!("{expression}{}", if *percent { " %" } else { "" })])
        }
        Inline::Link(target, inner) => {
            let inner = tagged("span", inner.iter().map(inline_json));
            json!(["a", target, inner])
        }
    }
}

fn tagged(name: &str, inside: impl Iterator<Item = Value>) -> Value {
    std::iter::once(json!(name)).chain(inside).collect()
}
