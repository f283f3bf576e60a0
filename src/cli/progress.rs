//! How far long work has come: a bar with count and time left on a terminal, plain lines elsewhere,
//! and nothing at all within the first second.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use talscope::cost::Cost;

use super::output;

/// Work that takes less is not worth a word.
const SILENT: Duration = Duration::from_secs(1);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// How many cores share so many pieces of work.
pub fn cores(pieces: usize) -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(pieces).max(1)
}

/// Counts pieces of work, fractions included, from any number of threads. The time left begins as what
/// was estimated, and follows the clock more and more.
pub struct Progress {
    total: usize,
    /// What all pieces cost, in seconds on one core.
    cost: f64,
    what: &'static str,
    start: Instant,
    shown: Option<Mutex<Shown>>,
}

struct Shown {
    /// In seconds of the estimate.
    done: f64,
    whole: usize,
    bar: Option<ProgressBar>,
    next_line: Instant,
}

impl Progress {
    /// Nothing is done yet of `total` pieces, which cost so much together.
    pub fn new(total: usize, cost: Cost, what: &'static str, quiet: bool) -> Self {
        let start = Instant::now();
        let cost = cost.as_seconds().max(1e-9);
        let shown = Shown { done: 0.0, whole: 0, bar: None, next_line: start + SILENT };
        Self { total, cost, what, start, shown: (!quiet).then(|| Mutex::new(shown)) }
    }

    /// More of a piece that costs so much was done: from share `before` to share `now`.
    pub fn more_of(&self, piece: Cost, before: f64, now: f64) {
        let Some(mutex) = &self.shown else { return };
        let Ok(mut shown) = mutex.lock() else { return };
        shown.done += piece.as_seconds() * (now - before);
        shown.whole += usize::from(now >= 1.0);
        if self.start.elapsed() < SILENT {
            return;
        }
        if io::stderr().is_terminal() {
            let bar = shown.bar.get_or_insert_with(|| self.bar()).clone();
            bar.set_position((1000.0 * shown.done / self.cost) as u64);
            bar.set_message(self.words(&shown));
        } else if Instant::now() >= shown.next_line {
            output::complain(&self.words(&shown));
            shown.next_line = Instant::now() + LINE;
        }
    }

    fn bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr_with_hz(10);
        let bar = ProgressBar::with_draw_target(Some(1000), target);
        let style = ProgressStyle::with_template("{bar:32} {msg}").expect("a valid template");
        bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ "))
    }

    fn words(&self, shown: &Shown) -> String {
        let Self { total, what, .. } = self;
        let left = self.left(shown.done, self.start.elapsed().as_secs_f64());
        format!("{} of {total} {what}, {} left", shown.whole, clock(left))
    }

    /// Seconds until all is done, after `elapsed` seconds of which `done` seconds of the estimate are
    /// over. How fast it goes is the mean of what the estimate says, with the weight of a tenth of its
    /// time, and of what the clock says.
    fn left(&self, done: f64, elapsed: f64) -> f64 {
        let cores = cores(self.total) as f64;
        let trust = 0.1 * self.cost / cores;
        let pace = (done + trust * cores) / (elapsed + trust);
        (self.cost - done).max(0.0) / pace
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        let bar = self.shown.as_ref().and_then(|shown| shown.lock().ok()?.bar.take());
        bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// Seconds as people read them: `1:05`, `2:03:00`.
fn clock(seconds: f64) -> String {
    let whole = seconds.clamp(0.0, 1e9).round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_reads_as_a_clock_and_pieces_are_counted() {
        assert_eq!([clock(5.4), clock(65.0), clock(7380.0)], ["0:05", "1:05", "2:03:00"]);
        assert_eq!(clock(f64::NAN), "0:00");
        let progress = Progress::new(4, Cost::seconds(0.1), "tasks", false);
        progress.more_of(Cost::seconds(0.25), 0.0, 0.5);
        progress.more_of(Cost::seconds(0.25), 0.5, 1.0);
        progress.more_of(Cost::seconds(0.25), 0.0, 1.0);
        let shown = progress.shown.as_ref().unwrap().lock().unwrap();
        assert!(progress.words(&shown).starts_with("2 of 4 tasks, 0:00 left"));
    }

    /// Pieces that differ are counted by what they cost, and no piece at all is needed to say something.
    #[test]
    fn time_left_is_the_estimate_at_first_and_the_clock_later() {
        let progress = Progress::new(3, Cost::seconds(600.0), "pieces", false);
        let estimated = 600.0 / cores(3) as f64;
        assert!((progress.left(0.0, 0.0) - estimated).abs() < 1e-9);
        let early = progress.left(0.0, 1.0);
        assert!((early / estimated - 1.0).abs() < 0.05, "{early}");
        // It goes as estimated: nine tenths of the cost are nine tenths of the time.
        assert!((progress.left(540.0, 0.9 * estimated) - 0.1 * estimated).abs() < 1e-9);
        // Twice as slow: nearly as much again as was spent, and not the estimate.
        let slow = progress.left(300.0, estimated);
        assert!((0.8..1.0).contains(&(slow / estimated)), "{slow}");
        progress.more_of(Cost::seconds(500.0), 0.0, 1.0);
        progress.more_of(Cost::seconds(50.0), 0.0, 0.5);
        let shown = progress.shown.as_ref().unwrap().lock().unwrap();
        assert!((shown.done - 525.0).abs() < 1e-9 && shown.whole == 1);
    }
}
