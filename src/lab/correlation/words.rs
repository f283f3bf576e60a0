//! The correlation lab's numbers in words.

use crate::experiment::measure::{
    JOINT, LOG_LIKELIHOOD, MEASURES, METACORRELATION, Measure, SPEARMAN,
};
use crate::lab::correlation::notice::ruled_by_one;
use crate::lab::correlation::{Gap, Picture, Repeated, pattern};
use crate::lab::{count, three_decimals};
use crate::metric::pearson;
use crate::numeric::Estimate;
use crate::scenario::{Candidate, Family, Pairs, Scenario, Source};

/// What stands with one model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelFacts {
    /// Its name.
    pub title: String,
    /// Whether it is a reference.
    pub is_reference: bool,
    /// Why it is left out, if it is.
    pub absence: Option<&'static str>,
    /// Whether it says something of the targets only.
    pub is_partial: bool,
    /// Why it should not be trusted as it was fitted, if it should not.
    pub doubt: Option<String>,
    /// Its numbers.
    pub scores: Vec<ModelScore>,
}

/// One number of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelScore {
    /// Which measure it is of.
    pub id: &'static str,
    /// What it is.
    pub label: &'static str,
    /// The same where there is little room.
    pub short: &'static str,
    /// Its value on the shown task, as people read it.
    pub value: String,
    /// Its mean over the further tasks, with its standard error.
    pub mean: String,
    /// Whether no other model has a better one.
    pub best: bool,
    /// Why there is no value, if there is none.
    pub lack: Option<Lack>,
}

/// Why a model has no value of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The measure reads the pool, of which the model says nothing.
    Pool,
    /// There is nothing to compare with, or nothing that differs.
    Contrast,
}

impl Lack {
    /// Why, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Pool => "this model predicts the targets only",
            Self::Contrast => "there is nothing to compare, or all correlations are alike",
        }
    }
}

/// The candidates' names, no two alike.
pub fn titles(scenario: &Scenario) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for candidate in &scenario.models.candidates {
        let title = title(scenario, candidate);
        let numbered = (1..).map(|n| if n == 1 { title.clone() } else { format!("{title} ({n})") });
        let free = numbered.into_iter().find(|title| !titles.contains(title));
        titles.push(free.expect("numbers never end"));
    }
    titles
}

/// A model as its lab opens with it has its kind's name, like all others there, unless a second one of its kind is shown.
fn title(scenario: &Scenario, candidate: &Candidate) -> String {
    let same = |other: &&Candidate| other.kind == candidate.kind;
    let alone = scenario.models.candidates.iter().filter(same).count() == 1;
    let usual = || Scenario::of_lab(scenario.lab).models.candidates;
    if scenario.lab.name == "models"
        && alone
        && candidate.name.is_none()
        && usual().iter().any(|other| same(&other) && other.values == candidate.values)
    {
        return candidate.kind.label.into();
    }
    candidate.title()
}

/// What stands with each candidate.
pub fn model_facts(picture: &Picture, repeated: &Repeated) -> Vec<ModelFacts> {
    let facts = |(i, title): (usize, String)| {
        let at = picture.judged.models.iter().position(|&model| model == i);
        ModelFacts {
            title,
            is_reference: picture.scenario.models.candidates[i].is_reference,
            absence: at.is_none().then(|| match picture.strangers.contains(&i) {
                _ if picture.scenario.models.candidates[i].kind.family != Family::Own => {
                    "still learning"
                }
                true => "its file is of another task",
                false => "its file is missing",
            }),
            doubt: doubt(picture, repeated, (at, i)),
            is_partial: is_partial(picture, i),
            scores: MEASURES
                .iter()
                .map(|measure| score(picture, repeated, measure, (at, i)))
                .collect(),
        }
    };
    titles(&picture.scenario).into_iter().enumerate().map(facts).collect()
}

/// Whether a candidate says something of the targets only.
fn is_partial(picture: &Picture, candidate: usize) -> bool {
    picture.beliefs[candidate].as_ref().is_some_and(|belief| belief.skipped > 0)
}

/// Why a model should not be trusted on the shown task, and on how many further ones.
fn doubt(
    picture: &Picture,
    repeated: &Repeated,
    (at, candidate): (Option<usize>, usize),
) -> Option<String> {
    let own = at.and_then(|at| picture.judged.doubts.get(at).cloned().flatten());
    let Some((tasks, why)) = repeated.doubts.get(candidate).cloned().flatten() else { return own };
    let tasks = picture.further_words(tasks);
    Some(match own {
        Some(own) => format!("{own} Not to be trusted on {tasks}, too."),
        None => format!("Not to be trusted on {tasks}: {why}"),
    })
}

