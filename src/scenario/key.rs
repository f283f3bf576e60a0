//! The one table of keys: it feeds the parser, the printer, the form on the page and the help of
//! the command line.

use super::setters::*;
use super::table;
use super::value::{integer, number, one, point_text, region_text};
use super::{Candidate, FileName, Form, SETS, Scenario, Source, own};
use crate::acquisition::Rule;
use crate::numeric::shortest;

mod row;

pub use row::{Key, Kind, find};

/// All keys, in the order in which links and forms show them.
pub static KEYS: [Key; 40] = [
    Key {
        name: "lab",
        label: "Lab",
        help: "Which figure is shown.",
        kind: Kind::Choice(lab_choices),
        applies: always,
        get: |s| vec![s.lab.name.into()],
        set: |s, v| Form::find(one("lab", v)?).map(|lab| s.lab = lab),
    },
    Key {
        name: "task",
        label: "Task",
        help: "What the models are judged on: the problem on a line, the paper's synthetic tasks in \
               many dimensions, or a file of your own.",
        kind: Kind::Choice(source_choices),
        applies: |s| is_drawn(s) || table::is_said(s),
        get: |s| word(&SOURCES, s.data.source),
        set: |s, v| set_source(s, v),
    },
    Key {
        name: "d",
        label: "Dimensions of x",
        help: "How many inputs the synthetic functions have.",
        kind: Kind::Integer { least: 1, most: MOST_DIMENSIONS },
        applies: |s| matches!(s.data.source, Source::Synthetic(_) | Source::Table),
        get: |s| vec![s.data.dimension.to_string()],
        set: |s, v| {
            integer("d", v, (1, table::most_inputs(s))).map(|d| s.data.dimension = d as usize)
        },
    },
    Key {
        name: "functions",
        label: "Functions of further tasks",
        help: "Whether each synthetic task has a function of its own, or all split the points of one.",
        kind: Kind::Choice(function_choices),
        applies: |s| matches!(s.data.source, Source::Synthetic(_)),
        get: |s| word(&FUNCTIONS, s.data.functions),
        set: |s, v| choose("functions", &FUNCTIONS, v).map(|choice| s.data.functions = choice),
    },
    Key {
        name: "preset",
        label: "Problem",
        help: "The problem to start from.",
        kind: Kind::Choice(preset_choices),
        applies: on_a_line,
        get: |s| vec![s.problem.preset.name.into()],
        set: |s, v| set_preset(s, v),
    },
    Key {
        name: "stretch",
        label: "Smoothness the model believes in (1 = right)",
        help: "How much smoother than it is the model believes the function to be: 1 is right, \
               2 means lengthscales twice too long.",
        kind: Kind::Logarithmic { least: STRETCH.0, most: STRETCH.1 },
        applies: always,
        get: |s| vec![shortest(s.models.stretch)],
        set: |s, v| number("stretch", v, STRETCH).map(|x| s.models.stretch = x),
    },
    Key {
        name: "kernel",
        label: "How functions are drawn (kernel)",
        help: "The kernel of the Gaussian process that functions are drawn from: rbf, matern12, \
               matern32, matern52, periodic, relu, relunet, linear, joined by + and *.",
        kind: Kind::Kernel,
        applies: is_drawn,
        get: |s| vec![s.problem.kernel.to_string()],
        set: |s, v| set_kernel(s, v),
    },
    Key {
        name: "noise",
        label: "Noise the model assumes (variance)",
        help: "Variance of the Gaussian noise that the model expects in each observation.",
        kind: Kind::Logarithmic { least: NOISE.0, most: NOISE.1 },
        applies: is_drawn,
        get: |s| vec![shortest(s.problem.noise)],
        set: |s, v| number("noise", v, NOISE).map(|x| s.problem.noise = x),
    },
    Key {
        name: "truth",
        label: "True function",
        help: "The problem's own formula, or a function drawn from the prior by the seed.",
        kind: Kind::Choice(truth_choices),
        applies: |s| on_a_line(s) && s.problem.preset.formula.is_some(),
        get: |s| word(&TRUTHS, s.problem.truth),
        set: |s, v| set_truth(s, v),
    },
    Key {
        name: "observe",
        label: "Observations",
        help: "Exact values of the function, or values with noise drawn by the seed.",
        kind: Kind::Choice(observation_choices),
        applies: on_a_line,
        get: |s| word(&OBSERVATIONS, s.problem.observations),
        set: |s, v| choose("observe", &OBSERVATIONS, v).map(|o| s.problem.observations = o),
    },
    Key {
        name: "seed",
        label: "Seed",
        help: "Every random draw of the figure follows from this number.",
        kind: Kind::Integer { least: 0, most: u32::MAX },
        applies: no_file,
        get: |s| vec![s.problem.seed.to_string()],
        set: |s, v| integer("seed", v, (0, u32::MAX)).map(|seed| s.problem.seed = seed),
    },
    Key {
        name: "point",
        label: "Training points",
        help: "Where the function was observed, as x, or x:y for a value of your own; repeat the key \
               for each point.",
        kind: Kind::List,
        applies: on_a_line,
        get: |s| s.problem.points.iter().map(point_text).collect(),
        set: |s, v| set_points(s, v),
    },
    Key {
        name: "target",
        label: "Targets",
        help: "Where the function's value matters, as from:to:how many; repeat for more regions.",
        kind: Kind::List,
        applies: on_a_line,
        get: |s| s.problem.targets.iter().map(region_text).collect(),
        set: |s, v| set_targets(s, v),
    },
    Key {
        name: "pool",
        label: "Pool (from:to:how many)",
        help: "Where the rules may ask for observations, as from:to:how many, evenly spaced.",
        kind: Kind::Text,
        applies: on_a_line,
        get: |s| vec![region_text(&s.problem.pool)],
        set: |s, v| set_pool(s, v),
    },
    Key {
        name: "q",
        label: "Observations each rule may ask for",
        help: "The size of the batch, q in the paper.",
        kind: Kind::Integer { least: 1, most: MOST_PICKS as u32 },
        applies: always,
        get: |s| vec![s.asking.batch_size.to_string()],
        set: |s, v| {
            let most = limit(s, MOST_PICKS as u32, MOST_ROUNDS);
            integer("q", v, (1, most)).map(|q| s.asking.batch_size = q as usize)
        },
    },
    Key {
        name: "rounds",
        label: "Batches, one after the other",
        help: "How often each rule asks for a batch, and sees the answers.",
        kind: Kind::Integer { least: 1, most: MOST_ROUNDS },
        applies: always,
        get: |s| vec![s.asking.rounds.to_string()],
        set: |s, v| integer("rounds", v, (1, MOST_ROUNDS)).map(|n| s.asking.rounds = n as usize),
    },
    Key {
        name: "rule",
        label: "Rules",
        help: "The rules to compare: random, tig, mig, batch-mig, batch-tig, epig, itl, vtl, ctl; \
               repeat the key for each.",
        kind: Kind::List,
        applies: always,
        get: |s| s.asking.rules.iter().map(Rule::to_string).collect(),
        set: |s, v| set_rules(s, v),
    },
    Key {
        name: "you",
        label: "Your own questions",
        help: "Where you would ask, as x of a pool point; repeat the key for each question, or leave it \
               empty to ask for the first.",
        kind: Kind::List,
        applies: always,
        get: |s| own_texts(s.asking.own.as_deref()),
        set: |s, v| own::places(&s.problem.pool, v).map(|places| s.asking.own = places),
    },
    Key {
        name: "samples",
        label: "Draws from the posterior shown",
        help: "How many functions that the model still considers possible are drawn as thin lines.",
        kind: Kind::Integer { least: 0, most: MOST_SAMPLES },
        applies: always,
        get: |s| vec![s.models.samples.to_string()],
        set: |s, v| integer("samples", v, (0, MOST_SAMPLES)).map(|n| s.models.samples = n as usize),
    },
    Key {
        name: "repetitions",
        label: "Functions to test the band on",
        help: "How many functions, drawn from the prior, the band is tested on.",
        kind: Kind::Integer { least: REPETITIONS.0, most: REPETITIONS.1 },
        applies: always,
        get: |s| vec![s.judging.repetitions.to_string()],
        set: |s, v| {
            integer("repetitions", v, REPETITIONS).map(|n| s.judging.repetitions = n as usize)
        },
    },
    Key {
        name: "set",
        label: "Models",
        help: "Which models are compared: some that are wrong in known ways, or the paper's; any of them can then be \
               left out, and others added.",
        kind: Kind::Choice(set_choices),
        applies: always,
        get: |s| word(&SETS, s.models.set),
        set: |s, v| set_set(s, v),
    },
    Key {
        name: "candidate",
        label: "Models",
        help: "The models to judge, such as oracle, gp(rbf(2)) or ensemble(members=3,epochs=20); a name \
               and a colon may stand before, and ! for no reference; repeat the key for each.",
        kind: Kind::List,
        applies: always,
        get: |s| texts(&s.models.candidates[..s.listed()]),
        set: |s, v| set_candidates(s, v),
    },
    Key {
        name: "add",
        label: "Further models",
        help: "Models that are compared beside those of the set.",
        kind: Kind::List,
        applies: always,
        get: |s| texts(&s.models.candidates[s.listed()..]),
        set: |s, v| add_candidates(s, v),
    },
    Key {
        name: "predict",
        label: "Model that predicts",
        help: "The model that predicts the targets once others have asked, such as oracle or hmc; repeat the key \
               for more that predict after the last batch only, and rank those that asked.",
        kind: Kind::Choice(predictor_choices),
        applies: no_file,
        get: |s| s.models.predictors().map(Candidate::id).collect(),
        set: |s, v| set_predictors(s, v),
    },
    Key {
        name: "file",
        label: "Files",
        help: "Files of your own that the models come from, as name:hash; they stay on your machine.",
        kind: Kind::List,
        applies: always,
        get: |s| s.data.files.iter().map(FileName::to_string).collect(),
        set: |s, v| set_files(s, v),
    },
    table::ROWS_KEY,
    table::COLUMN_KEY,
    table::LEAVE_KEY,
    table::READ_KEY,
    table::PATIENCE_KEY,
    table::TUNE_KEY,
    Key {
        name: "xi",
        label: "Marginal mismatch ξ, in nats",
        help: "ξ (xi) is how wrong the borrowed means and deviations are, the reference’s: their KL divergence from \
               the truth’s, over all points of the batch. 0 would be right.",
        kind: Kind::Logarithmic { least: XI.0, most: XI.1 },
        applies: always,
        get: |s| vec![shortest(s.mismatch.marginals)],
        set: |s, v| number("xi", v, XI).map(|xi| s.mismatch.marginals = xi),
    },
    Key {
        name: "error",
        label: "Correlation error (0 = right)",
        help: "How wrong the candidate’s correlations are: at 0 they are the truth’s, at 1 the truth’s \
               have nothing to do with them.",
        kind: Kind::Share(0),
        applies: always,
        get: |s| vec![shortest(s.mismatch.correlations)],
        set: |s, v| number("error", v, (0.0, 1.0)).map(|share| s.mismatch.correlations = share),
    },
    Key {
        name: "b",
        label: "Batch size of XLL",
        help: "How many targets are predicted together, b in the paper.",
        kind: Kind::Batch,
        applies: always,
        get: |s| vec![s.judging.xll_batch.to_string()],
        set: |s, v| integer("b", v, (1, MOST_BATCH)).map(|b| s.judging.xll_batch = b as usize),
    },
    Key {
        name: "lambda",
        label: "Smallest eigenvalue λ of the candidate’s correlations",
        help: "λ (lambda) is how far the candidate is from taking some points, or sums of them, for copies of \
               each other: near 0 it nearly does, at 1 it knows no correlation. Noise in the observations keeps it \
               away from 0.",
        kind: Kind::Logarithmic { least: LAMBDA.0, most: LAMBDA.1 },
        applies: always,
        get: |s| vec![shortest(s.mismatch.eigenvalue)],
        set: |s, v| number("lambda", v, LAMBDA).map(|lambda| s.mismatch.eigenvalue = lambda),
    },
    Key {
        name: "cases",
        label: "Random batches",
        help: "How many random batches with this b, λ and correlation error are drawn.",
        kind: Kind::Integer { least: CASES.0, most: CASES.1 },
        applies: always,
        get: |s| vec![s.mismatch.cases.to_string()],
        set: |s, v| integer("cases", v, CASES).map(|n| s.mismatch.cases = n as usize),
    },
    Key {
        name: "batches",
        label: "Batches by correlation of",
        help: "Whether a reference's batches hold the targets whose noisy observations, or whose \
               noise-free values, it thinks most correlated.",
        kind: Kind::Choice(batch_choices),
        applies: always,
        get: |s| word(&BATCHES, s.judging.batches),
        set: |s, v| choose("batches", &BATCHES, v).map(|choice| s.judging.batches = choice),
    },
    Key {
        name: "compare",
        label: "Metacorrelation over",
        help: "The pairs of points that the metacorrelation is taken over.",
        kind: Kind::Choice(pair_choices),
        applies: is_drawn,
        get: |s| word(&PAIRS, s.judging.pairs),
        set: |s, v| choose("compare", &PAIRS, v).map(|pairs| s.judging.pairs = pairs),
    },
    Key {
        name: "tasks",
        label: "Further tasks",
        help: "How many more functions are drawn from the prior, and observed with noise at as many \
               points, to see whether the scores of the one that is shown are luck.",
        kind: Kind::Integer { least: 0, most: MOST_TASKS },
        applies: no_file,
        get: |s| vec![s.judging.tasks.to_string()],
        set: |s, v| {
            let most = limit(s, MOST_TASKS, MOST_LONG_TASKS);
            // Where tasks are all there is, none would be a figure of nothing: old links meant one.
            let least = limit(s, 0, 1);
            integer("tasks", v, (0, most)).map(|n| s.judging.tasks = n.max(least) as usize)
        },
    },
    Key {
        name: "factor",
        label: "Right correlations times",
        help: "What the right correlations are multiplied by to make a model that is wrong in these alone: measures \
               differ in how many tasks they need to tell the two apart.",
        kind: Kind::Share(1),
        applies: always,
        get: |s| vec![shortest(s.judging.factor)],
        set: |s, v| number("factor", v, FACTOR).map(|factor| s.judging.factor = factor),
    },
];

fn texts(candidates: &[Candidate]) -> Vec<String> {
    candidates.iter().map(Candidate::to_string).collect()
}

/// What follows hands must stay quick; what comes in many pieces has time.
fn limit(scenario: &Scenario, quick: u32, long: u32) -> u32 {
    if scenario.lab.is_long { long } else { quick }
}

/// A learner who has not asked yet is one empty value.
fn own_texts(places: Option<&[f64]>) -> Vec<String> {
    match places {
        Some([]) => vec![String::new()],
        some => some.unwrap_or_default().iter().map(|x| shortest(*x)).collect(),
    }
}

fn on_a_line(scenario: &Scenario) -> bool {
    scenario.data.source == Source::Line
}

/// Whether functions are drawn from a prior that is known.
fn is_drawn(scenario: &Scenario) -> bool {
    no_file(scenario) && scenario.data.source != Source::Table
}

fn no_file(scenario: &Scenario) -> bool {
    scenario.data.source != Source::File
}

fn always(_: &Scenario) -> bool {
    true
}
