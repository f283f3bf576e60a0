//! Every number of the figure.

use crate::experiment::measure::{XLL, XLLR};
use crate::lab::correlation::Judged;
use crate::lab::models::{Scene, Studied, charts};
use crate::model::NoteValue;
use crate::numeric::shortest;
use crate::report::{Name, Report, Table};
use crate::task::Points;

/// A fitted model: its name, its place among the candidates if it has one, and what was found.
pub type Known<'a> = (Name, Option<usize>, &'a Studied);

/// Every number that is there: the scene, every model, and the scores.
pub fn report(scene: &Scene, models: &[Known], judged: Option<&Judged>) -> Report {
    let points = |name: &str, points: &Points| {
        let Points { inputs, truth, observed } = points;
        let (truth, observed) = (truth.as_slice(), observed.as_slice());
        Table::new(name, [("x", inputs.as_slice()), ("truth", truth), ("y", observed)])
    };
    let mut tables = vec![
        points("train", &scene.task.train),
        points("targets", &scene.task.targets),
        points("pool", &scene.task.pool),
        Table::new("truth", [("x", &scene.x), ("truth", &scene.truth)]),
    ];
    for (name, _, studied) in models {
        tables.extend(model(scene, name, studied));
    }
    tables.push(scores(models, judged));
    Report { tables }
}

fn model(scene: &Scene, name: &Name, studied: &Studied) -> Vec<Table> {
    let named = |what: &str| name.with(what);
    let belief = charts::marginals(studied);
    let deviation = belief.variance.map(f64::sqrt);
    let posterior = [
        ("x", &scene.x[..]),
        ("mean", belief.mean.as_slice()),
        ("sd", deviation.as_slice()),
        ("noise variance", belief.noise.as_slice()),
    ];
    let mut draws = Table::new(named("functions"), [("x", &scene.x[..])]);
    for (number, draw) in studied.functions.column_iter().enumerate() {
        draws.push(format!("draw {}", number + 1), draw.iter().copied().collect());
    }
    let picked = scene.task.pool.select(&studied.batch.indices);
    let picks = [
        ("x", picked.inputs.as_slice()),
        ("truth", picked.truth.as_slice()),
        ("y", picked.observed.as_slice()),
        ("information together", &studied.batch.gains[..]),
    ];
    let mut tables = vec![
        Table::new(named("posterior"), posterior),
        draws,
        Table::new(named("picks"), picks),
        covariance(scene, name, studied),
    ];
    if !studied.fit.curve.is_empty() {
        tables.push(Table::new(named("training"), [("value", &studied.fit.curve[..])]));
    }
    let mut notes = Table::new(named("learned and diagnosed"), []);
    for note in studied.fit.learned.iter().chain(&studied.fit.diagnostics) {
        let values = match &note.value {
            NoteValue::Number(value) => vec![*value],
            NoteValue::List(values) => values.clone(),
        };
        for (i, value) in values.iter().enumerate() {
            let many = if values.len() > 1 { format!(" {}", i + 1) } else { String::new() };
            notes.push(format!("{}{many}", note.name.replace('_', " ")), vec![*value]);
        }
    }
    if !notes.columns.is_empty() {
        tables.push(notes);
    }
    tables
}

/// Of the targets: what all is about.
fn covariance(scene: &Scene, name: &Name, studied: &Studied) -> Table {
    let (pool, count) = (scene.task.pool.len(), scene.task.targets.len());
    let x = scene.task.targets.inputs.as_slice();
    let mut table = Table::new(name.with("covariance of targets"), [("x", x)]);
    for (j, place) in x.iter().enumerate() {
        let column = (0..count).map(|i| studied.belief.covariance.get(pool + i, pool + j));
        table.push(format!("with {}", shortest(*place)), column.collect());
    }
    table
}

fn scores(models: &[Known], judged: Option<&Judged>) -> Table {
    let column = |value: &dyn Fn(&Studied) -> Option<f64>| {
        models.iter().map(|(_, _, studied)| value(studied).unwrap_or(f64::NAN)).collect::<Vec<_>>()
    };
    let mut table = Table::new("scores", []);
    table.labels = models.iter().map(|(name, ..)| name.clone()).collect();
    table.push("metacorrelation", column(&|s| s.agreement.pearson));
    table.push("Spearman", column(&|s| s.agreement.spearman));
    table.push("with its own prior", column(&|s| s.own?.pearson));
    table.push("log likelihood", column(&|s| Some(s.log_likelihood)));
    table.push("RMSE", column(&|s| Some(s.rmse)));
    table.push("its questions tell", column(&|s| Some(s.told)));
    if let Some(judged) = judged {
        let among = |values: &[Option<f64>]| {
            let value = |(_, place, _): &Known| {
                let at = judged.models.iter().position(|model| Some(*model) == *place)?;
                values[at]
            };
            models.iter().map(|known| value(known).unwrap_or(f64::NAN)).collect::<Vec<_>>()
        };
        table.push("XLL", among(judged.of(&XLL)));
        table.push("XLLR", among(judged.of(&XLLR)));
    }
    table
}
