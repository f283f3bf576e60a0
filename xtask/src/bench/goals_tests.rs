//! Goals are met, missed, or not timed.

use super::*;

#[test]
fn goals_are_met_missed_or_not_timed() {
    let mut timings = Timings::default();
    assert!(!print(&timings, false), "without timings every goal is missed");
    assert!(print(&timings, true), "a filter may leave goals out");
    timings.read("bench cholesky-1024 100", Side::Native, None);
    timings.read("bench cholesky-1024-two-lanes 100", Side::Native, None);
    timings.read("bench cholesky-1024 110", Side::Wasm, None);
    timings.read("bench nalgebra-cholesky-1024 300", Side::Wasm, None);
    timings.read("bench toy-three-rules 100", Side::Native, None);
    timings.read("bench toy-nine-rules 300", Side::Native, None);
    timings.read("bench fbnn-400 9000000000", Side::Wasm, None);
    timings.read("bench fbnn-100 900000000", Side::Wasm, None);
    let pages = "first-figure opening-seen pull-median pull-95th drag-median drag-95th drag-work-median pull-work-median motion-work-median heatmap-700 repetitions-longest-task \
                 worst-toy worst-correlation worst-marginal worst-models worst-theorem models-fitted \
                 models-longest-task learning-unseen learning-seen worst-curves curves-50-tasks \
                 curves-longest-task agreement-first-figure agreement-longest-task";
    for page in pages.split(' ') {
        timings.read(&format!("bench page-{page} 7000000"), Side::Wasm, None);
    }
    let models = "network-gradient-8-points-50-units network-gradient-8-points-50-units-two-lanes hmc-paper \
                  ensemble-paper draws-5000-points-700-d9 bbb-paper-45-points-700-asked-d9 nng-paper-45-points-700-asked-d9";
    for model in models.split(' ') {
        timings.read(&format!("bench {model} 100"), Side::Native, None);
        timings.read(&format!("bench {model} 110"), Side::Wasm, None);
    }
    timings.read("bench runner-one-core 200", Side::Native, None);
    timings.read("bench runner-two-cores 100", Side::Native, None);
    timings.read("bench cost-toy 100", Side::Native, None);
    timings.read("bench estimate-toy 150", Side::Native, None);
    assert!(print(&timings, false), "numpy may be missing");
    timings.read("bench estimate-toy 30", Side::Native, None);
    assert!(!print(&timings, false), "work that takes longer than it was said to");
    timings.read("bench estimate-toy 150", Side::Native, None);
    timings.has_peer("numpy");
    timings.read("bench toy-three-rules 500", Side::Peer, None);
    assert!(!print(&timings, false), "but not in part");
    timings = Timings::default();
    timings.read("bench cholesky-1024 110", Side::Wasm, None);
    timings.read("bench nalgebra-cholesky-1024 150", Side::Wasm, None);
    assert!(!print(&timings, true));
}
