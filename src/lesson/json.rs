//! A lesson as the page's script takes it.

use serde_json::{Value, json};

use super::text::to_json;
use super::{Choice, Commit, CommitKind, Lesson, Step, answers};

impl Lesson {
    /// All that a page shows of it: text as nested lists, links as links write them, and goals as their
    /// source. `source` is the file it was read from.
    pub fn json(&self, source: &str) -> Value {
        json!({
            "edition": answers::edition(source),
            "title": self.title,
            "lang": self.lang,
            "summary": to_json(&self.summary),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

fn step(step: &Step) -> Value {
    let link = |link: Option<&crate::scenario::Link>| link.map(ToString::to_string);
    json!({
        "id": step.id,
        "title": step.title,
        "figure": step.figure.to_string(),
        "reveal": link(step.reveal.as_ref()),
        "solution": link(step.solution.as_ref()),
        "text": to_json(&step.text),
        "commit": step.commit.as_ref().map(commit),
        "goal": step.goal.as_ref().map(|task| json!({
            "words": to_json(&task.words),
            "source": task.stated.goal.to_string(),
        })),
        "hints": step.hints.iter().map(|hint| to_json(hint)).collect::<Vec<_>>(),
        "then": to_json(&step.then),
    })
}

fn commit(commit: &Commit) -> Value {
    let question = to_json(&commit.question);
    match &commit.kind {
        CommitKind::Choice(choices) => {
            let choice = |Choice { words, right, answer }: &Choice| {
                let words = to_json(std::slice::from_ref(words));
                json!({ "words": words, "right": right, "answer": to_json(answer) })
            };
            let choices: Vec<Value> = choices.iter().map(choice).collect();
            json!({ "kind": "choice", "question": question, "choices": choices })
        }
        CommitKind::Number { answer, within, .. } => json!({
            "kind": "number",
            "question": question,
            "answer": answer.to_string(),
            "within": within.to_string(),
        }),
        CommitKind::Order(items) => {
            // By their words at first, which says nothing of their order.
            let mut start: Vec<usize> = (0..items.len()).collect();
            start.sort_by_key(|place| items[*place].words().to_lowercase());
            let items: Vec<Value> =
                items.iter().map(|item| to_json(std::slice::from_ref(item))).collect();
            json!({ "kind": "order", "question": question, "items": items, "start": start })
        }
        CommitKind::Place(stated) => {
            json!({ "kind": "place", "question": question, "source": stated.goal.to_string() })
        }
    }
}
