//! A request between reading and answering, when it is known what it will cost.

use serde_json::Value;

use crate::cost::Cost;
use crate::error::Result;

/// A request that was read and whose shapes fit, but that is not answered yet.
pub struct Prepared {
    cost: Cost,
    work: Box<dyn FnOnce() -> Result<Value>>,
}

impl Prepared {
    /// From what the work costs, with what it writes, and the work itself.
    pub(super) fn new(cost: Cost, work: impl FnOnce() -> Result<Value> + 'static) -> Self {
        Self { cost, work: Box::new(work) }
    }

    /// What answering it will take, estimated from sizes alone.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The answer, as JSON text.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) with the field whose numbers are at fault, and whatever
    /// the work cannot cope with.
    pub fn answer(self) -> Result<String> {
        Ok((self.work)()?.to_string())
    }
}
