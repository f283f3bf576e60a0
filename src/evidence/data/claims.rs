//! What runs on tables say of the paper's claims about its own sets.

use serde_json::{Value, json};

use super::paper::PaperSet;
use super::rounds::{self, Asked};
use super::{Models, Outcome, agreement, kind_of};
use crate::acquisition::Rule;
use crate::error::Result;
use crate::evidence::claims::{BAD, GOOD};
use crate::evidence::order::label;
use crate::evidence::{Finding, Interval, remarks, report, text, verdict};
use crate::experiment::measure::{Measure, XLL, XLLR};
use crate::lab::toy;

/// Something that the paper says of tables.
pub struct Said {
    /// Its name.
    pub id: &'static str,
    title: &'static str,
    source: &'static str,
    /// What it says.
    pub says: &'static str,
    /// What it is read off: names and files of tables.
    tables: &'static [(&'static str, &'static str)],
}

/// All of them, in the order in which they are reported.
pub static SAID: [Said; 3] = [
    Said {
        id: "xllr-data",
        title: "On real data too, HMC, FBNN, GP-RBF and the ensemble know correlations best",
        source: "Tables 1 and 5",
        says: "By XLLR, HMC, FBNN, GP-RBF and the ensemble are ahead of BBB, NNG and dropout; HMC is the best on boston, \
               concrete and energy, and FBNN is ahead of GP-RBF on wine and yacht.",
        tables: &[("Table 1", "table1-xllr"), ("Table 5", "table5-xll")],
    },
    Said {
        id: "models-data",
        title: "On real data too, the same models ask well whoever predicts",
        source: "Figure 7 and Table 4",
        says: "As models that choose rows by BatchMIG, HMC, FBNN, GP-RBF and the ensemble lead to higher log likelihoods \
               of the test rows than BBB, NNG and dropout, and rank above them whichever model predicts.",
        tables: &[("Table 4", "table4-ranks")],
    },
    Said {
        id: "rules-data",
        title: "On real data too, BatchMIG asks best, then MIG",
        source: "Figures 10 and 12",
        says: "With NKN choosing and predicting, BatchMIG and MIG lead to higher log likelihoods of the test rows than TIG \
               and random choice, and BatchMIG to higher ones than MIG.",
        tables: &[],
    },
];

/// A run on tables.
pub struct Run<'a> {
    /// Its models.
    pub models: Models<'a>,
    /// What is known of each table.
    pub outcomes: &'a [Outcome],
    /// What came of asking over rounds.
    pub asked: &'a [Asked],
    /// How many seeds there should be, all tables together.
    pub wanted: usize,
    /// The seed of the first.
    pub seed: u32,
    /// The command that repeats it.
    pub command: &'a str,
    /// Versions of what computed it.
    pub versions: Vec<String>,
}

