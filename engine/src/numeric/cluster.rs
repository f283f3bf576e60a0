//! Centres of points, by Lloyd's k-means from the starts of k-means++ (Arthur & Vassilvitskii 2007).

use super::{Matrix, Stream};

/// Rounds at most: later ones move centres by little.
const ROUNDS: usize = 30;

/// At most so many centres of points, both one a column; fewer if fewer points differ. As many centres
/// as points that differ are those points.
///
/// ```
/// use talscope_engine::numeric::{Matrix, Stream, k_means};
/// let points = Matrix::from_row_slice(1, 5, &[0.0, 10.0, 0.5, 10.5, 1.0]);
/// let centres = k_means(&points, 2, &mut Stream::new(0, "centres", 0));
/// let mut sorted = [centres[0], centres[1]];
/// sorted.sort_by(f64::total_cmp);
/// assert_eq!(sorted, [0.5, 10.25]);
/// ```
#[must_use]
pub fn k_means(points: &Matrix, count: usize, stream: &mut Stream) -> Matrix {
    let mut centres = Centres::spread(points, count, stream);
    let mut nearest = vec![usize::MAX; points.ncols()];
    let mut distances = Vec::new();
    let rounds = if centres.count == 0 { 0 } else { ROUNDS };
    for _ in 0..rounds {
        let mut moved = false;
        for (place, point) in nearest.iter_mut().zip(points.column_iter()) {
            centres.distances(point.as_slice(), &mut distances);
            let now = least(&distances);
            moved |= std::mem::replace(place, now) != now;
        }
        if !moved {
            break;
        }
        centres.move_to_means(points, &nearest);
    }
    Matrix::from_row_slice(points.nrows(), centres.count, &centres.values)
}

/// Centres by coordinate: all first ones, then all second ones, so that a loop over centres reads
/// neighbours in memory.
struct Centres {
    count: usize,
    values: Vec<f64>,
}

impl Centres {
    /// Points far from each other: each is drawn with a chance that grows with the square of its distance
    /// from those before.
    fn spread(points: &Matrix, count: usize, stream: &mut Stream) -> Self {
        let mut chosen: Vec<usize> = Vec::new();
        let mut squares = vec![1.0; points.ncols()];
        while chosen.len() < count {
            let Some(next) = draw(&squares, stream) else { break };
            chosen.push(next);
            for (square, point) in squares.iter_mut().zip(points.column_iter()) {
                let away = squared_distance(point.as_slice(), points.column(next).as_slice());
                *square = if chosen.len() == 1 { away } else { away.min(*square) };
            }
        }
        let values = (0..points.nrows()).flat_map(|k| chosen.iter().map(move |&i| points[(k, i)]));
        Self { count: chosen.len(), values: values.collect() }
    }

    /// Squared distances of a point from all centres.
    fn distances(&self, point: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.resize(self.count, 0.0);
        for (k, &x) in point.iter().enumerate() {
            add_squares(out, &self.values[k * self.count..][..self.count], x);
        }
    }

    /// Every centre becomes the mean of the points that are nearest to it; one without points stays.
    fn move_to_means(&mut self, points: &Matrix, nearest: &[usize]) {
        let mut sizes = vec![0.0; self.count];
        nearest.iter().for_each(|&centre| sizes[centre] += 1.0);
        for k in 0..points.nrows() {
            let mut sums = vec![0.0; self.count];
            for (i, &centre) in nearest.iter().enumerate() {
                sums[centre] += points[(k, i)];
            }
            let centres = &mut self.values[k * self.count..][..self.count];
            for (centre, (sum, size)) in centres.iter_mut().zip(sums.iter().zip(&sizes)) {
                if *size > 0.0 {
                    *centre = sum / size;
                }
            }
        }
    }
}

#[inline(never)]
fn add_squares(sums: &mut [f64], centres: &[f64], x: f64) {
    for (sum, centre) in sums.iter_mut().zip(centres) {
        *sum += (x - centre) * (x - centre);
    }
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + (a - b) * (a - b))
}

/// The place of the smallest, the first of equals.
fn least(values: &[f64]) -> usize {
    let mut best = 0;
    for (i, value) in values.iter().enumerate() {
        if *value < values[best] {
            best = i;
        }
    }
    best
}

/// A place drawn with chances in proportion to `weights`; none if they are all zero.
fn draw(weights: &[f64], stream: &mut Stream) -> Option<usize> {
    let total = weights.iter().fold(0.0, |sum, weight| sum + weight);
    let mut left = stream.uniform() * total;
    let mut last = None;
    for (i, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        last = Some(i);
        if left < weight {
            break;
        }
        left -= weight;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(index: u64) -> Stream {
        Stream::new(5, "clusters", index)
    }

    fn sorted(centres: &Matrix) -> Vec<f64> {
        let mut values = centres.as_slice().to_vec();
        values.sort_by(f64::total_cmp);
        values
    }

    #[test]
    fn clusters_far_apart_are_found() {
        for index in 0..20 {
            let mut noise = stream(index);
            let points = Matrix::from_fn(2, 90, |_, j| 100.0 * (j % 3) as f64 + noise.normal());
            let centres = k_means(&points, 3, &mut stream(index));
            for (i, x) in sorted(&centres.rows(0, 1).into_owned()).into_iter().enumerate() {
                assert!((x - 100.0 * i as f64).abs() < 1.0, "{centres}");
            }
        }
    }

    #[test]
    fn as_many_centres_as_points_are_the_points() {
        let points = Matrix::from_row_slice(1, 6, &[3.0, -1.0, 2.5, 3.0, 0.1, -1.0]);
        for count in [4, 5, 100] {
            let centres = k_means(&points, count, &mut stream(0));
            assert_eq!(sorted(&centres), [-1.0, 0.1, 2.5, 3.0], "of {count} that may be");
        }
        assert_eq!(k_means(&Matrix::zeros(3, 0), 5, &mut stream(0)).shape(), (3, 0));
        assert_eq!(k_means(&points, 0, &mut stream(0)).shape(), (1, 0));
    }

    /// At rest every centre is the mean of what is nearest to it, which no other split beats nearby.
    #[test]
    fn centres_are_means() {
        let mut noise = stream(1);
        let points = Matrix::from_fn(3, 60, |_, _| noise.normal());
        let centres = k_means(&points, 7, &mut stream(2));
        let near = |point: &[f64]| {
            let far = |c: usize| squared_distance(point, centres.column(c).as_slice());
            (0..7).min_by(|&a, &b| far(a).total_cmp(&far(b))).unwrap()
        };
        for c in 0..7 {
            let own: Vec<_> =
                points.column_iter().filter(|point| near(point.as_slice()) == c).collect();
            for k in 0..3 {
                let mean = own.iter().map(|point| point[k]).sum::<f64>() / own.len() as f64;
                assert!((mean - centres[(k, c)]).abs() < 1e-12);
            }
        }
    }
}
