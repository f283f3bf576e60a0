//! What links of each lab can say: its name, the keys that its form shows, and what it opens with.

use std::fmt;

use super::preset::{self, Preset};
use super::{Candidate, Scenario, Set, Setting, Source, TruthSource};
use crate::acquisition::Rule;
use crate::error::{Error, Result};
use crate::table;

/// What links of a lab can say.
pub struct Form {
    /// The lab's name in links.
    pub name: &'static str,
    /// What it is about, which is its name for people.
    pub title: &'static str,
    /// The question that it answers, in everyday words.
    pub question: &'static str,
    /// The keys that it takes, where they apply; `task` and `b` among them mean that it takes other data
    /// than problems on a line, and that it judges by batches of targets.
    pub keys: &'static [&'static str],
    /// Those of its keys that its point needs: they come first, all others stand under "More settings".
    pub first_keys: &'static [&'static str],
    /// Keys that mean something else than usual here: their names, labels and help.
    pub own_words: &'static [(&'static str, &'static str, &'static str)],
    /// Keys whose values go with whoever leaves for another lab, also if they are the usual ones here.
    pub keepsakes: &'static [&'static str],
    /// Whether its work comes in so many pieces that only their cost bounds it.
    pub is_long: bool,
    /// The most models that a link holds.
    pub most_models: usize,
    /// Where its tasks come from if a link does not say it.
    pub source: Source,
    /// Whether it takes tables, too.
    pub takes_tables: bool,
    /// The problem that it opens with.
    preset: &'static str,
    /// Changes those defaults that are other than usual.
    defaults: fn(&mut Scenario),
}

/// All forms, in the order in which a page offers them; the first is where it opens.
pub static FORMS: [Form; 8] = [
    Form {
        name: "toy",
        title: "TIG, MIG, BatchMIG",
        question: "What to ask next?",
        keys: &["preset", "kernel", "noise", "truth", "observe", "seed", "pool", "q", "samples"],
        first_keys: &["preset", "noise", "q"],
        ..PLAIN
    },
    Form {
        name: "marginal",
        title: "Marginals",
        question: "How sure?",
        keys: &["preset", "stretch", "kernel", "noise", "truth", "observe", "seed", "repetitions"],
        first_keys: &["preset", "stretch", "noise"],
        // A band can only be honest about functions of the kind that it expects.
        defaults: |scenario| scenario.problem.truth = TruthSource::Draw,
        ..PLAIN
    },
    Form {
        name: "correlation",
        title: "Correlations",
        question: "What goes together?",
        keys: &[
            "task", "d", "preset", "kernel", "noise", "truth", "observe", "seed", "b", "batches",
            "compare", "tasks",
        ],
        first_keys: &["task", "d", "preset", "b", "tasks"],
        ..PLAIN
    },
    Form {
        name: "models",
        title: "Models",
        question: "Which model?",
        keys: &[
            "preset", "kernel", "noise", "truth", "observe", "seed", "pool", "q", "samples", "b",
            "batches", "compare", "tasks",
        ],
        first_keys: &["preset", "q", "samples"],
        own_words: &[(
            "tasks",
            "Further functions",
            "On how many more functions, drawn from the prior and observed with noise at the same places, all \
             models are judged: who is ahead on one may be lucky.",
        )],
        // Whoever wants to see these models' correlations closely takes them along.
        keepsakes: &["preset", "candidate"],
        preset: "net",
        defaults: |scenario| {
            scenario.models.candidates = parsed(&OF_THE_PAPER);
            scenario.models.samples = 8;
            scenario.asking.rules = vec![Rule::BatchMig];
            scenario.judging.tasks = 20;
        },
        ..PLAIN
    },
    Form {
        name: "theorem",
        title: "Theorem 1",
        question: "Why judge it so?",
        keys: &["seed", "xi", "error", "b", "lambda", "cases"],
        first_keys: &["xi", "error"],
        ..PLAIN
    },
    Form {
        name: "curves",
        title: "Curves",
        question: "Skill or luck?",
        keys: &[
            "task",
            "d",
            "functions",
            "preset",
            "kernel",
            "noise",
            "seed",
            "pool",
            "q",
            "rounds",
            "predict",
            "tasks",
        ],
        first_keys: &["task", "d", "q", "rounds", "predict", "tasks"],
        own_words: &[
            ("tasks", "Tasks", "On how many tasks every line is averaged."),
            ("q", "Observations in a batch", "How many points are asked for at a time."),
            ("rounds", "Batches", "How often each rule asks for a batch, and hears the answers."),
        ],
        is_long: true,
        source: Source::Synthetic(Setting::Benchmark),
        takes_tables: true,
        defaults: |scenario| {
            scenario.models.candidates = parsed(&["oracle"]);
            scenario.asking.rules = vec![Rule::BatchMig, Rule::Mig, Rule::Tig, Rule::Random];
            scenario.judging.tasks = 20;
            scenario.data.dimension = 3;
            paper_batch(scenario);
            if scenario.data.source == Source::Table {
                asking_on_a_table(scenario);
            }
        },
        ..PLAIN
    },
    Form {
        name: "agreement",
        title: "Measures",
        question: "Which number?",
        keys: &[
            "task",
            "d",
            "functions",
            "preset",
            "kernel",
            "noise",
            "seed",
            "pool",
            "q",
            "b",
            "batches",
            "compare",
            "tasks",
            "set",
            "factor",
        ],
        first_keys: &["set", "task", "d", "tasks", "factor"],
        own_words: &[
            (
                "tasks",
                "Tasks",
                "On how many tasks every model is judged, and measures are averaged.",
            ),
            ("q", "Observations in a batch", "How many points each model asks for."),
        ],
        is_long: true,
        most_models: MOST_MODELS,
        source: Source::Synthetic(Setting::Benchmark),
        defaults: |scenario| {
            scenario.models.candidates = Set::default().candidates().to_vec();
            scenario.judging.tasks = 10;
            scenario.data.dimension = 3;
            paper_batch(scenario);
        },
        ..PLAIN
    },
    Form {
        name: "data",
        title: "Your table",
        question: "My data?",
        keys: &["seed", "b", "batches", "tasks", "patience", "tune"],
        first_keys: &["tasks", "tune"],
        own_words: &[
            (
                "tasks",
                "Splits",
                "How often the rows are split anew into those that are learned from and those that are predicted; every \
                 split is judged by itself.",
            ),
            (
                "seed",
                "Seed of the first split",
                "Which rows are learned from, and all that models draw.",
            ),
        ],
        is_long: true,
        source: Source::Table,
        takes_tables: true,
        defaults: |scenario| {
            scenario.models.candidates = parsed(&OF_THE_PAPER);
            made_up_table(scenario);
        },
        ..PLAIN
    },
];

