//! The lab in words: who ranks where, and how sure that is.

use serde_json::{Value, json};

use super::found::{Fit, Found, Read};
use super::ranking::{Quantity, Ranked, Ranking, quantities};
use crate::error::is_visible;
use crate::experiment::data::{Mark, alternatives};
use crate::lab::correlation::{doubted_words, quoted};
use crate::lab::curves::table_name;
use crate::lab::{count, grouped, three_decimals};
use crate::scenario::{Candidate, Scenario, Sizes};
use crate::table::Choice;

/// What there is to speak of.
pub struct Seen<'a> {
    pub scenario: &'a Scenario,
    pub found: &'a Found,
    /// How models rank by what was chosen.
    pub by: Ranking,
    pub titles: Vec<String>,
}

/// A mean as it stands in a cell.
pub struct Cell {
    pub value: String,
    pub error: String,
}

pub fn cell(ranked: &Ranked) -> Cell {
    let value = ranked.mean.map_or("–".into(), |mean| three_decimals(mean.mean));
    let error = ranked.mean.and_then(|mean| mean.standard_error);
    Cell { value, error: error.map_or_else(String::new, |e| format!(" ± {}", three_decimals(e))) }
}

/// The places that are open to a model.
pub fn places(ranked: &Ranked) -> String {
    match ranked.places {
        None => "–".into(),
        Some((first, last)) if first == last => first.to_string(),
        Some((first, last)) => format!("{first}–{last}"),
    }
}

