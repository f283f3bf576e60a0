//! The command line as people use it.

#[path = "command_line/files.rs"]
mod files;
#[path = "command_line/words.rs"]
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn talscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_talscope")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn scratch(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(file)
}

#[test]
fn run_prints_the_numbers_and_the_fingerprint() {
    let output = talscope(&["run", "https://example.org/#lab=marginal&repetitions=1000"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("v=1&lab=marginal&preset=gap&repetitions=1000\n"), "{text}");
    assert!(text.contains("RMSE"), "{text}");
    let fingerprint = text.trim_end().rsplit(' ').next().unwrap();
    assert!(fingerprint.len() == 16 && u64::from_str_radix(fingerprint, 16).is_ok(), "{text}");
    assert_eq!(
        stdout(&talscope(&["run", "lab=marginal&preset=gap&repetitions=1000"])),
        text,
        "the same link, again"
    );
}

#[test]
fn run_writes_the_files_it_is_asked_for() {
    let files = ["run.csv", "run.json", "run.svg"].map(scratch);
    let [csv, json, svg] = files.each_ref().map(|file| file.to_str().unwrap());
    let output = talscope(&[
        "run",
        "lab=marginal&repetitions=100",
        "--csv",
        csv,
        "--json",
        json,
        "--svg",
        svg,
    ]);
    assert!(output.status.success(), "{output:?}");
    let [csv, json, svg] = files.map(|file| std::fs::read_to_string(file).unwrap());
    assert!(
        csv.contains("# posterior\nx,truth,mean,sd\n-6,") && csv.starts_with("# talscope v=1&"),
        "{}",
        &csv[..200]
    );
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["tables"][1]["columns"][0]["values"][0], -2.7);
    assert!(csv.contains(&format!("# fingerprint {}", json["fingerprint"].as_str().unwrap())));
    assert!(svg.starts_with("<svg "));
}

#[test]
fn a_wrong_scenario_exits_with_2_and_writes_nothing() {
    let file = scratch("never.csv");
    let output = talscope(&["run", "noise=-1", "--csv", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let words = String::from_utf8(output.stderr).unwrap();
    assert!(words.contains("noise must be between") && words.contains("\"-1\""), "{words}");
    assert!(output.stdout.is_empty() && !file.exists());
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let output =
        talscope(&["run", "lab=marginal&repetitions=100", "--csv", "no/such/folder/run.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no/such/folder/run.csv"));
}

#[test]
fn keys_lists_every_key_of_a_link() {
    let text = stdout(&talscope(&["keys"]));
    let keys = talscope::scenario::KEYS.iter().map(|key| (key.name, key.help));
    for (name, help) in
        keys.chain(talscope::scenario::VIEW_KEYS.iter().map(|key| (key.name, key.help)))
    {
        assert!(text.contains(&format!("{name:12} {help}\n")), "{name}");
    }
    assert_eq!(talscope::scenario::KINDS.len(), 17);
    for kind in talscope::scenario::KINDS {
        let (_, after) = text.split_once(&format!("\n{:12} {}\n", kind.id, kind.help)).unwrap();
        for (line, setting) in after.lines().zip(kind.settings) {
            assert!(line.starts_with(&format!("  {:16} {} [", setting.id, setting.help)), "{line}");
            assert!(line.contains(&format!("; {} unless said", setting.default)), "{line}");
            assert!(!setting.is_in_links() || line.contains(&setting.offer()), "{line}");
            assert!(
                setting.paper.is_none_or(|paper| line.contains(&format!("the paper's: {paper}")))
            );
        }
    }
}

/// A request of each kind that has an answer.
const REQUESTS: [(&str, &str, &str); 6] = [
    (
        "kernel",
        r#"{"kernel": {"linear": {"variance": 2, "bias": 1}}, "x": [0, 1.5], "x2": [[1]]}"#,
        r#"{"gram":[[1.0],[4.0]]}"#,
    ),
    (
        "posterior",
        r#"{"kernel": {"linear": {"variance": 1, "bias": 1}}, "x_train": [1], "y_train": [3],
            "noise_variance": 2, "x": [0]}"#,
        r#"{"covariance":[[0.75]],"jitter":0.0,"mean":[0.75]}"#,
    ),
    (
        "select",
        r#"{"rule": "vtl", "covariance_pool": [[1, 0], [0, 3]], "noise_variance": 1,
            "covariance_pool_targets": [[0.5], [1]], "variance_targets": [1], "batch_size": 1}"#,
        r#""indices":[1],"scores":[[0.125,0.25]]}"#,
    ),
    (
        "score",
        r#"{"y": [1], "batch_size": 1,
            "models": [{"name": "a", "mean": [0], "covariance": [[0.5]], "noise_variance": 0.5}]}"#,
        r#""references":[{"batches":[[0]],"name":"a","rank":[0.0],"xll":[-1.41893853320467"#,
    ),
    (
        "tal",
        r#"{"kernel": {"rbf": {"lengthscale": 1}}, "x": [0, 5, 0.1], "y": [1, 0, 1], "train": [],
            "pool": [0, 1], "targets": [2], "noise_variance": 0.1, "batch_size": 1,
            "iterations": 1, "rule": "batch-mig"}"#,
        r#""picks":[[0]]"#,
    ),
    (
        "divergence",
        r#"{"mean_gen": [0], "sd_gen": [1], "correlation_gen": [[1]], "mean_ref": [1],
            "sd_ref": [1], "correlation": [[1]]}"#,
        r#""kl":0.5,"kl_correlations":0.0,"kl_marginals":0.5,"lambda_min":1.0"#,
    ),
];

