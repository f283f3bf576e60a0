//! What models believe of a function on a line, under hands: the curve beside the squares.

use serde_json::{Value, json};

use super::{Atlas, middle};
use crate::chart::{Band, Pointed, PointedBand, nearest};
use crate::error::Result;
use crate::experiment::Belief;
use crate::experiment::axis::y_range;
use crate::lab::band::{belief_band, observed};
use crate::lab::pull::{self, Hand, Pulled};
use crate::numeric::{Vector, fixed};
use crate::posterior::Marginals;

impl Atlas {
    /// Where the points lie, in the order in which they are shown.
    fn along(&self) -> Vec<f64> {
        self.picture.order.iter().filter_map(|&point| self.picture.position(point)).collect()
    }

    /// What the model of a square believes of all points on a line.
    fn belief(&self, place: usize) -> Option<&Belief> {
        let belief = match place.checked_sub(1) {
            None => self.picture.oracle.as_ref(),
            Some(model) => self.picture.beliefs.get(model)?.as_ref(),
        };
        let whole = self.on_a_line() && self.picture.task.is_some();
        belief.filter(|own| whole && own.skipped == 0)
    }

    /// The same point by point, in the order in which they are shown.
    fn marginals(&self, place: usize) -> Option<Marginals> {
        let own = self.belief(place)?.marginals();
        let order = &self.picture.order;
        let sorted = |values: &Vector| Vector::from_fn(order.len(), |i, _| values[order[i]]);
        Some(Marginals {
            mean: sorted(&own.mean),
            variance: sorted(&own.variance),
            noise: sorted(&own.noise),
        })
    }

    /// What a hand does to the function of a model.
    fn pulled(&self, place: usize, pull: (f64, f64)) -> Option<Pulled> {
        let (belief, order) = (self.belief(place)?, &self.picture.order);
        let row = |at: usize| {
            order.iter().map(|&other| belief.covariance.get(order[at], other)).collect()
        };
        Some(Pulled::new(&self.along(), pull, &self.marginals(place)?, row))
    }

    /// The y axis that holds what some models believe.
    fn y_range(&self, places: &[usize]) -> Option<(f64, f64)> {
        let task = self.picture.task.as_ref()?;
        let both = task.pool.followed_by(&task.targets);
        let preset = self.picture.scenario.problem.preset.y_range;
        let ranges = places.iter().filter_map(|&place| {
            let belief = self.belief(place)?.marginals();
            Some(y_range(preset, &belief, &both.truth, &task.train.observed))
        });
        Some(ranges.fold(preset, |(low, high), (bottom, top)| (low.min(bottom), high.max(top))))
    }

    /// Places of the exact posterior and of a model, as their functions stand over each other: one if they
    /// are the same, none without a line.
    pub fn functions(&self, model: usize) -> Vec<usize> {
        let own = (model < self.titles.len()).then_some(model + 1);
        let exact = own.is_none_or(|own| self.look(own) != 0).then_some(0);
        let places = exact.into_iter().chain(own);
        places.filter(|&place| self.belief(place).is_some()).collect()
    }

    /// A model's function, on the y axis of all that are shown with it.
    pub fn function(
        &self,
        place: usize,
        shown: &[usize],
        pull: Option<(f64, f64)>,
    ) -> Option<Band> {
        let (task, order) = (self.picture.task.as_ref()?, &self.picture.order);
        let scenario = &self.picture.scenario;
        let both = task.pool.followed_by(&task.targets).select(order);
        let ((low, high), (bottom, top)) = (scenario.problem.x_range(), self.y_range(shown)?);
        let regions = scenario.problem.targets.iter().map(|region| (region.low, region.high));
        let band = Band {
            x_range: low..high,
            y_range: bottom..top,
            x: both.inputs.as_slice().to_vec(),
            truth: both.truth.as_slice().to_vec(),
            train: observed(&task.train),
            targets: task.targets.inputs.as_slice().to_vec(),
            regions: regions.collect(),
            bare: true,
            ..belief_band(&self.marginals(place)?)
        };
        let pulled = pull.and_then(|pull| self.pulled(place, pull));
        let band = pulled.map_or(band.clone(), |pulled| pulled.on(band));
        let broken = |values: Vec<f64>| self.broken(values, |_| f64::NAN);
        Some(Band {
            x: self.broken(band.x, middle),
            truth: broken(band.truth),
            mean: broken(band.mean),
            function: broken(band.function),
            observation: broken(band.observation),
            before: band.before.map(|(mean, half)| (broken(mean), broken(half))),
            ..band
        })
    }

