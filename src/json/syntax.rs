//! From text to JSON values.

use serde_json::Value;

use super::limits::MOST_NUMBERS;
use super::reader::{Wrong, read};
use crate::error::{Error, Result};

/// The value of a text, which errors call `what`. Numbers that are not finite, which JSON does not know
/// but Python writes, become texts, so that whoever reads them can say where they stand. An object that
/// has a key twice is refused.
pub fn parse(what: &str, text: &str) -> Result<Value> {
    let commas = text.bytes().filter(|byte| *byte == b',').count();
    if commas > MOST_NUMBERS {
        let expected = format!("at most {MOST_NUMBERS} numbers long");
        return Err(Error::value("request", format!("{commas} commas"), expected));
    }
    let refused = |wrong| match wrong {
        Wrong::Twice(name) => Error::repeated(name),
        Wrong::Syntax(why) => Error::clash(format!("{what} is not valid JSON: {why}")),
    };
    let first = match read(text) {
        Err(first @ Wrong::Syntax(_)) => first,
        done => return done.map_err(refused),
    };
    read(&with_texts_for_infinities(text)).map_err(|again| match again {
        Wrong::Twice(_) => refused(again),
        Wrong::Syntax(_) => refused(first),
    })
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
