//! Plans, figures that come to be in any order, and words that follow the numbers.

use super::*;
use crate::chart::{Style, svg};
use crate::experiment::{self, Memory, to_the_end};
use crate::lab::Opened;
use crate::metric::{self, Metacorrelation};
use crate::model::Note;
use crate::scenario::{FORMS, Link, Scenario, Theme};

/// Small enough to be fitted in an instant.
const SMALL: &str = "candidate=gp-rbf&candidate=hmc(5,auto,2,40,10,2)&candidate=ensemble(3,5,20)&\
    candidate=dropout(5,0.05,20,0.01,50)";

fn scenario(settings: &str) -> Scenario {
    format!("lab=models&tasks=0&{settings}").parse::<Link>().unwrap().scenario
}

fn opened(settings: &str) -> Opened {
    let link: Link = format!("lab=models&tasks=0&{settings}").parse().unwrap();
    Opened::complete(link, &[], &mut to_the_end).unwrap()
}

fn bytes(settings: &str) -> Vec<Vec<u8>> {
    let plan = experiment::plan(&scenario(settings), &[]);
    plan.steps.iter().map(|step| step.unit.to_bytes()).collect()
}

/// A model of the figure as it is studied alone.
fn studied(settings: &str) -> (Scenario, Scene, Studied) {
    let scenario = scenario(settings);
    let scene = scene(&scenario).unwrap();
    let plan = experiment::plan(&scenario, &[]);
    let whole = Layout::of(&scenario).models[0].whole;
    let last = plan.solve(whole, &Memory::default(), &mut to_the_end).unwrap();
    let studied = Studied::of(&last, scenario.problem.pool.count).unwrap();
    (scenario, scene, studied)
}

#[test]
fn what_concerns_one_model_leaves_the_units_of_others_as_they_are() {
    let plain = bytes(SMALL);
    assert_eq!(plain.len(), 1 + 3 + (2 + 2) + 3 + 3 + 1, "scene, four models, judge");
    let other = bytes(&SMALL.replace("dropout(5,0.05", "dropout(5,0.1"));
    assert_eq!(plain[..11], other[..11]);
    assert!(plain[11..].iter().zip(&other[11..]).all(|(a, b)| a != b));
    // A model less: those behind it move up, and are the same.
    let fewer = bytes(&SMALL.replace("candidate=gp-rbf&", ""));
    assert_eq!(plain[4..14], fewer[1..11]);
    // Judging, names and references change no fit.
    let judged =
        bytes(&format!("{}&b=3&batches=latent", SMALL.replace("ensemble", "!mine:ensemble")));
    assert_eq!(plain[..14], judged[..14]);
    assert_ne!(plain[14], judged[14]);
    for relevant in ["noise=0.2", "seed=2", "point=1", "kernel=rbf(2)"] {
        let changed = bytes(&format!("{SMALL}&{relevant}"));
        assert!(plain.iter().zip(&changed).all(|(a, b)| a != b), "{relevant}");
    }
    // What is asked for, shown or compared is found in what was learned.
    for later in ["rule=mig", "q=2", "samples=3"] {
        let changed = bytes(&format!("{SMALL}&{later}"));
        for (place, (a, b)) in plain.iter().zip(&changed).enumerate() {
            // What judges learns of it by what it needs.
            let same = [1, 2, 4, 5, 6, 8, 9, 11, 12, 14].contains(&place);
            assert_eq!(a == b, same, "{later}: unit {place}");
        }
    }
    // Names follow what is needed, too.
    let names = |settings: &str| experiment::plan(&scenario(settings), &[]).names();
    let (plain, changed) = (names(SMALL), names(&format!("{SMALL}&q=2")));
    assert_eq!((&plain[1..3], &plain[4..7]), (&changed[1..3], &changed[4..7]));
    assert!(plain[0] != changed[0] && plain[3] != changed[3] && plain[14] != changed[14]);
}

