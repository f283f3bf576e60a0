//! What units have found so far, task by task.

use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::curves::learn::{self, Learned};
use crate::experiment::curves::record::doubts;
use crate::experiment::curves::table::{self, Ranks, Score};
use crate::experiment::curves::{self, Course, Place, Shape};
use crate::numeric::Estimate;
use crate::scenario::{Family, Scenario};
use crate::tal::Run;

/// What all lines did on each task, and what was predicted of it.
pub struct Found {
    scenario: Scenario,
    lines: usize,
    /// What each line did on each task.
    courses: Vec<Vec<Option<Course>>>,
    /// What another model than the oracle predicted, after each batch.
    learned: Vec<Vec<Vec<Option<Learned>>>>,
    /// The same as a run, once it was heard after all of them.
    predicted: Vec<Vec<Option<Run>>>,
    /// What further models predicted after the last batch, by task, model and line.
    ended: Vec<Vec<Vec<Option<Learned>>>>,
    /// What stands for a run that is still to come: it has no numbers.
    nothing: Run,
}

/// Fits that should not be trusted: how many of how many, and why the first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Doubts {
    pub doubtful: usize,
    pub all: usize,
    pub first: Option<String>,
}

impl Found {
    pub fn new(scenario: &Scenario, lines: usize) -> Self {
        let (tasks, rounds) = (curves::tasks(scenario), scenario.asking.rounds + 1);
        let models = scenario.models.predictors().count();
        let [log_likelihood, expected_log_likelihood, rmse] =
            [0, 1, 2].map(|_| vec![f64::NAN; rounds]);
        Self {
            scenario: scenario.clone(),
            lines,
            courses: vec![vec![None; lines]; tasks],
            learned: vec![vec![vec![None; rounds]; lines]; tasks],
            predicted: vec![vec![None; lines]; tasks],
            ended: vec![vec![vec![None; lines]; models]; tasks],
            nothing: Run { picks: Vec::new(), log_likelihood, expected_log_likelihood, rmse },
        }
    }

    pub fn add(&mut self, unit: usize, part: &Part) -> Result<()> {
        match Place::of(&self.scenario, self.lines, unit) {
            Place::Course { task, line } => self.courses[task][line] = Some(curves::read(part)?),
            Place::Learned { task, line, round } => {
                self.learned[task][line][round] = Some(learn::read(part)?);
                self.predicted[task][line] = self.gathered(task, line);
            }
            Place::Ended { task, model, line } => {
                self.ended[task][model][line] = Some(learn::read(part)?);
            }
        }
        Ok(())
    }

    /// What was predicted of a line on a task, if all of it is there. What it asked for is the line's to know.
    fn gathered(&self, task: usize, line: usize) -> Option<Run> {
        let records = self.learned[task][line].iter().map(|one| Some(one.as_ref()?.record));
        let records: Vec<[f64; 3]> = records.collect::<Option<_>>()?;
        let [log_likelihood, expected_log_likelihood, rmse] =
            [0, 1, 2].map(|which| records.iter().map(|record| record[which]).collect());
        Some(Run { picks: Vec::new(), log_likelihood, expected_log_likelihood, rmse })
    }

    /// The points of the pool that a line asked for on the first task, batch by batch.
    pub fn asked(&self, line: usize) -> Option<&[Vec<usize>]> {
        self.courses[0][line].as_ref().map(|course| &course.run.picks[..])
    }

    /// What a line did on a task, with what was predicted, if all of it is there.
    fn run(&self, task: usize, line: usize) -> Option<&Run> {
        let course = self.courses[task][line].as_ref()?;
        match learn::is_needed(&self.scenario) {
            true => self.predicted[task][line].as_ref(),
            false => Some(&course.run),
        }
    }

