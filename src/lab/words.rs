//! Numbers as people read them, the same in all labs.

use crate::chart::power_of_ten;
use crate::numeric::fixed;

/// A number beside a figure, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its value, as people read it.
    pub value: String,
    /// What to make of it.
    pub note: String,
}

/// Absurd values stay short.
pub fn three_decimals(value: f64) -> String {
    if value.abs() < 1e6 { fixed(value, 3) } else { format!("{value:.2e}").replace('-', "−") }
}

/// Three digits that mean something, however small the value: `0.0123`, but `1.23 × 10⁻⁵`; and no fewer than
/// stand before the point.
pub fn three_digits(value: f64) -> String {
    let written = format!("{value:.2e}");
    let (digits, exponent) = written.split_once('e').unwrap_or((&written, "0"));
    let text = match exponent.parse().unwrap_or(0) {
        _ if value == 0.0 || !value.is_finite() => value.to_string(),
        exponent @ -3..=5 => format!("{value:.*}", 2_usize.saturating_add_signed(-exponent)),
        exponent => format!("{digits} × {}", power_of_ten(exponent as i32)),
    };
    text.replace('-', "−")
}

/// A share of 1 in percent.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}%", 100.0 * share)
}

/// As a sentence begins.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number of things.
pub fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A count with commas: 20,000.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let separator = |i: usize| i > 0 && (digits.len() - i).is_multiple_of(3);
    let grouped =
        digits.char_indices().flat_map(|(i, c)| separator(i).then_some(',').into_iter().chain([c]));
    grouped.collect()
}

/// What lessons call something by its title: `lengthscale × 2` is `lengthscale-2`. Those that would begin
/// with a digit have none.
pub fn name_of(title: &str) -> Option<String> {
    let lower = title.to_ascii_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    name.starts_with(|c: char| c.is_ascii_lowercase()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_kept_of_any_number() {
        for (value, words) in [
            (0.0, "0"),
            (0.012_345, "0.0123"),
            (-1.0, "−1.00"),
            (123.456, "123"),
            (99_999.0, "99999"),
            (1.2e-5, "1.20 × 10⁻⁵"),
            (-3e9, "−3.00 × 10⁹"),
            (9.999e-4, "0.00100"),
        ] {
            assert_eq!(three_digits(value), words);
        }
    }
}
