//! Fits that should not be trusted say so in their panels.

use super::*;

/// All that is wrong with a fit is said, and a panel speaks only of panels that there are.
#[test]
fn panels_tell_all_that_is_wrong() {
    let link = "candidate=ensemble(members=3,epochs=2)&candidate=bbb(draws=2,epochs=5)&\
                candidate=fbnn(units=1,epochs=200)";
    let words = opened(link).figure().unwrap().words().unwrap();
    let said = |panel: usize| words["panels"][panel]["verdict"]["words"].as_str().unwrap();
    for panel in [1, 2] {
        let both =
            said(panel).contains("Too few steps") && said(panel).contains("Too few functions");
        assert!(both, "{}", said(panel));
    }
    let fault = words["panels"][3]["fault"].as_str().unwrap();
    assert!(!fault.contains("GP-RBF"), "{fault}");
}

/// Settings with which networks come to rest far from the data, and an optimum that lies at the edge.
#[test]
fn what_settled_far_off_is_not_called_trained() {
    let good = |link: &str| -> Vec<(bool, String)> {
        let words = opened(link).figure().unwrap().words().unwrap();
        let panels = words["panels"].as_array().unwrap()[1..].iter();
        let verdict = |panel: &serde_json::Value| {
            let words = panel["verdict"]["words"].as_str().unwrap().to_string();
            (panel["verdict"]["good"].as_bool().unwrap(), words)
        };
        panels.map(verdict).collect()
    };
    let wild =
        "preset=gap&candidate=bbb(learning_rate=1)&candidate=ensemble(learning_rate=1,members=30)";
    for (good, words) in good(wild) {
        assert!(!good && words.contains("far from the data"), "{words}");
    }
    let outliers =
        "preset=gap&point=-1:900&point=1:-900&candidate=dropout&candidate=ensemble(members=30)";
    for (good, words) in good(outliers) {
        assert!(!good, "{words}");
    }
    for (good, words) in good("preset=gap&point=0:0&candidate=gp-rbf&candidate=svgp") {
        assert!(!good && words.contains("At the edge of what it can be"), "{words}");
    }
}
