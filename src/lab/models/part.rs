//! Scenes, pieces of fits and glimpses as plain numbers.

use crate::error::Result;
use crate::lab::Part;
use crate::lab::codec::{Reader, Writer};
use crate::lab::models::{CURVE, Scene, Studied};
use crate::model::{Glimpse, Trained};
use crate::numeric::{Matrix, Vector};
use crate::posterior::{Marginals, Posterior};

/// A scene.
pub fn write_scene(scene: &Scene) -> Part {
    let mut out = Writer::default();
    out.task(&scene.task);
    out.list(&scene.x);
    out.plain(&scene.truth);
    out.plain(&[scene.y_range.0, scene.y_range.1]);
    scene.oracle.write(&mut out);
    out.end()
}

/// What [`write_scene`] wrote.
pub fn read_scene(part: &Part) -> Result<Scene> {
    let mut reader = Reader(&part.0);
    let task = reader.task()?;
    let x = reader.list()?.to_vec();
    let truth = reader.take(x.len())?.to_vec();
    let y_range = (reader.number()?, reader.number()?);
    let oracle = Studied::read(&mut reader, task.pool.len())?;
    reader.end(Scene { task, x, truth, y_range, oracle })
}

/// A chain, or whatever else a model is trained in pieces of, and what there is to see of it.
pub struct Piece {
    /// What it learned.
    pub trained: Trained,
    /// The functions that it holds possible, along the x axis, one a column.
    pub functions: Matrix,
    /// The variance of the noise.
    pub noise: f64,
}

/// A piece of a fit.
pub fn write_piece(piece: &Piece) -> Part {
    let mut out = Writer::default();
    out.list(&piece.trained.state);
    out.list(&piece.trained.curve);
    out.matrix(&piece.functions);
    out.number(piece.noise);
    out.end()
}

/// What [`write_piece`] wrote.
pub fn read_piece(part: &Part) -> Result<Piece> {
    let mut reader = Reader(&part.0);
    let (state, curve) = (reader.list()?.to_vec(), reader.list()?.to_vec());
    let (functions, noise) = (reader.matrix()?, reader.number()?);
    reader.end(Piece { trained: Trained { state, curve }, functions, noise })
}

/// Writes a posterior.
pub fn write_posterior(posterior: &Posterior, out: &mut Writer) {
    out.list(posterior.mean.as_slice());
    out.plain(posterior.noise.as_slice());
    out.plain(posterior.covariance.as_slice());
}

/// What [`write_posterior`] wrote.
pub fn read_posterior(reader: &mut Reader) -> Result<Posterior> {
    let mean = vector(reader.list()?);
    let size = mean.len();
    let noise = vector(reader.take(size)?);
    let covariance = Matrix::from_column_slice(size, size, reader.take(size * size)?);
    Ok(Posterior { mean, covariance, noise })
}

fn vector(values: &[f64]) -> Vector {
    Vector::from_column_slice(values)
}

/// How many functions a glimpse shows.
const SHOWN: usize = 8;

/// What can be seen of a fit under way, along the x axis alone.
pub fn write_glimpse(glimpse: &Glimpse) -> Part {
    let mut out = Writer::default();
    let Marginals { mean, variance, noise } = &glimpse.marginals;
    let along = |values: &Vector| values.rows(0, CURVE).into_owned();
    let (mean, variance, noise) = (along(mean), along(variance), along(noise));
    out.marginals(&Marginals { mean, variance, noise });
    let shown = glimpse.functions.ncols().min(SHOWN);
    out.matrix(&glimpse.functions.view((0, 0), (CURVE, shown)).into_owned());
    out.list(&glimpse.curve);
    out.optional(&[glimpse.acceptance]);
    out.end()
}

/// What [`write_glimpse`] wrote.
pub fn read_glimpse(part: &Part) -> Result<Glimpse> {
    let mut reader = Reader(&part.0);
    let marginals = reader.marginals()?;
    let functions = reader.matrix()?;
    let curve = reader.list()?.to_vec();
    let acceptance = reader.optional(1)?[0];
    reader.end(Glimpse { marginals, functions, curve, acceptance })
}
