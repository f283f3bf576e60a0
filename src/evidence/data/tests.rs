//! Tables of a few numbers that one can check by hand.

use super::*;
use crate::experiment::measure::MEASURES;
use crate::experiment::{Judged, Row as Reference};
use crate::task::table::Scale;

fn verdict(xllr: [f64; 3], xll: [f64; 3]) -> Verdict {
    let score = |measure: &&Measure| match measure.id {
        "xllr" => xllr.map(Some).to_vec(),
        "xll" => xll.map(Some).to_vec(),
        _ => vec![Some(0.5); 3],
    };
    let references = vec![Reference { reference: 1, xll: xll.to_vec(), rank: vec![0.0, 1.0, 2.0] }];
    let judged = Judged {
        models: vec![0, 1, 2],
        scores: MEASURES.iter().map(score).collect(),
        references,
        jitter: 0.0,
        doubts: vec![None; 3],
    };
    Verdict {
        judged,
        rmse: vec![1.0, 2.0, 3.0],
        more: Vec::new(),
        scale: Scale { mean: 0.0, sd: 2.0 },
    }
}

fn models() -> Vec<String> {
    ["hmc", "bbb", "ensemble(members=3)"].map(String::from).to_vec()
}

fn outcomes() -> Vec<Outcome> {
    let paper = PaperSet::find("boston", (506, 13));
    let seeds = vec![
        (1, verdict([0.0, 2.0, 1.0], [-3.0, -3.5, -3.1])),
        (2, verdict([0.5, 2.0, 0.5], [-3.2, -3.3, -3.3])),
    ];
    let ending = |kept: f64, last: f64, doubt: Option<&str>| Ending {
        epochs: (kept > 0.0).then_some([kept, last, 10_000.0]),
        noise: 0.25,
        doubt: doubt.map(Into::into),
    };
    let endings = vec![
        vec![
            ending(0.0, 0.0, None),
            ending(300.0, 1300.0, Some("Still falling.")),
            ending(9.0, 1e4, None),
        ],
        vec![ending(0.0, 0.0, None), ending(500.0, 10_000.0, None), ending(9.0, 1e4, None)],
    ];
    vec![Outcome { name: "boston_1".into(), paper, seeds, endings }]
}

#[test]
fn cells_are_means_over_seeds_with_the_papers_beside() {
    let tables = tables(&models(), &outcomes());
    let row = &tables[0].rows[0];
    let means: Vec<f64> = row.cells.iter().flatten().map(|cell| cell.mean).collect();
    assert_eq!((means, row.seeds), (vec![0.25, 2.0, 0.75], 2));
    let known = [(0.93, 0.13), (4.24, 0.18), (2.21, 0.19)];
    assert_eq!(row.paper, known.map(|(mean, error)| Some((mean, Some(error)))));
    // The best is 0.25 with a standard error of 0.25, which 0.75 does not reach.
    assert_eq!(row.marks(-1.0), [Mark::Best, Mark::Worst, Mark::Plain]);
    let text = tables[0].markdown();
    assert!(
        text.contains("| boston_1 | 2 | **0.25 (0.25)** | *2.00 (0.00)* | 0.75 (0.25) |"),
        "{text}"
    );
    assert!(
        text.contains("| in the paper | 10 | 0.93 (0.13) | 4.24 (0.18) | 2.21 (0.19) |"),
        "{text}"
    );
    let latex = latex(&tables[1]);
    assert!(latex.contains("boston\\_1 & \\textcolor{red}{-3.100 (0.100)}"), "{latex}");
    assert!(
        latex.starts_with("% Needs \\usepackage{booktabs} and \\usepackage{xcolor}.\n"),
        "{latex}"
    );
    assert!(!latex.contains("\nmean &"), "one row has no mean over rows: {latex}");
    let csv = tables[0].csv();
    assert!(csv.contains("boston_1,ensemble(members=3),2,0.75,0.25,,2.21,0.19\n"), "{csv}");
}

/// Means over sets, and whose the paper's are.
#[test]
fn means_stand_in_all_forms_and_the_papers_say_of_what_they_are() {
    let two: Vec<Outcome> = outcomes().into_iter().chain(outcomes()).collect();
    let mut table = tables(&models(), &two).remove(0);
    table.published = "in the paper, mean over its sets";
    let text = table.markdown();
    assert!(text.contains("| mean | | 0.25 | 2.00 | 0.75 |"), "{text}");
    assert!(text.contains("| in the paper, mean over its sets | 10 |"), "{text}");
    let latex = latex(&table);
    assert!(latex.contains("\\midrule\nmean & 0.25 & 2.00 & 0.75 \\\\\n"), "{latex}");
    assert!(latex.contains("\\quad in the paper, mean over its sets & 0.93"), "{latex}");
}

