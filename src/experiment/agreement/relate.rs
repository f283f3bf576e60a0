//! How alike two quantities order and place models: coefficients over models, of means over tasks, with intervals by
//! drawing tasks again and again (Efron's bootstrap).

use crate::metric;
use crate::numeric::{Stream, math, sorted_by};
use crate::posterior::BAND;

/// How often tasks are drawn again.
pub const DRAWS: usize = 1000;

/// A quantity of each model (a row a model) on each task; nothing where it cannot be said.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Values(pub Vec<Vec<Option<f64>>>);

impl Values {
    /// The mean of each model over some tasks, which may be named several times.
    fn means(&self, tasks: &[usize]) -> Vec<Option<f64>> {
        let mean = |row: &Vec<Option<f64>>| {
            let mut sum = (0.0, 0.0);
            for value in tasks.iter().filter_map(|task| row[*task]) {
                sum = (sum.0 + value, sum.1 + 1.0);
            }
            (sum.1 > 0.0).then(|| sum.0 / sum.1)
        };
        self.0.iter().map(mean).collect()
    }

    /// The mean of each model over all tasks.
    pub fn mean(&self) -> Vec<Option<f64>> {
        self.means(&(0..self.tasks()).collect::<Vec<_>>())
    }

    /// On how many tasks.
    pub fn tasks(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }
}

/// A coefficient with its 95% interval over tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// The coefficient.
    pub value: f64,
    /// The interval; nothing from fewer than two tasks.
    pub ends: Option<(f64, f64)>,
    /// The standard deviation over draws of tasks.
    pub error: Option<f64>,
}

/// How alike two quantities are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Relation {
    /// Of values.
    pub pearson: Likeness,
    /// Of ranks.
    pub spearman: Likeness,
    /// Over how many models.
    pub models: usize,
    /// And tasks.
    pub tasks: usize,
}

impl Relation {
    /// Of two quantities of the same models on the same tasks; nothing for fewer than three models that have both,
    /// or if one of them is the same for all.
    pub fn of(x: &Values, y: &Values, seed: u64) -> Option<Self> {
        let both = |tasks: &[usize]| -> (Vec<f64>, Vec<f64>) {
            let pairs = x.means(tasks).into_iter().zip(y.means(tasks));
            pairs.filter_map(|(x, y)| x.zip(y)).unzip()
        };
        let find = |tasks: &[usize]| {
            let (x, y) = both(tasks);
            let pearson = metric::pearson(&x, &y)?;
            Some([pearson, metric::pearson(&ranks(&x), &ranks(&y))?])
        };
        let tasks = x.tasks();
        let (models, _) = both(&(0..tasks).collect::<Vec<_>>());
        if models.len() < 3 {
            return None;
        }
        let [pearson, spearman] = bootstrap(tasks, seed, find)?;
        Some(Self { pearson, spearman, models: models.len(), tasks })
    }
}

/// Of the orders in which several quantities put the same models, how alike two are: the mean of Spearman's
/// coefficients over all pairs.
pub fn stability(orders: &[Values], seed: u64) -> Option<Likeness> {
    let find = |tasks: &[usize]| {
        let means: Vec<_> = orders.iter().map(|values| values.means(tasks)).collect();
        // Where every model has its value, each order is ranked once.
        let whole: Option<Vec<Vec<f64>>> =
            means.iter().map(|means| means.iter().copied().collect()).collect();
        let ranked: Option<Vec<Vec<f64>>> =
            whole.map(|all| all.iter().map(|values| ranks(values)).collect());
        let (mut sum, mut count) = (0.0, 0.0);
        for (place, a) in means.iter().enumerate() {
            for (beside, b) in means.iter().enumerate().skip(place + 1) {
                sum += match &ranked {
                    Some(ranked) => metric::pearson(&ranked[place], &ranked[beside])?,
                    None => {
                        let (a, b): (Vec<f64>, Vec<f64>) =
                            a.iter().zip(b).filter_map(|(a, b)| (*a).zip(*b)).unzip();
                        metric::pearson(&ranks(&a), &ranks(&b))?
                    }
                };
                count += 1.0;
            }
        }
        (count > 0.0).then(|| [sum / count])
    };
    bootstrap(orders.first()?.tasks(), seed, find).map(|[likeness]| likeness)
}

