//! A deep ensemble (Lakshminarayanan, Pritzel & Blundell 2017): networks trained alike from different
//! starts on different batches. Where the data say little they disagree.

mod kind;

use crate::cost::Cost;
use crate::error::Result;
use crate::model::choice::Choice;
use crate::model::network::{Adam, Batch, Network, Scratch};
use crate::model::training::{
    BATCH, Course, Losses, between, bytes_of, drawn, glorot, known_noise, loss_notes, positive,
    room, steps_per_epoch,
};
use crate::model::{Fit, Fitted, Glimpse, Leave, Model, Note, Trained, Validation, facts};
use crate::numeric::{Matrix, Stream, Vector, math};
use crate::points::Points;

pub use kind::KIND;

/// Networks with one hidden layer each; the paper's settings by default.
///
/// ```
/// use talscope_engine::model::{Ensemble, Model, keep_going};
/// use talscope_engine::points::{Points, line};
/// let one = Ensemble { members: 1, epochs: 10, ..Ensemble::default() };
/// let belief = one.fit(&Points::none(1), &line([0.0, 1.0]), &mut keep_going)?;
/// assert_eq!(belief.covariance[(0, 0)], 0.0, "one member knows no doubt");
/// # Ok::<(), talscope_engine::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ensemble {
    /// How many networks there are.
    pub members: usize,
    /// Hidden units of each.
    pub units: usize,
    /// How often the data are passed through.
    pub epochs: usize,
    /// Adam's.
    pub learning_rate: f64,
    /// Variance of the noise; without one, every network learns it as a function of the input.
    pub noise: Option<f64>,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Ensemble {
    fn default() -> Self {
        Self {
            members: 100,
            units: 50,
            epochs: 1000,
            learning_rate: 0.01,
            noise: Some(0.01),
            seed: 0,
        }
    }
}

/// Steps that a member makes before the next one has its turn.
const TURN: usize = 10;
/// The least variance that a network can learn.
const LEAST: f64 = 1e-5;

