//! What a folder has of the work on a table.

use talscope::evidence::data::Outcome as Found;
use talscope::evidence::data::ending::Ending;
use talscope::evidence::data::rounds::Asked;
use talscope::experiment::data::{self, Places};
use talscope::experiment::{Plan, Store};
use talscope::scenario::Scenario;

use super::set::Set;
use super::{Bench, write};
use crate::cli::folder::Folder;
use crate::cli::{Failure, output};

/// All seeds of a set that are judged, and how many are not; splits and predictions are written on the way.
pub fn judged(
    set: &Set,
    store: &Folder,
    arguments: &Bench,
    labels: &[String],
) -> Result<(Found, usize), Failure> {
    let (plan, places) = set.plan();
    let names = plan.names();
    let find = |place: usize| store.find(&names[place]);
    let (mut seeds, mut endings, mut missing) = (Vec::new(), Vec::new(), 0);
    for (number, Places { judged, predicted, table }) in places.iter().enumerate() {
        let scenario = data::of_seed(&set.scenario, number);
        let seed = scenario.problem.seed;
        let predictions = predicted.iter().map(|place| find(*place)).collect::<Option<Vec<_>>>();
        let (Some(table), Some(judged), Some(predictions)) =
            (find(*table), find(*judged), predictions)
        else {
            missing += 1;
            continue;
        };
        let table = data::read_table(&table)?;
        write::split(&arguments.out, set, seed, &table, &scenario)?;
        let mut fits = Vec::new();
        for (part, label) in predictions.iter().zip(labels) {
            let found = data::read_prediction(part)?;
            if arguments.keep_predictions {
                let file = write::prediction_file(&arguments.out, set, seed, label);
                write::prediction(&file, &table, &scenario, &found)?;
            }
            fits.push(Ending::of(&found));
        }
        endings.push(fits);
        seeds.push((seed, data::read_verdict(&judged)?));
    }
    let found = Found { name: set.name.clone(), paper: set.paper, seeds, endings };
    say_doubts(&found);
    Ok((found, missing))
}

fn say_doubts(found: &Found) {
    let fits = || found.endings.iter().flatten();
    let doubts = fits().filter(|ending| ending.doubt.is_some()).count();
    if doubts > 0 {
        let words = format!(
            "{}: {doubts} of {} fits are in doubt; report.md says why",
            found.name,
            fits().count()
        );
        output::complain(&words);
    }
}

/// What is known of asking over rounds.
pub fn asked(set: &Set, store: &Folder) -> Vec<Asked> {
    let study = |(study, seed, scenario, plan): (&'static str, u32, Scenario, Plan)| {
        let names = plan.names();
        let mut parts = vec![None; names.len()];
        plan.heard().for_each(|place| parts[place] = store.find(&names[place]));
        let is_whole = plan.heard().all(|place| parts[place].is_some());
        Asked { set: set.name.clone(), study, seed, scenario, parts, is_whole }
    };
    set.asking().into_iter().map(study).collect()
}
