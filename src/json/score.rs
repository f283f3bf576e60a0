//! The request `score`: several models' predictions judged against the observations, against each
//! other and against an oracle.

use serde_json::{Value, json};

use super::prediction::{self, Cover, OwnModel, Predictions};
use super::read::Fields;
use super::write;
use crate::error::Result;
use crate::metric::{self, BatchChoice, CrossOptions, Entries, Metacorrelation};

/// XLL, XLLR, likelihoods and metacorrelations.
pub fn score(request: &Value) -> Result<Value> {
    let fields = Fields::of_request(request, &prediction::KNOWN)?;
    let Predictions { y, models, oracle, batch_size } =
        prediction::of_request(&fields, Cover::Targets)?;
    let Some(batch_size) = batch_size else { return Err(fields.missing("batch_size")) };
    let include_self = fields.optional("include_self").map_or(Ok(true), |field| field.boolean())?;
    let references = fields.optional("references").map(|field| field.indices(models.len()));
    let references = references.transpose()?;
    let (batches, references) = (batch_choice(&fields)?, references.as_deref());
    let options = CrossOptions { include_self, batches, references };
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    let block = block(&fields, y.len())?;
    let entries = match &block {
        Some([rows, cols]) => Entries::Block { rows, cols },
        None => Entries::UpperTriangle,
    };

    let predictions: Vec<_> = models.iter().map(OwnModel::prediction).collect();
    let found = metric::cross_likelihoods(&predictions, &y, batch_size, options)?;
    let batches = metric::random_batches(y.len(), batch_size, seed)?;
    let row = |i: usize| -> Result<Value> {
        let predicted = &predictions[i];
        let agreement = match &oracle {
            None => Metacorrelation { pearson: None, spearman: None },
            Some(oracle) => {
                let oracle = &oracle.posterior.covariance;
                metric::metacorrelation(predicted.covariance, oracle, entries)?
            }
        };
        let joint = metric::joint_log_likelihood(&y, predicted, &batches)?;
        let marginal = metric::marginal_log_likelihood(&y, predicted)?;
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
        "references": reference_rows(&models, &found)?,
        "jitter": write::number("jitter", found.jitter)?,
    }))
}

fn reference_rows(models: &[OwnModel], found: &metric::CrossLikelihoods) -> Result<Value> {
    let row = |reference: &metric::Reference| -> Result<Value> {
        Ok(json!({
            "name": models[reference.model].name,
            "batches": reference.batches.iter().collect::<Vec<_>>(),
            "xll": write::numbers("xll", &reference.xll)?,
            "rank": write::optionals("rank", &reference.rank)?,
        }))
    };
    found.references.iter().map(row).collect()
}

fn batch_choice(fields: &Fields) -> Result<BatchChoice> {
    let Some(field) = fields.optional("batches") else { return Ok(BatchChoice::default()) };
    match field.text()? {
        "noisy" => Ok(BatchChoice::Noisy),
        "latent" => Ok(BatchChoice::Latent),
        _ => Err(field.wrong("noisy or latent")),
    }
}

fn block(fields: &Fields, targets: usize) -> Result<Option<[Vec<usize>; 2]>> {
    if fields.optional("rows").is_none() && fields.optional("cols").is_none() {
        return Ok(None);
    }
    let [rows, cols] = ["rows", "cols"].map(|name| fields.required(name)?.indices(targets));
    Ok(Some([rows?, cols?]))
}
