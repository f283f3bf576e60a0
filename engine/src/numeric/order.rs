//! Orders of numbers. Equal ones keep their places, and NaN come last.
//!
//! Sorting is written out for everything that is sorted, some ten kilobytes each time; so all that goes by
//! numbers is sorted here.

/// Indices from the lowest number to the highest.
pub fn order(numbers: &[f64]) -> Vec<usize> {
    let mut pairs: Vec<(f64, usize)> = numbers.iter().copied().zip(0..).collect();
    pairs.sort_unstable_by(|(a, i), (b, j)| a.total_cmp(b).then(i.cmp(j)));
    pairs.into_iter().map(|(_, i)| i).collect()
}

/// The numbers themselves, from the lowest to the highest.
pub fn sorted(numbers: &[f64]) -> Vec<f64> {
    order(numbers).into_iter().map(|i| numbers[i]).collect()
}

/// Things from the one with the lowest number to the one with the highest.
///
/// ```
/// use talscope_engine::numeric::sorted_by;
/// let words = vec!["three", "a", "one", "b"];
/// assert_eq!(sorted_by(words, |word| word.len() as f64), ["a", "b", "one", "three"]);
/// ```
pub fn sorted_by<T>(things: Vec<T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let order = order(&things.iter().map(number).collect::<Vec<_>>());
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    order.into_iter().filter_map(|i| things[i].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_keep_their_places_and_nan_come_last() {
        let numbers = [2.0, f64::NAN, -1.0, 2.0, 0.0, -0.0, f64::NEG_INFINITY, 2.0];
        assert_eq!(order(&numbers), [6, 2, 5, 4, 0, 3, 7, 1]);
        assert_eq!(sorted(&numbers[2..]), [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 2.0, 2.0]);
        let many: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % 101)).collect();
        let mut stable: Vec<usize> = (0..1000).collect();
        stable.sort_by(|&a, &b| many[a].total_cmp(&many[b]));
        assert_eq!(order(&many), stable);
        assert_eq!(sorted_by((0..1000).collect(), |&i: &usize| many[i]), stable);
    }
}
