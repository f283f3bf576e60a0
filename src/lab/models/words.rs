//! The lab's numbers in words.

use crate::experiment::measure::XLLR;
use crate::lab::correlation::{Judged, numbers, oracle_place, titles};
use crate::lab::models::verdict::good;
use crate::lab::models::{Scene, Studied, Verdict, fault, verdict};
use crate::lab::{count, name_of, three_decimals};
use crate::scenario::{Candidate, Family, Scenario};

/// What models call what they learn by.
pub const LOSS: &str = "loss";
const LOG_DENSITY: &str = "log density";
const ELBO: &str = "ELBO, nats";
const EVIDENCE: &str = "log evidence, nats";

/// One number under a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// What it is.
    pub label: &'static str,
    /// Its value, as people read it.
    pub value: String,
    /// Whether no other model has a better one.
    pub best: bool,
}

/// What stands with a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// The model's name.
    pub title: String,
    /// Its numbers, as far as they are known.
    pub scores: Vec<Score>,
    /// Whose fault it can be if its correlations are wrong.
    pub fault: String,
    /// How far to trust it.
    pub verdict: Option<Verdict>,
}

/// A model of the figure, as far as it is there.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// Its place among the candidates; the exact posterior has none.
    pub place: Option<usize>,
    /// What was found.
    pub studied: Option<&'a Studied>,
}

type Value<'a> = &'a dyn Fn(&Shown) -> Option<f64>;

/// What stands with each of the models, of which the first is exact.
pub fn facts(
    scenario: &Scenario,
    scene: &Scene,
    shown: &[Shown],
    judged: Option<&Judged>,
) -> Vec<Facts> {
    let rank = |one: &Shown| {
        let (judged, place) = (judged?, one.place.or(oracle_place(scenario))?);
        let at = judged.models.iter().position(|&model| model == place)?;
        judged.of(&XLLR)[at]
    };
    // The exact posterior agrees with itself, which is no merit.
    let fitted = |one: &Shown| one.place.and(one.studied).is_some();
    let agreement = |one: &Shown| one.studied.filter(|_| fitted(one))?.agreement.pearson;
    let measures: [(&str, Value, f64); 5] = [
        ("metacorrelation", &agreement, 1.0),
        ("with its own prior", &|one| one.studied?.own?.pearson, 0.0),
        ("XLLR", &rank, -1.0),
        ("log likelihood", &|one| Some(one.studied?.log_likelihood), 1.0),
        ("information", &|one| Some(one.studied?.told), 1.0),
    ];
    let names = titles(scenario);
    let candidate = |one: &Shown| Some(&scenario.models.candidates[one.place?]);
    let judged = |one: &Shown| {
        one.studied.map(|studied| match candidate(one) {
            Some(candidate) => verdict(candidate, studied, scene),
            None => good("Exact: nothing to train.".into()),
        })
    };
    let verdicts: Vec<Option<Verdict>> = shown.iter().map(judged).collect();
    // Neither the exact posterior competes nor what is not to be trusted.
    let rivals: Vec<Shown> = shown
        .iter()
        .zip(&verdicts)
        .filter(|(one, verdict)| {
            one.place.is_some() && verdict.as_ref().is_some_and(|verdict| verdict.good)
        })
        .map(|(one, _)| *one)
        .collect();
    let each = |(one, verdict): (&Shown, Option<Verdict>)| Facts {
        title: one.place.map_or(EXACT.into(), |place| names[place].clone()),
        scores: measures.iter().map(|measure| score(measure, one, &rivals)).collect(),
        fault: match (candidate(one), one.studied, &verdict) {
            (Some(own), Some(studied), Some(verdict)) => fault(scenario, own, studied, verdict),
            _ => String::new(),
        },
        verdict,
    };
    shown.iter().zip(verdicts).map(each).collect()
}

/// The numbers of the models that are there, as lessons name them.
pub fn numbers(
    scenario: &Scenario,
    shown: &[Shown],
    judged: Option<&Judged>,
) -> Vec<(String, f64)> {
    let names = numbers::names(&titles(scenario));
    let mut found = judged.map_or(Vec::new(), |judged| {
        let all = numbers::scores(&names, judged).into_iter();
        all.filter(|(name, _)| name.contains(".xll")).collect()
    });
    for (one, studied) in shown.iter().filter_map(|one| Some((one, one.studied?))) {
        let name = one.place.map_or_else(|| name_of(EXACT), |place| Some(names[place].clone()));
        let known = [
            ("metacorrelation", studied.agreement.pearson),
            ("own", studied.own.and_then(|own| own.pearson)),
            ("log-likelihood", Some(studied.log_likelihood)),
            ("rmse", Some(studied.rmse)),
            ("told", Some(studied.told)),
        ];
        let known = known.into_iter().filter_map(|(measure, value)| Some((measure, value?)));
        found.extend(
            known.filter_map(|(measure, value)| {
                Some((format!("{}.{measure}", name.as_ref()?), value))
            }),
        );
    }
    found
}

