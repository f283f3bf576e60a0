//! Short runs of what figures show, and the same by refitting everything by hand.

use super::*;
use crate::numeric::Estimate;
use crate::scenario::Link;

fn scenario(link: &str) -> Scenario {
    format!("lab=curves&task=benchmark&{link}").parse::<Link>().unwrap().scenario
}

fn runs(scenario: &Scenario, task: usize) -> Vec<Run> {
    courses(scenario, task).unwrap().into_iter().map(|course| course.run).collect()
}

/// A short Figure 3: what 50 tasks show in print is already plain in the expected log likelihood.
#[test]
fn batch_mig_beats_mig_beats_random() {
    let scenario = scenario("d=3&q=7&rounds=2&tasks=8&rule=batch-mig&rule=mig&rule=random");
    let tasks: Vec<Vec<Run>> = (0..8).map(|task| runs(&scenario, task)).collect();
    for after in [1, 2] {
        let value = |runs: &Vec<Run>, rule: usize| runs[rule].expected_log_likelihood[after];
        let gap = Estimate::of(tasks.iter().map(|runs| value(runs, 0) - value(runs, 1)));
        let gap = gap.unwrap();
        assert!(gap.mean > 3.5 * gap.standard_error.unwrap(), "{gap:?} after {after}");
    }
    let curves = summarise(&scenario, &tasks).unwrap();
    assert_eq!((curves[1].line.rule, curves[0].rmse.len()), (Rule::Mig, 3));
    let first = curves[0].expected_log_likelihood[1];
    assert!((first.mean - 0.337).abs() < 5.0 * first.standard_error.unwrap(), "{first:?}");
    assert!(summarise::<Run>(&scenario, &[]).is_none());
}

/// Chance is one line, whoever the models are, and what a line finds does not depend on the others.
#[test]
fn lines_are_rules_with_models() {
    let several = scenario(
        "d=1&q=2&rounds=2&tasks=1&rule=random&rule=mig&candidate=oracle&candidate=detuned(3)&\
         candidate=ensemble(members=2,epochs=5)",
    );
    let ids: Vec<_> = lines(&several).iter().map(|l| (l.rule.name(), l.model.kind.id)).collect();
    let expected =
        [("random", "oracle"), ("mig", "oracle"), ("mig", "detuned"), ("mig", "ensemble")];
    assert_eq!(ids, expected);
    let all = courses(&several, 0).unwrap();
    let alone = scenario("d=1&q=2&rounds=2&tasks=1&rule=mig&candidate=detuned(3)");
    assert_eq!(courses(&alone, 0).unwrap()[0], all[2]);
    let (plan, other) = (plan(&several, &[]), plan(&alone, &[]));
    assert_eq!(plan.names()[2], other.names()[0]);
    assert_eq!(plan.groups, [(0..plan.steps.len()).collect::<Vec<_>>()]);
}

/// Units in a chain do what the whole algorithm does that refits by itself, for models that choose and models
/// that predict.
#[test]
fn chains_of_units_are_algorithm_1() {
    let link = "d=1&q=2&rounds=3&tasks=1&rule=batch-mig&candidate=ensemble(members=4,epochs=30)&\
                predict=gp-rbf";
    let scenario = scenario(link);
    let (plan, store) = (plan(&scenario, &[]), Memory::default());
    let solve = |place| plan.solve(place, &store, &mut to_the_end).unwrap();
    let course = read(&solve(0)).unwrap();
    let task = Task::numbered(&scenario, 0).unwrap();
    let model = |candidate: &Candidate| train::model(&scenario, candidate, 0).unwrap();
    let (chooser, predictor) =
        (model(&scenario.models.candidates[0]), model(&scenario.models.predictor));
    let settings = settings(&scenario, Rule::BatchMig, 0, 3);
    let whole = tal::run(&task, &*chooser, &*predictor, settings, &mut keep_going).unwrap();
    assert_eq!(course.run.picks, whole.picks);
    for round in 0..=3 {
        assert_eq!(Place::of(&scenario, 1, 1 + round), Place::Learned { task: 0, line: 0, round });
        let learned = learn::read(&solve(1 + round)).unwrap();
        let expected =
            [whole.log_likelihood[round], whole.expected_log_likelihood[round], whole.rmse[round]];
        assert_eq!(learned.record, expected, "after {round}");
    }
    // The oracle's own predictions of what the ensemble asked for.
    let exact = oracle(&scenario);
    let by_hand = tal::run(&task, &*chooser, &exact, settings, &mut keep_going).unwrap();
    for (a, b) in course.run.log_likelihood.iter().zip(&by_hand.log_likelihood) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    let (doubts, _) = record::doubts(&course.records);
    assert!(doubts > 0, "thirty epochs are too few, and that is said");
}

/// A shorter run is the beginning of a longer one, and its batches are the same units.
#[test]
fn fewer_rounds_are_the_first_of_more() {
    let link = |rounds| {
        scenario(&format!("d=1&q=1&tasks=1&rule=tig&candidate=dropout(epochs=20)&rounds={rounds}"))
    };
    let [short, long] = [1, 3].map(|rounds| plan(&link(rounds), &[]));
    let of = |plan: &Plan, work: &Work| -> Vec<String> {
        let names = plan.names();
        let own = plan.steps.iter().zip(names).filter(|(step, _)| step.unit.work == work);
        own.map(|(_, name)| name).collect()
    };
    assert_eq!(of(&short, &ASK), of(&long, &ASK)[..1]);
    let [a, b] = [1, 3].map(|rounds| courses(&link(rounds), 0).unwrap().remove(0));
    assert_eq!(a.run.picks[..], b.run.picks[..1]);
}
