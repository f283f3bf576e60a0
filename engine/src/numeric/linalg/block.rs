//! Blocks of a matrix, packed panels of them, and the one kernel that multiplies panels.
//!
//! Every product here takes packed operands: groups of lines (rows of the left operand, columns of the
//! right one), interleaved along the depth that is summed over, so that the kernel reads memory in order,
//! and padded with zeros, so that it knows no ragged edge. How many lines a group has depends on how wide
//! lanes are, and no result depends on it: each entry of a product is one sum along the depth.

use crate::numeric::Matrix;
use crate::numeric::simd::{self, Lanes, Work};
use std::ops::Range;

/// Depth that is summed in registers before it is added to the target; a right group of it fits the
/// first-level cache.
const DEPTH: usize = 256;

/// Left lines that together fit the second-level cache: whole groups, however wide lanes are.
const CACHED_LINES: usize = 96;

/// The most entries of a target that the kernel works on at once.
const LARGEST_TILE: usize = if simd::MOST == 8 { 24 * 8 } else { 16 };

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

/// Where along the depth lines hold something, if they are those of a triangular matrix: what is zero is left out of
/// their sums, which changes no bit of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Filled {
    /// Everywhere.
    All,
    /// Rows of a lower triangle, packed from an entry on: line i up to its entry i.
    Rows(usize),
    /// Columns of a lower triangle, packed from an entry on: line i from its entry i on.
    Columns(usize),
}

impl Filled {
    /// What some lines need of a packed depth.
    fn part(self, lines: Range<usize>, depth: usize) -> Range<usize> {
        match self {
            Self::All => 0..depth,
            Self::Rows(from) => 0..lines.end.saturating_sub(from).min(depth),
            Self::Columns(from) => lines.start.saturating_sub(from).min(depth)..depth,
        }
    }
}

/// Cuts a depth into slices that are packed and multiplied one after another.
pub fn slices(depth: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let end = depth.end;
    depth.step_by(DEPTH).map(move |start| start..end.min(start + DEPTH))
}

/// How lines are grouped.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Groups {
    /// Lines in a group.
    most: usize,
    /// The last group has as many lines as are left, rounded up to a multiple of this.
    step: usize,
}

impl Groups {
    /// Of the left operand: as many lines as sums fit the registers beside the right ones.
    fn left() -> Self {
        match simd::count() {
            8 => Self { most: 24, step: 8 },
            4 => Self { most: 12, step: 4 },
            _ => Self { most: 4, step: 4 },
        }
    }

    fn right() -> Self {
        Self { most: if simd::count() == 8 { 8 } else { 4 }, step: 4 }
    }
}

/// Packed lines.
#[derive(Debug)]
struct Packed {
    groups: Groups,
    lines: usize,
    depth: usize,
    filled: Filled,
    entries: Vec<f64>,
}

impl Packed {
    fn new(groups: Groups) -> Self {
        Self { groups, lines: 0, depth: 0, filled: Filled::All, entries: Vec::new() }
    }

    /// Packs the rows of `lines`; its columns run along the depth. Keeps the allocation.
    fn pack(&mut self, data: &[f64], lines: Block) {
        let Groups { most, step } = self.groups;
        (self.lines, self.depth) = (lines.rows, lines.columns);
        self.entries.resize(lines.rows.next_multiple_of(step) * lines.columns, 0.0);
        if lines.columns == 0 {
            return;
        }
        for (group, panel) in self.entries.chunks_mut(most * lines.columns).enumerate() {
            let first = group * most;
            let here = lines.part(first..lines.rows.min(first + most), 0..lines.columns);
            let width = panel.len() / lines.columns;
            if here.row_step == 1 {
                pack_columns(panel, width, data, here);
            } else {
                pack_rows(panel, width, data, here);
            }
        }
    }

    /// Groups from a line on, which must begin one, as far as another; with the first line of each.
    fn groups(&self, lines: Range<usize>) -> impl Iterator<Item = (usize, Group<'_>)> {
        let most = self.groups.most;
        let firsts = lines.step_by(most);
        firsts.map(move |first| (first, self.group(first)))
    }

