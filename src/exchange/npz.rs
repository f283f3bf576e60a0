//! Numpy's `.npz`: a zip archive of arrays, as `savez` and `savez_compressed` write it.
//!
//! The container and the arrays are read by a few lines of our own, and only the inflating is left
//! to a crate, `miniz_oxide`. Compressed by brotli, `zip` 9 with nothing but deflate added 67 KB to
//! the wasm and `npyz` 0.9 71 KB; all of [`exchange`](super) adds 19 KB.
//!
//! Arrays are read one by one and by name, each with at most as many numbers as it can need, so that
//! a small file cannot fill the memory. Others are not even decompressed.

use super::{npy, zip};
use crate::error::{Error, Result, short};

/// An array of numbers with at most two dimensions.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Its name in the file.
    pub name: String,
    /// How long it is along each dimension; empty for a single number.
    pub shape: Vec<usize>,
    /// Its numbers, row after row.
    pub numbers: Vec<f64>,
}

/// What [`write()`] can put in a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Numbers, row after row, and their shape.
    Numbers(Vec<usize>, Vec<f64>),
    /// A text, as an array without dimensions.
    Text(String),
    /// A whole number that a float might not hold, as an array without dimensions.
    Whole(u64),
    /// Numbers of rows, by which others can be chosen.
    Indices(Vec<usize>),
}

/// The arrays of a file.
#[derive(Debug)]
pub struct Npz<'a>(zip::Archive<'a>);

impl<'a> Npz<'a> {
    /// Reads what arrays there are, but none of them.
    ///
    /// # Errors
    /// [`Error::Value`] if the bytes are no zip archive, or one with more than 64 entries.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        zip::Archive::open(bytes).map(Self)
    }

    /// The arrays' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.entries().iter().map(|entry| without_ending(&entry.name))
    }

    /// Refuses a file that lacks some of these arrays.
    ///
    /// # Errors
    /// [`Error::Value`] with the names of all that are missing, and of what there is instead.
    pub fn require(&self, names: &[&str]) -> Result<()> {
        let absent = |name: &&str| !self.names().any(|present| present == *name);
        let absent: Vec<&str> = names.iter().copied().filter(absent).collect();
        if absent.is_empty() { Ok(()) } else { Err(self.lacks(&absent.join(", "))) }
    }

    /// The array of that name.
    ///
    /// # Errors
    /// [`Error::Value`] if there is none, or if it is not made of at most `most` plain numbers in at
    /// most two dimensions.
    pub fn array(&self, name: &str, most: usize) -> Result<Array> {
        let named = |entry: &&zip::Entry| without_ending(&entry.name) == name;
        let entry = self.0.entries().iter().find(named).ok_or_else(|| self.lacks(name))?;
        npy::parse(name, &self.0.read(entry, name, 8 * most + npy::HEADER)?, most)
    }

    fn lacks(&self, names: &str) -> Error {
        let present: Vec<_> = self.names().take(MOST_NAMED).map(short).collect();
        let present = if present.is_empty() { "nothing".into() } else { present.join(", ") };
        Error::missing(names, format!("the file holds {present}"))
    }
}

/// A file with these arrays, which `numpy.load` reads. Equal arrays give equal bytes.
pub fn write(arrays: &[(&str, Content)]) -> Vec<u8> {
    let file = |(name, content): &(&str, Content)| {
        let bytes = match content {
            Content::Numbers(shape, numbers) => {
                let data: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
                npy::write("<f8", shape, &data)
            }
            Content::Whole(number) => npy::write("<u8", &[], &number.to_le_bytes()),
            Content::Indices(list) => {
                let data: Vec<u8> = list.iter().flat_map(|i| (*i as i64).to_le_bytes()).collect();
                npy::write("<i8", &[list.len()], &data)
            }
            Content::Text(text) => {
                // Four bytes a character; numpy knows no text without any.
                let data: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
                let data = if data.is_empty() { vec![0; 4] } else { data };
                npy::write(&format!("<U{}", data.len() / 4), &[], &data)
            }
        };
        (format!("{name}.npy"), bytes)
    };
    zip::write(&arrays.iter().map(file).collect::<Vec<_>>())
}

/// A shape as Python writes it.
pub(super) fn shape_words(shape: &[usize]) -> String {
    match shape {
        [length] => format!("({length},)"),
        lengths => {
            let lengths: Vec<_> = lengths.iter().map(usize::to_string).collect();
            format!("({})", lengths.join(", "))
        }
    }
}

/// An error names at most so many of a file's arrays.
const MOST_NAMED: usize = 8;

fn without_ending(name: &str) -> &str {
    name.strip_suffix(".npy").unwrap_or(name)
}
