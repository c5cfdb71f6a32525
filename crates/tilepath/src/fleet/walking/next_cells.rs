//! A cache of the next cell after each cell on a goal field, shared by all agents on the field.

use crate::{
    goal_field::GoalFieldReader,
    ground::{CellRect, MapRevision},
    undo::{Image, Lasting, Mark, Undo, Visit},
};
use core::{
    ops::Range,
    sync::atomic::{AtomicU16, Ordering::Relaxed},
};
use glam::IVec2;

/// A cache of the next cell after each cell on a goal field. It takes two bytes for each cell.
///
/// A look-up on the field reads the labels and weights of nine cells. Where many agents pass, a look-up in the cache
/// costs a fraction of that.
#[derive(Clone, Default, Debug)]
pub struct NextCells {
    origin: IVec2,
    width: u32,
    codes: Lasting<Codes>,
    /// The revision of the map for which the cache is valid.
    revision: MapRevision,
}

/// A code for each cell, with the epoch in which it was stored. The codes of earlier epochs are forgotten.
#[derive(Default, Debug)]
struct Codes {
    /// For each cell an epoch in the upper bits, and in the lower ones [`UNKNOWN`], [`NONE`], or 1 + the code of the offset to the next cell.
    codes: Vec<AtomicU16>,
    /// The present epoch, in the upper bits.
    epoch: u16,
}

/// The number of bits of a code.
const CODE_BITS: u32 = 4;

impl Codes {
    fn new(cells: usize) -> Self {
        let mut codes = Vec::new();
        codes.resize_with(cells, AtomicU16::default);
        Self { codes, epoch: 0 }
    }

    /// The code of a cell, [`UNKNOWN`] outside the map.
    #[inline]
    fn get(&self, index: usize) -> u8 {
        let stored = self.codes.get(index).map_or(0, |code| code.load(Relaxed));
        let code = stored ^ self.epoch;
        if code >> CODE_BITS == 0 { code as u8 } else { UNKNOWN }
    }

    #[inline]
    fn store(&self, index: usize, code: u8) {
        if let Some(stored) = self.codes.get(index) {
            stored.store(self.epoch | u16::from(code), Relaxed);
        }
    }

    /// Forgets all codes.
    fn forget(&mut self) {
        self.epoch = self.epoch.wrapping_add(1 << CODE_BITS);
        if self.epoch == 0 {
            self.codes.iter_mut().for_each(|code| *code.get_mut() = 0);
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
    /// The bytes for each cell of the map.
    pub(crate) const BYTES_PER_CELL: usize = size_of::<AtomicU16>();

    /// An empty cache for a map with these bounds.
    pub fn new(bounds: CellRect, revision: MapRevision) -> Self {
        let size = bounds.size();
        let cells = size.x as usize * size.y as usize;
        Self { origin: bounds.min, width: size.x, codes: Lasting::new(Codes::new(cells)), revision }
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
                // A cell that the field does not know yet is not stored, because the field may still grow to it. The end of a link may be
                // anywhere.
                let is_crossing = next.is_some_and(|next| reader.is_crossing(cell, next));
                if !is_crossing && (next.is_some() || reader.knows(cell)) {
                    self.codes.store(index, next.map_or(NONE, |next| NextCell::to(next - cell).0));
                }
                next
            }
            NONE => None,
            known => Some(cell + NextCell(known).decode()),
        }
    }

    /// The row-major index of a cell, which may be outside the map: then no code has the index.
    #[inline]
    fn index(&self, cell: IVec2) -> usize {
        let at = cell.wrapping_sub(self.origin).as_uvec2();
        let index = u64::from(at.y) * u64::from(self.width) + u64::from(at.x);
        if at.x < self.width { usize::try_from(index).unwrap_or(usize::MAX) } else { usize::MAX }
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
    pub const CODES: usize = (1 << CODE_BITS) - 1;

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
    use glam::UVec2;

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
    fn codes_of_earlier_epochs_are_unknown_however_many_there_were() {
        let mut codes = Codes::new(2);
        for epoch in 0..10_000_u32 {
            assert_eq!((codes.get(0), codes.get(1), codes.get(2)), (UNKNOWN, UNKNOWN, UNKNOWN));
            let code = 1 + (epoch % 15) as u8;
            codes.store(0, code);
            assert_eq!((codes.get(0), codes.get(1)), (code, UNKNOWN));
            if epoch % 7 == 0 {
                codes.store(1, code);
            }
            codes.forget();
        }
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
        let mut cells = NextCells::new(map.grid().bounds(), map.revision());
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
