//! A learner's own batch beside those of the rules: what it tells, and what each of its questions does.
//!
//! Whoever is compared is scored alike: as a set, in the pool's order, so that the same questions in
//! another order have the same information to the last bit.

use super::Panel;
use super::solve::Given;
use crate::acquisition::{Batch, Rule, information, next_scores, set_information};
use crate::error::Result;
use crate::scenario::Region;

/// What a learner asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Own {
    /// As of a rule; its scores are those that BatchMIG gives, given the questions so far.
    pub panel: Panel,
    /// What each question does.
    pub questions: Vec<Question>,
}

/// One of the learner's questions, in nats, mean over targets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Question {
    /// What it tells if nothing else is asked: its MIG.
    pub alone: f64,
    /// What would be lost without it.
    pub added: f64,
}

impl Own {
    /// A learner's questions, at these places of the pool.
    pub(super) fn new(given: &Given, places: &[f64]) -> Result<Self> {
        let candidates = given.candidates;
        let indices = indices(&given.scenario.problem.pool, places);
        let scores = next_scores(Rule::BatchMig, candidates, &indices)?;
        let gains = information(candidates, &indices)?;
        let batch = Batch { indices, scores, gains };
        let panel = Panel { own: true, ..given.answered(Rule::BatchMig, batch, places.len())? };
        let questions = questions(given, &panel.batch.indices)?;
        Ok(Self { panel, questions })
    }
}

/// The numbers of the points at some places; links hold no places outside the pool.
fn indices(pool: &Region, places: &[f64]) -> Vec<usize> {
    places.iter().filter_map(|x| pool.nearest(*x)).collect()
}

fn questions(given: &Given, picks: &[usize]) -> Result<Vec<Question>> {
    let all = set_information(given.candidates, picks)?;
    let question = |(place, &pick): (usize, &usize)| {
        let others = [&picks[..place], &picks[place + 1..]].concat();
        Ok(Question {
            alone: set_information(given.candidates, &[pick])?,
            added: all - set_information(given.candidates, &others)?,
        })
    };
    picks.iter().enumerate().map(question).collect()
}
