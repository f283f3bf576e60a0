//! Triangular solves with many right-hand sides.
//!
//! The unknowns come in blocks. A block's own triangle is solved for four lanes of right-hand sides at
//! a time. What solved blocks contribute to later ones is subtracted lazily, in ever larger packed
//! products: after t blocks, with p the largest power of two that divides t, the last p blocks are
//! subtracted from the next p. Every block receives all before it exactly once.

use super::block::{Block, Filled, Operands, Part, slices};
use crate::numeric::Matrix;
use crate::numeric::simd::{self, Lanes, Work};
use std::ops::Range;

/// Unknowns in a block: large enough for products to pay, small enough for the triangle not to.
pub const BLOCK: usize = 16;

/// Lanes of right-hand sides solved together: one alone would wait for each of its sums.
const TOGETHER: usize = 4;

/// The most right-hand sides solved together.
const STRIP: usize = TOGETHER * simd::MOST;

/// Solves L X = B; B becomes X. Only the lower triangle of `lower` is read.
pub fn solve_lower_in_place(lower: &Matrix, right_sides: &mut Matrix) {
    solve(lower, right_sides, Direction::Forward);
}

/// Solves L^T X = B; B becomes X. Only the lower triangle of `lower` is read.
pub fn solve_lower_transposed_in_place(lower: &Matrix, right_sides: &mut Matrix) {
    solve(lower, right_sides, Direction::Backward);
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Forward,
    Backward,
}

/// L^-1, whose upper triangle is zero: columns are solved for together, and only from their diagonal down.
pub fn invert_lower(lower: &Matrix) -> Matrix {
    let size = lower.nrows();
    let mut inverse = Matrix::identity(size, size);
    let (triangle, unknowns) = (Block::whole(lower), Block::whole(&inverse));
    for first in (0..size).step_by(COLUMNS) {
        let columns = first..size.min(first + COLUMNS);
        let triangle = triangle.part(first..size, first..size);
        let unknowns = unknowns.part(first..size, columns);
        let data = (inverse.as_mut_slice(), unknowns);
        solve_part((lower.as_slice(), triangle), data, Direction::Forward);
    }
    inverse
}

/// Columns of an inverse that are solved for together: whole blocks.
const COLUMNS: usize = 4 * BLOCK;

fn solve(lower: &Matrix, right_sides: &mut Matrix, direction: Direction) {
    let size = lower.nrows();
    assert_eq!(lower.ncols(), size, "a triangular matrix must be square");
    assert_eq!(right_sides.nrows(), size, "rows of the right-hand sides of a triangular solve");
    let (triangle, unknowns) = (Block::whole(lower), Block::whole(right_sides));
    let data = (right_sides.as_mut_slice(), unknowns);
    solve_part((lower.as_slice(), triangle), data, direction);
}

fn solve_part(
    (lower, triangle): (&[f64], Block),
    (data, unknowns): (&mut [f64], Block),
    direction: Direction,
) {
    let size = triangle.rows;
    let mut operands = Operands::new();
    for done in 0..size.div_ceil(BLOCK) {
        let place = |blocks: Range<usize>| direction.rows(blocks, size);
        let (now, later) = (place(done..done + 1), lazy_update(done + 1));
        solve_block(lower, triangle, (data, unknowns, now), direction);
        let (solved, waiting) = (place(later.solved), place(later.waiting));
        if !waiting.is_empty() {
            let coefficients = match direction {
                Direction::Forward => triangle.part(waiting.clone(), solved.clone()),
                Direction::Backward => triangle.part(solved.clone(), waiting.clone()).transposed(),
            };
            subtract(&mut operands, (lower, coefficients), (data, unknowns), solved, waiting);
        }
    }
}

impl Direction {
    /// The rows of these blocks, counted in the order in which they are solved.
    fn rows(self, blocks: Range<usize>, size: usize) -> Range<usize> {
        let (start, end) = ((blocks.start * BLOCK).min(size), (blocks.end * BLOCK).min(size));
        match self {
            Self::Forward => start..end,
            Self::Backward => size - end..size - start,
        }
    }
}

