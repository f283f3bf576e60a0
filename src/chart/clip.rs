//! Lines cut at the edges of a plot: vector pictures have no clipping of their own here.

use std::ops::Range;

/// The pieces of a line that lie within a range of y, cut exactly at its edges.
pub fn clip(x: &[f64], y: &[f64], range: &Range<f64>) -> Vec<Vec<(f64, f64)>> {
    let mut pieces = vec![Vec::new()];
    let inside = |y: f64| (range.start..=range.end).contains(&y);
    for i in 0..x.len() {
        if i > 0 && inside(y[i - 1]) != inside(y[i]) {
            let edge = if y[i].max(y[i - 1]) > range.end { range.end } else { range.start };
            let share = (edge - y[i - 1]) / (y[i] - y[i - 1]);
            let crossing = (x[i - 1] + share * (x[i] - x[i - 1]), edge);
            pieces.last_mut().expect("there is always a piece").push(crossing);
            if !inside(y[i]) {
                pieces.push(Vec::new());
            }
        }
        if inside(y[i]) {
            pieces.last_mut().expect("there is always a piece").push((x[i], y[i]));
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
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
}
