//! Notices changed source files by looking at their times: no library, the same on every system.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// When each watched file was last changed, and its length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot(BTreeMap<PathBuf, (SystemTime, u64)>);

/// Looks at the given files, and at all files below the given directories. What cannot be read
/// counts as absent: an editor may be replacing it this very moment.
pub fn look(places: &[PathBuf]) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for place in places {
        add(place, &mut snapshot);
    }
    snapshot
}

fn add(place: &Path, snapshot: &mut Snapshot) {
    if place.is_dir() {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        entries.for_each(|entry| add(&entry.path(), snapshot));
    } else if let Ok(data) = fs::metadata(place) {
        let changed = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        snapshot.0.insert(place.to_owned(), (changed, data.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_added_or_removed_file_is_noticed() {
        let root = std::env::temp_dir().join(format!("xtask-watch-{}", std::process::id()));
        fs::create_dir_all(root.join("inner")).unwrap();
        let places = [root.clone()];
        let empty = look(&places);
        fs::write(root.join("inner/file"), "1").unwrap();
        let one = look(&places);
        fs::write(root.join("inner/file"), "22").unwrap();
        let two = look(&places);
        assert_ne!(empty, one);
        assert_ne!(one, two);
        assert_eq!(two, look(&places));
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(look(&places), empty);
    }
}
