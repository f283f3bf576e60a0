//! The engine for other programs: JSON in, JSON out, the same on the command line
//! (`talscope score numbers.json`) and in a page (`score(text)` of the wasm module).
//!
//! Matrices are lists of rows. `x` is a list of points, each a list of numbers, or a plain list of
//! numbers for points on a line. `noise_variance` is a number or a list, one number a point. Fields
//! with a question mark may be left out. Every answer has all digits, and never a NaN.
//!
//! | request | fields | answer |
//! |---|---|---|
//! | `kernel` | `kernel, x, x2?` | `gram`: rows for `x`, columns for `x2` (or `x` again) |
//! | `posterior` | `kernel, x_train, y_train, noise_variance, x` | `mean`, `covariance` of the noise-free function at `x`, `jitter` |
//! | `select` | `rule, covariance_pool, covariance_pool_targets, variance_targets or covariance_targets, noise_variance, noise_variance_targets?, batch_size, seed?` | `indices`, `scores`, `gains` |
//! | `score` | `y, batch_size, models, oracle?, include_self?, batches?, references?, rows?, cols?, seed?, measures?, f?` | `models`, `references`, `pairs`, `jitter`, `warning?` |
//! | `tal` | `kernel` or `selection_model?, prediction_model?`, `x, y, train, pool, targets, noise_variance, batch_size, iterations, rule, seed?` | `picks`, `log_likelihood`, `expected_log_likelihood`, `rmse`, `warning?`, `note?` |
//! | `fit` | `model, x_train, y_train, noise_variance, x, seed?` | `mean`, `covariance`, `noise_variance`, `fitted`, `diagnostics`, `warning?`, `hint?` |
//! | `divergence` | `mean_gen, sd_gen, correlation_gen, mean_ref, sd_ref, correlation` | `kl, kl_marginals, kl_correlations, logdet, lambda_min, order_paper, order_tight, bound` |
//!
//! **Kernels** are `{"relu": {"eta"}}`, `{"relu_general": {"bias": [a, b], "weight": [a, b]}}`,
//! `{"rbf": {"lengthscale", "variance"?}}`, `{"matern": {"nu", "lengthscale", "variance"?}}`,
//! `{"periodic": {"lengthscale", "period", "variance"?}}`, `{"linear": {"variance", "bias"}}`,
//! `{"sum": [..]}` and `{"product": [..]}`. A variance left out is 1; the lengthscale of `rbf` and
//! `matern` is a number or a list, one for each input; `nu` is 0.5, 1.5 or 2.5.
//!
//! **`posterior`** says in `jitter` what had to be added to all variances of the observations because
//! their covariance was singular: 0 unless points repeat without noise.
//!
//! **`select`** knows the rules `random tig mig batch-mig batch-tig epig itl vtl ctl`; `itl` needs
//! `covariance_targets`. Rows are pool points, columns targets. `scores[k][i]` is the score of pool
//! point i before pick k, null once it is taken, and `gains[k]` the BatchMIG information of the first
//! k + 1 picks together, whatever the rule: see [`Rule`](crate::acquisition::Rule) for units. Noise
//! must be positive; the targets' is the pool's if that is one number. `itl` informs of noisy
//! observations at the targets, where its authors' informs of the function itself: the noise-free
//! covariance of many targets is singular in 64-bit numbers.
//!
//! **`fit`** fits a model to data, `{KIND: {settings}}`: `{"gp": {"kernel": ..}}`, `{"hmc": {}}`,
//! `{"ensemble": {"members": 3}}`; the end of this page has a table of all kinds and their settings.
//! `noise_variance` is a number that is known, or null if the model is to learn it,
//! which `gp` and `dropout` cannot. `mean` and `covariance` are those of the noise-free function, for
//! models that draw functions over the draws, with 1/m; `noise_variance` in the answer is what the
//! model believes, a number or one for each point. `units: 0` makes `hmc`, `bbb` and `nng` linear models,
//! whose posterior is known. The `elbo` of `bbb` and `nng` is whole and in nats, a closed form for linear
//! models, else an estimate from the draws with its standard error, `elbo_error`; their losses are minus
//! the ELBO over the number of points. `svgp` and `fbnn` keep a `kernel` that is given, and learn an rbf
//! kernel otherwise; inducing points move unless they are given, or a `kernel` that is no rbf kernel. `nkn` learns
//! its kernel from `hyper: {x, y}`, if that is there, and is then conditioned on the training data alone.
//! `validation: {x, y}` lets `bbb`, `nng`, `fbnn`, `dropout` and `ensemble` keep the epoch after which it is likeliest,
//! point by point: it is looked at every `check_every` (100) epochs and after the last, and after `patience`
//! epochs without gain, if that is said, training stops. `chosen_epoch` and `last_epoch` then tell.
//! `fitted` holds what was learned and `diagnostics` how far to trust it, both by name: see
//! [`Model`](crate::model::Model) and its implementations. Where networks learn the noise,
//! `noise_ratio` is the mean squared residual over its variance, 1 once it has settled, with its Monte-Carlo
//! error and about how many nats are still to be gained (`noise_nats`); `eta_ratio` is the same of the weights
//! and eta. A `warning` in words stands in the answer if it should not be trusted as it is: chains that
//! disagree or stand still, training that goes on, variances that have not settled, numbers without digits
//! ([`warnings`](crate::model::Fitted::warnings)); and a `hint` if a network's data are far from order 1.
//!
//! **`tal`** runs algorithm 1 with an exact Gaussian process for selection and prediction, or with a
//! `selection_model` and a `prediction_model`, each as in `fit`, instead of `kernel`; one of the two
//! alone does both, and a `warning` tells what is wrong with their fits, and in which rounds. Either may have
//! a `noise_variance` of its own beside its kind, a number or null, such as
//! `{"hmc": {}, "noise_variance": null}`; the request's is for those that have none. `train`,
//! `pool`, `targets` and each list of `picks` are indices into `x`; the other lists have one number
//! more than there are iterations, the first before any pick.
//!
//! **`score`** takes `models: [{name, mean, covariance, noise_variance}, ..]` and an oracle of the
//! same form, covariances being of the noise-free function; `draws`, a list of function draws with one
//! number a point each, may stand for `mean` and `covariance`, which are then theirs, with 1/m. The points are those
//! of `y`, the targets, or a pool and then the targets. Each of the answer's `models` has
//! `name`, `xll` and `xllr` (means over references; a single model has no rank, and `xllr` is null),
//! `marginal_log_likelihood`, `joint_log_likelihood` (as many random batches as there are targets,
//! by `seed`), `metacorrelation` and `metacorrelation_spearman` with the oracle (null without an
//! oracle or with constant correlations), and `lift`, what was added to all its variances because
//! 32-bit numbers had made its covariance indefinite (0 if nothing); a `warning` if it is given by too few draws. `xll` is the mean log density of Algorithm 2 in
//! the paper, divided by the batch size. `pairs` says between which points correlations were compared:
//! `pool x targets` if all models and the oracle know the pool, else `pairs of targets`, or what the
//! request asks for, the block `rows` x `cols`. No point is compared with itself, and no pair counts
//! twice; Spearman's ranks are of correlations rounded as for batches.
//! Each of its `references` has `name`, `batches`, and for each candidate `xll` and `rank`, which
//! is null for the reference itself under `include_self: false`. Only the models whose indices are in
//! the request's `references` are references, in that order (all unless it is given); the others
//! still are candidates. `batches` is `"noisy"`, each target with those whose observations correlate
//! most with its own, or `"latent"`, by the noise-free function; absolute correlations are compared
//! after rounding to the nearest multiple of 2^-32, and ties go to the lowest index. `jitter` is the largest value that
//! had to be added to the diagonal of a singular batch's correlations; 0 if none.
//!
//! `measures` asks for more of each model, as `measures: {id: value}` in the answer: `joint-2`, `joint-5`, `joint-10`
//! and `joint-20`, the log likelihood per target of random batches of so many; `joint-draws-2` to `joint-draws-20`, the
//! same of the mixture of the model's `draws`; `dyadic`, the log likelihood of ten observations spread over two
//! targets, each with fresh noise, which takes `f`, the true function at the targets, and the noise of the oracle;
//! `dyadic-repeated`, the same with each `y` repeated, which is improper: it prefers correlations that are too weak;
//! `variogram` (order 1, the mean over pairs of targets) and `energy`, of which less is better;
//! `variance-quality`, Pearson's correlation of the pool's variances with the oracle's; and what the answer has
//! anyway, by the ids `metacorrelation`, `spearman`, `xll`, `xllr`, `log-likelihood` and `joint`. What was drawn has its
//! Monte-Carlo standard error in `measure_errors`. What the oracle expects of a measure before any `y` stands in
//! `measures_expected` where it has a closed form, once there is an oracle.
//!
//! A wrong request is answered by an error that names the field, its index and its value. Requests
//! are untrusted: an object may have no key twice; a matrix has at most 67 million entries natively and 4
//! million in a page; and what all of it costs, in time and in memory, is estimated before the work begins
//! ([`prepare`]). A page refuses what would take minutes or hold more than 1 GB; the command line says how
//! long it will take, and goes on unless it would hold more than 8 GB.
//!
#![doc = include_str!("../../docs/settings.md")]

