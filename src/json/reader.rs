//! Reads JSON, and nothing but JSON: what serde_json reads, to the last bit. A reader of our own because numbers are
//! read by the standard library, as everywhere else; serde_json's own way needs tables of powers that a page would
//! have to fetch.

use serde_json::{Map, Value};

use crate::error::short;

/// Lists in lists, as deep as serde_json follows them: whoever reads must not run out of stack.
const DEEPEST: usize = 127;

/// Why a text has no value.
#[derive(Debug, PartialEq)]
pub enum Wrong {
    /// It is no JSON: what is wrong, and where.
    Syntax(String),
    /// The full name of a key that an object has twice: which of the two was meant, nobody knows.
    Twice(String),
}

type Outcome<T> = Result<T, Wrong>;

/// The value of a text.
pub fn read(text: &str) -> Outcome<Value> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    match reader.next() {
        None => Ok(value),
        Some(_) => Err(reader.wrong("trailing characters")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, what: &str) -> Wrong {
        let before = &self.text.as_bytes()[..self.at];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        Wrong::Syntax(format!("{what} at line {line} column {column}"))
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no space, which is not taken yet.
    fn next(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Takes a byte if it is the one that comes.
    fn take(&mut self, byte: u8) -> bool {
        let comes = self.byte() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    fn value(&mut self) -> Outcome<Value> {
        match self.next() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::list),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", Value::Null),
            Some(b't') => self.word("true", true.into()),
            Some(b'f') => self.word("false", false.into()),
            Some(_) => Err(self.wrong("expected value")),
            None => Err(self.wrong("EOF while parsing a value")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Outcome<Value> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.wrong("expected ident"));
        }
        self.at += word.len();
        Ok(value)
    }

    /// What stands between brackets, from behind the first one on.
    fn nested(&mut self, inside: fn(&mut Self) -> Outcome<Value>) -> Outcome<Value> {
        if self.depth == DEEPEST {
            return Err(self.wrong("recursion limit exceeded"));
        }
        self.depth += 1;
        self.at += 1;
        let value = inside(self);
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Outcome<Value> {
        let mut items = Vec::new();
        while self.another(b']', items.is_empty())? {
            let item = self.value();
            items.push(item.map_err(|wrong| wrong.within(&format!("[{}]", items.len())))?);
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Outcome<Value> {
        let mut map = Map::new();
        while self.another(b'}', map.is_empty())? {
            if self.next() != Some(b'"') {
                return Err(self.wrong("key must be a string"));
            }
            let key = self.string()?;
            if map.contains_key(&key) {
                return Err(Wrong::Twice(short(&key)));
            }
            self.next();
            if !self.take(b':') {
                return Err(self.wrong("expected `:`"));
            }
            let value = self.value().map_err(|wrong| wrong.within(&short(&key)))?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }

    /// Whether one more comes before the bracket that closes, which is taken if not, like the comma if so.
    fn another(&mut self, close: u8, first: bool) -> Outcome<bool> {
        if self.next() == Some(close) {
            self.at += 1;
            return Ok(false);
        }
        if !first && !self.take(b',') {
            return Err(self.wrong(if self.byte().is_none() {
                "EOF while parsing"
            } else {
                "expected `,` or a bracket that closes"
            }));
        }
        if !first && self.next() == Some(close) {
            return Err(self.wrong("trailing comma"));
        }
        Ok(true)
    }

    fn digits(&mut self) -> Outcome<()> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.wrong("invalid number")) } else { Ok(()) }
    }

    fn number(&mut self) -> Outcome<Value> {
        let start = self.at;
        self.take(b'-');
        let first = self.at;
        self.digits()?;
        if self.text.as_bytes()[first] == b'0' && self.at > first + 1 {
            self.at = first + 1;
            return Err(self.wrong("invalid number"));
        }
        let whole = self.at;
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        let digits = &self.text[start..self.at];
        // A whole number is one of 64 bits if it can be; minus zero cannot.
        let integer = if self.at > whole || digits == "-0" {
            None
        } else {
            digits
                .parse::<u64>()
                .ok()
                .map(Value::from)
                .or(digits.parse::<i64>().ok().map(Value::from))
        };
        let number = || digits.parse().ok().filter(|number: &f64| number.is_finite());
        integer
            .or_else(|| number().map(Value::from))
            .ok_or_else(|| self.wrong("number out of range"))
    }

    fn string(&mut self) -> Outcome<String> {
        self.at += 1;
        let mut string = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
            let Some(plain) = plain else {
                self.at = self.text.len();
                return Err(self.wrong("EOF while parsing a string"));
            };
            string.push_str(&rest[..plain]);
            self.at += plain;
            if self.take(b'"') {
                return Ok(string);
            }
            if !self.take(b'\\') {
                return Err(self.wrong("control character found while parsing a string"));
            }
            string.push(self.escaped()?);
        }
    }

    /// What follows a backslash.
    fn escaped(&mut self) -> Outcome<char> {
        let byte = self.byte();
        self.at += usize::from(byte.is_some_and(|byte| byte.is_ascii()));
        match byte {
            Some(same @ (b'"' | b'\\' | b'/')) => Ok(same.into()),
            Some(b'b') => Ok('\u{8}'),
            Some(b'f') => Ok('\u{c}'),
            Some(b'n') => Ok('\n'),
            Some(b'r') => Ok('\r'),
            Some(b't') => Ok('\t'),
            Some(b'u') => self.code_point(),
            _ => Err(self.wrong("invalid escape")),
        }
    }

    /// Four hexadecimal digits, or twice four for what UTF-16 needs two of.
    fn code_point(&mut self) -> Outcome<char> {
        let mut code = self.hexadecimal()?;
        if (0xd800..0xdc00).contains(&code) && self.take(b'\\') && self.take(b'u') {
            let low = self.hexadecimal()?;
            if (0xdc00..0xe000).contains(&low) {
                code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        char::from_u32(code).ok_or_else(|| self.wrong("lone surrogate in hex escape"))
    }

    fn hexadecimal(&mut self) -> Outcome<u32> {
        let digits = self.text.as_bytes()[self.at..].iter().take(4);
        let digits = digits.map_while(|byte| char::from(*byte).to_digit(16));
        let (count, code) =
            digits.fold((0, 0), |(count, code), digit| (count + 1, code * 16 + digit));
        self.at += count;
        if count == 4 { Ok(code) } else { Err(self.wrong("invalid escape")) }
    }
}

impl Wrong {
    /// On the way out to whoever asked: puts what is around a name before it.
    fn within(self, around: &str) -> Self {
        match self {
            Self::Twice(name) if name.starts_with('[') => Self::Twice(format!("{around}{name}")),
            Self::Twice(name) => Self::Twice(format!("{around}.{name}")),
            syntax => syntax,
        }
    }
}
