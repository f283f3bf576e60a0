//! Models that should not be trusted as they were fitted.

use super::*;

fn said(link: &str) -> (Vec<ModelFacts>, String) {
    let picture = solved(link);
    let further = Repeated::default();
    (model_facts(&picture, &further), notice(&picture, &further))
}

#[test]
fn models_that_hardly_learned_are_named_and_never_the_best() {
    let (facts, notice) = said(
        "candidate=oracle&candidate=bbb(epochs=5)&candidate=dropout(epochs=3,draws=40)&\
         candidate=nng(epochs=3)",
    );
    assert_eq!(facts[0].doubt, None);
    for facts in &facts[1..] {
        let doubt = facts.doubt.as_ref().unwrap();
        assert!(doubt.starts_with("Too few steps to tell whether it has settled: "), "{doubt}");
        assert!(facts.scores.iter().all(|score| !score.best), "{facts:?}");
    }
    assert!(
        notice.contains("“BBB (epochs 5)”, “dropout (epochs 3, draws 40)” and “NNG"),
        "{notice}"
    );
}

/// Chains that have not converged had the best XLL of two.
#[test]
fn chains_that_disagree_get_no_star() {
    let (facts, _) = said(
        "candidate=oracle&candidate=detuned(2)&\
         candidate=hmc(units=50,chains=2,burn_in=10,draws=20,thin=1)",
    );
    assert!(facts[2].doubt.is_some() && facts[2].scores.iter().all(|score| !score.best));
    assert!(facts[..2].iter().any(|facts| facts.scores.iter().any(|score| score.best)));
}

#[test]
fn correlations_from_few_networks_say_so() {
    let doubt = |link: &str| said(link).0[1].doubt.clone().unwrap();
    let three =
        doubt("candidate=oracle&candidate=ensemble(members=3,units=5,epochs=1000)&preset=net");
    assert!(three.contains("from 3 members or draws are off by about 0.7"), "{three}");
    // More epochs cannot help what has no doubt at all.
    let one = doubt("candidate=oracle&candidate=ensemble(members=1)");
    assert!(one.starts_with("One function alone has no doubt"), "{one}");
}

/// A model that is trusted on the shown task may not be on those that are averaged.
#[test]
fn doubts_on_further_tasks_are_told() {
    let picture = solved("candidate=oracle&candidate=detuned(2)");
    let doubts = vec![None, Some((2, "Still learning.".into()))];
    let further = Repeated { tasks: 3, doubts, ..Repeated::default() };
    let doubt = model_facts(&picture, &further)[1].doubt.clone().unwrap();
    assert_eq!(doubt, "Not to be trusted on 2 further tasks: Still learning.");
    let words = notice(&picture, &further);
    assert!(words.contains("should not be trusted as it was fitted"), "{words}");
}

/// Each of two models can be first under its own reference, by very different likelihoods.
#[test]
fn a_tie_of_ranks_is_no_tie_of_likelihoods() {
    let mut picture = solved("candidate=oracle&candidate=detuned(2)");
    picture.judged.scores[XLLR.place()] = vec![Some(0.5); 2];
    let words = notice(&picture, &Repeated::default());
    assert!(
        words.contains("their mean ranks tie") && words.contains("XLL itself differs"),
        "{words}"
    );
    picture.judged.references.iter_mut().for_each(|row| row.xll = vec![-1.0; 2]);
    let words = notice(&picture, &Repeated::default());
    assert!(words.contains("their correlations are as likely as each other’s"), "{words}");
}
