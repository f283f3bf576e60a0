//! Results that cannot go stale: what `docs/results/` holds says the versions of the models and measures that it
//! rests on, and they are today's.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use talscope::evidence::data::claims::SAID;
use talscope::evidence::{CLAIMS, Scale, live, text};
use talscope::experiment::measure;
use talscope::experiment::{stated_versions, versions};
use talscope::model::warning::VERSION;
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
    let measures = measure::all().map(|one| (one.id, one.version));
    kinds.map(|kind| of(kind)).chain(measures).chain([("warnings", VERSION)]).collect()
}

#[test]
fn kept_results_are_of_todays_versions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results");
    let today = today();
    let mut old = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let (text, name) = (fs::read_to_string(&path).unwrap(), path.file_name().unwrap());
        let said: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("versions: ")).collect();
        assert!(!said.is_empty(), "{name:?} does not say of which versions it is");
        let whole = |line: &&str| {
            let known = |id: &str| line.contains(&format!("{id} "));
            known("warnings") && measure::all().all(|measure| known(measure.id))
        };
        assert!(said.iter().all(whole), "{name:?} leaves out measures or warnings");
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

/// Whoever changes a claim, its studies or a version makes the report anew.
#[test]
fn the_report_is_of_todays_claims_and_versions() {
    const AGAIN: &str = "run `cargo xtask results FOLDER` on the folder of the long run";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results/synthetic");
    let report: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    let claims = report["claims"].as_array().unwrap();
    assert_eq!(claims.len(), CLAIMS.len(), "{AGAIN}");
    for (claim, kept) in CLAIMS.iter().zip(claims) {
        for (key, today) in [("id", claim.id), ("source", claim.source), ("says", claim.says)] {
            assert_eq!(kept[key], today, "{AGAIN}");
        }
        let studies = claim.studies(&Scale::default()).unwrap();
        for (study, kept) in studies.iter().zip(kept["studies"].as_array().unwrap()) {
            assert_eq!(kept["link"], study.scenario.link(), "{} {}: {AGAIN}", claim.id, study.name);
            let versions = stated_versions(&study.scenario);
            assert_eq!(kept["versions"], json!(versions), "{}: {AGAIN}", claim.id);
            let live = live(study).unwrap().map(|live| live.scenario.link());
            assert_eq!(kept["live"]["link"], json!(live), "{}: {AGAIN}", claim.id);
            let drawing = folder.join(format!("{}.svg", text::file_name(study)));
            assert_eq!(kept["figure"].is_null(), !drawing.exists(), "{}", drawing.display());
        }
    }
}

/// What decides a claim is stated: whoever predicts, and every measure that is set against another.
#[test]
fn stated_versions_leave_nothing_out() {
    for claim in &CLAIMS {
        for study in claim.studies(&Scale::default()).unwrap() {
            let stated = stated_versions(&study.scenario);
            let models = &study.scenario.models;
            let kinds = models.candidates.iter().chain(models.predictors()).map(|it| it.kind.id);
            let measures = measure::all().map(|measure| measure.id);
            let measures = measures.filter(|_| study.scenario.lab.name == "agreement");
            for id in kinds.chain(measures).chain(["warnings"]) {
                let entries = stated.iter().filter(|stated| entry(stated).0 == id);
                assert_eq!(entries.count(), 1, "{}: {id} in {stated:?}", claim.id);
            }
        }
    }
}

/// The lab of measures leads from each of the paper's pairs to its verdict.
#[test]
fn every_pair_of_measures_has_a_claim() {
    let link: Link =
        "lab=agreement&d=1&tasks=1&candidate=oracle&candidate=shrunk&candidate=detuned"
            .parse()
            .unwrap();
    let opened =
        talscope::lab::Opened::complete(link, &[], &mut talscope::lab::to_the_end).unwrap();
    let words = opened.figure().unwrap().words().unwrap();
    for pair in words["pairs"].as_array().unwrap() {
        let claim = CLAIMS.iter().find(|claim| pair["claim"] == claim.id).expect("a known claim");
        let figure = pair["figure"].as_str().unwrap().split(',').next().unwrap();
        assert!(claim.source.contains(figure), "{pair} is no matter of {}", claim.source);
    }
}

/// Likewise for what real data say.
#[test]
fn reports_of_real_data_are_of_todays_claims_and_versions() {
    const AGAIN: &str = "run its command again, then `cargo xtask results --tables FOLDER`";
    let today = today();
    let kept = |folder| Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results").join(folder);
    // Asking for rows takes hours more: what is kept of it may come later.
    for folder in
        ["data", "asking"].map(kept).iter().filter(|it| it.ends_with("data") || it.exists())
    {
        let text = fs::read_to_string(folder.join("report.json")).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap();
        let claims = report["claims"].as_array().unwrap();
        assert_eq!(claims.len(), SAID.len(), "{AGAIN}");
        for (said, kept) in SAID.iter().zip(claims) {
            let words = (&json!(said.id), &json!(said.says));
            assert_eq!((&kept["id"], &kept["says"]), words, "{AGAIN}");
            let own = kept["studies"].as_array().unwrap().iter();
            let own = own.flat_map(|study| study["versions"].as_array().unwrap());
            for (id, version) in own.filter_map(Value::as_str).map(entry) {
                let now = today.iter().find(|(known, _)| *known == id);
                assert!(now.is_some_and(|(_, now)| *now == version), "{id} {version}: {AGAIN}");
            }
        }
    }
}

fn entry(text: &str) -> (&str, u32) {
    let (id, version) = text.split_once(' ').expect("an id and a version");
    (id, version.parse().expect("a version is a number"))
}
