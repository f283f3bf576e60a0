//! The stages of a test run, how long they take, and their sum.

use std::io::{IsTerminal, Stdout, stdout};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, ensure};

use super::libtest::Counts;
use super::terminal::Terminal;
use crate::process::{describe, lines};

/// Runs stages, also several at once, and collects what they find.
pub struct Report<'a> {
    /// What names must contain, if not all is to run.
    wanted: Option<&'a str>,
    terminal: Terminal<Stdout>,
    begun: AtomicUsize,
    rows: Mutex<Vec<Row>>,
}

/// How a check ended that did not fail.
pub enum Verdict {
    /// All is well.
    Good,
    /// It cannot run here, for this reason.
    Skipped(String),
}

impl<'a> Report<'a> {
    /// Of all stages and tests, or of those whose names contain a text.
    pub fn new(wanted: Option<&'a str>) -> Self {
        Self {
            wanted,
            terminal: Terminal::new(stdout()),
            begun: AtomicUsize::new(0),
            rows: Mutex::default(),
        }
    }

    /// Whether a stage runs as a whole.
    pub fn wants(&self, stage: &str) -> bool {
        self.wanted.is_none_or(|name| stage.to_lowercase().contains(&name.to_lowercase()))
    }

    /// What the names of a stage's tests must contain, if it does not run as a whole.
    pub fn only(&self, stage: &str) -> Option<&'a str> {
        self.wanted.filter(|_| !self.wants(stage))
    }

    /// A stage that counts as one: it passes, fails or is skipped.
    pub fn check(&self, name: &'static str, work: impl FnOnce(&Voice) -> Result<Verdict>) {
        if self.wants(name) {
            self.require(name, work);
        }
    }

    /// As [`Report::check`], but for what others need, whatever is wanted. Returns whether it passed.
    pub fn require(
        &self,
        name: &'static str,
        work: impl FnOnce(&Voice) -> Result<Verdict>,
    ) -> bool {
        let counts = self.stage(name, |voice| match work(voice)? {
            Verdict::Good => Ok(Counts { passed: 1, ..Counts::default() }),
            Verdict::Skipped(why) => {
                voice.say(&format!("skipped: {why}"));
                Ok(Counts { ignored: 1, ..Counts::default() })
            }
        });
        counts.passed == 1
    }

    /// A stage that runs tests, each of which counts. One without any has failed, unless only some
    /// tests are wanted: a check that checks nothing must not look good.
    pub fn tests(&self, name: &'static str, work: impl FnOnce(&Voice) -> Result<Counts>) {
        // No test has a space in its name, so there is nothing to compile and look through.
        if self.only(name).is_some_and(|wanted| wanted.contains(' ')) {
            return;
        }
        self.stage(name, |voice| {
            let counts = work(voice)?;
            let some = counts.passed + counts.failed > 0;
            ensure!(some || voice.only.is_some(), "{name}: not one test ran");
            Ok(counts)
        });
    }

    fn stage(&self, name: &'static str, work: impl FnOnce(&Voice) -> Result<Counts>) -> Counts {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let voice = Voice { terminal: &self.terminal, number, only: self.only(name) };
        voice.say(&format!("[{name}]"));
        let start = Instant::now();
        let counts = work(&voice).unwrap_or_else(|error| {
            voice.say(&format!("error: {error:#}"));
            Counts { failed: 1, ..Counts::default() }
        });
        let seconds = start.elapsed().as_secs_f64();
        let ending = if counts.failed > 0 { ", failed" } else { "" };
        voice.say(&format!("[{name}] {seconds:.1} s{ending}"));
        self.terminal.end(number);
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.push(Row { number, name, seconds, counts });
        counts
    }

    /// Prints a table of the stages, those that failed and, alone on the last line, the sum. Returns
    /// whether all is well.
    pub fn finish(self) -> Result<bool> {
        let (text, good) = self.summary()?;
        print!("{text}");
        Ok(good)
    }

    fn summary(self) -> Result<(String, bool)> {
        let mut rows = self.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.retain(|row| row.counts != Counts::default());
        rows.sort_by_key(|row| row.number);
        let wanted = self.wanted.unwrap_or_default();
        ensure!(!rows.is_empty(), "neither a stage nor a test has {wanted:?} in its name");
        let mut text = format!("\n{:<32} {:>8} {:>7}\n", "stage", "seconds", "passed");
        for Row { name, seconds, counts, .. } in &rows {
            text += &format!("{name:<32} {seconds:>8.1} {:>7}{}\n", counts.passed, rest(counts));
        }
        for row in rows.iter().filter(|row| row.counts.failed > 0) {
            text += &format!("failed: {}\n", row.name);
        }
        let total = rows.iter().fold(Counts::default(), |sum, row| sum.plus(row.counts));
        let skipped = match total.ignored {
            0 => String::new(),
            some => format!(", {some} skipped"),
        };
        text += &format!("{} passed, {} failed{skipped}\n", total.passed, total.failed);
        Ok((text, total.failed == 0))
    }
}

