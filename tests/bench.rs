//! Models on tables: resumed, shared and recomputed from what was kept, they come to the same numbers; and no table
//! that cannot be used gets past the beginning.
//!
//! Where `support/uci.rs` finds the paper's sets, these are read too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use talscope::exchange::npz::Npz;
use talscope::exchange::{read_split, read_table};
use talscope::numeric::Matrix;
use talscope::numeric::math;
use talscope::table::{Choice, NATIVE, Reading};

#[path = "support/uci.rs"]
mod uci;

const MODELS: &str = "gp-rbf,ensemble(members=4,units=8,epochs=40),dropout(units=8,epochs=40,draws=100),\
                      hmc(units=4,chains=2,burn_in=60,draws=10,thin=2)";

fn springs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tables/springs.csv")
}

/// An empty folder of its own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn bench(file: &Path, arguments: &[&str], out: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_talscope"));
    command.arg("bench").arg(file).args(arguments).arg("--quiet").arg("--out").arg(out);
    command.output().unwrap()
}

fn small(arguments: &[&str], out: &Path) {
    let arguments = [&["--models", MODELS, "--seeds", "2"], arguments].concat();
    let output = bench(&springs(), &arguments, out);
    assert!(output.status.success(), "{output:?}");
}

fn tables(folder: &Path) -> String {
    fs::read_to_string(folder.join("tables.json")).unwrap()
}

fn array(file: &Path, name: &str) -> Vec<f64> {
    let bytes = fs::read(file).unwrap();
    Npz::open(&bytes).unwrap().array(name, 1 << 20).unwrap().numbers
}

#[test]
fn shares_and_runs_begun_again_come_to_the_same_bytes() {
    let whole = scratch("whole");
    small(&["--keep-predictions"], &whole);
    let expected = tables(&whole);
    // What is known is not computed again: without its units the same folder would have to.
    let before = fs::read_dir(&whole).unwrap().count();
    fs::remove_file(whole.join("tables.json")).unwrap();
    small(&[], &whole);
    assert_eq!((tables(&whole), fs::read_dir(&whole).unwrap().count()), (expected.clone(), before));
    let shares = [1, 2].map(|share| scratch(&format!("share-{share}")));
    for (index, share) in shares.iter().enumerate().rev() {
        small(&["--shard", &format!("{}/2", index + 1)], share);
        assert!(!share.join("tables.json").exists());
    }
    let joined = scratch("joined");
    let from = shares.each_ref().map(|share| share.to_str().unwrap());
    small(&["--from", from[0], "--from", from[1]], &joined);
    assert_eq!(tables(&joined), expected);
    let own = fs::read_dir(&joined).unwrap().flatten();
    assert!(
        own.into_iter().all(|entry| entry.file_name().len() > 2),
        "nothing was left to compute"
    );
    // Splits that were written can be given back.
    let given = scratch("given");
    small(&["--splits", whole.join("splits").to_str().unwrap()], &given);
    assert_eq!(tables(&given), expected);
    kept_predictions_give_every_number(&whole, &serde_json::from_str(&expected).unwrap());
    the_example_in_python_gives_them_too(&whole);
}