/// In the place of a number that there is not.
const UNKNOWN: &str = "–";

/// What the first panel is called.
pub const EXACT: &str = "exact posterior";

/// What reads alike is marked alike; where all that compete read alike, none is the best.
fn score(
    (label, value, sign): &(&'static str, Value, f64),
    one: &Shown,
    rivals: &[Shown],
) -> Score {
    let values = || rivals.iter().filter_map(*value);
    let most = values().map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max);
    let most = three_decimals(sign * most);
    let differ = *sign != 0.0 && values().any(|value| three_decimals(value) != most);
    let competes = rivals.iter().any(|rival| rival.place == one.place);
    let value = value(one).map_or(UNKNOWN.into(), three_decimals);
    Score { label, best: differ && competes && value == most, value }
}

/// What each of the numbers is.
pub fn help(label: &str) -> &'static str {
    match label {
        "metacorrelation" => {
            "Whether its correlations rise and fall with the exact ones, over all pairs: 1 means in step."
        }
        "with its own prior" => {
            "The same, but with the exact posterior of the Gaussian process that has this network’s own \
             prior: what it should believe, were its prior right. It tells wrong inference from a wrong \
             prior."
        }
        "XLLR" => {
            "The mean of its ranks among the models by XLL, the likelihood of what was observed at targets \
             that belong together, given its correlations and, in turn, the means and variances of each \
             model that is ticked as a reference. It needs no exact posterior; 0 is best. Here it is that of this \
             function, on which a wrong model can be lucky: the verdict is that over many."
        }
        "information" => {
            "How much the answers to what it would ask tell about a target on average, in nats, by the \
             exact posterior: what its correlations are good for. Higher is better."
        }
        _ => {
            "Of what was observed at the targets, point by point, in nats: of means and variances alone. \
             Higher is better, but on one function a wrong model can be lucky, and beat even the exact \
             posterior."
        }
    }
}

/// What a model's training curve shows.
pub fn curve_label(candidate: &Candidate) -> &'static str {
    match candidate.kind.family {
        Family::Hmc => LOG_DENSITY,
        Family::Bbb | Family::Nng | Family::Svgp | Family::Fbnn => ELBO,
        Family::Nkn => EVIDENCE,
        _ => LOSS,
    }
}

/// A panel's model in few words.
pub fn meaning(candidate: Option<&Candidate>) -> &'static str {
    let Some(candidate) = candidate else { return "what one should believe, knowing the prior" };
    match candidate.kind.family {
        Family::Rbf => "a smooth kernel, fitted to the data",
        Family::Svgp => "a smooth kernel through few points",
        Family::Nkn => "a network of kernels, fitted to the data",
        Family::Hmc => "a network’s posterior, sampled",
        Family::Bbb => "weights apart from each other",
        Family::Nng => "a Gaussian for each layer",
        Family::Fbnn => "waves with a process as prior",
        Family::Ensemble if candidate.count("members") == 1 => "one network, trained once",
        Family::Ensemble => "many networks, trained alike",
        Family::Dropout => "one network, parts left out",
        _ => "a Gaussian process, for comparison",
    }
}

