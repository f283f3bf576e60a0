//! Candidates in links: as they are printed, refused, and changed by their controls.

use super::*;

#[test]
fn candidates_print_what_they_parse() {
    for text in [
        "oracle",
        "detuned",
        "detuned(0.5)",
        "detuned(1,10)",
        "gp",
        "gp(periodic(0.9,3)*rbf(30),0.1)",
        "!relu(100)",
        "two words:fourier(20,0.5)",
        "!(odd: name):shrunk(0.1)",
        "grün & 50%:independent",
    ] {
        let candidate: Candidate = text.parse().unwrap();
        assert_eq!(candidate.to_string(), text);
        let scenario = with_candidate(text);
        assert_eq!(
            scenario.link().parse::<Link>().unwrap().scenario,
            scenario,
            "{}",
            scenario.link()
        );
    }
    assert_eq!("gp(matern12(2),0.01)".parse::<Candidate>().unwrap().to_string(), "gp");
    assert_eq!(
        "detuned(2,10)".parse::<Candidate>().unwrap().title(),
        "lengthscale × 2, noise × 10"
    );
}

#[test]
fn wrong_candidates_and_files_say_what_is_wrong() {
    for (link, words) in [
        ("candidate=gpp", "candidate must be one of oracle, detuned, gp"),
        ("candidate=relu(5", "with both brackets"),
        ("candidate=gp(rbf(0))", "got 0"),
        ("candidate=gp(rbf(1:2))", "without lengthscales for several inputs"),
        ("candidate=relu(1.5)", "width of relu must be a whole number between 1 and 2000"),
        ("candidate=relu(10000000)", "whole number between 1 and 2000"),
        ("candidate=shrunk(NaN)", "got \"NaN\""),
        ("candidate=oracle(1)", "settings of oracle must be at most 0 without names, got 1"),
        ("candidate=:oracle", "name of a candidate must be 1 to 40 characters"),
        ("candidate=own", "“own” is a model from a file, but the link names no file"),
        ("file=a.npz:123", "written name:hash"),
        ("task=file", "the file of task=file is missing"),
        ("task=file&file=a:0123456789abcdef&candidate=oracle", "judges only models from that file"),
        ("task=moon", "task must be one of line, paper"),
        ("d=21", "d must be a whole number between 1 and 20"),
        ("b=15&target=0:1:10", "b, the batch size of XLL, must be at most 10"),
        ("at=5", "two whole numbers"),
        ("tasks=1000", "between 0 and 200"),
    ] {
        let message = message(&format!("lab=correlation&{link}"));
        assert!(message.contains(words), "{link}: {message}");
    }
    assert!(
        message("lab=toy&task=paper")
            .contains("shows problems on a line only; other tasks are for “Correlations”")
    );
    let many = "&candidate=oracle".repeat(13);
    assert!(
        message(&format!("lab=correlation{many}"))
            .contains("there are 13 candidates, but at most 12")
    );
}

#[test]
fn a_task_brings_its_own_defaults_and_the_same_data_go_from_lab_to_lab() {
    let paper = parse("lab=correlation&task=paper&d=3");
    assert_eq!(paper.to_string(), "v=1&lab=correlation&task=paper&d=3");
    assert_eq!(paper.scenario.problem.kernel.to_string(), "relu(1)");
    assert_eq!(paper.scenario.in_lab("toy", false).unwrap().data.source, Source::Line);
    let moved = parse("preset=edge&noise=0.5&point=1:2&target=0:1:7").scenario;
    let there = moved.in_lab("correlation", false).unwrap();
    assert_eq!(
        (&there.problem.points, &there.problem.targets, there.problem.noise),
        (&moved.problem.points, &moved.problem.targets, moved.problem.noise)
    );
    assert_eq!(there.in_lab("toy", false).unwrap(), moved);
    let changed = there.with("task", &["benchmark"]).unwrap();
    assert_eq!(changed.link().parse::<Link>().unwrap().scenario, changed);
    assert_eq!(changed.problem.kernel, Setting::Benchmark.kernel());
}

