//! The best batch against every batch scored by definition, and what no batch may exceed.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::acquisition::best_by_exchange;

fn go_on(_: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The best batch, found in so many shares.
fn best(candidates: &Candidates, size: usize, shares: usize) -> Vec<usize> {
    let found = (0..shares)
        .filter_map(|share| best_of_all(candidates, size, (share, shares), &mut go_on).unwrap());
    let score = |batch: &Vec<usize>| set_information(candidates, batch).unwrap();
    found.max_by(|a, b| score(a).total_cmp(&score(b))).unwrap()
}

/// All sets of a size, in order.
fn sets(pool: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let longer = |set: Vec<usize>| {
        let from = set.last().map_or(0, |last| last + 1);
        (from..pool).map(move |next| [&set[..], &[next]].concat())
    };
    sets(pool, size - 1).into_iter().flat_map(longer).collect()
}

#[test]
fn the_best_batch_is_the_best_of_all_by_definition() {
    for Case { name, joint, pool } in &cases() {
        let candidates = Candidates::of(joint, *pool).unwrap();
        let oracle = Oracle { joint, pool: *pool };
        for size in 1..=(*pool).min(4) {
            let all = sets(*pool, size);
            assert_eq!(all.len() as f64, batches(*pool, size), "{name}, {size}");
            let most = all.iter().map(|set| oracle.batch_mig(set)).fold(f64::MIN, f64::max);
            for shares in [1, 3] {
                let got = best(&candidates, size, shares);
                close(oracle.batch_mig(&got), most, name);
                close(set_information(&candidates, &got).unwrap(), most, name);
                assert!(got.is_sorted() && got.len() == size, "{name}: {got:?}");
            }
        }
    }
}

#[test]
fn batches_are_counted() {
    assert_eq!(batches(201, 4), 65_998_350.0);
    assert_eq!((batches(5, 0), batches(5, 5), batches(5, 6)), (1.0, 1.0, 0.0));
    assert!(batches(400, 20) > 1e33);
}

#[test]
fn the_search_tells_how_far_it_is_and_stops_when_told() {
    let Case { joint, pool, .. } = &cases()[0];
    let candidates = Candidates::of(joint, *pool).unwrap();
    for search in [best_of_all, best_by_exchange] {
        let mut told = Vec::new();
        let mut hear = |share: f64| {
            told.push(share);
            ControlFlow::Continue(())
        };
        search(&candidates, 3, (0, 1), &mut hear).unwrap();
        assert!(told.is_sorted() && told.last() == Some(&1.0) && told.len() > 3, "{told:?}");
        let stopped = search(&candidates, 3, (0, 1), &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(Error::Cancelled));
        assert!(search(&candidates, *pool + 1, (0, 1), &mut go_on).is_err());
    }
}

proptest! {
    #[test]
    fn no_batch_tells_more_than_the_best(
        places in prop::collection::vec(-3.0..3.0_f64, 4..9),
        targets in prop::collection::vec(-3.0..3.0_f64, 1..5),
        noise in 1e-4..1.0_f64,
        size in 1..4_usize,
    ) {
        let Case { joint, pool, .. } = case("any", "matern52(1)", noise, [&[0.5], &places, &targets]);
        let candidates = Candidates::of(&joint, pool).unwrap();
        let most = set_information(&candidates, &best(&candidates, size, 1)).unwrap();
        let least = most * (1.0 - 1e-9) - 1e-12;
        for rule in Rule::ALL {
            let picks = select(rule, &candidates, size, 1).unwrap().indices;
            let information = set_information(&candidates, &picks).unwrap();
            prop_assert!(information * (1.0 - 1e-9) <= most + 1e-12, "{rule}: {information} {most}");
            let backwards: Vec<usize> = picks.iter().rev().copied().collect();
            prop_assert_eq!(set_information(&candidates, &backwards).unwrap().to_bits(), information.to_bits());
        }
        let exchanged = best_by_exchange(&candidates, size, (0, 1), &mut go_on).unwrap().unwrap();
        let found = set_information(&candidates, &exchanged).unwrap();
        prop_assert!(found * (1.0 - 1e-9) <= most + 1e-12);
        prop_assert!(found >= 0.9 * least, "{found} of {most}");
    }
}
