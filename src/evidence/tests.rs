//! Claims on results that are made up, so that what they say is known.

use super::*;
use crate::experiment::curves::{self, table::Score};
use crate::experiment::{Memory, to_the_end};
use crate::scenario::Candidate;

#[test]
fn studies_are_read_as_they_are_written() {
    let scale = Scale {
        tasks: Some(3),
        dimensions: vec![2],
        seed: Some(7),
        quick: true,
        ..Scale::default()
    };
    for claim in &CLAIMS {
        for study in claim.studies(&scale).unwrap() {
            assert_eq!(Study::read(&study.line()), Ok(study.clone()));
            assert_eq!((study.scenario.judging.tasks, study.scenario.problem.seed), (3, 7));
        }
        let usual = claim.studies(&Scale::default()).unwrap();
        assert!(usual.len() > 1 && usual.iter().all(|study| !study.quick), "{}", claim.id);
    }
    assert!(Study::read("rules\twhole\td = 1\n").is_err());
    assert!(Study::read("roles\twhole\td = 1\tlab=curves\n").is_err());
}

/// A model joins those of a claim, as a candidate or beside a set, and takes nobody's place.
#[test]
fn a_model_is_added_to_those_of_the_claim() {
    let scale = Scale {
        dimensions: vec![1],
        models: vec!["dropout(epochs=7,draws=20)".parse::<Candidate>().unwrap().id()],
        ..Scale::default()
    };
    let models = |claim: &Claim, scale: &Scale| {
        claim.studies(scale).unwrap().remove(0).scenario.models.candidates.len()
    };
    for claim in CLAIMS.iter().filter(|claim| claim.id != "rules") {
        let own = models(claim, &Scale { models: Vec::new(), ..scale.clone() });
        assert_eq!(models(claim, &scale), own + 1, "{}", claim.id);
        let study = claim.studies(&scale).unwrap().remove(0);
        assert_eq!(size::Size::of(&study).models, scale.models, "{}", claim.id);
    }
    assert_eq!(models(Claim::find("xll-agrees").unwrap(), &scale), 318 + 1);
}

/// Studies of other tasks, seeds or trainings have other files, and the largest whole ones come first.
#[test]
fn sizes_are_told_apart() {
    let claim = Claim::find("models-synthetic").unwrap();
    let of = |tasks, seed, quick| {
        let scale = Scale { tasks, seed, quick, dimensions: vec![1, 3], ..Scale::default() };
        claim.studies(&scale).unwrap()
    };
    let name = |studies: &[Study], place: usize| text::file_name(&studies[place]);
    let usual = of(None, None, false);
    assert_eq!(name(&usual, 0), "models-synthetic-d1");
    assert_eq!(name(&of(Some(20), Some(1), false), 0), "models-synthetic-d1");
    assert_eq!(name(&of(Some(20), None, false), 1), "models-synthetic-d3-tasks20");
    assert_eq!(name(&of(Some(3), Some(7), true), 1), "models-synthetic-d3-quick-tasks3-seed7");
    let all = [of(None, None, true), usual, of(Some(20), None, false).split_off(1)].concat();
    let parts: Vec<Vec<Option<Part>>> =
        all.iter().map(|study| vec![None; study.plan().steps.len()]).collect();
    let outcomes: Vec<Outcome> =
        all.iter().zip(&parts).map(|(study, parts)| Outcome { study, parts }).collect();
    let sizes = size::by_size(&outcomes);
    let told: Vec<(String, &[usize])> =
        sizes.iter().map(|(size, places)| (size.words(), &places[..])).collect();
    // In one dimension twenty tasks are the claim's own: the size of twenty is the larger one, and has both.
    let expected: [(String, &[usize]); 3] =
        [("20 tasks".into(), &[2, 4]), (String::new(), &[3]), ("quick".into(), &[0, 1])];
    assert_eq!(told, expected);
}

#[test]
fn a_claim_holds_if_all_hold_on_which_it_rests() {
    let interval = Interval::of(&[1.0, 1.1]).unwrap();
    let finding = |verdict, counts| Finding {
        says: String::new(),
        of: "",
        interval,
        verdict,
        against: 0.0,
        counts,
    };
    use Verdict::{DoesNotHold, Holds, InPart, Undecided, WhereDecided};
    let of = |findings: &[(Verdict, bool)]| {
        verdict(&findings.iter().map(|(v, counts)| finding(*v, *counts)).collect::<Vec<_>>())
    };
    assert_eq!(of(&[(Holds, true), (Undecided, false)]), Holds);
    assert_eq!(of(&[(Holds, true), (Undecided, true)]), WhereDecided);
    assert_eq!(of(&[(Holds, true), (DoesNotHold, true)]), InPart);
    assert_eq!(of(&[(Undecided, true), (DoesNotHold, true)]), DoesNotHold);
    assert_eq!(of(&[(Undecided, true), (DoesNotHold, false)]), Undecided);
    assert_eq!(of(&[(Holds, false)]), Undecided);
}

