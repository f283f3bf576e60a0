//! Two doubles, or four words of 32 bits, at once, with the same bits on every machine.
//!
//! 128 bits because that is what wasm has; natively it is SSE2, never fused, and on other processors a
//! plain array. Only the payload and sign of a computed NaN may differ between them. Work that does the
//! same to every number is written for [`Lanes`] of any width, and natively runs on four or eight of them
//! where the processor has them ([`lanes`](self::run), `wide.rs`): not one bit changes.
//!
//! The crate's only unsafe code: calls of SSE2 instructions, which every x86-64 has, and of wider ones,
//! which the processor was asked for; and registers read as arrays of the same size. No pointer is
//! involved.
#![allow(unsafe_code)]

use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub, SubAssign};

#[cfg(not(any(target_arch = "wasm32", target_arch = "x86_64")))]
use portable as machine;
#[cfg(target_arch = "x86_64")]
use sse2 as machine;
#[cfg(target_arch = "wasm32")]
use wasm as machine;

/// Two lanes of `f64`.
#[derive(Debug, Clone, Copy)]
pub struct F64x2(machine::Lanes);

impl F64x2 {
    /// Both lanes zero.
    pub const ZERO: Self = Self(machine::ZERO);

    /// Both lanes `value`.
    #[inline(always)]
    pub fn splat(value: f64) -> Self {
        Self(machine::splat(value))
    }

    /// The two neighbours in memory, which need no alignment.
    #[inline(always)]
    pub fn load(values: &[f64; 2]) -> Self {
        Self(machine::from_array(*values))
    }

    /// Four neighbours in memory, as two pairs.
    #[inline(always)]
    pub fn load_four(values: &[f64; 4]) -> [Self; 2] {
        let (pairs, _) = values.as_chunks::<2>();
        [Self::load(&pairs[0]), Self::load(&pairs[1])]
    }

    /// Two neighbours of any bits, most of which are no number that one would calculate with.
    #[inline(always)]
    pub fn from_bits(bits: [u64; 2]) -> Self {
        Self(machine::from_array(bits.map(f64::from_bits)))
    }

    /// Writes both lanes.
    #[inline(always)]
    pub fn store(self, values: &mut [f64; 2]) {
        *values = self.to_array();
    }

    /// Both lanes, in memory order.
    #[inline(always)]
    pub fn to_array(self) -> [f64; 2] {
        machine::to_array(self.0)
    }

    /// First lane plus second.
    #[inline(always)]
    pub fn sum(self) -> f64 {
        let [first, second] = self.to_array();
        first + second
    }

    /// The correctly rounded square roots.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        Self(machine::sqrt(self.0))
    }

    /// `other` where it is smaller, else `self`: a NaN in `self` stays, one in `other` is ignored.
    #[inline(always)]
    pub fn min(self, other: Self) -> Self {
        Self(machine::min(self.0, other.0))
    }

    /// `other` where it is larger, else `self`: a NaN in `self` stays, one in `other` is ignored.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        Self(machine::max(self.0, other.0))
    }

    /// All bits set where `self < other`, else none.
    #[inline(always)]
    pub fn less(self, other: Self) -> Self {
        Self(machine::less(self.0, other.0))
    }

    /// All bits set where `self == other`, else none.
    #[inline(always)]
    pub fn equal(self, other: Self) -> Self {
        Self(machine::equal(self.0, other.0))
    }

    /// With `self` a result of a comparison: `yes` where it holds, else `no`.
    #[inline(always)]
    pub fn select(self, yes: Self, no: Self) -> Self {
        Self(machine::select(self.0, yes.0, no.0))
    }

    /// The sum of the lanes' bits as wrapping 64-bit integers.
    #[inline(always)]
    pub fn add_bits(self, other: Self) -> Self {
        Self(machine::add_bits(self.0, other.0))
    }

    /// Bitwise and.
    #[inline(always)]
    pub fn and_bits(self, other: Self) -> Self {
        Self(machine::and_bits(self.0, other.0))
    }

    /// Bitwise or.
    #[inline(always)]
    pub fn or_bits(self, other: Self) -> Self {
        Self(machine::or_bits(self.0, other.0))
    }

    /// Bitwise exclusive or.
    #[inline(always)]
    pub fn xor_bits(self, other: Self) -> Self {
        Self(machine::xor_bits(self.0, other.0))
    }

    /// The bits moved up.
    #[inline(always)]
    pub fn shift_left<const BY: i32>(self) -> Self {
        Self(machine::shift_left::<BY>(self.0))
    }

    /// The bits moved down.
    #[inline(always)]
    pub fn shift_right<const BY: i32>(self) -> Self {
        Self(machine::shift_right::<BY>(self.0))
    }

    /// The bits moved up by 52: a small integer becomes an exponent.
    #[inline(always)]
    pub fn integer_to_exponent(self) -> Self {
        self.shift_left::<52>()
    }

    /// The bits moved down by 52: an exponent becomes a small integer.
    #[inline(always)]
    pub fn exponent_to_integer(self) -> Self {
        self.shift_right::<52>()
    }

    /// The first lanes of both, and the second ones.
    #[inline(always)]
    pub fn transpose(self, other: Self) -> [Self; 2] {
        [machine::firsts(self.0, other.0), machine::seconds(self.0, other.0)].map(Self)
    }
}

