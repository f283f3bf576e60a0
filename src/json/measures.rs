//! The measures that a request `score` asks for beside what it is always told.

use serde_json::{Map, Value};

use super::prediction::{OwnModel, Predictions};
use super::read::Fields;
use super::write;
use crate::cost::Cost;
use crate::error::{Error, Result, quoted};
use crate::metric::{Given, JOINT_MEASURES, JointMeasure, Measured, Prediction, Said};

/// What every answer has, by the ids of measures and the names of its fields.
const ALWAYS: [(&str, &str); 6] = [
    ("metacorrelation", "metacorrelation"),
    ("spearman", "metacorrelation_spearman"),
    ("xllr", "xllr"),
    ("xll", "xll"),
    ("log-likelihood", "marginal_log_likelihood"),
    ("joint", "joint_log_likelihood"),
];

/// What was asked for.
#[derive(Default)]
pub struct Asked {
    wanted: Option<Vec<Wanted>>,
    /// The true function at the targets.
    truth: Option<Vec<f64>>,
}

#[derive(Clone, Copy)]
enum Wanted {
    /// A field that the answer has anyway, and the id that it was asked by.
    There(&'static str, &'static str),
    Further(&'static JointMeasure),
}

/// What models are judged by.
pub struct Judges<'a> {
    pub given: &'a Predictions,
    pub at_targets: &'a [Prediction<'a>],
    /// At the targets.
    pub oracle: Option<&'a OwnModel>,
    /// How many points all models and the oracle know before the targets.
    pub pool: usize,
    pub seed: u64,
}

/// What was found of a model: the value, and what an oracle expects it to be.
pub type Found = Vec<(Measured, Option<f64>)>;

impl Asked {
    pub fn read(fields: &Fields, targets: usize) -> Result<Self> {
        let truth = fields.optional("f").map(|field| field.numbers(Some(targets))).transpose()?;
        let Some(field) = fields.optional("measures") else {
            return Ok(Self { wanted: None, truth });
        };
        let wanted = field.items("a list of measures")?.into_iter().map(|item| {
            let id = item.text()?;
            let there = ALWAYS.iter().find(|(known, _)| *known == id);
            let there = there.map(|(known, field)| Wanted::There(known, field));
            let further = JOINT_MEASURES.iter().find(|measure| measure.id == id);
            there.or(further.map(Wanted::Further)).ok_or_else(|| {
                let always = ALWAYS.iter().map(|(known, _)| *known);
                let known = always.chain(JOINT_MEASURES.iter().map(|measure| measure.id));
                let known = known.collect::<Vec<_>>().join(", ");
                item.wrong(format!("one of {known}"))
            })
        });
        Ok(Self { wanted: Some(wanted.collect::<Result<_>>()?), truth })
    }

    fn further(&self) -> impl Iterator<Item = &'static JointMeasure> {
        self.wanted.iter().flatten().filter_map(|wanted| match wanted {
            Wanted::Further(measure) => Some(*measure),
            Wanted::There(..) => None,
        })
    }

    /// Each is found, and mostly expected too.
    pub fn cost(&self, models: usize, targets: usize, draws: usize) -> Cost {
        let each = self.further().map(|measure| measure.cost(targets, draws) * 2.0);
        let written = self.wanted.as_ref().map_or(0, Vec::len);
        (each.sum::<Cost>() + write::cost(3 * written)) * models as f64
    }

    /// What is found of each model that is asked for and not there anyway.
    pub fn of(&self, judges: &Judges) -> Result<Vec<Found>> {
        let pool = |model: &OwnModel| -> Vec<f64> {
            let from = model.posterior.len() - judges.given.y.len();
            let covariance = &model.posterior.covariance;
            (from - judges.pool.min(from)..from).map(|i| covariance[(i, i)].max(0.0)).collect()
        };
        let oracle_pool = judges.given.oracle.as_ref().map(pool).filter(|pool| !pool.is_empty());
        let given = Given {
            y: &judges.given.y,
            truth: self.truth.as_deref(),
            oracle: judges.oracle.map(OwnModel::prediction),
            oracle_pool: oracle_pool.as_deref(),
            seed: judges.seed,
        };
        let models = judges.given.models.iter().zip(judges.at_targets);
        let of = |(model, prediction): (&OwnModel, &Prediction)| {
            let pool = pool(model);
            let pool = Some(&pool[..]).filter(|pool| !pool.is_empty());
            let said = Said { prediction: *prediction, draws: model.draws.as_ref(), pool };
            self.further().map(|measure| found(measure, &given, &said, model)).collect()
        };
        models.map(of).collect()
    }

    /// Adds to a model's answer what was asked for; nothing if nothing was.
    pub fn write(&self, row: &mut Value, found: &Found) -> Result<()> {
        let Some(wanted) = &self.wanted else { return Ok(()) };
        let [mut values, mut errors, mut expected] = [(); 3].map(|()| Map::new());
        let mut found = found.iter();
        for wanted in wanted {
            let Wanted::Further(JointMeasure { id, .. }) = wanted else {
                let Wanted::There(id, field) = wanted else { continue };
                values.insert((*id).into(), row[field].clone());
                continue;
            };
            let Some((measured, hoped)) = found.next() else { continue };
            values.insert((*id).into(), write::optional(id, measured.value)?);
            if measured.error.is_some() {
                errors.insert((*id).into(), write::optional(id, measured.error)?);
            }
            if hoped.is_some() {
                expected.insert((*id).into(), write::optional(id, *hoped)?);
            }
        }
        row["measures"] = Value::Object(values);
        for (name, map) in [("measure_errors", errors), ("measures_expected", expected)] {
            if !map.is_empty() {
                row[name] = Value::Object(map);
            }
        }
        Ok(())
    }
}

fn found(
    measure: &JointMeasure,
    given: &Given,
    said: &Said,
    model: &OwnModel,
) -> Result<(Measured, Option<f64>)> {
    if let Some(lack) = measure.lacks(given, said) {
        let name = quoted(&model.name);
        let id = measure.id;
        return Err(Error::clash(format!(
            "{id} cannot be taken for model {name}: it needs {lack}"
        )));
    }
    Ok((measure.value(given, said)?, measure.expected(given, said)?))
}