#[test]
fn every_number_is_there_at_full_precision() {
    let text = numbers(&models(), &outcomes());
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (xll, xllr) = (value["xll"].as_array().unwrap(), value["xllr"].as_array().unwrap());
    assert_eq!((xll.len(), xllr.len()), (6, 6));
    let expected = json!({
        "set": "boston_1", "seed": 2, "reference": "bbb", "model": "ensemble(members=3)", "xll": -3.3, "rank": 2.0
    });
    assert_eq!(xll[5], expected);
    assert_eq!(xllr[3], json!({ "set": "boston_1", "seed": 2, "model": "hmc", "xllr": 0.5 }));
}

/// Every cell says how its fits ended.
#[test]
fn endings_say_epochs_and_how_they_stopped() {
    let text = ending::markdown(&models(), &outcomes());
    for row in [
        "| boston_1 | HMC | 2 | – | – | at its own end | 0.25 | 2 of 2 |",
        "| boston_1 | BBB | 2 | 10000 | 300 to 500 | without gain, 1 of 2 (at 1300) | 0.25 | 1 of 2 |",
        "| boston_1 | deep ensemble (members=3) | 2 | 10000 | 9 | after all epochs | 0.25 | 2 of 2 |",
    ] {
        assert!(text.contains(row), "{text}");
    }
}

/// Boston in the paper: HMC 0.93, ensemble 2.21, BBB 4.24; here 0.25, 0.75, 2: the same order by XLLR. By XLL the
/// paper has -3.177, -3.202, -3.316, and here are -3.1, -3.2, -3.4.
#[test]
fn the_papers_order_of_models_is_found_again_or_not() {
    let [found, others] = [outcomes(), outcomes()];
    let mut sets: Vec<Outcome> = found.into_iter().chain(others).collect();
    sets[1].paper = PaperSet::find("yacht", (308, 6));
    let tables = tables(&models(), &sets);
    // On yacht the ensemble (1.77) is ahead of HMC (2.63) and BBB (3.74): one exchange of neighbours, 1 - 6 * 2 / 24.
    let coefficients = |table: &Table| -> Vec<f64> {
        let rows = agreement::likeness(table).into_iter();
        rows.map(|row| (row.coefficient.unwrap() * 1e9).round() / 1e9).collect()
    };
    assert_eq!(coefficients(&tables[0]), [1.0, 0.5, 1.0]);
    let text = agreement::markdown(&tables[..2]);
    assert!(text.contains("| table1-xllr | boston_1 | 2 | 1.00 |"), "{text}");
    sets[1].paper = None;
    let alone = super::tables(&models(), &sets);
    assert_eq!(agreement::likeness(&alone[0]).len(), 1);
}

/// HMC above BBB by 2 and 1.5 places, above the ensemble by 1 and 0.
#[test]
fn claims_are_decided_by_paired_differences_over_seeds() {
    let (models, outcomes) = (models(), outcomes());
    let run = claims::Run {
        models: &models,
        outcomes: &outcomes,
        asked: &[],
        wanted: 10,
        seed: 1,
        command: "talscope bench boston_1.csv",
        versions: vec!["hmc 1".into()],
    };
    let [xllr, choosing, rules] = run.findings().unwrap();
    assert!(choosing.is_empty() && rules.is_empty());
    let of = |says: &str| {
        let found = xllr.iter().find(|found| found.counts && found.says == says);
        found.map(|found| (found.interval.mean, found.interval.count, found.verdict.to_string()))
    };
    assert_eq!(of("boston_1: HMC above BBB"), Some((1.75, 2, "undecided".into())));
    assert_eq!(of("boston_1: HMC above deep ensemble"), Some((0.5, 2, "undecided".into())));
    assert_eq!(of("boston_1: deep ensemble above BBB"), Some((1.25, 2, "undecided".into())));
    assert_eq!(xllr.iter().filter(|found| found.counts).count(), 3);
    let (text, json) = run.report(&tables(&models, &outcomes)).unwrap();
    assert!(text.contains("`models-data`") && text.contains("Not run."), "{text}");
    assert_eq!(
        (&json["claims"][0]["verdict"], &json["claims"][1]["verdict"]),
        (&json!("undecided"), &json!(null))
    );
    assert_eq!(json["claims"][0]["studies"][0]["done"], 2);
    let open = &json["claims"][0]["remarks"];
    assert!(open.to_string().contains("Boston: FBNN above NNG (3.20 and 2.57)"), "{open}");
}

#[test]
fn a_table_can_be_seen() {
    let tables = tables(&models(), &outcomes());
    let style = crate::chart::Style::of(crate::scenario::Theme::Light);
    let drawing = svg(&tables[0], &style).unwrap();
    for words in ["boston_1, 2 seeds", "0.25 (0.25)", "in the paper", "0.93 (0.13)", "Table 1"] {
        assert!(drawing.contains(words), "{words}: {drawing}");
    }
}
