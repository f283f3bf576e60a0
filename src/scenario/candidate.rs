//! Candidates: the models whose correlations are judged. A link writes one as
//! `[!][name:]kind(settings)`, such as `too smooth:detuned(2)` or `ensemble(members=3,epochs=20)`. The
//! exclamation mark keeps it from being a reference. Settings at their defaults are left out. The first
//! ones may stand without their names, in the order of the kind's table: so every link that was ever
//! shared is read. What is printed has names, unless the kind has so few settings that all can do without.

use std::fmt;
use std::str::FromStr;

use talscope_engine::model::{Family, Kind, Setting, Value, Values};

use super::kinds::find_kind;
use super::value::quoted;
use crate::error::{Error, Result, is_visible};
use crate::kernel::Kernel;

/// A model to be judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// What people call it; without a name, its settings name it.
    pub name: Option<String>,
    /// Whether candidates are judged by its means and variances too.
    pub is_reference: bool,
    /// What kind of model it is.
    pub kind: &'static Kind,
    /// What its kind's settings are.
    pub values: Values,
}

impl Candidate {
    /// A candidate of a kind with its defaults.
    pub fn of(kind: &'static Kind) -> Self {
        Self { name: None, is_reference: true, kind, values: Values::of(kind.settings) }
    }

    /// What it computes: its kind and settings as links write them, without name or mark.
    pub fn id(&self) -> String {
        Self { name: None, is_reference: true, ..self.clone() }.to_string()
    }

    /// The same as far as training sees it: all else is as usual.
    #[must_use]
    pub fn as_trained(mut self) -> Self {
        for id in self.kind.untrained {
            let setting = self.kind.setting(id).expect("a setting of its kind");
            self.values.set(id, setting.usual());
        }
        self
    }

    /// Which of some candidates answers for this one once it is trained: one that is the same but for having more
    /// of what is [nested](Kind::nested), or itself.
    #[must_use]
    pub fn trained_by<'a>(&'a self, candidates: &'a [Self]) -> &'a Self {
        let Some(count) = self.kind.nested else { return self };
        let without = |candidate: &Self| {
            let mut values = candidate.clone().as_trained().values;
            values.set(count, Value::Number(0.0));
            values
        };
        let own = without(self);
        let same = candidates.iter().filter(|one| one.kind == self.kind && without(one) == own);
        same.max_by_key(|one| one.count(count)).unwrap_or(self)
    }

    /// The number in a setting.
    ///
    /// # Panics
    /// If its kind has no such setting, here and below, or it is no number.
    pub fn number(&self, id: &str) -> f64 {
        self.values.number(id)
    }

    /// The whole number in a setting, as [`Candidate::number`].
    pub fn count(&self, id: &str) -> usize {
        self.values.count(id)
    }

    /// Whether a setting holds a word.
    pub fn says(&self, id: &str, word: &str) -> bool {
        self.values.says(id, word)
    }

    /// Whether a setting says yes.
    pub fn flag(&self, id: &str) -> bool {
        self.values.flag(id)
    }

    /// Its kernel, if its kind has one.
    pub fn kernel(&self) -> Option<&Kernel> {
        self.values.kernel()
    }

    /// The settings that are not as usual, in few words.
    fn changes(&self) -> String {
        let words = |(setting, value): (&Setting, &Value)| match (setting.id, value) {
            ("ard", Value::Flag(true)) => "ARD".into(),
            _ => format!("{} {value}", setting.label),
        };
        self.values.changed().map(words).collect::<Vec<_>>().join(", ")
    }

