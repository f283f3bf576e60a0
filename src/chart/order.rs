//! The order in which points were chosen, written beside them. Crowded neighbours share one label,
//! so that labels never overprint each other.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::plot::{Frame, Plot, at, refused};
use super::style::TEXT;
use super::text;
use crate::error::Result;

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

impl<B: DrawingBackend> Plot<'_, B> {
    /// Marks the order in which points were chosen.
    pub fn numbers(&self, x: &[f64], y: &[f64], color: RGBColor) -> Result<()> {
        let places = x.iter().zip(y).enumerate();
        let places =
            places.map(|(order, (x, y))| (order + 1, self.column(*x), self.row(*y))).collect();
        for Mark { words, middle, row } in marks(places, &self.frame) {
            // Lines behind a number would make it hard to read.
            let (width, height) = (half_width(&words) - 3.0, TEXT / 2.0);
            let corners =
                [at((middle - width, row - height)), at((middle + width, row + height - 1.0))];
            let veil = self.style.ground.mix(0.7).filled();
            self.root.draw(&Rectangle::new(corners, veil)).map_err(refused)?;
            self.write(&words, (middle, row), color, (HPos::Center, VPos::Center))?;
        }
        Ok(())
    }
}

fn marks(mut places: Vec<Place>, frame: &Frame) -> Vec<Mark> {
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut groups: Vec<Vec<Place>> =
        places.chunk_by(|a, b| b.1 - a.1 < NEAR).map(<[Place]>::to_vec).collect();
    // A shared label is wider than a number, and may meet the next one.
    while let Some(i) = (1..groups.len()).find(|&i| meet(&groups[i - 1], &groups[i], frame)) {
        let next = groups.remove(i);
        groups[i - 1].extend(next);
    }
    groups.iter().map(|group| mark(group, frame)).collect()
}

fn meet(left: &[Place], right: &[Place], frame: &Frame) -> bool {
    let (left, right) = (mark(left, frame), mark(right, frame));
    let apart = right.middle - half_width(&right.words) - left.middle - half_width(&left.words);
    apart < 0.0 && (left.row - right.row).abs() < TEXT
}

/// Over the highest point of a group, or under the lowest where there is no room; inside the plot.
fn mark(group: &[Place], frame: &Frame) -> Mark {
    let words = words(group.iter().map(|place| place.0).collect());
    let middle = group.iter().map(|place| place.1).sum::<f64>() / group.len() as f64;
    let half = half_width(&words);
    let (left, right) = (frame.columns.start + half, frame.columns.end - half);
    let rows = || group.iter().map(|place| place.2);
    let over = rows().fold(f64::MAX, f64::min) - OFF;
    let under = rows().fold(f64::MIN, f64::max) + OFF;
    let (top, bottom) = (frame.rows.start + BELOW_TICKS, frame.rows.end - TEXT / 2.0);
    let row = if over < top && under <= bottom { under } else { over };
    Mark { words, middle: middle.min(right).max(left), row: row.min(bottom).max(top) }
}

/// Half the width of a label and the air around it.
fn half_width(words: &str) -> f64 {
    text::width(words) * TEXT / 2.0 + 4.0
}

/// `1–4`, `2, 5–7`; or how many, if that would be long.
fn words(mut orders: Vec<usize>) -> String {
    orders.sort_unstable();
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
        let all = |columns: &[f64]| {
            let places = columns.iter().enumerate().map(|(i, c)| (i + 1, *c, 60.0)).collect();
            marks(places, &frame()).into_iter().map(|mark| mark.words).collect::<Vec<_>>()
        };
        assert_eq!(all(&[200.0, 203.0, 197.0, 206.0]), ["1–4"]);
        assert_eq!(all(&[200.0, 100.0, 300.0]), ["2", "1", "3"]);
        assert_eq!(all(&[200.0, 300.0, 203.0]), ["1, 3", "2"]);
        // A wide label takes in the number that it would overprint.
        assert_eq!(all(&[200.0, 300.0, 209.0, 301.0, 222.0]), ["1, 3, 5", "2, 4"]);
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
            for pair in marks.windows(2) {
                let gap = pair[1].middle - pair[0].middle;
                let need = half_width(&pair[0].words) + half_width(&pair[1].words);
                let rows = (pair[0].row - pair[1].row).abs();
                assert!(gap >= need || rows >= TEXT, "{spacing}: {pair:?}");
            }
        }
    }
}
