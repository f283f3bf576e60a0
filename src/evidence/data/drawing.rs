//! Tables and curves as pictures. The better a cell is in its row, the darker it is, and what is within one standard error
//! of the best is darkest.

use super::rounds::{After, Course};
use super::table::{Mark, Table, called};
use crate::chart::{self, Chart, Fan, Fans, HeatCell, HeatTable, Pane, Panes, Style};
use crate::error::Result;
use crate::lab::toy;
use crate::numeric::Estimate;

/// Width of a picture.
const WIDTH: u32 = 1000;
/// Height of the title over the table.
const TITLE: f64 = 22.0;
/// How much of the colour a cell can have that is not among the best.
const OTHERS: f64 = 0.6;

/// A table as an SVG document.
///
/// # Errors
/// Those of drawing.
pub fn svg(table: &Table, style: &Style) -> Result<String> {
    let heat = heat_table(table);
    let height = (HeatTable::height(heat.rows.len()) + TITLE).ceil() as u32;
    let pane = Pane { share: 1.0, title: table.title, chart: Box::new(heat) };
    chart::svg(&Panes { rows: vec![(1.0, vec![pane])] }, (WIDTH, height), style)
}

fn heat_table(table: &Table) -> HeatTable {
    let mut rows = Vec::new();
    for row in &table.rows {
        let found: Vec<_> = row
            .cells
            .iter()
            .map(|cell| cell.map(|cell| (cell.mean, cell.standard_error)))
            .collect();
        let best: Vec<bool> =
            row.marks(table.better).iter().map(|mark| *mark == Mark::Best).collect();
        let seeds = if row.seeds == 1 { "seed" } else { "seeds" };
        rows.push((format!("{}, {} {seeds}", row.set, row.seeds), cells(table, &found, &best)));
        if row.is_published() {
            let none = vec![false; row.paper.len()];
            rows.push((format!("    {}", table.published), cells(table, &row.paper, &none)));
        }
    }
    HeatTable { columns: table.heads().collect(), rows }
}

fn cells(table: &Table, found: &[Option<(f64, Option<f64>)>], best: &[bool]) -> Vec<HeatCell> {
    let scores = || found.iter().flatten().map(|(mean, _)| table.better * mean);
    let least = scores().fold(f64::INFINITY, f64::min);
    let most = scores().fold(f64::NEG_INFINITY, f64::max);
    let shade = |mean: f64| match most > least {
        true => OTHERS * (table.better * mean - least) / (most - least),
        false => 0.0,
    };
    let cell = |(found, best): (&Option<(f64, Option<f64>)>, &bool)| match found {
        Some((mean, error)) => HeatCell {
            words: table.words(*mean, *error),
            shade: if *best { 1.0 } else { shade(*mean) },
        },
        None => HeatCell { words: "–".into(), shade: 0.0 },
    };
    found.iter().zip(best).map(cell).collect()
}

/// Height of the curves of one set.
const CURVES: u32 = 640;

/// What pictures of a set's curves are called, without what they end in.
pub fn curves_file(set: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("curves-{}", set.chars().map(plain).collect::<String>())
}

/// The curves of one set as an SVG document: rules at the left, models at the right, as in the paper's Figures 7, 10
/// and 12.
///
/// # Errors
/// Those of drawing.
pub fn curves_svg(set: &str, courses: &[Course], style: &Style) -> Result<String> {
    let own: Vec<&Course> = courses.iter().filter(|course| course.set == set).collect();
    let predicts = own.first().map_or_else(String::new, |course| called(&course.predicts));
    let [rules, models] = [("rules choose", "rules"), ("models choose by BatchMIG", "models")]
        .map(|(who, study)| (format!("{set}: {who}, {predicts} predicts"), study));
    let row = |label: &'static str, of: fn(&After) -> Option<Estimate>, legend: bool| {
        let chart =
            |study: &str| -> Box<dyn Chart> { Box::new(fans(&own, study, (label, of), legend)) };
        let panes = [&rules, &models];
        let panes = panes.map(|(title, study)| Pane { share: 1.0, title, chart: chart(study) });
        (1.0, Vec::from(panes))
    };
    let rows = vec![
        row("log likelihood", |after| after.log_likelihood, true),
        row("RMSE", |after| after.rmse, false),
    ];
    chart::svg(&Panes { rows }, (WIDTH, CURVES), style)
}

/// What people call the rule of a course.
fn rule_name(course: &Course) -> String {
    course.rule.parse().map_or_else(|_| course.rule.clone(), |rule| toy::title(rule).into())
}

fn fans(
    all: &[&Course],
    study: &str,
    (label, of): (&'static str, fn(&After) -> Option<Estimate>),
    legend: bool,
) -> Fans {
    let own: Vec<&&Course> = all.iter().filter(|course| course.study == study).collect();
    let fan = |(index, course): (usize, &&&Course)| {
        let values = || course.after.iter().map(of);
        let error = |value: Option<Estimate>| value.and_then(|value| value.standard_error);
        Fan {
            name: if study == "rules" { rule_name(course) } else { called(&course.chooses) },
            mean: values().map(|value| value.map_or(f64::NAN, |value| value.mean)).collect(),
            error: values().map(|value| error(value).unwrap_or(f64::NAN)).collect(),
            runs: Vec::new(),
            index,
        }
    };
    let rounds = own.first().map_or(0, |course| course.after.len());
    Fans {
        x: (0..rounds).map(|round| round as f64).collect(),
        fans: own.iter().enumerate().map(fan).collect(),
        x_label: "batches",
        y_label: label.into(),
        legend,
        zero: false,
    }
}
