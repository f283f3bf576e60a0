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
        let (deviations, slack) = (&self.deviations[..length], &self.slack[..length]);
        let [deviation, loose] = [deviations[0], slack[0]].map(L::splat);
        let magnitude = L::splat(f64::from_bits(u64::MAX >> 1));
        let within = |entries: L, deviations: L, slack: L| {
            let size = entries.and_bits(magnitude);
            let most = deviations * deviation + slack * loose;
            size.less(most).or_bits(size.equal(most))
        };
        let whole = length - length % L::COUNT;
        let mut all = within(
            L::load_some(&self.entries[whole..]),
            L::load_some(&deviations[whole..]),
            L::load_some(&slack[whole..]),
        );
        for at in (0..whole).step_by(L::COUNT) {
            let lanes = [self.entries, deviations, slack].map(|column| L::load(&column[at..]));
            all = all.and_bits(within(lanes[0], lanes[1], lanes[2]));
        }
        let mut lanes = [f64::from_bits(u64::MAX); simd::MOST];
        all.store(&mut lanes);
        lanes.iter().all(|lane| lane.to_bits() != 0)
    }
}
