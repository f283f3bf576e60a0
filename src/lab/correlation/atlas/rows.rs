//! A row of the squares as curves, one for each model.

use super::charts::{Line, Rows};
use super::{Atlas, middle};
use crate::error::{Error, Result};
use crate::numeric::sorted_by;

/// A row of more points than this is drawn as means of neighbours.
const FINEST: usize = 140;

impl Atlas {
    /// The correlations of one point with all others: along the line, or from the oracle's largest
    /// to its smallest.
    pub fn rows(&self, point: usize) -> Result<Rows> {
        let size = self.picture.points();
        let missing = || Error::value("point", point, format!("below {size}"));
        let row = self.place(point).ok_or_else(missing)?;
        let shown = self.shown();
        let mut columns: Vec<usize> = (0..size).collect();
        let first = shown.first().and_then(|&place| self.matrix(place));
        if let Some(first) = first.filter(|_| !self.on_a_line()) {
            columns = sorted_by(columns, |column| -f64::from(first[row * size + column]));
        }
        // Many points in an order of their own are a tangle: means of neighbours are a curve.
        let step = if self.on_a_line() { 1 } else { size.div_ceil(FINEST) };
        // Of those that the model says something of.
        let mean = |values: &[f32], group: &[usize]| {
            let known: Vec<f32> = group
                .iter()
                .map(|&column| values[column])
                .filter(|value| !value.is_nan())
                .collect();
            known.iter().sum::<f32>() / known.len() as f32
        };
        let line = |place: usize| {
            let values = &self.matrix(place)?[row * size..(row + 1) * size];
            let values = columns.chunks(step).map(|group| mean(values, group)).collect();
            let values = self.broken(values, |_| f32::NAN);
            Some(Line { name: self.title(place).into(), values, look: self.look(place) })
        };
        let position = |(at, group): (usize, &[usize])| {
            let alone =
                group.first().and_then(|&place| self.picture.position(self.picture.order[place]));
            alone.unwrap_or((at * step) as f64)
        };
        let x: Vec<f64> = columns.chunks(step).enumerate().map(position).collect();
        let marks = || x.iter().zip(&columns).filter(|(_, place)| self.targets[**place]);
        let own = columns.iter().position(|&column| column == row).unwrap_or(0);
        Ok(Rows {
            at: x[own / step],
            marks: if self.on_a_line() { marks().map(|(x, _)| *x).collect() } else { Vec::new() },
            lines: shown.into_iter().filter_map(line).collect(),
            x_label: match (self.on_a_line(), step) {
                (true, _) => "x".into(),
                (_, 1) => "points, from the first model’s most to its least correlated".into(),
                _ => format!(
                    "points, from the first model’s most to its least correlated; each {step} as \
                     their mean"
                ),
            },
            x: self.broken(x, middle),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::atlas_of as atlas;
    use crate::lab::correlation;
    use crate::scenario::{Link, Scenario};

    /// The first 221 points of a line's task as a file, where they have an order of their own: two
    /// points a value, but one for the last.
    #[test]
    fn the_axis_ascends_whatever_the_number_of_points() {
        let scenario: Scenario =
            "lab=correlation&candidate=oracle&tasks=0".parse::<Link>().unwrap().scenario;
        let line = atlas(&scenario, &[]);
        let all = line.picture.beliefs[0].as_ref().unwrap().last(line.picture.points());
        let rows = all.covariance.row_iter().map(|row| row.iter().copied().collect::<Vec<_>>());
        let request = serde_json::json!({
            // Observations of its own make it a task of its own.
            "y": vec![0.5; 20],
            "models": [{
                "mean": all.mean.as_slice(),
                "covariance": rows.collect::<Vec<_>>(),
                "noise_variance": 0.01,
            }],
        });
        let file = request.to_string().into_bytes();
        let predictions = crate::exchange::read(&file, "own.json").unwrap();
        let hash = crate::exchange::file_hash(&file);
        let opened =
            crate::exchange::open(&scenario, None, ("own.json", &hash), &predictions).unwrap();
        let rows = atlas(&opened, &[file]).rows(3).unwrap();
        assert_eq!(rows.x.len(), 111);
        assert_eq!((rows.x[0], rows.x[110]), (0.0, 220.0));
        assert!(rows.x.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", rows.x);
    }

    #[test]
    fn a_model_of_the_targets_alone_has_a_curve_where_it_says_something() {
        let link = "lab=correlation&task=paper&d=2&candidate=oracle&tasks=0";
        let scenario: Scenario = link.parse::<Link>().unwrap().scenario;
        let picture = atlas(&scenario, &[]).picture;
        let file = correlation::score_request(&picture).to_string().into_bytes();
        let predictions = crate::exchange::read(&file, "own.json").unwrap();
        let hash = crate::exchange::file_hash(&file);
        let joined =
            crate::exchange::open(&scenario, None, ("own.json", &hash), &predictions).unwrap();
        let both = atlas(&joined, &[file]);
        let rows = both.rows(both.picture.pool()).unwrap();
        let known = rows.lines[1].values.iter().filter(|value| !value.is_nan()).count();
        assert!(known > 100, "only {known} of {} values", rows.x.len());
        let said = both.agreement_words(1).unwrap();
        assert!(said.starts_with("This model predicts the targets only; "), "{said}");
        let models = both.models_json();
        let [metacorrelation, xllr] = [0, 2].map(|at| models[1]["scores"][at]["lack"].as_str());
        assert_eq!((metacorrelation, xllr), (Some("this model predicts the targets only"), None));
    }
}
