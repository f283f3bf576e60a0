//! What training and drawing take, from sizes alone.

use crate::cost::Cost;
use crate::model::network::Network;
use crate::model::training::{drawn, steps_per_epoch};
use crate::model::variational::evidence::{HELD, SLAB};
use crate::model::variational::kronecker::REFRESH;
use crate::model::variational::{Approach, Variational};

/// A normal of many.
const NORMAL: Cost = Cost::operations(12.0);

impl Variational {
    pub(super) fn steps_cost(&self, inputs: usize, seen: usize) -> Cost {
        let network = Network::scaled(inputs, self.units);
        let batch = self.batch.min(seen.max(1));
        let steps = self.epochs as f64 * steps_per_epoch(seen, batch) as f64;
        let weights = network.expected_size();
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
            + NORMAL * network.expected_size()
            + self.placing_cost(inputs)
            + Cost::blocked(points * points / 2.0)
            + Cost::operations(6.0 * points);
        draw * self.draws as f64
    }

    /// How many numbers training and drawing hold: lists of weights for all particles and what passes through
    /// their layers, then some draws at a time and all their functions.
    pub(super) fn numbers(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let size = Network::scaled(inputs, self.units).expected_size();
        let [d, n, x] = [inputs, seen, asked].map(|count| count as f64);
        let [units, particles, draws] = [self.units, self.particles, self.draws].map(|n| n as f64);
        let batch = n.min(self.batch as f64);
        let step = match self.approach {
            Approach::Bbb => 0.0,
            Approach::Nng(_) => {
                let squares = 12.0 * (2.0 * units * units + d * d);
                2.0 * particles * batch * units + 4.0 * particles * size + squares
            }
        };
        let training = particles * size + 12.0 * size + 2.0 * n * (d + 1.0) + step;
        let slab = (HELD as f64 / size.max(n)).clamp(1.0, SLAB as f64).min(draws);
        training.max(slab * (4.0 * size + 2.0 * n) + 4.0 * size + drawn(draws, x))
    }

    /// How many numbers a trained state has, about.
    pub(super) fn state_size(&self, inputs: usize) -> f64 {
        let size = Network::scaled(inputs, self.units).expected_size();
        let [d, units] = [inputs, self.units].map(|count| count as f64 + 1.0);
        match self.approach {
            Approach::Bbb => 2.0 * size,
            Approach::Nng(_) => 2.0 * size + d * d + 2.0 * units * units,
        }
    }

    /// After how many epochs the rate falls.
    pub(super) fn drop_at(&self) -> Option<usize> {
        match &self.approach {
            Approach::Bbb => None,
            Approach::Nng(nng) => nng.drop_at,
        }
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
