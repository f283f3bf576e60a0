//! A cell of the table of XLL, worked out on one batch.

use serde_json::{Value, json};

use super::Atlas;
use crate::error::Result;
use crate::lab::three_decimals;
use crate::metric::{self, Prediction};
use crate::numeric::{fixed, shortest};

impl Atlas {
    /// The calculation behind XLL of a candidate under a reference, on the batch of one target; nothing
    /// if one of them is not there:
    /// `{reference, candidate, target, batches: [[name, value]], points: [{name, short, y, mean, deviation, score}],
    /// correlations, size, constant, variances, determinant, quadratic, sum, density, each, count, total, xll,
    /// jitter}`.
    pub fn worked(&self, reference: usize, candidate: usize, target: usize) -> Result<Value> {
        let (scenario, y) = (&self.picture.scenario, &self.picture.y);
        let belief = |model: usize| Some(self.picture.beliefs.get(model)?.as_ref()?.last(y.len()));
        let judges = self.picture.judged.references.iter().any(|row| row.reference == reference);
        let (true, Some(theirs), Some(own)) =
            (judges && target < y.len(), belief(reference), belief(candidate))
        else {
            return Ok(Value::Null);
        };
        let (theirs, own) = (Prediction::from(&theirs), Prediction::from(&own));
        let size = scenario.judging.xll_batch.min(y.len());
        let found = metric::worked(&theirs, &own, y, size, scenario.judging.batches)?;
        let names = |index: usize| self.names(self.place(self.picture.pool() + index)?);
        let each = |place: usize| three_decimals(found.terms[place].log_density / size as f64);
        let point = |&index: &usize| {
            let (name, short) = names(index).unzip();
            json!({
                "name": name, "short": short,
                "y": three_decimals(y[index]),
                "mean": three_decimals(theirs.mean[index]),
                "deviation": three_decimals(theirs.variance(index).sqrt()),
                "score": three_decimals(found.score(index)),
            })
        };
        let batch = |place: usize| json!([names(place).map(|(name, _)| name), each(place)]);
        let correlations = found.correlations(&own, target);
        let rows = correlations.row_iter().map(|row| row.iter().map(|r| fixed(*r, 3)).collect());
        let terms = &found.terms[target];
        Ok(json!({
            "reference": self.titles[reference],
            "candidate": self.titles[candidate],
            "target": target,
            "batches": (0..y.len()).map(batch).collect::<Vec<_>>(),
            "points": found.batch(target).iter().map(point).collect::<Vec<_>>(),
            "correlations": rows.collect::<Vec<Vec<String>>>(),
            "size": size,
            "constant": three_decimals(terms.constant),
            "variances": three_decimals(terms.log_variances),
            "determinant": three_decimals(terms.log_determinant),
            "quadratic": three_decimals(terms.quadratic),
            "sum": three_decimals(-2.0 * terms.log_density),
            "density": three_decimals(terms.log_density),
            "each": each(target),
            "count": y.len(),
            "total": three_decimals(found.xll * y.len() as f64),
            "xll": three_decimals(found.xll),
            "jitter": (found.jitter > 0.0).then(|| shortest(found.jitter)),
        }))
    }
}
