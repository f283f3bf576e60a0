//! Elementary functions with the same bits everywhere.
//!
//! One value at a time they come from the `libm` crate. [`exp_in_place`] and [`ln_in_place`] work
//! on slices, faster, by polynomials of their own: within 2e-16 relative of the truth, but not
//! always the bits of [`exp`] and [`ln`]. Each of their results depends on its element alone, not
//! on where in the slice it stands or how long the slice is.

use super::simd::{self, Function, Lanes, Work, replace};
use std::f64::consts::{FRAC_1_SQRT_2, LN_2, LOG2_E};
use std::hint::black_box;

macro_rules! from_libm {
    ($($(#[$doc:meta])+ $name:ident($($x:ident),+) = $function:ident;)+) => {$(
        $(#[$doc])+
        #[inline]
        #[must_use]
        pub fn $name($($x: f64),+) -> f64 {
            libm::$function($($x),+)
        }
    )+};
}

from_libm! {
    /// e to the power `x`.
    exp(x) = exp;
    /// e to the power `x`, minus one, exact for small `x`.
    exp_m1(x) = expm1;
    /// Natural logarithm.
    ln(x) = log;
    /// Natural logarithm of `1 + x`, exact for small `x`.
    ln_1p(x) = log1p;
    /// Logarithm to base 10.
    log10(x) = log10;
    /// Sine.
    sin(x) = sin;
    /// Cosine.
    cos(x) = cos;
    /// Hyperbolic tangent.
    tanh(x) = tanh;
    /// Inverse cosine, in 0 to pi.
    acos(x) = acos;
    /// `base` to the power `exponent`.
    pow(base, exponent) = pow;
    /// The error function.
    erf(x) = erf;
    /// Logarithm of the absolute gamma function.
    ln_gamma(x) = lgamma;
}

/// Sine and cosine of `x`.
#[inline]
#[must_use]
pub fn sin_cos(x: f64) -> (f64, f64) {
    libm::sincos(x)
}

/// `ln(1 + e^x)`, which is positive and, for large `x`, `x` itself.
#[must_use]
pub fn softplus(x: f64) -> f64 {
    x.max(0.0) + ln_1p(exp(-x.abs()))
}

/// What [`softplus`] turns into a positive `y`.
#[must_use]
pub fn softplus_inverse(y: f64) -> f64 {
    y + ln(-exp_m1(-y))
}

/// `1 / (1 + e^-x)`, the derivative of [`softplus`].
#[must_use]
pub fn logistic(x: f64) -> f64 {
    let small = exp(-x.abs());
    if x < 0.0 { small / (1.0 + small) } else { 1.0 / (1.0 + small) }
}

/// Replaces every `x` by e to the power `x`.
pub fn exp_in_place(values: &mut [f64]) {
    replace(values, [], &Exp(exp_constants()));
}

/// Replaces every `x` by its natural logarithm: of zero minus infinity, of a negative value NaN.
pub fn ln_in_place(values: &mut [f64]) {
    replace(values, [], &Ln(ln_constants()));
}

/// Replaces every finite `x` above -1 by the natural logarithm of `1 + x`, exact for small `x`.
pub fn ln_1p_in_place(values: &mut [f64]) {
    replace(values, [], &LnOnePlus(ln_constants()));
}

/// Whether none is infinite or NaN: at once, because all are finite nearly always.
#[must_use]
pub fn all_finite(values: &[f64]) -> bool {
    values.chunks(4096).all(|values| simd::run(AllFinite(values)))
}

struct AllFinite<'a>(&'a [f64]);

impl Work for AllFinite<'_> {
    type Output = bool;

    /// Zero times what is finite is zero, times all else NaN, and so is a sum with it.
    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let (arrays, rest) = L::arrays(self.0);
        let zero = L::splat(0.0);
        let mut sum = zero * L::load_some(rest);
        for array in arrays {
            sum += zero * L::of(array);
        }
        let mut lanes = [0.0; simd::MOST];
        sum.store(&mut lanes);
        lanes == [0.0; simd::MOST]
    }
}

/// The sum of natural logarithms, as few logarithms of products.
#[must_use]
pub fn sum_of_logs(values: &[f64]) -> f64 {
    // 32 factors within 2^-31 .. 2^31 can neither overflow nor become subnormal on the way.
    let safe = 1.0 / 2_147_483_648.0..=2_147_483_648.0;
    let log_of_product = |terms: &[f64]| {
        if terms.iter().all(|term| safe.contains(term)) {
            ln(terms.iter().product())
        } else {
            terms.iter().map(|&term| ln(term)).sum()
        }
    };
    values.chunks(32).map(log_of_product).fold(0.0, |sum, log| sum + log)
}

