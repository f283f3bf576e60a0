//! The request `score`: several models' predictions judged against the observations, against each
//! other and against an oracle.

use serde_json::{Value, json};

use super::check;
use super::read::{Field, Fields, check_size};
use super::syntax::MOST_NUMBERS;
use super::write;
use crate::error::{Error, Result};
use crate::metric::{self, Entries, Metacorrelation, Prediction};
use crate::numeric::Matrix;

const KNOWN: [&str; 8] =
    ["y", "batch_size", "models", "oracle", "include_self", "rows", "cols", "seed"];

/// A request of `models x models x targets x batch_size^3` beyond this would take minutes.
const MOST_WORK: f64 = 3e10;

struct Model {
    name: String,
    mean: Vec<f64>,
    covariance: Matrix,
    noise: Vec<f64>,
}

impl Model {
    fn prediction(&self) -> Prediction<'_> {
        Prediction { mean: &self.mean, covariance: &self.covariance, noise: &self.noise }
    }
}

/// XLL, XLLR, likelihoods and metacorrelations.
pub fn score(request: &Value) -> Result<Value> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let y = fields.required("y")?.numbers(None)?;
    if y.is_empty() {
        return Err(fields.required("y")?.wrong("a list of at least 1 number"));
    }
    let models = models(&fields, y.len())?;
    let batch_size = batch_size(&fields, y.len(), models.len())?;
    let oracle = fields.optional("oracle").map(|field| model(&field, y.len())).transpose()?;
    let include_self = fields.optional("include_self").map_or(Ok(true), |field| field.boolean())?;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    let block = block(&fields, y.len())?;
    let entries = match &block {
        Some([rows, cols]) => Entries::Block { rows, cols },
        None => Entries::UpperTriangle,
    };

    let predictions: Vec<_> = models.iter().map(Model::prediction).collect();
    let found = metric::cross_likelihoods(&predictions, &y, batch_size, include_self)?;
    let batches = metric::random_batches(y.len(), batch_size, seed)?;
    let row = |i: usize| -> Result<Value> {
        let predicted = &predictions[i];
        let agreement =
            oracle.as_ref().map_or(Metacorrelation { pearson: None, spearman: None }, |oracle| {
                metric::metacorrelation(predicted.covariance, &oracle.covariance, entries)
            });
        let joint = metric::joint_log_likelihood(&y, predicted, &batches)?;
        let marginal = metric::marginal_log_likelihood(&y, predicted);
        Ok(json!({
            "name": models[i].name,
            "xll": write::optional("xll", found.xll[i])?,
            "xllr": write::optional("xllr", found.xllr[i])?,
            "marginal_log_likelihood": write::number("marginal_log_likelihood", marginal)?,
            "joint_log_likelihood": write::number("joint_log_likelihood", joint)?,
            "metacorrelation": write::optional("metacorrelation", agreement.pearson)?,
            "metacorrelation_spearman": write::optional("spearman", agreement.spearman)?,
        }))
    };
    Ok(json!({
        "models": (0..models.len()).map(row).collect::<Result<Vec<_>>>()?,
        "references": references(&models, &found)?,
        "jitter": found.jitter,
    }))
}

fn references(models: &[Model], found: &metric::CrossLikelihoods) -> Result<Value> {
    let row = |(model, reference): (&Model, &metric::Reference)| -> Result<Value> {
        Ok(json!({
            "name": model.name,
            "batches": reference.batches.iter().collect::<Vec<_>>(),
            "xll": write::numbers("xll", &reference.xll)?,
            "rank": write::optionals("rank", &reference.rank)?,
        }))
    };
    models.iter().zip(&found.references).map(row).collect()
}

fn models(fields: &Fields, targets: usize) -> Result<Vec<Model>> {
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
    items.iter().map(|item| model(item, targets)).collect()
}

/// A model whose observations all have a density.
fn model(field: &Field, targets: usize) -> Result<Model> {
    let fields = field.object(&["name", "mean", "covariance", "noise_variance"])?;
    let name = fields.optional("name").map_or(Ok(field.name.as_str()), |name| name.text())?;
    let mean = fields.required("mean")?.numbers(Some(targets))?;
    let covariance = check::covariance(&fields.required("covariance")?, targets)?;
    let noise = fields.required("noise_variance")?.variances(targets, false)?;
    let model = Model { name: name.to_string(), mean, covariance, noise };
    let silent = |i: &usize| model.prediction().variance(*i) <= 0.0;
    match (0..targets).find(silent) {
        None => Ok(model),
        Some(i) => {
            let name = format!("{}.covariance[{i}][{i}] + noise_variance", field.name);
            Err(Error::value(name, 0, "above 0, or y has no density"))
        }
    }
}

fn batch_size(fields: &Fields, targets: usize, models: usize) -> Result<usize> {
    let field = fields.required("batch_size")?;
    let size = field.count(1, targets as u64)? as usize;
    // In floats, because the product overflows the 32-bit sizes of wasm.
    let [m, n, b] = [models, targets, size].map(|count| count as f64);
    if m * m * n * b * b * b > MOST_WORK {
        return Err(field.wrong(format!(
            "smaller for {models} models and {targets} targets: models^2 targets batch_size^3 \
             at most {MOST_WORK:e}"
        )));
    }
    Ok(size)
}

fn block(fields: &Fields, targets: usize) -> Result<Option<[Vec<usize>; 2]>> {
    if fields.optional("rows").is_none() && fields.optional("cols").is_none() {
        return Ok(None);
    }
    let [rows, cols] = ["rows", "cols"].map(|name| fields.required(name)?.indices(targets));
    Ok(Some([rows?, cols?]))
}
