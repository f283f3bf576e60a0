//! Estimates of work beside what it takes: two lines a piece of work, `bench cost-<name> <nanoseconds>`
//! and `bench estimate-<name> <nanoseconds>`, which `cargo xtask bench` compares.

mod links;

use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use links::whole;
use talscope::cost::Cost;
use talscope::experiment::{self, Memory, to_the_end};
use talscope::numeric::simd;
use talscope::scenario::Link;

/// Links from small to as large as they may be, as [`whole`] reads them. The first unit of each is
/// timed, and the first further one if there is any; or all of them, if they are unlike.
const LINKS: [(&str, &str); 59] = [
    ("toy-small", "lab=toy&rule=tig&q=1&pool=-6:6:20&target=0:1:3"),
    ("toy", "lab=toy"),
    ("toy-draw", "lab=toy&preset=draw"),
    ("toy-samples", "lab=toy&samples=20"),
    ("toy-nine-rules", "lab=toy&RULES"),
    ("toy-many-points", "lab=toy&POINTS&target=-1.3:1.3:20"),
    ("toy-many-targets", "lab=toy&target=-6:6:500&pool=-6:6:400&RULES"),
    ("toy-largest", "lab=toy&POINTS&target=-6:6:500&pool=-6:6:400&q=20&RULES&samples=20"),
    ("toy-kernel", "lab=toy&kernel=KERNEL"),
    ("toy-kernel-largest", "lab=toy&POINTS&target=-6:6:500&pool=-6:6:400&q=20&RULES&kernel=KERNEL"),
    ("toy-periodic", "lab=toy&preset=periodic&q=20"),
    ("toy-matern", "lab=toy&kernel=matern52(1)&q=20&POINTS"),
    ("toy-you", "lab=toy&you=0&you=1&you=-1&you=0.5"),
    ("toy-you-found", "lab=toy&preset=two-regions&you=0"),
    ("toy-you-largest", "lab=toy&POINTS&target=-6:6:500&pool=-6:6:400&q=20&you=0"),
    ("marginal", "lab=marginal"),
    ("marginal-small", "lab=marginal&point=&target=0:1:1"),
    ("marginal-targets", "lab=marginal&target=-6:6:500"),
    ("marginal-largest", "lab=marginal&POINTS&target=-6:6:500"),
    ("marginal-kernel", "lab=marginal&POINTS&target=-6:6:500&kernel=KERNEL"),
    ("correlation", "lab=correlation"),
    ("correlation-small", "lab=correlation&pool=-6:6:20&target=0:1:5&candidate=oracle"),
    ("correlation-largest", "lab=correlation&POINTS&pool=-6:6:400&target=-6:6:500&b=20&MODELS"),
    ("correlation-paper", "lab=correlation&task=paper"),
    ("correlation-paper-largest", "lab=correlation&task=paper&d=20&b=20&MODELS"),
    (
        "correlation-kernel",
        "lab=correlation&task=benchmark&kernel=KERNEL&candidate=oracle&candidate=shrunk",
    ),
    (
        "correlation-features",
        "lab=correlation&task=paper&candidate=relu(2000)&candidate=fourier(2000,4)",
    ),
    ("correlation-models", "lab=correlation&task=benchmark&candidate=hmc&candidate=ensemble"),
    ("models-small", "lab=models&tasks=0&pool=-4:4:20&target=0:1:5&candidate=gp-rbf"),
    ("models-hmc", "lab=models&tasks=0&candidate=hmc"),
    ("models-hmc-wide", "lab=models&tasks=0&candidate=hmc(400,1,2,200,20,10,20)"),
    ("models-ensemble", "lab=models&tasks=0&candidate=ensemble"),
    ("models-dropout", "lab=models&tasks=0&candidate=dropout"),
    (
        "models-largest",
        "lab=models&tasks=0&preset=draw&POINTS&pool=-6:6:400&target=-6:6:500&q=20&\
                        candidate=gp-rbf&candidate=ensemble",
    ),
    ("correlation-svgp", "lab=correlation&candidate=svgp"),
    ("correlation-svgp-paper", "lab=correlation&task=paper&d=20&candidate=svgp(500,rbf,200)"),
    ("correlation-svgp-own", "lab=correlation&task=paper&candidate=svgp(20,own)"),
    ("correlation-nkn", "lab=correlation&candidate=nkn(500)"),
    ("correlation-nkn-paper", "lab=correlation&task=paper&d=20&candidate=nkn(100)"),
    ("correlation-fbnn", "lab=correlation&candidate=fbnn(50,200)"),
    ("correlation-fbnn-paper", "lab=correlation&task=paper&d=9&candidate=fbnn(400,200)"),
    ("data-gp-rbf", "lab=data&candidate=gp-rbf"),
    ("data-hmc", "lab=data&candidate=hmc"),
    ("data-bbb", "lab=data&candidate=bbb"),
    ("data-nng", "lab=data&candidate=nng"),
    ("data-fbnn", "lab=data&candidate=fbnn"),
    ("data-dropout", "lab=data&candidate=dropout"),
    ("data-ensemble", "lab=data&candidate=ensemble"),
    ("correlation-bbb", "lab=correlation&candidate=bbb"),
    ("correlation-bbb-paper", "lab=correlation&task=paper&d=9&candidate=bbb"),
    (
        "correlation-bbb-wide",
        "lab=correlation&task=paper&d=20&candidate=bbb(400,1,100,0.01,50,1000)",
    ),
    ("correlation-nng", "lab=correlation&candidate=nng"),
    ("correlation-nng-paper", "lab=correlation&task=paper&d=9&candidate=nng"),
    ("correlation-nng-small", "lab=correlation&candidate=nng(3,1,500,0.01,2,20)"),
    (
        "correlation-nng-wide",
        "lab=correlation&task=paper&d=20&candidate=nng(400,1,100,0.01,5,1000)",
    ),
    ("theorem", "lab=theorem"),
    ("theorem-single", "lab=theorem&b=1&cases=100"),
    ("theorem-middle", "lab=theorem&b=10"),
    ("theorem-largest", "lab=theorem&b=20&lambda=0.001&cases=100000"),
];