/// The constants of [`exp_lanes`]. Hides them from the optimiser, so that they are loaded from memory: in
/// Chromium that took a third off the time. Presumably V8 rebuilds vector constants at each use; not
/// inspected.
pub(crate) fn exp_constants() -> &'static ExpConstants {
    black_box(&EXP)
}

/// The constants of [`ln_of_normal`], from memory for the same reason.
pub(crate) fn ln_constants() -> &'static LnConstants {
    black_box(&LN)
}

struct Exp(&'static ExpConstants);

impl Function<0> for Exp {
    #[inline(always)]
    fn of<L: Lanes>(&self, x: L, []: [L; 0]) -> L {
        exp_lanes(x, self.0)
    }
}

struct Ln(&'static LnConstants);

impl Function<0> for Ln {
    #[inline(always)]
    fn of<L: Lanes>(&self, x: L, []: [L; 0]) -> L {
        ln_lanes(x, self.0)
    }
}

struct LnOnePlus(&'static LnConstants);

impl Function<0> for LnOnePlus {
    #[inline(always)]
    fn of<L: Lanes>(&self, x: L, []: [L; 0]) -> L {
        let one = L::splat(1.0);
        // The second term restores what the rounding of 1 + x took away.
        let rounded = one + x;
        ln_lanes(rounded, self.0) + (x - (rounded - one)) / rounded
    }
}

/// ln 2 in two parts: the first ends in 21 zero bits, so its product with an exponent is exact.
const LN_2_HIGH: f64 = f64::from_bits(LN_2.to_bits() & !0x1f_ffff);
const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);

pub(crate) struct ExpConstants {
    /// Beyond these bounds the result is infinity or zero; within them its exponent is in range.
    lowest: f64,
    highest: f64,
    log2_e: f64,
    /// Adding this rounds to an integer k and leaves k + 1023, a biased exponent, in the last bits.
    round: f64,
    ln_2_high: f64,
    ln_2_low: f64,
    /// The reciprocals of 2!, 4!, .. 12! and of 3!, 5!, .. 13!.
    even: [f64; 6],
    odd: [f64; 6],
}

static EXP: ExpConstants = ExpConstants {
    lowest: -746.0,
    highest: 710.0,
    log2_e: LOG2_E,
    round: 1.5 * TWO_52 + 1023.0,
    ln_2_high: LN_2_HIGH,
    ln_2_low: LN_2_LOW,
    even: [
        1.0 / 2.0,
        1.0 / 24.0,
        1.0 / 720.0,
        1.0 / 40_320.0,
        1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
    ],
    odd: [
        1.0 / 6.0,
        1.0 / 120.0,
        1.0 / 5_040.0,
        1.0 / 362_880.0,
        1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
    ],
};

/// exp x = 2^k exp r with |r| <= ln 2 / 2.
#[inline(always)]
pub(crate) fn exp_lanes<L: Lanes>(x: L, constants: &ExpConstants) -> L {
    let round = L::splat(constants.round);
    let x = x.min(L::splat(constants.highest)).max(L::splat(constants.lowest));
    let (k, exp_r) = exp_reduced(x, constants);
    let k = k - round;
    // 2^k in two factors, because k itself may lie outside of the exponents of normal numbers. Moved up by
    // 52 bits, a small integer becomes an exponent.
    let first = k * L::splat(0.5) + round;
    let second = (k - (first - round)) + round;
    exp_r * first.shift_left::<52>() * second.shift_left::<52>()
}

/// How far from 0 an argument of [`exp_moderate_lanes`] may be.
pub(crate) const MODERATE: f64 = 700.0;

/// The bits of [`exp_lanes`] in fewer steps, where 2^k is a normal number.
#[inline(always)]
pub(crate) fn exp_moderate_lanes<L: Lanes>(x: L, constants: &ExpConstants) -> L {
    let (k, exp_r) = exp_reduced(x, constants);
    exp_r * k.shift_left::<52>()
}

/// k, to which `round` is added, and exp r by its Taylor polynomial of degree 13, whose remainder is below 5e-18.
#[inline(always)]
fn exp_reduced<L: Lanes>(x: L, constants: &ExpConstants) -> (L, L) {
    let rounded = x * L::splat(constants.log2_e) + L::splat(constants.round);
    let k = rounded - L::splat(constants.round);
    let r = (x - k * L::splat(constants.ln_2_high)) - k * L::splat(constants.ln_2_low);
    let square = r * r;
    let even = polynomial(square, &constants.even);
    let odd = polynomial(square, &constants.odd);
    (rounded, L::splat(1.0) + (r + square * (even + r * odd)))
}

pub(crate) struct LnConstants {
    smallest_normal: f64,
    infinity: f64,
    /// What brings a subnormal number into the range of normal ones.
    two_54: f64,
    /// Its bits turn a small integer in the last bits into a float; minus what they add.
    two_52: f64,
    bias: f64,
    bias_subnormal: f64,
    /// Bits: of sqrt 1/2, what carries from there to 1, and the mask of a mantissa.
    sqrt_half: f64,
    sqrt_half_to_one: f64,
    mantissa: f64,
    ln_2_high: f64,
    ln_2_low: f64,
    /// Coefficients of artanh: 2/3, 2/7, .. 2/19 and 2/5, 2/9, .. 2/21.
    even: [f64; 5],
    odd: [f64; 5],
}

static LN: LnConstants = LnConstants {
    smallest_normal: f64::MIN_POSITIVE,
    infinity: f64::INFINITY,
    two_54: 4.0 * TWO_52,
    two_52: TWO_52,
    bias: TWO_52 + 1023.0,
    bias_subnormal: TWO_52 + 1023.0 + 54.0,
    sqrt_half: FRAC_1_SQRT_2,
    sqrt_half_to_one: f64::from_bits(1.0f64.to_bits() - FRAC_1_SQRT_2.to_bits()),
    mantissa: f64::from_bits((1 << 52) - 1),
    ln_2_high: LN_2_HIGH,
    ln_2_low: LN_2_LOW,
    even: [2.0 / 3.0, 2.0 / 7.0, 2.0 / 11.0, 2.0 / 15.0, 2.0 / 19.0],
    odd: [2.0 / 5.0, 2.0 / 9.0, 2.0 / 13.0, 2.0 / 17.0, 2.0 / 21.0],
};

const TWO_52: f64 = 4_503_599_627_370_496.0;

#[inline(always)]
fn ln_lanes<L: Lanes>(x: L, constants: &LnConstants) -> L {
    let subnormal = x.less(L::splat(constants.smallest_normal));
    let normal = subnormal.select(x * L::splat(constants.two_54), x);
    let (bias, shifted) = (L::splat(constants.bias), L::splat(constants.bias_subnormal));
    let finite = ln_of_scaled(normal, subnormal.select(shifted, bias), constants);
    ln_of_special(x, finite, L::splat(constants.infinity))
}

/// The natural logarithm of numbers that are positive, finite and not subnormal: the bits of
/// [`ln_in_place`].
#[inline(always)]
pub(crate) fn ln_of_normal<L: Lanes>(x: L, constants: &LnConstants) -> L {
    ln_of_scaled(x, L::splat(constants.bias), constants)
}

/// ln x = k ln 2 + ln(1 + f) with 1 + f within sqrt 1/2 and sqrt 2, and ln(1 + f) = 2 artanh s with
/// s = f / (2 + f), by its series to s^21, whose remainder is below 1e-18 relative. The bias is what the
/// exponent has too much.
#[inline(always)]
fn ln_of_scaled<L: Lanes>(x: L, bias: L, constants: &LnConstants) -> L {
    let bits = x.add_bits(L::splat(constants.sqrt_half_to_one));
    let biased = bits.shift_right::<52>().or_bits(L::splat(constants.two_52));
    let k = biased - bias;
    let mantissa = bits.and_bits(L::splat(constants.mantissa));
    let f = mantissa.add_bits(L::splat(constants.sqrt_half)) - L::splat(1.0);
    let s = f / (L::splat(2.0) + f);
    let square = s * s;
    let fourth = square * square;
    let odd = polynomial(fourth, &constants.odd);
    let series = square * (polynomial(fourth, &constants.even) + square * odd);
    // 2s = f - f^2/2 + s f^2/2 exactly: the leading term f carries no rounding error.
    let half = L::splat(0.5) * f * f;
    let correction = s * (half + series) + k * L::splat(constants.ln_2_low);
    k * L::splat(constants.ln_2_high) - ((half - correction) - f)
}

/// `finite` where `x` is positive and finite, else the limit.
#[inline(always)]
fn ln_of_special<L: Lanes>(x: L, finite: L, infinity: L) -> L {
    let zero = L::splat(0.0);
    // The logarithm of zero is minus infinity, of a negative value NaN.
    let below = x.equal(zero).select(zero - infinity, zero * infinity);
    let positive = zero.less(x).select(finite, below);
    // Infinity and NaN are their own logarithm.
    x.less(infinity).select(positive, x)
}

/// Horner's rule, constant term first.
#[inline(always)]
pub(super) fn polynomial<L: Lanes, const TERMS: usize>(x: L, coefficients: &[f64; TERMS]) -> L {
    let mut sum = L::splat(coefficients[TERMS - 1]);
    for &coefficient in coefficients[..TERMS - 1].iter().rev() {
        sum = sum * x + L::splat(coefficient);
    }
    sum
}

#[cfg(test)]
mod tests;
