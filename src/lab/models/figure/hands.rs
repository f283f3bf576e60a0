//! Hands on the functions of models, and what a pointer over them shows.

use serde_json::Value;

use super::ModelsFigure;
use crate::chart::{Hover, Pointed};
use crate::error::Result;
use crate::lab::models::{Studied, charts, words};
use crate::lab::pull::{self, Hand, Pulled};
use crate::posterior::Marginals;

impl ModelsFigure {
    /// What a hand does to the function of a panel, if it holds one that is there.
    pub(super) fn pulled(&self, at: usize) -> Option<Pulled> {
        let (pull, studied) = (self.view.pull?, self.studied(at)?);
        let (along, belief) = (&self.scene.as_ref()?.x, &studied.along);
        let row = |at: usize| (0..along.len()).map(|i| belief.covariance.get(at, i)).collect();
        Some(Pulled::new(along, pull, &belief.marginals(), row))
    }

    /// A hand on a model's function.
    fn hand<'a>(&'a self, belief: &'a Marginals) -> Result<Hand<'a>> {
        let scene = self.scene()?;
        let (scenario, pull, along) = (&self.scenario, self.view.pull, &scene.x);
        let y_range = self.y_axis.unwrap_or(scene.y_range);
        Ok(Hand { scenario, pull, along, belief, y_range })
    }

    /// Whether a model's function can be held at a place.
    fn holds(&self, studied: &Studied, x: f64) -> bool {
        self.hand(&studied.along.marginals()).is_ok_and(|hand| hand.holds(x))
    }

    /// What a hand can do with the function of a panel, and what that does.
    pub(super) fn ask_hand(&self, what: &str, place: f64, at: &[f64]) -> Result<Value> {
        let panel = self.at(place)?;
        let Some(studied) = self.studied(panel) else { return Ok(Value::Null) };
        if what != "pull words" {
            let belief = studied.along.marginals();
            return self.hand(&belief)?.ask(what, at, &self.panels[panel].band.mean);
        }
        let Some(pulled) = self.pulled(panel) else { return Ok(Value::Null) };
        let title = self.facts()?[panel].title.clone();
        let exact = self.pulled(0).filter(|_| panel > 0);
        let exact = exact.as_ref().map(|exact| (words::EXACT, exact));
        Ok(pull::words(&self.scenario, &self.scene()?.x, (&title, &pulled), exact, None).into())
    }

    /// What a pointer at x shows, over another panel (0), over this one (1), or in a hand that pulls (2); and
    /// the other place, if two are compared.
    pub(super) fn hover(
        &self,
        at: usize,
        x: f64,
        way: f64,
        other: Option<f64>,
    ) -> Result<Hover<'_>> {
        let (scene, studied) = (self.scene()?, self.studied(at).filter(|_| way != 0.0));
        let correlation = studied.map(|studied| charts::correlation(scene, studied, x));
        let grip = way == 1.0 && studied.is_some_and(|studied| self.holds(studied, x));
        let pointed = Pointed { x, other, correlation: correlation.unwrap_or_default(), grip };
        Ok(Hover { panel: &self.panels[at], pointed })
    }

    /// Nothing is read before there is a prediction.
    pub(super) fn readout(&self, place: f64, x: f64) -> Result<String> {
        let at = self.at(place)?;
        let panel = &self.panels[at];
        let known = panel.band.mean.first().is_some_and(|mean| mean.is_finite());
        let fixed = self.studied(at).is_some_and(|studied| !self.holds(studied, x));
        let remark = if fixed { pull::KNOWN } else { "" };
        Ok(if known { panel.readout(x) + remark } else { String::new() })
    }
}
