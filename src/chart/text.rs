//! Text widths without a DOM: layout must come out alike natively, in a worker and in the page.

use super::style::TEXT;

/// A space at which no line is broken.
pub const HARD_SPACE: char = '\u{a0}';

/// Approximate width of `text` in a wide sans-serif face, in multiples of its size: a narrower one
/// leaves a little air.
pub fn width(text: &str) -> f64 {
    text.chars().map(glyph).sum()
}

/// The start of `words` that fits into so many CSS pixels, with an ellipsis if some are cut.
pub fn shorten(words: &str, pixels: f64) -> String {
    if width(words) * TEXT <= pixels {
        return words.into();
    }
    let mut room = pixels / TEXT - glyph('…');
    let fits = |character: &char| {
        room -= glyph(*character);
        room >= 0.0
    };
    let start: String = words.chars().take_while(fits).collect();
    format!("{}…", start.trim_end())
}

/// `words` in lines that fit into so many CSS pixels, broken at spaces that are not hard; nothing if a
/// word is wider.
pub fn wrap(words: &str, pixels: f64) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer.filter(|line| width(line) * TEXT <= pixels) {
            Some(line) => *lines.last_mut()? = line,
            None => lines.push(word.into()),
        }
    }
    lines.iter().all(|line| width(line) * TEXT <= pixels).then_some(lines)
}

/// The same, with one line that is cut where a word is wider.
pub fn wrap_or_cut(words: &str, pixels: f64) -> Vec<String> {
    wrap(words, pixels).unwrap_or_else(|| vec![shorten(words, pixels)])
}

/// Digits share one width in nearly every face; letters fall into a few classes.
fn glyph(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        ' ' | HARD_SPACE | 'f' | 't' | 'r' | 'I' | '(' | ')' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' => 0.92,
        'A'..='Z' | '−' | '+' | '=' | '<' | '>' | '±' => 0.72,
        _ => 0.62,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_cut_and_short_ones_kept() {
        assert_eq!(shorten("ensemble", 200.0), "ensemble");
        let cut = shorten("a very long name of a model", 60.0);
        assert!(cut.starts_with("a very") && cut.ends_with('…'), "{cut}");
        assert!(width(&cut) * TEXT <= 60.0);
        assert_eq!(shorten("long", 1.0), "…");
    }

    #[test]
    fn words_are_wrapped_where_they_fit() {
        assert_eq!(wrap("100 Fourier features", 90.0).unwrap(), ["100 Fourier", "features"]);
        assert_eq!(wrap("oracle", 90.0).unwrap(), ["oracle"]);
        assert_eq!(wrap("GP rbf(0.123456789)", 60.0), None);
        assert_eq!(wrap("", 60.0).unwrap(), [""; 0]);
    }
}
