//! One error for the whole library. Every message names the offending value, because it is shown
//! word for word on the page and on the command line.
//!
//! That value often is untrusted text from a link, a file or a request. So this is also where such
//! text is made fit to be shown: nothing invisible, and not too long.

use std::fmt;

/// What went wrong, with the value that was at fault.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// A named input holds a value outside of what is allowed.
    Value {
        /// The input's name, as its user knows it.
        name: String,
        /// What was given.
        got: String,
        /// What would have been accepted, in words.
        expected: String,
    },
    /// Something is named that there is not.
    Unknown {
        /// What should have it.
        owner: String,
        /// What kind of thing it would be.
        what: String,
        /// Its name.
        got: String,
        /// What there is instead, between commas.
        known: String,
    },
    /// Something that is needed is not there.
    Missing {
        /// What it is.
        what: String,
        /// How to give it; may be empty.
        how: String,
    },
    /// Something that can be said once is said more often.
    Repeated {
        /// What it is.
        what: String,
    },
    /// There are more of something than are allowed.
    TooMany {
        /// Of what, in the plural.
        what: String,
        /// How many there are.
        got: usize,
        /// How many there may be.
        most: usize,
    },
    /// Things that do not go together, in words.
    Clash(String),
    /// Bytes that are not what they should be: cut short, or of another kind.
    Unreadable {
        /// What was to be read.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// Something that was made by another version.
    Stale {
        /// What it is.
        what: String,
    },
    /// A covariance matrix is not positive definite, even with the largest jitter tried.
    Indefinite {
        /// Rows of the matrix.
        size: usize,
        /// The largest value that was added to the diagonal.
        jitter: f64,
    },
    /// The caller asked a long computation to stop.
    Cancelled,
    /// A drawing surface refused a drawing call.
    Drawing(String),
}

/// The library's result type.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An input `name` whose value `got` is not what was `expected`. Characters that nobody would see
    /// are written as escapes, and what is far too long is cut in its middle.
    pub fn value(
        name: impl Into<String>,
        got: impl fmt::Display,
        expected: impl Into<String>,
    ) -> Self {
        Self::Value {
            name: cut(&name.into()),
            got: cut(&got.to_string()),
            expected: visible(&expected.into()),
        }
    }

    /// A `what` called `got` that `owner` does not have.
    pub fn unknown(
        owner: impl Into<String>,
        what: impl Into<String>,
        got: impl fmt::Display,
        known: &[&str],
    ) -> Self {
        Self::Unknown {
            owner: cut(&owner.into()),
            what: what.into(),
            got: cut(&got.to_string()),
            known: visible(&known.join(", ")),
        }
    }

    /// Something that is needed is not there; `how` says how to give it.
    pub fn missing(what: impl Into<String>, how: impl Into<String>) -> Self {
        Self::Missing { what: cut(&what.into()), how: visible(&how.into()) }
    }

    /// Something that can be said once is said more often.
    pub fn repeated(what: impl Into<String>) -> Self {
        Self::Repeated { what: cut(&what.into()) }
    }

    /// Checks that there are not too many of something, named in the plural.
    ///
    /// # Errors
    /// [`Error::TooMany`] if there are.
    pub fn at_most(what: &str, got: usize, most: usize) -> Result<()> {
        let many = || Self::TooMany { what: cut(what), got, most };
        (got <= most).then_some(()).ok_or_else(many)
    }

    /// Things that do not go together.
    pub fn clash(words: impl AsRef<str>) -> Self {
        Self::Clash(visible(words.as_ref()))
    }

    /// Bytes that are not what they should be.
    pub fn unreadable(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Unreadable { what: cut(&what.into()), why: visible(&why.into()) }
    }

    /// Something that was made by another version.
    pub fn stale(what: impl Into<String>) -> Self {
        Self::Stale { what: what.into() }
    }

    /// What is wrong, without the name of the input, for where that stands beside it.
    pub fn reason(&self) -> String {
        match self {
            Self::Value { got, expected, .. } => format!("must be {expected}, got {got}"),
            Self::Missing { .. } => "is missing".into(),
            Self::Repeated { .. } => "is given more than once".into(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { name, .. } => write!(out, "{name} {}", self.reason()),
            Self::Unknown { owner, what, got, known } if known.is_empty() => {
                write!(out, "{owner} has no {what}s, so no {got}")
            }
            Self::Unknown { owner, what, got, known } => {
                write!(out, "{owner} has no {what} {got}; it has {known}")
            }
            Self::Missing { what, how } => {
                let are = if what.contains(", ") { "are" } else { "is" };
                let colon = if how.is_empty() { "" } else { ": " };
                write!(out, "{what} {are} missing{colon}{how}")
            }
            Self::Repeated { what } => write!(out, "{what} is given more than once"),
            Self::TooMany { what, got, most } => {
                write!(out, "there are {got} {what}, but at most {most} are allowed")
            }
            Self::Clash(words) => out.write_str(words),
            Self::Unreadable { what, why } => write!(out, "{what} cannot be read: {why}"),
            Self::Stale { what } => {
                write!(out, "{what} was made by another version of talscope: compute it again")
            }
            Self::Indefinite { size, jitter } => write!(
                out,
                "a {size} x {size} covariance matrix is not positive definite, \
                 even with {jitter:e} added to its diagonal"
            ),
            Self::Cancelled => write!(out, "cancelled"),
            Self::Drawing(reason) => {
                write!(out, "the figure cannot be drawn: {}", visible(reason))
            }
        }
    }
}

