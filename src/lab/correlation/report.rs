//! Every number of the correlation lab's figure, but for the matrices themselves: those are saved
//! with the predictions.

use crate::experiment::measure::{MEASURES, Measure};
use crate::lab::correlation::{Belief, Judged, Picture, Repeated, Row, titles};
use crate::lab::model_names;
use crate::numeric::Estimate;
use crate::report::{Name, Report, Table};

/// The tables of a picture and of the further tasks.
pub fn report(picture: &Picture, repeated: &Repeated) -> Report {
    let names = model_names(&picture.scenario, titles(&picture.scenario));
    let mut tables = vec![
        scores(&picture.judged, &names),
        cross("XLL by reference", &picture.judged, &names, |row| &row.xll),
        cross("rank by reference", &picture.judged, &names, |row| &row.rank),
    ];
    if repeated.tasks > 0 {
        tables.push(means(repeated, &names));
    }
    tables.push(predictions(picture, &names));
    Report { tables }
}

fn name_of(measure: &Measure) -> Name {
    Name::new(measure.id, measure.label)
}

fn scores(judged: &Judged, names: &[Name]) -> Table {
    let models = judged.models.iter().map(|&model| names[model].clone());
    let mut table = Table::new("scores on this task", []).labelled(models);
    for measure in MEASURES {
        let values = judged.of(measure).iter().map(|value| value.unwrap_or(f64::NAN));
        table.push(name_of(measure), values.collect());
    }
    table
}

fn cross(name: &str, judged: &Judged, names: &[Name], value: fn(&Row) -> &Vec<f64>) -> Table {
    let references = judged.references.iter().map(|row| names[row.reference].clone());
    let mut table = Table::new(name, []).labelled(references);
    for (at, &model) in judged.models.iter().enumerate() {
        let column = judged.references.iter().map(|row| value(row)[at]).collect();
        table.push(names[model].clone(), column);
    }
    table
}

fn means(repeated: &Repeated, names: &[Name]) -> Table {
    let name = format!("means over {} further tasks", repeated.tasks);
    let mut table = Table::new(name, []).labelled(names.iter().cloned());
    for measure in MEASURES {
        let column = |value: fn(&Estimate) -> Option<f64>| -> Vec<f64> {
            let value = |e: &Option<Estimate>| e.as_ref().and_then(value).unwrap_or(f64::NAN);
            repeated.of(measure).iter().map(value).collect()
        };
        table.push(name_of(measure), column(|estimate| Some(estimate.mean)));
        let Measure { id, label, .. } = measure;
        let error = Name::new(format!("{id} error"), format!("its standard error ({label})"));
        table.push(error, column(|e| e.standard_error));
    }
    for (reference, row) in repeated.cross.iter().enumerate() {
        if row.iter().any(Option::is_some) {
            let mean = |e: &Option<Estimate>| e.map_or(f64::NAN, |estimate| estimate.mean);
            let Name { id, label } = &names[reference];
            let name = Name::new(format!("xll {id}"), format!("XLL under {label}"));
            table.push(name, row.iter().map(mean).collect());
        }
    }
    table
}

/// Means and standard deviations at every point, in the order in which matrices are shown.
fn predictions(picture: &Picture, names: &[Name]) -> Table {
    let order = &picture.order;
    let pool = picture.pool();
    let is_target: Vec<f64> = order.iter().map(|&i| f64::from(u8::from(i >= pool))).collect();
    let mut table = Table::new("predictions", [("target", &is_target[..])]);
    if let Some(task) = picture.task.as_ref().filter(|task| task.pool.inputs.nrows() == 1) {
        let x = |&i: &usize| match i.checked_sub(pool) {
            Some(target) => task.targets.inputs[target],
            None => task.pool.inputs[i],
        };
        table.push("x", order.iter().map(x).collect());
    }
    for (belief, Name { id, label }) in picture.beliefs.iter().zip(names) {
        let Some(belief) = belief else { continue };
        let column = |value: fn(&Belief, usize) -> f64| -> Vec<f64> {
            let own = |&i: &usize| i.checked_sub(belief.skipped);
            order.iter().map(|i| own(i).map_or(f64::NAN, |own| value(belief, own))).collect()
        };
        let name = |what: &str| Name::new(format!("{what} {id}"), format!("{what} of {label}"));
        table.push(name("mean"), column(|belief, i| belief.mean[i]));
        table.push(name("sd"), column(|belief, i| belief.variance(i).sqrt()));
    }
    table
}
