//! Everything a figure depends on, as one validated value that prints to and parses from a query
//! string. The same string is the form on the page, the link people share, the argument of the
//! command line and the input of a test; nothing else parses or prints one.

mod axis;
mod candidate;
mod control;
mod edit;
mod file;
mod form;
mod guide;
mod hide;
mod key;
mod kinds;
mod link;
mod own;
mod picked;
mod preset;
mod set;
mod setters;
mod setting;
mod show;
mod table;
mod topic;
mod touch;
mod value;
mod view;

use crate::error::Result;
use form::UNIT;

pub use axis::{AXES, Axis};
pub use candidate::Candidate;
pub use control::{Control, STEPS, Shape, with_point};
pub use edit::Edit;
pub use file::FileName;
pub use form::{DATA, FORMS, Form};
pub use guide::{models_in_markdown, models_in_words};
pub use hide::Hidden;
pub use key::{KEYS, Key, Kind};
pub use kinds::{Family, KINDS};
pub use link::Link;
pub use picked::Picked;
pub use preset::{PRESETS, Preset, Region, find as find_preset};
pub use set::{SETS, Set};
pub use setters::{LEAST_XI, MOST_SAMPLES, XI};
pub use setting::{Functions, NOISE, Setting, Sizes};
pub use show::{PARTS, Part, Shown, parts_of};
pub use topic::{
    Asking, Data, Judging, Mismatch, Models, Observations, Pairs, Point, Problem, Source, TableUse,
    TruthSource,
};
pub use touch::Touch;
pub use view::{STAGES, Theme, VIEW_KEYS, View, ViewKey};

/// The version of the meaning of links. A version's defaults never change, so that an old link
/// keeps its figure.
pub const VERSION: u32 = 1;

/// A validated description of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Which lab shows it.
    pub lab: &'static Form,
    /// The function and what is known of it.
    pub problem: Problem,
    /// What the models learn from.
    pub data: Data,
    /// The models.
    pub models: Models,
    /// How they are judged.
    pub judging: Judging,
    /// How observations are asked for.
    pub asking: Asking,
    /// Two Gaussians whose divergences are compared.
    pub mismatch: Mismatch,
}

/// Labs whose figures show models' functions on a line, of which one can take hold.
const FUNCTIONS: [&str; 3] = ["toy", "models", "correlation"];

/// What makes a problem; a seed is a problem of the same kind.
const PROBLEM: [&str; 13] = [
    "preset",
    "task",
    "d",
    "functions",
    "kernel",
    "noise",
    "truth",
    "observe",
    "point",
    "target",
    "pool",
    "q",
    "you",
];

impl Scenario {
    /// Whether its figure shows models' functions, of which one can take hold.
    pub fn shows_functions(&self) -> bool {
        FUNCTIONS.contains(&self.lab.name) && self.data.source == Source::Line
    }

    /// The value nearest to `y` that links write short, on the scale of the y axis; and likewise of a place.
    pub fn snapped_place(&self, x: f64, y: f64) -> (f64, f64) {
        let (low, high) = self.problem.preset.y_range;
        let (start, end) = self.problem.preset.range;
        (touch::snap(x, end - start), touch::snap(y, high - low))
    }

    /// What a lab opens with.
    pub fn of_lab(lab: &'static Form) -> Self {
        Self::start(lab, lab.preset(), lab.source)
    }

    /// The scenario of a preset, before any change.
    pub fn of_preset(lab: &'static Form, preset: &'static Preset) -> Self {
        Self::start(lab, preset, Source::Line)
    }

    /// The scenario of a preset and a source of data, before any change.
    pub fn start(lab: &'static Form, preset: &'static Preset, source: Source) -> Self {
        let mut start = Self {
            lab,
            problem: Problem::of(preset),
            data: Data::of(source),
            models: Models::of(source),
            judging: Judging::default(),
            asking: Asking::of(preset),
            mismatch: Mismatch::default(),
        };
        if let Source::Synthetic(setting) = source {
            (start.problem.kernel, start.problem.noise) = (setting.kernel(), NOISE);
        }
        lab.begin(&mut start);
        start
    }

    /// The same preset and source with nothing changed.
    pub fn unchanged(&self) -> Self {
        Self::start(self.lab, self.problem.preset, self.data.source).with_set(self.models.set)
    }

    /// The same with another set of models, if its lab has sets.
    fn with_set(mut self, set: Set) -> Self {
        if self.has_key("set") {
            self.models.candidates = set.candidates().to_vec();
            self.models.set = set;
        }
        self
    }

