//! The layers of a network as matrices, and what Kronecker factors are made of: second moments of what
//! enters a layer and of how the output depends on what leaves it.

use crate::model::network::{BLOCK, Batch, Network, Scratch};
use crate::numeric::simd::F64x2;
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

/// What lists of weights passed through the layers, each for all examples of a batch: one after the
/// other, a column each.
#[derive(Debug, Clone)]
pub struct Passed {
    /// What entered the last layer: all units, and the bias.
    entered: Matrix,
    /// The derivatives of the function by what left the first.
    slopes: Matrix,
    /// Of as many lists.
    lists: usize,
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
    /// Room for so many lists, each on so many examples.
    pub fn room(network: &Network, lists: usize, examples: usize) -> Self {
        let units = network.units;
        let room = |rows: usize| Matrix::zeros(rows, if units > 0 { lists * examples } else { 0 });
        Self { entered: room(units + 1), slopes: room(units), lists: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lists = 0;
    }

    /// Takes what the pass of a list of weights over the batch left.
    pub fn take(&mut self, network: &Network, weights: &[f64], batch: &Batch, scratch: &Scratch) {
        let (units, scale) = (network.units, network.scale_out);
        let from = self.lists * batch.count;
        self.lists += 1;
        if units == 0 {
            return;
        }
        let out: Vec<f64> =
            weights[network.hidden_weights()..][..units].iter().map(|w| w * scale).collect();
        let entered = self.entered.as_mut_slice()[from * (units + 1)..].chunks_exact_mut(units + 1);
        let slopes = self.slopes.as_mut_slice()[from * units..].chunks_exact_mut(units);
        for (example, (entered, slopes)) in entered.zip(slopes).take(batch.count).enumerate() {
            let (entered, bias) = entered.split_at_mut(units);
            let hidden = (&scratch.hidden()[example * BLOCK..], BLOCK * batch.count);
            pass(hidden, &out, scale, entered, slopes);
            bias.fill(scale);
        }
    }

    /// Means over everything that passed, layer by layer.
    ///
    /// # Panics
    /// If the room is not filled.
    pub fn moments(&self, network: &Network, batch: &Batch) -> Vec<Moments> {
        let (d, scale) = (network.inputs, network.scale_in);
        let input = |i: usize, j: usize| if i < d { batch.x[j * d + i] } else { scale };
        let inputs = mean_square(&Matrix::from_fn(d + 1, batch.count, input));
        // The function is what leaves the last layer.
        let itself = Matrix::from_element(1, 1, 1.0);
        if network.units == 0 {
            return vec![Moments { entering: inputs, leaving: itself }];
        }
        assert_eq!(self.slopes.ncols(), self.lists * batch.count, "all lists have passed");
        vec![
            Moments { entering: inputs, leaving: mean_square(&self.slopes) },
            Moments { entering: mean_square(&self.entered), leaving: itself },
        ]
    }
}

/// Hidden values as the last layer sees them, and the weights to the output where a unit fires; `hidden`
/// begins with the example's first block, and blocks are so far apart.
#[inline(never)]
fn pass(
    (hidden, apart): (&[f64], usize),
    out: &[f64],
    scale: f64,
    entered: &mut [f64],
    slopes: &mut [f64],
) {
    let (entered, last_entered) = entered.as_chunks_mut::<BLOCK>();
    let (slopes, last_slopes) = slopes.as_chunks_mut::<BLOCK>();
    let (out, last_out) = out.as_chunks::<BLOCK>();
    let last_values = hidden.get(out.len() * apart..).unwrap_or_default();
    let scales = F64x2::splat(scale);
    let here = entered.iter_mut().zip(slopes).zip(out);
    for (values, ((entered, slopes), out)) in hidden.chunks(apart).zip(here) {
        let (values, out) = (four(values, 0), F64x2::load_four(out));
        let values = F64x2::load_four(values);
        store(values.map(|values| values * scales), entered);
        store([0, 1].map(|i| F64x2::ZERO.less(values[i]).and_bits(out[i])), slopes);
    }
    let last = last_entered.iter_mut().zip(last_slopes).zip(last_values.iter().zip(last_out));
    for ((entered, slope), (value, out)) in last {
        *entered = value * scale;
        *slope = if *value > 0.0 { *out } else { 0.0 };
    }
}

fn four(values: &[f64], at: usize) -> &[f64; BLOCK] {
    values[at..].first_chunk().expect("rows are whole blocks")
}

fn store(lanes: [F64x2; 2], into: &mut [f64]) {
    let (pairs, _) = into.as_chunks_mut::<2>();
    lanes[0].store(&mut pairs[0]);
    lanes[1].store(&mut pairs[1]);
}

/// The mean of c c^T over columns c.
fn mean_square(columns: &Matrix) -> Matrix {
    let mut sum = Matrix::zeros(columns.nrows(), columns.nrows());
    linalg::subtract_outer(&mut sum, columns);
    linalg::divide(sum.as_mut_slice(), -(columns.ncols() as f64));
    sum
}
