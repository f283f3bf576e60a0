//! Diagnostics of chains against arviz 0.20, and against what is known of independent draws.

use crate::metric::convergence::{convergence, correlation_error, effective_draws};
use crate::metric::pearson;
use crate::numeric::Stream;

/// Autoregressive chains of sums of twelve uniforms, the first chain shifted: easily made elsewhere.
fn chains(count: usize, length: usize, memory: f64, shift: f64) -> Vec<f64> {
    let mut state: u64 = 12345;
    let mut uniform = || {
        state = (1_103_515_245 * state + 12345) % (1 << 31);
        state as f64 / (1_u64 << 31) as f64
    };
    let mut draws = Vec::new();
    for chain in 0..count {
        let mut x = 0.0;
        for _ in 0..length {
            x = memory * x + (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
            draws.push(if chain == 0 { x + shift } else { x });
        }
    }
    draws
}

/// Chains, length, memory, shift; R-hat, bulk, tail and mean effective draws.
const ARVIZ: [(usize, usize, f64, f64, [f64; 4]); 4] = [
    (4, 50, 0.0, 0.0, [1.00336918106327, 248.129915598045, 243.827476692962, 248.833852431906]),
    (4, 50, 0.9, 0.0, [1.35648460874986, 10.0350406855124, 54.6666164677535, 9.92015863424424]),
    (3, 51, 0.5, 2.0, [1.36538306081016, 8.41531986890386, 64.9519742275329, 7.7835299592434]),
    (10, 100, 0.3, 0.0, [1.00437786342804, 623.118786669735, 934.049715737207, 620.944713772635]),
];

#[test]
fn they_are_those_of_arviz() {
    for (count, length, memory, shift, want) in ARVIZ {
        let draws = chains(count, length, memory, shift);
        let found = convergence(&draws, count).unwrap();
        let mean = effective_draws(&draws, count).unwrap();
        let got = [found.r_hat, found.ess_bulk, found.ess_tail, mean];
        for (got, want) in got.into_iter().zip(want) {
            assert!((got - want).abs() < 1e-9 * want, "{got} instead of {want}");
        }
    }
}

/// One chain that swings about its mean has more effective draws than draws, up to a limit.
#[test]
fn a_swinging_chain_is_capped() {
    let draws = chains(1, 100, -0.6, 0.0);
    assert!((effective_draws(&draws, 1).unwrap() - 200.0).abs() < 1e-9);
    assert!((convergence(&draws, 1).unwrap().ess_bulk - 200.0).abs() < 1e-9);
}

#[test]
fn there_is_nothing_to_say_of_too_few_or_equal_draws() {
    assert_eq!(convergence(&[1.0, 2.0, 3.0], 1), None);
    assert_eq!(convergence(&[1.0; 40], 4), None);
    assert_eq!(effective_draws(&[1.0; 40], 4), None);
    assert_eq!(correlation_error(&[1.0; 40], &chains(4, 10, 0.0, 0.0), 4), None);
}

/// The error of a correlation of independent draws is known: (1 - rho^2) / sqrt(n) for normals.
#[test]
fn the_error_of_a_correlation_is_the_known_one() {
    let mut stream = Stream::new(3, "test", 0);
    let (a, b) = (stream.normals(20_000), stream.normals(20_000));
    for rho in [0.0, 0.5, -0.9] {
        let mixed: Vec<f64> =
            a.iter().zip(&b).map(|(a, b)| rho * a + (1.0_f64 - rho * rho).sqrt() * b).collect();
        let error = correlation_error(&a, &mixed, 4).unwrap();
        let want = (1.0 - rho * rho) / 20_000.0_f64.sqrt();
        assert!((error / want - 1.0).abs() < 0.08, "{error} instead of {want}");
    }
}

/// Geyer's sum with every lag written out: what is added by Fourier transforms is the same.
fn effective_lag_by_lag(draws: &[f64], chains: usize) -> f64 {
    let halves: Vec<&[f64]> = draws.chunks(draws.len() / chains / 2).collect();
    let (m, n) = (halves.len() as f64, halves[0].len());
    let mean = |half: &[f64]| half.iter().sum::<f64>() / n as f64;
    let lagged = |half: &&[f64], lag: usize| {
        let centre = mean(half);
        half.iter().zip(&half[lag..]).map(|(a, b)| (a - centre) * (b - centre)).sum::<f64>()
    };
    let at = |lag: usize| halves.iter().map(|half| lagged(half, lag)).sum::<f64>() / m / n as f64;
    let grand = halves.iter().map(|half| mean(half)).sum::<f64>() / m;
    let away = halves.iter().map(|half| mean(half) - grand);
    let between = away.map(|away| away * away).sum::<f64>() / (m - 1.0);
    let within = at(0) * n as f64 / (n as f64 - 1.0);
    let rho = |lag: usize| 1.0 - (within - at(lag)) / (at(0) + between);
    let (mut pair, mut sum, mut least) = (1.0 + rho(1), 0.0, f64::INFINITY);
    let (mut lag, mut even) = (0, 1.0);
    while lag + 4 < n && pair > 0.0 {
        least = pair.min(least);
        sum += least;
        lag += 2;
        even = rho(lag);
        pair = even + rho(lag + 1);
    }
    m * n as f64 / (2.0 * sum - 1.0 + if pair >= 0.0 { even } else { even.max(0.0) })
}

#[test]
fn long_chains_have_the_effective_draws_of_the_sum_written_out() {
    for (count, length, memory) in [(1, 4000, 0.99), (4, 1000, 0.97), (3, 2000, 0.999)] {
        let draws = chains(count, length, memory, 0.0);
        let got = effective_draws(&draws, count).unwrap();
        let want = effective_lag_by_lag(&draws, count);
        assert!((got - want).abs() < 1e-9 * want, "{got} instead of {want}");
    }
}

/// The root mean square of the true errors of a correlation, which is zero, and of those that are said.
fn errors(chains: usize, length: usize, apart: [f64; 2]) -> [f64; 2] {
    let mut squares = [0.0; 2];
    for seed in 0..60 {
        let mut stream = Stream::new(seed, "chains apart", 0);
        let mut quantity = |apart: f64| -> Vec<f64> {
            let chain = |stream: &mut Stream| {
                let centre = apart * stream.normals(1)[0];
                stream.normals(length).into_iter().map(move |x| centre + x).collect::<Vec<_>>()
            };
            (0..chains).flat_map(|_| chain(&mut stream)).collect()
        };
        let (left, right) = (quantity(apart[0]), quantity(apart[1]));
        let found = pearson(&left, &right).unwrap();
        let said = correlation_error(&left, &right, chains).unwrap();
        squares[0] += found * found / 60.0;
        squares[1] += said * said / 60.0;
    }
    squares.map(f64::sqrt)
}

/// Ten chains that never leave their places are worth ten draws, however many they have.
#[test]
fn the_error_of_a_correlation_is_large_where_chains_disagree() {
    for apart in [1.0, 3.0, 30.0] {
        let [true_error, said] = errors(10, 100, [apart, apart]);
        assert!((0.8..1.7).contains(&(said / true_error)), "{apart}: {said}, not {true_error}");
    }
    let [true_error, said] = errors(10, 100, [0.0, 0.0]);
    assert!((0.85..1.2).contains(&(said / true_error)), "{said}, not {true_error}");
    // One of the two looks well mixed, but of places where nobody has been it says nothing.
    assert!(errors(10, 100, [10.0, 0.0])[1] > 0.2);
    // Two chains that stand still are two draws, which are always on a line.
    let still = |a: f64, b: f64| [[a; 50], [b; 50]].concat();
    assert_eq!(correlation_error(&still(0.0, 1.0), &still(5.0, 3.0), 2), Some(1.0));
}
