//! Fields of a request. Whatever is wrong with one is said with its full name, such as
//! `models[2].covariance[3][7]`.

use serde_json::{Map, Value};

pub use super::limits::check_size;
use crate::error::{Error, Result, quoted, short};
use crate::numeric::Matrix;

/// A value and its name.
#[derive(Clone)]
pub struct Field<'a> {
    pub name: String,
    value: &'a Value,
}

/// The fields of an object.
pub struct Fields<'a> {
    /// What stands before a field's name; empty for the request itself.
    prefix: String,
    map: &'a Map<String, Value>,
}

/// Larger numbers are refused: their squares and products would not be finite.
pub const LARGEST: f64 = 1e100;

impl<'a> Fields<'a> {
    /// The fields of a whole request.
    pub fn of_request(value: &'a Value, known: &[&str]) -> Result<Self> {
        Self::new(String::new(), "request", value, known)
    }

    fn new(prefix: String, name: &str, value: &'a Value, known: &[&str]) -> Result<Self> {
        let Value::Object(map) = value else {
            return Err(Error::value(name, words(value), "an object"));
        };
        if let Some(unknown) = map.keys().find(|key| !known.contains(&key.as_str())) {
            let owner = if prefix.is_empty() { name } else { prefix.trim_end_matches('.') };
            return Err(Error::unknown(owner, "field", quoted(unknown), known));
        }
        Ok(Self { prefix, map })
    }

    /// A field that must be there.
    pub fn required(&self, name: &str) -> Result<Field<'a>> {
        self.optional(name).ok_or_else(|| self.missing(name))
    }

    /// That all of these are there, or which are not.
    pub fn all(&self, names: &[&str]) -> Result<()> {
        let lost: Vec<&str> =
            names.iter().copied().filter(|name| !self.map.contains_key(*name)).collect();
        if lost.is_empty() { Ok(()) } else { Err(self.missing(&lost.join(", "))) }
    }

    /// The error that a field is not there.
    pub fn missing(&self, name: &str) -> Error {
        Error::missing(format!("{}{name}", self.prefix), "")
    }

    /// Whether a field is there, and null.
    pub fn is_null(&self, name: &str) -> bool {
        self.map.get(name).is_some_and(Value::is_null)
    }

    /// A field that may be missing or null.
    pub fn optional(&self, name: &str) -> Option<Field<'a>> {
        let value = self.map.get(name).filter(|value| !value.is_null())?;
        Some(Field { name: format!("{}{name}", self.prefix), value })
    }
}

/// More items than this need more names than memory should hold.
const MOST_ITEMS: usize = 100_000;

impl<'a> Field<'a> {
    /// A value that is not part of the request itself.
    pub fn new(name: impl Into<String>, value: &'a Value) -> Self {
        Self { name: name.into(), value }
    }

    /// An object without one of its fields, and that field's value.
    pub fn without(&self, name: &str) -> (Value, Option<Value>) {
        let mut rest = self.value.clone();
        let taken = rest.as_object_mut().and_then(|map| map.remove(name));
        (rest, taken)
    }

    /// The error that it should have been something else.
    pub fn wrong(&self, expected: impl Into<String>) -> Error {
        Error::value(&self.name, words(self.value), expected)
    }

