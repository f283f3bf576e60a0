//! The part of Markdown that lessons are written in, second half: emphasis, code, links and escapes in a paragraph.

use super::blocks::run;
use super::event::{Event, Events, Kind};

/// What may stand nowhere.
pub const CONTROL: &str = "a tab or another invisible character stands here: write spaces";
const HTML: &str = "HTML is not read: write text, or put it in `backticks`";
const LINK: &str =
    "a link is written [words](#...), without a title, and no line begins with its ]";
const BRACKETS: &str = "brackets in the words of a link are written \\[ and \\]";
const EMPHASIS: &str =
    "which * or _ begin and end emphasis cannot be told here: write \\* for a star, \\_ for a line";

/// Reads words that begin in a line; where they are wrong, that is all that is read of them.
pub fn read(words: &str, line: usize, events: &mut Events) {
    let mut reader = Reader { text: words, at: 0, line, events: Vec::new() };
    match reader.all(words.len(), false) {
        Ok(()) => events.append(&mut reader.events),
        Err(wrong) => events.push((reader.line, Event::Wrong(wrong))),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    events: Events,
}

/// Signs that may begin emphasis: where their event stands.
struct Signs {
    event: usize,
    sign: u8,
    count: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, event: Event) {
        self.events.push((self.line, event));
    }

    /// Goes on, and counts lines.
    fn skip(&mut self, bytes: usize) {
        let passed = &self.text[self.at..self.at + bytes];
        self.line += passed.matches('\n').count();
        self.at += bytes;
    }

    /// Text as it stands.
    fn plain(&mut self, bytes: usize) {
        self.push(Event::Text(self.text[self.at..self.at + bytes].into()));
        self.at += bytes;
    }

    fn all(&mut self, end: usize, in_link: bool) -> Result<(), &'static str> {
        let mut open: Vec<Signs> = Vec::new();
        let mut brackets = 0;
        while self.at < end {
            let rest = self.rest();
            let next = rest.as_bytes().get(1).copied().unwrap_or_default();
            match rest.as_bytes()[0] {
                b'\n' => {
                    self.push(Event::Break);
                    self.skip(1);
                }
                // The line's end is a new line anyway.
                b'\\' if next == b'\n' => self.at += 1,
                b'\\' if next.is_ascii_punctuation() => {
                    self.at += 1;
                    self.plain(1);
                }
                b'&' => match entity(rest)? {
                    Some((c, length)) => {
                        self.push(Event::Text(c.into()));
                        self.at += length;
                    }
                    None => self.plain(1),
                },
                b'`' => self.code()?,
                b'<' if is_markup(next) => self.angle(in_link)?,
                b'!' if next == b'[' => {
                    return Err("images are not shown: the figure is the lab's");
                }
                b'[' => match self.bracket() {
                    Some(words) if self.text[words + 1..].starts_with('(') => self.link(words)?,
                    _ => {
                        brackets += 1;
                        self.plain(1);
                    }
                },
                b']' if brackets > 0 && next == b'(' => return Err(BRACKETS),
                b']' => {
                    brackets -= (brackets > 0) as usize;
                    self.plain(1);
                }
                b'*' | b'_' => self.signs(&mut open)?,
                byte if byte.is_ascii_control() => return Err(CONTROL),
                _ => self.words(),
            }
        }
        Ok(())
    }

    /// Text up to what may be something else, without the spaces at a line's end.
    fn words(&mut self) {
        let rest = self.rest();
        let special = |c: char| c.is_ascii_control() || "\\&`<![]*_".contains(c);
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = rest[first..].find(special).map_or(rest.len(), |n| first + n);
        let words = &rest[..length];
        let ends_line = rest[length..].starts_with('\n');
        let words = if ends_line { words.trim_end_matches(' ') } else { words };
        if !words.is_empty() {
            self.push(Event::Text(words.into()));
        }
        self.at += length;
    }

    /// What stands in as many backticks on both sides.
    fn code(&mut self) -> Result<(), &'static str> {
        let Some((ticks, length)) = span(self.rest()) else {
            return Err(
                "what begins with a backtick must end with one: write \\` for the sign itself",
            );
        };
        let inside = self.rest()[ticks..length - ticks].replace('\n', " ");
        if inside.contains(|c: char| c.is_ascii_control()) {
            return Err(CONTROL);
        }
        let padded = inside.len() > 1 && inside.starts_with(' ') && inside.ends_with(' ');
        let bare = if padded && !inside.trim_matches(' ').is_empty() {
            &inside[1..inside.len() - 1]
        } else {
            &inside
        };
        self.push(Event::Code(bare.into()));
        self.skip(length);
        Ok(())
    }

    /// An address `<https://...>`, or a comment.
    fn angle(&mut self, in_link: bool) -> Result<(), &'static str> {
        let rest = self.rest();
        if let Some(comment) = rest.strip_prefix("<!--") {
            let short = comment.starts_with('>') || comment.starts_with("->");
            let end = comment.find("-->").filter(|_| !short && !in_link).ok_or(HTML)?;
            self.skip(end + 7);
            return Ok(());
        }
        let inside = rest[1..]
            .split('>')
            .next()
            .filter(|inside| inside.len() + 1 < rest.len())
            .ok_or(HTML)?;
        let (scheme, _) = inside.split_once(':').ok_or(HTML)?;
        let of_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+.-".contains(&b);
        let is_scheme = (2..33).contains(&scheme.len())
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(of_scheme);
        let strange = |c: char| c.is_ascii_control() || c == ' ' || c == '<';
        if !is_scheme || inside.contains(strange) || in_link {
            return Err(HTML);
        }
        self.push(Event::Start(Kind::Link(inside.into()), 0));
        self.push(Event::Text(inside.into()));
        self.push(Event::End);
        self.at += inside.len() + 2;
        Ok(())
    }

    /// Where the words of a bracket end, unless there are more brackets or tags in them.
    fn bracket(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        loop {
            match *bytes.get(at)? {
                b']' => return Some(at),
                b'[' => return None,
                b'<' if bytes.get(at + 1).is_some_and(|next| is_markup(*next)) => return None,
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
                b'`' => at += span(&self.text[at..])?.1,
                _ => at += 1,
            }
        }
    }

    /// A link whose words end there.
    fn link(&mut self, words: usize) -> Result<(), &'static str> {
        if self.text[..words].ends_with('\n') {
            return Err(LINK);
        }
        let (target, length) = target(&self.text[words + 2..])?;
        self.push(Event::Start(Kind::Link(target), 0));
        self.at += 1;
        self.all(words, true)?;
        self.push(Event::End);
        self.at = words + 2 + length;
        Ok(())
    }

    /// Signs of emphasis. They are read where those that begin and those that end it match one by one.
    fn signs(&mut self, open: &mut Vec<Signs>) -> Result<(), &'static str> {
        let rest = self.rest();
        let sign = rest.as_bytes()[0];
        let count = run(rest, sign);
        let before = side(self.text[..self.at].chars().next_back());
        let after = side(rest[count..].chars().next());
        let (Some(before), Some(after)) = (before, after) else { return Err(EMPHASIS) };
        // CommonMark's left- and right-flanking runs.
        let left = after != Side::Space && (after != Side::Mark || before != Side::Letter);
        let right = before != Side::Space && (before != Side::Mark || after != Side::Letter);
        let word = sign == b'_';
        let begins = left && (!word || !right || before == Side::Mark);
        let ends = right && (!word || !left || after == Side::Mark);
        if count > 2 && (begins || ends) {
            return Err(EMPHASIS);
        }
        if ends && open.iter().any(|other| other.sign == sign) {
            let Some(first) = open.pop_if(|top| top.sign == sign && top.count == count) else {
                return Err(EMPHASIS);
            };
            let kind = if count == 1 { Kind::Emphasis } else { Kind::Strong };
            self.events[first.event].1 = Event::Start(kind, 0);
            self.push(Event::End);
            self.at += count;
        } else {
            if begins {
                open.push(Signs { event: self.events.len(), sign, count });
            }
            self.plain(count);
        }
        Ok(())
    }
}

