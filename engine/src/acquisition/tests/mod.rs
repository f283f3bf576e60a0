//! Every rule against an independent computation: log-determinants of joint covariances and
//! conditioning by hand, on ordinary and on awkward inputs.

mod best;
mod monte_carlo;
mod oracle;
mod properties;

use super::*;
use crate::error::Error;
use crate::kernel::Kernel;
use crate::model::GaussianProcess;
use crate::numeric::{Matrix, Vector};
use crate::points::{Points, line};
use crate::posterior::Posterior;
use oracle::Oracle;

/// A joint posterior, and how many of its points are the pool.
struct Case {
    name: &'static str,
    joint: Posterior,
    pool: usize,
}

fn case(name: &'static str, kernel: &str, noise: f64, [train, pool, targets]: [&[f64]; 3]) -> Case {
    let observed = Vector::zeros(train.len());
    let train = Points { inputs: line(train.iter().copied()), truth: observed.clone(), observed };
    let kernel = match kernel {
        "through zero" => Kernel::Linear { variance: 1.0, bias: 0.0 },
        _ => kernel.parse().unwrap(),
    };
    let process = GaussianProcess { kernel, noise };
    let inputs = line(pool.iter().chain(targets).copied());
    let joint = process.condition(&train).unwrap().joint(&inputs).unwrap();
    Case { name, joint, pool: pool.len() }
}

fn cases() -> Vec<Case> {
    let pool = [-3.0, -1.1, -0.4, 0.3, 0.7, 1.6, 2.2, 4.0];
    let targets = [-0.9, 0.1, 1.0, 1.3];
    let twins = [0.5, -1.0, 0.5, 0.5, 2.0, -1.0, 1.0];
    let usual = [&[-2.0, 0.0, 3.0][..], &pool, &targets];
    let mut per_point = case("noise of each point", "rbf(0.8)", 0.01, usual);
    per_point.joint.noise = Vector::from_fn(12, |i, _| 0.003 * (1 + i * i) as f64);
    let mut negative = case("negative correlations", "linear(1,0.05)+matern12(2,0.1)", 0.2, usual);
    negative.joint.mean.fill(7.0);
    vec![
        case("ordinary", "rbf(0.8)", 0.01, usual),
        case("rough", "matern12(1.5,3)", 0.3, usual),
        case("no training points", "rbf(0.8)", 0.01, [&[], &pool, &targets]),
        case("duplicates", "rbf(0.8)", 0.01, [&[0.0, 0.0], &twins, &[0.5, 1.2, 1.2, 2.0]]),
        case("tiny noise", "matern32(1)", 1e-10, usual),
        case("rank one", "through zero", 0.1, [&[], &[1.0, -2.0, 0.5, 0.5], &[3.0, -1.0]]),
        case("no variance", "through zero", 0.1, [&[], &[0.0, 1.0, -2.0, 0.0], &[0.0, 3.0, 0.0]]),
        case("one target", "relu(2)", 0.05, [&[0.2], &pool, &[0.8]]),
        per_point,
        negative,
    ]
}

fn close(got: f64, want: f64, what: &str) {
    assert!((got - want).abs() <= 1e-9 * (1.0 + want.abs()), "{what}: got {got:e}, want {want:e}");
}

#[test]
fn every_score_equals_an_independent_computation() {
    for Case { name, joint, pool } in cases() {
        let candidates = Candidates::of(&joint, pool).unwrap();
        for rule in Rule::ALL.into_iter().filter(|rule| *rule != Rule::Random) {
            for batch_size in [1, 3, pool] {
                let batch = select(rule, &candidates, batch_size, 0).unwrap();
                check(name, &joint, pool, rule, &batch);
            }
        }
    }
}

fn check(name: &str, joint: &Posterior, pool: usize, rule: Rule, batch: &Batch) {
    let oracle = Oracle { joint, pool };
    for (step, scores) in batch.scores.iter().enumerate() {
        let what = |i: usize| format!("{name}, {rule}, score of {i} before pick {step}");
        let before = &batch.indices[..step];
        let given = if matches!(rule, Rule::Tig | Rule::Mig) { &[][..] } else { before };
        for (i, score) in scores.iter().enumerate() {
            assert_eq!(score.is_none(), before.contains(&i), "{}", what(i));
            if let Some(score) = *score {
                close(score, oracle.score(rule, i, given), &what(i));
            }
        }
        let picked = scores[batch.indices[step]].unwrap();
        assert!(scores.iter().flatten().all(|score| *score <= picked), "{}", what(step));
        let gain = oracle.batch_mig(&batch.indices[..=step]);
        close(batch.gains[step], gain, &format!("{name}, {rule}, gain {step}"));
    }
}

/// Two observations of one point are one observation with half the noise, however small it is.
#[test]
fn copies_at_tiny_noise_keep_their_digits() {
    let (variance, noise) = (1.7, 1e-10);
    let covariance = Matrix::from_element(3, 3, variance);
    let joint = Posterior::new(Vector::zeros(3), covariance, noise).unwrap();
    let candidates = Candidates::of(&joint, 2).unwrap();
    let information = |noise: f64| 0.5 * crate::numeric::math::ln_1p(variance / noise);
    for rule in [Rule::BatchMig, Rule::BatchTig, Rule::Tig, Rule::Mig] {
        let batch = select(rule, &candidates, 2, 0).unwrap();
        assert_eq!(batch.indices, [0, 1]);
        for (got, noise) in batch.gains.iter().zip([noise, noise / 2.0]) {
            let want = information(noise);
            assert!((got - want).abs() < 1e-13 * want, "{rule}: {got} {want}");
        }
    }
}

