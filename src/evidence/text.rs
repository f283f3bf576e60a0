//! What was found, as a report in Markdown.

use super::size::{Size, by_size};
use super::{CLAIMS, Claim, Finding, Outcome, Scale, Study, remarks, verdict};
use crate::error::Result;
use crate::experiment;
use crate::lab::count;
use crate::scenario::Scenario;

/// A claim's part of the report: what it says, what was found, and how to find it again.
///
/// # Errors
/// As [`Claim::judge`].
pub fn of_claim(claim: &Claim, outcomes: &[Outcome]) -> Result<String> {
    let mut text =
        format!("## {}\n\n`{}`, {}: {}\n\n", claim.title, claim.id, claim.source, claim.says);
    let sizes = by_size(outcomes);
    let Some(((first, places), others)) = sizes.split_first() else {
        return Ok(text + "Not run.\n\n");
    };
    text += &of_size(claim, first, &taken(outcomes, places))?;
    if !others.is_empty() {
        text += "The verdict above rests on one size alone, the largest that is whole. What was run at others stands \
                 below by itself.\n\n";
    }
    for (size, places) in others {
        text += &format!("### Beside: {}\n\n", named(size));
        text += &of_size(claim, size, &taken(outcomes, places))?;
    }
    Ok(text)
}

/// Some of several outcomes.
pub(super) fn taken<'a>(outcomes: &[Outcome<'a>], places: &[usize]) -> Vec<Outcome<'a>> {
    places.iter().map(|place| outcomes[*place]).collect()
}

/// A size, whatever it is.
fn named(size: &Size) -> String {
    Some(size.words()).filter(|words| !words.is_empty()).unwrap_or("the claim's own size".into())
}

/// What studies of one size say.
fn of_size(claim: &Claim, size: &Size, outcomes: &[Outcome]) -> Result<String> {
    let findings = claim.judge(outcomes)?;
    let mut text = String::new();
    if size.quick {
        text += "**A quick run**: few tasks and short training, to see that it works. It decides nothing.\n\n";
    }
    text += &format!("**Verdict: {}.**\n\n", verdict(&findings));
    if *size != Size::default() {
        text += &format!(
            "It rests on runs that are not of the claim's own size: {}.\n\n",
            size.words()
        );
    }
    text += &table(&findings);
    for remark in remarks(&findings) {
        text += &format!("{remark}\n\n");
    }
    for outcome in outcomes {
        text += &of_study(outcome);
    }
    Ok(text)
}

pub(super) fn table(findings: &[Finding]) -> String {
    let mut text = String::from(
        "| what is compared | of | mean difference or coefficient | standard error | 95% interval | tasks | verdict |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for Finding { says, of, interval, verdict, counts, .. } in findings {
        let error = interval.error.map_or("–".into(), |error| format!("{error:.4}"));
        let ends = match interval.ends {
            (low, high) if low.is_finite() => format!("{low:.4} to {high:.4}"),
            _ => "–".into(),
        };
        let beside = if *counts { "" } else { " (beside)" };
        text += &format!(
            "| {says} | {of} | {:.4} | {error} | {ends} | {} | {verdict}{beside} |\n",
            interval.mean, interval.count
        );
    }
    text + "\nThe verdict rests on the rows without “beside”.\n\n"
}

fn of_study(outcome: &Outcome) -> String {
    let study = outcome.study;
    let (done, all) = outcome.done();
    let missing = match all - done {
        0 => String::new(),
        missing => format!(" **{} of {all} missing.**", count(missing, "result")),
    };
    let (file, name, link) = (file_name(study), &study.name, study.scenario.link());
    let versions = experiment::stated_versions(&study.scenario).join(", ");
    let Scenario { judging, problem, .. } = &study.scenario;
    let (tasks, seed) = (count(judging.tasks.max(1), "task"), problem.seed);
    let figure = match done {
        0 => String::new(),
        _ => format!("![Figure, {name}]({file}.svg)\n\nNumbers: [{file}.csv]({file}.csv)."),
    };
    let size = Some(Size::of(study).words()).filter(|words| !words.is_empty());
    let size = size.map_or_else(String::new, |words| format!(" ({words})"));
    format!(
        "### {name}{size}\n\n{figure}{missing} The same by `talscope run`, as a link:\n\n```\n{link}\n```\n\n{tasks}, \
         seed {seed}; versions: {versions}.\n\n"
    )
}

/// What files of a study are called, without what they end in: by the first claim that it decides, and by its size
/// if that is not the claim's own.
pub fn file_name(study: &Study) -> String {
    let (size, tasks) = (Size::of(study), Some(study.scenario.judging.tasks));
    let suffix = size.suffix();
    let scale = Scale { tasks, models: size.models, ..Scale::like(study) };
    let decides = |claim: &&Claim| {
        let studies = claim.studies(&scale).unwrap_or_default();
        studies.iter().any(|other| other.name == study.name && other.scenario == study.scenario)
    };
    let claim = CLAIMS.iter().find(decides).map_or(&*study.claim, |claim| claim.id);
    let kept = study.name.chars().filter(|c| !c.is_whitespace() && *c != '=');
    let name: String = kept.map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{claim}-{name}{suffix}")
}
