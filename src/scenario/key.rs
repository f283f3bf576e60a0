//! The one table of keys: it feeds the parser, the printer, the form on the page and the help of
//! the command line.

use super::preset::{self, Region};
use super::value::{at_most, integer, number, one, point, point_text, quoted, region, region_text};
use super::{Lab, Observations, PRESETS, Scenario, TruthSource};
use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::kernel::Kernel;
use crate::numeric::shortest;

/// One setting of a scenario.
pub struct Key {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The labs whose forms show it; links of every lab may hold it.
    pub labs: &'static [Lab],
    get: fn(&Scenario) -> Vec<String>,
    set: fn(&mut Scenario, &[&str]) -> Result<()>,
}

/// What values a key takes, and so which control shows it.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of a few words, with their labels.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// A positive number on a logarithmic scale.
    Logarithmic {
        /// The smallest value.
        least: f64,
        /// The largest value.
        most: f64,
    },
    /// A whole number.
    Integer {
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// A kernel expression.
    Kernel,
    /// A short text of its own form.
    Text,
    /// A repeated key.
    List,
}

/// The most training points and the most targets, so that links stay short and figures fast.
const MOST_POINTS: usize = 64;
pub(super) const MOST_TARGETS: usize = 500;
const NOISE: (f64, f64) = (1e-10, 10.0);
const STRETCH: (f64, f64) = (0.25, 4.0);
const REPETITIONS: (u32, u32) = (100, 1_000_000);
const MOST_POOL: usize = 400;
const MOST_PICKS: usize = 20;
const MOST_SAMPLES: u32 = 20;

const EVERY: &[Lab] = &[Lab::Toy, Lab::Marginal];
const TOY: &[Lab] = &[Lab::Toy];
const MARGINAL: &[Lab] = &[Lab::Marginal];
const NONE: &[Lab] = &[];

