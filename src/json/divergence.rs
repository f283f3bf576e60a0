//! The request `divergence`.

use serde_json::{Map, Value};

use super::check;
use super::read::Fields;
use super::{Prepared, write};
use crate::cost::Cost;
use crate::error::Result;
use crate::metric::{self, Divergence, Gaussian};

const KNOWN: [&str; 6] =
    ["mean_gen", "sd_gen", "correlation_gen", "mean_ref", "sd_ref", "correlation"];

/// Theorem 1: what generated the data against a reference's marginals and a candidate's
/// correlations.
pub fn divergence(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let mean = fields.required("mean_gen")?.numbers(None)?;
    let size = mean.len();
    if size == 0 {
        return Err(fields.required("mean_gen")?.wrong("a list of at least 1 number"));
    }
    let mean_ref = fields.required("mean_ref")?.numbers(Some(size))?;
    let (sd, sd_ref) = (deviations(&fields, "sd_gen", size)?, deviations(&fields, "sd_ref", size)?);
    let square = |name: &str| fields.required(name)?.matrix(Some(size), Some(size));
    let (correlation, correlation_ref) = (square("correlation_gen")?, square("correlation")?);
    Ok(Prepared::new(cost(size), move || {
        let correlation = check::correlation("correlation_gen", correlation)?;
        let correlation_ref = check::correlation("correlation", correlation_ref)?;
        let generating = Gaussian { mean: &mean, sd: &sd, correlation: &correlation };
        let judged = Gaussian { mean: &mean_ref, sd: &sd_ref, correlation: &correlation_ref };
        written(&metric::divergence(&generating, &judged)?)
    }))
}

/// Four factors, three solves, and an eigenvalue by steps that are not blocked.
fn cost(size: usize) -> Cost {
    let n = size as f64;
    Cost::factor(size) * 4.0 + Cost::solve(size, size) * 3.0 + Cost::operations(0.7 * n * n * n)
}

fn deviations(fields: &Fields, name: &str, size: usize) -> Result<Vec<f64>> {
    let field = fields.required(name)?;
    let numbers = field.numbers(Some(size))?;
    match numbers.iter().position(|sd| *sd <= 0.0) {
        None => Ok(numbers),
        Some(i) => Err(field.items("a list")?[i].wrong("a standard deviation, above 0")),
    }
}

fn written(found: &Divergence) -> Result<Value> {
    let numbers = [
        ("kl", found.kl),
        ("kl_marginals", found.kl_marginals),
        ("kl_correlations", found.kl_correlations),
        ("logdet", found.logdet),
        ("lambda_min", found.lambda_min),
        ("order_paper", found.limits.paper),
        ("order_tight", found.limits.tight),
        ("bound", found.limits.bound),
    ];
    let entry = |(name, value): (&str, f64)| Ok((name.to_string(), write::number(name, value)?));
    Ok(Value::Object(numbers.into_iter().map(entry).collect::<Result<Map<_, _>>>()?))
}
