//! The correlation lab against the engine's own requests, and against what must be so.

mod trust;
mod words;

use serde_json::Value;

use super::*;
use crate::error::Result;
use crate::exchange::{self, open};
use crate::experiment::measure::{
    JOINT, LOG_LIKELIHOOD, MEASURES, METACORRELATION, SPEARMAN, XLL, XLLR,
};
use crate::experiment::{self, Memory, Part, to_the_end};
use crate::lab::Opened;
use crate::model::keep_going;
use crate::numeric::Estimate;
use crate::scenario::{Link, Scenario, Source};

fn scenario(link: &str) -> Scenario {
    format!("lab=correlation&{link}").parse::<Link>().unwrap().scenario
}

/// Models that are wrong in several ways.
const SIX: &str = "candidate=oracle&candidate=detuned&candidate=detuned(0.5)&candidate=relu(50,6)\
                   &candidate=shrunk&candidate=independent";

fn solved(link: &str) -> Picture {
    let scenario = scenario(link);
    picture_of(&scenario, &[])
}

/// The shown task, as it comes back from a worker.
fn picture_of(scenario: &Scenario, files: &[Vec<u8>]) -> Picture {
    codec::read_picture(scenario, first_part(scenario, files)).unwrap()
}

fn first_part(scenario: &Scenario, files: &[Vec<u8>]) -> Part {
    let plan = experiment::plan(scenario, files);
    plan.solve(0, &Memory::default(), &mut to_the_end).unwrap()
}

/// What the engine answers to the request that the lab gives away.
fn score(picture: &Picture) -> Value {
    let request = score_request(picture).to_string();
    serde_json::from_str(&crate::json::answer("score", &request).unwrap()).unwrap()
}

#[test]
fn the_scores_are_those_of_the_request_score() {
    for link in [
        "compare=targets",
        "compare=targets&preset=edge&b=3&batches=latent&observe=noisy",
        "compare=targets&candidate=oracle&candidate=!shrunk&candidate=fourier(7)",
    ] {
        let picture = solved(link);
        let answer = score(&picture);
        let column = |name: &str| -> Vec<Option<f64>> {
            let rows = answer["models"].as_array().unwrap();
            rows.iter().map(|row| row[name].as_f64()).collect()
        };
        for (name, measure) in [
            ("xll", &XLL),
            ("xllr", &XLLR),
            ("marginal_log_likelihood", &LOG_LIKELIHOOD),
            ("joint_log_likelihood", &JOINT),
            ("metacorrelation", &METACORRELATION),
            ("metacorrelation_spearman", &SPEARMAN),
        ] {
            assert_eq!(column(name), picture.judged.of(measure), "{link}: {name}");
        }
        for (row, expected) in
            picture.judged.references.iter().zip(answer["references"].as_array().unwrap())
        {
            let expected: Vec<f64> = serde_json::from_value(expected["xll"].clone()).unwrap();
            assert_eq!(row.xll, expected, "{link}");
        }
    }
}

#[test]
fn the_oracle_agrees_with_itself_and_independence_with_nothing() {
    for link in ["", "task=paper&d=2", "task=benchmark&d=1"] {
        let judged = solved(link).judged;
        assert_eq!(judged.of(&METACORRELATION)[0], Some(1.0), "{link}");
        assert_eq!(*judged.of(&METACORRELATION).last().unwrap(), None, "{link}");
        let ranks: f64 = judged.of(&XLLR).iter().flatten().sum();
        let expected = (judged.models.len() * (judged.models.len() - 1) / 2) as f64;
        assert!((ranks - expected).abs() < 1e-9, "{link}: {ranks}");
    }
}

#[test]
fn shrinking_keeps_pearson_and_spoils_xll() {
    let judged = solved("candidate=oracle&candidate=shrunk(0.5)&candidate=shrunk(0.1)").judged;
    let agreement = |i: usize| judged.of(&METACORRELATION)[i].unwrap();
    assert!((agreement(1) - 1.0).abs() < 1e-12 && (agreement(2) - 1.0).abs() < 1e-12);
    let xll = judged.of(&XLL);
    assert!(xll[0] > xll[1] && xll[1] > xll[2], "{xll:?}");
}

