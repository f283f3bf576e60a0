//! The order in which points were chosen, written over or under them. Crowded neighbours share one
//! label, so that labels never overprint each other.

use plotters::prelude::RGBColor;

use super::plot::{Frame, Plot};
use super::style::TEXT;
use super::text;
use crate::error::Result;
use crate::numeric::sorted_by;

/// How far a label's middle is from its dot, and from the plot's upper edge, where ticks hang.
const OFF: f64 = 14.0;
const BELOW_TICKS: f64 = 18.0;
/// Points nearer than this share a label.
const NEAR: f64 = 12.0;
/// More numbers and runs than this are told by their count.
const MOST_PIECES: usize = 4;

/// A chosen point: its number, its pixel column and row.
type Place = (usize, f64, f64);

#[derive(Debug, Clone, PartialEq)]
struct Mark {
    words: String,
    middle: f64,
    row: f64,
}

impl Plot<'_> {
    /// Marks the order in which points were chosen.
    pub fn numbers(&self, x: &[f64], y: &[f64], color: RGBColor) -> Result<()> {
        let places = x.iter().zip(y).enumerate();
        let places =
            places.map(|(order, (x, y))| (order + 1, self.column(*x), self.row(*y))).collect();
        marks(places, &self.frame)
            .iter()
            .try_for_each(|mark| self.write_veiled(&mark.words, (mark.middle, mark.row), color))
    }
}

/// From left to right, each over its points or under them; where both places are taken, points share
/// a label with those before.
fn marks(places: Vec<Place>, frame: &Frame) -> Vec<Mark> {
    let places = sorted_by(places, |place| place.1);
    let mut placed: Vec<(Vec<Place>, Mark)> = Vec::new();
    for group in places.chunk_by(|a, b| b.1 - a.1 < NEAR) {
        let mut group = group.to_vec();
        let mark = loop {
            let free = |mark: &&Mark| placed.iter().all(|(_, other)| !meet(mark, other));
            if let Some(mark) = sides(&group, frame).iter().find(free) {
                break mark.clone();
            }
            let (before, _) = placed.pop().expect("nothing meets what stands alone");
            group.extend(before);
        };
        placed.push((group, mark));
    }
    placed.into_iter().map(|(_, mark)| mark).collect()
}

fn meet(one: &Mark, other: &Mark) -> bool {
    let room = half_width(&one.words) + half_width(&other.words);
    (one.middle - other.middle).abs() < room && (one.row - other.row).abs() < TEXT
}

/// The places over the highest point of a group and under its lowest, as far as they are inside the
/// plot; at least one.
fn sides(group: &[Place], frame: &Frame) -> Vec<Mark> {
    let words = words(group.iter().map(|place| place.0).collect());
    let middle = group.iter().map(|place| place.1).sum::<f64>() / group.len() as f64;
    let half = half_width(&words);
    let middle = middle.min(frame.columns.end - half).max(frame.columns.start + half);
    let rows = || group.iter().map(|place| place.2);
    let over = rows().fold(f64::MAX, f64::min) - OFF;
    let under = rows().fold(f64::MIN, f64::max) + OFF;
    let (top, bottom) = (frame.rows.start + BELOW_TICKS, frame.rows.end - TEXT / 2.0);
    let inside = [over, under].into_iter().filter(|row| (top..=bottom).contains(row));
    let mark = |row: f64| Mark { words: words.clone(), middle, row };
    let marks: Vec<Mark> = inside.map(mark).collect();
    if marks.is_empty() { vec![mark(over.min(bottom).max(top))] } else { marks }
}

/// Half the width of a label and the air around it.
fn half_width(words: &str) -> f64 {
    text::width(words) * TEXT / 2.0 + 4.0
}

/// `1–4`, `2, 5–7`; or how many, if that would be long.
fn words(orders: Vec<usize>) -> String {
    let orders = sorted_by(orders, |order| *order as f64);
    let runs: Vec<&[usize]> = orders.chunk_by(|a, b| a + 1 == *b).collect();
    let run = |run: &&[usize]| match run {
        [one] => vec![one.to_string()],
        [one, two] => vec![one.to_string(), two.to_string()],
        [first, .., last] => vec![format!("{first}–{last}")],
        [] => Vec::new(),
    };
    let pieces: Vec<String> = runs.iter().flat_map(run).collect();
    if pieces.len() > MOST_PIECES {
        return format!("{} picks", orders.len());
    }
    pieces.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame { columns: 40.0..400.0, rows: 5.0..120.0, ..Frame::default() }
    }

    #[test]
    fn neighbours_share_a_label() {
        let at_row = |row: f64, columns: &[f64]| {
            let places = columns.iter().enumerate().map(|(i, c)| (i + 1, *c, row)).collect();
            marks(places, &frame()).into_iter().map(|mark| mark.words).collect::<Vec<_>>()
        };
        let all = |columns: &[f64]| at_row(60.0, columns);
        assert_eq!(all(&[200.0, 203.0, 197.0, 206.0]), ["1–4"]);
        assert_eq!(all(&[200.0, 100.0, 300.0]), ["2", "1", "3"]);
        assert_eq!(all(&[200.0, 300.0, 203.0]), ["1, 3", "2"]);
        assert_eq!(all(&[200.0, 300.0, 209.0, 301.0, 222.0]), ["1, 3", "5", "2, 4"]);
        assert_eq!(all(&[200.0, 212.0, 224.0, 236.0]), ["1", "2", "3", "4"]);
        // At the upper edge there is no place over a point, and the one under the second is taken.
        assert_eq!(at_row(10.0, &[200.0, 212.0, 240.0]), ["1, 2", "3"]);
        assert_eq!(words(vec![1, 3, 5, 7, 9]), "5 picks");
    }

    #[test]
    fn labels_stay_inside_and_apart() {
        for spacing in [0.5, 3.0, 9.0, 14.0, 18.0, 40.0] {
            let place = |i: usize| {
                let order = (i * 7) % 20;
                (order + 1, 40.0 + (spacing * i as f64) % 360.0, 2.0 + (31.0 * i as f64) % 120.0)
            };
            let marks = marks((0..20).map(place).collect(), &frame());
            for mark in &marks {
                let half = half_width(&mark.words);
                assert!(mark.middle - half >= 40.0 && mark.middle + half <= 400.0, "{mark:?}");
                assert!((20.0..=115.0).contains(&mark.row), "{mark:?}");
            }
            for (i, one) in marks.iter().enumerate() {
                for other in &marks[..i] {
                    let gap = (one.middle - other.middle).abs();
                    let need = half_width(&one.words) + half_width(&other.words);
                    let rows = (one.row - other.row).abs();
                    assert!(gap >= need || rows >= TEXT, "{spacing}: {one:?} {other:?}");
                }
            }
        }
    }
}
