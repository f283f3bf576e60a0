//! Files that go out, come back, join links and are scored.

use super::*;

#[test]
fn a_links_file_is_given_by_name_and_known_by_its_hash() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own-f64.npz");
    let hash = talscope::exchange::file_hash(&std::fs::read(file).unwrap());
    let link = format!("lab=correlation&task=file&file=own-f64.npz:{hash}&candidate=mine:own");
    let text = stdout(&talscope(&["run", &link, "--file", file]));
    assert!(text.contains("mine") && text.contains("XLL -1.286"), "{text}");
    let without = talscope(&["run", &link]);
    assert_eq!(without.status.code(), Some(2));
    let words = String::from_utf8(without.stderr).unwrap();
    assert!(words.contains("own-f64.npz") && words.contains("--file"), "{words}");
}

/// What is printed names the file by its hash, so that it can be kept and run again.
#[test]
fn a_file_that_the_link_does_not_name_joins_it() {
    let link = "lab=correlation&preset=edge&candidate=oracle&candidate=independent";
    let task = scratch("joins-task.json");
    assert!(talscope(&["task", link, task.to_str().unwrap()]).status.success());
    let task: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(task).unwrap()).unwrap();
    let request = serde_json::json!({ "y": task["y"], "models": [{
        "name": "a−b", "mean": task["oracle_mean"], "covariance": task["oracle_covariance"],
        "noise_variance": task["noise_variance"] }] });
    let mine = scratch("joins-mine.json");
    std::fs::write(&mine, request.to_string()).unwrap();
    let hash = talscope::exchange::file_hash(request.to_string().as_bytes());
    let output = talscope(&["run", link, "--quiet", "--file", mine.to_str().unwrap()]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = stdout(&output);
    let kept = text.lines().next().unwrap();
    assert!(kept.contains(&format!("file=joins-mine.json:{hash}")), "{text}");
    let line = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_once(name).map(|(_, rest)| rest.trim().to_string())
    };
    assert!(line(&text, "a−b").is_some_and(|own| own.contains("1.000")), "{text}");
    assert_eq!(stdout(&talscope(&["run", kept, "--file", mine.to_str().unwrap()])), text);
    // Another task's file is opened as one, with a word about it; some labs take none.
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/own-f64.npz");
    let output = talscope(&["run", link, "--file", other]);
    assert!(stdout(&output).contains("task=file") && stdout(&output).contains("XLL -1.286"));
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("own-f64.npz: its y is not that of")
    );
    let output = talscope(&["run", "lab=toy", "--file", other]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the lab toy takes no files"));
}

#[test]
fn files_are_scored_with_a_tasks_oracle() {
    let link = "lab=correlation&preset=edge";
    let [task, mine] = ["scored-task.npz", "scored-mine.json"].map(scratch);
    let twin = scratch("scored-task.json");
    for file in [&task, &twin] {
        assert!(talscope(&["task", link, file.to_str().unwrap()]).status.success());
    }
    let of: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&twin).unwrap()).unwrap();
    let request = serde_json::json!({ "y": of["y"], "models": [{
        "name": "mine", "mean": of["oracle_mean"], "covariance": of["oracle_covariance"],
        "noise_variance": of["noise_variance"] }] });
    std::fs::write(&mine, request.to_string()).unwrap();
    let answers = [&task, &twin].map(|oracle| {
        let [mine, oracle] = [&mine, oracle].map(|file| file.to_str().unwrap());
        let output = talscope(&["score", "--file", mine, "--file", mine, "--oracle", oracle]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_str::<serde_json::Value>(&stdout(&output)).unwrap()
    });
    assert_eq!(answers[0], answers[1]);
    let first = &answers[0]["models"][0];
    assert_eq!((&first["metacorrelation"], &first["xllr"]), (&1.0.into(), &0.5.into()));
    assert_eq!(answers[0]["pairs"], "pool x targets");
    let sizes = answers[0]["references"][0]["batches"][0].as_array().unwrap().len();
    assert_eq!(sizes, 5);
}

#[test]
fn names_are_printed_as_they_came() {
    let body = r#"{"y": [1], "batch_size": 1, "models": [{"name": "a−b", "mean": [-1],
        "covariance": [[0.5]], "noise_variance": 0.5}]}"#;
    let text = stdout(&ask("score", body));
    assert!(text.contains(r#""name":"a−b""#) && text.contains(r#""xllr":null"#), "{text}");
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_not_read_to_it() {
    for arguments in
        [&["run", "lab=correlation", "--file", "/dev/zero"][..], &["score", "/dev/zero"]]
    {
        let output = talscope(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains("/dev/zero cannot be read: it begins with a zero byte"), "{words}");
    }
}

#[test]
fn models_are_judged_and_tasks_written_for_other_programs() {
    let link = "lab=correlation&tasks=2&candidate=oracle&candidate=detuned";
    let text = stdout(&talscope(&["run", link]));
    assert!(text.contains("lengthscale × 2") && text.contains("XLLR 1.000 ("), "{text}");
    let [json, npz] = ["task.json", "task.npz"].map(scratch);
    for file in [&json, &npz] {
        let output = talscope(&["task", "lab=correlation&preset=edge", file.to_str().unwrap()]);
        assert!(output.status.success(), "{output:?}");
    }
    let task: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(task["x_targets"].as_array().unwrap().len(), 21);
    let points = task["x_pool"].as_array().unwrap().len() + 21;
    assert_eq!(task["y_pool"].as_array().unwrap().len() + 21, points);
    assert_eq!(task["kernel"], "matern52(1)");
    assert!(task["seed"].is_u64());
    // The oracle is what the request `posterior` says of the same points.
    let x =
        [task["x_pool"].as_array().unwrap().clone(), task["x_targets"].as_array().unwrap().clone()];
    let request = serde_json::json!({
        "kernel": { "matern": { "nu": 2.5, "lengthscale": 1 } }, "x_train": task["x_train"],
        "y_train": task["y_train"], "noise_variance": task["noise_variance"], "x": x.concat(),
    });
    let answer: serde_json::Value =
        serde_json::from_str(&stdout(&ask("posterior", &request.to_string()))).unwrap();
    assert_eq!(
        (&answer["mean"], &answer["covariance"]),
        (&task["oracle_mean"], &task["oracle_covariance"])
    );
    assert!(std::fs::read(npz).unwrap().starts_with(b"PK"));
}
