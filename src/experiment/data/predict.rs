//! What a model predicts of the test set, jointly, after it was trained.
//!
//! What a table leaves open and a model cannot learn is chosen among a few, by the likelihood of the validation part:
//! dropout's noise, as in the paper's appendix.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::curves::Record;
use crate::experiment::data::read::{Given, table_of};
use crate::experiment::work::OBSERVED;
use crate::experiment::{Part, Tell, Unit, Work, train, version_of_asking};
use crate::metric;
use crate::model::{Fitted, Look, Value};
use crate::numeric::{Matrix, Vector};
use crate::points::Points;
use crate::posterior::Posterior;
use crate::scenario::{Candidate, Family, Scenario, Sizes};

/// A model's prediction; it needs the table, and the training of all alternatives in their order.
pub static PREDICT: Work = Work {
    id: "data-predict",
    keys: &[OBSERVED, &["candidate"]],
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

/// The models that a candidate may be: itself, or one for each noise that it is tried with.
pub fn alternatives(candidate: &Candidate) -> Vec<Candidate> {
    let open = candidate.kind.family == Family::Dropout && candidate.says("noise", "auto");
    if !open {
        return vec![candidate.clone()];
    }
    let with = |noise: f64| {
        let mut own = candidate.clone();
        own.values.set("noise", Value::Number(noise));
        own
    };
    NOISES.map(with).to_vec()
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
    let own = alternatives(candidate).into_iter();
    let models = own.filter_map(|own| train::model(scenario, &own, unit.first));
    let each = models.map(|model| {
        model.prediction_cost(scenario.inputs(), train, validation)
            + model.prediction_cost(scenario.inputs(), train, targets)
    });
    each.sum()
}

fn run(unit: &Unit, parts: &[Part], tell: Tell) -> Result<Part> {
    let scenario = unit.scenario();
    let from_table = table_of(parts)?.task(scenario, &[])?;
    let (validation, given): (Points, Given) = (from_table.validation.clone(), from_table.into());
    let task = &given.task;
    let own = alternatives(candidate_of(scenario)?);
    let (mut trained, mut fits) = (&parts[1..], Vec::new());
    for (place, candidate) in own.iter().enumerate() {
        let missing = || Error::missing("the training of a model that predicts", "");
        let model =
            train::model_given(scenario, candidate, unit.first, &given).ok_or_else(|| {
                Error::value(
                    "a model for tables",
                    candidate,
                    "one that needs no known prior or noise",
                )
            })?;
        let (pieces, rest) = trained.split_at_checked(model.pieces()).ok_or_else(missing)?;
        trained = rest;
        let tell = &mut |share: f64, _: Look| {
            tell((place as f64 + 0.999 * share) / own.len() as f64, &|| None)
        };
        // Together, so that what is drawn at the one is drawn at the other.
        let both = validation.followed_by(&task.targets);
        let fitted = train::predict(&*model, pieces, (&task.train, &both.inputs), tell)?;
        fits.push((likelihood(&fitted, &validation), fitted));
    }
    let best = best_of(&fits.iter().map(|fit| fit.0).collect::<Vec<_>>());
    let (validation, fits): (Vec<f64>, Vec<Fitted>) = fits.into_iter().unzip();
    let fitted = &fits[best];
    let (notes, posterior) = (Record::of(fitted), fitted.posterior.last(task.targets.len()));
    Ok(write(&Foretold { chosen: best, validation, posterior, notes }))
}

/// The mean log likelihood of the first points under a prediction of them and others.
fn likelihood(fitted: &Fitted, points: &Points) -> f64 {
    let all = fitted.posterior.marginals();
    let first = |values: &Vector| values.rows(0, points.len()).into_owned();
    let marginals = crate::posterior::Marginals {
        mean: first(&all.mean),
        variance: first(&all.variance),
        noise: first(&all.noise),
    };
    metric::log_likelihood(&points.observed, &marginals)
}

/// The first of the largest; what is no number never is.
fn best_of(values: &[f64]) -> usize {
    let number =
        |place: usize| if values[place].is_nan() { f64::NEG_INFINITY } else { values[place] };
    (0..values.len()).fold(0, |best, place| if number(place) > number(best) { place } else { best })
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
