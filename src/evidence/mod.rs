//! The paper's claims that a run can decide: each with the experiments that decide it, and what these say.
//!
//! This module knows what is to be computed and what to make of it, in words; runners, files and figures are
//! those of others.

mod agree;
mod claims;
pub mod data;
mod interval;
mod live;
mod order;
pub mod report;
mod results;
pub mod shelf;
pub mod size;
pub mod text;

use crate::error::{Error, Result};
use crate::experiment::{self, Part, Plan};
use crate::scenario::{Link, Scenario};

pub use claims::CLAIMS;
pub use interval::{Interval, Verdict};
pub use live::live;
pub use results::line as result_line;

/// Something that the paper says, and a run can decide.
pub struct Claim {
    /// Its name in commands.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where the paper says it.
    pub source: &'static str,
    /// What it says.
    pub says: &'static str,
    /// The experiments that decide it, as links, and their names; before any change of size.
    studies: fn(&Scale) -> Vec<(String, String)>,
    /// What they found, if all of them are there.
    judge: fn(&[Outcome]) -> Result<Vec<Finding>>,
}

/// How large a run is to be.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scale {
    /// On how many tasks; without any, as the claim needs.
    pub tasks: Option<usize>,
    /// In how many dimensions; without any, as the paper.
    pub dimensions: Vec<usize>,
    /// Seed of everything drawn.
    pub seed: Option<u32>,
    /// Models that are compared beside those of the claim.
    pub models: Vec<String>,
    /// Few tasks and short training: to see that it works, not to decide anything.
    pub quick: bool,
}

impl Scale {
    /// That of a study, but for its tasks.
    fn like(study: &Study) -> Self {
        Self {
            dimensions: vec![study.scenario.data.dimension],
            seed: Some(study.scenario.problem.seed),
            quick: study.quick,
            ..Self::default()
        }
    }

    /// The same without models beside those of the claim.
    fn own(&self) -> Self {
        Self { models: Vec::new(), ..self.clone() }
    }

    /// The dimensions that were asked for, or those of the claim.
    fn dimensions(&self, usual: &[usize]) -> Vec<usize> {
        if self.dimensions.is_empty() { usual.to_vec() } else { self.dimensions.clone() }
    }

    /// How many tasks: as asked for, or as the claim needs, or a few.
    fn tasks(&self, usual: usize) -> usize {
        self.tasks.unwrap_or(if self.quick { usual.min(QUICK_TASKS) } else { usual })
    }
}

/// What is few.
const QUICK_TASKS: usize = 4;

/// One of the experiments that decide a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// The claim's id.
    pub claim: String,
    /// What tells it from the claim's others, such as `d = 3`.
    pub name: String,
    /// Whether it was made small.
    pub quick: bool,
    /// What is computed.
    pub scenario: Scenario,
}

/// A study and all that its units found, by their places in its plan; nothing where one is missing.
#[derive(Clone, Copy)]
pub struct Outcome<'a> {
    /// What was computed.
    pub study: &'a Study,
    /// What was found.
    pub parts: &'a [Option<Part>],
}

/// One thing that was compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What is claimed, such as `d = 3: BatchMIG above TIG`.
    pub says: String,
    /// Of what, in which unit.
    pub of: &'static str,
    /// The mean difference or coefficient, with its 95% interval.
    pub interval: Interval,
    /// What that means for the claim.
    pub verdict: Verdict,
    /// What the interval is held against.
    pub against: f64,
    /// Whether the claim rests on it; else it stands beside, to be seen.
    pub counts: bool,
}

impl Claim {
    /// The claim called `id`.
    ///
    /// # Errors
    /// [`Error::Unknown`] with all claims.
    pub fn find(id: &str) -> Result<&'static Self> {
        let known: Vec<&str> = CLAIMS.iter().map(|claim| claim.id).collect();
        let found = CLAIMS.iter().find(|claim| claim.id == id);
        found.ok_or_else(|| Error::unknown("the paper", "claim", format!("{id:?}"), &known))
    }

    /// The experiments that decide it.
    ///
    /// # Errors
    /// [`Error::Value`] if the scale asks for what there is not.
    pub fn studies(&self, scale: &Scale) -> Result<Vec<Study>> {
        let seed = scale.seed.map_or_else(String::new, |seed| format!("&seed={seed}"));
        let study = |(name, link): (String, String)| {
            let scenario = format!("{link}{seed}").parse::<Link>()?.scenario;
            Ok(Study { claim: self.id.into(), name, quick: scale.quick, scenario })
        };
        (self.studies)(scale).into_iter().map(study).collect()
    }

    /// What its experiments say.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if a part is not what it should be.
    pub fn judge(&self, outcomes: &[Outcome]) -> Result<Vec<Finding>> {
        (self.judge)(outcomes)
    }
}

