//! What many lists of weights predict at many points.

use crate::model::network::{Batch, Network, Scratch};
use crate::numeric::Matrix;

/// Points that are passed through the network together, so that hidden values stay in the cache.
const TILE: usize = 64;

impl Network {
    /// What each list of weights says at every point of a task: a point a row, a function a column.
    pub fn functions<'a>(
        &self,
        weights: impl ExactSizeIterator<Item = &'a [f64]>,
        points: &Matrix,
    ) -> Matrix {
        let mut values = Matrix::zeros(points.ncols(), weights.len());
        let tiles: Vec<Batch> = (0..points.ncols())
            .step_by(TILE)
            .map(|from| {
                let count = TILE.min(points.ncols() - from);
                Batch::new(self, &points.columns(from, count).into_owned())
            })
            .collect();
        let mut scratch = Scratch::default();
        for (column, weights) in weights.enumerate() {
            let mut at = column * points.ncols();
            for tile in &tiles {
                self.forward(weights, tile, &mut scratch);
                let to = &mut values.as_mut_slice()[at..at + tile.len()];
                to.copy_from_slice(&scratch.output);
                at += tile.len();
            }
        }
        values
    }
}
