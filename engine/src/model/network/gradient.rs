//! Forward and backward through the network, for a batch at a time.

use crate::model::network::pass::{Back, Hide, Output, ROOM};
use crate::model::network::{BLOCK, Batch, Network};
use crate::numeric::simd;

/// What one pass leaves for the next: kept between calls, so that nothing is allocated in a loop.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The function's value for each example.
    pub output: Vec<f64>,
    /// The derivative of the loss by each of these values: set between forward and backward.
    pub slope: Vec<f64>,
    /// Hidden values: block after block of units, in each example after example; perhaps room for one more.
    hidden: Vec<f64>,
    /// For a group of units, the slopes where they fire.
    fires: Vec<f64>,
}

impl Scratch {
    /// The hidden values; that of unit u for example p stands at [`Scratch::place`].
    pub fn hidden(&self) -> &[f64] {
        &self.hidden
    }

    /// The same, to be changed between two halves of a pass: a mask drops some.
    pub fn hidden_mut(&mut self) -> &mut [f64] {
        &mut self.hidden
    }

    /// Where the value of a unit for an example stands, of so many examples.
    pub fn place(unit: usize, example: usize, examples: usize) -> usize {
        (unit / BLOCK * examples + example) * BLOCK + unit % BLOCK
    }
}

impl Network {
    /// The function's value for every example, in `scratch.output`.
    pub fn forward(&self, weights: &[f64], batch: &Batch, scratch: &mut Scratch) {
        self.hide(weights, batch, scratch);
        self.output(weights, batch, scratch);
    }

    /// The first half: hidden values.
    pub fn hide(&self, weights: &[f64], batch: &Batch, scratch: &mut Scratch) {
        scratch.hidden.resize(self.row().next_multiple_of(ROOM * BLOCK) * batch.count, 0.0);
        if self.units > 0 && batch.count > 0 {
            simd::run(Hide { network: self, weights, batch, hidden: &mut scratch.hidden });
        }
    }

    /// The second half: from hidden values to the output.
    pub fn output(&self, weights: &[f64], batch: &Batch, scratch: &mut Scratch) {
        let Scratch { output, hidden, .. } = scratch;
        output.resize(batch.count, 0.0);
        if self.units == 0 {
            return self.linear(weights, batch, output);
        }
        let row = self.row();
        let (out, bias) = weights[(self.inputs + 1) * row..].split_at(row);
        if batch.count > 0 {
            simd::run(Output { out, bias: bias[0], scale: self.scale_out, hidden, output });
        }
    }

    /// Derivatives of the loss by every weight, into `gradient`, after [`Network::forward`] and with
    /// `scratch.slope` set; padding gets zeros.
    pub fn backward(
        &self,
        weights: &[f64],
        batch: &Batch,
        scratch: &mut Scratch,
        gradient: &mut [f64],
    ) {
        if self.units == 0 {
            return self.linear_backward(batch, &scratch.slope, gradient);
        }
        let row = self.row();
        let Scratch { slope, hidden, fires, .. } = scratch;
        // The factor that all derivatives share.
        slope.iter_mut().for_each(|slope| *slope *= self.scale_out);
        gradient[(self.inputs + 2) * row] = slope.iter().fold(0.0, |sum, slope| sum + slope);
        gradient[(self.inputs + 2) * row + 1] = 0.0;
        if batch.count == 0 {
            return gradient.fill(0.0);
        }
        fires.resize(ROOM * BLOCK * batch.count, 0.0);
        simd::run(Back { network: self, weights, batch, slope, hidden, fires, gradient });
    }

    fn linear(&self, weights: &[f64], batch: &Batch, output: &mut [f64]) {
        let bias = weights[self.inputs] * self.scale_in;
        for (output, x) in output.iter_mut().zip(batch.x.chunks_exact(self.inputs)) {
            *output = x.iter().zip(weights).fold(bias, |sum, (x, weight)| sum + x * weight);
        }
    }

    fn linear_backward(&self, batch: &Batch, slope: &[f64], gradient: &mut [f64]) {
        gradient.fill(0.0);
        for (x, slope) in batch.x.chunks_exact(self.inputs).zip(slope) {
            let sums = gradient.iter_mut().zip(x);
            sums.for_each(|(sum, x)| *sum += slope * x);
            gradient[self.inputs] += slope * self.scale_in;
        }
    }
}
