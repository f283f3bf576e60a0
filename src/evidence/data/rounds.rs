//! What came of asking for rows over rounds: curves as comma-separated values, and who asked best in the end as in the
//! paper's Table 4.

use super::paper::MODELS;
use super::{Row, Table, kind_of, quoted};
use crate::acquisition::Rule;
use crate::error::Result;
use crate::experiment::curves::Line;
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
    /// Whether all was found that should be.
    pub is_whole: bool,
}

/// The course of one line of a study, over seeds.
pub struct Course {
    /// The set.
    pub set: String,
    /// Which study.
    pub study: &'static str,
    /// By which rule rows were chosen.
    pub rule: String,
    /// By which model; nobody chooses at random.
    pub chooses: String,
    /// Who predicts.
    pub predicts: String,
    /// Before the first batch and after each.
    pub after: Vec<After>,
}

/// What was predicted after some batches.
pub struct After {
    /// On how many seeds.
    pub seeds: usize,
    /// Of the test rows.
    pub log_likelihood: Option<Estimate>,
    /// Likewise.
    pub rmse: Option<Estimate>,
}

/// All courses, set by set and study by study.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn courses(all: &[Asked], label: impl Fn(&Candidate) -> String) -> Result<Vec<Course>> {
    let mut courses = Vec::new();
    let mut known: Vec<(&str, &str)> = Vec::new();
    for first in all {
        if known.contains(&(&first.set, first.study)) {
            continue;
        }
        known.push((&first.set, first.study));
        let same = all.iter().filter(|other| other.set == first.set && other.study == first.study);
        let found =
            same.map(|one| read_rounds(&one.scenario, &one.parts)).collect::<Result<Vec<_>>>()?;
        for (place, line) in curves::lines(&first.scenario).iter().enumerate() {
            let after = |round: usize| {
                let records: Vec<[f64; 3]> =
                    found.iter().filter_map(|lines| lines[place][round]).collect();
                let of = |which: usize| Estimate::of(records.iter().map(|record| record[which]));
                After { seeds: records.len(), log_likelihood: of(0), rmse: of(2) }
            };
            let at_random = line.rule == Rule::Random;
            courses.push(Course {
                set: first.set.clone(),
                study: first.study,
                rule: line.rule.to_string(),
                chooses: if at_random { String::new() } else { label(&line.model) },
                predicts: label(&first.scenario.models.predictor),
                after: (0..=first.scenario.asking.rounds).map(after).collect(),
            });
        }
    }
    Ok(courses)
}

