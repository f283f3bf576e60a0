//! The fenced block of a step: what the machine must know of it, a key and a value a line.

use super::expression::{Expression, Goal};
use super::parse::{Reader, Section};
use super::{Claim, Stated};
use crate::error::quoted;
use crate::scenario::{Link, Shown};

/// Each may be a link or a claim, which take time to read.
const MOST_LINES: usize = 60;

/// What the block of a step says.
#[derive(Default)]
pub struct Settings {
    pub id: String,
    pub figure: Option<Link>,
    pub show: Option<(usize, Shown)>,
    pub goal: Option<Stated>,
    pub place: Option<Stated>,
    pub number: Option<Number>,
    pub solution: Option<(usize, String)>,
    pub reveal: Option<(usize, String)>,
    pub claims: Vec<Claim>,
}

/// A number that is to be guessed.
pub struct Number {
    pub line: usize,
    pub answer: Expression,
    pub within: Expression,
}

impl Reader {
    /// The fenced block of a step.
    pub fn settings(&mut self, head: &Section) -> Option<(usize, Settings)> {
        let [(line, info, lines)] = &head.fences[..] else {
            let words = "a step needs one fenced block, ```step name, below its heading";
            self.wrong(head.line, words);
            return None;
        };
        let id = info.strip_prefix("step").map(str::trim).unwrap_or_default();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        if id.is_empty() || id.len() > 40 || !id.chars().all(plain) {
            let words = format!(
                "the block must be ```step and a name of at most 40 small letters, digits, hyphens and \
                 underscores, got {}",
                quoted(info)
            );
            self.wrong(*line, words);
            return None;
        }
        if lines.len() > MOST_LINES {
            self.wrong(*line, format!("a step's block has at most {MOST_LINES} lines"));
            return None;
        }
        let mut settings = Settings { id: id.into(), ..Settings::default() };
        for (line, text) in lines {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            match text.split_once(':') {
                Some((key, value)) => self.setting(&mut settings, *line, key.trim(), value.trim()),
                None => self.wrong(*line, format!("written key: value, got {}", quoted(text))),
            }
        }
        Some((*line, settings))
    }

    fn setting(&mut self, settings: &mut Settings, line: usize, key: &str, value: &str) {
        let stated = |reader: &mut Self| {
            Some(Stated { line, goal: reader.read(line, value.parse::<Goal>())? })
        };
        let text = || Some((line, value.to_string()));
        let twice = match key {
            "figure" => {
                let link = self.read(line, value.parse());
                std::mem::replace(&mut settings.figure, link).is_some()
            }
            "show" => {
                let shown = self.read(line, Shown::parse(&value.replace(' ', "")));
                std::mem::replace(&mut settings.show, shown.map(|shown| (line, shown))).is_some()
            }
            "goal" => std::mem::replace(&mut settings.goal, stated(self)).is_some(),
            "place" => std::mem::replace(&mut settings.place, stated(self)).is_some(),
            "solution" => std::mem::replace(&mut settings.solution, text()).is_some(),
            "reveal" => std::mem::replace(&mut settings.reveal, text()).is_some(),
            "number" => {
                let number = self.number(line, value);
                std::mem::replace(&mut settings.number, number).is_some()
            }
            "before" | "after" => {
                let claim = |stated| Claim { at_last: key == "after", stated };
                settings.claims.extend(stated(self).map(claim));
                false
            }
            _ => {
                let known = "figure, show, goal, solution, number, place, reveal, before, after";
                self.wrong(line, format!("a key must be one of {known}, got {}", quoted(key)));
                false
            }
        };
        if twice {
            self.wrong(line, format!("{key} is said twice"));
        }
    }

    /// The block below a lesson's title.
    pub fn about(&mut self, head: &Section) -> Option<String> {
        let mut lang = None;
        for (line, info, lines) in &head.fences {
            if info != "lesson" {
                self.wrong(*line, "a step's block must stand below a heading with ##");
                continue;
            }
            for (line, text) in lines.iter().filter(|(_, text)| !text.trim().is_empty()) {
                match text.trim().split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
                    Some(("lang", value)) if is_language(value) && lang.is_none() => {
                        lang = Some(value.to_string());
                    }
                    _ => {
                        let words = "written once, lang: and a language such as de or pt-BR, got";
                        self.wrong(*line, format!("{words} {}", quoted(text)));
                    }
                }
            }
        }
        lang
    }

    fn number(&mut self, line: usize, value: &str) -> Option<Number> {
        let Some((answer, within)) = value.split_once(" within ") else {
            let like = "number: 0.5 within 0.1, or number: mig.rmse within 0.1";
            self.wrong(line, format!("written {like}, got {}", quoted(value)));
            return None;
        };
        let (answer, within) = (self.read(line, answer.parse())?, self.read(line, within.parse())?);
        Some(Number { line, answer, within })
    }
}

/// Whether browsers may take it for the name of a language: BCP 47's letters, digits and hyphens.
fn is_language(text: &str) -> bool {
    let part = |part: &str| {
        (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let first = text.split('-').next().is_some_and(|first| {
        (2..=3).contains(&first.len()) && first.chars().all(|c| c.is_ascii_alphabetic())
    });
    first && text.len() <= 35 && text.split('-').all(part)
}
