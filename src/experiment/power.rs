//! The power of measures: how many tasks each needs to tell the exact posterior from the same with its correlations
//! multiplied by a factor. Means and variances are untouched, so what tells them apart is the joint prediction alone.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::experiment::codec::Writer;
use crate::experiment::work::{JUDGED, OBSERVED, PLACES};
use crate::experiment::{
    Evidence, Fit, Known, Part, Tell, Unit, Work, at_targets, correlation, measure, oracle, stamp,
    train, versions,
};
use crate::metric::JOINT_MEASURES;
use crate::model::{KINDS, Model, Value, keep_going};
use crate::numeric::probit;
use crate::posterior::BAND;
use crate::scenario::{Candidate, Family, Scenario};
use crate::task::{Task, side_by_side};

/// All measures on one task: `first` is its number, and the second candidate says the factor.
pub static POWER: Work = Work {
    id: "power",
    keys: &[OBSERVED, PLACES, JUDGED],
    version: |scenario| {
        let further = measure::FURTHER.iter().map(|measure| (measure.id, measure.version));
        stamp(2, &versions(scenario).into_iter().chain(further).collect::<Vec<_>>())
    },
    cost: Some(|unit| cost_of_a_task(unit.scenario())),
    run,
};

/// How many functions measures that need draws get of either model. The log of a mean of few weights is too small on
/// average, the more so the larger a batch is: what these measures prefer there is partly that.
pub const DRAWS: usize = 200;

/// What a measure says of the right model and of the wrong one, and what the oracle expects it to say, before
/// any y; nothing where it cannot be taken, or has no closed form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Of the right model, then of the wrong one.
    pub values: [Option<f64>; 2],
    /// The same as it is expected.
    pub expected: [Option<f64>; 2],
}

/// How well a measure tells right from wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    /// By how much the right model is better on average; below 0 if the measure prefers the wrong one.
    pub mean: f64,
    /// The standard deviation of that over tasks.
    pub deviation: f64,
    /// Of how many tasks.
    pub tasks: usize,
}

impl Power {
    /// Of what a measure says on several tasks, `better` being 1 if more is and -1 if less is; nothing for less
    /// than two tasks on which it can be taken.
    pub fn of(better: f64, tasks: impl Iterator<Item = [Option<f64>; 2]>) -> Option<Self> {
        let both = tasks.filter_map(|[right, wrong]| Some([right?, wrong?]));
        let differences = both.map(|[right, wrong]| {
            let difference = better * (right - wrong);
            // Rounding tells nothing apart.
            let rounding = 1e-12 * (right.abs() + wrong.abs());
            if difference.abs() > rounding { difference } else { 0.0 }
        });
        let differences: Vec<f64> = differences.collect();
        let tasks = differences.len();
        let mean = differences.iter().fold(0.0, |sum, it| sum + it) / tasks as f64;
        let squares = differences.iter().fold(0.0, |sum, it| sum + (it - mean) * (it - mean));
        let deviation = (squares / (tasks as f64 - 1.0)).sqrt();
        (tasks > 1).then_some(Self { mean, deviation, tasks })
    }

    /// How many tasks it takes to find the sign of the mean with probability 0.9, by a two-sided test of level 0.05:
    /// `(z_0.975 + z_0.9)^2 (deviation / mean)^2`, as if differences were normal; at least 1. Nothing if it tells
    /// nothing apart.
    pub fn needed(&self) -> Option<f64> {
        let ratio = (BAND + probit(0.9)) * self.deviation / self.mean;
        (self.mean != 0.0).then(|| (ratio * ratio).ceil().max(1.0))
    }

    /// How many standard errors the mean is from 0; none if nothing is told apart.
    pub fn z(&self) -> f64 {
        let errors = self.mean / self.deviation * (self.tasks as f64).sqrt();
        if self.mean == 0.0 { 0.0 } else { errors }
    }
}