impl Study {
    /// The units of its work.
    pub fn plan(&self) -> Plan {
        experiment::plan(&self.scenario, &[])
    }

    /// The study in one line, from which [`Study::read`] makes it again.
    pub fn line(&self) -> String {
        let size = if self.quick { "quick" } else { "whole" };
        format!("{}\t{size}\t{}\t{}\n", self.claim, self.name, self.scenario.link())
    }

    /// The study that [`Study::line`] wrote.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if it did not.
    pub fn read(line: &str) -> Result<Self> {
        let wrong = || Error::unreadable("a study", "it is not what `reproduce` wrote");
        let fields: Vec<&str> = line.trim_end_matches('\n').split('\t').collect();
        let [claim, size, name, link] = fields[..] else { return Err(wrong()) };
        let quick = match size {
            "quick" => true,
            "whole" => false,
            _ => return Err(wrong()),
        };
        let claim = Claim::find(claim)?.id.to_string();
        Ok(Self { claim, name: name.into(), quick, scenario: link.parse::<Link>()?.scenario })
    }
}

impl Outcome<'_> {
    /// How many of the parts that figures want are there, and how many there should be.
    pub fn done(&self) -> (usize, usize) {
        let plan = self.study.plan();
        let heard: Vec<usize> = plan.heard().collect();
        (heard.iter().filter(|place| self.parts[**place].is_some()).count(), heard.len())
    }
}

/// What findings say of the claim as a whole: it holds if all hold on which it rests, and in part if some do.
pub fn verdict(findings: &[Finding]) -> Verdict {
    let counted = || findings.iter().filter(|finding| finding.counts);
    let count = |verdict: Verdict| counted().filter(|finding| finding.verdict == verdict).count();
    match (count(Verdict::Holds), count(Verdict::DoesNotHold)) {
        (0, 0) => Verdict::Undecided,
        (0, _) => Verdict::DoesNotHold,
        (all, _) if all == counted().count() => Verdict::Holds,
        (_, 0) => Verdict::WhereDecided,
        _ => Verdict::InPart,
    }
}

/// What readers of a verdict should know of it: what holds, but weakly; what many intervals make of chance; and what is
/// decided otherwise where the noise of the targets is left out.
pub fn remarks(findings: &[Finding]) -> Vec<String> {
    let counted: Vec<&Finding> = findings.iter().filter(|finding| finding.counts).collect();
    let mut remarks = Vec::new();
    let weak: Vec<&str> = counted.iter().filter(|it| it.is_weak()).map(|it| &*it.says).collect();
    if !weak.is_empty() {
        remarks.push(format!("Holds, but weakly (below {WEAK}): {}.", weak.join("; ")));
    }
    let by_chance = counted.len() as f64 * OUTSIDE;
    if by_chance >= 0.5 {
        remarks.push(format!(
            "Each interval is a 95% one by itself: of {} comparisons without any effect, {by_chance:.1} would be called \
             decided by chance.",
            counted.len()
        ));
    }
    let otherwise: Vec<String> =
        counted.iter().filter_map(|it| it.without_noise(findings)).collect();
    if !otherwise.is_empty() {
        remarks.push(format!(
            "Without the noise of the targets (what the oracle expects; the verdict does not rest on it) the answer \
             differs for: {}.",
            otherwise.join("; ")
        ));
    }
    remarks
}

/// A coefficient that holds, but below this, says little.
const WEAK: f64 = 0.3;

/// The share of 95% intervals that leave the truth out.
const OUTSIDE: f64 = 0.05;

impl Finding {
    /// A coefficient that is above 0, and not by much.
    fn is_weak(&self) -> bool {
        let is_coefficient = self.of.ends_with("coefficient") && self.against == 0.0;
        is_coefficient
            && self.verdict == Verdict::Holds
            && (0.0..WEAK).contains(&self.interval.mean)
    }

    /// The same comparison by what the oracle expects, if that is decided, and otherwise.
    fn without_noise(&self, all: &[Self]) -> Option<String> {
        let same = |other: &&Self| !other.counts && other.says == self.says && other.of == EXPECTED;
        let other = all.iter().find(same)?;
        let differs = other.verdict != Verdict::Undecided && other.verdict != self.verdict;
        differs.then(|| format!("{} ({})", other.says, other.verdict))
    }
}

/// What the verdict of learning curves stands beside.
const EXPECTED: &str = "expected log likelihood";

#[cfg(test)]
mod tests;
