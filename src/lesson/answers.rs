//! What a learner answered, as it is kept in a browser and travels in a link. Both are untrusted.

use serde_json::{Map, Value, json};

use super::markdown::undirected;
use super::{CommitKind, LONGEST_FILE, Lesson};
use crate::error::{Error, Result};
use crate::exchange::file_hash;
use crate::json;
use crate::scenario::Link;

/// The answers to a lesson.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answers {
    /// Whether they were given to this very text.
    pub same: bool,
    /// Who gave them, if they say so.
    pub name: String,
    /// What tells whoever gave them from others who gave the same, made at random; empty in links of old.
    pub id: String,
    /// By step.
    pub steps: Vec<(String, Answer)>,
}

/// What was answered at one step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// The place of what was chosen.
    pub choice: Option<usize>,
    /// The number that was guessed.
    pub number: Option<f64>,
    /// What the number really was, then.
    pub truth: Option<f64>,
    /// Whether the guess was near enough.
    pub right: Option<bool>,
    /// The order that was bet on: the place of each among the right ones.
    pub order: Option<Vec<usize>>,
    /// The figure in which something was placed.
    pub placed: Option<String>,
    /// The figure that met the goal.
    pub met: Option<String>,
    /// How many hints were read; one more than there are means that the solution was shown.
    pub hints: usize,
    /// Whether a step that asks for nothing was read.
    pub read: bool,
}

/// No name of a person is longer, for a table.
const LONGEST_NAME: usize = 60;

/// Nor is what tells one from another: letters and digits.
const LONGEST_ID: usize = 32;

/// How many pairs of a bet stand in their right order, of how many, and whether that is a good bet: three in four.
pub fn in_order(order: &[usize]) -> (usize, usize, bool) {
    let pairs =
        || order.iter().enumerate().flat_map(|(i, a)| order[i + 1..].iter().map(move |b| a < b));
    let (right, all) = (pairs().filter(|is| *is).count(), pairs().count());
    (right, all, 4 * right >= 3 * all)
}

/// The name of a lesson's text, by which answers to another are told.
pub fn edition(source: &str) -> String {
    file_hash(source.as_bytes())
}

impl Answers {
    /// Reads what [`Answers::json`] wrote, as far as it fits the lesson.
    ///
    /// # Errors
    /// [`Error::Value`] for what is no list of answers at all.
    pub fn read(text: &str, lesson: &Lesson, source: &str) -> Result<Self> {
        let wrong = || Error::value("answers", "something else", "written by a lesson of talscope");
        if text.len() > LONGEST_FILE {
            return Err(wrong());
        }
        let value = json::read(text).map_err(|_| wrong())?;
        let given = value["steps"].as_object().ok_or_else(wrong)?;
        let steps = lesson.steps.iter().filter_map(|step| {
            let answer = Answer::read(given.get(&step.id)?, step.commit.as_ref().map(|c| &c.kind));
            (answer != Answer::default()).then(|| (step.id.clone(), answer))
        });
        let name = value["name"].as_str().unwrap_or_default().trim();
        let name = undirected(&name.chars().take(LONGEST_NAME).collect::<String>());
        let id = value["id"].as_str().filter(|id| id.len() <= LONGEST_ID);
        let id = id.filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        let (same, id) = (value["edition"] == edition(source), id.unwrap_or_default().into());
        Ok(Self { same, name, id, steps: steps.collect() })
    }

    /// As JSON: `{edition, same, name, id, steps: {id: {choice, number, truth, right, order, placed, met, hints, read}}}`.
    pub fn json(&self, source: &str) -> Value {
        let steps = self.steps.iter().map(|(id, answer)| (id.clone(), answer.json()));
        let steps: Map<String, Value> = steps.collect();
        let Self { same, name, id, .. } = self;
        json!({ "edition": edition(source), "same": same, "name": name, "id": id, "steps": steps })
    }
}

impl Answer {
    fn read(given: &Value, asked: Option<&CommitKind>) -> Self {
        let link = |name: &str| {
            let link = given[name].as_str()?.parse::<Link>().ok()?;
            Some(link.to_string())
        };
        let index = given["choice"].as_u64().and_then(|index| usize::try_from(index).ok());
        let mut answer = Self::default();
        match asked {
            Some(CommitKind::Choice(all)) => {
                answer.choice = index.filter(|index| *index < all.len());
            }
            Some(CommitKind::Number { .. }) => {
                (answer.number, answer.truth) = (given["number"].as_f64(), given["truth"].as_f64());
                answer.right = given["right"].as_bool();
            }
            Some(CommitKind::Place(_)) => answer.placed = link("placed"),
            Some(CommitKind::Order(all)) => {
                let place = |place: &Value| usize::try_from(place.as_u64()?).ok();
                let order = given["order"].as_array();
                let order =
                    order.and_then(|order| order.iter().map(place).collect::<Option<Vec<_>>>());
                answer.order = order.filter(|order| {
                    order.len() == all.len() && (0..all.len()).all(|place| order.contains(&place))
                });
                answer.right = answer.order.as_ref().map(|order| in_order(order).2);
            }
            None => {}
        }
        answer.met = link("met");
        answer.hints = given["hints"].as_u64().map_or(0, |hints| hints.min(100) as usize);
        answer.read = given["read"] == true;
        answer
    }

    fn json(&self) -> Value {
        let Self { choice, number, truth, right, order, placed, met, hints, read } = self;
        let all = [
            ("choice", json!(choice)),
            ("number", json!(number)),
            ("truth", json!(truth)),
            ("right", json!(right)),
            ("order", json!(order)),
            ("placed", json!(placed)),
            ("met", json!(met)),
            ("hints", json!((*hints > 0).then_some(hints))),
            ("read", json!(read.then_some(true))),
        ];
        let said = all.into_iter().filter(|(_, value)| !value.is_null());
        said.map(|(name, value)| (name.to_string(), value)).collect::<Map<_, _>>().into()
    }
}
