//! Finding the regions of a map.

use super::{
    chunk::{self, SIDE},
    contacts::Contacts,
    piece_graph::PieceGraph,
    store::{LABELS_PER_EDIT, LabelRange, Piece, Regions, UNKNOWN},
    walled_edges::WalledEdges,
};
use crate::ground::{CellRect, ClassSet, Grid, Shape, Topology, UniqueId};
use glam::UVec2;

/// Regions that are partly found.
#[derive(Clone, Debug)]
pub(crate) struct RegionsBuild {
    regions: Regions,
    shape: Shape,
    /// Edits of chunks that were already found.
    pub(super) edited: Vec<CellRect>,
}

/// The maximum number of edits that are stored separately.
const MAX_EDITS: usize = 64;

impl RegionsBuild {
    pub(crate) fn new(grid: &Grid, passable: ClassSet, topology: Topology) -> Self {
        let contacts = Contacts::of(topology);
        let size = contacts.turned(grid.size());
        let chunks = UVec2::new(size.x.div_ceil(SIDE), size.y.div_ceil(SIDE));
        let count = (chunks.x * chunks.y) as usize;
        let regions = Regions {
            origin: grid.origin(),
            size,
            chunks,
            pieces: Vec::with_capacity(count),
            label_ranges: vec![LabelRange::default(); count],
            labels: Vec::new(),
            next_label: 0,
            id: UniqueId::next(),
            passable,
            size_of_bodies: 1,
            contacts,
            walled: WalledEdges::default(),
        };
        let mut build = Self { regions, shape: topology.shape(), edited: Vec::new() };
        build.take_cuts(grid);
        build.edited.clear();
        build
    }

    /// Finds the pieces of the next row of chunks, and returns its size in eighths of cells; `None` if all are found.
    pub(crate) fn step(&mut self, grid: &Grid) -> Option<usize> {
        self.take_cuts(grid);
        let count = self.chunk_count();
        let regions = &mut self.regions;
        let first = regions.pieces.len();
        let last = (first + regions.chunks.x as usize).min(count);
        (first as u32..last as u32).for_each(|chunk| regions.add_chunk(grid, chunk));
        (first < last).then_some(2 * (SIDE * regions.size.x) as usize)
    }

    /// Reads the walls on edges, if they have changed.
    pub(crate) fn take_cuts(&mut self, grid: &Grid) {
        let changed = self.regions.take_cuts(grid, self.shape);
        changed.into_iter().for_each(|rect| self.note_edit(rect));
    }

    /// The number of chunks of the map.
    pub(super) fn chunk_count(&self) -> usize {
        self.regions.label_ranges.len()
    }

    /// The number of chunks whose pieces are found.
    pub(super) fn chunks_found(&self) -> usize {
        self.regions.pieces.len()
    }

    /// Notes an edit of a rectangle on the map.
    pub(crate) fn note_edit(&mut self, rect: CellRect) {
        let (chunk, _) = self.regions.place(rect.min);
        if chunk as usize >= self.chunks_found() {
            return;
        }
        if self.edited.len() == MAX_EDITS {
            let all = self.edited.drain(..).reduce(CellRect::union);
            self.edited.extend(all);
        }
        self.edited.push(rect);
    }

    /// The regions, once all pieces are found.
    pub(crate) fn finish(mut self, grid: &Grid) -> Regions {
        self.take_cuts(grid);
        self.regions.label_first(grid, self.edited.into_iter());
        self.regions
    }
}

impl Regions {
    /// Finds the connected regions of a grid for agents that can enter the classes in `passable`. Takes O(cells).
    #[must_use]
    pub fn new(grid: &Grid, passable: ClassSet, topology: Topology) -> Self {
        let mut build = RegionsBuild::new(grid, passable, topology);
        while build.step(grid).is_some() {}
        build.finish(grid)
    }

    /// Finds the pieces of the next chunk. A piece is a connected part within one chunk.
    fn add_chunk(&mut self, grid: &Grid, chunk: u32) {
        let pieces = self.number(chunk, self.find_rows(grid, chunk));
        self.pieces.push(pieces);
        self.make_room(chunk, chunk::count(&pieces) as u32);
    }

    /// Labels every piece anew. No label is used again before labels run out.
    pub(super) fn label_all(&mut self) {
        if self.next_label >= UNKNOWN - self.labels.len() as u32 - LABELS_PER_EDIT {
            self.next_label = 0;
        }
        self.labels.fill(UNKNOWN);
        let mut open: Vec<Piece> = Vec::new();
        for chunk in 0..self.pieces.len() as u32 {
            for number in 1..=chunk::count(&self.pieces[chunk as usize]) as u8 {
                let label = self.next_label;
                open.push(Piece { chunk, number });
                while let Some(piece) = open.pop() {
                    let slot = self.slot(piece);
                    if self.labels[slot] == UNKNOWN {
                        self.labels[slot] = label;
                        self.next_label = label + 1;
                        PieceGraph::of(self).for_each_neighbour(piece, |next| open.push(next));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{CostProfile, DiagonalRule};
    use glam::IVec2;

    fn regions(rows: [[u8; 4]; 3], topology: Topology) -> (Grid, Regions) {
        let grid = Grid::from_rows(rows).unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), topology);
        (grid, regions)
    }

    #[test]
    fn corners_connect_only_where_they_are_said_to() {
        let rows = [[1, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 1]];
        let (top_left, middle) = (IVec2::new(0, 2), IVec2::new(2, 1));
        let (_, four) = regions(rows, Topology::default());
        assert!(!four.connected(top_left, middle));
        assert!(four.connected(IVec2::new(1, 0), middle));
        let (_, eight) = regions(rows, Topology::square(DiagonalRule::Always));
        assert!(eight.connected(top_left, middle));
    }

    #[test]
    fn walls_and_cells_outside_are_connected_to_nothing() {
        let (_, regions) = regions([[0, 1, 1, 1], [1; 4], [1; 4]], Topology::default());
        let wall = IVec2::new(0, 2);
        assert!(!regions.connected(wall, wall));
        for outside in [IVec2::new(-1, 0), IVec2::new(4, 0), IVec2::new(0, 3), IVec2::MAX, IVec2::MIN] {
            assert!(!regions.connected(outside, outside), "{outside}");
        }
        assert_eq!([12, usize::MAX].map(|index| regions.label(index)), [None; 2], "beyond the map");
        assert!(regions.connected(IVec2::ZERO, IVec2::new(3, 2)));
    }

    #[test]
    fn a_snake_is_one_region() {
        let grid = Grid::from_fn([41, 41].into(), |cell| {
            let gap = if cell.y % 4 == 1 { 0 } else { 40 };
            u8::from(cell.y % 2 == 0 || cell.x == gap)
        })
        .unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), Topology::default());
        assert!(regions.connected(IVec2::ZERO, IVec2::new(20, 40)));
    }
}
