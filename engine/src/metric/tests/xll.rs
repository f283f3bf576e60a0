//! Likelihoods of batches, and their ranks.

use super::*;

/// Every model but under itself.
const OTHERS: CrossOptions =
    CrossOptions { include_self: false, batches: BatchChoice::Noisy, references: None };

fn observations(targets: usize) -> Vec<f64> {
    Stream::new(9, "test of observations", 0).normals(targets)
}

/// The definition, word for word: noisy covariances, the candidate's correlations between the
/// reference's deviations.
fn brute_xll(candidate: &Model, reference: &Model, y: &[f64], size: usize) -> f64 {
    let (noisy, noisy_reference) = (candidate.noisy(), reference.noisy());
    let (own, theirs) = (correlation(&noisy), correlation(&noisy_reference));
    let one = |target: usize| {
        let mut order: Vec<usize> = (0..y.len()).filter(|&i| i != target).collect();
        order.sort_by(|&a, &b| theirs[(target, b)].abs().total_cmp(&theirs[(target, a)].abs()));
        let batch = [&[target], &order[..size - 1]].concat();
        let sd = |i: usize| noisy_reference[(i, i)].sqrt();
        let covariance = Matrix::from_fn(size, size, |a, b| {
            sd(batch[a]) * own[(batch[a], batch[b])] * sd(batch[b])
        });
        let pick = |values: &[f64]| batch.iter().map(|&i| values[i]).collect::<Vec<f64>>();
        brute_log_density(&pick(y), &pick(&reference.mean), &covariance) / size as f64
    };
    mean(y.len(), one)
}

#[track_caller]
fn check(models: &[Model], size: usize) {
    let y = observations(models[0].mean.len());
    let got = cross_likelihoods(&predictions(models), &y, size, CrossOptions::default()).unwrap();
    assert_eq!(got.jitter, 0.0);
    for (row, reference) in got.references.iter().zip(models) {
        for (xll, candidate) in row.xll.iter().zip(models) {
            near(*xll, brute_xll(candidate, reference, &y, size));
        }
    }
}

#[test]
fn xll_equals_its_definition() {
    for targets in [1, 2, 7, 12] {
        let models: Vec<Model> =
            (1..4).map(|seed| Model::random(seed, targets, 3 + seed as usize, 0.3)).collect();
        (1..=targets).for_each(|size| check(&models, size));
    }
}

/// Each cell is worked out in numbers that are the definition's, and that come to the cell itself.
#[test]
fn a_worked_cell_is_the_cell() {
    let mut models: Vec<Model> =
        (1..4).map(|seed| Model::random(seed, 20, 2 + seed as usize, 0.3)).collect();
    // Its batches are singular: jitter is worked out too.
    models.push(Model { noise: vec![0.0; 20], ..Model::random(4, 20, 2, 0.3) });
    let y = observations(20);
    let predictions = predictions(&models);
    for (size, choice) in [(1, BatchChoice::Noisy), (5, BatchChoice::Latent), (17, OTHERS.batches)]
    {
        let references = Some(&[0, 1, 2][..]);
        let options = CrossOptions { references, batches: choice, ..CrossOptions::default() };
        let all = cross_likelihoods(&predictions, &y, size, options).unwrap();
        let mut jitter = 0.0_f64;
        for row in &all.references {
            let reference = &predictions[row.model];
            for (candidate, cell) in row.xll.iter().enumerate() {
                let own = &predictions[candidate];
                let got = worked(reference, own, &y, size, choice).unwrap();
                assert_eq!(got.xll.to_bits(), cell.to_bits());
                assert_eq!(got.batches, row.batches);
                near(mean(20, |place| got.terms[place].log_density / size as f64), *cell);
                jitter = jitter.max(got.jitter);
                if got.jitter == 0.0 {
                    (0..20).for_each(|place| check_worked(&got, reference, own, &y, place));
                }
            }
        }
        assert_eq!((jitter, jitter > 0.0), (all.jitter, size > 1));
    }
}

