//! The lab's figure: the sliders' batch, and what is there of the cloud and of the search.

use serde_json::{Value, json};

use crate::chart::{Chart, ColorBar};
use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::codec::Reader;
use crate::lab::theorem::charts::{self, Divergences, Gaps, Marginals, Pointed, Promise, Square};
use crate::lab::theorem::{
    CLIMBS, Case, Class, Outcome, Recipe, mismatch, read_cases, report, stretches, words,
};
use crate::lab::{Fact, Figure, WHOLE, grouped, not_ready, three_digits, unknown};
use crate::numeric::{math, sorted_by};
use crate::report::Report;
use crate::scenario::{LEAST_XI, Scenario, View, XI};

/// What is there of it.
pub struct TheoremFigure {
    scenario: Scenario,
    class: Class,
    /// The sliders' case.
    own: Option<Case>,
    /// The first case of each stretch of the cloud, and what is known of it.
    cloud: Vec<(usize, Vec<Outcome>)>,
    /// How many cases each search tried so far, and the worst of them.
    worst: Vec<Option<(usize, Case)>>,
    /// Which case is asked for, and that case if there is such a one: cases of the cloud come first, then
    /// those that were searched for.
    looked: (Option<usize>, Option<Case>),
}

impl TheoremFigure {
    pub fn new(scenario: &Scenario) -> Self {
        let stretches = stretches(scenario).into_iter();
        Self {
            class: Class::of(scenario),
            scenario: scenario.clone(),
            own: None,
            cloud: stretches.map(|(first, _)| (first, Vec::new())).collect(),
            worst: vec![None; CLIMBS],
            looked: (None, None),
        }
    }

    fn own(&self) -> Result<&Case> {
        self.own.as_ref().ok_or_else(not_ready)
    }

    /// The case that is shown closely.
    fn shown(&self) -> Result<&Case> {
        self.looked.1.as_ref().map_or_else(|| self.own(), Ok)
    }

    fn show(&mut self, glance: Vec<Outcome>) -> Result<()> {
        self.own = Some(self.class.own(self.scenario.mismatch.marginals)?);
        self.cloud[0].1 = glance;
        Ok(())
    }

    /// All cases of the cloud with their numbers.
    fn cases(&self) -> impl Iterator<Item = (usize, &Outcome)> {
        self.cloud.iter().flat_map(|(first, outcomes)| (*first..).zip(outcomes))
    }

    fn cloud(&self) -> Vec<Outcome> {
        self.cases().map(|(_, outcome)| *outcome).collect()
    }

    /// Those that were searched for, with their numbers.
    fn searched(&self) -> impl Iterator<Item = (usize, Outcome)> {
        let first = self.scenario.mismatch.cases;
        let found = move |(i, worst): (usize, &Option<(usize, Case)>)| {
            Some((first + i, worst.as_ref()?.1.outcome()))
        };
        self.worst.iter().enumerate().filter_map(found)
    }

    fn worst(&self) -> Vec<Outcome> {
        self.searched().map(|(_, outcome)| outcome).collect()
    }

    /// What comes out in all of them.
    fn many(&self) -> String {
        let tried = self.worst.iter().flatten().map(|(tried, _)| tried).sum();
        words::many(&self.class, &self.cloud(), &self.worst(), tried)
    }

    /// All cases that can be pointed at.
    fn all(&self) -> impl Iterator<Item = (usize, Outcome)> {
        self.cases().map(|(number, outcome)| (number, *outcome)).chain(self.searched())
    }

    fn outcome(&self, number: usize) -> Option<Outcome> {
        self.all().find(|(other, _)| *other == number).map(|(_, outcome)| outcome)
    }

    /// Makes the case that is asked for.
    fn look_again(&mut self) -> Result<()> {
        let cases = self.scenario.mismatch.cases;
        self.looked.1 = match self.looked.0 {
            None => None,
            Some(number) if number < cases => Some(self.class.numbered(number)?),
            Some(number) => self.worst.get(number - cases).cloned().flatten().map(|(_, case)| case),
        };
        Ok(())
    }

