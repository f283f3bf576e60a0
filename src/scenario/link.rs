//! The query string around a scenario: `v=1&lab=marginal&preset=gap&noise=0.1`. How a figure is
//! looked at (theme, embedding) travels in the same string but never touches its numbers.

use std::fmt;
use std::str::FromStr;

use super::axis::Axis;
use super::form::UNIT;
use super::set::Set;
use super::{
    FORMS, Form, Hidden, KEYS, Key, Scenario, Source, VERSION, VIEW_KEYS, View, key, setters, value,
};
use crate::error::{Error, Result};

/// A scenario and how to look at it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// What is computed.
    pub scenario: Scenario,
    /// How it is shown.
    pub view: View,
}

/// Takes a query string, a fragment with its `#`, or a whole URL. A lesson beside the figure, and its
/// answers, change nothing of it.
impl FromStr for Link {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let query = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment).trim();
        let beside = |item: &str| item.starts_with("lesson=") || item.starts_with("answers=");
        let items: Vec<_> = query.split('&').filter(|item| !beside(item)).collect();
        let query = items.join("&");
        check_length("a link", query.len())?;
        Self::of_query(&query)?.checked("a link, with all that it must encode,")
    }
}

impl Link {
    /// Longer ones are refused before they are read: 64 points need less than 2,000 characters.
    pub const LONGEST: usize = 8192;

    /// What a visitor without a link begins with: the first lab, with nothing asked yet.
    pub fn opening() -> Self {
        let mut link = Self::default();
        link.scenario.asking.own = Some(Vec::new());
        link.view.play = Some(1);
        link
    }

    /// What is shown in the place of a link that cannot be read: the lab that it names, or the first, as it
    /// is without settings, and alone if it would be alone in a frame. What was meant to be asked is not answered:
    /// a link that covers or leaves out something is followed by a figure that does, and a game by a game.
    pub fn instead_of(wrong: &str) -> Self {
        let says = |what: &str| wrong.split(['#', '&']).any(|part| part == what);
        let names = |form: &&Form| says(&format!("lab={}", form.name));
        let lab = FORMS.iter().find(names).unwrap_or(&FORMS[0]);
        let mut view = View { embed: says("embed=1"), ..View::default() };
        let mut scenario = Scenario::of_lab(lab);
        let said = |key: &str| wrong.split(['#', '&']).find_map(|part| part.strip_prefix(key));
        let asks = scenario.has_key("q");
        let left_out = said("hide=").map(|text| Hidden::parse(text).unwrap_or_default());
        let game = asks && (said("play=").is_some() || said("beat=").is_some());
        if left_out.is_some() || said("guess=").is_some() || says("you=") || game {
            scenario.asking.own = asks.then(Vec::new);
            view.hide = left_out.unwrap_or_default();
            // A game covers by itself what is asked.
            if game {
                view.play = Some(1);
            } else {
                view.hide = view.hide.with_answers();
                view.step = Some(0);
                view.guess = asks;
            }
        }
        Self { scenario, view }.normalised()
    }

    /// What to say of keys that a text names, but that have no effect on its figure: those that mean nothing for
    /// such data, and a step beyond the last. Whoever asks may know of more. What a page leaves in its own
    /// links, so that it is there again in another lab or on another task, is not spoken of.
    pub fn idle_words(text: &str, more: impl Fn(&Key) -> bool) -> Option<String> {
        let query = text.rsplit_once('#').map_or(text, |(_, fragment)| fragment).trim();
        let (link, pairs) = (text.parse::<Self>().ok()?, pairs(query).ok()?);
        let Self { scenario, .. } = &link;
        let kept = scenario.problem.preset != scenario.lab.preset();
        let idle = |key: &&Key| {
            let shown = scenario.has_key(key.name) && !(key.name == "preset" && kept);
            shown && !(key.applies)(scenario) || more(key)
        };
        let said = |name: &str| pairs.iter().any(|(said, _)| said == name);
        let keys = KEYS.iter().filter(|key| said(key.name)).filter(idle);
        let mut names: Vec<&str> = keys.map(|key| key.name).collect();
        let (steps, any) = (scenario.asking.batch_size, scenario.has_key("q"));
        let beyond = |text: &&str| !any || text.parse::<usize>().is_ok_and(|step| step > steps);
        names.extend(values(&pairs, "step").iter().find(|text| beyond(text)).map(|_| "step"));
        names.extend((said("pull") && link.view.pull.is_none()).then_some("pull"));
        names.extend(link.beyond());
        let have = if names.len() == 1 { "has" } else { "have" };
        let words = || format!("“{}” {have} no effect in this link", names.join("”, “"));
        (!names.is_empty()).then(words)
    }

