//! The request `score`: several models' predictions judged against the observations, against each
//! other and against an oracle.

use serde_json::{Value, json};

use super::prediction::{self, Cover, OwnModel, Predictions};
use super::read::Fields;
use super::{Prepared, write};
use crate::cost::Cost;
use crate::error::Result;
use crate::metric::{self, BatchChoice, CrossOptions, Entries, Metacorrelation, cost};

/// XLL, XLLR, likelihoods and metacorrelations.
pub fn score(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &prediction::KNOWN)?;
    let given = prediction::of_request(&fields, Cover::Targets)?;
    let (models, targets) = (given.models.len(), given.y.len());
    let Some(batch_size) = given.batch_size else { return Err(fields.missing("batch_size")) };
    let references = fields.optional("references").map(|field| field.indices(models));
    let choices = Choices {
        batch_size,
        include_self: fields.optional("include_self").map_or(Ok(true), |field| field.boolean())?,
        batches: batch_choice(&fields)?,
        references: references.transpose()?,
        block: block(&fields, targets)?,
        seed: fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?,
    };
    let cost = given.cost() + choices.cost(models, targets, given.oracle.is_some());
    Ok(Prepared::new(cost, move || judged(&given.checked()?, &choices)))
}

/// How a request wants its models to be judged.
struct Choices {
    batch_size: usize,
    include_self: bool,
    batches: BatchChoice,
    references: Option<Vec<usize>>,
    block: Option<[Vec<usize>; 2]>,
    seed: u64,
}

impl Choices {
    fn entries(&self) -> Entries<'_> {
        match &self.block {
            Some([rows, cols]) => Entries::Block { rows, cols },
            None => Entries::UpperTriangle,
        }
    }

    fn cost(&self, models: usize, targets: usize, oracle: bool) -> Cost {
        let references = self.references.as_ref().map_or(models, Vec::len);
        let entries = match &self.block {
            Some([rows, cols]) => rows.len() * cols.len(),
            None => targets * targets / 2,
        };
        let agreement =
            if oracle { cost::metacorrelation(targets, entries) } else { Cost::default() };
        let joint = cost::joint_log_likelihood(targets, self.batch_size);
        cost::cross_likelihoods(models, references, targets, self.batch_size)
            + (joint + agreement) * models as f64
            + write::cost(references * (2 * models + targets * self.batch_size) + 6 * models)
    }
}

fn judged(given: &Predictions, choices: &Choices) -> Result<Value> {
    let Predictions { y, models, oracle, .. } = given;
    let Choices { batch_size, include_self, batches, seed, .. } = *choices;
    let options = CrossOptions { include_self, batches, references: choices.references.as_deref() };
    let predictions: Vec<_> = models.iter().map(OwnModel::prediction).collect();
    let found = metric::cross_likelihoods(&predictions, y, batch_size, options)?;
    let batches = metric::random_batches(y.len(), batch_size, seed)?;
    let row = |i: usize| -> Result<Value> {
        let predicted = &predictions[i];
        let agreement = match oracle {
            None => Metacorrelation { pearson: None, spearman: None },
            Some(oracle) => {
                let oracle = &oracle.posterior.covariance;
                metric::metacorrelation(predicted.covariance, oracle, choices.entries())?
            }
        };
        let joint = metric::joint_log_likelihood(y, predicted, &batches)?;
        let marginal = metric::marginal_log_likelihood(y, predicted)?;
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
        "references": reference_rows(models, &found)?,
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
