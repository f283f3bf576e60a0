//! Changes by hand: what dragging, clicking and deleting in a figure does to its scenario.

use super::value::between;
use super::{Point, Region, Scenario};
use super::{key, own, setters};
use crate::error::{Error, Result};
use crate::numeric::{shortest, sorted_by};

/// One gesture. Positions are in data units; they are snapped to a grid, so that links stay short.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Touch {
    /// Moves a training point.
    MovePoint(usize, f64, f64),
    /// Moves a training point along the x axis. One that lies where a hand put it keeps its y; any
    /// other is observed anew.
    ShiftPoint(usize, f64),
    /// Takes a training point's y to be what is observed there.
    ObservePoint(usize),
    /// Adds a training point.
    AddPoint(f64, f64),
    /// Adds a training point where there is most room, with what is observed there.
    AddObserved,
    /// Removes a training point.
    RemovePoint(usize),
    /// Moves the ends of a target region.
    MoveRegion(usize, f64, f64),
    /// Moves a target region by a distance, as far as the axis goes.
    ShiftRegion(usize, f64),
    /// Adds a target region where there is most room.
    AddRegion,
    /// Removes a target region; the last one stays.
    RemoveRegion(usize),
    /// Asks at the free point of the pool nearest to a place.
    Ask(f64),
    /// Asks a question elsewhere.
    MoveQuestion(usize, f64),
    /// Takes a question back.
    RemoveQuestion(usize),
}

/// The finest grid that a drag can tell apart, as a share of the range.
const GRID: f64 = 1.0 / 2000.0;

impl Touch {
    /// A gesture by its name and numbers, as a page knows it.
    ///
    /// # Errors
    /// [`Error::Value`] for another name or other numbers.
    pub fn new(name: &str, numbers: &[f64]) -> Result<Self> {
        let wrong = |got: String| Error::value("a gesture", got, "one that a figure knows");
        let index = |number: f64| match number >= 0.0 && number.fract() == 0.0 {
            true => Ok(number as usize),
            false => Err(wrong(format!("{name} number {number}"))),
        };
        Ok(match (name, numbers) {
            ("move point", [i, x, y]) => Self::MovePoint(index(*i)?, *x, *y),
            ("shift point", [i, x]) => Self::ShiftPoint(index(*i)?, *x),
            ("observe point", [i]) => Self::ObservePoint(index(*i)?),
            ("add point", [x, y]) => Self::AddPoint(*x, *y),
            ("add point", []) => Self::AddObserved,
            ("remove point", [i]) => Self::RemovePoint(index(*i)?),
            ("move region", [i, low, high]) => Self::MoveRegion(index(*i)?, *low, *high),
            ("shift region", [i, by]) => Self::ShiftRegion(index(*i)?, *by),
            ("add region", []) => Self::AddRegion,
            ("remove region", [i]) => Self::RemoveRegion(index(*i)?),
            ("ask", [x]) => Self::Ask(*x),
            ("move question", [i, x]) => Self::MoveQuestion(index(*i)?, *x),
            ("remove question", [i]) => Self::RemoveQuestion(index(*i)?),
            _ => return Err(wrong(format!("{name} with {} numbers", numbers.len()))),
        })
    }
}

