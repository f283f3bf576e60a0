//! The loops of a pass, on lanes of any width. Lanes hold neighbouring units, or the same units of neighbouring
//! examples where nothing is summed over examples; what is summed is summed in one order on all of them.
//!
//! Two lanes take a block of units as two registers, four as one, and eight take two blocks at a time. Where only
//! one is left, these compute a second one that nobody reads.

use crate::model::network::{BLOCK, Batch, Network};
use crate::numeric::simd::{F64x2, Lanes, MOST, Work};

/// Blocks for which there is room, so that eight lanes find two of them.
pub const ROOM: usize = if MOST > BLOCK { MOST / BLOCK } else { 1 };

/// Hidden values of all examples.
pub struct Hide<'a> {
    pub network: &'a Network,
    pub weights: &'a [f64],
    pub batch: &'a Batch,
    pub hidden: &'a mut [f64],
}

impl Work for Hide<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match L::COUNT {
            2 => hide::<L, 2, 1>(self),
            _ => hide::<L, 1, 4>(self),
        }
    }
}

/// In registers of a group of units, and so many examples at a time.
#[inline(always)]
fn hide<L: Lanes, const R: usize, const E: usize>(work: Hide) {
    let Hide { network, weights, batch, hidden } = work;
    let (row, inputs, count) = (network.row(), batch.inputs, batch.count);
    let groups = hidden.chunks_exact_mut(R * L::COUNT * count);
    for (group, hidden) in groups.take(row.div_ceil(R * L::COUNT)).enumerate() {
        let at = group * R * L::COUNT;
        // Behind the last units of a row stands the next row: there is always enough to read.
        let mut bias = load::<L, R>(&weights[inputs * row + at..]);
        for bias in &mut bias {
            *bias *= L::splat(network.scale_in);
        }
        let (first, second) = hidden.as_chunks_mut().0.split_at_mut(count);
        let hidden = [first, second];
        match inputs {
            1 => hide_line(&batch.x, load::<L, R>(&weights[at..]), bias, hidden),
            _ => hide_block::<L, R, E>(batch, &weights[at..], row, bias, hidden),
        }
    }
}

/// One input: all that a group of units needs stays in registers.
#[inline(always)]
fn hide_line<L: Lanes, const R: usize>(
    x: &[f64],
    weight: [L; R],
    bias: [L; R],
    [first, second]: [&mut [[f64; BLOCK]]; 2],
) {
    let first = &mut first[..x.len()];
    for (p, x) in x.iter().enumerate() {
        let x = L::splat(*x);
        for r in 0..R {
            let value = (weight[r] * x + bias[r]).max(L::splat(0.0));
            value.write_fours([&mut *first, &mut *second], p, r);
        }
    }
}

#[inline(always)]
fn hide_block<L: Lanes, const R: usize, const E: usize>(
    batch: &Batch,
    weights: &[f64],
    row: usize,
    bias: [L; R],
    [first, second]: [&mut [[f64; BLOCK]]; 2],
) {
    let whole = batch.count - batch.count % E;
    for p in (0..whole).step_by(E) {
        hide_examples::<L, R, E>(batch, weights, row, bias, [&mut *first, &mut *second], p);
    }
    if E > 1 {
        for p in whole..batch.count {
            hide_examples::<L, R, 1>(batch, weights, row, bias, [&mut *first, &mut *second], p);
        }
    }
}

/// So many examples from one on: what was loaded of the weights serves all of them.
#[inline(always)]
fn hide_examples<L: Lanes, const R: usize, const E: usize>(
    batch: &Batch,
    weights: &[f64],
    row: usize,
    bias: [L; R],
    [first, second]: [&mut [[f64; BLOCK]]; 2],
    p: usize,
) {
    let inputs = batch.inputs;
    let x: [&[f64]; E] = std::array::from_fn(|e| &batch.x[(p + e) * inputs..][..inputs]);
    let mut sums = [bias; E];
    for input in 0..inputs {
        let weight = load::<L, R>(&weights[input * row..]);
        for e in 0..E {
            let x = L::splat(x[e][input]);
            for r in 0..R {
                sums[e][r] += weight[r] * x;
            }
        }
    }
    for (e, sums) in sums.iter().enumerate() {
        for (r, sum) in sums.iter().enumerate() {
            let value = sum.max(L::splat(0.0));
            value.write_fours([&mut *first, &mut *second], p + e, r);
        }
    }
}

