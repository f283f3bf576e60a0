use super::*;
use crate::model::{NoteValue, keep_going};
use crate::numeric::Vector;

/// Data from a process of the family, in some inputs.
fn train(inputs: usize, count: usize, seed: u64) -> Points {
    let mut stream = Stream::new(seed, "test", 0);
    let places = Matrix::from_vec(inputs, count, stream.normals(inputs * count));
    let lengthscales: Vec<f64> = (0..inputs).map(|i| 0.6 + i as f64).collect();
    let kernel = Kernel::Rbf { lengthscales, variance: 1.5 };
    let factor = Factor::new(kernel.covariance(&places) + Matrix::identity(count, count) * 0.02);
    let normals = Vector::from_vec(stream.normals(count));
    let observed = linalg::multiply_vector(factor.unwrap().lower(), &normals);
    Points { inputs: places, truth: observed.clone(), observed }
}

fn model(ard: bool, noise: Option<f64>) -> RbfProcess {
    RbfProcess { ard, noise, ..RbfProcess::default() }
}

#[test]
fn gradients_are_differences() {
    for (inputs, ard, noise) in [(1, false, Some(0.01)), (3, true, None), (2, false, None)] {
        let train = train(inputs, 12, 1);
        let model = model(ard, noise);
        let search = Search::new(&model, &train);
        for start in search.starts().into_iter().take(8) {
            let Some((_, gradient)) = search.evaluate(&start) else { continue };
            let norm = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
            for i in 0..start.len() {
                let at = |by: f64| {
                    let mut at = start.clone();
                    at[i] += by;
                    search.evaluate(&at).unwrap().0
                };
                let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!(
                    (gradient[i] - difference).abs() < 1e-6 * norm,
                    "{gradient:?} {difference}"
                );
            }
        }
    }
}

/// The likelihood that it reports is that of the exact process with the numbers it reports.
#[test]
fn its_posterior_is_that_of_the_numbers_it_found() {
    let train = train(2, 15, 2);
    let fitted = model(true, None).learn(&train, &train.inputs, &mut keep_going).unwrap();
    let NoteValue::List(lengthscales) = fitted.learned[0].value.clone() else { panic!("a list") };
    let kernel = Kernel::Rbf { lengthscales, variance: fitted.note("variance").unwrap() };
    let process = GaussianProcess { kernel, noise: fitted.note("noise_variance").unwrap() };
    let exact = process.learn(&train, &train.inputs, &mut keep_going).unwrap();
    assert_eq!(exact.posterior, fitted.posterior);
    let [found, want] =
        [&fitted, &exact].map(|fitted| fitted.note("log_marginal_likelihood").unwrap());
    assert!((found - want).abs() < 1e-9, "{found} {want}");
}

/// The best of fifty searches from a grid of starts, each followed to its end.
#[test]
fn it_finds_the_best_optimum_that_a_grid_of_starts_finds() {
    for (inputs, ard, noise) in
        [(1, false, Some(0.01)), (1, false, None), (3, true, None), (3, true, Some(0.01))]
    {
        for seed in 0..6 {
            let train = train(inputs, if inputs == 1 { 8 } else { 20 }, 10 + seed);
            let model = model(ard, noise);
            let search = Search::new(&model, &train);
            let mut best = f64::INFINITY;
            let mut stream = Stream::new(seed, "grid", 0);
            for index in 0..50 {
                let scales = search.squares.len();
                let mut start: Vec<f64> = (0..scales)
                    .map(|i| -2.5 + 5.0 * f64::from((index * (7 + 6 * i as i32)) % 50) / 50.0)
                    .collect();
                start.push(3.0 * stream.uniform() - 1.5);
                start.extend(noise.is_none().then(|| -9.0 + 9.0 * stream.uniform()));
                if let Some(end) = minimise(|at| search.evaluate(at), start, 1000) {
                    best = best.min(end.value);
                }
            }
            let fitted = model.learn(&train, &train.inputs, &mut keep_going).unwrap();
            let found = fitted.note("log_marginal_likelihood").unwrap();
            assert!(
                found > -best - 1e-6,
                "{inputs} {noise:?} {seed}: {found} instead of {}",
                -best
            );
            assert!(fitted.note("gradient").unwrap() < 1e-4, "{fitted:?}");
        }
    }
}

