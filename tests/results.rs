//! Results that cannot go stale: what `docs/results/` holds says the versions of the models and measures that it
//! rests on, and they are today's.

use std::fs;
use std::path::Path;

use talscope::experiment::measure;
use talscope::experiment::versions;
use talscope::scenario::{Link, Scenario};

/// Every kind of model with its version, and every measure with its own.
fn today() -> Vec<(&'static str, u32)> {
    let link: Link = "lab=agreement".parse().unwrap();
    let kinds = talscope::model::KINDS.iter().filter(|kind| kind.id != "own");
    let of = |kind: &talscope::model::Kind| {
        let candidate = kind.id.parse().expect("kinds have defaults");
        let mut scenario: Scenario = link.scenario.clone();
        scenario.models.candidates = vec![candidate];
        versions(&scenario)[0]
    };
    kinds.map(|kind| of(kind)).chain(measure::all().map(|one| (one.id, one.version))).collect()
}

#[test]
fn kept_results_are_of_todays_versions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
    let today = today();
    let mut old = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let (text, name) = (fs::read_to_string(&path).unwrap(), path.file_name().unwrap());
        let said: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("versions: ")).collect();
        assert!(!said.is_empty(), "{name:?} does not say of which versions it is");
        for (id, version) in said.iter().flat_map(|line| line.split(", ")).map(entry) {
            let now = today.iter().find(|(known, _)| *known == id).map(|(_, now)| *now);
            if now != Some(version) {
                old.push(format!("{name:?} holds results of {id} {version}; today it is {now:?}"));
            }
        }
    }
    old.dedup();
    assert!(old.is_empty(), "run the commands in these files again:\n{}", old.join("\n"));
}

fn entry(text: &str) -> (&str, u32) {
    let (id, version) = text.split_once(' ').expect("an id and a version");
    (id, version.parse().expect("a version is a number"))
}
