//! All models of a seed judged by each other, in the unit of the table: a density of values in units of their
//! deviation is one of the values themselves times that deviation.

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::correlation::codec::{judged_from, judged_into};
use crate::experiment::data::predict;
use crate::experiment::data::read::table_of;
use crate::experiment::measure::{self, MEASURES, Measure};
use crate::experiment::work::{JUDGED, OBSERVED};
use crate::experiment::{
    Evidence, Fit, Judged, Known, Part, Tell, Unit, Work, at_targets, judge, version_of_judging,
};
use crate::metric::{self, JOINT_MEASURES};
use crate::numeric::{Vector, math};
use crate::scenario::Scenario;
use crate::task::table::Scale;

/// XLL by every reference, XLLR, and what else models are judged by; it needs the table and all predictions.
pub static JUDGE: Work = Work {
    id: "data-judge",
    keys: &[OBSERVED, JUDGED],
    version: |scenario| version_of_judging(2, scenario),
    cost: Some(cost),
    run,
};

/// What models are judged by beside what labs always show: measures that need neither a truth nor an oracle.
pub const MORE: [&str; 6] = ["joint-2", "joint-5", "joint-10", "joint-20", "variogram", "energy"];

fn more() -> impl Iterator<Item = &'static Measure> {
    MORE.iter().filter_map(|id| measure::find(id))
}

/// What judging found.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The scores, in the unit of the table.
    pub judged: Judged,
    /// Root mean square errors, likewise.
    pub rmse: Vec<f64>,
    /// For each of [`MORE`], that of each model, likewise.
    pub more: Vec<Vec<Option<f64>>>,
    /// How values were standardised.
    pub scale: Scale,
}

fn cost(unit: &Unit) -> Cost {
    let (scenario, targets) = (unit.scenario(), unit.scenario().sizes().targets);
    let models = scenario.models.candidates.len();
    let own = JOINT_MEASURES.iter().filter(|measure| MORE.contains(&measure.id));
    let more: Cost = own.map(|measure| measure.cost(targets, 0)).sum();
    metric::cost::cross_likelihoods(models, models, targets, scenario.judging.xll_batch)
        + more * models as f64
}

fn run(unit: &Unit, parts: &[Part], _: Tell) -> Result<Part> {
    let scenario = unit.scenario();
    let task = table_of(parts)?.task(scenario, &[])?;
    let (y, scale) = (&task.task.targets.observed, task.scale);
    let (mut fits, mut rmse) = (Vec::new(), Vec::new());
    for part in &parts[1..] {
        let found = predict::read(part)?;
        rmse.push(scale.sd * metric::root_mean_square_error(y, &found.posterior.mean));
        fits.push(Some(Fit { doubt: found.notes.doubt(), ..Fit::sure(found.posterior) }));
    }
    let judged = judge(scenario, y.as_slice(), &fits, None)?;
    let more = judged_more(scenario, (y, scale), &mut fits)?;
    let mut out = Writer::default();
    judged_into(&in_unit(judged, scale), &mut out);
    out.list(&rmse);
    more.iter().for_each(|scores| out.list(scores));
    out.plain(&[scale.mean, scale.sd]);
    Ok(out.end())
}

/// What the further measures say, in the unit of the table; NaN where they cannot be taken.
fn judged_more(
    scenario: &Scenario,
    (y, scale): (&Vector, Scale),
    fits: &mut [Option<Fit>],
) -> Result<Vec<Vec<f64>>> {
    fits.iter_mut().flatten().for_each(|fit| fit.posterior = scale.of_posterior(&fit.posterior));
    let y = y.map(|value| scale.back(value));
    let (y, known) = (y.as_slice(), Known::default());
    let targets = at_targets(y, fits);
    let evidence = Evidence::of(scenario, y, fits, &targets, known)?;
    let plain = |measure: &Measure| -> Result<Vec<f64>> {
        let scores = measure.judge(&evidence)?.into_iter();
        Ok(scores.map(|score| score.unwrap_or(f64::NAN)).collect())
    };
    more().map(plain).collect()
}

/// Log densities of standardised values as those of the values themselves.
fn in_unit(mut judged: Judged, scale: Scale) -> Judged {
    let shift = math::ln(scale.sd);
    for (measure, scores) in MEASURES.iter().zip(&mut judged.scores) {
        if measure.is_density {
            scores.iter_mut().flatten().for_each(|score| *score -= shift);
        }
    }
    judged.references.iter_mut().flat_map(|row| &mut row.xll).for_each(|xll| *xll -= shift);
    judged
}

/// What the unit found.
pub fn read(part: &Part) -> Result<Verdict> {
    part.read(|reader: &mut Reader| {
        let judged = judged_from(reader)?;
        let rmse = reader.list()?.to_vec();
        let known = |value: &f64| Some(*value).filter(|value| !value.is_nan());
        let more = MORE.iter().map(|_| Ok(reader.list()?.iter().map(known).collect()));
        let more = more.collect::<Result<_>>()?;
        let scale = Scale { mean: reader.number()?, sd: reader.number()? };
        Ok(Verdict { judged, rmse, more, scale })
    })
}
