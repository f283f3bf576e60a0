//! What can be seen of a model before it is fitted: the pieces that are done, and what one under way
//! holds possible now.

use crate::error::Result;
use crate::lab::Part;
use crate::lab::models::{CURVE, part};
use crate::model::Glimpse;
use crate::numeric::Matrix;

/// What is there of a fit under way.
#[derive(Debug, Clone, Default)]
pub struct Sketch {
    /// Functions of the pieces that are done, along the x axis, one a column.
    functions: Vec<f64>,
    noise: f64,
    /// The training curve of the piece that came last.
    curve: Vec<f64>,
    now: Option<Glimpse>,
    /// All of it together.
    seen: Option<Glimpse>,
}

impl Sketch {
    /// Takes a piece that is done.
    pub fn add(&mut self, part: &Part) -> Result<()> {
        let piece = part::read_piece(part)?;
        self.noise = piece.noise;
        self.functions.extend_from_slice(piece.functions.as_slice());
        self.curve = piece.trained.curve;
        self.now = None;
        self.join();
        Ok(())
    }

    /// Takes what a piece under way has found.
    pub fn preview(&mut self, snapshot: &Part) -> Result<()> {
        self.now = Some(part::read_glimpse(snapshot)?);
        self.join();
        Ok(())
    }

    /// What there is to see, if there is anything.
    pub fn glimpse(&self) -> Option<&Glimpse> {
        self.seen.as_ref()
    }

    /// What is possible now is drawn; bands hold what was possible before as well.
    fn join(&mut self) {
        if self.functions.is_empty() {
            self.seen.clone_from(&self.now);
            return;
        }
        let now = self.now.as_ref().map_or(&[][..], |now| now.functions.as_slice());
        let all = [now, &self.functions].concat();
        let functions = Matrix::from_column_slice(CURVE, all.len() / CURVE, &all);
        let curve = self.now.as_ref().map_or(&self.curve, |now| &now.curve).clone();
        let acceptance = self.now.as_ref().and_then(|now| now.acceptance);
        self.seen = Some(Glimpse::of(functions, self.noise, curve, acceptance));
    }
}
