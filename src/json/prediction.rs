//! Models' predictions and what was observed there, as `score` takes them.

use super::check::{self, Observed, Rounding};
use super::read::{Field, Fields, check_size};
use super::syntax::{self, MOST_NUMBERS};
use crate::cost::Cost;
use crate::error::{Error, Result, quoted};
use crate::metric::Prediction;
use crate::numeric::Vector;
use crate::posterior::Posterior;

/// What models say of some targets, and what was observed there.
#[derive(Debug, Clone, PartialEq)]
pub struct Predictions {
    /// The observations at the targets.
    pub y: Vec<f64>,
    /// The models, at least one.
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
}

/// The points that a model's numbers may be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// The targets.
    Targets,
    /// The targets, or any others and then the targets.
    EndingWithTargets,
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
        let model = Self { name, posterior, lift };
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
pub const KNOWN: [&str; 10] = [
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
];

/// The predictions in a file that is a `score` request, except that models may be of the pool and
/// then the targets. Fields that say how to judge are not looked at, but for `batch_size`.
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn predictions(text: &str) -> Result<Predictions> {
    let value = syntax::parse(text)?;
    of_request(&Fields::of_request(&value, &KNOWN)?, Cover::EndingWithTargets)?.checked()
}

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
    /// The name of its field.
    field: String,
    posterior: Posterior,
    rounding: Rounding,
    targets: usize,
}

impl Unchecked {
    /// What [`Unchecked::checked`] costs.
    pub fn cost(&self) -> Cost {
        self.models.iter().chain(&self.oracle).map(|model| check::cost(model.posterior.len())).sum()
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
    fn checked(self) -> Result<OwnModel> {
        let Self { title, field, posterior, rounding, targets } = self;
        let Posterior { mean, covariance, noise } = posterior;
        let observed = Observed { first: mean.len() - targets, noise: noise.as_slice() };
        let name = format!("{field}.covariance");
        let (covariance, lift) = check::as_covariance(&name, covariance, rounding, observed)?;
        let posterior = Posterior { mean, covariance, noise };
        OwnModel::new(title, &format!("{field}."), (posterior, lift), targets)
    }
}

/// The predictions in a request.
pub fn of_request(fields: &Fields, cover: Cover) -> Result<Unchecked> {
    let y = fields.required("y")?.numbers(None)?;
    if y.is_empty() {
        return Err(fields.required("y")?.wrong("a list of at least 1 number"));
    }
    let models = models(fields, y.len(), cover)?;
    let batch_size = fields.optional("batch_size");
    let batch_size = batch_size.map(|field| field.count(1, y.len() as u64)).transpose()?;
    let batch_size = batch_size.map(|size| size as usize);
    let oracle =
        fields.optional("oracle").map(|field| model(&field, y.len(), cover)).transpose()?;
    Ok(Unchecked { y, models, oracle, batch_size })
}

fn models(fields: &Fields, targets: usize, cover: Cover) -> Result<Vec<UncheckedModel>> {
    let field = fields.required("models")?;
    let items = field.items("a list of models")?;
    if items.is_empty() {
        return Err(field.wrong("a list of at least 1 model"));
    }
    check_size("models[0].covariance", targets, targets)?;
    if items.len().saturating_mul(targets * targets) > MOST_NUMBERS {
        let got = format!("{} models of {targets} x {targets}", items.len());
        let expected = format!("at most {MOST_NUMBERS} covariances together");
        return Err(Error::value("models", got, expected));
    }
    items.iter().map(|item| model(item, targets, cover)).collect()
}

fn model(field: &Field, targets: usize, cover: Cover) -> Result<UncheckedModel> {
    let fields = field.object(&["name", "mean", "covariance", "noise_variance"])?;
    let title = fields.optional("name").map_or(Ok(field.name.as_str()), |name| name.text())?;
    let mean_field = fields.required("mean")?;
    let mean = mean_field.numbers((cover == Cover::Targets).then_some(targets))?;
    let points = mean.len();
    if points < targets {
        let expected = format!("a list of at least {targets} numbers, one for each target");
        return Err(mean_field.wrong(expected));
    }
    let covariance_field = fields.required("covariance")?;
    check_size(&covariance_field.name, points, points)?;
    let covariance = covariance_field.matrix(Some(points), Some(points))?;
    let rounding = match cover {
        Cover::Targets => Rounding::Double,
        Cover::EndingWithTargets => Rounding::of(&covariance),
    };
    let noise = fields.required("noise_variance")?.variances(points, false)?;
    let (mean, noise) = (Vector::from_vec(mean), Vector::from_vec(noise));
    let posterior = Posterior { mean, covariance, noise };
    let (title, field) = (title.to_string(), field.name.clone());
    Ok(UncheckedModel { title, field, posterior, rounding, targets })
}
