//! What a model predicts of the test set, jointly, after it was trained.
//!
//! What a table leaves open and a model cannot learn is chosen among a few, by the likelihood of the validation part:
//! dropout's noise, as in the paper's appendix.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::curves::Record;
use crate::experiment::data::fit::{self, Best, Seen};
use crate::experiment::data::read::given;
use crate::experiment::work::OBSERVED;
use crate::experiment::{Part, Tell, Unit, Work, train, version_of_asking};
use crate::model::{Look, Value};
use crate::numeric::{Matrix, Vector};
use crate::posterior::Posterior;
use crate::scenario::{Candidate, Family, Scenario, Sizes, Source};

/// A model's prediction; it needs the table, and the training of all alternatives in their order.
pub static PREDICT: Work = Work {
    id: "data-predict",
    keys: &[OBSERVED, &["candidate", "tune"]],
    version: |scenario| version_of_asking(1, scenario),
    cost: Some(cost),
    run,
};

/// The variances of noise that the paper tries for dropout, of values in units of their deviation.
pub const NOISES: [f64; 3] = [0.005, 0.025, 0.125];

/// What a model predicts.
#[derive(Debug, Clone, PartialEq)]
pub struct Foretold {
    /// Which of the alternatives was chosen.
    pub chosen: usize,
    /// The mean log likelihood of the validation part under each, in units of the deviation.
    pub validation: Vec<f64>,
    /// Of the test set.
    pub posterior: Posterior,
    /// What the fit noted of itself.
    pub notes: Record,
}

/// What the paper's appendix tries for a kind of model, setting by setting.
fn grid(family: Family) -> &'static [(&'static str, &'static [f64])] {
    const RATES: (&str, &[f64]) = ("learning_rate", &[0.001, 0.003, 0.01]);
    const UNITS: (&str, &[f64]) = ("units", &[50.0, 400.0]);
    match family {
        Family::Bbb | Family::Nng | Family::Hmc | Family::Ensemble => &[RATES, UNITS],
        Family::Fbnn => &[RATES, UNITS, ("measurement", &[5.0, 20.0, 100.0])],
        Family::Dropout => &[RATES, UNITS, ("rate", &[0.0025, 0.01, 0.05]), ("noise", &NOISES)],
        _ => &[],
    }
}

/// The models that a candidate may be on a table: itself; one for each noise that dropout is tried with; or one for
/// each point of the paper's grid, if settings are to be chosen. What was said of a model stays.
pub fn alternatives(scenario: &Scenario, candidate: &Candidate) -> Vec<Candidate> {
    let mut all = vec![candidate.clone()];
    if scenario.data.source != Source::Table {
        return all;
    }
    for (id, values) in grid(candidate.kind.family) {
        let usual =
            candidate.kind.setting(id).is_some_and(|own| own.usual() == *candidate.values.get(id));
        if usual && (scenario.data.table.tunes || *id == "noise") {
            let with = |own: &Candidate| values.iter().map(|value| set(own, id, *value)).collect();
            all = all.iter().flat_map(|own| -> Vec<Candidate> { with(own) }).collect();
        }
    }
    all
}

fn set(candidate: &Candidate, id: &str, value: f64) -> Candidate {
    let mut own = candidate.clone();
    own.values.set(id, Value::Number(value));
    own
}

fn candidate_of(scenario: &Scenario) -> Result<&Candidate> {
    let missing = || Error::missing("the model of a unit of predicting", "");
    scenario.models.candidates.first().ok_or_else(missing)
}

fn cost(unit: &Unit) -> Cost {
    let scenario = unit.scenario();
    let Ok(candidate) = candidate_of(scenario) else { return Cost::default() };
    let Sizes { train, targets, .. } = scenario.sizes();
    let validation = Sizes::validation_of_rows(scenario.data.table.rows);
    let own = alternatives(scenario, candidate).into_iter();
    let models = own.filter_map(|own| train::model(scenario, &own, unit.first));
    let each = models.map(|model| {
        model.prediction_cost(scenario.inputs(), train, validation)
            + model.prediction_cost(scenario.inputs(), train, targets)
    });
    each.sum()
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let scenario = unit.scenario();
    let (given, trained) = given(scenario, unit.first, parts)?;
    let own = (scenario, candidate_of(scenario)?, unit.first);
    let seen = Seen { given: &given, asked: &[] };
    let progress = &mut |share: f64, _: Look| tell(share, &|| None);
    let best = fit::best(own, seen, (&given.task.targets.inputs, true), trained, progress)?;
    let Best { chosen, validation, posterior, notes, .. } = best;
    Ok(write(&Foretold { chosen, validation, posterior, notes }))
}

fn write(found: &Foretold) -> Part {
    let mut out = Writer::default();
    out.number(found.chosen as f64);
    out.list(&found.validation);
    let Posterior { mean, covariance, noise } = &found.posterior;
    out.list(mean.as_slice());
    out.plain(noise.as_slice());
    // Of the covariance, which is symmetric, one triangle.
    covariance.column_iter().enumerate().for_each(|(j, column)| out.plain(&column.as_slice()[j..]));
    found.notes.write(&mut out);
    out.end()
}

/// What the unit found.
pub fn read(part: &Part) -> Result<Foretold> {
    part.read(|reader: &mut Reader| {
        let chosen = reader.count()?;
        let validation = reader.list()?.to_vec();
        let mean = Vector::from_column_slice(reader.list()?);
        let size = mean.len();
        let noise = Vector::from_column_slice(reader.take(size)?);
        let mut covariance = Matrix::zeros(size, size);
        for j in 0..size {
            for (i, value) in (j..size).zip(reader.take(size - j)?) {
                covariance[(i, j)] = *value;
                covariance[(j, i)] = *value;
            }
        }
        let notes = Record::read(reader)?;
        Ok(Foretold { chosen, validation, posterior: Posterior { mean, covariance, noise }, notes })
    })
}