#[test]
fn a_figure_is_the_same_in_whatever_order_its_parts_come() {
    let whole = opened(SMALL);
    let mut other = Opened::new(whole.link().clone()).unwrap();
    let plan = other.plan(&[]);
    let store = Memory::default();
    let heard: Vec<usize> = plan.heard().collect();
    assert_eq!(heard, [0, 3, 7, 10, 13, 14]);
    // The scene late.
    for place in [10, 3, 0, 13, 7, 14] {
        other.add(place, plan.solve(place, &store, &mut to_the_end).unwrap()).unwrap();
        assert_eq!(other.is_complete(), place == 14);
    }
    assert_eq!(store.len(), plan.steps.len(), "each is done once");
    assert_eq!(whole.fingerprint().unwrap(), other.fingerprint().unwrap());
    assert_eq!(whole.svg(None).unwrap(), other.svg(None).unwrap());
    let words = |opened: &Opened| opened.figure().unwrap().words().unwrap();
    assert_eq!(words(&whole), words(&other));
}

#[test]
fn a_model_under_way_is_seen_to_learn() {
    let link: Link = "lab=models&candidate=hmc(5,auto,2,40,10,2)".parse().unwrap();
    let mut opened = Opened::new(link).unwrap();
    opened.begin().unwrap();
    let state =
        |opened: &Opened| opened.figure().unwrap().words().unwrap()["panels"][1]["state"].clone();
    let drawn = |opened: &Opened, view: &str| {
        let chart = opened.chart(view, &[1.0]).unwrap();
        chart.map(|chart| svg(&*chart, (400, 300), &Style::of(Theme::Light)).unwrap())
    };
    assert_eq!(state(&opened), "waiting");
    let mut pictures = vec![drawn(&opened, "panel")];
    assert_eq!(drawn(&opened, "learning"), None);
    let plan = opened.plan(&[]);
    for place in [1, 2] {
        let mut snapshots = Vec::new();
        let training = &plan.steps[place].unit;
        training
            .run(&[], &mut |_, snapshot| {
                snapshots.extend(snapshot());
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        assert!(snapshots.len() > 3);
        for snapshot in [&snapshots[2], snapshots.last().unwrap()] {
            opened.preview(place, snapshot.clone()).unwrap();
            assert_eq!(state(&opened), "learning");
            pictures.push(drawn(&opened, "panel"));
            pictures.push(drawn(&opened, "learning"));
        }
    }
    opened.add(4, plan.solve(4, &Memory::default(), &mut to_the_end).unwrap()).unwrap();
    assert_eq!(state(&opened), "done");
    pictures.push(drawn(&opened, "panel"));
    pictures.push(drawn(&opened, "traces"));
    let count = pictures.len();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), count, "every one is new");
}

fn trusted() -> Verdict {
    Verdict { good: true, learning: false, words: String::new() }
}

#[test]
fn a_network_whose_prior_is_right_and_sampled_long_enough_is_right() {
    let (scenario, _, hmc) = studied("candidate=hmc");
    let agreement = hmc.agreement.pearson.unwrap();
    assert!(agreement > 0.98, "{agreement}");
    assert!(hmc.own.unwrap().pearson.unwrap() > 0.98);
    let words = fault(&scenario, &scenario.models.candidates[0], &hmc, &trusted());
    assert!(words.starts_with("Its prior is the right one, and its inference"), "{words}");
}

