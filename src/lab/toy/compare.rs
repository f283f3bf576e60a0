//! The learner's batch in words, beside the rules' and the best there is.

use serde_json::{Value, json};

use super::words::{best_title, named_places};
use super::{Outcome, Own, Toy, heard, search};
use crate::lab::{count, grouped, percent, three_decimals};
use crate::numeric::fixed;

/// What the page shows of the learner: how far the asking is, every question, and a table of all who
/// asked. While what the rules ask is covered, nothing of it, and no answer.
pub fn words(toy: &Toy, covered: bool, ground: &str) -> Value {
    let Some(own) = &toy.own else { return Value::Null };
    let asked = own.panel.batch.indices.len();
    let (picks, low) = (toy.task.pool.select(&own.panel.batch.indices), toy.y_range.0);
    let place = |i: usize| [picks.inputs[i], if covered { low } else { picks.observed[i] }];
    json!({
        "covered": covered,
        "asked": asked,
        "wanted": toy.steps(),
        "places": (0..asked).map(place).collect::<Vec<_>>(),
        "task": task(toy, asked),
        "heard": heard::questions(toy, ground),
        "left": match toy.steps() - asked {
            0 => format!("all {} placed", count(toy.steps(), "question")),
            left => format!("{left} left"),
        },
        "verdict": if covered { String::new() } else { verdict(toy, own) },
        "questions": if covered { Vec::new() } else { questions(toy, own) },
        "rows": if covered { Vec::new() } else { rows(toy) },
    })
}

/// What there is to do.
fn task(toy: &Toy, asked: usize) -> String {
    match toy.steps() - asked {
        0 => format!("All {} placed.", count(toy.steps(), "question")),
        left if asked == 0 => format!(
            "Place {}: where would you ask, to know the function at the targets?",
            count(left, "question")
        ),
        left => format!("Place {left} more."),
    }
}

/// How the learner's batch compares, in a sentence or two.
pub fn verdict(toy: &Toy, own: &Own) -> String {
    let asked = own.panel.batch.indices.len();
    let own = own.panel.results[asked].information;
    let missing = toy.steps() - asked;
    if missing > 0 {
        return format!("Place {missing} more, and they can be compared.");
    }
    let told = format!("Your questions tell {} nats about a target", three_decimals(own));
    let share = |of: f64| if of > 0.0 { percent(own / of, 0) } else { "100%".into() };
    let of = |panel: &super::Panel| (panel.title(), panel.results[asked].information);
    let best_rule = toy.panels.iter().map(of).max_by(|a, b| a.1.total_cmp(&b.1));
    let rule = best_rule.map_or(String::new(), |(name, information)| {
        format!(": {} of what {name}’s do", share(information))
    });
    let best = toy.best.as_ref().map_or(String::new(), |best| {
        let which = if best.proven { "of all batches" } else { "that was found" };
        format!(", {} of the best {which}", share(best.outcome.information))
    });
    format!("{told}{rule}{best}.")
}

/// Place, and what each question does.
fn questions(toy: &Toy, own: &Own) -> Vec<[String; 3]> {
    let picks = own.panel.batch.indices.iter().zip(&own.questions);
    let row = |(&pick, question): (&usize, &super::Question)| {
        let [alone, added] = [question.alone, question.added].map(three_decimals);
        [fixed(toy.task.pool.inputs[pick], 2), alone, added]
    };
    picks.map(row).collect()
}

/// Who asked, what it tells, how likely it makes what is observed at the targets, and where.
fn rows(toy: &Toy) -> Vec<[String; 4]> {
    let row = |name: &str, outcome: &Outcome, picks: &[usize]| {
        let [information, likelihood] =
            [outcome.information, outcome.log_likelihood].map(three_decimals);
        [name.into(), information, likelihood, named_places(toy, picks)]
    };
    let mut rows: Vec<[String; 4]> = Vec::new();
    let own = toy.own.iter().map(|own| &own.panel);
    for panel in own.chain(&toy.panels) {
        let asked = panel.results.len() - 1;
        rows.push(row(panel.title(), &panel.results[asked], &panel.batch.indices[..asked]));
    }
    let name = match search::proves(&toy.scenario) {
        true => {
            format!("{} of {}", best_title(toy), grouped(search::count(&toy.scenario) as usize))
        }
        false => best_title(toy).into(),
    };
    rows.push(match &toy.best {
        Some(best) => row(&name, &best.outcome, &best.indices),
        None => [name, "…".into(), "…".into(), "not searched to the end yet".into()],
    });
    rows
}
