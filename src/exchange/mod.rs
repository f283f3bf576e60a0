//! Files that go out to somebody's own model and come back with its predictions: a task as JSON or
//! as numpy's `.npz`, and means and covariances as either.
//!
//! This module knows the bytes of files, but no page and no file system. What comes back is
//! untrusted: no bytes make it panic or use more memory than [`Predictions`] may need, and what is
//! wrong is said with the array's name, its index and its value.

pub mod npz;
pub mod prediction;
pub mod task;
mod together;

mod npy;
mod offer;
mod open;
mod split;
mod table;
mod zip;

pub use offer::offer;
pub use open::{open, points, same_observations};
pub use prediction::{OwnModel, Predictions, cost, file_hash, mended, read, read_oracle};
pub use split::{read_split, write_split};
pub use table::read_table;
pub use task::TaskFile;
pub use together::together;

#[cfg(test)]
mod tests;
