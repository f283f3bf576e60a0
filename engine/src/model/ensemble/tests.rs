use super::*;
use crate::model::keep_going;
use crate::points::line;
use crate::posterior::Posterior;

fn train() -> Points {
    let observed = Vector::from_vec(vec![0.4, -0.3, 0.2, 0.9, 0.1]);
    Points { inputs: line([-2.0, -0.5, 0.7, 1.9, 2.2]), truth: observed.clone(), observed }
}

fn small() -> Ensemble {
    Ensemble { members: 4, units: 6, epochs: 30, ..Ensemble::default() }
}

fn asked() -> Matrix {
    line([-3.0, 0.1, 1.2, 5.0])
}

#[test]
fn members_learn_the_data_and_differ_elsewhere() {
    let fitted = Ensemble { members: 20, ..Ensemble::default() }
        .learn(&train(), &line([-2.0, 0.7, 1.9, 9.0]), &mut keep_going)
        .unwrap();
    let Posterior { mean, covariance, .. } = &fitted.posterior;
    for (i, y) in [0.4, 0.2, 0.9].into_iter().enumerate() {
        assert!((mean[i] - y).abs() < 0.15, "{mean}");
        assert!(covariance[(3, 3)] > 5.0 * covariance[(i, i)]);
    }
    let curve = &fitted.curve;
    assert!(curve.len() >= 190 && curve[curve.len() - 1] < 0.1 * curve[0]);
    assert!(fitted.note("loss_mean").unwrap() < 0.05);
}

/// One member has no doubt, and nothing becomes NaN for it.
#[test]
fn one_member_knows_no_doubt() {
    let one = Ensemble { members: 1, ..small() };
    let fitted = one.learn(&train(), &asked(), &mut keep_going).unwrap();
    assert!(fitted.posterior.covariance.iter().all(|entry| *entry == 0.0));
    assert!(fitted.posterior.mean.iter().all(|mean| mean.is_finite()));
    assert_eq!(fitted.posterior.correlation(), Matrix::identity(4, 4));
}

/// Each member is what it would be alone: adding some changes none of the others.
#[test]
fn members_do_not_disturb_each_other() {
    let functions =
        |model: &Ensemble| model.learn(&train(), &asked(), &mut keep_going).unwrap().functions;
    let (four, five) =
        (functions(&small()).unwrap(), functions(&Ensemble { members: 5, ..small() }));
    assert_eq!(four, five.unwrap().columns(0, 4).into_owned());
}

/// Where the noise is to be learned, it is found where it is.
#[test]
fn noise_is_learned_where_it_is() {
    let x: Vec<f64> = (0..120).map(|i| f64::from(i) / 30.0 - 2.0).collect();
    let bumps = Stream::new(4, "test", 0).normals(120);
    let y = x.iter().zip(&bumps).map(|(x, bump)| if *x < 0.0 { 0.05 * bump } else { 0.5 * bump });
    let observed = Vector::from_iterator(120, y);
    let train = Points { inputs: line(x.iter().copied()), truth: observed.clone(), observed };
    let model = Ensemble { members: 5, epochs: 1500, noise: None, ..Ensemble::default() };
    let noise = model.fit(&train, &line([-1.0, 1.0]), &mut keep_going).unwrap().noise;
    assert!(noise[0] < 0.02 && (0.1..0.6).contains(&noise[1]), "{noise}");
}

/// The gradient of both outputs' likelihood, against differences: what Adam's first step follows.
#[test]
fn the_gradient_of_two_outputs_is_that_of_their_loss() {
    let network = Network::plain(2, 5);
    let observed = Vector::from_vec(vec![0.3, -0.8, 1.1]);
    let inputs = Matrix::from_fn(2, 3, |i, j| 0.3 * i as f64 - 0.7 * j as f64 + 0.4);
    let train = Points { inputs, truth: observed.clone(), observed };
    let lesson = Lesson::new(&network, &train);
    let ensemble = Ensemble { units: 5, noise: None, ..Ensemble::default() };
    let mut member = Member::new(&ensemble, &network, 0);
    let mut room = Room::new(&network, 3);
    room.indices.copy_from_slice(&[0, 1, 2]);
    room.batch.gather(&lesson.all, &[0, 1, 2]);
    let (weights, second) = (member.weights.clone(), member.second.clone().unwrap());
    member.likelihood(&lesson, &mut room, 0.0);
    let (gradient, other) = (room.gradient.clone(), room.second.clone());
    let mut loss = |weights: &[f64], second: &[f64]| {
        let (weights, second) = (weights.to_vec(), Some(second.to_vec()));
        let adam = [Adam::new(network.size()), Adam::new(network.size())];
        let stream = Stream::new(0, "test", 0);
        Member { weights, second, adam, stream }.likelihood(&lesson, &mut room, 0.0)
    };
    let shared = network.hidden_weights();
    let norm = gradient.iter().chain(&other[shared..]).map(|g| g * g).sum::<f64>().sqrt();
    for i in 0..network.size() {
        let moved = |by: f64, list: &[f64]| {
            let mut list = list.to_vec();
            list[i] += by;
            list
        };
        let step = 1e-6;
        // The first layer belongs to both lists.
        let both = |by: f64| {
            (moved(by, &weights), if i < shared { moved(by, &second) } else { second.clone() })
        };
        let (up, down) = (both(step), both(-step));
        let difference = (loss(&up.0, &up.1) - loss(&down.0, &down.1)) / (2.0 * step);
        assert!((gradient[i] - difference).abs() < 1e-6 * norm, "weight {i}");
        if i >= shared {
            let (up, down) = (moved(step, &second), moved(-step, &second));
            let difference = (loss(&weights, &up) - loss(&weights, &down)) / (2.0 * step);
            assert!((other[i] - difference).abs() < 1e-6 * norm, "second output, weight {i}");
        }
    }
}

#[test]
fn a_run_that_diverges_says_when() {
    let wild = Ensemble { learning_rate: 1e200, ..small() };
    let error = wild.learn(&train(), &asked(), &mut keep_going).unwrap_err().to_string();
    assert!(
        error.starts_with("the loss at step") && error.contains("of 30 must be finite"),
        "{error}"
    );
    let none = Ensemble { units: 0, ..small() };
    let error = none.learn(&train(), &asked(), &mut keep_going).unwrap_err().to_string();
    assert_eq!(error, "units must be a whole number from 1 to 10000, got 0");
}

#[test]
fn watching_changes_nothing() {
    let mut count = 0;
    let watched = small().learn(&train(), &asked(), &mut |_, look| {
        count += look().map_or(0, |seen| seen.functions.ncols());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(watched.unwrap(), small().learn(&train(), &asked(), &mut keep_going).unwrap());
    assert_eq!(count, 3 * 4);
}