    /// What people read: its name, or its settings in few words.
    pub fn title(&self) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let words = |id: &str| self.values.get(id).to_string();
        let usual = |id: &str| self.values.changed().all(|(setting, _)| setting.id != id);
        let (kind, changes) = (self.kind.label, self.changes());
        match self.kind.family {
            Family::Detuned => match (words("stretch"), words("noise_factor")) {
                (stretch, noise) if noise == "1" => format!("lengthscale × {stretch}"),
                (stretch, noise) if stretch == "1" => format!("noise × {noise}"),
                (stretch, noise) => format!("lengthscale × {stretch}, noise × {noise}"),
            },
            Family::Process if usual("noise") => format!("GP {}", words("kernel")),
            Family::Process => format!("GP {}, noise {}", words("kernel"), words("noise")),
            Family::Fourier if !usual("lengthscale") => {
                format!("{} {kind}, lengthscale {}", words("width"), words("lengthscale"))
            }
            Family::Relu | Family::Fourier => format!("{} {kind}", words("width")),
            Family::Shrunk => format!("correlations × {}", words("factor")),
            Family::Ensemble if self.count("members") == 1 => "one network".into(),
            Family::Dropout if !self.flag("one_mask") => "dropout, a new mask at each input".into(),
            Family::Own => kind.into(),
            _ if changes.is_empty() => kind.into(),
            _ => format!("{kind} ({changes})"),
        }
    }

    /// Reads one of its settings, the one at `place` among those written.
    fn read(&mut self, text: &str, place: usize, given: &mut Vec<&'static str>) -> Result<()> {
        let (setting, value) = match text.split_once('=') {
            Some((id, value)) => (self.named(id.trim())?, value.trim()),
            None => (self.placed(place)?, text.trim()),
        };
        if given.contains(&setting.id) {
            return Err(Error::repeated(format!("{} of {}", setting.id, self.kind.id)));
        }
        given.push(setting.id);
        self.values.set(setting.id, setting.parse(self.kind.id, value)?);
        Ok(())
    }

    pub(super) fn named(&self, id: &str) -> Result<&'static Setting> {
        let known = || self.kind.settings.iter().filter(|setting| setting.is_in_links());
        let missing = || {
            let ids: Vec<&str> = known().map(|setting| setting.id).collect();
            Error::unknown(self.kind.id, "setting", quoted(id), &ids)
        };
        known().find(|setting| setting.id == id).ok_or_else(missing)
    }

    fn placed(&self, place: usize) -> Result<&'static Setting> {
        let mut known = self.kind.settings.iter().filter(|setting| setting.has_place());
        let most = known.clone().count();
        known.nth(place).ok_or_else(|| {
            let expected = format!("at most {most} without names");
            Error::value(format!("settings of {}", self.kind.id), place + 1, expected)
        })
    }
}

/// The one text for it that links print.
impl fmt::Display for Candidate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_reference { "" } else { "!" };
        let name = self.name.as_ref().map(|name| format!("{name}:")).unwrap_or_default();
        write!(out, "{mark}{name}{}", self.kind.id)?;
        let changed = |(setting, value): &(&Setting, &Value)| setting.usual() != **value;
        let all: Vec<_> = self.values.iter().collect();
        // Whatever stands before one without its name does so too.
        let last = all.iter().rposition(|each| each.0.has_place() && changed(each));
        let nameless = last.filter(|_| self.kind.is_terse).map_or(0, |last| last + 1);
        let text = |(place, each): (usize, &(&Setting, &Value))| match *each {
            (_, value) if place < nameless => Some(value.to_string()),
            (setting, value) => changed(each).then(|| format!("{}={value}", setting.id)),
        };
        let texts: Vec<String> = all.iter().enumerate().filter_map(text).collect();
        if texts.is_empty() { Ok(()) } else { write!(out, "({})", texts.join(",")) }
    }
}

impl FromStr for Candidate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (rest, is_reference) =
            text.strip_prefix('!').map_or((text, true), |rest| (rest, false));
        let (name, model) = match name_end(rest) {
            Some(end) => (Some(checked_name(&rest[..end])?), &rest[end + 1..]),
            None => (None, rest),
        };
        let wrong = |expected: &str| Error::value("candidate", quoted(text), expected);
        let (kind, settings) = match model.split_once('(') {
            None => (model, ""),
            Some((kind, inside)) => {
                let both = || wrong("written kind(settings), with both brackets");
                (kind, inside.strip_suffix(')').ok_or_else(both)?)
            }
        };
        let mut candidate = Self { name, is_reference, ..Self::of(find_kind(kind)?) };
        let settings = split_arguments(settings);
        let named = settings.iter().position(|setting| setting.contains('='));
        if settings.iter().skip(named.unwrap_or(settings.len())).any(|each| !each.contains('=')) {
            return Err(wrong("written with unnamed settings first, before all named ones"));
        }
        let mut given = Vec::new();
        for (place, setting) in settings.into_iter().enumerate() {
            candidate.read(setting, place, &mut given)?;
        }
        Ok(candidate)
    }
}

/// The last colon outside of brackets: kernels have colons of their own.
fn name_end(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().rev().find_map(|(at, letter)| {
        match letter {
            ')' => depth += 1,
            '(' => depth -= 1,
            ':' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    })
}

/// A name that a link can carry and a narrow table can show.
pub fn checked_name(name: &str) -> Result<String> {
    const LONGEST: usize = 40;
    let name = name.trim();
    let plain = !name.starts_with('!') && name.chars().all(is_visible);
    if plain && (1..=LONGEST).contains(&name.chars().count()) {
        return Ok(name.into());
    }
    let expected = format!("1 to {LONGEST} characters that can be seen and do not start with !");
    Err(Error::value("name of a candidate", quoted(name), expected))
}

/// At the commas outside of brackets: kernels have commas of their own.
fn split_arguments(text: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0_usize, 0);
    let mut parts = Vec::new();
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        parts.push(&text[start..]);
    }
    parts
}
