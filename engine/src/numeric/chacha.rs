//! ChaCha with eight rounds (Bernstein 2008), as a generator of random words: a key, a counter of blocks
//! of 64 bytes, and zeros for the nonce.
//!
//! Four blocks at a time, a lane each, which is several times as fast in a browser as one by one. The
//! words are those of the crate `rand_chacha`, which has no such lanes for wasm.

use super::simd::U32x4;

/// Words of 64 bits in four blocks.
const WORDS: usize = 32;

/// The stream of a key.
#[derive(Debug, Clone)]
pub struct ChaCha8 {
    key: [u32; 8],
    /// The number of the next block.
    block: u64,
    words: [u64; WORDS],
    /// How many of the words are spent.
    spent: usize,
}

impl ChaCha8 {
    /// The stream from its beginning.
    pub fn new(key: [u32; 8]) -> Self {
        Self { key, block: 0, words: [0; WORDS], spent: WORDS }
    }

    /// The next word.
    #[inline]
    pub fn word(&mut self) -> u64 {
        if self.spent == WORDS {
            four_blocks(&self.key, self.block, &mut self.words);
            self.block += 4;
            self.spent = 0;
        }
        self.spent += 1;
        self.words[self.spent - 1]
    }
}

/// Called again and again, so that V8 optimises it.
#[inline(never)]
fn four_blocks(key: &[u32; 8], first: u64, words: &mut [u64; WORDS]) {
    let start = starts(key, first);
    let mut state = start;
    for _ in 0..4 {
        // Down the columns of the 4 x 4 words, then down the diagonals.
        quarter_round(&mut state, [0, 4, 8, 12]);
        quarter_round(&mut state, [1, 5, 9, 13]);
        quarter_round(&mut state, [2, 6, 10, 14]);
        quarter_round(&mut state, [3, 7, 11, 15]);
        quarter_round(&mut state, [0, 5, 10, 15]);
        quarter_round(&mut state, [1, 6, 11, 12]);
        quarter_round(&mut state, [2, 7, 8, 13]);
        quarter_round(&mut state, [3, 4, 9, 14]);
    }
    for row in 0..4 {
        let sums = [0, 1, 2, 3].map(|i| state[4 * row + i] + start[4 * row + i]);
        for (block, four) in U32x4::transpose(sums).into_iter().enumerate() {
            let [a, b, c, d] = four.to_array().map(u64::from);
            words[8 * block + 2 * row..][..2].copy_from_slice(&[a | b << 32, c | d << 32]);
        }
    }
}

/// The first state of four blocks.
fn starts(key: &[u32; 8], first: u64) -> [U32x4; 16] {
    // "expand 32-byte k"
    const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
    let mut start = [U32x4::splat(0); 16];
    let shared = CONSTANTS.iter().chain(key);
    start.iter_mut().zip(shared).for_each(|(lanes, &word)| *lanes = U32x4::splat(word));
    let blocks = [0, 1, 2, 3].map(|i| first + i);
    start[12] = U32x4::load(blocks.map(|block| block as u32));
    start[13] = U32x4::load(blocks.map(|block| (block >> 32) as u32));
    start
}

#[inline(always)]
fn quarter_round(state: &mut [U32x4; 16], [a, b, c, d]: [usize; 4]) {
    state[a] = state[a] + state[b];
    state[d] = (state[d] ^ state[a]).rotate_left::<16>();
    state[c] = state[c] + state[d];
    state[b] = (state[b] ^ state[c]).rotate_left::<12>();
    state[a] = state[a] + state[b];
    state[d] = (state[d] ^ state[a]).rotate_left::<8>();
    state[c] = state[c] + state[d];
    state[b] = (state[b] ^ state[c]).rotate_left::<7>();
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn both(key: [u32; 8]) -> (ChaCha8, ChaCha8Rng) {
        let bytes: Vec<u8> = key.iter().flat_map(|word| word.to_le_bytes()).collect();
        (ChaCha8::new(key), ChaCha8Rng::from_seed(bytes.try_into().unwrap()))
    }

    #[test]
    fn words_are_those_of_rand_chacha() {
        for key in [
            [0; 8],
            [u32::MAX; 8],
            [1, 2, 3, 4, 5, 6, 7, 8].map(|i: u32| i.wrapping_mul(0x9e37_79b9)),
        ] {
            let (mut ours, mut theirs) = both(key);
            assert!((0..50_000).all(|_| ours.word() == theirs.next_u64()));
        }
    }

    /// Where the counter's low half overflows, within four blocks, and in the middle of a block.
    #[test]
    fn so_they_are_far_along_the_stream() {
        for first in [1, (1 << 32) - 2, (1 << 32) - 1, 0xdead_beef_0000_0001] {
            let (mut ours, mut theirs) = both([7; 8]);
            ours.block = first;
            theirs.set_word_pos(u128::from(first) * 16 + 10);
            (0..5).for_each(|_| _ = ours.word());
            assert!((0..999).all(|_| ours.word() == theirs.next_u64()), "from block {first}");
        }
    }
}
