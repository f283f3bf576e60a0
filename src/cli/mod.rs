//! What the command line is made of.

pub mod bench;
pub mod exit;
pub mod figure3;
pub mod folder;
pub mod input;
pub mod keys;
pub mod lesson;
pub mod merge;
pub mod models;
pub mod output;
pub mod pace;
pub mod parts;
pub mod progress;
pub mod reproduce;
pub mod requests;
pub mod run;
pub mod work;

use talscope::cost::Cost;

/// An error in words, whatever it was.
pub type Failure = Box<dyn std::error::Error>;

/// Nothing, or why not.
pub type Outcome = Result<(), Failure>;

/// More than so many seconds of work are announced.
const WORTH_A_WORD: f64 = 2.0;

/// Says what work will take, if it is long.
pub fn announce(cost: Cost, quiet: bool) {
    announce_shared(cost, 1, quiet);
}

/// The same for work in so many pieces, which cores share.
pub fn announce_shared(cost: Cost, pieces: usize, quiet: bool) {
    if quiet || cost.as_seconds() <= WORTH_A_WORD {
        return;
    }
    let shared = match progress::cores(pieces) {
        1 => String::new(),
        cores => format!(", {} on {cores}", cost * (1.0 / cores as f64)),
    };
    output::complain(&format!("this is {cost} of work on one core{shared}"));
}