    fn group(&self, first: usize) -> Group<'_> {
        let Groups { most, step } = self.groups;
        let width = most.min((self.lines - first).next_multiple_of(step));
        Group { width, entries: &self.entries[first * self.depth..][..width * self.depth] }
    }
}

/// One group of packed lines.
#[derive(Debug, Clone, Copy)]
struct Group<'a> {
    width: usize,
    entries: &'a [f64],
}

impl Group<'_> {
    /// A part of its depth.
    fn along(self, depth: Range<usize>) -> Self {
        Self { entries: &self.entries[depth.start * self.width..depth.end * self.width], ..self }
    }
}

/// Packs lines that lie side by side.
#[inline(never)]
fn pack_columns(panel: &mut [f64], width: usize, data: &[f64], lines: Block) {
    for (k, entries) in panel.chunks_exact_mut(width).enumerate() {
        let column = &data[lines.at(0, k)..];
        let (entries, padding) = entries.split_at_mut(lines.rows);
        let (fours, rest) = entries.as_chunks_mut::<4>();
        let (from, from_rest) = column[..lines.rows].as_chunks::<4>();
        fours.iter_mut().zip(from).for_each(|(four, from)| *four = *from);
        rest.iter_mut().zip(from_rest).for_each(|(entry, from)| *entry = *from);
        padding.fill(0.0);
    }
}

/// Packs lines that run through memory one after another, four at a time.
#[inline(never)]
fn pack_rows(panel: &mut [f64], width: usize, data: &[f64], lines: Block) {
    let depth = lines.columns;
    let line = |i: usize| &data[lines.at(i, 0)..][..depth];
    for first in (0..width).step_by(4) {
        let panel = panel.chunks_exact_mut(width).map(|entries| &mut entries[first..first + 4]);
        if first + 4 <= lines.rows {
            let (a, b, c, d) = (line(first), line(first + 1), line(first + 2), line(first + 3));
            let together = a.iter().zip(b).zip(c.iter().zip(d));
            for (entries, ((a, b), (c, d))) in panel.zip(together) {
                entries.copy_from_slice(&[*a, *b, *c, *d]);
            }
        } else {
            for (k, entries) in panel.enumerate() {
                for (i, entry) in (first..).zip(entries) {
                    *entry = if i < lines.rows { data[lines.at(i, k)] } else { 0.0 };
                }
            }
        }
    }
}

/// Two packed operands, whose allocations serve one product after another.
#[derive(Debug)]
pub struct Operands {
    left: Packed,
    right: Packed,
    /// Whether the left operand is the right one, too.
    one: bool,
}

impl Operands {
    /// For lanes as wide as they are now.
    pub fn new() -> Self {
        let (left, right) = (Packed::new(Groups::left()), Packed::new(Groups::right()));
        Self { left, right, one: false }
    }

    /// Packs the left operand, a line for each row of the target.
    pub fn pack_left(&mut self, data: &[f64], lines: Block, filled: Filled) {
        self.left.pack(data, lines);
        self.left.filled = filled;
    }

    /// Packs the right operand, a line for each column of the target.
    pub fn pack_right(&mut self, data: &[f64], lines: Block) {
        self.one = false;
        self.right.pack(data, lines);
    }

    /// Packs the same lines as both operands, and only once if both are grouped alike.
    pub fn pack_both(&mut self, data: &[f64], lines: Block, filled: Filled) {
        self.pack_left(data, lines, filled);
        self.one = self.left.groups == self.right.groups;
        if !self.one {
            self.right.pack(data, lines);
        }
    }

    /// target += sign * left * right^T; the target's columns must be contiguous.
    pub fn add_product(&self, data: &mut [f64], target: Block, part: Part, sign: f64) {
        let left = &self.left;
        let right = if self.one { left } else { &self.right };
        if left.depth == 0 {
            return;
        }
        for chunk in (0..target.rows).step_by(CACHED_LINES) {
            let lines = chunk..target.rows.min(chunk + CACHED_LINES);
            for (column, right) in right.groups(0..target.columns) {
                if part == Part::Lower && lines.end <= column {
                    break;
                }
                let lines = lines.clone();
                simd::run(Tiles { left, lines, right, column, data, target, part, sign });
            }
        }
    }
}

