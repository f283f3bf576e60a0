//! Both Gaussians as models: against what is known of linear models, and their own promises.

mod elbo;
mod noise;

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use super::*;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::model::keep_going;
use crate::numeric::{Factor, Matrix, math};
use crate::points::{Points, line};

/// A linear model f(x) = w.(x, 1) / sqrt(d + 1), and data for it, of which everything is known.
pub struct Known {
    pub train: Points,
    eta: f64,
    noise: f64,
}

impl Known {
    pub fn new(seed: u64, d: usize, count: usize) -> Self {
        let mut stream = Stream::new(seed, "known", d as u64);
        let inputs = Matrix::from_fn(d, count, |_, _| stream.normal());
        let eta = math::exp(stream.normal());
        let noise = 0.1 * math::exp(stream.normal());
        let weights = stream.normals(d + 1);
        let observed = Vector::from_fn(count, |j, _| {
            let sum: f64 = (0..d).map(|i| weights[i] * inputs[(i, j)]).sum();
            sum + weights[d] + noise.sqrt() * stream.normal()
        });
        let train = Points { inputs, truth: observed.clone(), observed };
        Self { train, eta, noise }
    }

    pub fn model(&self) -> Variational {
        Variational { units: 0, eta: self.eta, noise: Some(self.noise), ..Variational::default() }
    }

    /// An example a row, as the weights see it.
    fn design(&self) -> Matrix {
        let d = self.train.inputs.nrows();
        let value = |j: usize, i: usize| if i < d { self.train.inputs[(i, j)] } else { 1.0 };
        Matrix::from_fn(self.train.len(), d + 1, value) / ((d + 1) as f64).sqrt()
    }

    pub fn precision(&self) -> Matrix {
        let design = self.design();
        let size = design.ncols();
        design.transpose() * &design / self.noise + Matrix::identity(size, size) / self.eta
    }

    pub fn mean(&self) -> Vector {
        let seen = self.design().transpose() * &self.train.observed / self.noise;
        self.precision().lu().solve(&seen).unwrap()
    }

    /// log N(y; 0, eta X X^T + noise I), which knows nothing of weights' posteriors.
    fn log_evidence(&self) -> f64 {
        let (design, y) = (self.design(), &self.train.observed);
        let covariance = &design * design.transpose() * self.eta
            + Matrix::identity(y.len(), y.len()) * self.noise;
        let factor = Factor::new(covariance).unwrap();
        let squares = y.dot(&factor.solve_vector(y));
        -0.5 * (squares + factor.log_determinant() + y.len() as f64 * math::ln(TAU))
    }

    /// The ELBO of any Gaussian: E log p(y | w) by its residuals and traces, and KL from the prior.
    fn elbo(&self, mean: &Vector, covariance: &Matrix) -> f64 {
        let (design, n) = (self.design(), self.train.len() as f64);
        let residuals = (&self.train.observed - &design * mean).norm_squared();
        let spread = (&design * covariance * design.transpose()).trace();
        let likelihood =
            -0.5 * n * math::ln(TAU * self.noise) - (residuals + spread) / (2.0 * self.noise);
        let k = mean.len() as f64;
        let log_determinant = math::ln(covariance.determinant());
        let squares = (covariance.trace() + mean.norm_squared()) / self.eta;
        likelihood - 0.5 * (squares - k + k * math::ln(self.eta) - log_determinant)
    }

    fn elbo_of(&self, model: &Variational) -> f64 {
        learn(model, &self.train, &self.train.inputs).note("elbo").unwrap()
    }
}

/// A model of few units, and data of its size.
pub fn network_and_data(d: usize, units: usize, count: usize) -> (Variational, Points) {
    let mut stream = Stream::new(6, "test", (d + units) as u64);
    let inputs = Matrix::from_fn(d, count, |_, _| stream.normal());
    let observed = Vector::from_fn(count, |_, _| stream.normal());
    let train = Points { inputs, truth: observed.clone(), observed };
    let model =
        Variational { units, eta: 1.7, particles: 4, noise: Some(0.3), ..Variational::default() };
    (model, train)
}

/// Makes a Gaussian what training leaves.
pub fn train_to_the_end(
    model: &Variational,
    gaussian: &mut dyn Approximation,
    lesson: &mut Lesson,
    train: &Points,
) {
    let inputs = &Matrix::zeros(train.inputs.nrows(), 0);
    let mut fit = Fit { train, inputs, progress: &mut keep_going };
    let left = model.steps(gaussian, lesson, (&[], &mut |_| Ok(())), &mut fit).unwrap();
    let mut state = left.read();
    state.numbers::<3>().unwrap();
    gaussian.restore(&mut state).unwrap();
}