/// On synthetic tasks one in a hundred points is asked for at a time, as in the authors' code.
fn paper_batch(scenario: &mut Scenario) {
    if let Source::Synthetic(setting) = scenario.data.source {
        scenario.asking.batch_size = setting.batch_size(scenario.data.dimension);
    }
}

/// What tables are until one is opened.
fn made_up_table(scenario: &mut Scenario) {
    scenario.judging.tasks = 3;
    scenario.data.table.rows = table::SAMPLE_ROWS;
    scenario.data.dimension = table::SAMPLE_INPUTS;
}

/// Where nobody knows the prior, a process that learns its own chooses and predicts: it is the quickest to learn again.
fn asking_on_a_table(scenario: &mut Scenario) {
    made_up_table(scenario);
    scenario.models.candidates = parsed(&["gp-rbf"]);
    scenario.models.predictor = scenario.models.candidates[0].clone();
    scenario.asking.batch_size = table::batch_of(scenario.data.table.rows);
}

/// The lab of tables.
pub static DATA: &Form = &FORMS[7];

/// The lab that units of work are written in: no link can name it, and its defaults are the usual ones.
pub(super) static UNIT: Form = Form { name: "unit", most_models: MOST_MODELS, ..PLAIN };

/// Where models are marks in a scatter plot.
const MOST_MODELS: usize = 400;

/// What most of them have.
const PLAIN: Form = Form {
    name: "",
    title: "",
    question: "",
    keys: &[],
    first_keys: &[],
    own_words: &[],
    keepsakes: &[],
    is_long: false,
    most_models: 12,
    source: Source::Line,
    takes_tables: false,
    preset: "gap",
    defaults: |_| {},
};

/// The paper's seven, first those whose correlations it found right. Of the functional network's 400 units
/// a quarter does as well on a line, and in a tenth of the time.
const OF_THE_PAPER: [&str; 7] = ["hmc", "gp-rbf", "fbnn(100)", "ensemble", "bbb", "nng", "dropout"];

fn parsed(candidates: &[&str]) -> Vec<Candidate> {
    candidates.iter().map(|text| text.parse().expect("a lab's own models")).collect()
}

impl Form {
    /// The form of the lab called `name`.
    ///
    /// # Errors
    /// [`Error::Value`] if there is none.
    pub fn find(name: &str) -> Result<&'static Self> {
        let names = || FORMS.iter().map(|form| form.name).collect::<Vec<_>>().join(", ");
        let expected = || format!("one of {}", names());
        let found = FORMS.iter().find(|form| form.name == name);
        found.ok_or_else(|| Error::value("lab", format!("{name:?}"), expected()))
    }

    /// The problem that it opens with.
    pub fn preset(&self) -> &'static Preset {
        preset::find(self.preset).expect("forms open with problems that there are")
    }

    /// Puts its own defaults in the place of the usual ones.
    pub(super) fn begin(&self, scenario: &mut Scenario) {
        (self.defaults)(scenario);
    }
}

/// Forms are told apart by their names.
impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "lab {}", self.name)
    }
}
