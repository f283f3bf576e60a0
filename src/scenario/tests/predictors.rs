//! Several models that predict, and those that stay behind.

use super::*;

fn ids(link: &Link) -> Vec<String> {
    link.scenario.models.predictors().map(Candidate::id).collect()
}

#[test]
fn several_may_predict_and_a_link_with_one_is_as_before() {
    let one = parse("lab=curves&predict=hmc");
    assert!(one.scenario.models.further.is_empty());
    assert_eq!(parse(&one.to_string()), one);
    let link = parse("lab=curves&predict=oracle&predict=gp-rbf&predict=ensemble(members=3)");
    assert_eq!(ids(&link), ["oracle", "gp-rbf", "ensemble(members=3)"]);
    assert_eq!(parse(&link.to_string()), link);
    assert!(link.to_string().contains("predict=oracle&predict=gp-rbf"), "{link}");
    for (wrong, words) in [
        ("predict=hmc&predict=oracle&predict=hmc", "the model that predicts, \"hmc\","),
        ("predict=oracle&predict=own(0,0)", "can learn"),
        ("predict=oracle&predict=horse", "horse"),
        ("d=3&predict=gp(rbf(1:2))", "or with 3 of them"),
    ] {
        let message = message(&format!("lab=curves&{wrong}"));
        assert!(message.contains(words), "{message}");
    }
    let many: String = (1..=13).map(|n| format!("&predict=ensemble(members={n})")).collect();
    assert!(message(&format!("lab=curves{many}")).contains("models that predict"));
}

/// The form sets the first; the others stay, and change places with it.
#[test]
fn the_first_that_predicts_is_set_alone() {
    let link = parse("lab=curves&predict=oracle&predict=gp-rbf&predict=hmc");
    let control = link.scenario.controls().into_iter().find(|control| control.name == "predict");
    let control = control.unwrap();
    assert_eq!(control.value, "oracle");
    assert!(matches!(control.shape, Shape::Options(_)), "{control:?}");
    let set = |value: &str| {
        let edit = Edit::Set("predict".into(), value.into());
        ids(&link.edited(&edit).unwrap())
    };
    assert_eq!(set("hmc"), ["hmc", "oracle", "gp-rbf"]);
    assert_eq!(set("bbb"), ["bbb", "gp-rbf", "hmc"]);
}

#[test]
fn chosen_models_that_stay_behind_are_named() {
    let left = |link: &str, lab: &str| {
        let link = parse(link);
        link.left_words(&link.edited(&Edit::Lab(lab.into())).unwrap())
    };
    let chosen = "lab=correlation&preset=gap&candidate=oracle&candidate=detuned(3)";
    let words = left(chosen, "curves").unwrap();
    assert!(words.contains("along: lengthscale × 3. In the lab “Curves”"), "{words}");
    assert_eq!(left(chosen, "models"), None, "they go along");
    assert_eq!(left("lab=correlation", "curves"), None, "nothing was chosen");
}

#[test]
fn dozens_of_models_stay_behind_however_one_leaves() {
    for link in ["lab=agreement", "lab=agreement&seed=3&d=1", "lab=agreement&task=line&preset=gap"]
    {
        for form in &FORMS {
            let name = || form.name.to_string();
            for edit in [Edit::Lab(name()), Edit::Set("lab".into(), name())] {
                let there = parse(link).edited(&edit).unwrap();
                assert_eq!(there.to_string().parse::<Link>().unwrap(), there);
            }
        }
    }
}