#[test]
fn one_pick_of_the_batch_rules_is_the_pick_of_the_others() {
    for Case { joint, pool, .. } in cases() {
        let candidates = Candidates::of(&joint, pool).unwrap();
        let of = |rule| select(rule, &candidates, 1, 0).unwrap();
        assert_eq!(of(Rule::BatchMig), of(Rule::Mig));
        assert_eq!(of(Rule::BatchTig).scores, of(Rule::Tig).scores);
        // The gains of any rule are computed apart from BatchMIG's own scores, with the same bits.
        let batch = select(Rule::BatchMig, &candidates, pool, 0).unwrap();
        assert_eq!(
            batch.gains,
            cumulate(greedy::information(&candidates, &batch.indices).unwrap())
        );
    }
}

#[test]
fn ties_go_to_the_lowest_index() {
    let joint = Posterior::new(Vector::zeros(5), Matrix::identity(5, 5), 0.1).unwrap();
    let candidates = Candidates::of(&joint, 4).unwrap();
    for rule in Rule::ALL.into_iter().filter(|rule| *rule != Rule::Random) {
        assert_eq!(select(rule, &candidates, 4, 0).unwrap().indices, [0, 1, 2, 3], "{rule}");
    }
}

/// Points far from the targets tell next to nothing, but not equally little.
#[test]
fn tiny_gains_keep_their_order() {
    let case = case("far", "rbf(1)", 0.01, [&[], &[30.0, 20.0, 25.0], &[0.0, 0.5]]);
    let candidates = Candidates::of(&case.joint, 3).unwrap();
    for rule in [Rule::Mig, Rule::BatchMig, Rule::Epig, Rule::Vtl] {
        assert_eq!(select(rule, &candidates, 3, 0).unwrap().indices, [1, 2, 0], "{rule}");
    }
}

#[test]
fn random_batches_are_prefixes_without_scores() {
    let case = &cases()[0];
    let candidates = Candidates::of(&case.joint, case.pool).unwrap();
    let all = select(Rule::Random, &candidates, case.pool, 5).unwrap();
    let some = select(Rule::Random, &candidates, 3, 5).unwrap();
    assert_eq!(some.indices, all.indices[..3]);
    assert!(all.scores.iter().flatten().all(Option::is_none));
    assert_eq!(some.gains, all.gains[..3]);
    assert_ne!(all.indices, select(Rule::Random, &candidates, case.pool, 6).unwrap().indices);
}

#[test]
fn variances_of_the_targets_suffice_for_all_but_itl() {
    let case = &cases()[0];
    let whole = Candidates::of(&case.joint, case.pool).unwrap();
    let variances = Vector::from_vec(whole.variance_targets());
    let less = Candidates { targets: Targets::Variances(variances), ..whole.clone() };
    for rule in Rule::ALL {
        match select(rule, &less, 3, 0) {
            Ok(batch) => assert_eq!(batch, select(rule, &whole, 3, 0).unwrap()),
            Err(error) => {
                assert_eq!(rule, Rule::Itl);
                assert!(error.to_string().contains("variances alone"), "{error}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_by_name_and_value() {
    let case = &cases()[0];
    let good = Candidates::of(&case.joint, case.pool).unwrap();
    let refused = |bad: &Candidates, batch_size: usize| {
        select(Rule::BatchMig, bad, batch_size, 0).unwrap_err().to_string()
    };
    let message = |change: &dyn Fn(&mut Candidates), batch_size: usize| {
        let mut bad = good.clone();
        change(&mut bad);
        refused(&bad, batch_size)
    };
    assert!(message(&|_| (), 9).contains("between 1 and the 8 points of the pool, got 9"));
    assert!(message(&|_| (), 0).contains("got 0"));
    let mut cross = good.covariance_pool_targets.clone_owned();
    cross[(2, 1)] = f64::INFINITY;
    let infinite = Candidates { covariance_pool_targets: cross.as_view(), ..good.clone() };
    let message_infinite = refused(&infinite, 1);
    assert!(message_infinite.contains("targets at row 2, column 1 must be finite, got inf"));
    let noise = message(&|c| c.noise_pool[3] = -0.5, 1);
    assert!(
        noise.contains("noise of the pool at point 3") && noise.contains("got -0.5"),
        "{noise}"
    );
    let small = Matrix::zeros(7, 4);
    let small = Candidates { covariance_pool_targets: small.as_view(), ..good.clone() };
    let shape = refused(&small, 1);
    assert!(shape.contains("8 x 4, got 7 x 4"), "{shape}");
    assert!(Candidates::of(&case.joint, 13).is_err());
    assert!(matches!("max-mig".parse::<Rule>(), Err(Error::Value { .. })));
    for rule in Rule::ALL {
        assert_eq!(rule.to_string().parse::<Rule>().unwrap(), rule);
    }
}

#[test]
fn lanes_of_every_width_choose_the_same_by_the_same_scores() {
    let places =
        |count: u32| (0..count).map(|i| f64::from(i) * 0.37 % 5.0 - 2.5).collect::<Vec<_>>();
    for (pool, targets) in [(5, 3), (19, 8), (32, 5), (301, 7)] {
        let (pool, targets) = (places(pool), places(targets));
        let case = case("lanes", "matern32(1)", 0.05, [&[-1.0, 0.4], &pool, &targets]);
        let candidates = Candidates::of(&case.joint, case.pool).unwrap();
        for rule in Rule::ALL {
            let found = crate::numeric::simd::on_every_width(|| {
                let batch = select(rule, &candidates, 4, 1).unwrap();
                let scores = batch.scores.iter().flatten().flatten().chain(&batch.gains);
                let bits: Vec<u64> = scores.map(|score| score.to_bits()).collect();
                (batch.indices, bits)
            });
            assert!(found.iter().all(|one| *one == found[0]), "{rule:?}");
        }
    }
}
