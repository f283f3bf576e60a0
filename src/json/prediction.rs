//! Models' predictions and what was observed there, as `score` takes them.

use super::check::{self, Observed, Rounding};
use super::limits::{check_size, check_together};
use super::read::{Field, Fields};
use super::syntax;
use crate::cost::Cost;
use crate::error::{Error, Result, quoted};
use crate::metric::Prediction;
use crate::numeric::{Matrix, Vector};
use crate::posterior::Posterior;

/// What models say of some targets, and what was observed there.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    /// The observations at the targets.
    pub y: Vec<f64>,
    /// The models; none only where a file gives an oracle alone.
    pub models: Vec<OwnModel>,
    /// A model that is known to be right.
    pub oracle: Option<OwnModel>,
    /// How many targets are judged together.
    pub batch_size: Option<usize>,
}

/// A model known by its numbers alone.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnModel {
    /// What it is called.
    pub name: String,
    /// What it says of the targets, or of the pool and then the targets.
    pub posterior: Posterior,
    /// What was added to all its variances, because rounding had made its covariance indefinite.
    pub lift: f64,
    /// The functions that it was given by, at the targets alone, one a column.
    pub draws: Option<Matrix>,
}

impl OwnModel {
    /// A model whose observations at its last `targets` points all have a density. `prefix` is what
    /// stands before the names of its fields.
    pub(crate) fn new(
        name: String,
        prefix: &str,
        (posterior, lift): (Posterior, f64),
        targets: usize,
    ) -> Result<Self> {
        let model = Self { name, posterior, lift, draws: None };
        let points = model.posterior.len();
        let silent = |i: &usize| model.prediction().variance(*i) <= 0.0;
        match (points - targets..points).find(silent) {
            None => Ok(model),
            Some(i) => {
                let name = format!("{prefix}covariance[{i}][{i}] + noise_variance");
                Err(Error::value(name, 0, "above 0, or y has no density"))
            }
        }
    }

    /// Its numbers as the metrics take them.
    #[must_use]
    pub fn prediction(&self) -> Prediction<'_> {
        (&self.posterior).into()
    }

    /// What it says of its last `count` points, which are the targets.
    ///
    /// # Errors
    /// [`Error::Value`] if it has fewer.
    pub fn at_targets(&self, count: usize) -> Result<Self> {
        let points = self.posterior.len();
        if points < count {
            let expected = format!("of at least {count} points, one for each target");
            return Err(Error::value(
                format!("the model {}", quoted(&self.name)),
                points,
                expected,
            ));
        }
        Ok(Self { posterior: self.posterior.last(count), ..self.clone() })
    }
}

/// The fields of a `score` request.
pub const KNOWN: [&str; 12] = [
    "y",
    "batch_size",
    "models",
    "oracle",
    "include_self",
    "batches",
    "references",
    "rows",
    "cols",
    "seed",
    "measures",
    "f",
];

/// The predictions in a file that is a `score` request. Fields that say how to judge are not looked
/// at, but for `batch_size`.
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn predictions(text: &str) -> Result<Predictions> {
    let value = syntax::parse("the file", text)?;
    of_request(&Fields::of_request(&value, &KNOWN)?)?.checked()
}

/// The exact posterior that a task's file holds, with the task's y and no models.
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn task_oracle(text: &str) -> Result<Predictions> {
    let value = syntax::parse("the file", text)?;
    let fields = Fields::of_request(&value, &TASK)?;
    let y = fields.required("y")?.numbers(None)?;
    let (numbers, points) = moments(&fields, ["oracle_mean", "oracle_covariance"], y.len())?;
    let noise = fields.required("noise_variance")?.variances(points, false)?;
    let oracle = UncheckedModel::new("oracle".into(), "oracle_", numbers, noise, y.len());
    Ok(Predictions { y, models: Vec::new(), oracle: Some(oracle.checked()?), batch_size: None })
}

/// The fields of a task's file.
const TASK: [&str; 12] = [
    "link",
    "kernel",
    "seed",
    "x_train",
    "y_train",
    "x_pool",
    "y_pool",
    "x_targets",
    "y",
    "noise_variance",
    "oracle_mean",
    "oracle_covariance",
];

/// Predictions whose sizes fit, but whose covariances may be none.
pub struct Unchecked {
    pub y: Vec<f64>,
    pub models: Vec<UncheckedModel>,
    pub oracle: Option<UncheckedModel>,
    pub batch_size: Option<usize>,
}

/// A model as it is given.
pub struct UncheckedModel {
    title: String,
    /// What stands before the names of its fields.
    prefix: String,
    numbers: Numbers,
    /// One noise variance for each point.
    noise: Vector,
    targets: usize,
}

/// What a model says of its points.
pub(crate) enum Numbers {
    /// Its means and covariances.
    Moments(Vector, Matrix),
    /// Functions that it finds likely, one a column.
    Draws(Matrix),
}

impl Unchecked {
    /// What [`Unchecked::checked`] costs.
    pub fn cost(&self) -> Cost {
        self.models.iter().chain(&self.oracle).map(UncheckedModel::cost).sum()
    }

    /// How many points each model is about, and the oracle.
    pub fn points(&self) -> Vec<usize> {
        self.models.iter().chain(&self.oracle).map(|model| model.noise.len()).collect()
    }

    /// The predictions if all covariances are what they should be.
    pub fn checked(self) -> Result<Predictions> {
        let Self { y, models, oracle, batch_size } = self;
        let models = models.into_iter().map(UncheckedModel::checked).collect::<Result<_>>()?;
        let oracle = oracle.map(UncheckedModel::checked).transpose()?;
        Ok(Predictions { y, models, oracle, batch_size })
    }
}