#[test]
fn one_candidate_twins_and_singular_covariances_are_judged() {
    let one = solved("candidate=detuned").judged;
    assert_eq!((one.of(&XLLR)[0], one.references.len()), (None, 1));
    let twins = solved("candidate=detuned&candidate=detuned&candidate=oracle").judged;
    assert_eq!(twins.of(&XLLR)[0], twins.of(&XLLR)[1]);
    assert_eq!(twins.references[0].rank[0] % 1.0, 0.5, "a tie is half a place");
    let singular = solved("candidate=relu(1)&candidate=fourier(2)&candidate=oracle").judged;
    assert!(singular.of(&XLL).iter().flatten().all(|xll| xll.is_finite()));
    let no_reference = solved("candidate=!detuned&candidate=!oracle").judged;
    assert_eq!((no_reference.of(&XLL)[0], no_reference.references.len()), (None, 0));
    assert!(solved("candidate=").judged.models.is_empty());
}

#[test]
fn further_tasks_are_drawn_anew_and_merge_in_any_number() {
    let scenario = scenario("tasks=4&candidate=oracle&candidate=detuned");
    let plan = experiment::plan(&scenario, &[]);
    let solve = |place| plan.solve(place, &Memory::default(), &mut to_the_end).unwrap();
    let parts: Vec<_> = plan.heard().map(solve).collect();
    assert_eq!(parts.len(), 5);
    let judged: Vec<_> = parts[1..].iter().map(|part| codec::read_judged(part).unwrap()).collect();
    let judged: Vec<&Judged> = judged.iter().collect();
    let all = merge(&scenario, &judged);
    assert_eq!(all.tasks, 4);
    assert_eq!(merge(&scenario, &judged[..2]).tasks, 2);
    assert!(all.of(&XLL)[0].unwrap().standard_error.unwrap() > 0.0, "tasks differ");
    let marginals: Vec<f64> = all.likelihoods.iter().map(|(_, marginal, _)| *marginal).collect();
    assert!(marginals.windows(3).all(|w| w[0] != w[2]), "{marginals:?}");
    let link = Link { scenario, ..Link::default() };
    let mut opened = Opened::new(link).unwrap();
    for (index, part) in parts.into_iter().enumerate().rev() {
        assert!(opened.report().is_err(), "without the shown task");
        opened.add(index, part).unwrap();
    }
    assert_eq!(opened.report().unwrap().tables.len(), 5);
}

#[test]
fn parts_survive_their_trip_and_broken_ones_are_refused() {
    let scenario = scenario("candidate=independent&candidate=fourier(3)");
    let part = first_part(&scenario, &[]);
    let back = Part::from_bytes(&part.to_bytes()).unwrap();
    let back = codec::read_picture(&scenario, back).unwrap();
    let direct = solve(&scenario, 0, &[], &[], &mut keep_going).unwrap();
    let whole = |belief: &Option<Belief>| belief.as_ref().map(|own| own.last(own.len()));
    let beliefs: Vec<_> = back.beliefs.iter().map(whole).collect();
    let posteriors = direct.fits.iter().map(|fit| fit.as_ref().map(|fit| fit.posterior.clone()));
    assert_eq!(beliefs, posteriors.collect::<Vec<_>>());
    assert_eq!((whole(&back.oracle), &back.order), (direct.oracle, &direct.order));
    assert_eq!(back.judged, direct.judged);
    for cut in [0, 1, 5, part.0.len() - 1] {
        let broken = Part(part.0[..cut].to_vec());
        assert!(codec::read_picture(&scenario, broken).is_err(), "{cut}");
    }
}

