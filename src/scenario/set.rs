//! Sets of models that are compared together, each under one word, so that a link need not list dozens.

use std::sync::OnceLock;

use super::Candidate;

/// A set of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Set {
    /// Wrong in known ways, and known in closed form: there in seconds.
    #[default]
    Known,
    /// The paper's, each with few and with many members, chains or draws.
    Paper,
    /// The paper's, at all of the settings that its scatter plots range over: for long runs.
    Authors,
}

/// All sets: what links call them, and what people do.
pub static SETS: [(&str, Set, &str); 3] = [
    ("known", Set::Known, "wrong in known ways"),
    ("paper", Set::Paper, "the paper's (minutes)"),
    ("authors", Set::Authors, "the paper's, all (command line)"),
];

impl Set {
    /// Its models. Those with an exclamation mark are judged beside the references.
    pub fn candidates(self) -> &'static [Candidate] {
        static READ: [OnceLock<Vec<Candidate>>; SETS.len()] =
            [const { OnceLock::new() }; SETS.len()];
        let (texts, place): (fn() -> Vec<String>, usize) = match self {
            Self::Known => (known, 0),
            Self::Paper => (paper, 1),
            Self::Authors => (authors, 2),
        };
        let parsed = |text: &String| text.parse().expect("models of a set are valid");
        READ[place].get_or_init(|| texts().iter().map(parsed).collect())
    }
}

/// The oracle, processes with other kernels, regressions on more and fewer random features, and the oracle with its
/// correlations shrunk or its scales wrong.
fn known() -> Vec<String> {
    let references = ["oracle", "gp(rbf(4))", "gp(matern12(4))", "relu(100)", "fourier(100,4)"];
    let beside = [
        "gp(rbf(1))",
        "gp(rbf(2))",
        "gp(rbf(8))",
        "gp(matern12(1))",
        "gp(matern12(2))",
        "gp(matern12(8))",
        "gp(matern32(2))",
        "gp(matern32(4))",
        "gp(matern52(2))",
        "gp(matern52(4))",
        "relu(5)",
        "relu(10)",
        "relu(20)",
        "relu(50)",
        "relu(200)",
        "relu(500)",
        "fourier(10,4)",
        "fourier(20,4)",
        "fourier(50,4)",
        "fourier(200,4)",
        "fourier(500,4)",
        "fourier(200,1)",
        "fourier(200,2)",
        "fourier(200,8)",
        "shrunk(0.9)",
        "shrunk(0.7)",
        "shrunk(0.5)",
        "shrunk(0.3)",
        "shrunk(0.1)",
        "independent",
        "detuned(1,10)",
        "detuned(1,0.1)",
    ];
    let references = references.map(String::from).into_iter();
    references.chain(beside.map(|text| format!("!{text}"))).collect()
}

/// How many functions, networks or chains there are, from few to many.
const COUNTS: [usize; 4] = [3, 10, 50, 200];
/// Of a chain: how many chains, and how many draws of each.
const CHAINS: [(usize, usize); 4] = [(1, 4), (2, 20), (5, 20), (10, 20)];

fn paper() -> Vec<String> {
    let mut texts = rest();
    texts.extend(swept(&[(50, 1000, "0.01")]));
    texts.extend(chains(50));
    texts.push("fbnn(units=100)".into());
    texts
}

fn authors() -> Vec<String> {
    let mut texts = rest();
    let mut trainings = Vec::new();
    for units in [50, 100] {
        for epochs in [100, 300, 1000] {
            for rate in ["0.003", "0.01", "0.03"] {
                trainings.push((units, epochs, rate));
            }
        }
        texts.extend(chains(units));
    }
    texts.extend(swept(&trainings));
    texts.extend(trainings.iter().map(|(units, epochs, rate)| {
        let mark = if (*units, *epochs, *rate) == (100, 1000, "0.01") { "" } else { "!" };
        format!("{mark}fbnn(units={units},epochs={epochs},learning_rate={rate})")
    }));
    texts
}

/// What has no such settings.
fn rest() -> Vec<String> {
    ["!oracle", "gp-rbf", "!gp-rbf(yes)", "!svgp"].map(String::from).to_vec()
}

/// Networks trained so, with few and many draws or members; those that the paper compares are references.
fn swept(trainings: &[(usize, usize, &str)]) -> Vec<String> {
    let mut texts = Vec::new();
    for (kind, counted) in
        [("ensemble", "members"), ("bbb", "draws"), ("nng", "draws"), ("dropout", "draws")]
    {
        for &(units, epochs, rate) in trainings {
            for count in COUNTS {
                let usual = (units, epochs, rate, count) == (50, 1000, "0.01", 200);
                let mark = if usual { "" } else { "!" };
                texts.push(format!(
                    "{mark}{kind}({counted}={count},units={units},epochs={epochs},learning_rate={rate})"
                ));
            }
        }
    }
    texts
}

fn chains(units: usize) -> Vec<String> {
    let text = |(chains, draws): (usize, usize)| {
        let mark = if (units, chains) == (50, 10) { "" } else { "!" };
        format!("{mark}hmc(units={units},chains={chains},draws={draws})")
    };
    CHAINS.map(text).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Link;

    #[test]
    fn sets_are_as_large_as_they_say_and_have_the_papers_seven_as_references() {
        assert_eq!(SETS.map(|(_, set, _)| set.candidates().len()), [37, 25, 318]);
        for set in [Set::Paper, Set::Authors] {
            let all = set.candidates();
            let references = all.iter().filter(|one| one.is_reference).map(|one| one.kind.id);
            let mut references: Vec<&str> = references.collect();
            references.sort_unstable();
            assert_eq!(references, ["bbb", "dropout", "ensemble", "fbnn", "gp-rbf", "hmc", "nng"]);
            let ids: std::collections::BTreeSet<String> = all.iter().map(Candidate::id).collect();
            assert_eq!(ids.len(), all.len(), "each once");
        }
    }

    /// A set is one word of a link, whatever is added to it; without one of its models all others are listed.
    #[test]
    fn links_say_what_differs_from_the_set() {
        let link = |text: &str| text.parse::<Link>().unwrap();
        let plain = link("lab=agreement&set=paper");
        assert_eq!(plain.scenario.models.candidates, Set::Paper.candidates());
        let more = plain.scenario.with_candidate("fourier(7)").unwrap();
        assert!(more.link().ends_with("&set=paper&add=fourier(7)"), "{}", more.link());
        assert_eq!(link(&more.link()).scenario, more);
        let unit = more.only(&["candidate", "add"]);
        assert_eq!(unit.models.candidates, more.models.candidates);
        let fewer = more.without_candidate(0).unwrap();
        assert_eq!(link(&fewer.link()).scenario, fewer);
        assert_eq!(fewer.models.candidates.len(), 25);
        let elsewhere = fewer.with("set", &["known"]).unwrap();
        assert_eq!(elsewhere.link(), link("lab=agreement").scenario.link());
        let moved = plain.scenario.with("task", &["paper"]).unwrap();
        assert_eq!(moved.models.set, Set::Paper, "another task keeps the set");
        assert_eq!(link(&moved.link()).scenario, moved);
    }
}
