//! Claims that some lines of learning curves lie above others: the mean over all batches of what the one has more
//! than the other on the same task, over tasks; or by how much it ranks higher after the last batch.

use super::claims::{BAD, GOOD};
use super::{EXPECTED, Finding, Interval, Outcome};
use crate::acquisition::Rule;
use crate::error::Result;
use crate::experiment::curves::table::{self, Column, Score};
use crate::experiment::curves::{self, Line, Place};
use crate::lab::toy;
use crate::model::KINDS;
use crate::tal::Run;

/// Lines are told apart by their rule and by the kind of their model.
type Which = (Rule, &'static str);

const LOG_LIKELIHOOD: &str = "log likelihood";
const RANKS: &str = "ranks ahead, by log likelihood";
const RANKS_BY_RMSE: &str = "ranks ahead, by RMSE";

/// The transductive rules above the others, and asking for batches above asking one by one.
pub fn rules(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    use Rule::{BatchMig, Mig, Random, Tig};
    let pairs = [(BatchMig, Tig), (BatchMig, Random), (Mig, Tig), (Mig, Random), (BatchMig, Mig)];
    let pairs = pairs.map(|(a, b)| ((a, "oracle"), (b, "oracle")));
    compared(outcomes, &pairs, |_| true, |(rule, _)| toy::title(rule).to_string())
}

/// Models whose correlations are good above those whose are not, when they choose by BatchMIG; by TIG it is only
/// looked at.
pub fn models(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let pairs = |rule: Rule| {
        let against = move |good: &'static str| BAD.map(|bad| ((rule, good), (rule, bad)));
        GOOD.into_iter().flat_map(against)
    };
    let pairs: Vec<(Which, Which)> = pairs(Rule::BatchMig).chain(pairs(Rule::Tig)).collect();
    let name = |(rule, model): Which| format!("{} by {}", label(model), toy::title(rule));
    compared(outcomes, &pairs, |(rule, _)| rule == Rule::BatchMig, name)
}

/// Models whose correlations are good ranked above those whose are not, in the mean over all models that predict. Beside
/// it, by RMSE; and the questions of the good ones against those that one of the others chose for itself.
pub fn ranks(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for outcome in outcomes {
        let scenario = &outcome.study.scenario;
        for (of, score, counts) in
            [(RANKS, Score::LogLikelihood, true), (RANKS_BY_RMSE, Score::Rmse, false)]
        {
            let ranks = table::ranks_of_parts(scenario, score, outcome.parts)?;
            let lines = curves::lines(scenario);
            let row =
                |id: &str| ranks.rows.iter().position(|line| lines[*line].model.kind.id == id);
            let mut add = |says: String, leads: Vec<f64>, counts: bool| {
                let Some(interval) = Interval::of(&leads) else { return };
                let says = format!("{}: {says}", outcome.study.name);
                let verdict = interval.verdict();
                findings.push(Finding { says, of, interval, verdict, against: 0.0, counts });
            };
            for (good, bad) in GOOD.into_iter().flat_map(|good| BAD.map(|bad| (good, bad))) {
                let (Some(a), Some(b)) = (row(good), row(bad)) else { continue };
                let leads = ranks.each.iter().map(|ranks| ranks[b] - ranks[a]);
                add(format!("{} above {}", label(good), label(bad)), leads.collect(), counts);
            }
            for own in BAD {
                let says =
                    format!("{} predicting: the questions of the four above its own", label(own));
                let leads = ranks.columns.iter().find(|column| column.model.kind.id == own);
                let leads = leads.zip(row(own)).map(|(column, own)| {
                    over(column, &GOOD.iter().filter_map(|good| row(good)).collect::<Vec<_>>(), own)
                });
                add(says, leads.unwrap_or_default(), false);
            }
        }
    }
    Ok(findings)
}

/// What people call a kind of model.
pub(super) fn label(id: &'static str) -> &'static str {
    KINDS.iter().find(|kind| kind.id == id).map_or(id, |kind| kind.label)
}

/// On each task, by how much the mean rank of some rows is better than another's.
fn over(column: &Column, rows: &[usize], other: usize) -> Vec<f64> {
    let mean = |ranks: &[f64]| rows.iter().map(|row| ranks[*row]).sum::<f64>() / rows.len() as f64;
    column.each.iter().flatten().map(|ranks| ranks[other] - mean(ranks)).collect()
}

/// All pairs in all studies, by the log likelihood; and by what the oracle expects it to be, which depends on no
/// noise of the targets and stands beside.
fn compared(
    outcomes: &[Outcome],
    pairs: &[(Which, Which)],
    counts: impl Fn(Which) -> bool,
    name: impl Fn(Which) -> String,
) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for outcome in outcomes {
        let lines = curves::lines(&outcome.study.scenario);
        let place = |which: Which| lines.iter().position(|line| is(line, which));
        let tasks = runs(outcome, lines.len())?;
        for &(above, below) in pairs {
            let (Some(a), Some(b)) = (place(above), place(below)) else { continue };
            for (of, values) in QUANTITIES {
                let gaps = tasks.iter().filter_map(|task| {
                    Some(mean(values(task[a].as_ref()?)) - mean(values(task[b].as_ref()?)))
                });
                let gaps: Vec<f64> = gaps.collect();
                // A single task decides nothing.
                let Some(interval) = Interval::of(&gaps).filter(|_| gaps.len() > 1) else {
                    continue;
                };
                let [upper, lower] = [above, below].map(&name);
                findings.push(Finding {
                    says: format!("{}: {upper} above {lower}", outcome.study.name),
                    of,
                    verdict: interval.verdict(),
                    interval,
                    against: 0.0,
                    counts: of == LOG_LIKELIHOOD && counts(above),
                });
            }
        }
    }
    Ok(findings)
}

type Values = fn(&Run) -> &[f64];

const QUANTITIES: [(&str, Values); 2] =
    [(LOG_LIKELIHOOD, |run| &run.log_likelihood), (EXPECTED, |run| &run.expected_log_likelihood)];

fn is(line: &Line, (rule, model): Which) -> bool {
    line.rule == rule && (rule == Rule::Random || line.model.kind.id == model)
}

/// Over the batches: what stands before the first is the same for all.
fn mean(values: &[f64]) -> f64 {
    let after = &values[1..];
    after.iter().sum::<f64>() / after.len().max(1) as f64
}

/// What each line did on each task, as far as it is there.
fn runs(outcome: &Outcome, lines: usize) -> Result<Vec<Vec<Option<Run>>>> {
    let scenario = &outcome.study.scenario;
    let mut tasks = vec![vec![None; lines]; curves::tasks(scenario)];
    for (place, part) in outcome.parts.iter().enumerate().take(tasks.len() * lines) {
        let (Some(part), Place::Course { task, line }) = (part, Place::of(scenario, lines, place))
        else {
            continue;
        };
        tasks[task][line] = Some(curves::read(part)?.run);
    }
    Ok(tasks)
}
