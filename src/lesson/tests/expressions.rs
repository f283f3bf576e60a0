//! Goals and numbers.

use super::super::{Expression, Goal, Shown};

fn numbers() -> Vec<(String, f64)> {
    let all = [
        ("held", 0.95),
        ("batch-mig.rmse", 0.014),
        ("mig.rmse", 0.77),
        ("model-2.xll", -1.5),
        ("mig.z", 7.285),
    ];
    all.map(|(name, value)| (name.into(), value)).into()
}

fn value(source: &str) -> Option<f64> {
    source.parse::<Expression>().unwrap().value(&numbers())
}

fn met(source: &str) -> Option<bool> {
    source.parse::<Goal>().unwrap().is_met(&numbers())
}

#[test]
fn arithmetic_is_that_of_schools() {
    for (source, want) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("8 / 4 / 2", 1.0),
        ("5 - 3 - 1", 1.0),
        ("-2 * -3", 6.0),
        ("2*held", 1.9),
        ("-model-2.xll", 1.5),
        ("mig.rmse - batch-mig.rmse", 0.77 - 0.014),
        (" .5 + 1. ", 1.5),
        ("2 * log(1) + log (2 / 2)", 0.0),
    ] {
        assert_eq!(value(source), Some(want), "{source}");
    }
    assert_eq!(value("1 / 0"), None, "no number");
    assert_eq!(value("log(-1)"), None);
    assert_eq!(value("unknown + 1"), None);
    assert!((value("log(10)").unwrap() - std::f64::consts::LN_10).abs() < 1e-15);
    assert_eq!("a.b + c".parse::<Expression>().unwrap().missing(&numbers()), ["a.b", "c"]);
}

#[test]
fn goals_compare_and_say_what_they_see() {
    for (source, want) in [
        ("batch-mig.rmse < 0.05", Some(true)),
        ("mig.rmse < 0.05", Some(false)),
        ("held >= 0.95", Some(true)),
        ("held > 0.95", Some(false)),
        ("held <= 0.95 and held == 0.95", Some(true)),
        ("held > 0.9 and mig.rmse < 0.1 and held < 1", Some(false)),
        ("mig.rmse >= 0.9 * batch-mig.rmse", Some(true)),
        ("held > 0.9 and you.information > 1", None),
        ("held / 0 > 1", None),
    ] {
        assert_eq!(met(source), want, "{source}");
    }
    let goal: Goal = "held < 0.9 and held > you.information".parse().unwrap();
    assert_eq!(goal.now(&numbers()), "held = 0.950, you.information = …");
    assert_eq!(goal.missing(&numbers()), ["you.information"]);
    for (source, words) in [
        ("mig.rmse < 0.05", "MIG: RMSE 0.770 (should be below 0.050)"),
        (
            "held > 0.9 and mig.rmse <= held / 10",
            "95% of the targets inside, over many functions; MIG: RMSE 0.770 (should be at most 0.095)",
        ),
        ("held == 1", "95% of the targets inside, over many functions (should be 100%)"),
        (
            "held - mig.rmse > 0.9",
            "95% of the targets inside, over many functions, MIG: RMSE 0.770 (difference 0.180, should be above 0.900)",
        ),
        (
            "held > 0.9 and held - mig.rmse > 0.1 and held < 1",
            "95% of the targets inside, over many functions; MIG: RMSE 0.770",
        ),
        ("held > you.information", "95% of the targets inside, over many functions"),
        ("batch-mig.rmse > 1", "BatchMIG: RMSE 0.014 (should be above 1)"),
        ("batch-mig-detuned-4.rmse > 1", "BatchMIG, detuned 4: RMSE …"),
    ] {
        assert_eq!(source.parse::<Goal>().unwrap().told(&numbers()), words);
    }
}

#[test]
fn what_is_no_goal_is_refused_in_words() {
    for (source, words) in [
        ("", "continued with a number, or a name"),
        ("held", "continued with <, <=, >, >= or =="),
        ("held = 0.9", "continued with <, <=, >, >= or =="),
        ("held < ", "got its end"),
        ("held < 0.9 or held > 1", "got \"or held > 1\""),
        ("held < 0.9 and", "got its end"),
        ("held << 1", "got \"< 1\""),
        ("1 < 2 < 3", "got \"< 3\""),
        ("(held < 1", "closing bracket"),
        ("log held < 1", "a bracket: log(2)"),
        ("held < 1.2.3", "a number such as 0.9"),
        ("held < 1e5", "got \"e5\""),
        ("Held < 1", "got \"Held < 1\""),
        ("held; alert(1) < 1", "got \"; alert(1) < 1\""),
        ("mig.rmse-0.1 < 1", "got \".1 < 1\""),
    ] {
        let error = source.parse::<Goal>().expect_err(source).to_string();
        assert!(error.contains(words), "{source}: {error}");
    }
}

#[test]
fn deep_and_long_expressions_are_refused() {
    for source in [
        format!("{}1{} < 2", "(".repeat(100), ")".repeat(100)),
        format!("{}1 < 2", "-".repeat(250)),
        format!("{} < 2", "1 + ".repeat(50_000)),
        "(".repeat(1_000_000),
    ] {
        let error = source.parse::<Goal>().unwrap_err().to_string();
        assert!(error.contains("at most") && error.len() < 400, "{error}");
    }
    let long = format!("{}1 < 2", "1 + ".repeat(70));
    assert_eq!(met(&long), Some(false), "as long as it may be");
}

#[test]
fn numbers_in_texts_read_well() {
    let words = |source: &str| Shown::new(source).unwrap().words(&numbers());
    assert_eq!(words(" held %"), Some("95.0%".into()));
    assert_eq!(words("held"), Some("0.950".into()));
    assert_eq!(words("-2 * 3"), Some("−6".into()));
    assert_eq!(words("model-2.xll"), Some("−1.500".into()));
    assert_eq!(words("mig.z"), Some("7.3".into()), "in standard errors one decimal says all");
    assert_eq!(words("gone"), None);
    assert!(Shown::new("held < 1").is_err());
}
