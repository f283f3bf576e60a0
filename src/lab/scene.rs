//! What a figure on a line shows before anything is said of it: the points, the targets, where the band is wide and how
//! the true function runs. For those who cannot see it, also while a question waits for its answer.

use crate::chart::Band;
use crate::lab::count;
use crate::numeric::fixed;
use crate::scenario::Region;

/// More turns than these would be read for a minute: then the highest and the lowest place do.
const TURNS: usize = 8;

/// The whole of it, a few sentences.
pub fn scene(band: &Band, regions: &[Region]) -> String {
    let place = |x: &f64| fixed(*x, 2);
    let seen: Vec<String> = band.train.0.iter().map(place).collect();
    let seen = match seen.len() {
        0 => "No point of the function was seen.".into(),
        points => format!(
            "{} of the function seen, at x = {}: the 95% band is narrow there.",
            count(points, "point"),
            seen.join(", ")
        ),
    };
    let stretch = |region: &Region| format!("{} to {}", place(&region.low), place(&region.high));
    let targets = match regions.iter().map(stretch).collect::<Vec<_>>().join(" and from ") {
        none if none.is_empty() => none,
        stretches => format!(" Targets from {stretches}."),
    };
    let inside = |x| regions.iter().any(|region| (region.low..=region.high).contains(&x));
    let wide =
        [("widest", widest(band, |_| true)), ("widest among the targets", widest(band, inside))];
    let wide = wide.into_iter().filter_map(|(where_, found)| {
        let (x, half) = found?;
        Some(format!(" The band is {where_} at {}: ± {}.", fixed(x, 2), fixed(half, 1)))
    });
    let truth = turns(&band.x, &band.truth);
    let truth = if truth.is_empty() { truth } else { format!(" The true function: {truth}.") };
    format!("{seen}{targets}{}{truth}", wide.collect::<String>())
}

/// Where a band is widest, of some places, and how wide.
pub fn widest(band: &Band, which: impl Fn(f64) -> bool) -> Option<(f64, f64)> {
    let all = band.x.iter().copied().zip(band.function.iter().copied());
    all.filter(|(x, half)| which(*x) && !half.is_nan()).max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Where a line has its highs and lows, from left to right; nothing without a line.
pub fn turns(x: &[f64], y: &[f64]) -> String {
    // Where pool and targets meet, a place stands there twice.
    let places: Vec<usize> = (0..y.len()).filter(|&i| i == 0 || y[i] != y[i - 1]).collect();
    let turning = |three: &[usize]| {
        let (before, here, after) = (y[three[0]], y[three[1]], y[three[2]]);
        let high = before < here && here > after;
        let kind = if high { "high" } else { "low" };
        (high || (before > here && here < after)).then_some((three[1], kind))
    };
    let mut found: Vec<(usize, &str)> = places.windows(3).filter_map(turning).collect();
    if found.is_empty() || found.len() > TURNS {
        let by = |a: &usize, b: &usize| y[*a].total_cmp(&y[*b]);
        let known = || (0..y.len()).filter(|&i| !y[i].is_nan());
        let ends = known().max_by(by).zip(known().min_by(by));
        found = ends.map_or(Vec::new(), |(top, bottom)| vec![(top, "highest"), (bottom, "lowest")]);
        if found.first() > found.last() {
            found.reverse();
        }
    }
    let words =
        |(i, kind): (usize, &str)| format!("{kind} {} at {}", fixed(y[i], 1), fixed(x[i], 2));
    found.into_iter().map(words).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_told_by_its_turns() {
        let x = [0.0, 1.0, 2.0, 3.0, 4.0];
        assert_eq!(turns(&x, &[0.0, 1.5, 1.5, -2.0, 0.0]), "high 1.5 at 1.00, low −2.0 at 3.00");
        assert_eq!(
            turns(&x, &[3.0, 2.0, 1.0, 0.5, 0.0]),
            "highest 3.0 at 0.00, lowest 0.0 at 4.00"
        );
        assert_eq!(turns(&[], &[]), "");
        let (many, saw): (Vec<f64>, Vec<f64>) =
            (0..40).map(|i| (f64::from(i), f64::from(i % 2) + f64::from(i) / 100.0)).unzip();
        assert_eq!(turns(&many, &saw), "lowest 0.0 at 0.00, highest 1.4 at 39.00");
    }

    #[test]
    fn a_scene_tells_points_targets_and_widths() {
        let band = Band {
            x: vec![0.0, 1.0, 2.0],
            function: vec![0.1, 2.0, 1.0],
            // A gap has no value.
            truth: vec![f64::NAN, 1.0, 0.5],
            train: (vec![0.0], vec![0.5]),
            ..Band::default()
        };
        let region = Region { low: 1.5, high: 2.0, count: 2 };
        assert_eq!(
            scene(&band, &[region]),
            "1 point of the function seen, at x = 0.00: the 95% band is narrow there. Targets from 1.50 to 2.00. \
             The band is widest at 1.00: ± 2.0. The band is widest among the targets at 2.00: ± 1.0. The true \
             function: highest 1.0 at 1.00, lowest 0.5 at 2.00."
        );
    }
}