/// All keys, in the order in which links and forms show them.
pub static KEYS: [Key; 15] = [
    Key {
        name: "lab",
        label: "Lab",
        help: "Which figure is shown.",
        kind: Kind::Choice(lab_choices),
        labs: NONE,
        get: |s| word(&LABS, s.lab),
        set: |s, v| choose("lab", &LABS, v).map(|lab| s.lab = lab),
    },
    Key {
        name: "preset",
        label: "Problem",
        help: "The problem to start from.",
        kind: Kind::Choice(preset_choices),
        labs: EVERY,
        get: |s| vec![s.preset.name.into()],
        set: |s, v| set_preset(s, v),
    },
    Key {
        name: "stretch",
        label: "Smoothness the model believes in (1 = right)",
        help: "How much smoother than it is the model believes the function to be: 1 is right, \
               2 means lengthscales twice too long.",
        kind: Kind::Logarithmic { least: STRETCH.0, most: STRETCH.1 },
        labs: MARGINAL,
        get: |s| vec![shortest(s.stretch)],
        set: |s, v| number("stretch", v, STRETCH).map(|x| s.stretch = x),
    },
    Key {
        name: "kernel",
        label: "How functions are drawn (kernel)",
        help: "The kernel of the Gaussian process that functions are drawn from: rbf, matern12, \
               matern32, matern52, periodic, relu, relunet, linear, joined by + and *.",
        kind: Kind::Kernel,
        labs: EVERY,
        get: |s| vec![s.kernel.to_string()],
        set: |s, v| set_kernel(s, v),
    },
    Key {
        name: "noise",
        label: "Noise the model assumes (variance)",
        help: "Variance of the Gaussian noise that the model expects in each observation.",
        kind: Kind::Logarithmic { least: NOISE.0, most: NOISE.1 },
        labs: EVERY,
        get: |s| vec![shortest(s.noise)],
        set: |s, v| number("noise", v, NOISE).map(|x| s.noise = x),
    },
    Key {
        name: "truth",
        label: "True function",
        help: "The problem's own formula, or a function drawn from the prior by the seed.",
        kind: Kind::Choice(truth_choices),
        labs: EVERY,
        get: |s| word(&TRUTHS, s.truth),
        set: |s, v| set_truth(s, v),
    },
    Key {
        name: "observe",
        label: "Observations",
        help: "Exact values of the function, or values with noise drawn by the seed.",
        kind: Kind::Choice(observation_choices),
        labs: EVERY,
        get: |s| word(&OBSERVATIONS, s.observations),
        set: |s, v| choose("observe", &OBSERVATIONS, v).map(|o| s.observations = o),
    },
    Key {
        name: "seed",
        label: "Seed",
        help: "Every random draw of the figure follows from this number.",
        kind: Kind::Integer { least: 0, most: u32::MAX },
        labs: EVERY,
        get: |s| vec![s.seed.to_string()],
        set: |s, v| integer("seed", v, (0, u32::MAX)).map(|seed| s.seed = seed),
    },
    Key {
        name: "point",
        label: "Training points",
        help: "Where the function was observed, as x, or x:y for a value of your own; repeat the key \
               for each point.",
        kind: Kind::List,
        labs: NONE,
        get: |s| s.points.iter().map(point_text).collect(),
        set: |s, v| set_points(s, v),
    },
    Key {
        name: "target",
        label: "Targets",
        help: "Where the function's value matters, as low:high:count; repeat for more regions.",
        kind: Kind::List,
        labs: NONE,
        get: |s| s.targets.iter().map(region_text).collect(),
        set: |s, v| set_targets(s, v),
    },
    Key {
        name: "pool",
        label: "Pool",
        help: "Where the rules may ask for observations, as low:high:count.",
        kind: Kind::Text,
        labs: TOY,
        get: |s| vec![region_text(&s.pool)],
        set: |s, v| set_pool(s, v),
    },
    Key {
        name: "q",
        label: "Observations each rule may ask for",
        help: "The size of the batch, q in the paper.",
        kind: Kind::Integer { least: 1, most: MOST_PICKS as u32 },
        labs: TOY,
        get: |s| vec![s.batch_size.to_string()],
        set: |s, v| integer("q", v, (1, MOST_PICKS as u32)).map(|q| s.batch_size = q as usize),
    },
    Key {
        name: "rule",
        label: "Rules",
        help: "The rules to compare: random, tig, mig, batch-mig, batch-tig, epig, itl, vtl, ctl; \
               repeat the key for each.",
        kind: Kind::List,
        labs: NONE,
        get: |s| s.rules.iter().map(Rule::to_string).collect(),
        set: |s, v| set_rules(s, v),
    },
    Key {
        name: "samples",
        label: "Draws from the posterior shown",
        help: "How many functions the model still holds possible are drawn as thin lines.",
        kind: Kind::Integer { least: 0, most: MOST_SAMPLES },
        labs: TOY,
        get: |s| vec![s.samples.to_string()],
        set: |s, v| integer("samples", v, (0, MOST_SAMPLES)).map(|n| s.samples = n as usize),
    },
    Key {
        name: "repetitions",
        label: "Functions to test the band on",
        help: "How many functions, drawn from the prior, the band is tested on.",
        kind: Kind::Integer { least: REPETITIONS.0, most: REPETITIONS.1 },
        labs: MARGINAL,
        get: |s| vec![s.repetitions.to_string()],
        set: |s, v| integer("repetitions", v, REPETITIONS).map(|n| s.repetitions = n as usize),
    },
];

impl Key {
    /// The values in `scenario`: one, unless the key is a list.
    pub fn get(&self, scenario: &Scenario) -> Vec<String> {
        (self.get)(scenario)
    }

    /// Parses `values` into `scenario`, which is left as it was if they are wrong.
    pub fn set(&self, scenario: &mut Scenario, values: &[&str]) -> Result<()> {
        (self.set)(scenario, values)
    }
}

/// What no key can check alone.
pub fn check_together(scenario: &Scenario) -> Result<()> {
    let (asked, pool) = (scenario.batch_size, scenario.pool.count);
    if asked <= pool {
        return Ok(());
    }
    let expected = format!("at most {pool}, the number of pool points");
    Err(Error::value("q, the number of observations to ask for,", asked, expected))
}

/// The key called `name`.
pub fn find(name: &str) -> Result<&'static Key> {
    KEYS.iter().find(|key| key.name == name).ok_or_else(|| {
        let known = KEYS.each_ref().map(|key| key.name).join(", ");
        Error::value("a key of the link", format!("\"{name}\""), format!("one of {known}"))
    })
}

