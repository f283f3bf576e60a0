//! The one type between models and decisions: a joint Gaussian over the points of interest.
//!
//! This module knows no kernel, net or pixel.

use crate::numeric::{Matrix, Vector};

/// What a model believes of the function at some points.
#[derive(Debug, Clone)]
pub struct Posterior {
    /// Expected values.
    pub mean: Vector,
    /// Covariance of the noise-free function.
    pub covariance: Matrix,
    /// Variance of the noise that an observation would add.
    pub noise: f64,
}

/// The same without the correlations, for curves with many points.
#[derive(Debug, Clone)]
pub struct Marginals {
    /// Expected values.
    pub mean: Vector,
    /// Variances of the noise-free function.
    pub variance: Vector,
    /// Variance of the noise that an observation would add.
    pub noise: f64,
}

impl Posterior {
    /// The means and variances alone; rounding below zero is clipped.
    pub fn marginals(&self) -> Marginals {
        let variance = self.covariance.diagonal().map(|v| v.max(0.0));
        Marginals { mean: self.mean.clone(), variance, noise: self.noise }
    }
}
