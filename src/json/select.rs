//! The request `select`: a batch by any rule, from anyone's covariances.

use serde_json::{Value, json};

use super::check::{self, Observed};
use super::read::{Field, Fields, check_size};
use super::{Prepared, write};
use crate::acquisition::{self, Candidates, Rule, Targets};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::numeric::{Matrix, Vector};

const KNOWN: [&str; 9] = [
    "rule",
    "covariance_pool",
    "covariance_pool_targets",
    "variance_targets",
    "covariance_targets",
    "noise_variance",
    "noise_variance_targets",
    "batch_size",
    "seed",
];

/// Picks, the scores before each, and the information of the picks together.
pub fn select(request: &Value) -> Result<Prepared> {
    let fields = Fields::of_request(request, &KNOWN)?;
    let rule = rule(&fields.required("rule")?)?;
    let pool_field = fields.required("covariance_pool")?;
    let pool = pool_field.items("a list of rows")?.len();
    if pool == 0 {
        return Err(pool_field.wrong("a list of at least 1 row"));
    }
    let batch_size = fields.required("batch_size")?.count(1, pool as u64)? as usize;
    let seed = fields.optional("seed").map_or(Ok(0), |field| field.count(0, u64::MAX))?;
    let blocks = Blocks::read(&fields, rule, pool)?;
    let targets = blocks.pool_targets.ncols();
    let cost = blocks.cost()
        + acquisition::cost(rule, pool, targets, batch_size)
        + write::cost(batch_size * pool);
    Ok(Prepared::new(cost, move || {
        let blocks = blocks.checked(rule)?;
        let batch = acquisition::select(rule, &blocks.candidates(), batch_size, seed)?;
        let row = |(k, scores): (usize, &Vec<Option<f64>>)| {
            write::optionals(&format!("scores[{k}]"), scores)
        };
        Ok(json!({
            "indices": batch.indices,
            "scores": batch.scores.iter().enumerate().map(row).collect::<Result<Vec<_>>>()?,
            "gains": write::numbers("gains", &batch.gains)?,
        }))
    }))
}

/// The rule of that name.
pub fn rule(field: &Field) -> Result<Rule> {
    let name = field.text()?;
    let names = || format!("one of {}", Rule::ALL.map(Rule::name).join(", "));
    name.parse().map_err(|_| field.wrong(names()))
}

/// What [`Candidates`] borrow.
struct Blocks {
    pool: Matrix,
    pool_targets: Matrix,
    targets: Among,
    noise_pool: Vector,
    noise_targets: Vector,
}

/// What is known of the targets among themselves.
enum Among {
    Variances(Vector),
    Covariance(Matrix),
}

impl Blocks {
    /// The blocks as they are given; they fit each other, but may be of no covariance.
    fn read(fields: &Fields, rule: Rule, size: usize) -> Result<Self> {
        let pool = fields.required("covariance_pool")?.matrix(Some(size), Some(size))?;
        let cross = fields.required("covariance_pool_targets")?;
        let pool_targets = cross.matrix(Some(size), None)?;
        let count = pool_targets.ncols();
        if count == 0 {
            let name = format!("{}[0]", cross.name);
            return Err(Error::value(name, "an empty list", "a list of at least 1 number"));
        }
        let targets = targets(fields, rule, count)?;
        if let Among::Covariance(_) = targets {
            check_size("covariance of pool and targets", size + count, size + count)?;
        }
        let noise = fields.required("noise_variance")?;
        let noise_pool = Vector::from_vec(noise.variances(size, true)?);
        let noise_targets = Vector::from_vec(noise_targets(fields, &noise, rule, count)?);
        Ok(Self { pool, pool_targets, targets, noise_pool, noise_targets })
    }

    /// What [`Blocks::checked`] costs.
    fn cost(&self) -> Cost {
        let (pool, targets) = self.pool_targets.shape();
        let among = match &self.targets {
            Among::Variances(_) => Cost::default(),
            Among::Covariance(_) => check::cost(targets) + Cost::factor(pool + targets),
        };
        Cost::factor(pool) + among + Cost::operations(5.0) * (pool * (pool + targets)) as f64
    }

