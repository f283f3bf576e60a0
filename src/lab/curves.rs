//! Learning curves in words and as a chart: rules compared over rounds of asking, as in the paper's
//! Figure 3.

use serde_json::{Value, json};

use crate::acquisition::Rule;
use crate::chart::Chart;
use crate::error::Result;
use crate::experiment::curves::learn::{self, Learned};
use crate::experiment::curves::record::doubts;
use crate::experiment::curves::{self, Course, Curve, Line, Place, summarise};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::titles;
use crate::lab::lines::Lines;
use crate::lab::{Figure, WHOLE, count, not_ready, unknown};
use crate::numeric::Estimate;
use crate::report::{Name, Report, Table};
use crate::scenario::{Scenario, Source, View};
use crate::tal::Run;

/// What is there of it.
pub struct CurvesFigure {
    scenario: Scenario,
    lines: Vec<Line>,
    /// What each line did on each task.
    tasks: Vec<Vec<Option<Course>>>,
    /// What another model than the oracle predicted, after each batch.
    learned: Vec<Vec<Vec<Option<Learned>>>>,
}

/// What is measured: its name, and where it stands in a curve and in a run.
struct Quantity {
    name: &'static str,
    of: fn(&Curve) -> &[Estimate],
    in_run: fn(&Run) -> &[f64],
}

const QUANTITIES: [Quantity; 3] = [
    Quantity {
        name: "log likelihood",
        of: |curve| &curve.log_likelihood,
        in_run: |run| &run.log_likelihood,
    },
    Quantity {
        name: "expected log likelihood",
        of: |curve| &curve.expected_log_likelihood,
        in_run: |run| &run.expected_log_likelihood,
    },
    Quantity { name: "RMSE", of: |curve| &curve.rmse, in_run: |run| &run.rmse },
];

impl CurvesFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let (lines, tasks) = (curves::lines(scenario), curves::tasks(scenario));
        let rounds = scenario.asking.rounds + 1;
        Self {
            scenario: scenario.clone(),
            tasks: vec![vec![None; lines.len()]; tasks],
            learned: vec![vec![vec![None; rounds]; lines.len()]; tasks],
            lines,
        }
    }

    /// The tasks on which all lines are whole.
    fn known(&self) -> Vec<Vec<Run>> {
        let whole = |task: usize| (0..self.lines.len()).map(|line| self.run(task, line)).collect();
        (0..self.tasks.len()).filter_map(whole).collect()
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
        let rule = line.rule.name();
        if self.scenario.models.candidates.len() == 1 || line.rule == Rule::Random {
            return Name::from(rule.to_string());
        }
        let title = titles(&self.scenario);
        let place = self.scenario.models.candidates.iter().position(|model| *model == line.model);
        let title = place.map_or_else(|| line.model.id(), |place| title[place].clone());
        Name::new(format!("{rule} {}", line.model.id()), format!("{rule}, {title}"))
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

    /// How many standard errors the first line is above the second, over the same tasks.
    fn comparison(&self) -> Vec<String> {
        let [first, second, ..] = &self.lines[..] else { return Vec::new() };
        let [first, second] = [first, second].map(|line| self.name(line).label);
        let heads = QUANTITIES[..2].iter().map(|quantity| format!("{:>26}", quantity.name));
        let head = format!("{first} minus {second}, z");
        let mut lines = vec![String::new(), format!("{head:<26}{}", heads.collect::<String>())];
        for step in 1..=self.scenario.asking.rounds {
            let cell = |quantity: &Quantity| {
                let of = |runs: &Vec<Run>, line: usize| (quantity.in_run)(&runs[line])[step];
                let known = self.known();
                let gaps = known.iter().map(|runs| of(runs, 0) - of(runs, 1));
                let z = Estimate::of(gaps).and_then(|gap| Some(gap.mean / gap.standard_error?));
                format!("{:>26}", z.map_or("-".into(), |z| format!("{z:.1}")))
            };
            let cells: String = QUANTITIES[..2].iter().map(cell).collect();
            lines.push(format!("{:<26}{cells}", format!("after {step}")));
        }
        lines
    }
}

impl Figure for CurvesFigure {
    fn compute(&mut self) -> Result<()> {
        let plan = experiment::plan(&self.scenario, &[]);
        let store = Memory::default();
        for place in plan.heard() {
            let task = match Place::of(&self.scenario, self.lines.len(), place) {
                Place::Course { task, .. } | Place::Learned { task, .. } => task,
            };
            if task == 0 {
                self.add(place, plan.solve(place, &store, &mut to_the_end)?)?;
            }
        }
        Ok(())
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
        (0..self.tasks.len())
            .any(|task| (0..self.lines.len()).all(|line| self.run(task, line).is_some()))
    }