impl Seen<'_> {
    /// How many splits were judged.
    pub fn judged(&self) -> usize {
        self.found.judged().len()
    }

    /// What means are taken over.
    pub fn over(&self) -> String {
        match (self.judged(), self.found.splits()) {
            (1, 1) => "on this split".into(),
            (judged, splits) if judged < splits => {
                format!("mean ± error of {judged} of {splits} splits")
            }
            (judged, _) => format!("mean ± error of {judged} splits"),
        }
    }

    /// Who is ahead, in a sentence.
    pub fn gist(&self) -> String {
        let Quantity { id, label, .. } = self.by.quantity;
        let label = if id == "xllr" || id == "xll" { id.to_uppercase() } else { label.into() };
        let order = self.by.best_first();
        let Some(&best) = order.first().filter(|best| self.by.models[**best].mean.is_some()) else {
            return match self.titles.len() {
                0 | 1 if id == "xllr" => "XLLR ranks several models: add another.".into(),
                _ => "Models are learning: the table fills as they are judged.".into(),
            };
        };
        let Cell { value, error } = cell(&self.by.models[best]);
        let same = |own: &&usize| cell(&self.by.models[**own]).value == value;
        let names: Vec<&str> = order.iter().filter(same).map(|own| &*self.titles[*own]).collect();
        let (are, error) = if names.len() > 1 { ("are", String::new()) } else { ("is", error) };
        let splits = match (self.judged(), self.found.splits()) {
            (1, _) => "On one split".into(),
            (judged, splits) if judged < splits => format!("Over {judged} of {splits} splits"),
            (judged, _) => format!("Over {judged} splits"),
        };
        // The best is who stays so with other rows; until that is decided, one is ahead.
        let rivals = order.iter().filter(|own| self.may_be_best(**own)).count();
        let word = if self.judged() > 1 && rivals <= names.len() { "best" } else { "ahead" };
        format!("{splits} {} {are} {word} by {label}, {value}{error}.", quoted(&names))
    }

    /// What to look at, given what there is.
    pub fn notice(&self) -> String {
        [self.gist(), self.tied(), self.behind(), self.doubted()].concat()
    }

    /// Who cannot be told from the best.
    fn tied(&self) -> String {
        let order = self.by.best_first();
        let Some((&best, others)) = order.split_first() else { return String::new() };
        if self.by.models[best].mean.is_none() {
            return String::new();
        }
        if self.judged() < 2 {
            return " One split decides nothing: with other rows the order may differ.".into();
        }
        let shares = |model: &&usize| self.may_be_best(**model);
        let tied: Vec<&str> = others.iter().filter(shares).map(|own| &*self.titles[*own]).collect();
        match tied.len() {
            0 => " It leads every other by more than chance allows.".into(),
            _ if tied.len() == others.len() => {
                " But nothing is decided: no other is behind by more than chance allows. Ask for more splits.".into()
            }
            _ => format!(" {} cannot be told from it by these splits.", quoted(&tied)),
        }
    }

    fn may_be_best(&self, model: usize) -> bool {
        self.by.models[model].places.is_some_and(|(first, _)| first == 1)
    }

    /// Who is behind the best for sure.
    fn behind(&self) -> String {
        let order = self.by.best_first();
        let behind = order
            .iter()
            .skip(1)
            .filter(|own| self.by.models[**own].mean.is_some() && !self.may_be_best(**own));
        let names: Vec<&str> = behind.map(|own| &*self.titles[*own]).collect();
        match names.len() {
            _ if names.is_empty() || self.judged() < 2 || names.len() + 1 == order.len() => {
                String::new()
            }
            1 => format!(" {} is behind by more than chance allows.", quoted(&names)),
            _ => format!(" {} are behind by more than chance allows.", quoted(&names)),
        }
    }

    /// Why models should not be trusted as they were fitted: on how many splits, and why on the first of them.
    pub fn doubts(&self) -> Vec<String> {
        let of = |(model, title): (usize, &String)| {
            self.doubt(model).map(|why| format!("{title}: {why}"))
        };
        self.titles.iter().enumerate().filter_map(of).collect()
    }

    fn doubt(&self, model: usize) -> Option<String> {
        let fits = self.found.fits.iter().filter_map(|split| split[model].as_ref());
        let doubts: Vec<&String> = fits.filter_map(|fit| fit.doubt.as_ref()).collect();
        let first = doubts.first()?;
        Some(match self.found.splits() {
            1 => (*first).clone(),
            splits => format!("Not to be trusted on {} of {splits} splits: {first}", doubts.len()),
        })
    }

    fn doubted(&self) -> String {
        let doubtful = (0..self.titles.len()).filter(|model| self.doubt(*model).is_some());
        let names: Vec<&str> = doubtful.map(|model| &*self.titles[model]).collect();
        doubted_words(&names, "see its row", "see their rows")
    }

    /// How a model was fitted: what was chosen for it on the validation part, and where its training ended.
    fn course(&self, model: usize) -> String {
        let fits: Vec<&Fit> =
            self.found.fits.iter().filter_map(|split| split[model].as_ref()).collect();
        let candidate = &self.scenario.models.candidates[model];
        let own = alternatives(self.scenario, candidate);
        let settings = |chosen: &Candidate| -> String {
            let other =
                chosen.values.iter().filter(|(own, held)| *candidate.values.get(own.id) != **held);
            other.map(|(own, held)| format!("{} {held}", own.label)).collect::<Vec<_>>().join(", ")
        };
        let mut chosen: Vec<String> = Vec::new();
        for words in fits.iter().filter_map(|fit| own.get(fit.chosen?.0)).map(settings) {
            if !chosen.contains(&words) {
                chosen.push(words);
            }
        }
        let chosen = (!chosen.is_empty())
            .then(|| format!("chosen on the validation part: {}", chosen.join("; or ")));
        let kept: Vec<String> = fits
            .iter()
            .filter_map(|fit| fit.epochs)
            .map(|(kept, last)| format!("{} of {}", grouped(kept as usize), grouped(last as usize)))
            .collect();
        let kept = (!kept.is_empty()).then(|| format!("kept epoch {}", kept.join(", ")));
        [chosen, kept].into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The figure in words, for those who cannot see it.
    pub fn description(&self) -> String {
        let models = self.by.best_first().into_iter().map(|model| {
            let Cell { value, error } = cell(&self.by.models[model]);
            format!("{} {value}{error}", self.titles[model])
        });
        let models = models.collect::<Vec<_>>().join(", ");
        let Quantity { label, .. } = self.by.quantity;
        format!("{} {label}, the best first: {models}.", self.sizes_words())
    }

    /// What is predicted from what, as far as the link says so.
    fn columns_words(&self) -> String {
        let Choice { target, left_out, .. } = &self.scenario.data.table.choice;
        let shown = |text: &String| match text.parse::<usize>() {
            Ok(number) => format!("column {number}"),
            Err(_) => format!("“{}”", text.chars().filter(|c| is_visible(*c)).collect::<String>()),
        };
        let of =
            target.as_ref().map_or(" of".into(), |own| format!(", {} predicted from", shown(own)));
        let inputs = count(self.scenario.data.dimension, "input");
        let without: Vec<String> = left_out.iter().map(shown).collect();
        let without = match without.len() {
            0 => String::new(),
            _ => format!(" without {}", without.join(", ")),
        };
        format!("{}{of} {inputs}{without}", count(self.scenario.data.table.rows, "row"))
    }

    /// What is learned from, and what is predicted.
    fn sizes_words(&self) -> String {
        let Sizes { train, pool, targets } = self.scenario.sizes();
        let validation = Sizes::validation_of_rows(self.scenario.data.table.rows);
        format!(
            "{}: each split learns from {train} of them and predicts {targets}; of the other {pool}, {validation} are kept for \
             choosing settings.",
            self.columns_words(),
        )
    }

    pub fn caption(&self) -> String {
        format!(
            "{} XLLR: mean rank by XLL with each model’s means and variances, 0 is best; {}. XLL in nats a row, in the unit \
             of what is predicted.",
            self.sizes_words(),
            self.over()
        )
    }

    /// What is to be known of the table.
    pub fn table_json(&self) -> Value {
        let first = self.scenario.problem.seed;
        let seeds = (0..self.found.splits()).map(|number| first.wrapping_add(number as u32));
        let scale = self.found.table.as_ref().map(Read::spread);
        json!({
            "name": table_name(self.scenario),
            "own": !self.scenario.data.files.is_empty(),
            "sizes": self.sizes_words(),
            "spread": scale.map(|(mean, sd)| format!("{} ± {}", three_decimals(mean), three_decimals(sd))),
            "seeds": seeds.collect::<Vec<_>>(),
        })
    }
}