    /// The ways to look at a figure that speak of a model or target that there is not.
    fn beyond(&self) -> impl Iterator<Item = &'static str> {
        let (View { model, worked, batch, pair, x, y, .. }, count) =
            (self.view, self.scenario.models.candidates.len());
        let targets = match self.scenario.data.source {
            Source::File => usize::MAX,
            _ => self.scenario.sizes().targets,
        };
        let size = self.scenario.judging.xll_batch.min(targets);
        let under = |axis: Option<Axis>| {
            axis.is_some_and(|axis| matches!(axis, Axis::Under(place) if place >= count))
        };
        // Where there is a panel of the exact posterior, it is counted too.
        let places = [
            ("model", model.is_some_and(|model| model > count)),
            ("worked", worked.is_some_and(|model| model >= count)),
            ("pair", pair.is_some_and(|(one, other)| one == other || one.max(other) >= size)),
            ("x", under(x)),
            ("y", under(y)),
            ("batch", batch.is_some_and(|(of, target)| of >= count || target >= targets)),
        ];
        places.into_iter().filter(|(_, beyond)| *beyond).map(|(name, _)| name)
    }

    /// What to say of models that a reader chose, and that do not come along to a lab where models learn again and
    /// again.
    pub fn left_words(&self, there: &Self) -> Option<String> {
        let (own, others) = (&self.scenario.models.candidates, &there.scenario.models.candidates);
        // What another lab lent to this one, nobody chose either.
        let lends = |form: &&'static Form| form.keepsakes.contains(&"candidate");
        let usual = |form: &'static Form| Scenario::of_lab(form).models.candidates == *own;
        let chosen = *own != self.scenario.unchanged().models.candidates
            && !FORMS.iter().filter(lends).any(usual);
        let stay = own.iter().filter(|model| !others.contains(model)).map(|model| model.title());
        let stay: Vec<String> = stay.collect();
        let title = there.scenario.lab.title;
        (chosen && there.scenario.has_key("rounds") && !stay.is_empty()).then(|| {
            format!(
                "what you chose did not come along: {}. In the lab “{title}” models learn anew before each batch, so \
                 it opens with {}; others can be added there",
                stay.join(", "),
                others.iter().map(|model| model.title()).collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// The settings in which another link differs, as their labels say.
    pub fn changed_words(&self, there: &Self) -> String {
        let differs = |key: &&Key| (key.get)(&self.scenario) != (key.get)(&there.scenario);
        KEYS.iter().filter(differs).map(|key| key.label).collect::<Vec<_>>().join(", ")
    }

    fn of_query(query: &str) -> Result<Self> {
        let pairs = pairs(query)?;
        check_version(&pairs)?;
        let mut named = Scenario::default();
        apply(&mut named, "lab", &pairs)?;
        let (scenario, view) = (scenario(named.lab, &pairs)?, view(&pairs)?);
        setters::check_together(&scenario)?;
        view.show.check(scenario.lab)?;
        Ok(Self { scenario, view }.normalised())
    }

    /// The link with other values for some keys, as `noise=0.1&seed=2`; a lab among them makes it
    /// another link altogether. A way to look at it that is left empty, as in `hide=`, is as usual again.
    ///
    /// # Errors
    /// [`Error::Value`] for what no link can say.
    pub fn amended(&self, edits: &str) -> Result<Self> {
        let name = |item: &str| item.split('=').next().map(String::from);
        let items = |query: &str| -> Vec<String> {
            query.split('&').filter(|item| !item.is_empty()).map(String::from).collect()
        };
        let edits = items(edits);
        let said = |item: &String| edits.iter().any(|edit| name(edit) == name(item));
        if edits.iter().any(|edit| edit.starts_with("lab=")) {
            return edits.join("&").parse();
        }
        let kept = items(&self.to_string()).into_iter().filter(|item| !said(item));
        let usual = |edit: &&String| {
            edit.strip_suffix('=').is_some_and(|key| VIEW_KEYS.iter().any(|view| view.name == key))
        };
        kept.chain(edits.iter().filter(|edit| !usual(edit)).cloned())
            .collect::<Vec<_>>()
            .join("&")
            .parse()
    }

    /// The link, unless it prints longer than what is read: nobody could open it.
    pub(super) fn checked(self, what: &str) -> Result<Self> {
        check_length(what, self.to_string().len())?;
        Ok(self)
    }

    /// How many panels there are: of rules, or of models after the exact posterior's.
    fn places(&self) -> usize {
        let Scenario { asking, models, .. } = &self.scenario;
        if self.scenario.lab.name == "toy" {
            asking.rules.len()
        } else {
            models.candidates.len() + 1
        }
    }

    /// Without a step that there is not, or that is shown anyway: the last one; without the usual speed and a box that
    /// stands still; and nothing is covered for a learner who is not there, nor is a function held where none is shown.
    pub(super) fn normalised(mut self) -> Self {
        self.view.speed = self.view.speed.filter(|speed| *speed != 1.0);
        self.view.wobble = self.view.wobble.filter(|share| *share > 0.0);
        let (steps, any) = (self.scenario.asking.batch_size, self.scenario.has_key("q"));
        self.view.step = self.view.step.filter(|step| any && *step < steps);
        self.view.show = self.view.show.within(self.scenario.lab, self.places());
        self.view.pull = self.view.pull.filter(|_| self.scenario.shows_functions());
        self.view.guess &= any && self.scenario.asking.own.is_some();
        self
    }
}

/// Prints the shortest string that parses back: only what differs from the preset.
impl fmt::Display for Link {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "v={VERSION}")?;
        let (preset, source) = (self.scenario.problem.preset, self.scenario.data.source);
        let start = self.scenario.unchanged();
        for key in &KEYS {
            let values = key.get(&self.scenario);
            let always = match key.name {
                "lab" => true,
                "task" => source != Source::Line || self.scenario.lab.source != source,
                "preset" => {
                    let shown = source == Source::Line && self.scenario.has_key("preset");
                    shown || preset != self.scenario.lab.preset()
                }
                "set" => self.scenario.models.set != Set::default(),
                _ => false,
            };
            if !always && values == key.get(&start) {
                continue;
            }
            let none = [String::new()];
            for value in if values.is_empty() { &none[..] } else { &values[..] } {
                write!(out, "&{}={}", key.name, encode(value))?;
            }
        }
        for (name, value) in self.view.said() {
            write!(out, "&{name}={value}")?;
        }
        Ok(())
    }
}

fn check_length(what: &str, length: usize) -> Result<()> {
    let longest = Link::LONGEST;
    if length <= longest {
        return Ok(());
    }
    let expected = format!("at most {longest} characters long");
    Err(Error::value(what, format!("{length} characters"), expected))
}

type Pair = (String, String);

fn pairs(query: &str) -> Result<Vec<Pair>> {
    let pair = |item: &str| {
        let (name, value) = item.split_once('=').ok_or_else(|| {
            Error::value("a part of the link", value::quoted(item), "written key=value")
        })?;
        Ok((decode(name)?, decode(value)?))
    };
    query.split('&').filter(|item| !item.is_empty()).map(pair).collect()
}

/// Undoes percent-encoding. A plus stays a plus, because kernels are sums.
fn decode(text: &str) -> Result<String> {
    let wrong = || Error::value("a part of the link", value::quoted(text), "percent-encoded UTF-8");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2).ok_or_else(wrong)?;
        let digit = |byte: u8| (byte as char).to_digit(16).map(|d| d as u8);
        let code = digit(digits[0]).zip(digit(digits[1])).ok_or_else(wrong)?;
        bytes.push(code.0 * 16 + code.1);
        rest = after;
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

/// Percent-encodes what would end a value or be changed on its way through mails and chats.
fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:*()+,!=".contains(&byte);
    let letter = |byte: u8| {
        if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(letter).collect()
}

fn values<'a>(pairs: &'a [Pair], name: &str) -> Vec<&'a str> {
    pairs.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect()
}

