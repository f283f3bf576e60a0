//! The form of a scenario: which controls a page shows, what they read, and what moving one does.
//! All values are made here, so that a page never parses or rounds a number.

use talscope_engine::model::{Family, Setting, Takes, Value};

use super::candidate::{Candidate, checked_name};
use super::key::{self, Kind};
use super::kinds::{KINDS, find_kind};
use super::{KEYS, Scenario, Source, setters};
use crate::error::{Error, Result};
use crate::kernel::{Kernel, Parameter};
use crate::numeric::{math, shortest};

/// How many steps a logarithmic slider has; each is one that three digits can show.
pub const STEPS: u32 = 200;
/// And one over a share of 1.
const HUNDREDTHS: u32 = 100;

/// One control of the form.
#[derive(Debug, Clone, PartialEq)]
pub struct Control {
    /// What to change it by: the name of a key, or `kernel.0` for the kernel's first number.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What it reads.
    pub value: String,
    /// What it reads in the paper's experiments, if they have it.
    pub paper: Option<&'static str>,
    /// Whether its lab's point needs it, so that it comes before all others.
    pub is_first: bool,
    /// How it is shown.
    pub shape: Shape,
}

/// How a control is shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A list of values and their labels.
    Options(Vec<(&'static str, &'static str)>),
    /// A slider beside a box for typing: where it stands, from 0 to how many steps.
    Slider {
        /// Where it stands.
        position: u32,
        /// Its last position.
        steps: u32,
    },
    /// A box for typing a whole number.
    Number,
    /// A box for typing.
    Text,
}

impl Scenario {
    /// The controls of this scenario's lab.
    pub fn controls(&self) -> Vec<Control> {
        // A table is opened, not chosen, and how many inputs it has is its own.
        let is_table = self.data.source == Source::Table;
        let given = |key: &key::Key| is_table && ["task", "d"].contains(&key.name);
        let shown = |key: &&'static key::Key| self.has_key(key.name) && (key.applies)(self);
        let all = KEYS.iter().filter(shown).filter(|key| !given(key));
        all.flat_map(|key| self.controls_of(key)).collect()
    }

    /// The controls of one of its candidates: name, kind, and the kind's settings.
    pub fn candidate_controls(&self, index: usize) -> Result<Vec<Control>> {
        let candidate = self.candidate(index)?;
        let control = |name: &str, label: &str, help, value, shape| Control {
            name: format!("candidate.{index}.{name}"),
            label: label.into(),
            help,
            value,
            paper: None,
            is_first: true,
            shape,
        };
        let own = candidate.kind.family == Family::Own;
        // A file is opened, not chosen; and what came from one stays what it is.
        let kinds = KINDS.iter().filter(|kind| (kind.family == Family::Own) == own);
        let kinds = kinds.filter(|kind| self.takes(kind.id));
        let kinds = Shape::Options(kinds.map(|kind| (kind.id, kind.label)).collect());
        let mut controls = vec![
            control(
                "name",
                "name",
                "What figures and tables call it.",
                candidate.title(),
                Shape::Text,
            ),
            control("kind", "kind", candidate.kind.help, candidate.kind.id.into(), kinds),
        ];
        for (setting, held) in candidate.values.iter() {
            // What few would change has no place in a form, unless somebody did.
            if own || !(setting.has_place() || *held != setting.usual()) {
                continue;
            }
            let value = held.to_string();
            let shape = match (setting.options(), scale_of_setting(setting)) {
                (Some(options), _) => Shape::Options(options),
                (None, Some(scale)) => scale.slider(&value),
                (None, None) => Shape::Text,
            };
            let control = control(setting.id, setting.label, setting.help, value, shape);
            controls.push(Control { paper: setting.paper, ..control });
            if let Value::Kernel(kernel) = held {
                controls.extend(kernel_controls(&format!("candidate.{index}.kernel"), kernel));
            }
        }
        Ok(controls)
    }

    /// The scenario after a control was set to a typed or chosen value.
    pub fn set(&self, name: &str, value: &str) -> Result<Self> {
        let mended = with_point(value);
        let value = mended.as_deref().unwrap_or(value);
        let mut changed = self.clone();
        match Place::of(name) {
            Place::Key if name == "predict" => {
                let all = self.models.with_first_predictor(value);
                return self.with(name, &all.iter().map(String::as_str).collect::<Vec<_>>());
            }
            Place::Key => return self.with(name, &[value]),
            Place::Kernel(number) => {
                changed.problem.kernel =
                    changed.problem.kernel.with_parameter(number, parsed(name, value)?)?;
            }
            Place::Candidate(index, part) => {
                changed.models.candidates[self.checked(index)?].set(part, value)?;
            }
        }
        setters::check_together(&changed)?;
        Ok(changed)
    }

    /// The scenario after a control's slider was moved.
    pub fn slide(&self, name: &str, position: u32) -> Result<Self> {
        self.set(name, &self.slider_range(name)?.at(position))
    }

