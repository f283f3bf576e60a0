//! Long runs: killed, shared, spoiled, and begun again, they come to the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A small run with trained models: about a hundred units.
const SMALL: [&str; 8] =
    ["reproduce", "models-synthetic", "--quick", "--d", "1", "--tasks", "2", "--quiet"];

fn talscope(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talscope"));
    command.args(arguments).arg("--out").arg(out);
    command
}

fn run(arguments: &[&str], out: &Path) -> Output {
    talscope(arguments, out).output().unwrap()
}

/// An empty folder of its own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reproduce").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn results(folder: &Path) -> String {
    fs::read_to_string(folder.join("results.jsonl")).unwrap()
}

/// The files of units in a folder, by name.
fn units(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for letters in fs::read_dir(folder).into_iter().flatten().flatten() {
        if letters.file_name().len() == 2 {
            let inside = fs::read_dir(letters.path()).unwrap().flatten();
            let whole = inside.filter(|file| !file.file_name().to_string_lossy().starts_with('.'));
            files.extend(whole.map(|file| file.path()));
        }
    }
    files.sort();
    files
}

fn names(folder: &Path) -> BTreeSet<String> {
    let name = |file: PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    units(folder).into_iter().map(name).collect()
}

/// What an unbroken run gives, computed once for each test that compares with it.
fn unbroken(name: &str) -> (PathBuf, String) {
    let folder = scratch(name);
    let output = run(&SMALL, &folder);
    assert!(output.status.success(), "{output:?}");
    let found = results(&folder);
    (folder, found)
}

/// Shares of a time that follow no pattern of the work.
fn moments() -> impl Iterator<Item = f64> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    })
}

/// Kills it after a while; true if it was done before.
fn is_done_before(mut child: Child, moment: Duration) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < moment {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{status}");
            return true;
        }
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap().success()
}

/// Moments are shares of what is left of the time that an unbroken run took, so that they are spread over all of the
/// work on quick and on busy machines. Whoever is done sooner than that begins anew, and is killed sooner.
#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_bytes() {
    let begun = Instant::now();
    let (whole, expected) = unbroken("whole");
    let mut time = begun.elapsed();
    let (folder, all) = (scratch("killed"), units(&whole).len());
    let (mut kept, mut unfinished, mut grown) = (0, 0, 0);
    for moment in moments().take(200) {
        // The beginning takes its time, too.
        let left = 0.1 + (all - kept) as f64 / all as f64;
        let begun = Instant::now();
        let child = talscope(&SMALL, &folder).spawn().unwrap();
        if is_done_before(child, time.mul_f64(moment * left)) {
            assert_eq!(results(&folder), expected);
            time = time.min(begun.elapsed().div_f64(left));
            fs::remove_dir_all(&folder).unwrap();
            kept = 0;
            continue;
        }
        let now = units(&folder).len();
        assert!(now >= kept, "what was finished is kept");
        unfinished += usize::from(now < all);
        grown += usize::from(now > kept);
        kept = now;
        if unfinished >= 20 && grown >= 10 {
            break;
        }
    }
    let words =
        format!("{unfinished} kills met unfinished work, {grown} after more of it was done");
    assert!(unfinished >= 20 && grown >= 10, "{words}");
    assert!(run(&SMALL, &folder).status.success());
    assert_eq!(results(&folder), expected);
}

/// What a report consists of: all files of a folder that are no units, but for what a kill left half written.
fn reported(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let name = |file: &Path| file.file_name().unwrap().to_string_lossy().into_owned();
    let whole = files.filter(|file| file.is_file() && !name(file).starts_with('.'));
    whole.map(|file| (name(&file), fs::read(&file).unwrap())).collect()
}