    /// What a pointer over a function shows: a row and a column of the squares as two places, in a model's
    /// own panel (1) or in a hand that pulls (2) with its correlations.
    pub fn pointed(&self, place: usize, band: Band, cell: (usize, usize), way: f64) -> PointedBand {
        let x = |place: usize| self.point(place).and_then(|point| self.picture.position(point));
        let size = self.picture.points();
        let row = |matrix: &[f32]| matrix[cell.0 * size..(cell.0 + 1) * size].to_vec();
        let row = self.matrix(place).filter(|_| way != 0.0 && cell.0 < size).map(row);
        let row = row.map(|row| row.into_iter().map(f64::from).collect());
        let correlation = row.map_or(Vec::new(), |row| self.broken(row, |_| f64::NAN));
        let known = |x: f64| self.marginals(place).is_some_and(|own| self.hand(None, &own, x));
        let here = x(cell.0).unwrap_or(f64::NAN);
        let grip = way == 1.0 && known(here);
        PointedBand { band, pointed: Pointed { x: here, other: x(cell.1), correlation, grip } }
    }

    /// Whether a function can be held at a place.
    fn hand(&self, pull: Option<(f64, f64)>, belief: &Marginals, x: f64) -> bool {
        let (scenario, along) = (&self.picture.scenario, self.along());
        Hand { scenario, pull, along: &along, belief, y_range: (0.0, 0.0) }.holds(x)
    }

    /// What a hand can do with a model's function, and what that does.
    pub fn ask_hand(
        &self,
        what: &str,
        (place, shown): (usize, &[usize]),
        at: &[f64],
        (pull, marked): (Option<(f64, f64)>, Option<f64>),
    ) -> Result<Value> {
        let (Some(belief), Some(y_range)) = (self.marginals(place), self.y_range(shown)) else {
            return Ok(Value::Null);
        };
        let (scenario, along) = (&self.picture.scenario, self.along());
        let pulled = |place: usize| pull.and_then(|pull| self.pulled(place, pull));
        let own = pulled(place);
        if what == "pull words" {
            let exact = pulled(0).filter(|_| self.look(place) != 0);
            let exact = exact.as_ref().map(|exact| (self.oracle, exact));
            let words =
                |own| pull::words(scenario, &along, (self.title(place), own), exact, marked);
            return Ok(own.as_ref().map(words).into());
        }
        let held = own.as_ref().and_then(|own| own.held.as_ref());
        let line = held.map_or(&belief.mean, |held| &held.belief.mean);
        let hand = Hand { scenario, pull, along: &along, belief: &belief, y_range };
        hand.ask(what, at, line.as_slice())
    }

    /// The row of the squares nearest to a place on the line.
    pub fn row_at(&self, x: f64) -> Option<usize> {
        let along = self.along();
        (self.on_a_line() && !along.is_empty()).then(|| nearest(&along, x))
    }

    /// Where a row and a column of the squares lie on the line.
    pub fn places_of(&self, row: usize, column: usize) -> Option<[f64; 2]> {
        let x = |place: usize| self.point(place).and_then(|point| self.picture.position(point));
        Some([x(row)?, x(column)?]).filter(|_| self.on_a_line())
    }

    /// What a model's function is at a place, in words.
    pub fn function_words(&self, place: usize, band: &Band, x: f64) -> Value {
        let at = nearest(&band.x, x);
        let known = self.marginals(place).is_some_and(|own| !self.hand(None, &own, x));
        let remark = if known { pull::KNOWN } else { "" };
        match band.mean[at].is_finite() {
            true => format!("{}{remark}", band.readout(x)).into(),
            false => json!(""),
        }
    }

    /// What a correlation means, of the only model whose square is seen, or else of the first, the oracle if there is
    /// one: what one would see if one pulled.
    pub fn pair_meaning(&self, alone: Option<usize>, row: usize, column: usize) -> Option<String> {
        let shown = self.shown();
        let place = alone.filter(|alone| shown.contains(alone)).or(shown.first().copied())?;
        let (r, title) = (f64::from(self.pair(place, row, column)?), self.title(place));
        if row == column {
            return Some("A point with itself.".into());
        }
        let size = fixed(r.abs(), 2);
        Some(match r {
            _ if r.abs() < 0.05 => {
                format!("{title}, {}: pull one, and the other stays where it is.", fixed(r, 2))
            }
            _ if r > 0.0 => format!(
                "{title}, {size}: pull one up by a deviation, and the other goes up by {size} of its own."
            ),
            _ => format!(
                "{title}, −{size}: pull one up by a deviation, and the other goes down by {size} of its own."
            ),
        })
    }
}
