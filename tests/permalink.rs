//! A link is a figure: the same string gives the same fingerprint natively, in a browser and next
//! year. This one file runs natively and, through wasm-bindgen-test, in a real browser.
//!
//! A fingerprint that changes means that figures which people have shared change. Do it knowingly,
//! with a new version of links, and put the values that the failing test prints in the table.

use talscope::lab::{Opened, to_the_end};
use talscope::scenario::Link;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Links and the fingerprints of their reports.
const TABLE: [(&str, &str); 36] = [
    ("v=1&lab=toy&preset=gap", "6e2938d2a9862c9c"),
    ("v=1&lab=toy&preset=two-regions&observe=noisy&seed=3", "62b12902d9705d09"),
    ("v=1&lab=toy&preset=periodic&samples=3&q=5", "b31ae035f723055a"),
    (
        "v=1&lab=toy&preset=draw&seed=9&point=1:0.5&point=-2&target=-4:-3:7&pool=-5:5:77",
        "5195df8588efae49",
    ),
    (
        "v=1&lab=toy&preset=relu&rule=batch-tig&rule=epig&rule=itl&rule=vtl&rule=ctl&rule=random",
        "39e439e5412d4e68",
    ),
    ("v=1&lab=toy&preset=gap&pool=-6:6:41&q=3&you=0.3&you=-1.2&you=1.2", "993633aa1030da1a"),
    ("v=1&lab=toy&preset=two-regions&rule=batch-mig&you=2.66&you=-2.87", "46a98c8bf945a323"),
    ("v=1&lab=correlation&preset=gap", "0ab02f61bfbc625f"),
    (
        "v=1&lab=correlation&preset=relu&observe=noisy&batches=latent&compare=targets&b=3",
        "5ac14e10c7ed6f2b",
    ),
    (
        "v=1&lab=correlation&preset=edge&candidate=oracle&candidate=!fourier(30,0.5)&candidate=a%20b:gp(periodic(1,2),0.1)&tasks=2",
        "338b1fb82a40db69",
    ),
    (
        "v=1&lab=correlation&preset=draw&candidate=relu(1)&candidate=detuned(0.3,5)&tasks=0",
        "ff40b30f3ff02a5f",
    ),
    ("v=1&lab=correlation&task=paper&d=2&tasks=1", "fd2f5d3cfaf133bd"),
    ("v=1&lab=correlation&task=benchmark&d=9&tasks=0", "b22d641a4d47016e"),
    (
        "v=1&lab=correlation&task=benchmark&d=3&tasks=1&candidate=gp-rbf(each)&candidate=hmc(5,1,2,40,10,2)&candidate=ensemble(3,5,20)&candidate=dropout(5,0.1,20,0.01,50,each)",
        "d061ca9531921193",
    ),
    ("v=1&lab=models&preset=net&tasks=0", "fe6dcad3de77f3c2"),
    (
        "v=1&lab=models&preset=edge&candidate=hmc(5,auto,2,40,10,2)&candidate=dropout(5,0.1,20,0.01,50)&candidate=oracle&rule=mig&q=2&tasks=0",
        "29fc7dd618dc4479",
    ),
    (
        "v=1&lab=models&preset=gap&candidate=gp-rbf&candidate=nng(5,auto,20,0.01,2,50)&candidate=oracle&candidate=dropout(5,0.1,20,0.01,50)&candidate=ensemble(3,5,20)&tasks=3",
        "358bb0fd7ceec6f7",
    ),
    ("v=1&lab=curves&task=benchmark&d=1&rounds=2&tasks=2", "588eed033eb02356"),
    (
        "v=1&lab=data&tasks=2&candidate=gp-rbf&candidate=ensemble(2,5,20)&candidate=dropout(5,0.1,20,0.01,50)&x=energy",
        "491cefb55b3abc5b",
    ),
    ("v=1&lab=curves&task=table&rounds=2&tasks=2&rule=batch-mig&rule=random", "2f4827bed774f273"),
    (
        "v=1&lab=curves&task=line&preset=edge&q=2&rounds=2&tasks=2&rule=batch-mig&rule=tig&candidate=ensemble(3,5,20)&candidate=detuned&predict=gp-rbf",
        "2421d419b94d6401",
    ),
    ("v=1&lab=marginal&preset=gap", "9a1ab4e831a50854"),
    ("v=1&lab=marginal&preset=gap&truth=formula", "2f5619cda545ebdc"),
    ("v=1&lab=marginal&preset=two-regions", "4d0a3de2165edfab"),
    ("v=1&lab=marginal&preset=edge&observe=noisy&seed=7", "b96407d821033e1e"),
    ("v=1&lab=marginal&preset=periodic&stretch=1.5", "2a38e540994ef835"),
    ("v=1&lab=marginal&preset=relu&noise=1", "15805c5e92de118d"),
    ("v=1&lab=marginal&preset=draw&seed=4294967295", "0dfc669f6e450dde"),
    (
        "v=1&lab=marginal&preset=draw&kernel=(rbf(2)+linear(0.1))*matern12(9)&noise=1e-10",
        "a6e75af93c2580b3",
    ),
    ("v=1&lab=marginal&preset=gap&point=&target=0:1:1&repetitions=100", "76f924c2c6fae369"),
    ("v=1&lab=theorem", "ea5ca727666594d3"),
    ("v=1&lab=theorem&xi=0.3&error=1&b=20&lambda=0.001&cases=500&seed=7", "e54331a093153157"),
    ("v=1&lab=theorem&b=1&error=0&cases=100", "d1ae59b795492016"),
    ("v=1&lab=curves&task=paper&d=2&q=3&rounds=2&tasks=2", "7de26c2e37d4a85a"),
    (
        "v=1&lab=agreement&task=benchmark&d=1&tasks=2&candidate=ensemble(members=3,units=5,epochs=20)&candidate=detuned(2)&candidate=!oracle",
        "0b74023947197e83",
    ),
    (
        "v=1&lab=curves&task=benchmark&d=1&rounds=2&tasks=2&rule=batch-mig&candidate=oracle&candidate=ensemble(3,5,20)&candidate=independent&predict=oracle&predict=gp-rbf&predict=ensemble(3,5,20)",
        "cabae8c20364583d",
    ),
];

/// A browser that computes for long without a pause is taken for dead by its driver: so the table is read in shares.
macro_rules! shares {
    ($($name:ident $share:literal)*) => {$(
        #[cfg_attr(not(target_arch = "wasm32"), test)]
        #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
        fn $name() {
            keep_their_figures($share);
        }
    )*};
}

shares! { links_0 0 links_1 1 links_2 2 links_3 3 links_4 4 links_5 5 links_6 6 links_7 7 }

const SHARES: usize = 8;

fn keep_their_figures(share: usize) {
    let changed: String = TABLE
        .iter()
        .skip(share)
        .step_by(SHARES)
        .map(|(link, pinned)| (link, pinned, fingerprint(link)))
        .filter(|(_, pinned, now)| *pinned != now)
        .map(|(link, _, now)| format!("\n    (\"{link}\", \"{now}\"),"))
        .collect();
    assert!(changed.is_empty(), "these figures changed; they are now{changed}");
}

fn fingerprint(link: &str) -> String {
    let link: Link = link.parse().unwrap();
    let opened = Opened::complete(link, &[], &mut to_the_end).unwrap();
    opened.fingerprint().unwrap().unwrap()
}
