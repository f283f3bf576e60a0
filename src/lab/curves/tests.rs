//! What several models that predict add to words and files, and what they leave as it was.

use crate::chart::{Style, svg};
use crate::lab::{Opened, to_the_end};
use crate::scenario::Theme;

fn opened(link: &str) -> Opened {
    let link = format!("lab=curves&d=1&q=2&rounds=2&tasks=2&rule=batch-mig&{link}");
    Opened::complete(link.parse().unwrap(), &[], &mut to_the_end).unwrap()
}

const CHOOSING: &str = "candidate=oracle&candidate=detuned(3)&candidate=independent";

#[test]
fn a_second_model_that_predicts_adds_tables_and_changes_none() {
    let one = opened(&format!("{CHOOSING}&predict=oracle"));
    let two = opened(&format!("{CHOOSING}&predict=oracle&predict=ensemble(members=2,epochs=5)"));
    let (before, after) = (one.report().unwrap(), two.report().unwrap());
    assert_eq!(after.tables[..3], before.tables[..]);
    let names: Vec<&str> = after.tables[3..].iter().map(|table| table.name.id.as_str()).collect();
    let expected = [
        "mean rank by log likelihood after the last batch, 0 is best",
        "mean rank by RMSE after the last batch, 0 is best",
        "log likelihood after the last batch",
    ];
    assert_eq!(names, expected);
    let ranks = &after.tables[3];
    let ids: Vec<&str> = ranks.columns.iter().map(|column| column.name.id.as_str()).collect();
    assert_eq!(ids.len(), 6, "{ids:?}");
    assert_eq!((ids[0], ids[5]), ("by oracle mean", "average standard error"));
    for column in ranks.columns.iter().step_by(2) {
        assert_eq!(column.values.iter().sum::<f64>(), 3.0, "ranks of three: {column:?}");
    }
    // The oracle's column is where its curves end.
    let ends = |line: usize| before.tables[0].columns[1 + 2 * line].values[2];
    let oracle = &after.tables[5].columns[0];
    assert_eq!(oracle.values, [ends(0), ends(1), ends(2)]);
}

#[test]
fn ranks_and_doubts_are_said_wherever_one_looks() {
    let opened = opened(&format!("{CHOOSING}&predict=oracle&predict=ensemble(members=2,epochs=5)"));
    let figure = opened.figure().unwrap();
    let lines = figure.lines().unwrap().join("\n");
    assert!(lines.contains("mean rank by RMSE after the last batch, 0 is best"), "{lines}");
    let doubt = "not to be trusted in 6 of 6 fits: deep ensemble (members 2, epochs 5), predicting";
    assert!(lines.contains(doubt), "{lines}");
    let description = figure.description().unwrap();
    assert!(
        description.contains("Mean ranks over 2 models that predict, 0 is best"),
        "{description}"
    );
    let words = figure.words().unwrap();
    let rows = words["ranks"]["rows"].as_array().unwrap();
    for row in rows {
        assert_eq!(
            (&row["cells"][0]["doubt"], &row["cells"][1]["doubt"]),
            (&false.into(), &true.into())
        );
    }
    assert_eq!(rows[1]["label"], "lengthscale × 3", "all choose by one rule, which is said once");
    assert!(words["ranks"]["caption"].as_str().unwrap().contains("All choose by BatchMIG"));
    assert!(words["notice"].as_str().unwrap().contains("ranks best"), "{words}");
    let numbers = figure.numbers();
    let ranks: Vec<f64> =
        numbers.iter().filter(|(name, _)| name.ends_with(".rank")).map(|(_, rank)| *rank).collect();
    assert_eq!((ranks.len(), ranks.iter().sum::<f64>()), (3, 3.0));
    let svg = opened.svg(None).unwrap();
    assert!(svg.contains("average") && svg.contains('▲'), "the table is part of the file");
}

/// What a model that may be wrong expects of itself is not called free of noise.
#[test]
fn only_the_oracles_expectation_is_called_a_measure() {
    let says = |link: &str| opened(link).figure().unwrap().words().unwrap()["oracle"].clone();
    assert_eq!(says("predict=oracle"), true);
    assert_eq!(says("predict=gp(rbf(4))&predict=oracle"), false);
}

#[test]
fn of_many_lines_only_the_best_and_the_compared_one_have_bands() {
    let filled = |link: &str| {
        let svg = opened(link).svg(None).unwrap();
        svg.matches("opacity=\"0.16\"").count()
    };
    let six = "rule=mig&rule=tig&candidate=oracle&candidate=detuned(2)";
    assert_eq!(filled(six), 6 + 5 + 6 + 6, "in four charts");
    let many = format!("{six}&candidate=detuned(3)");
    assert!((3..=7).contains(&filled(&many)), "{} bands", filled(&many));
    let words = |link: &str| opened(link).figure().unwrap().words().unwrap();
    assert_eq!((&words(six)["against"], &words(&many)["against"]), (&5.into(), &0.into()));
}

/// The mean over all batches is what claims are judged by.
#[test]
fn rows_have_the_mean_over_all_batches_and_files_the_line_that_they_are_compared_with() {
    let opened = opened(&format!("{CHOOSING}&against=1&each=1"));
    let rows = opened.figure().unwrap().words().unwrap()["rows"].clone();
    assert_eq!(rows[1]["mean"], "", "not compared with itself");
    let curve =
        |line: usize| opened.report().unwrap().tables[0].columns[1 + 2 * line].values.clone();
    let (one, other) = (curve(0), curve(1));
    let mean = (one[1] - other[1] + one[2] - other[2]) / 2.0;
    let said = rows[0]["mean"].as_str().unwrap();
    assert!(said.starts_with(&crate::lab::three_decimals(mean)), "{said} is not {mean}");
    assert!(opened.csv().unwrap().lines().next().unwrap().ends_with("&against=1&each=1"));
}

#[test]
fn the_words_say_how_curves_come_to_their_ends() {
    let words = opened(&format!("{CHOOSING}&predict=oracle")).description().unwrap();
    assert!(words.contains(" (up from ") && words.contains(", half of the way after "), "{words}");
}

/// Charts have one legend between them, and one of their own where they stand alone.
#[test]
fn the_first_chart_that_is_seen_names_the_lines() {
    let names = |show: &str, view: &str| {
        let opened = opened(&format!("rule=mig&rule=tig&against=0{show}"));
        let chart = opened.figure().unwrap().chart(view, &[]).unwrap().unwrap();
        svg(&*chart, (500, 400), &Style::of(Theme::Light)).unwrap().contains("TIG")
    };
    assert!(names("", "log-likelihood"));
    for (part, view) in
        [("expected", "expected-log-likelihood"), ("rmse", "rmse"), ("differences", "differences")]
    {
        assert!(!names("", view), "{view}");
        assert!(!names(&format!("&show=curves,{part}"), view), "{view}");
        assert!(names(&format!("&show={part}"), view), "{view}");
    }
}
