//! Lessons: what a file says, what a learner answered, and how a figure stands to it.

use serde_json::json;
use wasm_bindgen::prelude::*;

use super::Answer;
use super::figure::Figure;
use crate::error::{Error, quoted};
use crate::lesson::{self, Answers, Expression, Goal, Lesson, Shown};
use crate::scenario::with_point;

/// At most so many mistakes are named at once.
const NAMED: usize = 3;

/// All that a page shows of a lesson, as JSON; or its mistakes, with their lines.
#[wasm_bindgen]
pub fn lesson(source: &str) -> Answer<String> {
    Ok(read(source)?.json(source).to_string())
}

/// How many bytes a lesson may have.
#[wasm_bindgen]
pub fn longest_lesson() -> usize {
    lesson::LONGEST_FILE
}

/// A text as links hold it.
#[wasm_bindgen]
pub fn pack(text: &str) -> Answer<String> {
    Ok(lesson::pack(text)?)
}

/// The text that a link holds.
#[wasm_bindgen]
pub fn unpack(packed: &str) -> Answer<String> {
    Ok(lesson::unpack(packed)?)
}

/// Answers to a lesson as far as they fit it, as JSON.
#[wasm_bindgen]
pub fn answers(text: &str, source: &str) -> Answer<String> {
    Ok(Answers::read(text, &read(source)?, source)?.json(source).to_string())
}

/// A number as people type it.
#[wasm_bindgen]
pub fn typed_number(typed: &str) -> Answer<f64> {
    let wrong = || Error::value("your number", quoted(typed), "a number such as 0.5 or 2/3");
    let plain = with_point(typed).unwrap_or_else(|| typed.trim().replace('−', "-"));
    let sum = || plain.parse::<Expression>().ok().and_then(|typed| typed.value(&[]));
    let number = plain.parse().ok().or_else(sum);
    Ok(number.filter(|number: &f64| number.is_finite()).ok_or_else(wrong)?)
}

/// How good a bet on an order is, as JSON `{words, right}`: `order` has the right place of each.
#[wasm_bindgen]
pub fn in_order(order: Vec<usize>) -> String {
    let (right, all, good) = lesson::in_order(&order);
    let words = format!("{right} of {all} pairs stand in this order");
    json!({ "words": words, "right": good }).to_string()
}

fn read(source: &str) -> Answer<Lesson> {
    Lesson::parse(source).map_err(|mistakes| {
        let named: Vec<_> = mistakes.iter().take(NAMED).map(ToString::to_string).collect();
        let more = match mistakes.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        JsError::new(&format!("this lesson cannot be read: {}{more}", named.join("; ")))
    })
}

#[wasm_bindgen]
impl Figure {
    /// Whether the figure meets a goal, as JSON `{met, now}`: nothing while a number is missing, and what
    /// its numbers are.
    pub fn judge(&self, goal: &str) -> Answer<String> {
        let (goal, numbers) = (goal.parse::<Goal>()?, self.numbers());
        Ok(json!({ "met": goal.is_met(&numbers), "now": goal.told(&numbers) }).to_string())
    }

    /// Numbers of the figure, as people read them, as a JSON list; null for one that is missing.
    pub fn told(&self, sources: Vec<String>) -> Answer<String> {
        let numbers = self.numbers();
        let told = sources.iter().map(|source| Ok(Shown::new(source)?.words(&numbers)));
        Ok(json!(told.collect::<Result<Vec<_>, Error>>()?).to_string())
    }

    /// All numbers that lessons can name, as JSON `[[name, number], ..]`, as people read them.
    pub fn named(&self) -> Answer<String> {
        let shown = |(name, _): &(String, f64)| Some((name.clone(), Shown::new(name).ok()?));
        let numbers = self.numbers();
        let told = numbers.iter().filter_map(shown);
        let told = told.filter_map(|(name, shown)| Some([name, shown.words(&numbers)?]));
        Ok(json!(told.collect::<Vec<_>>()).to_string())
    }

    /// How a guess compares with the right number, as JSON `{truth, right}`; nothing while that is missing.
    pub fn guess(&self, number: f64, answer: &str, within: &str) -> Answer<Option<String>> {
        let numbers = self.numbers();
        let value = |source: &str| Ok::<_, Error>(source.parse::<Expression>()?.value(&numbers));
        let (Some(truth), Some(within)) = (value(answer)?, value(within)?) else {
            return Ok(None);
        };
        let right = (number - truth).abs() <= within;
        Ok(Some(json!({ "truth": truth, "right": right }).to_string()))
    }
}

impl Figure {
    fn numbers(&self) -> Vec<(String, f64)> {
        self.opened.figure().map_or(Vec::new(), |figure| figure.numbers())
    }
}
