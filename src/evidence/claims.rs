//! The one table of claims.

use super::{Claim, Scale, agree, order};

/// All claims, in the order in which they are reported.
pub static CLAIMS: [Claim; 7] = [
    Claim {
        id: "rules",
        title: "BatchMIG asks best, then MIG",
        source: "Figures 3 and 11",
        says: "With the oracle choosing and predicting, BatchMIG and MIG lead to higher log likelihoods of the \
               targets than TIG and random choice, and BatchMIG to higher ones than MIG.",
        studies: rules,
        judge: order::rules,
    },
    Claim {
        id: "tal-metacorrelation",
        title: "Models with right correlations ask well",
        source: "Figure 4",
        says: "Over models and settings, the log likelihood after one batch that a model chose by BatchMIG rises \
               with its metacorrelation (the paper's coefficient is 0.762); after one chosen by TIG it is unrelated \
               to the quality of its variances.",
        studies: agreement,
        judge: agree::with_questions,
    },
    Claim {
        id: "xll-agrees",
        title: "XLL and XLLR rise with both",
        source: "Figure 5",
        says: "XLL and XLLR rise with metacorrelation, and with what questions by BatchMIG are good for.",
        studies: agreement,
        judge: agree::xll,
    },
    Claim {
        id: "reference-stable",
        title: "It hardly matters who judges",
        source: "Figure 6",
        says: "The order in which XLL puts models hardly depends on whose marginals it takes. (Here: the mean of \
               Spearman's coefficients between the orders under two references is above 0.5.)",
        studies: agreement,
        judge: agree::references,
    },
    Claim {
        id: "joint-marginal",
        title: "Joint likelihoods follow marginal ones",
        source: "Figure 9",
        says: "Joint log likelihoods of random batches follow the log likelihoods of single points, and so say \
               little of correlations. (The paper shows it on tables; here it is run on synthetic tasks.)",
        studies: agreement,
        judge: agree::joint,
    },
    Claim {
        id: "models-synthetic",
        title: "HMC, FBNN, GP-RBF and the ensemble ask well",
        source: "Figures 13 and 14",
        says: "As models that choose by BatchMIG, HMC, FBNN, GP-RBF and the ensemble lead to higher log \
               likelihoods than BBB, NNG and dropout. (By TIG the paper claims no order; what comes of it is looked \
               at beside.)",
        studies: models,
        judge: order::models,
    },
    Claim {
        id: "ranks-synthetic",
        title: "The same models ask well whoever predicts",
        source: "Table 4",
        says: "Whichever model predicts after the last batch, questions chosen by HMC, FBNN, GP-RBF and the ensemble \
               rank above those chosen by BBB, NNG and dropout. (The paper shows it on tables; here it is run on \
               synthetic tasks. Beside: questions of these four against those that each model chose for itself.)",
        studies: ranks,
        judge: order::ranks,
    },
];

/// Models that the paper found to estimate correlations well, and those that it found not to.
pub const GOOD: [&str; 4] = ["hmc", "fbnn", "gp-rbf", "ensemble"];
/// The latter.
pub const BAD: [&str; 3] = ["bbb", "nng", "dropout"];
/// Beside them.
const BESIDE: [&str; 2] = ["oracle", "svgp"];

fn rules(scale: &Scale) -> Vec<(String, String)> {
    let study = |d: usize| {
        let rounds = if scale.quick { 3 } else { 10 };
        let link =
            format!("lab=curves&task=benchmark&d={d}&tasks={}&rounds={rounds}", scale.tasks(50));
        (format!("d = {d}"), link)
    };
    scale.dimensions(&[1, 3, 5, 9]).into_iter().map(study).collect()
}

fn models(scale: &Scale) -> Vec<(String, String)> {
    let chosen = GOOD.iter().chain(&BAD).chain(&BESIDE);
    let asking = format!("&rule=batch-mig&rule=tig{}", listed("candidate", chosen, scale));
    of_models(scale, &[1, 3, 9], &asking)
}

/// The oracle predicts first: its curves are those of [`models`], and it needs no training.
fn ranks(scale: &Scale) -> Vec<(String, String)> {
    let chosen = || GOOD.iter().chain(&BAD);
    let predicting = ["oracle"].iter().chain(chosen());
    let [asking, predicting] =
        [listed("candidate", chosen(), scale), listed("predict", predicting, &scale.own())];
    of_models(scale, &[1, 3], &format!("&rule=batch-mig{asking}{predicting}"))
}

/// Models by their ids, and those that were added, as a link writes them.
fn listed<'a>(key: &str, ids: impl Iterator<Item = &'a &'static str>, scale: &'a Scale) -> String {
    let own = ids.map(|id| if scale.quick { short(id) } else { id });
    let all = own.chain(scale.models.iter().map(String::as_str));
    all.map(|model| format!("&{key}={model}")).collect()
}

/// In one dimension a single batch says all.
fn of_models(scale: &Scale, dimensions: &[usize], asking: &str) -> Vec<(String, String)> {
    let study = |d: usize| {
        let (tasks, rounds) = match d {
            1 => (20, 1),
            2..=5 => (10, 10),
            _ => (20, 10),
        };
        let rounds = if scale.quick { rounds.min(2) } else { rounds };
        let tasks = scale.tasks(tasks);
        let link = format!("lab=curves&task=benchmark&d={d}&tasks={tasks}&rounds={rounds}{asking}");
        (format!("d = {d}"), link)
    };
    scale.dimensions(dimensions).into_iter().map(study).collect()
}

/// All claims about how measures agree are decided by the same experiments.
fn agreement(scale: &Scale) -> Vec<(String, String)> {
    let study = |d: usize| {
        let set = if scale.quick { "paper" } else { "authors" };
        // A candidate would take the set's place.
        let added: String = scale.models.iter().map(|model| format!("&add={model}")).collect();
        let link = format!(
            "lab=agreement&task=benchmark&d={d}&tasks={}&set={set}{added}",
            scale.tasks(20)
        );
        (format!("d = {d}"), link)
    };
    scale.dimensions(&[1, 3, 9]).into_iter().map(study).collect()
}

/// A model whose training is over soon, to see that all works.
fn short(id: &str) -> &str {
    match id {
        "hmc" => "hmc(chains=2,burn_in=100,draws=20,thin=2)",
        "fbnn" => "fbnn(units=20,epochs=50)",
        "ensemble" => "ensemble(members=10,epochs=50)",
        "bbb" => "bbb(epochs=50,draws=100)",
        "nng" => "nng(epochs=50,draws=100)",
        "dropout" => "dropout(epochs=50,draws=100)",
        "svgp" => "svgp(inducing=10,steps=20)",
        other => other,
    }
}
