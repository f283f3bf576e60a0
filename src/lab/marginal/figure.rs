//! The lab's figure: a picture, and what is known so far of its bands' honesty.

use serde_json::{Value, json};

use crate::chart::{Chart, Probe};
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::codec::Reader;
use crate::lab::marginal::{self, Calibration, Picture, Tally, Verdict, charts, picture, words};
use crate::lab::scene::scene;
use crate::lab::{Fact, Figure, Grips, WHOLE, not_ready, unknown};
use crate::report::Report;
use crate::scenario::{Scenario, View};

/// What is there of it.
pub struct MarginalFigure {
    scenario: Scenario,
    /// The picture, and a first impression of the check.
    shown: Option<(Picture, Tally)>,
    /// What the check's units found, or have found so far; the first unit is the picture.
    tallies: Vec<Option<Tally>>,
    y_axis: Option<(f64, f64)>,
}

impl MarginalFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let units = scenario.judging.repetitions.div_ceil(marginal::UNIT) + 1;
        let tallies = vec![None; units];
        Self { scenario: scenario.clone(), shown: None, tallies, y_axis: None }
    }

    fn picture(&self) -> Result<&Picture> {
        Ok(&self.shown.as_ref().ok_or_else(not_ready)?.0)
    }

    /// What the parts so far say; without any, what a glance said.
    fn calibration(&self) -> Result<Calibration> {
        let mut all = Tally::default();
        self.tallies.iter().flatten().for_each(|tally| all.add(tally));
        let glance = &self.shown.as_ref().ok_or_else(not_ready)?.1;
        let tally = if all == Tally::default() { glance } else { &all };
        Ok(tally.calibration(self.scenario.sizes().targets))
    }

    fn show(&mut self, mut picture: Picture, glance: Tally) {
        picture.y_range = self.y_axis.unwrap_or(picture.y_range);
        self.shown = Some((picture, glance));
    }
}

impl Figure for MarginalFigure {
    fn compute(&mut self) -> Result<()> {
        self.show(picture(&self.scenario)?, marginal::glance(&self.scenario)?);
        Ok(())
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        let mut reader = Reader(&part.0);
        if unit == 0 {
            let (picture, glance) = (Picture::read(&mut reader)?, Tally::read(&mut reader)?);
            self.show(picture, glance);
        } else {
            self.tallies[unit] = Some(Tally::read(&mut reader)?);
        }
        reader.end(())
    }

    fn preview(&mut self, unit: usize, snapshot: Part) -> Result<()> {
        self.add(unit, snapshot)
    }

    fn is_ready(&self) -> bool {
        self.shown.is_some()
    }

    fn look(&mut self, _: &View) -> Result<()> {
        Ok(())
    }

    fn hold_y_axis(&mut self, range: (f64, f64)) {
        self.y_axis = Some(range);
    }

    fn report(&self) -> Result<Report> {
        Ok(marginal::report(self.picture()?, &self.calibration()?))
    }

    fn heading(&self) -> Result<String> {
        let verdict = marginal::verdict(&self.calibration()?).1;
        Ok(format!("{}. {verdict}", self.scenario.problem.preset.title))
    }

    fn description(&self) -> Result<String> {
        Ok(marginal::description(&self.scenario, self.picture()?, &self.calibration()?))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        let calibration = self.calibration()?;
        let facts = marginal::facts(self.picture()?, &calibration).into_iter();
        let facts = facts.map(|fact| format!("{:40} {:>8}  {}", fact.label, fact.value, fact.note));
        Ok(std::iter::once(marginal::verdict(&calibration).1).chain(facts).collect())
    }

    fn words(&self) -> Result<Value> {
        let (picture, calibration) = (self.picture()?, self.calibration()?);
        let facts = marginal::facts(picture, &calibration);
        let row =
            |fact: &Fact| json!({ "label": fact.label, "value": fact.value, "note": fact.note });
        let (verdict, words) = marginal::verdict(&calibration);
        Ok(json!({
            "notice": marginal::notice(&self.scenario, picture, &calibration),
            "invitation": marginal::invitation(&self.scenario),
            // Unseen, so that another sentence moves nothing.
            "room": marginal::longest_notice(),
            "facts": facts.iter().map(row).collect::<Vec<_>>(),
            "judged": match verdict {
                Verdict::Honest | Verdict::Bold | Verdict::Cautious => "honest",
                Verdict::Open => "open",
                Verdict::TooNarrow | Verdict::TooWide => "wrong",
            },
            "verdict": words,
        }))
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let known = self.picture().and_then(|picture| Ok((picture, self.calibration()?)));
        known.map_or(Vec::new(), |(picture, checked)| words::numbers(picture, &checked))
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        let readout = |x: f64| -> Result<String> {
            Ok(charts::posterior(&self.scenario, self.picture()?).readout(x))
        };
        match (what, at) {
            ("readout", [x]) => Ok(readout(*x)?.into()),
            ("probe", [x]) => Ok(words::probe(self.picture()?, &readout(*x)?, *x).into()),
            ("scene", _) => {
                let band = charts::posterior(&self.scenario, self.picture()?);
                Ok(scene(&band, &self.scenario.problem.targets).into())
            }
            _ => Err(unknown("question", what)),
        }
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let picture = self.picture()?;
        let posterior = || charts::posterior(&self.scenario, picture);
        Ok(Some(match (view, at) {
            (WHOLE, _) => Box::new(charts::findings(&self.scenario, picture, &self.calibration()?)),
            ("posterior", _) => Box::new(posterior()),
            ("probe", [x]) => Box::new(Probe { band: posterior(), x: *x }),
            ("calibration", _) => Box::new(charts::reliability(&self.calibration()?)),
            _ => return Err(unknown("view", view)),
        }))
    }

    fn caption(&self) -> Result<String> {
        Ok("Dark band: where the function should lie with probability 95%; light band: an observation. \
            Calibration: the share of targets that central intervals hold, against the share they \
            promise; below the dashed line they promise too much."
            .into())
    }

    fn grips(&self) -> Option<Grips> {
        let train = &self.picture().ok()?.task.train;
        let points = train.inputs.iter().copied().zip(train.observed.iter().copied()).collect();
        Some(Grips { points, regions: self.scenario.problem.targets.clone() })
    }
}
