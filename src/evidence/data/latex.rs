//! Tables as LaTeX with booktabs, best and worst in the paper's colours.

use super::{Mark, Table};

/// A table that `\input` takes.
pub fn latex(table: &Table) -> String {
    let columns = "c".repeat(table.models.len());
    let mut text = format!(
        "% Needs \\usepackage{{booktabs}} and \\usepackage{{xcolor}}.\n\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{l{columns}}}\n\\toprule\n{}",
        escaped(table.title),
        escaped(table.head)
    );
    table.heads().for_each(|head| text += &format!(" & {}", escaped(&head)));
    text += " \\\\\n\\midrule\n";
    for row in &table.rows {
        text += &escaped(&row.set);
        for (cell, mark) in row.cells.iter().zip(row.marks(table.better)) {
            let words =
                cell.map_or("--".into(), |cell| table.words(cell.mean, cell.standard_error));
            text += &match mark {
                Mark::Best => format!(" & \\textcolor{{red}}{{{words}}}"),
                Mark::Worst => format!(" & \\textcolor{{blue}}{{{words}}}"),
                Mark::Plain => format!(" & {words}"),
            };
        }
        text += " \\\\\n";
        if row.is_published() {
            text += &format!("\\quad {}", escaped(table.published));
            for published in &row.paper {
                let words = published.map(|(mean, error)| table.words(mean, error));
                text += &format!(" & {}", words.unwrap_or_else(|| "--".into()));
            }
            text += " \\\\\n";
        }
    }
    if let Some(means) = table.means() {
        text += "\\midrule\nmean";
        means.into_iter().for_each(|mean| text += &format!(" & {}", mean.unwrap_or("--".into())));
        text += " \\\\\n";
    }
    text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n"
}

/// Names of files and models may have what LaTeX takes for its own.
fn escaped(text: &str) -> String {
    let letter = |c: char| match c {
        '\\' => "\\textbackslash{}".into(),
        '~' => "\\textasciitilde{}".into(),
        '^' => "\\textasciicircum{}".into(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        _ => c.to_string(),
    };
    text.chars().map(letter).collect()
}
