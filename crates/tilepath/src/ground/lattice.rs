//! Where the cells of a map are in memory.

use super::{
    cell_rect::CellRect,
    shape::{HexLayout, Shape},
};
use glam::{IVec2, UVec2};

/// Where the cells of a map are in memory: their *places* on the lattice of its [`Shape`], with a margin of cells, and their *padded
/// indices*, by which arrays of cells are indexed.
///
/// A place is (x, y); the lines of the lattice run along x. On squares, the first cell of the map is at (1, 1). A step in a direction changes the
/// padded index by the same number everywhere. Lines that the lattice shifts are moved together in memory, so that only their margins lie
/// between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lattice {
    shape: Shape,
    /// The cell with the least x and y. Both are even, so that the same lines are shifted as if it were (0, 0).
    origin: IVec2,
    size: UVec2,
    /// How the padded index changes by a step to the next line.
    stride: usize,
    /// The index of a place is `y * stride + x - shift`.
    shift: usize,
    /// The first index of line 0.
    first: usize,
    /// The number of indices after which lines repeat: one line, or two if every other line is shifted.
    period: usize,
    /// The reciprocal of the period: a multiplication by it replaces a division.
    reciprocal: u64,
    /// The length of the first of the two lines of a period. Greater than the period if the period is one line.
    split: usize,
    /// The number of lines of a period, as a power of two.
    lines_log: u32,
    len: usize,
}

impl Lattice {
    pub(crate) fn new(shape: Shape, bounds: impl Into<CellRect>) -> Self {
        let bounds = bounds.into();
        Self { origin: bounds.min, ..Self::of_size(shape, bounds.size()) }
    }

    fn of_size(shape: Shape, size: UVec2) -> Self {
        let [width, height] = [size.x as usize, size.y as usize];
        let (cells, lines) = if shape.has_column_lines() { (height, width) } else { (width, height) };
        match shape {
            Shape::Square | Shape::Hex(HexLayout::Axial) => Self::straight(shape, size, cells, lines),
            Shape::Staggered => {
                let stride = cells + 1;
                Self {
                    first: 1,
                    shift: 1_usize.wrapping_neg(),
                    len: (lines + 2) * (stride + 1) + 2,
                    ..Self::straight(shape, size, cells, lines)
                }
                .with_stride(stride, stride + 1)
            }
            Shape::Hex(HexLayout::OddRows | HexLayout::OddColumns) => {
                Self::zigzag(shape, size, cells, lines, 1)
            }
            Shape::Hex(HexLayout::EvenRows | HexLayout::EvenColumns) => {
                Self::zigzag(shape, size, cells, lines, 2)
            }
        }
    }

    /// Lines without shifts.
    fn straight(shape: Shape, size: UVec2, cells: usize, lines: usize) -> Self {
        let stride = cells + 2;
        let lattice = Self {
            shape,
            origin: IVec2::ZERO,
            size,
            stride,
            shift: 0,
            first: 0,
            period: stride,
            reciprocal: 0,
            split: usize::MAX,
            lines_log: 0,
            len: stride * (lines + 2),
        };
        lattice.with_stride(stride, stride)
    }

    /// Every other line is shifted by half a cell. Line y begins `(y + phase) / 2` before `y * stride`.
    fn zigzag(shape: Shape, size: UVec2, cells: usize, lines: usize, phase: usize) -> Self {
        let stride = cells + 2;
        let first = 1;
        // Large enough that no x is negative.
        let most = (lines + 1 + phase) / 2;
        Self {
            first,
            shift: most - (phase / 2 + first),
            split: stride - usize::from(phase == 1),
            lines_log: 1,
            len: (lines + 1) * stride - most + phase / 2 + first + cells + 3,
            ..Self::straight(shape, size, cells, lines)
        }
        .with_stride(stride, 2 * stride - 1)
    }

