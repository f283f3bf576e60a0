//! The paper's Figure 3 comes out: rules compared on synthetic tasks, against the numbers of a
//! separate implementation with other random draws.

use talscope::experiment::curves::{courses, summarise};
use talscope::numeric::Estimate;
use talscope::scenario::Link;
use talscope::tal::Run;

const TASKS: usize = 50;
/// The other implementation's standard errors are of this size.
const THEIR_ERROR: f64 = 0.015;

/// Mean log likelihood after 1, 5 and 10 batches of 7, for each rule.
type Table = [[f64; 3]; 4];

const THREE_INPUTS: Table =
    [[0.336, 0.570, 0.644], [0.208, 0.481, 0.615], [0.237, 0.450, 0.588], [0.185, 0.446, 0.567]];
const NINE_INPUTS: Table = [
    [-0.128, 0.057, 0.162],
    [-0.149, 0.032, 0.156],
    [-0.181, -0.006, 0.107],
    [-0.175, -0.010, 0.094],
];

#[test]
fn three_inputs() {
    comes_out(3, &THREE_INPUTS);
}

#[test]
fn nine_inputs() {
    comes_out(9, &NINE_INPUTS);
}

fn comes_out(dimension: usize, table: &Table) {
    let link: Link =
        format!("lab=curves&task=benchmark&d={dimension}&tasks={TASKS}").parse().unwrap();
    let scenario = link.scenario;
    assert_eq!((scenario.asking.batch_size, scenario.asking.rounds), (7, 10), "by default");
    let run = |task| courses(&scenario, task).unwrap().into_iter().map(|course| course.run);
    let runs: Vec<Vec<Run>> = (0..TASKS).map(|task| run(task).collect()).collect();
    for (curve, wanted) in summarise(&scenario, &runs).unwrap().iter().zip(table) {
        for (step, want) in [1, 5, 10].into_iter().zip(wanted) {
            let got = curve.log_likelihood[step];
            let combined = (got.standard_error.unwrap() * got.standard_error.unwrap()
                + THEIR_ERROR * THEIR_ERROR)
                .sqrt();
            let z = (got.mean - want) / combined;
            assert!(z.abs() < 3.0, "{} after {step}: {got:?}, published {want}", curve.line.rule);
        }
    }
    for step in [1, 5, 10] {
        let expected = |runs: &Vec<Run>, rule: usize| runs[rule].expected_log_likelihood[step];
        let gap =
            Estimate::of(runs.iter().map(|runs| expected(runs, 0) - expected(runs, 1))).unwrap();
        let z = gap.mean / gap.standard_error.unwrap();
        assert!(z >= 3.5, "BatchMIG over MIG after {step}: z = {z}");
    }
}
