//! What the command line says when something is odd.

use super::{ask, stdout, talscope};

fn complaint(arguments: &[&str]) -> String {
    String::from_utf8(talscope(arguments).stderr).unwrap()
}

#[test]
fn what_has_no_effect_is_told_and_the_rest_is_shown() {
    for (link, words) in [
        (
            "lab=toy&candidate=oracle&step=99",
            "talscope: “candidate”, “step” have no effect in this link",
        ),
        ("lab=correlation&d=3&preset=gap", "talscope: “d” has no effect in this link"),
        ("lab=theorem&preset=edge&cases=100", "talscope: “preset” has no effect in this link"),
    ] {
        let output = talscope(&["--quiet", "run", link]);
        assert!(output.status.success() && stdout(&output).contains("Fingerprint"));
        assert_eq!(String::from_utf8(output.stderr).unwrap().trim(), words, "{link}");
    }
    for link in [
        "lab=toy&rule=mig&point=1&target=0:1:5&you=0",
        "lab=correlation&candidate=oracle&candidate=shrunk&target=0:1:9",
        "lab=theorem&xi=0.1&cases=100",
    ] {
        assert_eq!(complaint(&["--quiet", "run", link]), "", "{link}");
    }
}

#[test]
fn a_file_in_the_place_of_a_link_gets_a_hint() {
    let words = complaint(&["run", "nofile.txt"]);
    assert!(words.contains("key=value") && words.contains("--file, beside a link"), "{words}");
}

#[test]
fn a_fit_shows_what_it_takes() {
    let help = stdout(&talscope(&["fit", "--help"]));
    assert!(help.contains(r#"{"model": {"hmc": {"units": 50}}, "x_train""#), "{help}");
    let words = |body: &str| String::from_utf8(ask("fit", body).stderr).unwrap();
    assert!(words("").contains("there is nothing on standard input"), "{}", words(""));
    let nothing = words("{}");
    assert!(
        nothing.contains("model, x_train, y_train, noise_variance, x are missing"),
        "{nothing}"
    );
    let named = r#"{"model": "hmc", "x_train": [], "y_train": [], "noise_variance": 1, "x": [0]}"#;
    let named = words(named);
    assert!(named.contains(r#"as its key, such as {"hmc": {}}, got "hmc""#), "{named}");
    let short = r#"{"model": {"ensemble": {"members": 3, "epochs": 20}}, "x_train": [0, 1],
                    "y_train": [0, 1], "noise_variance": 0.1, "x": [0.5]}"#;
    let short = stdout(&ask("fit", short));
    assert!(short.contains("Too few steps to tell whether it has settled: 20, of"), "{short}");
    assert!(short.contains("correlations from 3 members or draws are off by"), "{short}");
}

#[test]
fn keys_say_what_requests_may_ask_for_too() {
    let keys = stdout(&talscope(&["keys"]));
    let burn_in = keys.lines().find(|line| line.trim().starts_with("burn_in")).unwrap();
    assert!(
        burn_in.contains("between 10 and 50000") && burn_in.contains("requests: 0 to 10000000")
    );
}