    pub fn object(&self, known: &[&str]) -> Result<Fields<'a>> {
        Fields::new(format!("{}.", self.name), &self.name, self.value, known)
    }

    /// The one field of an object, such as a kernel's family: its name and itself.
    pub fn only_entry(&self, expected: &str) -> Result<(&'a str, Field<'a>)> {
        match self.value.as_object().map(|map| map.iter().collect::<Vec<_>>()).as_deref() {
            Some([(key, value)]) => {
                Ok((key, Field { name: format!("{}.{key}", self.name), value }))
            }
            _ => Err(self.wrong(expected)),
        }
    }

    pub fn items(&self, expected: &str) -> Result<Vec<Field<'a>>> {
        let Value::Array(items) = self.value else { return Err(self.wrong(expected)) };
        if items.len() > MOST_ITEMS {
            return Err(Error::value(
                &self.name,
                items.len(),
                format!("at most {MOST_ITEMS} long"),
            ));
        }
        let item = |(i, value)| Field { name: format!("{}[{i}]", self.name), value };
        Ok(items.iter().enumerate().map(item).collect())
    }

    pub fn is_list(&self) -> bool {
        self.value.is_array()
    }

    pub fn text(&self) -> Result<&'a str> {
        self.value.as_str().ok_or_else(|| self.wrong("a text"))
    }

    pub fn boolean(&self) -> Result<bool> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    pub fn number(&self) -> Result<f64> {
        match self.value.as_f64() {
            Some(number) if number.abs() <= LARGEST => Ok(number),
            _ => Err(self.wrong(format!("a number within -{LARGEST:e} .. {LARGEST:e}"))),
        }
    }

    /// A number of at least `least`, or above it.
    pub fn number_from(&self, least: f64, exclusive: bool) -> Result<f64> {
        let number = self.number()?;
        if number > least || (!exclusive && number == least) {
            return Ok(number);
        }
        let relation = if exclusive { "above" } else { "at least" };
        Err(self.wrong(format!("{relation} {least}")))
    }

    /// A whole number within a range.
    pub fn count(&self, least: u64, most: u64) -> Result<u64> {
        let inside = self.whole().filter(|number| (least..=most).contains(number));
        inside.ok_or_else(|| self.wrong(format!("a whole number from {least} to {most}")))
    }

    /// Numbers, as many as there should be if that is known.
    pub fn numbers(&self, length: Option<usize>) -> Result<Vec<f64>> {
        let expected = match length {
            Some(1) => "a list of 1 number".into(),
            Some(length) => format!("a list of {length} numbers"),
            None => "a list of numbers".into(),
        };
        let Value::Array(items) = self.value else { return Err(self.wrong(expected)) };
        if length.is_some_and(|length| length != items.len()) {
            return Err(self.wrong(expected));
        }
        // Names are made only for a number that is wrong: there can be millions.
        let number = |(i, value): (usize, &'a Value)| match value.as_f64() {
            Some(number) if number.abs() <= LARGEST => Ok(number),
            _ => Field { name: format!("{}[{i}]", self.name), value }.number(),
        };
        items.iter().enumerate().map(number).collect()
    }

    /// A whole number, which JSON may write with a point, as some languages do: 3.0.
    fn whole(&self) -> Option<u64> {
        let pointed =
            || self.value.as_f64().filter(|it| it.fract() == 0.0 && (0.0..=9e15).contains(it));
        self.value.as_u64().or_else(|| pointed().map(|it| it as u64))
    }

    /// Different indices below `bound`.
    pub fn indices(&self, bound: usize) -> Result<Vec<usize>> {
        let mut seen = vec![false; bound];
        let mut index = |item: Field| {
            let index = item.whole().filter(|index| *index < bound as u64);
            let index = index
                .ok_or_else(|| item.wrong(format!("an index, a whole number below {bound}")))?;
            if std::mem::replace(&mut seen[index as usize], true) {
                return Err(item.wrong("an index that is not listed before"));
            }
            Ok(index as usize)
        };
        self.items("a list of indices")?.into_iter().map(&mut index).collect()
    }

    /// A variance for each of `count` points, from one number for all or a list.
    pub fn variances(&self, count: usize, positive: bool) -> Result<Vec<f64>> {
        if !self.is_list() {
            return Ok(vec![self.number_from(0.0, positive)?; count]);
        }
        let numbers = self.numbers(Some(count))?;
        for (item, number) in self.items("a list")?.iter().zip(&numbers) {
            if *number <= 0.0 {
                item.number_from(0.0, positive)?;
            }
        }
        Ok(numbers)
    }

    /// A matrix from its rows; without known numbers of rows and columns the first row decides.
    pub fn matrix(&self, rows: Option<usize>, columns: Option<usize>) -> Result<Matrix> {
        let items = self.items("a list of rows")?;
        if let Some(rows) = rows.filter(|rows| *rows != items.len()) {
            return Err(self.wrong(format!("a list of {rows} rows")));
        }
        let mut width = columns;
        let mut entries = Vec::new();
        for row in &items {
            let row = row.numbers(width)?;
            width = Some(row.len());
            check_size(&self.name, items.len(), row.len())?;
            entries.extend(row);
        }
        Ok(Matrix::from_row_iterator(items.len(), width.unwrap_or(0), entries))
    }
}

/// A value as an error shows it.
fn words(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(map) if map.is_empty() => "an empty object".into(),
        Value::Object(map) => {
            let names: Vec<String> = map.keys().take(3).map(|name| short(name)).collect();
            let more = if map.len() > 3 { ", .." } else { "" };
            format!("an object with {}{more}", names.join(", "))
        }
        Value::String(text) if text.parse::<f64>().is_ok_and(|number| !number.is_finite()) => {
            text.clone()
        }
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}
