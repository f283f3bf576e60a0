//! The lab's figure: the shown task once it is there, and what further tasks say so far.

use serde_json::Value;

use crate::chart::{Band, Chart};
use crate::error::Result;
use crate::exchange::TaskFile;
use crate::experiment::train::task_seed;
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::correlation::atlas::Sight;
use crate::lab::correlation::{self, Atlas, Judged, ModelFacts, ModelScore, codec, merge, numbers};
use crate::lab::{Figure, WHOLE, not_ready, pull, unknown};
use crate::report::Report;
use crate::scenario::{Scenario, View};

/// What is there of it.
pub struct CorrelationFigure {
    scenario: Scenario,
    view: View,
    atlas: Option<Atlas>,
    /// The further tasks' scores, by unit.
    further: Vec<Option<Judged>>,
}

impl CorrelationFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let further = vec![None; correlation::further_tasks(scenario) + 1];
        Self { scenario: scenario.clone(), view: View::default(), atlas: None, further }
    }

    fn atlas(&self) -> Result<&Atlas> {
        self.atlas.as_ref().ok_or_else(not_ready)
    }

    fn repeated(&self) -> correlation::Repeated {
        merge(&self.scenario, &self.further.iter().flatten().collect::<Vec<_>>())
    }

    /// The candidate that is looked at closely.
    fn selected(&self) -> usize {
        let count = self.scenario.models.candidates.len();
        let other = (0..count).find(|&i| Some(i) != correlation::oracle_place(&self.scenario));
        self.view.model.filter(|&model| model < count).or(other).unwrap_or(0)
    }

    /// The models whose functions are shown, by the places of their squares.
    fn functions(&self) -> Vec<usize> {
        self.atlas.as_ref().map_or(Vec::new(), |atlas| atlas.functions(self.selected()))
    }

    /// The function of a model that is shown.
    fn function(&self, place: usize) -> Result<Option<Band>> {
        let shown = self.functions();
        Ok(self.atlas()?.function(place, &shown, self.view.pull))
    }

    /// The pair that is drawn as an ellipse; nothing if there is none.
    fn sight(&self, at: &[f64]) -> Option<Sight> {
        self.atlas.as_ref()?.sight(&self.view, at)
    }
}

impl Figure for CorrelationFigure {
    fn compute(&mut self) -> Result<()> {
        let plan = experiment::plan(&self.scenario, &[]);
        self.add(0, plan.solve(0, &Memory::default(), &mut to_the_end)?)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        if unit == 0 {
            let picture = codec::read_picture(&self.scenario, part)?;
            self.atlas = Some(Atlas::new(picture, self.repeated()));
            return Ok(());
        }
        self.further[unit] = Some(codec::read_judged(&part)?);
        let repeated = self.repeated();
        if let Some(atlas) = &mut self.atlas {
            atlas.repeated = repeated;
        }
        Ok(())
    }

    fn is_ready(&self) -> bool {
        self.atlas.is_some()
    }

    fn is_whole(&self) -> bool {
        self.atlas.as_ref().is_some_and(|atlas| atlas.picture.is_whole())
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.view = *view;
        Ok(())
    }

