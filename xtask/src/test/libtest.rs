//! Reads the result lines of Rust's test harness, and of wasm-bindgen's.

/// How many tests passed, failed and were ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: usize,
    pub failed: usize,
    pub ignored: usize,
}

impl Counts {
    /// Reads `test result: ok. 3 passed; 0 failed; 1 ignored; ..`; other lines are no result.
    pub fn parse(line: &str) -> Option<Self> {
        let (_, rest) = line.split_once("test result: ")?;
        let (_, numbers) = rest.split_once(". ")?;
        let number = |kind: &str| {
            let mut words = numbers.split("; ").filter_map(|part| part.split_once(' '));
            words.find(|(_, word)| *word == kind).and_then(|(count, _)| count.parse().ok())
        };
        Some(Self {
            passed: number("passed")?,
            failed: number("failed")?,
            ignored: number("ignored")?,
        })
    }

    /// The sum of two.
    pub fn plus(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            ignored: self.ignored + other.ignored,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_read() {
        let native = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 2 filtered out; finished in 0.00s";
        assert_eq!(Counts::parse(native), Some(Counts { passed: 12, failed: 3, ignored: 1 }));
        let wasm =
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.01s";
        assert_eq!(Counts::parse(wasm), Some(Counts { passed: 2, failed: 0, ignored: 0 }));
    }

    #[test]
    fn other_lines_are_no_result() {
        for line in [
            "",
            "test a::b ... ok",
            "running 3 tests",
            "test result: ok",
            "test result: ok. x passed",
        ] {
            assert_eq!(Counts::parse(line), None, "{line}");
        }
    }
}
