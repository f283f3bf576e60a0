//! Forward and backward through the network, for a batch at a time.

use crate::model::network::{BLOCK, Batch, Network};
use crate::numeric::simd::F64x2;

/// What one pass leaves for the next: kept between calls, so that nothing is allocated in a loop.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    /// The function's value for each example.
    pub output: Vec<f64>,
    /// The derivative of the loss by each of these values: set between forward and backward.
    pub slope: Vec<f64>,
    /// Hidden values: block after block of units, in each example after example.
    hidden: Vec<f64>,
    /// Sums over two lanes, for each example.
    sums: Vec<f64>,
    /// Derivatives by the weights of a block's inputs.
    block: Vec<f64>,
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
        scratch.hidden.resize(self.row() * batch.count, 0.0);
        if self.units == 0 || batch.count == 0 {
            return;
        }
        let row = self.row();
        let bias = &weights[self.inputs * row..(self.inputs + 1) * row];
        let blocks = scratch.hidden.chunks_exact_mut(BLOCK * batch.count);
        for (block, hidden) in blocks.enumerate() {
            let at = block * BLOCK;
            match self.inputs {
                1 => hide_line(&batch.x, four(weights, at), four(bias, at), self.scale_in, hidden),
                _ => hide_block(batch, &weights[at..], row, four(bias, at), self.scale_in, hidden),
            }
        }
    }

    /// The second half: from hidden values to the output.
    pub fn output(&self, weights: &[f64], batch: &Batch, scratch: &mut Scratch) {
        let Scratch { output, hidden, sums, .. } = scratch;
        output.resize(batch.count, 0.0);
        if self.units == 0 {
            return self.linear(weights, batch, output);
        }
        let row = self.row();
        let (out, bias) = (&weights[(self.inputs + 1) * row..], weights[(self.inputs + 2) * row]);
        sums.clear();
        sums.resize(2 * batch.count, 0.0);
        if batch.count > 0 {
            for (block, hidden) in hidden.chunks_exact(BLOCK * batch.count).enumerate() {
                add_block(hidden, four(out, block * BLOCK), sums);
            }
        }
        for (output, sum) in output.iter_mut().zip(sums.as_chunks::<2>().0) {
            *output = (F64x2::load(sum).sum() + bias) * self.scale_out;
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
        let Scratch { slope, hidden, block: sums, .. } = scratch;
        // The factor that all derivatives share.
        slope.iter_mut().for_each(|slope| *slope *= self.scale_out);
        gradient[(self.inputs + 2) * row] = slope.iter().fold(0.0, |sum, slope| sum + slope);
        gradient[(self.inputs + 2) * row + 1] = 0.0;
        if batch.count == 0 {
            return gradient.fill(0.0);
        }
        sums.resize(BLOCK * self.inputs, 0.0);
        for (block, hidden) in hidden.chunks_exact(BLOCK * batch.count).enumerate() {
            let at = block * BLOCK;
            let [out, bias] = match self.inputs {
                1 => back_line(&batch.x, slope, hidden, sums),
                _ => back_block(batch, slope, hidden, sums),
            };
            let (first, rest) = gradient.split_at_mut((self.inputs + 1) * row);
            store(out, &mut rest[at..]);
            let weight = four(weights, (self.inputs + 1) * row + at);
            let weight = F64x2::load_four(weight);
            let bias = [0, 1].map(|i| bias[i] * weight[i] * F64x2::splat(self.scale_in));
            store(bias, &mut first[self.inputs * row + at..]);
            for (input, sum) in sums.as_chunks::<BLOCK>().0.iter().enumerate() {
                let sum = F64x2::load_four(sum);
                store([0, 1].map(|i| sum[i] * weight[i]), &mut first[input * row + at..]);
            }
        }
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

pub(super) fn four(values: &[f64], at: usize) -> &[f64; BLOCK] {
    values[at..].first_chunk().expect("rows are whole blocks")
}

pub(super) fn store(lanes: [F64x2; 2], into: &mut [f64]) {
    let (pairs, _) = into.as_chunks_mut::<2>();
    lanes[0].store(&mut pairs[0]);
    lanes[1].store(&mut pairs[1]);
}

/// One input: all that a block of units needs stays in registers.
#[inline(never)]
fn hide_line(x: &[f64], weight: &[f64; 4], bias: &[f64; 4], scale: f64, hidden: &mut [f64]) {
    let (weight, bias) = (F64x2::load_four(weight), F64x2::load_four(bias));
    let bias = bias.map(|bias| bias * F64x2::splat(scale));
    let zero = F64x2::splat(0.0);
    for (x, hidden) in x.iter().zip(hidden.as_chunks_mut::<BLOCK>().0) {
        let x = F64x2::splat(*x);
        store([0, 1].map(|i| (weight[i] * x + bias[i]).max(zero)), hidden);
    }
}

#[inline(never)]
fn hide_block(
    batch: &Batch,
    weights: &[f64],
    row: usize,
    bias: &[f64; 4],
    scale: f64,
    hidden: &mut [f64],
) {
    let bias = F64x2::load_four(bias).map(|bias| bias * F64x2::splat(scale));
    let zero = F64x2::splat(0.0);
    let examples = batch.x.chunks_exact(batch.inputs);
    for (x, hidden) in examples.zip(hidden.as_chunks_mut::<BLOCK>().0) {
        let mut sum = bias;
        for (input, x) in x.iter().enumerate() {
            let (weight, x) = (F64x2::load_four(four(weights, input * row)), F64x2::splat(*x));
            sum = [0, 1].map(|i| sum[i] + weight[i] * x);
        }
        store(sum.map(|sum| sum.max(zero)), hidden);
    }
}

/// Adds a block's share of the output to two lanes for each example.
#[inline(never)]
fn add_block(hidden: &[f64], weight: &[f64; 4], sums: &mut [f64]) {
    let weight = F64x2::load_four(weight);
    let examples = hidden.as_chunks::<BLOCK>().0.iter().zip(sums.as_chunks_mut::<2>().0);
    for (hidden, sum) in examples {
        let hidden = F64x2::load_four(hidden);
        let share = weight[0] * hidden[0] + weight[1] * hidden[1];
        (F64x2::load(sum) + share).store(sum);
    }
}

/// For a block, sums over examples of slope times hidden value, of slope where the unit fires, and, in
/// `sums`, of that times the input.
#[inline(never)]
fn back_line(x: &[f64], slope: &[f64], hidden: &[f64], sums: &mut [f64]) -> [[F64x2; 2]; 2] {
    let zero = F64x2::splat(0.0);
    let (mut out, mut bias, mut weight) = ([zero; 2], [zero; 2], [zero; 2]);
    for ((x, slope), hidden) in x.iter().zip(slope).zip(hidden.as_chunks::<BLOCK>().0) {
        let (x, slope) = (F64x2::splat(*x), F64x2::splat(*slope));
        let hidden = F64x2::load_four(hidden);
        for i in 0..2 {
            let fires = zero.less(hidden[i]).and_bits(slope);
            out[i] += slope * hidden[i];
            bias[i] += fires;
            weight[i] += fires * x;
        }
    }
    store(weight, sums);
    [out, bias]
}

#[inline(never)]
fn back_block(batch: &Batch, slope: &[f64], hidden: &[f64], sums: &mut [f64]) -> [[F64x2; 2]; 2] {
    let zero = F64x2::splat(0.0);
    let (mut out, mut bias) = ([zero; 2], [zero; 2]);
    sums.fill(0.0);
    let examples = batch.x.chunks_exact(batch.inputs).zip(slope);
    for ((x, slope), hidden) in examples.zip(hidden.as_chunks::<BLOCK>().0) {
        let (slope, hidden) = (F64x2::splat(*slope), F64x2::load_four(hidden));
        let fires = hidden.map(|hidden| zero.less(hidden).and_bits(slope));
        out = [0, 1].map(|i| out[i] + slope * hidden[i]);
        bias = [0, 1].map(|i| bias[i] + fires[i]);
        for (x, sum) in x.iter().zip(sums.as_chunks_mut::<BLOCK>().0) {
            let (x, old) = (F64x2::splat(*x), F64x2::load_four(sum));
            store([0, 1].map(|i| old[i] + fires[i] * x), sum);
        }
    }
    [out, bias]
}
