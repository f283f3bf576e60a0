//! Small models on a made-up table.

use super::*;
use crate::exchange::write_split;
use crate::experiment::measure::{MEASURES, XLL, XLLR};
use crate::experiment::{Memory, Part, Work, curves, to_the_end};
use crate::numeric::Stream;
use crate::scenario::{DATA, Scenario};
use crate::task::table::Split;

const MODELS: [&str; 3] =
    ["gp-rbf", "ensemble(members=3,units=5,epochs=20)", "dropout(units=5,epochs=20,draws=60)"];

/// Forty rows with two inputs and noise.
fn table(scale: f64) -> Vec<u8> {
    let mut stream = Stream::new(5, "a table", 0);
    let row = |_| {
        let (a, b) = (stream.normal(), stream.normal());
        let y = (1.0 + a * b + 0.5 * a + 0.1 * stream.normal()) * scale;
        format!("{a},{b},{y}\n")
    };
    ("a,b,y\n".to_string() + &(0..40).map(row).collect::<String>()).into_bytes()
}

fn scenario(seed: u32, models: &[&str]) -> Scenario {
    let mut scenario = Scenario::of_lab(DATA);
    (scenario.data.table.rows, scenario.data.dimension) = (40, 2);
    (scenario.problem.seed, scenario.judging.tasks) = (seed, 1);
    scenario.models.candidates = models.iter().map(|text| text.parse().unwrap()).collect();
    scenario
}

fn files(seeds: usize, scale: f64) -> Vec<Files> {
    vec![vec![table(scale)]; seeds]
}

fn verdict(files: Files) -> Verdict {
    let (plan, places) = plan(&scenario(1, &MODELS), &[files]);
    let part = plan.solve(places[0].judged, &Memory::default(), &mut to_the_end).unwrap();
    read_verdict(&part).unwrap()
}

#[test]
fn a_file_is_read_once_and_a_seed_is_the_same_work_among_others_and_alone() {
    let (three, of_three) = plan(&scenario(1, &MODELS), &files(3, 1.0));
    let count =
        |plan: &Plan, work: &Work| plan.steps.iter().filter(|s| s.unit.work == work).count();
    assert_eq!((count(&three, &TABLE), count(&three, &JUDGE), count(&three, &PREDICT)), (1, 3, 9));
    let (alone, of_one) = plan(&scenario(3, &MODELS), &files(1, 1.0));
    assert_eq!(three.names()[of_three[2].judged], alone.names()[of_one[0].judged]);
    // Names follow what is in the file.
    let (other, _) = plan(&scenario(3, &MODELS), &files(1, 2.0));
    assert!(alone.names().iter().zip(other.names()).all(|(a, b)| *a != b));
    for step in three.steps {
        assert_eq!(Unit::from_bytes(&step.unit.to_bytes()).unwrap(), step.unit);
    }
}

/// Machines share seeds, although all of them need the file.
#[test]
fn seeds_are_apart() {
    let (plan, _) = plan(&scenario(1, &MODELS), &files(3, 1.0));
    let groups = plan.groups_by_need(&plan.names());
    let judged = |group: &&Vec<usize>| group.iter().any(|at| *plan.steps[*at].unit.work == JUDGE);
    assert_eq!(groups.iter().filter(judged).count(), 3);
}

/// The best of few epochs is not always that of many, so that no training is the beginning of a longer one.
#[test]
fn trainings_on_tables_share_no_path() {
    let model = |epochs: usize| format!("dropout(units=5,noise=0.1,epochs={epochs})");
    let models = [model(3), model(5)];
    let (plan, _) = plan(&scenario(1, &models.each_ref().map(String::as_str)), &files(1, 1.0));
    assert!(train::paths(&plan, 0..plan.steps.len()).is_empty());
}

