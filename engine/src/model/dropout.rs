//! Monte-Carlo dropout (Gal & Ghahramani 2016): a network trained while inputs and units are left out
//! at random, and every choice of what to leave out is a function that it holds possible.

mod kind;

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::choice::{Choice, DRAWS};
use crate::model::network::{Adam, Batch, Network, Scratch};
use crate::model::training::{
    BATCH, Course, Losses, between, bytes_of, drawn, glorot, loss_notes, positive, room,
    steps_per_epoch,
};
use crate::model::{Fit, Fitted, Glimpse, Leave, Model, Note, Trained, Validation, facts};
use crate::numeric::{Matrix, Stream, Vector, linalg};
use crate::points::Points;

pub use kind::KIND;

/// A network with dropout; the paper's settings by default.
#[derive(Debug, Clone, PartialEq)]
pub struct Dropout {
    /// Hidden units.
    pub units: usize,
    /// The share of inputs and units that is left out.
    pub rate: f64,
    /// How often the data are passed through.
    pub epochs: usize,
    /// Adam's.
    pub learning_rate: f64,
    /// Functions that are drawn.
    pub draws: usize,
    /// What a drawn function leaves out is the same for all inputs. If not, what is drawn are no
    /// functions: values at different inputs have nothing in common.
    pub one_mask: bool,
    /// Variance of the noise.
    pub noise: f64,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Dropout {
    fn default() -> Self {
        Self {
            units: 50,
            rate: 0.05,
            epochs: 1000,
            learning_rate: 0.01,
            draws: 5000,
            one_mask: true,
            noise: 0.01,
            seed: 0,
        }
    }
}

/// Functions that those who watch are shown.
const WATCHED: usize = 24;

impl Model for Dropout {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("units", self.units, 1, 10_000)?;
        between("epochs", self.epochs, 0, 10_000_000)?;
        between("draws", self.draws, 1, 1_000_000)?;
        positive("learning_rate", self.learning_rate)?;
        positive("noise_variance", self.noise)?;
        if !(0.0..1.0).contains(&self.rate) {
            return Err(Error::value("rate", self.rate, "at least 0 and below 1"));
        }
        room(self.bytes(inputs, seen, asked))
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        let (judge, points) = (self.judge(), validation.points.len());
        // How far off the mean is at the data is asked, too.
        let look =
            judge.prediction_cost(inputs, seen, points) + judge.prediction_cost(inputs, seen, seen);
        let weights = Network::plain(inputs, self.units).expected_size();
        let kept = bytes_of(3.0 * weights) + judge.bytes(inputs, seen, points);
        validation.cost(self.epochs, look).holding(kept)
    }

    fn train(&self, piece: usize, fit: Fit) -> Result<Trained> {
        self.train_past(&[], &mut |_| Ok(()), piece, fit)
    }

    fn train_past(
        &self,
        sooner: &[usize],
        leave: Leave,
        _: usize,
        mut fit: Fit,
    ) -> Result<Trained> {
        let (train, inputs) = (fit.train, fit.inputs);
        self.check(train.inputs.nrows(), train.len(), 0)?;
        let network = Network::plain(train.inputs.nrows(), self.units);
        let mut training = Training::new(self, &network, train);
        let epochs = if train.is_empty() { 0 } else { self.epochs };
        let steps = steps_per_epoch(train.len(), BATCH);
        let ends = sooner.iter().chain([&self.epochs]);
        let mut choice = Choice::new(&fit, epochs, sooner)?;
        let mut course =
            Course::new(ends.map(|end| steps * end.min(&epochs))).that_may_stop(choice.may_stop());
        let judge = self.judge();
        for epoch in 0..epochs {
            while let Some(losses) = course.passed() {
                leave(training.left(&losses))?;
            }
            training.epoch(self, &mut course)?;
            let look = || Some(self.glimpse(&training, inputs, course.longest()));
            fit.tell(epoch as f64 / epochs as f64, &look)?;
            if choice.is_due(epoch + 1) {
                let now = training.left(course.longest());
                if !choice.look(epoch + 1, (&judge, &now, train), || now.clone())? {
                    break;
                }
            }
        }
        while let Some(losses) = course.passed() {
            leave(training.left(&losses))?;
        }
        let last = match course.stopped() {
            Some(losses) => training.left(&losses),
            None => training.left(course.longest()),
        };
        Ok(choice.left(last, 0))
    }

    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let (d, inputs) = (fit.train.inputs.nrows(), fit.inputs);
        self.check(d, fit.train.len(), inputs.ncols())?;
        let trained = Trained::only(trained)?;
        let network = Network::plain(d, self.units);
        let mut state = trained.read();
        let loss = state.numbers()?;
        let weights = state.take(network.size())?;
        state.end()?;
        let mut facts = self.facts((&network, weights), fit.train);
        facts.extend(trained.choice_facts());
        let functions = self.draw((&network, weights), inputs, self.draws, &mut |share| {
            fit.tell(share, &|| None)
        })?;
        let noise = Vector::from_element(inputs.ncols(), self.noise);
        let (mut diagnostics, curve) = (loss_notes(loss), trained.curve.clone());
        diagnostics.extend(trained.choice_notes());
        Ok(Fitted { diagnostics, facts, curve, ..Fitted::drawn(functions, noise)? })
    }

    /// The network, the data, and functions.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let [d, n, m] = [inputs, seen, asked].map(|count| count as f64);
        let weights = Network::plain(inputs, self.units).expected_size();
        bytes_of(6.0 * weights + n * (d + 1.0 + self.units as f64) + drawn(self.draws as f64, m))
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let network = Network::plain(inputs, self.units);
        let steps = (self.epochs * steps_per_epoch(seen, BATCH)) as f64;
        let batch = seen.min(BATCH);
        let masks = Cost::operations(8.0 * (batch * (self.units + inputs)) as f64);
        let step =
            network.gradient_cost(batch) + masks + Cost::operations(4.0 * network.expected_size());
        step * steps
    }

    fn prediction_cost(&self, inputs: usize, _: usize, asked: usize) -> Cost {
        let network = Network::plain(inputs, self.units);
        let (draws, points) = (self.draws as f64, asked as f64);
        let apart = if self.one_mask { 1.0 } else { points };
        let drawing = network.forward_cost(asked)
            + Cost::operations(10.0 * (self.units + inputs) as f64) * apart;
        drawing * draws + Cost::blocked(draws * points * points / 2.0)
    }
}

