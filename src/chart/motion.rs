//! On the way from one computed state to the next: what is drawn for a moment in between, on equal axes, so that one
//! sees what moved. Nothing is read from it, and no file holds it.

use super::{Band, Panel, Scores};

impl Panel {
    /// The panel a share of the way, from 0 to 1, from how it was before: bands shrink, scores sink, and a new question
    /// drops in. Where the axes differ there is nothing in between.
    #[must_use]
    pub fn on_its_way(&self, before: &Self, share: f64) -> Self {
        let alike = self.band.x == before.band.x
            && self.band.x_range == before.band.x_range
            && self.band.y_range == before.band.y_range
            && self.scores.x == before.scores.x
            && self.scores.range == before.scores.range;
        if !alike || !(0.0..1.0).contains(&share) {
            return self.clone();
        }
        // Slow at both ends.
        let share = share * share * (3.0 - 2.0 * share);
        Self {
            band: band(&self.band, &before.band, share),
            scores: scores(&self.scores, &before.scores, share),
        }
    }
}

fn between(from: f64, to: f64, share: f64) -> f64 {
    from + share * (to - from)
}

fn mixed(to: &[f64], from: &[f64], share: f64) -> Vec<f64> {
    match to.len() == from.len() {
        true => to.iter().zip(from).map(|(to, from)| between(*from, *to, share)).collect(),
        false => to.to_vec(),
    }
}

fn band(to: &Band, from: &Band, share: f64) -> Band {
    let mut now = to.clone();
    now.mean = mixed(&to.mean, &from.mean, share);
    now.function = mixed(&to.function, &from.function, share);
    now.observation = mixed(&to.observation, &from.observation, share);
    for (now, from) in now.samples.iter_mut().zip(&from.samples) {
        *now = mixed(now, from, share);
    }
    // What was not asked before comes from above.
    for (now, y) in now.picks.1.iter_mut().zip(&to.picks.1).skip(from.picks.1.len()) {
        *now = between(to.y_range.end, *y, share);
    }
    now
}

fn scores(to: &Scores, from: &Scores, share: f64) -> Scores {
    let value = |(to, from): (&Option<f64>, &Option<f64>)| match (to, from) {
        (Some(to), Some(from)) => Some(between(*from, *to, share)),
        _ => *to,
    };
    let values = match to.values.len() == from.values.len() {
        true => to.values.iter().zip(&from.values).map(value).collect(),
        false => to.values.clone(),
    };
    Scores { values, ..to.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(mean: f64, picks: &[f64], score: Option<f64>) -> Panel {
        Panel {
            band: Band {
                x_range: 0.0..1.0,
                y_range: -1.0..2.0,
                x: vec![0.0, 1.0],
                mean: vec![mean, 0.0],
                function: vec![1.0 - mean, 0.5],
                picks: (picks.to_vec(), vec![0.5; picks.len()]),
                ..Band::default()
            },
            scores: Scores {
                x: vec![0.5, 0.7],
                values: vec![score, Some(1.0)],
                range: 0.0..1.0,
                ..Scores::default()
            },
        }
    }

    #[test]
    fn bands_shrink_scores_sink_and_a_question_drops_in() {
        let (from, to) = (panel(0.0, &[0.1], Some(0.8)), panel(0.6, &[0.1, 0.5], Some(0.2)));
        let half = to.on_its_way(&from, 0.5);
        assert_eq!(half.band.mean, [0.3, 0.0]);
        assert_eq!(half.band.function, [0.7, 0.5]);
        assert_eq!(half.band.picks.1, [0.5, 1.25], "what was there stays, what is new falls");
        assert_eq!(half.scores.values, [Some(0.5), Some(1.0)]);
        assert_eq!(to.on_its_way(&from, 0.0).band.mean, from.band.mean);
        assert_eq!(to.on_its_way(&from, 1.0).band.mean, to.band.mean);
        assert_eq!(from.on_its_way(&to, 0.5).band.picks.1, [0.5], "a step back takes it away");
        let taken = panel(0.6, &[0.1], None).on_its_way(&from, 0.5);
        assert_eq!(taken.scores.values, [None, Some(1.0)]);
    }

    #[test]
    fn other_axes_are_not_mixed() {
        let (mut from, to) = (panel(0.0, &[], Some(0.8)), panel(0.6, &[], Some(0.2)));
        from.band.y_range = -3.0..3.0;
        assert_eq!(to.on_its_way(&from, 0.5).band.mean, to.band.mean);
    }
}