impl Model for Ensemble {
    fn pieces(&self) -> usize {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn check(&self, inputs: usize, seen: usize, asked: usize) -> Result<()> {
        between("members", self.members, 1, 100_000)?;
        between("units", self.units, 1, 10_000)?;
        between("epochs", self.epochs, 0, 10_000_000)?;
        positive("learning_rate", self.learning_rate)?;
        known_noise(self.noise)?;
        room(self.bytes(inputs, seen, asked))
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choosing_cost(&self, inputs: usize, seen: usize, validation: &Validation) -> Cost {
        let points = validation.points.len();
        let weights = Network::plain(inputs, self.units).expected_size();
        let state = (self.outputs() * self.members) as f64 * weights;
        let kept = bytes_of(2.0 * state) + self.bytes(inputs, seen, points);
        let look =
            self.prediction_cost(inputs, seen, points + seen) + Cost::operations(4.0 * state);
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
        let lesson = Lesson::new(&network, train);
        let each = if train.is_empty() { 0 } else { steps_per_epoch(train.len(), BATCH) };
        let steps = self.epochs * each;
        let mut choice = Choice::new(&fit, self.epochs, sooner)?;
        let mut course = Course::new(sooner.iter().chain([&self.epochs]).map(|end| end * each))
            .that_may_stop(choice.may_stop());
        let mut members: Vec<Member> =
            (0..self.members).map(|index| Member::new(self, &network, index)).collect();
        let mut room = Room::new(&network, train.len().min(BATCH));
        let mut done = 0;
        loop {
            while let Some(losses) = course.passed() {
                leave(self.left(&members, &losses))?;
            }
            let next = choice.until(done / each.max(1)) * each - done % each.max(1);
            let (mut sums, turn) = ([0.0; TURN], TURN.min(course.left()).min(next));
            if turn == 0 {
                return Ok(choice.left(self.left(&members, course.longest()), 0));
            }
            for member in &mut members {
                for sum in &mut sums[..turn] {
                    *sum += member.learn(&lesson, &mut room, self.learning_rate);
                }
            }
            sums[..turn].iter().try_for_each(|sum| course.add(sum / self.members as f64))?;
            let look = || Some(self.glimpse(&network, &members, inputs, course.longest()));
            fit.tell(done as f64 / steps as f64, &look)?;
            done += turn;
            if done % each == 0 && choice.is_due(done / each) {
                let now = self.left(&members, course.longest());
                if !choice.look(done / each, (self, &now, train), || now.clone())? {
                    let losses = course.stopped();
                    let losses = losses.as_ref().unwrap_or(course.longest());
                    return Ok(choice.left(self.left(&members, losses), 0));
                }
            }
        }
    }

    fn predict(&self, trained: &[Trained], mut fit: Fit) -> Result<Fitted> {
        let (d, inputs) = (fit.train.inputs.nrows(), fit.inputs);
        self.check(d, fit.train.len(), inputs.ncols())?;
        fit.tell(0.0, &|| None)?;
        let trained = Trained::only(trained)?;
        let network = Network::plain(d, self.units);
        let mut state = trained.read();
        let loss = state.numbers()?;
        // More members may have been trained than are asked: the first of them are those of a smaller ensemble.
        let all = state.rest(self.outputs() * network.size())?;
        let (weights, second) = all.split_at(all.len() / self.outputs());
        let asked = self.members * network.size();
        let weights = weights.get(..asked).ok_or_else(|| state.wrong())?;
        let second = &second[..asked.min(second.len())];
        let functions = network.functions(weights.chunks_exact(network.size()), inputs);
        let noise = self.noise_at(&network, second, inputs);
        let mut facts = self.facts(&network, weights, fit.train);
        facts.extend(trained.choice_facts());
        let (mut diagnostics, curve) = (loss_notes(loss), trained.curve.clone());
        diagnostics.extend(trained.choice_notes());
        Ok(Fitted { diagnostics, facts, curve, ..Fitted::drawn(functions, noise)? })
    }

    /// All members' weights with Adam's two moments and a copy, then their functions.
    fn bytes(&self, inputs: usize, seen: usize, asked: usize) -> f64 {
        let [d, n, m] = [inputs, seen, asked].map(|count| count as f64);
        let (members, outputs) = (self.members as f64, self.outputs() as f64);
        let weights = outputs * members * Network::plain(inputs, self.units).expected_size();
        bytes_of(
            (5.0 * weights + n * (d + 1.0 + self.units as f64)).max(weights + drawn(members, m)),
        )
    }

    fn training_cost(&self, inputs: usize, seen: usize) -> Cost {
        let network = Network::plain(inputs, self.units);
        let steps = (self.members * self.epochs * steps_per_epoch(seen, BATCH)) as f64;
        let step = network.gradient_cost(seen.min(BATCH))
            + Cost::operations(4.0 * network.expected_size() + 8.0 * seen.min(BATCH) as f64);
        step * (self.outputs() as f64 * steps)
    }

    fn prediction_cost(&self, inputs: usize, _: usize, asked: usize) -> Cost {
        let network = Network::plain(inputs, self.units);
        let square = asked as f64 * asked as f64;
        network.forward_cost(asked) * (self.outputs() * self.members) as f64
            + Cost::blocked(self.members as f64 * square / 2.0)
    }
}

impl Ensemble {
    /// The mean, and the noise where it is learned.
    fn outputs(&self) -> usize {
        if self.noise.is_some() { 1 } else { 2 }
    }

    /// What is left after such losses.
    fn left(&self, members: &[Member], losses: &Losses) -> Trained {
        let mut state = losses.end_of_some().to_vec();
        members.iter().for_each(|member| state.extend_from_slice(&member.weights));
        members.iter().flat_map(|member| &member.second).for_each(|second| state.extend(second));
        (state, losses.curve.clone()).into()
    }

    fn facts(&self, network: &Network, weights: &[f64], train: &Points) -> Vec<Note> {
        let seen = facts::some(train);
        let known = self.noise.map(|noise| {
            facts::misfit(&seen, &facts::mean_function(network, weights, &seen.inputs), noise)
        });
        let untrained = facts::untrained(self.epochs > 0, !train.is_empty(), "no_epochs");
        untrained.into_iter().chain(known.into_iter().flatten()).collect()
    }

    fn glimpse(
        &self,
        network: &Network,
        members: &[Member],
        inputs: &Matrix,
        losses: &Losses,
    ) -> Glimpse {
        let functions = network.functions(members.iter().map(Member::mean), inputs);
        let noise = self.noise.unwrap_or(LEAST);
        Glimpse::of(functions, noise, losses.curve.clone(), None)
    }

    /// The noise that is known, or the mean of what the members learned.
    fn noise_at(&self, network: &Network, second: &[f64], inputs: &Matrix) -> Vector {
        if let Some(noise) = self.noise {
            return Vector::from_element(inputs.ncols(), noise);
        }
        let raw = network.functions(second.chunks_exact(network.size()), inputs);
        let mut sum = Vector::zeros(inputs.ncols());
        for column in raw.column_iter() {
            let pairs = sum.iter_mut().zip(&column);
            pairs.for_each(|(sum, raw)| *sum += math::softplus(*raw) + LEAST);
        }
        sum / self.members as f64
    }
}

/// What all members learn from.
struct Lesson {
    network: Network,
    all: Batch,
    observed: Vec<f64>,
}

impl Lesson {
    fn new(network: &Network, train: &Points) -> Self {
        let all = Batch::new(network, &train.inputs);
        Self { network: network.clone(), all, observed: train.observed.as_slice().to_vec() }
    }
}

/// Where a step computes.
struct Room {
    batch: Batch,
    indices: Vec<usize>,
    scratch: Scratch,
    gradient: Vec<f64>,
    second: Vec<f64>,
    raw: Vec<f64>,
}

impl Room {
    fn new(network: &Network, count: usize) -> Self {
        Self {
            batch: Batch::room(network, count),
            indices: vec![0; count],
            scratch: Scratch::default(),
            gradient: vec![0.0; network.size()],
            second: vec![0.0; network.size()],
            raw: vec![0.0; count],
        }
    }
}

/// One network of the ensemble. Where it learns the noise it has a second output on the same hidden
/// layer: `second` is the whole list of weights with that output in the first one's place.
struct Member {
    weights: Vec<f64>,
    second: Option<Vec<f64>>,
    adam: [Adam; 2],
    stream: Stream,
}

impl Member {
    fn new(ensemble: &Ensemble, network: &Network, index: usize) -> Self {
        let mut stream = Stream::new(ensemble.seed, "ensemble member", index as u64);
        let weights = glorot(network, &mut stream);
        let second = ensemble.noise.is_none().then(|| {
            let mut second = glorot(network, &mut stream);
            let shared = network.hidden_weights();
            second[..shared].copy_from_slice(&weights[..shared]);
            second
        });
        let adam = [network.size(), if second.is_some() { network.size() } else { 0 }];
        Self { weights, second, adam: adam.map(Adam::new), stream }
    }

    fn mean(&self) -> &[f64] {
        &self.weights
    }

    /// One step on a batch of its own, drawn with replacement; returns its loss.
    fn learn(&mut self, lesson: &Lesson, room: &mut Room, rate: f64) -> f64 {
        let count = lesson.observed.len() as u64;
        for index in &mut room.indices {
            *index = self.stream.below(count) as usize;
        }
        room.batch.gather(&lesson.all, &room.indices);
        match self.second.is_some() {
            false => self.squared_error(lesson, room, rate),
            true => self.likelihood(lesson, room, rate),
        }
    }

    fn squared_error(&mut self, lesson: &Lesson, room: &mut Room, rate: f64) -> f64 {
        let Room { batch, indices, scratch, gradient, .. } = room;
        let network = &lesson.network;
        network.forward(&self.weights, batch, scratch);
        scratch.slope.resize(indices.len(), 0.0);
        let scale = 1.0 / indices.len() as f64;
        let mut loss = 0.0;
        let each = scratch.output.iter().zip(&*indices).zip(&mut scratch.slope);
        for ((output, &index), slope) in each {
            let residual = output - lesson.observed[index];
            loss += residual * residual;
            *slope = 2.0 * scale * residual;
        }
        network.backward(&self.weights, batch, scratch, gradient);
        self.adam[0].step(&mut self.weights, gradient, rate);
        loss * scale
    }

    /// Minus the log likelihood, without its constant, of a mean and a variance.
    fn likelihood(&mut self, lesson: &Lesson, room: &mut Room, rate: f64) -> f64 {
        let Self { weights, second: Some(second), adam, .. } = self else { return 0.0 };
        let Room { batch, indices, scratch, gradient, second: other, raw } = room;
        let network = &lesson.network;
        network.hide(weights, batch, scratch);
        network.output(second, batch, scratch);
        raw.copy_from_slice(&scratch.output);
        network.output(weights, batch, scratch);
        scratch.slope.resize(indices.len(), 0.0);
        let scale = 1.0 / indices.len() as f64;
        let mut loss = 0.0;
        let each = scratch.output.iter().zip(&*indices).zip(&mut scratch.slope).zip(&mut *raw);
        for (((output, &index), slope), raw) in each {
            let residual = output - lesson.observed[index];
            let variance = math::softplus(*raw) + LEAST;
            let ratio = residual * residual / variance;
            loss += 0.5 * (math::ln(variance) + ratio);
            *slope = scale * residual / variance;
            *raw = scale * 0.5 * (1.0 - ratio) / variance * math::logistic(*raw);
        }
        network.backward(weights, batch, scratch, gradient);
        scratch.slope.copy_from_slice(raw);
        network.backward(second, batch, scratch, other);
        // Both outputs pull at the layer they share.
        let shared = network.hidden_weights();
        let both = gradient[..shared].iter_mut().zip(&other[..shared]);
        both.for_each(|(sum, more)| *sum += more);
        adam[0].step(weights, gradient, rate);
        other[..shared].fill(0.0);
        adam[1].step(second, other, rate);
        second[..shared].copy_from_slice(&weights[..shared]);
        loss * scale
    }
}

#[cfg(test)]
mod tests;
