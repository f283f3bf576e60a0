//! Times workloads natively and in a browser, from one list: `WORKLOADS` of the bench that includes
//! this module.
//!
//! `cargo bench` runs them natively. In a browser they run as a test, because wasm-bindgen's runner
//! ignores tests under `cargo bench`: `cargo test --release --target wasm32-unknown-unknown
//! --no-default-features --bench <name> -- --nocapture`, with `WASM_BINDGEN_TEST_TIMEOUT=120`.
//! Either way a workload prints one line, `bench <name> <nanoseconds>`, which
//! `cargo xtask bench` reads.

use crate::WORKLOADS;

/// A name without spaces, and what prepares the data and returns the work to be timed.
pub type Workload = (&'static str, fn() -> Box<dyn FnMut()>);

/// The same on as many lanes as wasm has.
#[allow(dead_code)] // Not every bench compares them.
pub fn on_two_lanes(mut work: Box<dyn FnMut()>) -> Box<dyn FnMut()> {
    Box::new(move || talscope::numeric::simd::with_at_most(2, &mut work))
}

/// Runs every workload whose name holds the filter, or one of several with commas between them, and hands
/// its line to `print`.
fn run(filter: &str, clock_nanoseconds: impl Fn() -> f64, print: impl Fn(String)) {
    for (name, prepare) in WORKLOADS {
        if filter.split(',').any(|part| name.contains(part)) {
            let best = best_nanoseconds(&mut prepare(), &clock_nanoseconds);
            print(format!("bench {name} {best:.0}"));
        }
    }
}

/// The best of several samples, which other work on the computer disturbs least, after a warm-up in which a browser replaces its baseline code. A
/// sample repeats the work for at least 20 ms, because a browser's clock ticks in tenths of one. Work that
/// takes seconds is long enough to be run once.
fn best_nanoseconds(work: &mut dyn FnMut(), clock: &impl Fn() -> f64) -> f64 {
    const SAMPLES: usize = 9;
    let mut sample = |repeats: u32| {
        let start = clock();
        (0..repeats).for_each(|_| work());
        clock() - start
    };
    let (start, mut repeats) = (clock(), 1);
    while clock() - start < 4e8 {
        let taken = sample(repeats);
        if taken > 2e9 {
            return taken;
        }
        if taken < 2e7 {
            repeats *= 2;
        }
    }
    (0..SAMPLES).map(|_| sample(repeats) / f64::from(repeats)).fold(f64::INFINITY, f64::min)
}

/// The whole of a bench's `main`; a browser runs the test below instead.
pub fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    {
        let start = std::time::Instant::now();
        let filter = std::env::var("TALSCOPE_BENCH_FILTER").unwrap_or_default();
        run(&filter, || start.elapsed().as_secs_f64() * 1e9, |line| println!("{line}"));
    }
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use wasm_bindgen::prelude::wasm_bindgen;
    use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

    // Not on the main thread, where work of more than half a minute is taken for a page that hangs.
    wasm_bindgen_test_configure!(run_in_dedicated_worker);

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = performance)]
        fn now() -> f64;
    }

    #[wasm_bindgen_test]
    fn workloads() {
        // A browser has no environment: the filter is compiled in.
        let filter = option_env!("TALSCOPE_BENCH_FILTER").unwrap_or_default();
        super::run(filter, || now() * 1e6, |line| console_log!("{line}"));
    }
}