impl Run<'_> {
    /// What it says of each claim.
    ///
    /// # Errors
    /// [`Error::Unreadable`](crate::error::Error::Unreadable) if a part is not what it should be.
    pub fn findings(&self) -> Result<[Vec<Finding>; 3]> {
        Ok([self.xllr(), self.choosing()?, self.rules()?])
    }

    /// As text and as JSON.
    ///
    /// # Errors
    /// As [`Run::findings`].
    pub fn report(&self, tables: &[super::Table]) -> Result<(String, Value)> {
        let mut words = String::from(
            "## What this says of the paper's claims\n\nAn order *holds* if the 95% t-interval over seeds of the paired \
             difference lies above 0, *does not hold* if it lies below, and is *undecided* otherwise.\n\n",
        );
        let mut claims = Vec::new();
        for (said, findings) in SAID.iter().zip(self.findings()?) {
            let mut notes = remarks(&findings);
            notes.extend((said.id == "xllr-data").then(|| self.undecided_in_the_paper()).flatten());
            words += &said.words(&findings, &notes);
            claims.push(self.as_json(said, &findings, &notes, tables));
        }
        let likeness = tables.iter().take(2).map(|table| {
            let rows = agreement::likeness(table).into_iter();
            let rows = rows
                .map(|it| json!({ "set": it.set, "seeds": it.seeds, "spearman": it.coefficient }));
            json!({ "table": table.id, "rows": rows.collect::<Vec<_>>() })
        });
        let agreement = likeness.collect::<Vec<_>>();
        Ok((words, json!({ "claims": claims, "agreement": agreement, "command": self.command })))
    }

    fn as_json(
        &self,
        said: &Said,
        findings: &[Finding],
        notes: &[String],
        tables: &[super::Table],
    ) -> Value {
        let done = match said.id {
            "xllr-data" => self.outcomes.iter().map(|outcome| outcome.seeds.len()).sum(),
            _ => rounds::whole(self.asked),
        };
        let study = |(name, file): &(&str, &str)| {
            let table = tables.iter().find(|table| table.id == *file)?;
            Some(json!({
                "name": name, "file": file, "done": done, "all": self.wanted, "tasks": done, "unit": "splits",
                "seed": self.seed, "link": self.command, "live": null, "versions": self.versions, "doubts": [0, 0],
                "figure": { "heading": table.title, "description": "The darker, the better." },
            }))
        };
        let mut studies: Vec<Value> = said.tables.iter().filter_map(study).collect();
        if said.id != "xllr-data" {
            studies.extend(rounds::sets(self.asked, "models").iter().map(|set| self.curves(set)));
        }
        let verdict = (!findings.is_empty()).then(|| verdict(findings).to_string());
        json!({
            "id": said.id, "title": said.title, "source": said.source, "says": said.says, "verdict": verdict,
            "quick": false, "remarks": notes, "again": self.command, "studies": studies,
            "findings": findings.iter().map(report::of_finding).collect::<Vec<_>>(),
        })
    }

    /// The curves of a set.
    fn curves(&self, seeds: &[&Asked]) -> Value {
        let (set, done) = (&seeds[0].set, seeds.iter().filter(|asked| asked.is_whole).count());
        json!({
            "name": set, "file": super::curves_file(set), "done": done, "all": seeds.len(), "tasks": done,
            "unit": "splits", "seed": self.seed, "link": self.command, "live": null, "versions": self.versions,
            "doubts": [0, 0],
            "figure": {
                "heading": format!("Rows of {set} that rules and models asked for"),
                "description": "Means over splits with standard errors, after each batch of a hundredth of the rows.",
            },
        })
    }

    /// Pairs of models by XLLR on the paper's sets; by XLL it is only looked at.
    fn xllr(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for outcome in self.outcomes {
            let Some(set) = outcome.paper else { continue };
            for (above, below) in pairs(set) {
                for (measure, of, sign) in [(&XLLR, "XLLR, places ahead", -1.0), (&XLL, "XLL", 1.0)]
                {
                    let leads = self.leads(outcome, (above, below), measure);
                    let leads: Vec<f64> = leads.into_iter().map(|lead| sign * lead).collect();
                    let says = format!("{}: {} above {}", outcome.name, label(above), label(below));
                    findings.extend(finding(says, of, &leads, sign < 0.0));
                }
            }
        }
        findings
    }

    /// By how much one model has more than another, seed by seed.
    fn leads(
        &self,
        outcome: &Outcome,
        (above, below): (&str, &str),
        measure: &Measure,
    ) -> Vec<f64> {
        let place = |kind: &str| self.models.iter().position(|model| kind_of(model) == kind);
        let Some((a, b)) = place(above).zip(place(below)) else { return Vec::new() };
        let lead = |(_, verdict): &(u32, super::Verdict)| {
            let values = verdict.judged.of(measure);
            Some(values.get(a).copied().flatten()? - values.get(b).copied().flatten()?)
        };
        outcome.seeds.iter().filter_map(lead).filter(|lead| lead.is_finite()).collect()
    }

    /// Which of the orders the paper's own means and standard errors leave open.
    fn undecided_in_the_paper(&self) -> Option<String> {
        let mut open = Vec::new();
        for set in self.outcomes.iter().filter_map(|outcome| outcome.paper) {
            for (above, below) in pairs(set) {
                let (Some(((a, of_a), _)), Some(((b, of_b), _))) = (set.of(above), set.of(below))
                else {
                    continue;
                };
                let error = (of_a * of_a + of_b * of_b).sqrt();
                if b - a < 2.0 * error {
                    let pair = format!("{} above {}", label(above), label(below));
                    open.push(format!("{}: {pair} ({a:.2} and {b:.2})", set.name));
                }
            }
        }
        let words = "The paper's own means of XLLR are not two standard errors apart for";
        (!open.is_empty()).then(|| format!("{words} {}.", open.join("; ")))
    }

    /// Pairs of models that choose, by the mean over rounds; and by ranks over all who predict.
    fn choosing(&self) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let all = || GOOD.into_iter().flat_map(|good| BAD.map(|bad| (good, bad)));
        for set in rounds::sets(self.asked, "models") {
            for (above, below) in all() {
                let is = |kind: &'static str| {
                    move |line: &crate::experiment::curves::Line| line.model.kind.id == kind
                };
                let leads = rounds::leads(&set, is(above), is(below))?;
                let says = format!("{}: {} above {}", set[0].set, label(above), label(below));
                findings.extend(finding(says, LIKELIHOOD, &leads, true));
            }
        }
        for (above, below) in all() {
            let leads = rounds::rank_leads(self.asked, above, below)?;
            let says = format!("all sets: {} above {}", label(above), label(below));
            findings.extend(finding(says, "ranks ahead over all who predict", &leads, true));
        }
        Ok(findings)
    }

    /// Pairs of rules, by the mean over rounds.
    fn rules(&self) -> Result<Vec<Finding>> {
        use Rule::{BatchMig, Mig, Random, Tig};
        let pairs =
            [(BatchMig, Tig), (BatchMig, Random), (Mig, Tig), (Mig, Random), (BatchMig, Mig)];
        let mut findings = Vec::new();
        for set in rounds::sets(self.asked, "rules") {
            for (above, below) in pairs {
                let leads =
                    rounds::leads(&set, |line| line.rule == above, |line| line.rule == below)?;
                let says =
                    format!("{}: {} above {}", set[0].set, toy::title(above), toy::title(below));
                findings.extend(finding(says, LIKELIHOOD, &leads, true));
            }
        }
        Ok(findings)
    }
}