    fn name(&self, number: usize) -> String {
        match number.checked_sub(self.scenario.mismatch.cases) {
            None => format!("Random batch {}", grouped(number + 1)),
            Some(climb) => {
                format!("The worst batch found at ξ = {}", words::plain(mismatch(climb)))
            }
        }
    }

    fn gaps(&self, this: Option<&Outcome>) -> Gaps {
        Gaps::new(&self.class, self.cases().map(|(_, outcome)| outcome), &self.worst(), this)
    }

    /// The case nearest to a place, of so many pixels a unit, within so many pixels.
    fn nearest(&self, (x, y): (f64, f64), (across, up): (f64, f64), reach: f64) -> Option<usize> {
        let distance = |outcome: &Outcome| {
            let (column, row) = charts::place(outcome);
            let (right, above) = ((column - x) * across, (row - y) * up);
            right * right + above * above
        };
        let near = self.all().map(|(number, outcome)| (number, distance(&outcome)));
        let near = near.filter(|(_, distance)| *distance <= reach * reach);
        near.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(number, _)| number)
    }

    /// The case so many places further in the order of mismatches; from nowhere, the nearest to the one
    /// that is shown.
    fn further(&self, from: f64, step: f64) -> Option<usize> {
        let all = self.all().map(|(number, outcome)| (number, outcome.xi)).collect();
        let order: Vec<(usize, f64)> = sorted_by(all, |(_, xi)| *xi);
        let known = order.iter().position(|(number, _)| *number as f64 == from);
        let place = match known {
            Some(place) => place as f64 + step,
            None => {
                let xi = self.shown().ok()?.divergence.kl_marginals;
                order.partition_point(|(_, other)| *other < xi) as f64
            }
        };
        let last = order.len().checked_sub(1)? as f64;
        order.get(place.clamp(0.0, last) as usize).map(|(number, _)| *number)
    }
}

impl Figure for TheoremFigure {
    fn compute(&mut self) -> Result<()> {
        let (first, count) = stretches(&self.scenario)[0];
        let glance =
            self.class.cloud((first, count), &mut |_, _| std::ops::ControlFlow::Continue(()))?;
        self.show(glance)
    }

    fn add(&mut self, unit: usize, part: Part) -> Result<()> {
        let mut reader = Reader(&part.0);
        match unit.checked_sub(self.cloud.len()) {
            Some(climb) => {
                let tried = reader.count()?;
                let worst = Recipe::read(&mut reader)?.case(&self.class, mismatch(climb))?;
                self.worst[climb] = Some((tried, worst));
                self.look_again()?;
            }
            None if unit == 0 => self.show(read_cases(&mut reader)?)?,
            None => self.cloud[unit].1 = read_cases(&mut reader)?,
        }
        reader.end(())
    }

    fn preview(&mut self, unit: usize, snapshot: Part) -> Result<()> {
        self.add(unit, snapshot)
    }

    fn is_ready(&self) -> bool {
        self.own.is_some()
    }

    fn look(&mut self, view: &View) -> Result<()> {
        self.looked.0 = view.case;
        self.look_again()
    }

    fn report(&self) -> Result<Report> {
        Ok(report::report(self.own()?, &self.cloud(), &self.worst()))
    }

    fn heading(&self) -> Result<String> {
        let Class { size, eigenvalue, .. } = self.class;
        let divergence = &self.shown()?.divergence;
        Ok(format!(
            "Theorem 1: with ξ = {}, b = {size} and λ = {}, XLL is off by {} nats, and by {} at most",
            words::plain(divergence.kl_marginals),
            words::plain(eigenvalue),
            three_digits(divergence.gap.abs()),
            three_digits(divergence.limits.bound),
        ))
    }

    fn description(&self) -> Result<String> {
        Ok(words::description(&self.class, self.shown()?, &self.many()))
    }

