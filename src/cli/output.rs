//! What is written, where to, and what happens if it cannot be.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use talscope::lab::Opened;

use super::{Failure, Outcome};

/// The files that a command writes.
#[derive(Args)]
pub struct Outputs {
    /// Writes all tables to this file as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes all tables to this file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes the figure to this file as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Outputs {
    /// Prints, and writes all files or none.
    pub fn write(&self, opened: &Opened) -> Outcome {
        let mut staged = Staged::default();
        if let Some(file) = &self.csv {
            staged.add(file, opened.csv()?.as_bytes())?;
        }
        if let Some(file) = &self.json {
            staged.add(file, opened.json()?.as_bytes())?;
        }
        if let Some(file) = &self.svg {
            staged.add(file, opened.svg(None)?.as_bytes())?;
        }
        let lines = opened.figure()?.lines()?;
        let lines: String = lines.iter().map(|line| plain(line) + "\n").collect();
        let (link, fingerprint) = (opened.about()?.link, opened.report()?.fingerprint());
        print(&format!("{link}\n{lines}{:40} {fingerprint}\n", "Fingerprint"))?;
        staged.keep()
    }
}

/// Writes one file, or nothing.
pub fn write(file: &Path, contents: &[u8]) -> Outcome {
    let mut staged = Staged::default();
    staged.add(file, contents)?;
    staged.keep()
}

/// A line of numbers with plain minus signs before them, which other programs read. Names keep
/// theirs.
pub fn plain(line: &str) -> String {
    let mut before = ' ';
    let mut after = line.chars().skip(1);
    let sign = |c: char| {
        let number = after.next().is_some_and(|next| next.is_ascii_digit() || next == '∞');
        let begins = !before.is_alphanumeric();
        before = c;
        if c == '−' && number && begins { '-' } else { c }
    };
    line.chars().map(sign).collect()
}

/// Prints a text as it is. Whoever closes the pipe has seen enough.
pub fn print(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("standard output cannot be written: {error}").into())
        }
        _ => Ok(()),
    }
}

/// Says something on standard error; where that is closed, nobody listens.
pub fn complain(words: &str) {
    let _ = writeln!(io::stderr().lock(), "talscope: {words}");
}

/// Files under names of their own beside those wanted, until all are written.
#[derive(Default)]
struct Staged {
    files: Vec<(PathBuf, PathBuf)>,
}

impl Staged {
    fn add(&mut self, file: &Path, contents: &[u8]) -> Outcome {
        if is_special(file) {
            return fs::write(file, contents).map_err(|error| refused(file, &error));
        }
        let name = file.file_name().ok_or_else(|| refused(file, &"it has no name"))?;
        let own = format!(".{}.{}", name.to_string_lossy(), std::process::id());
        let staged = file.with_file_name(own);
        self.files.push((staged.clone(), file.into()));
        fs::write(&staged, contents).map_err(|error| refused(file, &error))
    }

    fn keep(mut self) -> Outcome {
        for (staged, file) in std::mem::take(&mut self.files) {
            fs::rename(&staged, &file).map_err(|error| {
                let _ = fs::remove_file(&staged);
                refused(&file, &error)
            })?;
        }
        Ok(())
    }
}

/// Devices and pipes are written to, never replaced.
fn is_special(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

impl Drop for Staged {
    fn drop(&mut self) {
        for (staged, _) in &self.files {
            let _ = fs::remove_file(staged);
        }
    }
}

fn refused(file: &Path, reason: &dyn std::fmt::Display) -> Failure {
    format!("{} cannot be written: {reason}", file.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minus_signs_are_plain_before_numbers_and_as_they_are_in_names() {
        let plainly = "a−b −1.5 (−2, −∞) x−1 − 3 −";
        assert_eq!(plain(plainly), "a−b -1.5 (-2, -∞) x−1 − 3 −");
        assert_eq!(plain("−7"), "-7");
    }
}
