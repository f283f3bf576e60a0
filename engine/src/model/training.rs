//! What models that are trained step by step share: first weights, a record of the loss, and checks of
//! settings.

use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::model::Note;
use crate::model::network::Network;
use crate::numeric::Stream;

/// About how many values a training curve has.
pub const CURVE: usize = 200;

/// How many examples a step sees at most.
pub const BATCH: usize = 100;

/// The steps of an epoch on so many examples, in batches of so many: what is left over is dropped.
pub fn steps_per_epoch(examples: usize, batch: usize) -> usize {
    (examples / batch).max(1)
}

/// First weights of plain layers: uniform within `sqrt(6 / (fan-in + fan-out))` (Glorot & Bengio
/// 2010), biases 0.
pub fn glorot(network: &Network, stream: &mut Stream) -> Vec<f64> {
    let mut weights = vec![0.0; network.size()];
    let rows = network.rows();
    let (inputs, units) = (rows.len() - 3, network.units());
    let (first, last) = ((inputs + units) as f64, (units + 1) as f64);
    for (index, row) in rows.into_iter().enumerate() {
        let reach = match index {
            _ if index < inputs => (6.0 / first).sqrt(),
            _ if index == inputs + 1 => (6.0 / last).sqrt(),
            _ => continue,
        };
        weights[row].iter_mut().for_each(|w| *w = reach * (2.0 * stream.uniform() - 1.0));
    }
    weights
}

/// The loss, step after step.
pub struct Losses {
    steps: usize,
    /// Every one, where nobody knows when the end comes.
    all: Option<Vec<f64>>,
    /// All of the last tenth.
    last: Vec<f64>,
    sum: f64,
    count: usize,
    done: usize,
    /// Means over stretches of equal length.
    pub curve: Vec<f64>,
}

impl Losses {
    /// For so many steps.
    pub fn new(steps: usize) -> Self {
        Self { steps, all: None, last: Vec::new(), sum: 0.0, count: 0, done: 0, curve: Vec::new() }
    }

    /// One that may end sooner.
    #[must_use]
    pub fn that_may_stop(self, may: bool) -> Self {
        Self { all: may.then(Vec::new), ..self }
    }

    /// As if the steps that were made were all, if there should have been more.
    pub fn cut(&self) -> Option<Self> {
        let all = self.all.as_ref().filter(|all| all.len() < self.steps)?;
        let mut cut = Self::new(all.len());
        // They were finite before.
        all.iter().try_for_each(|loss| cut.add(*loss)).ok()?;
        Some(cut)
    }

    /// Takes the loss of a step.
    ///
    /// # Errors
    /// [`Error::Value`] with the step, if it is not finite: training has diverged.
    pub fn add(&mut self, loss: f64) -> Result<()> {
        self.done += 1;
        if !loss.is_finite() {
            let name = format!("the loss at step {} of {}", self.done, self.steps);
            return Err(Error::value(name, loss, "finite; a smaller learning rate may help"));
        }
        if let Some(all) = &mut self.all {
            all.push(loss);
        }
        self.sum += loss;
        self.count += 1;
        if self.done > self.steps - self.steps.div_ceil(10) {
            self.last.push(loss);
        }
        if self.done.is_multiple_of(self.steps.div_ceil(CURVE)) || self.done == self.steps {
            self.curve.push(self.sum / self.count as f64);
            (self.sum, self.count) = (0.0, 0);
        }
        Ok(())
    }

    /// The curve of what is made large, where that is minus the loss.
    pub fn gains(&self) -> Vec<f64> {
        self.curve.iter().map(|loss| -loss).collect()
    }

    /// The same as [`Losses::end`], and nothing where there was no step.
    pub fn end_of_some(&self) -> [f64; 2] {
        if self.steps > 0 { self.end() } else { [f64::NAN; 2] }
    }