/// The example's numbers are those of the tables, where there is a Python with numpy.
fn the_example_in_python_gives_them_too(folder: &Path) {
    let Some(python) = std::env::var("PYTHON").ok().filter(|python| !python.is_empty()) else {
        println!("not run: examples/python/xll.py, because PYTHON names no Python with numpy");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/python/xll.py");
    let done = Command::new(python).arg(script).arg(folder).output().unwrap();
    let words = String::from_utf8(done.stdout).unwrap();
    let off =
        words.strip_prefix("32 values of XLL, at most ").and_then(|rest| rest.split(' ').next());
    assert!(off.is_some_and(|off| off.parse::<f64>().unwrap() < 1e-9), "{words}{:?}", done.stderr);
}

/// XLL (the paper's Algorithm 2) and ranks from the files alone, by lines that share nothing with the engine's.
fn kept_predictions_give_every_number(folder: &Path, tables: &Value) {
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_string();
    let file = |row: &Value, key: &str| {
        let (set, model) = (text(row, "set"), text(row, key));
        folder.join(format!("predictions/{set}-{}-{model}.npz", row["seed"]))
    };
    let rows = tables["xll"].as_array().unwrap();
    assert_eq!((rows.len(), tables["xllr"].as_array().unwrap().len()), (2 * 16, 2 * 4));
    for row in rows {
        let [reference, model] = ["reference", "model"].map(|key| file(row, key));
        let xll = xll(&reference, &model);
        assert!((xll - row["xll"].as_f64().unwrap()).abs() < 1e-9, "{row}: {xll}");
    }
    for row in tables["xllr"].as_array().unwrap() {
        let same = |other: &&Value| other["model"] == row["model"] && other["seed"] == row["seed"];
        let ranks: Vec<f64> =
            rows.iter().filter(same).map(|other| other["rank"].as_f64().unwrap()).collect();
        let mean = ranks.iter().sum::<f64>() / ranks.len() as f64;
        assert!((mean - row["xllr"].as_f64().unwrap()).abs() < 1e-12, "{row}");
    }
    let split = read_split(&fs::read(folder.join("splits/springs-1.json")).unwrap()).unwrap();
    let kept = folder.join("predictions/springs-1-gp-rbf.npz");
    for (name, part) in [
        ("train", &split.train),
        ("pool", &split.pool),
        ("test", &split.test),
        ("validation", &split.validation),
    ] {
        assert_eq!(array(&kept, name), part.iter().map(|row| *row as f64).collect::<Vec<_>>());
    }
    let bytes = fs::read(springs()).unwrap();
    let table = read_table(&bytes, &Reading::default(), &Choice::default(), NATIVE).unwrap();
    let (y, mean, sd) = (array(&kept, "y"), array(&kept, "y_mean")[0], array(&kept, "y_sd")[0]);
    for (row, y) in split.test.iter().zip(y) {
        assert!((y * sd + mean - table.y[*row]).abs() < 1e-9);
    }
}

fn xll(reference: &Path, model: &Path) -> f64 {
    let noisy = |file: &Path| {
        let (mean, noise) = (array(file, "mean"), array(file, "noise_variance"));
        let mut covariance = Matrix::from_vec(mean.len(), mean.len(), array(file, "covariance"));
        (0..mean.len()).for_each(|i| covariance[(i, i)] += noise[i]);
        (mean, covariance)
    };
    let ((mean, own), (_, other)) = (noisy(reference), noisy(model));
    let correlation = |of: &Matrix, i: usize, j: usize| {
        if i == j { 1.0 } else { (of[(i, j)] / (of[(i, i)] * of[(j, j)]).sqrt()).clamp(-1.0, 1.0) }
    };
    // Rows that repeat others have the same correlations: what differs by rounding alone is decided by place.
    let on_grid = |correlation: f64| (correlation.abs() * 4_294_967_296.0).round();
    let (y, sd) = (array(reference, "y"), array(reference, "y_sd")[0]);
    let batch = |target: usize| {
        let mut others: Vec<usize> = (0..y.len()).filter(|i| *i != target).collect();
        others.sort_by(|a, b| {
            let [a, b] = [a, b].map(|i| on_grid(correlation(&own, target, *i)));
            b.total_cmp(&a)
        });
        let batch = [&[target][..], &others[..4]].concat();
        let scale = |i: usize| own[(batch[i], batch[i])].sqrt();
        let mixed = Matrix::from_fn(5, 5, |i, j| {
            correlation(&other, batch[i], batch[j]) * scale(i) * scale(j)
        });
        let residual = Matrix::from_fn(5, 1, |i, _| y[batch[i]] - mean[batch[i]]);
        // Gauss and Jordan, without any factor.
        let inverse = mixed.clone().try_inverse().unwrap();
        let square = (residual.transpose() * inverse * &residual)[(0, 0)];
        let log_2_pi = math::ln(2.0 * std::f64::consts::PI);
        -0.5 * (math::ln(mixed.determinant()) + square + 5.0 * log_2_pi) / 5.0
    };
    (0..y.len()).map(batch).sum::<f64>() / y.len() as f64 - math::ln(sd)
}

/// What is there of a run makes tables, in all forms; what is not is said.
#[test]
fn what_is_known_so_far_makes_tables_and_nothing_is_computed() {
    let folder = scratch("known");
    let models = ["--models", "gp-rbf,ensemble(members=3,units=5,epochs=20)"];
    let done = bench(&springs(), &[&models[..], &["--seeds", "1"]].concat(), &folder);
    assert!(done.status.success(), "{done:?}");
    let units = || fs::read_dir(&folder).unwrap().count();
    let before = units();
    let nothing = scratch("known-nothing");
    let none = bench(&springs(), &[&models[..], &["--seeds", "1", "--known"]].concat(), &nothing);
    assert_eq!(none.status.code(), Some(75), "{none:?}");
    let empty = fs::read_to_string(nothing.join("table1-xllr.csv")).unwrap();
    assert_eq!(empty.lines().count(), 1, "a set of which nothing is known has no row: {empty}");
    let more = bench(&springs(), &[&models[..], &["--seeds", "3", "--known"]].concat(), &folder);
    let words = String::from_utf8_lossy(&more.stderr).into_owned();
    assert!(more.status.code() == Some(75) && words.contains("2 results are missing"), "{words}");
    assert_eq!(units(), before);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("table1-xllr.csv").contains("springs,gp-rbf,1,"));
    for name in ["table1-xllr.svg", "table5-xll.svg", "table5-xll.tex"] {
        assert!(read(name).contains("springs"), "{name}");
    }
    let report: Value = serde_json::from_str(&read("report.json")).unwrap();
    // The claims are about the paper's own sets.
    assert_eq!(
        (&report["claims"][0]["verdict"], &report["claims"][0]["id"]),
        (&Value::Null, &"xllr-data".into())
    );
    let command = "talscope bench springs.csv --models \"gp-rbf,ensemble(members=3,units=5,epochs=20)\" --seeds 3 --seed 1";
    assert_eq!(report["command"], command);
    let text = read("report.md");
    assert!(
        text.contains(
            "| springs | deep ensemble (members=3,units=5,epochs=20) | 1 | 20 | 20 | after all epochs |"
        ),
        "{text}"
    );
    let clash = bench(&springs(), &["--known", "--shard", "1/2"], &folder);
    assert_eq!(clash.status.code(), Some(64), "{clash:?}");
}

