//! Blocks of a matrix, packed panels of them, and the one kernel that multiplies panels.
//!
//! Every product here takes packed operands: groups of four lines (rows of the left operand,
//! columns of the right one), interleaved along the depth that is summed over, so that the kernel
//! reads memory in order, and padded with zeros, so that it knows no ragged edge.

use crate::numeric::{Matrix, simd::F64x2};
use std::ops::Range;

/// Lines in a group.
pub const WIDTH: usize = 4;

/// Depth that is summed in registers before it is added to the target; a group of it fits the
/// first-level cache.
const DEPTH: usize = 256;

/// Groups of left lines that together fit the second-level cache.
const CACHED_GROUPS: usize = 16;

/// One entry of each of four lines.
pub type Entries = [f64; WIDTH];

/// Where a block lies within column-major storage. Its transpose is the same with steps swapped.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    pub start: usize,
    pub rows: usize,
    pub columns: usize,
    pub row_step: usize,
    pub column_step: usize,
}

impl Block {
    /// The whole of `matrix`.
    pub fn whole(matrix: &Matrix) -> Self {
        let (rows, columns) = matrix.shape();
        Self { start: 0, rows, columns, row_step: 1, column_step: rows }
    }

    /// The block with rows and columns exchanged.
    pub fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row_step: self.column_step,
            column_step: self.row_step,
            ..self
        }
    }

    /// A block within this one.
    pub fn part(self, rows: Range<usize>, columns: Range<usize>) -> Self {
        let start = self.at(rows.start, columns.start);
        Self { start, rows: rows.len(), columns: columns.len(), ..self }
    }

    /// The index of an entry in the storage.
    pub fn at(&self, row: usize, column: usize) -> usize {
        self.start + row * self.row_step + column * self.column_step
    }
}

/// Which entries of the target a product changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Part {
    /// All of them.
    Full,
    /// Those on and below the diagonal.
    Lower,
}

/// Cuts a depth into slices that are packed and multiplied one after another.
pub fn slices(depth: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = depth.end;
    depth.step_by(DEPTH).map(move |start| start..end.min(start + DEPTH))
}

/// Packs the rows of `lines`; its columns run along the depth. Keeps the allocation of `packed`.
pub fn pack(packed: &mut Vec<Entries>, data: &[f64], lines: Block) {
    let depth = lines.columns;
    packed.resize(lines.rows.div_ceil(WIDTH) * depth, [0.0; WIDTH]);
    if depth == 0 {
        return;
    }
    for (group, panel) in packed.chunks_exact_mut(depth).enumerate() {
        let first = group * WIDTH;
        let here = lines.part(first..lines.rows.min(first + WIDTH), 0..depth);
        if here.row_step == 1 {
            pack_columns(panel, data, here);
        } else {
            pack_rows(panel, data, here);
        }
    }
}

/// Packs four lines that lie side by side.
#[inline(never)]
fn pack_columns(panel: &mut [Entries], data: &[f64], lines: Block) {
    for (k, entries) in panel.iter_mut().enumerate() {
        let column = &data[lines.at(0, k)..];
        if let (WIDTH, Some(four)) = (lines.rows, column.first_chunk()) {
            *entries = *four;
        } else {
            *entries = std::array::from_fn(|i| if i < lines.rows { column[i] } else { 0.0 });
        }
    }
}

/// Packs four lines that run through memory one after another.
#[inline(never)]
fn pack_rows(panel: &mut [Entries], data: &[f64], lines: Block) {
    let depth = lines.columns;
    let line = |i: usize| &data[lines.at(i, 0)..][..depth];
    if lines.rows == WIDTH {
        let (a, b, c, d) = (line(0), line(1), line(2), line(3));
        let together = a.iter().zip(b).zip(c.iter().zip(d));
        for (entries, ((a, b), (c, d))) in panel.iter_mut().zip(together) {
            *entries = [*a, *b, *c, *d];
        }
    } else {
        panel.fill([0.0; WIDTH]);
        for i in 0..lines.rows {
            panel.iter_mut().zip(line(i)).for_each(|(entries, value)| entries[i] = *value);
        }
    }
}

/// target += sign * left * right^T, for packed operands of equal `depth`. The right operand may
/// hold more lines than the target has columns; the target's columns must be contiguous.
pub fn add_packed_product(
    data: &mut [f64],
    target: Block,
    part: Part,
    sign: f64,
    (left, right, depth): (&[Entries], &[Entries], usize),
) {
    if depth == 0 {
        return;
    }
    let column_groups = target.columns.div_ceil(WIDTH);
    for (chunk, panels) in left.chunks(CACHED_GROUPS * depth).enumerate() {
        for (j, right) in right.chunks_exact(depth).take(column_groups).enumerate() {
            for (i, left) in panels.chunks_exact(depth).enumerate() {
                let i = chunk * CACHED_GROUPS + i;
                if part == Part::Full || i >= j {
                    let mut tile = [[F64x2::ZERO; 2]; WIDTH];
                    multiply_panels(left, right, &mut tile);
                    add_tile(data, target, (i * WIDTH, j * WIDTH), sign, part, &tile);
                }
            }
        }
    }
}

/// The innermost kernel: sums the outer products of two panels, column by column of the tile.
#[inline(never)]
fn multiply_panels(left: &[Entries], right: &[Entries], tile: &mut [[F64x2; 2]; WIDTH]) {
    let mut sums = [[F64x2::ZERO; 2]; WIDTH];
    for (rows, columns) in left.iter().zip(right) {
        let [top, bottom] = F64x2::load_four(rows);
        for (sum, &column) in sums.iter_mut().zip(columns) {
            let column = F64x2::splat(column);
            sum[0] += top * column;
            sum[1] += bottom * column;
        }
    }
    *tile = sums;
}

/// Adds a tile at (`row`, `column`) of the target, leaving out what lies beyond its edges.
#[inline(always)]
fn add_tile(
    data: &mut [f64],
    target: Block,
    (row, column): (usize, usize),
    sign: f64,
    part: Part,
    tile: &[[F64x2; 2]; WIDTH],
) {
    let inside = row + WIDTH <= target.rows && (part == Part::Full || row > column);
    let signs = F64x2::splat(sign);
    for (j, sums) in tile.iter().enumerate().take(target.columns - column) {
        let at = target.at(row, column + j);
        if inside && let Some(entries) = data[at..].first_chunk_mut::<WIDTH>() {
            let [top, bottom] = F64x2::load_four(entries);
            let (pairs, _) = entries.as_chunks_mut::<2>();
            (top + signs * sums[0]).store(&mut pairs[0]);
            (bottom + signs * sums[1]).store(&mut pairs[1]);
        } else {
            let first = if part == Part::Lower && row == column { j } else { 0 };
            let sums: [_; 2] = sums.map(F64x2::to_array);
            for i in first..WIDTH.min(target.rows - row) {
                data[at + i] += sign * sums[i / 2][i % 2];
            }
        }
    }
}
