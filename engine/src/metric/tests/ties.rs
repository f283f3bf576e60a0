//! What ties must not hang on: the last bits of correlations.

use super::*;

/// Points on a grid, which has the same distance again and again, every other one twice.
fn symmetric(kernel: impl Fn(f64, f64) -> f64) -> Model {
    let x: Vec<f64> = (0..30).map(|i| f64::from(i - i % 4 / 3) / 15.0 - 1.0).collect();
    let covariance = Matrix::from_fn(30, 30, |i, j| kernel(x[i], x[j]));
    Model { mean: vec![0.0; 30], covariance, noise: vec![0.01; 30] }
}

/// The same with every number wrong by a few units in its last place.
fn perturbed(model: &Model, seed: u64) -> Model {
    let mut stream = Stream::new(seed, "test of ties", 0);
    let mut factor = || 1.0 + 1e-15 * (2.0 * stream.uniform() - 1.0);
    let mut model = model.clone();
    for j in 0..model.covariance.ncols() {
        for i in 0..=j {
            let entry = model.covariance[(i, j)] * factor();
            (model.covariance[(i, j)], model.covariance[(j, i)]) = (entry, entry);
        }
    }
    model.noise.iter_mut().for_each(|noise| *noise *= factor());
    model
}

#[test]
fn rounding_errors_choose_no_batch() {
    let models = [
        symmetric(|a, b| math::exp(-0.5 * (a - b) * (a - b) / 0.1)),
        symmetric(|a, b| math::exp(-(a - b).abs())),
        symmetric(|a, b| 1.0 + a * b),
        symmetric(|a, b| (0..6).map(f64::from).map(|k| math::cos(k * a) * math::cos(k * b)).sum()),
        symmetric(|a, b| if a == b { 1.0 } else { 0.5 }),
    ];
    let y = Stream::new(2, "test of ties", 0).normals(30);
    for (place, model) in models.iter().enumerate() {
        let of = |model: &Model, size: usize, choice| {
            most_correlated(&model.prediction(), size, choice).unwrap().indices
        };
        let xll = |model: &Model| {
            let pair = [model.prediction(), models[1].prediction()];
            cross_likelihoods(&pair, &y, 5, CrossOptions::default()).unwrap().xll[1].unwrap()
        };
        for seed in 0..100 {
            let other = perturbed(model, seed);
            for (size, choice) in
                [(5, BatchChoice::Noisy), (5, BatchChoice::Latent), (29, BatchChoice::Noisy)]
            {
                assert_eq!(of(model, size, choice), of(&other, size, choice), "model {place}");
            }
            near(xll(&other), xll(model));
        }
    }
}

/// Among equal correlations, signs included, the last bit ranks nothing.
#[test]
fn rounding_errors_change_no_rank() {
    let models = [
        symmetric(|a, b| math::exp(-0.5 * (a - b) * (a - b) / 0.1)),
        symmetric(|a, b| math::cos(9.0 * (a - b))),
        symmetric(|a, b| if a == b { 1.0 } else { 0.5 }),
    ];
    let oracle = Model::random(5, 30, 4, 0.0).covariance;
    let spearman = |model: &Model| {
        metacorrelation(&model.covariance, &oracle, Entries::UpperTriangle).unwrap().spearman
    };
    for model in &models {
        for seed in 0..50 {
            assert_eq!(spearman(&perturbed(model, seed)), spearman(model));
        }
    }
}

#[test]
fn ties_go_to_the_lowest_index_and_the_target_comes_first() {
    let equal = symmetric(|a, b| if a == b { 1.0 } else { 0.5 });
    let twin = (1..30).find(|&i| equal.covariance[(i, i - 1)] == 1.0).unwrap();
    let chosen = most_correlated(&equal.prediction(), 4, BatchChoice::Latent).unwrap();
    let batch = |target: usize| chosen.iter().nth(target).unwrap().to_vec();
    assert_eq!(batch(twin), [twin, twin - 1, 0, 1]);
    assert_eq!(batch(twin - 1), [twin - 1, twin, 0, 1]);
    // A difference that is more than rounding decides as ever.
    let mut differing = equal.clone();
    (differing.covariance[(29, 2)], differing.covariance[(2, 29)]) = (0.5 + 1e-9, 0.5 + 1e-9);
    let chosen = most_correlated(&differing.prediction(), 2, BatchChoice::Latent).unwrap();
    assert_eq!(chosen.iter().nth(29).unwrap(), [29, 2]);
}
