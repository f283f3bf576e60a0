//! The same work on two, four or eight lanes.
//!
//! Wider lanes change no bit: each does to its numbers what two lanes do, and nothing is fused. So how
//! wide they are is chosen when the program runs, by what the processor has.

use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Sub, SubAssign};

use super::F64x2;

/// Doubles side by side, on which every operation acts one by one: those of [`F64x2`], whose words
/// describe them.
pub trait Lanes:
    Copy
    + Fours
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
{
    /// How many.
    const COUNT: usize;
    /// As many numbers in memory.
    type Array;
    /// Numbers as arrays, and those that are left: in a loop over arrays no bounds are checked.
    fn arrays(values: &[f64]) -> (&[Self::Array], &[f64]);
    /// The same, to be changed.
    fn arrays_mut(values: &mut [f64]) -> (&mut [Self::Array], &mut [f64]);
    /// The numbers of an array.
    fn of(values: &Self::Array) -> Self;
    /// Writes all lanes to an array.
    fn write(self, values: &mut Self::Array);
    /// All lanes `value`.
    fn splat(value: f64) -> Self;
    /// As many neighbours in memory as there are lanes: the first of these, of which there must be enough.
    fn load(values: &[f64]) -> Self;
    /// Writes all lanes to the first of these.
    fn store(self, values: &mut [f64]);
    /// The correctly rounded square roots.
    fn sqrt(self) -> Self;
    /// `other` where it is smaller, else `self`.
    fn min(self, other: Self) -> Self;
    /// `other` where it is larger, else `self`.
    fn max(self, other: Self) -> Self;
    /// All bits set where `self < other`, else none.
    fn less(self, other: Self) -> Self;
    /// All bits set where `self == other`, else none.
    fn equal(self, other: Self) -> Self;
    /// With `self` a result of a comparison: `yes` where it holds, else `no`.
    fn select(self, yes: Self, no: Self) -> Self;
    /// The sum of the lanes' bits as wrapping 64-bit integers.
    fn add_bits(self, other: Self) -> Self;
    /// Bitwise and.
    fn and_bits(self, other: Self) -> Self;
    /// Bitwise or.
    fn or_bits(self, other: Self) -> Self;
    /// The bits moved up.
    fn shift_left<const BY: i32>(self) -> Self;
    /// The bits moved down.
    fn shift_right<const BY: i32>(self) -> Self;

    /// Fewer neighbours than there are lanes; the others are zero.
    #[inline(always)]
    fn load_some(values: &[f64]) -> Self {
        Self::load(&padded(values))
    }

    /// Writes as many lanes as there is room for.
    #[inline(always)]
    fn store_some(self, values: &mut [f64]) {
        let mut padded = [0.0; MOST];
        self.store(&mut padded);
        values.copy_from_slice(&padded[..values.len()]);
    }
}

/// Numbers that stand in fours, of which eight lanes hold two, four lanes one, and two lanes a half.
pub trait Fours: Sized {
    /// Those at a place of two lists: of eight lanes the first list has the first four, the second the others;
    /// four lanes need the first list only, two lanes the half of it that `part` names.
    fn of_fours(lists: [&[[f64; 4]]; 2], at: usize, part: usize) -> Self;
    /// Writes them back.
    fn write_fours(self, lists: [&mut [[f64; 4]]; 2], at: usize, part: usize);
    /// With fours one after the other in these two: their first halves, and their second ones.
    fn halves(self, other: Self) -> [Self; 2];
}

impl Fours for F64x2 {
    #[inline(always)]
    fn of_fours([list, _]: [&[[f64; 4]]; 2], at: usize, part: usize) -> Self {
        Self::load(&list[at].as_chunks().0[part])
    }

    #[inline(always)]
    fn write_fours(self, [list, _]: [&mut [[f64; 4]]; 2], at: usize, part: usize) {
        self.store(&mut list[at].as_chunks_mut().0[part]);
    }

    #[inline(always)]
    fn halves(self, other: Self) -> [Self; 2] {
        [self, other]
    }
}

/// The most lanes that anything here has.
pub const MOST: usize = if cfg!(target_arch = "x86_64") { 8 } else { 2 };

/// Work that is written once for lanes of any width: `run` and all functions of lanes that it calls are
/// `inline(always)`, or else they would be compiled without the instructions that wide lanes are made of. So
/// no closure, which cannot be, calculates with lanes; to load and store them it may.
pub trait Work {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Does the work on as many lanes as there are. A call of its own, because V8 optimises functions when
/// they are called again.
#[inline(always)]
pub fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    match count() {
        // SAFETY: as many lanes are in use only where the processor was found to have them.
        8 => return unsafe { super::wide::on_eight(work) },
        4 => return unsafe { super::wide::on_four(work) },
        _ => {}
    }
    on_two(work)
}

#[inline(never)]
fn on_two<W: Work>(work: W) -> W::Output {
    work.run::<F64x2>()
}