macro_rules! operator {
    ($type:ident: $operator:ident, $method:ident, $function:ident) => {
        impl $operator for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(machine::$function(self.0, other.0))
            }
        }
    };
    ($type:ident: $operator:ident, $method:ident = $symbol:tt) => {
        impl $operator for $type {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = *self $symbol other;
            }
        }
    };
}

/// Operators and [`Lanes`] for a type that holds a register.
macro_rules! doubles {
    ($type:ident, $count:literal) => {
        operator!($type: Add, add, add);
        operator!($type: Sub, sub, sub);
        operator!($type: Mul, mul, mul);
        operator!($type: Div, div, div);
        operator!($type: AddAssign, add_assign = +);
        operator!($type: SubAssign, sub_assign = -);
        operator!($type: MulAssign, mul_assign = *);

        impl Lanes for $type {
            const COUNT: usize = $count;
            type Array = [f64; $count];

            #[inline(always)]
            fn arrays(values: &[f64]) -> (&[Self::Array], &[f64]) {
                values.as_chunks()
            }

            #[inline(always)]
            fn arrays_mut(values: &mut [f64]) -> (&mut [Self::Array], &mut [f64]) {
                values.as_chunks_mut()
            }

            #[inline(always)]
            fn of(values: &Self::Array) -> Self {
                Self(machine::from_array(*values))
            }

            #[inline(always)]
            fn write(self, values: &mut Self::Array) {
                *values = machine::to_array(self.0);
            }

            #[inline(always)]
            fn splat(value: f64) -> Self {
                Self(machine::splat(value))
            }

            #[inline(always)]
            fn load(values: &[f64]) -> Self {
                Lanes::of(values.first_chunk().expect("a number for each lane"))
            }

            #[inline(always)]
            fn store(self, values: &mut [f64]) {
                self.write(values.first_chunk_mut().expect("room for each lane"));
            }

            doubles! { @one sqrt }
            doubles! { @two min max less equal add_bits and_bits or_bits }
            doubles! { @shift shift_left shift_right }

            #[inline(always)]
            fn select(self, yes: Self, no: Self) -> Self {
                Self(machine::select(self.0, yes.0, no.0))
            }
        }
    };
    (@one $($name:ident)+) => {$(
        #[inline(always)]
        fn $name(self) -> Self {
            Self(machine::$name(self.0))
        }
    )+};
    (@two $($name:ident)+) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self(machine::$name(self.0, other.0))
        }
    )+};
    (@shift $($name:ident)+) => {$(
        #[inline(always)]
        fn $name<const BY: i32>(self) -> Self {
            Self(machine::$name::<BY>(self.0))
        }
    )+};
}
doubles!(F64x2, 2);

/// Defines functions of one or two registers by the machine's own instruction.
#[cfg(any(target_arch = "wasm32", target_arch = "x86_64"))]
macro_rules! instructions {
    ($integer:ident: $integers:ty = $to:ident, $float:ident = $from:ident; $($rest:tt)+) => {
        #[inline(always)]
        fn $integer(lanes: Lanes) -> $integers {
            // SAFETY: as for the instructions that follow; this one is none at all.
            unsafe { $to(lanes) }
        }

        #[inline(always)]
        fn $float(lanes: $integers) -> Lanes {
            // SAFETY: the same.
            unsafe { $from(lanes) }
        }
        instructions! { $($rest)+ }
    };
    ($($name:ident$(<$by:ident>)?($($lane:ident),+) = $body:expr;)+) => {$(
        #[inline(always)]
        pub fn $name$(<const $by: i32>)?($($lane: Lanes),+) -> Lanes {
            $body
        }
    )+};
}

