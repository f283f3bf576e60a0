//! Claims about how measures agree over models: coefficients of means over tasks, with intervals by drawing tasks
//! again.

use super::{Finding, Interval, Outcome, Verdict};
use crate::error::Result;
use crate::experiment::agreement::{self, Compared, Likeness, Quantity, Relation, Values};

/// A claim that two things are unrelated holds if their coefficient is surely smaller.
const UNRELATED: f64 = 0.3;
/// Orders are alike if the mean of Spearman's coefficients between two is surely larger.
const ALIKE: f64 = 0.5;

/// Fewer tasks than these, drawn again and again, say little of how tasks differ.
const FEWEST: usize = 5;

const PEARSON: &str = "Pearson's coefficient";
const SPEARMAN: &str = "Spearman's coefficient";

/// Figure 4: what questions are good for, against how right correlations are, and against how right variances are.
pub fn with_questions(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for table in tables(outcomes)? {
        findings.extend(table.rises("batch-mig", "metacorrelation"));
        findings.extend(table.is_unrelated("tig", "variance-quality"));
    }
    Ok(findings)
}

/// Figure 5.
pub fn xll(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for table in tables(outcomes)? {
        for measure in ["xll", "xllr"] {
            findings.extend(table.rises(measure, "metacorrelation"));
            findings.extend(table.rises(measure, "batch-mig"));
        }
    }
    Ok(findings)
}

/// Figure 6: the orders of the references themselves, as in the paper; of all models beside.
pub fn references(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for table in tables(outcomes)? {
        let is_reference =
            |model: usize| table.outcome.study.scenario.models.candidates[model].is_reference;
        for (whose, counts) in [("the references", true), ("all models", false)] {
            let taken = |model: usize| !counts || is_reference(model);
            let under = table.quantities.iter().filter(|quantity| quantity.is_under_one());
            let orders: Vec<Values> =
                under.map(|quantity| table.values(quantity, false, taken)).collect();
            let Some(found) = agreement::stability(&orders, table.seed()) else { continue };
            let interval = interval(found, table.tasks.len());
            findings.push(Finding {
                says: format!(
                    "{}: whichever reference judges, XLL puts {whose} in the same order",
                    table.outcome.study.name
                ),
                of: SPEARMAN,
                verdict: against(interval, ALIKE),
                interval,
                against: ALIKE,
                counts,
            });
        }
    }
    Ok(findings)
}

/// Figure 9: of batches as large as XLL's, and of larger ones beside.
pub fn joint(outcomes: &[Outcome]) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for table in tables(outcomes)? {
        findings.extend(table.rises("joint-5", "log-likelihood"));
        let beside = table.rises("joint-20", "log-likelihood");
        findings.extend(beside.into_iter().map(|finding| Finding { counts: false, ..finding }));
    }
    Ok(findings)
}

/// What a study found of all models.
struct Table<'a> {
    outcome: &'a Outcome<'a>,
    quantities: Vec<Quantity>,
    tasks: Vec<Compared>,
}

fn tables<'a>(outcomes: &'a [Outcome<'a>]) -> Result<Vec<Table<'a>>> {
    let table = |outcome: &'a Outcome<'a>| {
        let scenario = &outcome.study.scenario;
        let parts = outcome.parts.iter().take(agreement::tasks(scenario)).flatten();
        let tasks = parts.map(agreement::read).collect::<Result<Vec<_>>>()?;
        let titles: Vec<String> = scenario.models.candidates.iter().map(|it| it.title()).collect();
        Ok(Table { outcome, quantities: agreement::quantities(scenario, &titles), tasks })
    };
    outcomes.iter().map(table).collect()
}

impl Table<'_> {
    fn seed(&self) -> u64 {
        self.outcome.study.scenario.problem.seed.into()
    }

    fn quantity(&self, id: &str) -> &Quantity {
        self.quantities.iter().find(|quantity| quantity.id == id).expect("a known quantity")
    }

    /// Of the models that are taken: more is better.
    fn values(&self, quantity: &Quantity, expected: bool, taken: impl Fn(usize) -> bool) -> Values {
        let of = if expected { Quantity::expected } else { Quantity::of };
        let models = 0..self.outcome.study.scenario.models.candidates.len();
        let row = |model: usize| {
            let value = |task: &Compared| of(quantity, task, model).map(|it| quantity.better * it);
            self.tasks.iter().map(value).collect()
        };
        Values(models.filter(|model| taken(*model)).map(row).collect())
    }

    fn relation(&self, one: &str, other: &str, expected: bool) -> Option<Relation> {
        let [x, y] = [one, other].map(|id| {
            let quantity = self.quantity(id);
            // What depends on no y has no other form.
            let expected = expected && self.has_expectation(quantity);
            self.values(quantity, expected, |_| true)
        });
        Relation::of(&x, &y, self.seed())
    }

    fn has_expectation(&self, quantity: &Quantity) -> bool {
        self.tasks.first().is_some_and(|task| {
            (0..task.judged.models.len()).any(|model| quantity.expected(task, model).is_some())
        })
    }

    fn says(&self, one: &str, relation: &str, other: &str) -> String {
        let [one, other] = [one, other].map(|id| &self.quantity(id).label);
        format!("{}: {one} {relation} {other}", self.outcome.study.name)
    }

    /// Better by the one means better by the other.
    fn rises(&self, one: &str, other: &str) -> Vec<Finding> {
        let says = self.says(one, "rises with", other);
        self.found(one, other, &says, |interval| interval.verdict())
    }

    fn is_unrelated(&self, one: &str, other: &str) -> Vec<Finding> {
        let says = self.says(one, "is unrelated to", other);
        self.found(one, other, &says, |interval| {
            let (low, high) = interval.ends;
            match () {
                () if low > -UNRELATED && high < UNRELATED => Verdict::Holds,
                () if low > UNRELATED || high < -UNRELATED => Verdict::DoesNotHold,
                () => Verdict::Undecided,
            }
        })
    }

    /// A claim of two quantities: by values, on which it rests; by ranks, and by what the oracle expects, beside.
    fn found(
        &self,
        one: &str,
        other: &str,
        says: &str,
        judge: fn(&Interval) -> Verdict,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (expected, words) in [(false, ""), (true, ", as the oracle expects them")] {
            let known = [one, other].iter().any(|id| self.has_expectation(self.quantity(id)));
            let Some(found) = self.relation(one, other, expected).filter(|_| known || !expected)
            else {
                continue;
            };
            for (of, likeness) in [(PEARSON, found.pearson), (SPEARMAN, found.spearman)] {
                let interval = interval(likeness, found.tasks);
                findings.push(Finding {
                    says: format!("{says}{words}"),
                    of,
                    verdict: judge(&interval),
                    interval,
                    against: 0.0,
                    counts: of == PEARSON && !expected,
                });
            }
        }
        findings
    }
}

