//! A learner's batch beside the rules' and the best there is, and the diagram of two questions.

use super::*;
use crate::acquisition::Candidates;
use crate::lab::{Opened, to_the_end};
use crate::numeric::math;
use crate::task::side_by_side;

/// A small pool, so that every batch can be looked at in a moment.
const SMALL: &str = "pool=-6:6:41&q=3";

fn complete(link: &str) -> Opened {
    let link = format!("lab=toy&{link}").parse().unwrap();
    Opened::complete(link, &[], &mut to_the_end).unwrap()
}

/// The link values that ask where some points of the pool are.
fn asked(toy: &Toy, picks: &[usize]) -> String {
    let you = |&pick: &usize| format!("&you={}", toy.task.pool.inputs[pick]);
    picks.iter().map(you).collect()
}

fn words(opened: &Opened) -> serde_json::Value {
    opened.figure().unwrap().words().unwrap()
}

#[test]
fn the_questions_of_batch_mig_in_any_order_tell_the_same_to_the_last_bit() {
    for preset in ["gap", "two-regions", "periodic", "relu"] {
        let rules = format!("preset={preset}&rule=mig&rule=batch-mig");
        let alone = solved(&rules);
        let picks = &alone.panels[1].batch.indices[..alone.steps()];
        let backwards: Vec<usize> = picks.iter().rev().copied().collect();
        let turned = [&picks[1..], &picks[..1]].concat();
        for order in [picks, &backwards, &turned] {
            let toy = solved(&format!("{rules}{}", asked(&alone, order)));
            let own = toy.own.as_ref().unwrap();
            assert_eq!(own.panel.batch.indices, order, "{preset}");
            let [you, rule] = [&own.panel, &toy.panels[1]]
                .map(|panel| panel.results.last().unwrap().information.to_bits());
            assert_eq!(you, rule, "{preset}: {order:?}");
            let [set, gains] =
                [&toy, &alone].map(|toy| toy.panels[1].results.last().unwrap().information);
            assert!((set - gains).abs() < 1e-12 * gains, "{set} {gains}");
            assert_eq!(
                own.panel.results.last().unwrap().rmse.to_bits() >> 8,
                toy.panels[1].results.last().unwrap().rmse.to_bits() >> 8
            );
        }
    }
}

#[test]
fn each_question_has_a_share_of_its_own() {
    let toy = solved("preset=gap&you=0&you=0.06&you=1&you=5.4");
    let own = toy.own.as_ref().unwrap();
    let [first, twin, other, far] = own.questions[..] else { panic!("{:?}", own.questions) };
    assert!(first.alone > 0.3 && twin.alone > 0.3 && other.alone > 0.2, "{:?}", own.questions);
    assert!(
        first.added < 0.3 * first.alone && twin.added < 0.3 * twin.alone,
        "{:?}",
        own.questions
    );
    assert!(other.added > 0.3 && far.added.abs() < 0.01, "{:?}", own.questions);
    let information = own.panel.results[4].information;
    let without = solved("preset=gap&you=0&you=0.06&you=5.4").own.unwrap().panel;
    assert_eq!(other.added, information - without.results[3].information);
}

#[test]
fn what_the_rules_ask_is_covered_until_the_learner_has_asked() {
    let covered = complete(&format!("{SMALL}&you=0.6&you=-1.5&guess=1"));
    let figure = covered.figure().unwrap();
    let told = words(&covered);
    assert_eq!(told["you"]["covered"], true);
    assert_eq!((&told["you"]["asked"], &told["you"]["wanted"]), (&2.into(), &3.into()));
    assert_eq!(told["step"], 0);
    assert!(
        figure.ask("pair", &[]).unwrap().is_null() && figure.chart("pair", &[]).unwrap().is_none()
    );
    assert!(told["notice"].as_str().unwrap().chars().count() <= longest_notice().chars().count());
    assert_eq!(told["you"]["rows"].as_array().unwrap().len(), 0);
    let all = [told.to_string(), figure.description().unwrap(), figure.lines().unwrap().join("\n")];
    let open = complete(&format!("{SMALL}&you=0.6&you=-1.5"));
    let batch = &solved(SMALL).panels[3].batch;
    let place = crate::numeric::fixed(solved(SMALL).task.pool.inputs[batch.indices[0]], 2);
    assert!(open.figure().unwrap().description().unwrap().contains(&place));
    assert!(all[1..].iter().all(|words| !words.contains(&place)), "{all:?}");
    assert!(covered.svg(None).unwrap().contains("covered until you have asked"));
    assert!(!open.svg(None).unwrap().contains("covered"));
    // A look, and no number changes with it.
    assert_eq!(covered.fingerprint().unwrap(), open.fingerprint().unwrap());
    assert!(words(&complete("guess=1"))["you"].is_null(), "nobody asks");
}