/// BatchMIG asks better than chance within a few tasks, by what the oracle expects; with a part missing that task
/// is left out.
#[test]
fn rules_are_compared_on_the_tasks_that_are_there() {
    let claim = Claim::find("rules").unwrap();
    let scale = Scale { tasks: Some(3), dimensions: vec![1], ..Scale::default() };
    let study = claim.studies(&Scale { quick: true, ..scale }).unwrap().remove(0);
    let (plan, store) = (study.plan(), Memory::default());
    let mut parts: Vec<Option<Part>> = (0..plan.steps.len())
        .map(|place| plan.solve(place, &store, &mut to_the_end).ok())
        .collect();
    let found = |parts: &[Option<Part>]| claim.judge(&[Outcome { study: &study, parts }]).unwrap();
    let findings = found(&parts);
    assert_eq!(findings.len(), 10, "five pairs, two quantities");
    assert!(findings.iter().all(|finding| finding.interval.count == 3));
    let best = findings.iter().find(|f| f.says.ends_with("BatchMIG above Random") && !f.counts);
    assert!(best.unwrap().interval.mean > 0.0, "{best:?}");
    parts[0] = None;
    assert!(found(&parts).iter().any(|finding| finding.interval.count == 2));
    let text = text::of_claim(claim, &[Outcome { study: &study, parts: &parts }]).unwrap();
    assert!(text.contains("1 result of 12 missing") && text.contains("A quick run"), "{text}");
    let line = result_line("name", &plan.steps[1].unit, parts[1].as_ref().unwrap(), false).unwrap();
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["log_likelihood"].as_array().unwrap().len(), 4);
}

/// Ranks of seven models add up to 21, so leads over models that predict are means of differences of these: turned
/// round they change their sign, and what all models that predict have is the mean of what each has.
#[test]
fn models_that_choose_are_ranked_by_all_that_predict() {
    let claim = Claim::find("ranks-synthetic").unwrap();
    let scale = Scale {
        tasks: Some(2),
        dimensions: vec![1],
        quick: true,
        models: vec!["detuned".into()],
        seed: None,
    };
    let study = claim.studies(&scale).unwrap().remove(0);
    assert_eq!(study.scenario.models.candidates.len(), 8, "the added one chooses, too");
    assert_eq!(study.scenario.models.predictors().count(), 8, "and does not predict");
    let study = claim.studies(&Scale { models: Vec::new(), ..scale }).unwrap().remove(0);
    let (plan, store) = (study.plan(), Memory::default());
    let parts: Vec<Option<Part>> = (0..plan.steps.len())
        .map(|place| plan.solve(place, &store, &mut to_the_end).ok())
        .collect();
    let findings = claim.judge(&[Outcome { study: &study, parts: &parts }]).unwrap();
    assert_eq!(findings.iter().filter(|finding| finding.counts).count(), 12, "four by three pairs");
    assert_eq!(findings.len(), 2 * (12 + 3));
    let mean = |says: &str| {
        let found = findings.iter().find(|finding| finding.says == says).unwrap();
        assert_eq!(found.interval.count, 2);
        found.interval.mean
    };
    let gap = mean("d = 1: HMC above BBB") - mean("d = 1: HMC above NNG");
    let other = mean("d = 1: FBNN above BBB") - mean("d = 1: FBNN above NNG");
    assert!((gap - other).abs() < 1e-12, "both are what nng ranks above bbb");
    let ranks =
        curves::table::ranks_of_parts(&study.scenario, Score::LogLikelihood, &parts).unwrap();
    let row = |id: &str| study.scenario.models.candidates.iter().position(|it| it.kind.id == id);
    let [bbb, hmc] = ["bbb", "hmc"].map(|id| ranks.averages[row(id).unwrap()].unwrap().mean);
    assert!((bbb - hmc - mean("d = 1: HMC above BBB")).abs() < 1e-12);
}

/// What holds weakly, what chance makes of many, and what is otherwise without noise.
#[test]
fn a_verdict_has_its_remarks() {
    let finding = |says: &str, of, mean: f64, verdict, counts| Finding {
        says: says.into(),
        of,
        interval: Interval { mean, error: None, ends: (mean, mean), count: 9 },
        verdict,
        against: 0.0,
        counts,
    };
    use Verdict::{DoesNotHold, Holds, Undecided};
    let pearson = "Pearson's coefficient";
    assert_eq!(remarks(&[finding("a", pearson, 0.5, Holds, true)]), Vec::<String>::new());
    let weak = remarks(&[finding("a", pearson, 0.1, Holds, true)]);
    assert_eq!(weak, ["Holds, but weakly (below 0.3): a."]);
    let pair = [
        finding("a above b", "log likelihood", 0.1, Undecided, true),
        finding("a above b", EXPECTED, -0.1, DoesNotHold, false),
    ];
    assert!(remarks(&pair)[0].ends_with("the answer differs for: a above b (does not hold)."));
    let many = vec![finding("a", "log likelihood", 1.0, Holds, true); 20];
    assert!(
        remarks(&many)[0].contains("of 20 comparisons without any effect, 1.0 would"),
        "{:?}",
        remarks(&many)
    );
}
