//! Examples in the form that the network reads.

use crate::model::network::Network;
use crate::numeric::Matrix;

/// Inputs, one example after the other, scaled as the first layer wants them.
#[derive(Debug, Clone)]
pub struct Batch {
    pub(super) count: usize,
    pub(super) inputs: usize,
    /// Input i of example p stands at `p * inputs + i`.
    pub(super) x: Vec<f64>,
}

impl Batch {
    /// The points of a task, one a column.
    ///
    /// # Panics
    /// If they have another number of inputs than the network.
    pub fn new(network: &Network, points: &Matrix) -> Self {
        assert_eq!(points.nrows(), network.inputs, "points have the network's inputs");
        let x = points.iter().map(|x| x * network.scale_in).collect();
        Self { count: points.ncols(), inputs: network.inputs, x }
    }

    /// Room for so many examples, to be filled by [`Batch::gather`].
    pub fn room(network: &Network, count: usize) -> Self {
        Self { count, inputs: network.inputs, x: vec![0.0; count * network.inputs] }
    }

    /// Takes the examples of another batch that `indices` name, in their order.
    pub fn gather(&mut self, from: &Self, indices: &[usize]) {
        let inputs = self.inputs;
        for (to, &index) in self.x.chunks_exact_mut(inputs).zip(indices) {
            to.copy_from_slice(&from.x[index * inputs..(index + 1) * inputs]);
        }
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The inputs themselves, as the network sees them, to be changed: a mask drops some.
    pub fn inputs_mut(&mut self) -> &mut [f64] {
        &mut self.x
    }
}