#[test]
fn the_fault_is_the_priors_or_the_inferences() {
    let (here, _, mut hmc) = studied("candidate=hmc(5,auto,2,40,10,2)");
    let there = scenario("preset=gap&candidate=hmc(5,auto,2,40,10,2)");
    let agreement = |value: f64| Metacorrelation { pearson: Some(value), spearman: None };
    let mut say = |scenario: &Scenario, with_oracle: f64, with_own: f64| {
        hmc.agreement = agreement(with_oracle);
        hmc.own = Some(agreement(with_own));
        fault(scenario, &scenario.models.candidates[0], &hmc, &trusted())
    };
    assert!(say(&here, 0.6, 0.6).contains("0.600 to 1 is the fault of its inference"));
    assert!(say(&there, 0.6, 0.99).starts_with("The prior is at fault, not the inference"));
    assert!(say(&there, 0.99, 0.99).starts_with("Neither is to blame"));
    assert!(say(&there, 0.5, 0.6).starts_with("Both are at fault: its prior is not"));
    let plain = scenario("candidate=ensemble&candidate=gp-rbf");
    let words = |place: usize| fault(&plain, &plain.models.candidates[place], &hmc, &trusted());
    assert!(words(0).contains("no prior that one could write down"));
    assert!(words(1).contains("Inference is exact"));
    let own = scenario(
        "preset=gap&candidate=gp(rbf(0.8),0.01)&candidate=detuned(1)&candidate=svgp(50,own)",
    );
    for (place, words) in
        [(0, "and its inference is exact"), (1, "is exact"), (2, "is the right one")]
    {
        let said = fault(&own, &own.models.candidates[place], &hmc, &trusted());
        assert!(said.starts_with("Its prior is the right one") && said.contains(words), "{said}");
    }
    let early = |learning: bool| {
        let verdict = Verdict { good: false, learning, words: String::new() };
        [&here, &own].map(|of| fault(of, of.models.candidates.last().unwrap(), &hmc, &verdict))
    };
    for said in early(false) {
        assert!(said.starts_with("As it was fitted, nobody can tell"), "{said}");
    }
    for said in early(true) {
        assert!(
            said.ends_with("is the fault of its inference, as far as it has learned."),
            "{said}"
        );
    }
}

/// The correlations that a link compares are compared everywhere.
#[test]
fn networks_are_compared_on_the_links_pairs() {
    let of = |settings: &str| studied(settings);
    let (pool, _, one) = of("candidate=detuned(2)");
    let other = of("candidate=detuned(0.5)").2;
    let targets = scenario("compare=targets&candidate=detuned(2)");
    let asked = pool.problem.pool.count;
    let correlations = |studied: &Studied, pairs: &[(usize, usize)]| -> Vec<f64> {
        let all = studied.belief.last(studied.belief.len()).correlation();
        pairs.iter().map(|&(i, j)| all[(i, j)]).collect()
    };
    let check = |scenario: &Scenario, pairs: Vec<(usize, usize)>| {
        let want = metric::pearson(&correlations(&one, &pairs), &correlations(&other, &pairs));
        let got = inference::agreement(scenario, &one, &other);
        assert!((got.unwrap() - want.unwrap()).abs() < 1e-12, "{got:?} {want:?}");
        got
    };
    let last = one.belief.len();
    let across = (0..asked).flat_map(|i| (asked..last).map(move |j| (i, j))).collect();
    let among = (asked..last).flat_map(|i| (i + 1..last).map(move |j| (i, j))).collect();
    assert_ne!(check(&pool, across), check(&targets, among));
}

