//! The game that the page opens with: a visitor places the questions, sees what they tell beside those of the rules,
//! and then why, one rule after the other.

use serde_json::{Value, json};

use super::words::{best_title, spread};
use super::{Panel, Toy, charts, search};
use crate::acquisition::Rule;
use crate::chart::Band;
use crate::error::Result;
use crate::lab::{capital, count, grouped, percent, three_decimals};
use crate::numeric::fixed;
use crate::scenario::{STAGES, Scenario, View};

/// The rules that a visitor plays against, in the order in which they are explained.
const RULES: [Rule; STAGES - 2] = [Rule::Tig, Rule::Mig, Rule::BatchMig];

/// Questions that lie within this of each other are side by side, in units of x.
const CLOSE: f64 = 1.0;

/// Whether a link is played: someone asks, and the rules to play against are there.
pub fn is_played(scenario: &Scenario, view: &View) -> bool {
    let rules = || RULES.iter().all(|rule| scenario.asking.rules.contains(rule));
    view.play.is_some() && scenario.lab.name == "toy" && scenario.asking.own.is_some() && rules()
}

/// What the game is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Questions are placed.
    Ask,
    /// What they tell, beside those of the rules.
    Reveal,
    /// Why a rule does as it does.
    Why(Rule),
}

impl Stage {
    /// By its number in links, from 1.
    pub fn of(number: usize) -> Self {
        match number {
            0 | 1 => Self::Ask,
            2 => Self::Reveal,
            _ => Self::Why(RULES[(number - 3).min(RULES.len() - 1)]),
        }
    }

    /// Whose questions are shown.
    fn panel(self, toy: &Toy) -> Option<&Panel> {
        match self {
            Self::Why(rule) => toy.panels.iter().find(|panel| panel.rule == rule),
            _ => toy.own.as_ref().map(|own| &own.panel),
        }
    }
}

/// The large figure, with the one band that a visitor needs: before all questions are placed, no answer and no truth.
pub fn band(toy: &Toy, stage: Stage) -> Result<Option<Band>> {
    let Some(panel) = stage.panel(toy) else { return Ok(None) };
    let drawn = match stage {
        Stage::Ask => charts::covered(toy, panel)?,
        _ => charts::panel(toy, panel, toy.steps())?,
    };
    let truth = if stage == Stage::Ask { Vec::new() } else { drawn.band.truth };
    Ok(Some(Band { truth, samples: Vec::new(), observation: Vec::new(), ..drawn.band }))
}

/// All that stands beside the figure.
pub fn words(toy: &Toy, number: usize, beat: Option<f64>) -> Value {
    let stage = Stage::of(number);
    let (title, text) = match stage {
        Stage::Ask => ask(toy, beat),
        Stage::Reveal => reveal(toy, beat),
        Stage::Why(Rule::Tig) => tig(toy),
        Stage::Why(Rule::Mig) => mig(toy),
        Stage::Why(_) => batch_mig(toy),
    };
    let asked = toy.own.as_ref().map_or(0, |own| own.panel.batch.indices.len());
    json!({
        "stage": number.clamp(1, STAGES),
        "stages": STAGES,
        "title": title,
        "text": text,
        "asked": asked,
        "wanted": toy.steps(),
        "score": own(toy).map(three_decimals),
        "bars": if stage == Stage::Ask { Vec::new() } else { bars(toy, stage, beat) },
        "longest": longest(toy, beat),
    })
}

/// What the visitor's questions tell, once all are placed.
fn own(toy: &Toy) -> Option<f64> {
    let panel = &toy.own.as_ref()?.panel;
    (panel.batch.indices.len() == toy.steps()).then(|| told(toy, panel))
}

/// What all questions of a panel tell about a target.
fn told(toy: &Toy, panel: &Panel) -> f64 {
    panel.results[panel.at(toy.steps())].information
}

