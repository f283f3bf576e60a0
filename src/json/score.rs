//! The request `score`: several models' predictions judged against the observations, against each
//! other and against an oracle.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::limits::check_together;
use super::measures::{Asked, Judges};
use super::prediction::{self, OwnModel, Predictions};
use super::read::Fields;
use super::{Prepared, write};
use crate::cost::Cost;
use crate::error::Result;
use crate::metric::{self, BatchChoice, CrossOptions, Entries, Metacorrelation, cost};
use crate::model::warning::of_draws;

/// XLL, XLLR, likelihoods and metacorrelations.
pub fn score(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &prediction::KNOWN)?;
    let given = prediction::of_request(&fields)?;
    let Some(batch_size) = given.batch_size else { return Err(fields.missing("batch_size")) };
    let (models, targets) = (given.models.len(), given.y.len());
    let size = Size { models, targets, points: compared(targets, &given.points()) };
    let choices = Choices::read(&fields, batch_size, size)?;
    let draws = given.models.iter().map(|model| model.draws()).max();
    let further = choices.asked.cost(size.models, targets, draws.unwrap_or(0));
    let cost = given.cost() + choices.cost(size, given.oracle.is_some()) + further;
    Ok(Prepared::new(cost, move || judged(&given.checked()?, &choices)))
}

/// The same for predictions from elsewhere: the request says how to judge, and nothing more.
pub fn score_of(request: &Value, predictions: Predictions) -> Result<Prepared> {
    let known: Vec<&str> =
        prediction::KNOWN.into_iter().filter(|name| !OF_FILES.contains(name)).collect();
    let fields = Fields::of_request(request, &known)?;
    let all = predictions.models.iter().chain(&predictions.oracle);
    let points: Vec<usize> = all.map(|model| model.posterior.len()).collect();
    check_together(points.iter().copied())?;
    let (models, targets) = (predictions.models.len(), predictions.y.len());
    let size = Size { models, targets, points: compared(targets, &points) };
    let batch_size = prediction::batch_size(&fields, targets)?.or(predictions.batch_size);
    let choices = Choices::read(&fields, batch_size.unwrap_or(BATCH).min(targets), size)?;
    let drawn = predictions.models.iter().flat_map(|model| &model.draws);
    let draws = drawn.map(|draws| draws.ncols()).max().unwrap_or(0);
    let further = choices.asked.cost(models, targets, draws);
    let cost = choices.cost(size, predictions.oracle.is_some()) + further;
    Ok(Prepared::new(cost, move || judged(&predictions, &choices)))
}

/// What files hold, so that a request beside them does not.
const OF_FILES: [&str; 3] = ["y", "models", "oracle"];
/// The paper's size of a batch.
const BATCH: usize = 5;

/// How many points correlations are compared at: all that every model and the oracle know, or the
/// targets where one of them knows no more.
fn compared(targets: usize, points: &[usize]) -> usize {
    let same = points.iter().all(|count| *count == points[0]);
    if same { points.first().copied().unwrap_or(targets) } else { targets }
}

#[derive(Clone, Copy)]
struct Size {
    models: usize,
    targets: usize,
    /// At which correlations are compared, the targets last.
    points: usize,
}

/// How a request wants its models to be judged.
struct Choices {
    batch_size: usize,
    include_self: bool,
    batches: BatchChoice,
    references: Option<Vec<usize>>,
    points: usize,
    pairs: Pairs,
    seed: u64,
    asked: Asked,
}

/// The pairs of points whose correlations are compared with the oracle's.
enum Pairs {
    Targets,
    Block { name: &'static str, rows: Vec<usize>, cols: Vec<usize> },
}

impl Pairs {
    fn read(fields: &Fields, size: Size) -> Result<Self> {
        let Size { targets, points, .. } = size;
        if fields.optional("rows").is_some() || fields.optional("cols").is_some() {
            let [rows, cols] = ["rows", "cols"].map(|name| fields.required(name)?.indices(points));
            return Ok(Self::Block { name: "rows x cols", rows: rows?, cols: cols? });
        }
        let pool = points - targets;
        if pool == 0 {
            return Ok(Self::Targets);
        }
        let (rows, cols) = ((0..pool).collect(), (pool..points).collect());
        Ok(Self::Block { name: "pool x targets", rows, cols })
    }

    fn entries(&self) -> Entries<'_> {
        match self {
            Self::Targets => Entries::UpperTriangle,
            Self::Block { rows, cols, .. } => Entries::Block { rows, cols },
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Self::Targets => "pairs of targets",
            Self::Block { name, .. } => name,
        }
    }
}

impl Choices {
    fn read(fields: &Fields, batch_size: usize, size: Size) -> Result<Self> {
        let references = fields.optional("references").map(|field| field.indices(size.models));
        let include_self = fields.optional("include_self");
        Ok(Self {
            batch_size,
            include_self: include_self.map_or(Ok(true), |field| field.boolean())?,
            batches: batch_choice(fields)?,
            references: references.transpose()?,
            points: size.points,
            pairs: Pairs::read(fields, size)?,
            seed: fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?,
            asked: Asked::read(fields, size.targets)?,
        })
    }