/// Doubling is exact, so everything is the same to the last bit but for the unit.
#[test]
fn results_are_in_the_unit_of_the_table() {
    let [one, other] = [1.0, 1024.0].map(|scale| verdict(vec![table(scale)]));
    assert_eq!(one.judged.of(&XLLR), other.judged.of(&XLLR));
    let shift = crate::numeric::math::ln(1024.0);
    for measure in MEASURES {
        let shift = if measure.is_density { shift } else { 0.0 };
        for pair in one.judged.of(measure).iter().zip(other.judged.of(measure)) {
            let same = match pair {
                (Some(a), Some(b)) => (a - shift - b).abs() < 1e-9,
                (a, b) => a == b,
            };
            assert!(same, "{}: {pair:?}", measure.id);
        }
    }
    for (a, b) in one.judged.references.iter().zip(&other.judged.references) {
        assert!(a.xll.iter().zip(&b.xll).all(|(a, b)| (a - shift - b).abs() < 1e-9));
        assert_eq!(a.rank.iter().sum::<f64>(), 3.0, "0 + 1 + 2");
    }
    assert!(one.rmse.iter().zip(&other.rmse).all(|(a, b)| (a * 1024.0 - b).abs() < 1e-9 * b));
    let mean = |row: &crate::experiment::Row| row.xll[1];
    let by_hand = one.judged.references.iter().map(mean).sum::<f64>() / 3.0;
    assert!((one.judged.of(&XLL)[1].unwrap() - by_hand).abs() < 1e-12);
}

#[test]
fn a_split_that_is_given_is_the_one_that_is_used() {
    let drawn = verdict(vec![table(1.0)]);
    let split = Split::draw(40, 1);
    let given = verdict(vec![table(1.0), write_split(&split).into_bytes()]);
    assert_eq!(drawn, given);
    let other = verdict(vec![table(1.0), write_split(&Split::draw(40, 2)).into_bytes()]);
    assert_ne!(drawn.scale, other.scale);
    let wrong = Split { test: split.train.clone(), ..split };
    let (plan, places) =
        plan(&scenario(1, &MODELS), &[vec![table(1.0), write_split(&wrong).into_bytes()]]);
    let error = plan.solve(places[0].table, &Memory::default(), &mut to_the_end).unwrap_err();
    assert!(error.to_string().contains("is in train and again in test"), "{error}");
}

#[test]
fn what_a_table_leaves_open_is_chosen_on_the_validation_part() {
    let (plan, places) = plan(&scenario(1, &MODELS), &files(1, 1.0));
    let store = Memory::default();
    let find = |place: usize| plan.solve(place, &store, &mut to_the_end).unwrap();
    let found = read_prediction(&find(places[0].predicted[2])).unwrap();
    assert_eq!(found.validation.len(), NOISES.len());
    let best = found.validation.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert_eq!(found.validation[found.chosen], best);
    assert!(found.posterior.noise.iter().all(|noise| *noise == NOISES[found.chosen]));
    let exact = read_prediction(&find(places[0].predicted[0])).unwrap();
    assert_eq!((exact.chosen, exact.posterior.mean.len()), (0, 8));
    // What is validated by is no part of what is predicted, nor of what is learned from.
    let table = read_table(&find(places[0].table)).unwrap();
    let task = table.task(&scenario(1, &MODELS), &[]).unwrap();
    assert_eq!((task.validation.len(), task.task.targets.len(), task.task.train.len()), (6, 8, 8));
}

#[test]
fn a_table_that_is_not_the_expected_one_is_refused() {
    let of = |change: fn(&mut Scenario), files: Files| -> String {
        let mut scenario = scenario(1, &MODELS);
        change(&mut scenario);
        let (plan, places) = plan(&scenario, &[files]);
        let solved: crate::Result<Part> =
            plan.solve(places[0].judged, &Memory::default(), &mut to_the_end);
        solved.unwrap_err().to_string()
    };
    let words = of(|scenario| scenario.data.table.rows = 41, vec![table(1.0)]);
    assert!(words.contains("40 rows and 2 inputs, and 41 rows"), "{words}");
    assert!(of(|_| (), Vec::new()).contains("the table is missing"));
    let words = of(|scenario| scenario.models.candidates.truncate(0), vec![b"a\n1".to_vec()]);
    assert!(words.contains("the table cannot be read"), "{words}");
}

