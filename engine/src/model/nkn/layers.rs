//! The network that joins primitive kernels (Sun et al. 2018): sums with positive weights and products of kernels
//! are kernels. It works on each entry of a Gram matrix alone, so that lanes of any width give the same bits.

use crate::numeric::simd::{self, Lanes, Work};

/// Primitive kernels.
pub const PRIMITIVES: usize = 6;
/// Sums of the first and of the second layer, of which neighbours are multiplied.
const FIRST: usize = 8;
const SECOND: usize = 4;
/// What the layers' products leave.
const BETWEEN: usize = FIRST / 2;
const LAST: usize = SECOND / 2;
/// A row has a weight for each that enters, and a bias.
const FIRST_ROW: usize = PRIMITIVES + 1;
const SECOND_ROW: usize = BETWEEN + 1;
const SECOND_AT: usize = FIRST * FIRST_ROW;
const LAST_AT: usize = SECOND_AT + SECOND * SECOND_ROW;
/// All weights and biases, row after row.
pub const SIZE: usize = LAST_AT + LAST + 1;

/// Positive weights and biases.
pub type Weights = [f64; SIZE];

/// Lists of entries are multiples of this. Sums over entries are as many sums, over every so manieth entry each, which
/// are added in the end: whatever the width of the lanes is, every one of them has its order.
pub const GROUP: usize = 8;
/// Entries whose slopes are held between two looks: few enough to stay at hand.
const CHUNK: usize = 128;

/// How many enter the row that a weight or bias is of, and whether it is a bias.
pub fn place(at: usize) -> (usize, bool) {
    let (enter, within) = match at {
        _ if at < SECOND_AT => (PRIMITIVES, at % FIRST_ROW),
        _ if at < LAST_AT => (BETWEEN, (at - SECOND_AT) % SECOND_ROW),
        _ => (LAST, at - LAST_AT),
    };
    (enter, within == enter)
}

/// What passes through the layers for some entries.
struct Passed<L> {
    first: [L; FIRST],
    between: [L; BETWEEN],
    second: [L; SECOND],
    last: [L; LAST],
    out: L,
}

#[inline(always)]
fn row<L: Lanes, const N: usize>(weights: &[f64], entering: [L; N]) -> L {
    let mut sum = L::splat(weights[N]);
    for k in 0..N {
        sum += L::splat(weights[k]) * entering[k];
    }
    sum
}

#[inline(always)]
fn pass<L: Lanes>(weights: &Weights, primitives: [L; PRIMITIVES]) -> Passed<L> {
    let zero = L::splat(0.0);
    let (mut first, mut between) = ([zero; FIRST], [zero; BETWEEN]);
    for a in 0..FIRST {
        first[a] = row(&weights[a * FIRST_ROW..][..FIRST_ROW], primitives);
    }
    for a in 0..BETWEEN {
        between[a] = first[2 * a] * first[2 * a + 1];
    }
    let (mut second, mut last) = ([zero; SECOND], [zero; LAST]);
    for a in 0..SECOND {
        second[a] = row(&weights[SECOND_AT + a * SECOND_ROW..][..SECOND_ROW], between);
    }
    for a in 0..LAST {
        last[a] = second[2 * a] * second[2 * a + 1];
    }
    let out = row(&weights[LAST_AT..], last);
    Passed { first, between, second, last, out }
}

/// The kernel from its primitives, which stand one list after the other.
pub fn forward(weights: &Weights, primitives: [&[f64]; PRIMITIVES], out: &mut [f64]) {
    for (chunk, out) in out.chunks_mut(CHUNK).enumerate() {
        let primitives = primitives.map(|list| &list[chunk * CHUNK..][..out.len()]);
        simd::run(Forward { weights, primitives, out });
    }
}

struct Forward<'a> {
    weights: &'a Weights,
    primitives: [&'a [f64]; PRIMITIVES],
    out: &'a mut [f64],
}

impl Work for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let (out, _) = L::arrays_mut(self.out);
        let lists = self.primitives.map(|list| &L::arrays(list).0[..out.len()]);
        for (i, out) in out.iter_mut().enumerate() {
            let primitives = lists.map(|list| L::of(&list[i]));
            pass(self.weights, primitives).out.write(out);
        }
    }
}

/// Sums over entries, each in as many parts as a group has entries.
#[derive(Clone)]
pub struct Sums(Vec<[f64; GROUP]>);

impl Sums {
    pub fn new() -> Self {
        Self(vec![[0.0; GROUP]; SIZE])
    }

    /// The derivative by each weight and bias.
    pub fn totals(&self) -> Weights {
        let mut totals = [0.0; SIZE];
        for (total, parts) in totals.iter_mut().zip(&self.0) {
            *total = parts.iter().fold(0.0, |sum, part| sum + part);
        }
        totals
    }
}

