//! What a reader of Markdown meets in a file.

/// What is read, from top to bottom, each with its line.
pub type Events = Vec<(usize, Event)>;

/// Something begins, ends or stands there.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// An element begins; how many characters the file spends on it, if it is an outermost one.
    Start(Kind, usize),
    /// The last element that began ends.
    End,
    /// Text.
    Text(String),
    /// A new line in a paragraph.
    Break,
    /// What stands in backticks.
    Code(String),
    /// An item's box, and whether it is ticked.
    Ticked(bool),
    /// What is wrong here.
    Wrong(&'static str),
}

/// What an element is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A paragraph.
    Paragraph,
    /// A heading, and its level.
    Heading(usize),
    /// A fenced block, and what stands behind its fence; its lines are texts that end with a line's end.
    Fence(String),
    /// A list, and whether it is numbered.
    List(bool),
    /// An item of a list.
    Item,
    /// Emphasised text.
    Emphasis,
    /// Strongly emphasised text.
    Strong,
    /// A link, and where it leads.
    Link(String),
}

/// Lists in lists in lists, or emphasis in links in emphasis: no text needs more.
pub const DEEPEST: usize = 12;
