//! What can be set of a sparse Gaussian process.

use super::Svgp;
use crate::model::common::{ARD, BATCH, PRIOR, count};
use crate::model::settings::ALL;
use crate::model::{Asked, Family, Kind, Place, Setting, Takes, Value};

/// A Gaussian process that knows the data through inducing points.
pub static KIND: Kind = Kind {
    family: Family::Svgp,
    id: "svgp",
    label: "sparse GP",
    help: "A Gaussian process that knows the data only through a few inducing points, whose places \
           are learned.",
    settings: &[
        Setting {
            id: "inducing",
            label: "inducing points",
            help: "How many there are, at most one for each point that was observed.",
            takes: count((1, 500), (1, 2_000)),
            default: "50",
            paper: None,
            place: Place::Everywhere,
        },
        PRIOR,
        Setting {
            id: "steps",
            label: "steps",
            help: "How many steps training takes.",
            takes: count((1, 5_000), (0, 1_000_000)),
            default: "500",
            paper: None,
            place: Place::Everywhere,
        },
        Setting {
            help: "How many points each step of training sees, or all.",
            takes: Takes::Count { offered: (1, 2000), limits: (1, 1_000_000), or: Some(ALL) },
            default: ALL,
            paper: None,
            ..BATCH
        },
        Setting { place: Place::Named, ..ARD },
        Setting {
            id: "inducing_points",
            label: "places of inducing points",
            help: "Where inducing points stay; they move unless this is said.",
            takes: Takes::Points,
            default: "learned",
            paper: None,
            place: Place::Request,
        },
    ],
    is_terse: false,
    untrained: &[],
    nested: None,
    course: None,
    asked: Asked::Always,
    build: |values, setup| {
        let inducing_points = match values.get("inducing_points") {
            Value::Points(points) => Some(points.clone()),
            _ => None,
        };
        Some(Box::new(Svgp {
            kernel: setup.prior(values),
            ard: values.flag("ard"),
            inducing: values.count("inducing"),
            inducing_points,
            batch: values.chosen("batch").map(|batch| batch as usize),
            steps: values.count("steps"),
            noise: setup.noise,
            seed: setup.seed,
        }))
    },
};
