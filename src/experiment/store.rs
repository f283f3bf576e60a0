//! What units have found, by their names: whoever runs a plan asks here first.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::error::Result;
use crate::experiment::Part;

/// Keeps parts by the names of their units.
pub trait Store: Sync {
    /// What the unit of that name found, if it is known.
    fn find(&self, name: &str) -> Option<Part>;

    /// Keeps what a unit found, for whoever asks next.
    ///
    /// # Errors
    /// Whatever keeps it from being written.
    fn keep(&self, name: &str, part: &Part) -> Result<()>;
}

/// Keeps everything, for as long as it lives.
#[derive(Default)]
pub struct Memory(Mutex<HashMap<String, Part>>);

impl Memory {
    /// How many parts there are.
    pub fn len(&self) -> usize {
        self.0.lock().map_or(0, |parts| parts.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Keeps nothing.
impl Store for () {
    fn find(&self, _: &str) -> Option<Part> {
        None
    }

    fn keep(&self, _: &str, _: &Part) -> Result<()> {
        Ok(())
    }
}

impl Store for Memory {
    fn find(&self, name: &str) -> Option<Part> {
        self.0.lock().ok()?.get(name).cloned()
    }

    fn keep(&self, name: &str, part: &Part) -> Result<()> {
        if let Ok(mut parts) = self.0.lock() {
            parts.insert(name.into(), part.clone());
        }
        Ok(())
    }
}
