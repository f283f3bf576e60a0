//! The game: what it says is what the engine says, and nothing is said too early.

use super::super::game::{Stage, band, words};
use super::super::heard;
use super::*;

fn played(questions: &str) -> Toy {
    solved(&format!("preset=gap&{questions}&rule=tig&rule=mig&rule=batch-mig"))
}

fn said(toy: &Toy, stage: usize, beat: Option<f64>) -> (String, String) {
    let words = words(toy, stage, beat);
    (words["title"].as_str().unwrap().into(), words["text"].as_str().unwrap().into())
}

/// Where BatchMIG asks.
fn as_batch_mig() -> String {
    let toy = played("you=");
    let panel = toy.panels.iter().find(|panel| panel.rule == Rule::BatchMig).unwrap();
    let picks = panel.batch.indices[..toy.steps()].iter();
    picks.map(|&pick| format!("you={}", toy.task.pool.inputs[pick])).collect::<Vec<_>>().join("&")
}

#[test]
fn while_one_asks_neither_truth_nor_anyones_score_is_there() {
    for questions in ["you=", "you=-1&you=0", "you=-1&you=0&you=0.5&you=1"] {
        let toy = played(questions);
        let words = words(&toy, 1, None);
        assert!(words["bars"].as_array().unwrap().is_empty(), "{words}");
        assert!(!words["text"].as_str().unwrap().contains("nats"), "{words}");
        assert!(band(&toy, Stage::Ask).unwrap().unwrap().truth.is_empty());
        assert!(!band(&toy, Stage::Reveal).unwrap().unwrap().truth.is_empty());
    }
}

#[test]
fn the_bars_are_what_the_engine_scores() {
    let toy = played("you=-1&you=0&you=0.5&you=1");
    let words = words(&toy, 2, Some(1.5));
    let bars = words["bars"].as_array().unwrap();
    let told = |id: &str| bars.iter().find(|bar| bar["id"] == id).unwrap()["told"].as_f64();
    assert_eq!(told("you"), Some(toy.own.as_ref().unwrap().panel.results[4].information));
    assert_eq!(told("beat"), Some(1.5));
    for panel in &toy.panels {
        assert_eq!(told(panel.rule.name()), Some(panel.results[4].information));
    }
    // The search has not been told yet.
    assert_eq!(told("best"), None);
}

#[test]
fn who_asks_as_a_rule_does_is_as_good_as_it() {
    let (title, text) = said(&played(&as_batch_mig()), 2, None);
    assert_eq!(title, "As good as BatchMIG");
    assert!(
        text.contains(
            "tell 2.052 nats about a spot of the blue ground, on average; those of BatchMIG, a rule that the next steps \
             explain, tell 2.052."
        ),
        "{text}"
    );
    let (title, _) = said(&played("you=-5&you=-4.8&you=5&you=4.8"), 2, None);
    assert_eq!(title, "BatchMIG asked better");
}

/// The best batch there is, a little worse, and a little worse still, with what is said of each once it is known.
#[test]
fn who_beats_batch_mig_is_told_and_nearly_all_is_not_all() {
    let best = played("you=-1.08&you=-0.42&you=0.24&you=0.9");
    let panel = &best.own.as_ref().unwrap().panel;
    let known =
        Best { indices: panel.batch.indices.clone(), outcome: panel.results[4], proven: true };
    for (questions, titled, share) in [
        (
            "you=-1.08&you=-0.42&you=0.24&you=0.9",
            "Nobody can do better",
            "None of all 65,998,350 ways to ask would tell more",
        ),
        (
            "you=-1.08&you=-0.48&you=0.24&you=0.9",
            "You beat BatchMIG",
            "Yours are worth 99.9% of what",
        ),
        (
            "you=-1.14&you=-0.54&you=0.24&you=0.9",
            "You beat BatchMIG",
            "Yours are worth 99.7% of what",
        ),
        ("you=-1&you=0&you=0.5&you=1", "BatchMIG asked better", "Yours are worth 95% of what"),
    ] {
        let mut toy = played(questions);
        assert!(!said(&toy, 2, None).1.contains("worth"), "nobody has searched yet");
        toy.best = Some(known.clone());
        let (title, text) = said(&toy, 2, None);
        assert_eq!(title, titled, "{questions}");
        assert!(text.contains(share) && !text.contains("100%"), "{questions}: {text}");
    }
}

#[test]
fn a_challenge_is_won_drawn_or_lost() {
    let toy = played("you=-1&you=0&you=0.5&you=1");
    let own = toy.own.as_ref().unwrap().panel.results[4].information;
    for (beat, says) in
        [(own - 0.1, "You beat the"), (own, "You match the"), (own + 0.1, "You did not beat the")]
    {
        let (_, text) = said(&toy, 2, Some(beat));
        assert!(text.contains(says), "{text}");
    }
    assert!(
        said(&toy, 1, Some(1.25))
            .1
            .ends_with("Someone scored 1.250 (nats of information). Can you beat that?")
    );
}

/// What each question tells alone counts what they share more than once: the bar of what all tell is shorter.
#[test]
fn alone_adds_up_to_at_least_what_all_tell() {
    for preset in ["gap", "two-regions", "edge", "periodic", "relu"] {
        let toy = solved(&format!("preset={preset}&you=&rule=tig&rule=mig&rule=batch-mig"));
        for stage in [4, 5] {
            let words = words(&toy, stage, None);
            let bar = words["bars"]
                .as_array()
                .unwrap()
                .iter()
                .find(|bar| bar["here"] == true)
                .unwrap()
                .clone();
            let sum: f64 =
                bar["alone"].as_array().unwrap().iter().filter_map(|one| one.as_f64()).sum();
            assert!(bar["told"].as_f64().unwrap() <= sum + 1e-9, "{preset}: {bar}");
        }
    }
}

#[test]
fn only_links_with_someone_who_asks_and_all_rivals_are_played() {
    let is = |link: &str| {
        let Link { scenario, view } = link.parse().unwrap();
        is_played(&scenario, &view)
    };
    assert!(is("lab=toy&you=&play=1"));
    assert!(!is("lab=toy&play=1") && !is("lab=toy&you=") && !is("lab=toy&you=&play=1&rule=tig"));
}

#[test]
fn ears_get_what_is_drawn_and_no_more() {
    let toy = played("you=6&you=0&you=0.5&you=1");
    let asking = heard::probe(&toy, Stage::Ask, 0.0).unwrap();
    assert!(
        asking.starts_with("x 0.00, under the bridge (on the blue ground); depth "),
        "{asking}"
    );
    assert!(!asking.contains("truth") && asking.contains("question 2 is here"), "{asking}");
    let truth = toy.truth[toy.x.partition_point(|x| *x < -1e-9)];
    let shown = heard::probe(&toy, Stage::Reveal, 0.0).unwrap();
    assert!(shown.contains(&format!("; truth {}", crate::numeric::fixed(truth, 2))), "{shown}");
    assert!(heard::probe(&toy, Stage::Ask, 6.0).unwrap().contains("6.00, off the blue ground"));
    let figure = heard::figure(&toy, Stage::Ask).unwrap();
    assert!(
        figure.contains(
            "Question 1 at 6.00, off the blue ground; Question 2 at 0.00, on the blue ground"
        ),
        "{figure}"
    );
    assert!(!figure.contains("the true rock"), "{figure}");
    let shown = heard::figure(&toy, Stage::Reveal).unwrap();
    assert!(shown.contains("The blue line is the true rock"), "{shown}");
}
