//! How each fit ended: after how many epochs, by what, and whether it had settled.

use super::table::called;
use super::{Models, Outcome};
use crate::experiment::data::Foretold;

/// How one fit ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ending {
    /// The epoch that was kept, the last that there was and how many there could have been; nothing where a model has
    /// no epochs to choose from.
    pub epochs: Option<[f64; 3]>,
    /// The mean variance of the noise that it believes in, of values in units of their deviation.
    pub noise: f64,
    /// Why it should not be trusted, if it should not.
    pub doubt: Option<String>,
}

impl Ending {
    /// Of a prediction.
    pub fn of(found: &Foretold) -> Self {
        let [kept, last, asked] =
            ["chosen_epoch", "last_epoch", "asked_epochs"].map(|name| found.notes.note(name));
        let noise = &found.posterior.noise;
        Self {
            epochs: kept.zip(last).zip(asked).map(|((kept, last), asked)| [kept, last, asked]),
            noise: noise.iter().sum::<f64>() / noise.len().max(1) as f64,
            doubt: found.notes.doubt(),
        }
    }
}

/// The smallest and the largest of some numbers.
fn range(values: impl Iterator<Item = f64>) -> String {
    let (least, most) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)));
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

/// In Markdown: a row for each model on each set.
pub fn markdown(models: Models, outcomes: &[Outcome]) -> String {
    let mut text = String::from(
        "## How each fit ended\n\nWhere there are epochs, the one is kept that does best on the validation part. Settled \
         is a training that gives no reason for doubt at its end; the reasons are listed below, set by set. An epoch far \
         before the end is kept where going on makes the validation part less likely. The noise is its variance as \
         the model has it, of values in units of their deviation.\n\n\
         | set | model | seeds | epochs | epoch kept | stopped | noise | settled |\n|---|---|---|---|---|---|---|---|\n",
    );
    for outcome in outcomes {
        for (place, model) in models.iter().enumerate() {
            let all: Vec<&Ending> =
                outcome.endings.iter().filter_map(|fits| fits.get(place)).collect();
            if !all.is_empty() {
                text += &format!("| {} | {} |{}\n", outcome.name, called(model), words(&all));
            }
        }
    }
    text + "\n"
}

fn words(all: &[&Ending]) -> String {
    let epochs: Vec<[f64; 3]> = all.iter().filter_map(|ending| ending.epochs).collect();
    let early: Vec<f64> =
        epochs.iter().filter(|[_, last, asked]| last < asked).map(|[_, last, _]| *last).collect();
    let [asked, kept] = [2, 0].map(|which| match epochs.is_empty() {
        true => "–".into(),
        false => range(epochs.iter().map(|epochs| epochs[which])),
    });
    let stopped = match (epochs.is_empty(), early.len()) {
        (true, _) => "at its own end".to_string(),
        (_, 0) => "after all epochs".into(),
        (_, some) => {
            let at = range(early.iter().copied());
            format!("without gain, {some} of {} (at {at})", epochs.len())
        }
    };
    let noise =
        range(all.iter().map(|ending| format!("{:.1e}", ending.noise).parse().unwrap_or(0.0)));
    let settled = all.iter().filter(|ending| ending.doubt.is_none()).count();
    format!(
        " {} | {asked} | {kept} | {stopped} | {noise} | {settled} of {} |",
        all.len(),
        all.len()
    )
}