#[test]
fn a_merge_that_is_killed_leaves_whole_files_and_is_done_again() {
    let (folder, _) = unbroken("to-merge");
    let expected = reported(&folder);
    let out = scratch("merge-killed");
    let merge = ["merge", folder.to_str().unwrap()];
    let begun = Instant::now();
    assert!(run(&merge, &out).status.success());
    let (mut time, mut unfinished) = (begun.elapsed(), 0);
    assert_eq!(reported(&out), expected);
    for moment in moments().take(100) {
        let _ = fs::remove_dir_all(&out);
        let begun = Instant::now();
        if is_done_before(talscope(&merge, &out).spawn().unwrap(), time.mul_f64(moment)) {
            time = time.min(begun.elapsed());
        }
        let made = reported(&out);
        unfinished += usize::from(made.len() < expected.len());
        assert!(made.iter().all(|(name, bytes)| expected[name] == *bytes), "a file is not whole");
        if unfinished >= 5 {
            break;
        }
    }
    assert!(unfinished >= 5, "{unfinished} kills met a merge under way");
    assert!(run(&merge, &out).status.success());
    assert_eq!(reported(&out), expected);
}

#[cfg(unix)]
#[test]
fn signals_end_it_as_unfinished() {
    for signal in ["INT", "TERM"] {
        let folder = scratch(signal);
        let mut child = talscope(&SMALL[..7], &folder).stderr(Stdio::piped()).spawn().unwrap();
        // It hears signals before it keeps anything.
        while units(&folder).is_empty() && child.try_wait().unwrap().is_none() {
            sleep(Duration::from_millis(1));
        }
        let mut send = Command::new("kill");
        send.arg(format!("-{signal}")).arg(child.id().to_string()).status().unwrap();
        let output = child.wait_with_output().unwrap();
        // It may have been done before the signal came.
        if output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(75), "{output:?}");
            assert!(String::from_utf8_lossy(&output.stderr).contains("start again"), "{output:?}");
        }
    }
}

#[test]
fn shares_in_any_order_and_number_come_to_the_same_bytes() {
    let (_, expected) = unbroken("undivided");
    for of in [2, 5] {
        let folders: Vec<PathBuf> =
            (1..=of).map(|index| scratch(&format!("share-{index}-of-{of}"))).collect();
        for index in (1..=of).rev() {
            let share = format!("{index}/{of}");
            let arguments = [&SMALL[..], &["--shard", &share]].concat();
            let output = run(&arguments, &folders[index - 1]);
            assert!(output.status.success(), "{output:?}");
            assert!(!folders[index - 1].join("results.jsonl").exists());
        }
        let out = scratch(&format!("merged-{of}"));
        let places: Vec<&str> = folders.iter().map(|folder| folder.to_str().unwrap()).collect();
        let some = run(&[&["merge"][..], &places[1..]].concat(), &out);
        assert_eq!(some.status.code(), Some(75), "a share is missing: {some:?}");
        let all = run(&[&["merge"][..], &places].concat(), &out);
        assert!(all.status.success(), "{all:?}");
        assert_eq!(results(&out), expected, "{of} shares");
        let report = fs::read_to_string(out.join("report.md")).unwrap();
        let name = "models-synthetic-d1-quick-tasks2";
        assert!(report.contains("A quick run") && report.contains(&format!("{name}.svg")));
        for ending in ["svg", "csv"] {
            let file = fs::read_to_string(out.join(format!("{name}.{ending}"))).unwrap();
            assert!(file.contains("A quick run that decides nothing: "), "{ending}");
        }
    }
    assert!(expected.lines().all(|line| line.contains("\"quick\":true")));
}

#[test]
fn spoiled_units_are_named_and_computed_again() {
    let (folder, expected) = unbroken("spoiled");
    let heard = expected.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = line["unit"].as_str().unwrap().to_string();
        folder.join(&name[..2]).join(name)
    });
    // What only hangs on others is not read while they are there, so it is results that are spoiled.
    let heard: BTreeSet<PathBuf> = heard.collect();
    let mut files = heard.iter();
    let (cut, flipped) = (files.next().unwrap(), files.next_back().unwrap());
    let before = [cut, flipped].map(|file| fs::read(file).unwrap());
    let whole = fs::read(cut).unwrap();
    fs::write(cut, &whole[..whole.len() - 3]).unwrap();
    let mut bytes = fs::read(flipped).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(flipped, bytes).unwrap();
    fs::remove_file(folder.join("results.jsonl")).unwrap();
    let output = run(&SMALL, &folder);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(results(&folder), expected);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let named = |file: &Path| words.matches(&*file.file_name().unwrap().to_string_lossy()).count();
    assert_eq!((named(cut), named(flipped)), (1, 1), "{words}");
    assert_eq!([cut, flipped].map(|file| fs::read(file).unwrap()), before);
}