/// As comma-separated values: a line for each set, study, rule, model and round, with means over seeds.
pub fn curves_csv(courses: &[Course]) -> String {
    let mut text = String::from(
        "set,study,rule,chooses,predicts,round,seeds,log_likelihood,log_likelihood_standard_error,rmse,\
         rmse_standard_error\n",
    );
    let words = |estimate: Option<Estimate>| {
        let mean = estimate.map_or_else(String::new, |it| it.mean.to_string());
        let error = estimate.and_then(|it| it.standard_error);
        format!("{mean},{}", error.map_or_else(String::new, |error| error.to_string()))
    };
    for Course { set, study, rule, chooses, predicts, after } in courses {
        let [set, chooses, predicts] = [set, chooses, predicts].map(|field| quoted(field));
        for (round, After { seeds, log_likelihood, rmse }) in after.iter().enumerate() {
            text += &format!(
                "{set},{study},{rule},{chooses},{predicts},{round},{seeds},{},{}\n",
                words(*log_likelihood),
                words(*rmse)
            );
        }
    }
    text
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

/// Table 4: mean ranks over all sets and seeds of whoever chose, after the last batch, 0 for the best; nothing where
/// nobody was asked.
///
/// # Errors
/// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
pub fn table4(
    all: &[Asked],
    labels: &[String],
    label: impl Fn(&Candidate) -> String,
) -> Result<Option<Table>> {
    let all: Vec<&Asked> = all.iter().filter(|asked| asked.study == "models").collect();
    let Some(first) = all.first() else { return Ok(None) };
    let predictors: Vec<String> = first.scenario.models.predictors().map(&label).collect();
    let mut rows = Vec::new();
    for (score, words) in [(Score::Rmse, "RMSE"), (Score::LogLikelihood, "log likelihood")] {
        let found = all.iter().map(|one| ranks_of_parts(&one.scenario, score, &one.parts));
        let found = found.collect::<Result<Vec<_>>>()?;
        for (column, predictor) in predictors.iter().enumerate() {
            let each: Vec<&Vec<f64>> = found
                .iter()
                .flat_map(|ranks| ranks.columns[column].each.iter().flatten())
                .collect();
            let cell =
                |row: usize| Estimate::of(each.iter().filter_map(|ranks| ranks.get(row).copied()));
            let published =
                PUBLISHED.iter().find(|(of, by, _)| *of == kind_of(predictor) && *by == score);
            let known = |model: &String| {
                let place = MODELS.iter().position(|own| *own == kind_of(model))?;
                Some((published?.2[place], None))
            };
            rows.push(Row {
                set: format!("{words}, {predictor}"),
                seeds: each.len(),
                cells: (0..labels.len()).map(cell).collect(),
                paper: labels.iter().map(known).collect(),
            });
        }
    }
    Ok(Some(Table {
        id: "table4-ranks",
        title: "Table 4: mean rank of who chose, after the last batch (0 is best)",
        head: "by, predicts",
        better: -1.0,
        decimals: 1,
        published: "in the paper, mean over its sets",
        models: labels.to_vec(),
        rows,
    }))
}

/// The studies of one kind, set by set.
pub fn sets<'a>(all: &'a [Asked], study: &str) -> Vec<Vec<&'a Asked>> {
    let mut sets: Vec<Vec<&Asked>> = Vec::new();
    for asked in all.iter().filter(|asked| asked.study == study) {
        match sets.iter_mut().find(|set| set[0].set == asked.set) {
            Some(set) => set.push(asked),
            None => sets.push(vec![asked]),
        }
    }
    sets
}

/// By how much the log likelihood is higher on one line than on another, in the mean over all batches; for each seed on
/// which both are there to the end.
///
/// # Errors
/// As [`table4`].
pub fn leads(
    seeds: &[&Asked],
    above: impl Fn(&Line) -> bool,
    below: impl Fn(&Line) -> bool,
) -> Result<Vec<f64>> {
    let mut leads = Vec::new();
    for asked in seeds {
        let lines = curves::lines(&asked.scenario);
        let [a, b] = [lines.iter().position(&above), lines.iter().position(&below)];
        let Some((a, b)) = a.zip(b) else { continue };
        let found = read_rounds(&asked.scenario, &asked.parts)?;
        // What stands before the first batch is the same for all.
        let gap = |round: usize| Some(found[a][round]?[0] - found[b][round]?[0]);
        let gaps = (1..=asked.scenario.asking.rounds).map(gap).collect::<Option<Vec<f64>>>();
        leads.extend(gaps.map(|gaps| gaps.iter().sum::<f64>() / gaps.len() as f64));
    }
    Ok(leads)
}

/// By how many places, in the mean over all who predict, one model that chose ranks above another by log likelihood:
/// for each set and seed on which all is there.
///
/// # Errors
/// As [`table4`].
pub fn rank_leads(all: &[Asked], above: &str, below: &str) -> Result<Vec<f64>> {
    let mut leads = Vec::new();
    for asked in all.iter().filter(|asked| asked.study == "models") {
        let ranks = ranks_of_parts(&asked.scenario, Score::LogLikelihood, &asked.parts)?;
        let lines = curves::lines(&asked.scenario);
        let row = |id: &str| ranks.rows.iter().position(|line| lines[*line].model.kind.id == id);
        let Some((a, b)) = row(above).zip(row(below)) else { continue };
        leads.extend(ranks.each.iter().map(|ranks| ranks[b] - ranks[a]));
    }
    Ok(leads)
}

/// On how many sets and seeds all is there that was asked of models.
pub fn whole(all: &[Asked]) -> usize {
    let models = all.iter().filter(|asked| asked.study == "models");
    models.filter(|asked| asked.is_whole).count()
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
