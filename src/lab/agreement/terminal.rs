//! A comparison of models as a terminal shows it, with the order in which the paper puts them.

use super::figure::AgreementFigure;
use super::{PAIRS, power, words};
use crate::experiment;
use crate::experiment::agreement::Compared;
use crate::experiment::measure::{METACORRELATION, XLL, XLLR};
use crate::lab::count;
use crate::numeric::{Estimate, fixed};
use crate::scenario::{Candidate, Family};

/// What is compared: its name, which way is better, and that of a model on a task.
struct Shown {
    label: &'static str,
    better: f64,
    of: fn(&Compared, usize) -> Option<f64>,
}

const SHOWN: [Shown; 5] = [
    Shown {
        label: METACORRELATION.label,
        better: METACORRELATION.better,
        of: |task, model| task.judged.of(&METACORRELATION)[model],
    },
    Shown { label: XLLR.label, better: XLLR.better, of: |task, model| task.rank[model] },
    Shown { label: XLL.label, better: XLL.better, of: |task, model| task.judged.of(&XLL)[model] },
    Shown {
        label: "log likelihood",
        better: 1.0,
        of: |task, model| Some(task.asked[0].log_likelihood[model]),
    },
    Shown {
        label: "expected",
        better: 1.0,
        of: |task, model| Some(task.asked[0].expected_log_likelihood[model]),
    },
];

impl AgreementFigure {
    pub(super) fn terminal_lines(&self) -> Vec<String> {
        let tasks = count(self.known().count(), "task");
        let mut lines = vec![format!("{tasks}: mean +- standard error")];
        lines.extend(self.table_lines());
        lines.extend(self.doubts());
        let versions = experiment::stated_versions(&self.scenario);
        lines.push(format!("versions: {}", versions.join(", ")));
        lines.extend(self.order_lines());
        lines.extend(self.relation_lines());
        lines.extend(power::lines(self));
        lines
    }

    fn mean(&self, model: usize, shown: &Shown) -> Option<Estimate> {
        let values: Vec<f64> = self.known().filter_map(|task| (shown.of)(task, model)).collect();
        Estimate::of(values.into_iter())
    }

    /// How alike the paper's pairs of quantities are.
    fn relation_lines(&self) -> Vec<String> {
        let line = |pair: &super::Pair| {
            let found = self.relation(self.place(pair.x), self.place(pair.y), false)?;
            let [r, rank] = [found.pearson, found.spearman]
                .map(|it| format!("{:>6}{}", fixed(it.value, 2), words::interval(&it)));
            Some(format!("{:<40}Pearson {r:<27} Spearman {rank}", pair.label))
        };
        let lines: Vec<String> = PAIRS.iter().filter_map(line).collect();
        let head = "over models, positive if both prefer the same ones:".to_string();
        if lines.is_empty() {
            lines
        } else {
            [String::new(), head].into_iter().chain(lines).collect()
        }
    }

    /// A row for each model, as a terminal shows it; those that are no references below the others.
    fn table_lines(&self) -> Vec<String> {
        let longest = self.names.iter().map(|name| name.label.chars().count()).max().unwrap_or(0);
        let width = (longest + 1).max(20);
        let row = |first: &str, cells: Vec<String>| {
            let cells: String = cells.iter().map(|cell| format!("{cell:>19}")).collect();
            format!("{first:<width$}{cells}")
        };
        let heads = SHOWN.iter().map(|shown| shown.label.to_string()).collect();
        let mut lines = vec![row("model", heads)];
        let candidates = &self.scenario.models.candidates;
        for beside in [false, true] {
            let of = |model: &usize| candidates[*model].is_reference != beside;
            let models: Vec<usize> = (0..candidates.len()).filter(of).collect();
            if beside && !models.is_empty() {
                lines.push("beside them:".into());
            }
            lines.extend(models.into_iter().map(|model| {
                let cell = |shown: &Shown| cell(self.mean(model, shown));
                row(&self.names[model].label, SHOWN.iter().map(cell).collect())
            }));
        }
        lines.push(
            "log likelihood: of the targets under the oracle, after one batch by BatchMIG".into(),
        );
        lines
    }

    /// Whether each of the models that the paper found good is above each that it found bad.
    fn order_lines(&self) -> Vec<String> {
        let of = |found: fn(&Candidate) -> bool| -> Vec<usize> {
            let all = self.scenario.models.candidates.iter().enumerate();
            all.filter(|(_, one)| one.is_reference && found(one)).map(|(model, _)| model).collect()
        };
        let (good, bad) = (of(is_good), of(is_bad));
        let title = |model: usize| &self.names[model].label;
        let mut lines = Vec::new();
        if good.is_empty() || bad.is_empty() {
            return lines;
        }
        for shown in &SHOWN[..2] {
            let head =
                format!("the paper's order in {}: by how much, in standard errors", shown.label);
            lines.extend([String::new(), head]);
            for &above in &good {
                let words = bad.iter().map(|&below| {
                    let z = self.gap(shown, above, below);
                    let verdict = match z {
                        Some(z) if z > 2.0 => "above",
                        Some(z) if z < -2.0 => "BELOW",
                        _ => "level with",
                    };
                    let z = z.map_or("-".into(), |z| format!("{z:.1}"));
                    format!("{verdict} {} ({z})", title(below))
                });
                let words = words.collect::<Vec<_>>().join(", ");
                lines.push(format!("{:<20}{words}", title(above)));
            }
        }
        lines
    }

    /// By how many standard errors one model is better than another over the same tasks.
    fn gap(&self, shown: &Shown, one: usize, other: usize) -> Option<f64> {
        // What knows of no correlation agrees with nothing.
        let of = |task: &Compared, model: usize| (shown.of)(task, model).unwrap_or(0.0);
        let gaps = self.known().map(|task| shown.better * (of(task, one) - of(task, other)));
        let gap = Estimate::of(gaps.collect::<Vec<_>>().into_iter())?;
        Some(gap.mean / gap.standard_error?)
    }
}

fn cell(estimate: Option<Estimate>) -> String {
    let Some(Estimate { mean, standard_error }) = estimate else { return "-".into() };
    let error = standard_error.map_or("-".into(), |error| format!("{error:.3}"));
    format!("{mean:.3} +- {error}")
}

/// Those that estimate correlations well, says the paper.
fn is_good(candidate: &Candidate) -> bool {
    matches!(candidate.kind.family, Family::Hmc | Family::Fbnn | Family::Rbf | Family::Ensemble)
}

/// And those that do not.
fn is_bad(candidate: &Candidate) -> bool {
    matches!(candidate.kind.family, Family::Bbb | Family::Nng | Family::Dropout)
}
