//! Lessons: steps beside a figure that let a learner predict first, play, and then see why.
//!
//! A lesson is one Markdown file in a small dialect: a title, a summary, and steps. A step is a heading
//! of the second level, a fenced block that says what the machine must know, and text. Under headings of
//! the third level stand what to predict, what to try, hints, and what is told then:
//!
//! ````markdown
//! # Honest bands
//!
//! What a 95% band promises.
//!
//! ## Too sure
//!
//! ```step too-sure
//! figure: lab=marginal&preset=gap
//! goal: held < 0.9
//! solution: stretch=1.5
//! ```
//!
//! A model can be wrong about how smooth a function is.
//!
//! ### Predict
//!
//! If it expects too smooth a function, will its band be
//!
//! - [x] too narrow
//! - [ ] too wide
//!
//!   A smooth function cannot go far between two points, so the model has less doubt.
//!
//! ### Try
//!
//! Move the smoothness until the band holds less than 90%.
//!
//! ### Hint
//!
//! To the right.
//!
//! ### Then
//!
//! It promises 95% and holds `= held %`.
//! ````
//!
//! Text is paragraphs and lists, one in the other, with `*emphasis*`, `**strong**`, `` `code` ``, `[links](#..)`,
//! addresses `<https://..>`, comments `<!-- .. -->` and escapes `\*`, `&lt;`, `&#8212;`. All of it means what CommonMark
//! says; whatever else CommonMark knows, and what its rules make hard to foresee, is a mistake.
//!
//! The file is untrusted: what it may hold is plain text in these forms, and what it says is read
//! strictly. Every mistake is named with its line, and [`check`] proves that each goal is unmet at first and
//! met by the solution that the file states.

mod answers;
mod blocks;
mod check;
mod event;
mod expression;
mod inline;
mod json;
mod markdown;
mod pack;
mod parse;
mod settings;
mod text;
mod words;

use std::fmt;

use crate::scenario::Link;

pub use answers::{Answer, Answers, in_order};
pub use check::{Proof, check};
pub use expression::{Expression, Goal, Numbers};
pub use pack::{pack, unpack};
pub use text::{Block, Inline, Item, Shown};

/// The longest file, in bytes.
pub const LONGEST_FILE: usize = 64 * 1024;

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// The language that it is written in, if it says so.
    pub lang: Option<String>,
    /// What it is about.
    pub summary: Vec<Block>,
    /// At least one.
    pub steps: Vec<Step>,
}

/// A figure, and what to think about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Its name in links.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub line: usize,
    /// What it opens with.
    pub figure: Link,
    /// What is told at first.
    pub text: Vec<Block>,
    /// What to commit to before anything is revealed.
    pub commit: Option<Commit>,
    /// What to reach.
    pub goal: Option<Task>,
    /// The figure that the goal is reached with, or all that is to be placed.
    pub solution: Option<Link>,
    /// The figure that is shown once the learner has committed.
    pub reveal: Option<Link>,
    /// From the first to the last.
    pub hints: Vec<Vec<Block>>,
    /// What is told at last.
    pub then: Vec<Block>,
    /// What the text relies on: of the figure at first, and at last.
    pub claims: Vec<Claim>,
}

/// What a learner commits to.
#[derive(Debug, Clone, PartialEq)]
pub struct Commit {
    /// The question.
    pub question: Vec<Block>,
    /// How it is answered.
    pub kind: CommitKind,
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum CommitKind {
    /// One of several answers, of which one is right.
    Choice(Vec<Choice>),
    /// A number.
    Number {
        /// Where it stands.
        line: usize,
        /// The right one.
        answer: Expression,
        /// How far off is still right.
        within: Expression,
    },
    /// Something placed in the figure, until this holds.
    Place(Stated),
    /// An order to bet on: what each is called, the first first.
    Order(Vec<Block>),
}

/// One of several answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What it says.
    pub words: Block,
    /// Whether it is right.
    pub right: bool,
    /// What is told to whoever chooses it.
    pub answer: Vec<Block>,
}

/// A goal in the learner's words and in the figure's numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// What to do.
    pub words: Vec<Block>,
    /// When it is done.
    pub stated: Stated,
}

/// A goal, and the line that states it.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    /// Where it stands.
    pub line: usize,
    /// What must hold.
    pub goal: Goal,
}

/// What a text relies on.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Whether it is about the figure at the end of the step, or at its beginning.
    pub at_last: bool,
    /// What must hold.
    pub stated: Stated,
}

/// What is wrong with a lesson, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub words: String,
}

impl Mistake {
    fn new(line: usize, words: impl Into<String>) -> Self {
        Self { line, words: words.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.words)
    }
}

impl Step {
    /// The figure that its last words speak of.
    pub fn last_figure(&self) -> &Link {
        self.solution.as_ref().or(self.reveal.as_ref()).unwrap_or(&self.figure)
    }
}

impl Lesson {
    /// The lesson that a file holds.
    ///
    /// # Errors
    /// All mistakes that were found, from top to bottom.
    pub fn parse(source: &str) -> Result<Self, Vec<Mistake>> {
        parse::parse(source)
    }
}

#[cfg(test)]
mod tests;
