//! A model whose pieces are shared among all cores, where there are threads.

use crate::cost::Cost;
use crate::error::Result;
#[cfg(not(target_family = "wasm"))]
use crate::model::choice::no_epochs;
use crate::model::{Fit, Fitted, Model, Trained, Validation};
use crate::points::Points;

/// Another model, fitted on all cores: the same bits, sooner.
pub struct OnAllCores<'a>(pub &'a dyn Model);

impl Model for OnAllCores<'_> {
    fn pieces(&self) -> usize {
        self.0.pieces()
    }

    fn version(&self) -> u32 {
        self.0.version()
    }

    fn trained_on(&self) -> Option<&Points> {
        self.0.trained_on()
    }

    fn chooses(&self) -> bool {
        self.0.chooses()
    }

    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        self.0.choosing_cost(inputs, seen, validation)
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        self.0.check(inputs, seen, asked)
    }

    fn train(&self, piece: usize, fit: Fit) -> Result<Trained> {
        self.0.train(piece, fit)
    }

    fn predict(&self, trained: &[Trained], fit: Fit) -> Result<Fitted> {
        self.0.predict(trained, fit)
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        self.0.training_cost(inputs, seen)
    }

    fn prediction_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        self.0.prediction_cost(inputs, seen, asked)
    }

    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        self.0.bytes(inputs, seen, asked)
    }

    /// Nobody hears how pieces on other cores get on.
    #[cfg(not(target_family = "wasm"))]
    fn learn_by(&self, fit: Fit) -> Result<Fitted> {
        use std::sync::atomic::{AtomicUsize, Ordering};

        let count = self.pieces();
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        if count <= 1 || cores == 1 {
            return self.0.learn_by(fit);
        }
        let Fit { train, inputs, validation, progress } = fit;
        if validation.is_some() && !self.chooses() {
            return Err(no_epochs());
        }
        self.check(train.inputs.nrows(), train.len(), inputs.ncols())?;
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return found;
                }
                let progress = &mut crate::model::keep_going;
                let fit = Fit { train, inputs, validation, progress };
                found.push((index, self.0.train(index, fit)));
            }
        };
        let mut found: Vec<(usize, Result<Trained>)> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores.min(count)).map(|_| scope.spawn(work)).collect();
            let ends = threads.into_iter().map(|thread| thread.join());
            ends.flat_map(|found| found.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        found.sort_by_key(|(index, _)| *index);
        let trained = found.into_iter().map(|(_, piece)| piece).collect::<Result<Vec<_>>>()?;
        self.predict(&trained, Fit { train, inputs, validation: None, progress })
    }
}