/// A unit of a scenario: on its first task, with its factor.
pub fn unit(scenario: &Scenario) -> Unit {
    let wrong = KINDS.iter().find(|kind| kind.family == Family::Shrunk);
    let right = KINDS.iter().find(|kind| kind.family == Family::Oracle);
    let [right, mut wrong] =
        [right, wrong].map(|kind| Candidate::of(kind.expect("a kind of its own")));
    wrong.values.set("factor", Value::Number(scenario.judging.factor));
    Unit::altered(&POWER, &scenario.with_models(Vec::new()), (0, 0), |of| {
        of.models.candidates = vec![right, wrong];
    })
}

/// What a unit costs.
pub fn cost(scenario: &Scenario) -> Cost {
    cost_of_a_task(unit(scenario).scenario())
}

/// Both models are judged by all measures, twice: by y and as it is expected.
fn cost_of_a_task(scenario: &Scenario) -> Cost {
    let targets = scenario.sizes().targets;
    let further = JOINT_MEASURES.iter().map(|measure| measure.cost(targets, DRAWS));
    let drawing = Cost::factor(targets) + Cost::normals((DRAWS * targets) as f64);
    correlation::cost_of_judging(scenario) + (further.sum::<Cost>() * 2.0 + drawing) * 2.0
}

fn run(unit: &Unit, _: &[Part], tell: Tell) -> Result<Part> {
    let (scenario, number) = (unit.scenario(), unit.first);
    if tell(0.0, &|| None).is_break() {
        return Err(Error::Cancelled);
    }
    let task = Task::numbered(scenario, number)?;
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let exact = oracle(scenario).fit(&task.train, &inputs, &mut keep_going)?;
    let missing = || Error::missing("the factor of a unit of power", "");
    let wrong = scenario.models.candidates.get(1).filter(|it| it.kind.family == Family::Shrunk);
    let factor = wrong.ok_or_else(missing)?.number("factor");
    let (y, seed) = (task.targets.observed.as_slice(), train::task_seed(scenario, number));
    let fits = [exact.clone(), exact.clone().weakened(factor)].map(|posterior| {
        let draws = posterior.last(y.len()).samples(DRAWS, seed)?;
        Ok(Some(Fit { draws: Some(draws), ..Fit::sure(posterior) }))
    });
    let fits = fits.into_iter().collect::<Result<Vec<_>>>()?;
    let known = Known { oracle: Some(&exact), truth: Some(task.targets.truth.as_slice()) };
    let targets = at_targets(y, &fits);
    let evidence = Evidence::of(scenario, y, &fits, &targets, known)?;
    let mut out = Writer::default();
    for measure in measure::all() {
        out.optional(&measure.judge(&evidence)?);
        out.optional(&measure.expected(&evidence)?);
    }
    Ok(out.end())
}

