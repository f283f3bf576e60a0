//! The stages of a test run and their sum.

use anyhow::{Result, ensure};

use super::libtest::Counts;
use crate::progress::Progress;

/// Collects what the stages find.
pub struct Report {
    progress: Progress,
    total: Counts,
    failed_stages: Vec<String>,
}

impl Report {
    /// Announces the number of stages.
    pub fn new(stages: usize) -> Self {
        Self {
            progress: Progress::new(stages),
            total: Counts::default(),
            failed_stages: Vec::new(),
        }
    }

    /// A stage that counts as one: it passes or fails. Returns what it made, if it passed.
    pub fn check<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Option<T> {
        match self.progress.stage(name, work) {
            Ok(made) => {
                self.total.passed += 1;
                Some(made)
            }
            Err(error) => {
                eprintln!("error: {error:#}");
                self.total.failed += 1;
                self.failed_stages.push(name.into());
                None
            }
        }
    }

    /// A stage that runs tests, each of which counts. One without any has failed: a check that
    /// checks nothing must not look good.
    pub fn tests(&mut self, name: &str, work: impl FnOnce() -> Result<Counts>) {
        let result = self.progress.stage(name, || {
            let counts = work()?;
            ensure!(counts.passed + counts.failed > 0, "{name}: not one test ran");
            Ok(counts)
        });
        let counts = result.unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Counts { failed: 1, ..Counts::default() }
        });
        if counts.failed > 0 {
            self.failed_stages.push(name.into());
        }
        self.total = self.total.plus(counts);
    }

    /// A stage that cannot run here.
    pub fn skip(&mut self, name: &str, why: &str) {
        self.total.ignored += 1;
        let _ = self.progress.step(&format!("{name}: skipped, {why}"), || Ok(()));
    }

    /// Prints the failed stages and, alone on the last line, the sum. Returns whether all is well.
    pub fn finish(self) -> bool {
        for stage in &self.failed_stages {
            println!("failed: {stage}");
        }
        println!("{}", self.summary());
        self.total.failed == 0
    }

    fn summary(&self) -> String {
        let Counts { passed, failed, ignored } = self.total;
        let skipped = if ignored > 0 { format!(", {ignored} skipped") } else { String::new() };
        format!("{passed} passed, {failed} failed{skipped}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn checks_and_tests_add_up() {
        let mut report = Report::new(3);
        assert_eq!(report.check("a check", || Ok(7)), Some(7));
        report.tests("some tests", || Ok(Counts { passed: 4, ..Counts::default() }));
        assert_eq!(report.summary(), "5 passed, 0 failed");
        report.skip("another", "there is no need");
        assert_eq!(report.summary(), "5 passed, 0 failed, 1 skipped");
        assert!(report.finish());
    }

    #[test]
    fn failures_are_counted_and_named() {
        let mut report = Report::new(3);
        assert_eq!(report.check("a check", || -> Result<()> { bail!("no") }), None);
        report.tests("some tests", || Ok(Counts { passed: 4, failed: 2, ignored: 0 }));
        report.tests("a broken stage", || bail!("no"));
        assert_eq!(report.summary(), "4 passed, 4 failed");
        assert_eq!(report.failed_stages, ["a check", "some tests", "a broken stage"]);
        assert!(!report.finish());
    }

    #[test]
    fn a_stage_without_tests_has_failed() {
        let mut report = Report::new(1);
        report.tests("nothing", || Ok(Counts::default()));
        assert_eq!(report.summary(), "0 passed, 1 failed");
    }
}