/// Models ask, others predict, and who asked best is ranked.
#[test]
fn asking_over_rounds_leaves_curves_and_ranks() {
    let folder = scratch("rounds");
    let models = "gp-rbf,ensemble(members=3,units=5,epochs=20),dropout(units=5,epochs=20,draws=50)";
    let rest = ["--seeds", "1", "--rounds", "2", "--predict", "nkn(steps=4),gp-rbf"];
    let output = bench(&springs(), &[&["--models", models], &rest[..]].concat(), &folder);
    assert!(output.status.success(), "{output:?}");
    let curves = fs::read_to_string(folder.join("curves.csv")).unwrap();
    // Four rules and three models, before the first batch and after each of two.
    assert_eq!(curves.lines().count(), 1 + 7 * 3, "{curves}");
    let starts: Vec<&str> = curves.lines().filter(|line| line.contains(",0,1,")).collect();
    let value = |line: &&str| line.rsplit(',').nth(3).unwrap().to_string();
    assert!(
        starts.len() == 7 && starts.iter().all(|line| value(line) == value(&starts[0])),
        "{curves}"
    );
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(
        report.contains("| RMSE, nkn(steps=4) |") && report.contains("| log likelihood, gp-rbf |")
    );
    let table =
        |ending: &str| fs::read_to_string(folder.join(format!("table4-ranks.{ending}"))).unwrap();
    assert!(table("csv").contains("\"RMSE, nkn(steps=4)\",gp-rbf,1,"), "{}", table("csv"));
    assert!(
        table("tex").contains("log likelihood, gp-rbf &") && table("svg").contains("RMSE, nkn")
    );
    assert!(report.contains("| in the paper, mean over its sets | 10 |"), "{report}");
    let drawing = fs::read_to_string(folder.join("curves-springs.svg")).unwrap();
    assert!(drawing.contains("springs: rules choose, NKN (steps=4) predicts"), "{drawing}");
    let (file, out) = (springs(), folder.join("many"));
    let output = bench(&file, &["--rounds", "99"], &out);
    assert_eq!(output.status.code(), Some(64), "{output:?}");
}

#[test]
fn tables_that_cannot_be_used_are_refused_before_any_work() {
    let folder = scratch("refused");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, contents: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, contents).unwrap();
        file
    };
    let mut ragged = fs::read_to_string(springs()).unwrap();
    ragged.insert_str(ragged.find("1.491").unwrap(), "7,");
    let splits = folder.clone();
    write(
        "springs-1.json",
        br#"{"train": [0, 1], "pool": [2, 3], "test": [0, 5], "validation": [2]}"#,
    );
    write("springs-2.json", br#"{"train": [0, 1], "pool": [2, 3], "test": [4, 5]}"#);
    let huge = folder.join("huge.csv");
    fs::File::create(&huge).unwrap().set_len(2 << 30).unwrap();
    let good = springs();
    for (file, arguments, said) in [
        (
            write("ragged.csv", ragged.as_bytes()),
            &[][..],
            "row 2 (line 3 of the file) goes on after column 5",
        ),
        (write("few.csv", b"a,b\n1,2\n"), &[], "it has 1 row, and at least 20"),
        (write("book.xlsx", b"PK\x03\x04"), &[], "book.xlsx"),
        (huge, &[], "it has 2147483648 bytes, and at most 67108864 are allowed"),
        (folder.join("nowhere.csv"), &[], "nowhere.csv cannot be read"),
        (
            write("nearly.csv", nearly_constant().as_bytes()),
            &["--seeds", "3"],
            "nearly with seed 1: what is observed must be not the same in all rows of the training set, got 3e-7",
        ),
        (
            write("large.csv", with_targets(|n| format!("{}e300", n + 1)).as_bytes()),
            &[],
            "must be in a unit in which its squares are neither too large nor too small for numbers, got",
        ),
        (
            good.clone(),
            &["--splits", splits.to_str().unwrap(), "--seeds", "1"],
            "springs-1.json: row 0 is in train and again in test",
        ),
        (
            good.clone(),
            &["--splits", splits.to_str().unwrap(), "--seed", "2", "--seeds", "1"],
            "springs-2.json: the list validation of a split is missing: rows of the pool on which epochs",
        ),
        (
            good.clone(),
            &["--target", "weight"],
            "the table has no column \"weight\"; it has mass, stiffness",
        ),
        (
            good.clone(),
            &["--models", "oracle"],
            "oracle needs a known prior or noise, which a table does not give",
        ),
        (good.clone(), &["--models", "hmc,hmc"], "hmc is named twice"),
        (good.clone(), &["--shard", "3/2"], "a share must be written I/N"),
        (good, &["--splits", "no-such-folder"], "springs-1.json cannot be read"),
    ] {
        let out = folder.join("out");
        let output = bench(&file, arguments, &out);
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(words.contains(said), "{}: {words}", file.display());
        assert_eq!(output.status.code(), Some(64), "{words}");
        assert!(!out.exists(), "{words}");
    }
}

