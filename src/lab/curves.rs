//! Learning curves in words and as a chart: rules compared over rounds of asking, as in the paper's
//! Figure 3.

use serde_json::{Value, json};

use crate::chart::Drawing;
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::curves::{Curve, read, runs, summarise};
use crate::lab::lines::Lines;
use crate::lab::{Figure, WHOLE, count, not_ready, unknown};
use crate::numeric::Estimate;
use crate::report::{Name, Report, Table};
use crate::scenario::{Scenario, Source, View};
use crate::tal::Run;

/// What is there of it.
pub struct CurvesFigure {
    scenario: Scenario,
    /// The runs of all rules on each task.
    tasks: Vec<Option<Vec<Run>>>,
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
        let tasks = vec![None; scenario.judging.tasks.max(1)];
        Self { scenario: scenario.clone(), tasks }
    }

    fn known(&self) -> Vec<&Vec<Run>> {
        self.tasks.iter().flatten().collect()
    }

    fn curves(&self) -> Result<Vec<Curve>> {
        summarise(&self.scenario, &self.known()).ok_or_else(not_ready)
    }

    /// How many standard errors the first rule is above the second, over the same tasks.
    fn comparison(&self) -> Vec<String> {
        let rules = &self.scenario.asking.rules;
        let [first, second, ..] = rules[..] else { return Vec::new() };
        let heads = QUANTITIES[..2].iter().map(|quantity| format!("{:>26}", quantity.name));
        let head = format!("{first} minus {second}, z");
        let mut lines = vec![String::new(), format!("{head:<26}{}", heads.collect::<String>())];
        for step in 1..=self.scenario.asking.rounds {
            let cell = |quantity: &Quantity| {
                let of = |runs: &Vec<Run>, rule: usize| (quantity.in_run)(&runs[rule])[step];
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
        self.tasks[0] = Some(runs(&self.scenario, 0)?);
        Ok(())
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        self.tasks[unit] = Some(read(&self.scenario, &part)?);
        Ok(())
    }

    fn is_ready(&self) -> bool {
        self.tasks.iter().any(Option::is_some)
    }

    fn look(&mut self, _: &View) -> Result<()> {
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        let curves = self.curves()?;
        Ok(Report { tables: QUANTITIES.iter().map(|quantity| table(quantity, &curves)).collect() })
    }

    fn heading(&self) -> Result<String> {
        let task = task_words(&self.scenario);
        Ok(format!("Rules compared on {}: {task}", count(self.known().len(), "task")))
    }

    fn description(&self) -> Result<String> {
        let Scenario { asking, .. } = &self.scenario;
        let last = self.curves()?.into_iter().map(|curve| {
            let mean = curve.log_likelihood.last().map_or(f64::NAN, |estimate| estimate.mean);
            format!("{} {mean:.3}", curve.rule)
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
        QUANTITIES.iter().for_each(|quantity| lines.extend(table_lines(quantity, &curves)));
        lines.extend(self.comparison());
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
                let name = quantity.name.to_lowercase().replace(' ', "-");
                Some((format!("{}.{name}", curve.rule), (quantity.of)(curve).last()?.mean))
            })
        });
        all.collect()
    }

    fn chart(&self, view: &str, _: &[f64]) -> Result<Option<Box<dyn Drawing + '_>>> {
        match view {
            WHOLE => Ok(Some(Box::new(chart(&self.curves()?)))),
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
fn table_lines(quantity: &Quantity, curves: &[Curve]) -> Vec<String> {
    let heads = curves.iter().map(|curve| format!("{:>18}", curve.rule.name()));
    let head = format!("{:<26}{}", quantity.name, heads.collect::<String>());
    let mut lines = vec![String::new(), head];
    let cell = |estimate: &Estimate| {
        let error = estimate.standard_error.map_or("-".into(), |error| format!("{error:.3}"));
        format!("{:>18}", format!("{:.3} +- {error}", estimate.mean))
    };
    let steps = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    lines.extend((0..steps).map(|step| {
        let cells: String = curves.iter().map(|curve| cell(&(quantity.of)(curve)[step])).collect();
        format!("{:<26}{cells}", format!("after {step}"))
    }));
    lines
}

fn table(quantity: &Quantity, curves: &[Curve]) -> Table {
    let rounds = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    let steps: Vec<f64> = (0..rounds).map(|step| step as f64).collect();
    let mut table = Table::new(quantity.name, [("batches", &steps[..])]);
    for curve in curves {
        let values = (quantity.of)(curve);
        let name = |what: &str| Name::from(format!("{} {what}", curve.rule));
        table.push(name("mean"), values.iter().map(|estimate| estimate.mean).collect());
        // A single task says nothing of its error.
        let errors = values.iter().map(|estimate| estimate.standard_error);
        if let Some(errors) = errors.collect::<Option<Vec<f64>>>() {
            table.push(name("standard error"), errors);
        }
    }
    table
}

fn chart(curves: &[Curve]) -> Lines {
    let rounds = curves.first().map_or(0, |curve| curve.log_likelihood.len());
    let line = |(index, curve): (usize, &Curve)| {
        let means = curve.log_likelihood.iter().map(|estimate| estimate.mean as f32);
        (curve.rule.name().to_string(), means.collect(), index)
    };
    Lines {
        x: (0..rounds).map(|round| round as f64).collect(),
        lines: curves.iter().enumerate().map(line).collect(),
        y_range: None,
        x_label: "batches",
        y_label: "log likelihood of the targets",
    }
}