#[test]
fn verdicts_follow_the_diagnostics() {
    let (scenario, scene, mut hmc) = studied("candidate=hmc(5,auto,2,40,10,2)");
    let candidate = &scenario.models.candidates[0];
    let mut say = |notes: &[(&'static str, f64)]| {
        let run = [("draws_per_chain", 100.0), ("transitions", 40.0)];
        hmc.fit.facts = vec![Note::number("chains", 10.0)];
        let notes = run.iter().chain(notes);
        hmc.fit.diagnostics = notes.map(|(name, value)| Note::number(name, *value)).collect();
        verdict(candidate, &hmc, &scene)
    };
    let well = [("r_hat_max", 1.004), ("ess_bulk_min", 900.0), ("ess_tail_min", 700.0)];
    assert_eq!(
        say(&well),
        Verdict {
            good: true,
            learning: false,
            words: "Converged: R-hat at most 1.004, at least 700 effective draws.".into()
        }
    );
    // With a hundred draws a chain, 1 + 3/100 is allowed.
    assert!(say(&[("r_hat_max", 1.029), well[1], well[2]]).good);
    let apart = say(&[("r_hat_max", 1.031), well[1], well[2], ("r_hat_max_at", 0.0)]);
    assert!(
        !apart.good && apart.words.ends_with(" The chains disagree most at x = −4.0."),
        "{}",
        apart.words
    );
    let noise = |ratio: f64| {
        [well[0], well[1], well[2], ("noise_ratio", ratio), ("noise_ratio_error", 0.02)]
    };
    assert!(say(&noise(1.05)).good && say(&noise(0.95)).good);
    let drifts = say(&noise(1.76));
    assert!(
        !drifts.good
            && drifts.words.starts_with("The noise is still drifting: squared residuals are 1.76"),
        "{}",
        drifts.words
    );
    let few = say(&[well[0], well[1], ("ess_tail_min", 399.0)]);
    assert!(!few.good && few.words.starts_with("Too few effective draws: 399"), "{}", few.words);
    assert!(!say(&[]).good);
    let lost = say(&[well[0], well[1], well[2], ("divergences", 20.0)]);
    assert!(!lost.good && lost.words.contains("diverged"), "{}", lost.words);
}

/// A few steps leave a curve that misses every point: nobody calls that trained, the best of all or the fault
/// of a method.
#[test]
fn models_that_hardly_learned_are_neither_trained_nor_best_nor_blamed() {
    let early = "candidate=bbb(epochs=5)&candidate=dropout(epochs=3,draws=40)&candidate=nng(epochs=3)&\
                 candidate=fbnn(epochs=2,units=10,kernel=own)&candidate=ensemble(members=2,epochs=1)&\
                 candidate=svgp(steps=1,inducing=1)";
    let words = opened(early).figure().unwrap().words().unwrap();
    for panel in &words["panels"].as_array().unwrap()[1..] {
        assert_eq!(panel["verdict"]["good"], false, "{panel}");
        let said = panel["verdict"]["words"].as_str().unwrap();
        assert!(said.starts_with("Too few steps to tell whether it has settled: "), "{said}");
        assert!(!panel["fault"].as_str().unwrap().contains("missing from"), "{panel}");
        assert!(panel["scores"].as_array().unwrap().iter().all(|score| score["best"] == false));
    }
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.contains(" 6 models should not be trusted as they were fitted"), "{notice}");
    let few = "candidate=gp-rbf&candidate=detuned(2)&candidate=ensemble(members=3,units=5)";
    let words = opened(few).figure().unwrap().words().unwrap();
    let panels = words["panels"].as_array().unwrap();
    let said = panels[3]["verdict"]["words"].as_str().unwrap();
    assert!(said.contains("correlations from 3 members or draws are off by about 0.7"), "{said}");
    let bests = |panel: &serde_json::Value| {
        panel["scores"].as_array().unwrap().iter().filter(|score| score["best"] == true).count()
    };
    assert!(bests(&panels[1]) + bests(&panels[2]) >= 4 && bests(&panels[3]) == 0, "{words}");
    let notice = words["notice"].as_str().unwrap();
    assert!(notice.contains("“deep ensemble (members 3, units 5)” should not be"), "{notice}");
}

#[test]
fn one_network_alone_is_said_to_know_no_doubt() {
    let one = opened("candidate=ensemble(1,5,20)&candidate=dropout(5,0.2,20,0.01,50,each)");
    let lines = one.figure().unwrap().lines().unwrap();
    assert!(lines[1].contains("One function alone has no doubt"), "{}", lines[1]);
    assert!(!lines[1].contains("NaN") && !lines[1].contains("metacorrelation"), "{}", lines[1]);
    assert!(lines[2].contains("every correlation is gone"), "{}", lines[2]);
    let words = one.figure().unwrap().words().unwrap();
    assert!(
        words["notice"].as_str().unwrap().contains("“dropout, a new mask at each input”"),
        "{words}"
    );
}

#[test]
fn task_and_models_go_to_the_correlation_lab_and_back() {
    let here = scenario(&format!("{SMALL}&noise=0.02&point=1:2&point=2"));
    let there = here.in_lab("correlation", false).unwrap();
    assert_eq!(there.problem, here.problem);
    assert_eq!(there.models.candidates, here.models.candidates);
    assert_eq!(there.in_lab("models", false).unwrap(), here);
    // Also what nobody changed, where it is asked for.
    let here = FORMS.iter().find(|form| form.name == "models").unwrap().preset();
    let there = scenario("").in_lab("correlation", true).unwrap();
    assert_eq!((there.problem.preset, there.models.candidates.len()), (here, 7));
    // In both labs a model is the same.
    let numbers = |lab: &str| {
        let link: Link =
            format!("lab={lab}&preset=net&tasks=0&candidate=ensemble(3,5,20)").parse().unwrap();
        let lines = Opened::complete(link, &[], &mut to_the_end).unwrap().figure().unwrap().lines();
        let line = lines.unwrap().pop().unwrap();
        line.split("metacorrelation ").nth(1).unwrap()[..5].to_string()
    };
    assert_eq!(numbers("models"), numbers("correlation"));
}