/// The products of some groups of left lines with one right group, added to the target.
struct Tiles<'a> {
    left: &'a Packed,
    lines: Range<usize>,
    right: Group<'a>,
    /// The target's column that belongs to the first right line.
    column: usize,
    data: &'a mut [f64],
    target: Block,
    part: Part,
    sign: f64,
}

impl Work for Tiles<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { left, lines, right, column, data, target, part, sign } = self;
        let (filled, depth) = (left.filled, left.depth);
        for (row, left) in left.groups(lines) {
            if part == Part::Full || row + left.width > column {
                let (place, depth) = ((row, column), filled.part(row..row + left.width, depth));
                let (left, right) = (left.along(depth.clone()), right.along(depth));
                Tile { left, right, data: &mut *data, target, place, part, sign }.run::<L>();
            }
        }
    }
}

/// The innermost kernel: the product of a left and a right group, added at a place of the target.
struct Tile<'a> {
    left: Group<'a>,
    right: Group<'a>,
    data: &'a mut [f64],
    target: Block,
    place: (usize, usize),
    part: Part,
    sign: f64,
}

impl Tile<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self) {
        if L::COUNT == 2 {
            return self.add::<L, 2, 4>();
        }
        match (self.left.width / L::COUNT, self.right.width) {
            (3, 8) => self.add::<L, 3, 8>(),
            (2, 8) => self.add::<L, 2, 8>(),
            (1, 8) => self.add::<L, 1, 8>(),
            (3, _) => self.add::<L, 3, 4>(),
            (2, _) => self.add::<L, 2, 4>(),
            _ => self.add::<L, 1, 4>(),
        }
    }

    /// For V lanes of rows and C columns.
    #[inline(always)]
    fn add<L: Lanes, const V: usize, const C: usize>(self) {
        let Self { left, right, data, target, place: (row, column), part, sign } = self;
        let sums = multiply_groups::<L, V, C>(left.entries, right.entries);
        let (height, signs) = (V * L::COUNT, L::splat(sign));
        let below = part == Part::Full || row + 1 >= column + C;
        if below && row + height <= target.rows && column + C <= target.columns {
            for (j, sums) in sums.iter().enumerate() {
                let entries = &mut data[target.at(row, column + j)..][..height];
                for (entries, sum) in entries.chunks_exact_mut(L::COUNT).zip(sums) {
                    (L::load(entries) + signs * *sum).store(entries);
                }
            }
            return;
        }
        let mut tile = [0.0; LARGEST_TILE];
        for (entries, sum) in tile.chunks_exact_mut(L::COUNT).zip(sums.as_flattened()) {
            sum.store(entries);
        }
        let lower = part == Part::Lower;
        for (j, sums) in tile.chunks_exact(height).take(C.min(target.columns - column)).enumerate()
        {
            // Leaving out what lies above the diagonal and below the last row.
            let first = if lower { (column + j).saturating_sub(row).min(height) } else { 0 };
            let last = height.min(target.rows - row).max(first);
            let entries = &mut data[target.at(row, column + j)..][first..last];
            entries.iter_mut().zip(&sums[first..]).for_each(|(entry, sum)| *entry += sign * sum);
        }
    }
}

/// Sums the outer products of two groups' entries: V lanes of rows for each of C columns.
#[inline(always)]
fn multiply_groups<L: Lanes, const V: usize, const C: usize>(
    left: &[f64],
    right: &[f64],
) -> [[L; V]; C] {
    let mut sums = [[L::splat(0.0); V]; C];
    for (rows, columns) in left.chunks_exact(V * L::COUNT).zip(right.chunks_exact(C)) {
        let rows: [L; V] = std::array::from_fn(|v| L::load(&rows[v * L::COUNT..]));
        for (sums, &column) in sums.iter_mut().zip(columns) {
            let column = L::splat(column);
            for (sum, rows) in sums.iter_mut().zip(rows) {
                *sum += rows * column;
            }
        }
    }
    sums
}
