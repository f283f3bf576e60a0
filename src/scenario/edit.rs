//! Every change that a page can make to a link. Whatever it is, what comes out can be read again.

use super::{Link, Scenario, Shown, Source, Touch, View};
use crate::error::Result;

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// A control is set to a typed or chosen value.
    Set(String, String),
    /// A key that can be repeated gets another list.
    List(String, Vec<String>),
    /// A control's slider is moved to a position.
    Slide(String, u32),
    /// All that is random is drawn anew.
    Seed(u32),
    /// Back to the preset or task as it was.
    Reset,
    /// The same data in another lab.
    Lab(String),
    /// A hand on the figure.
    Touch(Touch),
    /// One model more, of a usual kind.
    AddCandidate,
    /// One model fewer.
    RemoveCandidate(usize),
    /// The figure is looked at otherwise: a key of [`View`], and its value; nothing for none.
    Look(String, Option<String>),
}

/// A model that is added starts as this.
const NEW_CANDIDATE: &str = "gp";
/// And as this where the prior is not known.
const NEW_ON_A_TABLE: &str = "gp-rbf";

impl Link {
    /// The link after a change.
    ///
    /// # Errors
    /// What is wrong with the change; or that no link could hold its outcome.
    pub fn edited(&self, edit: &Edit) -> Result<Self> {
        let link = match edit {
            Edit::Look(name, value) => {
                Self { view: self.view.with(name, value.as_deref())?, ..self.clone() }
            }
            _ => self.with_scenario(edit.scenario(&self.scenario)?, edit),
        };
        link.normalised().checked("the link after this change")
    }

    /// What was pointed at may be gone with what was changed.
    fn with_scenario(&self, scenario: Scenario, edit: &Edit) -> Self {
        let mut view = self.view;
        let problem = |s: &Scenario| (s.problem.preset, s.data.source);
        if problem(&scenario) != problem(&self.scenario) {
            let model = view.model.and_then(|model| self.place_in(&scenario, model));
            view = View { at: None, pull: None, model, ..view.without_cell() };
        }
        if scenario != self.scenario {
            view.case = None;
        }
        match edit {
            Edit::RemoveCandidate(_) => {
                view = View { model: None, ..view.without_cell() };
            }
            // Another lab has other parts.
            Edit::Lab(_) => view.show = Shown::default(),
            // A new model is the one to look at.
            Edit::AddCandidate => view.model = scenario.models.candidates.len().checked_sub(1),
            _ => {}
        }
        Self { scenario, view }
    }

    /// Where a candidate stands among those of another scenario, if it is there.
    fn place_in(&self, scenario: &Scenario, model: usize) -> Option<usize> {
        let (own, others) =
            (self.scenario.models.candidates.get(model)?, &scenario.models.candidates);
        let same = |&place: &usize| others.get(place) == Some(own);
        [model].into_iter().chain(0..others.len()).find(same)
    }
}

impl Edit {
    fn scenario(&self, scenario: &Scenario) -> Result<Scenario> {
        match self {
            Self::Set(name, value) => scenario.set(name, value),
            Self::List(name, values) => {
                scenario.with(name, &values.iter().map(String::as_str).collect::<Vec<_>>())
            }
            Self::Slide(name, position) => scenario.slide(name, *position),
            Self::Seed(seed) => scenario.with("seed", &[&seed.to_string()]),
            Self::Reset => Ok(scenario.reset()),
            Self::Lab(name) => scenario.in_lab(name),
            Self::Touch(touch) => scenario.touched(*touch),
            Self::AddCandidate => scenario.with_candidate(match scenario.data.source {
                Source::Table => NEW_ON_A_TABLE,
                _ => NEW_CANDIDATE,
            }),
            Self::RemoveCandidate(index) => scenario.without_candidate(*index),
            Self::Look(..) => Ok(scenario.clone()),
        }
    }
}
