//! Small seeded choices: the same cases on every machine.

/// A generator by Steele, Lea and Flood (splitmix64): all that choosing cases needs.
pub struct Dice(u64);

impl Dice {
    /// The dice of the case with that number.
    pub fn new(purpose: u64, case: u64) -> Self {
        Self(purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Any of 0 .. `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// From `least` to `most`, both included.
    pub fn within(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub fn some<T>(&mut self, count: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..count).map(|_| make(self)).collect()
    }

    /// A number between two ends, with few or with all digits; often an end itself.
    pub fn number(&mut self, least: f64, most: f64) -> f64 {
        let share = (self.word() >> 11) as f64 / (1_u64 << 53) as f64;
        match self.below(6) {
            0 => least,
            1 => most,
            2 => least + (most - least) * share,
            _ => {
                let few = (least + (most - least) * share) * 100.0;
                (few.round() / 100.0).clamp(least, most)
            }
        }
    }

    /// A number that no hand makes, now and then.
    pub fn wild(&mut self) -> f64 {
        const WILD: [f64; 14] = [
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
            f64::MIN_POSITIVE,
            -1.0,
            -0.0,
            0.5,
            1e-320,
            1e9,
            -1e300,
            18_446_744_073_709_551_615.0,
            999.0,
            -7.25,
        ];
        match self.below(4) {
            0 => self.one(&WILD),
            1 => self.below(12) as f64,
            2 => self.below(700) as f64,
            _ => self.number(-8.0, 8.0),
        }
    }
}