impl Lab {
    /// Its name in links.
    pub fn name(self) -> String {
        word(&LABS, self).concat()
    }
}

type Words<T> = [(&'static str, T, &'static str)];

static LABS: [(&str, Lab, &str); 2] = [
    ("toy", Lab::Toy, "TIG, MIG and BatchMIG"),
    ("marginal", Lab::Marginal, "Marginal uncertainty"),
];
static TRUTHS: [(&str, TruthSource, &str); 2] = [
    ("formula", TruthSource::Formula, "the problem's formula"),
    ("draw", TruthSource::Draw, "drawn from the prior"),
];
static OBSERVATIONS: [(&str, Observations, &str); 2] =
    [("exact", Observations::Exact, "exact"), ("noisy", Observations::Noisy, "with noise")];

fn lab_choices() -> Vec<(&'static str, &'static str)> {
    labels(&LABS)
}

fn truth_choices() -> Vec<(&'static str, &'static str)> {
    labels(&TRUTHS)
}

fn observation_choices() -> Vec<(&'static str, &'static str)> {
    labels(&OBSERVATIONS)
}

fn preset_choices() -> Vec<(&'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.name, preset.title)).collect()
}

fn labels<T>(words: &Words<T>) -> Vec<(&'static str, &'static str)> {
    words.iter().map(|(name, _, label)| (*name, *label)).collect()
}

fn word<T: Copy + PartialEq>(words: &Words<T>, value: T) -> Vec<String> {
    words.iter().filter(|(_, v, _)| *v == value).map(|(name, ..)| (*name).into()).collect()
}

fn choose<T: Copy>(key: &str, words: &Words<T>, values: &[&str]) -> Result<T> {
    let wanted = one(key, values)?;
    let found = words.iter().find(|(name, ..)| *name == wanted).map(|(_, value, _)| *value);
    let names: Vec<_> = words.iter().map(|(name, ..)| *name).collect();
    found.ok_or_else(|| Error::value(key, quoted(wanted), format!("one of {}", names.join(", "))))
}

fn set_preset(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let wanted = one("preset", values)?;
    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    let expected = || format!("one of {}", names.join(", "));
    scenario.preset =
        preset::find(wanted).ok_or_else(|| Error::value("preset", quoted(wanted), expected()))?;
    Ok(())
}

/// The tasks of links have one input.
fn set_kernel(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let kernel: Kernel = one("kernel", values)?.parse()?;
    if !kernel.takes(1) {
        let expected = "without lengthscales for several inputs: there is only one, x";
        return Err(Error::value("kernel", quoted(values[0]), expected));
    }
    scenario.kernel = kernel;
    Ok(())
}

fn set_truth(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let truth = choose("truth", &TRUTHS, values)?;
    if truth == TruthSource::Formula && scenario.preset.formula.is_none() {
        let expected = format!("draw, as preset {} has no formula", scenario.preset.name);
        return Err(Error::value("truth", quoted("formula"), expected));
    }
    scenario.truth = truth;
    Ok(())
}

/// An empty value stands for no point at all, which no repetition of the key could say.
fn set_points(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let values = if values == [""] { &[] } else { values };
    at_most("point", values.len(), MOST_POINTS)?;
    scenario.points = values.iter().map(|value| point(value)).collect::<Result<_>>()?;
    Ok(())
}

fn set_pool(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let pool = region("pool", one("pool", values)?)?;
    at_most("the number of pool points", pool.count, MOST_POOL)?;
    scenario.pool = pool;
    Ok(())
}

fn set_rules(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let rules = values.iter().map(|value| value.parse()).collect::<Result<Vec<Rule>>>()?;
    let twice = |(i, rule): (usize, &Rule)| rules[..i].contains(rule);
    if let Some(i) = rules.iter().enumerate().position(twice) {
        return Err(Error::value("rule", quoted(values[i]), "given only once"));
    }
    scenario.rules = rules;
    Ok(())
}

fn set_targets(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let regions =
        values.iter().map(|value| region("target", value)).collect::<Result<Vec<Region>>>()?;
    at_most("the number of targets", regions.iter().map(|r| r.count).sum(), MOST_TARGETS)?;
    scenario.targets = regions;
    Ok(())
}