/// Whether what follows `<` may make it HTML.
fn is_markup(next: u8) -> bool {
    next.is_ascii_alphabetic() || b"/!?".contains(&next)
}

/// How many backticks a text begins with, and where the same number of them ends it.
fn span(text: &str) -> Option<(usize, usize)> {
    let ticks = run(text, b'`');
    let mut at = ticks;
    loop {
        at += text[at..].find('`')?;
        let found = run(&text[at..], b'`');
        at += found;
        if found == ticks {
            return Some((ticks, at));
        }
    }
}

/// Where a link leads, of what stands behind its `(`, and how long that is.
fn target(text: &str) -> Result<(String, usize), &'static str> {
    let start = run(text, b' ');
    let in_angles = text[start..].starts_with('<');
    let first = start + in_angles as usize;
    let (mut at, mut deep) = (first, 0);
    loop {
        match *text.as_bytes().get(at).ok_or(LINK)? {
            b'\\' if text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'>' if in_angles => break,
            b'<' if in_angles => return Err(LINK),
            b' ' if !in_angles => break,
            byte if byte.is_ascii_control() => return Err(LINK),
            b'(' if !in_angles => deep += 1,
            b')' if !in_angles && deep == 0 => break,
            b')' if !in_angles => deep -= 1,
            _ => {}
        }
        at += 1;
    }
    let end = at + in_angles as usize;
    let end = end + run(&text[end..], b' ');
    if deep > 0 || !text[end..].starts_with(')') {
        return Err(LINK);
    }
    Ok((unescaped(&text[first..at])?, end + 1))
}

