//! Units, parts, and what the calibration check finds for right and wrong models.

use std::ops::ControlFlow;

use super::*;

fn scenario(link: &str) -> Scenario {
    format!("lab=marginal&{link}").parse::<Link>().unwrap().scenario
}

fn parts(scenario: &Scenario) -> Vec<Part> {
    let run = |unit: &Unit| run(unit, &mut |_| ControlFlow::Continue(())).unwrap();
    plan(scenario, &[]).iter().map(run).collect()
}

fn calibration(link: &str) -> marginal::Calibration {
    let scenario = scenario(link);
    marginal::merge(&scenario, &parts(&scenario)).unwrap()
}

#[test]
fn a_plan_covers_every_repetition_once() {
    for repetitions in [100, 2_500, 2_501, 9_999] {
        let units = plan(&scenario(&format!("repetitions={repetitions}")), &[]);
        let mut next = 0;
        for (index, unit) in units.iter().enumerate() {
            assert_eq!((unit.index, unit.first), (index, next));
            assert!(unit.count > 0);
            next += unit.count;
        }
        assert_eq!(next, repetitions);
    }
}

#[test]
fn units_and_parts_survive_as_bytes() {
    for unit in plan(&scenario("preset=periodic&kernel=rbf(1)%2Blinear(2)&repetitions=6000"), &[]) {
        assert_eq!(Unit::from_bytes(&unit.to_bytes()).unwrap(), unit);
    }
    let part = Part { index: 3, values: vec![1.5, -0.0, f64::MAX] };
    assert_eq!(Part::from_bytes(&part.to_bytes()).unwrap(), part);
    for wrong in [&b""[..], b"1 2 3", b"x 0 1 v=1", b"0 0 1 preset=none", &[0xff, 0xfe]] {
        assert!(Unit::from_bytes(wrong).is_err());
    }
    assert!(Part::from_bytes(&[0; 9]).is_err());
    assert!(Part::from_bytes(&(-1.0_f64).to_le_bytes()).is_err());
}

#[test]
fn a_right_model_is_calibrated_at_every_level() {
    for preset in ["gap", "edge", "periodic", "relu"] {
        let found = calibration(&format!("preset={preset}&repetitions=5000"));
        for level in 0..marginal::LEVELS {
            let miss = found.observed[level] - found.levels[level];
            // 76 comparisons, so that four standard errors leave one false alarm in 200 seeds.
            let allowed = 4.0 * found.standard_error[level];
            assert!(miss.abs() < allowed, "{preset}, level {level}: off by {miss} of {allowed}");
        }
    }
}

#[test]
fn a_model_that_believes_in_too_smooth_a_function_promises_too_much() {
    let found = calibration("stretch=2&repetitions=2000");
    let (held, error) = (found.observed[18], found.standard_error[18]);
    assert!(held + 10.0 * error < 0.95, "held {held} with standard error {error}");
    let cautious = calibration("stretch=0.5&repetitions=2000");
    assert!(cautious.observed[18] > 0.95, "held {}", cautious.observed[18]);
}

#[test]
fn any_subset_of_parts_merges_in_any_order() {
    let scenario = scenario("repetitions=7000");
    let mut parts = parts(&scenario);
    let whole = marginal::merge(&scenario, &parts).unwrap();
    parts.reverse();
    assert_eq!(marginal::merge(&scenario, &parts).unwrap(), whole);
    assert_eq!(whole.repetitions, 7000);
    assert_eq!(marginal::merge(&scenario, &parts[1..]).unwrap().repetitions, 5000);
    let stranger = Part { index: 99, values: parts[0].values.clone() };
    assert!(marginal::merge(&scenario, &[stranger]).is_err());
}

#[test]
fn a_unit_stops_when_it_is_told_to() {
    let unit = &plan(&scenario(""), &[])[0];
    let mut told = Vec::new();
    let outcome = run(unit, &mut |share| {
        told.push(share);
        if share > 0.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(outcome, Err(Error::Cancelled));
    assert!(told.windows(2).all(|pair| pair[0] < pair[1]) && told.len() > 2);
}

#[test]
fn a_report_holds_every_table_and_its_fingerprint_every_number() {
    let scenario = scenario("repetitions=500");
    let report = report(&scenario, &parts(&scenario)).unwrap();
    let names: Vec<_> = report.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["summary", "train", "targets", "posterior", "calibration"]);
    for table in 0..report.tables.len() {
        for column in 0..report.tables[table].columns.len() {
            let mut other = report.clone();
            let value = other.tables[table].columns[column].values.last_mut().unwrap();
            *value = f64::from_bits(value.to_bits() ^ 1);
            assert_ne!(other.fingerprint(), report.fingerprint(), "{table}, {column}");
        }
    }
}

#[test]
fn a_glance_is_the_beginning_of_the_check() {
    let scenario = scenario("stretch=2");
    let glance = marginal::glance(&scenario).unwrap();
    assert_eq!(glance.repetitions, 400);
    let first = Scenario { repetitions: 400, ..scenario };
    assert_eq!(glance, marginal::merge(&first, &parts(&first)).unwrap());
}

#[test]
fn the_y_axis_is_the_presets_unless_the_curves_need_more() {
    let range = |link: &str| marginal::picture(&scenario(link)).unwrap().y_range;
    assert_eq!(range("preset=gap"), (-3.0, 3.0));
    let (low, high) = range("preset=gap&kernel=rbf(0.8,100)");
    assert!(low < -19.6 && high > 19.6, "{low} {high}");
}

#[test]
fn no_training_points_leave_the_prior() {
    let picture = marginal::picture(&scenario("point=")).unwrap();
    assert!(picture.belief.mean.iter().all(|mean| *mean == 0.0));
    assert!(picture.belief.variance.iter().all(|variance| *variance == 1.0));
}

#[test]
fn the_facts_speak_of_an_honest_and_of_a_lying_band() {
    let words = |link: &str| {
        let scenario = scenario(link);
        let picture = marginal::picture(&scenario).unwrap();
        let found = marginal::merge(&scenario, &parts(&scenario)).unwrap();
        let facts = marginal::facts(&picture, &found);
        facts.into_iter().map(|fact| fact.note).collect::<Vec<_>>().join("\n")
            + &marginal::description(&scenario, &picture, &found)
    };
    let honest = words("repetitions=1000");
    assert!(honest.contains("The band is honest") && honest.contains("seen it at 6 points"));
    let lying = words("repetitions=1000&stretch=3");
    assert!(lying.contains("The band lies") && lying.contains("3 times smoother than it is"));
    let cautious = words("repetitions=20000&stretch=0.7");
    assert!(cautious.contains("too cautious") && cautious.contains("1.43 times rougher"));
    assert!(cautious.contains("over 20,000 functions"), "{cautious}");
}
