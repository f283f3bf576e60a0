//! The toy lab against the engine it stands on, and the changes a hand can make.

mod game;
mod own;
mod published;
mod pull;

use proptest::prelude::*;

use super::*;
use crate::acquisition::Rule;
use crate::model::GaussianProcess;
use crate::scenario::{Link, PRESETS, Point, Scenario, Touch};
use crate::task::line;

fn scenario(link: &str) -> Scenario {
    format!("lab=toy&{link}").parse::<Link>().unwrap().scenario
}

fn solved(link: &str) -> Toy {
    solve(&scenario(link)).unwrap()
}

/// What to notice once all is picked.
fn notice_of(toy: &Toy) -> String {
    notice(toy, toy.steps())
}

/// Root mean square errors of an independent implementation, with exact observations.
#[test]
fn every_preset_ends_with_the_known_errors() {
    for (preset, want) in [
        ("gap", ["0.927", "0.770", "0.014"]),
        ("two-regions", ["0.538", "0.798", "0.048"]),
        ("edge", ["0.367", "0.486", "0.081"]),
        ("periodic", ["0.596", "0.778", "0.100"]),
        ("relu", ["0.495", "0.147", "0.097"]),
    ] {
        let toy = solved(&format!("preset={preset}&rule=tig&rule=mig&rule=batch-mig"));
        let last = |panel: &Panel| format!("{:.3}", panel.results.last().unwrap().rmse);
        let got: Vec<String> = toy.panels.iter().map(last).collect();
        assert_eq!(got, want, "{preset}");
    }
}

#[test]
fn every_step_shows_the_scores_of_the_next_pick() {
    let toy = solved("q=3");
    for panel in &toy.panels {
        assert_eq!((panel.batch.indices.len(), panel.results.len()), (4, 4));
    }
    // A pool without a point to spare has no next pick after the last.
    let toy = solved("pool=-1:1:3&q=3");
    assert!(toy.panels.iter().all(|panel| panel.batch.indices.len() == 3));
    let error = "lab=toy&pool=-1:1:3&q=4".parse::<Link>().unwrap_err().to_string();
    assert!(error.contains("at most 3") && error.contains("got 4"), "{error}");
}

#[test]
fn mig_repeats_itself_and_batch_mig_does_not() {
    let toy = solved("rule=mig&rule=batch-mig");
    let spread = |panel: &Panel| {
        let x = panel.batch.indices[..4].iter().map(|&i| toy.task.pool.inputs[i]);
        x.clone().fold(f64::MIN, f64::max) - x.fold(f64::MAX, f64::min)
    };
    let (mig, batch) = (spread(&toy.panels[0]), spread(&toy.panels[1]));
    assert!(mig < 0.3 && batch > 1.5, "{mig} {batch}");
    let [first, last] = [0, 3].map(|step| &toy.panels[0].batch.scores[step]);
    let same = |(a, b): (&Option<f64>, &Option<f64>)| b.is_none() || a == b;
    assert!(first.iter().zip(last).all(same), "MIG's scores never change");
}

#[test]
fn the_correlation_under_the_pointer_is_that_of_the_joint_posterior() {
    let toy = solved("");
    let panel = &toy.panels[3];
    let got = toy.correlation(panel, 2, toy.x[100]).unwrap();
    let process = GaussianProcess { kernel: "rbf(0.8)".parse().unwrap(), noise: 0.01 };
    let joint =
        process.condition(&toy.seen(panel, 2)).unwrap().joint(&line(toy.x.clone())).unwrap();
    let want = joint.correlation();
    for i in 0..toy.x.len() {
        assert!((got[i] - want[(100, i)]).abs() < 1e-9, "{i}: {} {}", got[i], want[(100, i)]);
    }
}

#[test]
fn the_best_number_is_marked_and_the_words_follow_the_step() {
    let toy = solved("");
    let facts = panel_facts(&toy, 4);
    let best = |label: &str| -> Vec<&str> {
        let marked = |f: &&PanelFacts| f.scores.iter().any(|s| s.label == label && s.best);
        facts.iter().filter(marked).map(|facts| facts.title).collect()
    };
    assert_eq!(best("RMSE"), ["BatchMIG"]);
    assert!(panel_facts(&toy, 0).iter().all(|facts| facts.scores.iter().all(|s| !s.best)));
    assert!(description(&toy, 4).contains("BatchMIG has asked at "));
    assert!(description(&toy, 0).contains("BatchMIG has asked at nothing yet"));
}

