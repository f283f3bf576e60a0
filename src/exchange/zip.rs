//! The container of an `.npz`: a zip archive whose entries are stored or deflated.
//!
//! Sizes come from the central directory, because numpy's local headers leave them to extra fields.

use std::borrow::Cow;
use std::ops::Range;

use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use crate::error::{Error, Result, quoted};
use crate::numeric::hash::crc32;

/// The entries of a zip archive in memory.
#[derive(Debug)]
pub struct Archive<'a> {
    bytes: &'a [u8],
    entries: Vec<Entry>,
}

/// A file in an archive.
#[derive(Debug)]
pub struct Entry {
    /// Its path.
    pub name: String,
    encrypted: bool,
    method: u64,
    checksum: u32,
    packed: usize,
    size: usize,
    /// The local header and the data behind it.
    whole: Range<usize>,
}

/// An archive has at most so many entries.
pub const MOST_ENTRIES: u64 = 64;
/// Deflate makes nothing smaller than by this factor, so that a larger size cannot be true.
const MOST_DEFLATED: usize = 1032;

const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";
const CENTRAL: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

impl<'a> Archive<'a> {
    /// Reads the directory and nothing else.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        let (count, start) = directory(bytes).ok_or_else(|| {
            let got = format!("{} bytes without a directory at their end", bytes.len());
            Error::value("file", got, "a whole zip archive")
        })?;
        if count > MOST_ENTRIES {
            let expected = format!("an archive of at most {MOST_ENTRIES} arrays");
            return Err(Error::value("file", count, expected));
        }
        let mut entries: Vec<Entry> = Vec::new();
        let mut at = start;
        for i in 0..count {
            let (entry, next) = entry(bytes, at, start).ok_or_else(|| {
                let got = format!("entry {i} of {count} cut off or out of place");
                Error::value("file", got, "a whole zip archive")
            })?;
            let clash = |other: &&Entry| {
                other.name == entry.name
                    || (other.whole.start < entry.whole.end && entry.whole.start < other.whole.end)
            };
            if let Some(other) = entries.iter().find(clash) {
                let got =
                    format!("{} and {} at one place", quoted(&other.name), quoted(&entry.name));
                return Err(Error::value("file", got, "an archive of separate entries"));
            }
            entries.push(entry);
            at = next;
        }
        Ok(Self { bytes, entries })
    }

    /// All of them, in the directory's order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// An entry's contents, of at most so many bytes. Errors call it `name`.
    pub fn read(&self, entry: &Entry, name: &str, most: usize) -> Result<Cow<'a, [u8]>> {
        let wrong = |got: String, expected: &str| Err(Error::value(name, got, expected));
        if entry.encrypted {
            return wrong("an encrypted one".into(), "readable without a password");
        }
        if entry.size > most {
            return wrong(format!("{} bytes", entry.size), &format!("at most {most} bytes long"));
        }
        let packed = &self.bytes[entry.whole.end - entry.packed..entry.whole.end];
        let contents = match entry.method {
            0 if entry.size == entry.packed => Cow::Borrowed(packed),
            8 if entry.size <= packed.len().saturating_mul(MOST_DEFLATED) => {
                let mut contents = vec![0; entry.size];
                let unpacked = decompress_slice_iter_to_slice(
                    &mut contents,
                    std::iter::once(packed),
                    false,
                    true,
                );
                match unpacked {
                    Ok(length) if length == entry.size => Cow::Owned(contents),
                    _ => return wrong("damaged data".into(), "deflated to the size it says"),
                }
            }
            0 | 8 => {
                let got = format!("{} bytes from {}", entry.size, entry.packed);
                return wrong(got, "stored or deflated to the size it says");
            }
            other => {
                return wrong(format!("compression method {other}"), "stored or deflated");
            }
        };
        if crc32(&contents) != entry.checksum {
            return wrong("damaged data".into(), "what its checksum says");
        }
        Ok(contents)
    }
}

