//! Many entries of a Gram matrix at a time: sums over coordinates, in order, and what becomes of them.

use super::Smoothness;
use crate::numeric::Matrix;
use crate::numeric::math::{self, ExpConstants};
use crate::numeric::simd::{self, Function, Lanes, Work};

/// Points by coordinate: all first ones, then all second ones. A loop over points then reads
/// neighbours in memory, which is what lets it take several at a time.
pub struct Coordinates {
    count: usize,
    values: Vec<f64>,
    pub squared_norms: Vec<f64>,
}

impl Coordinates {
    pub fn of(points: &Matrix) -> Self {
        let values = points.transpose().as_slice().to_vec();
        let squared = |point: &[f64]| point.iter().fold(0.0, |sum, x| sum + x * x);
        let squared_norms = points.column_iter().map(|point| squared(point.as_slice())).collect();
        Self { count: points.ncols(), values, squared_norms }
    }

    /// Sets `out` to the sums, over coordinates in order, of `term(coordinate, left, right)`, for as many
    /// points as there is room, beginning with the one numbered `first`.
    pub fn sum(&self, first: usize, point: &[f64], out: &mut [f64], term: &impl Term) {
        for (chunk, out) in out.chunks_mut(CHUNK).enumerate() {
            let first = first + chunk * CHUNK;
            simd::run(Sums { terms: Terms { left: self, first, point, term }, out });
        }
    }

    /// The same of terms that are calculated one by one.
    pub fn sum_singly(
        &self,
        first: usize,
        point: &[f64],
        out: &mut [f64],
        term: impl Fn(f64, f64) -> f64,
    ) {
        out.fill(0.0);
        for (i, &right) in point.iter().enumerate() {
            let left = &self.values[i * self.count + first..][..out.len()];
            out.iter_mut().zip(left).for_each(|(sum, &left)| *sum += term(left, right));
        }
    }
}

/// Entries that are calculated in one call, for V8's sake, as in [`simd::replace`].
const CHUNK: usize = 256;

/// What one coordinate of two points adds. `inline(always)`, as in [`Work`].
pub trait Term {
    fn of<L: Lanes>(&self, coordinate: usize, left: L, right: L) -> L;
}

/// Inner products.
pub struct Products;

impl Term for Products {
    #[inline(always)]
    fn of<L: Lanes>(&self, _: usize, left: L, right: L) -> L {
        left * right
    }
}

/// Squared distances in units of lengthscales, whose reciprocals these are: one for all inputs, or one each.
pub struct Distances<'a>(pub &'a [f64]);

impl Term for Distances<'_> {
    #[inline(always)]
    fn of<L: Lanes>(&self, coordinate: usize, left: L, right: L) -> L {
        let rate = self.0[if self.0.len() == 1 { 0 } else { coordinate }];
        let scaled = (left - right) * L::splat(rate);
        scaled * scaled
    }
}

/// The same on a line: correctly rounded, as in every link so far; there is time for it.
pub struct LineDistances(pub f64);

impl Term for LineDistances {
    #[inline(always)]
    fn of<L: Lanes>(&self, _: usize, left: L, right: L) -> L {
        let scaled = (left - right) / L::splat(self.0);
        scaled * scaled
    }
}

/// `variance * sum + bias`.
pub struct Affine {
    pub variance: f64,
    pub bias: f64,
}

impl Function<0> for Affine {
    #[inline(always)]
    fn of<L: Lanes>(&self, sum: L, []: [L; 0]) -> L {
        L::splat(self.variance) * sum + L::splat(self.bias)
    }
}

/// `variance * exp(-r^2 / 2)` from r^2.
pub struct Rbf {
    pub variance: f64,
    pub constants: &'static ExpConstants,
}

impl Function<0> for Rbf {
    #[inline(always)]
    fn of<L: Lanes>(&self, squared: L, []: [L; 0]) -> L {
        math::exp_lanes(squared * L::splat(-0.5), self.constants) * L::splat(self.variance)
    }
}

/// The same bits in fewer steps for r^2 that are all [`moderate`], as most are.
pub struct ModerateRbf(pub Rbf);

impl Function<0> for ModerateRbf {
    #[inline(always)]
    fn of<L: Lanes>(&self, squared: L, []: [L; 0]) -> L {
        let Self(Rbf { variance, constants }) = self;
        math::exp_moderate_lanes(squared * L::splat(-0.5), constants) * L::splat(*variance)
    }
}

