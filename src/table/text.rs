//! From bytes to text: what editors and spreadsheets save, and nothing that is no text.

use std::borrow::Cow;

use super::wrong;
use crate::error::Result;

/// The text of a file. What marks its encoding is left out, and what had to be guessed is noted.
pub fn decode<'a>(bytes: &'a [u8], notes: &mut Vec<String>) -> Result<Cow<'a, str>> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes)?,
        _ => plain(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), notes),
    };
    // Lines that end as they did on old Macintoshes are counted like all others.
    let text = match text.contains('\r') && !text.contains('\n') {
        true => text.replace('\r', "\n").into(),
        false => text,
    };
    let control = |c: char| c.is_ascii_control() && !['\t', '\n', '\r'].contains(&c);
    if let Some(at) = text.find(control) {
        let (before, line) = (&text[..at], text[..at].matches('\n').count() + 1);
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let code = text[at..].chars().next().map_or(0, u32::from);
        return Err(wrong(format!(
            "it is no text: line {line} of the file has the byte {code} at its place {column}"
        )));
    }
    Ok(text)
}

/// Two bytes a letter, as spreadsheets save "Unicode text".
fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<Cow<'static, str>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let text: std::result::Result<String, _> =
        char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect();
    match text {
        Ok(text) if rest.is_empty() => Ok(text.into()),
        _ => Err(wrong("it begins as text in UTF-16 and does not go on so")),
    }
}

/// UTF-8, or what was usual before it.
fn plain<'a>(bytes: &'a [u8], notes: &mut Vec<String>) -> Cow<'a, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            notes.push(format!(
                "line {} of the file is no UTF-8, so all of it is read as Latin-1",
                line + 1
            ));
            bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into()
        }
    }
}
