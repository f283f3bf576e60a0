//! Somebody's predictions from a file: JSON as the request `score` takes it, or an `.npz` with the
//! arrays `mean`, `covariance`, `noise_variance` and `y`, or `draws` (draws x points) instead of the
//! first two.
//!
//! In both, a model's numbers are of the points of `y`, or of any others (the pool) and then of those.

use super::npz::{Array, Npz, shape_words};
use crate::cost::Cost;
use crate::error::{Error, Result, is_visible};
use crate::json::{self, LARGEST, MOST_ENTRIES, Numbers, UncheckedModel, check, check_size};
use crate::numeric::{Fingerprint, Matrix, Vector};

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

/// What had to be done to the numbers of a file, if anything.
pub fn mended(predictions: &Predictions) -> Option<String> {
    let model = predictions.models.iter().max_by(|a, b| a.lift.total_cmp(&b.lift))?;
    let words = || {
        format!(
            "the covariance of “{}” was not positive semi-definite, as 32-bit numbers often are not; \
             {:.1e} was added to all its variances",
            model.name, model.lift
        )
    };
    (model.lift > 0.0).then(words)
}

/// What reading a file of so many bytes costs: checking that its largest matrix is a covariance, most of
/// all.
#[must_use]
pub fn cost(bytes: u64) -> Cost {
    check::cost((bytes as f64 / 8.0).sqrt() as usize)
}

/// Tells files apart: 16 hexadecimal digits.
#[must_use]
pub fn file_hash(bytes: &[u8]) -> String {
    format!("{:016x}", Fingerprint::new().text("file").bytes(bytes).finish())
}

fn from_json(bytes: &[u8], file_name: &str) -> Result<Predictions> {
    let mut predictions = json::predictions(utf8(bytes)?)?;
    // A request's models without names are called after their place in it.
    if let [only] = &mut predictions.models[..]
        && only.name == "models[0]"
    {
        only.name = title(file_name);
    }
    Ok(predictions)
}

fn utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        let got = format!("other bytes at {}", error.valid_up_to());
        Error::value("file", got, "JSON in UTF-8")
    })
}

fn from_npz(bytes: &[u8], file_name: &str) -> Result<Predictions> {
    let file = Npz::open(bytes)?;
    let draws = file.names().any(|name| name == "draws");
    let moments = ["mean", "covariance"];
    if let Some(also) = file.names().find(|name| draws && moments.contains(name)) {
        let expected = "left out where there are draws, of which it follows";
        return Err(Error::value(also, "an array", expected));
    }
    let needed: &[&str] = if draws { &["draws"] } else { &moments };
    file.require(&[needed, &["noise_variance", "y"]].concat())?;
    let y = observations(&file)?;
    let (numbers, points) =
        if draws { drawn(&file, y.len())? } else { means(&file, ["mean", "covariance"], y.len())? };
    let noise = variances(&file.array("noise_variance", MOST_POINTS)?, points)?;
    let model = UncheckedModel::new(title(file_name), "", numbers, noise, y.len()).checked()?;
    Ok(Predictions { y, models: vec![model], oracle: None, batch_size: None })
}

/// The exact posterior that a task's file holds, with the task's y and no models.
///
/// # Errors
/// [`Error::Value`] with the array or field at fault.
pub fn read_oracle(bytes: &[u8]) -> Result<Predictions> {
    if !bytes.starts_with(b"PK") {
        return json::task_oracle(utf8(bytes)?);
    }
    let file = Npz::open(bytes)?;
    file.require(&["oracle_mean", "oracle_covariance", "noise_variance", "y"])?;
    let y = observations(&file)?;
    let (numbers, points) = means(&file, ["oracle_mean", "oracle_covariance"], y.len())?;
    let noise = variances(&file.array("noise_variance", MOST_POINTS)?, points)?;
    let oracle = UncheckedModel::new("oracle".into(), "oracle_", numbers, noise, y.len());
    Ok(Predictions { y, models: Vec::new(), oracle: Some(oracle.checked()?), batch_size: None })
}

/// So many numbers are read of anything.
const SMALL: usize = 10_000;
/// More points than this have no matrix.
const MOST_POINTS: usize = 100_000;

fn observations(file: &Npz) -> Result<Vec<f64>> {
    let y = list(&file.array("y", MOST_POINTS)?)?;
    match y.is_empty() {
        true => Err(Error::value("y", "no number", "an array of at least 1 number")),
        false => Ok(y),
    }
}

/// Means and covariances, and how many points they are of.
fn means(file: &Npz, [mean, covariance]: [&str; 2], targets: usize) -> Result<(Numbers, usize)> {
    let means = list(&file.array(mean, MOST_POINTS)?)?;
    let points = means.len();
    if points < targets {
        let expected = format!("an array of at least {targets} numbers, one for each of y");
        return Err(Error::value(mean, points, expected));
    }
    check_size(covariance, points, points)?;
    // A little more, so that what is of another shape can be said.
    let array = file.array(covariance, (points * points).max(SMALL))?;
    if array.shape != [points, points] {
        let expected =
            format!("{}, as {mean} has {points} numbers", shape_words(&[points, points]));
        return Err(shaped(&array, expected));
    }
    let matrix = Matrix::from_row_iterator(points, points, numbers(array)?);
    Ok((Numbers::Moments(Vector::from_vec(means), matrix), points))
}

/// Function draws, one a row.
fn drawn(file: &Npz, targets: usize) -> Result<(Numbers, usize)> {
    let array = file.array("draws", MOST_ENTRIES)?;
    match array.shape[..] {
        [count, points] if count > 0 && points >= targets => {
            check_size("draws", points, points)?;
            // A row of theirs is a column of ours, and both lie in memory draw after draw.
            Ok((Numbers::Draws(Matrix::from_vec(points, count, numbers(array)?)), points))
        }
        _ => Err(shaped(&array, format!("(draws, n), n being at least {targets} as y has it"))),
    }
}

/// A file's name without folders and ending.
fn title(file_name: &str) -> String {
    let name = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = if stem.is_empty() { name } else { stem };
    if stem.is_empty() { "own model".into() } else { stem.into() }
}

fn list(array: &Array) -> Result<Vec<f64>> {
    match array.shape[..] {
        [_] => numbers(array.clone()),
        _ => Err(shaped(array, "(n,)".into())),
    }
}

/// One variance for all points, or one for each.
fn variances(array: &Array, points: usize) -> Result<Vec<f64>> {
    let found = match array.shape[..] {
        [] => vec![numbers(array.clone())?[0]; points],
        [length] if length == points => numbers(array.clone())?,
        _ => return Err(shaped(array, format!("() or {}", shape_words(&[points])))),
    };
    match found.iter().position(|variance| *variance < 0.0) {
        None => Ok(found),
        Some(i) => Err(Error::value(place(array, i), found[i], "a variance, at least 0")),
    }
}

/// An array's numbers, none of which is too large or NaN.
fn numbers(array: Array) -> Result<Vec<f64>> {
    let unfit = |number: &f64| number.is_nan() || number.abs() > LARGEST;
    match array.numbers.iter().position(unfit) {
        None => Ok(array.numbers),
        Some(i) => {
            let expected = format!("a number within -{LARGEST:e} .. {LARGEST:e}");
            Err(Error::value(place(&array, i), array.numbers[i], expected))
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
