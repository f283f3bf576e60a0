//! What work will take, estimated before it starts: links, files and requests are untrusted, and no
//! cap on a size bounds the time of what is multiplied with it.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Mul};

use crate::error::{Error, Result};

/// An estimate of work: the time it takes on one core of an ordinary machine, and the memory that it holds
/// at once. Both are counted from sizes, never measured, so that the same work costs the same everywhere.
///
/// Costs are added where one thing is done after the other: times add up, and of memory the larger counts.
/// What is held at the same time is put [beside](Self::beside) each other.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Cost {
    nanoseconds: f64,
    bytes: f64,
}

const GIGABYTE: f64 = 1e9;

impl Cost {
    /// A page may compute so long without a worker. It is half of what anyone would notice, because the page
    /// builds what it shows in the same breath, and other programs may take a share of the core.
    pub const QUICK: Self = Self::seconds(0.025);
    /// A page does not begin what takes longer.
    pub const LONGEST_IN_A_PAGE: Self = Self::seconds(300.0);
    /// A page does not begin what holds more bytes at once.
    pub const MOST_BYTES_IN_A_PAGE: f64 = GIGABYTE;
    /// Nobody does.
    pub const MOST_BYTES: f64 = 8.0 * GIGABYTE;

    /// So many operations that take about a nanosecond each: a multiplication and an addition, with
    /// what it takes to fetch their numbers.
    pub const fn operations(count: f64) -> Self {
        Self { nanoseconds: count, bytes: 0.0 }
    }

    /// So many multiplications and additions within factors, solves and products of large matrices,
    /// whose numbers are at hand when they are needed.
    pub const fn blocked(count: f64) -> Self {
        Self { nanoseconds: 0.3 * count, bytes: 0.0 }
    }

    /// Factoring a covariance matrix of so many rows.
    pub fn factor(size: usize) -> Self {
        let n = size as f64;
        Self::blocked(n * n * n / 6.0) + Self::operations(n * n)
    }

    /// Solving so many columns against a factor.
    pub fn solve(size: usize, columns: usize) -> Self {
        let (n, m) = (size as f64, columns as f64);
        Self::blocked(n * n * m / 2.0) + Self::operations(n * m)
    }

    /// So many draws of standard normals.
    pub const fn normals(count: f64) -> Self {
        Self { nanoseconds: 90.0 * count, bytes: 0.0 }
    }

    /// So many seconds.
    pub const fn seconds(seconds: f64) -> Self {
        Self { nanoseconds: 1e9 * seconds, bytes: 0.0 }
    }

    /// The same work, while at least so many bytes are held.
    #[must_use]
    pub fn holding(self, bytes: f64) -> Self {
        Self { bytes: self.bytes.max(bytes), ..self }
    }

    /// This and other work, with the memory of both held at the same time.
    #[must_use]
    pub fn beside(self, other: Self) -> Self {
        Self { bytes: self.bytes + other.bytes, ..self + other }
    }

    /// How many bytes are held at once.
    pub fn bytes(self) -> f64 {
        self.bytes
    }

    /// The estimate in seconds.
    pub fn as_seconds(self) -> f64 {
        self.nanoseconds / 1e9
    }

    /// What share it is of some whole; all of it, if that is nothing.
    pub fn share_of(self, whole: Self) -> f64 {
        if whole.nanoseconds > 0.0 { self.nanoseconds / whole.nanoseconds } else { 1.0 }
    }

    /// Whether a page may compute it without a worker.
    pub fn is_quick(self) -> bool {
        self.nanoseconds <= Self::QUICK.nanoseconds
    }

