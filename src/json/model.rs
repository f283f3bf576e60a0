//! Models in a request: `{"hmc": {"units": 50}}`.

use serde_json::{Map, Value};

use super::gaussian_process::points;
use super::kernel::{self, Domain};
use super::read::{Field, Fields};
use super::write;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::model::hmc::drift;
use crate::model::{
    Approach, Dropout, Ensemble, Fbnn, Fitted, GaussianProcess, Hmc, Model, Nng, Note, NoteValue,
    Prior, RbfProcess, Svgp, Variational,
};
use crate::numeric::Matrix;

const KINDS: &str =
    "an object with one of gp, gp-rbf, svgp, hmc, bbb, nng, fbnn, ensemble, dropout";

/// What a model's settings leave to the request around it.
pub struct Setting<'a> {
    /// The points it will be asked about.
    pub domain: &'a Domain,
    /// The variance of the noise, if it is known.
    pub noise: Option<f64>,
    /// Where randomness comes from.
    pub seed: u64,
}

/// Reads a model.
pub fn model(field: &Field, setting: &Setting) -> Result<Box<dyn Model>> {
    let (kind, settings) = field.only_entry(KINDS)?;
    Ok(match kind {
        "gp" => {
            let fields = settings.object(&["kernel"])?;
            let kernel = kernel::kernel(&fields.required("kernel")?, setting.domain)?;
            Box::new(GaussianProcess { kernel, noise: known(kind, setting)? })
        }
        "gp-rbf" => Box::new(gp_rbf(&settings, setting)?),
        "svgp" => Box::new(svgp(&settings, setting)?),
        "hmc" => Box::new(hmc(&settings, setting)?),
        "bbb" => Box::new(variational(&settings.object(&VARIATIONAL)?, setting, Approach::Bbb)?),
        "nng" => Box::new(nng(&settings, setting)?),
        "fbnn" => Box::new(fbnn(&settings, setting)?),
        "ensemble" => Box::new(ensemble(&settings, setting)?),
        "dropout" => Box::new(dropout(&settings, setting, known(kind, setting)?)?),
        _ => return Err(field.wrong(KINDS)),
    })
}

fn known(kind: &str, setting: &Setting) -> Result<f64> {
    let expected = format!("a number: {kind} cannot learn it");
    setting.noise.ok_or_else(|| Error::value("noise_variance", "null", expected))
}

fn gp_rbf(field: &Field, setting: &Setting) -> Result<RbfProcess> {
    let fields = field.object(&["ard", "restarts"])?;
    let usual = RbfProcess::default();
    Ok(RbfProcess {
        ard: flag(&fields, "ard", usual.ard)?,
        restarts: count(&fields, "restarts", usual.restarts, 0, 1_000)?,
        noise: setting.noise,
    })
}

fn svgp(field: &Field, setting: &Setting) -> Result<Svgp> {
    let fields = field.object(&["kernel", "inducing", "inducing_points", "batch", "steps"])?;
    let usual = Svgp::default();
    let given = fields.optional("inducing_points");
    let points = given.map(|field| inducing_points(&field, &fields, setting.domain)).transpose()?;
    let domain = points.as_ref().map(|points| setting.domain.with(points));
    let batch = fields.optional("batch").map(|field| field.count(1, 1_000_000)).transpose()?;
    Ok(Svgp {
        kernel: prior(&fields, domain.as_ref().unwrap_or(setting.domain))?,
        inducing: count(&fields, "inducing", usual.inducing, 1, 2_000)?,
        inducing_points: points,
        batch: batch.map(|batch| batch as usize),
        steps: count(&fields, "steps", usual.steps, 0, 1_000_000)?,
        noise: setting.noise,
        seed: setting.seed,
    })
}

/// As many as the field `inducing` says, if it says anything.
fn inducing_points(field: &Field, fields: &Fields, domain: &Domain) -> Result<Matrix> {
    let points = points(field, Some(domain.inputs()))?;
    let count = points.ncols();
    if !(1..=2_000).contains(&count) {
        return Err(field.wrong("a list of 1 to 2000 points"));
    }
    match fields.optional("inducing") {
        Some(said) if said.count(1, 2_000)? != count as u64 => {
            Err(said.wrong(format!("{count}, the number of inducing_points, or left out")))
        }
        _ => Ok(points),
    }
}

