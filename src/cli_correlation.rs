//! The correlation lab on the command line.

use std::path::{Path, PathBuf};

use talscope::chart::figure::correlation::Atlas;
use talscope::chart::figure::saved_size;
use talscope::chart::{self, Style};
use talscope::exchange::{file_hash, task_json, task_npz};
use talscope::lab::correlation::{self, ModelFacts};
use talscope::lab::{self};
use talscope::scenario::{Link, Scenario, Theme};

use crate::{Finished, Outcome, run_all};

type Boxed<T> = Result<T, Box<dyn std::error::Error>>;

/// Fits and judges all models of a link.
pub fn run(link: &Link, files: &[PathBuf]) -> Boxed<Finished> {
    let Link { scenario, view } = link;
    let parts = run_all(&lab::plan(scenario, &contents(scenario, files)?))?;
    let picture = correlation::picture(scenario, correlation::first_part(&parts)?.clone())?;
    let repeated = correlation::merge(scenario, &parts)?;
    let report = correlation::report(&picture, &repeated);
    let lines = correlation::model_facts(&picture, &repeated).iter().map(line).collect();
    let atlas = Atlas::new(picture, repeated);
    let point = atlas.crosshair(view.at).0;
    let sheet = atlas.sheet(point, view.batch)?;
    let svg = chart::svg(&sheet, saved_size(scenario), &Style::of(Theme::Light))?;
    Ok(Finished { report, lines, svg })
}

fn line(facts: &ModelFacts) -> String {
    let score = |score: &correlation::ModelScore| match score.mean.as_str() {
        "" => format!("{} {}", score.label, score.value),
        mean => format!("{} {} ({mean})", score.label, score.value),
    };
    let scores: Vec<_> = facts.scores.iter().map(score).collect();
    format!("{:24} {}", facts.title, scores.join(", "))
}

/// The contents of the link's files, which are told apart by their hashes.
fn contents(scenario: &Scenario, files: &[PathBuf]) -> Boxed<Vec<Vec<u8>>> {
    let given = files.iter().map(|file| read(file)).collect::<Boxed<Vec<_>>>()?;
    let mut contents = Vec::new();
    for wanted in &scenario.files {
        let hash = format!("{:016x}", wanted.hash);
        let found = given.iter().find(|bytes| file_hash(bytes) == hash).ok_or_else(|| {
            format!(
                "the link speaks of the file {} with hash {hash}; give it with --file",
                wanted.name
            )
        })?;
        contents.push(found.clone());
    }
    Ok(contents)
}

fn read(file: &Path) -> Boxed<Vec<u8>> {
    std::fs::read(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()).into())
}

/// Writes the task that a link shows.
pub fn write_task(link: &str, file: &Path) -> Outcome {
    let scenario = link.parse::<Link>()?.scenario;
    let task = correlation::shown_task(&scenario)?;
    let npz = file.extension().is_some_and(|extension| extension == "npz");
    let bytes = if npz {
        task_npz(&task, &scenario.link())
    } else {
        task_json(&task, &scenario.link()).into_bytes()
    };
    std::fs::write(file, bytes)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()).into())
}
