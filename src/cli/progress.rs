//! How far long work has come: a bar with count and time left on a terminal, plain lines elsewhere,
//! and nothing at all within the first second.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output;

/// Work that takes less is not worth a word.
const SILENT: Duration = Duration::from_secs(1);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// Counts pieces of work, fractions included, from any number of threads.
pub struct Progress {
    total: usize,
    what: &'static str,
    start: Instant,
    shown: Option<Mutex<Shown>>,
}

struct Shown {
    done: f64,
    whole: usize,
    bar: Option<ProgressBar>,
    next_line: Instant,
}

impl Progress {
    /// Nothing is done yet of `total` pieces.
    pub fn new(total: usize, what: &'static str, quiet: bool) -> Self {
        let start = Instant::now();
        let shown = Shown { done: 0.0, whole: 0, bar: None, next_line: start + SILENT };
        Self { total, what, start, shown: (!quiet).then(|| Mutex::new(shown)) }
    }

    /// More of a piece was done: from share `before` to share `now`.
    pub fn more(&self, before: f64, now: f64) {
        let Some(mutex) = &self.shown else { return };
        let Ok(mut shown) = mutex.lock() else { return };
        shown.done += now - before;
        shown.whole += usize::from(now >= 1.0);
        if self.start.elapsed() < SILENT {
            return;
        }
        if io::stderr().is_terminal() {
            let bar = shown.bar.get_or_insert_with(|| self.bar()).clone();
            bar.set_position((1000.0 * shown.done) as u64);
            bar.set_message(self.words(&shown));
        } else if Instant::now() >= shown.next_line {
            output::complain(&self.words(&shown));
            shown.next_line = Instant::now() + LINE;
        }
    }

    fn bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr_with_hz(10);
        let bar = ProgressBar::with_draw_target(Some(1000 * self.total as u64), target);
        let style = ProgressStyle::with_template("{bar:32} {msg}").expect("a valid template");
        bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ "))
    }

    fn words(&self, shown: &Shown) -> String {
        let share = shown.done / self.total.max(1) as f64;
        let left = self.start.elapsed().as_secs_f64() * (1.0 - share) / share.max(1e-9);
        let Self { total, what, .. } = self;
        format!("{} of {total} {what}, {} left", shown.whole, clock(left))
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
        let progress = Progress::new(4, "tasks", false);
        progress.more(0.0, 0.5);
        progress.more(0.5, 1.0);
        progress.more(0.0, 1.0);
        let shown = progress.shown.as_ref().unwrap().lock().unwrap();
        assert!(progress.words(&shown).starts_with("2 of 4 tasks, 0:00 left"));
    }
}