/// Over the paper's grids the setting is taken that does best on the validation part; what somebody set stays.
#[test]
fn settings_are_chosen_over_the_papers_grids() {
    let found = |text: &str, tunes: bool| {
        let mut scenario = scenario(1, &[text, "gp-rbf"]);
        scenario.data.table.tunes = tunes;
        let (plan, places) = plan(&scenario, &files(1, 1.0));
        let part = plan.solve(places[0].predicted[0], &Memory::default(), &mut to_the_end).unwrap();
        let own = alternatives(&scenario, &scenario.models.candidates[0]);
        (own, read_prediction(&part).unwrap())
    };
    let (all, best) = found("ensemble(members=2,epochs=20)", true);
    assert_eq!((all.len(), best.validation.len()), (6, 6), "three rates, two numbers of units");
    for (own, likelihood) in all.iter().zip(&best.validation) {
        let (_, alone) = found(&own.to_string(), false);
        assert_eq!(alone.validation, [*likelihood], "{own}");
        assert!(*likelihood <= best.validation[best.chosen], "{own}");
    }
    let (all, _) = found("ensemble(members=2,epochs=20,learning_rate=0.02)", true);
    assert!(all.iter().all(|own| own.number("learning_rate") == 0.02) && all.len() == 2);
}

/// What a line asked for, and what was predicted before and after each batch.
type Line = (Vec<Vec<usize>>, Vec<[f64; 3]>);

/// The lines of a small study.
fn rounds(scale: f64) -> Vec<Line> {
    let asking = Asking {
        rounds: 3,
        predictors: vec!["gp-rbf".parse().unwrap(), "nkn(steps=5)".parse().unwrap()],
    };
    let (_, study) = studies(&scenario(1, &MODELS), &asking).remove(1);
    let (plan, store) = (curves::plan(&study, &[table(scale)]), Memory::default());
    let parts: Vec<Option<Part>> = (0..plan.steps.len())
        .map(|place| {
            let heard = plan.steps[place].hears == Hears::Part;
            heard.then(|| plan.solve(place, &store, &mut to_the_end).unwrap())
        })
        .collect();
    let lines = curves::lines(&study).len();
    assert_eq!(lines, 3);
    let ranks = curves::table::ranks_of_parts(&study, curves::table::Score::Rmse, &parts).unwrap();
    assert_eq!((ranks.columns.len(), ranks.tasks), (2, 1));
    let found = read_rounds(&study, &parts).unwrap();
    let picks = |line: usize| curves::read(parts[line].as_ref().unwrap()).unwrap().run.picks;
    let records = |line: usize| found[line].iter().map(|record| record.unwrap()).collect();
    (0..lines).map(|line| (picks(line), records(line))).collect()
}

#[test]
fn asking_over_rounds_begins_with_what_was_judged_and_is_in_the_unit_of_the_table() {
    let (judged, found) = (verdict(vec![table(1.0)]), rounds(1.0));
    let likelihood = judged.judged.of(&crate::experiment::measure::LOG_LIKELIHOOD)[0].unwrap();
    for (picks, records) in &found {
        assert_eq!((picks.len(), records.len()), (3, 4));
        let mut all = picks.concat();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() == 3 && all[2] < 24, "one row in a hundred, and at least one: {picks:?}");
        assert!(
            (records[0][0] - likelihood).abs() < 1e-9
                && (records[0][2] - judged.rmse[0]).abs() < 1e-9
        );
        assert!(records.iter().flatten().all(|value| value.is_finite()));
        assert_ne!(records[1], records[0]);
    }
    let shift = crate::numeric::math::ln(1024.0);
    for ((picks, records), (others, there)) in found.iter().zip(rounds(1024.0)) {
        assert_eq!(*picks, others);
        for (a, b) in records.iter().zip(&there) {
            assert!(
                (a[0] - shift - b[0]).abs() < 1e-9 && (a[2] * 1024.0 - b[2]).abs() < 1e-6,
                "{a:?} {b:?}"
            );
        }
    }
}

/// Chance asks no model, and rules are compared with the first that predicts.
#[test]
fn rules_are_compared_too() {
    let asking = Asking { rounds: 2, predictors: vec!["gp-rbf".parse().unwrap()] };
    let (name, study) = studies(&scenario(1, &MODELS), &asking).remove(0);
    let plan = curves::plan(&study, &[table(1.0)]);
    assert_eq!((name, curves::lines(&study).len()), ("rules", 4));
    let store = Memory::default();
    let last = plan.solve(3, &store, &mut to_the_end).unwrap();
    let course = curves::read(&last).unwrap();
    assert_eq!((course.run.picks.len(), course.records.len()), (2, 0));
    assert_eq!([batch_of(40), batch_of(149), batch_of(150), batch_of(8192)], [1, 1, 2, 82]);
}