#[test]
fn a_link_without_a_learner_is_as_it_was() {
    let scenario = scenario("preset=gap");
    assert_eq!(crate::experiment::plan(&scenario, &[]).steps.len(), 1);
    let report = complete("preset=gap").report().unwrap();
    assert!(report.tables.iter().all(|table| !table.name.id.starts_with("you")));
    let names = |link: &str| -> Vec<String> {
        complete(link).report().unwrap().tables.iter().map(|table| table.name.id.clone()).collect()
    };
    let names = names(&format!("{SMALL}&rule=mig&you=0&you=2"));
    assert_eq!(
        names[4..],
        [
            "mig: picks",
            "mig: results",
            "mig: posterior",
            "mig: scores",
            "you: picks",
            "you: results",
            "you: posterior",
            "you: scores",
            "you: each question",
            "best: picks",
        ]
    );
}

/// The search must not begin anew when an answer changes, or a question.
#[test]
fn the_search_depends_on_nothing_but_where_things_are() {
    let bytes = |link: &str| {
        let scenario = scenario(link);
        let steps = crate::experiment::plan(&scenario, &[]).steps;
        steps[1..].iter().map(|step| step.unit.to_bytes()).collect::<Vec<_>>()
    };
    let plain = bytes("point=1&you=0");
    assert_eq!(plain.len(), 8);
    for same in
        ["you=1&you=2", "you=0&point=1:2", "you=", "you=0&seed=7&truth=draw&rule=mig&samples=3"]
    {
        let point = if same.contains("point") { "" } else { "point=1&" };
        assert_eq!(bytes(&format!("{point}{same}")), plain, "{same}");
    }
    for other in ["point=1.1", "point=1&q=3", "point=1&noise=0.1", "point=1&target=0:1:3"] {
        assert_ne!(bytes(&format!("{other}&you=0")), plain, "{other}");
    }
    assert_eq!(bytes(&format!("{SMALL}&you=")).len(), 1, "few batches are one unit’s work");
    assert_eq!(bytes(SMALL).len(), 0, "nobody asks");
}

#[test]
fn the_best_batch_is_told_and_called_what_it_is() {
    for (link, proven, name) in [
        (format!("{SMALL}&you=0&you=1&you=-1"), true, "best batch of 10,660"),
        ("preset=two-regions&pool=-7:7:61&you=0".into(), true, "best batch of 55,525,372"),
        ("preset=two-regions&you=0".into(), false, "best found"),
    ] {
        // The long ones are looked at as far as their words go.
        let toy = solved(&link);
        assert_eq!(search::proves(&toy.scenario), proven);
        assert_eq!(compare::words(&toy, false, "the targets")["rows"][5][0], name);
    }
    let best = complete(&format!("{SMALL}&you=0&you=1&you=-1"));
    let told = words(&best);
    let verdict = told["you"]["verdict"].as_str().unwrap();
    assert!(
        verdict.contains("of what BatchMIG’s do")
            && verdict.contains("of the best of all batches."),
        "{verdict}"
    );
    let found = complete(&format!("{}&you=0", "preset=two-regions&rule=batch-mig"));
    assert!(words(&found)["you"]["verdict"].as_str().unwrap().contains("Place 5 more"));
    let rows = &words(&found)["you"]["rows"];
    let number = |row: usize| rows[row][1].as_str().unwrap().parse::<f64>().unwrap();
    assert!(number(2) >= number(1), "{rows}");
}

#[test]
fn numbers_have_the_names_that_lessons_give_them() {
    let opened = complete(&format!("{SMALL}&you=0&you=1"));
    let names = |opened: &Opened, who: &str| -> Vec<String> {
        let numbers = opened.figure().unwrap().numbers().into_iter();
        numbers.filter_map(|(name, _)| name.strip_prefix(who).map(str::to_owned)).collect()
    };
    assert_eq!(
        names(&opened, "you."),
        ["asked", "log-likelihood", "expected", "rmse", "information"]
    );
    assert_eq!(
        names(&opened, "best."),
        ["log-likelihood", "expected", "rmse", "information", "proven"]
    );
    assert!(names(&complete(SMALL), "you.").is_empty());
    let table = opened.report().unwrap().tables.pop().unwrap();
    assert_eq!(
        (table.name.id.as_str(), table.columns[4].name.id.as_str()),
        ("best: picks", "information")
    );
}

