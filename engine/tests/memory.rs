//! What models say that they hold, against what they ask of the allocator. Alone in its file, because
//! whatever else runs would be counted too.

#![cfg(not(target_family = "wasm"))]
// An allocator cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use talscope_engine::model::{
    Approach, Dropout, Ensemble, Fbnn, FeatureRegression, Features, GaussianProcess, Hmc, Model,
    Nkn, Nng, RbfProcess, Svgp, Variational, keep_going,
};
use talscope_engine::numeric::{Matrix, Stream, Vector};
use talscope_engine::points::Points;

struct Counting;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(held, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The most that a fit held at once, in bytes.
fn measured(model: &dyn Model, train: &Points, inputs: &Matrix) -> f64 {
    let before = HELD.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    model.learn(train, inputs, &mut keep_going).unwrap();
    (MOST.load(Ordering::Relaxed) - before) as f64
}

fn models() -> Vec<(&'static str, Box<dyn Model>)> {
    let kernel = || "rbf(1)".parse().unwrap();
    let features = Features::Fourier { lengthscale: 1.0, variance: 1.0 };
    let bbb = Variational { epochs: 1, draws: 1500, ..Variational::default() };
    let nng = || Approach::Nng(Nng::default());
    let hmc = Hmc { chains: 4, burn_in: 10, draws: 300, thin: 1, ..Hmc::default() };
    let svgp = Svgp { steps: 2, ..Svgp::default() };
    let fbnn = Fbnn { units: 100, epochs: 1, ..Fbnn::default() };
    let ensemble = Ensemble { epochs: 1, members: 200, ..Ensemble::default() };
    let dropout = Dropout { epochs: 1, draws: 1500, ..Dropout::default() };
    vec![
        ("gp", Box::new(GaussianProcess { kernel: kernel(), noise: 0.1 })),
        ("features", Box::new(FeatureRegression { features, width: 600, noise: 0.1, seed: 0 })),
        ("gp-rbf", Box::new(RbfProcess { restarts: 0, ..RbfProcess::default() })),
        ("gp-rbf ard", Box::new(RbfProcess { restarts: 0, ard: true, ..RbfProcess::default() })),
        ("svgp", Box::new(svgp.clone())),
        ("svgp batch", Box::new(Svgp { batch: Some(50), inducing: 200, ..svgp })),
        ("nkn", Box::new(Nkn { steps: 2, ..Nkn::default() })),
        (
            "nkn sparse",
            Box::new(Nkn { steps: 2, exact: 50, inducing: 100, batch: 200, ..Nkn::default() }),
        ),
        ("fbnn", Box::new(fbnn.clone())),
        ("fbnn wide", Box::new(Fbnn { units: 600, batch: 50, ..fbnn })),
        ("hmc", Box::new(hmc.clone())),
        ("hmc learned", Box::new(Hmc { learn_eta: true, ..hmc })),
        ("bbb", Box::new(bbb.clone())),
        ("bbb wide", Box::new(Variational { units: 4000, draws: 20, ..bbb.clone() })),
        ("nng", Box::new(Variational { approach: nng(), ..bbb.clone() })),
        ("nng wide", Box::new(Variational { units: 150, draws: 50, approach: nng(), ..bbb })),
        ("ensemble", Box::new(ensemble.clone())),
        ("ensemble noise", Box::new(Ensemble { noise: None, units: 500, ..ensemble })),
        ("dropout", Box::new(dropout)),
    ]
}

#[test]
fn models_hold_about_what_they_say() {
    let places =
        |count: usize| Matrix::from_vec(3, count, Stream::new(1, "", 0).normals(3 * count));
    let mut wrong = Vec::new();
    for (name, model) in models() {
        // A search with hundreds of points takes its time, and holds no more for its asking.
        let sizes =
            if name.starts_with("gp-rbf") { [(60, 30), (60, 400)] } else { [(400, 60), (60, 500)] };
        for (seen, asked) in sizes {
            let observed = Vector::from_vec(Stream::new(2, "", 0).normals(seen));
            let train = Points { inputs: places(seen), truth: observed.clone(), observed };
            let got = measured(&*model, &train, &places(asked));
            let ratio = model.bytes(3, seen, asked) / got;
            // Never much less, and not so much more that good work would be refused.
            if !(0.9..2.5).contains(&ratio) {
                wrong.push(format!("{name} {seen} {asked}: {ratio:.2} of {got}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
