//! A candidate's correlations beside the oracle's: what metacorrelation sees of them, and what it
//! does not.

use super::Atlas;
use super::charts::Agreement;
use crate::lab::correlation::{Lack, model_facts};
use crate::scenario::Pairs;

impl Atlas {
    /// A candidate's correlations against the oracle's, over the pairs that are compared.
    pub fn agreement(&self, model: usize) -> Option<Agreement> {
        let (oracle, own) = self.compared(model)?;
        let facts = &model_facts(&self.picture, &self.repeated)[model];
        let words =
            format!("Pearson {}, Spearman {}", facts.scores[0].value, facts.scores[1].value);
        Some(Agreement {
            oracle,
            own,
            words,
            title: facts.title.clone(),
            look: self.look(model + 1),
        })
    }

    /// What to make of a candidate's metacorrelation.
    pub fn agreement_words(&self, model: usize) -> Option<String> {
        let (oracle, own) = self.compared(model)?;
        let score = &model_facts(&self.picture, &self.repeated)[model].scores[0];
        if score.lack == Some(Lack::Pool) {
            let words = "This model predicts the targets only; metacorrelation compares pool points with \
                         targets.";
            return Some(words.into());
        }
        let Some(factor) = factor(&oracle, &own).filter(|_| score.lack.is_none()) else {
            return Some("Where all correlations are alike, nothing can rise and fall.".into());
        };
        let times = format!("{factor:.2} times the oracle’s").replace('-', "−");
        Some(match (score.value.as_str(), format!("{factor:.2}").as_str()) {
            ("1.000", "1.00") => "Its correlations are the oracle’s.".into(),
            ("1.000", _) => format!(
                "All its correlations are {times}, which is wrong; but they rise and fall with the \
                 oracle’s, and that is all that metacorrelation looks at."
            ),
            (_, "1.00") => "1 would mean that both always rise and fall together.".into(),
            _ => format!(
                "1 would mean that both always rise and fall together. That its correlations are \
                 {times} on the whole, metacorrelation does not see."
            ),
        })
    }

    /// The oracle's and a candidate's correlations of the pairs that are compared.
    fn compared(&self, model: usize) -> Option<(Vec<f32>, Vec<f32>)> {
        let (own, oracle) = (self.matrix(model + 1)?, self.matrix(0)?);
        let (size, pool) = (self.picture.points(), self.picture.pool());
        let pairs: Vec<usize> = match self.picture.scenario.judging.pairs {
            Pairs::PoolTargets if pool > 0 => {
                let targets = || (pool..size).map(|target| self.places[target] * size);
                (0..pool)
                    .flat_map(|i| targets().map(move |row| (i, row)))
                    .map(|(i, row)| row + self.places[i])
                    .collect()
            }
            _ => {
                let pair = |i: usize| (pool..i).map(move |j| (i, j));
                (pool..size)
                    .flat_map(pair)
                    .map(|(i, j)| self.places[i] * size + self.places[j])
                    .collect()
            }
        };
        let pick = |values: &[f32]| pairs.iter().map(|&at| values[at]).collect();
        Some((pick(oracle), pick(own)))
    }
}

/// By how much one must multiply the first to come nearest to the second, in least squares; missing
/// values count in neither.
fn factor(oracle: &[f32], own: &[f32]) -> Option<f64> {
    let both = oracle.iter().zip(own).map(|(a, b)| (f64::from(*a), f64::from(*b)));
    let known = both.filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let (across, square) =
        known.fold((0.0, 0.0), |(across, square), (a, b)| (across + a * b, square + a * a));
    (square > 0.0).then_some(across / square)
}

#[cfg(test)]
mod tests {
    use super::super::tests::atlas;
    use super::*;

    #[test]
    fn the_factor_is_that_of_least_squares() {
        assert_eq!(factor(&[1.0, 0.5, f32::NAN], &[0.5, 0.25, 1.0]), Some(0.5));
        assert_eq!(factor(&[2.0, 1.0], &[1.0, 1.0]), Some(0.6));
        assert_eq!(factor(&[0.0], &[1.0]), None);
    }

    #[test]
    fn what_metacorrelation_does_not_see_is_said() {
        let models = "candidate=oracle&candidate=shrunk(0.5)&candidate=independent\
                      &candidate=detuned(2)";
        let atlas = atlas(&format!("{models}&tasks=0"));
        let words = |model: usize| atlas.agreement_words(model).unwrap();
        assert_eq!(words(0), "Its correlations are the oracle’s.");
        assert!(words(1).starts_with("All its correlations are 0.50 times the oracle’s"));
        assert!(words(2).starts_with("Where all correlations are alike"));
        assert!(words(3).contains("1 would mean that both always rise and fall together"));
        assert_eq!(atlas.agreement_words(9), None);
    }
}