/// What a unit found, by the order of [`measure::all`].
pub fn read(part: &Part) -> Result<Vec<Pair>> {
    part.read(|reader| {
        let mut pair = || -> Result<[Option<f64>; 2]> {
            let both = reader.optional(2)?;
            Ok([both[0], both[1]])
        };
        measure::all().map(|_| Ok(Pair { values: pair()?, expected: pair()? })).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::to_the_end;
    use crate::scenario::Link;

    fn found(link: &str, factor: f64) -> Vec<Vec<Pair>> {
        let scenario = format!("{link}&factor={factor}").parse::<Link>().unwrap().scenario;
        let unit = unit(&scenario);
        let part = |task| unit.at((task, 0)).run(&[], &mut to_the_end).unwrap();
        (0..scenario.judging.tasks).map(|task| read(&part(task)).unwrap()).collect()
    }

    fn power(tasks: &[Vec<Pair>], id: &str, expected: bool) -> Option<Power> {
        let place = measure::all().position(|measure| measure.id == id).unwrap();
        let of =
            |task: &Vec<Pair>| if expected { task[place].expected } else { task[place].values };
        Power::of(measure::find(id).unwrap().better, tasks.iter().map(of))
    }

    #[test]
    fn needed_tasks_are_those_of_tables() {
        // A mean of one standard deviation: 10.5 (Cohen 1988), so 11.
        let pairs = [[Some(2.0), Some(2.0)], [Some(3.0), Some(0.0)], [None, Some(1.0)]];
        let power = Power::of(1.0, pairs.into_iter()).unwrap();
        assert_eq!((power.mean, power.tasks), (1.5, 2));
        let one = Power { mean: -1.0, deviation: 1.0, tasks: 2 };
        assert_eq!((one.needed(), one.z()), (Some(11.0), -(2_f64.sqrt())));
        let blind = Power::of(1.0, [[Some(1.0), Some(1.0 + 1e-15)]; 3].into_iter()).unwrap();
        assert_eq!((blind.needed(), blind.z()), (None, 0.0));
        assert_eq!(Power::of(1.0, [[Some(1.0), Some(2.0)]].into_iter()), None);
    }

    /// The authors' own tasks in one dimension.
    #[test]
    fn measures_of_joint_predictions_see_what_marginals_do_not() {
        let tasks = found("lab=agreement&task=benchmark&d=1&tasks=40", 0.9);
        let needed = |id: &str, expected: bool| power(&tasks, id, expected).unwrap().needed();
        for blind in ["metacorrelation", "log-likelihood", "variance-quality"] {
            assert_eq!(needed(blind, false), None, "{blind}");
        }
        for id in ["joint-5", "joint-20", "dyadic"] {
            assert!(power(&tasks, id, false).unwrap().z() > 3.0, "{id}");
            assert!(needed(id, true) <= needed(id, false), "{id}: expected ones tell more");
        }
        assert!(
            power(&tasks, "dyadic-repeated", false).unwrap().z() < -3.0,
            "prefers the wrong one"
        );
    }

    /// With one label repeated it is improper, so that more tasks make it surer of the wrong model.
    #[test]
    fn the_dyadic_likelihood_of_a_repeated_label_prefers_the_wrong_model_in_three_dimensions_too() {
        let tasks = found("lab=agreement&task=benchmark&d=3&tasks=30", 0.9);
        let z = |id: &str| power(&tasks, id, false).unwrap().z();
        assert!(z("dyadic-repeated") < -2.5, "{}", z("dyadic-repeated"));
        assert!(z("dyadic") > 0.0 && z("joint-20") > 3.0, "{} {}", z("dyadic"), z("joint-20"));
    }

    /// The same batches of the right model, by its Gaussian and by draws of it: the log of the mean of 200 weights lies
    /// below, by hardly anything in pairs and by over a nat per target in batches of twenty.
    #[test]
    fn what_is_estimated_from_draws_is_too_small_in_large_batches() {
        let tasks = found("lab=agreement&task=benchmark&d=9&tasks=3", 0.9);
        let value = |id: String| {
            let place = measure::all().position(|measure| measure.id == id).unwrap();
            let values = tasks.iter().map(|task| task[place].values[0].unwrap());
            values.sum::<f64>() / tasks.len() as f64
        };
        let lost = |b: usize| value(format!("joint-{b}")) - value(format!("joint-draws-{b}"));
        let lost = [2, 5, 10, 20].map(lost);
        assert!(lost.is_sorted(), "{lost:?}");
        assert!(lost[0].abs() < 0.1 && lost[3] > 1.0, "nats per target: {lost:?}");
    }

    #[test]
    fn units_hold_the_factor_and_survive_as_bytes() {
        let unit = |factor: &str| {
            let link = format!("lab=agreement&task=benchmark&d=1&tasks=2&factor={factor}");
            super::unit(&link.parse::<Link>().unwrap().scenario)
        };
        let (one, other) = (unit("0.9"), unit("0.8"));
        assert_ne!(one.name(&[]), other.name(&[]));
        assert_eq!(Unit::from_bytes(&one.to_bytes()).unwrap(), one);
    }
}
