//! Lists of numbers, number by number and some at a time: compilers see that this can be done only sometimes,
//! and never while they link the page. Lists that belong together are of one length.

use crate::numeric::simd::{self, F64x2, Lanes, Work};

/// Adds a multiple of other numbers.
pub fn add_multiple(values: &mut [f64], others: &[f64], factor: f64) {
    simd::run(AddMultiple { values, others, factor });
}

struct AddMultiple<'a> {
    values: &'a mut [f64],
    others: &'a [f64],
    factor: f64,
}

impl Work for AddMultiple<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (factor, (values, rest)) = (self.factor, L::arrays_mut(self.values));
        let (others, last) = L::arrays(self.others);
        let factors = L::splat(factor);
        for (value, other) in values.iter_mut().zip(others) {
            (L::of(value) + factors * L::of(other)).write(value);
        }
        rest.iter_mut().zip(last).for_each(|(value, other)| *value += factor * other);
    }
}

/// Mixes two lists: `factors[0] values + factors[1] others`.
#[inline(never)]
pub fn mix(values: &mut [f64], others: &[f64], factors: [f64; 2]) {
    let ((pairs, rest), (others, last)) = (values.as_chunks_mut::<2>(), others.as_chunks::<2>());
    let [keep, take] = factors.map(F64x2::splat);
    for (value, other) in pairs.iter_mut().zip(others) {
        (keep * F64x2::load(value) + take * F64x2::load(other)).store(value);
    }
    let [keep, take] = factors;
    rest.iter_mut().zip(last).for_each(|(value, other)| *value = keep * *value + take * other);
}

/// Multiplies all numbers by one.
#[inline(never)]
pub fn scale(values: &mut [f64], factor: f64) {
    let (pairs, rest) = values.as_chunks_mut::<2>();
    let factors = F64x2::splat(factor);
    pairs.iter_mut().for_each(|value| (F64x2::load(value) * factors).store(value));
    rest.iter_mut().for_each(|value| *value *= factor);
}

/// Divides all numbers by one.
#[inline(never)]
pub fn divide(values: &mut [f64], divisor: f64) {
    let (pairs, rest) = values.as_chunks_mut::<2>();
    let divisors = F64x2::splat(divisor);
    pairs.iter_mut().for_each(|value| (F64x2::load(value) / divisors).store(value));
    rest.iter_mut().for_each(|value| *value /= divisor);
}

/// Subtracts multiples of two lists, which are added first.
#[inline(never)]
pub fn subtract_both(values: &mut [f64], (v, by_v): (&[f64], f64), (w, by_w): (&[f64], f64)) {
    let (pairs, rest) = values.as_chunks_mut::<2>();
    let ((vs, v), (ws, w)) = (v.as_chunks::<2>(), w.as_chunks::<2>());
    let [all_v, all_w] = [by_v, by_w].map(F64x2::splat);
    for (value, (v, w)) in pairs.iter_mut().zip(vs.iter().zip(ws)) {
        let both = F64x2::load(v) * all_v + F64x2::load(w) * all_w;
        (F64x2::load(value) - both).store(value);
    }
    for (value, (v, w)) in rest.iter_mut().zip(v.iter().zip(w)) {
        *value -= v * by_v + w * by_w;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;

    #[test]
    fn pairs_and_what_is_left_are_what_one_number_is() {
        for length in 0..20 {
            let list = |index: u64| Stream::new(1, "element", index).normals(length);
            let (values, v, w) = (list(0), list(1), list(2));
            let check = |got: Vec<f64>, want: &dyn Fn(usize) -> f64| {
                assert_eq!(got, (0..length).map(want).collect::<Vec<_>>());
            };
            let changed = |change: &dyn Fn(&mut [f64])| {
                let mut all = values.clone();
                change(&mut all);
                all
            };
            check(changed(&|x| add_multiple(x, &v, -0.3)), &|i| values[i] - 0.3 * v[i]);
            check(changed(&|x| mix(x, &v, [0.7, 0.1])), &|i| values[i] * 0.7 + v[i] * 0.1);
            check(changed(&|x| scale(x, 0.7)), &|i| values[i] * 0.7);
            check(changed(&|x| divide(x, -3.0)), &|i| values[i] / -3.0);
            let both = changed(&|x| subtract_both(x, (&v, 0.3), (&w, 0.6)));
            check(both, &|i| values[i] - (v[i] * 0.3 + w[i] * 0.6));
        }
    }
}
