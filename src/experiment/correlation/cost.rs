//! What fitting and judging all models on a task takes, from sizes alone.

use crate::cost::Cost;
use crate::experiment::train;
use crate::kernel::Kernel;
use crate::model::{self, GaussianProcess, Model, ProcessCost};
use crate::scenario::{Candidate, Family, Pairs, Problem, Scenario, Source, TruthSource};
use crate::task::Truth;

/// A file may hold anything: reading it is a worker's.
const FILE: Cost = Cost::seconds(2.0);

/// The task that is shown.
pub fn shown(scenario: &Scenario) -> Cost {
    let own = |candidate: &Candidate| candidate.kind.family == Family::Own;
    let files = scenario.models.candidates.iter().any(own) || scenario.data.source == Source::File;
    let files = if files { FILE } else { Cost::default() };
    let size = Size::of(scenario);
    size.task(scenario, &scenario.problem) + size.order(scenario) + files
}

/// Each further task: its function is always drawn, and no file knows it.
pub fn further(scenario: &Scenario) -> Cost {
    let drawn = Problem { truth: TruthSource::Draw, ..scenario.problem.clone() };
    Size::of(scenario).task(scenario, &drawn)
}

/// The same once all models are trained.
pub fn after_training(scenario: &Scenario) -> Cost {
    let training = |candidate: &Candidate| {
        let units = train::units(scenario, candidate, 0).into_iter();
        units.filter_map(|unit| train::cost(&unit)).sum::<Cost>().as_seconds()
    };
    let trained: f64 = scenario.models.candidates.iter().map(training).sum();
    let all = further(scenario);
    Cost::seconds((all.as_seconds() - trained).max(0.0)).holding(all.bytes())
}

struct Size {
    inputs: usize,
    train: f64,
    pool: f64,
    targets: f64,
}

impl Size {
    fn of(scenario: &Scenario) -> Self {
        let sizes = scenario.sizes();
        let [train, pool, targets] = [sizes.train, sizes.pool, sizes.targets].map(|n| n as f64);
        Self { inputs: scenario.inputs(), train, pool, targets }
    }

    /// A task is drawn, and all models are fitted and judged.
    fn task(&self, scenario: &Scenario, problem: &Problem) -> Cost {
        let drawn = match scenario.data.source {
            Source::Line => Truth::cost(problem, self.all() as usize),
            Source::Synthetic(_) => self.drawn(&problem.kernel),
            Source::File | Source::Table => Cost::default(),
        };
        let candidates = scenario.models.candidates.iter();
        let fits = candidates.map(|candidate| self.fit(candidate, scenario));
        // All beliefs are kept, and workers may fit several tasks at the same time.
        let fits = fits.fold(Cost::default(), Cost::beside);
        drawn + self.process(&problem.kernel) + fits + self.judging(scenario)
    }

    fn all(&self) -> f64 {
        self.train + self.asked()
    }

    /// Points that a posterior is about.
    fn asked(&self) -> f64 {
        self.pool + self.targets
    }

    fn drawn(&self, kernel: &Kernel) -> Cost {
        let all = self.all();
        ProcessCost { kernel, inputs: self.inputs }.covariance(all)
            + Cost::blocked(all * all * all / 6.0)
            + Cost::normals(all * (self.inputs + 2) as f64)
    }

    /// An exact joint posterior, and its way into a part.
    fn process(&self, kernel: &Kernel) -> Cost {
        let process = ProcessCost { kernel, inputs: self.inputs };
        process.condition(self.train) + process.joint(self.train, self.asked()) + self.written()
    }

    fn written(&self) -> Cost {
        Cost::operations(2.0 * self.asked() * self.asked())
    }

    /// A model's fit, and its way into a part. Files and the oracle are there already.
    fn fit(&self, candidate: &Candidate, scenario: &Scenario) -> Cost {
        let process = GaussianProcess {
            kernel: scenario.problem.kernel.clone(),
            noise: scenario.problem.noise,
        };
        let exists = candidate.kind.family == Family::Oracle;
        let model =
            model::build(candidate, Some(&process), None, self.inputs, 0).filter(|_| !exists);
        let cost = |model: Box<dyn Model>| {
            model.cost(self.inputs, self.train as usize, self.asked() as usize)
        };
        model.map_or(Cost::default(), cost) + self.written()
    }

    /// XLL of every pair of models, and metacorrelations, for which all pairs of points are ranked.
    fn judging(&self, scenario: &Scenario) -> Cost {
        let (models, targets) = (scenario.models.candidates.len() as f64, self.targets);
        let batch = scenario.judging.xll_batch as f64;
        let density = 300.0 + 4.5 * batch * batch * (batch / 6.0 + 4.0);
        let pairs = match scenario.judging.pairs {
            Pairs::PoolTargets => self.pool * targets,
            Pairs::Targets => targets * targets / 2.0,
        };
        let each = models * targets * density + 150.0 * pairs + 20.0 * targets * targets;
        Cost::operations(models * each)
    }

    /// On a line, points are in order as they are.
    fn order(&self, scenario: &Scenario) -> Cost {
        let like = if scenario.data.source == Source::Line { 0.0 } else { 20.0 };
        Cost::operations(self.asked() * (200.0 + like * self.asked()))
    }
}
