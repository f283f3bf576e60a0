//! Four and eight doubles at once, on processors that have AVX2 and AVX-512.
//!
//! These types can be named here alone. All others meet them as the parameter of `Work::run`, which is
//! called with them only by the two functions below, whose callers must have found the processor to have
//! the instructions: that is what makes calls of these instructions sound.

use super::lanes::{Fours, Lanes, Work};

/// Does work on four lanes.
///
/// # Safety
/// The processor must have AVX2.
#[target_feature(enable = "avx2")]
#[inline(never)]
pub unsafe fn on_four<W: Work>(work: W) -> W::Output {
    work.run::<four::F64x4>()
}

/// Does work on eight lanes.
///
/// # Safety
/// The processor must have AVX-512 F and DQ.
#[target_feature(enable = "avx512f,avx512dq")]
#[inline(never)]
pub unsafe fn on_eight<W: Work>(work: W) -> W::Output {
    work.run::<eight::F64x8>()
}

pub mod four {
    use super::{Fours, Lanes};
    use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub, SubAssign};

    /// Four lanes of `f64`.
    #[derive(Debug, Clone, Copy)]
    pub struct F64x4(machine::Lanes);
    doubles!(F64x4, 4);

    impl Fours for F64x4 {
        #[inline(always)]
        fn of_fours([list, _]: [&[[f64; 4]]; 2], at: usize, _: usize) -> Self {
            Lanes::of(&list[at])
        }

        #[inline(always)]
        fn write_fours(self, [list, _]: [&mut [[f64; 4]]; 2], at: usize, _: usize) {
            self.write(&mut list[at]);
        }

        #[inline(always)]
        fn halves(self, other: Self) -> [Self; 2] {
            [Self(machine::firsts(self.0, other.0)), Self(machine::seconds(self.0, other.0))]
        }
    }

    mod machine {
        use core::arch::x86_64::*;
        pub type Lanes = __m256d;
        reinterpret!([f64; 4]);

        #[inline(always)]
        pub fn splat(value: f64) -> Lanes {
            from_array([value; 4])
        }

        // SAFETY, for all: these instructions touch no memory, and nothing gets here without AVX2.
        instructions! {
            integer: __m256i = _mm256_castpd_si256, float = _mm256_castsi256_pd;
            add(a, b) = unsafe { _mm256_add_pd(a, b) };
            sub(a, b) = unsafe { _mm256_sub_pd(a, b) };
            mul(a, b) = unsafe { _mm256_mul_pd(a, b) };
            div(a, b) = unsafe { _mm256_div_pd(a, b) };
            sqrt(a) = unsafe { _mm256_sqrt_pd(a) };
            min(a, b) = unsafe { _mm256_min_pd(b, a) };
            max(a, b) = unsafe { _mm256_max_pd(b, a) };
            less(a, b) = unsafe { _mm256_cmp_pd::<_CMP_LT_OQ>(a, b) };
            equal(a, b) = unsafe { _mm256_cmp_pd::<_CMP_EQ_OQ>(a, b) };
            select(mask, a, b) = unsafe { _mm256_blendv_pd(b, a, mask) };
            add_bits(a, b) = unsafe { float(_mm256_add_epi64(integer(a), integer(b))) };
            and_bits(a, b) = unsafe { _mm256_and_pd(a, b) };
            or_bits(a, b) = unsafe { _mm256_or_pd(a, b) };
            firsts(a, b) = unsafe { _mm256_permute2f128_pd::<0x20>(a, b) };
            seconds(a, b) = unsafe { _mm256_permute2f128_pd::<0x31>(a, b) };
            shift_left<BY>(a) = unsafe { float(_mm256_slli_epi64::<BY>(integer(a))) };
            shift_right<BY>(a) = unsafe { float(_mm256_srli_epi64::<BY>(integer(a))) };
        }
    }
}

