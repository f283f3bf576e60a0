//! Several files of predictions as one.

use super::Predictions;
use super::open::same_observations;
use crate::error::{Error, Result, quoted};

/// The models of all files, each with its name, in their order: all about the same y. At most one of
/// them may bring an oracle.
///
/// # Errors
/// [`Error::Value`] for a file with another y, or a second oracle.
pub fn together(files: Vec<(String, Predictions)>) -> Result<Predictions> {
    let mut files = files.into_iter();
    let nothing = || Error::missing("a file", "");
    let (first, mut all) = files.next().ok_or_else(nothing)?;
    for (name, more) in files {
        if !same_observations(&all.y, &more.y) {
            let got = format!("another in {}", quoted(&name));
            return Err(Error::value("y", got, format!("that of {}", quoted(&first))));
        }
        if all.oracle.is_some() && more.oracle.is_some() {
            return Err(Error::value("oracle", "two", "in one of the files alone"));
        }
        all.models.extend(more.models);
        all.oracle = all.oracle.or(more.oracle);
        all.batch_size = all.batch_size.or(more.batch_size);
    }
    match all.models.is_empty() {
        true => Err(Error::missing("models", "at least one of the files must hold some")),
        false => Ok(all),
    }
}
