//! The lessons that come with the page: what they say of their figures holds.

use std::fs;
use std::path::{Path, PathBuf};

use talscope::evidence::shelf;
use talscope::experiment::{Memory, Store};
use talscope::lab::{Opened, to_the_end};
use talscope::lesson::{CommitKind, Lesson, check, pack, unpack};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www")
}

fn source(name: &str) -> String {
    fs::read_to_string(folder().join(format!("lessons/{name}.md"))).unwrap()
}

fn read(name: &str) -> Lesson {
    Lesson::parse(&source(name)).unwrap_or_else(|mistakes| {
        let words: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{name}: {}", words.join("\n"))
    })
}

/// Every goal is unmet at first and met by its solution, every claim holds, every number is there.
fn prove(name: &str) {
    let lesson = read(name);
    // What lies beside the page is known under its units' names; what is of other versions is computed.
    let (store, file) = (Memory::default(), fs::read(folder().join("shelf/models.bin")).unwrap());
    for (unit, part) in shelf::unpack(&file).unwrap() {
        store.keep(&unit, &part).unwrap();
    }
    let proofs = check(&lesson, &mut |link| {
        Opened::complete_from(link.clone(), &[], &store, &mut to_the_end)
    });
    if let Err(mistakes) = proofs {
        let words: Vec<_> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{name}: {}", words.join("\n"));
    }
}

macro_rules! proved {
    ($($name:ident)+) => {
        $(#[test]
        fn $name() {
            prove(stringify!($name));
        })+

        const NAMES: &[&str] = &[$(stringify!($name)),+];
    };
}

proved! { bands together questions batches judging theorem models curves table }

/// The page's table of lessons, their files, and this list are the same.
#[test]
fn the_path_names_every_lesson_by_its_title() {
    let table = fs::read_to_string(folder().join("lesson/path.js")).unwrap();
    let mut at = 0;
    for name in NAMES {
        let row = format!(
            "{{ name: \"{name}\", title: \"{}\", file: () => ownFile(\"lessons/{name}.md\") }}",
            read(name).title
        );
        let found = table.find(&row).unwrap_or_else(|| panic!("no row {row}"));
        assert!(found > at, "{name} is out of its place");
        at = found;
    }
    assert_eq!(table.matches("ownFile(\"").count(), NAMES.len());
    let files = fs::read_dir(folder().join("lessons")).unwrap().count();
    assert_eq!(files, NAMES.len(), "files without a place on the path");
}

/// Every lab is explained by a step that there is, and that shows it.
#[test]
fn every_lab_is_explained_by_a_step_that_shows_it() {
    let table = fs::read_to_string(folder().join("lesson/path.js")).unwrap();
    for lab in talscope::scenario::FORMS.iter().map(|form| form.name) {
        let row = table.lines().find_map(|line| line.trim().strip_prefix(&format!("{lab}: [\"")));
        let row = row.unwrap_or_else(|| panic!("{lab} is explained nowhere"));
        let (lesson, rest) = row.split_once("\", \"").unwrap();
        let step = rest.split('"').next().unwrap();
        let lesson = read(lesson);
        let step = lesson.steps.iter().find(|other| other.id == step).expect("a step");
        assert_eq!(step.figure.scenario.lab.name, lab);
    }
}

/// What the lesson on batches says of Figure 3 is what the kept results say.
#[test]
fn rules_are_ahead_when_the_lesson_says_so() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results/synthetic/rules-d3.csv");
    let file = fs::read_to_string(file).unwrap();
    let rows = |table: &str| -> Vec<Vec<f64>> {
        let from = file.split(&format!("\n# {table}\n")).nth(1).unwrap();
        let rows = from.lines().skip(1).take_while(|line| !line.is_empty());
        rows.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
    };
    let [batch_mig, mig, tig, random] = [1, 3, 5, 7];
    for (table, first) in [("log likelihood", 2), ("expected log likelihood", 3)] {
        for row in &rows(table)[1..] {
            assert!(row[batch_mig] > row[mig].max(row[tig]), "{table}: {row:?}");
            assert_eq!(row[mig] > row[tig], row[0] >= f64::from(first), "{table}: {row:?}");
        }
    }
    let (text, found) = (source("batches"), rows("log likelihood"));
    for (batch, after) in [(1, "first batch"), (2, "second"), (10, "tenth")] {
        let line =
            text.lines().find(|line| line.starts_with(&format!("- after the {after} "))).unwrap();
        for column in [batch_mig, mig, tig, random] {
            let number = format!("{:.2}", found[batch][column]);
            assert!(line.contains(&number), "{number} after batch {batch}: {line}");
        }
    }
    let third = &rows("expected log likelihood")[3];
    assert!(text.contains(&format!("{:.2} against {:.2}", third[mig], third[tig])));
}

/// Five to ten minutes each: some steps, most of which ask before they tell.
#[test]
fn lessons_are_short_and_ask_first() {
    for name in NAMES {
        let lesson = read(name);
        let steps = lesson.steps.len();
        assert!((4..=8).contains(&steps), "{name} has {steps} steps");
        let asks = lesson.steps.iter().filter(|step| step.commit.is_some()).count();
        assert!(asks + 2 >= steps, "{name}: {asks} of {steps} ask first");
        // Without what only the machine reads.
        let whole = source(name);
        let texts = whole.split("```").step_by(2);
        let words: usize = texts.map(|text| text.split_whitespace().count()).sum();
        assert!(words < 1700, "{name} has {words} words");
        for step in &lesson.steps {
            let kind = step.commit.as_ref().map(|commit| &commit.kind);
            let Some(CommitKind::Choice(choices)) = kind else { continue };
            // Whoever always takes the same place should not always be right.
            assert!(choices.len() >= 3, "{name}, {}", step.id);
        }
        let packed = pack(&source(name)).unwrap();
        assert_eq!(unpack(&packed).unwrap(), source(name));
    }
}

