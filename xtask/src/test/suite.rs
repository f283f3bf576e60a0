//! Tests that one cargo command runs.

use std::process::Command;

use anyhow::Result;

use super::libtest::Counts;
use super::report::Voice;

/// A command that runs tests, and the files of tests it chooses from.
pub struct Suite<'a> {
    /// The command, without what follows.
    pub command: &'a dyn Fn() -> Result<Command>,
    /// Cargo's arguments for the files of tests, such as `--test=charts`; may be empty.
    pub targets: &'a [String],
    /// Arguments of the test harness.
    pub harness: &'a [String],
}

impl Suite<'_> {
    /// Runs the tests that the stage wants: all, or those whose name or whose file's name contains a
    /// text.
    pub fn run(&self, voice: &Voice) -> Result<Counts> {
        let mut counts = Counts::default();
        for (targets, only) in self.parts(voice.only) {
            counts = counts.plus(voice.count(&mut self.command(&targets, only)?)?);
        }
        Ok(counts)
    }

    /// Whether [`Suite::run`] would run any test.
    pub fn matches(&self, only: Option<&str>) -> Result<bool> {
        for (targets, only) in self.parts(only) {
            let mut command = self.command(&targets, only)?;
            let output = command.arg("--list").output()?;
            let text = String::from_utf8_lossy(&output.stdout);
            // A command that fails does so with a word when it is run.
            if !output.status.success() || text.lines().any(|line| line.ends_with(": test")) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The files of tests that run as a whole, and the others with what their tests' names must
    /// contain.
    fn parts<'t>(&'t self, only: Option<&'t str>) -> Vec<(Vec<&'t str>, Option<&'t str>)> {
        let Some(name) = only else { return vec![(all(self.targets), None)] };
        let file = |target: &&str| target.strip_prefix("--test=").is_some_and(|f| f.contains(name));
        let (whole, others): (Vec<_>, Vec<_>) = all(self.targets).into_iter().partition(file);
        let mut parts = Vec::new();
        if !whole.is_empty() {
            parts.push((whole, None));
        }
        if !others.is_empty() || self.targets.is_empty() {
            parts.push((others, only));
        }
        parts
    }

    fn command(&self, targets: &[&str], only: Option<&str>) -> Result<Command> {
        let mut command = (self.command)()?;
        command.args(targets).arg("--").args(self.harness).args(only);
        Ok(command)
    }
}

fn all(targets: &[String]) -> Vec<&str> {
    targets.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_chooses_whole_files_and_single_tests() {
        let targets = ["--lib", "--test=charts", "--test=figure3"].map(String::from);
        let suite =
            Suite { command: &|| Ok(Command::new("cargo")), targets: &targets, harness: &[] };
        assert_eq!(suite.parts(None), [(vec!["--lib", "--test=charts", "--test=figure3"], None)]);
        let parts = suite.parts(Some("chart"));
        let expected =
            [(vec!["--test=charts"], None), (vec!["--lib", "--test=figure3"], Some("chart"))];
        assert_eq!(parts, expected);
        let parts = suite.parts(Some("kernel"));
        assert_eq!(parts, [(all(&targets), Some("kernel"))]);
        let whole = Suite { targets: &[], ..suite };
        assert_eq!(whole.parts(Some("kernel")), [(vec![], Some("kernel"))]);
    }
}
