//! talscope computes how accurately Bayesian models estimate posterior predictive correlations, and
//! what those correlations are good for (Wang, Sun & Grosse, *Beyond Marginal Uncertainty*,
//! AISTATS 2021). The same code runs natively and, as WebAssembly, in a web page.
//!
//! Everything starts from a scenario, one string that holds all a figure depends on:
//!
//! ```
//! use talscope::lab::{Opened, to_the_end, toy};
//! use talscope::scenario::Link;
//!
//! # fn main() -> talscope::Result<()> {
//! // The same string is a link to the page, an argument of the command line and a test's input.
//! let link: Link = "lab=toy&preset=gap&q=4&rule=mig&rule=batch-mig".parse()?;
//!
//! // Each rule chooses four points of the pool, by what they tell about the targets.
//! let solved = toy::solve(&link.scenario)?;
//! let [mig, batch_mig] = &solved.panels[..] else { panic!("two rules") };
//! let picks = |panel: &toy::Panel| -> Vec<f64> {
//!     panel.batch.indices[..4].iter().map(|&index| solved.task.pool.inputs[index]).collect()
//! };
//! println!("MIG asks at {:?}, BatchMIG at {:?}", picks(mig), picks(batch_mig));
//!
//! // MIG's picks repeat each other; BatchMIG's leave almost no error.
//! assert!(mig.results[4].rmse > 0.5 && batch_mig.results[4].rmse < 0.05);
//!
//! // Any lab's whole figure. Equal link, equal fingerprint: natively and in every browser.
//! let opened = Opened::complete(link, &[], &mut to_the_end)?;
//! println!("{}", opened.report()?.fingerprint());
//! assert!(opened.svg(None)?.starts_with("<svg"));
//! # Ok(())
//! # }
//! ```
//!
//! Longer work is planned as units that web workers, threads or machines share: see [`experiment`]. The
//! modules, in the direction in which results flow; each imports only from those before it.
#![warn(missing_docs)]
// What only a terminal shows is left out of the page's wasm.
#![cfg_attr(not(feature = "cli"), allow(dead_code))]

pub use talscope_engine::{acquisition, cost, error, kernel, metric, numeric, points, posterior};

pub mod table;

pub mod scenario;

pub mod task;

pub mod model;

pub mod tal;

pub mod json;

pub mod exchange;

pub mod experiment;

pub mod report;

pub mod chart;

pub mod lab;

pub mod evidence;

pub mod lesson;

#[cfg(target_arch = "wasm32")]
pub mod web;

pub use error::{Error, Result};
