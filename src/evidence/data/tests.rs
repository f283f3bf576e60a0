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
    vec![Outcome { name: "boston_1".into(), paper, seeds }]
}

#[test]
fn cells_are_means_over_seeds_with_the_papers_beside() {
    let tables = tables(&models(), &outcomes());
    let row = &tables[0].rows[0];
    let means: Vec<f64> = row.cells.iter().flatten().map(|cell| cell.mean).collect();
    assert_eq!((means, row.seeds), (vec![0.25, 2.0, 0.75], 2));
    assert_eq!(row.paper, [Some((0.93, 0.13)), Some((4.24, 0.18)), Some((2.21, 0.19))]);
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
    let csv = tables[0].csv();
    assert!(csv.contains("boston_1,ensemble(members=3),2,0.75,0.25,,2.21,0.19\n"), "{csv}");
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