/// A table of one's own comes along between the labs that take tables, as it was read and chosen from.
#[test]
fn a_table_goes_where_tables_are_taken() {
    let data =
        "file=mine.csv:0123456789abcdef&rows=40&d=2&column=y&leave=name&read=no-header&seed=7";
    let judged = parse(&format!("lab=data&{data}")).scenario;
    let asked = judged.in_lab("curves", false).unwrap();
    assert_eq!((&asked.data, asked.problem.seed), (&judged.data, 7));
    assert_eq!(asked.link().parse::<Link>().unwrap().scenario, asked);
    assert_eq!(asked.in_lab("data", false).unwrap(), judged);
    let elsewhere = judged.in_lab("toy", false).unwrap();
    assert_eq!(elsewhere, Scenario::of_lab(Form::find("toy").unwrap()));
}

/// Whoever walks from lab to lab and changes nothing finds each as it opens, also after one that lends its problem and
/// models; what was changed goes along, and nothing that was not.
#[test]
fn labs_take_over_what_was_changed_and_nothing_else() {
    let open = |form: &'static Form| Scenario::of_lab(form);
    for (from, through) in FORMS.iter().flat_map(|from| FORMS.iter().map(move |to| (from, to))) {
        let walked = open(from).in_lab(through.name, false).unwrap();
        assert_eq!(walked, open(through), "from {from:?}");
        let lent = open(from).in_lab(through.name, true).unwrap();
        for last in &FORMS {
            let there = lent.in_lab(last.name, false).unwrap();
            assert_eq!(there.link(), open(last).link(), "{from:?} lends to {through:?}");
        }
    }
    let models = |changes: &str| parse(&format!("lab=models&{changes}")).scenario;
    let there = |changes: &str, lab: &str| models(changes).in_lab(lab, false).unwrap().link();
    assert!(there("samples=3", "curves").starts_with("v=1&lab=curves&task=benchmark"));
    assert_eq!(there("samples=3", "toy"), "v=1&lab=toy&preset=gap&samples=3");
    assert_eq!(there("seed=9", "curves"), "v=1&lab=curves&task=benchmark&seed=9");
    assert!(there("noise=0.1", "curves").contains("task=line&preset=net&noise=0.1"));
    assert_eq!(there("noise=0.1", "theorem"), open(Form::find("theorem").unwrap()).link());
}

#[test]
fn the_controls_of_a_candidate_change_it() {
    let others = "candidate=oracle&candidate=detuned&candidate=detuned(0.5)";
    let link = format!(
        "lab=correlation&{others}&candidate=relu(50,6)&candidate=shrunk&candidate=independent"
    );
    let start = parse(&link).scenario;
    let controls = start.candidate_controls(3).unwrap();
    let names: Vec<_> = controls.iter().map(|control| control.name.as_str()).collect();
    assert_eq!(
        names,
        ["candidate.3.name", "candidate.3.kind", "candidate.3.width", "candidate.3.eta"]
    );
    let wider = start.set("candidate.3.width", "80").unwrap();
    assert_eq!(wider.models.candidates[3].to_string(), "relu(80,6)");
    let slid = start.slide("candidate.3.width", 100).unwrap();
    assert_eq!(slid.models.candidates[3].count("width"), 45, "half way between 1 and 2000");
    let named = wider.set("candidate.3.name", "my net").unwrap();
    assert_eq!(named.models.candidates[3].title(), "my net");
    let other = named.set("candidate.3.kind", "gp").unwrap();
    assert_eq!(other.models.candidates[3].to_string(), "gp");
    assert_eq!(other.candidate_controls(3).unwrap()[3].name, "candidate.3.kernel.0");
    let kernel = other.slide("candidate.3.kernel.0", 100).unwrap();
    assert_eq!(kernel.models.candidates[3].to_string(), "gp(matern12(1.58))");
    let dropped = start.set("candidate.5.reference", "false").unwrap();
    assert_eq!(dropped.models.candidates[5].to_string(), "!independent");
    for (name, value) in
        [("candidate.9.name", "x"), ("candidate.3.0", "1"), ("candidate.3.width", "0")]
    {
        assert!(start.set(name, value).is_err(), "{name}");
    }
    assert!(start.slide("candidate.3.name", 3).is_err());
}
