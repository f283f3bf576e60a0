//! Answers. JSON has no NaN: a number that is not finite is an error that names it.

use serde_json::Value;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::Matrix;

/// What writing so many numbers costs, which first are values and then text.
pub fn cost(numbers: usize) -> Cost {
    (Cost::operations(140.0) * numbers as f64).holding(80.0 * numbers as f64)
}

pub fn number(name: &str, value: f64) -> Result<Value> {
    let expected = "finite: the request's numbers are too large or too small";
    finite(value).ok_or_else(|| Error::value(format!("answer {name}"), value, expected))
}

pub fn optional(name: &str, value: Option<f64>) -> Result<Value> {
    value.map_or(Ok(Value::Null), |value| number(name, value))
}

pub fn numbers<'a>(name: &str, values: impl IntoIterator<Item = &'a f64>) -> Result<Value> {
    let item = |(i, value): (usize, &f64)| match finite(*value) {
        Some(value) => Ok(value),
        None => number(&format!("{name}[{i}]"), *value),
    };
    Ok(Value::Array(values.into_iter().enumerate().map(item).collect::<Result<_>>()?))
}

pub fn optionals(name: &str, values: &[Option<f64>]) -> Result<Value> {
    let item = |(i, value): (usize, &Option<f64>)| optional(&format!("{name}[{i}]"), *value);
    Ok(Value::Array(values.iter().enumerate().map(item).collect::<Result<_>>()?))
}

pub fn matrix(name: &str, values: &Matrix) -> Result<Value> {
    let row = |i: usize| numbers(&format!("{name}[{i}]"), values.row(i).iter());
    Ok(Value::Array((0..values.nrows()).map(row).collect::<Result<_>>()?))
}

/// -0 is written as 0: its sign means nothing to anybody.
fn finite(value: f64) -> Option<Value> {
    serde_json::Number::from_f64(value + 0.0).map(Value::Number)
}
