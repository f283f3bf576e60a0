//! What an exact Gaussian process takes, from sizes alone.

use crate::cost::Cost;
use crate::kernel::Kernel;

/// The costs of processes with a kernel, on points of some inputs. Sizes are numbers of points.
#[derive(Debug, Clone, Copy)]
pub struct ProcessCost<'a> {
    /// The kernel.
    pub kernel: &'a Kernel,
    /// How many inputs a point has.
    pub inputs: usize,
}

impl ProcessCost<'_> {
    /// Of conditioning on what was seen.
    #[must_use]
    pub fn condition(&self, seen: f64) -> Cost {
        self.covariance(seen)
            + Cost::blocked(seen * seen * seen / 6.0)
            + Cost::operations(seen * seen + 2_000.0)
    }

    /// Of means and variances, then.
    #[must_use]
    pub fn marginals(&self, seen: f64, at: f64) -> Cost {
        self.project(seen, at)
            + self.kernel.cost(self.inputs, at)
            + Cost::operations(at * (2.0 * seen + 30.0))
    }

    /// Of the joint posterior, then.
    #[must_use]
    pub fn joint(&self, seen: f64, at: f64) -> Cost {
        self.project(seen, at)
            + self.covariance(at)
            + Cost::blocked(seen * at * at / 2.0)
            + Cost::operations(at * (at + 2.0 * seen))
    }

    /// Of what the data say of each point.
    #[must_use]
    pub fn project(&self, seen: f64, at: f64) -> Cost {
        self.kernel.cost(self.inputs, seen * at)
            + Cost::blocked(seen * seen * at / 2.0)
            + Cost::operations(30.0 * at)
    }

    /// Of the prior covariance.
    #[must_use]
    pub fn covariance(&self, at: f64) -> Cost {
        self.kernel.cost_of_covariance(self.inputs, at)
    }
}