pub fn lesson(model: &Variational, train: &Points) -> (Network, Lesson) {
    let network = Network::scaled(train.inputs.nrows(), model.units);
    let lesson = Lesson::new(network.clone(), train, model.batch, Noise::new(model.noise));
    (network, lesson)
}

/// Of the whole list of weights, by where unit normals lead.
pub fn covariance(gaussian: &dyn Approximation, network: &Network) -> Matrix {
    let size = network.size();
    let mut weights = vec![0.0; size * (size + 1)];
    gaussian.place(Matrix::identity(size, size + 1).as_slice(), &mut weights);
    let all = Matrix::from_vec(size, size + 1, weights);
    let root = Matrix::from_fn(size, size, |i, j| all[(i, j)] - all[(i, size)]);
    &root * root.transpose()
}

fn nng(prior: Prior) -> Approach {
    Approach::Nng(Nng { prior, ..Nng::default() })
}

const ALL: [fn() -> Approach; 3] =
    [|| Approach::Bbb, || nng(Prior::Exact), || nng(Prior::Factored)];

fn learn(model: &Variational, train: &Points, inputs: &Matrix) -> Fitted {
    model.learn(train, inputs, &mut keep_going).unwrap()
}

fn few() -> Points {
    let observed = Vector::from_vec(vec![0.4, -0.3, 0.2, 0.9]);
    Points { inputs: line([-2.0, -0.5, 0.7, 1.9]), truth: observed.clone(), observed }
}

fn small(approach: Approach) -> Variational {
    Variational { units: 6, epochs: 60, draws: 300, approach, ..Variational::default() }
}

/// What the draws say is the Gaussian, to the precision of so many.
#[test]
fn draws_of_a_linear_model_have_its_covariance() {
    let known = Known::new(4, 2, 9);
    let model = Variational {
        approach: nng(Prior::Exact),
        learning_rate: 0.05,
        draws: 20_000,
        ..known.model()
    };
    let inputs = Matrix::from_fn(2, 3, |i, j| 0.7 * i as f64 - 0.4 * j as f64);
    let got = learn(&model, &known.train, &inputs).posterior;
    let design = Matrix::from_fn(3, 3, |j, i| if i < 2 { inputs[(i, j)] } else { 1.0 });
    let design = design / 3.0_f64.sqrt();
    let want = &design * known.precision().try_inverse().unwrap() * design.transpose();
    let mean = &design * known.mean();
    for i in 0..3 {
        let deviation = want[(i, i)].sqrt();
        assert!((got.mean[i] - mean[i]).abs() < 4.5 * deviation / 20_000.0_f64.sqrt());
        for j in 0..3 {
            let scale = deviation * want[(j, j)].sqrt();
            let off = (got.covariance[(i, j)] - want[(i, j)]).abs() / scale;
            assert!(off < 4.5 * (2.0 / 20_000.0_f64).sqrt(), "{off}");
        }
    }
}

/// A draw is one function: what it says of a point does not depend on what else is asked.
#[test]
fn draws_are_functions() {
    for approach in ALL {
        let model = small(approach());
        let all = learn(&model, &few(), &line([-3.0, 0.1, 1.2, 1.2])).functions.unwrap();
        assert_eq!(all.row(2), all.row(3), "the same point twice");
        let fewer = Variational { draws: 150, ..model };
        let alone = learn(&fewer, &few(), &line([1.2])).functions.unwrap();
        assert_eq!(all.row(2).columns(0, 150), alone.row(0));
    }
}

/// Without data the posterior is the prior, whose covariance is known.
#[test]
fn without_data_it_is_the_prior_of_its_own_process() {
    let asked = line([-3.0, -1.0, 0.1, 1.2, 2.5]);
    let want = Kernel::of_network(1, 6, 1.5).covariance(&asked);
    for approach in ALL {
        let model = Variational { eta: 1.5, draws: 20_000, ..small(approach()) };
        let fitted = learn(&model, &Points::none(1), &asked);
        let got = &fitted.posterior.covariance;
        assert!((got - &want).amax() < 0.06 * want.amax(), "{got} {want}");
        assert!(fitted.note("elbo").unwrap().abs() < 1e-12);
        assert_eq!((fitted.note("loss_mean"), fitted.curve.len()), (None, 0));
    }
}

