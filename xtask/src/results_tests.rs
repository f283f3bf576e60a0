use serde_json::json;

use super::*;

const TEMPLATE: &str = "<main>\n<!-- overview -->\n<!-- results -->\n</main>\n";

/// A report with one finished claim, one under way and one that was not run.
fn report() -> Value {
    let finding = |says: &str, verdict: &str, counts| {
        json!({ "says": says, "of": "log likelihood", "mean": -0.02, "error": null, "low": null, "high": 0.5,
                "count": 50, "verdict": verdict, "counts": counts })
    };
    let study = |file: &str, done| {
        json!({ "name": "d = 1", "file": file, "done": done, "all": 8, "link": "v=1&lab=curves", "tasks": 50,
                "seed": 1, "versions": ["oracle 1"], "live": { "link": "v=1&lab=curves&d=1", "tasks": 20, "quick": false },
                "figure": { "heading": "Rules <b>", "description": "A \"figure\"." } })
    };
    let claim = |id: &str, verdict: Value, studies: Vec<Value>, findings: Vec<Value>| {
        json!({ "id": id, "title": id, "source": "Figure 3", "says": "A < B & C", "verdict": verdict, "quick": false,
                "findings": findings, "studies": studies })
    };
    let held = finding("d = 1: a above b", "holds", true);
    let not = finding("d = 1: <i>", "does not hold", true);
    json!({ "commit": "0123abcd", "claims": [
        claim("rules", json!("does not hold"), vec![study("rules-d1", 8)], vec![held.clone(), not]),
        claim("models", json!("holds"), vec![study("rules-d1", 8), study("models-d1", 3)], vec![held]),
        claim("later", Value::Null, vec![], vec![]),
    ] })
}

fn made(name: &str, report: &Value, tried: &str) -> Result<(String, Files)> {
    let folder = std::env::temp_dir().join(format!("xtask-results-{name}-{}", std::process::id()));
    let own = folder.join(FOLDERS[0]);
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("report.json"), report.to_string()).unwrap();
    fs::write(own.join("tried.md"), tried).unwrap();
    for study in ["rules-d1", "models-d1"] {
        let drawing = "<svg width=\"1000\" height=\"802\"/>";
        fs::write(own.join(format!("{study}.svg")), drawing).unwrap();
        fs::write(own.join(format!("{study}.csv")), "a,b\n").unwrap();
    }
    let mut assets = Files::new();
    let page = page(TEMPLATE, &folder, &mut assets);
    fs::remove_dir_all(&folder).unwrap();
    Ok((page?, assets))
}

/// One exception in twenty and one in two are not the same verdict.
#[test]
fn what_holds_but_for_an_exception_holds_nearly_everywhere() {
    let ruled = |holding: usize| {
        let mut report = report();
        let finding = |verdict: &str| json!({ "says": "d = 1: a", "of": "b", "verdict": verdict, "counts": true });
        let mut findings = vec![finding("holds"); holding];
        findings.push(finding("does not hold"));
        report["claims"][0]["findings"] = findings.into();
        report["claims"][0]["verdict"] = json!("holds in part");
        made(&format!("nearly-{holding}"), &report, "").unwrap().0
    };
    assert!(ruled(19).contains("data-ruling=\"holds nearly everywhere\">holds nearly everywhere<"));
    assert!(ruled(3).contains("data-ruling=\"holds in part\">holds in part<"));
    assert!(!ruled(3).contains("d = 1: a") && ruled(3).contains("d&nbsp;=&nbsp;1: a"));
}

#[test]
fn every_claim_has_its_block_and_says_how_far_it_is() {
    let (page, assets) = made("blocks", &report(), "").unwrap();
    assert!(page.starts_with("<main>\n") && page.ends_with("</main>\n"), "{page}");
    for words in [
        "data-ruling=\"does not hold\">does not hold</strong> 1 of 2 comparisons hold, 1 does not.",
        "data-ruling=\"holds\">holds so far</strong>",
        "3 of 8 results are there",
        "not run yet",
        "<h3>Where it does not hold</h3>",
        "reproduce rules --seed 1",
        "<a href=\"index.html#v=1&amp;lab=curves&amp;d=1\">live, with 20 tasks</a> (choose a line",
        "<th scope=\"row\"><a href=\"#rules\">rules</a></th><td>Figure 3</td>",
        "width=\"1000\" height=\"802\"",
        "<code>0123abcd</code>",
        "– to 0.500",
    ] {
        assert!(page.contains(words), "no {words} in {page}");
    }
    assert_eq!(
        page.matches("<img src=\"assets/results/rules-d1.svg").count(),
        1,
        "what several claims rest on is shown once"
    );
    assert!(page.contains("<a href=\"#rules-d1\">the same run"), "{page}");
    assert_eq!(assets.len(), 4, "{assets:?}");
}

