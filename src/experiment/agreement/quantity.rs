//! What models can be compared by: every measure, what their questions are good for, and XLL under each reference.

use crate::experiment::agreement::{Compared, RULES};
use crate::experiment::measure::{self, MEASURES, Measure, XLL, XLLR};
use crate::scenario::Scenario;

/// Something that a comparison says of each model.
#[derive(Clone)]
pub struct Quantity {
    /// Its name in links, files and other programs.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// The same where there is little room.
    pub short: String,
    /// Which way is better: 1 if more is, -1 if less is.
    pub better: f64,
    of: Of,
}

#[derive(Clone, Copy)]
enum Of {
    /// A measure, by its place among all.
    Measure(usize),
    /// What came of asking, by the rule's place in [`RULES`].
    Asked(usize),
    /// XLL under one reference, by the candidate's place.
    Under(usize),
}

/// What comes of asking by each of [`RULES`]: its name, and the same where there is little room.
const ASKED: [(&str, &str); RULES.len()] = [
    ("log likelihood after a batch by BatchMIG", "by BatchMIG"),
    ("log likelihood after a batch by TIG", "by TIG"),
];

/// All that models of a scenario can be compared by: what their questions are good for, every measure, and XLL under
/// each reference; `titles` are the names of its candidates.
pub fn quantities(scenario: &Scenario, titles: &[String]) -> Vec<Quantity> {
    let asked =
        ASKED.iter().zip(RULES).enumerate().map(|(place, ((label, short), rule))| Quantity {
            id: rule.name().into(),
            label: (*label).into(),
            short: (*short).into(),
            better: 1.0,
            of: Of::Asked(place),
        });
    let measures = measure::all().enumerate().map(|(place, measure)| {
        let Measure { id, label, short, better, .. } = *measure;
        Quantity {
            id: id.into(),
            label: label.into(),
            short: short.into(),
            better,
            of: Of::Measure(place),
        }
    });
    let candidates = scenario.models.candidates.iter().zip(titles).enumerate();
    let references = candidates.filter(|(_, (candidate, _))| candidate.is_reference);
    let under = references.map(|(place, (candidate, title))| Quantity {
        id: format!("xll:{}", candidate.id()),
        label: format!("XLL with the marginals of {title}"),
        short: format!("XLL, {title}"),
        better: XLL.better,
        of: Of::Under(place),
    });
    asked.chain(measures).chain(under).collect()
}

impl Quantity {
    /// What a task says of a model; nothing where it cannot be said.
    pub fn of(&self, task: &Compared, model: usize) -> Option<f64> {
        let known = match self.of {
            Of::Asked(rule) => task.asked[rule].log_likelihood.get(model).copied(),
            Of::Measure(place) if place == XLLR.place() => task.rank[model],
            Of::Measure(place) if place < MEASURES.len() => task.judged.scores[place][model],
            Of::Measure(place) => task.further[place - MEASURES.len()][model],
            Of::Under(reference) => {
                let row = task.judged.references.iter().find(|row| row.reference == reference);
                row.and_then(|row| row.xll.get(model).copied())
            }
        };
        known.filter(|value| value.is_finite())
    }

    /// What the oracle expects that to be, before any y, where that has a closed form.
    pub fn expected(&self, task: &Compared, model: usize) -> Option<f64> {
        let known = match self.of {
            Of::Asked(rule) => task.asked[rule].expected_log_likelihood.get(model).copied(),
            Of::Measure(place) if place == XLLR.place() => task.expected_rank[model],
            Of::Measure(place) => task.expected[place][model],
            Of::Under(reference) => {
                let references = &task.judged.references;
                let place = references.iter().position(|row| row.reference == reference);
                place.and_then(|place| task.expected_under.get(place)?.get(model).copied())
            }
        };
        known.filter(|value| value.is_finite())
    }

    /// Whether it is XLL under one reference.
    pub fn is_under_one(&self) -> bool {
        matches!(self.of, Of::Under(_))
    }
}
