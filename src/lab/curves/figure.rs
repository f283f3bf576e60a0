//! What is there of learning curves.

use serde_json::{Value, json};

use super::charts::{self, Seen};
use super::{QUANTITIES, report, task_words, words};
use crate::acquisition::Rule;
use crate::chart::Chart;
use crate::error::Result;
use crate::experiment::curves::learn::{self, Learned};
use crate::experiment::curves::record::doubts;
use crate::experiment::curves::{self, Course, Curve, Line, Place, summarise};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::titles;
use crate::lab::{Figure, WHOLE, count, not_ready, toy, unknown};
use crate::report::{Name, Report};
use crate::scenario::{Scenario, View};
use crate::tal::Run;

/// The runs of all lines on each task.
pub struct CurvesFigure {
    scenario: Scenario,
    view: View,
    lines: Vec<Line>,
    /// What each line did on each task.
    tasks: Vec<Vec<Option<Course>>>,
    /// What another model than the oracle predicted, after each batch.
    learned: Vec<Vec<Vec<Option<Learned>>>>,
}

impl CurvesFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let (lines, tasks) = (curves::lines(scenario), curves::tasks(scenario));
        let rounds = scenario.asking.rounds + 1;
        Self {
            scenario: scenario.clone(),
            view: View::default(),
            tasks: vec![vec![None; lines.len()]; tasks],
            learned: vec![vec![vec![None; rounds]; lines.len()]; tasks],
            lines,
        }
    }

    /// What the lines did on the tasks on which all of them are whole. Before there is one, what there is of the
    /// first: what is missing of it is no number.
    fn known(&self) -> Vec<Vec<Run>> {
        let whole = |task: usize| (0..self.lines.len()).map(|line| self.run(task, line)).collect();
        let known: Vec<Vec<Run>> = (0..self.tasks.len()).filter_map(whole).collect();
        if !known.is_empty() {
            return known;
        }
        let any = |task: &usize| (0..self.lines.len()).any(|line| self.run(*task, line).is_some());
        let first = (0..self.tasks.len()).find(any);
        let run = |task: usize, line: usize| self.run(task, line).unwrap_or_else(|| self.nothing());
        let runs = |task: usize| (0..self.lines.len()).map(|line| run(task, line)).collect();
        first.into_iter().map(runs).collect()
    }

    fn nothing(&self) -> Run {
        let nothing = || vec![f64::NAN; self.scenario.asking.rounds + 1];
        let (log_likelihood, expected_log_likelihood, rmse) = (nothing(), nothing(), nothing());
        Run { picks: Vec::new(), log_likelihood, expected_log_likelihood, rmse }
    }

    /// What a line did on a task, with what was predicted, if all of it is there.
    fn run(&self, task: usize, line: usize) -> Option<Run> {
        let run = self.tasks[task][line].as_ref()?.run.clone();
        if !learn::is_needed(&self.scenario) {
            return Some(run);
        }
        let records: Option<Vec<[f64; 3]>> =
            self.learned[task][line].iter().map(|one| Some(one.as_ref()?.record)).collect();
        let records = records?;
        let [log_likelihood, expected_log_likelihood, rmse] =
            [0, 1, 2].map(|which| records.iter().map(|record| record[which]).collect());
        Some(Run { picks: run.picks, log_likelihood, expected_log_likelihood, rmse })
    }

    /// What a line is called: by its rule, and by its model where there are several.
    fn name(&self, line: &Line) -> Name {
        let (rule, words) = (line.rule.name(), toy::title(line.rule));
        if self.scenario.models.candidates.len() <= 1 || line.rule == Rule::Random {
            return Name::new(rule, words);
        }
        let title = titles(&self.scenario);
        let place = self.scenario.models.candidates.iter().position(|model| *model == line.model);
        let title = place.map_or_else(|| line.model.id(), |place| title[place].clone());
        Name::new(format!("{rule} {}", line.model.id()), format!("{words}, {title}"))
    }

    /// Which models should not have been trusted, on how many tasks, and why on the first of them.
    fn doubts(&self) -> Vec<String> {
        let line = |(index, line): (usize, &Line)| {
            let doubt = |task: &Vec<Option<Course>>| doubts(&task[index].as_ref()?.records).1;
            let doubtful: Vec<String> = self.tasks.iter().filter_map(doubt).collect();
            let (first, tasks) = (doubtful.first()?, count(doubtful.len(), "task"));
            Some(format!("not to be trusted on {tasks}: {}. {first}", self.name(line).label))
        };
        self.lines.iter().enumerate().filter_map(line).collect()
    }

    fn curves(&self) -> Result<Vec<Curve>> {
        summarise(&self.scenario, &self.known()).ok_or_else(not_ready)
    }

    fn names(&self) -> Vec<Name> {
        self.lines.iter().map(|line| self.name(line)).collect()
    }

    /// The line that the others are compared with: the last, unless another was chosen.
    fn against(&self) -> usize {
        let last = self.lines.len().saturating_sub(1);
        self.view.against.filter(|line| *line < self.lines.len()).unwrap_or(last)
    }

    /// Does something with all that can be seen.
    fn seen<T>(&self, make: impl FnOnce(&Seen) -> T) -> Result<T> {
        let (curves, names, tasks) = (self.curves()?, self.names(), self.known());
        let (against, each) = (self.against(), self.view.each);
        Ok(make(&Seen { curves: &curves, names: &names, tasks: &tasks, against, each }))
    }
}