#[test]
fn the_oracle_as_a_candidate_is_the_exact_panel() {
    let with = opened("candidate=oracle&candidate=ensemble(3,5,20)");
    let words = with.figure().unwrap().words().unwrap();
    assert_eq!(words["panels"].as_array().unwrap().len(), 2, "it has no second panel");
    assert_eq!(words["panels"][1]["place"], 2);
    assert_ne!(words["panels"][0]["scores"][2]["value"], "–", "it is ranked");
    assert_eq!(words["models"][0]["oracle"], true);
    let alone = opened("candidate=oracle");
    assert!(alone.is_complete());
    assert!(alone.chart("square", &[0.0]).unwrap().is_some());
}

#[test]
fn a_network_with_a_gaussian_for_its_weights_stands_beside_the_same_sampled() {
    let all = "candidate=hmc(5,auto,2,40,10,2)&candidate=bbb(5,auto,20,0.01,2,50)&\
               candidate=nng(6,auto,20,0.01,2,50)&candidate=bbb(5,2,20,0.01,2,50)";
    let words = opened(all).figure().unwrap().words().unwrap();
    let beside = |panel: usize| words["panels"][panel]["beside"].clone();
    assert_eq!(beside(1), serde_json::Value::Null, "HMC itself");
    assert_eq!(beside(2)["place"], 1);
    let early = beside(2)["words"].as_str().unwrap().to_string();
    assert!(early.contains("do not agree yet"), "{early}");
    let long = "candidate=hmc(10,auto,4,1000,200,50)&candidate=bbb(10,auto,200,0.01,2,50)";
    let long = opened(long).figure().unwrap().words().unwrap();
    let said = long["panels"][2]["beside"]["words"].as_str().unwrap().to_string();
    assert!(said.contains("inference alone"), "{said}: {}", long["panels"][1]["verdict"]);
    assert_eq!(beside(3), serde_json::Value::Null, "a unit more");
    assert_eq!(beside(4), serde_json::Value::Null, "another prior");
    assert!(words["panels"][3]["gap"].is_null(), "bounds on the evidence of another network");
}

#[test]
fn bounds_are_compared_where_they_are_of_the_same_evidence() {
    let all = "candidate=gp-rbf&candidate=svgp(2,rbf,50)&candidate=bbb(5,auto,20,0.01,2,50)&\
               candidate=nng(5,auto,20,0.01,2,50)";
    let words = opened(all).figure().unwrap().words().unwrap();
    let gap = |panel: usize| words["panels"][panel]["gap"].as_str().unwrap_or_default().to_string();
    assert_eq!(gap(1), "", "that is the evidence itself");
    assert!(gap(2).contains("nats below that of “GP-RBF”"), "{}", gap(2));
    let networks = [gap(3), gap(4)];
    assert!(networks.iter().any(|gap| gap.contains("below that of")), "{networks:?}");
    assert!(networks.iter().any(|gap| gap.starts_with("No other")), "{networks:?}");
}

/// Memory counts before work starts, and models that are fitted at the same time hold theirs together.
#[test]
fn a_page_refuses_what_it_cannot_hold() {
    let check = |models: usize| {
        let candidate = "&candidate=hmc(1,auto,20,10,1000,1,1)";
        let link = format!("pool=-6:6:400&target=-6:6:500{}", candidate.repeat(models));
        experiment::cost(&scenario(&link)).all().check_for_a_page()
    };
    assert_eq!(check(1), Ok(()));
    let error = check(4).unwrap_err().to_string();
    assert!(
        error.starts_with("the memory that this work holds must be at most 1 GB in a page"),
        "{error}"
    );
}

mod many;
mod pull;
mod trust;