/// Figures come before tables, and of several the most telling one.
#[test]
fn the_telling_study_is_in_sight_and_others_are_folded() {
    let mut report = report();
    let mut studies = vec![report["claims"][1]["studies"][0].clone(); 2];
    (studies[1]["name"], studies[1]["file"]) = (json!("d = 3"), json!("models-d1"));
    report["claims"][0]["studies"] = studies.into();
    let (page, _) = made("telling", &report, "## rules\n\nThis.\n").unwrap();
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("no {words} in {page}"));
    assert!(at("models-d1.svg") < at("<h3>What was tried"));
    let fold = "<details><summary>The same figure for d&nbsp;=&nbsp;1</summary>";
    assert!(at("<summary>What the verdict rests on") < at(fold) && at(fold) < at("rules-d1.svg"));
}

#[test]
fn what_files_say_is_text() {
    let tried = "## rules\n\nTried <script>alert(1)</script> and `a<b`, [here](javascript:alert(1)).\n\n- *one*\n";
    let (page, _) = made("escaped", &report(), tried).unwrap();
    assert!(page.contains("A &lt; B &amp; C") && page.contains("&lt;i&gt;"), "{page}");
    assert!(
        page.contains("<h3>What was tried</h3>") && page.contains("<code>a&lt;b</code>"),
        "{page}"
    );
    assert!(page.contains("<li><em>one</em>"), "{page}");
    for bad in ["<script", "<b>", "<i>", "javascript:"] {
        assert!(!page.contains(bad), "{bad} in {page}");
    }
}

#[test]
fn a_report_that_is_none_is_named() {
    let mut strange = report();
    strange["claims"][0]["studies"][0]["file"] = json!("../../secret");
    let error = made("strange", &strange, "").unwrap_err();
    assert!(format!("{error:#}").contains("strange file"), "{error:#}");
    let error = made("empty", &json!({}), "").unwrap_err();
    assert!(format!("{error:#}").contains("claims"), "{error:#}");
}

/// What real data say stands below, with the command that repeats it and where it agrees with the paper.
#[test]
fn real_data_have_their_claims_beside() {
    let folder = std::env::temp_dir().join(format!("xtask-results-data-{}", std::process::id()));
    let mut data = report();
    data["claims"].as_array_mut().unwrap().truncate(1);
    data["claims"][0]["id"] = json!("xllr-data");
    data["claims"][0]["again"] = json!("talscope bench a.csv --models \"x<y\"");
    data["claims"][0]["studies"][0]["file"] = json!("table1-xllr");
    data["claims"][0]["studies"][0]["unit"] = json!("splits");
    let row = json!({ "set": "boston", "seeds": 3, "spearman": 0.75 });
    data["agreement"] = json!([{ "table": "table1-xllr", "rows": [row] }]);
    // A run that asked for rows has fewer seeds: what the other tells of is not told again.
    let mut asking = data.clone();
    asking["claims"][0]["again"] = json!("talscope bench --rounds 10");
    asking["agreement"][0]["rows"][0]["spearman"] = json!(0.25);
    let mut rules = data["claims"][0].clone();
    rules["id"] = json!("rules-data");
    rules["again"] = json!("talscope bench --rounds 9");
    asking["claims"].as_array_mut().unwrap().push(rules.clone());
    rules["studies"] = json!([]);
    rules["again"] = json!("talscope bench --rounds 8");
    data["claims"].as_array_mut().unwrap().push(rules);
    let none = json!({ "claims": [] });
    for (name, report) in FOLDERS.into_iter().zip([none, data, asking]) {
        let own = folder.join(name);
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("report.json"), report.to_string()).unwrap();
        fs::write(own.join("table1-xllr.svg"), "<svg width=\"10\" height=\"20\"/>").unwrap();
    }
    let mut assets = Files::new();
    let page = page(TEMPLATE, &folder, &mut assets).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    for words in [
        "<a href=\"#xllr-data\">",
        "talscope bench a.csv --models &quot;x&lt;y&quot;",
        "<td>boston</td><td>3</td><td>0.750</td>",
        "bench --rounds 9",
    ] {
        assert_eq!(page.matches(words).count(), 1, "{words} in {page}");
    }
    assert!(page.contains("50 splits, seed 1") && !page.contains("not run yet"), "{page}");
    assert!(!page.contains("--rounds 8") && !page.contains("--rounds 10"), "{page}");
    assert!(!page.contains("0.250"), "{page}");
    assert!(assets.contains_key("results/table1-xllr.svg"), "{assets:?}");
}
