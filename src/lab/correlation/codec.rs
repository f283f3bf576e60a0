//! Pictures and scores as plain numbers, so that a worker can send them.

use std::rc::Rc;

use crate::error::{Error, Result};
use crate::lab::correlation::belief::{Belief, Triangle};
use crate::lab::correlation::fit::Solved;
use crate::lab::correlation::judge::Row;
use crate::lab::correlation::{Judged, Picture};
use crate::metric::Metacorrelation;
use crate::numeric::{Matrix, Vector};
use crate::posterior::Posterior;
use crate::scenario::{Family, Scenario};
use crate::task::{Points, Task};

/// The scores, nothing being NaN.
pub fn write_judged(judged: &Judged) -> Vec<f64> {
    let mut out = Vec::new();
    let optional = |value: &Option<f64>| value.unwrap_or(f64::NAN);
    write_indices(&judged.models, &mut out);
    out.extend(judged.metacorrelation.iter().map(|agreement| optional(&agreement.pearson)));
    out.extend(judged.metacorrelation.iter().map(|agreement| optional(&agreement.spearman)));
    out.extend(&judged.marginal);
    out.extend(&judged.joint);
    out.extend(judged.xll.iter().map(optional));
    out.extend(judged.xllr.iter().map(optional));
    out.push(judged.references.len() as f64);
    for row in &judged.references {
        out.push(row.reference as f64);
        out.extend(&row.xll);
        out.extend(&row.rank);
    }
    out.push(judged.jitter);
    out
}

fn write_indices(list: &[usize], out: &mut Vec<f64>) {
    out.push(list.len() as f64);
    out.extend(list.iter().map(|&i| i as f64));
}

/// What [`write_judged`] wrote.
pub fn read_judged(values: &[f64]) -> Result<Judged> {
    let mut reader = Reader(values);
    let judged = reader.judged()?;
    reader.end(judged)
}

/// The whole picture; the oracle's posterior only once.
pub fn write_picture(scenario: &Scenario, picture: &Solved) -> Vec<f64> {
    let mut out = Vec::new();
    write_indices(&picture.order, &mut out);
    out.push(picture.y.len() as f64);
    out.extend(&picture.y);
    out.extend(write_judged(&picture.judged));
    out.push(f64::from(u8::from(picture.task.is_some())));
    if let Some(task) = &picture.task {
        out.push(task.noise);
        for points in [&task.train, &task.pool, &task.targets] {
            write_points(points, &mut out);
        }
    }
    let known = picture.oracle.as_ref().filter(|_| oracle_place(scenario).is_none());
    out.push(f64::from(u8::from(known.is_some())));
    if let Some(oracle) = known {
        write_posterior(oracle, &mut out);
    }
    for fit in &picture.fits {
        out.push(fit.as_ref().map_or(f64::NAN, |fit| fit.skipped as f64));
        if let Some(fit) = fit {
            write_posterior(&fit.posterior, &mut out);
        }
    }
    write_indices(&picture.strangers, &mut out);
    out
}

/// What [`write_picture`] wrote for a scenario. The covariances stay where they are.
pub fn read_picture(scenario: &Scenario, values: Vec<f64>) -> Result<Picture> {
    let values = Rc::new(values);
    let mut reader = Reader(&values);
    let order = reader.indices()?;
    let targets = reader.count()?;
    let y = reader.take(targets)?.to_vec();
    let judged = reader.judged()?;
    let task = if reader.flag()? { Some(reader.task()?) } else { None };
    let known = if reader.flag()? { Some(reader.belief(&values, 0)?) } else { None };
    let mut beliefs = Vec::with_capacity(scenario.candidates.len());
    for _ in &scenario.candidates {
        let skipped = reader.take(1)?[0];
        beliefs.push(match skipped.is_nan() {
            true => None,
            false => Some(reader.belief(&values, skipped as usize)?),
        });
    }
    let oracle = known.or_else(|| beliefs[oracle_place(scenario)?].clone());
    let strangers = reader.indices()?;
    let scenario = scenario.clone();
    reader.end(Picture { scenario, task, y, order, oracle, beliefs, strangers, judged })
}

