//! The information diagram of two questions (the paper's appendix): what each tells alone, what both tell
//! together, and so what rules that judge each question alone count twice.

use super::Toy;
use crate::acquisition::{Candidates, Rule, Targets, next_scores};
use crate::chart::{Segment, Shade, Stack, Stacks};
use crate::error::Result;
use crate::experiment::oracle;
use crate::lab::three_decimals;
use crate::numeric::{Matrix, Vector};
use crate::task::{line, side_by_side};

/// Two questions, given what was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Their points of the pool.
    pub indices: [usize; 2],
    /// Their places.
    pub x: [f64; 2],
    /// What they tell about the whole function: TIG.
    pub function: Told,
    /// What they tell about a target, mean over targets: MIG, and together BatchMIG.
    pub targets: Told,
}

/// Mutual informations, in nats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    /// By each question alone.
    pub alone: [f64; 2],
    /// By both.
    pub joint: f64,
}

impl Told {
    /// What only the first tells, what both tell, what only the second tells; their sum is the joint
    /// information. What both tell is negative where they tell more together than each alone.
    pub fn parts(&self) -> [f64; 3] {
        let [first, second] = self.alone;
        [self.joint - second, first + second - self.joint, self.joint - first]
    }
}

impl Pair {
    /// Two points of the pool.
    pub fn new(toy: &Toy, indices: [usize; 2]) -> Result<Self> {
        let x = indices.map(|index| toy.task.pool.inputs[index]);
        let conditioned = oracle(&toy.scenario).condition(&toy.task.train)?;
        // A row each, and not how the targets are related: this follows every frame of a drag.
        let row = |first: f64, second: f64| {
            let inputs = side_by_side(&line([first, second]), &toy.task.targets.inputs);
            conditioned.covariance_with_first(&inputs)
        };
        let ((first, variances), (second, _)) = (row(x[0], x[1]), row(x[1], x[0]));
        let both = Matrix::from_row_slice(2, 2, &[first[0], first[1], first[1], second[0]]);
        let rows = [first, second].map(|row| row.rows(2, toy.task.targets.len()).transpose());
        let cross = Matrix::from_rows(&rows);
        let noise = |count: usize| Vector::from_element(count, toy.task.noise);
        let candidates = Candidates {
            covariance_pool: both.as_view(),
            covariance_pool_targets: cross.as_view(),
            targets: Targets::Variances(variances.rows(2, toy.task.targets.len()).into_owned()),
            noise_pool: noise(2),
            noise_targets: noise(toy.task.targets.len()),
        };
        let told = |rule: Rule| {
            let scores = next_scores(rule, &candidates, &[0])?;
            let alone = [0, 1].map(|i| scores[0][i].unwrap_or_default());
            // By the chain rule: the second given the first.
            Ok(Told { alone, joint: alone[0] + scores[1][1].unwrap_or_default() })
        };
        Ok(Self { indices, x, function: told(Rule::BatchTig)?, targets: told(Rule::BatchMig)? })
    }

    /// The two that are looked at: those of a link, if the pool has them, or MIG's first two, or else
    /// those of the first rule. A pool of one point has none.
    pub fn looked_at(toy: &Toy, at: Option<(usize, usize)>) -> Option<[usize; 2]> {
        let pool = toy.task.pool.len();
        let given = at.map(|(a, b)| [a, b]).filter(|[a, b]| a != b && *a.max(b) < pool);
        let mig = toy.panels.iter().find(|panel| panel.rule == Rule::Mig);
        let panel = mig.or(toy.panels.first());
        given.or_else(|| panel?.batch.indices.first_chunk().copied())
    }

    /// The diagram in words.
    pub fn words(&self) -> String {
        let sentence = |about: &str, rule: &str, told: &Told| {
            let [first, second, joint, both] =
                [told.alone[0], told.alone[1], told.joint, told.parts()[1].abs()]
                    .map(three_decimals);
            let verdict = match told.parts()[1] {
                _ if both == "0.000" => format!("{rule} counts nothing twice"),
                part if part > 0.0 => format!("{rule} counts {both} twice"),
                _ => format!("together they tell {both} more than {rule} counts"),
            };
            format!(
                "About {about}: question 1 alone tells {first} nats, question 2 {second}, both together {joint}; {verdict}."
            )
        };
        [
            sentence("the whole function", "TIG", &self.function),
            sentence("the targets, on average", "MIG", &self.targets),
        ]
        .join(" ")
    }

    /// The diagram.
    pub fn bars(&self) -> Stacks {
        let group = |about: &str, rule: &'static str, told: &Told| {
            (format!("nats about {about}"), bars(rule, told))
        };
        Stacks {
            groups: vec![
                group("the function", "TIG counts", &self.function),
                group("a target", "MIG counts", &self.targets),
            ],
        }
    }
}

/// What a rule counts, beside what there is.
fn bars(counts: &'static str, told: &Told) -> Vec<Stack> {
    let segment = |words, length, shade| Segment { words, length, shade };
    let [only_first, both, only_second] = told.parts();
    let [first, second] = told.alone;
    let (counted, together) = if both >= 0.0 {
        let begin = || {
            vec![segment("only 1", only_first, Shade::First), segment("both", both, Shade::Both)]
        };
        let end = segment("only 2", only_second, Shade::Second);
        let twice = segment("twice", both, Shade::Twice);
        ([begin(), vec![twice, end]].concat(), [begin(), vec![end]].concat())
    } else {
        let alone = || vec![segment("1", first, Shade::First), segment("2", second, Shade::Second)];
        (alone(), [alone(), vec![segment("more", -both, Shade::More)]].concat())
    };
    vec![Stack { name: counts, segments: counted }, Stack { name: "they tell", segments: together }]
}
