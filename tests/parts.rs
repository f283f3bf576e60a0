//! The parts that lie beside the page are those of today's units, bit by bit.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use talscope::evidence::shelf::{self, Shelf};
use talscope::experiment::{Memory, Part, to_the_end};

const AGAIN: &str = "run `cargo xtask parts` and commit www/shelf";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www/shelf")
}

/// All shipped parts, by the names of their units; and the index as it should be.
fn shipped() -> (HashMap<String, Part>, String) {
    let (mut parts, mut rows) = (HashMap::new(), Vec::new());
    for Shelf { name, .. } in shelf::shelves().unwrap() {
        let Ok(file) = fs::read(folder().join(format!("{name}.bin"))) else { continue };
        let own = shelf::unpack(&file).unwrap_or_else(|error| panic!("{name}: {error}; {AGAIN}"));
        rows.push((name, own.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()));
        parts.extend(own);
    }
    let rows = rows.iter().map(|(shelf, names)| (&**shelf, names.iter().map(|n| &**n).collect()));
    (parts, shelf::index(rows))
}

#[test]
fn every_unit_that_a_shipped_link_wants_is_there_under_its_name_of_today() {
    let (mut parts, index) = shipped();
    let mut wanted = Vec::new();
    for shelf in shelf::shelves().unwrap() {
        let plan = shelf.plan();
        let names = plan.names();
        for place in shelf.holds(&plan) {
            let known = parts.contains_key(&names[place]);
            assert!(known, "{} has no part of {}: {AGAIN}", shelf.name, names[place]);
            wanted.push(names[place].clone());
        }
    }
    wanted.iter().for_each(|name| _ = parts.remove(name));
    assert!(parts.is_empty(), "{} parts are of no use: {AGAIN}", parts.len());
    assert_eq!(fs::read_to_string(folder().join("index.json")).unwrap(), index, "{AGAIN}");
    let files = fs::read_dir(folder()).unwrap().count();
    assert_eq!(files, index.matches("\":\"").count() + 1, "a file that the index does not name");
}

/// The first and the last unit of each link, computed here and now.
#[test]
fn a_sample_comes_out_again_bit_by_bit() {
    let (parts, _) = shipped();
    for shelf in shelf::shelves().unwrap() {
        let plan = shelf.plan();
        let (names, heard) = (plan.names(), shelf.holds(&plan));
        for place in [heard[0], heard[heard.len() - 1]] {
            let found = plan.solve(place, &Memory::default(), &mut to_the_end).unwrap();
            let same = parts[&names[place]].to_bytes() == found.to_bytes();
            assert!(same, "{} differs in {}: a version has to be raised", shelf.name, names[place]);
        }
    }
}
