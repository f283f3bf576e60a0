//! Ranks by hand, and a table against links that each have one model predicting.

use super::*;
use crate::experiment::curves::{CURVE, LEARN, cost, plan};
use crate::experiment::{Memory, Plan, Work, to_the_end};
use crate::scenario::Link;

fn scenario(link: &str) -> Scenario {
    format!("lab=curves&{link}").parse::<Link>().unwrap().scenario
}

/// Three models choose by two rules, two predict, on three tasks: the last of them is still to come for one.
#[test]
fn ranks_are_what_one_counts_by_hand() {
    let link = "d=1&rounds=1&tasks=3&rule=random&rule=mig&rule=tig&candidate=oracle&candidate=detuned&\
                candidate=independent&predict=oracle&predict=gp-rbf";
    let scenario = scenario(link);
    let shape = Shape { rows: vec![1, 2, 3], trained: vec![1] };
    assert_eq!(Shape::of(&scenario), shape, "chance asks no model, and one rule is enough");
    let likelihood = |task: usize, model: usize, line: usize| match (task, model) {
        // Ranks 2, 0, 1, then 0, 1, 2, then a tie for the first two places.
        (0, 0) => Some([1.0, 3.0, 2.0][line - 1]),
        (1, 0) => Some([3.0, 2.0, 1.0][line - 1]),
        (2, 0) => Some([5.0, 5.0, 1.0][line - 1]),
        // Ranks 0, 1, 2, then nobody's but the first's, then one that is no number.
        (0, 1) => Some([0.3, 0.2, 0.1][line - 1]),
        (1, 1) => Some(1.0).filter(|_| line == 1),
        _ => Some([1.0, f64::NAN, 2.0][line - 1]),
    };
    let record = |task, model, line| likelihood(task, model, line).map(|value| [value, 0.0, value]);
    let found = ranks(&scenario, Score::LogLikelihood, record);
    let means = |cells: &[Option<Estimate>]| -> Vec<f64> {
        cells.iter().map(|cell| cell.unwrap().mean).collect()
    };
    assert_eq!(found.rows, [1, 2, 3]);
    let [first, second] = &found.columns[..] else { panic!("{found:?}") };
    assert_eq!((first.tasks, second.tasks, found.tasks), (3, 1, 1));
    assert_eq!(means(&first.cells), [2.5 / 3.0, 1.5 / 3.0, 5.0 / 3.0]);
    assert_eq!(means(&second.cells), [0.0, 1.0, 2.0]);
    assert_eq!(means(&found.averages), [1.0, 0.5, 1.5], "of the one task that all have");
    assert_eq!(found.lead(1, 0).unwrap().mean, 0.5);
    // Of 2, 0 and 1/2 the squared deviations add up to 78/36: over two, and over three.
    let error = first.cells[0].unwrap().standard_error.unwrap();
    assert!((error * error - 13.0 / 36.0).abs() < 1e-12, "{error}");
    assert_eq!(found.averages[0].unwrap().standard_error, None);
    let by_error = ranks(&scenario, Score::Rmse, record);
    assert_eq!(means(&by_error.columns[1].cells), [2.0, 1.0, 0.0], "less is better");
}

#[test]
fn a_single_model_has_its_rules_ranked_and_one_line_nothing() {
    let rules = "d=1&rounds=1&tasks=1&rule=mig&rule=random&predict=gp-rbf&predict=oracle";
    assert_eq!(Shape::of(&scenario(rules)), Shape { rows: vec![0, 1], trained: Vec::new() });
    let one = scenario("d=1&rounds=1&tasks=1&rule=mig&predict=oracle&predict=gp-rbf");
    assert_eq!(Shape::of(&one), Shape::default());
    assert_eq!(plan(&one, &[]).heard().count(), 1);
    let chance = "d=1&rounds=1&tasks=1&rule=random&candidate=oracle&candidate=detuned";
    assert_eq!(Shape::of(&scenario(chance)), Shape::default());
}

