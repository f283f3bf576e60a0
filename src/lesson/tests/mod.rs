//! Lessons as their writers mistype them, and as nobody should write them.

mod answers;
mod commonmark;
mod dialect;
mod expressions;
mod files;
mod hostile;
mod refused;

use super::*;

/// A whole lesson with one step, which is what stands behind its heading.
fn lesson_with(step: &str) -> String {
    format!("# A lesson\n\nAbout something.\n\n## A step\n\n{step}\n")
}

/// The mistakes of such a lesson, line by line.
fn mistakes_of(source: &str) -> String {
    let mistakes = Lesson::parse(source).expect_err("the lesson is wrong");
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A step that is read.
const STEP: &str = "```step one\nfigure: lab=toy\n```\n\nText.";
