//! Lines cut at the edges of a plot: vector pictures have no clipping of their own here.

use std::ops::Range;

/// The pieces of a line that lie within a range of y, cut exactly at its edges, and where a value
/// is not a number.
pub fn clip(x: &[f64], y: &[f64], range: &Range<f64>) -> Vec<Vec<(f64, f64)>> {
    let mut pieces = vec![Vec::new()];
    let points: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let ends = (end(from, to, range), end(to, from, range));
        let piece = pieces.last_mut().expect("there is always a piece");
        if let (Some(start), Some(stop)) = ends {
            if piece.is_empty() {
                piece.push(start);
            }
            piece.push(stop);
        }
        if ends.1 != Some(to) {
            pieces.push(Vec::new());
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// Where the visible part of a straight line starts.
fn end(from: (f64, f64), to: (f64, f64), range: &Range<f64>) -> Option<(f64, f64)> {
    let edge = from.1.max(range.start).min(range.end);
    let passes = if from.1 > edge { to.1 <= edge } else { to.1 >= edge };
    if ![from.0, from.1, to.0, to.1].iter().all(|number| number.is_finite()) {
        None
    } else if from.1 == edge {
        Some(from)
    } else {
        let share = (edge - from.1) / (to.1 - from.1);
        passes.then_some((from.0 + share * (to.0 - from.0), edge))
    }
}

/// The dashes of a line in a plot of some width, by the lengths of dashes and of the gaps after
/// them; no lengths, no gaps. A line that goes up and down a lot has longer ones, because each is a
/// path of its own and costs time.
pub fn dashes(line: &[(f64, f64)], lengths: &[f64], width: f64) -> Vec<Vec<(f64, f64)>> {
    let stretch = (line.windows(2).map(distance).sum::<f64>() / (3.0 * width)).max(1.0);
    let lengths: Vec<f64> = lengths.iter().map(|length| stretch * length).collect();
    // A line far out of any picture would have dashes without end.
    let sane = line.iter().all(|(x, y)| x.abs().max(y.abs()) < 1e5);
    let (Some(&first), Some(&length), true) = (line.first(), lengths.first(), sane) else {
        return vec![line.to_vec()];
    };
    let (mut dashes, mut index, mut left) = (vec![vec![first]], 0, length);
    for pair in line.windows(2) {
        let (across, down) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let whole = distance(pair);
        let mut done = 0.0;
        while whole - done > left {
            done += left;
            let point = (pair[0].0 + done / whole * across, pair[0].1 + done / whole * down);
            if index % 2 == 0 {
                dashes.last_mut().expect("there is always a dash").push(point);
            } else {
                dashes.push(vec![point]);
            }
            index += 1;
            left = lengths[index % lengths.len()];
        }
        left -= whole - done;
        if index % 2 == 0 {
            dashes.last_mut().expect("there is always a dash").push(pair[1]);
        }
    }
    dashes
}

/// The distance of two points.
fn distance(pair: &[(f64, f64)]) -> f64 {
    let (across, down) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
    (across * across + down * down).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_leaves_and_returns() {
        let pieces = clip(&[0.0, 1.0, 2.0, 3.0], &[0.0, 2.0, 2.0, -2.0], &(-1.0..1.0));
        let first = vec![(0.0, 0.0), (0.5, 1.0)];
        assert_eq!(pieces[0], first);
        assert_eq!(clip(&[0.0, 1.0], &[5.0, 6.0], &(-1.0..1.0)).len(), 0);
    }

    #[test]
    fn a_line_through_the_whole_range_is_seen() {
        let pieces = clip(&[0.0, 1.0], &[-4.0, 4.0], &(-1.0..1.0));
        assert_eq!(pieces, [[(0.375, -1.0), (0.625, 1.0)]]);
        assert_eq!(clip(&[0.0, 1.0], &[4.0, -4.0], &(-1.0..1.0)), [[(0.375, 1.0), (0.625, -1.0)]]);
    }

    #[test]
    fn what_is_not_a_number_cuts() {
        let pieces =
            clip(&[0.0, 1.0, 2.0, 3.0, 4.0], &[0.0, 0.5, f64::NAN, 0.5, 0.0], &(-1.0..1.0));
        assert_eq!(pieces, [[(0.0, 0.0), (1.0, 0.5)], [(3.0, 0.5), (4.0, 0.0)]]);
        assert!(clip(&[0.0, 1.0], &[f64::INFINITY, 0.0], &(-1.0..1.0)).is_empty());
        assert!(clip(&[], &[], &(-1.0..1.0)).is_empty());
    }

    #[test]
    fn dashes_go_round_corners() {
        let corner = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)];
        let found = dashes(&corner, &[4.0, 2.0], 9.0);
        assert_eq!(found, [vec![(0.0, 0.0), (3.0, 0.0), (3.0, 1.0)], vec![(3.0, 3.0), (3.0, 4.0)]]);
        assert_eq!(dashes(&corner, &[], 9.0), [corner]);
        assert_eq!(dashes(&corner, &[1.0, 1.0], 1.0).len(), 2);
        assert_eq!(dashes(&[], &[1.0], 9.0), [[]]);
        assert_eq!(dashes(&[(0.0, 0.0), (f64::INFINITY, 0.0)], &[1.0], 9.0).len(), 1);
    }
}
