//! What came of asking for rows over rounds: curves as comma-separated values, and who asked best in the end as in the
//! paper's Table 4.

use super::{kind_of, quoted};
use crate::error::Result;
use crate::experiment::curves::table::{Score, ranks_of_parts};
use crate::experiment::data::read_rounds;
use crate::experiment::{Part, curves};
use crate::numeric::Estimate;
use crate::scenario::{Candidate, Scenario};

/// A study of one seed of a set, with the parts of its plan.
pub struct Asked {
    /// The set.
    pub set: String,
    /// Which study.
    pub study: &'static str,
    /// The seed.
    pub seed: u32,
    /// What was computed.
    pub scenario: Scenario,
    /// What was found, by its places.
    pub parts: Vec<Option<Part>>,
}

/// All curves: a line for each set, study, rule, model and round, with means over seeds.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn curves_csv(all: &[Asked], label: impl Fn(&Candidate) -> String) -> Result<String> {
    let mut text = String::from(
        "set,study,rule,chooses,predicts,round,seeds,log_likelihood,log_likelihood_standard_error,rmse,\
         rmse_standard_error\n",
    );
    let mut known: Vec<(&str, &str)> = Vec::new();
    for first in all {
        if known.contains(&(&first.set, first.study)) {
            continue;
        }
        known.push((&first.set, first.study));
        let same = all.iter().filter(|other| other.set == first.set && other.study == first.study);
        let found =
            same.map(|one| read_rounds(&one.scenario, &one.parts)).collect::<Result<Vec<_>>>()?;
        let predicts = label(&first.scenario.models.predictor);
        for (place, line) in curves::lines(&first.scenario).iter().enumerate() {
            let chooses =
                if line.rule.name() == "random" { String::new() } else { label(&line.model) };
            for round in 0..=first.scenario.asking.rounds {
                let records: Vec<[f64; 3]> =
                    found.iter().filter_map(|lines| lines[place][round]).collect();
                let of = |which: usize| Estimate::of(records.iter().map(|record| record[which]));
                let words = |estimate: Option<Estimate>| {
                    let mean = estimate.map_or_else(String::new, |it| it.mean.to_string());
                    let error = estimate.and_then(|it| it.standard_error);
                    format!("{mean},{}", error.map_or_else(String::new, |error| error.to_string()))
                };
                text += &format!(
                    "{},{},{},{},{},{round},{},{},{}\n",
                    quoted(&first.set),
                    first.study,
                    line.rule,
                    quoted(&chooses),
                    quoted(&predicts),
                    records.len(),
                    words(of(0)),
                    words(of(2))
                );
            }
        }
    }
    Ok(text)
}

/// The paper's Table 4, its columns by [`super::paper::MODELS`]: mean ranks by each model that predicts, `nkn` for its
/// oracle.
const PUBLISHED: [(&str, Score, [f64; 7]); 10] = [
    ("nkn", Score::Rmse, [2.4, 4.3, 3.8, 2.0, 2.4, 3.0, 3.0]),
    ("dropout", Score::Rmse, [2.8, 4.4, 4.3, 1.4, 2.4, 2.5, 3.2]),
    ("gp-rbf", Score::Rmse, [2.4, 4.3, 3.7, 1.6, 2.0, 3.2, 3.8]),
    ("nng", Score::Rmse, [2.7, 3.9, 3.7, 1.9, 2.1, 3.2, 3.5]),
    ("hmc", Score::Rmse, [2.4, 4.4, 3.4, 2.5, 1.8, 3.4, 3.1]),
    ("nkn", Score::LogLikelihood, [2.1, 4.5, 4.0, 1.8, 2.2, 4.0, 2.5]),
    ("dropout", Score::LogLikelihood, [2.8, 4.5, 4.1, 1.8, 2.6, 2.6, 2.6]),
    ("gp-rbf", Score::LogLikelihood, [2.5, 4.2, 3.8, 1.7, 2.1, 3.3, 3.3]),
    ("nng", Score::LogLikelihood, [2.7, 3.9, 3.8, 2.1, 2.0, 3.3, 3.3]),
    ("hmc", Score::LogLikelihood, [2.8, 4.5, 3.2, 2.5, 2.0, 3.9, 2.2]),
];

/// Table 4 in Markdown: mean ranks over all sets and seeds of whoever chose, after the last batch, 0 for the best; the
/// paper's below.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn table4(
    all: &[Asked],
    labels: &[String],
    label: impl Fn(&Candidate) -> String,
) -> Result<String> {
    let all: Vec<&Asked> = all.iter().filter(|asked| asked.study == "models").collect();
    let Some(first) = all.first() else { return Ok(String::new()) };
    let predictors: Vec<String> = first.scenario.models.predictors().map(&label).collect();
    let mut text = String::from(
        "## Table 4: mean rank of who chose, after the last batch (0 is best)\n\n| by | predicts |",
    );
    labels.iter().for_each(|model| text += &format!(" {model} |"));
    text += &format!("\n|---|---|{}\n", "---|".repeat(labels.len()));
    for (score, words) in [(Score::Rmse, "RMSE"), (Score::LogLikelihood, "log likelihood")] {
        let found = all.iter().map(|one| ranks_of_parts(&one.scenario, score, &one.parts));
        let found = found.collect::<Result<Vec<_>>>()?;
        for (column, predictor) in predictors.iter().enumerate() {
            let each: Vec<&Vec<f64>> = found
                .iter()
                .flat_map(|ranks| ranks.columns[column].each.iter().flatten())
                .collect();
            text += &format!("| {words} | {predictor} |");
            for row in 0..labels.len() {
                let mean = Estimate::of(each.iter().filter_map(|ranks| ranks.get(row).copied()));
                text += &mean.map_or(" – |".into(), |mean| {
                    let error =
                        mean.standard_error.map_or_else(String::new, |e| format!(" ({e:.1})"));
                    format!(" {:.1}{error} |", mean.mean)
                });
            }
            text += "\n";
            let published =
                PUBLISHED.iter().find(|(of, by, _)| *of == kind_of(predictor) && *by == score);
            if let Some((_, _, ranks)) = published {
                text += "| in the paper | |";
                for model in labels {
                    let place = super::paper::MODELS.iter().position(|own| *own == kind_of(model));
                    text +=
                        &place.map_or(" – |".into(), |place| format!(" {:.1} |", ranks[place]));
                }
                text += "\n";
            }
        }
    }
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks of seven add up to 21, whoever predicts.
    #[test]
    fn published_ranks_add_up() {
        for (model, _, ranks) in &PUBLISHED {
            let sum: f64 = ranks.iter().sum();
            assert!((sum - 21.0).abs() < 0.36, "{model}: {sum}");
        }
    }
}
