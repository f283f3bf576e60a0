//! Every number of the correlation lab's figure, but for the matrices themselves: those are saved
//! with the predictions.

use crate::lab::correlation::{Belief, Judged, Picture, Repeated, titles};
use crate::numeric::Estimate;
use crate::report::{Report, Table};

/// The tables of a picture and of the further tasks.
pub fn report(picture: &Picture, repeated: &Repeated) -> Report {
    let titles = titles(&picture.scenario);
    let mut tables = vec![
        scores(&picture.judged, &titles),
        cross("XLL by reference", &picture.judged, &titles, |row| &row.xll),
        cross("rank by reference", &picture.judged, &titles, |row| &row.rank),
    ];
    if repeated.tasks > 0 {
        tables.push(means(repeated, &titles));
    }
    tables.push(predictions(picture, &titles));
    Report { tables }
}

fn or_nan(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

fn scores(judged: &Judged, titles: &[String]) -> Table {
    let of = |value: fn(&crate::metric::Metacorrelation) -> Option<f64>| -> Vec<f64> {
        judged
            .metacorrelation
            .iter()
            .map(|agreement| value(agreement).unwrap_or(f64::NAN))
            .collect()
    };
    let (pearson, spearman) = (of(|m| m.pearson), of(|m| m.spearman));
    Table::new(
        "scores on this task",
        [
            ("metacorrelation", &pearson[..]),
            ("spearman", &spearman),
            ("XLLR", &or_nan(&judged.xllr)),
            ("XLL", &or_nan(&judged.xll)),
            ("marginal log likelihood", &judged.marginal),
            ("joint log likelihood", &judged.joint),
        ],
    )
    .labelled(judged.models.iter().map(|&model| titles[model].clone()))
}

fn cross(
    name: &str,
    judged: &Judged,
    titles: &[String],
    value: fn(&super::judge::Row) -> &Vec<f64>,
) -> Table {
    let mut table = Table::new(name, [])
        .labelled(judged.references.iter().map(|row| titles[row.reference].clone()));
    for (at, &model) in judged.models.iter().enumerate() {
        let column = judged.references.iter().map(|row| value(row)[at]).collect();
        table.push(titles[model].clone(), column);
    }
    table
}

fn means(repeated: &Repeated, titles: &[String]) -> Table {
    let name = format!("means over {} further tasks", repeated.tasks);
    let mut table = Table::new(name, []).labelled(titles.iter().cloned());
    let measures = [
        ("metacorrelation", &repeated.pearson),
        ("spearman", &repeated.spearman),
        ("XLLR", &repeated.xllr),
        ("XLL", &repeated.xll),
        ("marginal log likelihood", &repeated.marginal),
        ("joint log likelihood", &repeated.joint),
    ];
    for (name, estimates) in measures {
        let column = |value: fn(&Estimate) -> Option<f64>| -> Vec<f64> {
            let value = |e: &Option<Estimate>| e.as_ref().and_then(value).unwrap_or(f64::NAN);
            estimates.iter().map(value).collect()
        };
        table.push(name, column(|estimate| Some(estimate.mean)));
        table.push(format!("its standard error ({name})"), column(|e| e.standard_error));
    }
    for (reference, row) in repeated.cross.iter().enumerate() {
        if row.iter().any(Option::is_some) {
            let mean = |e: &Option<Estimate>| e.map_or(f64::NAN, |estimate| estimate.mean);
            table.push(format!("XLL under {}", titles[reference]), row.iter().map(mean).collect());
        }
    }
    table
}

/// Means and standard deviations at every point, in the order in which matrices are shown.
fn predictions(picture: &Picture, titles: &[String]) -> Table {
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
    for (belief, title) in picture.beliefs.iter().zip(titles) {
        let Some(belief) = belief else { continue };
        let column = |value: fn(&Belief, usize) -> f64| -> Vec<f64> {
            let own = |&i: &usize| i.checked_sub(belief.skipped);
            order.iter().map(|i| own(i).map_or(f64::NAN, |own| value(belief, own))).collect()
        };
        table.push(format!("mean of {title}"), column(|belief, i| belief.mean[i]));
        table.push(format!("sd of {title}"), column(|belief, i| belief.variance(i).sqrt()));
    }
    table
}