pub(crate) mod check;
mod divergence;
mod fit;
mod gaussian_process;
mod kernel;
mod limits;
mod measures;
mod model;
mod prediction;
mod prepared;
mod read;
mod reader;
mod score;
mod select;
mod syntax;
mod tal;
mod write;

use serde_json::Value;

use crate::error::{Error, Result, quoted};

pub(crate) use limits::{MOST_ENTRIES, check_size};
pub(crate) use prediction::{Numbers, UncheckedModel};
pub use prediction::{OwnModel, Predictions, predictions, task_oracle};
pub use prepared::Prepared;
pub(crate) use read::LARGEST;
pub(crate) use reader::read;
pub(crate) use syntax::parse;

/// The requests by name.
pub const REQUESTS: [&str; 7] =
    ["kernel", "posterior", "fit", "select", "score", "tal", "divergence"];

/// The answer to a request, as JSON text.
///
/// ```
/// let request = r#"{"kernel": {"linear": {"variance": 2, "bias": 1}}, "x": [0, 1.5]}"#;
/// let answer = talscope::json::answer("kernel", request)?;
/// assert_eq!(answer, r#"{"gram":[[1.0,1.0],[1.0,5.5]]}"#);
/// # Ok::<(), talscope::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn answer(request: &str, body: &str) -> Result<String> {
    prepare(request, body)?.answer()
}

