//! A cache of the next cell after each cell on a goal field, shared by all agents on the field.

use crate::{
    goal_field::GoalFieldReader,
    ground::MapRevision,
    undo::{Image, Lasting, Mark, Undo, Visit},
};
use core::{
    ops::Range,
    sync::atomic::{
        AtomicU8, AtomicU16,
        Ordering::{Acquire, Relaxed, Release},
    },
};
use glam::{IVec2, UVec2};

/// A cache of the next cell after each cell on a goal field. It takes one byte for each cell.
///
/// A look-up on the field reads the labels and weights of nine cells. Where many agents pass, a look-up in the cache
/// costs a fraction of that.
#[derive(Clone, Default, Debug)]
pub struct NextCells {
    width: i32,
    codes: Lasting<Codes>,
    /// The revision of the map for which the cache is valid.
    revision: MapRevision,
}

/// The number of cells of a page, as a power of two.
const PAGE_LOG: u32 = 6;

/// A code for each cell, in pages. A page is cleared when a code is first stored on it after all codes were forgotten.
#[derive(Default, Debug)]
struct Codes {
    /// For each cell: [`UNKNOWN`], [`NONE`], or 1 + the code of the offset to the next cell.
    codes: Vec<AtomicU8>,
    /// For each page the epoch of its codes. The codes of earlier epochs are forgotten.
    pages: Vec<AtomicU16>,
    epoch: u16,
}

impl Codes {
    fn new(cells: usize) -> Self {
        let mut new = Self::default();
        new.codes.resize_with(cells, AtomicU8::default);
        new.pages.resize_with(cells.div_ceil(1 << PAGE_LOG), AtomicU16::default);
        new
    }

    /// The code of a cell, [`UNKNOWN`] outside the map.
    #[inline]
    fn get(&self, index: usize) -> u8 {
        let is_valid = self.pages.get(index >> PAGE_LOG).is_some_and(|page| page.load(Acquire) == self.epoch);
        self.codes.get(index).filter(|_| is_valid).map_or(UNKNOWN, |code| code.load(Relaxed))
    }

    /// Stores the code of a cell. If another thread clears the same page, the code may be lost.
    #[inline]
    fn store(&self, index: usize, code: u8) {
        let Some(page) = self.pages.get(index >> PAGE_LOG) else { return };
        if page.load(Relaxed) != self.epoch {
            let first = index >> PAGE_LOG << PAGE_LOG;
            let codes = self.codes.iter().skip(first).take(1 << PAGE_LOG);
            codes.for_each(|code| code.store(UNKNOWN, Relaxed));
            page.store(self.epoch, Release);
        }
        if let Some(cell) = self.codes.get(index) {
            cell.store(code, Relaxed);
        }
    }

    /// Forgets all codes.
    fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            *self = Self::new(self.codes.len());
        }
    }
}

impl Clone for Codes {
    /// Codes for as many cells, all forgotten.
    fn clone(&self) -> Self {
        Self::new(self.codes.len())
    }
}

impl Undo for Codes {
    fn mark(&mut self) -> Mark {
        Mark::new()
    }

    /// Codes follow from the field: they are forgotten.
    fn undo(&mut self, _: &Mark, _: &mut dyn FnMut(Range<usize>)) {
        self.forget();
    }
}

impl Image for NextCells {
    fn visit(&mut self, visit: &mut Visit) {
        self.codes.visit(visit);
    }
}

const UNKNOWN: u8 = 0;
/// There is no next cell. This is the code of the offset zero, which no next cell has.
const NONE: u8 = 1 + NextCell::code_of(IVec2::ZERO) as u8;

impl NextCells {
    /// An empty cache for a map of this size.
    pub fn new(size: UVec2, revision: MapRevision) -> Self {
        let cells = size.x as usize * size.y as usize;
        Self { width: size.x as i32, codes: Lasting::new(Codes::new(cells)), revision }
    }

    /// Forgets everything, because the map or the field changed.
    pub fn clear(&mut self, revision: MapRevision) {
        self.codes.forget();
        self.revision = revision;
    }

    /// Whether the cache is valid for this revision of the map.
    pub fn are_of(&self, revision: MapRevision) -> bool {
        self.revision == revision
    }

    /// The remembered next cell after a cell.
    #[inline]
    pub fn get(&self, cell: IVec2) -> NextCell {
        NextCell(self.codes.get(self.index(cell)))
    }