    /// How many of its models links list one by one, or call by the word of their set; all others were added to the
    /// whole set.
    fn listed(&self) -> usize {
        let candidates = &self.models.candidates;
        let set = if self.has_key("set") { self.models.set.candidates() } else { &[] };
        let whole = !set.is_empty() && candidates.starts_with(set);
        if whole { set.len() } else { candidates.len() }
    }

    /// The same with other models.
    #[must_use]
    pub fn with_models(&self, candidates: Vec<Candidate>) -> Self {
        let Self { lab, problem, data, models, judging, asking, mismatch } = self;
        Self {
            lab,
            problem: problem.clone(),
            data: data.clone(),
            // There may be hundreds, which are not copied.
            models: Models {
                candidates,
                predictor: models.predictor.clone(),
                further: models.further.clone(),
                ..*models
            },
            judging: judging.clone(),
            asking: asking.clone(),
            mismatch: mismatch.clone(),
        }
    }

    /// Whether the lab's form can show a key at all.
    pub fn has_key(&self, name: &str) -> bool {
        self.lab.keys.contains(&name)
    }

    /// Some of its settings, as far as they apply, and all else as it usually is: so that what a unit of
    /// work holds is a list of what its result depends on.
    pub fn only(&self, keys: &[&str]) -> Self {
        let lists = |name: &str| keys.contains(&name);
        let own = lists("preset") && self.data.source == Source::Line;
        let preset = if own { self.problem.preset } else { UNIT.preset() };
        let source = if lists("task") { self.data.source } else { Source::Line };
        let mut only = Self::start(&UNIT, preset, source);
        for key in KEYS.iter().filter(|key| lists(key.name) && (key.applies)(self)) {
            let values = key.get(self);
            if values != key.get(&only) {
                let none = vec![String::new()];
                let values = if values.is_empty() { &none } else { &values };
                let texts: Vec<&str> = values.iter().map(String::as_str).collect();
                key.set(&mut only, &texts).expect("values of a scenario are valid");
            }
        }
        only
    }

    /// How many inputs the function has.
    pub fn inputs(&self) -> usize {
        let many = matches!(self.data.source, Source::Synthetic(_) | Source::Table);
        if many { self.data.dimension } else { 1 }
    }

    /// How many points each part of the task has; a file alone knows its own.
    pub fn sizes(&self) -> Sizes {
        match self.data.source {
            Source::Synthetic(setting) => setting.sizes(self.data.dimension),
            Source::Table => Sizes::of_rows(self.data.table.rows),
            Source::Line | Source::File => Sizes {
                train: self.problem.points.len(),
                pool: self.problem.pool.count,
                targets: self.problem.targets.iter().map(|region| region.count).sum(),
            },
        }
    }

    /// What was changed here, in another lab: all else is as it usually is there, so that whoever walks through the labs
    /// and changes nothing finds each as it opens. Whoever changed the problem takes it along as a whole, where it is
    /// known; and `along` goes what the lab lends to others (`Form::keepsakes`), changed or not.
    pub fn in_lab(&self, name: &str, along: bool) -> Result<Self> {
        let (lab, along) = (Form::find(name)?, along && !self.lab.keepsakes.is_empty());
        if !along && self.is_usual() {
            return Ok(Self::of_lab(lab));
        }
        if [self.data.source, lab.source].contains(&Source::Table) && lab != self.lab {
            return Ok(self.with_table_in(lab));
        }
        let start = Self::of_lab(lab);
        let mut other = Self { lab, ..self.clone() };
        if !other.has_key("preset") || !along && !self.has_own_problem() {
            other.problem = Problem { seed: self.problem.seed, ..start.problem };
            other.data = Data { files: self.data.files.clone(), ..start.data };
        } else if !other.has_key("task") && self.data.source != Source::Line {
            let mut start = Self::of_preset(lab, self.problem.preset);
            start.problem.seed = self.problem.seed;
            return Ok(start);
        }
        let keeps = |key: &str| along && self.lab.keepsakes.contains(&key);
        let (here, there) = (self.unchanged(), other.unchanged());
        for key in KEYS.iter().filter(|key| key.get(&here) != key.get(&there)) {
            if key.name != "lab" && !keeps(key.name) && key.get(self) == key.get(&here) {
                let values = key.get(&there);
                key.set(&mut other, &values.iter().map(String::as_str).collect::<Vec<_>>())?;
            }
        }
        other.make_room();
        other.settle();
        Ok(other)
    }