/// The candidate that is the oracle itself.
pub fn oracle_place(scenario: &Scenario) -> Option<usize> {
    scenario.candidates.iter().position(|candidate| candidate.kind.family == Family::Oracle)
}

fn write_points(points: &Points, out: &mut Vec<f64>) {
    out.extend([points.inputs.nrows() as f64, points.len() as f64]);
    out.extend(points.inputs.as_slice());
    out.extend(points.truth.as_slice());
    out.extend(points.observed.as_slice());
}

/// Of the covariance, which is symmetric, one triangle.
fn write_posterior(posterior: &Posterior, out: &mut Vec<f64>) {
    out.push(posterior.len() as f64);
    out.extend(posterior.mean.as_slice());
    out.extend(posterior.noise.as_slice());
    for (j, column) in posterior.covariance.column_iter().enumerate() {
        out.extend(&column.as_slice()[j..]);
    }
}

/// Numbers that are yet to be read.
struct Reader<'a>(&'a [f64]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [f64]> {
        let wrong =
            || Error::value("a part", format!("{} numbers left", self.0.len()), "written by run");
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(wrong)?;
        self.0 = rest;
        Ok(taken)
    }

    fn count(&mut self) -> Result<usize> {
        Ok(self.take(1)?[0] as usize)
    }

    /// A count, and so many whole numbers.
    fn indices(&mut self) -> Result<Vec<usize>> {
        let count = self.count()?;
        Ok(self.take(count)?.iter().map(|&i| i as usize).collect())
    }

    fn flag(&mut self) -> Result<bool> {
        Ok(self.take(1)?[0] == 1.0)
    }

    fn end<T>(&self, value: T) -> Result<T> {
        let left =
            || Error::value("a part", format!("{} numbers left", self.0.len()), "read to its end");
        self.0.is_empty().then_some(value).ok_or_else(left)
    }

    fn judged(&mut self) -> Result<Judged> {
        let models = self.indices()?;
        let count = models.len();
        let optional = |value: &f64| (!value.is_nan()).then_some(*value);
        let (pearson, spearman) = (self.take(count)?, self.take(count)?);
        let agreement = |(pearson, spearman): (&f64, &f64)| Metacorrelation {
            pearson: optional(pearson),
            spearman: optional(spearman),
        };
        let metacorrelation = pearson.iter().zip(spearman).map(agreement).collect();
        let (marginal, joint) = (self.take(count)?.to_vec(), self.take(count)?.to_vec());
        let xll = self.take(count)?.iter().map(optional).collect();
        let xllr = self.take(count)?.iter().map(optional).collect();
        let mut references = Vec::new();
        for _ in 0..self.count()? {
            let reference = self.count()?;
            let (xll, rank) = (self.take(count)?.to_vec(), self.take(count)?.to_vec());
            references.push(Row { reference, xll, rank });
        }
        let jitter = self.take(1)?[0];
        Ok(Judged { models, metacorrelation, marginal, joint, xll, xllr, references, jitter })
    }

    fn task(&mut self) -> Result<Task> {
        let noise = self.take(1)?[0];
        Ok(Task { noise, train: self.points()?, pool: self.points()?, targets: self.points()? })
    }

    fn points(&mut self) -> Result<Points> {
        let (inputs, count) = (self.count()?, self.count()?);
        let vector = |values: &[f64]| Vector::from_column_slice(values);
        Ok(Points {
            inputs: Matrix::from_column_slice(inputs, count, self.take(inputs * count)?),
            truth: vector(self.take(count)?),
            observed: vector(self.take(count)?),
        })
    }

    fn belief(&mut self, values: &Rc<Vec<f64>>, skipped: usize) -> Result<Belief> {
        let size = self.count()?;
        let (mean, noise) = (self.take(size)?.to_vec(), self.take(size)?.to_vec());
        let start = values.len() - self.0.len();
        self.take(Triangle::count(size))?;
        let covariance = Triangle { values: Rc::clone(values), start, size };
        Ok(Belief { mean, noise, skipped, covariance })
    }
}