/// What each of a rule's questions would tell alone: what MIG scores before anything is asked.
fn alone(toy: &Toy, panel: &Panel) -> Vec<f64> {
    let mig = toy.panels.iter().find(|panel| panel.rule == Rule::Mig);
    let scores = mig.and_then(|mig| mig.batch.scores.first());
    let picks = &panel.batch.indices[..panel.at(toy.steps())];
    picks.iter().filter_map(|&pick| *scores?.get(pick)?).collect()
}

fn rule(toy: &Toy, rule: Rule) -> &Panel {
    toy.panels.iter().find(|panel| panel.rule == rule).expect("the rules of a game are there")
}

fn ask(toy: &Toy, beat: Option<f64>) -> (String, String) {
    let holes = toy.task.train.len();
    let more = match toy.steps() {
        1 => "one more".into(),
        several => format!("{} more", numeral(several)),
    };
    let challenge = beat.map_or(String::new(), |beat| {
        format!(
            " Someone scored {} (nats of information). Can you beat that?",
            three_decimals(beat)
        )
    });
    let text = format!(
        "A bridge will stand on the blue ground, but how deep the rock lies is known at {} drill {} only (elsewhere it \
         is most likely somewhere in the band), and there is money for {more}. Where would you drill?{challenge}",
        numeral(holes),
        if holes == 1 { "hole" } else { "holes" },
    );
    ("Where would you ask?".into(), text)
}

/// Who wins, as far as numbers of three decimals tell.
fn reveal(toy: &Toy, beat: Option<f64>) -> (String, String) {
    let Some(own) = own(toy) else {
        return ("Where would you ask?".into(), "Place all questions first.".into());
    };
    let rival = told(toy, rule(toy, Rule::BatchMig));
    let best = toy.best.as_ref().map(|best| best.outcome.information);
    let (read, others) = (three_decimals(own), three_decimals(rival));
    let title = match () {
        () if best.is_some_and(|best| three_decimals(best) == read) => "Nobody can do better",
        () if read == others => "As good as BatchMIG",
        () if own > rival => "You beat BatchMIG",
        () => "BatchMIG asked better",
    };
    let ways = || grouped(search::count(&toy.scenario) as usize);
    let of_best = best.map_or(String::new(), |best| {
        let all = three_decimals(own) == three_decimals(best);
        match (all, search::proves(&toy.scenario)) {
            (true, true) => format!(" None of all {} ways to ask would tell more.", ways()),
            (true, false) => " Nothing better was found.".into(),
            (false, proven) => {
                let of = match proven {
                    true => format!("the best of all {} ways to ask", ways()),
                    false => "the best that was found".into(),
                };
                format!(" Yours are worth {} of what {of} would tell.", share(own, best))
            }
        }
    });
    let challenge = beat.map_or(String::new(), |beat| {
        let done = match () {
            () if three_decimals(beat) == read => "You match",
            () if own > beat => "You beat",
            () => "You did not beat",
        };
        format!(" {done} the {} that you were challenged with.", three_decimals(beat))
    });
    let text = format!(
        "Your answers tell {read} nats about a spot of the blue ground, on average; those of BatchMIG, a rule \
         that the next steps explain, tell {others}.{of_best}{challenge}"
    );
    (title.into(), text)
}

/// Never 100%, since it is not all.
fn share(own: f64, best: f64) -> String {
    let share = if best > 0.0 { own / best } else { 1.0 };
    match percent(share, 0).as_str() {
        "100%" => percent(share.min(0.999), 1),
        rounded => rounded.into(),
    }
}

