//! Numbered steps on the terminal, each with its time.

use std::time::Instant;

use anyhow::Result;

/// Counts the steps of one command.
pub struct Progress {
    done: usize,
    total: usize,
}

impl Progress {
    /// Announces `total` steps.
    pub fn new(total: usize) -> Self {
        Self { done: 0, total }
    }

    /// Runs the next step between a line that names it and a line with its time.
    pub fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.done += 1;
        let label = format!("[{}/{}] {name}", self.done, self.total);
        eprintln!("{label} ...");
        let start = Instant::now();
        let result = work();
        let ending = if result.is_ok() { "" } else { ", failed" };
        eprintln!("{label} ... {:.1} s{ending}", start.elapsed().as_secs_f64());
        result
    }
}