const LIKELIHOOD: &str = "log likelihood";

/// What the paper says of a set: who is ahead of whom by XLLR.
fn pairs(set: &PaperSet) -> Vec<(&'static str, &'static str)> {
    let mut pairs: Vec<_> = GOOD.into_iter().flat_map(|good| BAD.map(|bad| (good, bad))).collect();
    match set.name {
        "Boston" | "Concrete" | "Energy" => {
            pairs.extend(["gp-rbf", "fbnn", "ensemble"].map(|other| ("hmc", other)));
        }
        "Wine" | "Yacht" => pairs.push(("fbnn", "gp-rbf")),
        _ => {}
    }
    pairs
}

fn finding(says: String, of: &'static str, leads: &[f64], counts: bool) -> Option<Finding> {
    let interval = Interval::of(leads)?;
    Some(Finding { says, of, verdict: interval.verdict(), interval, against: 0.0, counts })
}

impl Said {
    fn words(&self, findings: &[Finding], notes: &[String]) -> String {
        let Self { id, title, source, says, .. } = self;
        let head = format!("### {title}\n\n`{id}`, {source}: {says}\n\n");
        if findings.is_empty() {
            return head + "Not run.\n\n";
        }
        let notes: String = notes.iter().map(|note| format!("{note}\n\n")).collect();
        format!("{head}**Verdict: {}.**\n\n{}{notes}", verdict(findings), text::table(findings))
    }
}