impl Figure for CurvesFigure {
    fn compute(&mut self) -> Result<()> {
        let plan = experiment::plan(&self.scenario, &[]);
        self.add(0, plan.solve(0, &Memory::default(), &mut to_the_end)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        match Place::of(&self.scenario, self.lines.len(), unit) {
            Place::Course { task, line } => self.tasks[task][line] = Some(curves::read(&part)?),
            Place::Learned { task, line, round } => {
                self.learned[task][line][round] = Some(learn::read(&part)?);
            }
        }
        Ok(())
    }

    fn is_ready(&self) -> bool {
        !self.known().is_empty()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.view = *view;
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        Ok(report::report(&self.curves()?, &self.names()))
    }

    fn heading(&self) -> Result<String> {
        let task = task_words(&self.scenario);
        Ok(format!("Rules compared on {}: {task}", count(self.known().len(), "task")))
    }

    fn description(&self) -> Result<String> {
        let Scenario { asking, .. } = &self.scenario;
        let last = self.curves()?.into_iter().map(|curve| {
            let mean = curve.log_likelihood.last().map_or(f64::NAN, |estimate| estimate.mean);
            format!("{} {mean:.3}", self.name(&curve.line).label)
        });
        Ok(format!(
            "Mean log likelihood of the targets after {} of {} each: {}.",
            count(asking.rounds, "batch").replace("batchs", "batches"),
            asking.batch_size,
            last.collect::<Vec<_>>().join(", ")
        ))
    }

    fn lines(&self) -> Result<Vec<String>> {
        let (curves, tasks, names) = (self.curves()?, self.known(), self.names());
        let head = count(tasks.len(), "task");
        let mut lines = vec![format!("{head}: mean +- standard error after each batch")];
        lines.extend(report::lines(&curves, &names));
        lines.extend(report::comparison(&tasks, &names, self.scenario.asking.rounds));
        lines.extend(self.doubts());
        Ok(lines)
    }

    fn words(&self) -> Result<Value> {
        let (rounds, doubts) = (self.scenario.asking.rounds, self.doubts());
        let models = titles(&self.scenario).into_iter().map(|title| json!({ "title": title }));
        let models: Value = models.collect();
        let rules = Rule::ALL.map(|rule| json!([rule.name(), toy::title(rule)]));
        let chosen: Vec<&str> = self.scenario.asking.rules.iter().map(|rule| rule.name()).collect();
        let last = self.scenario.models.candidates.len().saturating_sub(1);
        let selected = self.view.model.unwrap_or(0).min(last);
        self.seen(|seen| {
            json!({
                "notice": words::notice(seen, rounds, &doubts),
                "rows": words::rows(seen, rounds),
                "against": seen.against,
                "each": seen.each,
                "asked": curves::tasks(&self.scenario),
                "selected": selected,
                "doubts": doubts,
                "models": models,
                "full": self.scenario.models.candidates.len() >= self.scenario.lab.most_models,
                "rules": rules,
                "chosen": chosen,
            })
        })
    }

    /// `mig.log-likelihood` after the last batch, `mig.log-likelihood.error`, and `mig.log-likelihood.z`: by how many
    /// standard errors it is above that of the line that all are compared with.
    fn numbers(&self) -> Vec<(String, f64)> {
        self.seen(|seen| words::numbers(seen, self.scenario.asking.rounds)).unwrap_or_default()
    }

    fn chart(&self, view: &str, _: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let chart: Box<dyn Chart> = match (view, QUANTITIES.iter().find(|one| one.id == view)) {
            (WHOLE, _) => Box::new(self.seen(charts::whole)?),
            ("differences", _) => {
                Box::new(self.seen(|seen| charts::differences(seen, &QUANTITIES[0]))?)
            }
            (_, Some(quantity)) => {
                let legend = quantity.id == QUANTITIES[0].id;
                Box::new(self.seen(|seen| charts::quantity(seen, quantity, legend))?)
            }
            _ => return Err(unknown("view", view)),
        };
        Ok(Some(chart))
    }

    fn caption(&self) -> Result<String> {
        let models = titles(&self.scenario);
        let chosen = if models.is_empty() { "the oracle".into() } else { models.join(", ") };
        Ok(format!(
            "Means over {} and their standard errors; batches of {}, chosen by the beliefs of {chosen}; predictions by \
             {}. Differences are taken task by task.",
            count(self.known().len(), "task"),
            self.scenario.asking.batch_size,
            self.scenario.models.predictor.title(),
        ))
    }

    fn saved_size(&self) -> (u32, u32) {
        (1000, 720)
    }
}
