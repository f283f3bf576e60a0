//! Pictures and scores as plain numbers.

use std::rc::Rc;

use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::correlation::{Picture, Solved, oracle_place};
use crate::experiment::measure::MEASURES;
use crate::experiment::{Belief, Judged, Part, Row, Triangle};
use crate::posterior::Posterior;
use crate::scenario::Scenario;

/// The scores.
pub fn write_judged(judged: &Judged) -> Part {
    let mut out = Writer::default();
    judged_into(judged, &mut out);
    out.end()
}

/// Writes scores among other numbers.
pub fn judged_into(judged: &Judged, out: &mut Writer) {
    out.indices(&judged.models);
    judged.scores.iter().for_each(|scores| out.optional(scores));
    out.number(judged.references.len() as f64);
    for row in &judged.references {
        out.number(row.reference as f64);
        out.plain(&row.xll);
        out.plain(&row.rank);
    }
    out.number(judged.jitter);
    judged.doubts.iter().for_each(|doubt| out.text(doubt.as_deref().unwrap_or_default()));
}

/// What [`write_judged`] wrote.
pub fn read_judged(part: &Part) -> Result<Judged> {
    let mut reader = Reader(&part.0);
    let judged = judged_from(&mut reader)?;
    reader.end(judged)
}

/// What [`judged_into`] wrote.
pub fn judged_from(reader: &mut Reader) -> Result<Judged> {
    let models = reader.indices()?;
    let count = models.len();
    let scores = MEASURES.iter().map(|_| reader.optional(count)).collect::<Result<_>>()?;
    let mut references = Vec::new();
    for _ in 0..reader.count()? {
        let reference = reader.count()?;
        let (xll, rank) = (reader.take(count)?.to_vec(), reader.take(count)?.to_vec());
        references.push(Row { reference, xll, rank });
    }
    let jitter = reader.number()?;
    let doubt = |_| Ok(Some(reader.text()?).filter(|words| !words.is_empty()));
    let doubts = (0..count).map(doubt).collect::<Result<_>>()?;
    Ok(Judged { models, scores, references, jitter, doubts })
}

/// The whole picture; the oracle's posterior only once.
pub fn write_picture(scenario: &Scenario, picture: &Solved) -> Part {
    let mut out = Writer::default();
    out.indices(&picture.order);
    out.list(&picture.y);
    judged_into(&picture.judged, &mut out);
    out.flag(picture.task.is_some());
    picture.task.iter().for_each(|task| out.task(task));
    let known = picture.oracle.as_ref().filter(|_| oracle_place(scenario).is_none());
    out.flag(known.is_some());
    known.iter().for_each(|oracle| posterior_into(oracle, &mut out));
    for fit in &picture.fits {
        out.number(fit.as_ref().map_or(f64::NAN, |fit| fit.skipped as f64));
        fit.iter().for_each(|fit| posterior_into(&fit.posterior, &mut out));
    }
    out.indices(&picture.strangers);
    out.end()
}

/// What [`write_picture`] wrote for a scenario. The covariances stay where they are.
pub fn read_picture(scenario: &Scenario, part: Part) -> Result<Picture> {
    let values = Rc::new(part.0);
    let mut reader = Reader(&values);
    let order = reader.indices()?;
    let y = reader.list()?.to_vec();
    let judged = judged_from(&mut reader)?;
    let task = if reader.flag()? { Some(reader.task()?) } else { None };
    let known = if reader.flag()? { Some(belief_from(&mut reader, &values, 0)?) } else { None };
    let mut beliefs = Vec::with_capacity(scenario.models.candidates.len());
    for _ in &scenario.models.candidates {
        let skipped = reader.number()?;
        beliefs.push(match skipped.is_nan() {
            true => None,
            false => Some(belief_from(&mut reader, &values, skipped as usize)?),
        });
    }
    let oracle = known.or_else(|| beliefs[oracle_place(scenario)?].clone());
    let strangers = reader.indices()?;
    let scenario = scenario.clone();
    reader.end(Picture { scenario, task, y, order, oracle, beliefs, strangers, judged })
}

/// Of the covariance, which is symmetric, one triangle.
pub fn posterior_into(posterior: &Posterior, out: &mut Writer) {
    out.list(posterior.mean.as_slice());
    out.plain(posterior.noise.as_slice());
    for (j, column) in posterior.covariance.column_iter().enumerate() {
        out.plain(&column.as_slice()[j..]);
    }
}

/// What [`posterior_into`] wrote, among other numbers.
pub fn belief_from(reader: &mut Reader, values: &Rc<Vec<f64>>, skipped: usize) -> Result<Belief> {
    let mean = reader.list()?.to_vec();
    let size = mean.len();
    let noise = reader.take(size)?.to_vec();
    let start = values.len() - reader.0.len();
    reader.take(Triangle::count(size))?;
    let covariance = Triangle { values: Rc::clone(values), start, size };
    Ok(Belief { mean, noise, skipped, covariance })
}