/// Coefficients over all tasks, and their 95% intervals: normal on Fisher's scale, `atanh r`, with the standard
/// deviation that draws of as many tasks with replacement have there. (The draws' own 95% would lie too low: a task
/// that is drawn twice leaves out another, so that means are noisier than those of all tasks, and noise weakens
/// coefficients.) A draw without a coefficient is left out.
fn bootstrap<const N: usize>(
    tasks: usize,
    seed: u64,
    find: impl Fn(&[usize]) -> Option<[f64; N]>,
) -> Option<[Likeness; N]> {
    let values = find(&(0..tasks).collect::<Vec<_>>())?;
    let mut stream = Stream::new(seed, "tasks drawn again", tasks as u64);
    let mut again = || (0..tasks).map(|_| stream.below(tasks as u64) as usize).collect::<Vec<_>>();
    let draws = if tasks < 2 { 0 } else { DRAWS };
    let drawn: Vec<[f64; N]> = (0..draws).filter_map(|_| find(&again())).collect();
    let enough = drawn.len() > DRAWS / 2;
    Some(std::array::from_fn(|which| {
        let (value, column) = (values[which], || drawn.iter().map(|all| all[which]));
        let half = BAND * deviation(column().map(on_fishers_scale));
        // tanh z = 2 / (1 + exp(-2z)) - 1.
        let end =
            |side: f64| 2.0 * math::logistic(2.0 * (on_fishers_scale(value) + side * half)) - 1.0;
        Likeness {
            value,
            ends: enough.then(|| (end(-1.0), end(1.0))),
            error: enough.then(|| deviation(column())),
        }
    }))
}

/// `atanh r`; what is 1 but for rounding is far away, and not infinitely far.
fn on_fishers_scale(coefficient: f64) -> f64 {
    let r = coefficient.clamp(-FARTHEST, FARTHEST);
    0.5 * math::ln((1.0 + r) / (1.0 - r))
}

const FARTHEST: f64 = 1.0 - 1e-12;

fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count() as f64;
    let mean = values.clone().fold(0.0, |sum, value| sum + value) / count;
    let squares = values.fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    (squares / (count - 1.0)).sqrt()
}

/// Ranks from 0, equal values sharing their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let order = sorted_by((0..values.len()).collect(), |place: &usize| values[*place]);
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let same = |place: &&usize| values[**place] == values[order[start]];
        let count = order[start..].iter().take_while(same).count();
        let shared = start as f64 + (count - 1) as f64 / 2.0;
        order[start..start + count].iter().for_each(|place| ranks[*place] = shared);
        start += count;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(rows: &[&[f64]]) -> Values {
        Values(rows.iter().map(|row| row.iter().map(|value| Some(*value)).collect()).collect())
    }

    #[test]
    fn coefficients_are_those_of_means() {
        // Means 1, 2, 4 and 3, 5, 4: Pearson 2.5 - by hand: deviations -4/3, -1/3, 5/3 and -1, 1, 0.
        let x = values(&[&[0.0, 2.0], &[2.0, 2.0], &[3.0, 5.0]]);
        let y = values(&[&[3.0, 3.0], &[6.0, 4.0], &[4.0, 4.0]]);
        let found = Relation::of(&x, &y, 1).unwrap();
        let by_hand = (4.0 / 3.0 - 1.0 / 3.0) / ((42.0_f64 / 9.0).sqrt() * 2.0_f64.sqrt());
        assert!((found.pearson.value - by_hand).abs() < 1e-12, "{found:?}");
        assert!((found.spearman.value - 0.5).abs() < 1e-12, "ranks 0, 1, 2 and 0, 2, 1");
        assert_eq!((found.models, found.tasks), (3, 2));
        let (low, high) = found.pearson.ends.unwrap();
        assert!(low <= found.pearson.value && found.pearson.value <= high);
        let one = Values(x.0.iter().map(|row| row[..1].to_vec()).collect());
        assert_eq!(Relation::of(&one, &one, 1).unwrap().pearson.ends, None, "one task");
        assert_eq!(Relation::of(&x, &values(&[&[1.0, 1.0][..]; 3]), 1), None, "all the same");
    }

    #[test]
    fn equal_values_share_their_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
    }

    /// Two quantities with independent errors on 40 tasks: the interval is about as wide as theory says.
    #[test]
    fn intervals_are_as_wide_as_tasks_differ() {
        let mut stream = Stream::new(3, "a made-up table", 0);
        let mut noisy = |spread: f64| {
            let row = |model: usize, stream: &mut Stream| {
                (0..40).map(|_| Some(model as f64 + spread * stream.normal())).collect()
            };
            Values((0..12).map(|model| row(model, &mut stream)).collect())
        };
        let (exact, rough) = ([noisy(0.01), noisy(0.01)], [noisy(20.0), noisy(20.0)]);
        let sure = Relation::of(&exact[0], &exact[1], 1).unwrap().pearson;
        assert!(sure.value > 0.9999 && sure.error.unwrap() < 1e-4, "{sure:?}");
        let unsure = Relation::of(&rough[0], &rough[1], 1).unwrap().pearson;
        assert!(unsure.error.unwrap() > 0.03, "{unsure:?}");
        let all = [exact[0].clone(), exact[1].clone(), rough[0].clone()];
        let stable = stability(&all, 1).unwrap();
        let pairs = [(0, 1), (0, 2), (1, 2)]
            .map(|(a, b)| Relation::of(&all[a], &all[b], 1).unwrap().spearman.value);
        assert!((stable.value - pairs.iter().sum::<f64>() / 3.0).abs() < 1e-12);
    }
}