/// From the derivatives of a number by the entries of the Gram matrix to those by its primitives, which replace them;
/// those by weights and biases are added to the sums.
pub fn backward(
    weights: &Weights,
    mut primitives: [&mut [f64]; PRIMITIVES],
    by_out: &[f64],
    sums: &mut Sums,
) {
    let mut room = Room::new();
    for (chunk, by_out) in by_out.chunks(CHUNK).enumerate() {
        let primitives =
            primitives.each_mut().map(|list| &mut list[chunk * CHUNK..][..by_out.len()]);
        simd::run(Backward { weights, primitives, by_out, room: &mut room, sums: &mut sums.0 });
    }
}

/// Slopes and what they belong to, for some entries.
struct Room {
    by_first: [[f64; CHUNK]; FIRST],
    between: [[f64; CHUNK]; BETWEEN],
    by_second: [[f64; CHUNK]; SECOND],
    last: [[f64; CHUNK]; LAST],
}

impl Room {
    fn new() -> Self {
        Self {
            by_first: [[0.0; CHUNK]; FIRST],
            between: [[0.0; CHUNK]; BETWEEN],
            by_second: [[0.0; CHUNK]; SECOND],
            last: [[0.0; CHUNK]; LAST],
        }
    }
}

struct Backward<'a> {
    weights: &'a Weights,
    primitives: [&'a mut [f64]; PRIMITIVES],
    by_out: &'a [f64],
    room: &'a mut Room,
    sums: &'a mut [[f64; GROUP]],
}

impl Work for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { weights, primitives, by_out, room, sums } = self;
        let count = by_out.len();
        for at in (0..count).step_by(L::COUNT) {
            let mut entering = [L::splat(0.0); PRIMITIVES];
            for k in 0..PRIMITIVES {
                entering[k] = L::load(&primitives[k][at..]);
            }
            back(weights, entering, L::load(&by_out[at..]), at, room);
        }
        let (first, rest) = sums.split_at_mut(SECOND_AT);
        let (second, last) = rest.split_at_mut(SECOND * SECOND_ROW);
        let lists = primitives.each_ref().map(|list| &list[..]);
        for a in 0..FIRST {
            gather::<L, PRIMITIVES>(&room.by_first[a][..count], lists, &mut first[a * FIRST_ROW..]);
        }
        let lists = room.between.each_ref().map(|list| &list[..count]);
        for a in 0..SECOND {
            let sums = &mut second[a * SECOND_ROW..];
            gather::<L, BETWEEN>(&room.by_second[a][..count], lists, sums);
        }
        gather::<L, LAST>(by_out, room.last.each_ref().map(|list| &list[..count]), last);
        for at in (0..count).step_by(L::COUNT) {
            for k in 0..PRIMITIVES {
                let mut slope = L::splat(0.0);
                for a in 0..FIRST {
                    slope +=
                        L::splat(weights[a * FIRST_ROW + k]) * L::load(&room.by_first[a][at..]);
                }
                slope.store(&mut primitives[k][at..]);
            }
        }
    }
}

/// The slopes by the sums of both layers at some entries.
#[inline(always)]
fn back<L: Lanes>(
    weights: &Weights,
    primitives: [L; PRIMITIVES],
    by_out: L,
    at: usize,
    room: &mut Room,
) {
    let Passed { first, between, second, last, .. } = pass(weights, primitives);
    let zero = L::splat(0.0);
    let mut by_second = [zero; SECOND];
    for a in 0..LAST {
        let slope = by_out * L::splat(weights[LAST_AT + a]);
        by_second[2 * a] = slope * second[2 * a + 1];
        by_second[2 * a + 1] = slope * second[2 * a];
        last[a].store(&mut room.last[a][at..]);
    }
    for (slope, list) in by_second.iter().zip(&mut room.by_second) {
        slope.store(&mut list[at..]);
    }
    for k in 0..BETWEEN {
        let mut slope = zero;
        for a in 0..SECOND {
            slope += by_second[a] * L::splat(weights[SECOND_AT + a * SECOND_ROW + k]);
        }
        (slope * first[2 * k + 1]).store(&mut room.by_first[2 * k][at..]);
        (slope * first[2 * k]).store(&mut room.by_first[2 * k + 1][at..]);
        between[k].store(&mut room.between[k][at..]);
    }
}

/// Adds the products of slopes with each list, and the slopes themselves, to sums by their places in a group.
#[inline(always)]
fn gather<L: Lanes, const N: usize>(slopes: &[f64], lists: [&[f64]; N], sums: &mut [[f64; GROUP]]) {
    for part in (0..GROUP).step_by(L::COUNT) {
        let mut with = [L::splat(0.0); N];
        for k in 0..N {
            with[k] = L::load(&sums[k][part..]);
        }
        let mut alone = L::load(&sums[N][part..]);
        for at in (part..slopes.len()).step_by(GROUP) {
            let slope = L::load(&slopes[at..]);
            for k in 0..N {
                with[k] += slope * L::load(&lists[k][at..]);
            }
            alone += slope;
        }
        for k in 0..N {
            with[k].store(&mut sums[k][part..]);
        }
        alone.store(&mut sums[N][part..]);
    }
}
