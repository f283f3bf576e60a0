//! What is there of learning curves.

use serde_json::{Value, json};

use super::charts::{self, Seen};
use super::found::{Doubts, Found};
use super::ranks::{self, Ranked};
use super::{QUANTITIES, report, task_words, words};
use crate::acquisition::Rule;
use crate::chart::{Chart, SERIES};
use crate::error::Result;
use crate::experiment::curves::table::Score;
use crate::experiment::curves::{self, Curve, Line, summarise};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::titles;
use crate::lab::{Figure, WHOLE, count, not_ready, three_decimals, toy, unknown};
use crate::report::{Name, Report};
use crate::scenario::{Scenario, View};

/// The runs of all lines on each task.
pub struct CurvesFigure {
    scenario: Scenario,
    view: View,
    lines: Vec<Line>,
    found: Found,
}

impl CurvesFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let lines = curves::lines(scenario);
        let found = Found::new(scenario, lines.len());
        Self { scenario: scenario.clone(), view: View::default(), found, lines }
    }

    /// What a line is called: by its rule, and by its model where there are several.
    fn name(&self, line: &Line) -> Name {
        let (rule, words) = (line.rule.name(), toy::title(line.rule));
        match self.model_name(line) {
            None => Name::new(rule, words),
            Some(Name { id, label }) => {
                Name::new(format!("{rule} {id}"), format!("{words}, {label}"))
            }
        }
    }

    /// What a line's model is called, if that tells it from others.
    fn model_name(&self, line: &Line) -> Option<Name> {
        let models = &self.scenario.models.candidates;
        if models.len() <= 1 || line.rule == Rule::Random {
            return None;
        }
        let place = models.iter().position(|model| *model == line.model);
        let title = place.map(|place| titles(&self.scenario)[place].clone());
        Some(Name::new(line.model.id(), title.unwrap_or_else(|| line.model.id())))
    }

    /// Which models should not have been trusted, on how many tasks or how often, and why the first time.
    fn doubts(&self) -> Vec<String> {
        let line = |(index, line): (usize, &Line)| {
            let Doubts { doubtful, first, .. } = self.found.of_choosing(index);
            let (first, tasks) = (first?, count(doubtful, "task"));
            Some(format!("not to be trusted on {tasks}: {}. {first}", self.name(line).label))
        };
        let choosing = self.lines.iter().enumerate().filter_map(line);
        choosing.chain(ranks::doubts(&self.scenario, &self.found)).collect()
    }

    fn curves(&self) -> Result<Vec<Curve>> {
        summarise(&self.scenario, &self.found.known()).ok_or_else(not_ready)
    }

    /// What ranks are shown with, if there is anything to rank.
    fn ranked(&self, score: Score) -> Option<Ranked<'_>> {
        let ranks = self.found.ranks(score)?;
        let rows: Vec<&Line> = ranks.rows.iter().map(|line| &self.lines[*line]).collect();
        // Models choose by the same rule, which need not be said of each.
        let models: Option<Vec<Name>> = rows.iter().map(|line| self.model_name(line)).collect();
        let rule = rows.first().filter(|_| models.is_some()).map(|line| toy::title(line.rule));
        let names = models.unwrap_or_else(|| rows.iter().map(|line| self.name(line)).collect());
        Some(Ranked { scenario: &self.scenario, found: &self.found, ranks, names, rule, score })
    }

    /// The same where several models predict: what files and terminals are told.
    fn table(&self, score: Score) -> Option<Ranked<'_>> {
        self.ranked(score).filter(|_| self.found.is_table())
    }

    fn names(&self) -> Vec<Name> {
        self.lines.iter().map(|line| self.name(line)).collect()
    }

    /// The line that the others are compared with, unless another was chosen: the last, or of many the first.
    fn against(&self) -> usize {
        let lines = self.lines.len();
        let usual = if lines > charts::FEW { 0 } else { lines.saturating_sub(1) };
        self.view.against.filter(|line| *line < lines).unwrap_or(usual)
    }

    /// Does something with all that can be seen.
    fn seen<T>(&self, make: impl FnOnce(&Seen) -> T) -> Result<T> {
        let (curves, names, tasks) = (self.curves()?, self.names(), self.found.known());
        let (against, each, looks) = (self.against(), self.view.each, self.looks());
        Ok(make(&Seen { curves: &curves, names: &names, tasks: &tasks, looks, against, each }))
    }

    /// Where rules and models differ, a model has one colour and mark by every rule, and a rule its own dashes.
    fn looks(&self) -> Vec<usize> {
        let (rules, models) = (&self.scenario.asking.rules, &self.scenario.models.candidates);
        let look = |(index, line): (usize, &Line)| {
            let rule = rules.iter().position(|rule| *rule == line.rule);
            let model = models.iter().position(|model| *model == line.model);
            match rule.zip(model) {
                Some((rule, model)) if models.len() > 1 => model + SERIES * rule,
                _ => index,
            }
        };
        self.lines.iter().enumerate().map(look).collect()
    }
}

