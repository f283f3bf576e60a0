//! What was found, as JSON from which others make pages.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::live::live;
use super::size::{Size, by_size};
use super::{Claim, Finding, Outcome, remarks, text, verdict};
use crate::error::Result;
use crate::experiment;
use crate::experiment::agreement::{self, COMPARE};
use crate::experiment::curves::{self, CURVE, record};
use crate::scenario::Candidate;

/// What can be seen of a study, for those who cannot see it.
pub struct Seen {
    /// Its figure in one line.
    pub heading: String,
    /// And in words.
    pub description: String,
}

/// A claim, what was found, and how to find it again; without studies, that it was not run. `seen` are the studies'
/// figures, nothing where none could be drawn.
///
/// # Errors
/// As [`Claim::judge`].
pub fn of_claim(claim: &Claim, outcomes: &[Outcome], seen: &[Option<Seen>]) -> Result<Value> {
    let mut sizes = by_size(outcomes).into_iter();
    let (size, places) = sizes.next().unwrap_or_default();
    let mut value = of_size(claim, (&size, &places), outcomes, seen)?;
    for (key, words) in
        [("id", claim.id), ("title", claim.title), ("source", claim.source), ("says", claim.says)]
    {
        value[key] = words.into();
    }
    let others = sizes.map(|(size, places)| of_size(claim, (&size, &places), outcomes, seen));
    let others = others.collect::<Result<Vec<_>>>()?;
    if !others.is_empty() {
        value["others"] = others.into();
    }
    Ok(value)
}

/// What studies of one size say; the size is told where it is not the claim's own.
fn of_size(
    claim: &Claim,
    (size, places): (&Size, &[usize]),
    outcomes: &[Outcome],
    seen: &[Option<Seen>],
) -> Result<Value> {
    let own = text::taken(outcomes, places);
    let findings = claim.judge(&own)?;
    let verdict = (!own.is_empty()).then(|| verdict(&findings).to_string());
    let studies = places.iter().map(|place| of_study(&outcomes[*place], seen[*place].as_ref()));
    let mut value = json!({
        "verdict": verdict,
        "quick": size.quick,
        "remarks": remarks(&findings),
        "findings": findings.iter().map(of_finding).collect::<Vec<_>>(),
        "studies": studies.collect::<Result<Vec<_>>>()?,
    });
    if *size != Size::default() {
        value["size"] = size.words().into();
    }
    Ok(value)
}

/// Ends that are infinite are nothing.
pub(super) fn of_finding(finding: &Finding) -> Value {
    let Finding { says, of, interval, verdict, against, counts } = finding;
    json!({
        "says": says,
        "of": of,
        "mean": interval.mean,
        "error": interval.error,
        "low": interval.ends.0,
        "high": interval.ends.1,
        "count": interval.count,
        "against": against,
        "verdict": verdict.to_string(),
        "counts": counts,
    })
}

fn of_study(outcome: &Outcome, seen: Option<&Seen>) -> Result<Value> {
    let (study, (done, all)) = (outcome.study, outcome.done());
    let scenario = &study.scenario;
    let live = live(study)?.map(|live| {
        json!({ "link": live.scenario.link(), "tasks": live.scenario.judging.tasks.max(1), "quick": live.quick })
    });
    let seen = seen.map(
        |Seen { heading, description }| json!({ "heading": heading, "description": description }),
    );
    Ok(json!({
        "name": study.name,
        "file": text::file_name(study),
        "figure": seen,
        "doubts": doubts(outcome)?,
        "done": done,
        "all": all,
        "link": scenario.link(),
        "live": live,
        "tasks": scenario.judging.tasks.max(1),
        "seed": scenario.problem.seed,
        "versions": experiment::stated_versions(scenario),
    }))
}

/// How many of a study's models should not be trusted as they were fitted, on one task at least, and of how many.
fn doubts(outcome: &Outcome) -> Result<[usize; 2]> {
    let candidates = &outcome.study.scenario.models.candidates;
    let plan = outcome.study.plan();
    let mut doubtful = BTreeSet::new();
    for (step, part) in plan.steps.iter().zip(outcome.parts) {
        let Some(part) = part else { continue };
        if *step.unit.work == COMPARE {
            let judged = agreement::read(part)?.judged;
            let in_doubt = judged.models.iter().zip(&judged.doubts).filter(|(_, it)| it.is_some());
            doubtful.extend(in_doubt.map(|(model, _)| candidates[*model].id()));
        } else if *step.unit.work == CURVE && record::doubts(&curves::read(part)?.records).0 > 0 {
            let models = &step.unit.scenario().models.candidates;
            doubtful.extend(models.iter().map(Candidate::id));
        }
    }
    Ok([doubtful.len(), candidates.len()])
}
