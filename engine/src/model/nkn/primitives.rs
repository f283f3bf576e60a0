//! Primitive kernels: two linear ones, two of radial basis functions and two rational quadratics, all with numbers of
//! their own for every input.

use std::ops::Range;

use crate::model::nkn::layers::GROUP;
use crate::numeric::Matrix;
use crate::numeric::math::{self, ExpConstants, LnConstants};
use crate::numeric::simd::{self, Lanes, Work};

/// Of each kind of primitive.
pub const EACH: usize = 2;
/// Those that depend on distances.
pub const RADIAL: usize = 2 * EACH;

/// The numbers of all primitives.
#[derive(Debug, Clone, PartialEq)]
pub struct Primitives {
    /// Of the linear kernels, by input: sum of v x x'.
    pub variances: [Vec<f64>; EACH],
    /// 1 / l^2 by input: of exp(-r^2 / 2) twice, then of (1 + r^2 / (2 alpha))^-alpha twice.
    pub rates: [Vec<f64>; RADIAL],
    /// Of the rational quadratics.
    pub alphas: [f64; EACH],
}

/// Points as rows of strips: by coordinate, in whole groups, of which the last may have zeros behind.
pub struct Rows {
    /// With what fills the last group.
    pub count: usize,
    coordinates: Vec<f64>,
    /// One more column than there are inputs, which is 1: of all that rows are multiplied with.
    pub powers: Matrix,
    /// What is taken from coordinates in the powers, so that squares of large numbers do not cancel.
    pub middle: Vec<f64>,
}

impl Rows {
    /// Some of the points, one a column.
    pub fn of(points: &Matrix, some: Range<usize>) -> Self {
        let inputs = points.nrows();
        let count = some.len().next_multiple_of(GROUP);
        let middle = match points.ncols() {
            0 => vec![0.0; inputs],
            _ => points.column_mean().as_slice().to_vec(),
        };
        let mut coordinates = vec![0.0; inputs * count];
        let mut powers = Matrix::zeros(count, inputs + 1);
        for (i, j) in some.enumerate() {
            for k in 0..inputs {
                coordinates[k * count + i] = points[(k, j)];
                powers[(i, k)] = points[(k, j)] - middle[k];
            }
            powers[(i, inputs)] = 1.0;
        }
        Self { count, coordinates, powers, middle }
    }
}

/// All primitives between some rows and some points, one a column: each a list column by column. Its room is used
/// again and again.
#[derive(Default)]
pub struct Strip {
    pub rows: usize,
    pub columns: usize,
    /// One primitive after the other.
    pub values: Vec<f64>,
    /// ln(1 + r^2 / (2 alpha)) of the rational quadratics.
    pub logs: Vec<f64>,
}

impl Strip {
    /// The primitives' lists.
    pub fn lists<const N: usize>(&self) -> [&[f64]; N] {
        let size = self.rows * self.columns;
        std::array::from_fn(|k| &self.values[k * size..][..size])
    }

    /// How many numbers it holds for so many entries.
    pub const NUMBERS: f64 = (EACH + RADIAL + EACH) as f64;
}

impl Primitives {
    pub fn inputs(&self) -> usize {
        self.variances[0].len()
    }

    /// Of rows with some points.
    pub fn strip(&self, rows: &Rows, points: &Matrix, some: Range<usize>) -> Strip {
        let mut strip = Strip::default();
        self.fill(rows, points, some, &mut strip);
        strip
    }

    /// The same in a strip's place.
    pub fn fill(&self, rows: &Rows, points: &Matrix, some: Range<usize>, strip: &mut Strip) {
        let (count, columns) = (rows.count, some.len());
        let size = count * columns;
        (strip.rows, strip.columns) = (count, columns);
        let Strip { values, logs, .. } = strip;
        values.resize((EACH + RADIAL) * size, 0.0);
        logs.resize(EACH * size, 0.0);
        let factors = self.factors();
        for (column, j) in some.enumerate() {
            let point = points.column(j);
            let at = column * count..(column + 1) * count;
            let mut lists = values.chunks_mut(size.max(1));
            let values = std::array::from_fn(|_| &mut lists.next().unwrap_or(&mut [])[at.clone()]);
            let mut lists = logs.chunks_mut(size.max(1));
            let logs = std::array::from_fn(|_| &mut lists.next().unwrap_or(&mut [])[at.clone()]);
            simd::run(Column {
                rows,
                point: point.as_slice(),
                factors: &factors,
                alphas: self.alphas,
                values,
                logs,
                exp: math::exp_constants(),
                ln: math::ln_constants(),
            });
        }
    }

    /// Of points with themselves, as one column: they are at no distance.
    pub fn diagonal(&self, points: &Matrix) -> Strip {
        let count = points.ncols().next_multiple_of(GROUP);
        let mut values = vec![1.0; (EACH + RADIAL) * count];
        for (k, variances) in self.variances.iter().enumerate() {
            for (value, point) in values[k * count..].iter_mut().zip(points.column_iter()) {
                let squares = point.iter().zip(variances);
                *value = squares.fold(0.0, |sum, (x, variance)| sum + variance * (x * x));
            }
        }
        Strip { rows: count, columns: 1, values, logs: vec![0.0; EACH * count] }
    }

    /// What stands beside each input: both variances, then all rates.
    fn factors(&self) -> Vec<[f64; EACH + RADIAL]> {
        let [v, w] = &self.variances;
        let [a, b, c, d] = &self.rates;
        (0..self.inputs()).map(|k| [v[k], w[k], a[k], b[k], c[k], d[k]]).collect()
    }
}

struct Column<'a> {
    rows: &'a Rows,
    point: &'a [f64],
    factors: &'a [[f64; EACH + RADIAL]],
    alphas: [f64; EACH],
    values: [&'a mut [f64]; EACH + RADIAL],
    logs: [&'a mut [f64]; EACH],
    exp: &'static ExpConstants,
    ln: &'static LnConstants,
}

impl Work for Column<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { rows, point, factors, alphas, values, logs, exp, ln } = self;
        let (half, one) = (L::splat(-0.5), L::splat(1.0));
        for at in (0..rows.count).step_by(L::COUNT) {
            let sums = sums::<L>(rows, at, point, factors);
            for k in 0..EACH {
                sums[k].store(&mut values[k][at..]);
                let k = EACH + k;
                math::exp_lanes(half * sums[k], exp).store(&mut values[k][at..]);
            }
            for k in 0..EACH {
                let (alpha, from) = (alphas[k], EACH + EACH + k);
                let log = math::ln_of_normal(one + L::splat(0.5 / alpha) * sums[from], ln);
                log.store(&mut logs[k][at..]);
                math::exp_lanes(L::splat(-alpha) * log, exp).store(&mut values[from][at..]);
            }
        }
    }
}

/// Products and squared distances of a point and some rows, under all factors.
#[inline(always)]
fn sums<L: Lanes>(
    rows: &Rows,
    at: usize,
    point: &[f64],
    factors: &[[f64; EACH + RADIAL]],
) -> [L; EACH + RADIAL] {
    let mut sums = [L::splat(0.0); EACH + RADIAL];
    let lists = rows.coordinates.chunks_exact(rows.count);
    for ((list, x), factors) in lists.zip(point).zip(factors) {
        let (left, right) = (L::load(&list[at..]), L::splat(*x));
        let (product, away) = (left * right, left - right);
        let square = away * away;
        for k in 0..EACH {
            sums[k] += L::splat(factors[k]) * product;
        }
        for k in EACH..EACH + RADIAL {
            sums[k] += L::splat(factors[k]) * square;
        }
    }
    sums
}