    fn report(&self) -> Result<Report> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        Ok(correlation::report(picture, repeated))
    }

    fn heading(&self) -> Result<String> {
        let usual = correlation::heading(&self.atlas()?.picture);
        Ok(self.sight(&[]).map_or(usual, |sight| sight.heading()))
    }

    fn description(&self) -> Result<String> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        let usual = correlation::description(picture, repeated);
        let sight = self.sight(&[]).map(|sight| sight.description());
        let parts = [sight, Some(usual), pull::remark(&self.view)];
        Ok(parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        let Atlas { picture, repeated, .. } = self.atlas()?;
        let sight = self.sight(&[]).map(|sight| sight.description());
        Ok(correlation::model_facts(picture, repeated).iter().map(line).chain(sight).collect())
    }

    fn words(&self) -> Result<Value> {
        let atlas = self.atlas()?;
        let Atlas { picture, repeated, .. } = atlas;
        let mut words = atlas.words(&self.view, self.selected());
        words["notice"] = correlation::notice(picture, repeated).into();
        words["gist"] = correlation::gist(picture, repeated).into();
        words["functions"] = self.functions().into();
        Ok(words)
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let numbers = self.atlas.as_ref().map(|atlas| numbers::numbers(atlas, &self.view));
        let sight = self.sight(&[]).map(|sight| sight.numbers());
        numbers.into_iter().chain(sight).flatten().collect()
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        let atlas = self.atlas()?;
        let index = |number: f64| number.max(0.0) as usize;
        Ok(match (what, at) {
            ("agreement words", _) => atlas.agreement_words(self.selected()).into(),
            (_, [place, at @ ..]) if pull::QUESTIONS.contains(&what) => {
                let of = (index(*place), &self.functions()[..]);
                atlas.ask_hand(what, of, at, self.view.pull)?
            }
            ("readout", [place, x]) => {
                let band = self.function(index(*place))?;
                band.map(|band| atlas.function_words(index(*place), &band, *x)).into()
            }
            _ => return atlas.ask_judging(&self.view, what, at),
        })
    }

    fn file(&self, name: &str) -> Result<Vec<u8>> {
        let task = || TaskFile::of(&self.scenario, task_seed(&self.scenario, 0));
        match name {
            "task.json" => Ok(task()?.json().into_bytes()),
            "task.npz" => Ok(task()?.npz()),
            "predictions.json" => {
                let request = correlation::score_request(&self.atlas()?.picture);
                Ok(request.to_string().into_bytes())
            }
            _ => Err(unknown("file", name)),
        }
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        fn boxed<'a>(chart: Option<impl Chart + 'a>) -> Option<Box<dyn Chart + 'a>> {
            chart.map(|chart| Box::new(chart) as Box<dyn Chart + 'a>)
        }
        let (atlas, model) = (self.atlas()?, self.selected());
        Ok(match view {
            WHOLE if self.sight(&[]).is_some() => self.sight(&[]).map(Sight::whole),
            WHOLE => {
                let point = atlas.crosshair(self.view.at).0;
                boxed(Some(atlas.sheet(point, self.view.batch)?))
            }
            "agreement" => boxed(atlas.agreement(model)),
            "function" => match at {
                [place] => boxed(self.function(place.max(0.0) as usize)?),
                _ => return Err(unknown("view", view)),
            },
            "function hover" => match at {
                [place, row, column, way] => {
                    let place = place.max(0.0) as usize;
                    let cell = atlas.cell(&self.view, &[*row, *column]);
                    let band = self.function(place)?;
                    boxed(band.map(|band| atlas.pointed(place, band, cell, *way)))
                }
                _ => return Err(unknown("view", view)),
            },
            _ => return atlas.chart_judging(&self.view, view, at),
        })
    }

    fn caption(&self) -> Result<String> {
        if let Some(sight) = self.sight(&[]) {
            return Ok(sight.caption());
        }
        Ok("r: metacorrelation with the oracle, which does not see that all correlations are too weak \
            or too strong by the same factor. XLLR: mean rank by XLL, 0 is best. An arrow points to \
            a value beyond the axis."
            .into())
    }

    fn saved_size(&self) -> (u32, u32) {
        (1000, 700)
    }
}

fn line(facts: &ModelFacts) -> String {
    let score = |score: &ModelScore| match score.mean.as_str() {
        "" => format!("{} {}", score.label, score.value),
        mean => format!("{} {} ({mean})", score.label, score.value),
    };
    let scores: Vec<_> = facts.scores.iter().map(score).collect();
    let doubt =
        facts.doubt.as_ref().map_or(String::new(), |words| format!("; not to be trusted: {words}"));
    format!("{:24} {}{doubt}", facts.title, scores.join(", "))
}
