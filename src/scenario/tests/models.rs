//! Models in links: how their settings are named, read without names, and printed.

use talscope_engine::model::{Setting, Takes};

use super::*;
use crate::numeric::Stream;

/// The settings that links may say without their names, in an order that shared links rely on: it never
/// changes, and nothing is added.
const PLACES: [(&str, &str); 17] = [
    ("oracle", ""),
    ("detuned", "stretch noise_factor"),
    ("gp", "kernel noise"),
    ("relu", "width eta"),
    ("fourier", "width lengthscale"),
    ("shrunk", "factor"),
    ("independent", ""),
    ("gp-rbf", "ard"),
    ("svgp", "inducing kernel steps"),
    ("nkn", "steps learning_rate"),
    ("hmc", "units eta chains burn_in draws thin leapfrog"),
    ("bbb", "units eta epochs learning_rate particles draws"),
    ("nng", "units eta epochs learning_rate particles draws prior"),
    ("fbnn", "units epochs learning_rate measurement kernel"),
    ("ensemble", "members units epochs learning_rate"),
    ("dropout", "units rate epochs learning_rate draws one_mask"),
    ("own", "file model"),
];

fn candidate(text: &str) -> Candidate {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn settings_without_names_keep_their_order() {
    let placed = KINDS.map(|kind| {
        let ids = kind.settings.iter().filter(|setting| setting.has_place());
        (kind.id, ids.map(|setting| setting.id).collect::<Vec<_>>().join(" "))
    });
    assert_eq!(placed, PLACES.map(|(kind, ids)| (kind, ids.to_string())));
    for kind in KINDS {
        let places: Vec<bool> = kind.settings.iter().map(Setting::has_place).collect();
        assert!(places.is_sorted_by(|a, b| a >= b), "{kind:?}: those with places come first");
        let mut ids: Vec<&str> = kind.settings.iter().map(|setting| setting.id).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{kind:?}: names are told apart");
        assert!(!ids.iter().any(|id| ["name", "kind", "reference"].contains(id)), "{kind:?}");
        for setting in kind.settings {
            // A form compares texts.
            assert_eq!(setting.usual().to_string(), setting.default, "{kind:?}.{}", setting.id);
            let paper = setting.paper.map(|paper| setting.parse("it", paper).unwrap().to_string());
            assert_eq!(paper.as_deref(), setting.paper, "{kind:?}.{}", setting.id);
        }
    }
}

#[test]
fn what_was_shared_without_names_means_what_it_did() {
    for (old, new) in [
        ("ensemble(3,5,20)", "ensemble(members=3,units=5,epochs=20)"),
        ("ensemble(100,50,20)", "ensemble(epochs=20)"),
        ("gp-rbf(each)", "gp-rbf(ard=yes)"),
        ("gp-rbf(one)", "gp-rbf"),
        ("svgp(20,own)", "svgp(inducing=20,kernel=own)"),
        ("hmc(5,auto,2,40,10,2)", "hmc(units=5,chains=2,burn_in=40,draws=10,thin=2)"),
        ("hmc(5,1,2)", "hmc(units=5,eta=1,chains=2)"),
        ("nng(50,auto,1000,0.01,10,5000,factored)", "nng(prior=factored)"),
        ("fbnn(100)", "fbnn(units=100)"),
        (
            "dropout(5,0.1,20,0.01,50,each)",
            "dropout(units=5,rate=0.1,epochs=20,draws=50,one_mask=no)",
        ),
        ("detuned(noise_factor=3)", "detuned(2,3)"),
        ("gp(kernel=rbf(1,2)+linear(3),noise=0.1)", "gp(rbf(1,2)+linear(3),0.1)"),
        ("relu( 20 , eta = 6 )", "relu(20,6)"),
        ("own(1,2)", "own(1,2)"),
        ("svgp(20,batch=5,steps=3)", "svgp(inducing=20,steps=3,batch=5)"),
        ("svgp(batch=all)", "svgp"),
        ("bbb(batch=7)", "bbb(batch=7)"),
        ("gp-rbf(restarts=0)", "gp-rbf(restarts=0)"),
    ] {
        assert_eq!(candidate(old).to_string(), new);
        assert_eq!(candidate(old), candidate(new), "{old}");
        let link = format!("lab=correlation&task=paper&candidate=!a:{old}");
        if !old.starts_with("own") {
            let printed = parse(&link).to_string();
            assert!(printed.ends_with(&format!("&candidate=!a:{new}")), "{printed}");
        }
    }
}

#[test]
fn wrong_settings_are_named() {
    for (text, words) in [
        (
            "ensemble(lenght=3)",
            "ensemble has no setting \"lenght\"; it has members, units, epochs, learning_rate",
        ),
        ("oracle(x=1)", "oracle has no settings, so no \"x\""),
        ("svgp(inducing_points=1)", "svgp has no setting \"inducing_points\"; it has inducing,"),
        ("ensemble(members=3,members=3)", "members of ensemble is given more than once"),
        ("ensemble(3,members=3)", "members of ensemble is given more than once"),
        ("ensemble(members=3,5)", "candidate must be written with unnamed settings first"),
        ("ensemble(1,2,3,1,5)", "settings of ensemble must be at most 4 without names, got 5"),
        (
            "ensemble(epochs=0)",
            "epochs of ensemble must be a whole number between 1 and 20000, got \"0\"",
        ),
        ("bbb(eta=none)", "eta of bbb must be auto or between 0.1 and 100, got \"none\""),
        ("gp-rbf(ard=maybe)", "ard of gp-rbf must be yes or no, got \"maybe\""),
        ("nng(prior=none)", "prior of nng must be one of exact, factored, got \"none\""),
        ("ensemble(=)", "ensemble has no setting \"\"; it has"),
        ("ensemble(3,)", "units of ensemble must be a whole number between 1 and 400, got \"\""),
    ] {
        let said = text.parse::<Candidate>().unwrap_err().to_string();
        assert!(said.contains(words), "said: {said}\nshould say: {words}");
    }
}

/// A text for a setting, within what links offer.
fn any_text(setting: &Setting, stream: &mut Stream) -> String {
    let mut one_of = |words: &[&str]| words[stream.below(words.len() as u64) as usize].to_string();
    match setting.takes {
        Takes::Kernel => one_of(&["rbf(2)", "matern12(1)+linear(1)", "periodic(0.9,3)*rbf(30)"]),
        Takes::Number { or: Some(word), .. } | Takes::Count { or: Some(word), .. }
            if one_of(&["word", "number"]) == "word" =>
        {
            word.into()
        }
        Takes::Number { offered: (least, most), .. } => {
            let share = stream.uniform();
            crate::numeric::shortest((least + share * (most - least)).clamp(least, most))
        }
        Takes::Count { offered: (least, most), .. } => {
            (u64::from(least) + stream.below(u64::from(most - least) + 1)).to_string()
        }
        Takes::Flag { no, yes } => one_of(&[no.0, yes.0, "no", "yes"]),
        Takes::Choice(words) | Takes::Prior(words) => {
            one_of(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>())
        }
        Takes::Points => unreachable!("no link says points"),
    }
}

#[test]
fn printing_any_model_undoes_reading_it() {
    for kind in KINDS {
        let mut stream = Stream::new(1, kind.id, 0);
        let settings = || kind.settings.iter().filter(|setting| setting.is_in_links());
        for _ in 0..200 {
            let texts: Vec<_> =
                settings().map(|each| (each, any_text(each, &mut stream))).collect();
            let said: Vec<_> = texts.iter().filter(|_| stream.below(2) == 0).collect();
            let named: Vec<String> =
                said.iter().map(|(setting, text)| format!("{}={text}", setting.id)).collect();
            let read = candidate(&format!("{}({})", kind.id, named.join(",")));
            let printed = read.to_string();
            assert_eq!(candidate(&printed), read, "{printed}");
            assert_eq!(candidate(&printed).to_string(), printed);
            let placed: Vec<&str> = texts
                .iter()
                .filter(|(setting, _)| setting.has_place())
                .map(|(_, text)| text.as_str())
                .collect();
            let ids = texts.iter().filter(|(setting, _)| setting.has_place());
            let same: Vec<String> =
                ids.map(|(setting, text)| format!("{}={text}", setting.id)).collect();
            assert_eq!(
                candidate(&format!("{}({})", kind.id, placed.join(","))),
                candidate(&format!("{}({})", kind.id, same.join(","))),
            );
        }
    }
}

#[test]
fn a_model_has_an_id_apart_from_what_people_call_it() {
    for (text, id, title) in [
        ("!mine:ensemble(3,5,20)", "ensemble(members=3,units=5,epochs=20)", "mine"),
        (
            "ensemble(3,epochs=20)",
            "ensemble(members=3,epochs=20)",
            "deep ensemble (members 3, epochs 20)",
        ),
        ("gp-rbf(each)", "gp-rbf(ard=yes)", "GP-RBF (ARD)"),
        ("gp-rbf(restarts=9)", "gp-rbf(restarts=9)", "GP-RBF (restarts 9)"),
        (
            "svgp(20,own)",
            "svgp(inducing=20,kernel=own)",
            "sparse GP (inducing points 20, kernel own)",
        ),
        ("dropout(one_mask=no)", "dropout(one_mask=no)", "dropout, a new mask at each input"),
        ("ensemble(1)", "ensemble(members=1)", "one network"),
        ("hmc", "hmc", "HMC"),
        ("own(1)", "own(1)", "own file"),
    ] {
        assert_eq!((candidate(text).id(), candidate(text).title()), (id.into(), title.into()));
    }
}

/// What few would change is no control, unless it was changed.
#[test]
fn a_form_shows_the_table_and_the_papers_values() {
    let controls = |text: &str| {
        let controls = with_candidate(text).candidate_controls(0).unwrap();
        let told =
            |control: Control| (control.name[12..].to_string(), control.value, control.paper);
        controls.into_iter().skip(2).map(told).collect::<Vec<_>>()
    };
    let row = |name: &str, value: &str, paper| (name.to_string(), value.to_string(), paper);
    let ensemble = [
        row("members", "3", Some("100")),
        row("units", "50", Some("50")),
        row("epochs", "1000", Some("1000")),
        row("learning_rate", "0.01", Some("0.01")),
    ];
    assert_eq!(controls("ensemble(3)"), ensemble);
    assert_eq!(controls("gp-rbf"), [row("ard", "no", None)]);
    let changed = [row("ard", "yes", None), row("restarts", "9", None)];
    assert_eq!(controls("gp-rbf(each,restarts=9)"), changed);
    let there = with_candidate("gp-rbf(restarts=9)").set("candidate.0.restarts", "3").unwrap();
    assert_eq!(there.models.candidates[0].to_string(), "gp-rbf");
    assert!(there.set("candidate.0.length", "3").is_err());
}

#[test]
fn the_documentation_is_that_of_the_table() {
    let shown = models_in_markdown();
    for kind in KINDS {
        assert!(shown.contains(&format!("**`{}`**: {}", kind.id, kind.help)), "{kind:?}");
        let settings = kind.settings.iter();
        assert!(settings.clone().all(|setting| shown.contains(setting.help)), "{kind:?}");
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/settings.md");
    if std::env::var_os("TALSCOPE_REDRAW").is_some() {
        std::fs::write(file, &shown).unwrap();
    }
    let kept = std::fs::read_to_string(file).unwrap();
    assert!(
        kept == shown,
        "docs/settings.md is not that of the table: TALSCOPE_REDRAW=1 writes it"
    );
}
