//! From text to JSON values.

use std::cell::RefCell;
use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::limits::MOST_NUMBERS;
use crate::error::{Error, Result, short};

/// The value of a text. Numbers that are not finite, which JSON does not know but Python writes,
/// become texts, so that whoever reads them can say where they stand. An object that has a key twice
/// is refused: which of the two was meant, nobody knows.
pub fn parse(text: &str) -> Result<Value> {
    let commas = text.bytes().filter(|byte| *byte == b',').count();
    if commas > MOST_NUMBERS {
        let expected = format!("at most {MOST_NUMBERS} numbers long");
        return Err(Error::value("request", format!("{commas} commas"), expected));
    }
    let wrong = |error| Error::value("request", format!("an error: {error}"), "valid JSON");
    match strict(text)? {
        Ok(value) => Ok(value),
        Err(error) => strict(&with_texts_for_infinities(text))?.map_err(|_| wrong(error)),
    }
}

/// The value of a JSON text, or what serde_json says of it; and an error of ours for a key that an
/// object has twice.
fn strict(text: &str) -> Result<serde_json::Result<Value>> {
    let twice = RefCell::new(None);
    let mut source = serde_json::Deserializer::from_str(text);
    let value = Strict(&twice).deserialize(&mut source);
    let value = value.and_then(|value| source.end().map(|()| value));
    match twice.into_inner() {
        Some(name) => Err(Error::repeated(name)),
        None => Ok(value),
    }
}

/// Reads a value as serde_json does, and leaves the full name of a key that comes twice.
#[derive(Clone, Copy)]
struct Strict<'a>(&'a RefCell<Option<String>>);

impl Strict<'_> {
    /// On the way out to whoever asked: puts what is around a name before it.
    fn within(self, around: &str) {
        if let Some(name) = self.0.borrow_mut().as_mut() {
            let dot = if name.starts_with('[') { "" } else { "." };
            *name = format!("{around}{dot}{name}");
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> std::result::Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("any JSON")
    }

    fn visit_bool<E>(self, value: bool) -> std::result::Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> std::result::Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> std::result::Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> std::result::Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            match list.next_element_seed(self) {
                Ok(Some(item)) => items.push(item),
                Ok(None) => return Ok(Value::Array(items)),
                Err(error) => {
                    self.within(&format!("[{}]", items.len()));
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> std::result::Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if map.contains_key(&key) {
                *self.0.borrow_mut() = Some(short(&key));
                return Err(A::Error::custom("a key that comes twice"));
            }
            let value = object.next_value_seed(self).inspect_err(|_| self.within(&short(&key)))?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Puts `NaN`, `-Infinity`, `1e999` and the like between quotes.
fn with_texts_for_infinities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (token, quoted) = match first {
            '"' => (&rest[..end_of_text(rest)], false),
            c if is_of_word(c) => {
                let word = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
                (word, word.parse::<f64>().is_ok_and(|value| !value.is_finite()))
            }
            other => (&rest[..other.len_utf8()], false),
        };
        let quote = if quoted { "\"" } else { "" };
        out.extend([quote, token, quote]);
        rest = &rest[token.len()..];
    }
    out
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+-.".contains(c)
}

/// Where a text that begins with a quote ends, its last quote included.
fn end_of_text(text: &str) -> usize {
    let mut escaped = false;
    let last = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    last.map_or(text.len(), |(at, _)| at + 1)
}
