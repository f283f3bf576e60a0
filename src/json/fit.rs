//! The request `fit`: any of the paper's models, fitted to data.

use serde_json::Value;

use super::gaussian_process::points;
use super::kernel::Domain;
use super::model::{self, Setting};
use super::read::{Fields, check_size};
use super::{Prepared, write};
use crate::error::{Error, Result};
use crate::model::warning::scale_hint;
use crate::model::{Fitted, Model, OnAllCores, keep_going};
use crate::numeric::Vector;
use crate::task::Points;

/// `{model, x_train, y_train, noise_variance, x, seed?}` to
/// `{mean, covariance, noise_variance, fitted, diagnostics, warning?, hint?}`.
pub fn fit(request: &Value) -> Result<Prepared> {
    let known = ["model", "x_train", "y_train", "noise_variance", "x", "seed"];
    let fields = Fields::of_request(request, &known)?;
    fields.all(&known[..5])?;
    let x = points(&fields.required("x")?, None)?;
    let inputs = points(&fields.required("x_train")?, Some(x.nrows()))?;
    let observed = Vector::from_vec(fields.required("y_train")?.numbers(Some(inputs.ncols()))?);
    let noise = model::noise(&fields)?;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    let domain = Domain::of(&[&x, &inputs]);
    let field = fields.required("model")?;
    let model = model::model(&field, &Setting { domain: &domain, noise, seed })?;
    let network = model::is_network(&field);
    let asked = x.ncols();
    check_size("covariance of x", asked, asked)?;
    let cost = model.cost(x.nrows(), inputs.ncols(), asked);
    let cost = cost.beside(write::cost(asked + asked * asked));
    let train = Points { inputs, truth: observed.clone(), observed };
    Ok(Prepared::new(cost, move || {
        let fitted = OnAllCores(&*model).learn(&train, &x, &mut keep_going)?;
        let mut answer = model::write(&fitted).map_err(|error| diverged(error, &fitted))?;
        let eta = fitted.note("eta").filter(|eta| *eta != 1.0);
        if let Some(hint) = network.then(|| scale_hint(&train, eta)).flatten() {
            answer["hint"] = hint.into();
        }
        Ok(answer)
    }))
}

/// What steps that go too far leave is not finite.
fn diverged(error: Error, fitted: &Fitted) -> Error {
    match error {
        Error::Value { name, got, .. } if !fitted.curve.is_empty() => {
            let expected = "finite: training has diverged; a smaller learning_rate may help".into();
            Error::Value { name, got, expected }
        }
        other => other,
    }
}