impl Figure for CurvesFigure {
    fn compute(&mut self) -> Result<()> {
        // Only the made-up table is here without its file.
        if !self.scenario.data.files.is_empty() {
            return Ok(());
        }
        let plan = experiment::plan(&self.scenario, &[]);
        self.add(0, plan.solve(0, &Memory::default(), &mut to_the_end)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        self.found.add(unit, &part)
    }

    fn is_ready(&self) -> bool {
        self.found.is_ready()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.view = *view;
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        let mut report = report::report(&self.curves()?, &self.names());
        let tables = ranks::SCORES.into_iter().filter_map(|score| self.table(score));
        report.tables.extend(tables.map(|table| table.report()));
        report.tables.extend(self.table(Score::LogLikelihood).map(|table| table.likelihoods()));
        Ok(report)
    }

    fn heading(&self) -> Result<String> {
        let task = task_words(&self.scenario);
        let several = |count: usize| count > 1;
        let Scenario { models, asking, .. } = &self.scenario;
        let what = match (several(models.candidates.len()), several(asking.rules.len())) {
            (true, true) => "Models and rules",
            (true, false) => "Models",
            _ => "Rules",
        };
        Ok(format!("{what} compared on {}: {task}", count(self.found.known().len(), "task")))
    }

    fn description(&self) -> Result<String> {
        let Scenario { asking, .. } = &self.scenario;
        let last = self.curves()?.into_iter().map(|curve| {
            let mean = curve.log_likelihood.last().map_or(f64::NAN, |estimate| estimate.mean);
            let shape = words::shape(&curve.log_likelihood);
            format!("{} {}{shape}", self.name(&curve.line).label, three_decimals(mean))
        });
        Ok(format!(
            "Mean log likelihood of the targets after {} of {} each: {}.",
            count(asking.rounds, "batch").replace("batchs", "batches"),
            asking.batch_size,
            last.collect::<Vec<_>>().join(", ")
        ) + &self.table(Score::LogLikelihood).map_or(String::new(), |table| table.description()))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        let (curves, tasks, names) = (self.curves()?, self.found.known(), self.names());
        let head = count(tasks.len(), "task");
        let mut lines = vec![format!("{head}: mean +- standard error after each batch")];
        lines.extend(report::lines(&curves, &names));
        lines.extend(report::comparison(&tasks, &names, self.scenario.asking.rounds));
        let tables = ranks::SCORES.into_iter().filter_map(|score| self.table(score));
        lines.extend(tables.flat_map(|table| table.lines()));
        let asked = words::asked(&self.scenario, &names, &self.found).into_iter();
        lines.extend(asked.map(|line| format!("rows asked for on the first split, {line}")));
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
        let ranked = self.ranked(Score::LogLikelihood);
        let table = self.table(Score::LogLikelihood);
        let ranking = table.map_or(String::new(), |table| table.notice());
        self.seen(|seen| {
            json!({
                "notice": words::notice(seen, rounds, &ranking, &doubts),
                "ranks": ranked.map(|ranked| ranked.words()),
                "rows": words::rows(seen, rounds),
                "picked": words::asked(&self.scenario, seen.names, &self.found),
                "against": seen.against,
                "each": seen.each,
                "oracle": self.scenario.models.predictor.kind.id == "oracle",
                "many": seen.curves.len() > charts::FEW,
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
        let numbers = self.seen(|seen| words::numbers(seen, self.scenario.asking.rounds));
        let ranked = self.ranked(Score::LogLikelihood);
        let ranks = ranked.into_iter().flat_map(|ranked| ranked.numbers());
        numbers.unwrap_or_default().into_iter().chain(ranks).collect()
    }

    fn chart(&self, view: &str, _: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let chart: Box<dyn Chart> = match (view, QUANTITIES.iter().find(|one| one.id == view)) {
            (WHOLE, _) => {
                let ranks = self.table(Score::LogLikelihood).map(|table| table.chart());
                Box::new(self.seen(|seen| charts::whole(seen, ranks))?)
            }
            ("differences", _) => {
                let legend = !self.view.show.has("curves");
                Box::new(self.seen(|seen| charts::differences(seen, &QUANTITIES[0], legend))?)
            }
            (_, Some(quantity)) => {
                // The first of those that are seen.
                let legend = quantity.id == QUANTITIES[0].id || !self.view.show.has("curves");
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
            "Means over {} and their standard errors{}; batches of {}, chosen by the beliefs of {chosen}; predictions by \
             {}. Differences are taken task by task.{}",
            count(self.found.known().len(), "task"),
            if self.lines.len() > charts::FEW {
                " (only of the best and the compared)"
            } else {
                ""
            },
            self.scenario.asking.batch_size,
            self.scenario.models.predictor.title(),
            if self.found.is_table() { " ▲ marks fits that are not to be trusted." } else { "" },
        ))
    }

    fn saved_size(&self) -> (u32, u32) {
        let rows = self.table(Score::LogLikelihood).map(|table| table.names.len());
        let (width, height) = charts::SIZE;
        (width, height + rows.map_or(0, |rows| charts::height_of_ranks(rows) as u32))
    }
}
