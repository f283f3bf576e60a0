use super::*;
use crate::model::keep_going;
use crate::points::line;

fn train() -> Points {
    let observed = Vector::from_vec(vec![0.4, -0.3, 0.2, 0.9]);
    Points { inputs: line([-2.0, -0.5, 0.7, 1.9]), truth: observed.clone(), observed }
}

fn small() -> Dropout {
    Dropout { units: 12, rate: 0.2, epochs: 200, draws: 800, ..Dropout::default() }
}

fn learn(model: &Dropout, inputs: &Matrix) -> Fitted {
    model.learn(&train(), inputs, &mut keep_going).unwrap()
}

/// A draw is one function: what it says of a point does not depend on what else is asked.
#[test]
fn draws_are_functions() {
    let all = learn(&small(), &line([-3.0, 0.1, 1.2, 1.2])).functions.unwrap();
    assert_eq!(all.row(2), all.row(3), "the same point twice");
    let alone = learn(&small(), &line([1.2])).functions.unwrap();
    assert_eq!(all.row(2), alone.row(0));
    let correlation = learn(&small(), &line([1.1, 1.2])).posterior.correlation();
    assert!(correlation[(0, 1)] > 0.99, "{correlation}");
}

/// With masks of their own, values at different inputs have nothing in common.
#[test]
fn masks_at_each_input_make_correlations_vanish() {
    let wrong = Dropout { one_mask: false, draws: 5000, ..small() };
    let inputs = line([-3.0, 1.1, 1.2, 4.0]);
    let correlation = learn(&wrong, &inputs).posterior.correlation();
    for i in 0..4 {
        for j in 0..i {
            // Four standard errors of the correlation of 5,000 independent draws.
            assert!(correlation[(i, j)].abs() < 4.0 / 5000.0_f64.sqrt(), "{correlation}");
        }
    }
    let right = learn(&Dropout { draws: 5000, ..small() }, &inputs).posterior;
    let wrong = learn(&wrong, &inputs).posterior;
    for i in 0..4 {
        let ratio = wrong.covariance[(i, i)] / right.covariance[(i, i)];
        assert!((ratio - 1.0).abs() < 0.2, "marginals are the same: {ratio}");
    }
}

/// The mean over all masks of a linear layer is the layer itself; what is left out is made up for.
#[test]
fn masks_keep_the_mean_of_what_they_multiply() {
    let model = Dropout { rate: 0.3, ..Dropout::default() };
    let mut stream = Stream::new(1, "test", 0);
    let masks: Vec<f64> = (0..100_000).map(|_| model.mask(&mut stream)).collect();
    let mean = masks.iter().sum::<f64>() / masks.len() as f64;
    assert!((mean - 1.0).abs() < 0.01, "{mean}");
    let left_out = masks.iter().filter(|mask| **mask == 0.0).count();
    assert!((left_out as f64 / 1e5 - 0.3).abs() < 0.006);
}

/// Without dropout it is one network: no doubt, and it learns the data.
#[test]
fn without_dropout_it_is_one_network() {
    let plain = Dropout { rate: 0.0, units: 50, epochs: 1500, draws: 50, ..Dropout::default() };
    let fitted = learn(&plain, &train().inputs);
    assert!(fitted.posterior.covariance.amax() < 1e-25, "rounding alone");
    assert!((&fitted.posterior.mean - train().observed).amax() < 0.1, "{}", fitted.posterior.mean);
}

/// The gradient of a step, masks and decay included, against differences.
#[test]
fn the_gradient_is_that_of_the_loss() {
    let model = Dropout { units: 6, rate: 0.3, learning_rate: 1e-300, ..small() };
    let network = Network::plain(2, 6);
    let observed = Vector::from_vec(vec![0.3, -0.8, 1.1]);
    let inputs = Matrix::from_fn(2, 3, |i, j| 0.3 * i as f64 - 0.7 * j as f64 + 0.4);
    let train = Points { inputs, truth: observed.clone(), observed };
    let start = || Training::new(&model, &network, &train);
    let mut training = start();
    training.step(&model, &[0, 1, 2]);
    let gradient = training.gradient.clone();
    let norm = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
    for row in network.rows() {
        for i in row {
            let loss = |by: f64| {
                // The same masks: the stream starts anew.
                let mut training = start();
                training.weights[i] += by;
                training.step(&model, &[0, 1, 2])
            };
            let difference = (loss(1e-6) - loss(-1e-6)) / 2e-6;
            assert!((gradient[i] - difference).abs() < 1e-6 * norm, "weight {i}");
        }
    }
}

#[test]
fn bad_settings_and_diverging_runs_are_named() {
    let refusal = |model: Dropout| {
        model.learn(&train(), &line([0.0]), &mut keep_going).unwrap_err().to_string()
    };
    assert_eq!(
        refusal(Dropout { rate: 1.0, ..small() }),
        "rate must be at least 0 and below 1, got 1"
    );
    assert!(refusal(Dropout { learning_rate: 1e200, ..small() }).starts_with("the loss at step"));
    assert!(refusal(Dropout { draws: 0, ..small() }).starts_with("draws must be"));
}

#[test]
fn watching_changes_nothing_and_it_can_be_stopped() {
    let inputs = line([0.0, 1.0]);
    let watched = small().learn(&train(), &inputs, &mut |_, look| {
        look();
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(watched.unwrap(), learn(&small(), &inputs));
    let stopped = small().learn(&train(), &inputs, &mut |share, _| {
        if share > 0.7 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    });
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
}
