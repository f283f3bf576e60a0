//! What can be seen of a model before it is there: what each piece of its training held possible when it
//! was last looked at.

use crate::error::Result;
use crate::experiment::{Part, train};
use crate::model::Glimpse;
use crate::numeric::Matrix;

/// What is there of training under way.
#[derive(Debug, Clone, Default)]
pub struct Sketch {
    /// What was last seen of each piece, by its unit.
    pieces: Vec<(usize, Glimpse)>,
    /// All of it together.
    seen: Option<Glimpse>,
}

impl Sketch {
    /// Takes what a unit has found so far, seen along the x axis.
    pub fn preview(&mut self, unit: usize, snapshot: &Part, x: &[f64]) -> Result<()> {
        let now = train::read_glimpse(snapshot, x)?;
        self.pieces.retain(|(piece, _)| *piece != unit);
        self.seen = Some(joined(&now, self.pieces.iter().map(|(_, glimpse)| glimpse)));
        self.pieces.push((unit, now));
        Ok(())
    }

    /// What there is to see, if there is anything.
    pub fn glimpse(&self) -> Option<&Glimpse> {
        self.seen.as_ref()
    }
}

/// What is possible now is drawn first; bands hold what is possible elsewhere as well.
fn joined<'a>(now: &Glimpse, others: impl Iterator<Item = &'a Glimpse>) -> Glimpse {
    let others: Vec<f64> = others.flat_map(|one| one.functions.as_slice()).copied().collect();
    if others.is_empty() {
        return now.clone();
    }
    let all = [now.functions.as_slice(), &others].concat();
    let rows = now.functions.nrows();
    let functions = Matrix::from_vec(rows, all.len() / rows, all);
    let noise = now.marginals.noise.iter().copied().find(|noise| noise.is_finite());
    Glimpse::of(functions, noise.unwrap_or(0.0), now.curve.clone(), now.acceptance)
}