impl std::error::Error for Error {}

/// Of the names that there are, those that a misspelt one may mean, three at most: those for which one would have
/// to change, add or leave out the fewest letters (Levenshtein 1966).
pub fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Vec<&'a str> {
    let wrong: Vec<char> = wrong.chars().take(LONGEST).collect();
    let distance = |name: &str| {
        let mut row: Vec<usize> = (0..=wrong.len()).collect();
        for (i, letter) in name.chars().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for j in 0..wrong.len() {
                let changed = diagonal + usize::from(wrong[j] != letter);
                diagonal = row[j + 1];
                row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[wrong.len()]
    };
    let mut near: Vec<(usize, &str)> = known.iter().map(|name| (distance(name), *name)).collect();
    let least = near.iter().map(|(far, _)| *far).min().unwrap_or(0);
    near.retain(|(far, _)| *far == least && *far <= 1 + wrong.len() / 4);
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

/// How many of something there are, in words: `1 row`, `2 rows`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Untrusted text in quotes, as messages show it.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", short(text))
}

/// The beginning of an untrusted text, as messages show it.
pub fn short(text: &str) -> String {
    let beginning: String = text.chars().take(LONGEST + 1).collect();
    let shown = visible(&beginning);
    match shown.char_indices().nth(LONGEST) {
        Some(_) => shown.chars().take(LONGEST - 3).collect::<String>() + "...",
        None => shown,
    }
}

/// Whether a reader sees a character as what it is. Control characters, those that turn the
/// direction of writing and those without width are not seen.
pub fn is_visible(c: char) -> bool {
    let mut bytes = [0; 5];
    // Behind a letter, since accents that combine with one are seen only there.
    bytes[0] = b'a';
    let length = 1 + c.encode_utf8(&mut bytes[1..]).len();
    let escaped = || match std::str::from_utf8(&bytes[..length]) {
        Ok(pair) => pair.escape_debug().count() > 2,
        Err(_) => true,
    };
    match c {
        '"' | '\'' | '\\' => true,
        '\u{2028}' | '\u{2029}' => false,
        space if space.is_whitespace() => !space.is_control(),
        _ => !escaped(),
    }
}

/// At most so many characters of an untrusted text are quoted.
const LONGEST: usize = 80;
/// A name or a value in a message is at most so long, with the words around what it quotes.
const LONGEST_PART: usize = 120;

/// The text with escapes such as `\u{202e}` for what nobody would see.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_visible(c) { shown.push(c) } else { shown.extend(c.escape_debug()) }
    }
    shown
}

