//! The true function of a one-dimensional task.

use crate::cost::Cost;
use crate::error::Result;
use crate::kernel::Kernel;
use crate::numeric::linalg::{self, Factor};
use crate::numeric::random::Stream;
use crate::numeric::{Matrix, Vector};
use crate::scenario::{Problem, Region, TruthSource};
use crate::task::line;

/// The true function, known everywhere.
#[derive(Debug, Clone)]
pub enum Truth {
    /// A formula.
    Formula(fn(f64) -> f64),
    /// A draw from a prior on a fixed grid, interpolated by noise-free conditioning.
    Draw {
        /// The prior.
        kernel: Kernel,
        /// Where it was drawn.
        grid: Matrix,
        /// `K^-1 f` on the grid.
        weights: Vector,
    },
}

/// Enough for several grid points per lengthscale of any preset.
const GRID: usize = 97;

impl Truth {
    /// The true function of a problem. A draw depends on kernel, range and seed only, so that it
    /// stays where it is while points are moved.
    pub fn of(problem: &Problem) -> Result<Self> {
        match (problem.truth, problem.preset.formula) {
            (TruthSource::Formula, Some(formula)) => Ok(Self::Formula(formula)),
            _ => Self::draw(&problem.kernel, problem.preset.range, problem.seed),
        }
    }

    /// What making it, and evaluating it at so many points, costs.
    pub fn cost(problem: &Problem, points: usize) -> Cost {
        match (problem.truth, problem.preset.formula) {
            (TruthSource::Formula, Some(_)) => Cost::operations(50.0 * points as f64),
            _ => {
                let (grid, points) = (GRID as f64, points as f64);
                problem.kernel.cost_of_covariance(1, grid)
                    + problem.kernel.cost(1, grid * points)
                    + Cost::blocked(grid * grid * grid / 6.0)
                    + Cost::normals(grid)
                    + Cost::operations(grid * points)
            }
        }
    }

    /// Draws a function on `range` by `seed`.
    pub fn draw(kernel: &Kernel, range: (f64, f64), seed: u32) -> Result<Self> {
        let grid = line(Region { low: range.0, high: range.1, count: GRID }.points());
        let factor = Factor::new(kernel.covariance_lower(&grid))?;
        let normals = Stream::new(seed.into(), "truth", 0).normals(GRID);
        // f = L z, so K^-1 f = L^-T z.
        let mut weights = Matrix::from_vec(GRID, 1, normals);
        linalg::solve_lower_transposed_in_place(factor.lower(), &mut weights);
        Ok(Self::Draw { kernel: kernel.clone(), grid, weights: weights.column(0).into_owned() })
    }

    /// The function's values.
    pub fn at(&self, inputs: &Matrix) -> Vector {
        match self {
            Self::Formula(formula) => inputs.row(0).transpose().map(formula),
            Self::Draw { kernel, grid, weights } => {
                let gram = kernel.gram(grid, inputs);
                let value = |column: usize| -> f64 {
                    gram.column(column).iter().zip(weights).map(|(k, w)| k * w).sum()
                };
                Vector::from_fn(inputs.ncols(), |i, _| value(i))
            }
        }
    }
}