/// Thirty rows with one input.
fn with_targets(y: impl Fn(usize) -> String) -> String {
    (0..30).map(|n| format!("{n},{}\n", y(n))).collect()
}

/// All values that are trained on by the first seed are the same.
fn nearly_constant() -> String {
    let train = talscope::task::table::Split::draw(30, 1).train;
    with_targets(|n| if train.contains(&n) { "0.0000003".into() } else { n.to_string() })
}

/// A row that no net can predict is tested by one seed and not by the other, which has its tables nevertheless.
#[test]
fn seeds_that_are_whole_have_tables_though_others_fail() {
    let split = |seed| talscope::task::table::Split::draw(30, seed);
    let far = *split(1).test.iter().find(|row| !split(2).test.contains(row)).unwrap();
    let row =
        |n: usize| format!("{},{}\n", if n == far { "1e200".into() } else { n.to_string() }, n % 7);
    let folder = scratch("half");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("far.csv");
    fs::write(&file, (0..30).map(row).collect::<String>()).unwrap();
    let models = "ensemble(members=3,units=5,epochs=5),gp-rbf";
    let rest = ["--models", models, "--seeds", "2", "--read", "comma,decimal-point"];
    let output = bench(&file, &rest, &folder);
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(70), "{words}");
    assert!(words.contains("of far with seed 1: "), "{words}");
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains("30 rows, 1 input; seed 2."), "{report}");
    assert!(report.contains(" --read comma,decimal-point\n"), "{report}");
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_refused() {
    let output = bench(Path::new("/dev/zero"), &[], &scratch("endless"));
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        words.contains("it begins with a zero byte") && output.status.code() == Some(64),
        "{words}"
    );
}

/// The paper's sets as their folder's own note describes them.
#[test]
fn the_papers_sets_are_what_they_are() {
    let Some(folder) = uci::folder() else { return };
    for (name, shape, mean, sd, repeated) in [
        ("boston", (506, 13), 22.532806, 9.197104, 0),
        ("concrete", (1030, 8), 35.817961, 16.705742, 25),
        ("energy", (768, 8), 22.307201, 10.090196, 0),
        ("wine_red", (1599, 11), 5.636023, 0.807569, 240),
        ("yacht", (308, 6), 10.495357, 15.160490, 0),
        ("kin8nm", (8192, 8), 0.714283, 0.263607, 0),
        ("naval", (11934, 16), 0.975, 0.014720, 0),
        ("power", (9568, 4), 454.365009, 17.066995, 41),
    ] {
        let bytes = fs::read(folder.join(format!("{name}.csv"))).unwrap();
        let found = read_table(&bytes, &Reading::default(), &Choice::default(), NATIVE).unwrap();
        assert_eq!((found.y.len(), found.inputs.len()), shape, "{name}");
        let n = shape.0 as f64;
        let own_mean = found.y.iter().sum::<f64>() / n;
        let squares = found.y.iter().map(|y| (y - own_mean) * (y - own_mean)).sum::<f64>();
        let own_sd = (squares / (n - 1.0)).sqrt();
        assert!((own_mean - mean).abs() < 1e-6 && (own_sd - sd).abs() < 1e-6, "{name}");
        assert_eq!(found.repeated(), repeated, "{name}");
        let paper = talscope::evidence::data::paper::PaperSet::find(name, shape);
        assert!(paper.is_some(), "{name}");
        let constant = found.notes.iter().any(|note| note.starts_with("the same in every row"));
        assert_eq!(constant, name == "naval", "{name}: {:?}", found.notes);
    }
}
