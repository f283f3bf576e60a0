//! Random tests that may run for as long as one likes: `cargo xtask soak 1000000`. A few cases of each
//! run with the other tests. All are seeded, so that what failed once fails again.

use std::panic::catch_unwind;

use talscope::numeric::Stream;
use talscope::scenario::{KEYS, Link};

#[test]
fn a_few_random_links_are_refused_or_print_what_they_mean() {
    random_links(2_000);
}

#[test]
#[ignore = "takes long: run `cargo xtask soak`"]
fn random_links_are_refused_or_print_what_they_mean() {
    random_links(count());
}

/// How many cases the long tests try.
fn count() -> u64 {
    let text = std::env::var("TALSCOPE_SOAK").unwrap_or_else(|_| "100000".into());
    text.parse().unwrap_or_else(|_| panic!("TALSCOPE_SOAK must be a whole number, got {text:?}"))
}

/// No text makes the parser panic, and what it takes prints to a link that means the same.
fn random_links(count: u64) {
    let mut taken = 0;
    for index in 0..count {
        let text = random_link(&mut Stream::new(1, "soak: links", index));
        let parsed = catch_unwind(|| text.parse::<Link>());
        let Ok(link) = parsed.unwrap_or_else(|_| panic!("link {index} panics: {text:?}")) else {
            continue;
        };
        taken += 1;
        let printed = link.to_string();
        match printed.parse::<Link>() {
            Ok(again) => assert_eq!(again, link, "link {index}: {text:?} prints {printed:?}"),
            Err(error) => panic!("link {index}: {text:?} prints {printed:?}: {error}"),
        }
    }
    assert!(taken > count / 20, "only {taken} of {count} links were taken: this tests too little");
}

/// Pairs of a key and a value that are fine on their own, with some that are not.
const PAIRS: [&str; 40] = [
    "lab=toy",
    "lab=correlation",
    "lab=marginal",
    "v=1",
    "preset=gap",
    "preset=two-regions",
    "preset=draw",
    "preset=relu",
    "noise=0.1",
    "noise=1e-10",
    "noise=1e400",
    "kernel=rbf(2)",
    "kernel=periodic(0.9,3)*rbf(30)",
    "kernel=relu(100)+0.5*matern12(1)",
    "point=1:0.5",
    "point=-2",
    "point=",
    "target=-4:-3:7",
    "target=1:0:5",
    "pool=-5:5:77",
    "pool=0:0:1",
    "rule=batch-mig",
    "rule=tig",
    "q=3",
    "q=0",
    "seed=4294967295",
    "seed=-1",
    "task=paper",
    "task=benchmark",
    "d=9",
    "tasks=4",
    "b=3",
    "candidate=oracle",
    "candidate=a%20b:gp(rbf(2),0.1)",
    "candidate=!fourier(30,0.5)",
    "repetitions=1000",
    "theme=dark",
    "embed=1",
    "step=2",
    "at=3:4",
];

/// Letters that mean something in links, and some that should not.
const LETTERS: [&str; 24] = [
    "0", "1", "9", "-", "+", ".", "e", "NaN", "(", ")", "*", ",", ":", "=", "&", "#", "%", "%20",
    "%zz", "!", "é", "\u{0}", " ", "rbf",
];

fn random_link(stream: &mut Stream) -> String {
    let pairs: Vec<String> = (0..stream.below(6)).map(|_| random_pair(stream)).collect();
    let mut link = pairs.join("&");
    if stream.below(3) == 0 {
        // Another letter in the place of one, or at the end.
        let mut letters: Vec<String> =
            link.chars().map(String::from).chain([String::new()]).collect();
        let place = stream.below(letters.len() as u64) as usize;
        letters[place] = (*one_of(stream, &LETTERS)).into();
        link = letters.concat();
    }
    link
}

fn random_pair(stream: &mut Stream) -> String {
    let pair = *one_of(stream, &PAIRS);
    match stream.below(8) {
        0 => {
            let (_, value) = pair.split_once('=').unwrap_or_default();
            format!("{}={value}", one_of(stream, &KEYS).name)
        }
        1 => (0..stream.below(6)).map(|_| *one_of(stream, &LETTERS)).collect(),
        _ => pair.into(),
    }
}

fn one_of<'a, T>(stream: &mut Stream, choices: &'a [T]) -> &'a T {
    &choices[stream.below(choices.len() as u64) as usize]
}
