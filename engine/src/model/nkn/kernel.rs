//! The kernel: primitives, joined by the network, as Gram matrices; and how a number that depends on these changes
//! with all that they are made of.

use std::ops::Range;

use crate::model::nkn::layers::{self, PRIMITIVES, SIZE, Sums, Weights};
use crate::model::nkn::primitives::{EACH, Primitives, RADIAL, Rows, Strip};
use crate::numeric::math::{self, ExpConstants};
use crate::numeric::simd::{self, Function, Lanes};
use crate::numeric::{Matrix, Vector, linalg};

/// A neural kernel network.
#[derive(Debug, Clone, PartialEq)]
pub struct NeuralKernel {
    pub primitives: Primitives,
    pub weights: Weights,
}

/// Columns that are computed together.
pub const WIDE: usize = 64;

/// The column ranges of a matrix of so many columns.
pub fn strips(columns: usize) -> impl Iterator<Item = Range<usize>> {
    (0..columns).step_by(WIDE).map(move |first| first..columns.min(first + WIDE))
}

impl NeuralKernel {
    /// How many numbers it has on points of so many inputs.
    pub fn size(inputs: usize) -> usize {
        PRIMITIVES * inputs + EACH + SIZE
    }

    /// The entries that a strip's primitives make.
    pub fn entries(&self, strip: &Strip) -> Vec<f64> {
        let mut out = Vec::new();
        self.fill(strip, &mut out);
        out
    }

    /// The same in the place of others.
    pub fn fill(&self, strip: &Strip, out: &mut Vec<f64>) {
        out.resize(strip.rows * strip.columns, 0.0);
        layers::forward(&self.weights, strip.lists(), out);
    }

    /// The matrix of `k(left_i, right_j)`.
    pub fn gram(&self, left: &Matrix, right: &Matrix) -> Matrix {
        let rows = Rows::of(left, 0..left.ncols());
        let mut gram = Matrix::zeros(left.ncols(), right.ncols());
        for some in strips(right.ncols()) {
            let entries = self.entries(&self.primitives.strip(&rows, right, some.clone()));
            place(&entries, rows.count, &mut gram, (0, some));
        }
        gram
    }

    /// The lower triangle of the matrix of `k(x_i, x_j)`; what stands above it has no meaning.
    pub fn covariance_lower(&self, points: &Matrix) -> Matrix {
        let count = points.ncols();
        let mut covariance = Matrix::zeros(count, count);
        for some in strips(count) {
            let first = some.start;
            let rows = Rows::of(points, first..count);
            let entries = self.entries(&self.primitives.strip(&rows, points, some.clone()));
            place(&entries, rows.count, &mut covariance, (first, some));
        }
        covariance
    }

    /// The prior variances.
    pub fn diagonal(&self, points: &Matrix) -> Vector {
        let entries = self.entries(&self.primitives.diagonal(points));
        Vector::from_column_slice(&entries[..points.ncols()])
    }
}

/// Puts columns of padded entries into a matrix, from a row on.
pub fn place(
    entries: &[f64],
    rows: usize,
    into: &mut Matrix,
    (first, some): (usize, Range<usize>),
) {
    let count = into.nrows() - first;
    for (column, j) in some.enumerate() {
        let from = &entries[column * rows..][..count];
        into.column_mut(j).as_mut_slice()[first..].copy_from_slice(from);
    }
}

/// Derivatives of a number by everything that the kernel is made of.
pub struct Slope {
    pub variances: [Vec<f64>; EACH],
    pub rates: [Vec<f64>; RADIAL],
    pub alphas: [f64; EACH],
    sums: Sums,
    room: Room,
}

/// Where slopes of a strip are computed.
#[derive(Default)]
struct Room {
    radial: Vec<f64>,
    along_alpha: Vec<f64>,
}

impl Slope {
    pub fn new(inputs: usize) -> Self {
        let nothing = || vec![0.0; inputs];
        Self {
            variances: std::array::from_fn(|_| nothing()),
            rates: std::array::from_fn(|_| nothing()),
            alphas: [0.0; EACH],
            sums: Sums::new(),
            room: Room::default(),
        }
    }

    /// Nothing, again.
    pub fn clear(&mut self) {
        let room = std::mem::take(&mut self.room);
        *self = Self { room, ..Self::new(self.variances[0].len()) };
    }

    /// By the weights and biases of the layers.
    pub fn weights(&self) -> Weights {
        self.sums.totals()
    }

    /// Adds those of a strip between rows and some points, from the derivatives by its entries; what fills the rows'
    /// last group must have none. Gives moments of the primitives' derivatives, by which [`Slope::points`] finds
    /// those by the points.
    ///
    /// With H the derivatives by a primitive's squared distances r^2 = sum of rate (x - z)^2, or by a linear one,
    /// dE/d rate = sum H (x - z)^2 and dE/dv = sum H x z: moments of H along the rows, which one product finds for all.
    pub fn add(
        &mut self,
        kernel: &NeuralKernel,
        (rows, points, some): (&Rows, &Matrix, Range<usize>),
        strip: &mut Strip,
        by_entries: &[f64],
    ) -> Matrix {
        let size = strip.rows * strip.columns;
        self.by_distances(kernel, strip, by_entries);
        let inputs = points.nrows();
        let columns = some.len();
        let along = row_sums(&strip.values[EACH * size..], rows.count, columns);
        let by_distance = std::mem::take(&mut strip.values);
        let by_distance = Matrix::from_vec(rows.count, PRIMITIVES * columns, by_distance);
        let moments = linalg::transpose_multiply(&by_distance, &rows.powers);
        strip.values = by_distance.data.into();
        for k in 0..inputs {
            let middle = rows.middle[k];
            let squares: [f64; RADIAL] = std::array::from_fn(|s| {
                let rows = rows.powers.column(k).into_owned();
                let terms = rows.iter().zip(&along[s]);
                terms.fold(0.0, |sum, (x, h)| sum + h * (x * x))
            });
            for (column, j) in some.clone().enumerate() {
                let z = points[(k, j)];
                for s in 0..EACH {
                    let at = s * columns + column;
                    let first = moments[(at, k)] + middle * moments[(at, inputs)];
                    self.variances[s][k] += first * z;
                }
                for s in 0..RADIAL {
                    let at = (EACH + s) * columns + column;
                    let away = z - middle;
                    let rest = away * moments[(at, inputs)] - 2.0 * moments[(at, k)];
                    self.rates[s][k] += away * rest;
                }
            }
            (0..RADIAL).for_each(|s| self.rates[s][k] += squares[s]);
        }
        moments
    }