/// A kernel that a model may learn instead.
fn prior(fields: &Fields, domain: &Domain) -> Result<Option<Kernel>> {
    fields.optional("kernel").map(|field| kernel::kernel(&field, domain)).transpose()
}

fn fbnn(field: &Field, setting: &Setting) -> Result<Fbnn> {
    let known = ["units", "epochs", "learning_rate", "measurement", "kernel"];
    let fields = field.object(&known)?;
    let usual = Fbnn::default();
    Ok(Fbnn {
        units: count(&fields, "units", usual.units, 1, 2_000)?,
        epochs: count(&fields, "epochs", usual.epochs, 0, 10_000_000)?,
        learning_rate: positive(&fields, "learning_rate", usual.learning_rate)?,
        measurement: count(&fields, "measurement", usual.measurement, 0, 1_000)?,
        kernel: prior(&fields, setting.domain)?,
        noise: setting.noise,
        seed: setting.seed,
    })
}

fn hmc(field: &Field, setting: &Setting) -> Result<Hmc> {
    let known = [
        "units",
        "eta",
        "chains",
        "burn_in",
        "draws",
        "thin",
        "leapfrog",
        "step",
        "learn_eta",
        "learning_rate",
    ];
    let fields = field.object(&known)?;
    let usual = Hmc::default();
    Ok(Hmc {
        units: count(&fields, "units", usual.units, 0, 10_000)?,
        eta: positive(&fields, "eta", usual.eta)?,
        chains: count(&fields, "chains", usual.chains, 1, 1_000)?,
        burn_in: count(&fields, "burn_in", usual.burn_in, 0, 10_000_000)?,
        draws: count(&fields, "draws", usual.draws, 1, 100_000)?,
        thin: count(&fields, "thin", usual.thin, 1, 100_000)?,
        leapfrog: count(&fields, "leapfrog", usual.leapfrog, 1, 10_000)?,
        step: positive(&fields, "step", usual.step)?,
        learn_eta: flag(&fields, "learn_eta", usual.learn_eta)?,
        learning_rate: positive(&fields, "learning_rate", usual.learning_rate)?,
        noise: setting.noise,
        seed: setting.seed,
    })
}

/// What `bbb` and `nng` both have.
const VARIATIONAL: [&str; 7] =
    ["units", "eta", "epochs", "learning_rate", "batch", "particles", "draws"];

fn variational(fields: &Fields, setting: &Setting, approach: Approach) -> Result<Variational> {
    let usual = Variational::default();
    Ok(Variational {
        units: count(fields, "units", usual.units, 0, 10_000)?,
        eta: positive(fields, "eta", usual.eta)?,
        epochs: count(fields, "epochs", usual.epochs, 0, 10_000_000)?,
        learning_rate: positive(fields, "learning_rate", usual.learning_rate)?,
        batch: count(fields, "batch", usual.batch, 1, 1_000_000)?,
        particles: count(fields, "particles", usual.particles, 1, 10_000)?,
        draws: count(fields, "draws", usual.draws, 1, 1_000_000)?,
        noise: setting.noise,
        approach,
        seed: setting.seed,
    })
}

fn nng(field: &Field, setting: &Setting) -> Result<Variational> {
    let known = [&VARIATIONAL[..], &["damping", "decay", "prior"]].concat();
    let fields = field.object(&known)?;
    let usual = Nng::default();
    let damping = fields.optional("damping");
    let prior =
        fields.optional("prior").map_or(Ok(usual.prior), |field| match field.text()? {
            "exact" => Ok(Prior::Exact),
            "factored" => Ok(Prior::Factored),
            _ => Err(field.wrong("\"exact\" or \"factored\"")),
        })?;
    let decay = fields.optional("decay").map_or(Ok(usual.decay), |field| below_one(&field))?;
    let nng = Nng {
        damping: damping.map_or(Ok(usual.damping), |field| field.number_from(0.0, false))?,
        decay,
        prior,
    };
    variational(&fields, setting, Approach::Nng(nng))
}

