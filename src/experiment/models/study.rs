//! What is made of a fitted model: its band, a few of its functions, its correlations, what it would
//! ask for, and how good all of that is.

use std::rc::Rc;

use crate::acquisition::{self, Batch, Candidates};
use crate::cost::Cost;
use crate::error::Result;
use crate::experiment::codec::{Reader, Writer};
use crate::experiment::correlation::codec::{belief_from, posterior_into};
use crate::experiment::models::kept::{Kept, Told};
use crate::experiment::models::{self, CURVE};
use crate::experiment::{self, Belief, Part, oracle};
use crate::metric::{self, Metacorrelation};
use crate::model::{GaussianProcess, Model, ProcessCost, keep_going};
use crate::numeric::Matrix;
use crate::posterior::Posterior;
use crate::scenario::Scenario;
use crate::task::{Task, side_by_side};

/// A model, fitted and examined.
#[derive(Debug, Clone)]
pub struct Studied {
    /// What it believes along the x axis, jointly.
    pub along: Belief,
    /// Functions that it holds possible there, one a column.
    pub functions: Matrix,
    /// What it believes of pool and targets, jointly.
    pub belief: Belief,
    /// What it tells of its training.
    pub fit: Told,
    /// What it would ask for.
    pub batch: Batch,
    /// What the answers would really tell about a target on average, in nats: by the exact posterior.
    pub told: f64,
    /// Agreement with the exact posterior's correlations.
    pub agreement: Metacorrelation,
    /// Agreement with those of the Gaussian process that has its own prior, if there is one.
    pub own: Option<Metacorrelation>,
    /// Mean log likelihood of the targets' observations, in nats.
    pub log_likelihood: f64,
    /// Root mean square error against the true function at the targets.
    pub rmse: f64,
    /// The draws of a few targets, one a column, chain after chain.
    pub trace: Matrix,
}

/// What examining a model costs.
pub fn cost(scenario: &Scenario) -> Cost {
    let sizes = scenario.sizes();
    let (both, curve) = ((sizes.pool + sizes.targets) as f64, CURVE as f64);
    let pairs = (sizes.pool * sizes.targets) as f64;
    let (process, seen) =
        (ProcessCost { kernel: &scenario.problem.kernel, inputs: 1 }, sizes.train as f64);
    models::choosing(scenario)
        + Cost::operations(4.0 * both * both + 300.0 * pairs)
        + Cost::blocked(curve * curve * (curve / 6.0 + scenario.models.samples as f64))
        + Cost::normals(curve * scenario.models.samples as f64)
        + process.condition(seen)
        + process.joint(seen, both)
}

/// Examines a fitted model. `own` is the process with its own prior.
pub fn study(
    scenario: &Scenario,
    task: &Task,
    fitted: Kept,
    own: Option<&GaussianProcess>,
) -> Result<Studied> {
    let places: Vec<usize> = (CURVE..fitted.posterior.len()).collect();
    let joint = fitted.posterior.select(&places)?;
    let candidates = Candidates::of(&joint, task.pool.len())?;
    let (rule, picks) = (models::rule(scenario), models::picks(scenario));
    let batch = acquisition::select(rule, &candidates, picks, scenario.problem.seed.into())?;
    let inputs = side_by_side(&task.pool.inputs, &task.targets.inputs);
    let exact = |process: &GaussianProcess| process.fit(&task.train, &inputs, &mut keep_going);
    let oracle = exact(&oracle(scenario))?;
    let told =
        acquisition::information(&Candidates::of(&oracle, task.pool.len())?, &batch.indices)?;
    let pairs = scenario.judging.pairs;
    let agreement =
        |with: &Posterior| experiment::agreement(pairs, &joint, with, task.targets.len());
    let targets = joint.last(task.targets.len()).marginals();
    let curve: Vec<usize> = (0..CURVE).collect();
    let along = fitted.posterior.select(&curve)?;
    Ok(Studied {
        functions: functions(scenario, &fitted, &along)?,
        along: packed(&along)?,
        belief: packed(&joint)?,
        batch,
        told: told.iter().fold(0.0, |sum, more| sum + more),
        agreement: agreement(&oracle)?,
        own: own.map(|own| agreement(&exact(own)?)).transpose()?,
        log_likelihood: metric::log_likelihood(&task.targets.observed, &targets),
        rmse: metric::root_mean_square_error(&task.targets.truth, &targets.mean),
        trace: fitted.trace,
        fit: fitted.fit,
    })
}