    /// Adds those of points with themselves, whose variances were entries.
    pub fn add_diagonal(&mut self, kernel: &NeuralKernel, points: &Matrix, by_entries: &[f64]) {
        let mut strip = kernel.primitives.diagonal(points);
        let rows = strip.rows;
        self.by_distances(kernel, &mut strip, by_entries);
        for (s, variances) in self.variances.iter_mut().enumerate() {
            for (point, slope) in points.column_iter().zip(&strip.values[s * rows..]) {
                let both = variances.iter_mut().zip(point.iter());
                both.for_each(|(sum, x)| *sum += slope * (x * x));
            }
        }
    }

    /// By the points of a strip, one a column, from its moments.
    pub fn points(
        kernel: &NeuralKernel,
        (rows, points, some): (&Rows, &Matrix, Range<usize>),
        moments: &Matrix,
    ) -> Matrix {
        let (inputs, columns) = (points.nrows(), some.len());
        Matrix::from_fn(inputs, columns, |k, column| {
            let away = points[(k, some.start + column)] - rows.middle[k];
            let whole = |s: usize| moments[(s * columns + column, inputs)];
            let first = |s: usize| moments[(s * columns + column, k)];
            let linear = (0..EACH).fold(0.0, |sum, s| {
                let variance = kernel.primitives.variances[s][k];
                sum + variance * (first(s) + rows.middle[k] * whole(s))
            });
            (0..RADIAL).fold(linear, |sum, s| {
                let rate = kernel.primitives.rates[s][k];
                sum + 2.0 * rate * (away * whole(EACH + s) - first(EACH + s))
            })
        })
    }

    /// The derivatives by linear primitives and by squared distances, in the primitives' places; adds those by the
    /// layers and by the alphas.
    fn by_distances(&mut self, kernel: &NeuralKernel, strip: &mut Strip, by_entries: &[f64]) {
        let Strip { rows, columns, values, logs } = strip;
        let size = *rows * *columns;
        if size == 0 {
            return;
        }
        // Derivatives take the primitives' places, and distances need both.
        let Room { radial, along_alpha } = &mut self.room;
        radial.clear();
        radial.extend_from_slice(&values[EACH * size..]);
        let mut lists = values.chunks_mut(size);
        let lists = std::array::from_fn(|_| lists.next().expect("a list for each primitive"));
        layers::backward(&kernel.weights, lists, by_entries, &mut self.sums);
        let constants = math::exp_constants();
        for s in 0..EACH {
            let at = s * size..(s + 1) * size;
            let by = &mut values[(EACH + s) * size..][..size];
            simd::replace(by, [&radial[at]], &ByGaussian);
        }
        for s in 0..EACH {
            let at = (EACH + s) * size;
            let (primitive, logs) = (&radial[at..][..size], &logs[s * size..][..size]);
            let by = &mut values[EACH * size + at..][..size];
            along_alpha.clear();
            along_alpha.extend_from_slice(logs);
            simd::replace(along_alpha, [primitive], &AlongAlpha { constants });
            self.alphas[s] += linalg::dot(by, along_alpha);
            simd::replace(by, [primitive, logs], &ByQuadratic { constants });
        }
    }
}

/// From the derivative by p = exp(-r^2 / 2) to that by r^2: times -p / 2.
struct ByGaussian;

impl Function<1> for ByGaussian {
    #[inline(always)]
    fn of<L: Lanes>(&self, by: L, [p]: [L; 1]) -> L {
        by * (L::splat(-0.5) * p)
    }
}

/// The same of p = (1 + u)^-alpha, u = r^2 / (2 alpha): times -p / (2 (1 + u)).
struct ByQuadratic {
    constants: &'static ExpConstants,
}

impl Function<2> for ByQuadratic {
    #[inline(always)]
    fn of<L: Lanes>(&self, by: L, [p, log]: [L; 2]) -> L {
        by * (L::splat(-0.5) * p * math::exp_lanes(L::splat(-1.0) * log, self.constants))
    }
}

/// From ln(1 + u) to dp / d alpha = p (u / (1 + u) - ln(1 + u)).
struct AlongAlpha {
    constants: &'static ExpConstants,
}

impl Function<1> for AlongAlpha {
    #[inline(always)]
    fn of<L: Lanes>(&self, log: L, [p]: [L; 1]) -> L {
        let rest = math::exp_lanes(L::splat(-1.0) * log, self.constants);
        p * (L::splat(1.0) - rest - log)
    }
}

/// The sums along each row of lists of columns, one list after the other.
fn row_sums(lists: &[f64], rows: usize, columns: usize) -> [Vec<f64>; RADIAL] {
    std::array::from_fn(|s| {
        let mut sums = vec![0.0; rows];
        for column in lists[s * rows * columns..].chunks_exact(rows).take(columns) {
            linalg::add_multiple(&mut sums, column, 1.0);
        }
        sums
    })
}