fn tig(toy: &Toy) -> (String, String) {
    let panel = rule(toy, Rule::Tig);
    let picks = &panel.batch.indices[..panel.at(toy.steps())];
    let outside = |&&pick: &&usize| {
        let x = toy.task.pool.inputs[pick];
        !toy.scenario.problem.targets.iter().any(|region| (region.low..=region.high).contains(&x))
    };
    let away = picks.iter().filter(outside).count();
    let title =
        if away * 2 > picks.len() { "TIG asks far away" } else { "TIG asks where it knows least" };
    let all = picks.len();
    let lie = match all - away {
        0 if all > 1 => format!("All {} of its questions lie off the blue ground", numeral(all)),
        0 => "Its question lies off the blue ground".into(),
        _ if away == 1 => format!("One of its {} lies off the blue ground", count(all, "question")),
        _ => format!(
            "{} of its {} lie off the blue ground",
            capital(&numeral(away)),
            count(all, "question")
        ),
    };
    let close = if all > 1 && spread(toy, panel, panel.at(toy.steps())) < CLOSE {
        ", side by side, because it takes the places with the highest scores, whatever they share"
    } else {
        ""
    };
    let text = format!(
        "TIG looks for the places that it knows least about, wherever they are. {lie}{close}. About the bridge they \
         tell {} nats.",
        three_decimals(told(toy, panel)),
    );
    (title.into(), text)
}

fn mig(toy: &Toy) -> (String, String) {
    let panel = rule(toy, Rule::Mig);
    let (alone, told) = (alone(toy, panel), told(toy, panel));
    let sum: f64 = alone.iter().sum();
    let again = told < 0.6 * sum;
    let title = match again {
        true => format!("MIG asks the same thing {}", times(alone.len())),
        false => "MIG judges each question alone".into(),
    };
    let repeats = if again { ", because each answer repeats the one before" } else { "" };
    let text = format!(
        "MIG looks for what tells most about the blue ground. Each of its questions tells much; added up they would \
         tell {} nats. But they lie within {} of each other. Together they tell {}{repeats}.",
        three_decimals(sum),
        fixed(spread(toy, panel, panel.at(toy.steps())), 2),
        three_decimals(told),
    );
    (title, text)
}

fn batch_mig(toy: &Toy) -> (String, String) {
    let panel = rule(toy, Rule::BatchMig);
    let (sum, told): (f64, f64) = (alone(toy, panel).iter().sum(), told(toy, panel));
    let text = format!(
        "BatchMIG judges each question given those before it, so what is known already counts no more, and the next \
         question goes elsewhere. Its questions would tell {} nats if nothing overlapped; together they tell {}.",
        three_decimals(sum),
        three_decimals(told),
    );
    ("BatchMIG spreads its questions".into(), text)
}

/// What everyone's questions tell; with each of them alone where a rule is explained.
fn bars(toy: &Toy, stage: Stage, beat: Option<f64>) -> Vec<Value> {
    let bar = |id: &str, name: &str, told: Option<f64>, alone: &[f64]| {
        json!({
            "id": id,
            "name": name,
            "told": told,
            "words": told.map_or("…".into(), three_decimals),
            "alone": alone,
            "here": stage == Stage::Reveal && id == "you" || matches!(stage, Stage::Why(rule) if rule.name() == id),
        })
    };
    let mut bars = vec![bar("you", "You", own(toy), &[])];
    bars.extend(beat.map(|beat| bar("beat", "to beat", Some(beat), &[])));
    for each in RULES {
        let panel = rule(toy, each);
        let explained = stage == Stage::Why(each);
        let alone = if explained { alone(toy, panel) } else { Vec::new() };
        bars.push(bar(each.name(), panel.title(), Some(told(toy, panel)), &alone));
    }
    let best = toy.best.as_ref().map(|best| best.outcome.information);
    bars.push(bar("best", best_title(toy), best, &[]));
    bars
}

/// The longest bar of all stages, so that none changes its length from one to the next: what a rule's questions tell
/// alone adds up to more than they tell together.
fn longest(toy: &Toy, beat: Option<f64>) -> f64 {
    let best = toy.best.as_ref().map(|best| best.outcome.information);
    let own = own(toy).into_iter().chain(beat).chain(best);
    let sums = RULES.iter().flat_map(|&each| {
        let panel = rule(toy, each);
        [told(toy, panel), alone(toy, panel).iter().sum()]
    });
    own.chain(sums).fold(0.0, f64::max)
}

/// Small numbers in words.
fn numeral(number: usize) -> String {
    const WORDS: [&str; 11] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).into())
}

fn times(number: usize) -> String {
    match number {
        2 => "twice".into(),
        _ => format!("{} times", numeral(number)),
    }
}
