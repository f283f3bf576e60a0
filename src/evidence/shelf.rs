//! Parts that lie beside the page, so that nobody waits for what is known: those of the links with which long labs
//! open, and of the claims at the size that a page takes on. A shelf is one file of them; an index tells a page by
//! the beginnings of units' names which shelf to fetch.

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde_json::{Map, Value};

use super::live::live;
use super::{CLAIMS, Scale, text};
use crate::error::{Error, Result};
use crate::experiment::{self, Part, Plan};
use crate::scenario::{Link, Scenario};

/// What long labs open with: the name of the shelf, and the link. A further lab is a row.
const OPENING: [(&str, &str); 4] = [
    ("curves", "lab=curves"),
    ("agreement", "lab=agreement"),
    ("models", "lab=models"),
    ("data", "lab=data"),
];

/// The parts of one link.
#[derive(Debug, Clone, PartialEq)]
pub struct Shelf {
    /// What its file is called, without its ending.
    pub name: String,
    /// What is known.
    pub scenario: Scenario,
}

impl Shelf {
    /// The units of its work.
    pub fn plan(&self) -> Plan {
        experiment::plan(&self.scenario, &[])
    }

    /// The places in its plan of the units whose parts it holds: all that a figure wants. How models learn the function
    /// that is shown one wants to see, so that where there are further functions it holds these alone.
    pub fn holds(&self, plan: &Plan) -> Vec<usize> {
        let further = &plan.groups[plan.groups.len() - plan.functions..];
        let held =
            |place: &usize| further.is_empty() || further.iter().any(|group| group.contains(place));
        plan.heard().filter(held).collect()
    }
}

/// All shelves.
///
/// # Errors
/// As [`live`].
pub fn shelves() -> Result<Vec<Shelf>> {
    let mut shelves = Vec::new();
    for (name, link) in OPENING {
        shelves.push(Shelf { name: name.into(), scenario: link.parse::<Link>()?.scenario });
    }
    for claim in &CLAIMS {
        for study in claim.studies(&Scale::default())? {
            // Several claims may be decided by the same.
            let name = text::file_name(&study);
            let known = shelves.iter().any(|shelf| shelf.name == name);
            if let Some(live) = live(&study)?.filter(|_| !known) {
                shelves.push(Shelf { name, scenario: live.scenario });
            }
        }
    }
    Ok(shelves)
}

/// How long a name is in a file.
const NAME: usize = 16;
/// Before a part: its unit's name and its length.
const HEAD: usize = NAME + 4;
/// No shelf is longer, whatever its file says.
const LONGEST: usize = 1 << 26;
/// So many digits of a name stand in the index: a wrong guess costs a fetch, and nothing else.
const DIGITS: usize = 8;

/// A shelf's file: names, lengths and parts, as a zlib stream, whose checksum browsers verify.
pub fn pack(parts: &[(String, Part)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, part) in parts {
        let digits = u128::from_str_radix(name, 16).expect("names are hexadecimal");
        let part = part.to_bytes();
        bytes.extend(digits.to_be_bytes());
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    }
    compress_to_vec_zlib(&bytes, 10)
}

/// What [`pack`] wrote.
///
/// # Errors
/// [`Error::Unreadable`] if it did not.
pub fn unpack(file: &[u8]) -> Result<Vec<(String, Part)>> {
    let wrong = || Error::unreadable("a shelf of parts", "it is spoiled or cut short");
    let bytes = decompress_to_vec_zlib_with_limit(file, LONGEST).map_err(|_| wrong())?;
    let (mut parts, mut rest) = (Vec::new(), &bytes[..]);
    while !rest.is_empty() {
        let (head, after) = rest.split_first_chunk::<HEAD>().ok_or_else(wrong)?;
        let (name, length) = head.split_first_chunk::<NAME>().ok_or_else(wrong)?;
        let length = u32::from_le_bytes(length.try_into().map_err(|_| wrong())?) as usize;
        let (part, after) = after.split_at_checked(length).ok_or_else(wrong)?;
        parts.push((format!("{:032x}", u128::from_be_bytes(*name)), Part::from_bytes(part)?));
        rest = after;
    }
    Ok(parts)
}

/// What a page asks first: for each shelf the beginnings of its units' names, in one text.
pub fn index<'a>(shelves: impl IntoIterator<Item = (&'a str, Vec<&'a str>)>) -> String {
    let beginnings = |names: Vec<&str>| names.iter().map(|name| &name[..DIGITS]).collect();
    let rows = shelves
        .into_iter()
        .map(|(shelf, names)| (shelf.to_string(), Value::String(beginnings(names))));
    Value::Object(rows.collect::<Map<_, _>>()).to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shelves_are_read_as_they_are_written_and_broken_ones_refused() {
        let name = |digit: &str| digit.repeat(32);
        let parts = [(name("a"), Part(vec![1.5, -0.0])), (name("0"), Part(Vec::new()))];
        let file = pack(&parts);
        let back = unpack(&file).unwrap();
        assert_eq!(back, parts);
        assert_eq!(back[0].1.to_bytes(), parts[0].1.to_bytes());
        for at in 2..file.len() {
            let mut other = file.clone();
            other[at] ^= 0x10;
            assert!(unpack(&other).is_err(), "byte {at}");
            assert!(unpack(&file[..at]).is_err(), "cut at {at}");
        }
        assert!(unpack(&compress_to_vec_zlib(&[7; HEAD], 6)).is_err(), "a length beyond the end");
        let index = index([("one", parts.iter().map(|(name, _)| &**name).collect())]);
        assert_eq!(index, "{\"one\":\"aaaaaaaa00000000\"}\n");
    }

    #[test]
    fn every_shelf_has_a_name_of_its_own_and_is_for_a_page() {
        let shelves = shelves().unwrap();
        let mut names: Vec<&str> = shelves.iter().map(|shelf| &*shelf.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), shelves.len());
        for Shelf { name, scenario } in &shelves {
            let cost = experiment::cost(scenario).all();
            assert!(cost.check_for_a_page().is_ok(), "{name}: {cost}");
        }
    }
}
