//! What training and drawing take, from sizes alone.

use crate::cost::Cost;
use crate::model::network::Network;
use crate::model::training::steps_per_epoch;
use crate::model::variational::kronecker::REFRESH;
use crate::model::variational::{Approach, Variational};

/// A normal of many.
const NORMAL: Cost = Cost::operations(12.0);

impl Variational {
    pub(super) fn steps_cost(&self, inputs: usize, seen: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let batch = self.batch.min(seen.max(1));
        let steps = self.epochs as f64 * steps_per_epoch(seen, batch) as f64;
        let weights = network.size() as f64;
        let particle =
            network.gradient_cost(batch) + NORMAL * weights + Cost::operations(3.0 * weights);
        let step = match self.approach {
            Approach::Bbb => Cost::operations(16.0 * weights),
            Approach::Nng(_) => self.curvature_cost(inputs, batch),
        };
        (particle * self.particles as f64 + step) * steps
    }

    pub(super) fn drawing_cost(&self, inputs: usize, seen: usize, asked: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let points = asked as f64;
        let draw = network.forward_cost(asked)
            + network.forward_cost(seen)
            + NORMAL * network.size() as f64
            + self.placing_cost(inputs)
            + Cost::blocked(points * points / 2.0)
            + Cost::operations(6.0 * points);
        draw * self.draws as f64
    }

    /// Moving all particles to their places, the factors of the curvature, and the means' step.
    fn curvature_cost(&self, inputs: usize, batch: usize) -> Cost {
        let (units, wide) = (self.units as f64, inputs as f64 + 1.0);
        let passed = (self.particles * batch) as f64;
        let factors =
            Cost::blocked(passed * units * units) + Cost::operations(3.0 * passed * units);
        let cubes = units * units * units * 2.0 + wide * wide * wide;
        let eigenvectors = Cost::operations(1.5 * cubes) * (1.0 / REFRESH as f64);
        self.placing_cost(inputs) * (self.particles as f64 + 4.0)
            + factors
            + eigenvectors
            + Cost::operations(20.0 * units * wide + 5_000.0)
    }

    /// One list of weights, from normals.
    fn placing_cost(&self, inputs: usize) -> Cost {
        let (units, wide) = (self.units as f64, inputs as f64 + 1.0);
        match self.approach {
            Approach::Bbb => Cost::operations(units * wide),
            Approach::Nng(_) => {
                let terms = units * units * (wide + 1.0) + units.max(1.0) * wide * wide;
                Cost::blocked(terms) + Cost::operations(4.0 * units * wide)
            }
        }
    }
}
