//! Four words of 32 bits.

use std::ops::{Add, BitXor};

#[cfg(not(any(target_arch = "wasm32", target_arch = "x86_64")))]
use portable as machine;
#[cfg(target_arch = "x86_64")]
use sse2 as machine;
#[cfg(target_arch = "wasm32")]
use wasm as machine;

/// Four lanes of `u32`. Their sums wrap around.
#[derive(Debug, Clone, Copy)]
pub struct U32x4(machine::Lanes);

impl U32x4 {
    /// The four neighbours in memory.
    #[inline(always)]
    pub fn load(words: [u32; 4]) -> Self {
        Self(machine::from_array(words))
    }

    /// All lanes `word`.
    #[inline(always)]
    pub fn splat(word: u32) -> Self {
        Self::load([word; 4])
    }

    /// The lanes, in memory order.
    #[inline(always)]
    pub fn to_array(self) -> [u32; 4] {
        machine::to_array(self.0)
    }

    /// The bits of each lane turned, the highest to the lowest places.
    #[inline(always)]
    pub fn rotate_left<const BY: i32>(self) -> Self {
        Self(machine::rotate_left::<BY>(self.0))
    }

    /// Four rows as columns.
    #[inline(always)]
    pub fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let halves = |a: Self, b: Self| [machine::low(a.0, b.0), machine::high(a.0, b.0)];
        // Zipped twice: a with c and b with d, then both.
        let ([ac, rest_ac], [bd, rest_bd]) = (halves(a, c), halves(b, d));
        let (ac, bd, rest_ac, rest_bd) = (Self(ac), Self(bd), Self(rest_ac), Self(rest_bd));
        let ([first, second], [third, fourth]) = (halves(ac, bd), halves(rest_ac, rest_bd));
        [first, second, third, fourth].map(Self)
    }
}

operator!(U32x4: Add, add, add);
operator!(U32x4: BitXor, bitxor, xor);

#[cfg(target_arch = "wasm32")]
mod wasm {
    use core::arch::wasm32::*;
    pub type Lanes = v128;
    reinterpret!([u32; 4]);

    instructions! {
        add(a, b) = u32x4_add(a, b);
        xor(a, b) = v128_xor(a, b);
        rotate_left<BY>(a) = v128_or(u32x4_shl(a, BY as u32), u32x4_shr(a, (32 - BY) as u32));
        low(a, b) = u32x4_shuffle::<0, 4, 1, 5>(a, b);
        high(a, b) = u32x4_shuffle::<2, 6, 3, 7>(a, b);
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;
    pub type Lanes = __m128i;
    reinterpret!([u32; 4]);

    #[inline(always)]
    fn count(bits: i32) -> Lanes {
        // SAFETY: SSE2 is part of every x86-64.
        unsafe { _mm_cvtsi32_si128(bits) }
    }

    // SAFETY, for all: these instructions touch no memory, and SSE2 is part of every x86-64.
    instructions! {
        add(a, b) = unsafe { _mm_add_epi32(a, b) };
        xor(a, b) = unsafe { _mm_xor_si128(a, b) };
        rotate_left<BY>(a) = unsafe {
            _mm_or_si128(_mm_sll_epi32(a, count(BY)), _mm_srl_epi32(a, count(32 - BY)))
        };
        low(a, b) = unsafe { _mm_unpacklo_epi32(a, b) };
        high(a, b) = unsafe { _mm_unpackhi_epi32(a, b) };
    }
}

/// The definition of every operation, and the fallback where no instruction set is known.
#[cfg(any(test, not(any(target_arch = "wasm32", target_arch = "x86_64"))))]
mod portable {
    use std::array::from_fn;
    pub type Lanes = [u32; 4];

    #[allow(dead_code)] // In tests the functions alone are compared.
    pub fn from_array(words: [u32; 4]) -> Lanes {
        words
    }
    #[allow(dead_code)]
    pub fn to_array(lanes: Lanes) -> [u32; 4] {
        lanes
    }
    pub fn add(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }
    pub fn xor(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] ^ b[i])
    }
    pub fn rotate_left<const BY: i32>(a: Lanes) -> Lanes {
        a.map(|word| word.rotate_left(BY as u32))
    }
    pub fn low(a: Lanes, b: Lanes) -> Lanes {
        [a[0], b[0], a[1], b[1]]
    }
    pub fn high(a: Lanes, b: Lanes) -> Lanes {
        [a[2], b[2], a[3], b[3]]
    }
}

#[cfg(test)]
mod tests {
    use super::{U32x4, machine, portable};

    const A: [u32; 4] = [1, 0x8000_0001, u32::MAX, 0x1234_5678];
    const B: [u32; 4] = [u32::MAX, 3, 2, 0x9abc_def0];

    #[test]
    fn machine_follows_the_portable_definition() {
        let (a, b) = (U32x4::load(A), U32x4::load(B));
        assert_eq!((a + b).to_array(), portable::add(A, B));
        assert_eq!((a ^ b).to_array(), portable::xor(A, B));
        assert_eq!(a.rotate_left::<7>().to_array(), portable::rotate_left::<7>(A));
        assert_eq!(a.rotate_left::<16>().to_array(), portable::rotate_left::<16>(A));
        assert_eq!(U32x4(machine::low(a.0, b.0)).to_array(), portable::low(A, B));
        assert_eq!(U32x4(machine::high(a.0, b.0)).to_array(), portable::high(A, B));
        assert_eq!(U32x4::splat(5).to_array(), [5; 4]);
    }

    #[test]
    fn rows_become_columns() {
        let rows = [0, 4, 8, 12].map(|first| U32x4::load([0, 1, 2, 3].map(|i| first + i)));
        let columns = U32x4::transpose(rows).map(U32x4::to_array);
        assert_eq!(columns, [0, 1, 2, 3].map(|first| [0, 4, 8, 12].map(|i| first + i)));
    }
}
