//! What the lab says of its numbers.

use super::*;

#[test]
fn words_say_what_the_numbers_say() {
    let heard = |link: &str| notice(&solved(link), &Repeated::default());
    assert!(heard("").ends_with(
        "puts “oracle” first and “independent points” last. “independent points” has the oracle’s own \
         means and variances: point by point it is as good, and only its correlations are wrong."
    ));
    let line = heard(SIX);
    assert!(line.contains("XLLR, which asks how likely"), "{line}");
    assert!(line.contains("Metacorrelation, which asks whether correlations rise"), "{line}");
    assert!(
        line.ends_with(
            "gives “correlations × 0.5” 1.000, although all its correlations are too weak by the same \
             factor."
        ),
        "{line}"
    );
    let none = heard("candidate=oracle&candidate=detuned(2)&candidate=shrunk(1)");
    assert!(!none.contains("too weak"), "{none}");
}

/// What a wrong model's lead over the oracle is worth is read off the further tasks.
#[test]
fn a_lead_over_the_oracle_is_called_luck_only_as_far_as_the_means_bear_it_out() {
    let mut picture = solved("candidate=oracle&candidate=detuned(2)&candidate=independent");
    picture.judged.scores[XLLR.place()] = [1.0, 0.5, 1.5].map(Some).to_vec();
    let heard = |tasks: usize, means: &[(f64, f64)]| {
        let estimate = |&(mean, error): &(f64, f64)| {
            Some(Estimate { mean, standard_error: (tasks > 1).then_some(error) })
        };
        let mut scores = vec![Vec::new(); MEASURES.len()];
        scores[XLLR.place()] = means.iter().map(estimate).collect();
        notice(&picture, &Repeated { tasks, scores, ..Repeated::default() })
    };
    for (tasks, means, words) in [
        (0, &[][..], "beat the oracle: ask for further tasks to see who wins on average."),
        (
            9,
            &[(0.4, 0.1), (0.9, 0.1), (1.7, 0.1)],
            "over 9 further tasks the oracle is ahead, with a mean rank of 0.400 ± 0.100.",
        ),
        (
            9,
            &[(1.0, 0.1), (0.9, 0.1), (1.1, 0.1)],
            "“lengthscale × 2” is ahead, but by no more than chance allows: 0.900 ± 0.100 to 1.000 ± 0.100.",
        ),
        (1, &[(1.5, 0.0), (0.5, 0.0), (1.0, 0.0)], "ahead, but by no more than chance allows"),
        (9, &[(1.4, 0.1), (0.2, 0.1), (1.4, 0.1)], "too, “lengthscale × 2” is ahead of the oracle"),
    ] {
        let said = heard(tasks, means);
        assert!(said.contains(words), "{said}");
    }
}

/// Where mean and ranks disagree, the table says which reference makes it so.
#[test]
fn the_mean_of_xll_has_its_reason_where_it_prefers_another_model() {
    let mut picture = solved("candidate=oracle&candidate=detuned(2)&candidate=independent");
    assert!(!cross_words(&picture, &Repeated::default()).contains("The mean of XLL"));
    let row = |reference, xll: [f64; 3]| Row { reference, xll: xll.to_vec(), rank: vec![0.0; 3] };
    picture.judged.scores[XLLR.place()] = [0.4, 0.7, 1.9].map(Some).to_vec();
    let said = |picture: &Picture| cross_words(picture, &Repeated::default());
    picture.judged.references =
        vec![row(0, [1.0, 0.9, 0.8]), row(1, [1.0, 0.9, 0.8]), row(2, [-9.0, -4.0, -20.0])];
    let one = said(&picture);
    let because = "best for “lengthscale × 2” only because of “independent points”, under which the \
                   models differ by 16.000: one such reference dominates a mean, while ranks count all \
                   equally";
    assert!(one.contains(because), "{one}");
    picture.judged.references[0].xll = vec![-3.0, 0.0, -4.0];
    let several = said(&picture);
    assert!(several.contains("because references weigh more in a mean the more"), "{several}");
}

#[test]
fn what_joint_likelihoods_add_is_answered_by_the_numbers() {
    let picture = solved("");
    let said = |joint: &[f64]| {
        let points = joint.iter().enumerate().map(|(i, &joint)| (0, 10.0 * i as f64, joint));
        let repeated = Repeated { likelihoods: points.collect(), ..Repeated::default() };
        likelihood_words(&picture, &repeated)
    };
    let alike: Vec<f64> = (0..20).map(|i| 10.0 * f64::from(i)).collect();
    let other: Vec<f64> = (0..20).map(|i| f64::from(i * i % 7)).collect();
    assert!(said(&alike).starts_with("Little, here: over models and tasks r = "));
    assert!(
        said(&other)
            .starts_with("Something, here: over models and tasks the two go together with r = ")
    );
    assert!(said(&[]).ends_with("ask for further tasks to tell."));
    let two = likelihood_words(
        &solved("candidate=oracle&candidate=apart:independent"),
        &Repeated::default(),
    );
    assert!(two.starts_with("Point by point both get "), "{two}");
    assert!(two.ends_with("all that differs is what they say goes together."), "{two}");
    let alone = solved("candidate=oracle");
    assert!(likelihood_words(&alone, &Repeated::default()).starts_with("There are too few"));
}

#[test]
fn a_stretch_without_points_is_told() {
    let picture = solved("preset=periodic");
    let [gap] = picture.gaps()[..] else { panic!("{:?}", picture.gaps()) };
    assert_eq!((gap.after, gap.from, gap.to), (150, 1.5, 4.0));
    assert!(order_words(&picture).contains("Between x = 1.50 and 4.00 there are none"));
    for link in ["", "preset=two-regions", "pool=-6:6:5", "task=paper&d=2"] {
        assert_eq!(solved(link).gaps(), [], "{link}");
    }
}

#[test]
fn a_model_as_the_lab_opens_with_it_has_its_kinds_name() {
    let titles = |more: &str| {
        let link: Link = format!("lab=models{more}").parse().unwrap();
        titles(&link.scenario)
    };
    let usual = titles("");
    assert!(usual.contains(&"FBNN".into()), "{usual:?}");
    assert!(usual.iter().all(|title| !title.contains("units")), "{usual:?}");
    assert_eq!(titles("&candidate=fbnn(50)"), ["FBNN (units 50)"]);
    assert_eq!(titles("&candidate=fbnn&candidate=fbnn(100)"), ["FBNN", "FBNN (units 100)"]);
}