/// Data with little noise lead to little noise, and data with much to much.
#[test]
fn noise_is_learned_from_the_data() {
    let x: Vec<f64> = (0..40).map(|i| f64::from(i) / 10.0 - 2.0).collect();
    let bumps = Stream::new(4, "test", 0).normals(40);
    for deviation in [0.05, 0.7] {
        let y = x.iter().zip(&bumps).map(|(x, bump)| 0.5 * x - 0.2 + deviation * bump);
        let observed = Vector::from_iterator(40, y);
        let train = Points { inputs: line(x.iter().copied()), truth: observed.clone(), observed };
        for approach in ALL {
            let model = Variational {
                units: 0,
                noise: None,
                epochs: 3000,
                draws: 100,
                approach: approach(),
                ..Variational::default()
            };
            let fitted = learn(&model, &train, &line([0.0]));
            let ratio = fitted.posterior.noise[0] / (deviation * deviation);
            assert!((ratio - 1.0).abs() < 0.5, "{deviation}: {ratio}");
        }
    }
}

/// On batches of a few examples at a time a linear model still finds its posterior, nearly.
#[test]
fn batches_lead_to_the_same_posterior() {
    let known = Known::new(6, 2, 33);
    for (approach, slack) in [(Approach::Bbb, 0.5), (nng(Prior::Exact), 0.3)] {
        let model = Variational {
            batch: 10,
            learning_rate: 0.003,
            epochs: 3000,
            approach,
            draws: 10,
            ..known.model()
        };
        let whole = Variational { batch: 100, ..model.clone() };
        let (some, all) = (known.elbo_of(&model), known.elbo_of(&whole));
        assert!((some - all).abs() < slack, "{some} {all}");
        assert_ne!(some, all);
    }
}

/// The published damping is no small change: the Gaussian shrinks and the bound falls.
#[test]
fn factored_damping_costs_many_nats() {
    let x: Vec<f64> = (0..8).map(|i| f64::from(i) * 4.0 / 7.0 - 2.0).collect();
    let y = x.iter().map(|x| 0.5 * math::sin(1.5 * x));
    let observed = Vector::from_iterator(8, y);
    let train = Points { inputs: line(x.iter().copied()), truth: observed.clone(), observed };
    let asked = line([-4.0, 0.0, 4.0]);
    let fit = |prior: Prior| {
        let model = Variational {
            epochs: 2500,
            draws: 1000,
            approach: nng(prior),
            ..Variational::default()
        };
        learn(&model, &train, &asked)
    };
    let (exact, factored) = (fit(Prior::Exact), fit(Prior::Factored));
    let lost = exact.note("elbo").unwrap() - factored.note("elbo").unwrap();
    assert!((5.0..40.0).contains(&lost), "{lost}");
    let variance = |fitted: &Fitted| fitted.posterior.covariance[(0, 0)];
    assert!(variance(&factored) < 0.7 * variance(&exact));
}

#[test]
fn natural_gradients_stay_finite_where_curvature_is_steep() {
    for (eta, noise) in [(1.0, 0.01), (10.0, 0.01), (10.0, 1e-4), (0.1, 1e-4), (100.0, 1.0)] {
        for (prior, seed) in [(Prior::Exact, 0), (Prior::Exact, 1), (Prior::Factored, 2)] {
            let model = Variational {
                eta,
                noise: Some(noise),
                epochs: 400,
                draws: 50,
                approach: nng(prior),
                seed,
                ..Variational::default()
            };
            let fitted = learn(&model, &few(), &line([0.0, 3.0]));
            let (first, last) = (fitted.curve[0], *fitted.curve.last().unwrap());
            assert!(last > first, "eta {eta}, noise {noise}: from {first} to {last}");
            assert!(fitted.posterior.covariance.amax() < 10.0 * eta * eta);
        }
    }
}

