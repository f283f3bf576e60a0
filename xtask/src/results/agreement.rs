//! Where a run on real data agrees with the paper's own tables.

use std::fmt::Write;

use anyhow::Result;
use serde_json::Value;

use super::{escaped, list, number, text};

/// A table of rank correlations, set by set; nothing in a report that has none.
pub fn blocks(report: &Value) -> Result<String> {
    let mut rows = String::new();
    for table in report["agreement"].as_array().into_iter().flatten() {
        for row in list(table, "rows")? {
            writeln!(
                rows,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escaped(text(table, "table")?),
                escaped(text(row, "set")?),
                row["seeds"],
                number(&row["spearman"])
            )?;
        }
    }
    if rows.is_empty() {
        return Ok(rows);
    }
    Ok(format!(
        "<section id=\"agreement\">\n<h2>Agreement with the paper’s tables</h2>\n<p>Rank correlation (Spearman) between \
         the models’ means here and in the paper: 1 is the same order.</p>\n<div class=\"scroll\" tabindex=\"0\" \
         role=\"region\" aria-label=\"Agreement with the paper\"><table>\n<thead><tr><th>table</th><th>set</th>\
         <th>seeds</th><th>rank correlation</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n</section>\n"
    ))
}