/// The right answer is not the longest one, nor always in the same place; and every step says which parts of its lab
/// it needs.
#[test]
fn options_do_not_give_themselves_away() {
    let mut places = [0; 4];
    for name in NAMES {
        for step in &read(name).steps {
            assert!(!step.figure.view.show.is_empty(), "{name}, {}: no show:", step.id);
            let kind = step.commit.as_ref().map(|commit| &commit.kind);
            let Some(CommitKind::Choice(choices)) = kind else { continue };
            let length = |right: bool| {
                let of = choices.iter().filter(|choice| choice.right == right);
                of.map(|choice| choice.words.words().chars().count()).max().unwrap()
            };
            assert!(length(true) <= length(false), "{name}, {}: the longest is right", step.id);
            places[choices.iter().position(|choice| choice.right).unwrap()] += 1;
        }
    }
    let all: usize = places.iter().sum();
    assert!(places.iter().all(|count| 3 * count <= 2 * all), "{places:?}");
}

/// What the texts say of results is what was computed.
#[test]
fn numbers_in_texts_are_those_of_the_results() {
    let docs = |file: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
        fs::read_to_string(folder.join(file)).unwrap()
    };
    // XLLR stands second, behind the metacorrelation.
    let models = docs("models.md");
    let text = source("models").replace('\n', " ");
    for (name, said) in [
        ("HMC ", "HMC"),
        ("FBNN ", "FBNN"),
        ("GP-RBF ", "GP-RBF"),
        ("deep ensemble ", "deep ensemble"),
        ("NNG ", "NNG"),
        ("BBB ", "BBB"),
        ("dropout ", "dropout"),
    ] {
        let row = models.lines().find(|line| line.starts_with(name)).unwrap();
        let numbers: Vec<f64> =
            row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let said = format!("{said} {:.2}", numbers[2]);
        assert!(text.contains(&said), "{said} is not told");
    }
    // The mean log likelihoods of Figure 3, d = 3.
    let rules = docs("synthetic/rules-d3.csv");
    let mean = |batch: usize, column: usize| {
        let table = rules.split("batches,").nth(1).unwrap();
        let row = table.lines().find(|line| line.starts_with(&format!("{batch},"))).unwrap();
        row.split(',').nth(column).unwrap().parse::<f64>().unwrap()
    };
    let text = source("batches");
    for (batch, said) in [(1, "after the first batch"), (10, "after the tenth")] {
        let line = text.lines().find(|line| line.contains(said)).unwrap();
        for (name, column) in [("BatchMIG", 1), ("MIG", 3), ("TIG", 5), ("Random", 7)] {
            let said = format!("{:.2} for {name}", mean(batch, column));
            assert!(line.contains(&said), "{said}: {line}");
        }
    }
    assert!(mean(1, 5) > mean(1, 3) && (2..=10).all(|batch| mean(batch, 3) > mean(batch, 5)));
}

/// What a figure calls its numbers, goals can say; and no two are called alike.
#[test]
fn every_lab_tells_its_numbers_by_names_that_goals_understand() {
    for (link, some) in [
        ("lab=toy&step=2", &["step", "batch-mig.rmse", "random.information", "mig.spread"][..]),
        ("lab=marginal&repetitions=200", &["held", "level", "deviation", "this.held", "points"]),
        (
            "lab=correlation&tasks=2&target=0:1:3&b=2&candidate=oracle&candidate=detuned(2)\
             &candidate=independent&candidate=relu(50)",
            &[
                "oracle.xllr",
                "lengthscale-2.xll.oracle",
                "oracle.mean-joint",
                // A title that begins with a digit is no name.
                "model-4.pair",
                "oracle.miss-3",
            ],
        ),
        (
            "lab=correlation&task=paper&d=3&tasks=0",
            &["oracle.metacorrelation", "independent-points.joint"],
        ),
        (
            "lab=curves&d=1&rounds=1&tasks=2&candidate=oracle&candidate=detuned(3)&rule=mig",
            &[
                "tasks",
                "mig-oracle.rmse",
                "mig-oracle.log-likelihood.z",
                "mig-detuned-3.rmse.error",
            ],
        ),
        (
            "lab=agreement&d=1&tasks=2&candidate=oracle&candidate=detuned(3)&candidate=shrunk(0.5)",
            &[
                "tasks",
                "pearson.low",
                "xll.metacorrelation.spearman",
                "lengthscale-3.batch-mig",
                "power.joint-20.needed",
            ],
        ),
        (
            "lab=models&tasks=2&candidate=gp-rbf&candidate=gp(rbf(1))",
            &["gp-rbf.told", "gp-rbf.mean-xllr.error", "gp-rbf.paper-xllr", "exact-posterior.pair"],
        ),
    ] {
        let opened = Opened::complete(link.parse().unwrap(), &[], &mut to_the_end).unwrap();
        let numbers = opened.figure().unwrap().numbers();
        for (name, value) in &numbers {
            let expression: talscope::lesson::Expression = name.parse().unwrap();
            assert_eq!(expression.value(&numbers), Some(*value), "{link}: {name}");
            assert_eq!(
                numbers.iter().filter(|(other, _)| other == name).count(),
                1,
                "{link}: {name}"
            );
        }
        for name in some {
            assert!(
                numbers.iter().any(|(known, _)| known == name),
                "{link}: {name} of {numbers:?}"
            );
        }
    }
}
