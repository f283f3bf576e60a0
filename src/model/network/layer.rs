//! The layers of a network as matrices, and what Kronecker factors are made of: second moments of what
//! enters a layer and of how the output depends on what leaves it.

use crate::model::network::{BLOCK, Batch, Network, Scratch};
use crate::numeric::{Matrix, linalg};

/// A layer's weights as a matrix with a row for each output and a column for each input, its bias last.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer {
    /// Rows.
    pub outputs: usize,
    /// Where each column begins in the list of weights.
    pub columns: Vec<usize>,
}

impl Network {
    /// The layers, from the inputs on.
    pub fn layers(&self) -> Vec<Layer> {
        if self.units == 0 {
            return vec![Layer { outputs: 1, columns: (0..=self.inputs).collect() }];
        }
        let row = self.row();
        let first = (0..=self.inputs).map(|input| input * row).collect();
        let out = (self.inputs + 1) * row;
        let last = (out..out + self.units).chain([out + row]).collect();
        vec![Layer { outputs: self.units, columns: first }, Layer { outputs: 1, columns: last }]
    }
}

/// What lists of weights passed through the layers, each for all examples of one batch.
#[derive(Debug, Clone, Default)]
pub struct Passed {
    /// What entered the last layer: for each list and example, all units and the bias.
    entered: Vec<f64>,
    /// The derivatives of the function by what left the first: for each list and example, all units.
    slopes: Vec<f64>,
}

/// Means of a a^T, for what enters a layer, and of j j^T, for the derivatives of the function by what
/// leaves it.
#[derive(Debug, Clone, PartialEq)]
pub struct Moments {
    /// Of what enters, its bias last.
    pub entering: Matrix,
    /// Of the derivatives.
    pub leaving: Matrix,
}

impl Passed {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entered.clear();
        self.slopes.clear();
    }

    /// Takes what the pass of a list of weights over the batch left.
    pub fn take(&mut self, network: &Network, weights: &[f64], batch: &Batch, scratch: &Scratch) {
        let (units, scale) = (network.units, network.scale_out);
        if units == 0 {
            return;
        }
        let out = &weights[network.hidden_weights()..];
        for example in 0..batch.count {
            for unit in (0..units).step_by(BLOCK) {
                let at = Scratch::place(unit, example, batch.count);
                let values = &scratch.hidden()[at..at + BLOCK.min(units - unit)];
                self.entered.extend(values.iter().map(|value| value * scale));
                let slope = |(value, weight): (&f64, &f64)| {
                    if *value > 0.0 { weight * scale } else { 0.0 }
                };
                self.slopes.extend(values.iter().zip(&out[unit..]).map(slope));
            }
            self.entered.push(scale);
        }
    }

    /// Means over everything that passed, layer by layer.
    pub fn moments(&self, network: &Network, batch: &Batch) -> Vec<Moments> {
        let (d, units) = (network.inputs, network.units);
        let input = |i: usize, j: usize| if i < d { batch.x[j * d + i] } else { network.scale_in };
        let inputs = Matrix::from_fn(d + 1, batch.count, input);
        // The function is what leaves the last layer.
        let itself = Matrix::from_element(1, 1, 1.0);
        if units == 0 {
            return vec![Moments { entering: mean_square(&inputs), leaving: itself }];
        }
        let columns = self.slopes.len() / units;
        let entered = Matrix::from_column_slice(units + 1, columns, &self.entered);
        let slopes = Matrix::from_column_slice(units, columns, &self.slopes);
        vec![
            Moments { entering: mean_square(&inputs), leaving: mean_square(&slopes) },
            Moments { entering: mean_square(&entered), leaving: itself },
        ]
    }
}

/// The mean of c c^T over columns c.
fn mean_square(columns: &Matrix) -> Matrix {
    let mut negative = Matrix::zeros(columns.nrows(), columns.nrows());
    linalg::subtract_outer(&mut negative, columns);
    negative / -(columns.ncols() as f64)
}