/// The numbers of one batch are those of a Gaussian with the covariance that they are told to make.
fn check_worked(
    got: &Worked,
    reference: &Prediction,
    candidate: &Prediction,
    y: &[f64],
    place: usize,
) {
    let batch = got.batch(place);
    assert_eq!(batch[0], place);
    let correlations = got.correlations(candidate, place);
    let sd = |i: usize| reference.variance(batch[i]).sqrt();
    let size = batch.len();
    let covariance = Matrix::from_fn(size, size, |a, b| sd(a) * correlations[(a, b)] * sd(b));
    let pick = |values: &[f64]| batch.iter().map(|&i| values[i]).collect::<Vec<f64>>();
    let terms = &got.terms[place];
    near(terms.log_density, brute_log_density(&pick(y), &pick(reference.mean), &covariance));
    let score = (y[place] - reference.mean[place]) / sd(0);
    near(got.score(place), score);
    if size == 1 {
        near(terms.quadratic, score * score);
        near(terms.log_determinant, 0.0);
    }
}

#[test]
fn xll_with_batches_beyond_the_stack_equals_its_definition() {
    let models: Vec<Model> = (1..3).map(|seed| Model::random(seed, 40, 8, 0.5)).collect();
    [15, 16, 17, 34, 40].into_iter().for_each(|size| check(&models, size));
}

#[test]
fn xll_at_the_edges_equals_its_definition() {
    let ordinary = Model::random(1, 9, 4, 0.2);
    let rank_one = Model::random(2, 9, 1, 0.1);
    let mut duplicates = Model::random(3, 9, 5, 0.1);
    for (from, to) in [(0, 4), (0, 7), (2, 3)] {
        let row = duplicates.covariance.row(from).into_owned();
        duplicates.covariance.set_row(to, &row);
        let column = duplicates.covariance.column(from).into_owned();
        duplicates.covariance.set_column(to, &column);
        duplicates.noise[to] = duplicates.noise[from];
    }
    let mut no_variance = Model::random(4, 9, 4, 0.1);
    no_variance.covariance.fill_row(5, 0.0);
    no_variance.covariance.fill_column(5, 0.0);
    let nearly_exact = Model::random(5, 9, 12, 1e-10);
    for size in [1, 2, 5, 9] {
        check(std::slice::from_ref(&ordinary), size);
        let all = [&ordinary, &rank_one, &duplicates, &no_variance, &nearly_exact, &ordinary];
        check(&all.map(Clone::clone), size);
    }
}

#[test]
fn a_candidate_without_variance_has_no_correlations() {
    let reference = Model::random(1, 4, 4, 0.2);
    let mut silent = Model::random(2, 4, 4, 0.0);
    silent.covariance.fill(0.0);
    let got = cross_likelihoods(
        &predictions(std::slice::from_ref(&reference)),
        &observations(4),
        3,
        CrossOptions::default(),
    );
    assert!(got.is_ok());
    let standard = Model { covariance: Matrix::identity(4, 4), ..silent.clone() };
    let y = observations(4);
    let observed = batch::Standardised::new(&y, &reference.prediction()).unwrap();
    let batches = most_correlated(&reference.prediction(), 3, BatchChoice::Noisy).unwrap();
    let density = |model: &Model| {
        batch::mean_log_density(&model.prediction(), &observed, &batches).unwrap().log_density
    };
    near(density(&silent), density(&standard));
    let error = cross_likelihoods(&predictions(&[silent]), &y, 3, CrossOptions::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("variance of the observation at target 0 must be positive"), "{error}");
}

#[test]
fn a_singular_batch_gets_jitter_and_says_so() {
    let models = [Model::random(1, 6, 1, 0.0)];
    let got =
        cross_likelihoods(&predictions(&models), &observations(6), 3, CrossOptions::default())
            .unwrap();
    assert!(got.jitter > 0.0 && got.references[0].xll[0].is_finite());
}

