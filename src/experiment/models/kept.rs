//! What is kept of a fit: all that examining it needs, and no more, so that whoever changes the rule or
//! what is judged waits for no model to learn again.

use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::models::{CURVE, part};
use crate::model::{Fitted, Note, NoteValue};
use crate::numeric::{Matrix, Stream};
use crate::posterior::Posterior;
use crate::scenario::{MOST_SAMPLES, Scenario};
use crate::task::Task;

/// A fitted model.
#[derive(Debug, Clone)]
pub struct Kept {
    /// What it believes, jointly.
    pub posterior: Posterior,
    /// As many of its functions along the x axis as can be shown, one a column, if it has drawn any.
    pub functions: Option<Matrix>,
    /// The draws of a few targets, one a column, chain after chain.
    pub trace: Matrix,
    /// What it tells of its training.
    pub fit: Told,
}

/// What a fit tells of its training.
#[derive(Debug, Clone)]
pub struct Told {
    /// What it learned beside the function.
    pub learned: Vec<Note>,
    /// How far to trust it.
    pub diagnostics: Vec<Note>,
    /// What only warnings need to know.
    pub facts: Vec<Note>,
    /// How training went.
    pub curve: Vec<f64>,
}

/// How many targets are traced.
const TRACED: usize = 3;
/// How many draws of each are kept for it.
const DRAWS: usize = 1000;

impl Kept {
    /// Of a model that was fitted to a scenario's task.
    pub fn of(scenario: &Scenario, task: &Task, fitted: Fitted) -> Self {
        Self {
            functions: fitted.functions.as_ref().map(|drawn| functions(scenario, drawn)),
            trace: fitted
                .functions
                .as_ref()
                .map_or(Matrix::zeros(0, 0), |drawn| trace(drawn, task)),
            posterior: fitted.posterior,
            fit: Told {
                learned: fitted.learned,
                diagnostics: fitted.diagnostics,
                facts: fitted.facts,
                curve: fitted.curve,
            },
        }
    }

    /// As a part.
    pub fn part(&self) -> Part {
        let mut out = Writer::default();
        part::write_posterior(&self.posterior, &mut out);
        out.flag(self.functions.is_some());
        self.functions.iter().for_each(|functions| out.matrix(functions));
        out.matrix(&self.trace);
        self.fit.write(&mut out);
        out.end()
    }

    /// From a part.
    pub fn from_part(part: &Part) -> Result<Self> {
        let mut reader = Reader(&part.0);
        let posterior = part::read_posterior(&mut reader)?;
        let functions = reader.flag()?.then(|| reader.matrix()).transpose()?;
        let trace = reader.matrix()?;
        let fit = Told::read(&mut reader)?;
        reader.end(Self { posterior, functions, trace, fit })
    }
}

impl Told {
    /// Writes all of it.
    pub fn write(&self, out: &mut Writer) {
        for notes in [&self.learned, &self.diagnostics, &self.facts] {
            write_notes(notes, out);
        }
        out.list(&self.curve);
    }

    /// What [`Told::write`] wrote.
    pub fn read(reader: &mut Reader) -> Result<Self> {
        let mut notes = || read_notes(reader);
        let (learned, diagnostics, facts) = (notes()?, notes()?, notes()?);
        Ok(Self { learned, diagnostics, facts, curve: reader.list()?.to_vec() })
    }
}

/// Those that are shown first come first, evenly spread over all that were drawn.
fn functions(scenario: &Scenario, drawn: &Matrix) -> Matrix {
    let mut stream = Stream::new(scenario.problem.seed.into(), "functions shown", 0);
    let mut order = stream.permutation(drawn.ncols());
    order.truncate(MOST_SAMPLES as usize);
    drawn.rows(0, CURVE).select_columns(&order)
}

/// The draws of the first, the middle and the last target.
fn trace(drawn: &Matrix, task: &Task) -> Matrix {
    let (targets, first) = (traced(task.targets.len()), CURVE + task.pool.len());
    let count = drawn.ncols().min(DRAWS);
    Matrix::from_fn(count, targets.len(), |draw, which| drawn[(first + targets[which], draw)])
}

/// Which of so many targets are traced.
pub fn traced(targets: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..TRACED).map(|i| i * (targets - 1) / (TRACED - 1)).collect();
    places.dedup();
    places
}

/// Writes what a fit has learned, or how far to trust it.
pub fn write_notes(notes: &[Note], out: &mut Writer) {
    out.number(notes.len() as f64);
    for note in notes {
        out.text(&note.name);
        match &note.value {
            NoteValue::Number(value) => out.plain(&[0.0, *value]),
            NoteValue::List(values) => {
                out.number(1.0);
                out.list(values);
            }
        }
    }
}

/// What [`write_notes`] wrote.
pub fn read_notes(reader: &mut Reader) -> Result<Vec<Note>> {
    let one = |reader: &mut Reader| -> Result<Note> {
        let name = reader.text()?.into();
        let value = match reader.flag()? {
            false => NoteValue::Number(reader.number()?),
            true => NoteValue::List(reader.list()?.to_vec()),
        };
        Ok(Note { name, value })
    };
    (0..reader.count()?).map(|_| one(reader)).collect()
}
