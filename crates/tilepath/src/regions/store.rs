//! How regions are stored: chunks of cells, pieces of chunks, labels of pieces.

use super::{
    chunk::{self, ChunkRows, Pieces, SIDE, WALL},
    contacts::Contacts,
    walled_edges::WalledEdges,
};
use crate::ground::{ClassSet, Grid, PassableCells, Topology, UniqueId};
use glam::{IVec2, UVec2};

/// The connected regions of a map for one set of passable classes.
///
/// Two cells of the same region can reach each other; two cells of different regions can't. A look-up takes O(1). The memory is
/// about one byte per cell.
///
/// Each region has a number, its [label](Self::label). The map is divided into chunks of 16 × 16 cells. Connected cells of a chunk
/// form a piece, and each piece stores the label of its region. An edit of a cell looks at one chunk. If the edit splits a region
/// or joins regions, only the smaller parts are searched and get a new label; the largest part keeps its label.
#[derive(Clone, Debug)]
pub struct Regions {
    /// The cell with the least x and y.
    pub(super) origin: IVec2,
    /// The length of the lines of the map, and the number of lines.
    pub(super) size: UVec2,
    /// The number of chunks in a row of chunks, and the number of rows. Rows of chunks run along the lines.
    pub(super) chunks: UVec2,
    pub(super) pieces: Vec<Pieces>,
    /// For each chunk, the range of the labels of its pieces.
    pub(super) label_ranges: Vec<LabelRange>,
    /// For each piece of any chunk, the label of its region.
    pub(super) labels: Vec<u32>,
    pub(super) next_label: u32,
    /// Tells these regions from those of another map, whose labels also begin at 0.
    pub(super) id: UniqueId,
    pub(super) passable: ClassSet,
    /// How wide the bodies are whose places the cells are.
    pub(super) size_of_bodies: u8,
    pub(super) contacts: Contacts,
    pub(super) walled: WalledEdges,
}

/// Room for the labels of a chunk's pieces.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LabelRange {
    pub(super) first: u32,
    room: u32,
}

/// An edit of one cell uses fewer new labels than this.
pub(super) const LABELS_PER_EDIT: u32 = 16;
/// Stands for no label.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// One piece of one chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) chunk: u32,
    pub(crate) number: u8,
}

impl Regions {
    /// Makes room for the labels of `count` pieces of a chunk. Room grows by doubling, so that the room left behind is not more than the
    /// room in use.
    pub(super) fn make_room(&mut self, chunk: u32, count: u32) {
        let range = &mut self.label_ranges[chunk as usize];
        if range.room < count {
            *range = LabelRange { first: self.labels.len() as u32, room: count.next_power_of_two() };
            self.labels.resize(self.labels.len() + range.room as usize, UNKNOWN);
        }
    }

    /// The chunk that a cell of the map is in, and its place there.
    #[inline]
    pub(crate) fn place(&self, cell: IVec2) -> (u32, usize) {
        self.place_from_first((cell - self.origin).as_uvec2())
    }

    /// The chunk and place of a cell that is counted from the first cell of the map.
    #[inline]
    const fn place_from_first(&self, cell: UVec2) -> (u32, usize) {
        let UVec2 { x, y } = self.contacts.turned(cell);
        (y / SIDE * self.chunks.x + x / SIDE, (y % SIDE * SIDE + x % SIDE) as usize)
    }

    /// The labels of the pieces of a chunk. Labels of earlier pieces may follow.
    pub(super) fn labels_of(&self, chunk: u32) -> &[u32] {
        let LabelRange { first, room } = self.label_ranges[chunk as usize];
        &self.labels[first as usize..(first + room) as usize]
    }

    /// The index of the label of a piece.
    pub(super) fn slot(&self, piece: Piece) -> usize {
        self.label_ranges[piece.chunk as usize].first as usize + usize::from(piece.number) - 1
    }

    /// The free cells of a chunk of the grid.
    pub(super) fn find_rows(&self, grid: &Grid, chunk: u32) -> ChunkRows {
        let chunk = UVec2::new(chunk % self.chunks.x, chunk / self.chunks.x);
        let (min, size) = (self.contacts.turned(chunk * SIDE), grid.size());
        let columns = min.x..(min.x + SIDE).min(size.x);
        let cells = PassableCells::new(grid, self.passable);
        let mut open = ChunkRows::default();
        for (row, y) in open.iter_mut().zip(min.y..size.y) {
            *row = cells.row(y, columns.clone());
        }
        if self.contacts.has_columns() { chunk::transposed(open) } else { open }
    }

    /// The number of the region to which a cell belongs. Cells of one region have the same number, cells of different regions have
    /// different numbers. `index` is the row-major index of the cell. `None` for a wall, and for an index outside the map.
    #[must_use]
    pub fn label(&self, index: usize) -> Option<u32> {
        let (index, size) = (u32::try_from(index).ok()?, self.contacts.turned(self.size));
        let cell = UVec2::new(index % size.x, index / size.x);
        if cell.y < size.y { self.label_at(cell) } else { None }
    }

    /// The label of the region of a cell, counted from the first cell of the map. `None` in a wall.
    fn label_at(&self, cell: UVec2) -> Option<u32> {
        let (chunk, place) = self.place_from_first(cell);
        let number = self.pieces[chunk as usize][place];
        (number != WALL).then(|| self.labels[self.slot(Piece { chunk, number })])
    }

    /// A number that changes whenever an edit splits a region, and after some other edits. Regions of another map have another number. If the number has changed, check again
    /// whether your cells are connected.
    #[must_use]
    pub const fn split_mark(&self) -> u64 {
        self.id.get() << 32 | self.next_label as u64
    }

    /// Returns whether two cells are in the same region. `false` if either cell is a wall or outside the map. Links don't count: see
    /// [`NavMap::can_reach`](crate::NavMap::can_reach).
    #[must_use]
    pub fn connected(&self, from: IVec2, to: IVec2) -> bool {
        let label = |cell: IVec2| self.label_at(self.inside(cell)?);
        label(from).is_some() && label(from) == label(to)
    }

    /// A cell, counted from the first cell of the map. `None` outside the map.
    #[inline]
    pub(super) fn inside(&self, cell: IVec2) -> Option<UVec2> {
        let at = cell.wrapping_sub(self.origin).as_uvec2();
        self.contacts.turned(at).cmplt(self.size).all().then_some(at)
    }

    /// The terrain classes that count as free. Cells of all other classes count as walls.
    #[must_use]
    pub const fn passable(&self) -> ClassSet {
        self.passable
    }

    /// These regions, as those of the places of bodies of a size.
    pub(crate) const fn of_bodies(mut self, size: u8) -> Self {
        self.size_of_bodies = size;
        self
    }

    /// How wide the bodies are whose places the cells are.
    pub(crate) const fn size_of_bodies(&self) -> u8 {
        self.size_of_bodies
    }

    /// Like [`Regions::serves`], for bodies of a size.
    pub(crate) fn serves_bodies(&self, passable: ClassSet, size: u8, topology: Topology) -> bool {
        self.size_of_bodies == size && self.passable == passable && self.contacts == Contacts::of(topology)
    }

    /// Returns whether these regions are valid for agents that can enter the classes in `passable`, on a map of this topology.
    ///
    /// The classes and the shape of the cells must be the same. The step lengths may differ. The diagonal rules may differ too,
    /// unless exactly one of them is [`DiagonalRule::Always`](crate::DiagonalRule::Always).
    #[must_use]
    pub fn serves(&self, passable: ClassSet, topology: Topology) -> bool {
        self.serves_bodies(passable, 1, topology)
    }
}
