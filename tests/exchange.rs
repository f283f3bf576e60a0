//! Files to and from other people's models: numpy's own files are read and give the numbers that an
//! independent implementation found (`tests/fixtures/make.py`), and numpy reads ours.
//!
//! `PYTHON` names an interpreter with numpy; without it, what needs one is not run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use talscope::exchange::{self, OwnModel, Predictions, TaskFile};
use talscope::metric;
use talscope::model::{GaussianProcess, Model, keep_going};
use talscope::numeric::{Matrix, Vector};
use talscope::task::{Points, Task, side_by_side};

#[test]
fn files_of_numpy_score_as_an_independent_implementation_says() {
    let other = &fixture("other.npz").models[0];
    for (name, tolerance) in [
        ("own-f64.npz", 1e-9),
        ("own-f64-compressed.npz", 1e-9),
        ("own-f32.npz", 1e-4),
        ("own-f32-compressed.npz", 1e-4),
        ("joint.npz", 1e-9),
        ("joint.json", 1e-9),
        ("own.json", 1e-9),
    ] {
        let predictions = fixture(name);
        check_likelihoods(name, &predictions.models[0], other, &predictions.y, tolerance);
    }
}

#[test]
fn twins_are_equal_and_named_after_their_files() {
    let [stored, deflated, json] = ["own-f64.npz", "own-f64-compressed.npz", "own.json"]
        .map(|name| (name, fixture(name)))
        .map(|(name, read)| (name, read.y, read.models[0].posterior.clone()));
    assert_eq!((&stored.1, &stored.2), (&deflated.1, &deflated.2));
    assert_eq!((&stored.1, &stored.2), (&json.1, &json.2));
    let named = |name: &str| fixture(name).models.into_iter().map(|model| model.name);
    assert_eq!(named("own-f64.npz").collect::<Vec<_>>(), ["own-f64"]);
    assert_eq!(named("own.json").collect::<Vec<_>>(), ["own", "other"]);
    assert_eq!(fixture("own.json").batch_size, Some(5));
    assert_eq!(fixture("joint.npz").models[0].posterior.len(), 13);
    assert_eq!(fixture("joint.npz").models[0].posterior, fixture("joint.json").models[0].posterior);
}

#[test]
fn numpy_reads_a_task() {
    let Some(python) = python("numpy_reads_a_task") else { return };
    let folder = task_folder("task");
    let script = r#"
import json, zipfile
import numpy as np
assert zipfile.ZipFile("task.npz").testzip() is None
task, twin = np.load("task.npz"), json.load(open("task.json"))
assert sorted(task) == sorted(twin), (sorted(task), sorted(twin))
assert str(task["kernel"]) == twin["kernel"] == "rbf(1)"
assert int(task["seed"]) == twin["seed"] == 2**53 + 1
assert str(task["link"]) == twin["link"] == "https://example.org/#lab=toy&x=\u03c0", task["link"]
arrays = ["x_train", "y_train", "x_pool", "y_pool", "x_targets", "y", "noise_variance", "oracle_mean", "oracle_covariance"]
for name in arrays:
    assert task[name].dtype == np.float64
    assert np.array_equal(task[name], np.array(twin[name])), name
print(task["x_train"].shape, task["x_targets"][0], task["y"].shape, task["noise_variance"].shape)
"#;
    let said = run(&python, &folder, script);
    assert_eq!(said.trim(), "(4, 2) [0.5 1. ] (6,) ()");
}

/// The lines that the README shows are run as they stand there.
#[test]
fn the_readme_scores_its_own_model() {
    let Some(python) = python("the_readme_scores_its_own_model") else { return };
    let folder = task_folder("readme");
    run(&python, &folder, &readme_lines());
    let [npz, json] = ["mine.npz", "mine.json"]
        .map(|name| exchange::read(&fs::read(folder.join(name)).unwrap(), name).unwrap());
    assert_eq!(npz, json);
    assert_eq!(
        (npz.y, npz.models[0].name.as_str()),
        (task().targets.observed.as_slice().into(), "mine")
    );
    assert_eq!(npz.models[0].posterior.len(), 9, "pool, then targets");
    // The README's model is the oracle of this task, as numpy computes it.
    let oracle = exchange::read_oracle(&fs::read(folder.join("task.npz")).unwrap()).unwrap().oracle;
    let oracle = oracle.unwrap().posterior;
    assert!((&npz.models[0].posterior.covariance - &oracle.covariance).abs().max() < 1e-9);
    assert!((&npz.models[0].posterior.mean - &oracle.mean).abs().max() < 1e-9);
}

fn fixture(name: &str) -> Predictions {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    exchange::read(&fs::read(path).unwrap(), name).unwrap()
}

fn check_likelihoods(name: &str, own: &OwnModel, other: &OwnModel, y: &[f64], tolerance: f64) {
    let expected: Value = serde_json::from_str(include_str!("fixtures/expected.json")).unwrap();
    let batch_size = expected["batch_size"].as_u64().unwrap() as usize;
    let models = [own, other].map(|model| model.at_targets(y.len()).unwrap());
    let predictions = models.each_ref().map(OwnModel::prediction);
    let found =
        metric::cross_likelihoods(&predictions, y, batch_size, metric::CrossOptions::default())
            .unwrap();
    for (reference, candidate) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let want = expected["xll"][reference][candidate].as_f64().unwrap();
        let got = found.references[reference].xll[candidate];
        assert!(
            (got - want).abs() <= tolerance,
            "{name}: {candidate} under {reference}: {got}, {want}"
        );
    }
}

fn task() -> Task {
    let points = |count: usize, shift: f64| {
        let inputs = Matrix::from_fn(2, count, |i, j| shift + (i as f64) * 0.5 + 0.7 * j as f64);
        let truth = Vector::from_fn(count, |i, _| shift - 0.3 * i as f64);
        Points { inputs, observed: truth.map(|value| value + 0.1), truth }
    };
    Task { train: points(4, 0.1), pool: points(3, -2.0), targets: points(6, 0.5), noise: 0.01 }
}

/// A folder with the task as both kinds of file.
fn task_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exchange").join(name);
    fs::create_dir_all(&folder).unwrap();
    let link = "https://example.org/#lab=toy&x=π";
    let (kernel, task) = ("rbf(1)".to_string(), task());
    let process = GaussianProcess { kernel: kernel.parse().unwrap(), noise: task.noise };
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let oracle = process.fit(&task.train, &inputs, &mut keep_going).unwrap();
    let file = TaskFile { task, oracle, kernel, seed: (1 << 53) + 1, link: link.into() };
    fs::write(folder.join("task.npz"), file.npz()).unwrap();
    fs::write(folder.join("task.json"), file.json()).unwrap();
    folder
}

fn python(test: &str) -> Option<String> {
    let python = std::env::var("PYTHON").ok().filter(|python| !python.is_empty());
    if python.is_none() {
        println!("not run: {test}, because PYTHON names no Python with numpy");
    }
    python
}

#[track_caller]
fn run(python: &str, folder: &Path, script: &str) -> String {
    let done = Command::new(python).args(["-c", script]).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// All Python of the README's section.
fn readme_lines() -> String {
    let readme = include_str!("../README.md");
    let section =
        readme.split("\n## ").find(|part| part.starts_with("Score your own model")).unwrap();
    let blocks = section.split("```python\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap()).collect()
}
