//! The page in a real browser. `cargo xtask test` builds and serves it and sets TALSCOPE_URL.

mod support;

use support::webdriver::{Browser, Options};

#[test]
fn the_page_opens_without_an_error() {
    let browser = Browser::start(&Options::default()).unwrap();
    browser.navigate(&page()).unwrap();
    assert_ne!(browser.title().unwrap(), "", "the page has no title");
    assert_eq!(browser.console_errors().unwrap(), [""; 0]);
}

fn page() -> String {
    std::env::var("TALSCOPE_URL").expect("TALSCOPE_URL names the page: run `cargo xtask test`")
}
