//! The requests `kernel` and `posterior`.

use serde_json::{Value, json};

use super::kernel::{self, Domain};
use super::read::{Field, Fields, check_size};
use super::{Prepared, write};
use crate::error::{Error, Result};
use crate::model::{GaussianProcess, Model};
use crate::numeric::{Matrix, Vector};
use crate::task::Points;

/// `{kernel, x, x2?}` to `{gram}`.
pub fn kernel(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &["kernel", "x", "x2"])?;
    let x = points(&fields.required("x")?, None)?;
    let second = fields.optional("x2").map(|field| points(&field, Some(x.nrows()))).transpose()?;
    let columns = second.as_ref().unwrap_or(&x);
    check_size("gram", x.ncols(), columns.ncols())?;
    let kernel = kernel::kernel(&fields.required("kernel")?, &Domain::of(&[&x, columns]))?;
    let entries = x.ncols() * columns.ncols();
    let cost = kernel.cost(x.nrows(), entries as f64) + write::cost(entries);
    Ok(Prepared::new(cost, move || {
        let gram = kernel.gram(&x, second.as_ref().unwrap_or(&x));
        Ok(json!({ "gram": write::matrix("gram", &gram)? }))
    }))
}

/// `{kernel, x_train, y_train, noise_variance, x}` to `{mean, covariance}`.
pub fn posterior(request: &Value) -> Result<Prepared> {
    let known = ["kernel", "x_train", "y_train", "noise_variance", "x"];
    let fields = Fields::of_request(request, &known)?;
    let x = points(&fields.required("x")?, None)?;
    let inputs = points(&fields.required("x_train")?, Some(x.nrows()))?;
    let total = x.ncols() + inputs.ncols();
    check_size("covariance of x_train and x", total, total)?;
    let observed = fields.required("y_train")?.numbers(Some(inputs.ncols()))?;
    let noise = fields.required("noise_variance")?.variances(inputs.ncols(), false)?;
    let kernel = kernel::kernel(&fields.required("kernel")?, &Domain::of(&[&x, &inputs]))?;
    let observed = Vector::from_vec(observed);
    let train = Points { inputs, truth: observed.clone(), observed };
    let process = GaussianProcess { kernel, noise: 0.0 };
    let asked = x.ncols();
    let cost = process.cost(x.nrows(), train.len(), asked) + write::cost(asked + asked * asked);
    Ok(Prepared::new(cost, move || {
        let found = process.condition_on(&train, &Vector::from_vec(noise))?.joint(&x)?;
        Ok(json!({
            "mean": write::numbers("mean", found.mean.iter())?,
            "covariance": write::matrix("covariance", &found.covariance)?,
        }))
    }))
}

/// Points as columns: lists of equally many numbers, or plain numbers on a line. Without any, they
/// are of the dimension that is asked for.
pub fn points(field: &Field, inputs: Option<usize>) -> Result<Matrix> {
    let items = field.items("a list of points")?;
    let matrix = match items.first() {
        None => Matrix::zeros(inputs.unwrap_or(1), 0),
        Some(first) if first.is_list() => field.matrix(None, inputs)?.transpose(),
        Some(_) => Matrix::from_vec(1, items.len(), field.numbers(None)?),
    };
    match inputs.filter(|inputs| *inputs != matrix.nrows()) {
        Some(inputs) => Err(field.wrong(format!("a list of points with {inputs} inputs each"))),
        None if matrix.nrows() == 0 => {
            Err(Error::value(format!("{}[0]", field.name), "an empty list", "a list of numbers"))
        }
        None => within_reach(field, matrix),
    }
}

/// Inputs beyond this have squared distances that kernels cannot work with.
const FARTHEST: f64 = 1e30;

fn within_reach(field: &Field, points: Matrix) -> Result<Matrix> {
    let Some(at) = points.iter().position(|value| value.abs() > FARTHEST) else {
        return Ok(points);
    };
    let name = format!("{}[{}], input {},", field.name, at / points.nrows(), at % points.nrows());
    Err(Error::value(name, points[at], format!("within -{FARTHEST:e} .. {FARTHEST:e}")))
}