/// An archive of stored files. Equal contents are equal bytes: all files are of 1 January 1980, the
/// first day that zip knows.
pub fn write(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut out, mut central) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let start = out.len() as u32;
        let size = contents.len() as u32;
        let mut common = Vec::new();
        // Version 2.0, no flags, stored, midnight, 1980-01-01.
        [20u16, 0, 0, 0, 0x21].iter().for_each(|field| common.extend(field.to_le_bytes()));
        [crc32(contents), size, size].iter().for_each(|field| common.extend(field.to_le_bytes()));
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0; 2]);
        out.extend([LOCAL, &common, name.as_bytes(), contents].concat());
        central.extend([CENTRAL, &[20, 0], &common, &[0; 10]].concat());
        central.extend(start.to_le_bytes());
        central.extend(name.as_bytes());
    }
    let (start, size, count) = (out.len() as u32, central.len() as u32, files.len() as u16);
    out.extend([&central, END, &[0; 4]].concat());
    [count, count].iter().for_each(|field| out.extend(field.to_le_bytes()));
    [size, start].iter().for_each(|field| out.extend(field.to_le_bytes()));
    out.extend([0; 2]);
    out
}

/// The little-endian number of `width` bytes that stands at a place.
pub fn number(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    let digits = bytes.get(at..at.checked_add(width)?)?;
    Some(digits.iter().rev().fold(0, |number, &byte| (number << 8) | u64::from(byte)))
}

/// How many entries the directory has, and where it starts.
fn directory(bytes: &[u8]) -> Option<(u64, usize)> {
    // A comment of up to 65535 bytes may follow the end record of 22.
    let places = (0..=bytes.len().checked_sub(22)?).rev().take(1 << 16);
    let end = places.into_iter().find(|&at| bytes[at..].starts_with(END))?;
    let (count, start) = (number(bytes, end + 10, 2)?, number(bytes, end + 16, 4)?);
    if count < 0xffff && start < 0xffff_ffff {
        return Some((count, usize::try_from(start).ok()?));
    }
    let locator = end.checked_sub(20)?;
    let record = usize::try_from(number(bytes, locator + 8, 8)?).ok()?;
    if !bytes[locator..].starts_with(LOCATOR_64) || !bytes.get(record..)?.starts_with(END_64) {
        return None;
    }
    let field = |offset: usize| number(bytes, record.checked_add(offset)?, 8);
    Some((field(32)?, usize::try_from(field(48)?).ok()?))
}

/// The entry at a place of the directory, and the place of the next; `directory` is where all data
/// must end.
fn entry(bytes: &[u8], at: usize, directory: usize) -> Option<(Entry, usize)> {
    let record = bytes.get(at..)?;
    let field = |offset: usize, width: usize| number(record, offset, width);
    if !record.starts_with(CENTRAL) {
        return None;
    }
    let length = |offset: usize| Some(field(offset, 2)? as usize);
    let name_end = 46 + length(28)?;
    let extra_end = name_end + length(30)?;
    let name = record.get(46..name_end)?;
    let extra = record.get(name_end..extra_end)?;
    let [size, packed, start] = long_fields([field(24, 4)?, field(20, 4)?, field(42, 4)?], extra)?;

    let local = bytes.get(start..)?;
    if !local.starts_with(LOCAL) {
        return None;
    }
    let header = 30 + number(local, 26, 2)? as usize + number(local, 28, 2)? as usize;
    let end = start.checked_add(header)?.checked_add(packed)?;
    let entry = Entry {
        name: String::from_utf8_lossy(name).into_owned(),
        encrypted: field(8, 2)? & 1 == 1,
        method: field(10, 2)?,
        checksum: field(16, 4)? as u32,
        packed,
        size,
        whole: start..end,
    };
    (end <= directory).then_some((entry, at + extra_end + length(32)?))
}

/// Fields that do not fit in 32 bits stand, in this order, in the extra field of number 1.
fn long_fields(short: [u64; 3], extra: &[u8]) -> Option<[usize; 3]> {
    let mut long = Vec::new();
    let mut at = 0;
    while let (Some(kind), Some(length)) = (number(extra, at, 2), number(extra, at + 2, 2)) {
        let end = at + 4 + length as usize;
        if kind == 1 {
            long.extend(extra.get(at + 4..end)?.chunks_exact(8).map(|field| number(field, 0, 8)));
        }
        at = end;
    }
    let mut long = long.into_iter().flatten();
    let mut fields = [0; 3];
    for (field, short) in fields.iter_mut().zip(short) {
        let value = if short == 0xffff_ffff { long.next()? } else { short };
        *field = usize::try_from(value).ok()?;
    }
    Some(fields)
}
