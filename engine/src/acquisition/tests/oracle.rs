//! Scores by definition: from log-determinants of joint covariances, and from conditioning with
//! explicit inverses. Slow, and nothing shared with the code under test.

use crate::acquisition::Rule;
use crate::numeric::{Matrix, math};
use crate::posterior::Posterior;

pub struct Oracle<'a> {
    pub joint: &'a Posterior,
    pub pool: usize,
}

impl Oracle<'_> {
    /// The score of pool point `x` given the points in `before`.
    pub fn score(&self, rule: Rule, x: usize, before: &[usize]) -> f64 {
        let with: Vec<usize> = before.iter().copied().chain([x]).collect();
        match rule {
            Rule::Random => f64::NAN,
            Rule::Tig | Rule::BatchTig => {
                let noise = math::ln(self.joint.noise[x]);
                0.5 * (self.entropy(&with, &[]) - self.entropy(before, &[]) - noise)
            }
            Rule::Mig | Rule::BatchMig => self.batch_mig(&with) - self.batch_mig(before),
            Rule::Epig => self.mean(|u| {
                let information = |set: &[usize]| {
                    let noisy: Vec<usize> = set.iter().copied().chain([u]).collect();
                    self.entropy(set, &[]) - self.entropy(&noisy, &[])
                };
                0.5 * (information(&with) - information(before))
            }),
            Rule::Itl => {
                let information = |set: &[usize]| {
                    let targets = self.pool..self.joint.len();
                    let all: Vec<usize> = set.iter().copied().chain(targets).collect();
                    self.entropy(set, &[]) - self.entropy(&all, &[])
                };
                0.5 * (information(&with) - information(before))
            }
            Rule::Vtl => {
                let (less, more) = (self.given(before), self.given(&with));
                self.mean(|u| less[(u, u)] - more[(u, u)])
            }
            Rule::Ctl => {
                let given = self.given(before);
                self.mean(|u| match given[(x, x)] * given[(u, u)] {
                    0.0 => 0.0,
                    square => given[(x, u)] / square.sqrt(),
                })
            }
        }
    }

    /// The mean information of noisy observations of `set` on the noise-free targets.
    pub fn batch_mig(&self, set: &[usize]) -> f64 {
        self.mean(|u| match self.joint.covariance[(u, u)] {
            0.0 => 0.0,
            variance => {
                0.5 * (self.entropy(set, &[]) + math::ln(variance) - self.entropy(set, &[u]))
            }
        })
    }

    fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        let targets = self.pool..self.joint.len();
        targets.clone().map(value).sum::<f64>() / targets.len() as f64
    }

    /// The log-determinant of the covariance of y at `noisy` and f at `exact`.
    fn entropy(&self, noisy: &[usize], exact: &[usize]) -> f64 {
        let all: Vec<usize> = noisy.iter().chain(exact).copied().collect();
        let mut covariance = self.joint.covariance.select_rows(&all).select_columns(&all);
        (0..noisy.len()).for_each(|i| covariance[(i, i)] += self.joint.noise[noisy[i]]);
        nalgebra::Cholesky::new(covariance).expect("positive definite").ln_determinant()
    }

    /// The covariance of everything given noisy observations of `set`.
    fn given(&self, set: &[usize]) -> Matrix {
        let covariance = &self.joint.covariance;
        let mut observed = covariance.select_rows(set).select_columns(set);
        (0..set.len()).for_each(|i| observed[(i, i)] += self.joint.noise[set[i]]);
        let cross = covariance.select_columns(set);
        covariance - &cross * observed.try_inverse().expect("invertible") * cross.transpose()
    }
}