/// A posterior as figures hold it.
fn packed(posterior: &Posterior) -> Result<Belief> {
    let mut out = Writer::default();
    posterior_into(posterior, &mut out);
    let values = Rc::new(out.end().0);
    belief_from(&mut Reader(&values), &values, 0)
}

/// As many as the scenario asks for: of those that were drawn, or drawn here.
fn functions(scenario: &Scenario, fitted: &Kept, along: &Posterior) -> Result<Matrix> {
    let wanted = scenario.models.samples;
    match &fitted.functions {
        Some(drawn) => Ok(drawn.columns(0, wanted.min(drawn.ncols())).into_owned()),
        None => along.samples(wanted, scenario.problem.seed.into()),
    }
}

impl Studied {
    /// Writes all of it.
    pub fn write(&self, out: &mut Writer) {
        out.matrix(&self.functions);
        for belief in [&self.along, &self.belief] {
            out.list(&belief.mean);
            out.plain(&belief.noise);
            out.list(belief.covariance.numbers());
        }
        self.fit.write(out);
        out.indices(&self.batch.indices);
        out.plain(&self.batch.gains);
        self.batch.scores.iter().for_each(|scores| out.optional(scores));
        for agreement in [Some(self.agreement), self.own] {
            out.flag(agreement.is_some());
            agreement.iter().for_each(|a| out.optional(&[a.pearson, a.spearman]));
        }
        out.plain(&[self.told, self.log_likelihood, self.rmse]);
        out.matrix(&self.trace);
    }

    /// What [`Studied::write`] wrote, for a pool of so many points.
    pub fn read(reader: &mut Reader, pool: usize) -> Result<Self> {
        let functions = reader.matrix()?;
        let mut belief = || -> Result<Belief> {
            let mean = reader.list()?.to_vec();
            let noise = reader.take(mean.len())?.to_vec();
            Ok(Belief::of(mean, noise, Rc::new(reader.list()?.to_vec())))
        };
        let (along, belief) = (belief()?, belief()?);
        let fit = Told::read(reader)?;
        let indices = reader.indices()?;
        let gains = reader.take(indices.len())?.to_vec();
        let scores = indices.iter().map(|_| reader.optional(pool)).collect::<Result<_>>()?;
        let mut agreement = || -> Result<Option<Metacorrelation>> {
            if !reader.flag()? {
                return Ok(None);
            }
            let both = reader.optional(2)?;
            Ok(Some(Metacorrelation { pearson: both[0], spearman: both[1] }))
        };
        const NOTHING: Metacorrelation = Metacorrelation { pearson: None, spearman: None };
        let (with_oracle, own) = (agreement()?.unwrap_or(NOTHING), agreement()?);
        Ok(Self {
            along,
            functions,
            belief,
            fit,
            batch: Batch { indices, scores, gains },
            agreement: with_oracle,
            own,
            told: reader.number()?,
            log_likelihood: reader.number()?,
            rmse: reader.number()?,
            trace: reader.matrix()?,
        })
    }

    /// As a part.
    pub fn part(&self) -> Part {
        let mut out = Writer::default();
        self.write(&mut out);
        out.end()
    }

    /// From a part.
    pub fn of(part: &Part, pool: usize) -> Result<Self> {
        let mut reader = Reader(&part.0);
        let studied = Self::read(&mut reader, pool)?;
        reader.end(studied)
    }

    /// A number among its notes.
    pub fn note(&self, name: &str) -> Option<f64> {
        let Told { learned, diagnostics, facts, .. } = &self.fit;
        let all = learned.iter().chain(diagnostics).chain(facts);
        { all }.find(|note| note.name == name)?.plain()
    }
}
