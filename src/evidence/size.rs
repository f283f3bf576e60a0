//! At which size a study was run. Studies of different sizes look at the same tasks or at other ones, so that they
//! decide nothing together: a verdict rests on those of one size.

use super::{Claim, Outcome, Scale, Study};
use crate::error::counted;
use crate::numeric::hash::Fingerprint;
use crate::scenario::Candidate;

/// What tells a study from the same as its claim needs it; all empty if nothing does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Size {
    /// Whether it was made small.
    pub quick: bool,
    /// On how many tasks, if not on as many as the claim needs.
    pub tasks: Option<usize>,
    /// The seed, if it is not the usual one.
    pub seed: Option<u32>,
    /// Models that were added.
    pub models: Vec<String>,
}

impl Size {
    /// That of a study.
    pub fn of(study: &Study) -> Self {
        let scenario = &study.scenario;
        let scale = Scale {
            dimensions: vec![scenario.data.dimension],
            quick: study.quick,
            ..Scale::default()
        };
        let studies = Claim::find(&study.claim).and_then(|claim| claim.studies(&scale));
        let studies = studies.unwrap_or_default();
        let usual = studies.iter().find(|usual| usual.name == study.name);
        let own = usual.map_or(&[][..], |usual| &usual.scenario.models.candidates);
        let is_new = |candidate: &&Candidate| !own.contains(candidate);
        let seed = |study: &Study| study.scenario.problem.seed;
        Self {
            quick: study.quick,
            tasks: Some(tasks(study)).filter(|own| usual.map(tasks) != Some(*own)),
            seed: Some(seed(study)).filter(|own| usual.map(seed) != Some(*own)),
            models: scenario.models.candidates.iter().filter(is_new).map(Candidate::id).collect(),
        }
    }

    /// In words; none for the claim's own size.
    pub fn words(&self) -> String {
        let quick = self.quick.then(|| "quick".into());
        let tasks = self.tasks.map(|tasks| counted(tasks, "task"));
        let seed = self.seed.map(|seed| format!("seed {seed}"));
        let models = (!self.models.is_empty()).then(|| format!("with {}", self.models.join(", ")));
        let all = [quick, tasks, seed, models];
        all.into_iter().flatten().collect::<Vec<String>>().join(", ")
    }

    /// What it adds to the names of files.
    pub fn suffix(&self) -> String {
        let quick = if self.quick { "-quick" } else { "" };
        let tasks = self.tasks.map_or_else(String::new, |tasks| format!("-tasks{tasks}"));
        let seed = self.seed.map_or_else(String::new, |seed| format!("-seed{seed}"));
        let models = Fingerprint::new().text(&self.models.join("\n")).finish() >> 32;
        let models = match self.models.len() {
            0 => String::new(),
            _ => format!("-with-{models:08x}"),
        };
        format!("{quick}{tasks}{seed}{models}")
    }

    /// Whether a study of this size is one of another, too: on so many tasks, which are as many as its claim needs.
    fn is_also(&self, other: &Self, study: &Study) -> bool {
        let same = Self { tasks: other.tasks, ..self.clone() } == *other;
        same && self.tasks.is_none() && other.tasks == Some(tasks(study))
    }
}

fn tasks(study: &Study) -> usize {
    study.scenario.judging.tasks.max(1)
}

/// The places of a claim's outcomes, those of one size together: first those on which the verdict rests. These are
/// the largest that are whole, which is to say not quick and with no result missing.
pub fn by_size(outcomes: &[Outcome]) -> Vec<(Size, Vec<usize>)> {
    let sizes: Vec<Size> = outcomes.iter().map(|outcome| Size::of(outcome.study)).collect();
    let mut groups: Vec<(Size, Vec<usize>)> = Vec::new();
    for size in &sizes {
        if groups.iter().any(|(known, _)| known == size) {
            continue;
        }
        let belongs = |&place: &usize| {
            sizes[place] == *size || sizes[place].is_also(size, outcomes[place].study)
        };
        groups.push((size.clone(), (0..outcomes.len()).filter(belongs).collect()));
    }
    let rank = |(size, places): &(Size, Vec<usize>)| {
        let own = || places.iter().map(|place| &outcomes[*place]);
        let missing = own().any(|outcome| outcome.done().0 < outcome.done().1);
        let fewer = usize::MAX - own().map(|outcome| tasks(outcome.study)).sum::<usize>();
        (size.quick, missing, fewer, size.models.len(), size.seed, size.tasks)
    };
    groups.sort_by_cached_key(rank);
    // What belongs to two sizes stands where it comes first.
    let mut met = vec![false; outcomes.len()];
    for (_, places) in &mut groups {
        places.retain(|place| !std::mem::replace(&mut met[*place], true));
    }
    groups.retain(|(_, places)| !places.is_empty());
    groups
}
