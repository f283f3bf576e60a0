//! The request `fit`: any of the paper's models, fitted to data.

use serde_json::Value;

use super::gaussian_process::points;
use super::kernel::Domain;
use super::model::{self, Setting};
use super::read::{Field, Fields, check_size};
use super::{Prepared, write};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::choice::{CHECK_EVERY, no_epochs};
use crate::model::warning::scale_hint;
use crate::model::{Fit, Fitted, Model, OnAllCores, Validation, keep_going};
use crate::numeric::Vector;
use crate::task::Points;

const KNOWN: [&str; 10] = [
    "model",
    "x_train",
    "y_train",
    "noise_variance",
    "x",
    "seed",
    "hyper",
    "validation",
    "check_every",
    "patience",
];

/// `{model, x_train, y_train, noise_variance, x, seed?, hyper?, validation?, check_every?, patience?}` to
/// `{mean, covariance, noise_variance, fitted, diagnostics, warning?, hint?}`.
pub fn fit(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &KNOWN)?;
    fields.all(&KNOWN[..5])?;
    let x = points(&fields.required("x")?, None)?;
    let inputs = points(&fields.required("x_train")?, Some(x.nrows()))?;
    let observed = Vector::from_vec(fields.required("y_train")?.numbers(Some(inputs.ncols()))?);
    let noise = model::noise(&fields)?;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    let hyper = model::hyper(&fields, x.nrows())?;
    let choosing = Choosing::read(&fields, x.nrows())?;
    let domain = Domain::of(&[&x, &inputs]);
    let field = fields.required("model")?;
    let around = Setting { domain: &domain, noise, hyper: hyper.as_ref(), seed };
    let model = model::model(&field, &around)?;
    if hyper.is_some() && model.trained_on().is_none() {
        return Err(fields
            .required("hyper")?
            .wrong("left out: only nkn learns its kernel from other data"));
    }
    if choosing.is_some() && !model.chooses() {
        return Err(no_epochs());
    }
    let network = model::is_network(&field);
    let asked = x.ncols();
    check_size("covariance of x", asked, asked)?;
    let cost = model.cost(x.nrows(), inputs.ncols(), asked);
    let choice = choosing.as_ref().map_or(Cost::default(), |choosing| {
        model.choosing_cost(x.nrows(), inputs.ncols(), &choosing.validation())
    });
    let cost = cost.beside(choice).beside(write::cost(asked + asked * asked));
    let train = Points { inputs, truth: observed.clone(), observed };
    Ok(Prepared::new(cost, move || {
        let validation = choosing.as_ref().map(Choosing::validation);
        let fit = Fit { train: &train, inputs: &x, validation, progress: &mut keep_going };
        let fitted = OnAllCores(&*model).learn_by(fit)?;
        let mut answer = model::write(&fitted).map_err(|error| diverged(error, &fitted))?;
        if let Some(hint) = network.then(|| scale_hint(&train)).flatten() {
            answer["hint"] = hint.into();
        }
        Ok(answer)
    }))
}

/// What an epoch is chosen by.
struct Choosing {
    points: Points,
    every: usize,
    patience: Option<usize>,
}

impl Choosing {
    /// `{validation: {x, y}, check_every?, patience?}`, of which the last two have no sense alone.
    fn read(fields: &Fields, inputs: usize) -> Result<Option<Self>> {
        let [every, patience] = ["check_every", "patience"].map(|name| fields.optional(name));
        let Some(field) = fields.optional("validation") else {
            let alone = every.or(patience);
            let expected = "left out where there is no validation";
            return alone.map_or(Ok(None), |field| Err(field.wrong(expected)));
        };
        let count = |field: &Field| field.count(1, 10_000_000).map(|count| count as usize);
        let points = model::data(&field, inputs)?;
        if points.is_empty() {
            return Err(field.wrong("at least 1 point"));
        }
        Ok(Some(Self {
            points,
            every: every.as_ref().map_or(Ok(CHECK_EVERY), count)?,
            patience: patience.as_ref().map(count).transpose()?,
        }))
    }

    fn validation(&self) -> Validation<'_> {
        let Self { points, every, patience } = self;
        Validation { points, every: *every, patience: *patience }
    }
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