    /// Refuses what no page should begin.
    ///
    /// # Errors
    /// [`Error::Value`] with the estimate, and where the work can be done.
    pub fn check_for_a_page(self) -> Result<()> {
        if self.nanoseconds <= Self::LONGEST_IN_A_PAGE.nanoseconds {
            let more = "in a page; the command line may hold more";
            return self.check_bytes(Self::MOST_BYTES_IN_A_PAGE, more);
        }
        Err(Error::clash(format!(
            "this is {self} of work, and a page takes on at most {}; the command line has no such limit",
            Self::LONGEST_IN_A_PAGE
        )))
    }

    /// Refuses what holds more memory than anyone should be asked for.
    ///
    /// # Errors
    /// [`Error::Value`] with the estimate.
    pub fn check_memory(self) -> Result<()> {
        self.check_bytes(Self::MOST_BYTES, "at once; fewer points, draws or weights need less")
    }

    fn check_bytes(self, most: f64, why: &str) -> Result<()> {
        if self.bytes <= most {
            return Ok(());
        }
        let expected = format!("at most {:.0} GB {why}", most / GIGABYTE);
        let got = format!("about {:.1} GB", self.bytes / GIGABYTE);
        Err(Error::value("the memory that this work holds", got, expected))
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let bytes = self.bytes.max(other.bytes);
        Self { nanoseconds: self.nanoseconds + other.nanoseconds, bytes }
    }
}

impl Mul<f64> for Cost {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self { nanoseconds: self.nanoseconds * factor, ..self }
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// In words that promise no more than an estimate can: `about 3 minutes`.
impl fmt::Display for Cost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.as_seconds();
        const UNITS: [(f64, &str); 4] =
            [(86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute"), (1.0, "second")];
        let fits = |(unit, _): &&(f64, &str)| seconds >= 0.95 * unit;
        let Some((unit, name)) = UNITS.iter().find(fits) else {
            return write!(out, "less than a second");
        };
        let count = (seconds / unit).round().max(1.0);
        write!(out, "about {count:.0} {name}{}", if count == 1.0 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_counts_once_for_what_is_done_in_turn() {
        let [one, two] = [3e8, 5e8].map(|bytes| Cost::seconds(1.0).holding(bytes));
        assert_eq!((one + two).bytes(), 5e8);
        assert_eq!((one * 7.0).bytes(), 3e8);
        assert_eq!([one, two, one].into_iter().sum::<Cost>().bytes(), 5e8);
        let both = one.beside(two).beside(one);
        assert_eq!((both.bytes(), both.as_seconds()), (1.1e9, 3.0));
        assert_eq!((one + two).check_for_a_page(), Ok(()));
        let error = both.check_for_a_page().unwrap_err().to_string();
        assert_eq!(
            error,
            "the memory that this work holds must be at most 1 GB in a page; the command line may hold \
             more, got about 1.1 GB"
        );
        assert_eq!(both.check_memory(), Ok(()));
        let error = both.holding(9e9).check_memory().unwrap_err().to_string();
        assert!(error.contains("at most 8 GB at once") && error.ends_with("got about 9.0 GB"));
    }

    #[test]
    fn an_estimate_reads_as_one() {
        let words = |seconds: f64| Cost::seconds(seconds).to_string();
        assert_eq!(words(0.2), "less than a second");
        assert_eq!(words(1.4), "about 1 second");
        assert_eq!(words(58.0), "about 1 minute");
        assert_eq!(words(300.0), "about 5 minutes");
        assert_eq!(words(40_000.0), "about 11 hours");
        assert_eq!(words(1e9), "about 11574 days");
    }

    #[test]
    fn costs_add_up_and_have_limits() {
        let work = Cost::operations(1e6) * 15.0 + [Cost::seconds(0.01)].into_iter().sum();
        assert!(work.is_quick() && !(work + work).is_quick());
        assert_eq!(Cost::seconds(300.0).check_for_a_page(), Ok(()));
        let error = Cost::seconds(39_600.0).check_for_a_page().unwrap_err().to_string();
        assert!(error.starts_with(
            "this is about 11 hours of work, and a page takes on at most about 5 minutes"
        ));
    }
}
