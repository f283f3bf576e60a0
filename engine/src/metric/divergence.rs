//! Theorem 1: why the likelihood of a reference's marginals with a candidate's correlations judges
//! the correlations.

use super::check::{check_numbers, check_symmetric};
use crate::error::{Error, Result};
use crate::numeric::linalg::smallest_eigenvalue;
use crate::numeric::{Factor, Matrix, math};

/// A Gaussian in the parts that the theorem takes apart.
#[derive(Debug, Clone, Copy)]
pub struct Gaussian<'a> {
    /// Expected values.
    pub mean: &'a [f64],
    /// Standard deviations, all positive.
    pub sd: &'a [f64],
    /// Correlations, positive definite.
    pub correlation: &'a Matrix,
}

/// Divergences, in nats, from the distribution p that generated the data to q, which has the
/// marginals of a reference and the correlations of a candidate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divergence {
    /// KL(p || q), which the expected XLL is up to sign and a constant.
    pub kl: f64,
    /// `kl - kl_correlations`, with all its digits also where it is far smaller than both.
    pub gap: f64,
    /// xi: the same between the marginals alone.
    pub kl_marginals: f64,
    /// The same between the correlations alone, with standard marginals.
    pub kl_correlations: f64,
    /// The LogDet divergence of the correlations, twice their KL.
    pub logdet: f64,
    /// The smallest eigenvalue of the candidate's correlations.
    pub lambda_min: f64,
    /// What is known of the gap.
    pub limits: Limits,
}

/// What is said of the gap between the divergence of all and that of the correlations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// The paper's order as xi goes to 0, with constant 1: `b^(3/2) sqrt(xi) / lambda`.
    pub paper: f64,
    /// A tighter order, `sqrt(b xi) / lambda`; not an inequality either.
    pub tight: f64,
    /// `(sqrt(2 b xi) + 2 xi) / lambda`, which the gap never exceeds.
    pub bound: f64,
}

impl Limits {
    /// For so many points, a divergence xi of the marginals and a smallest eigenvalue lambda.
    pub fn of(size: usize, xi: f64, lambda: f64) -> Self {
        let b = size as f64;
        Self {
            paper: b * b.sqrt() * xi.sqrt() / lambda,
            tight: (b * xi).sqrt() / lambda,
            bound: ((2.0 * b * xi).sqrt() + 2.0 * xi) / lambda,
        }
    }
}

/// Wang, Sun & Grosse 2021, theorem 1. With d = (mean_gen - mean_ref) / sd_ref and
/// r = sd_gen / sd_ref,
/// `2 KL(p || q) = 2 KL(p_c || q_c) + tr((C^-1 o C_gen)(r r^T - 1)) + d^T C^-1 d - sum log r^2`,
/// which is the theorem's proof with its signs corrected and its marginal terms merged.
///
/// # Errors
/// [`Error::Value`] for sizes that do not fit or none at all, numbers that are not finite, deviations
/// that are not positive, and a correlation matrix that is not symmetric or is singular: the
/// divergence is infinite then.
pub fn divergence(generating: &Gaussian, judged: &Gaussian) -> Result<Divergence> {
    let size = judged.mean.len();
    judged.check("", size)?;
    generating.check("_gen", size)?;
    let lower = definite("correlation", judged.correlation)?;
    let lower_gen = definite("correlation_gen", generating.correlation)?;
    let ratio = |i: usize| (generating.sd[i] - judged.sd[i]) / judged.sd[i];
    let excess: Vec<f64> = (0..size).map(ratio).collect();
    let shift: Vec<f64> =
        (0..size).map(|i| (generating.mean[i] - judged.mean[i]) / judged.sd[i]).collect();

    let whitened = lower.solve_lower(lower_gen.lower().clone());
    let trace = inner(&whitened, &whitened);
    let log_ratio = lower.log_determinant() - lower_gen.log_determinant();
    let logdet = (trace - size as f64 + log_ratio).max(0.0);

    let kl_marginals = 0.5 * sum((0..size).map(|i| marginal(excess[i], shift[i])));
    // The difference is computed as such: subtracting two divergences would lose it in rounding.
    let gap = 0.5
        * (scale_term(&lower, &lower_gen, &excess) + shift_term(&lower, shift)
            - 2.0 * sum(excess.iter().map(|e| math::ln_1p(*e))));

    let lambda_min = smallest_eigenvalue(judged.correlation);
    Ok(Divergence {
        kl: (0.5 * logdet + gap).max(0.0),
        gap,
        kl_marginals,
        kl_correlations: 0.5 * logdet,
        logdet,
        lambda_min,
        limits: Limits::of(size, kl_marginals, lambda_min),
    })
}

