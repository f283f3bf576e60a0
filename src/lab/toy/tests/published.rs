//! The problems, judged by what the picks are good for.

use crate::acquisition::{Candidates, Rule, select};
use crate::metric::root_mean_square_error;
use crate::model::GaussianProcess;
use crate::scenario::{PRESETS, Problem, TruthSource};
use crate::task::{Task, side_by_side};

/// Root mean square error against the truth once the picks of each rule have been observed exactly.
/// The numbers come from a separate implementation.
#[test]
fn the_toy_errors_are_the_published_ones() {
    let table = [
        ("gap", ["0.927", "0.770", "0.014"]),
        ("two-regions", ["0.538", "0.798", "0.048"]),
        ("edge", ["0.367", "0.486", "0.081"]),
        ("periodic", ["0.596", "0.778", "0.100"]),
        ("relu", ["0.495", "0.147", "0.097"]),
    ];
    for (name, want) in table {
        let got = [Rule::Tig, Rule::Mig, Rule::BatchMig].map(|rule| error_after(name, rule));
        assert_eq!(got.map(|error| format!("{error:.3}")), want, "{name}");
    }
}

fn error_after(name: &str, rule: Rule) -> f64 {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    let start = Problem::of(preset);
    let problem = Problem { truth: TruthSource::Formula, ..start };
    let (task, _) = Task::of(&problem).unwrap();
    let process = GaussianProcess { kernel: problem.kernel, noise: task.noise };
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let joint = process.condition(&task.train).unwrap().joint(&inputs).unwrap();
    let candidates = Candidates::of(&joint, task.pool.len()).unwrap();
    let picks = select(rule, &candidates, preset.batch_size, 0).unwrap().indices;
    let train = task.train.followed_by(&task.pool.select(&picks));
    let belief = process.condition(&train).unwrap().marginals(&task.targets.inputs);
    root_mean_square_error(&task.targets.truth, &belief.mean)
}