    #[cfg(feature = "cli")]
    fn lines(&self) -> Result<Vec<String>> {
        let facts = words::facts(self.shown()?).into_iter();
        let facts =
            facts.map(|fact| format!("{:14} {:>12}  {}", fact.label, fact.value, fact.note));
        let many = self.many();
        Ok(facts.chain([many]).collect())
    }

    fn words(&self) -> Result<Value> {
        let case = self.shown()?;
        let row =
            |fact: &Fact| json!({ "label": fact.label, "value": fact.value, "note": fact.note });
        let worst = self.searched().max_by(|a, b| a.1.share().total_cmp(&b.1.share()));
        let looked = self.looked.0.filter(|_| self.looked.1.is_some());
        Ok(json!({
            "notice": words::notice(&self.class, case),
            // Unseen, so that another sentence moves nothing.
            "room": words::longest_notice(),
            "facts": words::facts(case).iter().map(row).collect::<Vec<_>>(),
            "many": self.many(),
            // What all batches of the cloud have in common.
            "cloud": format!("{:?} {}", self.class, self.scenario.mismatch.cases),
            "looked": looked.map(|number| self.name(number)),
            "worst": worst.map(|(number, _)| number),
        }))
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let Ok(Case { divergence, .. }) = self.shown() else { return Vec::new() };
        let numbers = [
            ("xi", divergence.kl_marginals),
            ("b", self.class.size as f64),
            ("lambda", divergence.lambda_min),
            ("xll", divergence.kl),
            ("correlations", divergence.kl_correlations),
            ("gap", divergence.gap),
            ("bound", divergence.limits.bound),
        ];
        numbers.map(|(name, value)| (name.into(), value)).into()
    }

    fn ask(&self, what: &str, at: &[f64]) -> Result<Value> {
        Ok(match (what, at) {
            ("nearest", [x, y, across, up, reach]) => {
                json!(self.nearest((*x, *y), (*across, *up), *reach))
            }
            ("further", [from, step]) => json!(self.further(*from, *step)),
            // The mismatch of a case, as its slider says it.
            ("xi", [number]) => {
                json!(self.outcome(*number as usize).map(|outcome| words::plain(outcome.xi)))
            }
            // The mismatch at a place along the axis, within what sliders reach.
            ("xi at", [x]) => json!(words::plain(math::pow(10.0, *x).clamp(LEAST_XI, XI.1))),
            ("readout", [number]) => {
                let number = *number as usize;
                let words = |outcome| words::one(&self.name(number), &outcome);
                json!(self.outcome(number).map(words))
            }
            _ => return Err(unknown("question", what)),
        })
    }

    fn chart(&self, view: &str, at: &[f64]) -> Result<Option<Box<dyn Chart + '_>>> {
        let case = self.shown()?;
        Ok(Some(match (view, at) {
            (WHOLE, _) => Box::new(charts::whole(case, self.gaps(Some(&case.outcome())))),
            ("promise", _) => {
                Box::new(Promise::new(&self.class, case, words::sure(&self.class, case)))
            }
            ("marginals", _) => Box::new(Marginals(case)),
            ("truth", _) => Box::new(Square(&case.truth)),
            ("candidate", _) => Box::new(Square(&case.candidate)),
            ("divergences", _) => Box::new(Divergences(case)),
            ("gaps", []) => Box::new(self.gaps(None)),
            // On paper nothing lies over it.
            ("gaps", _) => Box::new(self.gaps(Some(&case.outcome()))),
            ("pointed", at) => {
                let pointed = at.first().and_then(|number| self.outcome(*number as usize));
                let gaps = Gaps::new(&self.class, [], &[], None);
                Box::new(Pointed { gaps, this: case.outcome(), pointed })
            }
            ("colors", _) => Box::new(ColorBar),
            _ => return Err(unknown("view", view)),
        }))
    }

    fn caption(&self) -> Result<String> {
        Ok("ξ: how far the means and deviations are from the right ones, as a divergence in nats. b: how many \
            points a batch has. λ: the least eigenvalue that a matrix of correlations may have. No case lies \
            above the proven bound."
            .into())
    }
}