/// Whether no exponential of minus half of these is too small for a normal number.
pub fn moderate(squared: &[f64]) -> bool {
    simd::run(Moderate(squared))
}

struct Moderate<'a>(&'a [f64]);

impl Work for Moderate<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let limit = L::splat(2.0 * math::MODERATE);
        let (arrays, rest) = L::arrays(self.0);
        let mut all = L::load_some(rest).less(limit);
        for squared in arrays {
            all = all.and_bits(L::of(squared).less(limit));
        }
        let mut lanes = [f64::from_bits(u64::MAX); simd::MOST];
        all.store(&mut lanes);
        lanes.iter().all(|lane| lane.to_bits() != 0)
    }
}

/// A Matérn covariance from r^2.
pub struct Matern {
    pub smoothness: Smoothness,
    pub variance: f64,
    pub constants: &'static ExpConstants,
}

impl Function<0> for Matern {
    #[inline(always)]
    fn of<L: Lanes>(&self, squared: L, []: [L; 0]) -> L {
        let one = L::splat(1.0);
        let rate = match self.smoothness {
            Smoothness::Half => 1.0,
            Smoothness::ThreeHalves => 3.0,
            Smoothness::FiveHalves => 5.0,
        };
        let a = (L::splat(rate) * squared).sqrt();
        let polynomial = match self.smoothness {
            Smoothness::Half => one,
            Smoothness::ThreeHalves => one + a,
            Smoothness::FiveHalves => one + a + a * a / L::splat(3.0),
        };
        let decay = math::exp_lanes(L::splat(-1.0) * a, self.constants);
        decay * (L::splat(self.variance) * polynomial)
    }
}

struct Sums<'a, T> {
    terms: Terms<'a, T>,
    out: &'a mut [f64],
}

/// What is summed.
struct Terms<'a, T> {
    left: &'a Coordinates,
    first: usize,
    point: &'a [f64],
    term: &'a T,
}

/// Lanes of sums that are gathered together, so that coordinates of the point are read seldom.
const TOGETHER: usize = 8;

impl<T: Term> Work for Sums<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        self.terms.sum::<L>(self.out);
    }
}

impl<T: Term> Terms<'_, T> {
    /// A function of its own so that its arguments are known not to overlap, as in [`simd::replace`].
    #[inline(always)]
    fn sum<L: Lanes>(&self, out: &mut [f64]) {
        let many = out.len() - out.len() % (TOGETHER * L::COUNT);
        let (blocks, out) = out.split_at_mut(many);
        for (block, out) in blocks.chunks_exact_mut(TOGETHER * L::COUNT).enumerate() {
            let sums = self.gather::<L, TOGETHER>(block * TOGETHER * L::COUNT);
            for (out, sum) in out.chunks_exact_mut(L::COUNT).zip(sums) {
                sum.store(out);
            }
        }
        for (place, out) in out.chunks_mut(L::COUNT).enumerate() {
            let at = many + place * L::COUNT;
            if out.len() == L::COUNT {
                let [sum] = self.gather::<L, 1>(at);
                sum.store(out);
            } else {
                self.gather_some::<L>(at, out.len()).store_some(out);
            }
        }
    }

    /// The sums of N lanes of points, beginning so far behind the first.
    #[inline(always)]
    fn gather<L: Lanes, const N: usize>(&self, at: usize) -> [L; N] {
        let mut sums = [L::splat(0.0); N];
        let from = self.first + at;
        // Rows of one length, so that their bounds are checked once.
        let rows = self.left.values.chunks_exact(self.left.count);
        for (i, (left, &right)) in rows.zip(self.point).enumerate() {
            let (left, right) = (&left[from..from + N * L::COUNT], L::splat(right));
            for (sum, left) in sums.iter_mut().zip(left.chunks_exact(L::COUNT)) {
                *sum += self.term.of(i, L::load(left), right);
            }
        }
        sums
    }

    /// The sums of fewer points than there are lanes.
    #[inline(always)]
    fn gather_some<L: Lanes>(&self, at: usize, points: usize) -> L {
        let mut sum = L::splat(0.0);
        for (i, &right) in self.point.iter().enumerate() {
            let left = &self.left.values[i * self.left.count + self.first + at..][..points];
            sum += self.term.of(i, L::load_some(left), L::splat(right));
        }
        sum
    }
}