#[test]
fn hands_ask_move_and_take_back() {
    let start = scenario("preset=gap&q=2");
    let one = start.touched(Touch::Ask(0.31)).unwrap();
    assert_eq!(one.asking.own.as_deref(), Some(&[0.3][..]));
    let two = one.touched(Touch::Ask(0.3)).unwrap();
    assert_eq!(two.asking.own.as_deref(), Some(&[0.3, 0.24][..]), "beside what is taken");
    let error = two.touched(Touch::Ask(2.0)).unwrap_err().to_string();
    assert!(error.contains("there are 3 questions of your own, but at most 2"), "{error}");
    let moved = two.touched(Touch::MoveQuestion(0, 99.0)).unwrap();
    assert_eq!(moved.asking.own.as_deref(), Some(&[6.0, 0.24][..]), "no farther than the pool");
    let less = moved.touched(Touch::RemoveQuestion(0)).unwrap();
    assert_eq!(less.asking.own.as_deref(), Some(&[0.24][..]));
    let none = less.touched(Touch::RemoveQuestion(0)).unwrap();
    assert!(none.link().ends_with("&you="), "{}", none.link());
    assert!(none.touched(Touch::RemoveQuestion(0)).is_err());
    assert_eq!(none.with("you", &[]).unwrap().asking.own, None);
    // Whatever changes around them, questions stay at points of the pool, and no more than asked for.
    assert_eq!(two.with("q", &["1"]).unwrap().asking.own.as_deref(), Some(&[0.3][..]));
    let coarse = two.with("pool", &["-1:1:3"]).unwrap();
    assert_eq!(coarse.asking.own.as_deref(), Some(&[0.0][..]), "one where two would be the same");
    assert_eq!(moved.with("pool", &["-1:1:21"]).unwrap().asking.own.as_deref(), Some(&[0.2][..]));
    assert_eq!(two.with("preset", &["edge"]).unwrap().asking.own, None);
}

#[test]
fn wrong_questions_are_refused_by_name() {
    for (link, words) in [
        ("you=x", "you"),
        ("you=7", "within the pool"),
        ("you=0&you=0.01", "at another point of the pool each"),
        ("q=1&you=0&you=1", "at most 1"),
        ("you=0&you=", "you"),
        ("you=0&guess=2", "0 or 1"),
    ] {
        let error = format!("lab=toy&{link}").parse::<Link>().unwrap_err().to_string();
        assert!(error.contains(words), "{link}: {error}");
    }
    let many = "&you=0".repeat(21);
    assert!(
        format!("lab=toy{many}").parse::<Link>().unwrap_err().to_string().contains("at most 20")
    );
    let tiny = scenario("pool=0:0.0001:300&you=0.00005017");
    let again = tiny.link().parse::<Link>().unwrap().scenario;
    assert_eq!(again, tiny, "no pool is too fine");
}

/// By definition: log-determinants of the joint covariance, nothing shared with the rules.
#[test]
fn the_parts_of_the_diagram_sum_to_the_joint_information() {
    for (link, picks) in [
        ("preset=gap", [100, 101]),
        ("preset=gap", [90, 110]),
        ("preset=edge", [120, 160]),
        ("preset=relu", [90, 150]),
        ("preset=periodic", [3, 100]),
        ("preset=draw&seed=4", [60, 75]),
    ] {
        let toy = solved(link);
        let pair = Pair::new(&toy, picks).unwrap();
        let process = crate::experiment::oracle(&toy.scenario).condition(&toy.task.train).unwrap();
        let places = line(picks.map(|pick| toy.task.pool.inputs[pick]));
        let joint = process.joint(&side_by_side(&places, &toy.task.targets.inputs)).unwrap();
        let noise = toy.scenario.problem.noise;
        let log_det = |noisy: &[usize], exact: &[usize]| {
            let all = [noisy, exact].concat();
            let mut covariance = joint.covariance.select_rows(&all).select_columns(&all);
            (0..noisy.len()).for_each(|i| covariance[(i, i)] += noise);
            math::ln(covariance.determinant())
        };
        let function = 0.5 * (log_det(&[0, 1], &[]) - 2.0 * math::ln(noise));
        let about =
            |u: usize| 0.5 * (log_det(&[0, 1], &[]) + log_det(&[], &[u]) - log_det(&[0, 1], &[u]));
        let targets = toy.task.targets.len();
        let mean = (2..2 + targets).map(about).sum::<f64>() / targets as f64;
        for (told, want) in [(&pair.function, function), (&pair.targets, mean)] {
            assert!((told.joint - want).abs() < 1e-6 * want.max(0.01), "{link}: {told:?} {want}");
            let sum: f64 = told.parts().iter().sum();
            assert!((sum - told.joint).abs() < 1e-12 * told.joint.max(1.0), "{link}: {told:?}");
            let [first, both, second] = told.parts();
            assert!((first + both - told.alone[0]).abs() < 1e-12 * told.alone[0].max(1.0));
            assert!((second + both - told.alone[1]).abs() < 1e-12 * told.alone[1].max(1.0));
        }
        assert!(pair.function.parts()[1] >= -1e-12, "two answers never hide each other");
        // One question's information is what its rule scores it by.
        let rules = solved(&format!("{link}&rule=tig&rule=mig"));
        for (panel, told) in rules.panels.iter().zip([&pair.function, &pair.targets]) {
            for (pick, alone) in picks.iter().zip(told.alone) {
                let score = panel.batch.scores[0][*pick].unwrap();
                assert!((score - alone).abs() < 1e-9 * score.max(1e-3), "{link}: {score} {alone}");
            }
        }
        let candidates = Candidates::of(&joint, 2).unwrap();
        let batch = crate::acquisition::set_information(&candidates, &[0, 1]).unwrap();
        assert!((batch - pair.targets.joint).abs() < 1e-12 * batch.max(1.0));
    }
}

