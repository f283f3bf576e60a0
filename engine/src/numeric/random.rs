//! Seeded streams of random numbers, the same in every browser and in every release.
//!
//! A stream is named by (seed, purpose, index), and its name is its ChaCha8 key: streams with
//! different names have nothing in common, and one purpose may draw more or less without touching
//! another. Uniforms, normals and permutations are made here rather than by rand's distributions,
//! which may change between versions and call functions whose bits differ between machines.

use std::convert::Infallible;
use std::f64::consts::TAU;

use rand::TryRng;

use super::{chacha::ChaCha8, hash::Fingerprint, math, normal};

/// One stream of random numbers.
///
/// ```
/// use talscope_engine::numeric::Stream;
/// let noise = |point| Stream::new(1, "observation noise", point).normal();
/// assert_eq!(noise(3), noise(3));
/// assert_ne!(noise(3), noise(4));
/// ```
#[derive(Debug, Clone)]
pub struct Stream(ChaCha8);

impl Stream {
    /// The stream of this name, from its beginning.
    #[must_use]
    pub fn new(seed: u64, purpose: &str, index: u64) -> Self {
        let purpose = Fingerprint::new().text(purpose).finish();
        let name = [seed, purpose, index, u64::from_le_bytes(*b"talscope")];
        let half = |i: usize| (name[i / 2] >> (32 * (i % 2))) as u32;
        Self(ChaCha8::new(std::array::from_fn(half)))
    }

    /// Uniform in [0, 1): a multiple of 2^-53. Takes one 64-bit word.
    pub fn uniform(&mut self) -> f64 {
        const STEP: f64 = 1.0 / (1u64 << 53) as f64;
        (self.0.word() >> 11) as f64 * STEP
    }

    /// Standard normal, by Box and Muller's transform. Takes two 64-bit words, always: the
    /// transform's second normal is dropped, so that no draw depends on how many came before.
    pub fn normal(&mut self) -> f64 {
        // 1 - u lies in (0, 1], where the logarithm is finite.
        let radius = (-2.0 * math::ln(1.0 - self.uniform())).sqrt();
        radius * math::cos(TAU * self.uniform())
    }

    /// `count` standard normals: the same as so many calls of [`normal`](Self::normal).
    pub fn normals(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.normal()).collect()
    }

    /// Fills a list with standard normals, in a quarter of the time that so many calls of
    /// [`normal`](Self::normal) take, and other ones: each pair takes two words and gives both of Box and
    /// Muller's normals. An odd list takes as many words as one longer.
    pub fn fill_normals(&mut self, out: &mut [f64]) {
        let mut words = [[0; 4]; normal::FOURS];
        for chunk in out.chunks_mut(4 * normal::FOURS) {
            let words = &mut words[..chunk.len().div_ceil(4)];
            let needed = words.as_flattened_mut().iter_mut().take(chunk.len().next_multiple_of(2));
            needed.for_each(|word| *word = self.0.word());
            normal::fill(words, chunk);
        }
    }

    /// Uniform among 0 .. `bound`, without bias; takes one word, rarely more.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no whole number below 0");
        // Lemire 2019: the high half of word x bound is uniform once the words whose low half lies
        // below 2^64 mod bound are thrown away.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.word()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// The numbers 0 .. `count` in uniformly random order (Fisher and Yates, from the end).
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last as u64 + 1) as usize);
        }
        order
    }
}

