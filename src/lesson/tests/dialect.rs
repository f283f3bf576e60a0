//! What a step's block can say beyond figure and goal, and what learners read of goals.

use serde_json::json;

use super::*;
use crate::lab::{Opened, to_the_end};

fn checked(source: &str) -> String {
    let lesson = Lesson::parse(source).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let open = &mut |link: &Link| Opened::complete(link.clone(), &[], &mut to_the_end);
    match check(&lesson, open) {
        Ok(_) => String::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

fn step_of(block: &str, text: &str) -> String {
    lesson_with(&format!("```step one\n{block}\n```\n\n{text}"))
}

#[test]
fn goals_are_told_in_words_and_units() {
    let numbers: Vec<(String, f64)> = [
        ("this.held", 1.0),
        ("held", 0.949),
        ("mig.information", 0.64),
        ("you.asked", 1.0),
        ("points", 5.0),
        ("oracle.pair", -0.25),
        ("pair.distance", 1.5),
        ("weak.xll", -1.25),
        ("weak.xll.oracle", -0.5),
        ("hmc.told", 0.5),
        ("batch-mig.log-likelihood.z", 1.34),
        ("oracle.spearman", 0.5),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into();
    for (goal, words) in [
        ("this.held < 0.9", "100% of the targets inside (should be below 90%)"),
        ("held > 0.95", "94.9% of the targets inside, over many functions (should be above 95%)"),
        ("mig.information > 1", "MIG: 0.640 nats about the targets (should be above 1 nats)"),
        ("you.asked == 3", "yours: 1 question placed (should be 3 questions)"),
        ("points == 6", "5 points seen (should be 6 points)"),
        ("oracle.pair < -0.3", "oracle: correlation −0.250 (should be below −0.300)"),
        ("pair.distance < 1", "the two places 1.500 apart (should be below 1)"),
        ("weak.xll > -2", "weak: XLL −1.250 nats per target"),
        ("weak.xll.oracle > -1", "weak: XLL −0.500 nats per target under oracle"),
        ("hmc.told > 0.1", "HMC: answers that would tell 0.500 nats"),
        (
            "batch-mig.log-likelihood.z > 1",
            "BatchMIG: log likelihood, ahead by 1.340 standard errors",
        ),
        ("oracle.spearman < 3", "oracle: Spearman 0.500"),
        ("nothing.known > 1", "nothing known …"),
    ] {
        assert_eq!(goal.parse::<Goal>().unwrap().told(&numbers), words, "{goal}");
    }
}

#[test]
fn a_goal_on_a_number_that_is_not_there_says_how_models_are_named() {
    let figure =
        "figure: lab=correlation&preset=gap&tasks=0&candidate=oracle&candidate=shrunk(0.5)";
    let text = "### Try\n\nGo on.";
    let block = format!(
        "{figure}\ngoal: weak.xll > 0\nsolution: candidate=oracle&candidate=weak:shrunk(0.9)"
    );
    let said = checked(&step_of(&block, text));
    assert!(said.starts_with("line 9: the figure has no number weak.xll; it has"), "{said}");
    assert!(said.contains("candidate=weak:shrunk(0.5) has weak.xll"), "{said}");
}

#[test]
fn a_number_to_guess_can_be_the_figures_own_after_it_is_revealed() {
    let block = |name: &str| {
        format!("figure: lab=toy&rule=mig&step=0\nreveal: step=1\nnumber: {name} within 0.1")
    };
    let text = "### Predict\n\nHow much?";
    assert_eq!(checked(&step_of(&block("mig.information"), text)), "");
    let said = checked(&step_of(&block("tig.information"), text));
    assert!(said.starts_with("line 10: the figure has no number tig.information"), "{said}");
}

#[test]
fn a_place_alone_says_what_is_missing() {
    let block = "figure: lab=toy\nplace: points == 7";
    let said = mistakes_of(&step_of(block, "### Predict\n\nAdd one."));
    assert!(said.contains("place needs the figure in which all is placed"), "{said}");
    let said = mistakes_of(&step_of(block, "Text."));
    assert!(said.contains("place is missing its question"), "{said}");
}

#[test]
fn a_reveal_can_show_what_was_left_out() {
    let block = "figure: lab=toy&hide=notice,scores&show=panels\nreveal: hide=&step=2";
    let text = "### Predict\n\n?\n\n- [x] yes\n- [ ] no\n\n  Why not?";
    let lesson = Lesson::parse(&step_of(block, text)).unwrap();
    let reveal = lesson.steps[0].reveal.as_ref().unwrap();
    assert!(reveal.view.hide.is_empty() && reveal.view.step == Some(2));
    assert_eq!(reveal.view.show, lesson.steps[0].figure.view.show);
    // A scenario's key that is left empty is what it was.
    assert_eq!(
        "lab=toy".parse::<Link>().unwrap().amended("you=").unwrap().scenario.asking.own,
        Some(vec![])
    );
}

#[test]
fn a_step_shows_the_parts_that_it_names() {
    let block = "figure: lab=correlation&tasks=0\nshow: squares, rows";
    let lesson = Lesson::parse(&step_of(block, "Text.")).unwrap();
    let link = lesson.steps[0].figure.to_string();
    assert!(link.ends_with("&show=squares,rows"), "{link}");
    let said = mistakes_of(&step_of("figure: lab=toy\nshow: squares", "Text."));
    assert!(
        said.starts_with("line 9: show must be one or more of") && said.contains("panels"),
        "{said}"
    );
}

#[test]
fn a_lesson_says_its_language() {
    let with = |block: &str| format!("# T\n\n```lesson\n{block}\n```\n\n## S\n\n{STEP}\n");
    let source = with("lang: pt-BR");
    let lesson = Lesson::parse(&source).unwrap();
    assert_eq!(lesson.json(&source)["lang"], "pt-BR");
    for wrong in ["lang: \"><b>", "lang:", "lang: x", "lang: de\nlang: fr", "sprache: de"] {
        let said = mistakes_of(&with(wrong));
        assert!(said.contains("lang: and a language such as de"), "{wrong}: {said}");
    }
}

#[test]
fn an_order_is_bet_on() {
    let text = "### Predict\n\nBest first.\n\n1. Zebra\n2. *Apes*\n3. Mice\n";
    let source = step_of("figure: lab=toy", text);
    let lesson = Lesson::parse(&source).unwrap();
    let commit = &lesson.json(&source)["steps"][0]["commit"];
    assert_eq!((&commit["kind"], &commit["start"]), (&json!("order"), &json!([1, 2, 0])));
    assert_eq!(in_order(&[0, 1, 2]), (3, 3, true));
    assert_eq!(in_order(&[2, 1, 0]), (0, 3, false));
    assert_eq!(in_order(&[1, 0, 2]), (2, 3, false));
    let read = |order: &str| {
        let given = format!(
            "{{\"name\":\" Ada \",\"steps\":{{\"one\":{{\"order\":{order},\"right\":true}}}}}}"
        );
        Answers::read(&given, &lesson, &source).unwrap()
    };
    let answers = read("[2,1,0]");
    assert_eq!((answers.name.as_str(), answers.steps[0].1.right), ("Ada", Some(false)));
    for wrong in ["[0,1]", "[0,1,1]", "[0,1,3]", "[0,1,-1]", "7"] {
        assert_eq!(read(wrong).steps.len(), 0, "{wrong}");
    }
    let few = text.replace("3. Mice\n", "");
    assert!(mistakes_of(&step_of("figure: lab=toy", &few)).contains("3 to 10 are put in order"));
}
