//! Reads base64, in which the driver sends pictures.

/// The bytes behind a base64 text; what is no digit, such as the padding, is skipped.
pub fn decode(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |byte: u8| ALPHABET.iter().position(|known| *known == byte);
    let digits: Vec<_> = text.bytes().filter_map(digit).collect();
    let decode = |group: &[usize]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        [bits >> 16, bits >> 8, bits].map(|byte| byte as u8).into_iter().take(group.len() - 1)
    };
    digits.chunks(4).flat_map(decode).collect()
}