/// Whatever draws by rand's traits can draw from a stream, too; each call takes whole words of 64 bits.
impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.word() as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0.word())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for eight in bytes.chunks_mut(8) {
            eight.copy_from_slice(&self.0.word().to_le_bytes()[..eight.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: usize = 200_000;

    fn stream() -> Stream {
        Stream::new(42, "test", 0)
    }

    fn mean(values: impl Iterator<Item = f64>) -> f64 {
        values.sum::<f64>() / DRAWS as f64
    }

    /// The largest distance between the empirical and the true distribution function.
    fn kolmogorov_distance(mut draws: Vec<f64>, distribution: impl Fn(f64) -> f64) -> f64 {
        draws.sort_by(f64::total_cmp);
        let gap =
            |(i, &x): (usize, &f64)| (distribution(x) - (i as f64 + 0.5) / DRAWS as f64).abs();
        draws.iter().enumerate().map(gap).fold(0.0, f64::max)
    }

    /// Computed apart from this crate, by a ChaCha8 written out in Python.
    #[test]
    fn draws_are_the_golden_ones() {
        let mut uniforms = stream();
        let expected = [0.340_951_394_268_687_7, 0.992_292_327_161_397_8, 0.090_848_394_730_704_16];
        assert_eq!(expected, [(); 3].map(|()| uniforms.uniform()));
        let expected =
            [0.912_119_340_172_338_8, 0.038_526_344_131_923_816, -0.632_751_861_579_485_5];
        for (normal, expected) in stream().normals(3).into_iter().zip(expected) {
            assert!((normal - expected).abs() < 1e-15, "{normal} is not {expected}");
        }
        let mut below = stream();
        assert_eq!([340, 992, 90, 235, 799], [(); 5].map(|()| below.below(1000)));
        assert_eq!(stream().permutation(10), [9, 5, 2, 7, 6, 4, 1, 0, 8, 3]);
    }

    #[test]
    fn rands_traits_read_the_same_words() {
        use rand::Rng;
        let (mut words, mut bytes) = (stream(), [0; 12]);
        let [first, second] = [words.next_u64(), words.next_u64()];
        stream().fill_bytes(&mut bytes);
        assert_eq!(bytes[..8], first.to_le_bytes());
        assert_eq!(bytes[8..], second.to_le_bytes()[..4]);
        assert_eq!(stream().next_u32(), first as u32);
    }

    #[test]
    fn uniforms_are_uniform() {
        let mut stream = stream();
        let draws: Vec<f64> = (0..DRAWS).map(|_| stream.uniform()).collect();
        assert!(draws.iter().all(|u| (0.0..1.0).contains(u)));
        // Exceeded once in 1e6 seeds.
        assert!(kolmogorov_distance(draws, |x| x) < 2.7 / (DRAWS as f64).sqrt());
    }

    #[test]
    fn normals_are_normal() {
        let draws = stream().normals(DRAWS);
        let moment = |k: u32| mean(draws.iter().map(|&z| math::pow(z, f64::from(k))));
        assert!(moment(1).abs() < 0.01, "mean {}", moment(1));
        assert!((moment(2) - 1.0).abs() < 0.016, "variance {}", moment(2));
        assert!(moment(3).abs() < 0.04, "third moment {}", moment(3));
        assert!((moment(4) - 3.0).abs() < 0.11, "fourth moment {}", moment(4));
        let lag = mean(draws.windows(2).map(|pair| pair[0] * pair[1]));
        assert!(lag.abs() < 0.01, "neighbours correlate by {lag}");
        let distribution = |z: f64| 0.5 * (1.0 + math::erf(z / std::f64::consts::SQRT_2));
        assert!(kolmogorov_distance(draws, distribution) < 2.7 / (DRAWS as f64).sqrt());
    }

    #[test]
    fn many_normals_are_normal_and_do_not_know_their_neighbours() {
        let mut draws = vec![0.0; DRAWS];
        stream().fill_normals(&mut draws);
        let moment = |k: u32| mean(draws.iter().map(|&z| math::pow(z, f64::from(k))));
        assert!(moment(1).abs() < 0.01 && (moment(2) - 1.0).abs() < 0.016);
        assert!(moment(3).abs() < 0.04 && (moment(4) - 3.0).abs() < 0.11);
        for lag in [1, 2, 64] {
            let products = draws.iter().zip(&draws[lag..]).map(|(a, b)| a * b);
            assert!(mean(products).abs() < 0.01, "lag {lag}");
            // Both normals of a pair share a radius: squares would tell.
            let squares =
                draws.iter().zip(&draws[lag..]).map(|(a, b)| (a * a - 1.0) * (b * b - 1.0));
            assert!(mean(squares).abs() < 0.03, "squares, lag {lag}");
        }
        let distribution = |z: f64| 0.5 * (1.0 + math::erf(z / std::f64::consts::SQRT_2));
        assert!(kolmogorov_distance(draws.clone(), distribution) < 2.7 / (DRAWS as f64).sqrt());
        // However the list is cut, an even part is the same.
        let mut cut = vec![0.0; 1000];
        let mut again = stream();
        cut.chunks_mut(130).for_each(|part| again.fill_normals(part));
        assert_eq!(cut[..], draws[..1000]);
        let mut odd = [0.0; 3];
        stream().fill_normals(&mut odd);
        assert_eq!(odd, draws[..3]);
    }

    #[test]
    fn normals_are_repeated_calls() {
        let (mut one, mut many) = (stream(), stream());
        let singles: Vec<f64> = (0..7).map(|_| one.normal()).collect();
        assert_eq!(singles, many.normals(7));
        assert_eq!(one.uniform(), many.uniform());
    }

    #[test]
    fn below_is_fair() {
        let mut stream = stream();
        let mut counts = [0.0; 7];
        (0..DRAWS).for_each(|_| counts[stream.below(7) as usize] += 1.0);
        let expected = DRAWS as f64 / 7.0;
        let chi_square: f64 =
            counts.iter().map(|n| (n - expected) * (n - expected) / expected).sum();
        assert!(chi_square < 38.0, "{chi_square}");
        // A bound just above 2^63 makes nearly half of all words unfair.
        let bound = (1 << 63) + 1;
        assert!((0..1000).all(|_| stream.below(bound) < bound));
        assert_eq!(stream.below(1), 0);
    }

    #[test]
    fn permutations_are_fair() {
        let mut stream = stream();
        let mut counts = [0.0; 24];
        for _ in 0..24_000 {
            let order = stream.permutation(4);
            let mut rank = 0;
            for i in 0..4 {
                let smaller = order[i + 1..].iter().filter(|&&other| other < order[i]).count();
                rank = rank * (4 - i) + smaller;
            }
            counts[rank] += 1.0;
        }
        let chi_square: f64 = counts.iter().map(|n| (n - 1000.0) * (n - 1000.0) / 1000.0).sum();
        assert!(chi_square < 71.0, "{chi_square}");
        let mut all = stream.permutation(100);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..100));
        assert!(stream.permutation(0).is_empty());
    }

    #[test]
    fn each_part_of_the_name_counts() {
        let first = |seed, purpose, index| Stream::new(seed, purpose, index).uniform();
        let names = [(1, "a", 0), (0, "a", 1), (1, "b", 0), (1, "a", 1), (0, "a", 0)];
        let mut draws = names.map(|(seed, purpose, index)| first(seed, purpose, index));
        draws.sort_by(f64::total_cmp);
        assert!(draws.windows(2).all(|pair| pair[0] < pair[1]), "{draws:?}");
    }
}
