//! Every line of the protocol.

use super::*;

/// Rows that no rule of rounding treats alike, from the fewest to more than the largest real table.
const ROWS: [usize; 9] = [20, 21, 23, 99, 308, 506, 1030, 8192, 20_000];

fn table(rows: usize, inputs: usize) -> (Matrix, Vector) {
    let numbers = |purpose: &str, count: usize| Stream::new(7, purpose, 0).normals(count);
    let x = Matrix::from_vec(inputs, rows, numbers("x", inputs * rows)).map(|x| 3.0 * x + 50.0);
    (x, Vector::from_vec(numbers("y", rows)).map(|y| 200.0 * y - 1000.0))
}

#[test]
fn a_split_is_20_20_60_and_every_row_is_in_one_part() {
    for rows in ROWS {
        for seed in [1, 2, 77] {
            let split = Split::draw(rows, seed);
            split.check(rows).unwrap();
            let share = |part: &[usize]| part.len() as f64 - 0.2 * rows as f64;
            assert!(share(&split.test).abs() <= 0.5 && share(&split.train).abs() <= 0.5, "{rows}");
            assert!((split.validation.len() as f64 - 0.16 * rows as f64).abs() <= 0.5, "{rows}");
            let mut all = [&split.train[..], &split.pool, &split.test].concat();
            all.sort_unstable();
            assert_eq!(all, (0..rows).collect::<Vec<_>>());
            let sizes = Sizes::of_rows(rows);
            assert_eq!(
                [sizes.train, sizes.pool, sizes.targets],
                [&split.train, &split.pool, &split.test].map(Vec::len)
            );
        }
    }
}

#[test]
fn the_validation_part_depends_on_the_number_of_rows_alone_and_lies_in_every_pool() {
    for rows in ROWS {
        let first = Split::draw(rows, 1);
        for seed in 2..20 {
            let split = Split::draw(rows, seed);
            assert_eq!(split.validation, first.validation, "{rows} rows, seed {seed}");
            let strangers = split.train.iter().chain(&split.test);
            assert!(strangers.clone().all(|row| split.validation.binary_search(row).is_err()));
            assert!(split.validation.iter().all(|row| split.pool.binary_search(row).is_ok()));
        }
        assert_eq!(first, Split::draw(rows, 1));
        assert_ne!(first.test, Split::draw(rows, 2).test, "{rows}");
    }
}

/// Over many seeds every row outside of the validation part is tested equally often.
#[test]
fn no_row_is_preferred() {
    let (rows, seeds) = (100, 4000);
    let mut counts = vec![0; rows];
    for seed in 0..seeds {
        Split::draw(rows, seed).test.iter().for_each(|row| counts[*row] += 1);
    }
    let share = 20.0 / 84.0;
    let sd = (f64::from(seeds) * share * (1.0 - share)).sqrt();
    let validation = Split::draw(rows, 0).validation;
    for (row, count) in counts.into_iter().enumerate() {
        let expected = if validation.contains(&row) { 0.0 } else { f64::from(seeds) * share };
        assert!((f64::from(count) - expected).abs() <= 5.0 * sd, "row {row}: {count}");
    }
}

#[test]
fn inputs_are_standardised_by_train_and_pool_and_values_by_train() {
    let (x, y) = table(506, 4);
    let split = Split::draw(506, 3);
    let TableTask { task, validation, validation_places, scale } =
        TableTask::of((&x, &y), &split, &[]).unwrap();
    let seen = task.train.followed_by(&task.pool);
    for input in 0..4 {
        let scale = moments(seen.inputs.row(input).iter().copied(), seen.len());
        assert!(scale.mean.abs() < 1e-12 && (scale.sd - 1.0).abs() < 1e-12, "{scale:?}");
    }
    let train = Scale::of(task.train.observed.as_slice()).unwrap();
    assert!(train.mean.abs() < 1e-12 && (train.sd - 1.0).abs() < 1e-12, "{train:?}");
    for (place, row) in split.test.iter().enumerate() {
        let back = task.targets.observed[place] * scale.sd + scale.mean;
        assert!((back - y[*row]).abs() < 1e-9, "row {row}: {back}");
    }
    let place = split.pool.binary_search(&split.validation[5]).unwrap();
    assert_eq!(validation.inputs.column(5), task.pool.inputs.column(place));
    assert_eq!((validation_places[5], validation_places.len()), (place, validation.len()));
}

