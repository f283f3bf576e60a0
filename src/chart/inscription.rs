//! Words inside a saved picture that nobody sees and every program can read: what it shows, and the
//! link that shows it again.

use super::png;
use crate::error::Result;

/// What a file says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inscription {
    /// The picture in one line.
    pub title: String,
    /// The picture in words.
    pub description: String,
    /// Where it is from.
    pub source: String,
}

impl Inscription {
    /// An SVG document with it. Browsers show the title, and screen readers read both.
    pub fn on_svg(&self, document: &str) -> String {
        let words = format!(
            "<title>{}</title>\n<desc>{}</desc>\n<metadata><source \
             xmlns=\"http://purl.org/dc/elements/1.1/\">{}</source></metadata>\n",
            escaped(&self.title),
            escaped(&self.description),
            escaped(&self.source)
        );
        let start = document.find('>').map_or(0, |end| end + 1);
        let (tag, rest) = document.split_at(start);
        format!("{}\n{words}{}", tag.replacen("<svg ", "<svg role=\"img\" ", 1), rest.trim_start())
    }

    /// A PNG file with it.
    ///
    /// # Errors
    /// If the file is no PNG.
    pub fn on_png(&self, file: &[u8]) -> Result<Vec<u8>> {
        let Self { title, description, source } = self;
        png::with_texts(
            file,
            &[("Title", title), ("Description", description), ("Comment", source)],
        )
    }
}

/// As text of an XML document, which has no place for control characters.
fn escaped(words: &str) -> String {
    let shown = words.chars().filter(|character| !character.is_control());
    let mut escaped = String::with_capacity(words.len());
    for character in shown {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_svg_says_what_it_shows_and_cannot_be_broken_by_words() {
        let words = |words: &str| words.to_string();
        let inscription = Inscription {
            title: words("a <b> & c"),
            description: words("]]></desc><script>\u{1}"),
            source: words("lab=toy&step=1"),
        };
        let document = inscription.on_svg("<svg width=\"1\">\n<rect/>\n</svg>\n");
        assert!(document.starts_with("<svg role=\"img\" width=\"1\">\n<title>a &lt;b&gt; &amp; c"));
        assert!(document.contains("<desc>]]&gt;&lt;/desc&gt;&lt;script&gt;</desc>"));
        assert!(document.contains(">lab=toy&amp;step=1</source></metadata>\n<rect/>\n</svg>"));
    }
}