#[test]
fn correlations_in_display_order_are_the_posteriors() {
    let picture = solved("preset=two-regions");
    let belief = picture.beliefs[1].as_ref().unwrap();
    let whole = belief.last(belief.len()).correlation();
    let values = belief.correlations(&picture.order);
    for (row, &i) in picture.order.iter().enumerate() {
        for (column, &j) in picture.order.iter().enumerate() {
            let value = f64::from(values[row * picture.points() + column]);
            assert!((value - whole[(i, j)]).abs() < 1e-6, "{i} {j}");
        }
    }
    let x = |i: usize| match i.checked_sub(picture.pool()) {
        Some(target) => picture.task.as_ref().unwrap().targets.inputs[target],
        None => picture.task.as_ref().unwrap().pool.inputs[i],
    };
    assert!(picture.order.windows(2).all(|pair| x(pair[0]) <= x(pair[1])), "sorted by x");
}

const FIXTURE: &[u8] = include_bytes!("../../../tests/fixtures/own-f64.npz");
const OTHER: &[u8] = include_bytes!("../../../tests/fixtures/other.npz");

/// Opens files one after the other, and solves what that leads to.
fn opened(scenario: &Scenario, files: &[(&str, &[u8])]) -> (Scenario, Result<Picture>) {
    let mut scenario = scenario.clone();
    let mut contents: Vec<Vec<u8>> = Vec::new();
    for (name, bytes) in files {
        let shown = contents.first().filter(|_| scenario.data.source == Source::File);
        let shown = shown.map(|bytes| exchange::read(bytes, "shown").unwrap());
        let predictions = exchange::read(bytes, name).unwrap();
        let hash = exchange::file_hash(bytes);
        scenario = open(&scenario, shown.as_ref(), (name, &hash), &predictions).unwrap();
        contents.push(bytes.to_vec());
    }
    let plan = experiment::plan(&scenario, &contents);
    let part = plan.solve(0, &Memory::default(), &mut to_the_end);
    (scenario.clone(), part.and_then(|part| codec::read_picture(&scenario, part)))
}

#[test]
fn a_file_of_other_observations_is_a_task_of_its_own() {
    let (scenario, alone) = opened(&scenario("tasks=5"), &[("own-f64.npz", FIXTURE)]);
    let link = scenario.link();
    assert!(link.contains("task=file") && link.contains("own-f64.npz:"), "{link}");
    assert_eq!(link.parse::<Link>().unwrap().scenario, scenario);
    assert_eq!(experiment::plan(&scenario, &[]).steps.len(), 1, "a file is one task");
    let expected =
        [[-1.2858061668630658, -1.2539204593890365], [-1.1826838338536076, -1.1971647564383348]];
    let judged = alone.unwrap().judged;
    assert!(judged.of(&METACORRELATION)[0].is_none(), "there is no oracle");
    assert!((judged.references[0].xll[0] - expected[0][0]).abs() < 1e-9);
    // A second file with the same y joins the first.
    let (both, picture) = opened(&scenario, &[]);
    assert!(picture.is_err(), "without its file: {both:?}");
    let files = [("own-f64.npz", FIXTURE), ("other.npz", OTHER)];
    let judged = opened(&self::scenario(""), &files).1.unwrap().judged;
    for (row, expected) in judged.references.iter().zip(expected) {
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        assert!(row.xll.iter().zip(&expected).all(close), "{:?} {expected:?}", row.xll);
    }
}

