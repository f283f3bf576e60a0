//! The toy problems that a link starts from. They are illustrations, chosen to be striking; none
//! of them is symmetric, so that no rule has to break a tie.

use std::f64::consts::PI;
use std::fmt;

use crate::numeric::math::{cos, sin};

/// A stretch of the x axis with evenly spaced points on it, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Region {
    /// Left end.
    pub low: f64,
    /// Right end.
    pub high: f64,
    /// Number of points.
    pub count: usize,
}

impl Region {
    /// The points, from left to right; a single one lies in the middle.
    pub fn points(&self) -> impl Iterator<Item = f64> + use<> {
        let Self { low, high, count } = *self;
        (0..count).map(move |i| match count {
            1 => (low + high) / 2.0,
            _ => low + (high - low) * (i as f64 / (count - 1) as f64),
        })
    }
}

/// A one-dimensional problem with a known answer.
pub struct Preset {
    /// Its name in links.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What to notice when rules are compared on it.
    pub notice: &'static str,
    /// The prior that the model starts from.
    pub kernel: &'static str,
    /// The stretch of the x axis that is drawn.
    pub range: (f64, f64),
    /// Where the function has been observed.
    pub train: &'static [f64],
    /// Where its value matters.
    pub targets: &'static [Region],
    /// Where it could be observed next.
    pub pool: Region,
    /// How many of those observations can be afforded.
    pub batch_size: usize,
    /// The function itself; a preset without one draws it from the prior.
    pub formula: Option<fn(f64) -> f64>,
    /// The y axis that holds truth and band without ever rescaling.
    pub y_range: (f64, f64),
}

/// Presets are told apart by their names.
impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for Preset {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "preset {}", self.name)
    }
}

const fn region(low: f64, high: f64, count: usize) -> Region {
    Region { low, high, count }
}

/// All presets, the default one first.
pub static PRESETS: [Preset; 7] = [
    Preset {
        name: "gap",
        title: "Gap between two clusters",
        notice: "TIG asks far away: no help. MIG finds the most telling point in the gap, then asks \
                 for its near copies: half of the gap stays unknown. BatchMIG’s score sinks around \
                 what it has asked for, so it spreads over the gap and gets the function almost right.",
        kernel: "rbf(0.8)",
        range: (-6.0, 6.0),
        train: &[-2.7, -2.4, -2.1, 1.7, 2.0, 2.3],
        targets: &[region(-1.3, 1.3, 20)],
        pool: region(-6.0, 6.0, 201),
        batch_size: 4,
        formula: Some(|x| sin(2.2 * x) + 0.3 * cos(3.0 * x)),
        y_range: (-3.0, 3.0),
    },
    Preset {
        name: "two-regions",
        title: "Two regions of interest",
        notice: "With two regions to learn about, MIG’s favourites all lie together; \
                 BatchMIG divides its questions between both.",
        kernel: "rbf(0.8)",
        range: (-7.0, 7.0),
        train: &[-5.0, -0.6, 0.4, 4.8],
        targets: &[region(-3.7, -2.1, 15), region(1.9, 3.4, 15)],
        pool: region(-7.0, 7.0, 201),
        batch_size: 6,
        formula: Some(|x| sin(1.9 * x) + 0.5 * cos(2.7 * x)),
        y_range: (-3.0, 3.0),
    },
    Preset {
        name: "edge",
        title: "Beyond the edge of the data",
        notice: "The targets lie beyond the data. MIG crowds at their middle; BatchMIG \
                 covers them from end to end.",
        kernel: "matern52(1)",
        range: (-6.0, 6.0),
        train: &[-4.0, -3.0, -2.0, -1.0, 0.0],
        targets: &[region(1.6, 3.6, 21)],
        pool: region(-6.0, 6.0, 201),
        batch_size: 4,
        formula: Some(|x| sin(1.7 * x) + 0.3 * x),
        y_range: (-3.5, 3.5),
    },
    Preset {
        name: "periodic",
        title: "A nearly periodic function",
        notice: "The targets lie outside the pool, yet the function nearly repeats: a \
                 question one period to the left is as good as one on the spot. Rest on the \
                 targets, with mouse or finger: the correlation curve shows it.",
        kernel: "periodic(0.9,3)*rbf(30)",
        range: (-6.0, 6.0),
        train: &[-5.6, -2.9, 0.1],
        targets: &[region(4.0, 5.4, 15)],
        pool: region(-6.0, 1.5, 151),
        batch_size: 3,
        formula: Some(|x| sin(2.0 * PI * x / 3.0) + 0.4 * cos(4.0 * PI * x / 3.0 + 0.4)),
        y_range: (-3.0, 3.0),
    },
    Preset {
        name: "relu",
        title: "A ReLU network's prior",
        notice: "Under a ReLU network’s prior functions are nearly straight lines with \
                 kinks: few well-placed questions go a long way.",
        kernel: "relu(6)",
        range: (-4.0, 4.2),
        train: &[-1.7, -1.5, 1.5, 1.7],
        targets: &[region(-1.0, 1.1, 21)],
        pool: region(-4.0, 4.2, 201),
        batch_size: 3,
        formula: Some(|x| 1.5 * (x - 0.2).abs() - 1.2 * (x - 0.9).max(0.0) - 1.0),
        y_range: (-7.0, 9.0),
    },
    Preset {
        name: "draw",
        title: "A draw from the prior",
        notice: "A function drawn from the prior by the seed: nobody chose it, and \
                 BatchMIG still asks well. Try new seeds.",
        kernel: "rbf(0.9)",
        range: (-6.0, 6.0),
        train: &[-4.6, -1.9, -1.4, 2.2, 3.1],
        targets: &[region(-0.9, 1.6, 20)],
        pool: region(-6.0, 6.0, 201),
        batch_size: 4,
        formula: None,
        y_range: (-3.2, 3.2),
    },
    Preset {
        name: "net",
        title: "A draw from a network",
        notice: "MIG and TIG crowd their questions, and one answer nearly tells the next; BatchMIG spreads them. \
                 (The function is drawn from a process that behaves like a network with 50 hidden units.)",
        kernel: "relunet(0.5,0.5,0.0196,0.9804)",
        range: (-4.0, 4.0),
        train: &[-3.1, -2.6, -2.2, -1.8, 1.4, 1.9, 2.5, 3.2],
        targets: &[region(-1.2, 0.8, 21)],
        pool: region(-4.0, 4.0, 81),
        batch_size: 3,
        formula: None,
        y_range: (-0.3, 1.1),
    },
];

/// The preset called `name`.
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
