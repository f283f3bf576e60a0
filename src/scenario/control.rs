//! The form of a scenario: which controls a page shows, what they read, and what moving one does.
//! All values are made here, so that a page never parses or rounds a number.

use super::key::{self, Kind};
use super::{KEYS, Scenario};
use crate::error::{Error, Result};
use crate::numeric::{math, shortest};

/// Positions of a slider run from 0 to this; each is a step that three digits can show.
pub const STEPS: u32 = 200;

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
    /// How it is shown.
    pub shape: Shape,
}

/// How a control is shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A list of values and their labels.
    Options(Vec<(&'static str, &'static str)>),
    /// A slider, at one of its positions, beside a box for typing.
    Slider(u32),
    /// A box for typing a whole number.
    Number,
    /// A box for typing.
    Text,
}

impl Scenario {
    /// The controls of this scenario's lab.
    pub fn controls(&self) -> Vec<Control> {
        let shown = KEYS.iter().filter(|key| key.labs.contains(&self.lab));
        shown.flat_map(|key| self.controls_of(key)).collect()
    }

    /// The scenario after a control was set to a typed or chosen value.
    pub fn set(&self, name: &str, value: &str) -> Result<Self> {
        let Some(index) = kernel_number(name) else {
            return self.with(name, &[value]);
        };
        let number = value.parse().map_err(|_| Error::value(name, value, "a number"))?;
        let kernel = self.kernel.with_parameter(index, number)?;
        Ok(Self { kernel, ..self.clone() })
    }

    /// The scenario after a control's slider was moved.
    pub fn slide(&self, name: &str, position: u32) -> Result<Self> {
        let (least, most) = self.slider_range(name)?;
        let share = f64::from(position.min(STEPS)) / f64::from(STEPS);
        let value = least * math::pow(most / least, share);
        self.set(name, &shortest(three_digits(value).clamp(least, most)))
    }

    fn controls_of(&self, key: &'static key::Key) -> Vec<Control> {
        let value = key.get(self).join(" ");
        let shape = match key.kind {
            Kind::Choice(_) if key.name == "truth" && self.preset.formula.is_none() => {
                return Vec::new();
            }
            Kind::Choice(options) => Shape::Options(options()),
            Kind::Logarithmic { least, most } => Shape::Slider(position(&value, least, most)),
            Kind::Integer { .. } => Shape::Number,
            Kind::Kernel | Kind::List | Kind::Text => Shape::Text,
        };
        let (name, label) = (key.name.into(), key.label.into());
        let mut controls = vec![Control { name, label, help: key.help, value, shape }];
        if matches!(key.kind, Kind::Kernel) {
            controls.extend(self.kernel_controls());
        }
        controls
    }

    fn kernel_controls(&self) -> Vec<Control> {
        let parameters = self.kernel.parameters();
        let several = parameters.iter().any(|p| p.family != parameters[0].family);
        let control = |(index, p): (usize, &crate::kernel::Parameter)| {
            let (least, most) = p.range();
            let value = shortest(p.value);
            let label = if several { format!("{} of {}", p.name, p.family) } else { p.name.into() };
            Control {
                name: format!("kernel.{index}"),
                label,
                help: p.help(),
                shape: Shape::Slider(position(&value, least, most)),
                value,
            }
        };
        parameters.iter().enumerate().map(control).collect()
    }

    fn slider_range(&self, name: &str) -> Result<(f64, f64)> {
        if let Some(index) = kernel_number(name) {
            let parameters = self.kernel.parameters();
            let count = parameters.len();
            let missing = || Error::value("kernel number", index, format!("below {count}"));
            return parameters.get(index).map(|p| p.range()).ok_or_else(missing);
        }
        match key::find(name)?.kind {
            Kind::Logarithmic { least, most } => Ok((least, most)),
            _ => Err(Error::value("a slider", name, "the name of a number on a scale")),
        }
    }
}

fn kernel_number(name: &str) -> Option<usize> {
    name.strip_prefix("kernel.")?.parse().ok()
}

/// The slider position nearest to a value.
fn position(value: &str, least: f64, most: f64) -> u32 {
    let value: f64 = value.parse().unwrap_or(least);
    let share = math::ln(value / least) / math::ln(most / least);
    (share.clamp(0.0, 1.0) * f64::from(STEPS)).round() as u32
}

/// Rounded to three significant digits: what a person reads, types and shares.
fn three_digits(value: f64) -> f64 {
    format!("{value:.2e}").parse().expect("a formatted number parses")
}