/// The table of all models, the best first.
pub fn ranking_json(seen: &Seen, rankings: &[Ranking]) -> Value {
    let mark = |mark: Mark| match mark {
        Mark::Best => "best",
        Mark::Worst => "worst",
        Mark::Plain => "",
    };
    let one = |ranked: &Ranked| {
        let Cell { value, error } = cell(ranked);
        let ends = ranked.interval.map(|(low, high)| {
            format!(
                "95% of means over splits drawn again lie from {} to {}",
                three_decimals(low),
                three_decimals(high)
            )
        });
        json!({ "value": value, "error": error, "ends": ends, "mark": mark(ranked.mark) })
    };
    let row = |model: usize| {
        let cells: Vec<Value> =
            rankings.iter().map(|ranking| one(&ranking.models[model])).collect();
        json!({
            "model": model,
            "title": seen.titles[model],
            "place": places(&seen.by.models[model]),
            "cells": cells,
            "doubt": seen.doubt(model),
            "course": seen.course(model),
        })
    };
    let named = |quantity: &Quantity| json!({ "id": quantity.id, "label": quantity.label });
    json!({
        "by": seen.by.quantity.id,
        "over": seen.over(),
        "columns": rankings.iter().map(|ranking| named(&ranking.quantity)).collect::<Vec<_>>(),
        "quantities": quantities().iter().map(named).collect::<Vec<_>>(),
        "rows": seen.by.best_first().into_iter().map(row).collect::<Vec<_>>(),
    })
}

/// What stands beside squares before there are any.
pub fn before_squares(scenario: &Scenario, selected: usize) -> Value {
    let titles = crate::lab::correlation::titles(scenario).into_iter();
    let models = titles.zip(&scenario.models.candidates).map(|(title, candidate)| {
        json!({ "title": title, "reference": candidate.is_reference, "absence": "still learning", "scores": [] })
    });
    json!({
        "models": models.collect::<Vec<_>>(),
        "selected": selected,
        "full": scenario.models.candidates.len() >= scenario.lab.most_models,
    })
}
