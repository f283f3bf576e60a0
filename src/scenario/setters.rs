//! What the keys of links do to a scenario, and the words that choices are written in.

use super::candidate::Candidate;
use super::kinds::{Family, KINDS};
use super::preset::{self, Region};
use super::table;
use super::value::{at_least_one, one, point, quoted, region};
use super::{
    FORMS, Functions, Observations, PRESETS, Pairs, SETS, Scenario, Setting, Source, TruthSource,
};
use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::metric::BatchChoice;

/// The most training points and the most targets, so that links stay short and figures fast.
pub const MOST_POINTS: usize = 64;
pub const MOST_TARGETS: usize = 500;
pub const NOISE: (f64, f64) = (1e-10, 10.0);
pub const STRETCH: (f64, f64) = (0.25, 4.0);
pub const REPETITIONS: (u32, u32) = (100, 1_000_000);
pub const MOST_POOL: usize = 400;
pub const MOST_PICKS: usize = 20;
/// Functions that a figure shows of one model.
pub const MOST_SAMPLES: u32 = 20;
pub const MOST_DIMENSIONS: u32 = 20;
pub const MOST_BATCH: u32 = 20;
pub const MOST_TASKS: u32 = 200;
/// Of labs that no page shows.
pub const MOST_LONG_TASKS: u32 = 10_000;
pub const MOST_ROUNDS: u32 = 500;
/// The divergences of marginals that a link may ask for, in nats.
pub const XI: (f64, f64) = (1e-6, 10.0);
/// Its least that hands reach; smaller ones can be typed, and are hard to read.
pub const LEAST_XI: f64 = 1e-4;
pub const LAMBDA: (f64, f64) = (1e-3, 1.0);
pub const CASES: (u32, u32) = (100, 100_000);
const MOST_FILES: usize = 8;
/// What correlations may be multiplied by.
pub const FACTOR: (f64, f64) = (0.01, 1.0);

/// What no key can check alone.
pub fn check_together(scenario: &Scenario) -> Result<()> {
    let (asked, pool) = (scenario.asking.batch_size, scenario.sizes().pool);
    if asked > pool && scenario.has_key("q") {
        let expected = format!("at most {pool}, the number of pool points");
        return Err(Error::value("q, the number of observations to ask for,", asked, expected));
    }
    let rounds = if scenario.has_key("rounds") { scenario.asking.rounds } else { 1 };
    if asked * rounds > pool && rounds > 1 {
        let expected = format!("at most {pool}, the number of pool points");
        return Err(Error::value("q times rounds", asked * rounds, expected));
    }
    if let Some(places) = scenario.asking.own.as_ref().filter(|places| places.len() > asked) {
        let expected = format!("at most {asked}, as many as each rule may ask for");
        return Err(Error::value("the number of questions you ask", places.len(), expected));
    }
    table::check(scenario)?;
    check_kernels(scenario)?;
    check_candidates(scenario)?;
    let elsewhere = !matches!(scenario.data.source, Source::Line | Source::Table);
    if elsewhere && !scenario.has_key("task") {
        let takes = FORMS.iter().filter(|form| form.keys.contains(&"task"));
        let titles: Vec<_> = takes.map(|form| format!("“{}”", form.title)).collect();
        let words = format!(
            "the lab “{}” shows problems on a line only; other tasks are for {}",
            scenario.lab.title,
            titles.join(", ")
        );
        return Err(Error::clash(words));
    }
    check_batch(scenario)
}

/// Kernels with a lengthscale for each input fit one number of inputs only.
fn check_kernels(scenario: &Scenario) -> Result<()> {
    let inputs = scenario.inputs();
    // What predicts means nothing where no lab asks for it.
    let predictors = scenario.models.predictors().filter(|_| scenario.has_key("predict"));
    let candidates = scenario.models.candidates.iter().chain(predictors);
    let candidates = candidates.filter_map(Candidate::kernel);
    for kernel in [&scenario.problem.kernel].into_iter().chain(candidates) {
        if !kernel.takes(inputs) {
            let expected = match inputs {
                1 => "without lengthscales for several inputs: there is only one, x".into(),
                _ => format!("with one lengthscale, or with {inputs} of them"),
            };
            return Err(Error::value("kernel", quoted(&kernel.to_string()), expected));
        }
    }
    Ok(())
}