    /// Mean and slope of the last tenth: by how much a step then changed it, by least squares.
    pub fn end(&self) -> [f64; 2] {
        let count = self.last.len() as f64;
        let mean = self.last.iter().fold(0.0, |sum, loss| sum + loss) / count;
        let middle = (count - 1.0) / 2.0;
        let (mut up, mut square) = (0.0, 0.0);
        for (i, loss) in self.last.iter().enumerate() {
            let away = i as f64 - middle;
            up += away * (loss - mean);
            square += away * away;
        }
        [mean, if square > 0.0 { up / square } else { 0.0 }]
    }
}

/// The losses of a training, and of shorter ones that it passes the ends of.
pub struct Course {
    /// Those that have not ended, the shortest first.
    open: Vec<Losses>,
}

impl Course {
    /// After so many steps each, in rising order.
    pub fn new(steps: impl IntoIterator<Item = usize>) -> Self {
        Self { open: steps.into_iter().map(Losses::new).collect() }
    }

    /// One that may be left before its end.
    #[must_use]
    pub fn that_may_stop(self, may: bool) -> Self {
        Self { open: self.open.into_iter().map(|losses| losses.that_may_stop(may)).collect() }
    }

    /// The losses of the longest, if it was left before its end: as if it had been meant to end here.
    pub fn stopped(&self) -> Option<Losses> {
        self.longest().cut()
    }

    /// Takes the loss of a step.
    ///
    /// # Errors
    /// That of [`Losses::add`], for the longest.
    pub fn add(&mut self, loss: f64) -> Result<()> {
        self.open.iter_mut().rev().try_for_each(|losses| losses.add(loss))
    }

    /// The losses of one that ends here, but for the longest. Pages train one at a time, and need not fetch more.
    #[inline(always)]
    pub fn passed(&mut self) -> Option<Losses> {
        let several = !cfg!(target_arch = "wasm32") && self.open.len() > 1;
        (several && self.left() == 0).then(|| self.open.remove(0))
    }

    /// How many steps are left until the next end.
    pub fn left(&self) -> usize {
        self.open[0].steps - self.open[0].done
    }

    /// Those of the longest.
    pub fn longest(&self) -> &Losses {
        self.open.last().expect("one is the longest")
    }
}

/// What [`Losses::end`] found, as answers give it.
pub fn loss_notes([mean, slope]: [f64; 2]) -> Vec<Note> {
    vec![Note::number("loss_mean", mean), Note::number("loss_slope", slope)]
}

/// The share of its rate that Adam has at a step, counted from 0: all of it, but over the last fifth less
/// and less.
pub fn falling(step: usize, steps: usize) -> f64 {
    (5.0 * (steps - step) as f64 / steps as f64).min(1.0)
}

/// A count must lie between two ends.
pub fn between(name: &str, value: usize, least: usize, most: usize) -> Result<()> {
    let expected = || format!("a whole number from {least} to {most}");
    let good = (least..=most).contains(&value);
    good.then_some(()).ok_or_else(|| Error::value(name, value, expected()))
}

/// A model must not hold more than there is room for. No limit on each setting bounds this.
pub fn room(bytes: f64) -> Result<()> {
    Cost::default().holding(bytes).check_memory()
}

/// Bytes of so many numbers.
pub fn bytes_of(numbers: f64) -> f64 {
    8.0 * numbers
}

/// How many numbers so many functions take at so many points, and what they have in common.
pub fn drawn(functions: f64, points: f64) -> f64 {
    2.0 * functions * points + 2.0 * points * points
}

/// A number must be positive.
pub fn positive(name: &str, value: f64) -> Result<()> {
    let good = value > 0.0 && value.is_finite();
    good.then_some(()).ok_or_else(|| Error::value(name, value, "positive and finite"))
}

/// A noise variance that is known must be one.
pub fn known_noise(noise: Option<f64>) -> Result<()> {
    noise.map_or(Ok(()), |noise| positive("noise_variance", noise))
}
