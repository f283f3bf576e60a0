//! Models in a request: `{"hmc": {"units": 50}}`.

use serde_json::{Map, Value};

use super::gaussian_process::points;
use super::kernel::{self, Domain};
use super::read::{Field, Fields};
use super::write;
use crate::error::{Error, Result, quoted};
use crate::model::{
    self, Asked, Fitted, KINDS, Kind, Model, Note, NoteValue, Setup, Takes, Values,
    warning::in_words,
};
use crate::numeric::{Matrix, Vector};
use crate::task::Points;

/// What a model's settings leave to the request around it.
pub struct Setting<'a> {
    /// The points it will be asked about.
    pub domain: &'a Domain,
    /// The variance of the noise, if it is known.
    pub noise: Option<f64>,
    /// What a kernel is learned from, if not from what is observed.
    pub hyper: Option<&'a Points>,
    /// Where randomness comes from.
    pub seed: u64,
}

/// Reads a model: its kind's table says what can be set of it.
pub fn model(field: &Field, around: &Setting) -> Result<Box<dyn Model>> {
    let kinds = || KINDS.into_iter().filter(|kind| kind.asked != Asked::ByLinks);
    let ids: Vec<&str> = kinds().map(|kind| kind.id).collect();
    let expected =
        format!("an object with one of {} as its key, such as {{\"hmc\": {{}}}}", ids.join(", "));
    let (id, settings) = field.only_entry(&expected)?;
    let kind = kinds().find(|kind| kind.id == id).ok_or_else(|| field.wrong(expected))?;
    let mut values = values(kind, &settings, around.domain)?;
    if kind.asked == Asked::WithNoise {
        let noise = known(id, around)?;
        if kind.setting("noise").is_some() {
            values.set("noise", model::Value::Number(noise));
        }
    }
    let Setting { domain, noise, hyper, seed } = *around;
    let setup = Setup { oracle: None, inputs: domain.inputs(), noise, hyper, seed };
    (kind.build)(&values, &setup).ok_or_else(|| field.wrong("a model that a request can have"))
}

fn known(kind: &str, around: &Setting) -> Result<f64> {
    let words = || format!("{kind} cannot learn its noise: give noise_variance as a number");
    around.noise.ok_or_else(|| Error::clash(words()))
}

/// What a request says of a kind's settings.
fn values(kind: &Kind, field: &Field, domain: &Domain) -> Result<Values> {
    let settings = || kind.settings.iter().filter(|setting| setting.is_in_requests());
    let ids: Vec<&str> = settings().map(|setting| setting.id).collect();
    let fields = field.object(&ids)?;
    let mut values = Values::of(kind.settings);
    // Kernels must be defined at inducing points, too.
    let mut domain = domain.with(&Matrix::zeros(domain.inputs(), 0));
    for setting in settings().filter(|setting| setting.takes == Takes::Points) {
        if let Some(field) = fields.optional(setting.id) {
            let points = inducing_points(&field, &fields, &domain)?;
            domain = domain.with(&points);
            values.set(setting.id, model::Value::Points(points));
        }
    }
    for setting in settings().filter(|setting| setting.takes != Takes::Points) {
        let field = match setting.takes {
            Takes::Kernel => Some(fields.required(setting.id)?),
            _ => fields.optional(setting.id),
        };
        if let Some(field) = field {
            values.set(setting.id, value(setting.takes, &field, &domain)?);
        }
    }
    Ok(values)
}

/// What a field says of a setting.
fn value(takes: Takes, field: &Field, domain: &Domain) -> Result<model::Value> {
    Ok(match takes {
        Takes::Number { limit, .. } => {
            let number = field.number()?;
            let number = limit.holds(number).then_some(number);
            model::Value::Number(number.ok_or_else(|| field.wrong(limit.words()))?)
        }
        Takes::Count { limits: (least, most), .. } => {
            model::Value::Number(field.count(least, most)? as f64)
        }
        Takes::Flag { .. } => model::Value::Flag(field.boolean()?),
        Takes::Choice(words) => {
            let text = field.text()?;
            let found = words.iter().find(|(word, _)| *word == text);
            let known = || words.iter().map(|(word, _)| quoted(word)).collect::<Vec<_>>();
            let found = found.ok_or_else(|| field.wrong(known().join(" or ")))?;
            model::Value::Word(found.0)
        }
        Takes::Kernel | Takes::Prior(_) => model::Value::Kernel(kernel::kernel(field, domain)?),
        Takes::Points => model::Value::Points(points(field, Some(domain.inputs()))?),
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

/// The variance of the noise: a number that is known, or null if it is to be learned.
pub fn noise(fields: &Fields) -> Result<Option<f64>> {
    if fields.is_null("noise_variance") {
        return Ok(None);
    }
    let field = fields.required("noise_variance")?;
    let known = field.number().ok().filter(|noise| *noise > 0.0);
    known.map(Some).ok_or_else(|| field.wrong("a number above 0, or null if it is to be learned"))
}

/// Points and what was observed there: `{x, y}`.
pub fn data(field: &Field, inputs: usize) -> Result<Points> {
    let fields = field.object(&["x", "y"])?;
    let inputs = points(&fields.required("x")?, Some(inputs))?;
    let observed = Vector::from_vec(fields.required("y")?.numbers(Some(inputs.ncols()))?);
    Ok(Points { inputs, truth: observed.clone(), observed })
}

/// What a kernel is learned from, if the request says so.
pub fn hyper(fields: &Fields, inputs: usize) -> Result<Option<Points>> {
    let Some(field) = fields.optional("hyper") else { return Ok(None) };
    let points = data(&field, inputs)?;
    if points.is_empty() {
        return Err(field.wrong("at least 1 point"));
    }
    Ok(Some(points))
}

/// Whether it is one of those whose weights have a scale of their own.
pub fn is_network(field: &Field) -> bool {
    let Ok((id, _)) = field.only_entry("a model") else { return false };
    KINDS.iter().any(|kind| kind.id == id && kind.family.is_network())
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
    if let Some(words) = in_words(&fitted.warnings()) {
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
