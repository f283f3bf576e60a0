//! A file of the reader's own, as a link knows it: by its name and its hash, never by its contents.

use std::fmt;
use std::str::FromStr;

use super::candidate::checked_name;
use super::value::quoted;
use crate::error::{Error, Result, is_visible};

/// The name and hash of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    /// What the file was called when it was opened.
    pub name: String,
    /// A hash of its bytes.
    pub hash: u64,
}

impl FileName {
    /// From a file's own name, which may be too long for a link, and its hash in hexadecimal.
    pub fn new(name: &str, hash: &str) -> Result<Self> {
        let plain = name.chars().filter(|c| is_visible(*c)).take(40).collect::<String>();
        let plain = plain.trim_start_matches('!').trim();
        format!("{}:{hash}", if plain.is_empty() { "file" } else { plain }).parse()
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{:016x}", self.name, self.hash)
    }
}

impl FromStr for FileName {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let wrong =
            || Error::value("file", quoted(text), "written name:hash, with 16 hexadecimal digits");
        let (name, hash) = text.rsplit_once(':').ok_or_else(wrong)?;
        let digits = hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        let hash = u64::from_str_radix(hash, 16).ok().filter(|_| digits).ok_or_else(wrong)?;
        Ok(Self { name: checked_name(name)?, hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_of_a_file_becomes_one_that_a_link_takes() {
        let long = "x".repeat(300);
        for name in [
            "mine.npz",
            "!a:b\n\t.npz",
            "",
            "   ",
            "<img src=x>",
            &long,
            "ü&#%.json",
            "a\u{202e}zpn.b",
        ] {
            let file = FileName::new(name, "0123456789abcdef").unwrap();
            assert_eq!(file.to_string().parse::<FileName>().unwrap(), file, "{name}");
        }
        let turned = FileName::new("a\u{202e}\u{200b}b", "0123456789abcdef").unwrap();
        assert_eq!(turned.name, "ab");
        let error = "a\u{202e}b:0123456789abcdef".parse::<FileName>().unwrap_err().to_string();
        assert!(error.ends_with("got \"a\\u{202e}b\""), "{error}");
        assert!(FileName::new("a", "0123").is_err());
        assert!(FileName::new("a", "+123456789abcdef").is_err());
    }
}
