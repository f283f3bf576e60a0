//! Tables of the reader's own.

use wasm_bindgen::prelude::*;

use super::Answer;
use crate::exchange;
use crate::scenario::{Link, View};
use crate::table;

/// What is seen of a table before anything is computed, and where it leads: see [`exchange::offer`]. Slow: for a worker.
#[wasm_bindgen]
pub fn offer_table(link: &str, name: &str, bytes: &[u8]) -> Answer<String> {
    Ok(exchange::offer(&link.parse()?, name, bytes)?.to_string())
}

/// The same table, asked for row after row, in the lab of curves.
#[wasm_bindgen]
pub fn asking_for_rows(link: &str) -> Answer<String> {
    let Link { scenario, view } = link.parse::<Link>()?;
    let view = View { theme: view.theme, ..View::default() };
    Ok(Link { scenario: scenario.asking_for_rows(), view }.to_string())
}

/// How many bytes a table may have.
#[wasm_bindgen]
pub fn largest_table() -> usize {
    table::IN_A_TAB.bytes
}