/// Blocks to subtract, and from which, once a number of blocks is solved.
pub struct LazyUpdate {
    pub solved: Range<usize>,
    pub waiting: Range<usize>,
}

/// What to subtract after `done` blocks.
pub fn lazy_update(done: usize) -> LazyUpdate {
    let power = 1 << done.trailing_zeros();
    LazyUpdate { solved: done - power..done, waiting: done..done + power }
}

/// unknowns[waiting] -= coefficients * unknowns[solved].
fn subtract(
    operands: &mut Operands,
    (lower, coefficients): (&[f64], Block),
    (data, unknowns): (&mut [f64], Block),
    solved: Range<usize>,
    waiting: Range<usize>,
) {
    let every = 0..unknowns.columns;
    let source = unknowns.part(solved, every.clone()).transposed();
    let target = unknowns.part(waiting, every);
    for range in slices(0..source.columns) {
        operands.pack_left(lower, coefficients.part(0..target.rows, range.clone()), Filled::All);
        operands.pack_right(data, source.part(0..source.rows, range));
        operands.add_product(data, target, Part::Full, -1.0);
    }
}

/// Solves one block of unknowns for all right-hand sides.
fn solve_block(
    lower: &[f64],
    triangle: Block,
    (data, unknowns, rows): (&mut [f64], Block, Range<usize>),
    direction: Direction,
) {
    let mut coefficients = Triangle::new(rows.len());
    let size = rows.len();
    // Backwards is forwards with rows and columns counted from the end.
    let place = |i: usize| match direction {
        Direction::Forward => rows.start + i,
        Direction::Backward => rows.end - 1 - i,
    };
    for i in 0..size {
        for j in 0..i {
            let (row, column) = (place(i).max(place(j)), place(i).min(place(j)));
            coefficients.row_mut(i)[j] = lower[triangle.at(row, column)];
        }
        coefficients.row_mut(i)[i] = 1.0 / lower[triangle.at(place(i), place(i))];
    }
    let block = unknowns.part(rows, 0..unknowns.columns);
    solve_strips(&coefficients, data, block, direction == Direction::Backward);
}

/// A small lower triangle, row after row, with the reciprocal of its diagonal.
pub struct Triangle {
    size: usize,
    entries: [f64; BLOCK * (BLOCK + 1) / 2],
}

impl Triangle {
    pub fn new(size: usize) -> Self {
        Self { size, entries: [0.0; BLOCK * (BLOCK + 1) / 2] }
    }

    pub fn row(&self, i: usize) -> &[f64] {
        &self.entries[i * (i + 1) / 2..][..i + 1]
    }

    pub fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.entries[i * (i + 1) / 2..][..i + 1]
    }

    /// The rows above row `i`, and row `i`.
    pub fn split_at_row(&mut self, i: usize) -> (&[f64], &mut [f64]) {
        let (above, rest) = self.entries.split_at_mut(i * (i + 1) / 2);
        (above, &mut rest[..i + 1])
    }
}

/// Solves `triangle` against every column of `block`, in memory order or from its last row up.
pub fn solve_strips(triangle: &Triangle, data: &mut [f64], block: Block, reversed: bool) {
    let mut strip = [[0.0; STRIP]; BLOCK];
    let strip = &mut strip[..triangle.size];
    let width = TOGETHER * simd::count();
    for first in (0..block.columns).step_by(width) {
        let here = block.part(0..block.rows, first..block.columns.min(first + width));
        read_strip(strip, data, here);
        if reversed {
            strip.reverse();
        }
        simd::run(SolveStrip { triangle, strip });
        if reversed {
            strip.reverse();
        }
        write_strip(strip, data, here);
    }
}

/// The kernel: forward substitution for some right-hand sides at once.
struct SolveStrip<'a> {
    triangle: &'a Triangle,
    strip: &'a mut [[f64; STRIP]],
}

