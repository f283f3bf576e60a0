//! One array of numpy: a header in the form of a Python dictionary, then the numbers.

use super::npz::{Array, shape_words};
use super::zip;
use crate::error::{Error, Result};

/// A header has at most so many bytes, more than numpy writes.
pub const HEADER: usize = 1 << 16;

/// The array `name`, of at most so many numbers, from the bytes of its `.npy`.
pub fn parse(name: &str, bytes: &[u8], most: usize) -> Result<Array> {
    let (header, data) = split(bytes)
        .ok_or_else(|| Error::value(name, "something else", "an array in numpy's format"))?;
    let wrong = |key: &str, expected: &str| {
        let value = value_of(header, key).unwrap_or("nothing");
        // What follows is about other keys, in the order in which numpy writes them.
        let ends = [", 'fortran_order'", ", 'shape'"].map(|next| value.find(next));
        let end = ends.into_iter().flatten().min().unwrap_or(value.len());
        let got: String = value[..end].chars().take(40).collect();
        Error::value(format!("{name}'s {key}"), got, expected)
    };
    let number = value_of(header, "descr").and_then(Number::parse).ok_or_else(|| {
        wrong("descr", "a dtype of plain numbers: float64, float32, or integers of 8 to 64 bits")
    })?;
    let columns_first = match value_of(header, "fortran_order") {
        Some(value) if value.starts_with("True") => true,
        Some(value) if value.starts_with("False") => false,
        _ => return Err(wrong("fortran_order", "True or False")),
    };
    let shape = value_of(header, "shape")
        .and_then(shape)
        .ok_or_else(|| wrong("shape", "of at most 2 dimensions"))?;
    let count = shape.iter().fold(1_usize, |count, length| count.saturating_mul(*length));
    if count > most {
        let expected = format!("of at most {most} numbers");
        return Err(Error::value(name, shape_words(&shape), expected));
    }
    if data.len() != count * number.width {
        let expected = format!("{} bytes of numbers", count * number.width);
        return Err(Error::value(name, data.len(), expected));
    }
    let mut numbers: Vec<f64> =
        data.chunks_exact(number.width).map(|bytes| number.decode(bytes)).collect();
    if let (true, [rows, columns]) = (columns_first, &shape[..]) {
        let at = |i: usize| numbers[i % columns * rows + i / columns];
        numbers = (0..count).map(at).collect();
    }
    Ok(Array { name: name.to_string(), shape, numbers })
}

/// The bytes of an `.npy` of format 1, as numpy itself lays it out.
pub fn write(dtype: &str, shape: &[usize], data: &[u8]) -> Vec<u8> {
    let shape = shape_words(shape);
    let header = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}");
    // Ten bytes before the header and a line's end behind it; numbers begin at a multiple of 64.
    let length = (header.len() + 11).next_multiple_of(64) - 10;
    let header = format!("{header:<width$}\n", width = length - 1);
    let length = (length as u16).to_le_bytes();
    [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// Header and numbers.
fn split(bytes: &[u8]) -> Option<(&str, &[u8])> {
    if !bytes.starts_with(MAGIC) {
        return None;
    }
    // Version 1 has a length of two bytes; 2 and 3 have four.
    let width = match bytes.get(6)? {
        1 => 2,
        2 | 3 => 4,
        _ => return None,
    };
    let start = 8 + width;
    let length = usize::try_from(zip::number(bytes, 8, width)?).ok()?;
    let (header, data) = bytes.get(start..)?.split_at_checked(length)?;
    Some((std::str::from_utf8(header).ok()?, data))
}

/// What follows `'key':` in a dictionary.
fn value_of<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}'"))?;
    Some(rest.trim_start().strip_prefix(':')?.trim())
}

/// `(3, 4)`, `(3,)` or `()`; Python 2 wrote `3L`.
fn shape(value: &str) -> Option<Vec<usize>> {
    let (inside, _) = value.strip_prefix('(')?.split_once(')')?;
    let lengths = inside.split(',').map(|length| length.trim().trim_end_matches('L'));
    let lengths = lengths.filter(|length| !length.is_empty()).map(|length| length.parse().ok());
    lengths.collect::<Option<Vec<usize>>>().filter(|shape| shape.len() <= 2)
}

/// How a number is stored.
struct Number {
    big_endian: bool,
    kind: char,
    width: usize,
}

impl Number {
    /// From a dtype such as `'<f8'`.
    fn parse(value: &str) -> Option<Self> {
        let mut dtype = value.strip_prefix('\'')?.split_once('\'')?.0.chars();
        let (order, kind) = (dtype.next()?, dtype.next()?);
        let width = dtype.as_str().parse().ok()?;
        let known = match kind {
            'f' => [4, 8].contains(&width),
            'i' | 'u' => [1, 2, 4, 8].contains(&width),
            _ => false,
        };
        let known = known && (['<', '>'].contains(&order) || (order == '|' && width == 1));
        known.then_some(Self { big_endian: order == '>', kind, width })
    }

    fn decode(&self, bytes: &[u8]) -> f64 {
        let append = |bits: u64, byte: &u8| (bits << 8) | u64::from(*byte);
        let bits = match self.big_endian {
            true => bytes.iter().fold(0, append),
            false => bytes.iter().rev().fold(0, append),
        };
        // Shifting up and down again repeats the sign.
        let unused = 64 - 8 * self.width as u32;
        match (self.kind, self.width) {
            ('f', 4) => f64::from(f32::from_bits(bits as u32)),
            ('f', _) => f64::from_bits(bits),
            ('i', _) => (((bits << unused) as i64) >> unused) as f64,
            _ => bits as f64,
        }
    }
}
