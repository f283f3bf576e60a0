//! One model's panel: its chart, and all that stands with it.

use serde_json::{Value, json};

use super::{Fitting, ModelsFigure};
use crate::chart::Panel;
use crate::lab::models::words::Facts;
use crate::lab::models::{Stages, charts, inference, words};

impl ModelsFigure {
    pub(super) fn panel(&self, at: usize) -> Panel {
        let scene = self.scene.as_ref().expect("panels come after the scene");
        let shown = match at.checked_sub(1).map(|model| &self.fits[model]) {
            None => charts::Shown::Done(&scene.oracle),
            Some(Fitting::Waiting) => charts::Shown::Waiting,
            Some(Fitting::Learning(sketch)) => {
                sketch.glimpse().map_or(charts::Shown::Waiting, charts::Shown::Learning)
            }
            Some(Fitting::Done(studied)) => charts::Shown::Done(studied),
        };
        let y_range = self.y_axis.unwrap_or(scene.y_range);
        let mut panel = charts::panel(&self.scenario, scene, &shown, y_range);
        if let Some(pulled) = self.pulled(at) {
            panel.band = pulled.on(panel.band);
        }
        if let Some((low, high)) = self.y_axis {
            // A point that is dragged beyond the axis stays in sight.
            panel.band.train.1.iter_mut().for_each(|y| *y = y.clamp(low, high));
        }
        panel
    }

    pub(super) fn learning(&self, at: usize) -> Option<charts::Learning> {
        let model = at.checked_sub(1)?;
        let candidate = &self.scenario.models.candidates[self.plan.models[model].place];
        let (curve, whole) = match &self.fits[model] {
            Fitting::Waiting => return None,
            Fitting::Learning(sketch) => (&sketch.glimpse()?.curve, Some(charts::WHOLE)),
            Fitting::Done(studied) => (&studied.fit.curve, None),
        };
        charts::learning(curve, words::curve_label(candidate), whole)
    }

    /// A network beside HMC's posterior of the same, as the page takes it.
    fn beside(&self, place: usize) -> Option<Value> {
        let (scene, shown) = (self.scene.as_ref()?, self.shown().ok()?);
        let found = inference::beside(&self.scenario, scene, &shown, place.checked_sub(1)?)?;
        let value = found.metacorrelation.map(crate::lab::three_decimals);
        Some(json!({ "place": found.sampled + 1, "value": value, "words": found.words }))
    }

    fn gap(&self, place: usize) -> Option<String> {
        inference::gap(&self.scenario, &self.shown().ok()?, place.checked_sub(1)?)
    }

    fn has_traces(&self, at: usize) -> bool {
        self.studied(at).is_some_and(|studied| studied.trace.nrows() > 1)
    }

    pub(super) fn panel_json(&self, at: usize, facts: &Facts) -> Value {
        let model = at.checked_sub(1).map(|at| &self.plan.models[at]);
        let place = model.map_or(0, |stages| stages.place + 1);
        let units = model.map_or(Vec::new(), Stages::units);
        let score = |score: &words::Score| {
            let words::Score { label, value, best } = score;
            json!({ "label": label, "value": value, "best": best, "help": words::help(label) })
        };
        json!({
            "place": place,
            "units": units,
            "kind": self.candidate(place).map_or("exact", |candidate| candidate.kind.id),
            "title": facts.title,
            "meaning": words::meaning(self.candidate(place)),
            "about": words::about(self.candidate(place)),
            "state": at.checked_sub(1).map_or("exact", |at| self.fits[at].state()),
            "scores": facts.scores.iter().map(score).collect::<Vec<_>>(),
            "fault": facts.fault,
            "verdict": facts.verdict.as_ref().map(|v| json!({ "good": v.good, "words": v.words })),
            "beside": self.beside(place),
            "gap": self.gap(place),
            "curve": self.learning(at).is_some(),
            "traces": self.has_traces(at),
        })
    }
}