#[test]
fn values_that_read_alike_are_marked_alike() {
    // With one pick both ask the same; with the same picks, neither is better.
    let toy = solved("rule=mig&rule=batch-mig&q=1");
    assert!(panel_facts(&toy, 1).iter().all(|facts| facts.scores.iter().all(|s| !s.best)));
    let toy = solved("rule=mig&rule=batch-mig&rule=tig&q=1");
    let best = |facts: &PanelFacts| facts.scores[3].best;
    assert_eq!(panel_facts(&toy, 1).iter().map(best).collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn what_to_notice_is_the_presets_sentence_only_where_it_holds() {
    for preset in &PRESETS {
        let words = notice_of(&solved(&format!("preset={}", preset.name)));
        assert!(words.starts_with(preset.notice), "{words}");
    }
    // What changes no number leaves it, and so does a rule that it does not name.
    let more = solved("samples=3&rule=random&rule=tig&rule=mig&rule=batch-mig&rule=itl");
    assert!(notice_of(&more).starts_with(PRESETS[0].notice));
    assert_eq!(notice_of(&solved("preset=edge&rule=mig&rule=batch-mig")), PRESETS[2].notice);
    for link in [
        "noise=0.2",
        "kernel=rbf(2)",
        "q=5",
        "seed=7",
        "pool=-6:6:200",
        "target=-1:1:20",
        "point=1",
        "point=-2.7:1",
        "truth=draw",
        "observe=noisy",
        "rule=mig&rule=batch-mig",
    ] {
        let toy = solved(link);
        let words = notice_of(&toy);
        let best = toy.panels.iter().max_by(|a, b| {
            a.results
                .last()
                .unwrap()
                .log_likelihood
                .total_cmp(&b.results.last().unwrap().log_likelihood)
        });
        let best = title(best.unwrap().rule);
        assert!(words.contains(&format!("{best} predicts the targets best")), "{link}: {words}");
        assert!(words.contains("MIG’s picks lie on a stretch"), "{link}: {words}");
    }
    let alone = notice_of(&solved("rule=mig"));
    assert!(
        alone.starts_with("After all 4 picks, MIG gives the targets a log likelihood of −0.626"),
        "{alone}"
    );
    let same = notice_of(&solved("q=1&rule=mig&rule=batch-mig"));
    assert!(
        same.contains("equally well") && same.contains("MIG and BatchMIG ask the same."),
        "{same}"
    );
}

/// Before the last step nothing is told of what is still to come.
#[test]
fn what_to_notice_speaks_of_the_step_shown_and_has_room() {
    let room = longest_notice().chars().count();
    let rules: Vec<String> = Rule::ALL.iter().map(|rule| format!("rule={}", rule.name())).collect();
    let mut links: Vec<String> = PRESETS.iter().map(|p| format!("preset={}", p.name)).collect();
    links.extend(rules.iter().cloned());
    links.push(rules.join("&"));
    links.extend(["point=-2.7:2&point=1:-2", "q=1", "pool=-1:1:3&q=3", "q=20"].map(String::from));
    for link in links {
        let toy = solved(&link);
        for step in 0..=toy.steps() {
            let words = notice(&toy, step);
            assert!(words.chars().count() <= room, "{link}, {step}: no room for {words}");
            assert_eq!(words.starts_with("Nothing is asked yet"), step == 0, "{link}: {words}");
            let last = step == toy.steps();
            assert!(last || step == 0 || words.starts_with("After "), "{link}, {step}: {words}");
            assert!(last || words != toy.scenario.problem.preset.notice, "{link}, {step}");
        }
    }
    let toy = solved("");
    assert!(!notice(&toy, 0).contains("MIG"), "{}", notice(&toy, 0));
    let middle = notice(&toy, 1);
    assert!(middle.starts_with("After the first pick, "), "{middle}");
    assert!(middle.contains("MIG’s scores stay; it asks next 0.06 from a pick."), "{middle}");
    assert!(middle.contains("BatchMIG’s score beside its last pick went from "), "{middle}");
}

/// What surprises is told where it happens, with the numbers that explain it, and only there.
#[test]
fn surprises_are_told_when_they_happen() {
    let (mut lucky, mut telling, mut worse) = (0, 0, 0);
    for (preset, seed) in PRESETS.iter().flat_map(|preset| (1..5).map(move |seed| (preset, seed))) {
        let toy = solved(&format!("preset={}&seed={seed}", preset.name));
        assert!(!notice(&toy, 0).contains("RMSE") && !notice(&toy, 0).contains("ahead"));
        for step in 1..=toy.steps() {
            let words = notice(&toy, step);
            let result = |rule: Rule| &toy.panels.iter().find(|p| p.rule == rule).unwrap().results;
            let (random, mig) = (&result(Rule::Random)[step], &result(Rule::Mig)[step]);
            let ahead = random.log_likelihood > mig.log_likelihood;
            let because = random.information > mig.information;
            assert!(ahead || !words.contains("Random is ahead of MIG"), "{words}");
            assert!(because || !words.contains("with this seed"), "{words}");
            assert!(!because || !words.contains("by luck"), "{words}");
            assert!(!ahead || step == 1 || words.contains("Random is ahead of MIG"), "{words}");
            lucky += usize::from(words.contains("by luck"));
            telling += usize::from(words.contains("with this seed"));
            let rose = toy.panels.iter().any(|panel| panel.results[1].rmse > panel.results[0].rmse);
            assert!((step == 1 && rose) || !words.contains("rose from"), "{words}");
            worse += usize::from(words.contains("rose from"));
        }
    }
    assert!(lucky > 0 && telling > 0 && worse > 0, "{lucky} {telling} {worse}");
    let first = notice(&solved(""), 1);
    let rose =
        "The RMSE of MIG and BatchMIG rose from 0.927 to 1.028: better here can be worse there.";
    assert!(first.contains(rose), "{first}");
    assert!(
        notice_of(&solved(""))
            .ends_with("Random is ahead of MIG with this seed: 1.315 nats against 0.987.")
    );
}

#[test]
fn a_probe_says_how_a_place_is_correlated_with_the_targets() {
    let figure = |link: &str| {
        let mut opened = crate::lab::Opened::new(link.parse().unwrap()).unwrap();
        opened.begin().unwrap();
        let said = opened.figure().unwrap().ask("probe", &[3.0, 0.0]).unwrap();
        said.as_str().unwrap().to_string()
    };
    let said = figure("lab=toy&step=0");
    assert!(said.starts_with("BatchMIG: x 0.00, "), "{said}");
    assert!(said.ends_with("; correlation with the middle of the targets 1.00."), "{said}");
    let said = figure("lab=toy&preset=two-regions&step=0");
    assert!(said.contains("correlation with the middles of the 2 target regions "), "{said}");
}

#[test]
fn a_probe_beyond_the_pool_has_no_score() {
    let opened = |link: &str| {
        let link = format!("lab=toy&{link}").parse().unwrap();
        crate::lab::Opened::complete(link, &[], &mut crate::lab::to_the_end).unwrap()
    };
    let figure = opened("preset=periodic&rule=random&rule=mig");
    for (panel, x, asked) in
        [(0.0, 1.4, true), (1.0, 1.4, true), (0.0, 3.0, false), (1.0, 3.0, false)]
    {
        let said = |what: &str| {
            figure.figure().unwrap().ask(what, &[panel, x]).unwrap().as_str().unwrap().to_string()
        };
        for said in [said("readout"), said("probe")] {
            assert_eq!(said.contains("outside the pool: cannot be asked"), !asked, "{said}");
            assert_eq!(said.contains("score"), asked && panel == 1.0, "{said}");
        }
    }
}

#[test]
fn a_panel_gives_nothing_away_before_the_first_pick() {
    let toy = solved("");
    for (step, told) in [(0, false), (1, true), (4, true)] {
        for facts in &panel_facts(&toy, step)[1..3] {
            assert_eq!(facts.remark.contains("scores never change"), told, "{}", facts.meaning);
        }
    }
}

#[test]
fn numbers_in_words_have_one_kind_of_minus_and_no_negative_zero() {
    let words = description(&solved(""), 4);
    assert!(words.contains("from −1.3 to 1.3") && !words.contains('-'), "{words}");
    assert!(description(&solved("q=1&preset=gap"), 1).contains("After 1 of 1 pick:"));
    let zero = [-0.001, -0.0, 0.004].map(|value| crate::numeric::fixed(value, 2));
    assert_eq!(zero, ["0.00"; 3]);
    assert_eq!(crate::lab::three_decimals(-0.0004), "0.000");
}

#[test]
fn a_given_value_replaces_the_observed_one() {
    let toy = solved("point=1:2.5&point=2");
    assert_eq!(toy.task.train.observed[0], 2.5);
    assert_eq!(toy.task.train.observed[1], toy.task.train.truth[1]);
}

#[test]
fn settings_of_other_labs_leave_the_problem_its_own() {
    assert!(is_own(&scenario("preset=gap&rule=mig&samples=3&tasks=0&b=3&candidate=oracle")));
    assert!(!is_own(&scenario("preset=gap&noise=0.02")));
}

#[test]
fn hands_move_add_and_remove() {
    let start = scenario("preset=gap");
    let moved = start.touched(Touch::MovePoint(0, 1.234_567, -0.777_77)).unwrap();
    assert_eq!(moved.problem.points[0], Point { x: 1.235, y: Some(-0.778) });
    let added = start.touched(Touch::AddPoint(99.0, 0.0)).unwrap();
    assert_eq!(
        (added.problem.points.len(), added.problem.points[6].x),
        (7, 6.0),
        "kept on the axis"
    );
    let removed = start.touched(Touch::RemovePoint(5)).unwrap();
    assert_eq!(removed.problem.points.len(), 5);
    assert!(start.touched(Touch::RemovePoint(6)).is_err());
    let resized = start.touched(Touch::MoveRegion(0, 2.0, -1.0)).unwrap();
    assert_eq!(
        (resized.problem.targets[0].low, resized.problem.targets[0].high),
        (-1.0, 2.0),
        "either way round"
    );
    assert!(start.touched(Touch::RemoveRegion(0)).is_err(), "the last region stays");
    let shifted = start.touched(Touch::ShiftRegion(0, 99.0)).unwrap().problem.targets[0];
    assert_eq!((shifted.low, shifted.high), (3.4, 6.0), "it stops at the edge, as wide as before");
    let far = start.touched(Touch::MovePoint(0, 0.0, 1e6)).unwrap();
    assert_eq!(far.problem.points[0].y, Some(6.0), "a little beyond the axis, and no farther");
    let two = start.touched(Touch::AddRegion).unwrap();
    let [first, second] = two.problem.targets[..] else { panic!("{:?}", two.problem.targets) };
    assert!(second.high < first.low || second.low > first.high, "beside the first: {second:?}");
    let three = two.touched(Touch::AddRegion).unwrap().problem.targets[2];
    assert!(three.high < second.low || three.low > second.high, "and not twice there: {three:?}");
    assert_eq!(two.touched(Touch::RemoveRegion(0)).unwrap().problem.targets.len(), 1);
    let [kept, observed] = [&moved, &start]
        .map(|from| from.touched(Touch::ShiftPoint(0, 0.5)).unwrap().problem.points[0]);
    assert_eq!(kept, Point { x: 0.5, y: Some(-0.778) });
    assert_eq!(observed, Point { x: 0.5, y: None });
    let back = moved.touched(Touch::ObservePoint(0)).unwrap();
    assert_eq!(back.problem.points[0], Point { x: 1.235, y: None });
    let more = start.touched(Touch::AddObserved).unwrap();
    assert_eq!(more.problem.points[6], Point { x: -0.2, y: None }, "in the middle of the gap");
    let mut full = start;
    for _ in 0..58 {
        full = full.touched(Touch::AddPoint(0.0, 0.0)).unwrap();
    }
    let error = full.touched(Touch::AddPoint(0.0, 0.0)).unwrap_err().to_string();
    assert!(error.contains("there are 65 training points, but at most 64"), "{error}");
}

proptest! {
    #[test]
    fn whatever_hands_do_makes_a_short_link(
        preset in 0..PRESETS.len(),
        touches in prop::collection::vec((0..10_u8, 0..8_usize, -20.0..20.0, -20.0..20.0), 0..12),
    ) {
        let mut scenario = scenario(&format!("preset={}", PRESETS[preset].name));
        for (kind, index, a, b) in touches {
            let touch = match kind {
                0 => Touch::MovePoint(index, a, b),
                1 => Touch::AddPoint(a, b),
                2 => Touch::RemovePoint(index),
                3 => Touch::MoveRegion(index, a, b),
                6 => Touch::ShiftRegion(index, a),
                4 => Touch::AddRegion,
                5 => Touch::ShiftPoint(index, a),
                7 => Touch::ObservePoint(index),
                8 => Touch::AddObserved,
                _ => Touch::RemoveRegion(index),
            };
            scenario = scenario.touched(touch).unwrap_or(scenario);
        }
        let link = scenario.link();
        prop_assert_eq!(&link.parse::<Link>().unwrap().scenario, &scenario);
        prop_assert!(link.len() < 700, "{}", link);
        prop_assert!(solve(&scenario).is_ok());
    }
}