#[test]
fn what_leaves_the_lab_comes_back_as_the_same_models() {
    let start =
        scenario("compare=targets&candidate=oracle&candidate=detuned&candidate=independent");
    let first = solved("compare=targets&candidate=oracle&candidate=detuned&candidate=independent");
    let file = score_request(&first).to_string();
    let (joined, picture) = opened(&start, &[("mine.json", file.as_bytes())]);
    assert_eq!((joined.data.source, joined.models.candidates.len()), (Source::Line, 6));
    let whole = picture.unwrap();
    let judged = &whole.judged;
    for own in 3..6 {
        let agreement = judged.of(&METACORRELATION);
        assert_eq!(agreement[own], agreement[own - 3]);
        assert_eq!(judged.of(&XLLR)[own], judged.of(&XLLR)[own - 3], "a twin ties with its twin");
    }
    assert_eq!(judged.of(&LOG_LIKELIHOOD)[..3], first.judged.of(&LOG_LIKELIHOOD)[..]);
    assert!(whole.is_whole());
    // The link alone leaves them out, and says so.
    let without = picture_of(&joined, &[]);
    assert_eq!((&without.judged.models[..], without.is_whole()), (&[0, 1, 2][..], false));
    let facts = model_facts(&without, &Repeated::default());
    assert_eq!((facts[3].absence, facts[0].absence), (Some("its file is missing"), None));
    let said = description(&without, &Repeated::default());
    assert!(said.contains("its file is missing") && said.contains("In the square of oracle, "));
    // Further tasks leave them out too.
    let plan = experiment::plan(&joined, &[]);
    let further = plan.solve(1, &Memory::default(), &mut to_the_end).unwrap();
    let further = codec::read_judged(&further).unwrap();
    assert_eq!(merge(&joined, &[&further]).of(&XLLR)[3], None);
    // Opening the file again brings back what was removed of it.
    let fewer = joined.without_candidate(4).unwrap();
    let predictions = exchange::read(file.as_bytes(), "mine.json").unwrap();
    let hash = exchange::file_hash(file.as_bytes());
    let again = open(&fewer, None, ("mine.json", &hash), &predictions).unwrap();
    let sorted = |scenario: &Scenario| {
        let mut texts: Vec<_> =
            scenario.models.candidates.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    assert_eq!(sorted(&again), sorted(&joined));
    assert_eq!(open(&joined, None, ("mine.json", &hash), &predictions).unwrap(), joined);
    // Removing the last of a file's models lets go of the file.
    let fewer = (0..3).fold(joined, |scenario, _| scenario.without_candidate(3).unwrap());
    assert_eq!(fewer, start);
}

#[test]
fn models_of_another_task_are_left_out_and_the_others_are_judged() {
    let file = score_request(&solved("candidate=detuned")).to_string();
    let (joined, _) = opened(&scenario(SIX), &[("mine.json", file.as_bytes())]);
    assert_eq!(joined.models.candidates.len(), 7);
    for (name, value) in [("observe", "noisy"), ("preset", "edge"), ("task", "benchmark")] {
        let elsewhere = joined.with(name, &[value]).unwrap();
        assert_eq!(
            elsewhere.models.candidates, joined.models.candidates,
            "{name}: no model is lost"
        );
        let picture = picture_of(&elsewhere, &[file.clone().into_bytes()]);
        assert_eq!(
            (&picture.judged.models[..], &picture.strangers[..]),
            (&[0, 1, 2, 3, 4, 5][..], &[6][..])
        );
        let facts = model_facts(&picture, &Repeated::default());
        assert_eq!(facts[6].absence, Some("its file is of another task"));
        let notice = notice(&picture, &Repeated::default());
        assert!(notice.contains("“lengthscale × 2 (2)” was made for another task"), "{notice}");
        let back = elsewhere.with(name, &[joined.key_value(name).as_str()]).unwrap();
        assert_eq!(back.models.candidates, joined.models.candidates);
    }
}

#[test]
fn predictions_of_other_points_with_the_tasks_y_are_refused() {
    let picture = solved("");
    let mut request = score_request(&picture);
    let wrong: Vec<f64> = vec![0.0; 25];
    request["models"] = serde_json::json!([{
        "mean": wrong, "noise_variance": 1.0,
        "covariance": (0..25).map(|i| (0..25).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>()).collect::<Vec<_>>(),
    }]);
    request.as_object_mut().unwrap().remove("oracle");
    request.as_object_mut().unwrap().remove("references");
    let predictions = exchange::read(request.to_string().as_bytes(), "odd.json").unwrap();
    let error =
        open(&scenario(""), None, ("odd.json", "0123456789abcdef"), &predictions).unwrap_err();
    assert!(error.to_string().contains("of the 20 targets, or of the 201 pool points"), "{error}");
}