/// A model in three sentences.
pub fn about(candidate: Option<&Candidate>) -> Vec<&'static str> {
    let Some(candidate) = candidate else {
        return vec![
            "The Gaussian process that the functions of this problem are drawn from, given the data.",
            "Its means, variances and correlations are exactly what one should believe.",
            "All other models are compared with it.",
        ];
    };
    match candidate.kind.family {
        Family::Rbf => vec![
            "A Gaussian process with an rbf kernel, which considers smooth functions likely.",
            "Lengthscale and variance are those under which the data are likeliest.",
            "Given them its posterior is exact: what is wrong with it is wrong with its kernel.",
        ],
        Family::Svgp => vec![
            "A Gaussian process with an rbf kernel that looks at the data through a few inducing points.",
            "Their places, the lengthscale and the variance are those with the highest evidence lower \
             bound (ELBO), and the posterior given them is exact.",
            "With as many inducing points as data it is GP-RBF; it is there for data by the thousand.",
        ],
        Family::Nkn => vec![
            "A Gaussian process whose kernel is made of six simple ones by a small network: weighted sums, and \
             products of neighbours, are kernels again.",
            "Its weights, lengthscales and noise are those under which the data are likeliest, found step by step.",
            "It can consider more kinds of functions likely than one kernel alone; on real data, fitted to more than \
             it then predicts from, it stands for the oracle.",
        ],
        Family::Bbb => vec![
            "A network with a normal prior on all its weights, as for HMC, but its posterior is forced to \
             be one Gaussian for each weight, independent of the others.",
            "Bayes by backprop climbs the evidence lower bound (ELBO) by gradients through random draws \
             of the weights.",
            "Weights that make sense only together cannot be held together: it fits the data badly and \
             stays near its prior, and so do its correlations.",
        ],
        Family::Nng => vec![
            "As BBB, but with one Gaussian for each layer, whose weights may be correlated.",
            "Noisy natural gradients find it: the curvature of the fit, factored by K-FAC, is its \
             precision.",
            "Layers are still independent of each other, while HMC’s are not.",
        ],
        Family::Fbnn => vec![
            "A network of random waves, with a Gaussian over its last layer, so that its mean and \
             covariance are known without draws.",
            "It climbs a lower bound too, but of functions: at the data and at random points its \
             posterior is held against a Gaussian process with an rbf kernel.",
            "Since it is trained on functions jointly, correlations are what it learns.",
        ],
        Family::Hmc => vec![
            "A network with one hidden layer and a normal prior on all its weights.",
            "Hamiltonian Monte Carlo moves the weights like a ball on the posterior’s landscape, and \
             every stop is a draw of a whole function.",
            "With enough of them nothing is approximated: this is what the network’s prior and the data \
             say.",
        ],
        Family::Ensemble => vec![
            "Networks of the same shape, each trained by itself from a random start until it fits.",
            "Where they agree the ensemble is sure, and where they differ it is not: their mean, variance \
             and correlations are taken for a posterior’s.",
            "One network alone has no doubt at all, and knows nothing of what goes together.",
        ],
        Family::Dropout => vec![
            "A network that is trained while units are left out at random, and then asked in the same \
             way, again and again.",
            "One function is one choice of units, the same at every input: only so do its values at two \
             points have something in common.",
            "Choose “a new one at each input” among its settings to see all correlations vanish.",
        ],
        _ => vec![candidate.kind.help],
    }
}

/// The figure in words, for those who cannot see it.
pub fn description(scenario: &Scenario, scene: &Scene, facts: &[Facts]) -> String {
    let sentence = |facts: &Facts| match &facts.verdict {
        Some(verdict) => format!(" {}: {}. {}", facts.title, scores_in_words(facts), verdict.words),
        None => format!(" {} is still learning.", facts.title),
    };
    format!(
        "Functions are drawn from a Gaussian process with kernel {}; {} of one are seen.{}",
        scenario.problem.kernel,
        count(scene.task.train.len(), "point"),
        facts.iter().map(sentence).collect::<String>()
    )
}

/// The numbers of each model, where it would ask, and how far to trust it, a line each.
pub fn lines(scene: &Scene, shown: &[Shown], facts: &[Facts]) -> Vec<String> {
    let line = |(one, facts): (&Shown, &Facts)| {
        let picks = one.studied.map_or(&[][..], |studied| &studied.batch.indices);
        let places = picks.iter().map(|&pick| format!("{:.2}", scene.task.pool.inputs[pick]));
        let places = places.collect::<Vec<_>>().join(", ");
        let verdict = facts.verdict.as_ref().map_or("", |verdict| &verdict.words);
        format!("{:16} {}; would ask at {places}. {verdict}", facts.title, scores_in_words(facts))
    };
    shown.iter().zip(facts).map(line).collect()
}

fn scores_in_words(facts: &Facts) -> String {
    let known = facts.scores.iter().filter(|score| score.value != UNKNOWN);
    known.map(|score| format!("{} {}", score.label, score.value)).collect::<Vec<_>>().join(", ")
}

/// What to say if judging needed jitter: ranks by XLL may then rest on it.
pub fn jitter(judged: Option<&Judged>) -> String {
    judged.filter(|judged| judged.jitter > 0.0).map_or(String::new(), |Judged { jitter, .. }| {
        format!(
            " Some batches that XLLR is taken of are singular in 64 bits: {jitter:.0e} of their variances was put on \
             the diagonal, so that ranks of models that are nearly alike may rest on it."
        )
    })
}
