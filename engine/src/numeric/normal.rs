//! Normals from random words, many at a time, and the normal distribution's quantiles.

use std::f64::consts::FRAC_PI_2;
use std::hint::black_box;

use super::math;
use super::simd::F64x2;

/// Fours of normals that are made together.
pub const FOURS: usize = 32;

const STEP: f64 = 1.0 / (1_u64 << 53) as f64;

/// Fills `out` with standard normals by Box and Muller's transform: from each two words, a radius and an
/// angle within an eighth of the circle to either side, whose last bits say which eighth it is. There are
/// as many fours of words as of normals; what is behind the last normal is not used.
pub fn fill(words: &[[u64; 4]], out: &mut [f64]) {
    let mut logarithms = [[0.0; 2]; FOURS];
    let logarithms = &mut logarithms[..words.len()];
    let constants = black_box(&CONSTANTS);
    square_radii(words, logarithms, constants, math::ln_constants());
    let (fours, rest) = out.as_chunks_mut::<4>();
    turn(words, logarithms, fours, constants);
    if !rest.is_empty() {
        let (whole, mut last) = (fours.len(), [[0.0; 4]]);
        turn(&words[whole..], &logarithms[whole..], &mut last, constants);
        rest.copy_from_slice(&last[0][..rest.len()]);
    }
}

/// In memory, for the reason that is given for those of `math::exp_in_place`.
struct Constants {
    one: f64,
    two: f64,
    three_halves: f64,
    half_step: f64,
    quarter_turn: f64,
    minus_two: f64,
    /// The bit of the sign.
    sign: f64,
    /// Taylor polynomials, which err by less than 1e-17 within an eighth of the circle.
    cosine: [f64; 8],
    sine: [f64; 8],
}

static CONSTANTS: Constants = Constants {
    one: 1.0,
    two: 2.0,
    three_halves: 1.5,
    half_step: STEP / 2.0,
    quarter_turn: FRAC_PI_2,
    minus_two: -2.0,
    sign: -0.0,
    cosine: [
        1.0,
        -1.0 / 2.0,
        1.0 / 24.0,
        -1.0 / 720.0,
        1.0 / 40_320.0,
        -1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        -1.0 / 87_178_291_200.0,
    ],
    sine: [
        1.0,
        -1.0 / 6.0,
        1.0 / 120.0,
        -1.0 / 5_040.0,
        1.0 / 362_880.0,
        -1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 1_307_674_368_000.0,
    ],
};

/// The uniform number u of a word, a multiple of 2^-53 in [0, 1), in parts: 1 + u without u's last bit, which
/// is the word's first 52 bits as a mantissa, and that last bit. Sums of them and of halves are exact.
#[inline(always)]
fn uniform(word: F64x2, constants: &Constants) -> [F64x2; 2] {
    let half_step = F64x2::splat(constants.half_step);
    let last = word.shift_left::<52>().and_bits(F64x2::splat(constants.sign));
    let first = word.shift_right::<12>().or_bits(F64x2::splat(constants.one));
    [first, half_step - half_step.or_bits(last)]
}

/// ln(1 - u), with 1 - u in (0, 1], for the first word of every pair.
#[inline(never)]
fn square_radii(
    words: &[[u64; 4]],
    out: &mut [[f64; 2]],
    constants: &Constants,
    ln_constants: &math::LnConstants,
) {
    for (words, out) in words.iter().zip(out) {
        let [first, last] = uniform(F64x2::from_bits([words[0], words[2]]), constants);
        let rest = (F64x2::splat(constants.two) - first) - last;
        math::ln_of_normal(rest, ln_constants).store(out);
    }
}

