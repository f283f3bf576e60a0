//! What is kept of fits, so that it can be said at any time how far to trust them: facts, and no judgement, which
//! may get better while a long run is kept.

use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::model::{Fitted, NoteValue, warning};

/// What a fit noted of itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// Numbers by their names.
    notes: Vec<(String, f64)>,
    /// How training went.
    curve: Vec<f64>,
    /// What was wrong with the numbers themselves, in words.
    odd: Option<String>,
}

/// What is noted of how many functions a fit was drawn as.
const DRAWN: &str = "functions";

impl Record {
    /// Of a fit.
    pub fn of(fitted: &Fitted) -> Self {
        let number = |note: &crate::model::Note| match note.value {
            NoteValue::Number(value) => Some((note.name.to_string(), value)),
            NoteValue::List(_) => None,
        };
        let notes = fitted.notes().filter_map(number);
        let drawn = fitted.functions.as_ref().map(|all| (DRAWN.into(), all.ncols() as f64));
        let notes = notes.chain(drawn);
        let odd = fitted.odd().next().map(|warning| warning.words);
        Self { notes: notes.collect(), curve: fitted.curve.clone(), odd }
    }

    /// A number that was noted, by its name.
    pub fn note(&self, name: &str) -> Option<f64> {
        let found = self.notes.iter().find(|(known, value)| known == name && !value.is_nan());
        found.map(|(_, value)| *value)
    }

    /// Why the fit should not be trusted, if it should not.
    pub fn doubt(&self) -> Option<String> {
        let note = |name: &str| self.note(name);
        let drawn = note(DRAWN).map(|count| count as usize);
        let worst = || warning::warnings(note, &self.curve, drawn).into_iter().next();
        self.odd.clone().or_else(|| worst().map(|warning| warning.words))
    }

    pub(in crate::experiment) fn write(&self, out: &mut Writer) {
        out.number(self.notes.len() as f64);
        for (name, value) in &self.notes {
            out.text(name);
            out.number(*value);
        }
        out.list(&self.curve);
        out.text(self.odd.as_deref().unwrap_or_default());
    }

    pub(in crate::experiment) fn read(reader: &mut Reader) -> Result<Self> {
        let notes = (0..reader.count()?).map(|_| Ok((reader.text()?, reader.number()?)));
        Ok(Self {
            notes: notes.collect::<Result<_>>()?,
            curve: reader.list()?.to_vec(),
            odd: Some(reader.text()?).filter(|words| !words.is_empty()),
        })
    }
}

/// Of several fits: how many should not be trusted, and why the first of these.
pub fn doubts(records: &[Record]) -> (usize, Option<String>) {
    let mut doubts = records.iter().filter_map(Record::doubt);
    let first = doubts.next();
    (usize::from(first.is_some()) + doubts.count(), first)
}

pub(super) fn write_all(records: &[Record], out: &mut Writer) {
    out.number(records.len() as f64);
    records.iter().for_each(|record| record.write(out));
}

pub(super) fn read_all(reader: &mut Reader) -> Result<Vec<Record>> {
    (0..reader.count()?).map(|_| Record::read(reader)).collect()
}