fn check_candidates(scenario: &Scenario) -> Result<()> {
    let own = |candidate: &&Candidate| candidate.kind.family == Family::Own;
    let files = scenario.data.files.len();
    if let Some(lost) =
        scenario.models.candidates.iter().filter(own).find(|own| own.count("file") >= files)
    {
        let words = match files {
            0 => format!("“{lost}” is a model from a file, but the link names no file"),
            _ => format!(
                "“{lost}” speaks of file {}, but the link names {files}",
                lost.count("file") + 1
            ),
        };
        return Err(Error::clash(words));
    }
    let stranger = scenario.models.candidates.iter().find(own).filter(|_| scenario.lab.is_long);
    if let Some(stranger) = stranger {
        let words = format!("“{stranger}” is a model from a file, which knows one task only");
        return Err(Error::clash(words));
    }
    if scenario.data.source == Source::File {
        let foreign = scenario.models.candidates.iter().find(|candidate| !own(candidate));
        if let Some(foreign) = foreign {
            return Err(Error::clash(format!(
                "a file’s own task judges only models from that file; remove “{foreign}”"
            )));
        }
        if scenario.data.files.is_empty() {
            return Err(Error::missing("the file of task=file", "name it as file=NAME:HASH"));
        }
    }
    Ok(())
}

fn check_batch(scenario: &Scenario) -> Result<()> {
    let largest = scenario.largest_batch();
    if scenario.judging.xll_batch > largest {
        let expected = format!("at most {largest}, the number of targets");
        return Err(Error::value(
            "b, the batch size of XLL,",
            scenario.judging.xll_batch,
            expected,
        ));
    }
    Ok(())
}

pub type Words<T> = [(&'static str, T, &'static str)];

pub static TRUTHS: [(&str, TruthSource, &str); 2] = [
    ("formula", TruthSource::Formula, "the problem's formula"),
    ("draw", TruthSource::Draw, "drawn from the prior"),
];
pub static OBSERVATIONS: [(&str, Observations, &str); 2] =
    [("exact", Observations::Exact, "exact"), ("noisy", Observations::Noisy, "with noise")];

pub static SOURCES: [(&str, Source, &str); 5] = [
    ("line", Source::Line, "the problem on a line"),
    ("paper", Source::Synthetic(Setting::Paper), "synthetic (paper’s text)"),
    ("benchmark", Source::Synthetic(Setting::Benchmark), "synthetic (authors’ code)"),
    ("file", Source::File, "a file of yours"),
    ("table", Source::Table, "a table of yours"),
];
pub static FUNCTIONS: [(&str, Functions, &str); 2] = [
    ("own", Functions::Independent, "one for each task"),
    ("splits", Functions::Splits, "one for all, split differently"),
];
pub static BATCHES: [(&str, BatchChoice, &str); 2] = [
    ("noisy", BatchChoice::Noisy, "observations, with noise"),
    ("latent", BatchChoice::Latent, "the function, without noise"),
];
pub static PAIRS: [(&str, Pairs, &str); 2] = [
    ("pool", Pairs::PoolTargets, "pool points with targets"),
    ("targets", Pairs::Targets, "targets with targets"),
];

pub fn lab_choices() -> Vec<(&'static str, &'static str)> {
    FORMS.iter().map(|form| (form.name, form.title)).collect()
}

/// A file is opened, not chosen.
pub fn predictor_choices() -> Vec<(&'static str, &'static str)> {
    let learning = KINDS.iter().filter(|kind| kind.family != Family::Own);
    learning.map(|kind| (kind.id, kind.label)).collect()
}

pub fn source_choices() -> Vec<(&'static str, &'static str)> {
    labels(&SOURCES[..3])
}

pub fn function_choices() -> Vec<(&'static str, &'static str)> {
    labels(&FUNCTIONS)
}

pub fn batch_choices() -> Vec<(&'static str, &'static str)> {
    labels(&BATCHES)
}

pub fn set_choices() -> Vec<(&'static str, &'static str)> {
    labels(&SETS)
}

pub fn pair_choices() -> Vec<(&'static str, &'static str)> {
    labels(&PAIRS)
}

pub fn truth_choices() -> Vec<(&'static str, &'static str)> {
    labels(&TRUTHS)
}

pub fn observation_choices() -> Vec<(&'static str, &'static str)> {
    labels(&OBSERVATIONS)
}

pub fn preset_choices() -> Vec<(&'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.name, preset.title)).collect()
}

fn labels<T>(words: &Words<T>) -> Vec<(&'static str, &'static str)> {
    words.iter().map(|(name, _, label)| (*name, *label)).collect()
}

pub fn word<T: Copy + PartialEq>(words: &Words<T>, value: T) -> Vec<String> {
    words.iter().filter(|(_, v, _)| *v == value).map(|(name, ..)| (*name).into()).collect()
}

pub fn choose<T: Copy>(key: &str, words: &Words<T>, values: &[&str]) -> Result<T> {
    let wanted = one(key, values)?;
    let found = words.iter().find(|(name, ..)| *name == wanted).map(|(_, value, _)| *value);
    let names: Vec<_> = words.iter().map(|(name, ..)| *name).collect();
    found.ok_or_else(|| Error::value(key, quoted(wanted), format!("one of {}", names.join(", "))))
}