#[test]
fn batches_begin_with_their_target_and_ties_go_to_the_lowest_index() {
    let equal = Matrix::from_fn(6, 6, |i, j| if i == j { 1.0 } else { -0.1 });
    let model = Model { mean: vec![0.0; 6], covariance: equal, noise: vec![0.1; 6] };
    let batches = most_correlated(&model.prediction(), 3, BatchChoice::Noisy).unwrap();
    let got: Vec<_> = batches.iter().collect();
    assert_eq!(got[0], [0, 1, 2]);
    assert_eq!(got[1], [1, 0, 2]);
    assert_eq!(got[5], [5, 0, 1]);
    let all = most_correlated(&model.prediction(), 6, BatchChoice::Noisy).unwrap();
    assert_eq!(all.iter().nth(3).unwrap(), [3, 0, 1, 2, 4, 5]);
}

#[test]
fn batches_are_the_same_by_insertion_and_by_sorting() {
    let model = Model::random(6, 70, 3, 0.2);
    let (few, many) = (33, 34);
    let by_insertion = most_correlated(&model.prediction(), few, BatchChoice::Noisy).unwrap();
    let by_sorting = most_correlated(&model.prediction(), many, BatchChoice::Noisy).unwrap();
    for (few, many) in by_insertion.iter().zip(by_sorting.iter()) {
        assert_eq!(few, &many[..few.len()]);
    }
}

#[test]
fn ties_share_the_average_rank() {
    let ranked =
        |values: &[f64]| -> Vec<f64> { ranks(values, |_| true).into_iter().flatten().collect() };
    assert_eq!(ranked(&[1.0, 3.0, 2.0]), [2.0, 0.0, 1.0]);
    assert_eq!(ranked(&[-5.0, -5.0 + 1e-13, 0.0]), [1.5, 1.5, 0.0]);
    assert_eq!(ranked(&[7.0; 4]), [1.5; 4]);
    assert_eq!(ranked(&[-5.0, -5.0 + 1e-11]), [1.0, 0.0]);
    assert_eq!(ranked(&[4.0]), [0.0]);
}

#[test]
fn without_itself_a_reference_is_neither_judged_nor_ranked() {
    let models: Vec<Model> = (1..4).map(|seed| Model::random(seed, 8, 4, 0.3)).collect();
    let (predictions, y) = (predictions(&models), observations(8));
    let got = cross_likelihoods(&predictions, &y, 3, OTHERS).unwrap();
    for (own, reference) in got.references.iter().enumerate() {
        assert_eq!(reference.rank[own], None);
        assert_eq!(reference.rank.iter().flatten().sum::<f64>(), 1.0);
    }
    let want = (got.references[1].xll[0] + got.references[2].xll[0]) / 2.0;
    near(got.xll[0].unwrap(), want);
    let alone = cross_likelihoods(&predictions[..1], &y, 3, OTHERS).unwrap();
    assert_eq!((alone.xll, alone.xllr), (vec![None], vec![None]));
}

#[test]
fn the_first_of_one_has_no_rank() {
    let models: Vec<Model> = (1..3).map(|seed| Model::random(seed, 8, 4, 0.3)).collect();
    let (predictions, y) = (predictions(&models), observations(8));
    let alone = cross_likelihoods(&predictions[..1], &y, 3, CrossOptions::default()).unwrap();
    assert_eq!((alone.xll[0], alone.xllr), (Some(alone.references[0].xll[0]), vec![None]));
    // Of two, each stands alone under the other.
    let others = cross_likelihoods(&predictions, &y, 3, OTHERS).unwrap();
    assert!(others.xll.iter().all(Option::is_some) && others.xllr == [None; 2]);
    let both = cross_likelihoods(&predictions, &y, 3, CrossOptions::default()).unwrap();
    near(both.xllr[0].unwrap() + both.xllr[1].unwrap(), 1.0);
}

