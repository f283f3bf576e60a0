//! What is read, and how much of it at most: a device or a pipe may have no end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::Failure;

const GIGABYTE: u64 = 1 << 30;
/// The largest file that is read, in bytes; requests and files may hold no more numbers anyway.
const MOST: u64 = GIGABYTE;
/// What is looked at before all the rest is read.
const FIRST: u64 = 1 << 16;

/// A file, or why not.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    let source = File::open(file).map_err(|error| format!("{name} cannot be read: {error}"))?;
    at_most(source, &name.to_string(), MOST)
}

/// A file of at most so many bytes, or why not; what says that it is longer is not even read.
pub fn read_at_most(file: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let name = file.display();
    let refused = |error: io::Error| format!("{name} cannot be read: {error}");
    let source = File::open(file).map_err(refused)?;
    let length = source.metadata().map_err(refused)?.len();
    if length > most {
        return Err(format!(
            "{name} cannot be read: it has {length} bytes, and at most {most} are allowed"
        )
        .into());
    }
    at_most(source, &name.to_string(), most)
}

/// A text from a file, or from standard input without one.
pub fn text(file: Option<&Path>) -> Result<String, Failure> {
    let (bytes, name) = match file {
        Some(file) => (read(file)?, file.display().to_string()),
        None => (at_most(io::stdin().lock(), STDIN, MOST)?, STDIN.into()),
    };
    if file.is_none() && bytes.trim_ascii().is_empty() {
        return Err(
            format!("there is nothing on {STDIN}: name a file, or pipe a request in").into()
        );
    }
    let at = |error: std::string::FromUtf8Error| error.utf8_error().valid_up_to();
    String::from_utf8(bytes)
        .map_err(|error| format!("{name} cannot be read: no UTF-8 at byte {}", at(error)).into())
}

const STDIN: &str = "standard input";

fn at_most(mut source: impl Read, name: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut more = |up_to: u64, bytes: &mut Vec<u8>| {
        let left = up_to.saturating_sub(bytes.len() as u64);
        source.by_ref().take(left).read_to_end(bytes)
    };
    let refused = |why: &str| format!("{name} cannot be read: {why}");
    more(FIRST.min(most + 1), &mut bytes).map_err(|error| refused(&error.to_string()))?;
    if bytes.first() == Some(&0) {
        return Err(refused("it begins with a zero byte, so it is neither text nor .npz").into());
    }
    more(most + 1, &mut bytes).map_err(|error| refused(&error.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(refused(&format!("it is longer than {}", size(most))).into());
    }
    Ok(bytes)
}

fn size(bytes: u64) -> String {
    match bytes / GIGABYTE {
        0 => format!("{bytes} bytes"),
        gigabytes => format!("{gigabytes} GB"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_end_is_not_read_to_it() {
        let error = at_most(io::repeat(b'['), "pipe", 200_000).unwrap_err().to_string();
        assert_eq!(error, "pipe cannot be read: it is longer than 200000 bytes");
        let error = at_most(io::repeat(0), "zeros", 1 << 30).unwrap_err().to_string();
        assert!(error.starts_with("zeros cannot be read: it begins with a zero byte"), "{error}");
        for length in [0, 1, 70_000, 200_000] {
            let whole = at_most(io::repeat(b'x').take(length), "file", 200_000).unwrap();
            assert_eq!(whole.len() as u64, length);
        }
        assert!(at_most(io::repeat(b'x').take(200_001), "file", 200_000).is_err());
        assert_eq!([size(200_000), size(MOST)], ["200000 bytes", "1 GB"]);
    }
}
