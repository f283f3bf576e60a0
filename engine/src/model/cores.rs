//! A model whose pieces are shared among all cores, where there are threads.

use crate::cost::Cost;
use crate::error::Result;
use crate::model::{Fitted, Model, Piece, Progress};
use crate::numeric::Matrix;
use crate::points::Points;

/// Another model, fitted on all cores: the same bits, sooner.
pub struct OnAllCores<'a>(pub &'a dyn Model);

impl Model for OnAllCores<'_> {
    fn pieces(&self) -> usize {
        self.0.pieces()
    }

    fn piece(
        &self,
        index: usize,
        train: &Points,
        inputs: &Matrix,
        progress: Progress,
    ) -> Result<Piece> {
        self.0.piece(index, train, inputs, progress)
    }

    fn cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        self.0.cost(inputs, seen, asked)
    }

    fn join(&self, pieces: Vec<Piece>) -> Result<Fitted> {
        self.0.join(pieces)
    }

    /// Nobody hears how pieces on other cores get on.
    #[cfg(not(target_family = "wasm"))]
    fn learn(&self, train: &Points, inputs: &Matrix, progress: Progress) -> Result<Fitted> {
        use std::sync::atomic::{AtomicUsize, Ordering};

        let count = self.pieces();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if count == 1 || cores == 1 {
            return self.0.learn(train, inputs, progress);
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return found;
                }
                let piece = self.0.piece(index, train, inputs, &mut crate::model::keep_going);
                found.push((index, piece));
            }
        };
        let mut found: Vec<(usize, Result<Piece>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores.min(count)).map(|_| scope.spawn(work)).collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            ends.flat_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        found.sort_by_key(|(index, _)| *index);
        self.join(found.into_iter().map(|(_, piece)| piece).collect::<Result<_>>()?)
    }
}
