//! The page in Firefox: every lab opens, without a complaint and with the numbers of this machine.

use super::support::bidi::Firefox;
use super::{COMPLETE, LABS, address_of, native_fingerprint, url};

#[test]
#[ignore = "needs Firefox, whose program FIREFOX names: run `cargo xtask test`"]
fn every_lab_has_the_fingerprint_of_this_machine() {
    let mut firefox = Firefox::start().unwrap();
    firefox.navigate(&url()).unwrap();
    firefox.wait_for(COMPLETE).unwrap();
    let labs = firefox.value(LABS).unwrap();
    let labs = labs.as_array().unwrap();
    assert!(!labs.is_empty(), "the page names its labs");
    for link in labs.iter().map(|link| link.as_str().unwrap()) {
        firefox.navigate(&address_of(link)).unwrap();
        firefox.wait_for(COMPLETE).unwrap();
        let shown = firefox.value("document.getElementById('fingerprint').textContent").unwrap();
        assert_eq!(shown, native_fingerprint(link), "{link}");
        assert_eq!(firefox.console_errors(), [""; 0], "{link}");
    }
}
