//! A figure's numbers in words and units, for learners, who do not write goals.

use crate::experiment::measure;
use crate::lab::{percent, three_decimals};

/// How a number is written.
#[derive(Clone, Copy)]
enum Unit {
    /// As it is.
    Plain,
    /// A share, in percent.
    Share,
    /// With its unit behind it.
    Of(&'static str),
}

/// The ends of names that no table of measures has: what is said of them, with `{}` for the number, and its unit.
const KNOWN: [(&str, &str, Unit); 31] = [
    ("this.held", "{} of the targets inside", Unit::Share),
    ("held", "{} of the targets inside, over many functions", Unit::Share),
    ("level", "{} promised", Unit::Share),
    ("information", "{} about the targets", Unit::Of("nats")),
    ("told", "answers that would tell {}", Unit::Of("nats")),
    ("spread", "questions within {}", Unit::Plain),
    ("asked", "{} placed", Unit::Of("questions")),
    ("rmse", "RMSE {}", Unit::Plain),
    ("expected", "expected log likelihood {}", Unit::Of("nats")),
    ("expected-log-likelihood", "expected log likelihood {}", Unit::Of("nats")),
    ("log-likelihood", "log likelihood {}", Unit::Of("nats")),
    ("rank", "mean rank {}", Unit::Plain),
    ("pair.distance", "the two places {} apart", Unit::Plain),
    ("observed-pair", "correlation {} of the first two observations", Unit::Plain),
    ("pair", "correlation {}", Unit::Plain),
    ("own", "agreement with its own prior {}", Unit::Plain),
    ("metacorrelation", "metacorrelation {}", Unit::Plain),
    ("xllr", "XLLR {}, a mean rank", Unit::Plain),
    ("xll", "XLL {}", Unit::Of("nats per target")),
    ("joint", "log likelihood of random batches {}", Unit::Of("nats per target")),
    ("needed", "{} needed", Unit::Of("tasks")),
    ("step", "{} shown", Unit::Of("picks")),
    ("q", "{} asked by each rule", Unit::Of("questions")),
    ("points", "{} seen", Unit::Of("points")),
    ("functions", "{} checked", Unit::Of("functions")),
    ("tasks", "{}", Unit::Of("tasks")),
    ("b", "batches of {}", Unit::Of("targets")),
    ("xi", "mismatch ξ {}", Unit::Of("nats")),
    ("bound", "bound {}", Unit::Of("nats")),
    ("gap", "gap {}", Unit::Of("nats")),
    ("correlations", "the correlations’ own error {}", Unit::Of("nats")),
];

/// What is called so, and how it is written; nothing for what is in no table.
fn known(name: &str) -> Option<(&str, String, Unit)> {
    let ends = |end: &str| {
        let before = name.strip_suffix(end)?;
        if before.is_empty() { Some("") } else { before.strip_suffix('.') }
    };
    let own = KNOWN.iter().find_map(|(end, words, unit)| Some((ends(end)?, *words, *unit)));
    own.map(|(who, words, unit)| (who, words.to_string(), unit)).or_else(|| {
        let (who, id) = name.rsplit_once('.').unwrap_or(("", name));
        let label = measure::find(id)?.label;
        Some((who, format!("{label} {{}}"), Unit::Plain))
    })
}

/// A name and its number as people read them: `BatchMIG: 1.3 nats about the targets`, or `100% of the targets
/// inside`; a number that is not there yet is `…`.
pub fn said(name: &str, value: Option<f64>) -> String {
    // A lead in standard errors, a standard error, and XLL under one reference.
    for (end, words) in [(".z", "ahead by {} standard errors"), (".error", "standard error {}")] {
        if let Some(of) = name.strip_suffix(end) {
            let (who, what) = parted(of);
            return with(
                who,
                &format!("{}, {words}", what.replace(" {}", "")),
                &written(value, Unit::Plain),
            );
        }
    }
    if let Some((who, reference)) = name.split_once(".xll.") {
        let words = format!("XLL {{}} under {}", in_words(reference));
        return with(who, &words, &written(value, Unit::Of("nats per target")));
    }
    match known(name) {
        Some((who, words, unit)) => with(who, &words, &written(value, unit)),
        None => format!("{} {}", in_words(name), written(value, Unit::Plain)),
    }
}

/// A number that is compared with another, in the other's unit.
pub fn like(name: &str, value: f64) -> String {
    written(Some(value), known(name).map_or(Unit::Plain, |(_, _, unit)| unit))
}

fn parted(name: &str) -> (&str, String) {
    known(name).map_or(("", in_words(name)), |(who, words, _)| (who, words))
}

fn with(who: &str, words: &str, value: &str) -> String {
    let words = words.replacen("{}", value, 1);
    if who.is_empty() { words } else { format!("{}: {words}", in_words(who)) }
}

fn written(value: Option<f64>, unit: Unit) -> String {
    let Some(value) = value else { return "…".into() };
    match unit {
        Unit::Plain => readable(value),
        Unit::Share => percent(value, if (100.0 * value).fract() == 0.0 { 0 } else { 1 }),
        Unit::Of(unit) if value == 1.0 => {
            let one = unit.strip_suffix('s').filter(|_| !unit.starts_with("nats")).unwrap_or(unit);
            format!("1 {one}")
        }
        Unit::Of(unit) => format!("{} {unit}", readable(value)),
    }
}

/// A number as people read it: whole ones, which are counts as a rule, without decimals.
pub fn readable(value: f64) -> String {
    let words = three_decimals(value);
    match words.strip_suffix(".000") {
        Some(whole) if value.fract() == 0.0 => whole.into(),
        _ => words,
    }
}

/// A name as people read it, rules and models as panels and legends call them: `BatchMIG, detuned 4`.
fn in_words(name: &str) -> String {
    const SHORT: [&str; 9] = ["tig", "mig", "hmc", "rmse", "xll", "xllr", "bbb", "nng", "fbnn"];
    let name = name.replace("batch-mig", "BatchMIG").replace("BatchMIG-", "BatchMIG, ");
    let name = name.replace("gp-rbf", "GP RBF");
    let word = |word: &str| match word {
        "you" => "yours".into(),
        "this" => "this function".into(),
        "best" => "the best batch".into(),
        short if SHORT.contains(&short) => short.to_ascii_uppercase(),
        _ => word.into(),
    };
    let words: Vec<String> = name.split(['.', '-']).map(word).collect();
    words.join(" ").replace("GP RBF", "GP-RBF")
}
