//! What fitting and judging all models on one task takes, from sizes alone.

use crate::cost::Cost;
use crate::kernel::Kernel;
use crate::scenario::{Candidate, Family, Scenario, Source};
use crate::task::Truth;

/// A file may hold anything: reading it is a worker's.
const FILE: Cost = Cost::seconds(2.0);

/// One task of a scenario.
pub fn task(scenario: &Scenario) -> Cost {
    let size = Size::of(scenario);
    let own = |candidate: &&Candidate| candidate.kind.family == Family::Own;
    let files = scenario.models.candidates.iter().any(|candidate| own(&candidate));
    let fits = scenario.models.candidates.iter().map(|candidate| size.fit(candidate, scenario));
    let drawn = match scenario.data.source {
        Source::Line => Truth::cost(&scenario.problem, size.all() as usize),
        Source::Synthetic(_) => {
            size.kernel(&scenario.problem.kernel, size.all() * size.all() / 2.0)
                + Cost::operations(size.all() * size.all() * size.all() / 6.0)
        }
        Source::File => FILE,
    };
    let files = if files { FILE } else { Cost::default() };
    drawn + files + size.process(&scenario.problem.kernel) + fits.sum() + size.judging(scenario)
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

    fn all(&self) -> f64 {
        self.train + self.asked()
    }

    /// Points that a posterior is about.
    fn asked(&self) -> f64 {
        self.pool + self.targets
    }

    fn kernel(&self, kernel: &Kernel, evaluations: f64) -> Cost {
        kernel.cost(self.inputs, evaluations)
    }

    /// An exact joint posterior.
    fn process(&self, kernel: &Kernel) -> Cost {
        let (train, asked) = (self.train, self.asked());
        let pairs = asked * asked / 2.0;
        self.kernel(kernel, pairs + train * (train + asked))
            + Cost::operations(train * (pairs + train * (train + asked)))
    }

    fn fit(&self, candidate: &Candidate, scenario: &Scenario) -> Cost {
        let (train, asked) = (self.train, self.asked());
        match candidate.kind.family {
            Family::Oracle | Family::Own => Cost::default(),
            Family::Detuned | Family::Shrunk | Family::Independent => {
                self.process(&scenario.problem.kernel)
            }
            Family::Process => candidate.kernel().map_or(Cost::default(), |own| self.process(own)),
            Family::Relu | Family::Fourier => {
                let width = candidate.count(0) as f64;
                let features = width * self.all() * (20.0 + self.inputs as f64);
                let pairs = asked * asked / 2.0;
                Cost::operations(features + (width + train) * (pairs + train * asked))
            }
        }
    }

    /// XLL of every pair of models, metacorrelations, and the order of the points.
    fn judging(&self, scenario: &Scenario) -> Cost {
        let (models, targets) = (scenario.models.candidates.len() as f64, self.targets);
        let batch = scenario.judging.xll_batch as f64;
        let density = targets * batch * batch * (batch / 6.0 + 4.0);
        let agreement = 150.0 * self.pool.max(targets) * targets;
        let order = 10.0 * self.asked() * self.asked();
        Cost::operations(models * (models * density + agreement + 20.0 * targets * targets) + order)
    }
}