/// Runs a request with a text on its standard input.
fn ask(request: &str, body: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talscope"));
    command.arg(request).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn requests_are_answered_from_standard_input_and_from_a_file() {
    for (request, body, part) in REQUESTS {
        let output = ask(request, body);
        let text = stdout(&output);
        assert!(output.status.success() && text.contains(part), "{request}: {output:?}");
        let file = scratch(&format!("request-{request}.json"));
        std::fs::write(&file, body).unwrap();
        assert_eq!(stdout(&talscope(&[request, file.to_str().unwrap()])), text, "{request}");
    }
}

#[test]
fn a_long_request_says_how_long_and_goes_on() {
    let points = vec![vec![0.5; 40]; 560];
    let kernel = r#"{"periodic": {"lengthscale": 1, "period": 2}}"#;
    let body = format!(r#"{{"kernel": {{"sum": [{}]}}, "x": {points:?}}}"#, [kernel; 10].join(","));
    let output = ask("kernel", &body);
    assert!(output.status.success() && stdout(&output).starts_with("{\"gram\":[[10.0,10.0"));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "talscope: this is about 2 seconds of work on one core\n"
    );
    let quick = ask(REQUESTS[0].0, REQUESTS[0].1);
    assert!(quick.stderr.is_empty(), "{quick:?}");
}

#[test]
fn wrong_requests_exit_with_2_name_the_field_and_print_nothing() {
    for (request, from, to, words) in [
        ("kernel", "[0, 1.5]", "[[0], [1, 5]]", "x[1] must be a list of 1 number, "),
        ("kernel", "1.5", "NaN", "x[1] must be a number within -1e100 .. 1e100, got NaN"),
        ("kernel", "bias", "slope", "kernel.linear has no field \"slope\"; it has"),
        ("kernel", "}}, ", "", "the request is not valid JSON: "),
        ("posterior", "\"noise_variance\": 2,", "", "noise_variance is missing"),
        ("posterior", "\"noise_variance\": 2", "\"noise_variance\": -2", "got -2"),
        ("select", "[0, 3]", "[0.5, 3]", "covariance_pool[1][0] must be equal to [0][1]"),
        (
            "select",
            "[[1, 0], [0, 3]]",
            "[[1, 2], [2, 3]]",
            "covariance_pool is not a valid covariance: given point 0, ",
        ),
        ("select", "\"batch_size\": 1", "\"batch_size\": 3", "batch_size must be"),
        ("score", "0.5}", "-0.5}", "models[0].noise_variance must be at least 0, got -0.5"),
        ("tal", "\"iterations\": 1", "\"iterations\": 3", "iterations must be"),
        ("divergence", "\"sd_ref\": [1]", "\"sd_ref\": [0]", "sd_ref[0] must be"),
    ] {
        let (_, body, _) = REQUESTS.into_iter().find(|(name, ..)| *name == request).unwrap();
        assert!(body.contains(from), "{request}: {from}");
        let output = ask(request, &body.replacen(from, to, 1));
        assert_eq!(output.status.code(), Some(2), "{request}: {output:?}");
        assert!(output.stdout.is_empty(), "{request}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words), "{request}: {said}");
    }
}

#[test]
fn a_request_that_cannot_be_read_is_named() {
    let output = talscope(&["score", "no/such/file.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no/such/file.json cannot be read"));
}

#[test]
fn figure3_is_a_run_like_any_other() {
    let files = ["figure3.csv", "figure3.json", "figure3.svg"].map(scratch);
    let [csv, json, svg] = files.each_ref().map(|file| file.to_str().unwrap());
    let small = ["figure3", "--d", "1", "--tasks", "3", "--iterations", "2", "--batch", "2"];
    let outputs = ["--csv", csv, "--json", json, "--svg", svg];
    let output = talscope(&[&small[..], &outputs].concat());
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    let link = "v=1&lab=curves&task=benchmark&d=1&q=2&rounds=2&tasks=3";
    assert!(text.starts_with(&format!("{link}\n3 tasks")), "{text}");
    for words in ["expected log likelihood", "RMSE", "BatchMIG", "Random", "after 1", "after 2"] {
        assert!(text.contains(words), "{text}");
    }
    assert_eq!(stdout(&talscope(&small)), text, "the same tasks, again");
    assert_eq!(stdout(&talscope(&["run", link])), text, "as the first line says");
    let [csv, json, svg] = files.map(|file| std::fs::read_to_string(file).unwrap());
    assert!(csv.contains("batches,BatchMIG mean,BatchMIG standard error"), "{csv}");
    assert!(json.contains("\"fingerprint\"") && svg.starts_with("<svg"));
    for wrong in [
        ["--setting", "papper"],
        ["--d", "0"],
        ["--d", "99999999999"],
        ["--tasks", "0"],
        ["--batch", "501"],
        ["--iterations", "99999999999999999999"],
    ] {
        let output = talscope(&[&["figure3"][..], &wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn one_task_has_no_standard_error_and_no_nan() {
    let csv = scratch("figure3-one.csv");
    let arguments = ["figure3", "--d", "1", "--tasks", "1", "--iterations", "1", "--csv"];
    let output = talscope(&[&arguments[..], &[csv.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{output:?}");
    let both = stdout(&output) + &std::fs::read_to_string(csv).unwrap();
    assert!(!both.contains("NaN") && both.contains("+- -"), "{both}");
}

/// Whoever closes a pipe has seen enough; a full disk is said in words.
#[cfg(unix)]
#[test]
fn closed_pipes_and_full_disks_are_no_panic() {
    for arguments in [&["keys"][..], &["run", "lab=toy"], &["figure3", "--tasks", "1", "--quiet"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_talscope"));
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        if let Ok(full) = std::fs::File::options().write(true).open("/dev/full") {
            let csv = scratch("full.csv");
            let mut command = Command::new(env!("CARGO_BIN_EXE_talscope"));
            command.args(arguments).stdout(full);
            if arguments[0] == "run" {
                command.arg("--csv").arg(&csv);
            }
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
            let words = String::from_utf8(output.stderr).unwrap();
            assert!(words.contains("standard output cannot be written"), "{words}");
            assert!(!csv.exists(), "all is written, or nothing");
        }
    }
}

#[test]
fn all_files_are_written_or_none() {
    let csv = scratch("neither.csv");
    let output = talscope(&[
        "run",
        "lab=toy",
        "--csv",
        csv.to_str().unwrap(),
        "--svg",
        "no/such/folder/figure.svg",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!csv.exists() && output.stdout.is_empty(), "{output:?}");
    let left = std::fs::read_dir(csv.parent().unwrap()).unwrap();
    let staged = left
        .filter(|file| file.as_ref().unwrap().file_name().to_string_lossy().contains("neither"));
    assert_eq!(staged.count(), 0, "nothing is left behind");
}

#[test]
fn a_saved_figure_keeps_theme_and_step_and_minus_signs_are_plain() {
    let svg = scratch("dark.svg");
    let link = "lab=toy&theme=dark&step=2";
    let output = talscope(&["run", link, "--svg", svg.to_str().unwrap()]);
    let text = stdout(&output);
    assert!(text.contains("log likelihood -") && !text.contains('−'), "{text}");
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("after 2 of 4 picks") && svg.contains("#15171C"), "{}", &svg[..300]);
}

#[test]
fn a_new_lesson_is_sound_and_is_never_written_over_another() {
    let file = scratch("new-lesson.md");
    let _ = std::fs::remove_file(&file);
    let path = file.to_str().unwrap();
    assert!(talscope(&["lesson", "new", path]).status.success());
    let printed = stdout(&talscope(&["lesson", "new"]));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), printed);
    let again = talscope(&["lesson", "new", path]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("is there already"));
    let checked = stdout(&talscope(&["lesson", "check", path]));
    assert!(checked.contains("met by the solution"), "{checked}");
}

#[test]
fn a_wrong_lesson_exits_with_2_and_names_the_lines() {
    let file = scratch("wrong-lesson.md");
    let check = |contents: &str| {
        std::fs::write(&file, contents).unwrap();
        let output = talscope(&["lesson", "check", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{contents}");
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    };
    let words = check("# T\n\n## S\n\n```step s\nfigure: lab=none\ngoal: rmse <\n```\n\n<b>\n");
    for line in ["wrong-lesson.md, line 6: lab must be", "line 7: the expression", "line 10: HTML"]
    {
        assert!(words.contains(line), "{line}: {words}");
    }
    let words = check(
        "# T\n\n## S\n\n```step s\nfigure: lab=toy\ngoal: q > 3\nsolution: q=5\n```\n\n### Try\n\nx\n",
    );
    assert!(words.contains("line 7: the goal is met before anything is done: q > 3"), "{words}");
    let gone = talscope(&["lesson", "check", "no/such/lesson.md"]);
    assert_eq!(gone.status.code(), Some(2));
}

#[test]
fn the_numbers_that_goals_speak_of_are_listed() {
    let listed = stdout(&talscope(&["lesson", "numbers", "#lesson=x/y&lab=toy&step=1"]));
    assert!(listed.lines().any(|line| line.starts_with("batch-mig.information ")), "{listed}");
    assert!(listed.starts_with("step "), "{listed}");
}