/// The visible text; its middle is left out if it is too long, since both ends tell what it is.
fn cut(text: &str) -> String {
    shortened(&visible(&shortened(text)))
}

fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= LONGEST_PART {
        return text.into();
    }
    let end = LONGEST_PART / 3;
    let start = text.chars().take(LONGEST_PART - 3 - end);
    start.chain("...".chars()).chain(text.chars().skip(count - end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_would_see_is_escaped() {
        let hidden = "\0\n\r\t\u{1b}\u{7f}\u{85}\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\
                      \u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{e0041}";
        for c in hidden.chars() {
            assert!(!is_visible(c), "{c:?}");
            let text = format!("a{c}b");
            for message in [
                Error::value(&text, 1, "2").to_string(),
                Error::value("a", &text, "2").to_string(),
                Error::value("a", 1, &text).to_string(),
                Error::Drawing(text.clone()).to_string(),
                quoted(&text),
            ] {
                assert!(!message.contains(c) && message.contains('\\'), "{message}");
            }
        }
        let plain = "Ünïcode e\u{301} 模型　α × \u{a0}“x” 'y' \\ <b> 🦀";
        assert!(plain.chars().all(is_visible));
        assert_eq!(quoted(plain), format!("\"{plain}\""));
        assert_eq!(Error::value("a", plain, "b").to_string(), format!("a must be b, got {plain}"));
    }

    #[test]
    fn what_there_is_not_is_told_with_what_there_is() {
        let error = Error::unknown("ensemble", "setting", quoted("lenght"), &["members", "units"]);
        assert_eq!(error.to_string(), "ensemble has no setting \"lenght\"; it has members, units");
        let none = Error::unknown("oracle", "setting", quoted("x"), &[]);
        assert_eq!(none.to_string(), "oracle has no settings, so no \"x\"");
        assert_eq!(Error::value("noise", 3, "2").reason(), "must be 2, got 3");
    }

    #[test]
    fn misspelt_names_are_near_the_right_ones() {
        let known = ["noise", "seed", "preset", "point", "pool", "b", "d", "q"];
        assert_eq!(nearest("nose", &known), ["noise"]);
        assert_eq!(nearest("sed", &known), ["seed"]);
        assert_eq!(nearest("presets", &known), ["preset"]);
        assert_eq!(nearest("poinl", &known)[0], "point");
        assert!(nearest("zebra", &known).is_empty());
        assert!(nearest(&"x".repeat(100_000), &known).is_empty());
    }

    #[test]
    fn every_state_has_words_of_its_own() {
        for (error, words) in [
            (Error::missing("x", ""), "x is missing"),
            (Error::missing("x, y", "say them"), "x, y are missing: say them"),
            (Error::missing("the file a.npz", "open it"), "the file a.npz is missing: open it"),
            (Error::repeated("noise"), "noise is given more than once"),
            (
                Error::at_most("training points", 65, 64).unwrap_err(),
                "there are 65 training points, but at most 64 are allowed",
            ),
            (Error::clash("this and that differ"), "this and that differ"),
            (
                Error::unreadable("a part", "it is cut short"),
                "a part cannot be read: it is cut short",
            ),
            (
                Error::stale("a unit of work"),
                "a unit of work was made by another version of talscope: compute it again",
            ),
        ] {
            assert_eq!(error.to_string(), words);
        }
        assert!(Error::at_most("points", 64, 64).is_ok());
    }

    #[test]
    fn messages_are_short_and_keep_their_quotes() {
        let long = "x".repeat(100_000);
        assert_eq!(quoted(&long), format!("\"{}...\"", &long[..77]));
        assert_eq!(quoted(&long[..80]), format!("\"{}\"", &long[..80]));
        assert!(quoted(&"\u{202e}".repeat(80)).len() < 90);
        let message = Error::value(&long, format!("\"{long}\" at 7"), "short").to_string();
        assert!(message.chars().count() < 300, "{message}");
        assert!(message.contains("got \"xx") && message.ends_with("xx\" at 7"), "{message}");
    }
}
