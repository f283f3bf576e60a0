//! Models compared over many tasks, in words and as a chart.

use serde_json::{Value, json};

use crate::chart::Chart;
use crate::error::Result;
use crate::experiment::agreement::{Compared, read, tasks};
use crate::experiment::measure::{METACORRELATION, XLL, XLLR};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::titles;
use crate::lab::curves::task_words;
use crate::lab::lines::Lines;
use crate::lab::{Figure, WHOLE, count, model_names, not_ready, unknown};
use crate::numeric::{Estimate, sorted_by};
use crate::report::{Name, Report, Table};
use crate::scenario::{Candidate, Family, Scenario, View};

/// What is there of it.
pub struct AgreementFigure {
    scenario: Scenario,
    tasks: Vec<Option<Compared>>,
}

/// What is compared: its id, its name, which way is better, and that of a model on a task.
struct Quantity {
    id: &'static str,
    label: &'static str,
    better: f64,
    of: fn(&Compared, usize) -> Option<f64>,
}

const QUANTITIES: [Quantity; 5] = [
    Quantity {
        id: METACORRELATION.id,
        label: METACORRELATION.label,
        better: METACORRELATION.better,
        of: |task, model| task.judged.of(&METACORRELATION)[model],
    },
    Quantity {
        id: XLLR.id,
        label: XLLR.label,
        better: XLLR.better,
        of: |task, model| task.rank[model],
    },
    Quantity {
        id: XLL.id,
        label: XLL.label,
        better: XLL.better,
        of: |task, model| task.judged.of(&XLL)[model],
    },
    Quantity {
        id: "asked",
        label: "log likelihood",
        better: 1.0,
        of: |task, model| Some(task.asked[0].log_likelihood[model]),
    },
    Quantity {
        id: "expected",
        label: "expected",
        better: 1.0,
        of: |task, model| Some(task.asked[0].expected_log_likelihood[model]),
    },
];

impl AgreementFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let tasks = vec![None; tasks(scenario)];
        Self { scenario: scenario.clone(), tasks }
    }

    fn known(&self) -> impl Iterator<Item = &Compared> {
        self.tasks.iter().flatten()
    }

    fn titles(&self) -> Vec<String> {
        titles(&self.scenario)
    }

    fn estimate(&self, model: usize, quantity: &Quantity) -> Option<Estimate> {
        let values: Vec<f64> = self.known().filter_map(|task| (quantity.of)(task, model)).collect();
        Estimate::of(values.into_iter())
    }

    /// A row for each model, as a terminal shows it; those that are no references below the others.
    fn table_lines(&self) -> Vec<String> {
        let longest = self.titles().iter().map(|title| title.chars().count()).max().unwrap_or(0);
        let width = (longest + 1).max(20);
        let row = |first: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>19}")).collect();
            format!("{first:<width$}{cells}")
        };
        let heads = QUANTITIES.iter().map(|quantity| quantity.label.to_string()).collect();
        let mut lines = vec![row("model", heads)];
        let (titles, candidates) = (self.titles(), &self.scenario.models.candidates);
        for beside in [false, true] {
            let of = |model: &usize| candidates[*model].is_reference != beside;
            let models: Vec<usize> = (0..candidates.len()).filter(of).collect();
            if beside && !models.is_empty() {
                lines.push("beside them:".into());
            }
            lines.extend(models.into_iter().map(|model| {
                let cell = |quantity: &Quantity| cell(self.estimate(model, quantity));
                row(&titles[model], QUANTITIES.iter().map(cell).collect())
            }));
        }
        lines.push(
            "log likelihood: of the targets under the oracle, after one batch by BatchMIG".into(),
        );
        lines
    }

    /// On how many tasks a model should not be trusted as it was fitted, and why on the first of them.
    fn doubt_lines(&self) -> Vec<String> {
        let line = |(model, title): (usize, String)| {
            let doubts: Vec<&String> =
                self.known().filter_map(|task| task.judged.doubts[model].as_ref()).collect();
            let first = doubts.first()?;
            let tasks = count(doubts.len(), "task");
            Some(format!("not to be trusted on {tasks}: {title}. {first}"))
        };
        self.titles().into_iter().enumerate().filter_map(line).collect()
    }

    /// Whether each of the models that the paper found good is above each that it found bad.
    fn order_lines(&self) -> Vec<String> {
        let of = |found: fn(&Candidate) -> bool| -> Vec<usize> {
            let all = self.scenario.models.candidates.iter().enumerate();
            all.filter(|(_, one)| one.is_reference && found(one)).map(|(model, _)| model).collect()
        };
        let (good, bad, titles) = (of(is_good), of(is_bad), self.titles());
        let mut lines = Vec::new();
        if good.is_empty() || bad.is_empty() {
            return lines;
        }
        for quantity in &QUANTITIES[..2] {
            let head =
                format!("the paper's order in {}: by how much, in standard errors", quantity.label);
            lines.extend([String::new(), head]);
            for &above in &good {
                let words = bad.iter().map(|&below| {
                    let z = self.gap(quantity, above, below);
                    let verdict = match z {
                        Some(z) if z > 2.0 => "above",
                        Some(z) if z < -2.0 => "BELOW",
                        _ => "level with",
                    };
                    let z = z.map_or("-".into(), |z| format!("{z:.1}"));
                    format!("{verdict} {} ({z})", titles[below])
                });
                let words = words.collect::<Vec<_>>().join(", ");
                lines.push(format!("{:<20}{words}", titles[above]));
            }
        }
        lines
    }

    /// By how many standard errors one model is better than another over the same tasks.
    fn gap(&self, quantity: &Quantity, one: usize, other: usize) -> Option<f64> {
        // What knows of no correlation agrees with nothing.
        let of = |task: &Compared, model: usize| (quantity.of)(task, model).unwrap_or(0.0);
        let gaps = self.known().map(|task| quantity.better * (of(task, one) - of(task, other)));
        let gap = Estimate::of(gaps.collect::<Vec<_>>().into_iter())?;
        Some(gap.mean / gap.standard_error?)
    }

    /// Means and standard errors, a row for each model.
    fn means(&self, names: &[Name]) -> Table {
        let mut table = Table::new("means", []).labelled(names.iter().cloned());
        for quantity in &QUANTITIES {
            let all: Vec<_> =
                (0..names.len()).map(|model| self.estimate(model, quantity)).collect();
            let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
            let Quantity { id, label, .. } = quantity;
            let means = all.iter().map(|e| number(e.map(|e| e.mean)));
            table.push(Name::new(*id, *label), means.collect());
            let errors = all.iter().map(|e| number(e.and_then(|e| e.standard_error)));
            let error = Name::new(format!("{id} error"), format!("{label} standard error"));
            table.push(error, errors.collect());
        }
        table
    }

    /// Every task's numbers.
    fn each(&self, names: &[Name]) -> Table {
        let mut table = Table::new("tasks", []);
        for (model, name) in names.iter().enumerate() {
            for Quantity { id, label, of, .. } in &QUANTITIES {
                let values = self.known().map(|task| of(task, model).unwrap_or(f64::NAN));
                let name =
                    Name::new(format!("{}: {id}", name.id), format!("{}: {label}", name.label));
                table.push(name, values.collect());
            }
        }
        table
    }
}

