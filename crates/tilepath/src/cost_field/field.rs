//! The cost field as searches read it.

use super::{
    bit_lines::{BitLines, UP_ONLY, kind},
    block_clock::BlockClock,
    crossings::Crossings,
    engine_trial::EngineTrial,
    pruning::Pruning,
    step_cell::StepCell,
    wall_lines::WallLines,
};
use crate::ground::{CellRect, ClassSet, CostProfile, Lattice, Shape, Topology};

/// The weights of a map for one profile, with what jump point search needs, kept in step edit by edit.
///
/// A cell is *mixed* if the free cells among it and its eight neighbours differ in weight, or if a link begins or ends there. Away from mixed
/// cells all costs are uniform, and a search may run straight on. A *run* stops at mixed cells, at walls, and where an obstacle ends beside it. A *sweep*
/// is a diagonal with a run to either side from each of its cells (if there are no diagonals, a column with its rows).
#[derive(Clone, Debug)]
pub(crate) struct CostField {
    pub(super) profile: CostProfile,
    pub(super) passable: ClassSet,
    pub(super) topology: Topology,
    /// Where the cells are in memory.
    pub(super) lattice: Lattice,
    /// The least weight of any terrain on the map.
    pub(super) cheapest: u32,
    /// Weights with a margin of walls, by padded index, with [`MIXED`] set on mixed cells.
    pub(super) weights: Vec<u32>,
    /// For each padded cell, its weight again, and the number of its successor sets in `pruning`.
    pub(super) step_cells: Vec<StepCell>,
    pub(super) pruning: Pruning,
    /// The map has more different successor sets than `pruning` can store.
    pub(super) unpruned: bool,
    /// For a field without runs: which cells are walls, free or mixed, by padded index. Otherwise empty.
    pub(super) kinds: Vec<CellKind>,
    /// Where runs up (east) and down (west) each row stop.
    pub(super) rows: BitLines,
    /// The same for columns: up is north, down is south.
    pub(super) columns: BitLines,
    /// On hexagons, where `rows` and `columns` are empty: the same for the three secondary directions, see [`CostField::hex_line`].
    pub(super) hex_lines: [BitLines<UP_ONLY>; 3],
    /// The walls along the same lines.
    pub(super) hex_walls: [WallLines; 3],
    /// On hexagons, the x + y of the first falling diagonal.
    pub(super) first_slant: usize,
    /// On hexagons, the number of columns and rows of the lattice.
    pub(super) hex_extent: [usize; 2],
    /// The number of jump points, see [`CostField::jump_point_count`].
    pub(super) stops: usize,
    /// The number of free cells.
    pub(super) free: usize,
    /// The number of mixed cells.
    pub(super) mixed: usize,
    /// When each part last changed, for searches that cache data of the field.
    pub(super) clock: BlockClock,
    /// The links that agents of the profile can use.
    pub(super) crossings: Crossings,
    /// The trial of both engines on this field.
    pub(crate) trial: EngineTrial,
}

/// Set in the weight of a mixed cell.
pub(super) const MIXED: u32 = 1 << 31;

/// What a cell is to a search: a wall, a free cell, or a mixed cell, around which costs differ.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum CellKind {
    #[default]
    Wall,
    Free,
    Mixed,
}