pub mod eight {
    use super::{Fours, Lanes};
    use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub, SubAssign};

    /// Eight lanes of `f64`.
    #[derive(Debug, Clone, Copy)]
    pub struct F64x8(machine::Lanes);
    doubles!(F64x8, 8);

    impl Fours for F64x8 {
        #[inline(always)]
        fn of_fours([first, second]: [&[[f64; 4]]; 2], at: usize, _: usize) -> Self {
            Self(machine::join(first[at], second[at]))
        }

        #[inline(always)]
        fn write_fours(self, [first, second]: [&mut [[f64; 4]]; 2], at: usize, _: usize) {
            [first[at], second[at]] = machine::parts(self.0);
        }

        #[inline(always)]
        fn halves(self, other: Self) -> [Self; 2] {
            [Self(machine::firsts(self.0, other.0)), Self(machine::seconds(self.0, other.0))]
        }
    }

    mod machine {
        use core::arch::x86_64::*;
        use std::mem::transmute;
        pub type Lanes = __m512d;
        reinterpret!([f64; 8]);

        #[inline(always)]
        pub fn splat(value: f64) -> Lanes {
            from_array([value; 8])
        }

        /// Two fours, one after the other.
        #[inline(always)]
        pub fn join(first: [f64; 4], second: [f64; 4]) -> Lanes {
            // SAFETY: an array is read as a register of its size, in which every bit pattern is valid; else
            // as for the instructions below.
            unsafe {
                let first = _mm512_castpd256_pd512(transmute::<[f64; 4], __m256d>(first));
                _mm512_insertf64x4::<1>(first, transmute::<[f64; 4], __m256d>(second))
            }
        }

        /// Both of them.
        #[inline(always)]
        pub fn parts(lanes: Lanes) -> [[f64; 4]; 2] {
            // SAFETY: as above.
            unsafe {
                let first = transmute::<__m256d, [f64; 4]>(_mm512_castpd512_pd256(lanes));
                [first, transmute::<__m256d, [f64; 4]>(_mm512_extractf64x4_pd::<1>(lanes))]
            }
        }

        /// All bits set where a bit of the mask is.
        #[inline(always)]
        fn spread(mask: __mmask8) -> Lanes {
            // SAFETY: as for the instructions below.
            unsafe { float(_mm512_movm_epi64(mask)) }
        }

        // SAFETY, for all: these instructions touch no memory, and nothing gets here without AVX-512
        // F and DQ.
        instructions! {
            integer: __m512i = _mm512_castpd_si512, float = _mm512_castsi512_pd;
            add(a, b) = unsafe { _mm512_add_pd(a, b) };
            sub(a, b) = unsafe { _mm512_sub_pd(a, b) };
            mul(a, b) = unsafe { _mm512_mul_pd(a, b) };
            div(a, b) = unsafe { _mm512_div_pd(a, b) };
            sqrt(a) = unsafe { _mm512_sqrt_pd(a) };
            min(a, b) = unsafe { _mm512_min_pd(b, a) };
            max(a, b) = unsafe { _mm512_max_pd(b, a) };
            less(a, b) = unsafe { spread(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(a, b)) };
            equal(a, b) = unsafe { spread(_mm512_cmp_pd_mask::<_CMP_EQ_OQ>(a, b)) };
            select(mask, a, b) = unsafe {
                _mm512_mask_blend_pd(_mm512_movepi64_mask(integer(mask)), b, a)
            };
            add_bits(a, b) = unsafe { float(_mm512_add_epi64(integer(a), integer(b))) };
            and_bits(a, b) = unsafe { _mm512_and_pd(a, b) };
            or_bits(a, b) = unsafe { _mm512_or_pd(a, b) };
            firsts(a, b) = unsafe { _mm512_shuffle_f64x2::<0x88>(a, b) };
            seconds(a, b) = unsafe { _mm512_shuffle_f64x2::<0xdd>(a, b) };
            shift_left<BY>(a) = unsafe {
                float(_mm512_sll_epi64(integer(a), _mm_cvtsi32_si128(BY)))
            };
            shift_right<BY>(a) = unsafe {
                float(_mm512_srl_epi64(integer(a), _mm_cvtsi32_si128(BY)))
            };
        }
    }
}
