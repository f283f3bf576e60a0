//! Links as large as they may be, written with a few words for what is long.

/// A link with its words replaced: POINTS by as many training points as there may be, RULES by all
/// rules, MODELS by as many models as there may be, KERNEL by the dearest kernel that a link holds.
pub fn whole(link: &str) -> String {
    let points: Vec<_> =
        (0..64).map(|i| format!("point={:.2}", f64::from(i) * 0.19 - 6.0)).collect();
    let rules = "random tig mig batch-mig batch-tig epig itl vtl ctl".split(' ');
    let rules: Vec<_> = rules.map(|rule| format!("rule={rule}")).collect();
    let models: Vec<_> = (1..=10).map(|i| format!("candidate=gp(rbf({i}))")).collect();
    link.replace("POINTS", &points.join("&"))
        .replace("RULES", &rules.join("&"))
        .replace("MODELS", &format!("{}&candidate=oracle&candidate=relu(100)", models.join("&")))
        .replace("KERNEL", &["relu(1)"; 25].join("+"))
}