fn interval(found: Likeness, tasks: usize) -> Interval {
    let ends = found.ends.filter(|_| tasks >= FEWEST);
    let ends = ends.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
    Interval { mean: found.value, error: found.error, ends, count: tasks }
}

/// Whether an interval is above a value, below, or neither.
fn against(interval: Interval, value: f64) -> Verdict {
    let (low, high) = interval.ends;
    Interval { ends: (low - value, high - value), ..interval }.verdict()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Claim, Study, result_line};
    use crate::experiment::{Memory, Part, to_the_end};
    use crate::scenario::Link;

    #[test]
    fn measures_are_related_over_models() {
        let models =
            ["oracle", "gp(matern52(4))", "gp(rbf(4))", "fourier(20,4)", "relu(5)", "gp(rbf(1))"];
        let scenario = "lab=agreement&task=benchmark&d=1&tasks=5".parse::<Link>().unwrap().scenario;
        let candidates = models.map(|text| text.parse().unwrap()).to_vec();
        let study = Study {
            claim: "xll-agrees".into(),
            name: "d = 1".into(),
            quick: true,
            scenario: scenario.with_models(candidates),
        };
        let (plan, store) = (study.plan(), Memory::default());
        let part = |place| plan.solve(place, &store, &mut to_the_end).ok();
        let parts: Vec<Option<Part>> = (0..5).map(part).collect();
        let judge = |id: &str| {
            let outcome = Outcome { study: &study, parts: &parts };
            Claim::find(id).unwrap().judge(&[outcome]).unwrap()
        };
        let xll = judge("xll-agrees");
        assert_eq!(xll.iter().filter(|finding| finding.counts).count(), 4);
        for finding in xll.iter().chain(&judge("joint-marginal")) {
            let (low, high) = finding.interval.ends;
            assert!((-1.0..=1.0).contains(&low) && low <= high && high <= 1.0, "{finding:?}");
            assert_eq!(finding.interval.count, 5);
        }
        // Fewer ranks are better: values are turned so that more is.
        let outcomes = [Outcome { study: &study, parts: &parts }];
        let ranks = tables(&outcomes).unwrap()[0].relation("xllr", "xll", false).unwrap();
        assert!(ranks.spearman.value > 0.5, "{ranks:?}");
        let stable = judge("reference-stable");
        assert_eq!(stable.len(), 2);
        assert!(stable[0].interval.mean == stable[1].interval.mean, "all models are references");
        let few = Outcome { study: &study, parts: &parts[..4] };
        let few = Claim::find("xll-agrees").unwrap().judge(&[few]).unwrap();
        assert!(few.iter().all(|it| it.verdict == Verdict::Undecided), "four tasks decide nothing");
        let questions = judge("tal-metacorrelation");
        let unrelated =
            questions.iter().find(|finding| finding.says.contains("is unrelated to")).unwrap();
        assert!(unrelated.counts && unrelated.interval.mean.abs() <= 1.0);
        let line =
            result_line("name", &plan.steps[0].unit, parts[0].as_ref().unwrap(), false).unwrap();
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["metacorrelation"][0], 1.0);
        assert_eq!(line["expected batch-mig"].as_array().unwrap().len(), 6);
    }
}