/// What reads alike is marked alike; where all read alike, none is the best. What is not to be trusted does
/// not compete.
fn score(
    picture: &Picture,
    repeated: &Repeated,
    measure: &Measure,
    (at, candidate): (Option<usize>, usize),
) -> ModelScore {
    let values = picture.judged.of(measure);
    let value = at.and_then(|at| values[at]);
    let trusted = |at: usize| !matches!(picture.judged.doubts.get(at), Some(Some(_)));
    let all = || values.iter().enumerate().filter(|(at, _)| trusted(*at)).filter_map(|(_, v)| *v);
    let most = all().map(|value| measure.better * value).fold(f64::NEG_INFINITY, f64::max);
    let most = three_decimals(measure.better * most);
    let differ = all().any(|value| three_decimals(value) != most);
    let mean = repeated.of(measure).get(candidate).copied().flatten();
    let lack = value.is_none().then(|| lack(picture, measure, candidate));
    let value = value.map_or("–".into(), three_decimals);
    ModelScore {
        id: measure.id,
        label: measure.label,
        short: measure.short,
        best: differ && at.is_some_and(trusted) && value == most,
        value,
        mean: mean.map_or(String::new(), estimate_words),
        lack,
    }
}

fn lack(picture: &Picture, measure: &Measure, candidate: usize) -> Lack {
    let reads_pool = [METACORRELATION.id, SPEARMAN.id].contains(&measure.id)
        && picture.scenario.judging.pairs == Pairs::PoolTargets;
    if reads_pool && is_partial(picture, candidate) { Lack::Pool } else { Lack::Contrast }
}

/// A mean and its standard error.
pub fn estimate_words(estimate: Estimate) -> String {
    let error = estimate.standard_error.map(|error| format!(" ± {}", three_decimals(error)));
    format!("{}{}", three_decimals(estimate.mean), error.unwrap_or_default())
}

/// What stands in the table of XLL by reference.
pub fn cross_words(picture: &Picture, repeated: &Repeated) -> String {
    let candidates = &picture.scenario.models.candidates;
    let of_family = |family: Family| {
        picture.judged.models.iter().find(move |&&model| candidates[model].kind.family == family)
    };
    let mut words = format!(
        "XLL on this {} and, in brackets, its rank in the row: the darker, the better",
        picture.task_word()
    );
    if repeated.tasks > 0 {
        let tasks = picture.further_words(repeated.tasks);
        words += &format!("; below, small: mean ± standard error over {tasks}");
        if of_family(Family::Own).is_some() {
            words += ", where models from files are left out, so that ranks are among fewer";
        }
    }
    if let Some(&model) = of_family(Family::Independent).filter(|&&i| candidates[i].is_reference) {
        let title = &titles(&picture.scenario)[model];
        words += &format!(
            ". As a reference, “{title}” thinks no targets correlated, so its batches are simply the first \
             ones"
        );
    }
    words += &ruled_by_one(picture);
    if picture.judged.jitter > 0.0 {
        let jitter = picture.judged.jitter;
        words += &format!(". Singular batches got {jitter:.0e} of their variances on the diagonal");
    }
    words + "."
}

/// What the squares are of, and how they are sorted.
pub fn order_words(picture: &Picture) -> String {
    let sizes = |train: usize| {
        let (pool, targets) =
            (count(picture.pool(), "pool point"), count(picture.y.len(), "target"));
        let train = count(train, "training point");
        format!("{pool} and {targets} (with a blue edge), after {train}")
    };
    match (picture.scenario.data.source, &picture.task) {
        (Source::Line, _) => {
            let gaps: String = picture.gaps().iter().map(gap_words).collect();
            format!(
                "Rows and columns are points in the order of x, targets with a blue edge.{gaps}"
            )
        }
        (Source::Synthetic(_), Some(task)) => format!(
            "Every square holds {}, in an order that puts those together that the oracle thinks alike.",
            sizes(task.train.len())
        ),
        (Source::Table, _) => {
            let rows = count(picture.y.len(), "row");
            format!(
                "Every square holds the {rows} of the test set, in an order that puts those together that the first \
                 model thinks alike."
            )
        }
        _ => "In every square the points run in the same order, which puts like ones together."
            .into(),
    }
}

fn gap_words(gap: &Gap) -> String {
    let words = format!(" Between x = {:.2} and {:.2} there are none.", gap.from, gap.to);
    words.replace('-', "−")
}

/// One model that is far off makes any few points a line.
const ENOUGH: usize = 12;

/// How joint likelihoods go with those point by point, over all models and tasks; nothing if there are
/// too few.
pub fn likelihood_agreement(picture: &Picture, repeated: &Repeated) -> Option<f64> {
    let judged = &picture.judged;
    let shown = judged.of(&LOG_LIKELIHOOD).iter().zip(judged.of(&JOINT));
    let shown = shown.filter_map(|(marginal, joint)| Some(((*marginal)?, (*joint)?)));
    let further = repeated.likelihoods.iter().map(|(_, marginal, joint)| (*marginal, *joint));
    let (marginal, joint): (Vec<f64>, Vec<f64>) = shown.chain(further).unzip();
    pearson(&marginal, &joint).filter(|_| marginal.len() > 2)
}

