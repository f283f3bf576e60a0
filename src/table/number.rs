//! What a cell means: a number, nothing, or words.

use super::Decimal;

/// What a cell means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell {
    /// There is none.
    Missing,
    /// A finite number.
    Number(f64),
    /// Something else.
    Words,
}

/// What programs write where a value is missing.
const MISSING: [&str; 7] = ["?", "na", "n/a", "nan", "null", "none", "#n/a"];

/// What a cell means.
pub fn read(cell: &str, decimal: Decimal) -> Cell {
    let cell = cell.trim();
    if cell.is_empty() || MISSING.iter().any(|word| cell.eq_ignore_ascii_case(word)) {
        return Cell::Missing;
    }
    number(cell, decimal).map_or(Cell::Words, Cell::Number)
}

/// The finite number that a text is: digits with a sign, decimals and an exponent. Thousands may be parted by the
/// other mark, if all of them are. A sign may be the minus that typesetters use.
pub fn number(text: &str, decimal: Decimal) -> Option<f64> {
    if text.contains('\u{2212}') {
        return number(&text.replace('\u{2212}', "-"), decimal);
    }
    let (mark, thousands) = decimal.marks();
    let known = |byte: u8| byte.is_ascii_digit() || b"+-.,eE".contains(&byte);
    if text.len() > 64 || !text.bytes().all(known) {
        return None;
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |both| {
        let (mantissa, exponent) = both;
        (mantissa, Some(exponent))
    });
    let (whole, decimals) = match mantissa.split_once(char::from(mark)) {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (mantissa, None),
    };
    let whole = ungrouped(whole, char::from(thousands))?;
    let plain = format!("{whole}.{}e{}", decimals.unwrap_or("0"), exponent.unwrap_or("0"));
    // A text such as "." or "5e" has no digits where it should.
    let digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let whole_or_decimals = digits(&whole) || decimals.is_some_and(digits);
    let valid = whole_or_decimals && !decimals.is_some_and(|text| text.contains([',', '.']));
    let value: f64 = plain.parse().ok().filter(|_| valid && exponent.is_none_or(digits))?;
    value.is_finite().then_some(value)
}

/// Digits without the marks between thousands; nothing if these stand elsewhere.
fn ungrouped(whole: &str, thousands: char) -> Option<String> {
    if !whole.contains(thousands) {
        return Some(whole.into());
    }
    let digits = whole.trim_start_matches(['+', '-']);
    let mut groups = digits.split(thousands);
    let first = groups.next()?;
    let leads = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let fits = leads && groups.all(|group| group.len() == 3);
    fits.then(|| whole.replace(thousands, ""))
}
