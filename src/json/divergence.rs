//! The request `divergence`.

use serde_json::{Map, Value};

use super::check;
use super::read::Fields;
use super::write;
use crate::error::Result;
use crate::metric::{self, Divergence, Gaussian};
use crate::numeric::Matrix;

const KNOWN: [&str; 6] =
    ["mean_gen", "sd_gen", "correlation_gen", "mean_ref", "sd_ref", "correlation"];

/// Theorem 1: what generated the data against a reference's marginals and a candidate's
/// correlations.
pub fn divergence(request: &Value) -> Result<Value> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let mean = fields.required("mean_gen")?.numbers(None)?;
    let size = mean.len();
    if size == 0 {
        return Err(fields.required("mean_gen")?.wrong("a list of at least 1 number"));
    }
    let mean_ref = fields.required("mean_ref")?.numbers(Some(size))?;
    let [sd, sd_ref] = ["sd_gen", "sd_ref"].map(|name| deviations(&fields, name, size));
    let [correlation, correlation_ref] = ["correlation_gen", "correlation"]
        .map(|name| check::correlation(&fields.required(name)?, size));
    let gaussian = |mean, sd, correlation| Gaussian { mean, sd, correlation };
    let (sd, sd_ref) = (sd?, sd_ref?);
    let (correlation, correlation_ref): (Matrix, Matrix) = (correlation?, correlation_ref?);
    let generating = gaussian(&mean, &sd, &correlation);
    let judged = gaussian(&mean_ref, &sd_ref, &correlation_ref);
    written(&metric::divergence(&generating, &judged)?)
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
        ("order_paper", found.order_paper),
        ("order_tight", found.order_tight),
        ("bound", found.bound),
    ];
    let entry = |(name, value): (&str, f64)| Ok((name.to_string(), write::number(name, value)?));
    Ok(Value::Object(numbers.into_iter().map(entry).collect::<Result<Map<_, _>>>()?))
}
