//! A comparison of measures as tables.

use super::figure::AgreementFigure;
use super::{PAIRS, power};
use crate::experiment::agreement::Likeness;
use crate::experiment::power::Power;
use crate::numeric::Estimate;
use crate::report::{Name, Report, Table};

/// The quantities whose numbers on every task are told, too.
const EACH: [&str; 4] = ["metacorrelation", "xllr", "xll", "batch-mig"];

impl AgreementFigure {
    pub(super) fn tables(&self) -> Report {
        let tables =
            vec![self.means(false), self.means(true), self.relations(), self.powers(), self.each()];
        Report { tables }
    }

    /// Means and standard errors of every quantity, a row for each model.
    fn means(&self, expected: bool) -> Table {
        let name = match expected {
            true => Name::new("expected", "means of what the oracle expects, before any y"),
            false => Name::new("means", "means over tasks"),
        };
        let mut table = Table::new("means", []).labelled(self.names.iter().cloned());
        table.name = name;
        let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
        for (place, quantity) in self.quantities.iter().enumerate() {
            if expected && !self.has_expected(place) {
                continue;
            }
            let all = self.estimates(place, expected);
            let mean = |it: &Option<Estimate>| number(it.as_ref().map(|it| it.mean));
            let error =
                |it: &Option<Estimate>| number(it.as_ref().and_then(|it| it.standard_error));
            let (id, label) = (&quantity.id, &quantity.label);
            table.push(Name::new(id, label), all.iter().map(mean).collect());
            let name = Name::new(format!("{id} error"), format!("{label}, standard error"));
            table.push(name, all.iter().map(error).collect());
        }
        table
    }

    /// How alike the paper's pairs are; the last row is of XLL under one reference and another.
    fn relations(&self) -> Table {
        let found =
            |pair: &super::Pair| self.relation(self.place(pair.x), self.place(pair.y), false);
        let found: Vec<_> = PAIRS.iter().map(found).collect();
        let names = PAIRS.iter().map(|it| Name::new(format!("{} {}", it.y, it.x), it.label));
        let last = Name::new("references", "XLL under one reference and another, mean");
        let mut table = Table::new("relations", []).labelled(names.chain([last]));
        table.name.label = "coefficients over models, positive if both prefer the same ones".into();
        let stable = self.stability();
        let mut push = |name: &str, of: &dyn Fn(usize) -> Option<f64>| {
            let rows = (0..=PAIRS.len()).map(|row| of(row).unwrap_or(f64::NAN));
            table.push(name, rows.collect());
        };
        for which in ["Pearson", "Spearman"] {
            let likeness = |row: usize| -> Option<Likeness> {
                match (found.get(row), which) {
                    (Some(found), "Pearson") => found.map(|it| it.pearson),
                    (Some(found), _) => found.map(|it| it.spearman),
                    (None, "Pearson") => None,
                    (None, _) => stable,
                }
            };
            push(which, &|row| Some(likeness(row)?.value));
            push(&format!("{which}, low"), &|row| Some(likeness(row)?.ends?.0));
            push(&format!("{which}, high"), &|row| Some(likeness(row)?.ends?.1));
        }
        push("models", &|row| Some((*found.get(row)?)?.models as f64));
        table
    }

    /// How many tasks each measure needs, by y and as it is expected.
    fn powers(&self) -> Table {
        let [observed, expected] = [false, true].map(|expected| power::ranked(self, expected));
        let names = observed.iter().map(|it| Name::new(it.measure.id, it.measure.label));
        let mut table = Table::new("power", []).labelled(names);
        let factor = self.scenario.judging.factor;
        table.name.label = format!("telling right correlations from {factor} times these");
        let mut push = |name: &str, of: fn(&Power) -> f64| {
            let value = |one: &power::Ranked| one.power.as_ref().map_or(f64::NAN, of);
            table.push(name, observed.iter().map(value).collect());
            let value = |one: &power::Ranked| if one.is_expected { value(one) } else { f64::NAN };
            table.push(format!("expected: {name}"), expected.iter().map(value).collect());
        };
        push("mean difference", |power| power.mean);
        push("standard deviation", |power| power.deviation);
        push("tasks needed", |power| power.needed().unwrap_or(f64::INFINITY));
        push("z", Power::z);
        push("tasks", |power| power.tasks as f64);
        table
    }

    /// Some numbers of every task.
    fn each(&self) -> Table {
        let mut table = Table::new("tasks", []);
        for (model, name) in self.names.iter().enumerate() {
            for id in EACH {
                let quantity = &self.quantities[self.place(id)];
                let values = self.known().map(|task| quantity.of(task, model).unwrap_or(f64::NAN));
                let name = Name::new(
                    format!("{}: {id}", name.id),
                    format!("{}: {}", name.label, quantity.label),
                );
                table.push(name, values.collect());
            }
        }
        table
    }
}