struct Row {
    number: usize,
    name: &'static str,
    seconds: f64,
    counts: Counts,
}

fn rest(counts: &Counts) -> String {
    let word = |count: usize, word: &str| match count {
        0 => String::new(),
        some => format!(", {some} {word}"),
    };
    word(counts.failed, "failed") + &word(counts.ignored, "skipped")
}

/// A stage's share of the terminal.
pub struct Voice<'a> {
    terminal: &'a Terminal<Stdout>,
    number: usize,
    /// What a test's name must contain, if the stage is not to run as a whole.
    pub only: Option<&'a str>,
}

impl Voice<'_> {
    /// Shows a line.
    pub fn say(&self, line: &str) {
        self.terminal.say(self.number, line);
    }

    /// Runs a command that checks something, and fails when it does.
    pub fn run(&self, command: &mut Command) -> Result<()> {
        let good = self.show(command, |_| ())?;
        ensure!(good, "`{}` failed", describe(command));
        Ok(())
    }

    /// Runs a command that runs tests, and counts them.
    pub fn count(&self, command: &mut Command) -> Result<Counts> {
        let mut counts = Counts::default();
        let good = self.show(command, |line| {
            if let Some(more) = Counts::parse(line) {
                counts = counts.plus(more);
            }
        })?;
        // A crash or a compile error fails without a count of its own.
        if !good && counts.failed == 0 {
            counts.failed = 1;
        }
        Ok(counts)
    }

    fn show(&self, command: &mut Command, mut each_line: impl FnMut(&str)) -> Result<bool> {
        if stdout().is_terminal() {
            command.env("CARGO_TERM_COLOR", "always");
        }
        lines(command, |line| {
            self.say(line);
            each_line(line);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;

    #[test]
    fn checks_and_tests_add_up() {
        let report = Report::new(None);
        report.check("a check", |_| Ok(Verdict::Good));
        report.tests("some tests", |_| Ok(Counts { passed: 4, ..Counts::default() }));
        report.check("another", |_| Ok(Verdict::Skipped("there is no need".into())));
        let (text, good) = report.summary().unwrap();
        assert!(text.ends_with("\n5 passed, 0 failed, 1 skipped\n") && good, "{text}");
        assert!(text.contains("\nsome tests ") && text.contains(" 4\n"), "{text}");
    }

    #[test]
    fn failures_are_counted_and_named() {
        let report = Report::new(None);
        report.check("a check", |_| bail!("no"));
        report.tests("some tests", |_| Ok(Counts { passed: 4, failed: 2, ignored: 0 }));
        report.tests("a broken stage", |_| bail!("no"));
        let (text, good) = report.summary().unwrap();
        let end =
            "failed: a check\nfailed: some tests\nfailed: a broken stage\n4 passed, 4 failed\n";
        assert!(text.ends_with(end) && !good, "{text}");
    }

    #[test]
    fn a_stage_without_tests_has_failed() {
        let report = Report::new(None);
        report.tests("nothing", |_| Ok(Counts::default()));
        assert!(report.summary().unwrap().0.ends_with("\n0 passed, 1 failed\n"));
    }

    #[test]
    fn only_what_is_wanted_runs() {
        let report = Report::new(Some("lint"));
        report.check("format", |_| panic!("nobody asked for it"));
        report.check("Lints", |voice| {
            assert_eq!(voice.only, None);
            Ok(Verdict::Good)
        });
        report.tests("tests", |voice| {
            assert_eq!(voice.only, Some("lint"));
            Ok(Counts::default())
        });
        let (text, _) = report.summary().unwrap();
        assert!(text.ends_with("\n1 passed, 0 failed\n") && !text.contains("tests "), "{text}");
    }

    #[test]
    fn a_name_with_a_space_is_no_tests() {
        let report = Report::new(Some("some tests"));
        report.tests("other tests", |_| panic!("nobody asked for it"));
        report.tests("Some tests", |_| Ok(Counts { passed: 4, ..Counts::default() }));
        assert!(report.summary().unwrap().0.ends_with("\n4 passed, 0 failed\n"));
    }

    #[test]
    fn a_name_that_nothing_has_is_an_error() {
        let report = Report::new(Some("no-such-thing"));
        report.check("format", |_| Ok(Verdict::Good));
        report.tests("tests", |_| Ok(Counts::default()));
        let message = report.summary().unwrap_err().to_string();
        assert_eq!(message, "neither a stage nor a test has \"no-such-thing\" in its name");
    }

    #[test]
    fn stages_may_run_at_once() {
        let report = Report::new(None);
        std::thread::scope(|scope| {
            for name in ["one", "two", "three"] {
                let report = &report;
                scope.spawn(move || report.check(name, |_| Ok(Verdict::Good)));
            }
        });
        assert!(report.summary().unwrap().0.ends_with("\n3 passed, 0 failed\n"));
    }
}