/// From hidden values to the output. A block's share is the sum of two products for each of two lanes; these are
/// added up block after block, and to each other at the end.
pub struct Output<'a> {
    /// The weights to the output, and what is added and multiplied at the end.
    pub out: &'a [f64],
    pub bias: f64,
    pub scale: f64,
    pub hidden: &'a [f64],
    pub output: &'a mut [f64],
}

impl Work for Output<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(mut self) {
        let count = self.output.len();
        let whole = count - count % (L::COUNT / 2);
        output::<L>(&mut self, 0..whole);
        if L::COUNT > 2 {
            output::<F64x2>(&mut self, whole..count);
        }
    }
}

/// For some examples, half as many at a time as there are lanes.
#[inline(always)]
fn output<L: Lanes>(work: &mut Output, examples: std::ops::Range<usize>) {
    let (out, hidden) = (work.out.as_chunks().0, work.hidden.as_chunks::<BLOCK>().0);
    let count = work.output.len();
    let together = L::COUNT / 2;
    for p in examples.step_by(together) {
        let mut sum = L::splat(0.0);
        for (block, hidden) in hidden.chunks_exact(count).take(out.len()).enumerate() {
            let hidden = hidden[p..p + together].as_flattened();
            let [low, high] = [L::load(hidden), L::load(&hidden[L::COUNT..])];
            let low = L::of_fours([out; 2], block, 0) * low;
            let high = L::of_fours([out; 2], block, 1) * high;
            let [first, second] = low.halves(high);
            sum += first + second;
        }
        let mut sums = [0.0; MOST];
        sum.store(&mut sums);
        for (output, sums) in work.output[p..p + together].iter_mut().zip(sums.as_chunks::<2>().0) {
            *output = (sums[0] + sums[1] + work.bias) * work.scale;
        }
    }
}

/// Derivatives by all weights but the output's bias.
pub struct Back<'a> {
    pub network: &'a Network,
    pub weights: &'a [f64],
    pub batch: &'a Batch,
    pub slope: &'a [f64],
    pub hidden: &'a [f64],
    /// Room for the slopes where units fire.
    pub fires: &'a mut [f64],
    pub gradient: &'a mut [f64],
}

impl Work for Back<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        match L::COUNT {
            2 => back::<L, 2, 1>(self),
            _ => back::<L, 1, 4>(self),
        }
    }
}

/// In registers of a group of units, and so many inputs at a time.
#[inline(always)]
fn back<L: Lanes, const R: usize, const I: usize>(work: Back) {
    let Back { network, weights, batch, slope, hidden, fires, gradient } = work;
    let (row, inputs, count) = (network.row(), batch.inputs, batch.count);
    let groups = hidden.chunks_exact(R * L::COUNT * count);
    for (group, hidden) in groups.take(row.div_ceil(R * L::COUNT)).enumerate() {
        let at = group * R * L::COUNT;
        let weight = take::<L, R>(&weights[(inputs + 1) * row + at..(inputs + 2) * row]);
        let hidden = hidden.as_chunks().0.split_at(count).into();
        let [out, mut bias] = match inputs {
            1 => {
                let [out, bias, mut sum] = back_line::<L, R>(&batch.x, slope, hidden);
                multiply(&mut sum, weight);
                put(sum, &mut gradient[at..row]);
                [out, bias]
            }
            _ => {
                let ends = back_block::<L, R>(slope, hidden, fires);
                let mut input = 0;
                while input + I <= inputs {
                    back_inputs::<L, R, I>(batch, fires, weight, (input, row, at), gradient);
                    input += I;
                }
                if I > 1 {
                    for input in input..inputs {
                        back_inputs::<L, R, 1>(batch, fires, weight, (input, row, at), gradient);
                    }
                }
                ends
            }
        };
        put(out, &mut gradient[(inputs + 1) * row + at..(inputs + 2) * row]);
        multiply(&mut bias, weight);
        multiply(&mut bias, [L::splat(network.scale_in); R]);
        put(bias, &mut gradient[inputs * row + at..(inputs + 1) * row]);
    }
}