fn main() {
    // Estimates are for pages, which have two lanes.
    simd::with_at_most(2, time_links);
}

fn time_links() {
    let filter = std::env::var("TALSCOPE_BENCH_FILTER").unwrap_or_default();
    for (name, link) in LINKS {
        let link: Link = whole(link).parse().expect("a link");
        let (costs, plan) =
            (experiment::cost(&link.scenario), experiment::plan(&link.scenario, &[]));
        let wanted = |name: &str| {
            let named =
                |part| ["cost", "estimate"].map(|kind| format!("{kind}-{name}").contains(part));
            filter.split(',').flat_map(named).any(|named| named)
        };
        // With all that it needs.
        let run = |place: usize, store: &Memory| {
            plan.solve(place, store, &mut to_the_end).expect("work that can be done")
        };
        if wanted(name) {
            print(name, costs.first, nanoseconds(|| run(0, &Memory::default())));
        }
        let further: Vec<usize> = plan.heard().skip(1).collect();
        let heading = format!("{name}-further");
        if !further.is_empty() && wanted(&heading) {
            // Units that need nothing, or each its own, are alike.
            let alike = !plan.apart;
            let share = if alike { 1.0 / further.len() as f64 } else { 1.0 };
            let taken = nanoseconds(|| {
                let store = Memory::default();
                if !alike {
                    run(0, &store);
                }
                further.iter().take(if alike { 1 } else { further.len() }).for_each(|place| {
                    run(*place, &store);
                });
            });
            print(&heading, costs.further * share, taken);
        }
    }
}

fn print(name: &str, estimate: Cost, taken: f64) {
    println!("bench cost-{name} {taken:.0}");
    println!("bench estimate-{name} {:.0}", 1e9 * estimate.as_seconds());
}

/// The mean of some runs: enough for a clock that ticks slowly.
fn nanoseconds<T>(work: impl Fn() -> T) -> f64 {
    let (start, mut runs) = (clock(), 0);
    while runs == 0 || clock() - start < 3e8 {
        std::hint::black_box(work());
        runs += 1;
    }
    (clock() - start) / f64::from(runs)
}

/// This thread's own time where the system tells it, so that other programs do not count.
fn clock() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let own = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let own = own.and_then(|text| text.split_whitespace().next()?.parse().ok());
    own.unwrap_or_else(|| START.elapsed().as_secs_f64() * 1e9)
}
