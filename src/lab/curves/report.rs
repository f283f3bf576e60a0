//! Learning curves as tables, for files and for a terminal.

use super::{QUANTITIES, Quantity, gaps, z};
use crate::experiment::curves::Curve;
use crate::numeric::Estimate;
use crate::report::{Name, Report, Table};
use crate::tal::Run;

/// All tables: one for each quantity.
pub fn report(curves: &[Curve], names: &[Name]) -> Report {
    let table = |quantity: &Quantity| table(quantity, curves, names);
    Report { tables: QUANTITIES.iter().map(table).collect() }
}

fn table(quantity: &Quantity, curves: &[Curve], names: &[Name]) -> Table {
    let rounds = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    let steps: Vec<f64> = (0..rounds).map(|step| step as f64).collect();
    let mut table = Table::new(quantity.name, [("batches", &steps[..])]);
    for (curve, line) in curves.iter().zip(names) {
        let values = (quantity.of)(curve);
        let name =
            |what: &str| Name::new(format!("{} {what}", line.id), format!("{} {what}", line.label));
        table.push(name("mean"), values.iter().map(|estimate| estimate.mean).collect());
        // A single task says nothing of its error.
        let errors = values.iter().map(|estimate| estimate.standard_error);
        if let Some(errors) = errors.collect::<Option<Vec<f64>>>() {
            table.push(name("standard error"), errors);
        }
    }
    table
}

/// A quantity with a row for each batch, as a terminal shows it.
pub fn lines(curves: &[Curve], names: &[Name]) -> Vec<String> {
    QUANTITIES.iter().flat_map(|quantity| lines_of(quantity, curves, names)).collect()
}

fn lines_of(quantity: &Quantity, curves: &[Curve], names: &[Name]) -> Vec<String> {
    let widest = names.iter().map(|name| name.label.chars().count()).max().unwrap_or(0);
    let width = (widest + 2).max(18);
    let heads = names.iter().map(|name| format!("{:>width$}", name.label));
    let head = format!("{:<26}{}", quantity.name, heads.collect::<String>());
    let mut lines = vec![String::new(), head];
    let cell = |estimate: &Estimate| format!("{:>width$}", with_error(*estimate));
    let steps = curves.first().map_or(0, |curve| (quantity.of)(curve).len());
    lines.extend((0..steps).map(|step| {
        let cells: String = curves.iter().map(|curve| cell(&(quantity.of)(curve)[step])).collect();
        format!("{:<26}{cells}", format!("after {step}"))
    }));
    lines
}

/// A mean and its standard error.
pub fn with_error(Estimate { mean, standard_error }: Estimate) -> String {
    let error = standard_error.map_or("-".into(), |error| format!("{error:.3}"));
    format!("{mean:.3} +- {error}")
}

/// By how many standard errors the first line is above the second, over the same tasks.
pub fn comparison(tasks: &[Vec<&Run>], names: &[Name], rounds: usize) -> Vec<String> {
    let [first, second, ..] = names else { return Vec::new() };
    let heads = QUANTITIES[..2].iter().map(|quantity| format!("{:>26}", quantity.name));
    let head = format!("{} minus {}, z", first.label, second.label);
    let mut lines = vec![String::new(), format!("{head:<26}{}", heads.collect::<String>())];
    for step in 1..=rounds {
        let cell = |quantity: &Quantity| {
            let z = gaps(tasks, quantity, (0, 1), step).and_then(z);
            format!("{:>26}", z.map_or("-".into(), |z| format!("{z:.1}")))
        };
        let cells: String = QUANTITIES[..2].iter().map(cell).collect();
        lines.push(format!("{:<26}{cells}", format!("after {step}")));
    }
    lines
}
