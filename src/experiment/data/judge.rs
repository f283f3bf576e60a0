//! All models of a seed judged by each other, in the unit of the table: a density of values in units of their
//! deviation is one of the values themselves times that deviation.

use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::correlation::codec::{judged_from, judged_into};
use crate::experiment::data::predict;
use crate::experiment::data::read::table_of;
use crate::experiment::measure::MEASURES;
use crate::experiment::work::{JUDGED, OBSERVED};
use crate::experiment::{Fit, Judged, Part, Tell, Unit, Work, judge, version_of_judging};
use crate::metric;
use crate::numeric::math;
use crate::task::table::Scale;

/// XLL by every reference, XLLR, and what else models are judged by; it needs the table and all predictions.
pub static JUDGE: Work = Work {
    id: "data-judge",
    keys: &[OBSERVED, JUDGED],
    version: |scenario| version_of_judging(1, scenario),
    cost: Some(cost),
    run,
};

/// What judging found.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The scores, in the unit of the table.
    pub judged: Judged,
    /// Root mean square errors, likewise.
    pub rmse: Vec<f64>,
    /// How values were standardised.
    pub scale: Scale,
}

fn cost(unit: &Unit) -> Cost {
    let (scenario, targets) = (unit.scenario(), unit.scenario().sizes().targets);
    let models = scenario.models.candidates.len();
    metric::cost::cross_likelihoods(models, models, targets, scenario.judging.xll_batch)
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
    let mut out = Writer::default();
    judged_into(&in_unit(judged, scale), &mut out);
    out.list(&rmse);
    out.plain(&[scale.mean, scale.sd]);
    Ok(out.end())
}

/// Log densities of standardised values as those of the values themselves.
fn in_unit(mut judged: Judged, scale: Scale) -> Judged {
    let shift = math::ln(scale.sd);
    for (measure, scores) in MEASURES.iter().zip(&mut judged.scores) {
        if measure.is_density() {
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
        Ok(Verdict { judged, rmse, scale: Scale { mean: reader.number()?, sd: reader.number()? } })
    })
}
