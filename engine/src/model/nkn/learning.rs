//! Learning step by step, by Adam.

use crate::error::{Error, Result};
use crate::model::network::Adam;
use crate::model::nkn::Nkn;
use crate::model::nkn::evidence::Exact;
use crate::model::nkn::parameters::Parameters;
use crate::model::nkn::sparse::Sparse;
use crate::model::training::Losses;
use crate::points::Points;

/// A fit under way.
pub struct Learning<'a> {
    pub parameters: Parameters,
    pub losses: Losses,
    /// How many steps there are to make.
    pub steps: usize,
    rate: f64,
    adam: Adam,
    objective: Objective<'a>,
    done: usize,
    /// The best likelihood so far, and the list of parameters then.
    best: Option<(f64, Vec<f64>)>,
}

/// What is made large.
enum Objective<'a> {
    /// The log marginal likelihood.
    Exact(Box<Exact<'a>>),
    /// A bound on it.
    Sparse(Box<Sparse<'a>>),
}

impl<'a> Learning<'a> {
    pub fn new(model: &Nkn, points: &'a Points) -> Self {
        let parameters = Parameters::new(&points.inputs, model.noise, model.seed);
        let steps = if points.is_empty() { 0 } else { model.steps };
        let objective = match model.is_exact(points.len()) {
            true => Objective::Exact(Box::new(Exact::new(points))),
            false => Objective::Sparse(Box::new(Sparse::new(model, points))),
        };
        Self {
            adam: Adam::new(parameters.list.len()),
            parameters,
            losses: Losses::new(steps),
            steps,
            rate: model.learning_rate,
            objective,
            done: 0,
            best: None,
        }
    }

    /// One step.
    ///
    /// # Errors
    /// [`Error::Value`] with the step at which numbers stopped being finite.
    pub fn step(&mut self) -> Result<()> {
        let (done, steps) = (self.done, self.steps);
        let lost = |_: Error| {
            let name = format!("the marginal likelihood at step {} of {steps}", done + 1);
            let expected = "finite: a smaller learning_rate may help, or data of order 1";
            Error::value(name, f64::NAN, expected)
        };
        let (value, gradient) = match &mut self.objective {
            Objective::Exact(exact) => exact.evaluate(&self.parameters).map_err(lost)?,
            Objective::Sparse(sparse) => sparse.step(&self.parameters, self.rate).map_err(lost)?,
        };
        self.losses.add(-value)?;
        let known = matches!(self.objective, Objective::Exact(_));
        if known && self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            self.best = Some((value, self.parameters.list.clone()));
        }
        self.adam.step(&mut self.parameters.list, &gradient, self.rate);
        self.done += 1;
        Ok(())
    }

    /// The likelihood that was found, or the bound on it: where it was best, if it was ever known, since Adam may
    /// also go down; the last it came to, otherwise.
    ///
    /// # Errors
    /// Those of [`Exact::evaluate`] and [`Sparse::bound`].
    pub fn end(mut self) -> Result<(f64, Parameters, Losses)> {
        let value = match (self.best, &mut self.objective) {
            (Some((value, list)), _) => {
                self.parameters.list = list;
                value
            }
            (None, Objective::Exact(exact)) => exact.evaluate(&self.parameters)?.0,
            (None, Objective::Sparse(sparse)) => sparse.bound(&self.parameters)?,
        };
        Ok((value, self.parameters, self.losses))
    }
}
