//! Links: what they hold, what they refuse, and that printing undoes parsing.

use proptest::prelude::*;

use super::*;

fn parse(link: &str) -> Link {
    link.parse().unwrap()
}

fn message(link: &str) -> String {
    link.parse::<Link>().unwrap_err().to_string()
}

fn with_candidate(text: &str) -> Scenario {
    let start = parse("lab=correlation").scenario;
    start.with("candidate", &[text]).unwrap()
}

#[test]
fn an_untouched_preset_prints_its_name_only() {
    assert_eq!(parse("").to_string(), "v=1&lab=toy&preset=gap");
    for preset in &PRESETS {
        let link = format!("v=1&lab=marginal&preset={}", preset.name);
        assert_eq!(parse(&link).to_string(), link);
    }
}

#[test]
fn a_whole_address_a_fragment_and_a_query_mean_the_same() {
    let query = "preset=edge&noise=0.5";
    assert_eq!(parse(query), parse(&format!("#{query}")));
    assert_eq!(parse(query), parse(&format!("https://example.org/talscope/#{query}")));
    assert_eq!(parse(query), parse(&format!("  {query}\n")));
}

#[test]
fn values_may_be_percent_encoded_and_a_plus_stays_a_plus() {
    let kernel = parse("kernel=rbf%281%29%2blinear(2)").scenario.problem.kernel;
    assert_eq!(kernel, parse("kernel=rbf(1)+linear(2)").scenario.problem.kernel);
    assert!(message("kernel=%zz").contains("percent-encoded"));
    assert!(message("kernel=%f").contains("percent-encoded"));
    assert!(message("kernel=%ff").contains("percent-encoded"));
}

#[test]
fn wrong_links_say_which_value_is_wrong() {
    for (link, words) in [
        ("colour=red", "links have no key \"colour\"; “talscope keys” lists them"),
        ("nose=0.1", "links have no key \"nose\"; did you mean noise?"),
        ("preset=gapp", "preset must be one of gap, two-regions"),
        ("noise=-0.3", "noise must be between 1e-10 and 10, got \"-0.3\""),
        ("noise=NaN", "got \"NaN\""),
        ("noise=inf", "got \"inf\""),
        ("noise=1&noise=2", "noise is given more than once"),
        ("seed=4294967296", "seed must be a whole number between 0 and 4294967295"),
        ("seed=-1", "got \"-1\""),
        ("seed=1e3", "got \"1e3\""),
        ("repetitions=1000000000", "between 100 and 1000000"),
        ("target=0:1:1000000000", "between 1 and 500"),
        ("target=0:1:400&target=2:3:400", "there are 800 targets, but at most 500"),
        ("target=1:0:5", "low end is left of its high end"),
        ("target=1:2", "from:to:how many"),
        ("pool=0:1:1000000000", "between 1 and 400"),
        ("pool=0:1:450", "between 1 and 400"),
        ("pool=1:0:9", "low end is left of its high end"),
        ("q=0", "q must be a whole number between 1 and 20"),
        ("rule=best", "rule must be one of random, tig"),
        ("rule=", "rule must be one of"),
        ("rule=mig&rule=mig", "the rule \"mig\" is given more than once"),
        ("point=1:NaN", "y of a point must be"),
        ("point=1:2:3", "point must be written x or x:y, got \"1:2:3\""),
        ("point=abc", "point must be a number between -1000 and 1000, got \"abc\""),
        ("noise=", "the value of noise is missing"),
        ("noise=0,1", "noise must be a number between 1e-10 and 10, got \"0,1\""),
        ("lab=modles", "lab must be one of toy, marginal, correlation, "),
        ("step=-1", "step must be a whole number"),
        ("point=1e9", "between -1000 and 1000"),
        ("kernel=linear(1)*rbf(1:2)", "there is only one, x"),
        ("kernel=rbf(0)", "between 0.000001 and 1000000, got 0"),
        ("preset=draw&truth=formula", "preset draw has no formula"),
        ("v=2", "the link's version v must be 1, got \"2\""),
        ("v=1&v=1", "more than once"),
        ("theme=blue", "light or dark"),
        ("embed=yes", "0 or 1"),
        ("gap", "key=value"),
    ] {
        assert!(message(link).contains(words), "{link}: {}", message(link));
    }
    let many = "point=1&".repeat(65);
    assert!(
        message(&many).contains("there are 65 training points, but at most 64"),
        "{}",
        message(&many)
    );
    assert!(message(&"x".repeat(100_000)).contains("100000 characters"));
    assert!(message(&format!("seed={}", "9".repeat(5000))).len() < 200, "hostile text is cut");
}

