//! The command line as people use it.

use std::path::PathBuf;
use std::process::{Command, Output};

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
    let output = talscope(&["run", "https://example.org/#preset=gap&repetitions=1000"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("v=1&lab=marginal&preset=gap&repetitions=1000\n"), "{text}");
    assert!(text.contains("RMSE"), "{text}");
    let fingerprint = text.trim_end().rsplit(' ').next().unwrap();
    assert!(fingerprint.len() == 16 && u64::from_str_radix(fingerprint, 16).is_ok(), "{text}");
    assert_eq!(stdout(&talscope(&["run", "repetitions=1000"])), text, "the same link, again");
}

#[test]
fn run_writes_the_files_it_is_asked_for() {
    let files = ["run.csv", "run.json", "run.svg"].map(scratch);
    let [csv, json, svg] = files.each_ref().map(|file| file.to_str().unwrap());
    let output = talscope(&["run", "repetitions=100", "--csv", csv, "--json", json, "--svg", svg]);
    assert!(output.status.success(), "{output:?}");
    let [csv, json, svg] = files.map(|file| std::fs::read_to_string(file).unwrap());
    assert!(
        csv.contains("# posterior\nx,truth,mean,sd\n-6,") && csv.starts_with("# talscope v=1&"),
        "{}",
        &csv[..200]
    );
    let tables: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(tables[1]["columns"][0]["values"][0], -2.7);
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
    let output = talscope(&["run", "repetitions=100", "--csv", "no/such/folder/run.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no/such/folder/run.csv"));
}

#[test]
fn keys_lists_every_key_of_a_link() {
    let text = stdout(&talscope(&["keys"]));
    for key in &talscope::scenario::KEYS {
        assert!(text.contains(key.name) && text.contains(key.help), "{}", key.name);
    }
}

#[test]
fn figure3_prints_a_table_for_each_measure() {
    let small = ["figure3", "--d", "1", "--tasks", "3", "--iterations", "1", "--batch", "2"];
    let output = talscope(&small);
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    assert!(text.starts_with("benchmark, d = 1, batches of 2, 3 tasks, seed 1"), "{text}");
    for words in ["expected log likelihood", "RMSE", "batch-mig", "random", "after 1"] {
        assert!(text.contains(words), "{text}");
    }
    assert_eq!(stdout(&talscope(&small)), text, "the same tasks, again");
    for wrong in [["--setting", "papper"], ["--d", "0"], ["--tasks", "0"], ["--batch", "501"]] {
        let output = talscope(&[&["figure3"][..], &wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}
