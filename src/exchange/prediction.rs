//! Somebody's predictions from a file: JSON as the request `score` takes it, or an `.npz` with the
//! arrays `mean`, `covariance`, `noise_variance` and `y`.
//!
//! In both, a model's numbers are of the points of `y`, or of any others (the pool) and then of those.

use super::npz::{Array, Npz, shape_words};
use crate::error::{Error, Result, is_visible};
use crate::json::check::{self, Observed, Rounding};
use crate::json::{self, LARGEST};
use crate::numeric::{Fingerprint, Matrix, Vector};
use crate::posterior::Posterior;

pub use crate::json::{OwnModel, Predictions};

/// The predictions in a file; its first bytes tell what it is. A model without a name is called after
/// the file.
///
/// # Errors
/// [`Error::Value`] with the array or field at fault, its index and its value.
pub fn read(bytes: &[u8], file_name: &str) -> Result<Predictions> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.starts_with(b"PK") {
        return Ok(with_visible_names(from_npz(bytes, file_name)?));
    }
    if let Some(b'{' | b'[') = text.trim_ascii_start().first() {
        return Ok(with_visible_names(from_json(text, file_name)?));
    }
    let got = match bytes {
        [] => "nothing",
        _ if bytes.starts_with(b"\x93NUMPY") => "a single array: save all of them by numpy.savez",
        _ => "something else",
    };
    Err(Error::value("file", got, "JSON or an .npz of numpy"))
}

/// Names are shown beside others: without anything that hides or turns them.
fn with_visible_names(mut predictions: Predictions) -> Predictions {
    let models = predictions.models.iter_mut().chain(&mut predictions.oracle);
    models.for_each(|model| model.name.retain(is_visible));
    predictions
}

/// Tells files apart: 16 hexadecimal digits.
#[must_use]
pub fn file_hash(bytes: &[u8]) -> String {
    format!("{:016x}", Fingerprint::new().text("file").bytes(bytes).finish())
}

fn from_json(bytes: &[u8], file_name: &str) -> Result<Predictions> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let got = format!("other bytes at {}", error.valid_up_to());
        Error::value("file", got, "JSON in UTF-8")
    })?;
    let mut predictions = json::predictions(text)?;
    // A request's models without names are called after their place in it.
    if let [only] = &mut predictions.models[..]
        && only.name == "models[0]"
    {
        only.name = title(file_name);
    }
    Ok(predictions)
}

fn from_npz(bytes: &[u8], file_name: &str) -> Result<Predictions> {
    let file = Npz::open(bytes)?;
    file.require(&["mean", "covariance", "noise_variance", "y"])?;
    let y = list(&file.array("y")?, None)?;
    if y.is_empty() {
        return Err(Error::value("y", "no number", "an array of at least 1 number"));
    }
    let mean = list(&file.array("mean")?, None)?;
    let points = mean.len();
    if points < y.len() {
        let expected = format!("an array of at least {} numbers, one for each of y", y.len());
        return Err(Error::value("mean", points, expected));
    }
    let noise = variances(&file.array("noise_variance")?, points)?;
    let observed = Observed { first: points - y.len(), noise: &noise };
    let (covariance, lift) = covariance(&file.array("covariance")?, points, observed)?;
    let (mean, noise) = (Vector::from_vec(mean), Vector::from_vec(noise));
    let posterior = Posterior { mean, covariance, noise };
    let model = OwnModel::new(title(file_name), "", (posterior, lift), y.len())?;
    Ok(Predictions { y, models: vec![model], oracle: None, batch_size: None })
}

/// A file's name without folders and ending.
fn title(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = if stem.is_empty() { name } else { stem };
    if stem.is_empty() { "own model".into() } else { stem.into() }
}

fn list(array: &Array, length: Option<usize>) -> Result<Vec<f64>> {
    match array.shape[..] {
        [got] if length.is_none_or(|length| length == got) => numbers(array),
        _ => {
            let expected = length.map_or("(n,)".into(), |length| shape_words(&[length]));
            Err(shaped(array, expected))
        }
    }
}

fn covariance(array: &Array, points: usize, observed: Observed) -> Result<(Matrix, f64)> {
    if array.shape != [points, points] {
        let expected = format!("{}, as mean has {points} numbers", shape_words(&[points, points]));
        return Err(shaped(array, expected));
    }
    let matrix = Matrix::from_row_iterator(points, points, numbers(array)?);
    let rounding = Rounding::of(&matrix);
    check::as_covariance(&array.name, matrix, rounding, observed)
}

/// One variance for all points, or one for each.
fn variances(array: &Array, points: usize) -> Result<Vec<f64>> {
    let found = match array.shape[..] {
        [] => vec![numbers(array)?[0]; points],
        [length] if length == points => numbers(array)?,
        _ => return Err(shaped(array, format!("() or {}", shape_words(&[points])))),
    };
    match found.iter().position(|variance| *variance < 0.0) {
        None => Ok(found),
        Some(i) => Err(Error::value(place(array, i), found[i], "a variance, at least 0")),
    }
}

/// An array's numbers, none of which is too large or NaN.
fn numbers(array: &Array) -> Result<Vec<f64>> {
    let unfit = |number: &f64| number.is_nan() || number.abs() > LARGEST;
    match array.numbers.iter().position(unfit) {
        None => Ok(array.numbers.clone()),
        Some(i) => {
            let expected = format!("a number within -{LARGEST:e} .. {LARGEST:e}");
            Err(Error::value(place(array, i), array.numbers[i], expected))
        }
    }
}

fn shaped(array: &Array, expected: String) -> Error {
    Error::value(&array.name, shape_words(&array.shape), format!("of shape {expected}"))
}

/// The name of an array's i-th number.
fn place(array: &Array, i: usize) -> String {
    match array.shape[..] {
        [] => array.name.clone(),
        [_, columns] => format!("{}[{}][{}]", array.name, i / columns, i % columns),
        _ => format!("{}[{i}]", array.name),
    }
}
