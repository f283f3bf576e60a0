//! A 64-bit hash of a sequence of values, equal on every machine.
//!
//! Format 1: FNV-1a over bytes, then the finalizer of splitmix64. A value's bytes are
//! little-endian; a text or a list is preceded by its length, so that neighbours cannot merge.
//! It tells results apart; it does not resist an attacker.

/// The version of the byte format, hashed first: any change of the format changes every hash.
pub const FORMAT: u64 = 1;

/// A hash under construction: feed it values in a declared order, then [`finish`](Self::finish).
///
/// ```
/// use talscope_engine::numeric::Fingerprint;
/// let hash = |x: f64| Fingerprint::new().text("loss").float(x).finish();
/// assert_eq!(hash(0.0), hash(-0.0));
/// assert_ne!(hash(0.0), hash(1.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self::new()
    }
}

impl Fingerprint {
    /// The hash of nothing but the format version.
    #[must_use]
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325).integer(FORMAT)
    }

    /// Appends an integer.
    #[must_use]
    pub fn integer(self, value: u64) -> Self {
        self.raw(&value.to_le_bytes())
    }

    /// Appends a text with its length.
    #[must_use]
    pub fn text(self, value: &str) -> Self {
        self.bytes(value.as_bytes())
    }

    /// Appends bytes with their length.
    #[must_use]
    pub fn bytes(self, value: &[u8]) -> Self {
        self.integer(value.len() as u64).raw(value)
    }

    /// Appends a float by its bits; both zeros count as one, and so do all NaNs, because their
    /// sign and payload differ between machines.
    #[must_use]
    pub fn float(self, value: f64) -> Self {
        let canonical = match value {
            nan if nan.is_nan() => 0x7ff8_0000_0000_0000,
            0.0 => 0,
            other => other.to_bits(),
        };
        self.integer(canonical)
    }

    /// Appends a list of floats with its length.
    #[must_use]
    pub fn floats(self, values: &[f64]) -> Self {
        values.iter().fold(self.integer(values.len() as u64), |hash, &value| hash.float(value))
    }

    /// The hash of all that was appended, its bits well mixed.
    #[must_use]
    pub fn finish(self) -> u64 {
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn raw(self, bytes: &[u8]) -> Self {
        let step =
            |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Self(bytes.iter().fold(self.0, step))
    }
}

/// CRC-32, the checksum of zip and PNG files.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, &byte: &u8| (sum >> 8) ^ REMAINDERS[(sum as u8 ^ byte) as usize];
    !bytes.iter().fold(!0, step)
}

const REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder >> 1) ^ (0xedb8_8320 * (remainder & 1));
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn bytes_follow_the_published_fnv_vectors() {
        let raw = |text: &str| Fingerprint(0xcbf2_9ce4_8422_2325).raw(text.as_bytes()).0;
        assert_eq!(raw(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(raw("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(raw("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn order_and_grouping_matter() {
        let new = Fingerprint::new;
        assert_ne!(new().text("ab").text("c"), new().text("a").text("bc"));
        assert_ne!(new().floats(&[1.0]).floats(&[]), new().floats(&[]).floats(&[1.0]));
        assert_ne!(new().floats(&[1.0, 2.0]), new().floats(&[2.0, 1.0]));
        assert_ne!(new().finish(), new().floats(&[]).finish());
    }

    #[test]
    fn zeros_and_nans_are_one_each() {
        let float = |x| Fingerprint::new().float(x).finish();
        assert_eq!(float(0.0), float(-0.0));
        assert_eq!(float(f64::NAN), float(-f64::NAN));
        assert_ne!(float(f64::INFINITY), float(f64::NEG_INFINITY));
    }

    #[test]
    fn every_bit_flips_about_half_the_time() {
        let mut flips = [0u32; 64];
        for i in 0..1000 {
            let change =
                Fingerprint::new().integer(i).finish() ^ Fingerprint::new().integer(i + 1).finish();
            flips.iter_mut().enumerate().for_each(|(bit, n)| *n += (change >> bit) as u32 & 1);
        }
        assert!(flips.iter().all(|n| (420..580).contains(n)), "{flips:?}");
    }
}