    fn cost(&self, size: Size, oracle: bool) -> Cost {
        let Size { models, targets, points } = size;
        let references = self.references.as_ref().map_or(models, Vec::len);
        let entries = match &self.pairs {
            Pairs::Block { rows, cols, .. } => rows.len() * cols.len(),
            Pairs::Targets => targets * targets / 2,
        };
        let agreement =
            if oracle { cost::metacorrelation(points, entries) } else { Cost::default() };
        let joint = cost::joint_log_likelihood(targets, self.batch_size);
        cost::cross_likelihoods(models, references, targets, self.batch_size)
            + (joint + agreement) * models as f64
            + write::cost(references * (2 * models + targets * self.batch_size) + 7 * models)
    }
}

/// A model at its last points, which costs nothing if it knows no others.
fn at_last(model: &OwnModel, count: usize) -> Result<Cow<'_, OwnModel>> {
    match model.posterior.len() == count {
        true => Ok(Cow::Borrowed(model)),
        false => model.at_targets(count).map(Cow::Owned),
    }
}

fn judged(given: &Predictions, choices: &Choices) -> Result<Value> {
    let Predictions { y, models, oracle, .. } = given;
    let Choices { batch_size, include_self, batches, seed, .. } = *choices;
    let targets = oracle.as_ref().map(|oracle| at_last(oracle, y.len())).transpose()?;
    let options = CrossOptions { include_self, batches, references: choices.references.as_deref() };
    let at_targets =
        models.iter().map(|model| at_last(model, y.len())).collect::<Result<Vec<_>>>()?;
    let predictions: Vec<_> = at_targets.iter().map(|model| model.prediction()).collect();
    let oracle = oracle.as_ref().map(|oracle| at_last(oracle, choices.points)).transpose()?;
    let further = choices.asked.of(&Judges {
        given,
        at_targets: &predictions,
        oracle: targets.as_deref(),
        pool: choices.points - y.len(),
        seed,
    })?;
    let found = metric::cross_likelihoods(&predictions, y, batch_size, options)?;
    let batches = metric::random_batches(y.len(), batch_size, seed)?;
    let row = |i: usize| -> Result<Value> {
        let predicted = &predictions[i];
        let agreement = agreement(&models[i], oracle.as_deref(), choices)?;
        let joint = metric::joint_log_likelihood(y, predicted, &batches)?;
        let marginal = metric::marginal_log_likelihood(y, predicted)?;
        let mut row = json!({
            "name": models[i].name,
            "xll": write::optional("xll", found.xll[i])?,
            "xllr": write::optional("xllr", found.xllr[i])?,
            "marginal_log_likelihood": write::number("marginal_log_likelihood", marginal)?,
            "joint_log_likelihood": write::number("joint_log_likelihood", joint)?,
            "metacorrelation": write::optional("metacorrelation", agreement.pearson)?,
            "metacorrelation_spearman": write::optional("spearman", agreement.spearman)?,
            "lift": write::number("lift", models[i].lift)?,
        });
        let drawn = models[i].draws.as_ref().map(|draws| draws.ncols());
        if let Some(warning) = drawn.and_then(of_draws) {
            row["warning"] = warning.words.into();
        }
        choices.asked.write(&mut row, &further[i])?;
        Ok(row)
    };
    let mut answer = json!({
        "models": (0..models.len()).map(row).collect::<Result<Vec<_>>>()?,
        "references": reference_rows(models, &found)?,
        "pairs": choices.pairs.words(),
        "jitter": write::number("jitter", found.jitter)?,
    });
    let mut words = Vec::new();
    if found.jitter > 0.0 {
        words.push(format!(
            "Some y have no joint density: a covariance with its noise is singular, and likelihoods rest on the {:.0e} \
             that was added to its diagonal. A larger noise_variance, or a covariance in float64, helps.",
            found.jitter
        ));
    }
    if let Pairs::Block { rows, cols, .. } = &choices.pairs
        && (rows.is_empty() || cols.is_empty())
        && oracle.is_some()
    {
        words.push("There are no pairs: rows or cols is empty, and metacorrelation null.".into());
    }
    if !words.is_empty() {
        answer["warning"] = words.join(" ").into();
    }
    Ok(answer)
}

/// How a model's correlations agree with the oracle's.
fn agreement(
    model: &OwnModel,
    oracle: Option<&OwnModel>,
    choices: &Choices,
) -> Result<Metacorrelation> {
    let Some(oracle) = oracle else {
        return Ok(Metacorrelation { pearson: None, spearman: None });
    };
    let model = at_last(model, choices.points)?;
    let [own, truth] = [&model.posterior, &oracle.posterior].map(|it| &it.covariance);
    metric::metacorrelation(own, truth, choices.pairs.entries())
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
