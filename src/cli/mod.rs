//! What the command line is made of.

pub mod figure3;
pub mod keys;
pub mod lesson;
pub mod models;
pub mod output;
pub mod progress;
pub mod requests;
pub mod run;
pub mod work;

/// An error in words, whatever it was.
pub type Failure = Box<dyn std::error::Error>;

/// Nothing, or why not.
pub type Outcome = Result<(), Failure>;

/// More than so many seconds of work are announced.
const WORTH_A_WORD: f64 = 2.0;

/// Says what work will take, if it is long.
pub fn announce(cost: talscope::cost::Cost, quiet: bool) {
    if !quiet && cost.as_seconds() > WORTH_A_WORD {
        output::complain(&format!("this is {cost} of work on one core"));
    }
}