    fn look(&mut self, _: &View) -> Result<()> {
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        let (curves, names) = (self.curves()?, self.names());
        let table = |quantity: &Quantity| table(quantity, &curves, &names);
        Ok(Report { tables: QUANTITIES.iter().map(table).collect() })
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
        let (curves, tasks) = (self.curves()?, count(self.known().len(), "task"));
        let mut lines = vec![format!("{tasks}: mean +- standard error after each batch")];
        let names = self.names();
        QUANTITIES.iter().for_each(|quantity| lines.extend(table_lines(quantity, &curves, &names)));
        lines.extend(self.comparison());
        lines.extend(self.doubts());
        Ok(lines)
    }

    fn words(&self) -> Result<Value> {
        Ok(json!({}))
    }

    /// `mig.log-likelihood`: after the last round.
    fn numbers(&self) -> Vec<(String, f64)> {
        let curves = self.curves().unwrap_or_default();
        let all = curves.iter().flat_map(|curve| {
            QUANTITIES.iter().filter_map(|quantity| {
                let name = quantity.name.to_ascii_lowercase().replace(' ', "-");
                let line = self.name(&curve.line).id;
                Some((format!("{line}.{name}"), (quantity.of)(curve).last()?.mean))
            })
        });
        all.collect()
    }

    fn chart(&self, view: &str, _: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        match view {
            WHOLE => Ok(Some(Box::new(chart(&self.curves()?, &self.names())))),
            _ => Err(unknown("view", view)),
        }
    }

    fn saved_size(&self) -> (u32, u32) {
        (800, 480)
    }
}

/// What the tasks are.
pub fn task_words(scenario: &Scenario) -> String {
    match scenario.data.source {
        Source::Synthetic(setting) => {
            let d = count(scenario.data.dimension, "dimension");
            format!("synthetic functions in {d} ({setting})")
        }
        _ => format!("functions on a line ({})", scenario.problem.preset.title),
    }
}

/// A row for each step, as a terminal shows it.
fn table_lines(quantity: &Quantity, curves: &[Curve], names: &[Name]) -> Vec<String> {
    let widest = names.iter().map(|name| name.label.chars().count()).max().unwrap_or(0);
    let width = (widest + 2).max(18);
    let heads = names.iter().map(|name| format!("{:>width$}", name.label));
    let head = format!("{:<26}{}", quantity.name, heads.collect::<String>());
    let mut lines = vec![String::new(), head];
    let cell = |estimate: &Estimate| {
        let error = estimate.standard_error.map_or("-".into(), |error| format!("{error:.3}"));
        format!("{:>width$}", format!("{:.3} +- {error}", estimate.mean))
    };
    let steps = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    lines.extend((0..steps).map(|step| {
        let cells: String = curves.iter().map(|curve| cell(&(quantity.of)(curve)[step])).collect();
        format!("{:<26}{cells}", format!("after {step}"))
    }));
    lines
}

fn table(quantity: &Quantity, curves: &[Curve], names: &[Name]) -> Table {
    let rounds = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    let steps: Vec<f64> = (0..rounds).map(|step| step as f64).collect();
    let mut table = Table::new(quantity.name, [("batches", &steps[..])]);
    for (curve, line) in curves.iter().zip(names) {
        let values = (quantity.of)(curve);
        let name =
            |what: &str| Name::new(format!("{} {what}", line.id), format!("{} {what}", line.label));
        table.push(name("mean"), values.iter().map(|estimate| estimate.mean).collect());
        // A single task says nothing of its error.
        let errors = values.iter().map(|estimate| estimate.standard_error);
        if let Some(errors) = errors.collect::<Option<Vec<f64>>>() {
            table.push(name("standard error"), errors);
        }
    }
    table
}

fn chart(curves: &[Curve], names: &[Name]) -> Lines {
    let rounds = curves.first().map_or(0, |curve| curve.log_likelihood.len());
    let line = |(index, curve): (usize, &Curve)| {
        let means = curve.log_likelihood.iter().map(|estimate| estimate.mean as f32);
        (names[index].label.clone(), means.collect(), index)
    };
    Lines {
        x: (0..rounds).map(|round| round as f64).collect(),
        lines: curves.iter().enumerate().map(line).collect(),
        y_range: None,
        x_label: "batches",
        y_label: "log likelihood of the targets",
    }
}