    const fn with_stride(mut self, stride: usize, period: usize) -> Self {
        self.stride = stride;
        self.period = period;
        self.reciprocal = u64::MAX / period as u64 + 1;
        self
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// Width and height of the map in cells.
    pub(crate) const fn size(&self) -> UVec2 {
        self.size
    }

    /// The cells of the map.
    pub(crate) fn bounds(&self) -> CellRect {
        CellRect::of_size(self.origin, self.size)
    }

    /// One more than the greatest x and y of a place.
    pub(crate) const fn extent(&self) -> (usize, usize) {
        let (width, height) = (self.size.x as usize, self.size.y as usize);
        let (cells, lines) = if self.shape.has_column_lines() { (height, width) } else { (width, height) };
        match self.shape {
            Shape::Square | Shape::Hex(HexLayout::Axial) => (cells + 2, lines + 2),
            Shape::Staggered => (cells + lines + 3, lines + 2),
            Shape::Hex(_) => (cells + lines / 2 + 4, lines + 2),
        }
    }

    /// The least x + y of the cells and their neighbours outside the map, and the number of falling diagonals through all of these.
    pub(crate) fn slants(&self) -> (usize, usize) {
        let (least, greatest) = self.span(self.bounds(), |(x, y)| x + y);
        (least - 1, greatest - least + 3)
    }

    /// The least and the greatest x, y or x + y of the places in a rectangle on the map.
    pub(crate) fn span(&self, rect: CellRect, of: impl Fn((usize, usize)) -> usize) -> (usize, usize) {
        let values = rect.corners().map(|corner| of(self.place(corner)));
        let [first, others @ ..] = values;
        (others.into_iter().fold(first, usize::min), others.into_iter().fold(first, usize::max))
    }

    /// The number of padded indices.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How the padded index changes by a step to the next line.
    #[inline(always)]
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// The padded index of a place.
    #[inline(always)]
    pub(crate) const fn index(&self, x: usize, y: usize) -> usize {
        (y * self.stride + x).wrapping_sub(self.shift)
    }

    /// The place at a padded index that is not before the first line.
    #[inline(always)]
    pub(crate) const fn coordinates(&self, index: usize) -> (usize, usize) {
        let (_, y) = self.slot_and_line(index);
        (index.wrapping_sub(y * self.stride).wrapping_add(self.shift), y)
    }

    /// The position of a padded index in its line, and the line. On a map in rows, this is the cell (slot - 1, line - 1).
    #[inline(always)]
    const fn slot_and_line(&self, index: usize) -> (usize, usize) {
        let index = index - self.first;
        // Exact for indices and periods below 2³²: Lemire, Kaser, Kurz, "Faster remainder by direct computation" (2019).
        let period = ((index as u128 * self.reciprocal as u128) >> 64) as usize;
        let rest = index - period * self.period;
        let second = rest >= self.split;
        let slot = if second { rest - self.split } else { rest };
        (slot, (period << self.lines_log) + second as usize)
    }

    /// The padded index of a cell on the map.
    #[inline]
    pub(crate) fn of_cell(&self, cell: IVec2) -> Option<usize> {
        // A negative number becomes a very large unsigned number.
        let inside = cell.wrapping_sub(self.origin).as_uvec2().cmplt(self.size).all();
        inside.then(|| self.of_inside(cell))
    }

    /// The padded index of a cell that is on the map.
    #[inline]
    pub(crate) const fn of_inside(&self, cell: IVec2) -> usize {
        let (x, y) = (cell.x - self.origin.x, cell.y - self.origin.y);
        let (along, line) = if self.shape.has_column_lines() { (y, x) } else { (x, y) };
        self.line(line as usize) + along as usize
    }

    /// The padded index of the first cell of a line of the map, counted from 0. The other cells of the line follow it.
    #[inline]
    pub(crate) const fn line(&self, line: usize) -> usize {
        let line = line + 1;
        let start = (line >> self.lines_log) * self.period + self.first;
        // With one line per period, there is no second line.
        let second = line & self.lines_log as usize;
        start + second * self.split + 1
    }

    /// The cell at a padded index that is not in the margin.
    #[inline]
    pub(crate) const fn cell(&self, index: usize) -> IVec2 {
        let (slot, line) = self.slot_and_line(index);
        self.cell_in_line(slot as i32, line as i32)
    }

    /// The cell in a slot of a line.
    #[inline(always)]
    const fn cell_in_line(&self, slot: i32, line: i32) -> IVec2 {
        let (along, line) = (slot - 1, line - 1);
        let (x, y) = if self.shape.has_column_lines() { (line, along) } else { (along, line) };
        IVec2::new(x + self.origin.x, y + self.origin.y)
    }

    /// The cell at a place, which may be beyond the map.
    pub(crate) fn cell_of(&self, place: IVec2) -> IVec2 {
        self.cell_in_line(place.x + self.slot_shift(place.y), place.y)
    }

    /// The slot of a place minus its x.
    fn slot_shift(&self, line: i32) -> i32 {
        let start = match self.lines_log {
            0 => line * self.period as i32,
            _ => (line >> 1) * self.period as i32 + (line & 1) * self.split as i32,
        };
        line * self.stride as i32 - self.shift as i32 - (start + self.first as i32)
    }

    /// The place of a cell on the map.
    #[inline]
    pub(crate) const fn place(&self, cell: IVec2) -> (usize, usize) {
        self.coordinates(self.of_inside(cell))
    }

    /// The lines of a rectangle on the map: for each line, its first cell in the rectangle, as padded index and as cell.
    pub(crate) fn lines_of(&self, rect: CellRect) -> impl Iterator<Item = (usize, IVec2)> + use<> {
        let (lattice, min) = (*self, rect.min);
        let columns = self.shape.has_column_lines();
        let lines = if columns { rect.min.x..=rect.max.x } else { rect.min.y..=rect.max.y };
        lines.map(move |line| {
            let cell = if columns { IVec2::new(line, min.y) } else { IVec2::new(min.x, line) };
            (lattice.of_inside(cell), cell)
        })
    }

    /// The padded indices of the cells on the map in a rectangle that is grown by `reach` cells.
    pub(crate) fn near(&self, rect: CellRect, reach: i32) -> impl Iterator<Item = usize> + use<> {
        let near = rect.grown(reach).clipped(self.bounds());
        let is_on_map = near.min.cmple(near.max).all();
        let length = if is_on_map { self.length_of_lines(near) } else { 0 };
        let lines = is_on_map.then(|| self.lines_of(near)).into_iter().flatten();
        lines.flat_map(move |(start, _)| start..start + length)
    }

    /// The number of cells of each line of a rectangle.
    pub(crate) const fn length_of_lines(&self, rect: CellRect) -> usize {
        let columns = self.shape.has_column_lines();
        (if columns { rect.max.y - rect.min.y } else { rect.max.x - rect.min.x }) as usize + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::directions::{DX, DY};

    fn lattices() -> impl Iterator<Item = Lattice> {
        let sizes = (1..9).flat_map(|x| (1..9).map(move |y| UVec2::new(x, y))).chain([UVec2::new(513, 300)]);
        sizes.flat_map(|size| Shape::ALL.map(|shape| Lattice::new(shape, size)))
    }

    fn cells(size: UVec2) -> impl Iterator<Item = IVec2> {
        (0..size.y as i32).flat_map(move |y| (0..size.x as i32).map(move |x| IVec2::new(x, y)))
    }

    #[test]
    fn every_cell_has_an_index_of_its_own_from_which_it_is_found() {
        for lattice in lattices() {
            let mut seen = vec![false; lattice.len()];
            for cell in cells(lattice.size()) {
                let index = lattice.of_cell(cell).unwrap();
                assert!(!core::mem::replace(&mut seen[index], true), "{cell} {lattice:?}");
                assert_eq!(lattice.cell(index), cell, "{lattice:?}");
                let (x, y) = lattice.coordinates(index);
                assert_eq!((lattice.index(x, y), lattice.place(cell)), (index, (x, y)), "{lattice:?}");
                assert_eq!(lattice.cell_of(IVec2::new(x as i32, y as i32)), cell);
                assert!(x < lattice.extent().0 && y < lattice.extent().1 && x > 0 && y > 0);
            }
            let last = lattice.size().as_ivec2();
            for cell in [IVec2::new(-1, 0), IVec2::new(0, -1), IVec2::new(last.x, 0), IVec2::new(0, last.y)] {
                assert_eq!(lattice.of_cell(cell), None);
            }
        }
    }

    #[test]
    fn a_step_changes_the_index_by_the_same_everywhere_and_leads_to_the_margin_at_the_rim() {
        for lattice in lattices() {
            let shape = lattice.shape();
            for cell in cells(lattice.size()) {
                let index = lattice.of_cell(cell).unwrap();
                for direction in 0..8 {
                    let step = glam::I64Vec2::new(DX[direction] as i64, DY[direction] as i64);
                    let next = shape.from_lattice(shape.to_lattice(cell) + step).unwrap();
                    let found =
                        index.wrapping_add_signed(DX[direction] + DY[direction] * lattice.stride() as isize);
                    assert!(found < lattice.len(), "{lattice:?}");
                    // Hexagons have no such neighbours: any cell may be there.
                    if shape.is_hex() && (direction == 4 || direction == 6) {
                        continue;
                    }
                    match lattice.of_cell(next) {
                        Some(expected) => assert_eq!(found, expected, "{cell} to {next} {lattice:?}"),
                        None => assert!(
                            cells(lattice.size()).all(|cell| lattice.of_inside(cell) != found),
                            "{cell} to {next} {lattice:?}"
                        ),
                    }
                    if lattice.size().x > 9 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn places_differ_as_on_the_lattice() {
        for lattice in lattices().filter(|lattice| lattice.size().x < 9) {
            let shape = lattice.shape();
            let (first, count) = lattice.slants();
            for cell in cells(lattice.size()) {
                let (x, y) = lattice.place(cell);
                assert!((first + 1..first + count - 1).contains(&(x + y)), "{lattice:?}");
            }
            for (a, b) in cells(lattice.size()).flat_map(|a| cells(lattice.size()).map(move |b| (a, b))) {
                let expected = shape.to_lattice(b) - shape.to_lattice(a);
                let (from, to) = (lattice.place(a), lattice.place(b));
                let found = [to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64];
                assert_eq!(found, expected.to_array(), "{lattice:?}");
            }
        }
    }

    #[test]
    fn the_lines_of_a_rectangle_hold_its_cells() {
        for lattice in lattices().filter(|lattice| lattice.size().min_element() > 3) {
            let rect = CellRect { min: IVec2::new(1, 2), max: IVec2::new(3, 3) };
            let length = lattice.length_of_lines(rect);
            let mut found: Vec<IVec2> = lattice
                .lines_of(rect)
                .flat_map(|(start, first)| {
                    assert_eq!(lattice.of_inside(first), start);
                    (start..start + length).map(|index| lattice.cell(index))
                })
                .collect();
            found.sort_by_key(|cell| (cell.y, cell.x));
            assert!(rect.cells().eq(found));
        }
    }

    #[test]
    fn hexagons_take_hardly_more_memory_than_squares() {
        let size = UVec2::splat(512);
        let squares = Lattice::new(Shape::Square, size).len();
        for shape in Shape::ALL {
            assert!(Lattice::new(shape, size).len() < squares + squares / 50, "{shape:?}");
        }
    }
}
