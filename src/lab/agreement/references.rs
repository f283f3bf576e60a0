//! XLL by reference, as in the paper's Figure 6: does the order of models depend on who judges?

use serde_json::{Value, json};

use super::figure::AgreementFigure;
use super::words::{estimate, interval};
use crate::experiment::agreement::{Likeness, Values, stability};
use crate::lab::{count, three_decimals};

impl AgreementFigure {
    /// The quantities that are XLL under one reference, in the order of references.
    fn under(&self) -> Vec<usize> {
        let all = 0..self.quantities.len();
        all.filter(|place| self.quantities[*place].is_under_one()).collect()
    }

    /// How alike the references' orders of all models are.
    pub(super) fn stability(&self) -> Option<Likeness> {
        if let Some(found) = *self.stable.borrow() {
            return found;
        }
        let under = self.under();
        let orders: Vec<Values> = under.iter().map(|place| self.values(*place, false)).collect();
        let found = stability(&orders, u64::from(self.scenario.problem.seed));
        *self.stable.borrow_mut() = Some(found);
        found
    }

    /// A row for each reference, a column for each; and what follows once all tasks are there.
    pub(super) fn reference_words(&self) -> Value {
        let references = self.references();
        let title = |model: &usize| self.names[*model].label.clone();
        let rows = self.under().into_iter().zip(&references).map(|(place, reference)| {
            let all = self.estimates(place, false);
            let cells: Vec<String> = references.iter().map(|model| estimate(all[*model])).collect();
            json!({ "title": title(reference), "cells": cells, "name": self.link_name(place) })
        });
        json!({
            "titles": references.iter().map(title).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
            "words": self.stability_words(),
        })
    }

    fn stability_words(&self) -> String {
        let references = self.references().len();
        if references < 2 {
            return "One reference alone: make others references to see whether the order of models depends \
                    on who judges."
                .into();
        }
        if !self.is_whole() {
            return String::new();
        }
        let Some(found) = self.stability() else {
            return "Too few models to compare orders.".into();
        };
        let all = count(self.models(), "model");
        let verdict = match found.ends {
            None => "one task says nothing of how sure that is",
            Some((low, _)) if low > 0.9 => "who judges hardly matters",
            Some((low, _)) if low > 0.5 => "who judges matters little",
            Some((_, high)) if high < 0.5 => {
                "with these models as judges, who judges matters a lot"
            }
            Some(_) => "more tasks would tell how much it matters who judges",
        };
        format!(
            "The {references} references’ orders of all {all} agree with a mean Spearman coefficient of \
             {}{}: {verdict}.",
            three_decimals(found.value),
            interval(&found)
        )
    }
}