/// What a page leaves in its links for other labs and tasks is not spoken of.
#[test]
fn what_has_no_effect_is_told() {
    let idle = |link: &str| Link::idle_words(link, |_| false).unwrap_or_default();
    assert_eq!(idle("lab=correlation&d=3&preset=gap"), "“d” has no effect in this link");
    assert_eq!(
        idle("https://x.org/#lab=toy&step=99&noise=0.1"),
        "“step” has no effect in this link"
    );
    assert_eq!(
        idle("lab=correlation&task=benchmark&preset=gap&observe=noisy"),
        "“preset”, “observe” have no effect in this link"
    );
    assert_eq!(idle("lab=agreement&y=xll:99"), "“y” has no effect in this link");
    assert_eq!(idle("lab=models&model=99"), "“model” has no effect in this link");
    assert_eq!(idle("lab=correlation&batch=0:999"), "“batch” has no effect in this link");
    let wrong = "lab=curves&predict=hmm".parse::<Link>().unwrap_err().to_string();
    assert!(wrong.starts_with("predict must be one of"), "{wrong}");
    for fine in [
        "lab=models&model=1",
        "lab=correlation&batch=0:4&model=1",
        "lab=correlation&task=benchmark&d=3",
        "lab=toy&step=4&candidate=oracle&q=4",
        "lab=toy&step=2",
        "lab=correlation&task=benchmark&preset=edge",
        "lab=nonsense&d=3",
    ] {
        assert_eq!(idle(fine), "", "{fine}");
    }
}

#[test]
fn a_list_may_be_empty() {
    let link = parse("point=");
    assert!(link.scenario.problem.points.is_empty());
    assert_eq!(link.to_string(), "v=1&lab=toy&preset=gap&point=");
    assert_eq!(parse(&link.to_string()), link);
}

#[test]
fn how_a_figure_is_looked_at_never_touches_its_numbers() {
    let (plain, dressed) = (parse("noise=0.1"), parse("noise=0.1&theme=dark&embed=1&step=2"));
    assert_eq!(plain.scenario, dressed.scenario);
    assert_eq!(
        dressed.view,
        View { theme: Some(Theme::Dark), embed: true, step: Some(2), ..View::default() }
    );
    assert_eq!(parse(&dressed.to_string()), dressed);
}

#[test]
fn what_is_hidden_and_how_fast_one_plays_are_strict_and_printed_back() {
    let link = parse("hide=scores,notice&speed=0.50");
    assert_eq!(link.scenario, parse("").scenario);
    assert_eq!(link.to_string(), "v=1&lab=toy&preset=gap&hide=notice,scores&speed=0.5");
    assert_eq!(parse(&link.to_string()), link);
    assert_eq!(parse("speed=1"), parse(""), "the usual speed is not said");
    let refused = |link: &str| link.parse::<Link>().unwrap_err().to_string();
    for wrong in ["hide=", "hide=notice,notice", "hide=notice,", "hide=Notice", "hide=all"] {
        let message = refused(wrong);
        assert!(message.contains("one or more of notice, controls, buttons, scores"), "{message}");
        assert!(message.contains(&format!("\"{}\"", &wrong[5..])), "{message}");
    }
    assert!(refused("hide=notice&hide=scores").contains("more than once"));
    for wrong in ["speed=0", "speed=0.2", "speed=8.5", "speed=NaN", "speed=x", "speed=-1"] {
        assert!(refused(wrong).contains("between 0.25 and 8"), "{}", refused(wrong));
    }
    assert!(refused("speed=1&speed=2").contains("more than once"));
    let look = |name: &str, value: Option<&str>| {
        link.edited(&Edit::Look(name.into(), value.map(String::from))).unwrap()
    };
    assert_eq!(look("hide", None).to_string(), "v=1&lab=toy&preset=gap&speed=0.5");
    assert_eq!(look("hide", Some("buttons")).view.hide.names(), ["buttons"]);
    assert_eq!(look("speed", Some("1")).to_string(), "v=1&lab=toy&preset=gap&hide=notice,scores");
}