    /// What the lines did on the tasks on which all of them are whole. Before there is one, what there is of the
    /// first: what is missing of it is no number.
    pub fn known(&self) -> Vec<Vec<&Run>> {
        let tasks = 0..self.courses.len();
        let whole = |task: usize| (0..self.lines).map(|line| self.run(task, line)).collect();
        let known: Vec<Vec<&Run>> = tasks.clone().filter_map(whole).collect();
        if !known.is_empty() {
            return known;
        }
        let any = |task: &usize| (0..self.lines).any(|line| self.run(*task, line).is_some());
        let run = |task: usize, line: usize| self.run(task, line).unwrap_or(&self.nothing);
        let runs = |task: usize| (0..self.lines).map(|line| run(task, line)).collect();
        tasks.clone().find(any).into_iter().map(runs).collect()
    }

    /// Whether there is anything to see.
    pub fn is_ready(&self) -> bool {
        let mut tasks = 0..self.courses.len();
        tasks.any(|task| (0..self.lines).any(|line| self.run(task, line).is_some()))
    }

    /// What a model predicted on a task after a line's last batch.
    fn end(&self, task: usize, model: usize, line: usize) -> Option<[f64; 3]> {
        if self.is_oracle(model) {
            return self.courses[task][line].as_ref()?.run.end();
        }
        Some(self.last(task, model, line)?.record)
    }

    /// The same of a model that had to learn for it.
    fn last(&self, task: usize, model: usize, line: usize) -> Option<&Learned> {
        let last = match model {
            0 => self.learned[task][line].last()?,
            _ => &self.ended[task][model][line],
        };
        last.as_ref()
    }

    fn is_oracle(&self, model: usize) -> bool {
        let found = self.scenario.models.predictors().nth(model);
        found.is_some_and(|model| model.kind.family == Family::Oracle)
    }

    /// Mean ranks of whoever chose, by each model that predicts; nothing where there are no two to rank.
    pub fn ranks(&self, score: Score) -> Option<Ranks> {
        let end = |task, model, line| self.end(task, model, line);
        let ranks = table::ranks(&self.scenario, score, end);
        Some(ranks).filter(|ranks| !ranks.rows.is_empty())
    }

    /// Mean log likelihood of what a model predicts after a line's last batch.
    pub fn likelihood(&self, model: usize, line: usize) -> Option<Estimate> {
        let ends = (0..self.courses.len()).filter_map(|task| self.end(task, model, line));
        Estimate::of(ends.map(|[likelihood, ..]| likelihood))
    }

    /// On how many tasks a line's own fits should not be trusted.
    pub fn of_choosing(&self, line: usize) -> Doubts {
        let courses = self.courses.iter().filter_map(|task| task[line].as_ref());
        Doubts::of(courses.map(|course| doubts(&course.records).1))
    }

    /// Of a model that predicts: after every batch, or the last one.
    pub fn of_predicting(&self, model: usize) -> Doubts {
        let fits: Vec<&Learned> = match model {
            0 => self.learned.iter().flatten().flatten().flatten().collect(),
            _ => self.ended.iter().flat_map(|task| &task[model]).flatten().collect(),
        };
        Doubts::of(fits.into_iter().map(|fit| fit.notes.doubt()))
    }

    /// Of what it predicts in the end of one line.
    pub fn of_cell(&self, model: usize, line: usize) -> Doubts {
        let fits = (0..self.courses.len()).filter_map(|task| self.last(task, model, line));
        Doubts::of(fits.map(|fit| fit.notes.doubt()))
    }

    /// Whether several models rank those that chose.
    pub fn is_table(&self) -> bool {
        !self.scenario.models.further.is_empty() && !Shape::of(&self.scenario).rows.is_empty()
    }
}

impl Doubts {
    fn of(fits: impl Iterator<Item = Option<String>>) -> Self {
        fits.fold(Self::default(), |found, doubt| Self {
            doubtful: found.doubtful + usize::from(doubt.is_some()),
            all: found.all + 1,
            first: found.first.or(doubt),
        })
    }
}