#[test]
fn the_diagram_says_what_is_counted_twice_and_what_comes_from_being_together() {
    let twins = Pair::new(&solved("preset=gap"), [100, 101]).unwrap();
    assert!(twins.words().contains("MIG counts 0."), "{}", twins.words());
    assert!(twins.words().matches("twice").count() == 2, "{}", twins.words());
    // Two answers whose difference is what matters: together they tell more.
    let toy = solved("kernel=linear(1,1)&point=&target=0:0.1:3&pool=-2:2:5&noise=0.01");
    let pair = Pair::new(&toy, [0, 4]).unwrap();
    assert!(pair.targets.parts()[1] < -0.1, "{pair:?}");
    assert!(pair.words().contains("more than MIG counts"), "{}", pair.words());
    // What a link says is looked at, if the pool has it; MIG's first two otherwise.
    let mig = toy.panels[2].batch.indices[..2].to_vec();
    for (at, want) in [
        (Some((1, 3)), vec![1, 3]),
        (Some((3, 3)), mig.clone()),
        (Some((0, 5)), mig.clone()),
        (None, mig),
    ] {
        assert_eq!(Pair::looked_at(&toy, at).unwrap().to_vec(), want, "{at:?}");
    }
    assert_eq!(Pair::looked_at(&solved("pool=0:1:1&q=1"), None), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_best_batch_is_never_worse_than_any_rules_or_the_learners(
        preset in 0..PRESETS.len(),
        count in 4..13_usize,
        size in 1..4_usize,
        noise in 0.001..1.0_f64,
        picks in prop::sample::subsequence((0..4_usize).collect::<Vec<_>>(), 1..4),
    ) {
        let rules: String = Rule::ALL.iter().map(|rule| format!("&rule={rule}")).collect();
        let link = format!("preset={}&pool=-2:2:{count}&q={size}&noise={noise}{rules}", PRESETS[preset].name);
        let places = asked(&solved(&link), &picks[..size.min(picks.len())]);
        let opened = complete(&format!("{link}{places}"));
        let toy = solved(&format!("{link}{places}"));
        let table = opened.report().unwrap().tables.pop().unwrap();
        let most = table.columns[4].values[0];
        for panel in toy.shown() {
            let information = panel.results.last().unwrap().information;
            prop_assert!(most >= information, "{}: {} against {}", panel.name(), information, most);
        }
    }
}

/// What is covered is neither drawn nor read.
#[test]
fn a_covered_panel_is_read_without_its_truth() {
    use crate::lab::{Opened, to_the_end};
    let link = "lab=toy&preset=gap&q=2&pool=-6:6:9&you=&guess=1".parse().unwrap();
    let opened = Opened::complete(link, &[], &mut to_the_end).unwrap();
    let figure = opened.figure().unwrap();
    for what in ["readout", "probe"] {
        let said = figure.ask(what, &[0.0, 0.0]).unwrap();
        let said = said.as_str().unwrap();
        assert!(said.contains("prediction") && !said.contains("truth"), "{said}");
        assert!(figure.chart("hover", &[0.0, 0.0, 1.0]).unwrap().is_some());
    }
}