/// Functions that are drawn between two reports.
const SLAB: usize = 100;

impl Dropout {
    /// What epochs are judged by.
    fn judge(&self) -> Self {
        Self { draws: self.draws.min(DRAWS), ..self.clone() }
    }

    fn facts(&self, trained: (&Network, &[f64]), train: &Points) -> Vec<Note> {
        let seen = facts::some(train);
        // A hundred draws tell how far off their mean is; one after the other they take little room.
        let count = self.draws.min(SLAB);
        let (mut mean, mut values) = (vec![0.0; seen.len()], Vec::new());
        for draw in 0..count {
            let mut stream = Stream::new(self.seed, "dropout masks", draw as u64);
            values.clear();
            self.draw_one(trained, &seen.inputs, &mut stream, &mut values);
            linalg::add_multiple(&mut mean, &values, 1.0 / count as f64);
        }
        let mut notes = facts::misfit(&seen, &mean, self.noise);
        notes.extend(facts::untrained(self.epochs > 0, !train.is_empty(), "no_epochs"));
        notes.extend((self.rate == 0.0).then(|| Note::number("no_masks", 1.0)));
        notes
    }

    /// How strongly the matrices' weights are pulled towards zero.
    fn decay(&self, examples: usize) -> f64 {
        1e-4 * (1.0 - self.rate) / (2.0 * examples as f64 * self.noise)
    }

    /// What is kept is scaled up for what is left out.
    fn mask(&self, stream: &mut Stream) -> f64 {
        if stream.uniform() < self.rate { 0.0 } else { 1.0 / (1.0 - self.rate) }
    }

    /// Functions of a network and its weights, one a column, unless `tell` stops it.
    fn draw(
        &self,
        trained: (&Network, &[f64]),
        inputs: &Matrix,
        count: usize,
        tell: &mut dyn FnMut(f64) -> Result<()>,
    ) -> Result<Matrix> {
        let mut values = Vec::with_capacity(inputs.ncols() * count);
        for first in (0..count).step_by(SLAB) {
            tell(first as f64 / count as f64)?;
            for draw in first..count.min(first + SLAB) {
                let mut stream = Stream::new(self.seed, "dropout masks", draw as u64);
                self.draw_one(trained, inputs, &mut stream, &mut values);
            }
        }
        Ok(Matrix::from_vec(inputs.ncols(), count, values))
    }

    fn draw_one(
        &self,
        trained: (&Network, &[f64]),
        inputs: &Matrix,
        stream: &mut Stream,
        values: &mut Vec<f64>,
    ) {
        let mut masked = |points: &Matrix| {
            let weights = self.masked(trained, stream);
            let lists = [&weights[..]];
            let found = trained.0.functions(lists.into_iter(), points);
            values.extend_from_slice(found.as_slice());
        };
        match self.one_mask {
            true => masked(inputs),
            false => inputs.column_iter().for_each(|point| {
                masked(&Matrix::from_column_slice(point.len(), 1, point.into_owned().as_slice()));
            }),
        }
    }