/// For a group, sums over examples of slope times hidden value, of slope where the unit fires, and of that times
/// the one input.
#[inline(always)]
fn back_line<L: Lanes, const R: usize>(
    x: &[f64],
    slope: &[f64],
    hidden: [&[[f64; BLOCK]]; 2],
) -> [[L; R]; 3] {
    let zero = L::splat(0.0);
    let (x, slope) = (&x[..hidden[0].len()], &slope[..hidden[0].len()]);
    let (mut out, mut bias, mut weight) = ([zero; R], [zero; R], [zero; R]);
    for p in 0..hidden[0].len() {
        let (x, slope) = (L::splat(x[p]), L::splat(slope[p]));
        for r in 0..R {
            let hidden = L::of_fours(hidden, p, r);
            let fires = zero.less(hidden).and_bits(slope);
            out[r] += slope * hidden;
            bias[r] += fires;
            weight[r] += fires * x;
        }
    }
    [out, bias, weight]
}

/// The first two of these sums; the slopes where units fire are left for the inputs.
#[inline(always)]
fn back_block<L: Lanes, const R: usize>(
    slope: &[f64],
    hidden: [&[[f64; BLOCK]]; 2],
    fires: &mut [f64],
) -> [[L; R]; 2] {
    let zero = L::splat(0.0);
    let mut sums = [[zero; R]; 2];
    let room = fires.chunks_exact_mut(R * L::COUNT);
    for (p, (slope, room)) in slope.iter().zip(room).enumerate() {
        let slope = L::splat(*slope);
        for r in 0..R {
            let hidden = L::of_fours(hidden, p, r);
            let fires = zero.less(hidden).and_bits(slope);
            sums[0][r] += slope * hidden;
            sums[1][r] += fires;
            fires.store(&mut room[r * L::COUNT..]);
        }
    }
    sums
}

/// Derivatives by the weights of some inputs to a group of units.
#[inline(always)]
fn back_inputs<L: Lanes, const R: usize, const I: usize>(
    batch: &Batch,
    fires: &[f64],
    weight: [L; R],
    (input, row, at): (usize, usize, usize),
    gradient: &mut [f64],
) {
    let mut sums = [[L::splat(0.0); R]; I];
    let examples = batch.x.chunks_exact(batch.inputs);
    for (x, fires) in examples.zip(fires.chunks_exact(R * L::COUNT)) {
        let x = &x[input..input + I];
        let fires = load::<L, R>(fires);
        for i in 0..I {
            for r in 0..R {
                sums[i][r] += fires[r] * L::splat(x[i]);
            }
        }
    }
    for (i, sums) in sums.iter_mut().enumerate() {
        multiply(sums, weight);
        put(*sums, &mut gradient[(input + i) * row + at..(input + i + 1) * row]);
    }
}

#[inline(always)]
fn multiply<L: Lanes, const R: usize>(values: &mut [L; R], by: [L; R]) {
    for r in 0..R {
        values[r] *= by[r];
    }
}

/// Neighbouring registers.
#[inline(always)]
fn load<L: Lanes, const R: usize>(values: &[f64]) -> [L; R] {
    let values = &values[..R * L::COUNT];
    std::array::from_fn(|r| L::load(&values[r * L::COUNT..]))
}

/// The same of what is left of a row, which may be one block where lanes hold two.
#[inline(always)]
fn take<L: Lanes, const R: usize>(values: &[f64]) -> [L; R] {
    if values.len() >= R * L::COUNT {
        return load(values);
    }
    let fours = values.as_chunks().0;
    std::array::from_fn(|r| L::of_fours([fours; 2], 0, r))
}

/// Writes to what is left of a row.
#[inline(always)]
fn put<L: Lanes, const R: usize>(values: [L; R], into: &mut [f64]) {
    if into.len() >= R * L::COUNT {
        for (r, value) in values.into_iter().enumerate() {
            value.store(&mut into[r * L::COUNT..]);
        }
    } else {
        let mut beyond = [[0.0; BLOCK]];
        for (r, value) in values.into_iter().enumerate() {
            value.write_fours([&mut *into.as_chunks_mut().0, &mut beyond], 0, r);
        }
    }
}
