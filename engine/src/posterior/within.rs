//! Whether covariances stay within the product of the deviations.

use crate::numeric::simd::{self, Lanes, Work};

/// The covariances of the first of some points with each of them.
pub struct Within<'a> {
    pub entries: &'a [f64],
    pub deviations: &'a [f64],
    /// What may be added to the product of deviations, as a product of these.
    pub slack: &'a [f64],
}

impl Within<'_> {
    /// The first point whose covariance is not within them. All at once before one by one, because all is
    /// well nearly always.
    pub fn first_beyond(&self) -> Option<usize> {
        let within = |i: usize| {
            let most = self.deviations[i] * self.deviations[0] + self.slack[i] * self.slack[0];
            self.entries[i].abs() <= most
        };
        if simd::run(self) { None } else { (0..self.entries.len()).find(|&i| !within(i)) }
    }
}

impl Work for &Within<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let length = self.entries.len();
        let columns = [self.entries, self.deviations, self.slack].map(|column| &column[..length]);
        let first = [L::splat(self.deviations[0]), L::splat(self.slack[0])];
        let mut all = within(columns.map(|column| L::load_some(L::arrays(column).1)), first);
        let arrays = columns.map(|column| L::arrays(column).0);
        for ((entries, deviations), slack) in arrays[0].iter().zip(arrays[1]).zip(arrays[2]) {
            all = all.and_bits(within([L::of(entries), L::of(deviations), L::of(slack)], first));
        }
        let mut lanes = [f64::from_bits(u64::MAX); simd::MOST];
        all.store(&mut lanes);
        lanes.iter().all(|lane| lane.to_bits() != 0)
    }
}

/// All bits set where |entry| is at most deviation times deviation and slack times slack.
#[inline(always)]
fn within<L: Lanes>([entry, deviation, slack]: [L; 3], first: [L; 2]) -> L {
    let size = entry.and_bits(L::splat(f64::from_bits(u64::MAX >> 1)));
    let most = deviation * first[0] + slack * first[1];
    size.less(most).or_bits(size.equal(most))
}