    /// The next cell after a cell: from the cache, or else from [`GoalFieldReader::next`]. `reader` must read the
    /// field of this cache. `known` is what [`NextCells::get`] returned before, or the default.
    #[inline]
    pub fn next(&self, reader: &GoalFieldReader, cell: IVec2, known: NextCell) -> Option<IVec2> {
        let index = self.index(cell);
        let known = if known == NextCell::default() { self.codes.get(index) } else { known.0 };
        match known {
            UNKNOWN => {
                let next = reader.next(cell);
                // A cell that the field does not know yet is not stored, because the field may still grow to it.
                if next.is_some() || reader.knows(cell) {
                    self.codes.store(index, next.map_or(NONE, |next| NextCell::to(next - cell).0));
                }
                next
            }
            NONE => None,
            known => Some(cell + NextCell(known).decode()),
        }
    }

    #[inline]
    fn index(&self, cell: IVec2) -> usize {
        (cell.y * self.width + cell.x) as usize
    }
}

/// The remembered next cell after a cell. The default is a next cell that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NextCell(u8);

impl NextCell {
    /// The offset to the next cell. `None` if the next cell is not known or does not exist.
    #[inline]
    pub fn offset(self) -> Option<IVec2> {
        (self.0 != UNKNOWN && self.0 != NONE).then(|| self.decode())
    }

    /// The number of codes. Offsets of up to one column and two rows have a code: this covers the neighbours in every
    /// cell shape.
    pub const CODES: usize = 15;

    /// The code of an offset: offsets are numbered in rows of three, the lowest row first.
    #[inline]
    pub const fn code_of(offset: IVec2) -> usize {
        ((offset.y + 2) * 3 + offset.x + 1) as usize
    }

    /// The offset that has this code.
    #[inline]
    pub const fn offset_of(code: usize) -> IVec2 {
        IVec2::new(code as i32 % 3 - 1, code as i32 / 3 - 2)
    }

    const fn to(offset: IVec2) -> Self {
        Self(1 + Self::code_of(offset) as u8)
    }

    const fn decode(self) -> IVec2 {
        Self::offset_of(self.0 as usize - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        goal_field::GoalFieldScratch,
        ground::{CostProfile, DiagonalRule, Grid, Shape, Topology},
        map::NavMap,
    };

    #[test]
    fn codes_and_offsets_are_inverse_and_none_is_reserved() {
        for (x, y) in (-2..=2).flat_map(|y| (-1..=1).map(move |x| (x, y))).filter(|&at| at != (0, 0)) {
            let offset = IVec2::new(x, y);
            assert!(NextCell::code_of(offset) < NextCell::CODES);
            assert_eq!(NextCell::to(offset).offset(), Some(offset));
        }
        assert_eq!((NextCell(UNKNOWN).offset(), NextCell(NONE).offset()), (None, None));
    }

    #[test]
    fn every_neighbour_in_every_shape_has_a_code() {
        let cells = [IVec2::new(4, 4), IVec2::new(5, 5)];
        for (shape, cell) in Shape::ALL.into_iter().flat_map(|shape| cells.map(|cell| (shape, cell))) {
            Topology::square(DiagonalRule::Always).with_shape(shape).legal_directions(cell, |next| {
                assert_eq!(NextCell::to(next - cell).offset(), Some(next - cell), "{shape:?}");
                true
            });
        }
    }

    #[test]
    fn remembered_cells_are_those_of_the_field() {
        let mut random = fastrand::Rng::with_seed(4);
        let grid = Grid::from_fn(UVec2::new(23, 17), |_| random.u8(..4)).unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        let profile = CostProfile::default();
        map.prepare(&profile);
        let goal = (0..23).map(|x| IVec2::new(x, 8)).find(|&cell| map.is_free(&profile, cell)).unwrap();
        let field = map.goal_field(&profile, &[goal], &mut GoalFieldScratch::default()).unwrap();
        let reader = map.read_goal_field(&field).unwrap();
        let mut cells = NextCells::new(map.grid().size(), map.revision());
        for round in 0..2 {
            for cell in (0..17).flat_map(|y| (0..23).map(move |x| IVec2::new(x, y))) {
                let known = cells.get(cell);
                assert_eq!(known == NextCell::default(), round == 0);
                assert_eq!(cells.next(&reader, cell, known), reader.next(cell), "{cell}");
            }
        }
        let before = map.revision();
        map.block(goal);
        assert!(cells.are_of(before) && !cells.are_of(map.revision()));
        cells.clear(map.revision());
        assert!(cells.are_of(map.revision()) && cells.get(goal) == NextCell::default());
    }
}