    /// The weights of a network without what a mask leaves out: dropping an input or a unit is setting
    /// the weights that leave it to zero.
    fn masked(&self, (network, weights): (&Network, &[f64]), stream: &mut Stream) -> Vec<f64> {
        let mut weights = weights.to_vec();
        let rows = network.rows();
        let inputs = rows.len() - 3;
        for row in &rows[..inputs] {
            let mask = self.mask(stream);
            weights[row.clone()].iter_mut().for_each(|weight| *weight *= mask);
        }
        for weight in &mut weights[rows[inputs + 1].clone()] {
            *weight *= self.mask(stream);
        }
        weights
    }

    fn glimpse(&self, training: &Training, inputs: &Matrix, losses: &Losses) -> Glimpse {
        let trained = (&training.network, &training.weights[..]);
        let functions = self.draw(trained, inputs, WATCHED, &mut |_| Ok(()));
        let functions = functions.expect("nobody stops it");
        Glimpse::of(functions, self.noise, losses.curve.clone(), None)
    }
}

/// A network being trained.
struct Training {
    network: Network,
    weights: Vec<f64>,
    adam: Adam,
    all: Batch,
    observed: Vec<f64>,
    batch: Batch,
    scratch: Scratch,
    gradient: Vec<f64>,
    stream: Stream,
}

impl Training {
    fn new(dropout: &Dropout, network: &Network, train: &Points) -> Self {
        let mut stream = Stream::new(dropout.seed, "dropout training", 0);
        Self {
            network: network.clone(),
            weights: glorot(network, &mut stream),
            adam: Adam::new(network.size()),
            all: Batch::new(network, &train.inputs),
            observed: train.observed.as_slice().to_vec(),
            batch: Batch::room(network, train.len().min(BATCH)),
            scratch: Scratch::default(),
            gradient: vec![0.0; network.size()],
            stream,
        }
    }

    /// What is left after such losses.
    fn left(&self, losses: &Losses) -> Trained {
        let loss = losses.end_of_some().into_iter();
        let state: Vec<f64> = loss.chain(self.weights.iter().copied()).collect();
        (state, losses.curve.clone()).into()
    }

    /// All examples once, in random order, as far as they fill whole batches.
    fn epoch(&mut self, dropout: &Dropout, course: &mut Course) -> Result<()> {
        let count = self.observed.len();
        let order = self.stream.permutation(count);
        order.chunks_exact(count.min(BATCH)).try_for_each(|indices| {
            let loss = self.step(dropout, indices);
            course.add(loss)
        })
    }

    /// One step on a batch, every example with a mask of its own; returns its loss.
    fn step(&mut self, dropout: &Dropout, indices: &[usize]) -> f64 {
        self.batch.gather(&self.all, indices);
        let stream = &mut self.stream;
        self.batch.inputs_mut().iter_mut().for_each(|input| *input *= dropout.mask(stream));
        self.network.hide(&self.weights, &self.batch, &mut self.scratch);
        self.drop_units(dropout, indices.len());
        self.network.output(&self.weights, &self.batch, &mut self.scratch);
        let scale = 1.0 / indices.len() as f64;
        let Scratch { output, slope, .. } = &mut self.scratch;
        slope.resize(indices.len(), 0.0);
        let mut loss = 0.0;
        for ((output, &index), slope) in output.iter().zip(indices).zip(slope) {
            let residual = output - self.observed[index];
            loss += residual * residual;
            *slope = 2.0 * scale * residual;
        }
        let Self { network, weights, batch, scratch, gradient, .. } = self;
        network.backward(weights, batch, scratch, gradient);
        // A unit that is left out does not fire; the others were scaled.
        let kept = 1.0 / (1.0 - dropout.rate);
        gradient[..network.hidden_weights()].iter_mut().for_each(|slope| *slope *= kept);
        loss = loss * scale + self.pull(dropout);
        self.adam.step(&mut self.weights, &self.gradient, dropout.learning_rate);
        loss
    }

    fn drop_units(&mut self, dropout: &Dropout, examples: usize) {
        let (hidden, stream) = (self.scratch.hidden_mut(), &mut self.stream);
        for example in 0..examples {
            for unit in 0..self.network.units() {
                hidden[Scratch::place(unit, example, examples)] *= dropout.mask(stream);
            }
        }
    }

    /// Weight decay: added to the gradient, and returned as its share of the loss.
    fn pull(&mut self, dropout: &Dropout) -> f64 {
        let decay = dropout.decay(self.observed.len());
        let rows = self.network.rows();
        let inputs = rows.len() - 3;
        let mut squares = 0.0;
        for row in rows[..inputs].iter().chain([&rows[inputs + 1]]) {
            for at in row.clone() {
                squares += self.weights[at] * self.weights[at];
                self.gradient[at] += decay * self.weights[at];
            }
        }
        0.5 * decay * squares
    }
}

#[cfg(test)]
mod tests;