impl Figure for AgreementFigure {
    fn compute(&mut self) -> Result<()> {
        let plan = experiment::plan(&self.scenario, &[]);
        self.add(0, plan.solve(0, &Memory::default(), &mut to_the_end)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        if let Some(task) = self.tasks.get_mut(unit) {
            *task = Some(read(&part)?);
        }
        Ok(())
    }

    fn is_ready(&self) -> bool {
        self.known().next().is_some()
    }

    fn look(&mut self, _: &View) -> Result<()> {
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        self.known().next().ok_or_else(not_ready)?;
        let names = model_names(&self.scenario, self.titles());
        Ok(Report { tables: vec![self.means(&names), self.each(&names)] })
    }

    fn heading(&self) -> Result<String> {
        let tasks = count(self.known().count(), "task");
        Ok(format!("Models compared on {tasks}: {}", task_words(&self.scenario)))
    }

    fn description(&self) -> Result<String> {
        let mean = |(model, title): (usize, String)| {
            let mean = self.estimate(model, &QUANTITIES[0]).map_or(f64::NAN, |e| e.mean);
            format!("{title} {mean:.3}")
        };
        let means: Vec<_> = self.titles().into_iter().enumerate().map(mean).collect();
        Ok(format!("Mean metacorrelation with the oracle: {}.", means.join(", ")))
    }

    fn lines(&self) -> Result<Vec<String>> {
        let tasks = count(self.known().count(), "task");
        let mut lines = vec![format!("{tasks}: mean +- standard error")];
        lines.extend(self.table_lines());
        lines.extend(self.doubt_lines());
        let versions = experiment::versions(&self.scenario);
        let versions = versions.iter().map(|(id, version)| format!("{id} {version}"));
        lines.push(format!("versions: {}", versions.collect::<Vec<_>>().join(", ")));
        lines.extend(self.order_lines());
        Ok(lines)
    }

    fn words(&self) -> Result<Value> {
        Ok(json!({}))
    }

    fn chart(&self, view: &str, _: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        match view {
            WHOLE => Ok(Some(Box::new(self.lines_of_tasks()))),
            _ => Err(unknown("view", view)),
        }
    }

    fn saved_size(&self) -> (u32, u32) {
        (800, 480)
    }
}

impl AgreementFigure {
    /// Metacorrelations, from the best mean to the worst.
    fn lines_of_tasks(&self) -> Lines {
        let titles = self.titles();
        let mean = |model: usize| self.estimate(model, &QUANTITIES[0]).map_or(0.0, |e| e.mean);
        let order = sorted_by((0..titles.len()).collect(), |model| -mean(*model));
        let of =
            |task: &Compared, model: usize| (QUANTITIES[0].of)(task, model).unwrap_or(0.0) as f32;
        let line = |model: usize| {
            (titles[model].clone(), self.known().map(|task| of(task, model)).collect(), model)
        };
        Lines {
            x: (1..=self.known().count()).map(|task| task as f64).collect(),
            lines: order.into_iter().map(line).collect(),
            y_range: Some(-0.2..1.05),
            x_label: "task",
            y_label: "metacorrelation",
        }
    }
}

fn cell(estimate: Option<Estimate>) -> String {
    let Some(Estimate { mean, standard_error }) = estimate else { return "-".into() };
    let error = standard_error.map_or("-".into(), |error| format!("{error:.3}"));
    format!("{mean:.3} +- {error}")
}

/// Those that estimate correlations well, says the paper.
fn is_good(candidate: &Candidate) -> bool {
    matches!(candidate.kind.family, Family::Hmc | Family::Fbnn | Family::Rbf | Family::Ensemble)
}

/// And those that do not.
fn is_bad(candidate: &Candidate) -> bool {
    matches!(candidate.kind.family, Family::Bbb | Family::Nng | Family::Dropout)
}
