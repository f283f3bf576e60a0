//! PNG files, chunk by chunk.

use crate::error::{Error, Result};
use crate::numeric::hash::crc32;

/// What every file starts with.
pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// One chunk: its length, its name, its contents and their sum.
pub fn chunk(name: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let named = [&name[..], body].concat();
    let (length, sum) = ((body.len() as u32).to_be_bytes(), crc32(&named).to_be_bytes());
    [&length[..], &named, &sum].concat()
}

/// A file with texts under PNG's keywords, after its header.
pub fn with_texts(file: &[u8], texts: &[(&str, &str)]) -> Result<Vec<u8>> {
    // The signature, and a header of 13 bytes as a chunk.
    const HEAD: usize = 8 + 12 + 13;
    if !file.starts_with(SIGNATURE) || file.len() < HEAD {
        return Err(Error::value("a picture", format!("{} bytes", file.len()), "a PNG file"));
    }
    let (head, rest) = file.split_at(HEAD);
    // Neither compressed nor translated, in UTF-8.
    let text = |&(keyword, words): &(&str, &str)| {
        chunk(b"iTXt", &[keyword.as_bytes(), &[0; 5], words.as_bytes()].concat())
    };
    let texts: Vec<u8> = texts.iter().flat_map(text).collect();
    Ok([head, &texts, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::super::image::Image;
    use super::*;

    #[test]
    fn texts_stand_between_header_and_picture() {
        let image = Image { size: (1, 1), palette: vec![[1, 2, 3, 255]; 256], cells: vec![0] };
        let plain = image.png();
        let file = with_texts(&plain, &[("Title", "ρ = −1")]).unwrap();
        let body = [b"Title\0\0\0\0\0", "ρ = −1".as_bytes()].concat();
        assert_eq!(file[33..33 + 12 + body.len()], chunk(b"iTXt", &body));
        assert_eq!(file.len(), plain.len() + 12 + body.len());
        assert!(file.ends_with(&plain[33..]));
        let reader = ::png::Decoder::new(std::io::Cursor::new(&file)).read_info().unwrap();
        let read = &reader.info().utf8_text[0];
        assert_eq!((read.keyword.as_str(), read.get_text().unwrap().as_str()), ("Title", "ρ = −1"));
        assert_eq!(chunk(b"IEND", &[])[8..], [0xae, 0x42, 0x60, 0x82]);
        assert!(with_texts(b"GIF89a", &[]).is_err());
    }
}