#[test]
fn watching_changes_nothing_and_it_can_be_stopped() {
    let asked = line([0.0, 1.0]);
    for approach in ALL {
        let model = small(approach());
        let mut shares = Vec::new();
        let mut curve = Vec::new();
        let watched = model.learn(&few(), &asked, &mut |share, look| {
            shares.push(share);
            if let Some(seen) = look() {
                assert_eq!((seen.functions.nrows(), seen.marginals.mean.len()), (2, 2));
                curve = seen.curve;
            }
            ControlFlow::Continue(())
        });
        let watched = watched.unwrap();
        assert_eq!(watched, learn(&model, &few(), &asked));
        assert!(shares.windows(2).all(|two| two[0] < two[1]) && *shares.last().unwrap() < 1.0);
        assert_eq!(curve, watched.curve, "the ELBO as it went");
        // The loss is minus the ELBO of an example.
        let end = watched.curve[54..].iter().sum::<f64>() / 6.0;
        assert!((watched.note("loss_mean").unwrap() + end / 4.0).abs() < 1e-9);
        for limit in [0.0, 0.9] {
            let stopped = model.learn(&few(), &asked, &mut |share, _| match share >= limit {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            });
            assert_eq!(stopped.unwrap_err(), Error::Cancelled);
        }
    }
}

#[test]
fn bad_settings_and_diverging_runs_are_named() {
    let refusal = |model: Variational| {
        model.learn(&few(), &line([0.0]), &mut keep_going).unwrap_err().to_string()
    };
    let usual = || small(Approach::Bbb);
    assert_eq!(
        refusal(Variational { particles: 0, ..usual() }),
        "particles must be a whole number from 1 to 10000, got 0"
    );
    assert_eq!(
        refusal(Variational { learning_rate: f64::NAN, ..usual() }),
        "learning_rate must be positive and finite, got NaN"
    );
    assert!(refusal(Variational { draws: 1_000_000_000, ..usual() }).starts_with("draws must be"));
    assert!(refusal(Variational { noise: Some(0.0), ..usual() }).starts_with("noise_variance"));
    assert!(refusal(Variational { eta: -1.0, ..usual() }).starts_with("eta must be positive"));
    assert!(refusal(Variational { batch: 0, ..usual() }).starts_with("batch must be"));
    let wide = small(nng(Prior::Exact));
    let wide = Variational { units: 5000, ..wide };
    assert_eq!(refusal(wide), "units must be a whole number from 0 to 2000, got 5000");
    let many = Variational { units: 2000, particles: 10_000, ..small(nng(Prior::Exact)) };
    let error = many.check(1, 100, 1).unwrap_err().to_string();
    assert!(error.starts_with("the memory that this work holds must be at most 8 GB"), "{error}");
    let nng = |nng: Nng| Variational { approach: Approach::Nng(nng), ..usual() };
    let decay = nng(Nng { decay: 1.0, ..Nng::default() });
    assert_eq!(refusal(decay), "decay must be at least 0 and below 1, got 1");
    assert!(refusal(nng(Nng { damping: -1.0, ..Nng::default() })).starts_with("damping must be"));
    let wild = refusal(Variational { learning_rate: 1e200, ..usual() });
    assert!(
        wild.starts_with("the loss at step 2 of 60 must be finite; a smaller learning rate"),
        "{wild}"
    );
    let far = Points { observed: Vector::from_element(4, 1e200), ..few() };
    let far = small(self::nng(Prior::Exact)).learn(&far, &line([0.0]), &mut keep_going);
    let far = far.unwrap_err().to_string();
    assert!(far.starts_with("the loss at step 1 of 60 must be finite"), "{far}");
}

/// Lists of weights, each normal, that have no mean together.
#[test]
fn particles_are_normal_and_balanced() {
    let mut stream = Stream::new(7, "test", 0);
    let (size, lists) = (2000, 5);
    let mut normals = vec![0.0; size * lists];
    balanced(&mut stream, size, &mut normals);
    for i in 0..size {
        let sum: f64 = (0..lists).map(|list| normals[list * size + i]).sum();
        assert!(sum.abs() < 1e-13);
    }
    for list in normals.chunks_exact(size) {
        let moment =
            |power: i32| list.iter().map(|z| math::pow(*z, power.into())).sum::<f64>() / 2000.0;
        assert!((moment(2) - 1.0).abs() < 4.5 * (2.0 / 2000.0_f64).sqrt(), "{}", moment(2));
        assert!((moment(4) - 3.0).abs() < 4.5 * (96.0 / 2000.0_f64).sqrt(), "{}", moment(4));
    }
    let mut one = [0.0; 4];
    balanced(&mut stream, 4, &mut one);
    assert!(one.iter().all(|z| *z != 0.0), "one alone is as it is");
}
