//! What requests and files may hold. Limits are of memory; what is of time is estimated for each
//! request ([`Cost`](crate::cost::Cost)).

use crate::error::{Error, Result};

/// What a request or a file may take of memory: a page has little, and shares it.
pub const MEMORY: usize =
    if cfg!(target_arch = "wasm32") { 512 << 20 } else { (8_u64 << 30) as usize };

/// A matrix has at most so many entries. One takes up to 128 bytes: the number, copies of it while it
/// is factored, and where it is written a value of JSON and its digits.
pub const MOST_ENTRIES: usize = MEMORY / 128;

/// A request has at most so many numbers, each of which is read as a value of 32 bytes.
pub const MOST_NUMBERS: usize = MEMORY / 32;

/// Covariances of all models together have at most so many entries: they stay while they are judged,
/// beside what they were read from.
const MOST_TOGETHER: usize = MEMORY / 32;

/// Refuses a matrix that is too large.
pub fn check_size(name: &str, rows: usize, columns: usize) -> Result<()> {
    if rows.saturating_mul(columns) <= MOST_ENTRIES {
        return Ok(());
    }
    let expected = format!("a matrix of at most {MOST_ENTRIES} entries");
    Err(Error::value(name, format!("{rows} x {columns}"), expected))
}

/// Refuses models whose covariances of so many points each are too much together.
pub fn check_together(points: impl IntoIterator<Item = usize>) -> Result<()> {
    let (mut models, mut entries) = (0_usize, 0_usize);
    for points in points {
        models += 1;
        entries = entries.saturating_add(points.saturating_mul(points));
    }
    if entries <= MOST_TOGETHER {
        return Ok(());
    }
    let got = format!("{models} with {entries}");
    Err(Error::value("models", got, format!("of at most {MOST_TOGETHER} covariances together")))
}
