//! Portable numerics: the same bits natively and in every browser.
//!
//! Everything here keeps to IEEE additions, multiplications, divisions and square roots in an order
//! that is fixed by the input's shape alone, two lanes wide on every machine, and never fused. That
//! is what lets a link carry a fingerprint: see `tests/stability.rs`, which pins the bits.
//!
//! Absent on purpose: this module knows no kernel, model, rule or pixel, and starts no thread.

mod chacha;
mod cluster;
mod estimate;
mod fourier;
pub mod hash;
pub mod linalg;
pub mod math;
mod minimise;
mod normal;
mod order;
pub mod random;
pub mod simd;
mod student;

pub use cluster::k_means;
pub use estimate::Estimate;
pub use fourier::Fourier;
pub use hash::Fingerprint;
pub use linalg::Factor;
pub use minimise::{Minimum, minimise};
pub use normal::probit;
pub use order::{order, sorted, sorted_by};
pub use random::Stream;
pub use student::t_quantile;

/// A column-major matrix. Its `*` operator is not portable: multiply with [`linalg`] instead.
pub type Matrix = nalgebra::DMatrix<f64>;

/// A column vector.
pub type Vector = nalgebra::DVector<f64>;

/// So many decimals, with a true minus sign, which is as wide as a digit; what rounds to zero has none.
pub fn fixed(value: f64, decimals: usize) -> String {
    let digits = format!("{value:.decimals$}");
    let is_zero = digits.bytes().all(|byte| b"-0.".contains(&byte));
    if is_zero { digits.replace('-', "") } else { digits.replace('-', "−") }
}

/// A short text that parses back to a number, as people write it: `0.8`, `1000`, but `1e-10`.
pub fn shortest(value: f64) -> String {
    let (plain, scientific) = (value.to_string(), format!("{value:e}"));
    if plain.len() > 8 && scientific.len() < plain.len() { scientific } else { plain }
}
