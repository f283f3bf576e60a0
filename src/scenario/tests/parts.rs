//! Parts of labs: read strictly, printed back, and to be found in the page.

use std::collections::BTreeSet;

use super::*;
use crate::scenario::{FORMS, PARTS, Shown, parts_of};

fn refused(link: &str) -> String {
    link.parse::<Link>().unwrap_err().to_string()
}

#[test]
fn what_is_shown_alone_is_strict_and_printed_back() {
    let link = parse("lab=models&show=rows,panels:2,notice&present=1");
    assert_eq!(link.scenario, parse("lab=models").scenario, "no number depends on it");
    let text = link.to_string();
    assert!(text.ends_with("&show=notice,panels:2,rows&present=1"), "{text}");
    assert_eq!(parse(&text), link);
    for wrong in ["", "all", "Panels", "notice,", "rows:1", "panels:", "panels:-1", "panels:501"] {
        let message = refused(&format!("lab=models&show={wrong}"));
        assert!(message.contains("show"), "{wrong}: {message}");
    }
    assert!(refused("lab=models&show=rows,rows").contains("once each"));
    assert!(refused("present=yes").contains("0 or 1"));
}

#[test]
fn a_part_that_the_lab_has_not_is_refused_with_those_that_it_has() {
    let message = refused("lab=toy&show=xll");
    assert!(message.contains("\"xll\"") && message.contains("panels:0, you, pair"), "{message}");
}

#[test]
fn another_lab_shows_all_of_itself() {
    let there = parse("lab=correlation&show=notice,squares").edited(&Edit::Lab("toy".into()));
    assert!(there.unwrap().view.show.is_empty());
}

fn page(name: &str) -> String {
    let file = format!("{}/www/{name}.html", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// The list and the page name the same parts.
#[test]
fn every_part_stands_in_its_labs_page() {
    for form in &FORMS {
        let template = page(&format!("lab/{}", form.name));
        let asks = template.split("<!-- part ").skip(1).filter_map(|rest| rest.split(' ').next());
        let parts: String = asks.map(|part| page(&format!("part/{part}"))).collect();
        let template = template + &parts;
        let named = template.split("data-part=\"").skip(1).map(|rest| rest.split('"').next());
        let named: BTreeSet<&str> =
            named.flat_map(|names| names.unwrap_or_default().split_whitespace()).collect();
        let listed: BTreeSet<&str> = parts_of(form).map(|part| part.id).collect();
        assert_eq!(named, listed, "{}", form.name);
    }
    let ids: BTreeSet<&str> = PARTS.iter().map(|part| part.id).collect();
    assert_eq!(ids.len(), PARTS.len(), "a name is one part's");
    assert!(Shown::default().is_empty());
}

#[test]
fn a_decimal_comma_is_a_point() {
    let noise = |text: &str| parse("lab=toy").scenario.set("noise", text);
    assert_eq!(noise("0,25").unwrap(), noise("0.25").unwrap());
    assert_eq!(noise(" 0,125").unwrap(), noise("0.125").unwrap());
    for wrong in ["1,000", "0,1,2", ",", "1,", "0,x"] {
        assert!(noise(wrong).is_err(), "{wrong}");
    }
    // Other commas mean something else.
    let kernel = parse("lab=toy").scenario.set("kernel", "rbf(1,2)").unwrap();
    assert_eq!(kernel.key_value("kernel"), "rbf(1,2)");
}
