//! What the squares look like, in words: how many pairs are closely correlated, how many hardly, how many against
//! each other.

use super::{Belief, Picture, oracle_place, titles};
use crate::lab::percent;
use crate::numeric::fixed;

/// So many points at most are looked at, evenly spread: it is said anew after every change.
const MOST: usize = 60;
/// What counts as closely, and as hardly correlated.
const CLOSE: f64 = 0.5;
const HARDLY: f64 = 0.1;

/// A sentence for each square, the oracle's first.
pub fn words(picture: &Picture) -> String {
    // One of the models may be the oracle itself.
    let alone = oracle_place(&picture.scenario).is_none();
    let oracle =
        picture.oracle.iter().filter(|_| alone).map(|belief| ("the oracle".to_string(), belief));
    let models = titles(&picture.scenario).into_iter().zip(&picture.beliefs);
    let models = models.filter_map(|(title, belief)| Some((title, belief.as_ref()?)));
    oracle.chain(models).map(|(title, belief)| sentence(picture, &title, belief)).collect()
}

fn sentence(picture: &Picture, title: &str, belief: &Belief) -> String {
    let step = belief.len().div_ceil(MOST).max(1);
    let points: Vec<usize> = (0..belief.len()).step_by(step).collect();
    let (mut all, mut close, mut hardly, mut against) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut far: f64 = 0.0;
    for (place, &i) in points.iter().enumerate() {
        for &j in &points[..place] {
            let scale = (belief.variance(i) * belief.variance(j)).sqrt();
            let correlation = if scale > 0.0 { belief.covariance.get(i, j) / scale } else { 0.0 };
            all += 1;
            hardly += usize::from(correlation.abs() < HARDLY);
            against += usize::from(correlation <= -HARDLY);
            if correlation > CLOSE {
                close += 1;
                far = far.max(apart(picture, i + belief.skipped, j + belief.skipped));
            }
        }
    }
    if all == 0 {
        return String::new();
    }
    let share = |count: usize| percent(count as f64 / all as f64, 0);
    let far = if far > 0.0 {
        format!(", none further than {} apart", fixed(far, 2))
    } else {
        String::new()
    };
    format!(
        " In the square of {title}, {} of the pairs are correlated by more than {CLOSE}{far}; {} by less than {HARDLY} \
         either way, and {} against each other.",
        share(close),
        share(hardly),
        share(against),
    )
}

/// How far two points of a line are apart; 0 elsewhere.
fn apart(picture: &Picture, i: usize, j: usize) -> f64 {
    let places = picture.position(i).zip(picture.position(j));
    places.map_or(0.0, |(a, b)| (a - b).abs())
}
