//! Scenes, pieces of fits and glimpses as plain numbers.

use crate::error::Result;
use crate::lab::Part;
use crate::lab::codec::{Reader, Writer};
use crate::lab::models::{CURVE, Scene, Studied};
use crate::model::{Belief, Glimpse, Piece};
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

/// A piece of a fit.
pub fn write_piece(piece: &Piece) -> Part {
    let mut out = Writer::default();
    match &piece.belief {
        Belief::Exact(posterior) => {
            out.flag(false);
            write_posterior(posterior, &mut out);
        }
        Belief::Drawn(functions, noise) => {
            out.flag(true);
            out.matrix(functions);
            out.plain(noise.as_slice());
        }
    }
    out.list(&piece.curve);
    out.list(&piece.numbers);
    out.end()
}

/// What [`write_piece`] wrote.
pub fn read_piece(part: &Part) -> Result<Piece> {
    let mut reader = Reader(&part.0);
    let belief = match reader.flag()? {
        false => Belief::Exact(read_posterior(&mut reader)?),
        true => {
            let functions = reader.matrix()?;
            let noise = vector(reader.take(functions.nrows())?);
            Belief::Drawn(functions, noise)
        }
    };
    let (curve, numbers) = (reader.list()?.to_vec(), reader.list()?.to_vec());
    reader.end(Piece { belief, curve, numbers })
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