    /// The same if they are of one covariance.
    fn checked(mut self, rule: Rule) -> Result<Self> {
        self.pool = check::covariance("covariance_pool", self.pool)?;
        match &mut self.targets {
            Among::Variances(variances) => check_pairs(&self.pool, &self.pool_targets, variances)?,
            Among::Covariance(targets) => {
                let given = std::mem::replace(targets, Matrix::zeros(0, 0));
                *targets = check::covariance("covariance_targets", given)?;
                check_joint(&self.pool, &self.pool_targets, targets)?;
                if rule == Rule::Itl {
                    let all = Observed { first: 0, noise: self.noise_targets.as_slice() };
                    check::semi_definite_observed("covariance_targets", targets, all)?;
                }
            }
        }
        Ok(self)
    }

    fn candidates(&self) -> Candidates<'_> {
        Candidates {
            covariance_pool: self.pool.as_view(),
            covariance_pool_targets: self.pool_targets.as_view(),
            targets: match &self.targets {
                Among::Variances(variances) => Targets::Variances(variances.clone()),
                Among::Covariance(matrix) => Targets::Covariance(matrix.as_view()),
            },
            noise_pool: self.noise_pool.clone(),
            noise_targets: self.noise_targets.clone(),
        }
    }
}

fn targets(fields: &Fields, rule: Rule, count: usize) -> Result<Among> {
    let variances = fields.optional("variance_targets");
    match (variances, fields.optional("covariance_targets")) {
        (Some(field), Some(_)) => Err(field.wrong("left out beside covariance_targets")),
        (None, Some(field)) => Ok(Among::Covariance(field.matrix(Some(count), Some(count))?)),
        (None, None) => {
            let expected = "given, or variance_targets";
            Err(Error::value("covariance_targets", "neither", expected))
        }
        (Some(field), None) if rule == Rule::Itl => Err(Error::clash(format!(
            "rule itl needs covariance_targets instead of {}",
            field.name
        ))),
        (Some(field), None) => {
            field.numbers(Some(count))?;
            Ok(Among::Variances(Vector::from_vec(field.variances(count, false)?)))
        }
    }
}

/// One number for the pool's noise serves the targets too; a list does not, and only EPIG and ITL
/// ask for more.
fn noise_targets(fields: &Fields, noise: &Field, rule: Rule, count: usize) -> Result<Vec<f64>> {
    match fields.optional("noise_variance_targets") {
        Some(field) => field.variances(count, true),
        None if !noise.is_list() => noise.variances(count, true),
        None if [Rule::Epig, Rule::Itl].contains(&rule) => {
            let expected = format!("given for the rule {rule}, since noise_variance is a list");
            Err(Error::value("noise_variance_targets", "nothing", expected))
        }
        None => Ok(vec![1.0; count]),
    }
}

/// Whether the blocks belong to one covariance matrix, pool first.
fn check_joint(pool: &Matrix, cross: &Matrix, targets: &Matrix) -> Result<()> {
    let (rows, size) = (pool.nrows(), pool.nrows() + targets.nrows());
    let mut joint = Matrix::zeros(size, size);
    joint.view_mut((0, 0), pool.shape()).copy_from(pool);
    joint.view_mut((0, rows), cross.shape()).copy_from(cross);
    joint.view_mut((rows, 0), (targets.nrows(), rows)).copy_from(&cross.transpose());
    joint.view_mut((rows, rows), targets.shape()).copy_from(targets);
    check::semi_definite("covariance of pool and targets", &joint)
}

/// Cauchy and Schwarz: no covariance exceeds the product of the deviations.
fn check_pairs(pool: &Matrix, cross: &Matrix, variances: &Vector) -> Result<()> {
    let most = variances.max().max(pool.diagonal().max());
    for (j, column) in cross.column_iter().enumerate() {
        for (i, entry) in column.iter().enumerate() {
            let limit = (pool[(i, i)].max(0.0) * variances[j]).sqrt() + 1e-6 * most;
            if entry.abs() > limit {
                let name = format!("covariance_pool_targets[{i}][{j}]");
                let expected = format!("within the two points' standard deviations, {limit}");
                return Err(Error::value(name, entry, expected));
            }
        }
    }
    Ok(())
}
