//! The lab on the made-up table, with models that are quick.

use super::*;
use crate::lab::{Figure, Opened, to_the_end};
use crate::scenario::Link;

const LINK: &str = "lab=data&tasks=3&candidate=gp-rbf&candidate=ensemble(members=3,units=5,epochs=20)&\
                    candidate=dropout(units=5,epochs=20,draws=60)";

fn complete(link: &str) -> Opened {
    Opened::complete(link.parse::<Link>().unwrap(), &[], &mut to_the_end).unwrap()
}

#[test]
fn a_table_is_seen_before_any_model_and_fills_as_they_come() {
    let link: Link = LINK.parse().unwrap();
    let mut figure = DataFigure::new(&link.scenario);
    assert!(!figure.is_ready());
    figure.compute().unwrap();
    assert!(figure.is_ready());
    let words = figure.words().unwrap();
    assert_eq!(words["squares"], false);
    assert_eq!(words["ranking"]["rows"].as_array().unwrap().len(), 3);
    assert_eq!(words["table"]["name"], "a made-up table");
    assert!(words["notice"].as_str().unwrap().contains("are learning"), "{words}");
    assert!(figure.chart("ranking", &[]).unwrap().is_none());
}

/// Parts come one by one, in any order, and after each of them there is something to say and to draw.
#[test]
fn every_part_on_the_way_can_be_shown() {
    let models = "candidate=gp-rbf&candidate=ensemble(members=2,units=5,epochs=20)";
    let link: Link = format!("lab=data&tasks=2&{models}").parse().unwrap();
    let mut opened = Opened::new(link).unwrap();
    let (plan, store) = (opened.plan(&[]), crate::experiment::Memory::default());
    for place in plan.heard() {
        let part = plan.solve(place, &store, &mut to_the_end).unwrap();
        opened.add(place, part).unwrap();
        let figure = opened.figure().unwrap();
        figure.words().unwrap();
        figure.description().unwrap();
        for view in ["ranking", "cross", "likelihoods", "rows", "whole"] {
            opened.chart(view, &[]).unwrap();
        }
    }
    assert!(opened.is_complete());
}

#[test]
fn models_are_ranked_over_all_splits_and_squares_are_of_the_first() {
    let opened = complete(LINK);
    assert!(opened.is_complete());
    let figure = opened.figure().unwrap();
    let words = figure.words().unwrap();
    assert!(words["notice"].as_str().unwrap().starts_with("Over 3 splits “"), "{words}");
    // Who may be overtaken on other splits is ahead; who may not is the best.
    let gist = words["gist"].as_str().unwrap();
    let decided = words["notice"].as_str().unwrap().contains("It leads every other");
    assert_eq!(gist.contains(" best by XLLR"), decided, "{words}");
    let rows = words["ranking"]["rows"].as_array().unwrap();
    assert_eq!(rows[0]["cells"].as_array().unwrap().len(), 4);
    // The best by XLLR comes first, and every rank is among three.
    let numbers = figure.numbers();
    let of = |name: &str| numbers.iter().find(|(own, _)| own == name).map(|(_, value)| *value);
    let own = numbers.iter().filter(|(name, _)| name.ends_with(".xllr"));
    let ranks: Vec<f64> = own.map(|(_, value)| *value).collect();
    assert!(ranks.len() == 3 && of("gp-rbf.xllr").is_some());
    assert!((ranks.iter().sum::<f64>() - 3.0).abs() < 1e-12, "0 + 1 + 2: {ranks:?}");
    assert_eq!(of("splits"), Some(3.0));
    assert!(opened.svg(None).unwrap().contains("Who ranks where"));
    assert!(figure.chart("square", &[1.0]).unwrap().is_some());
    // Rows are called as the file has them.
    let pair = figure.ask("pair words", &[0.0, 1.0]).unwrap();
    assert!(pair.as_str().unwrap().starts_with("row "), "{pair}");
    let split = figure.file("split-2.json").unwrap();
    assert!(String::from_utf8(split).unwrap().contains("\"test\""));
    assert!(figure.file("split-4.json").is_err());
}

