//! Where a run agrees with the paper's Tables 1 and 5: rank correlations of the models, set by set and over all.

use super::table::Table;
use crate::metric;

/// How the order of models in one row is like the paper's.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// The set, or all of them.
    pub set: String,
    /// How many seeds it rests on.
    pub seeds: usize,
    /// Spearman's coefficient; nothing where there are fewer than three models, or all have the same.
    pub coefficient: Option<f64>,
}

/// Spearman's coefficient of two lists.
fn spearman(left: &[f64], right: &[f64]) -> Option<f64> {
    let ranks = |values: &[f64]| -> Option<Vec<f64>> {
        metric::ranks(values, |_| true).into_iter().collect()
    };
    if left.len() < 3 {
        return None;
    }
    metric::pearson(&ranks(left)?, &ranks(right)?)
}

/// For each set that the paper has, and last for the means over these.
pub fn likeness(table: &Table) -> Vec<Likeness> {
    let mut found = Vec::new();
    let known: Vec<_> = table.rows.iter().filter(|row| row.is_published()).collect();
    for row in &known {
        let both = row
            .cells
            .iter()
            .zip(&row.paper)
            .filter_map(|(cell, paper)| Some((cell.as_ref()?.mean, paper.as_ref()?.0)));
        let (own, paper): (Vec<f64>, Vec<f64>) = both.unzip();
        let coefficient = spearman(&own, &paper);
        found.push(Likeness { set: row.set.clone(), seeds: row.seeds, coefficient });
    }
    if known.len() > 1 {
        let mean = |of: &dyn Fn(usize) -> Option<f64>| -> Option<f64> {
            let values = (0..known.len()).map(of).collect::<Option<Vec<f64>>>()?;
            Some(values.iter().sum::<f64>() / values.len() as f64)
        };
        let both = (0..table.models.len()).filter_map(|model| {
            let own = mean(&|row| known[row].cells[model].map(|cell| cell.mean))?;
            Some((own, mean(&|row| known[row].paper[model].map(|(mean, _)| mean))?))
        });
        let (own, paper): (Vec<f64>, Vec<f64>) = both.unzip();
        let seeds = known.iter().map(|row| row.seeds).min().unwrap_or(0);
        let coefficient = spearman(&own, &paper);
        found.push(Likeness { set: "means over these sets".into(), seeds, coefficient });
    }
    found
}

/// In Markdown, nothing where no set is the paper's.
pub fn markdown(tables: &[Table]) -> String {
    let mut text = String::new();
    for table in tables.iter().filter(|table| table.rows.iter().any(|row| row.is_published())) {
        for Likeness { set, seeds, coefficient } in likeness(table) {
            let words = coefficient.map_or("–".into(), |value| format!("{value:.2}"));
            text += &format!("| {} | {set} | {seeds} | {words} |\n", table.id);
        }
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "## Agreement with the paper\n\nSpearman's rank correlation between the models' means here and the paper's: 1 is \
         the same order.\n\n| table | set | seeds | rank correlation |\n|---|---|---|---|\n{text}\n"
    )
}