/// Whatever happens to test rows changes nothing of what is learned from.
#[test]
fn standardisation_sees_no_test_row() {
    let (x, y) = table(99, 3);
    let split = Split::draw(99, 1);
    let (mut other_x, mut other_y) = (x.clone(), y.clone());
    for &row in &split.test {
        other_x.column_mut(row).fill(1e9);
        other_y[row] = -1e9;
    }
    let [one, other] =
        [(&x, &y), (&other_x, &other_y)].map(|table| TableTask::of(table, &split, &[]).unwrap());
    assert_eq!(one.scale, other.scale);
    for (a, b) in [(&one.task.train, &other.task.train), (&one.task.pool, &other.task.pool)] {
        assert_eq!((&a.inputs, &a.observed), (&b.inputs, &b.observed));
    }
}

/// Nor does the pool's y change how values are standardised before it is asked for.
#[test]
fn values_are_standardised_by_the_training_set_as_it_is() {
    let (x, y) = table(99, 3);
    let split = Split::draw(99, 1);
    let mut other = y.clone();
    split.pool.iter().for_each(|row| other[*row] = 7e7);
    let scale = |y: &Vector, asked: &[usize]| TableTask::of((&x, y), &split, asked).unwrap().scale;
    assert_eq!(scale(&y, &[]), scale(&other, &[]));
    assert_ne!(scale(&y, &[2]), scale(&other, &[2]));
    let asked = TableTask::of((&x, &y), &split, &[2, 0]).unwrap();
    let values: Vec<f64> =
        split.train.iter().chain([&split.pool[2], &split.pool[0]]).map(|row| y[*row]).collect();
    assert_eq!(asked.scale, Scale::of(&values).unwrap());
    assert_eq!(
        (asked.task.train.len(), asked.task.pool.len()),
        (split.train.len() + 2, split.pool.len() - 2)
    );
    // Inputs stay where they were: all of them were known before.
    let before = TableTask::of((&x, &y), &split, &[]).unwrap().task.targets.inputs;
    assert_eq!(asked.task.targets.inputs, before);
    assert!(TableTask::of((&x, &y), &split, &[1000]).is_err());
}

#[test]
fn a_constant_input_has_the_deviation_1_and_a_constant_value_is_refused() {
    let (mut x, mut y) = table(99, 3);
    x.row_mut(1).fill(0.1 + 0.2);
    let split = Split::draw(99, 1);
    let task = TableTask::of((&x, &y), &split, &[]).unwrap().task;
    assert!(task.train.inputs.row(1).iter().all(|value| *value == 0.0));
    split.train.iter().for_each(|row| y[*row] = 4.25);
    let error = TableTask::of((&x, &y), &split, &[]).unwrap_err().to_string();
    assert!(error.contains("4.25"), "{error}");
}

#[test]
fn splits_of_others_are_checked() {
    let good = Split { train: vec![0, 1], pool: vec![2, 3], test: vec![4, 5], validation: vec![3] };
    good.check(6).unwrap();
    good.check(9).unwrap();
    let wrong = |change: fn(&mut Split)| {
        let mut split = good.clone();
        change(&mut split);
        split.check(6).unwrap_err().to_string()
    };
    assert_eq!(wrong(|split| split.test[1] = 0), "row 0 is in train and again in test");
    assert_eq!(
        wrong(|split| split.pool[0] = 6),
        "a row in pool must be below 6, the number of rows, got 6"
    );
    assert_eq!(
        wrong(|split| split.validation[0] = 4),
        "a row in validation must be one of the pool, got 4"
    );
    assert_eq!(wrong(|split| split.test.clear()), "rows in test must be of at least 2, got 0");
}

#[test]
fn what_cannot_be_standardised_says_why_and_with_few_digits() {
    let said = |values: [f64; 2]| Scale::of(&values).unwrap_err().to_string();
    assert!(Scale::of(&[3e-7; 6]).is_err(), "their mean is rounded");
    assert!(said([1e300, 1e300]).ends_with("in all rows of the training set, got 1e300"));
    for (values, got) in [([1e300, 2e300], "2e300"), ([1e-300, -2e-300], "2e-300")] {
        let error = said(values);
        assert!(error.contains("neither too large nor too small"), "{error}");
        assert!(error.ends_with(got), "{error}");
    }
}