impl UncheckedModel {
    /// A model whose observations at its last `targets` points will be judged.
    pub(crate) fn new(
        title: String,
        prefix: &str,
        numbers: Numbers,
        noise: Vec<f64>,
        targets: usize,
    ) -> Self {
        Self { title, prefix: prefix.into(), numbers, noise: Vector::from_vec(noise), targets }
    }

    /// How many draws it is given by.
    pub fn draws(&self) -> usize {
        match &self.numbers {
            Numbers::Moments(..) => 0,
            Numbers::Draws(draws) => draws.ncols(),
        }
    }

    fn cost(&self) -> Cost {
        let (points, draws) = (self.noise.len(), self.draws());
        check::cost(points) + Cost::blocked(0.5 * (points * points) as f64 * draws as f64)
    }

    pub(crate) fn checked(self) -> Result<OwnModel> {
        let Self { title, prefix, numbers, noise, targets } = self;
        let observed = Observed { first: noise.len() - targets, noise: noise.as_slice() };
        let mut kept = None;
        let (mean, covariance, rounding) = match numbers {
            Numbers::Moments(mean, covariance) => {
                let rounding = Rounding::of(&covariance);
                (mean, covariance, rounding)
            }
            Numbers::Draws(draws) => {
                let found = Posterior::from_draws(&draws, 0.0)?;
                kept = Some(draws.rows(noise.len() - targets, targets).into_owned());
                (found.mean, found.covariance, Rounding::Double)
            }
        };
        let name = format!("{prefix}covariance");
        let (covariance, lift) = check::as_covariance(&name, covariance, rounding, observed)?;
        let posterior = Posterior { mean, covariance, noise };
        let model = OwnModel::new(title, &prefix, (posterior, lift), targets)?;
        Ok(OwnModel { draws: kept, ..model })
    }
}

/// The predictions in a request.
pub fn of_request(fields: &Fields) -> Result<Unchecked> {
    let y = fields.required("y")?.numbers(None)?;
    if y.is_empty() {
        return Err(fields.required("y")?.wrong("a list of at least 1 number"));
    }
    let models = models(fields, y.len())?;
    let batch_size = batch_size(fields, y.len())?;
    let oracle = fields.optional("oracle").map(|field| model(&field, y.len())).transpose()?;
    Ok(Unchecked { y, models, oracle, batch_size })
}

/// How many of so many targets are judged together.
pub fn batch_size(fields: &Fields, targets: usize) -> Result<Option<usize>> {
    let size = fields.optional("batch_size").map(|field| field.count(1, targets as u64));
    Ok(size.transpose()?.map(|size| size as usize))
}

fn models(fields: &Fields, targets: usize) -> Result<Vec<UncheckedModel>> {
    let field = fields.required("models")?;
    let items = field.items("a list of models")?;
    if items.is_empty() {
        return Err(field.wrong("a list of at least 1 model"));
    }
    check_size("models[0].covariance", targets, targets)?;
    check_together(items.iter().map(|_| targets))?;
    let models = items.iter().map(|item| model(item, targets)).collect::<Result<Vec<_>>>()?;
    check_together(models.iter().map(|model| model.noise.len()))?;
    for (i, model) in models.iter().enumerate() {
        if let Some(first) = models[..i].iter().position(|other| other.title == model.title) {
            let expected = format!("another name than that of models[{first}]");
            return Err(Error::value(format!("models[{i}].name"), quoted(&model.title), expected));
        }
    }
    Ok(models)
}

fn model(field: &Field, targets: usize) -> Result<UncheckedModel> {
    let fields = field.object(&["name", "mean", "covariance", "draws", "noise_variance"])?;
    let title = fields.optional("name").map_or(Ok(field.name.as_str()), |name| name.text())?;
    let (numbers, points) = match fields.optional("draws") {
        Some(draws) => draws_of(&fields, &draws, targets)?,
        None => moments(&fields, ["mean", "covariance"], targets)?,
    };
    let noise = fields.required("noise_variance")?.variances(points, false)?;
    let prefix = format!("{}.", field.name);
    Ok(UncheckedModel::new(title.to_string(), &prefix, numbers, noise, targets))
}

fn moments(
    fields: &Fields,
    [mean, covariance]: [&str; 2],
    targets: usize,
) -> Result<(Numbers, usize)> {
    let mean_field = fields.required(mean)?;
    let mean = mean_field.numbers(None)?;
    let points = mean.len();
    if points < targets {
        let expected = format!("a list of at least {targets} numbers, one for each target");
        return Err(mean_field.wrong(expected));
    }
    let covariance_field = fields.required(covariance)?;
    check_size(&covariance_field.name, points, points)?;
    let covariance = covariance_field.matrix(Some(points), Some(points))?;
    Ok((Numbers::Moments(Vector::from_vec(mean), covariance), points))
}

/// Function draws, one a row, of which mean and covariance follow.
fn draws_of(fields: &Fields, field: &Field, targets: usize) -> Result<(Numbers, usize)> {
    for name in ["mean", "covariance"] {
        if let Some(also) = fields.optional(name) {
            return Err(also.wrong("left out where there are draws, of which it follows"));
        }
    }
    let draws = field.matrix(None, None)?;
    let (count, points) = draws.shape();
    if count == 0 || points < targets {
        let expected =
            format!("a list of draws, each of at least {targets} numbers, one for each target");
        let got = format!("{count} x {points}");
        return Err(Error::value(&field.name, got, expected));
    }
    check_size(&field.name, points, points)?;
    Ok((Numbers::Draws(draws.transpose()), points))
}
