//! Links: what they hold, what they refuse, and that printing undoes parsing.

use proptest::prelude::*;

use super::*;

fn parse(link: &str) -> Link {
    link.parse().unwrap()
}

fn message(link: &str) -> String {
    link.parse::<Link>().unwrap_err().to_string()
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
    let kernel = parse("kernel=rbf%281%29%2blinear(2)").scenario.kernel;
    assert_eq!(kernel, parse("kernel=rbf(1)+linear(2)").scenario.kernel);
    assert!(message("kernel=%zz").contains("percent-encoded"));
    assert!(message("kernel=%f").contains("percent-encoded"));
    assert!(message("kernel=%ff").contains("percent-encoded"));
}

#[test]
fn wrong_links_say_which_value_is_wrong() {
    for (link, words) in [
        ("colour=red", "a key of the link must be one of lab, preset"),
        ("preset=gapp", "preset must be one of gap, two-regions"),
        ("noise=-0.3", "noise must be between 1e-10 and 10, got \"-0.3\""),
        ("noise=NaN", "got \"NaN\""),
        ("noise=inf", "got \"inf\""),
        ("noise=1&noise=2", "noise must be given once, got 2 values"),
        ("seed=4294967296", "seed must be a whole number between 0 and 4294967295"),
        ("seed=-1", "got \"-1\""),
        ("seed=1e3", "got \"1e3\""),
        ("repetitions=1000000000", "between 100 and 1000000"),
        ("target=0:1:1000000000", "between 1 and 500"),
        ("target=0:1:400&target=2:3:400", "at most 500, got 800"),
        ("target=1:0:5", "low end is left of its high end"),
        ("target=1:2", "low:high:count"),
        ("pool=0:1:1000000000", "between 1 and 500"),
        ("pool=0:1:450", "at most 400, got 450"),
        ("pool=1:0:9", "low end is left of its high end"),
        ("q=0", "q must be a whole number between 1 and 20"),
        ("rule=best", "rule must be one of random, tig"),
        ("rule=", "rule must be one of"),
        ("rule=mig&rule=mig", "rule must be given only once"),
        ("point=1:NaN", "the value of a point must be"),
        ("step=-1", "step must be a whole number"),
        ("point=1e9", "between -1000 and 1000"),
        ("kernel=linear(1)*rbf(1:2)", "there is only one, x"),
        ("kernel=rbf(0)", "between 0.000001 and 1000000, got 0"),
        ("preset=draw&truth=formula", "preset draw has no formula"),
        ("v=2", "the link's version v must be 1, got \"2\""),
        ("v=1&v=1", "given once"),
        ("theme=blue", "light or dark"),
        ("embed=yes", "0 or 1"),
        ("gap", "key=value"),
    ] {
        assert!(message(link).contains(words), "{link}: {}", message(link));
    }
    let many = "point=1&".repeat(65);
    assert!(message(&many).contains("at most 64, got 65"), "{}", message(&many));
    assert!(message(&"x".repeat(100_000)).contains("100000 characters"));
    assert!(message(&format!("seed={}", "9".repeat(5000))).len() < 200, "hostile text is cut");
}

#[test]
fn a_list_may_be_empty() {
    let link = parse("point=");
    assert!(link.scenario.points.is_empty());
    assert_eq!(link.to_string(), "v=1&lab=toy&preset=gap&point=");
    assert_eq!(parse(&link.to_string()), link);
}

#[test]
fn how_a_figure_is_looked_at_never_touches_its_numbers() {
    let (plain, dressed) = (parse("noise=0.1"), parse("noise=0.1&theme=dark&embed=1&step=2"));
    assert_eq!(plain.scenario, dressed.scenario);
    assert_eq!(dressed.view, View { theme: Some(Theme::Dark), embed: true, step: Some(2) });
    assert_eq!(parse(&dressed.to_string()), dressed);
}

#[test]
fn a_change_of_preset_starts_anew() {
    let changed = parse("noise=0.5&stretch=2").scenario.set("preset", "edge").unwrap();
    assert_eq!(changed, parse("preset=edge").scenario);
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
        scenario.set("kernel.3", "20").unwrap().kernel.to_string(),
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
    let at = |position| scenario.slide("stretch", position).unwrap().stretch;
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
        let start = Scenario::of_preset(Lab::Toy, &PRESETS[preset]);
        let points = points.into_iter().map(|(x, y)| Point { x, y }).collect();
        let observations = if noisy { Observations::Noisy } else { Observations::Exact };
        let scenario = Scenario { noise, stretch, seed, points, observations, ..start };
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
        let Shape::Slider(shown) = control.shape else { panic!("noise has a slider") };
        prop_assert_eq!(shown, position);
    }
}