    /// One of its candidates.
    pub fn candidate(&self, index: usize) -> Result<&Candidate> {
        Ok(&self.models.candidates[self.checked(index)?])
    }

    /// The scenario with one candidate more.
    pub fn with_candidate(&self, text: &str) -> Result<Self> {
        let mut texts: Vec<String> =
            self.models.candidates.iter().map(Candidate::to_string).collect();
        texts.push(text.into());
        self.with("candidate", &texts.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The scenario with one candidate fewer; a file that no other needs goes with it.
    pub fn without_candidate(&self, index: usize) -> Result<Self> {
        let mut changed = self.clone();
        let gone = changed.models.candidates.remove(self.checked(index)?);
        if gone.kind.family == Family::Own {
            let of_file = |file: usize| {
                move |candidate: &Candidate| {
                    candidate.kind.family == Family::Own && candidate.count("file") == file
                }
            };
            let file = gone.count("file");
            if !changed.models.candidates.iter().any(of_file(file))
                && self.data.source != Source::File
            {
                changed.data.files.remove(file);
                for candidate in
                    changed.models.candidates.iter_mut().filter(|c| c.kind.family == Family::Own)
                {
                    let place = candidate.number("file");
                    if place > file as f64 {
                        candidate.values.set("file", Value::Number(place - 1.0));
                    }
                }
            }
        }
        Ok(changed)
    }

    fn checked(&self, index: usize) -> Result<usize> {
        let count = self.models.candidates.len();
        let expected = || format!("the number of one of {count}, counted from 0");
        (index < count).then_some(index).ok_or_else(|| Error::value("candidate", index, expected()))
    }

    fn controls_of(&self, key: &'static key::Key) -> Vec<Control> {
        // Of models that predict the first: the others have a place beside what they say.
        let value = key.get(self).into_iter().next().unwrap_or_default();
        let shape = match (key.kind, self.scale_of(key)) {
            // A model may have settings that no list holds.
            (Kind::Choice(options), _) if options().iter().any(|(one, _)| *one == value) => {
                let mut options = options();
                options.retain(|(one, _)| key.name != "predict" || self.takes(one));
                Shape::Options(options)
            }
            (Kind::Integer { .. }, _) => Shape::Number,
            (_, Some(scale)) => scale.slider(&value),
            (_, None) => Shape::Text,
        };
        let own = self.lab.own_words.iter().find(|(name, ..)| *name == key.name);
        let (label, help) = own.map_or((key.label, key.help), |(_, label, help)| (label, help));
        let (name, label) = (key.name.into(), label.into());
        let is_first = self.lab.first_keys.contains(&key.name);
        let control = Control { name, label, help, value, paper: None, is_first, shape };
        let mut controls = vec![control];
        if matches!(key.kind, Kind::Kernel) {
            let numbers = kernel_controls("kernel", &self.problem.kernel);
            controls.extend(numbers.into_iter().map(|number| Control { is_first, ..number }));
        }
        controls
    }

    /// The scale of a key's slider, if it has one.
    fn scale_of(&self, key: &key::Key) -> Option<Scale> {
        match key.kind {
            Kind::Logarithmic { least, most } => Some(Scale::logarithmic(least, most)),
            Kind::Share(least) => {
                let start = f64::from(least) / f64::from(HUNDREDTHS);
                Some(Scale::even((start, 1.0), HUNDREDTHS - least))
            }
            Kind::Batch => {
                let most = self.largest_batch();
                Some(Scale::even((1.0, most as f64), most as u32 - 1))
            }
            _ => None,
        }
    }

    fn slider_range(&self, name: &str) -> Result<Scale> {
        let missing = || Error::value("a slider", name, "the name of a number on a scale");
        let found = match Place::of(name) {
            Place::Kernel(number) => kernel_scale(&self.problem.kernel, number),
            Place::Candidate(index, part) => {
                let candidate = self.candidate(index)?;
                match (part.strip_prefix("kernel."), candidate.kernel()) {
                    (Some(number), Some(kernel)) => {
                        number.parse().ok().and_then(|number| kernel_scale(kernel, number))
                    }
                    _ => candidate.kind.setting(part).and_then(scale_of_setting),
                }
            }
            Place::Key => self.scale_of(key::find(name)?),
        };
        found.ok_or_else(missing)
    }
}

impl Candidate {
    /// Sets its name, its kind, one of its settings or a number of its kernel.
    fn set(&mut self, part: &str, value: &str) -> Result<()> {
        if part == "name" {
            // What its settings say anyway is no name.
            self.name = None;
            if !value.trim().is_empty() && value.trim() != self.title() {
                self.name = Some(checked_name(value)?);
            }
        } else if part == "kind" {
            *self = Self { is_reference: self.is_reference, ..Self::of(find_kind(value)?) };
        } else if part == "reference" {
            self.is_reference = value == "true";
        } else if let Some(number) = part.strip_prefix("kernel.") {
            let number =
                number.parse().map_err(|_| Error::value(part, value, "a kernel's number"))?;
            if let Some(kernel) = self.kernel() {
                let kernel = kernel.with_parameter(number, parsed(part, value)?)?;
                self.values.set("kernel", Value::Kernel(kernel));
            }
        } else {
            let setting = self.named(part)?;
            self.values.set(setting.id, setting.parse(self.kind.id, value)?);
        }
        Ok(())
    }
}

/// The scale of a setting's slider; what can also be a word, or 0, has none.
fn scale_of_setting(setting: &Setting) -> Option<Scale> {
    match setting.takes {
        Takes::Number { offered: (least, most), or: None, .. } if least > 0.0 => {
            Some(Scale::logarithmic(least, most))
        }
        Takes::Count { offered: (least, most), or: None, .. } if least > 0 => {
            Some(Scale { whole: true, ..Scale::logarithmic(least.into(), most.into()) })
        }
        _ => None,
    }
}

/// What a control's name points to.
enum Place<'a> {
    /// A key of the scenario.
    Key,
    /// A number of the scenario's kernel: `kernel.0`.
    Kernel(usize),
    /// A part of a candidate: `candidate.2.name`.
    Candidate(usize, &'a str),
}

impl<'a> Place<'a> {
    fn of(name: &'a str) -> Self {
        let kernel = name.strip_prefix("kernel.").and_then(|number| number.parse().ok());
        let candidate = name.strip_prefix("candidate.").and_then(|rest| rest.split_once('.'));
        match (kernel, candidate.and_then(|(index, part)| Some((index.parse().ok()?, part)))) {
            (Some(number), _) => Self::Kernel(number),
            (_, Some((index, part))) => Self::Candidate(index, part),
            _ => Self::Key,
        }
    }
}

fn kernel_controls(prefix: &str, kernel: &Kernel) -> Vec<Control> {
    let parameters = kernel.parameters();
    let several = parameters.iter().any(|p| p.family != parameters[0].family);
    let control = |(index, p): (usize, &Parameter)| {
        let value = shortest(p.value);
        let label = if several { format!("{} of {}", p.name, p.family) } else { p.name.into() };
        let shape = scale_of(p).slider(&value);
        let name = format!("{prefix}.{index}");
        Control { name, label, help: p.help(), value, paper: None, is_first: true, shape }
    };
    parameters.iter().enumerate().map(control).collect()
}

fn kernel_scale(kernel: &Kernel, number: usize) -> Option<Scale> {
    kernel.parameters().get(number).map(scale_of)
}

fn scale_of(parameter: &Parameter) -> Scale {
    let (least, most) = parameter.range();
    Scale::logarithmic(least, most)
}

fn parsed(name: &str, value: &str) -> Result<f64> {
    value.parse().map_err(|_| Error::value(name, value, "a number"))
}

/// The scale of a slider.
#[derive(Debug, Clone, Copy)]
struct Scale {
    least: f64,
    most: f64,
    steps: u32,
    /// Whether steps are equal factors, and not equal differences.
    logarithmic: bool,
    /// Whether only whole numbers are on it.
    whole: bool,
}

impl Scale {
    fn logarithmic(least: f64, most: f64) -> Self {
        Self { least, most, steps: STEPS, logarithmic: true, whole: false }
    }

    fn even((least, most): (f64, f64), steps: u32) -> Self {
        Self { least, most, steps, logarithmic: false, whole: false }
    }

    fn slider(&self, value: &str) -> Shape {
        Shape::Slider { position: self.position(value), steps: self.steps }
    }

    /// The slider position nearest to a value.
    fn position(&self, value: &str) -> u32 {
        let value: f64 = value.parse().unwrap_or(self.least);
        let share = if self.logarithmic {
            math::ln(value / self.least) / math::ln(self.most / self.least)
        } else {
            (value - self.least) / (self.most - self.least)
        };
        (share.clamp(0.0, 1.0) * f64::from(self.steps)).round() as u32
    }

    /// The value at a slider position, in digits that a person reads, types and shares.
    fn at(&self, position: u32) -> String {
        let share = f64::from(position.min(self.steps)) / f64::from(self.steps.max(1));
        let value = if self.logarithmic {
            self.least * math::pow(self.most / self.least, share)
        } else {
            self.least + share * (self.most - self.least)
        };
        let value = three_digits(value);
        let value = if self.whole { value.round() } else { value };
        shortest(value.clamp(self.least, self.most))
    }
}

/// Rounded to three significant digits: what a person reads, types and shares.
fn three_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().expect("a formatted number parses")
}

/// A number that is typed with a decimal comma, with a point; nothing for all other texts. Three digits behind it may
/// be thousands, and are left to be refused, unless there is nothing but zero before them.
pub fn with_point(text: &str) -> Option<String> {
    let (before, after) = text.trim().split_once(',')?;
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let whole = before.strip_prefix(['-', '−']).unwrap_or(before);
    let unclear = after.len() == 3 && !whole.trim_start_matches('0').is_empty();
    let decimal = is_digits(whole) && !after.is_empty() && is_digits(after) && !unclear;
    decimal.then(|| format!("{}.{after}", before.replace('−', "-")))
}
