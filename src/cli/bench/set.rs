//! A table that is to be judged on: its file, what is known of it, and its work.

use std::path::Path;

use talscope::error::counted;
use talscope::evidence::data::paper::{self, PaperSet};
use talscope::exchange::{self, file_hash};
use talscope::experiment::data::{self, Asking, Files, Places};
use talscope::experiment::{Plan, curves};
use talscope::scenario::{Candidate, DATA, FileName, Scenario, TableUse};
use talscope::table::{Choice, NATIVE, Numbers};
use talscope::task::table::Split;

use super::Bench;
use crate::cli::{Failure, input, output};

/// One table.
pub struct Set {
    /// What it is called: its file's name without what it ends in.
    pub name: String,
    /// The paper's set that it is.
    pub paper: Option<&'static PaperSet>,
    /// What is computed of it.
    pub scenario: Scenario,
    /// What is worth knowing of it.
    pub notes: Vec<String>,
    /// The files of each seed.
    files: Vec<Files>,
    /// How often models ask, and who predicts then.
    asking: Option<Asking>,
}

impl Set {
    /// Reads a file, and what is to be done with it.
    pub fn open(file: &Path, arguments: &Bench) -> Result<Self, Failure> {
        let bytes = input::read_at_most(file, NATIVE.bytes as u64)?;
        let choice = Choice {
            target: arguments.target.clone(),
            left_out: arguments.leave_out.clone(),
            drops_missing: arguments.drop_missing,
        };
        let numbers = exchange::read_table(&bytes, &arguments.read, &choice, NATIVE)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let name = name(file);
        let (rows, inputs) = data::sizes_of(&numbers);
        let paper = PaperSet::find(&name, (rows, inputs));
        let mut scenario = Scenario::of_lab(DATA);
        scenario.data.table = TableUse {
            rows,
            reading: arguments.read,
            choice,
            patience: arguments.patience as usize,
            ..TableUse::default()
        };
        scenario.data.dimension = inputs;
        scenario.data.files = vec![FileName::new(&name, &file_hash(&bytes))?];
        scenario.problem.seed = arguments.seed;
        scenario.judging.tasks = arguments.seeds as usize;
        scenario.models.candidates = models(&arguments.models.0, arguments, paper, rows)?;
        let asking = Asking {
            rounds: arguments.rounds as usize,
            predictors: models(&arguments.predict.0, arguments, paper, rows)?,
        };
        let asking = Some(asking).filter(|asking| asking.rounds > 0);
        let files = files(&name, (bytes, &numbers), arguments)?;
        let notes = [numbers.says()].into_iter().chain(numbers.notes.iter().cloned()).collect();
        let set = Self { name, paper, scenario, notes, files, asking };
        set.check(&numbers)?;
        Ok(set)
    }

    /// The units of its work, and where they stand for each seed.
    pub fn plan(&self) -> (Plan, Vec<Places>) {
        data::plan(&self.scenario, &self.files)
    }

    /// The studies of asking over rounds, for each seed, with their plans.
    pub fn asking(&self) -> Vec<(&'static str, u32, Scenario, Plan)> {
        let Some(asking) = &self.asking else { return Vec::new() };
        let of_seed = |(number, files): (usize, &Files)| {
            let scenario = data::of_seed(&self.scenario, number);
            let studies = data::studies(&scenario, asking).into_iter();
            let studies = studies.map(|(name, own)| {
                let plan = curves::plan(&own, files);
                (name, own.problem.seed, own, plan)
            });
            studies.collect::<Vec<_>>()
        };
        self.files.iter().enumerate().flat_map(of_seed).collect()
    }

    /// The same plans alone.
    pub fn asking_plans(&self) -> Vec<Plan> {
        self.asking().into_iter().map(|(.., plan)| plan).collect()
    }

    /// Says what is worth knowing of it.
    pub fn announce(&self) {
        let known =
            self.paper.map_or_else(String::new, |set| format!(", the paper's {}", set.name));
        let (rows, inputs) = (self.scenario.data.table.rows, self.scenario.data.dimension);
        let (rows, inputs) = (counted(rows, "row"), counted(inputs, "input"));
        output::complain(&format!("{}: {rows}, {inputs}{known}", self.name));
        self.notes.iter().for_each(|note| output::complain(&format!("{}: {note}", self.name)));
    }

    /// Models that make no sense on a table are refused before any work.
    fn check(&self, numbers: &Numbers) -> Result<(), Failure> {
        let sizes = self.scenario.sizes();
        if let Some(asking) = &self.asking {
            let most = sizes.pool / data::batch_of(self.scenario.data.table.rows);
            if asking.rounds > most {
                let words =
                    format!("{} has rows for {most} rounds, not {}", self.name, asking.rounds);
                return Err(words.into());
            }
        }
        let asked = sizes.targets + talscope::scenario::Sizes::validation_of_rows(numbers.y.len());
        let predictors = self.asking.iter().flat_map(|asking| &asking.predictors);
        for candidate in self.scenario.models.candidates.iter().chain(predictors) {
            for alternative in data::alternatives(&self.scenario, candidate) {
                let model = talscope::experiment::train::model(&self.scenario, &alternative, 0)
                    .ok_or_else(|| {
                        format!(
                            "{candidate} needs a known prior or noise, which a table does not give"
                        )
                    })?;
                model
                    .check(self.scenario.inputs(), sizes.train, asked)
                    .map_err(|error| format!("{candidate} on {}: {error}", self.name))?;
            }
        }
        Ok(())
    }
}

/// The models as they are set for a table.
fn models(
    all: &[Candidate],
    arguments: &Bench,
    paper: Option<&PaperSet>,
    rows: usize,
) -> Result<Vec<Candidate>, Failure> {
    match arguments.paper_settings {
        true => {
            Ok(all.iter().map(|own| paper::tuned(own, paper, rows)).collect::<Result<_, _>>()?)
        }
        false => Ok(all.to_vec()),
    }
}

/// The table for every seed, with its split where one is given. What no split can be used for is refused before any
/// work.
fn files(
    name: &str,
    (bytes, numbers): (Vec<u8>, &Numbers),
    arguments: &Bench,
) -> Result<Vec<Files>, Failure> {
    let of_seed = |seed: u32| {
        let mut files = vec![bytes.clone()];
        let split = match &arguments.splits {
            None => Split::draw(numbers.y.len(), seed),
            Some(folder) => {
                let file = folder.join(format!("{name}-{seed}.json"));
                let bytes = input::read_at_most(&file, NATIVE.bytes as u64)?;
                let split = data::split_of(&bytes, numbers)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
                files.push(bytes);
                split
            }
        };
        split.scale(&numbers.y).map_err(|error| format!("{name} with seed {seed}: {error}"))?;
        Ok(files)
    };
    let seeds = (0..arguments.seeds as u32).map(|number| arguments.seed.wrapping_add(number));
    seeds.map(of_seed).collect()
}

/// A file's name without what it ends in, as other files can have it in theirs.
fn name(file: &Path) -> String {
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = stem.chars().map(plain).take(60).collect();
    if name.is_empty() { "table".into() } else { name }
}