fn ensemble(field: &Field, setting: &Setting) -> Result<Ensemble> {
    let fields = field.object(&["members", "units", "epochs", "learning_rate"])?;
    let usual = Ensemble::default();
    Ok(Ensemble {
        members: count(&fields, "members", usual.members, 1, 100_000)?,
        units: count(&fields, "units", usual.units, 1, 10_000)?,
        epochs: count(&fields, "epochs", usual.epochs, 0, 10_000_000)?,
        learning_rate: positive(&fields, "learning_rate", usual.learning_rate)?,
        noise: setting.noise,
        seed: setting.seed,
    })
}

fn dropout(field: &Field, setting: &Setting, noise: f64) -> Result<Dropout> {
    let known = ["units", "rate", "epochs", "learning_rate", "draws", "one_mask"];
    let fields = field.object(&known)?;
    let usual = Dropout::default();
    let rate = fields.optional("rate").map_or(Ok(usual.rate), |field| below_one(&field))?;
    Ok(Dropout {
        units: count(&fields, "units", usual.units, 1, 10_000)?,
        rate,
        epochs: count(&fields, "epochs", usual.epochs, 0, 10_000_000)?,
        learning_rate: positive(&fields, "learning_rate", usual.learning_rate)?,
        draws: count(&fields, "draws", usual.draws, 1, 1_000_000)?,
        one_mask: flag(&fields, "one_mask", usual.one_mask)?,
        noise,
        seed: setting.seed,
    })
}

fn count(fields: &Fields, name: &str, usual: usize, least: u64, most: u64) -> Result<usize> {
    fields.optional(name).map_or(Ok(usual), |field| Ok(field.count(least, most)? as usize))
}

fn positive(fields: &Fields, name: &str, usual: f64) -> Result<f64> {
    fields.optional(name).map_or(Ok(usual), |field| field.number_from(0.0, true))
}

fn below_one(field: &Field) -> Result<f64> {
    let share = field.number()?;
    let good = (0.0..1.0).contains(&share);
    good.then_some(share).ok_or_else(|| field.wrong("at least 0 and below 1"))
}

fn flag(fields: &Fields, name: &str, usual: bool) -> Result<bool> {
    fields.optional(name).map_or(Ok(usual), |field| field.boolean())
}

/// The variance of the noise: a number that is known, or null if it is to be learned.
pub fn noise(fields: &Fields) -> Result<Option<f64>> {
    if fields.is_null("noise_variance") {
        return Ok(None);
    }
    fields.required("noise_variance")?.number_from(0.0, true).map(Some)
}

/// What was fitted, as the answer to `fit`.
pub fn write(fitted: &Fitted) -> Result<Value> {
    let posterior = &fitted.posterior;
    let noise = posterior.noise.as_slice();
    let same = noise.iter().all(|variance| *variance == noise[0]);
    let mut answer = Map::new();
    answer.insert("mean".into(), write::numbers("mean", posterior.mean.iter())?);
    answer.insert("covariance".into(), write::matrix("covariance", &posterior.covariance)?);
    let noise = match noise.first().filter(|_| same) {
        Some(noise) => write::number("noise_variance", *noise)?,
        None => write::numbers("noise_variance", noise)?,
    };
    answer.insert("noise_variance".into(), noise);
    answer.insert("fitted".into(), notes(&fitted.learned)?);
    answer.insert("diagnostics".into(), notes(&fitted.diagnostics)?);
    if let Some(words) = drift(|name| fitted.note(name)) {
        answer.insert("warning".into(), words.into());
    }
    Ok(answer.into())
}

fn notes(notes: &[Note]) -> Result<Value> {
    let mut map = Map::new();
    for Note { name, value } in notes {
        let value = match value {
            NoteValue::Number(value) => write::optional(name, (!value.is_nan()).then_some(*value))?,
            NoteValue::List(values) => write::numbers(name, values)?,
        };
        map.insert(name.to_string(), value);
    }
    Ok(map.into())
}