impl Gaussian<'_> {
    fn check(&self, suffix: &str, size: usize) -> Result<()> {
        if size == 0 {
            return Err(Error::value("number of points", 0, "at least 1"));
        }
        check_numbers(&format!("mean{suffix}"), self.mean, size)?;
        check_numbers(&format!("sd{suffix}"), self.sd, size)?;
        if let Some(i) = self.sd.iter().position(|sd| *sd <= 0.0) {
            return Err(Error::value(format!("sd{suffix}[{i}]"), self.sd[i], "above 0"));
        }
        check_symmetric(&format!("correlation{suffix}"), self.correlation, size)
    }
}

fn definite(name: &str, correlation: &Matrix) -> Result<Factor> {
    let factor = Factor::new(correlation.clone());
    match factor {
        Ok(factor) if factor.jitter() == 0.0 => Ok(factor),
        Ok(_) | Err(Error::Indefinite { .. }) => {
            let smallest =
                format!("a smallest eigenvalue of {:e}", smallest_eigenvalue(correlation));
            Err(Error::value(name, smallest, "positive definite, or the divergence is infinite"))
        }
        Err(other) => Err(other),
    }
}

/// `tr((C^-1 o C_gen)(r r^T - 1))`. With C = L L^T, C_gen = G G^T, E = diag(r) - I it is the inner
/// product of L^-1 E G and L^-1 (2 I + E) G, and so small with E.
fn scale_term(lower: &Factor, lower_gen: &Factor, excess: &[f64]) -> f64 {
    let scaled = |by: fn(f64) -> f64| {
        let mut rows = lower_gen.lower().clone();
        for mut column in rows.column_iter_mut() {
            column.iter_mut().zip(excess).for_each(|(entry, e)| *entry *= by(*e));
        }
        lower.solve_lower(rows)
    };
    inner(&scaled(|e| e), &scaled(|e| 2.0 + e))
}

/// `d^T C^-1 d`.
fn shift_term(lower: &Factor, shift: Vec<f64>) -> f64 {
    let whitened = lower.solve_lower(Matrix::from_vec(shift.len(), 1, shift));
    inner(&whitened, &whitened)
}

/// Twice the divergence of one marginal, `r^2 - 1 - log r^2 + d^2` with r = 1 + e.
fn marginal(excess: f64, shift: f64) -> f64 {
    excess * excess + 2.0 * minus_log(excess) + shift * shift
}

/// `e - log(1 + e)`, in full precision also for a small e: with s = e / (2 + e) it is
/// `s (e - 2 s^2 (1/3 + s^2/5 + s^4/7 + ..))`.
fn minus_log(e: f64) -> f64 {
    if e.abs() > 0.1 {
        return e - math::ln_1p(e);
    }
    let s = e / (2.0 + e);
    let series = (0..8).rev().fold(0.0, |sum, k| sum * (s * s) + 1.0 / f64::from(2 * k + 3));
    s * (e - 2.0 * s * s * series)
}

fn inner(left: &Matrix, right: &Matrix) -> f64 {
    sum(left.iter().zip(right.iter()).map(|(a, b)| a * b))
}

fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