/// Radius times cosine and sine, as the second word of every pair says.
#[inline(never)]
fn turn(words: &[[u64; 4]], logarithms: &[[f64; 2]], out: &mut [[f64; 4]], constants: &Constants) {
    let sign = F64x2::splat(constants.sign);
    for ((words, logarithm), out) in words.iter().zip(logarithms).zip(out) {
        let radius = (F64x2::splat(constants.minus_two) * F64x2::load(logarithm)).sqrt();
        let word = F64x2::from_bits([words[1], words[3]]);
        let [first, last] = uniform(word, constants);
        let away = (first - F64x2::splat(constants.three_halves)) + last;
        let angle = away * F64x2::splat(constants.quarter_turn);
        let square = angle * angle;
        let cosine = radius * math::polynomial(square, &constants.cosine);
        let sine = radius * angle * math::polynomial(square, &constants.sine);
        // The last bit is the sign of one, the last but one that of the other, and the next swaps them.
        let cosine = cosine.xor_bits(word.shift_left::<63>());
        let sine = sine.xor_bits(word.shift_left::<62>().and_bits(sign));
        let swapped = word.shift_left::<61>().and_bits(sign).or_bits(F64x2::splat(constants.one));
        let swapped = swapped.less(F64x2::ZERO);
        let pairs = swapped.select(sine, cosine).transpose(swapped.select(cosine, sine));
        out.as_chunks_mut::<2>().0.iter_mut().zip(pairs).for_each(|(out, pair)| pair.store(out));
    }
}

/// The quantile of the standard normal distribution (Wichura 1988, algorithm AS 241), within 1e-15
/// relative: minus infinity at 0, infinity at 1.
#[must_use]
pub fn probit(probability: f64) -> f64 {
    let q = probability - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * ratio(r, &CENTRAL);
    }
    let tail = if q < 0.0 { probability } else { 1.0 - probability };
    if tail <= 0.0 {
        return f64::INFINITY.copysign(q);
    }
    let r = (-math::ln(tail)).sqrt();
    let size = if r <= 5.0 { ratio(r - 1.6, &MIDDLE) } else { ratio(r - 5.0, &FAR) };
    size.copysign(q)
}

/// Numerator and denominator of a rational function, constant term first.
type Rational = [[f64; 8]; 2];

fn ratio(r: f64, [above, below]: &Rational) -> f64 {
    let value = |terms: &[f64; 8]| terms.iter().rev().fold(0.0, |sum, term| sum * r + term);
    value(above) / value(below)
}

const CENTRAL: Rational = [
    [
        3.387_132_872_796_366_5,
        1.331_416_678_917_843_8e2,
        1.971_590_950_306_551_3e3,
        1.373_169_376_550_946e4,
        4.592_195_393_154_987e4,
        6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,
        2.509_080_928_730_122_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091e1,
        6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,
        2.121_379_430_158_659_7e4,
        3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,
        5.226_495_278_852_545e3,
    ],
];
const MIDDLE: Rational = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1,
        1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];
const FAR: Rational = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        2.965_605_718_285_048_7e-1,
        2.653_218_952_657_612_4e-2,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        5.998_322_065_558_88e-1,
        1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_7e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The distribution's tail, by the complementary error function.
    fn below(z: f64) -> f64 {
        0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
    }

    #[test]
    fn the_quantile_undoes_the_distribution() {
        for z in [-37.0, -9.0, -5.5, -3.0, -1.2, -0.3, -1e-9, 0.0, 0.4, 1.0, 2.5, 5.0] {
            let got = probit(below(z));
            assert!((got - z).abs() < 2e-10 * (1.0 + z.abs()) + 1e-15, "{z}: {got}");
        }
        assert!((probit(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
        assert_eq!((probit(0.0), probit(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        for p in [1e-300, 1e-10, 0.01, 0.3, 0.499] {
            assert!((below(probit(p)) / p - 1.0).abs() < 1e-12, "{p}");
        }
    }

    #[test]
    fn the_transform_is_that_of_the_textbook() {
        let words: Vec<u64> =
            (0..20_u64).map(|i| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let mut out = vec![0.0; 20];
        fill(words.as_chunks().0, &mut out);
        for (two, [radius, angle]) in out.as_chunks::<2>().0.iter().zip(words.as_chunks::<2>().0) {
            let want = -2.0 * math::ln(1.0 - (radius >> 11) as f64 * STEP);
            assert!((two[0] * two[0] + two[1] * two[1] - want).abs() < 1e-13);
            let turn = ((angle >> 11) as f64 * STEP - 0.5) * FRAC_PI_2;
            let (sine, cosine) = math::sin_cos(turn);
            let pair = if angle & 4 == 0 { [cosine, sine] } else { [sine, cosine] };
            for i in 0..2 {
                assert!((two[i].abs() - want.sqrt() * pair[i].abs()).abs() < 1e-14);
            }
        }
    }
}