/// What two models' likelihoods are, which are too few for a coefficient.
fn of_two(picture: &Picture, repeated: &Repeated) -> String {
    let facts = model_facts(picture, repeated);
    // Models that still learn are not among those that were judged.
    let judged = picture.judged.models.iter().enumerate();
    let of = |measure: &'static Measure, at: usize| picture.judged.of(measure)[at];
    let both = |at: usize| Some((of(&LOG_LIKELIHOOD, at)?, of(&JOINT, at)?));
    let told: Vec<_> = judged.filter_map(|(at, &model)| Some((model, both(at)?))).collect();
    let &[(one, (point, joint)), (other, (beside, together))] = &told[..] else {
        return format!("There are too few models and {}s to tell.", picture.task_word());
    };
    let [one, other] = [one, other].map(|model| &facts[model].title);
    let words = |value: f64| three_decimals(value);
    let batches =
        format!("of random batches {one} gets {} and {other} {}", words(joint), words(together));
    match words(point) == words(beside) {
        true => format!(
            "Point by point both get {}; {batches}: all that differs is what they say goes together.",
            words(point)
        ),
        false => format!(
            "Point by point {one} gets {} and {other} {}; {batches}. Whether the one follows the other takes more \
             models or {}s.",
            words(point),
            words(beside),
            picture.task_word()
        ),
    }
}

/// What joint likelihoods add to those point by point, over all models and tasks (paper, section
/// 3.3.1): the answer to the question over their chart.
pub fn likelihood_words(picture: &Picture, repeated: &Repeated) -> String {
    let Some(r) = likelihood_agreement(picture, repeated) else {
        return of_two(picture, repeated);
    };
    let repeats = r > 0.95;
    let r = three_decimals(r).replace("1.000", "above 0.999");
    if picture.judged.models.len() + repeated.likelihoods.len() < ENOUGH {
        let task = picture.task_word();
        return format!(
            "Over the models on this one {task} r = {r}: ask for further {task}s to tell."
        );
    }
    let tasks = format!("{}s", picture.task_word());
    let spread = match picture.scenario.data.source {
        Source::Line => "Where targets are spread out, as in the synthetic tasks,",
        _ => "The more targets are spread out, as in more dimensions, the more",
    };
    if repeats {
        return format!(
            "Little, here: over models and {tasks} r = {r}. The likelihood of random batches nearly \
             repeats the one point by point and says little about correlations; XLL takes batches \
             that are correlated."
        );
    }
    format!(
        "Something, here: over models and {tasks} the two go together with r = {r}, which is below 1 because these targets \
         are so close together that even random batches are correlated. {spread} their likelihood repeats the one point \
         by point, and hence XLL takes batches that are correlated."
    )
}

impl Picture {
    /// What a task is called.
    pub fn task_word(&self) -> &'static str {
        if self.scenario.data.source == Source::Table { "split" } else { "task" }
    }

    /// So many further ones, in words.
    pub fn further_words(&self, tasks: usize) -> String {
        count(tasks, &format!("further {}", self.task_word()))
    }
}

/// The figure in one line.
pub fn heading(picture: &Picture) -> String {
    let scenario = &picture.scenario;
    let task = match scenario.data.source {
        Source::Line => scenario.problem.preset.title.to_string(),
        Source::Synthetic(setting) => {
            format!("synthetic task ({setting}, {})", count(scenario.data.dimension, "dimension"))
        }
        Source::File | Source::Table => {
            scenario.data.files.first().map_or("a file", |file| &file.name).into()
        }
    };
    format!("Posterior correlations: {task}")
}

/// The figure in words, for those who cannot see it.
pub fn description(picture: &Picture, repeated: &Repeated) -> String {
    let models: String = model_facts(picture, repeated).iter().map(model_sentence).collect();
    format!(
        "{} {} points, {} of them targets. Batches of {} targets.{}{models}",
        data_words(picture),
        picture.points(),
        picture.y.len(),
        picture.scenario.judging.xll_batch,
        pattern::words(picture),
    )
}

fn data_words(picture: &Picture) -> String {
    let scenario = &picture.scenario;
    let pairs = match scenario.judging.pairs {
        Pairs::PoolTargets => "pool points with targets",
        Pairs::Targets => "targets with each other",
    };
    match scenario.data.source {
        Source::Line => format!(
            "Correlations on a line under the kernel {}; metacorrelations compare {pairs}.",
            scenario.problem.kernel
        ),
        Source::Synthetic(setting) => format!(
            "Correlations of a synthetic task ({setting}) in {}; metacorrelations compare {pairs}.",
            count(scenario.data.dimension, "dimension")
        ),
        Source::File if picture.oracle.is_some() => {
            format!("Predictions from a file, with its oracle; metacorrelations compare {pairs}.")
        }
        Source::File | Source::Table => "Predictions from a file, without an oracle.".into(),
    }
}

fn model_sentence(facts: &ModelFacts) -> String {
    if let Some(absence) = facts.absence {
        return format!(" {}: {absence}.", facts.title);
    }
    let numbers: Vec<String> =
        facts.scores.iter().map(|score| format!("{} {}", score.label, score.value)).collect();
    let doubt =
        facts.doubt.as_ref().map_or(String::new(), |words| format!(" Do not trust it: {words}"));
    format!(" {}: {}.{doubt}", facts.title, numbers.join(", "))
}