/// What is worked out by hand, in the unit of the table, is the number in the table.
#[test]
fn a_worked_cell_ends_at_the_number_in_the_table() {
    let opened = complete(&format!("{LINK}&batch=0:3&worked=1"));
    let figure = opened.figure().unwrap();
    let worked = figure.ask("worked", &[]).unwrap();
    let cross = figure.ask("cross", &[]).unwrap();
    assert_eq!(worked["xll"], cross["rows"][0]["cells"][1]["value"], "{worked}");
}

#[test]
fn other_measures_rank_if_they_are_chosen() {
    let opened = complete(&format!("{LINK}&x=variogram"));
    let words = opened.figure().unwrap().words().unwrap();
    assert_eq!(words["ranking"]["by"], "variogram");
    assert_eq!(words["ranking"]["columns"].as_array().unwrap().len(), 5);
    assert!(words["gist"].as_str().unwrap().contains(" by variogram score"), "{words}");
    let report = opened.report().unwrap();
    let ids: Vec<&str> = report.tables.iter().map(|table| &*table.name.id).collect();
    assert!(ids.contains(&"energy") && ids.contains(&"xllr") && ids.contains(&"rmse"), "{ids:?}");
    let numbers = report.tables.iter().flat_map(|table| &table.columns).flat_map(|own| &own.values);
    assert!(numbers.filter(|value| value.is_nan()).count() == 0);
}

#[test]
fn one_split_says_that_it_decides_nothing() {
    let opened = complete(&LINK.replace("tasks=3", "tasks=1"));
    let words = opened.figure().unwrap().words().unwrap();
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.contains("One split decides nothing"), "{notice}");
    assert_eq!(words["ranking"]["rows"][0]["place"], "–");
}

/// Splits are tasks of curves: each is the same work alone and among others.
#[test]
fn rows_are_asked_for_in_the_lab_of_curves() {
    let link: Link = LINK.parse().unwrap();
    let mut scenario = link.scenario.asking_for_rows();
    scenario.asking.rounds = 2;
    let asking: Link = scenario.link().parse().unwrap();
    assert_eq!(asking.scenario, scenario, "{}", scenario.link());
    let numbers = |tasks: usize, seed: u32| {
        let mut scenario = scenario.clone();
        (scenario.judging.tasks, scenario.problem.seed) = (tasks, seed);
        let opened = complete(&scenario.link());
        assert!(opened.heading().unwrap().contains("rows of a made-up table"));
        opened.figure().unwrap().numbers()
    };
    let of = |numbers: &[(String, f64)], name: &str| {
        numbers.iter().find(|(own, _)| own == name).map(|(_, value)| *value).unwrap()
    };
    // Rows that are asked for are of the pool, as the split's file has it.
    let split = complete(LINK).figure().unwrap().file("split-1.json").unwrap();
    let pool = crate::exchange::read_split(&split).unwrap().pool;
    let words = complete(&scenario.link()).figure().unwrap().words().unwrap();
    let picked = words["picked"].as_array().unwrap();
    assert_eq!(picked.len(), words["rows"].as_array().unwrap().len());
    for line in picked {
        let (_, rows) = line.as_str().unwrap().split_once(": ").unwrap();
        let rows: Vec<usize> =
            rows.split([',', ';']).map(|row| row.trim().parse().unwrap()).collect();
        assert_eq!(rows.len(), 2 * scenario.asking.batch_size, "{line}");
        assert!(rows.iter().all(|row| pool.contains(&(row - 1))), "{line}");
    }
    let (both, one, other) = (numbers(2, 1), numbers(1, 1), numbers(1, 2));
    for name in ["batch-mig.log-likelihood", "random.log-likelihood"] {
        let mean = (of(&one, name) + of(&other, name)) / 2.0;
        assert!((of(&both, name) - mean).abs() < 1e-12, "{name}");
    }
}
