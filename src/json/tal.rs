//! The request `tal`: transductive active learning, with one exact Gaussian process or with two models.

mod heard;

use serde_json::{Value, json};

use super::gaussian_process::points;
use super::kernel::{self, Domain};
use super::model::{self, Setting};
use super::read::{Field, Fields, check_size};
use super::select::rule;
use super::{Prepared, write};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::{GaussianProcess, Model, keep_going};
use crate::numeric::Vector;
use crate::tal::{self, Run, Settings};
use crate::task::{Points, Task};
use heard::Heard;

const KNOWN: [&str; 14] = [
    "kernel",
    "selection_model",
    "prediction_model",
    "x",
    "y",
    "train",
    "pool",
    "targets",
    "noise_variance",
    "batch_size",
    "iterations",
    "rule",
    "seed",
    "hyper",
];

/// Picks and results of algorithm 1, the first result before any pick.
pub fn tal(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let inputs = points(&fields.required("x")?, None)?;
    let count = inputs.ncols();
    let observed = Vector::from_vec(fields.required("y")?.numbers(Some(count))?);
    let sets = sets(&fields, count)?;
    let settings = settings(&fields, sets.pool.len())?;
    let domain = Domain::of(&[&inputs]);
    let all = Points { inputs, truth: observed.clone(), observed };
    let models = [fields.optional("selection_model"), fields.optional("prediction_model")];
    match models {
        [None, None] => exact(&fields, &domain, all, sets, settings),
        _ if fields.optional("kernel").is_some() => {
            let expected = "left out where there are models, which have kernels of their own";
            Err(fields.required("kernel")?.wrong(expected))
        }
        models => with_models(&fields, models, &domain, all, sets, settings),
    }
}

/// With one Gaussian process, whose observations may have different noises.
fn exact(
    fields: &Fields,
    domain: &Domain,
    all: Points,
    sets: Sets,
    settings: Settings,
) -> Result<Prepared> {
    let total = sets.train.len() + sets.pool.len() + sets.targets.len();
    check_size("covariance of train, pool and targets", total, total)?;
    let noise = fields.required("noise_variance")?.variances(all.len(), true)?;
    let noise = Vector::from_vec(noise);
    let kernel = kernel::kernel(&fields.required("kernel")?, domain)?;
    let process = GaussianProcess { kernel, noise: 0.0 };
    let Sets { train, pool, targets } = &sets;
    let cost = process.cost(all.inputs.nrows(), train.len(), pool.len() + targets.len())
        + tal::cost(&settings, pool.len(), targets.len())
        + written(&settings);
    Ok(Prepared::new(cost, move || {
        let Sets { train, pool, targets } = &sets;
        let pick = |values: &Vector, indices: &[usize]| {
            Vector::from_iterator(indices.len(), indices.iter().map(|&i| values[i]))
        };
        let fitted = process.condition_on(&all.select(train), &pick(&noise, train))?;
        let asked = [&pool[..], &targets[..]].concat();
        let mut joint = fitted.joint(&all.select(&asked).inputs)?;
        joint.noise = pick(&noise, &asked);
        let observed = |indices: &[usize]| pick(&all.observed, indices);
        let run = tal::run_exact(&joint, &observed(pool), &observed(targets), settings)?;
        write(&run, &sets)
    }))
}

/// With a model to choose points and one to predict, both fitted anew to all that was observed.
fn with_models(
    fields: &Fields,
    [selection, prediction]: [Option<Field>; 2],
    domain: &Domain,
    all: Points,
    sets: Sets,
    settings: Settings,
) -> Result<Prepared> {
    let hyper = model::hyper(fields, all.inputs.nrows())?;
    let read = |field: &Option<Field>| {
        field
            .as_ref()
            .map(|field| own_model(field, fields, domain, (hyper.as_ref(), settings.seed)))
            .transpose()
    };
    let (first, second) = (read(&selection)?, read(&prediction)?);
    let inputs = all.inputs.nrows();
    let Sets { train, pool, targets } = &sets;
    if hyper.is_some()
        && ![&first, &second].into_iter().flatten().any(|it| it.trained_on().is_some())
    {
        let expected = "left out: only nkn learns its kernel from other data";
        return Err(fields.required("hyper")?.wrong(expected));
    }
    // What does not depend on what is observed is trained once.
    let once = |model: &Option<Box<dyn Model>>| match model {
        Some(model) if model.trained_on().is_some() => model.training_cost(inputs, train.len()),
        _ => Cost::default(),
    };
    let cost = |model: &Option<Box<dyn Model>>, seen: usize, asked: usize| match model {
        None => Cost::default(),
        Some(model) if model.trained_on().is_some() => {
            let work = model.prediction_cost(inputs, seen, asked);
            work.holding(model.bytes(inputs, seen, asked))
        }
        Some(model) => model.cost(inputs, seen, asked),
    };
    let both = pool.len() + targets.len();
    // Where one does for both, it is fitted twice.
    let [choosing, predicting] =
        if first.is_some() && second.is_some() { [both, targets.len()] } else { [2 * both; 2] };
    let step = |done: usize| {
        let seen = train.len() + done * settings.batch_size;
        cost(&first, seen, choosing) + cost(&second, seen, predicting)
    };
    let cost = (0..=settings.iterations).map(step).sum::<Cost>()
        + once(&first)
        + once(&second)
        + tal::cost(&settings, pool.len(), targets.len())
        + written(&settings);
    Ok(Prepared::new(cost, move || {
        let Sets { train, pool, targets } = &sets;
        let sizes = [train.len(), settings.batch_size];
        let heard = Heard::either(first.as_deref(), second.as_deref(), sizes)?;
        let (selection, prediction) = (&heard[0], &heard[heard.len() - 1]);
        let [train, questions, targets] = [train, pool, targets].map(|set| all.select(set));
        let task = Task { train, pool: questions, targets, noise: 0.0 };
        let run = tal::run(&task, selection, prediction, settings, &mut keep_going)?;
        let mut answer = write(&run, &sets)?;
        let words: Vec<String> = heard.iter().flat_map(Heard::words).collect();
        if !words.is_empty() {
            answer["warning"] = words.join(" ").into();
        }
        Ok(answer)
    }))
}

