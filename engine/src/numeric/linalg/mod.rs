//! Dense linear algebra for covariance matrices: blocked, column-major, in a fixed order.
//!
//! A result's bits depend on the input alone; a solve or product gives a column the same bits
//! whatever stands beside it, and a Cholesky factor begins with the factor of the leading block.
//! That is why these kernels exist beside nalgebra, whose product fuses on some machines; they are
//! also twice as fast in a browser. nalgebra lends the types and serves for small work.
//!
//! Sizes that do not fit are mistakes of the caller, and panic. Absent: pivoting, threads, and inverses
//! but for gradients of determinants, which are made of them (solve instead).

mod block;
mod cholesky;
mod eigen;
mod eigenvalue;
mod element;
mod factor;
mod product;
mod rank_one;
mod triangular;
mod tridiagonal;

pub use cholesky::{BadPivot, cholesky_in_place};
pub use eigen::Eigen;
pub use eigenvalue::smallest_eigenvalue;
pub use element::{add_multiple, divide, mix, scale};
pub use factor::Factor;
pub use product::{
    add_gram, dot, gram_of_lower, lower_of_multiply_transpose, multiply, multiply_lower,
    multiply_transpose, multiply_vector, outer, subtract_gram, subtract_outer,
    subtract_transpose_product, transpose_multiply, transpose_multiply_lower,
    transpose_multiply_vector,
};
pub use rank_one::{Observation, Step, mirror_lower};
pub use triangular::{invert_lower, solve_lower_in_place, solve_lower_transposed_in_place};

#[cfg(test)]
mod tests;