#[cfg(not(target_arch = "x86_64"))]
mod chosen {
    /// How many lanes work is done on.
    #[inline(always)]
    pub fn count() -> usize {
        2
    }

    /// Does something on at most so many lanes: here there are never more than two.
    pub fn with_at_most<T>(_: usize, work: impl FnOnce() -> T) -> T {
        work()
    }
}

#[cfg(target_arch = "x86_64")]
mod chosen {
    use std::cell::Cell;

    thread_local! {
        /// Zero until it is known. A thread's own, so that a comparison of widths disturbs no other.
        static COUNT: Cell<usize> = const { Cell::new(0) };
    }

    /// How many lanes work on this thread is done on: what the processor has, or fewer if the variable
    /// TALSCOPE_LANES says so.
    #[inline(always)]
    pub fn count() -> usize {
        match COUNT.get() {
            0 => choose(),
            known => known,
        }
    }

    #[cold]
    fn choose() -> usize {
        let limit = std::env::var("TALSCOPE_LANES").ok().and_then(|value| value.parse().ok());
        COUNT.set(at_most(limit.unwrap_or(usize::MAX)));
        COUNT.get()
    }

    /// The largest width that the processor has and that is no larger than this; two at least.
    fn at_most(limit: usize) -> usize {
        let has_eight = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
        let has_four = is_x86_feature_detected!("avx2");
        match limit {
            8.. if has_eight => 8,
            4.. if has_four => 4,
            _ => 2,
        }
    }

    /// Does something on at most so many lanes, on this thread.
    pub fn with_at_most<T>(limit: usize, work: impl FnOnce() -> T) -> T {
        /// Restores the width even after a panic.
        struct Before(usize);
        impl Drop for Before {
            fn drop(&mut self) {
                COUNT.set(self.0);
            }
        }
        let _before = Before(count());
        COUNT.set(at_most(limit));
        work()
    }
}

pub use chosen::{count, with_at_most};

/// The widths that work can be done on here, narrowest first.
#[must_use]
pub fn available() -> Vec<usize> {
    let mut widths = [2, 4, 8].map(|limit| with_at_most(limit, count)).to_vec();
    widths.dedup();
    widths
}

/// What comes of something on lanes of every width that there is: for tests, in which all of it is equal.
#[cfg(test)]
pub fn on_every_width<T>(mut work: impl FnMut() -> T) -> Vec<T> {
    available().into_iter().map(|width| with_at_most(width, &mut work)).collect()
}

/// A function of numbers that stand side by side in columns.
pub trait Function<const N: usize> {
    /// From an old value and what stands beside it to the new value. `inline(always)`, as in [`Work`].
    fn of<L: Lanes>(&self, value: L, beside: [L; N]) -> L;
}

/// Replaces each of `values` by the function of it and of what stands beside it in the columns, which are
/// as long. A result depends on these numbers alone, not on where they stand.
pub fn replace<const N: usize>(
    values: &mut [f64],
    columns: [&[f64]; N],
    function: &impl Function<N>,
) {
    let columns = columns.map(|column| &column[..values.len()]);
    let (values, rest) = values.split_at_mut(values.len() - values.len() % count());
    for (chunk, values) in values.chunks_mut(CHUNK).enumerate() {
        let columns = columns.map(|column| &column[chunk * CHUNK..][..values.len()]);
        run(Replace { values, columns, function });
    }
    if !rest.is_empty() {
        // The same call with zeros behind, so that the function is compiled once.
        let mut padded = padded(rest);
        let columns = columns.map(|column| self::padded(&column[values.len()..]));
        let columns = columns.each_ref().map(|column| &column[..count()]);
        run(Replace { values: &mut padded[..count()], columns, function });
        rest.copy_from_slice(&padded[..rest.len()]);
    }
}

/// Numbers that are replaced in one call: a loop over everything in a single call would run in V8's
/// baseline code.
const CHUNK: usize = 256;

fn padded(values: &[f64]) -> [f64; MOST] {
    let mut padded = [0.0; MOST];
    padded[..values.len()].copy_from_slice(values);
    padded
}

struct Replace<'a, F, const N: usize> {
    values: &'a mut [f64],
    columns: [&'a [f64]; N],
    function: &'a F,
}

impl<F: Function<N>, const N: usize> Work for Replace<'_, F, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        replace_on::<L, N>(self.values, self.columns, self.function);
    }
}

/// A function of its own so that its arguments are known not to overlap: what the function holds is then read
/// once, not for every number that was written.
#[inline(always)]
fn replace_on<L: Lanes, const N: usize>(
    values: &mut [f64],
    columns: [&[f64]; N],
    function: &impl Function<N>,
) {
    let (values, _) = L::arrays_mut(values);
    // Cut to one length, so that the loop needs no check of bounds.
    let arrays = columns.map(|column| &L::arrays(column).0[..values.len()]);
    for (i, values) in values.iter_mut().enumerate() {
        let beside = arrays.map(|column| L::of(&column[i]));
        function.of(L::of(values), beside).write(values);
    }
}
