//! Measures compared by what they say of many models, as in the paper's Figures 4, 5, 6 and 9: a mark for each model,
//! any two quantities against each other, and how many tasks each measure needs to tell right from wrong.

mod charts;
mod figure;
mod power;
mod references;
mod report;
mod terminal;
mod words;

pub use figure::AgreementFigure;

/// Two quantities that the paper sets against each other, and where.
struct Pair {
    x: &'static str,
    y: &'static str,
    /// What is asked by it.
    label: &'static str,
    /// Where the paper shows it.
    figure: &'static str,
    /// The claim that it decides, by its name on the page of results.
    claim: &'static str,
}

/// The first is what the lab opens with.
const PAIRS: [Pair; 7] = [
    Pair {
        x: "metacorrelation",
        y: "batch-mig",
        label: "BatchMIG’s result and metacorrelation",
        figure: "Figure 4, right",
        claim: "tal-metacorrelation",
    },
    Pair {
        x: "variance-quality",
        y: "tig",
        label: "TIG’s result and quality of variances",
        figure: "Figure 4, left",
        claim: "tal-metacorrelation",
    },
    Pair {
        x: "metacorrelation",
        y: "xll",
        label: "XLL and metacorrelation",
        figure: "Figure 5",
        claim: "xll-agrees",
    },
    Pair {
        x: "metacorrelation",
        y: "xllr",
        label: "XLLR and metacorrelation",
        figure: "Figure 5",
        claim: "xll-agrees",
    },
    Pair {
        x: "batch-mig",
        y: "xll",
        label: "XLL and BatchMIG’s result",
        figure: "Figure 5",
        claim: "xll-agrees",
    },
    Pair {
        x: "batch-mig",
        y: "xllr",
        label: "XLLR and BatchMIG’s result",
        figure: "Figure 5",
        claim: "xll-agrees",
    },
    Pair {
        x: "log-likelihood",
        y: "joint-5",
        label: "Joint and marginal log likelihood",
        figure: "Figure 9",
        claim: "joint-marginal",
    },
];

/// What is set against each other all at once: its id, and a name for a small cell.
const MATRIX: [(&str, &str); 13] = [
    ("batch-mig", "BatchMIG result"),
    ("tig", "TIG result"),
    ("metacorrelation", "meta- corr."),
    ("variance-quality", "quality of variances"),
    ("xll", "XLL"),
    ("xllr", "XLLR"),
    ("log-likelihood", "log lik."),
    ("joint-5", "joint, 5 targets"),
    ("joint-20", "joint, 20 targets"),
    ("dyadic", "dyadic"),
    ("dyadic-repeated", "dyadic, repeated"),
    ("variogram", "variogram"),
    ("energy", "energy"),
];

#[cfg(test)]
mod tests;