pub fn set_preset(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let wanted = one("preset", values)?;
    let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
    let expected = || format!("one of {}", names.join(", "));
    scenario.problem.preset =
        preset::find(wanted).ok_or_else(|| Error::value("preset", quoted(wanted), expected()))?;
    Ok(())
}

pub fn set_kernel(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    scenario.problem.kernel = one("kernel", values)?.parse()?;
    Ok(())
}

pub fn set_source(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    scenario.data.source = choose("task", &SOURCES, values)?;
    Ok(())
}

pub fn set_candidates(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let values = if values == [""] { &[] } else { values };
    Error::at_most("candidates", values.len(), scenario.lab.most_models)?;
    scenario.models.candidates = values.iter().map(|value| value.parse()).collect::<Result<_>>()?;
    Ok(())
}

pub fn add_candidates(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let values = if values == [""] { &[] } else { values };
    let mut all = scenario.models.candidates[..scenario.listed()].to_vec();
    Error::at_most("candidates", all.len() + values.len(), scenario.lab.most_models)?;
    for value in values {
        all.push(value.parse()?);
    }
    scenario.models.candidates = all;
    Ok(())
}

pub fn set_set(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    scenario.models.set = choose("set", &SETS, values)?;
    // Other labs have models of their own.
    if scenario.has_key("set") {
        scenario.models.candidates = scenario.models.set.candidates().to_vec();
    }
    Ok(())
}

pub fn set_predictors(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    at_least_one("predict", values)?;
    Error::at_most("models that predict", values.len(), scenario.lab.most_models)?;
    let mut chosen = values.iter().map(|value| predictor(value)).collect::<Result<Vec<_>>>()?;
    let twice = |(i, model): (usize, &Candidate)| chosen[..i].contains(model);
    if let Some(i) = chosen.iter().enumerate().position(twice) {
        return Err(Error::repeated(format!("the model that predicts, {},", quoted(values[i]))));
    }
    scenario.models.predictor = chosen.remove(0);
    scenario.models.further = chosen;
    Ok(())
}

/// What it is called, and whether it judges others, means nothing for it.
fn predictor(text: &str) -> Result<Candidate> {
    let chosen: Candidate = text.parse().map_err(|error| match error {
        Error::Value { name, got, expected } if name == "candidate" => {
            Error::Value { name: "predict".into(), got, expected }
        }
        other => other,
    })?;
    if chosen.kind.family == Family::Own {
        return Err(Error::clash(
            "predict takes a model that can learn, and files only hold predictions",
        ));
    }
    Ok(Candidate { name: None, is_reference: true, ..chosen })
}

pub fn set_files(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    Error::at_most("files", values.len(), MOST_FILES)?;
    scenario.data.files = values.iter().map(|value| value.parse()).collect::<Result<_>>()?;
    Ok(())
}

pub fn set_truth(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let truth = choose("truth", &TRUTHS, values)?;
    if truth == TruthSource::Formula && scenario.problem.preset.formula.is_none() {
        let expected = format!("draw, as preset {} has no formula", scenario.problem.preset.name);
        return Err(Error::value("truth", quoted("formula"), expected));
    }
    scenario.problem.truth = truth;
    Ok(())
}

/// An empty value stands for no point at all, which no repetition of the key could say.
pub fn set_points(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    let values = if values == [""] { &[] } else { values };
    Error::at_most("training points", values.len(), MOST_POINTS)?;
    scenario.problem.points = values.iter().map(|value| point(value)).collect::<Result<_>>()?;
    Ok(())
}

pub fn set_pool(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    scenario.problem.pool = region("pool", one("pool", values)?, MOST_POOL)?;
    Ok(())
}

pub fn set_rules(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    at_least_one("rule", values)?;
    let rules = values.iter().map(|value| value.parse()).collect::<Result<Vec<Rule>>>()?;
    let twice = |(i, rule): (usize, &Rule)| rules[..i].contains(rule);
    if let Some(i) = rules.iter().enumerate().position(twice) {
        return Err(Error::repeated(format!("the rule {}", quoted(values[i]))));
    }
    scenario.asking.rules = rules;
    Ok(())
}

pub fn set_targets(scenario: &mut Scenario, values: &[&str]) -> Result<()> {
    at_least_one("target", values)?;
    let regions = values
        .iter()
        .map(|value| region("target", value, MOST_TARGETS))
        .collect::<Result<Vec<Region>>>()?;
    Error::at_most("targets", regions.iter().map(|r| r.count).sum(), MOST_TARGETS)?;
    scenario.problem.targets = regions;
    Ok(())
}