/// Target 1 follows target 0 closely but with little variance, which the noise drowns; target 2
/// does so loosely, with much.
#[test]
fn latent_batches_look_below_the_noise() {
    let covariance = Matrix::from_row_slice(
        4,
        4,
        &[1.0, 0.09, 0.5, 0.0, 0.09, 0.01, 0.045, 0.0, 0.5, 0.045, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    );
    // Latent correlations of target 0: 0.9, 0.5, none. Noisy: 0.09 / sqrt(2 x 1.01) = 0.06, 0.25.
    let model = Model { mean: vec![0.0; 4], covariance, noise: vec![1.0; 4] };
    let batches = |choice| most_correlated(&model.prediction(), 2, choice).unwrap().indices;
    assert_eq!(batches(BatchChoice::Noisy), [0, 2, 1, 0, 2, 0, 3, 0]);
    // Target 3 has no variance: it correlates 0 with all, and is nobody's neighbour.
    assert_eq!(batches(BatchChoice::Latent), [0, 1, 1, 0, 2, 0, 3, 0]);
    let whole = most_correlated(&model.prediction(), 4, BatchChoice::Latent).unwrap();
    assert_eq!(whole.iter().next().unwrap(), [0, 1, 2, 3]);
    assert_eq!(whole.iter().nth(3).unwrap(), [3, 0, 1, 2]);
    let silent = Model { noise: vec![0.0; 4], ..model.clone() };
    let noisy = most_correlated(&silent.prediction(), 4, BatchChoice::Noisy).unwrap();
    assert_eq!(noisy, whole, "without noise the two are one");
    let (models, y) = ([model], observations(4));
    let latent = CrossOptions { batches: BatchChoice::Latent, ..CrossOptions::default() };
    let found = cross_likelihoods(&predictions(&models), &y, 2, latent).unwrap();
    assert_eq!(found.references[0].batches.indices, [0, 1, 1, 0, 2, 0, 3, 0]);
}

#[test]
fn a_model_may_be_judged_without_being_a_reference() {
    let models: Vec<Model> = (1..5).map(|seed| Model::random(seed, 8, 4, 0.3)).collect();
    let (predictions, y) = (predictions(&models), observations(8));
    let all = cross_likelihoods(&predictions, &y, 3, CrossOptions::default()).unwrap();
    let listed = |references, include_self| {
        let options = CrossOptions { references: Some(references), include_self, ..OTHERS };
        cross_likelihoods(&predictions, &y, 3, options)
    };
    let some = listed(&[3, 1], true).unwrap();
    assert_eq!(some.references, [all.references[3].clone(), all.references[1].clone()]);
    for candidate in 0..4 {
        let mean = |value: &dyn Fn(usize) -> f64| (value(3) + value(1)) / 2.0;
        near(some.xll[candidate].unwrap(), mean(&|own| all.references[own].xll[candidate]));
        let rank = |own: usize| all.references[own].rank[candidate].unwrap();
        near(some.xllr[candidate].unwrap(), mean(&rank));
    }
    let others = listed(&[3, 1], false).unwrap();
    assert_eq!(others.xll[3], Some(all.references[1].xll[3]));
    assert_eq!(listed(&[0, 1, 2, 3], true).unwrap(), all);
    assert_eq!(listed(&[], true).unwrap().xllr, [None; 4]);
    let error = |references| listed(references, true).unwrap_err().to_string();
    assert_eq!(error(&[0, 4]), "references[1] must be the number of a model, below 4, got 4");
    assert_eq!(error(&[2, 2]), "references[1] must be a model that is not listed before, got 2");
}

#[test]
fn a_batch_that_does_not_fit_is_refused() {
    let model = [Model::random(1, 4, 4, 0.1)];
    for size in [0, 5] {
        let error =
            cross_likelihoods(&predictions(&model), &[0.0; 4], size, CrossOptions::default())
                .unwrap_err();
        let words = format!("batch_size must be from 1 to the number of targets, 4, got {size}");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn likelihoods_equal_their_definitions() {
    let model = Model::random(3, 11, 4, 0.2);
    let y = observations(11);
    let whole = brute_log_density(&y, &model.mean, &model.noisy());
    near(log_density(&y, &model.mean, &model.noisy()).unwrap(), whole);
    let all = random_batches(11, 11, 7).unwrap();
    near(joint_log_likelihood(&y, &model.prediction(), &all).unwrap(), whole / 11.0);
    let one = |i: usize| {
        brute_log_density(&y[i..=i], &model.mean[i..=i], &model.noisy().view((i, i), (1, 1)).into())
    };
    near(marginal_log_likelihood(&y, &model.prediction()).unwrap(), mean(11, one));
    let single = Batches { size: 1, indices: (0..11).collect() };
    near(joint_log_likelihood(&y, &model.prediction(), &single).unwrap(), mean(11, one));
}

#[test]
fn random_batches_hold_different_targets_and_favour_none() {
    let batches = random_batches(300, 7, 1).unwrap();
    assert_eq!(batches.iter().len(), 300);
    let mut counts = [0.0; 300];
    for batch in batches.iter() {
        let mut sorted = batch.to_vec();
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
        batch.iter().for_each(|&i| counts[i] += 1.0);
    }
    // Each count is binomial with mean 7; the sum below has mean 299 and deviation 24.
    let chi_square: f64 = counts.iter().map(|n| (n - 7.0) * (n - 7.0) / 7.0).sum();
    assert!((200.0..400.0).contains(&chi_square), "{chi_square}");
    assert_ne!(batches, random_batches(300, 7, 2).unwrap());
}

/// With the data drawn from the oracle, no candidate's expected XLL beats the oracle's own.
#[test]
fn the_oracle_wins_under_itself() {
    let oracle = Model::random(1, 5, 5, 0.2);
    let other = Model::random(2, 5, 5, 0.2);
    let root = nalgebra::Cholesky::new(oracle.noisy()).unwrap().unpack();
    let mut stream = Stream::new(3, "test of draws", 0);
    let (mut got, mut want) = (0.0, 0.0);
    const DRAWS: usize = 4000;
    for _ in 0..DRAWS {
        let draw =
            &root * Vector::from_vec(stream.normals(5)) + Vector::from_column_slice(&oracle.mean);
        let pair = [oracle.clone(), other.clone()];
        let table =
            cross_likelihoods(&predictions(&pair), draw.as_slice(), 5, CrossOptions::default())
                .unwrap();
        got += table.references[0].xll[0] / DRAWS as f64;
        want += table.references[0].xll[1] / DRAWS as f64;
    }
    assert!(got > want);
    // Entropy: the expected log density of its own draws, within five standard errors.
    let entropy = 0.5 * (math::ln(2.0 * PI) + 1.0) + 0.1 * math::ln(oracle.noisy().determinant());
    assert!((got + entropy).abs() < 5.0 * (0.1 / DRAWS as f64).sqrt(), "{got} {entropy}");
}

proptest! {
    #[test]
    fn ranks_sum_to_what_they_must(values in prop::collection::vec(-3.0..3.0f64, 1..9), twin in 0usize..9) {
        let mut values = values;
        values.push(values[twin % values.len()]);
        let m = values.len() as f64;
        let sum: f64 = ranks(&values, |_| true).into_iter().flatten().sum();
        prop_assert_eq!(sum, m * (m - 1.0) / 2.0);
    }

    #[test]
    fn permuting_models_permutes_results(seed in 0u64..1000, size in 1usize..7) {
        let models: Vec<Model> = (0..4).map(|i| Model::random(seed + i, 7, 4, 0.2)).collect();
        let order = Stream::new(seed, "test of permutations", 0).permutation(4);
        let permuted: Vec<Model> = order.iter().map(|&i| models[i].clone()).collect();
        let y = observations(7);
        let want = cross_likelihoods(&predictions(&models), &y, size, CrossOptions::default()).unwrap();
        let got = cross_likelihoods(&predictions(&permuted), &y, size, CrossOptions::default()).unwrap();
        for (place, &from) in order.iter().enumerate() {
            let (xll, rank) = (&got.references[place].xll, &want.references[from].xll);
            prop_assert!(order.iter().zip(xll).all(|(&i, xll)| *xll == rank[i]));
            prop_assert_eq!(&got.references[place].batches, &want.references[from].batches);
            near(got.xll[place].unwrap(), want.xll[from].unwrap());
            near(got.xllr[place].unwrap(), want.xllr[from].unwrap());
        }
    }

    #[test]
    fn identical_models_share_their_rank(seed in 0u64..1000) {
        let model = Model::random(seed, 6, 3, 0.2);
        let models = [model.clone(), model.clone(), model];
        let got = cross_likelihoods(&predictions(&models), &observations(6), 4, CrossOptions::default()).unwrap();
        prop_assert_eq!(got.xllr, vec![Some(1.0); 3]);
    }
}