/// A model as in `fit`, which may have a `noise_variance` of its own beside its kind.
fn own_model(
    field: &Field,
    fields: &Fields,
    domain: &Domain,
    (hyper, seed): (Option<&Points>, u64),
) -> Result<Box<dyn Model>> {
    let (kind, own) = field.without("noise_variance");
    let noise = match &own {
        None => model::noise(fields)?,
        Some(Value::Null) => None,
        Some(own) => {
            let name = format!("{}.noise_variance", field.name);
            Some(Field::new(name, own).number_from(0.0, true)?)
        }
    };
    model::model(&Field::new(field.name.clone(), &kind), &Setting { domain, noise, hyper, seed })
}

fn written(settings: &Settings) -> Cost {
    write::cost(settings.iterations * (3 + settings.batch_size))
}

fn write(run: &Run, Sets { train, pool, targets }: &Sets) -> Result<Value> {
    let into_x = |picks: &Vec<usize>| picks.iter().map(|&pick| pool[pick]).collect::<Vec<_>>();
    let expected = &run.expected_log_likelihood;
    let mut answer = json!({
        "picks": run.picks.iter().map(into_x).collect::<Vec<_>>(),
        "log_likelihood": write::numbers("log_likelihood", &run.log_likelihood)?,
        "expected_log_likelihood": write::numbers("expected_log_likelihood", expected)?,
        "rmse": write::numbers("rmse", &run.rmse)?,
    });
    let known = targets.iter().filter(|target| train.contains(target)).count();
    if known > 0 {
        let words =
            format!("{known} of {} targets are in train, observed from the first", targets.len());
        answer["note"] = words.into();
    }
    Ok(answer)
}

/// What is observed, what can be, and what matters, as indices.
struct Sets {
    train: Vec<usize>,
    pool: Vec<usize>,
    targets: Vec<usize>,
}

/// Training points, pool and targets, as indices. What is observed cannot be chosen again.
fn sets(fields: &Fields, count: usize) -> Result<Sets> {
    let [train, pool, targets] =
        ["train", "pool", "targets"].map(|name| fields.required(name)?.indices(count));
    let (train, pool, targets) = (train?, pool?, targets?);
    if targets.is_empty() {
        return Err(fields.required("targets")?.wrong("a list of at least 1 index"));
    }
    if let Some(i) = pool.iter().position(|point| train.contains(point)) {
        return Err(Error::value(format!("pool[{i}]"), pool[i], "an index that is not in train"));
    }
    Ok(Sets { train, pool, targets })
}

fn settings(fields: &Fields, pool: usize) -> Result<Settings> {
    let rule = rule(&fields.required("rule")?)?;
    if pool == 0 && fields.required("iterations")?.count(0, 0).is_err() {
        let expected = "a list of at least 1 index: of an empty pool nothing can be chosen";
        return Err(fields.required("pool")?.wrong(expected));
    }
    let batch_size = fields.required("batch_size")?.count(1, pool.max(1) as u64)? as usize;
    let iterations = fields.required("iterations")?;
    let most = pool / batch_size;
    let iterations = iterations
        .count(0, most as u64)
        .map_err(|_| iterations.wrong(format!("a whole number up to {most}, the pool's batches")))?
        as usize;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    Ok(Settings { rule, batch_size, iterations, seed })
}