#[test]
fn two_runners_on_one_folder_are_harmless() {
    let (_, expected) = unbroken("single");
    let folder = scratch("shared");
    let start = || talscope(&SMALL, &folder).stderr(Stdio::piped()).spawn().unwrap();
    for child in [start(), start()] {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(results(&folder), expected);
}

/// A unit's name says what is in it, so that another run's folder can be used: only what is new is computed.
#[test]
fn another_folder_lends_what_it_knows() {
    let (lender, _) = unbroken("lender");
    let folder = scratch("borrower");
    let arguments = [
        &SMALL[..],
        &["--model", "dropout(epochs=7,draws=20)", "--from", lender.to_str().unwrap()],
    ];
    let output = run(&arguments.concat(), &folder);
    assert!(output.status.success(), "{output:?}");
    let (old, new) = (names(&lender), names(&folder));
    assert!(old.is_disjoint(&new), "nothing is computed twice");
    // Two tasks: training once, and for each of two rules a batch and a line.
    assert_eq!(new.len(), 2 * (1 + 2 * 2), "{new:?}");
    let lines = results(&folder);
    assert_eq!(lines.lines().filter(|line| line.contains("epochs=7")).count(), 4);
    assert_eq!(lines.lines().count(), 2 * 2 * 10);
}

/// Likewise where models come as a set: it is added to them, and alone is trained.
#[test]
fn a_model_is_added_to_a_set() {
    let set = ["reproduce", "xll-agrees", "--quick", "--d", "1", "--tasks", "1", "--quiet"];
    let (lender, folder) = (scratch("set"), scratch("set-and-one"));
    let output = run(&set, &lender);
    assert!(output.status.success(), "{output:?}");
    let more = ["--model", "dropout(epochs=7,draws=20)", "--from", lender.to_str().unwrap()];
    let output = run(&[&set[..], &more].concat(), &folder);
    assert!(output.status.success(), "{output:?}");
    let (old, new) = (names(&lender), names(&folder));
    assert!(old.is_disjoint(&new) && new.len() == 2, "its training, and the task: {new:?}");
    let judged = |folder: &Path| {
        let lines = results(folder);
        let mut lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        let line = lines.find(|line: &serde_json::Value| line["work"] == "agreement").unwrap();
        line["xll"].as_array().unwrap().len()
    };
    assert_eq!((judged(&lender), judged(&folder)), (25, 26));
}

/// Runs of several sizes in one folder are told apart, and a verdict rests on one of them.
#[test]
fn sizes_are_not_mixed() {
    let folder = scratch("sizes");
    let sizes: [&[&str]; 4] =
        [&["--tasks", "2"], &["--tasks", "3"], &["--tasks", "3", "--seed", "2"], &["--quick"]];
    for size in sizes {
        let arguments = [&["reproduce", "rules", "--d", "1", "--quiet"], size].concat();
        let output = run(&arguments, &folder);
        assert!(output.status.success(), "{output:?}");
    }
    let out = scratch("sizes-merged");
    let output = run(&["merge", folder.to_str().unwrap()], &out);
    assert!(output.status.success(), "{output:?}");
    let files = reported(&out);
    for suffix in ["-tasks2", "-tasks3", "-tasks3-seed2", "-quick"] {
        for ending in ["svg", "csv"] {
            assert!(files.contains_key(&format!("rules-d1{suffix}.{ending}")), "{suffix}");
        }
    }
    let report: serde_json::Value = serde_json::from_slice(&files["report.json"]).unwrap();
    let rules = &report["claims"][0];
    assert_eq!((&rules["size"], &rules["quick"]), (&"3 tasks".into(), &false.into()));
    let findings = rules["findings"].as_array().unwrap();
    assert!(findings.len() == 10 && findings.iter().all(|finding| finding["count"] == 3));
    let others: Vec<&str> =
        rules["others"].as_array().unwrap().iter().map(|it| it["size"].as_str().unwrap()).collect();
    assert_eq!(others, ["3 tasks, seed 2", "2 tasks", "quick"]);
    let words = String::from_utf8(files["report.md"].clone()).unwrap();
    assert!(words.contains("The verdict above rests on one size alone"), "{words}");
    let quick = results(&out).lines().filter(|line| line.contains("\"quick\":true")).count();
    assert_eq!(quick, 4 * 4, "four rules on four tasks");
}

#[test]
fn folders_that_differ_are_refused_by_name() {
    let (one, _) = unbroken("one");
    let other = scratch("other");
    assert!(run(&SMALL, &other).status.success());
    // A part of the right form with other numbers: a whole unit of another name.
    let files = units(&other);
    let (a, b) = (&files[0], &files[1]);
    fs::copy(b, a).unwrap();
    let out = scratch("refused");
    let arguments = ["merge", one.to_str().unwrap(), other.to_str().unwrap()];
    let output = run(&arguments, &out);
    assert_eq!(output.status.code(), Some(65), "{output:?}");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let name = a.file_name().unwrap().to_string_lossy();
    assert_eq!(words.matches(&*name).count(), 2, "both are named: {words}");
}

#[test]
fn wrong_requests_and_wrong_folders_end_by_their_numbers() {
    let out = scratch("wrong");
    let code = |arguments: &[&str], out: &Path| run(arguments, out).status.code();
    assert_eq!(code(&["reproduce", "nothing"], &out), Some(64));
    assert_eq!(code(&["reproduce", "rules", "--shard", "3/2"], &out), Some(64));
    assert_eq!(code(&["reproduce", "rules", "--d", "0"], &out), Some(64));
    assert_eq!(code(&["reproduce", "rules", "--from", "/nowhere"], &out), Some(64));
    assert_eq!(code(&["merge", "/nowhere"], &out), Some(64));
    assert!(!out.exists(), "nothing was begun");
    // A file is in the way of the folder.
    fs::create_dir_all(&out).unwrap();
    let file = out.join("file");
    fs::write(&file, "").unwrap();
    let refused = run(&SMALL, &file);
    assert_eq!(refused.status.code(), Some(74), "{refused:?}");
    let words = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(words.contains("file") && words.lines().count() == 1, "{words}");
}

/// A disk that takes no more: what was written before stays, and a later run goes on from it.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error_that_loses_nothing() {
    let (_, expected) = unbroken("roomy");
    let folder = scratch("full");
    let program = env!("CARGO_BIN_EXE_talscope");
    // Files of more than 8 KB cannot be written; the signal that says so is ignored, as a full disk has none.
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {program:?} {} --out {:?}",
        SMALL.join(" "),
        folder.display().to_string()
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(74), "{output:?}");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("cannot be written") && words.contains("is kept"), "{words}");
    let kept = names(&folder);
    assert!(run(&SMALL, &folder).status.success());
    assert!(kept.is_subset(&names(&folder)));
    assert_eq!(results(&folder), expected);
}

#[test]
fn a_list_tells_what_is_left_and_computes_nothing() {
    let (folder, _) = unbroken("listed");
    let list = |arguments: &[&str]| {
        let output = run(&[arguments, &["--list"]].concat(), &folder);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let done = list(&SMALL);
    assert!(done.contains("36 of 36 results done, 0 units left"), "{done}");
    let before = names(&folder);
    let more = list(&[&SMALL[..5], &["--tasks", "3"]].concat());
    assert!(more.contains("36 of 54 results done"), "{more}");
    assert_eq!(names(&folder), before);
    let nothing = scratch("unlisted");
    assert!(run(&[&SMALL[..], &["--list"]].concat(), &nothing).status.success());
    assert!(!nothing.exists());
}
