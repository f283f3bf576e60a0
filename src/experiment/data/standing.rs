//! How models stand to each other over seeds: who is best and worst as the paper marks it, whose places are decided, and
//! how far means would move with other seeds.

use crate::numeric::{Estimate, Stream, sorted_by, t_quantile};

/// How a mean stands among those of all models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Within one standard error of the best.
    Best,
    /// Within one standard error of the worst.
    Worst,
    /// Neither.
    Plain,
}

/// How each mean stands, as in the paper: within one standard error of the best or of the worst, the error being theirs.
/// `better` is 1 if more is.
pub fn marks(means: &[Option<Estimate>], better: f64) -> Vec<Mark> {
    let extreme = |sign: f64| {
        let there = means.iter().flatten();
        let best = there.max_by(|a, b| (sign * a.mean).total_cmp(&(sign * b.mean)));
        best.map(|best| sign * best.mean - best.standard_error.unwrap_or(0.0))
    };
    let (best, worst) = (extreme(better), extreme(-better));
    let mark = |mean: &Option<Estimate>| {
        let reaches = |sign: f64, least: Option<f64>| {
            mean.is_some_and(|mean| least.is_some_and(|least| sign * mean.mean >= least))
        };
        match (reaches(better, best), reaches(-better, worst)) {
            (true, false) => Mark::Best,
            (false, true) => Mark::Worst,
            _ => Mark::Plain,
        }
    };
    means.iter().map(mark).collect()
}

/// The places that are open to each model, first and last, from 1: it stands behind all that are better on the same
/// seeds by more than chance allows (Student's t, with 95%), and before all that it is so much better than. Those that
/// cannot be told apart share places. Nothing from fewer than two seeds.
pub fn standings(scores: &[Vec<Option<f64>>], better: f64) -> Vec<Option<(usize, usize)>> {
    let is_better = |one: &[Option<f64>], other: &[Option<f64>]| {
        let both = one.iter().zip(other).filter_map(|(one, other)| Some(((*one)?, (*other)?)));
        let differences: Vec<f64> = both.map(|(one, other)| better * (one - other)).collect();
        let found = Estimate::of(differences.iter().copied());
        found.is_some_and(|found| {
            let error = found.standard_error.unwrap_or(f64::INFINITY);
            found.mean > 0.0 && found.mean > error * t_quantile(differences.len().max(2) - 1)
        })
    };
    let is_known = |own: &[Option<f64>]| own.iter().flatten().count() >= 2;
    let all = scores.iter().filter(|own| is_known(own)).count();
    let places = |own: &Vec<Option<f64>>| {
        let ahead = scores.iter().filter(|other| is_better(other, own)).count();
        let behind = scores.iter().filter(|other| is_better(own, other)).count();
        is_known(own).then(|| (1 + ahead, all - behind))
    };
    scores.iter().map(places).collect()
}

/// How often seeds are drawn again.
const DRAWS: usize = 1000;
/// Of fewer seeds, drawing them again tells nothing.
const LEAST_SEEDS: usize = 3;

/// The middle 95% of means over seeds drawn again and again (Efron's bootstrap); nothing from too few.
pub fn interval(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < LEAST_SEEDS {
        return None;
    }
    let mut stream = Stream::new(0, "seeds drawn again", values.len() as u64);
    let mut mean = |_| {
        let again = values.iter().map(|_| values[stream.below(values.len() as u64) as usize]);
        again.fold(0.0, |sum, value| sum + value) / values.len() as f64
    };
    let means = sorted_by((0..DRAWS).map(&mut mean).collect(), |mean: &f64| *mean);
    Some((means[DRAWS / 40], means[DRAWS - 1 - DRAWS / 40]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn who_cannot_be_told_apart_shares_a_place() {
        let scores = [
            known(&[0.0, 0.1, 0.05]),
            known(&[0.1, 0.0, 0.06]),
            known(&[5.0, 5.2, 5.1]),
            vec![None; 3],
        ];
        assert_eq!(standings(&scores, -1.0), [Some((1, 2)), Some((1, 2)), Some((3, 3)), None]);
        assert_eq!(standings(&scores, 1.0), [Some((2, 3)), Some((2, 3)), Some((1, 1)), None]);
        // One seed decides nothing.
        assert_eq!(standings(&[known(&[1.0]), known(&[2.0])], 1.0), [None, None]);
    }

    /// On the same seeds a small difference may be sure although each mean is not.
    #[test]
    fn differences_are_taken_seed_by_seed() {
        let scores = [known(&[1.0, 5.0, 9.0]), known(&[1.1, 5.1, 9.11])];
        assert_eq!(standings(&scores, -1.0), [Some((1, 1)), Some((2, 2))]);
    }

    #[test]
    fn intervals_hold_the_mean_and_shrink_to_it() {
        let values = [1.0, 2.0, 3.0, 6.0];
        let (low, high) = interval(&values).unwrap();
        assert!((1.0..3.0).contains(&low) && (3.0..=6.0).contains(&high), "{low} {high}");
        assert_eq!(interval(&[2.0; 5]), Some((2.0, 2.0)));
        assert_eq!(interval(&values[..2]), None);
    }
}
