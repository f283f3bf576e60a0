//! What is there of models on a table.

use serde_json::Value;

use super::found::Found;
use super::ranking::{Quantity, Ranking, SHOWN, quantities};
use super::{charts, report, words};
use crate::chart::Chart;
use crate::error::Result;
use crate::exchange::write_split;
use crate::experiment::data::of_seed;
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::numbers;
use crate::lab::correlation::titles;
use crate::lab::curves::table_name;
use crate::lab::{Figure, WHOLE, count, not_ready, unknown};
use crate::report::Report;
use crate::scenario::{Axis, Scenario, View};

/// The views of what models predict: there is nothing to see before.
const OF_MODELS: [&str; 9] =
    ["square", "key", "marks", "rows", "colors", "ellipse", "tilts", "cross", "likelihoods"];

/// The table, and what models make of it.
pub struct DataFigure {
    scenario: Scenario,
    view: View,
    found: Found,
}

impl DataFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let found = Found::new(scenario);
        Self { scenario: scenario.clone(), view: View::default(), found }
    }

    /// What models are ranked by: what the link says, or XLLR.
    fn by(&self) -> Quantity {
        let all = quantities();
        let chosen = match self.view.x {
            Some(Axis::Named(name)) => all.iter().find(|quantity| quantity.id == name),
            _ => None,
        };
        *chosen.unwrap_or(&all[0])
    }

    fn ranking(&self, quantity: Quantity) -> Ranking {
        let models = self.scenario.models.candidates.len();
        Ranking::of(quantity, &self.found.judged(), models)
    }

    /// What is shown: the paper's quantities, and the one that models are ranked by.
    fn rankings(&self) -> Vec<Ranking> {
        let (by, all) = (self.by(), quantities());
        let shown =
            all.iter().take(SHOWN).chain(all.iter().skip(SHOWN).filter(|own| own.id == by.id));
        shown.map(|quantity| self.ranking(*quantity)).collect()
    }

    fn seen(&self) -> words::Seen<'_> {
        words::Seen {
            scenario: &self.scenario,
            found: &self.found,
            by: self.ranking(self.by()),
            titles: titles(&self.scenario),
        }
    }

    /// The model that is looked at closely.
    fn selected(&self) -> usize {
        let last = self.scenario.models.candidates.len().saturating_sub(1);
        self.view.model.unwrap_or(0).min(last)
    }
}

impl Figure for DataFigure {
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
        self.found.table.is_some()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.view = *view;
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        let rankings = quantities().into_iter().map(|quantity| self.ranking(quantity));
        Ok(report::report(&self.scenario, &rankings.collect::<Vec<_>>(), &self.found))
    }

    fn heading(&self) -> Result<String> {
        let splits = count(self.found.splits(), "split");
        Ok(format!("Models judged on {}: {splits}", table_name(&self.scenario)))
    }

    fn description(&self) -> Result<String> {
        Ok(self.seen().description())
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        Ok(report::lines(&self.seen(), &self.rankings()))
    }

    fn words(&self) -> Result<Value> {
        let seen = self.seen();
        let mut all = match &self.found.atlas {
            Some(atlas) => atlas.words(&self.view, self.selected()),
            None => words::before_squares(&self.scenario, self.selected()),
        };
        all["notice"] = seen.notice().into();
        all["gist"] = seen.gist().into();
        all["table"] = seen.table_json();
        all["ranking"] = words::ranking_json(&seen, &self.rankings());
        all["squares"] = self.found.atlas.is_some().into();
        Ok(all)
    }

    /// `gp-rbf.xllr`, its mean over splits, `gp-rbf.xllr.error`, `gp-rbf.place`, the first that is open to it; `splits`.
    fn numbers(&self) -> Vec<(String, f64)> {
        let names = numbers::names(&titles(&self.scenario));
        let mut found = vec![("splits".to_string(), self.found.judged().len() as f64)];
        for ranking in quantities().into_iter().map(|quantity| self.ranking(quantity)) {
            for (name, model) in names.iter().zip(&ranking.models) {
                let Some(mean) = model.mean else { continue };
                let id = format!("{name}.{}", ranking.quantity.id);
                let error = mean.standard_error.map(|error| (format!("{id}.error"), error));
                let places = model.places.filter(|_| ranking.quantity.id == "xllr");
                let place = places.map(|(first, _)| (format!("{name}.place"), first as f64));
                found.extend([(id, mean.mean)].into_iter().chain(error).chain(place));
            }
        }
        found
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        let atlas = self.found.atlas.as_ref().ok_or_else(not_ready)?;
        atlas.ask_judging(&self.view, what, at)
    }

    /// `split-SEED.json`: which rows were what, as the command line takes it.
    fn file(&self, name: &str) -> Result<Vec<u8>> {
        let read = self.found.table.as_ref().ok_or_else(not_ready)?;
        for number in 0..self.found.splits() {
            let own = of_seed(&self.scenario, number);
            if name == format!("split-{}.json", own.problem.seed) {
                let split = read.table.in_file(&read.table.split_by(&own));
                return Ok(write_split(&split).into_bytes());
            }
        }
        Err(unknown("file", name))
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let atlas = self.found.atlas.as_ref();
        match view {
            "ranking" => Ok(charts::ranking(&self.seen()).map(|chart| Box::new(chart) as Box<_>)),
            WHOLE => {
                let page = atlas
                    .map(|atlas| atlas.sheet(atlas.crosshair(self.view.at).0, self.view.batch));
                Ok(Some(Box::new(charts::whole(&self.seen(), page.transpose()?))))
            }
            _ => match atlas {
                Some(atlas) => atlas.chart_judging(&self.view, view, at),
                None if OF_MODELS.contains(&view) => Ok(None),
                None => Err(unknown("view", view)),
            },
        }
    }

    fn caption(&self) -> Result<String> {
        Ok(self.seen().caption())
    }

    fn saved_size(&self) -> (u32, u32) {
        (1000, 1000)
    }
}