impl Scenario {
    /// The scenario after a gesture.
    pub fn touched(&self, touch: Touch) -> Result<Self> {
        let mut changed = self.clone();
        match touch {
            Touch::MovePoint(index, x, y) => {
                *get(&mut changed.problem.points, index, "point")? = self.point(x, y);
            }
            Touch::ShiftPoint(index, x) => {
                let (low, high) = self.problem.preset.range;
                if !(low..=high).contains(&x) {
                    let expected = between(shortest(low), shortest(high));
                    return Err(Error::value("x of a training point", shortest(x), expected));
                }
                get(&mut changed.problem.points, index, "point")?.x = self.snapped(x);
            }
            Touch::ObservePoint(index) => {
                get(&mut changed.problem.points, index, "point")?.y = None
            }
            Touch::AddPoint(x, y) => changed.problem.points.push(self.point(x, y)),
            Touch::AddObserved => {
                let taken = self.problem.points.iter().map(|point| (point.x, point.x));
                changed.problem.points.push(Point { x: self.snapped(self.freest(taken)), y: None });
            }
            Touch::RemovePoint(index) => {
                get(&mut changed.problem.points, index, "point")?;
                changed.problem.points.remove(index);
            }
            Touch::MoveRegion(index, low, high) => {
                let region = get(&mut changed.problem.targets, index, "target")?;
                *region = Region { count: region.count, ..self.region(low, high) };
            }
            Touch::ShiftRegion(index, by) => {
                let region = get(&mut changed.problem.targets, index, "target")?;
                let (start, end) = self.problem.preset.range;
                let by = by.clamp((start - region.low).min(0.0), (end - region.high).max(0.0));
                let moved = self.region(region.low + by, region.high + by);
                *region = Region { count: region.count, ..moved };
            }
            Touch::AddRegion => {
                let width = 0.06 * (self.problem.preset.range.1 - self.problem.preset.range.0);
                let x = self
                    .freest(self.problem.targets.iter().map(|region| (region.low, region.high)));
                changed.problem.targets.push(self.region(x - width, x + width));
            }
            Touch::RemoveRegion(index) => {
                get(&mut changed.problem.targets, index, "target")?;
                if changed.problem.targets.len() == 1 {
                    return Err(Error::missing("target", "at least one region must stay"));
                }
                changed.problem.targets.remove(index);
            }
            Touch::Ask(x) => {
                let places = changed.asking.own.get_or_insert_default();
                Error::at_most("questions of your own", places.len() + 1, self.asking.batch_size)?;
                places.push(own::free_near(&self.problem.pool, places, x)?);
            }
            Touch::MoveQuestion(index, x) => {
                let places = changed.asking.own.get_or_insert_default();
                get(places, index, "question")?;
                let others = [&places[..index], &places[index + 1..]].concat();
                places[index] = own::free_near(&self.problem.pool, &others, x)?;
            }
            Touch::RemoveQuestion(index) => {
                let places = changed.asking.own.get_or_insert_default();
                get(places, index, "question")?;
                places.remove(index);
            }
        }
        // What a hand did is held to the same limits as what a link says.
        for name in ["point", "target"] {
            let key = key::find(name)?;
            let values = key.get(&changed);
            let mut values: Vec<&str> = values.iter().map(String::as_str).collect();
            if values.is_empty() {
                values.push("");
            }
            key.set(&mut changed, &values)?;
        }
        changed.settle();
        setters::check_together(&changed)?;
        Ok(changed)
    }

    fn point(&self, x: f64, y: f64) -> Point {
        let (low, high) = self.problem.preset.y_range;
        // A little beyond the axis, which then grows; not so far that everything else goes flat.
        let (height, y) = (high - low, y.clamp(1.5 * low - 0.5 * high, 1.5 * high - 0.5 * low));
        Point { x: self.snapped(x), y: Some(snap(y, height)) }
    }

    fn region(&self, low: f64, high: f64) -> Region {
        let (low, high) = (self.snapped(low.min(high)), self.snapped(low.max(high)));
        let (start, end) = self.problem.preset.range;
        let least = snap(0.01 * (end - start), end - start);
        Region { low, high: high.max(low + least), count: 15 }
    }

    /// The middle of the widest stretch of the x axis that nothing takes.
    fn freest(&self, taken: impl Iterator<Item = (f64, f64)>) -> f64 {
        let (start, end) = self.problem.preset.range;
        let taken = sorted_by(taken.chain([(end, end)]).collect(), |(low, _)| *low);
        let (mut widest, mut from) = ((0.0, start), start);
        for (low, high) in taken {
            if low - from > widest.0 {
                widest = (low - from, (low + from) / 2.0);
            }
            from = from.max(high);
        }
        widest.1
    }

    fn snapped(&self, x: f64) -> f64 {
        let (low, high) = self.problem.preset.range;
        snap(x.clamp(low, high), high - low)
    }
}

fn get<'a, T>(list: &'a mut [T], index: usize, name: &str) -> Result<&'a mut T> {
    let count = list.len();
    let expected = || format!("the number of one of {count}, counted from 0");
    list.get_mut(index).ok_or_else(|| Error::value(name, index, expected()))
}

/// Rounds to the decimal grid of 1, 2 or 5 that is at least as fine as a share of the range.
pub(super) fn snap(value: f64, range: f64) -> f64 {
    let mut per_unit = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle().take(15) {
        if 1.0 / per_unit <= range * GRID {
            break;
        }
        per_unit *= factor;
    }
    (value * per_unit).round() / per_unit
}
