//! Where the paper's sets of real data are, for whoever tests on them: they are in no repository.

use std::path::{Path, PathBuf};

/// The folder that TALSCOPE_UCI_DIR names, or `shared/uci` beside the project's root; nothing where neither is there.
pub fn folder() -> Option<PathBuf> {
    let beside = || {
        // A crate's folder is the root or lies in it.
        let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1).take(2);
        above.map(|folder| folder.join("shared/uci")).collect::<Vec<_>>()
    };
    let named = std::env::var_os("TALSCOPE_UCI_DIR").filter(|folder| !folder.is_empty());
    let all = named.map_or_else(beside, |folder| vec![folder.into()]);
    all.into_iter().find(|folder| folder.join("boston.csv").is_file())
}
