//! Numbers as people read them, the same in all labs.

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

/// A share of 1 in percent.
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}%", 100.0 * share)
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
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    name.starts_with(|c: char| c.is_ascii_lowercase()).then_some(name)
}
