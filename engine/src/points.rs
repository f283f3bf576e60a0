//! Where a function was or could be observed.

use crate::numeric::{Matrix, Vector};

/// Points, the true function there, and what would be observed.
#[derive(Debug, Clone)]
pub struct Points {
    /// One point per column.
    pub inputs: Matrix,
    /// The true function.
    pub truth: Vector,
    /// The function as observed.
    pub observed: Vector,
}

impl Points {
    /// No points of so many inputs.
    #[must_use]
    pub fn none(inputs: usize) -> Self {
        let nothing = Vector::zeros(0);
        Self { inputs: Matrix::zeros(inputs, 0), truth: nothing.clone(), observed: nothing }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.inputs.ncols()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Some of the points, in the order given.
    #[must_use]
    pub fn select(&self, indices: &[usize]) -> Self {
        let pick = |values: &Vector| Vector::from_fn(indices.len(), |i, _| values[indices[i]]);
        let (truth, observed) = (pick(&self.truth), pick(&self.observed));
        Self { inputs: self.inputs.select_columns(indices), truth, observed }
    }

    /// These points, then `others`.
    #[must_use]
    pub fn followed_by(&self, others: &Self) -> Self {
        let join = |a: &Vector, b: &Vector| {
            Vector::from_iterator(a.len() + b.len(), a.iter().chain(b).copied())
        };
        let truth = join(&self.truth, &others.truth);
        let observed = join(&self.observed, &others.observed);
        Self { inputs: side_by_side(&self.inputs, &others.inputs), truth, observed }
    }
}

/// The points of `left`, then those of `right`.
#[must_use]
pub fn side_by_side(left: &Matrix, right: &Matrix) -> Matrix {
    assert_eq!(left.nrows(), right.nrows(), "points of the same task have as many inputs");
    let columns = [left.as_slice(), right.as_slice()].concat();
    Matrix::from_vec(left.nrows(), left.ncols() + right.ncols(), columns)
}

/// Points on the real line, as the columns of a one-row matrix.
pub fn line(positions: impl IntoIterator<Item = f64>) -> Matrix {
    let positions: Vec<f64> = positions.into_iter().collect();
    Matrix::from_vec(1, positions.len(), positions)
}