/// What escapes in a text stand for.
fn unescaped(text: &str) -> Result<String, &'static str> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '&']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (c, length) = match entity(rest)? {
            Some(entity) => entity,
            None => match rest.as_bytes() {
                [b'\\', next, ..] if next.is_ascii_punctuation() => (*next as char, 2),
                [first, ..] => (*first as char, 1),
                [] => break,
            },
        };
        plain.push(c);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    Ok(plain)
}

/// What `&lt;` and the like stand for, and how long it is; nothing where an `&` is just that.
fn entity(text: &str) -> Result<Option<(char, usize)>, &'static str> {
    let Some(name) = text.strip_prefix('&') else { return Ok(None) };
    let hash = name.starts_with('#') as usize;
    let length = hash + name[hash..].bytes().take_while(u8::is_ascii_alphanumeric).count();
    if length == hash || !name[length..].starts_with(';') {
        return Ok(None);
    }
    let digits = |radix| {
        let digits = &name[if radix == 16 { 2 } else { 1 }..length];
        let code = u32::from_str_radix(digits, radix).ok().filter(|_| digits.len() < 7)?;
        char::from_u32(code).filter(|c| !c.is_control())
    };
    let c = match &name[..length] {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "nbsp" => Some('\u{a0}'),
        name if name.starts_with("#x") || name.starts_with("#X") => digits(16),
        name if name.starts_with('#') => digits(10),
        _ => None,
    };
    let known =
        c.ok_or("a character is written itself, or as &#8212; by its number: &name; is not read")?;
    Ok(Some((known, length + 2)))
}

/// What stands beside signs of emphasis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Space,
    Mark,
    Letter,
}

/// Letters and marks of many scripts; of others it is not known which they are.
fn side(c: Option<char>) -> Option<Side> {
    const LETTERS: [(char, char); 21] = [
        ('\u{aa}', '\u{aa}'),
        ('²', '³'),
        ('µ', 'µ'),
        ('¹', 'º'),
        ('¼', '¾'),
        ('À', 'Ö'),
        ('Ø', 'ö'),
        ('ø', '\u{2c1}'),
        ('Έ', 'ϵ'),
        ('Ϸ', 'ҁ'),
        ('א', 'ת'),
        ('ؠ', 'ي'),
        ('ऄ', 'ह'),
        ('ก', 'ะ'),
        ('Ḁ', 'ᾼ'),
        ('⁰', '⁹'),
        ('₀', '₉'),
        ('ぁ', 'ゖ'),
        ('ァ', 'ヺ'),
        ('一', '\u{9fff}'),
        ('가', '힣'),
    ];
    const MARKS: [(char, char); 9] = [
        ('¡', '©'),
        ('«', '¬'),
        ('×', '×'),
        ('÷', '÷'),
        ('‐', '‧'),
        ('‰', '⁞'),
        ('←', '⋿'),
        ('、', '〃'),
        ('！', '／'),
    ];
    let Some(c) = c else { return Some(Side::Space) };
    let among =
        |ranges: &[(char, char)]| ranges.iter().any(|(first, last)| (first..=last).contains(&&c));
    match c {
        c if c.is_whitespace() => Some(Side::Space),
        c if c.is_ascii_punctuation() || among(&MARKS) => Some(Side::Mark),
        c if c.is_ascii_alphanumeric() || among(&LETTERS) => Some(Side::Letter),
        _ => None,
    }
}
