//! Sums of lagged products of long lists, by Fourier transforms: n log n instead of n for each lag.

use std::f64::consts::TAU;

use super::math;

/// Roots of unity for lists of one length. Lists are padded with zeros, so that no end meets a beginning.
#[derive(Debug, Clone)]
pub struct Fourier {
    /// The first half of the circle: cosines, and minus sines.
    roots: Vec<[f64; 2]>,
}

impl Fourier {
    /// For lists of so many numbers.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let size = (2 * length).next_power_of_two();
        let root = |i: usize| {
            let (sine, cosine) = math::sin_cos(TAU * i as f64 / size as f64);
            [cosine, -sine]
        };
        Self { roots: (0..size / 2).map(root).collect() }
    }

    /// The sum over `x[i] x[i + lag]` and over all lists, for each lag below their length.
    ///
    /// ```
    /// use talscope_engine::numeric::Fourier;
    /// let sums = Fourier::new(3).lagged_products(&[vec![1.0, 2.0, 3.0]]);
    /// assert!(sums.iter().zip([14.0, 8.0, 3.0]).all(|(sum, want)| (sum - want).abs() < 1e-14));
    /// ```
    #[must_use]
    pub fn lagged_products(&self, lists: &[Vec<f64>]) -> Vec<f64> {
        let Some(length) = lists.first().map(Vec::len) else { return Vec::new() };
        let size = 2 * self.roots.len();
        let mut power = vec![[0.0; 2]; size];
        let mut values = vec![[0.0; 2]; size];
        // Two lists at once: of a + i b, the real part of the products is the sum of those of a and b.
        for two in lists.chunks(2) {
            values.fill([0.0; 2]);
            for (part, list) in two.iter().enumerate() {
                values.iter_mut().zip(list).for_each(|(value, x)| value[part] = *x);
            }
            self.transform(&mut values);
            for (sum, [real, imaginary]) in power.iter_mut().zip(&values) {
                sum[0] += real * real + imaginary * imaginary;
            }
        }
        // The power is real, so that there and back again differ in the sign of what is dropped alone.
        self.transform(&mut power);
        power[..length].iter().map(|[real, _]| real / size as f64).collect()
    }

    /// Cooley and Tukey's: first in the order of reversed bits, then pairs of ever longer blocks.
    fn transform(&self, values: &mut [[f64; 2]]) {
        let size = values.len();
        if size < 2 {
            return;
        }
        let bits = size.trailing_zeros();
        for i in 0..size {
            let j = i.reverse_bits() >> (usize::BITS - bits);
            if i < j {
                values.swap(i, j);
            }
        }
        let mut half = 1;
        while half < size {
            let stride = size / (2 * half);
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                let roots = self.roots.iter().step_by(stride);
                for ((a, b), [cosine, sine]) in low.iter_mut().zip(high).zip(roots) {
                    let turned = [b[0] * cosine - b[1] * sine, b[0] * sine + b[1] * cosine];
                    *b = [a[0] - turned[0], a[1] - turned[1]];
                    *a = [a[0] + turned[0], a[1] + turned[1]];
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;

    #[test]
    fn products_are_those_of_the_sums_written_out() {
        for (length, count) in [(1, 1), (2, 3), (5, 2), (64, 1), (100, 5), (257, 4)] {
            let mut stream = Stream::new(5, "test", length as u64);
            let lists: Vec<Vec<f64>> = (0..count).map(|_| stream.normals(length)).collect();
            let found = Fourier::new(length).lagged_products(&lists);
            assert_eq!(found.len(), length);
            for (lag, found) in found.iter().enumerate() {
                let products = lists.iter().flat_map(|list| list.iter().zip(&list[lag..]));
                let want: f64 = products.map(|(a, b)| a * b).sum();
                let size = (length * count) as f64;
                assert!((found - want).abs() < 1e-14 * size, "{length}, {lag}: {found} {want}");
            }
        }
        assert!(Fourier::new(4).lagged_products(&[]).is_empty());
    }
}