#[test]
fn a_change_of_preset_starts_anew() {
    let changed = parse("noise=0.5&stretch=2").scenario.set("preset", "edge").unwrap();
    assert_eq!(changed, parse("preset=edge").scenario);
}

#[test]
fn models_and_how_they_are_judged_go_to_another_problem() {
    let usual = parse("lab=correlation&b=4&tasks=3&noise=0.5").scenario;
    let moved = usual.set("preset", "edge").unwrap();
    assert_eq!(moved, parse("lab=correlation&preset=edge&b=4&tasks=3").scenario);
    let synthetic = usual.set("task", "paper").unwrap();
    assert_eq!(synthetic, parse("lab=correlation&task=paper&b=4&tasks=3").scenario);
    let own = usual.with_candidate("mine:gp(rbf(2))").unwrap();
    for (name, value) in [("preset", "edge"), ("task", "paper")] {
        assert_eq!(own.set(name, value).unwrap().models.candidates, own.models.candidates);
    }
    let few = parse("lab=correlation&b=18").scenario.set("preset", "periodic").unwrap();
    assert_eq!(few.judging.xll_batch, 15, "there are 15 targets only");
}

#[test]
fn what_is_selected_goes_along_or_is_let_go() {
    let edited = |link: &str, name: &str, value: &str| {
        parse(link).edited(&Edit::Set(name.into(), value.into())).unwrap().view.model
    };
    let own = "lab=correlation&candidate=relu(20)&candidate=shrunk(0.5)&candidate=shrunk(0.5)";
    assert_eq!(edited(&format!("{own}&model=2"), "task", "paper"), Some(2), "the same models");
    let usual = parse("lab=correlation&task=paper").scenario.models.candidates;
    for (i, candidate) in parse("lab=correlation").scenario.models.candidates.iter().enumerate() {
        let there = usual.iter().position(|other| other == candidate);
        let link = format!("lab=correlation&model={i}");
        assert_eq!(edited(&link, "task", "paper"), there, "{candidate}");
    }
}

#[test]
fn what_stands_in_for_a_wrong_link_is_of_its_lab_and_as_alone() {
    for (wrong, instead) in [
        ("#lab=toy&noise=x&embed=1", "v=1&lab=toy&preset=gap&embed=1"),
        ("lab=marginal&embed=2", "v=1&lab=marginal&preset=gap"),
        ("%%%", "v=1&lab=toy&preset=gap"),
        // What was to be found out is not told.
        (
            "lab=toy&noise=x&hide=controls",
            "v=1&lab=toy&preset=gap&you=&step=0&guess=1&hide=notice,controls,scores,title",
        ),
        (
            "lab=toy&you=&guess=yes",
            "v=1&lab=toy&preset=gap&you=&step=0&guess=1&hide=notice,scores,title",
        ),
        (
            "lab=marginal&noise=x&hide=nothing",
            "v=1&lab=marginal&preset=gap&hide=notice,scores,title",
        ),
        // A game is asked anew, also where its link was cut short.
        ("lab=toy&preset=gap&you=&play=1&beat=", "v=1&lab=toy&preset=gap&you=&play=1"),
        ("lab=toy&you=&play=1&beat=abc", "v=1&lab=toy&preset=gap&you=&play=1"),
        ("lab=toy&you=&play=1&noise=-3&embed=1", "v=1&lab=toy&preset=gap&you=&embed=1&play=1"),
        (
            "lab=toy&preset=gap&you=&pl",
            "v=1&lab=toy&preset=gap&you=&step=0&guess=1&hide=notice,scores,title",
        ),
        ("lab=marginal&play=1&noise=x", "v=1&lab=marginal&preset=gap"),
    ] {
        assert_eq!(Link::instead_of(wrong).to_string(), instead);
    }
}

