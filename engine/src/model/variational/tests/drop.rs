//! A learning rate that drops.

use super::*;

/// Until it drops all is as without; if it does so at once, it is a tenth from the first step on.
#[test]
fn a_rate_that_drops_is_a_tenth_from_then_on() {
    let state = |learning_rate: f64, drop_at: Option<usize>| {
        let approach = Approach::Nng(Nng { drop_at, ..Nng::default() });
        let model = Variational { learning_rate, epochs: 8, noise: None, ..small(approach) };
        let train = few();
        let (inputs, progress) = (&line([0.0]), &mut keep_going);
        model.train(0, Fit { train: &train, inputs, validation: None, progress }).unwrap().state
    };
    assert_eq!(state(0.5, None), state(0.5, Some(8)));
    assert_eq!(state(0.5, Some(0)), state(0.05, None));
    let between = state(0.5, Some(4));
    assert!(between != state(0.5, None) && between != state(0.05, None));
}
