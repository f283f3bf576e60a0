//! What warnings need to know of the data that a fit has seen: numbers that travel with its notes, but stand in
//! no answer and no table.

use crate::model::Note;
use crate::model::network::Network;
use crate::model::positive::typical_distance;
use crate::numeric::Matrix;
use crate::points::Points;

/// How far off a mean is can be told from so many points.
const ENOUGH: usize = 1000;
/// Lists of weights that are looked at together.
const SLAB: usize = 100;

/// The points at which it is asked how far off a mean is: all, or some of very many.
pub fn some(train: &Points) -> Points {
    let every = train.len().div_ceil(ENOUGH).max(1);
    train.select(&(0..train.len()).step_by(every).collect::<Vec<_>>())
}

/// What goes wrong before there is anything to judge.
pub fn untrained(trained: bool, data: bool, unit: &'static str) -> Option<Note> {
    let name = match (data, trained) {
        (false, _) => "no_data",
        (true, false) => unit,
        (true, true) => return None,
    };
    Some(Note::number(name, 1.0))
}

/// How far a mean is from what was observed at some points, beside how far apart that is and the noise.
pub fn misfit(seen: &Points, mean: &[f64], noise: f64) -> Vec<Note> {
    let count = seen.len() as f64;
    let y = seen.observed.as_slice();
    let total = |terms: &mut dyn Iterator<Item = f64>| terms.fold(0.0, |sum, x| sum + x);
    let centre = total(&mut y.iter().copied()) / count;
    let spread = total(&mut y.iter().map(|y| (y - centre) * (y - centre))) / count;
    let misfit = total(&mut y.iter().zip(mean).map(|(y, f)| (y - f) * (y - f))) / count;
    let notes = [("misfit", misfit), ("observed_variance", spread), ("noise", noise)];
    if seen.is_empty() { Vec::new() } else { notes.map(|(name, x)| Note::number(name, x)).into() }
}

/// Adds what lists of weights, one after the other, say at some points.
pub fn add_functions(sum: &mut [f64], network: &Network, weights: &[f64], points: &Matrix) {
    for lists in weights.chunks(SLAB * network.size()) {
        let values = network.functions(lists.chunks_exact(network.size()), points);
        for column in values.column_iter() {
            sum.iter_mut().zip(&column).for_each(|(sum, value)| *sum += value);
        }
    }
}

/// The mean of what they say.
pub fn mean_function(network: &Network, weights: &[f64], points: &Matrix) -> Vec<f64> {
    let mut mean = vec![0.0; points.ncols()];
    add_functions(&mut mean, network, weights, points);
    let count = (weights.len() / network.size()) as f64;
    mean.iter_mut().for_each(|sum| *sum /= count);
    mean
}

/// Numbers of a kernel that were learned, beside the distances of points: the least and the largest lengthscale,
/// each over the usual one of its input; and the noise, if it was learned too, with what it stays above.
pub fn kernel(train: &Points, lengthscales: &[f64], noise: Option<(f64, f64)>) -> Vec<Note> {
    let inputs = train.inputs.nrows() as f64;
    let usual = |row: usize| match lengthscales.len() {
        1 => typical_distance(&train.inputs),
        _ => typical_distance(&train.inputs.rows(row, 1).into_owned()) * inputs.sqrt(),
    };
    let shares = lengthscales.iter().enumerate().map(|(row, l)| l / usual(row));
    let [least, most] = shares
        .fold([f64::INFINITY, 0.0], |[least, most], share| [share.min(least), share.max(most)]);
    let seen = ("seen", train.len() as f64);
    let found = [seen, ("lengthscale_least", least), ("lengthscale_most", most)];
    let noise = noise.map(|(noise, least)| [("learned_noise", noise), ("least_noise", least)]);
    let notes = found.into_iter().chain(noise.into_iter().flatten());
    notes.map(|(name, value)| Note::number(name, value)).collect()
}