    /// Whether nobody changed anything: it is what its lab opens with, or what another one lends to it.
    fn is_usual(&self) -> bool {
        let lent = |form: &'static Form| {
            let lends = !form.keepsakes.is_empty() && *form != *self.lab;
            lends && Self::of_lab(form).in_lab(self.lab.name, true).is_ok_and(|lent| lent == *self)
        };
        *self == Self::of_lab(self.lab) || FORMS.iter().any(lent)
    }

    /// Whether the problem is another than its lab opens with.
    fn has_own_problem(&self) -> bool {
        let start = Self::of_lab(self.lab);
        let own = |key: &&Key| PROBLEM.contains(&key.name) && key.get(self) != key.get(&start);
        KEYS.iter().any(|key| own(&key))
    }

    /// Whoever comes from another lab may bring what this one has no room for: more questions than there are points;
    /// models that learn once there would learn hundreds of times where work is long; and dozens of models.
    fn make_room(&mut self) {
        let pool = self.sizes().pool.max(1);
        if self.has_key("q") {
            self.asking.batch_size = self.asking.batch_size.min(pool);
        }
        if self.has_key("rounds") {
            self.asking.rounds = self.asking.rounds.min(pool / self.asking.batch_size).max(1);
        }
        let many = self.models.candidates.len() > self.lab.most_models;
        if self.lab.is_long || many {
            self.models.candidates = self.unchanged().models.candidates;
            self.data.files.clear();
        }
    }

    /// The same preset or task with nothing changed; a file stays the task.
    pub fn reset(&self) -> Self {
        let mut start = self.unchanged();
        if self.data.source == Source::File {
            start.data.files.clone_from(&self.data.files);
            start.models.candidates.clone_from(&self.models.candidates);
        }
        if self.data.source == Source::Table {
            start.data.clone_from(&self.data);
        }
        start
    }

    /// The value of a key that holds one, as a link writes it.
    ///
    /// # Panics
    /// If there is no such key.
    pub fn key_value(&self, name: &str) -> String {
        key::find(name).expect("a known key").get(self).concat()
    }

    /// The query string of this scenario.
    pub fn link(&self) -> String {
        Link { scenario: self.clone(), ..Link::default() }.to_string()
    }

    /// The same scenario with one key changed; a change of preset or of task starts anew, but keeps
    /// how models are judged and, if they are not the usual ones, which; and the seed with the task.
    pub fn with(&self, name: &str, values: &[&str]) -> Result<Self> {
        if name == "lab" {
            // Another lab may have less room.
            return self.in_lab(value::one(name, values)?, false);
        }
        let mut changed = self.clone();
        key::find(name)?.set(&mut changed, values)?;
        match name {
            "preset" => {
                changed = self.judging(Self::of_preset(self.lab, changed.problem.preset));
            }
            "task" => {
                let mut start = Self::start(self.lab, self.problem.preset, changed.data.source);
                start.problem.seed = self.problem.seed;
                changed = self.judging(start);
            }
            "b" => {}
            _ => changed.settle(),
        }
        setters::check_together(&changed)?;
        Ok(changed)
    }

    /// Another problem, on which the same models are judged in the same way.
    fn judging(&self, problem: Self) -> Self {
        let repetitions = problem.judging.repetitions;
        let mut judged = problem.with_set(self.models.set);
        judged.judging = Judging { repetitions, ..self.judging.clone() };
        // A file that is a task of its own has no models for another.
        let usual = self.models.candidates == self.unchanged().models.candidates;
        if !usual && self.data.source != Source::File {
            judged.models.candidates.clone_from(&self.models.candidates);
            judged.data.files.clone_from(&self.data.files);
        }
        judged.settle();
        judged
    }

    /// A batch of targets cannot have more of them than there are; and a learner asks at points of the pool,
    /// and no more often than the rules.
    pub(crate) fn settle(&mut self) {
        if let Some(places) = &mut self.asking.own {
            *places = own::settled(places, &self.problem.pool, self.asking.batch_size);
        }
        self.judging.xll_batch = self.judging.xll_batch.min(self.largest_batch());
    }

    /// How many targets a batch can have, where it is made of a problem's; a file alone knows its own.
    fn largest_batch(&self) -> usize {
        let of_targets = self.has_key("b") && self.has_key("preset");
        let known = of_targets && self.data.source != Source::File;
        let most = setters::MOST_BATCH as usize;
        if known { self.sizes().targets.min(most) } else { most }
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self::of_preset(&FORMS[0], &PRESETS[0])
    }
}

#[cfg(test)]
mod tests;
