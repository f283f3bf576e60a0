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

    /// Runs the next step, which prints nothing, on one line with its time.
    pub fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        eprint!("{} ... ", self.next_label(name));
        timed("", work)
    }

    /// Runs the next step, which prints, between two lines: its name, and its name and time.
    pub fn stage<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let label = self.next_label(name);
        eprintln!("{label} ...");
        timed(&format!("{label} ... "), work)
    }

    fn next_label(&mut self, name: &str) -> String {
        self.done += 1;
        format!("[{}/{}] {name}", self.done, self.total)
    }
}

fn timed<T>(label: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let result = work();
    let ending = if result.is_ok() { "" } else { ", failed" };
    eprintln!("{label}{:.1} s{ending}", start.elapsed().as_secs_f64());
    result
}