const CHOOSING: &str = "task=line&preset=edge&q=2&rounds=2&tasks=2&rule=batch-mig&rule=tig&candidate=oracle&\
                        candidate=detuned(3)&candidate=ensemble(members=3,epochs=20)";
const PREDICTING: [&str; 3] = ["gp-rbf", "oracle", "ensemble(members=2,epochs=10)"];

/// The work of a link, and what all of it found.
fn solved(link: &str) -> (Scenario, Vec<Option<Part>>, Vec<String>) {
    let scenario = scenario(link);
    let (plan, store) = (plan(&scenario, &[]), Memory::default());
    let solve = |place| plan.solve(place, &store, &mut to_the_end).ok();
    let parts = (0..plan.steps.len()).map(solve).collect();
    (scenario, parts, names(&plan, &[&LEARN, &CURVE]))
}

fn names(plan: &Plan, works: &[&Work]) -> Vec<String> {
    let own = plan.steps.iter().zip(plan.names());
    own.filter(|(step, _)| works.contains(&step.unit.work)).map(|(_, name)| name).collect()
}

/// Each column is what a link has that lets its model alone predict, to the last bit, by the same units of work.
#[test]
fn columns_are_those_of_links_with_one_model_predicting() {
    let all: String = PREDICTING.iter().map(|model| format!("&predict={model}")).collect();
    let (scenario, parts, names) = solved(&format!("{CHOOSING}{all}"));
    let table = ranks_of_parts(&scenario, Score::LogLikelihood, &parts).unwrap();
    assert_eq!((table.rows.len(), table.columns.len(), table.tasks), (3, 3, 2));
    for (column, model) in table.columns.iter().zip(PREDICTING) {
        assert_eq!(column.model.id(), model);
        let (alone, parts, own) = solved(&format!("{CHOOSING}&predict={model}"));
        let alone = ranks_of_parts(&alone, Score::LogLikelihood, &parts).unwrap();
        assert_eq!(alone.columns, std::slice::from_ref(column));
        assert_eq!(alone.averages, column.cells);
        let missing = names.iter().filter(|name| own.contains(name)).count();
        // The first predicts after every batch, all others after the last one: three lines on two tasks.
        let expected = match model {
            "gp-rbf" => own.len(),
            "oracle" => 2 * 6,
            _ => 2 * 6 + 2 * 3,
        };
        assert_eq!(missing, expected, "{model}");
    }
    let lines: f64 = table.averages.iter().map(|cell| cell.unwrap().mean).sum();
    assert!((lines - 3.0).abs() < 1e-12, "the ranks of three models are 0, 1 and 2");
}

/// The likelihoods that are ranked are those of links with that model alone.
#[test]
fn likelihoods_at_the_end_are_those_of_the_curves() {
    let (several, parts, _) = solved(&format!("{CHOOSING}&predict=oracle&predict=gp-rbf"));
    let (alone, own, _) = solved(&format!("{CHOOSING}&predict=gp-rbf"));
    let count = lines(&several).len();
    let find = |scenario: &Scenario, parts: &[Option<Part>], wanted: Place| {
        let place = (0..parts.len()).find(|at| Place::find(scenario, count, *at) == Some(wanted));
        learn::read(parts[place.unwrap()].as_ref().unwrap()).unwrap()
    };
    for (task, line) in [(0, 0), (0, 2), (1, 1)] {
        let ended = find(&several, &parts, Place::Ended { task, model: 1, line });
        assert_eq!(ended, find(&alone, &own, Place::Learned { task, line, round: 2 }));
    }
}

#[test]
fn what_ranking_takes_is_counted_before() {
    let seconds = |link: &str| cost(&scenario(link)).all().as_seconds();
    let (one, more) =
        (seconds(CHOOSING), seconds(&format!("{CHOOSING}&predict=oracle&predict=hmc")));
    let alone = seconds(&format!("{CHOOSING}&predict=hmc"));
    assert!(more > one && more < alone, "{one} {more} {alone}");
}