/// Few points in three inputs, of which one alone decides at the best optimum: as scipy's L-BFGS-B finds
/// it from 300 starts, 10 and 5 of which lead there.
#[test]
fn one_input_may_decide_alone() {
    let five = [-0.0, -1.84, 0.63, -0.98, -0.52, -1.98, -0.83, 0.18, -0.09, 0.32, -0.81, 0.62]
        .into_iter()
        .chain([-1.64, -0.63, -2.94]);
    let eight = [-0.16, 0.51, -0.34, -0.03, 2.97, 0.92, 1.26, -0.33, -1.4, -0.52, 0.43, -1.01]
        .into_iter()
        .chain([1.32, -2.78, 2.78, -0.2, 2.92, 2.8, 2.58, -0.03, 0.85, -1.55, 0.29, -0.05]);
    let cases: [(Vec<f64>, Vec<f64>, f64, f64); 2] = [
        (five.collect(), vec![-2.03, 5.6, 13.0, -11.89, -2.53], 0.1, -17.040123622576),
        (
            eight.collect(),
            vec![-0.11, 1.26, -1.41, 1.14, 0.04, -0.35, -1.23, 0.48],
            0.01,
            -10.443132959517,
        ),
    ];
    for (places, observed, noise, best) in cases {
        let inputs = Matrix::from_vec(3, observed.len(), places);
        let observed = Vector::from_vec(observed);
        let train = Points { inputs, truth: observed.clone(), observed };
        let fitted =
            model(true, Some(noise)).learn(&train, &train.inputs, &mut keep_going).unwrap();
        let found = fitted.note("log_marginal_likelihood").unwrap();
        assert!((found - best).abs() < 1e-6, "{found} instead of {best}");
    }
}

/// A lengthscale that has run to infinity leaves the others free to move.
#[test]
fn what_runs_to_infinity_holds_up_nothing() {
    let train = train(2, 12, 5);
    let model = model(true, Some(0.01));
    let search = Search::new(&model, &train);
    let ends = [30.0, 68.0, 75.0].map(|far| {
        minimise(|at| search.evaluate(at), vec![1.0, far, 0.0], WHOLE)
            .expect("a place to start")
            .value
    });
    assert!(ends.iter().all(|end| (end - ends[0]).abs() < 1e-9), "{ends:?}");
}

#[test]
fn median_distances_are_the_usual_ones() {
    let inputs = Matrix::from_row_slice(2, 3, &[0.0, 1.0, 3.0, 5.0, 5.0, 5.0]);
    let observed = Vector::from_vec(vec![0.1, 0.2, 0.3]);
    let train = Points { inputs, truth: observed.clone(), observed };
    let (one, each) = (model(false, None), model(true, None));
    assert_eq!(Search::new(&one, &train).median_distance(0), 2.0);
    let search = Search::new(&each, &train);
    assert!((search.median_distance(0) - 2.0 * 2.0_f64.sqrt()).abs() < 1e-12);
    assert_eq!(search.median_distance(1), 1.0, "all the same there");
}

#[test]
fn no_data_and_one_point_are_no_trouble() {
    for count in [0, 1] {
        let train = train(1, count, 3);
        let inputs = Matrix::from_vec(1, 2, vec![0.0, 1.0]);
        let fitted = model(false, None).learn(&train, &inputs, &mut keep_going).unwrap();
        assert!(fitted.posterior.covariance.iter().all(|entry| entry.is_finite()));
    }
}

/// Of values without any noise the likeliest noise is the least that it may be, whatever that is; and it is said so.
#[test]
fn noise_goes_down_to_the_least_that_is_set() {
    let places = Matrix::from_fn(1, 24, |_, j| 0.1 * j as f64);
    let observed = Vector::from_fn(24, |j, _| math::sin_cos(0.3 * j as f64).0);
    let smooth = Points { inputs: places, truth: observed.clone(), observed };
    for least_noise in [1e-5, 1e-8] {
        let model = RbfProcess { least_noise, ..model(false, None) };
        let fitted = model.learn(&smooth, &smooth.inputs, &mut keep_going).unwrap();
        let noise = fitted.note("noise_variance").unwrap();
        assert!((least_noise..1.01 * least_noise).contains(&noise), "{noise}");
        let words = format!("noise is {least_noise:.0e}, the least that it may be");
        assert!(fitted.warnings().iter().any(|warning| warning.words.contains(&words)), "{words}");
    }
    let error = RbfProcess { least_noise: 0.0, ..model(false, None) }.check(1, 3, 3).unwrap_err();
    assert!(error.to_string().contains("least_noise"), "{error}");
}