impl CostField {
    /// Returns whether this is the field for a profile and a topology.
    pub(crate) fn serves(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// The id of this field. No other field has it, not even another field for the same profile of the same map.
    pub(crate) fn id(&self) -> u64 {
        self.clock.id()
    }

    /// The field and its last edit. After an edit that changed a cell it is another value.
    pub(crate) fn edition(&self) -> (u64, u32) {
        (self.clock.id(), self.clock.now())
    }

    pub(crate) const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// The classes that are free.
    pub(crate) const fn passable(&self) -> ClassSet {
        self.passable
    }

    /// The places of the corners of a rectangle with the least and the greatest x and y, on a map of squares.
    pub(super) fn places_of(&self, rect: CellRect) -> [[usize; 2]; 2] {
        [rect.min, rect.max].map(|corner| self.lattice.place(corner).into())
    }

    /// The rectangle of the whole map.
    pub(super) fn all(&self) -> CellRect {
        self.lattice.bounds()
    }

    /// Where the cells are in memory.
    #[inline]
    pub(crate) const fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Returns whether the field stores where runs stop along the rows and columns of squares. Such a field is built 64 cells at a time.
    #[inline]
    pub(crate) const fn has_lines(&self) -> bool {
        matches!(self.lattice.shape(), Shape::Square)
    }

    /// Returns whether the field stores where runs stop. Without these stops, searches go cell by cell.
    #[inline]
    pub(crate) const fn has_jumps(&self) -> bool {
        !matches!(self.lattice.shape(), Shape::Staggered)
    }

    /// How the padded index changes by a step east, north, west or south on the lattice.
    #[inline]
    pub(crate) const fn offset(&self, direction: usize) -> isize {
        match direction {
            0 => 1,
            1 => self.lattice.stride() as isize,
            2 => -1,
            _ => -(self.lattice.stride() as isize),
        }
    }

    /// A run between squares from padded coordinates in a straight direction: the number of steps to its stop, and whether the stop is a
    /// wall.
    #[inline]
    pub(crate) fn run(&self, x: usize, y: usize, direction: usize) -> (usize, bool) {
        match direction {
            0 => self.rows.run_up(y, x),
            1 => self.columns.run_up(x, y),
            2 => self.rows.run_down(y, x),
            _ => self.columns.run_down(x, y),
        }
    }

    /// Returns whether the cell at padded coordinates is mixed.
    #[inline]
    pub(crate) fn is_mixed_at(&self, x: usize, y: usize) -> bool {
        if !self.has_lines() {
            return self.weights[self.index(x, y)] & MIXED != 0;
        }
        self.rows.get(y, x, kind::MIXED)
    }

    /// The weight of the cell at a padded index, and whether the cell is mixed.
    #[inline]
    pub(crate) fn weight_and_mixed(&self, padded: usize) -> (u32, bool) {
        let weight = self.weights[padded];
        (weight & !MIXED, weight & MIXED != 0)
    }

    /// The successor directions of the cell at a padded index, with an arrival direction, as a set of bits.
    #[inline]
    pub(crate) fn successors(&self, padded: usize, arrival: usize) -> u8 {
        self.pruning.successors(self.step_cells[padded].number(), arrival)
    }

    /// The weights of a cell and its eight neighbours on the lattice, the lowest line first. On hexagons, two of these are not neighbours
    /// and count as walls.
    #[inline]
    pub(crate) fn nine(&self, index: usize) -> [u32; 9] {
        let row = |start: usize| {
            let row = &self.weights[start - 1..start + 2];
            [row[0] & !MIXED, row[1] & !MIXED, row[2] & !MIXED]
        };
        let stride = self.lattice.stride();
        let [a, b, c] = [row(index - stride), row(index), row(index + stride)];
        let corner = if self.lattice.shape().is_hex() { 0 } else { u32::MAX };
        [a[0] & corner, a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2] & corner]
    }

    /// The weight of the cell at a padded index; 0 for a wall.
    #[inline]
    pub(crate) fn weight(&self, padded: usize) -> u32 {
        self.weights[padded] & !MIXED
    }

    /// The least weight of any terrain on the map: danger only adds to it.
    pub(crate) const fn cheapest(&self) -> u32 {
        self.cheapest
    }

    /// For each padded cell, its weight, and whether it is mixed.
    pub(crate) fn weights_and_mixed(&self) -> impl ExactSizeIterator<Item = (u32, bool)> {
        self.weights.iter().map(|weight| (weight & !MIXED, weight & MIXED != 0))
    }

    /// When each part of the field last changed.
    #[inline]
    pub(crate) const fn clock(&self) -> &BlockClock {
        &self.clock
    }

    pub(crate) const fn topology(&self) -> Topology {
        self.topology
    }

    /// The number of free cells.
    pub(crate) const fn free_count(&self) -> usize {
        self.free
    }

    /// The number of walls on the map.
    pub(crate) fn wall_count(&self) -> usize {
        self.lattice.size().element_product() as usize - self.free
    }

    /// Whether at least one free cell in eight is mixed: hardly any two paths cost the same.
    pub(crate) const fn has_mixed_ground(&self) -> bool {
        self.mixed_count() * 8 >= self.free_count()
    }

    /// The number of mixed cells.
    pub(crate) const fn mixed_count(&self) -> usize {
        self.mixed
    }

    /// The number of padded cells.
    pub(crate) fn padded_len(&self) -> usize {
        self.weights.len()
    }

    /// The padded index of a place, see [`Lattice`].
    #[inline]
    pub(crate) const fn index(&self, x: usize, y: usize) -> usize {
        self.lattice.index(x, y)
    }

    /// The place at a padded index.
    #[inline]
    pub(crate) const fn coordinates(&self, index: usize) -> (usize, usize) {
        self.lattice.coordinates(index)
    }
}