#[test]
fn few_targets_and_files_survive_a_change_of_lab_and_a_reset() {
    let few = parse("lab=toy&target=0:1:3").scenario.in_lab("correlation", false).unwrap();
    assert_eq!(few.judging.xll_batch, 3);
    assert_eq!(few.link().parse::<Link>().unwrap().scenario, few);
    let file = "lab=correlation&task=file&file=a.npz:0123456789abcdef&candidate=a:own&b=3";
    let reset = parse(file).scenario.reset();
    assert_eq!(
        (reset.data.files.len(), reset.models.candidates.len(), reset.judging.xll_batch),
        (1, 1, 5)
    );
    assert_eq!(reset.link().parse::<Link>().unwrap().scenario, reset);
    assert_eq!(
        parse("lab=correlation&b=3&noise=0.5").scenario.reset(),
        parse("lab=correlation").scenario
    );
}

#[test]
fn controls_read_what_the_link_says() {
    let scenario = parse("preset=periodic&noise=0.1").scenario;
    let controls = scenario.controls();
    let find = |name: &str| controls.iter().find(|control| control.name == name).unwrap();
    assert_eq!(find("noise").value, "0.1");
    assert_eq!(find("kernel").value, "periodic(0.9,3)*rbf(30)");
    assert_eq!(find("kernel.1").label, "period of periodic");
    assert_eq!(find("kernel.3").value, "30");
    assert_eq!(
        scenario.set("kernel.3", "20").unwrap().problem.kernel.to_string(),
        "periodic(0.9,3)*rbf(20)"
    );
    assert!(scenario.set("kernel.9", "20").is_err());
    assert!(scenario.slide("preset", 3).is_err());
    // A preset without a formula offers no choice of truth.
    let drawn = parse("preset=draw").scenario.controls();
    assert!(drawn.iter().all(|control| control.name != "truth"));
}

#[test]
fn a_slider_reaches_both_ends_and_reads_three_digits() {
    let scenario = Scenario::default();
    let at = |position| scenario.slide("stretch", position).unwrap().models.stretch;
    assert_eq!((at(0), at(STEPS / 2), at(STEPS), at(u32::MAX)), (0.25, 1.0, 4.0, 4.0));
    assert_eq!(at(STEPS / 2 + 1), 1.01, "the smallest step shows");
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(
        preset in 0..PRESETS.len(),
        noise in 1e-10..10.0,
        stretch in 0.25..4.0,
        seed in any::<u32>(),
        points in prop::collection::vec(
            (-1000.0..1000.0, prop::option::of(-1000.0..1000.0)), 0..64),
        noisy in any::<bool>(),
    ) {
        let mut scenario = Scenario::of_preset(&FORMS[0], &PRESETS[preset]);
        let points = points.into_iter().map(|(x, y)| Point { x, y }).collect();
        let observations = if noisy { Observations::Noisy } else { Observations::Exact };
        scenario.problem = Problem { noise, seed, points, observations, ..scenario.problem };
        scenario.models.stretch = stretch;
        let link = Link { scenario, ..Link::default() };
        prop_assert_eq!(parse(&link.to_string()), link.clone());
        prop_assert!(link.to_string().len() < 8192);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,80}", key in 0..KEYS.len()) {
        let _ = text.parse::<Link>();
        let _ = format!("{}={text}", KEYS[key].name).parse::<Link>();
    }

    #[test]
    fn a_slider_returns_to_where_it_was_put(position in 0..=STEPS) {
        let moved = Scenario::default().slide("noise", position).unwrap();
        let control = moved.controls().into_iter().find(|c| c.name == "noise").unwrap();
        let Shape::Slider { position: shown, .. } = control.shape else { panic!("noise has a slider") };
        prop_assert_eq!(shown, position);
    }
}

mod candidates;
mod models;
mod parts;
mod predictors;
