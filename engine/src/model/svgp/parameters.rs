//! What is learned beside q, as one list, so that Adam need not know what it means: the kernel's lengthscales
//! and variance and the noise, as logarithms of what they have above their floors, and the inducing points,
//! in units of the first lengthscale.

use crate::kernel::{Kernel, RbfSlope};
use crate::model::positive::{
    LEAST_LENGTHSCALE, LEAST_NOISE, LEAST_VARIANCE, above, logarithm, typical_distance,
};
use crate::model::svgp::Svgp;
use crate::numeric::{Matrix, Stream, k_means, linalg};
use crate::points::Points;

/// What a kernel, a noise and inducing points are now.
pub struct Parameters<'a> {
    model: &'a Svgp,
    /// The list; one entry more than it needs to, if that makes it even.
    pub list: Vec<f64>,
    /// Inducing points that stay where they are.
    fixed: Option<Matrix>,
    /// The unit of each input.
    units: Vec<f64>,
    count: usize,
}

impl<'a> Parameters<'a> {
    /// Where learning starts.
    pub fn new(model: &'a Svgp, train: &Points) -> Self {
        let (inputs, examples) = (train.inputs.nrows(), train.len().max(1) as f64);
        let distance = typical_distance(&train.inputs);
        let observed = train.observed.as_slice();
        let scale = (linalg::dot(observed, observed) / examples).max(LEAST_VARIANCE);
        let mut list = Vec::new();
        if model.kernel.is_none() {
            let scale = if train.is_empty() { 1.0 } else { scale };
            list.resize(model.scales(inputs), logarithm(LEAST_LENGTHSCALE, distance));
            list.push(logarithm(LEAST_VARIANCE, scale));
        }
        if model.noise.is_none() {
            list.push(logarithm(LEAST_NOISE, FIRST_NOISE * scale));
        }
        let units = match &model.kernel {
            Some(Kernel::Rbf { lengthscales, .. }) => {
                (0..inputs).map(|k| lengthscales[k % lengthscales.len()]).collect()
            }
            _ => vec![distance; inputs],
        };
        let points = model.inducing_points.clone().unwrap_or_else(|| {
            let mut stream = Stream::new(model.seed, "inducing points", 0);
            k_means(&train.inputs, model.inducing, &mut stream)
        });
        let count = points.ncols();
        let moving = model.moves_points() && !train.is_empty();
        if moving {
            list.extend(points.iter().enumerate().map(|(i, x)| x / units[i % inputs]));
        }
        list.resize(list.len().next_multiple_of(2), 0.0);
        Self { model, list, fixed: (!moving).then_some(points), units, count }
    }

    /// How many inducing points there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there is anything to learn.
    pub fn any(&self) -> bool {
        !self.list.is_empty()
    }

    /// Whether anything of it changes what the inducing points know.
    pub fn beyond_noise(&self) -> bool {
        self.model.kernel.is_none() || self.fixed.is_none()
    }

    pub fn kernel(&self) -> Kernel {
        self.model.kernel.clone().unwrap_or_else(|| {
            let (lengthscales, rest) = self.list.split_at(self.scales());
            Kernel::Rbf {
                lengthscales: lengthscales.iter().map(|l| above(LEAST_LENGTHSCALE, *l)).collect(),
                variance: above(LEAST_VARIANCE, rest[0]),
            }
        })
    }

    pub fn noise(&self) -> f64 {
        self.model.noise.unwrap_or_else(|| above(LEAST_NOISE, self.list[self.noise_at()]))
    }

    pub fn points(&self) -> Matrix {
        let inputs = self.units.len();
        self.fixed.clone().unwrap_or_else(|| {
            let from = &self.list[self.points_at()..];
            Matrix::from_fn(inputs, self.count, |k, i| from[i * inputs + k] * self.units[k])
        })
    }

    /// The gradient by the list, downhill, from that of the bound by what it means.
    pub fn downhill(&self, by_kernel: Option<&RbfSlope>, by_noise: f64) -> Vec<f64> {
        let mut gradient = vec![0.0; self.list.len()];
        if let (Some(slope), Kernel::Rbf { lengthscales, variance }) = (by_kernel, self.kernel()) {
            if self.model.kernel.is_none() {
                let scales = lengthscales.iter().zip(&slope.lengthscales);
                let to = gradient.iter_mut().zip(scales);
                to.for_each(|(to, (scale, slope))| *to = slope * (scale - LEAST_LENGTHSCALE));
                gradient[lengthscales.len()] = slope.variance * (variance - LEAST_VARIANCE);
            }
            if self.fixed.is_none() {
                let units = self.units.iter().cycle();
                let to = gradient[self.points_at()..].iter_mut().zip(slope.left.iter());
                to.zip(units).for_each(|((to, slope), unit)| *to = slope * unit);
            }
        }
        if self.model.noise.is_none() {
            gradient[self.noise_at()] = by_noise * (self.noise() - LEAST_NOISE);
        }
        gradient.iter_mut().for_each(|slope| *slope = -*slope);
        gradient
    }

    fn noise_at(&self) -> usize {
        if self.model.kernel.is_none() { self.scales() + 1 } else { 0 }
    }

    fn scales(&self) -> usize {
        self.model.scales(self.units.len())
    }

    fn points_at(&self) -> usize {
        self.noise_at() + usize::from(self.model.noise.is_none())
    }
}

/// The share of the observations' mean square that noise is taken to be at first.
const FIRST_NOISE: f64 = 0.1;