/// Reads a request, so that what it costs is known before it is answered: no limit on sizes bounds
/// their product.
///
/// ```
/// let request = r#"{"kernel": {"relu": {"eta": 1}}, "x": [0, 1.5]}"#;
/// let prepared = talscope::json::prepare("kernel", request)?;
/// prepared.cost().check_for_a_page()?;
/// assert!(prepared.answer()?.starts_with(r#"{"gram":"#));
/// # Ok::<(), talscope::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn prepare(request: &str, body: &str) -> Result<Prepared> {
    let prepare: fn(&Value) -> Result<Prepared> = match request {
        "kernel" => gaussian_process::kernel,
        "posterior" => gaussian_process::posterior,
        "fit" => fit::fit,
        "select" => select::select,
        "score" => score::score,
        "tal" => tal::tal,
        "divergence" => divergence::divergence,
        other => {
            let expected = format!("one of {}", REQUESTS.join(", "));
            return Err(Error::value("request", quoted(other), expected));
        }
    };
    let prepared = prepare(&syntax::parse("the request", body)?)?;
    prepared.cost().check_memory()?;
    Ok(prepared)
}

/// The request `score` for predictions that were read from files: its body says how to judge them
/// (`batch_size`, 5 unless it or a file says so, `references` and so on), and holds no `y`, `models` or
/// `oracle` itself.
///
/// # Errors
/// [`Error::Value`] with the field at fault.
pub fn prepare_score(body: &str, predictions: Predictions) -> Result<Prepared> {
    score::score_of(&syntax::parse("the request", body)?, predictions)
}

#[cfg(test)]
mod tests;