impl Work for SolveStrip<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { triangle, strip } = self;
        for i in 0..strip.len() {
            let (solved, rest) = strip.split_at_mut(i);
            let row = triangle.row(i);
            let load = |values: &[f64; STRIP], k: usize| L::load(&values[k * L::COUNT..]);
            let mut sums: [L; TOGETHER] = std::array::from_fn(|k| load(&rest[0], k));
            for (known, &coefficient) in solved.iter().zip(row) {
                let coefficient = L::splat(coefficient);
                for (k, sum) in sums.iter_mut().enumerate() {
                    *sum -= coefficient * load(known, k);
                }
            }
            let reciprocal = L::splat(row[i]);
            for (values, sum) in rest[0].chunks_exact_mut(L::COUNT).zip(sums) {
                (sum * reciprocal).store(values);
            }
        }
    }
}

#[inline(never)]
fn read_strip(strip: &mut [[f64; STRIP]], data: &[f64], block: Block) {
    if block.column_step == 1 {
        for (i, row) in strip.iter_mut().enumerate() {
            row[..block.columns].copy_from_slice(&data[block.at(i, 0)..][..block.columns]);
        }
    } else {
        for j in 0..block.columns {
            let column = &data[block.at(0, j)..][..block.rows];
            strip.iter_mut().zip(column).for_each(|(row, value)| row[j] = *value);
        }
    }
}

#[inline(never)]
fn write_strip(strip: &[[f64; STRIP]], data: &mut [f64], block: Block) {
    if block.column_step == 1 {
        for (i, row) in strip.iter().enumerate() {
            data[block.at(i, 0)..][..block.columns].copy_from_slice(&row[..block.columns]);
        }
    } else {
        for j in 0..block.columns {
            let column = &mut data[block.at(0, j)..][..block.rows];
            column.iter_mut().zip(strip).for_each(|(value, row)| *value = row[j]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeric::Stream;
    use proptest::prelude::*;

    /// A well conditioned lower triangle with rubbish above, and right-hand sides.
    fn problem(size: usize, columns: usize) -> (Matrix, Matrix) {
        let mut stream = Stream::new(3, "triangular", (size * 1000 + columns) as u64);
        let lower = Matrix::from_fn(size, size, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Less => f64::NAN,
            std::cmp::Ordering::Equal => 1.0 + stream.uniform(),
            std::cmp::Ordering::Greater => stream.normal() / (size as f64),
        });
        let right = Matrix::from_fn(size, columns, |_, _| stream.normal());
        (lower, right)
    }

    fn check(size: usize, columns: usize) {
        let (lower, right) = problem(size, columns);
        let clean = lower.lower_triangle();
        let mut forward = right.clone();
        solve_lower_in_place(&lower, &mut forward);
        let expected = clean.solve_lower_triangular(&right).unwrap();
        assert!((&forward - &expected).amax() < 1e-13, "{size} x {columns}");
        let mut backward = right.clone();
        solve_lower_transposed_in_place(&lower, &mut backward);
        let expected = clean.tr_solve_lower_triangular(&right).unwrap();
        assert!((&backward - &expected).amax() < 1e-13, "{size} x {columns}");
    }

    proptest! {
        #[test]
        fn solves_agree_with_nalgebra(size in 0usize..40, columns in 0usize..40) {
            check(size, columns);
        }
    }

    #[test]
    fn large_solves_agree_with_nalgebra() {
        [(100, 3), (257, 17), (601, 9)].iter().for_each(|&(size, columns)| check(size, columns));
    }

    #[test]
    fn every_block_receives_all_before_it_once() {
        let mut received = vec![Vec::new(); 100];
        for done in 1..100 {
            let update = lazy_update(done);
            for waiting in update.waiting.filter(|&block| block < 100) {
                received[waiting].extend(update.solved.clone());
            }
        }
        for (block, blocks) in received.iter().enumerate() {
            assert!(blocks.iter().copied().eq(0..block), "block {block} received {blocks:?}");
        }
    }

    #[test]
    fn columns_do_not_depend_on_their_neighbours() {
        let (lower, right) = problem(75, 21);
        for solve in [solve_lower_in_place, solve_lower_transposed_in_place] {
            let mut all = right.clone();
            solve(&lower, &mut all);
            for j in 0..21 {
                let mut alone = right.columns(j, 1).into_owned();
                solve(&lower, &mut alone);
                assert_eq!(alone.as_slice(), all.column(j).as_slice());
            }
        }
    }
}