fn check_version(pairs: &[Pair]) -> Result<()> {
    let version = VERSION.to_string();
    match values(pairs, "v")[..] {
        [] => Ok(()),
        [given] if given == version => Ok(()),
        [given] => Err(Error::value("the link's version v", value::quoted(given), version)),
        _ => Err(Error::repeated("the link's version v")),
    }
}

impl Scenario {
    /// What [`Scenario::link`] wrote of one that is no link's but a unit's of work: there is nothing in it
    /// that does not go together, and it may be longer than any link.
    pub fn of_unit(query: &str) -> Result<Self> {
        let pairs: Vec<Pair> =
            pairs(query)?.into_iter().filter(|(name, _)| name != "lab").collect();
        scenario(&UNIT, &pairs)
    }
}

/// Preset and task first, because with the lab they hold the defaults of everything else.
fn scenario(lab: &'static Form, pairs: &[Pair]) -> Result<Scenario> {
    let known = |name: &str| name == "v" || VIEW_KEYS.iter().any(|key| key.name == name);
    for (name, _) in pairs.iter().filter(|(name, _)| !known(name)) {
        key::find(name)?;
    }
    let says = |key: &str| pairs.iter().any(|(name, _)| name == key);
    // Who names a problem on a line wants it.
    let source = if says("preset") { Source::Line } else { lab.source };
    let mut start = Scenario::start(lab, lab.preset(), source);
    for name in ["preset", "task"] {
        apply(&mut start, name, pairs)?;
    }
    let mut scenario = start.unchanged();
    for key in &KEYS {
        apply(&mut scenario, key.name, pairs)?;
    }
    Ok(scenario)
}

fn apply(scenario: &mut Scenario, name: &str, pairs: &[Pair]) -> Result<()> {
    let given = values(pairs, name);
    if given.is_empty() { Ok(()) } else { key::find(name)?.set(scenario, &given) }
}

fn view(pairs: &[Pair]) -> Result<View> {
    let mut view = View::default();
    for key in &VIEW_KEYS {
        match values(pairs, key.name)[..] {
            [] => {}
            [text] => view = view.with(key.name, Some(text))?,
            _ => return Err(Error::repeated(key.name)),
        }
    }
    Ok(view)
}
