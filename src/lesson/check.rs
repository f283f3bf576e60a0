//! Proves what a lesson says of its figures: each goal is unmet at first and met by the stated solution,
//! claims hold, and every number in a text is there.

use super::expression::Numbers;
use super::text::{Block, numbers_in};
use super::{Choice, Commit, CommitKind, Lesson, Mistake, Stated, Step};
use crate::error::Result;
use crate::lab::Opened;
use crate::numeric::sorted_by;
use crate::scenario::Link;

/// What was found of one step, a line for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The step.
    pub id: String,
    /// What was proved of it.
    pub words: String,
}

/// Computes the figures of a lesson with `open`, and holds them against what it says of them.
///
/// # Errors
/// All mistakes.
pub fn check(
    lesson: &Lesson,
    open: &mut dyn FnMut(&Link) -> Result<Opened>,
) -> std::result::Result<Vec<Proof>, Vec<Mistake>> {
    let mut checker = Checker { open, known: Vec::new(), mistakes: Vec::new() };
    checker.summary(lesson);
    let proofs = lesson.steps.iter().map(|step| checker.step(step)).collect();
    let mistakes = sorted_by(checker.mistakes, |mistake| mistake.line as f64);
    if mistakes.is_empty() { Ok(proofs) } else { Err(mistakes) }
}

struct Checker<'a> {
    open: &'a mut dyn FnMut(&Link) -> Result<Opened>,
    /// Several steps look at the same figure, and some take seconds.
    known: Vec<(String, Vec<(String, f64)>)>,
    mistakes: Vec<Mistake>,
}

impl Checker<'_> {
    /// It stands beside the first figure.
    fn summary(&mut self, lesson: &Lesson) {
        let Some(first) = lesson.steps.first() else { return };
        if !numbers_in(&lesson.summary).is_empty() {
            let numbers = self.numbers(&first.figure, first.line);
            self.shown(&lesson.summary, &numbers);
        }
    }

    fn step(&mut self, step: &Step) -> Proof {
        let first = self.numbers(&step.figure, step.line);
        let last = self.numbers(step.last_figure(), step.line);
        let mut words = Vec::new();
        let placed = match &step.commit {
            Some(Commit { kind: CommitKind::Place(stated), .. }) => Some(stated),
            _ => None,
        };
        let goal = step.goal.as_ref().map(|task| &task.stated);
        for (what, stated) in [("placed", placed), ("goal", goal)] {
            let Some(stated) = stated else { continue };
            // What only the solution brings would be called otherwise by whoever finds another way to it.
            let missing = self.missing(stated.line, &stated.goal.missing(&first), &first);
            if !missing && stated.goal.is_met(&first) == Some(true) {
                self.wrong(stated, &first, &format!("the {what} is met before anything is done"));
            }
            if !missing {
                self.expect(stated, &last, &format!("the {what} is not met by the solution"));
            }
            words.push(format!(
                "{what} {} unmet at first ({}), met by the solution ({})",
                stated.goal,
                stated.goal.now(&first),
                stated.goal.now(&last)
            ));
        }
        for claim in &step.claims {
            let (figure, when) =
                if claim.at_last { (&last, "at last") } else { (&first, "at first") };
            self.expect(&claim.stated, figure, &format!("the claim does not hold {when}"));
            words.push(format!(
                "{} holds {when} ({})",
                claim.stated.goal,
                claim.stated.goal.now(figure)
            ));
        }
        self.texts(step, &first, &last);
        let words = if words.is_empty() { "nothing to prove".into() } else { words.join("; ") };
        Proof { id: step.id.clone(), words }
    }

    fn expect(&mut self, stated: &Stated, numbers: &Numbers, otherwise: &str) {
        let Stated { line, goal } = stated;
        let missing = self.missing(*line, &goal.missing(numbers), numbers);
        if !missing && goal.is_met(numbers) != Some(true) {
            self.wrong(stated, numbers, otherwise);
        }
    }

    fn wrong(&mut self, Stated { line, goal }: &Stated, numbers: &Numbers, what: &str) {
        let words = format!("{what}: {goal}, with {}", goal.now(numbers));
        self.mistakes.push(Mistake::new(*line, words));
    }

    /// The numbers in a step's texts must be there when they are read.
    fn texts(&mut self, step: &Step, first: &Numbers, last: &Numbers) {
        let empty = Vec::new();
        let question = step.commit.as_ref().map_or(&empty, |commit| &commit.question);
        let task = step.goal.as_ref().map_or(&empty, |task| &task.words);
        let early = [&step.text, question, task].into_iter().chain(&step.hints);
        for blocks in early {
            self.shown(blocks, first);
        }
        self.shown(&step.then, last);
        match step.commit.as_ref().map(|commit| &commit.kind) {
            Some(CommitKind::Choice(choices)) => {
                for Choice { words, answer, .. } in choices {
                    self.shown(std::slice::from_ref(words), first);
                    self.shown(answer, step.reveal.as_ref().map_or(first, |_| last));
                }
            }
            Some(CommitKind::Number { line, answer, within }) => {
                for expression in [answer, within] {
                    self.missing(*line, &expression.missing(last), last);
                }
            }
            Some(CommitKind::Order(items)) => self.shown(items, first),
            Some(CommitKind::Place(_)) | None => {}
        }
    }

    fn shown(&mut self, blocks: &[Block], numbers: &Numbers) {
        for (line, shown) in numbers_in(blocks) {
            self.missing(line, &shown.expression.missing(numbers), numbers);
        }
    }

    /// Whether some names mean nothing in a figure, which is a mistake.
    fn missing(&mut self, line: usize, missing: &[String], numbers: &Numbers) -> bool {
        // A figure that could not be computed is a mistake already.
        if missing.is_empty() || numbers.is_empty() {
            return !missing.is_empty();
        }
        let known: Vec<&str> = numbers.iter().map(|(name, _)| name.as_str()).collect();
        let models = match known
            .iter()
            .any(|name| name.ends_with(".xll") || name.ends_with(".told"))
        {
            true => {
                ". A model is spoken of by its title, small letters joined by hyphens, or by the name that its link \
                 gives it: candidate=weak:shrunk(0.5) has weak.xll"
            }
            false => "",
        };
        let words = format!(
            "the figure has no number {}; it has {}{models}",
            missing.join(", "),
            known.join(", ")
        );
        self.mistakes.push(Mistake::new(line, words));
        true
    }

    fn numbers(&mut self, link: &Link, line: usize) -> Vec<(String, f64)> {
        let key = link.to_string();
        if let Some((_, numbers)) = self.known.iter().find(|(known, _)| *known == key) {
            return numbers.clone();
        }
        let numbers = (self.open)(link).and_then(|opened| Ok(opened.figure()?.numbers()));
        let numbers = numbers.unwrap_or_else(|error| {
            self.mistakes.push(Mistake::new(line, format!("the figure {key}: {error}")));
            Vec::new()
        });
        self.known.push((key, numbers.clone()));
        numbers
    }
}
