//! A network with one hidden layer of rectified linear units, and a linear model as its special case
//! without any: forward, backward and predictions, some units at a time. This one shape, and no general
//! differentiation, so that it is as fast as it goes.
//!
//! Weights are one flat list, so that samplers and optimisers need not know what they mean: for each
//! input a row with its weight to every unit, a row of biases, a row of weights to the output, and the
//! output's bias. Rows are padded to whole blocks of units with zeros, which stay zero: their units
//! never fire. Without units, the list is one weight for each input and the bias.

mod adam;
mod batch;
mod gradient;
mod layer;
mod pass;
mod predict;

pub use adam::Adam;
pub use batch::Batch;
pub use gradient::Scratch;
pub use layer::{Layer, Moments, Passed};

use crate::cost::Cost;

/// Units that are computed side by side.
const BLOCK: usize = 4;

/// The shape of a network, and how its layers are scaled.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    inputs: usize,
    units: usize,
    /// What inputs and the first layer's bias are multiplied by.
    scale_in: f64,
    /// What hidden values and the output's bias are multiplied by.
    scale_out: f64,
}

impl Network {
    /// Layers scaled by one over the root of their fan-in, bias included: with weights of variance eta
    /// the prior of the function does not depend on the width.
    ///
    /// `a = W1 (x, 1) / sqrt(d + 1)`, `f = W2 (relu(a), 1) / sqrt(H + 1)`; without units
    /// `f = w (x, 1) / sqrt(d + 1)`.
    pub fn scaled(inputs: usize, units: usize) -> Self {
        let root = |fan_in: usize| 1.0 / ((fan_in + 1) as f64).sqrt();
        let scale_out = if units == 0 { 1.0 } else { root(units) };
        Self { inputs, units, scale_in: root(inputs), scale_out }
    }

    /// Layers as they are: `f = W2 relu(W1 x + b1) + b2`.
    pub fn plain(inputs: usize, units: usize) -> Self {
        Self { inputs, units, scale_in: 1.0, scale_out: 1.0 }
    }

    /// Hidden units.
    pub fn units(&self) -> usize {
        self.units
    }

    /// Length of the list of weights, padding included.
    pub fn size(&self) -> usize {
        match self.units {
            0 => (self.inputs + 1).next_multiple_of(2),
            _ => (self.inputs + 2) * self.row() + 2,
        }
    }

    /// The same before it is known whether that is a number of this machine: sizes are untrusted.
    pub fn expected_size(&self) -> f64 {
        (self.inputs as f64 + 2.0) * self.row() as f64 + self.inputs as f64 + 2.0
    }

    /// How many weights and biases there are.
    pub fn weights(&self) -> usize {
        match self.units {
            0 => self.inputs + 1,
            units => (self.inputs + 2) * units + 1,
        }
    }

    /// How many of the list, the first ones, lead to hidden units.
    pub fn hidden_weights(&self) -> usize {
        (self.inputs + 1) * self.row()
    }

    /// The stretches of the list that are weights and no padding, in order.
    pub fn rows(&self) -> Vec<std::ops::Range<usize>> {
        let row = |i: usize| i * self.row()..i * self.row() + self.units;
        let (rows, last) = match self.units {
            0 => (0, 0..self.inputs + 1),
            _ => {
                let bias = (self.inputs + 2) * self.row();
                (self.inputs + 2, bias..bias + 1)
            }
        };
        (0..rows).map(row).chain(std::iter::once(last)).collect()
    }

    /// What the values at so many points cost.
    pub fn forward_cost(&self, points: usize) -> Cost {
        let terms = (self.inputs as f64 + 2.0) * self.units.max(1) as f64;
        Cost::operations(0.24 * terms * points as f64 + 20.0)
    }

    /// What the values and the gradient at so many points cost.
    pub fn gradient_cost(&self, points: usize) -> Cost {
        let terms = (3.0 * self.inputs as f64 + 5.0) * self.units.max(1) as f64;
        Cost::operations(0.24 * terms * points as f64 + 100.0)
    }

    /// Length of a row of units, padding included.
    fn row(&self) -> usize {
        self.units.next_multiple_of(BLOCK)
    }
}

#[cfg(test)]
mod tests;