/// Reads the memory of an array as a register, or the reverse.
#[cfg(any(target_arch = "wasm32", target_arch = "x86_64"))]
macro_rules! reinterpret {
    ($array:ty) => {
        #[inline(always)]
        pub const fn from_array(values: $array) -> Lanes {
            // SAFETY: both have the same size, and in both every bit pattern is valid.
            unsafe { std::mem::transmute::<$array, Lanes>(values) }
        }

        #[inline(always)]
        pub const fn to_array(lanes: Lanes) -> $array {
            // SAFETY: both have the same size, and in both every bit pattern is valid.
            unsafe { std::mem::transmute::<Lanes, $array>(lanes) }
        }
    };
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use core::arch::wasm32::*;
    pub type Lanes = v128;
    pub const ZERO: Lanes = from_array([0.0; 2]);
    reinterpret!([f64; 2]);

    #[inline(always)]
    pub fn splat(value: f64) -> Lanes {
        f64x2_splat(value)
    }
    instructions! {
        add(a, b) = f64x2_add(a, b);
        sub(a, b) = f64x2_sub(a, b);
        mul(a, b) = f64x2_mul(a, b);
        div(a, b) = f64x2_div(a, b);
        sqrt(a) = f64x2_sqrt(a);
        min(a, b) = f64x2_pmin(a, b);
        max(a, b) = f64x2_pmax(a, b);
        less(a, b) = f64x2_lt(a, b);
        equal(a, b) = f64x2_eq(a, b);
        select(mask, a, b) = v128_bitselect(a, b, mask);
        add_bits(a, b) = i64x2_add(a, b);
        and_bits(a, b) = v128_and(a, b);
        or_bits(a, b) = v128_or(a, b);
        xor_bits(a, b) = v128_xor(a, b);
        shift_left<BY>(a) = i64x2_shl(a, BY as u32);
        shift_right<BY>(a) = u64x2_shr(a, BY as u32);
        firsts(a, b) = i64x2_shuffle::<0, 2>(a, b);
        seconds(a, b) = i64x2_shuffle::<1, 3>(a, b);
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use core::arch::x86_64::*;
    pub type Lanes = __m128d;
    pub const ZERO: Lanes = from_array([0.0; 2]);
    reinterpret!([f64; 2]);

    #[inline(always)]
    pub fn splat(value: f64) -> Lanes {
        from_array([value; 2])
    }

    // SAFETY, for all: these instructions touch no memory, and SSE2 is part of every x86-64.
    // The machine's min and max return their second operand unless the first wins, hence the swap.
    instructions! {
        integer: __m128i = _mm_castpd_si128, float = _mm_castsi128_pd;
        add(a, b) = unsafe { _mm_add_pd(a, b) };
        sub(a, b) = unsafe { _mm_sub_pd(a, b) };
        mul(a, b) = unsafe { _mm_mul_pd(a, b) };
        div(a, b) = unsafe { _mm_div_pd(a, b) };
        sqrt(a) = unsafe { _mm_sqrt_pd(a) };
        min(a, b) = unsafe { _mm_min_pd(b, a) };
        max(a, b) = unsafe { _mm_max_pd(b, a) };
        less(a, b) = unsafe { _mm_cmplt_pd(a, b) };
        equal(a, b) = unsafe { _mm_cmpeq_pd(a, b) };
        select(mask, a, b) = unsafe { _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b)) };
        add_bits(a, b) = unsafe { float(_mm_add_epi64(integer(a), integer(b))) };
        and_bits(a, b) = unsafe { _mm_and_pd(a, b) };
        or_bits(a, b) = unsafe { _mm_or_pd(a, b) };
        xor_bits(a, b) = unsafe { _mm_xor_pd(a, b) };
        shift_left<BY>(a) = unsafe { float(_mm_slli_epi64::<BY>(integer(a))) };
        shift_right<BY>(a) = unsafe { float(_mm_srli_epi64::<BY>(integer(a))) };
        firsts(a, b) = unsafe { _mm_unpacklo_pd(a, b) };
        seconds(a, b) = unsafe { _mm_unpackhi_pd(a, b) };
    }
}

mod lanes;
#[cfg(any(test, not(any(target_arch = "wasm32", target_arch = "x86_64"))))]
mod portable;
#[cfg(target_arch = "x86_64")]
mod wide;
mod words;

#[cfg(test)]
pub use lanes::on_every_width;
pub use lanes::{Fours, Function, Lanes, MOST, Work, available, count, replace, run, with_at_most};
pub use words::U32x4;

#[cfg(test)]
mod tests;
