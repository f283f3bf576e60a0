//! What a comparison finds, against special cases with known answers.

use super::*;
use crate::experiment::measure::METACORRELATION;
use crate::experiment::{self, Memory, to_the_end};
use crate::scenario::Link;

const LINK: &str = "lab=agreement&task=benchmark&d=1&tasks=2&seed=3&candidate=gp-rbf&\
                    candidate=detuned(2)&candidate=independent&candidate=!oracle&\
                    candidate=!shrunk(0.5)";

fn compared(link: &str, task: usize) -> Compared {
    let plan = experiment::plan(&link.parse::<Link>().unwrap().scenario, &[]);
    read(&plan.solve(task, &Memory::default(), &mut to_the_end).unwrap()).unwrap()
}

#[test]
fn the_oracle_is_in_step_with_itself_and_ranks_add_up() {
    let found = compared(LINK, 0);
    let agreement = found.judged.of(&METACORRELATION);
    assert!((agreement[3].unwrap() - 1.0).abs() < 1e-9);
    assert!((agreement[4].unwrap() - 1.0).abs() < 1e-9, "one factor changes nothing");
    assert_eq!(agreement[2], None, "nothing to compare");
    // Ranks of the three references are 0, 1 and 2 under each of them, whoever is beside.
    let ranks: f64 = found.rank[..3].iter().flatten().sum();
    assert!((ranks - 3.0).abs() < 1e-12, "{ranks}");
    assert!((0.0..=3.0).contains(&found.rank[3].unwrap()), "{:?}", found.rank);
    let expected = &found.asked[0].expected_log_likelihood;
    assert!(expected[3] > expected[2], "asking without correlations tells little");
    assert_eq!(found, compared(LINK, 0));
    assert_ne!(found, compared(LINK, 1));
}

/// What the oracle expects of a proper measure is best for itself. Under marginals that are wrong XLL is none.
#[test]
fn nobody_is_expected_to_beat_the_oracle() {
    let found = compared(LINK, 0);
    for (measure, expected) in measure::all().zip(&found.expected) {
        let Some(best) = expected[3].filter(|_| !measure.id.starts_with("xll")) else { continue };
        for (model, value) in expected.iter().enumerate().filter_map(|(i, v)| Some((i, (*v)?))) {
            let ahead = measure.better * (value - best);
            assert!(ahead < 1e-9, "{}: model {model} is ahead by {ahead}", measure.id);
        }
    }
}

/// Whoever has no correlations asks by TIG as the oracle does: that rule knows variances alone until the first answer.
#[test]
fn every_quantity_is_there_for_some_model() {
    let scenario = LINK.parse::<Link>().unwrap().scenario;
    let titles: Vec<String> = scenario.models.candidates.iter().map(|it| it.title()).collect();
    let (all, found) = (quantities(&scenario, &titles), compared(LINK, 0));
    assert_eq!(all.len(), RULES.len() + measure::all().count() + 3, "three references");
    for quantity in &all {
        let known = (0..5).any(|model| quantity.of(&found, model).is_some());
        assert_eq!(known, !quantity.id.starts_with("joint-draws"), "{}", quantity.id);
    }
}

/// Networks of an ensemble, chains and draws are the first of more: whoever asks for fewer gets the numbers that they
/// have alone, and nothing is trained for them.
#[test]
fn fewer_members_draws_and_chains_are_trained_with_more() {
    let link = "lab=agreement&task=benchmark&d=1&tasks=1";
    let small = [
        "ensemble(members=3,units=5,epochs=20)",
        "bbb(units=5,epochs=20,draws=7)",
        "hmc(units=3,chains=2,burn_in=20,draws=5,thin=1)",
        "dropout(units=5,epochs=20,draws=9)",
    ];
    let large = [
        "ensemble(members=6,units=5,epochs=20)",
        "bbb(units=5,epochs=20,draws=30)",
        "hmc(units=3,chains=4,burn_in=20,draws=5,thin=1)",
        "dropout(units=5,epochs=20,draws=30,one_mask=each)",
    ];
    let list =
        |models: &[&str]| models.iter().map(|it| format!("&candidate={it}")).collect::<String>();
    let (few, both) =
        (link.to_string() + &list(&small), link.to_string() + &list(&[small, large].concat()));
    let plan = |link: &str| experiment::plan(&link.parse::<Link>().unwrap().scenario, &[]);
    // One task, one unit of power; then an ensemble, a network, four chains and a network.
    assert_eq!(plan(&both).steps.len(), 2 + 1 + 1 + 4 + 1);
    let (few, both) = (compared(&few, 0), compared(&both, 0));
    for place in [METACORRELATION.place(), measure::LOG_LIKELIHOOD.place(), measure::JOINT.place()]
    {
        assert_eq!(few.judged.scores[place], both.judged.scores[place][..4], "measure {place}");
    }
}
