//! Scenes and posteriors as plain numbers.

use crate::error::Result;
use crate::experiment::Part;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::models::{Scene, Studied};
use crate::numeric::{Matrix, Vector};
use crate::posterior::Posterior;

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

/// The scene that a part holds.
pub fn read_scene(part: &Part) -> Result<Scene> {
    let mut reader = Reader(&part.0);
    let task = reader.task()?;
    let x = reader.list()?.to_vec();
    let truth = reader.take(x.len())?.to_vec();
    let y_range = (reader.number()?, reader.number()?);
    let oracle = Studied::read(&mut reader, task.pool.len())?;
    reader.end(Scene { task, x, truth, y_range, oracle })
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
