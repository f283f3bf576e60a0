//! The paper's Figure 2 as an instrument: acquisition rules side by side on a line, pick by pick.

mod charts;
mod compare;
mod diagram;
mod figure;
mod game;
mod heard;
mod notice;
mod report;
mod words;

pub use crate::experiment::toy::*;
pub use diagram::{Pair, Told};
pub(super) use figure::ToyFigure;
pub use game::is_played;
pub use notice::{longest_notice, notice};
pub use report::report;
pub use words::{
    PanelFacts, Score, description, is_own, meaning, panel_facts, title, with_targets,
};

#[cfg(test)]
mod tests;
