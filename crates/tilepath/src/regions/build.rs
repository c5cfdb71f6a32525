//! Finding the regions of a map.

use super::chunk::SIDE;
use super::{
    chunk,
    piece_graph::PieceGraph,
    store::{LABELS_PER_EDIT, LabelRange, Piece, Regions, UNKNOWN},
};
use crate::ground::{ClassSet, Grid};
use glam::{IVec2, UVec2};

impl Regions {
    /// Finds the regions in O(cells). With `corners`, cells that touch only at their corner are connected
    /// ([`Topology::connects_corners`](crate::Topology::connects_corners)).
    #[must_use]
    pub fn new(grid: &Grid, passable: ClassSet, corners: bool) -> Self {
        let size = grid.size();
        let chunks = UVec2::new(size.x.div_ceil(SIDE), size.y.div_ceil(SIDE));
        let count = (chunks.x * chunks.y) as usize;
        let mut regions = Self {
            size,
            chunks,
            pieces: Vec::with_capacity(count),
            label_ranges: vec![LabelRange::default(); count],
            labels: Vec::new(),
            next_label: 0,
            passable,
            corners,
        };
        for chunk in 0..count as u32 {
            regions.add_chunk(grid, chunk);
        }
        regions.label_all();
        regions
    }

    /// Finds the pieces of the next chunk.
    fn add_chunk(&mut self, grid: &Grid, chunk: u32) {
        let pieces = chunk::number(self.find_rows(grid, chunk), self.corners);
        self.pieces.push(pieces);
        self.make_room(chunk, chunk::count(&pieces) as u32);
    }

    /// Brings the regions in step with many cells that became free or walls.
    ///
    /// Takes O(cells of the chunks that they are in), and O(pieces of the map).
    pub(crate) fn update_many(&mut self, grid: &Grid, cells: impl Iterator<Item = IVec2>) {
        let mut is_edited = vec![false; self.pieces.len()];
        for cell in cells {
            let (chunk, _) = self.place(cell.x as u32, cell.y as u32);
            is_edited[chunk as usize] = true;
        }
        for chunk in (0..self.pieces.len() as u32).filter(|&chunk| is_edited[chunk as usize]) {
            let pieces = chunk::number(self.find_rows(grid, chunk), self.corners);
            self.make_room(chunk, chunk::count(&pieces) as u32);
            self.pieces[chunk as usize] = pieces;
        }
        // Even if no piece is left.
        self.next_label += 1;
        self.label_all();
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
    use crate::ground::CostProfile;

    fn regions(rows: [[u8; 4]; 3], corners: bool) -> (Grid, Regions) {
        let grid = Grid::from_rows(rows).unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), corners);
        (grid, regions)
    }

    #[test]
    fn corners_connect_only_where_they_are_said_to() {
        let rows = [[1, 1, 0, 1], [1, 0, 1, 0], [0, 1, 1, 1]];
        let (top_left, middle) = (IVec2::new(0, 2), IVec2::new(2, 1));
        let (grid, four) = regions(rows, false);
        assert!(!four.connected(&grid, top_left, middle));
        assert!(four.connected(&grid, IVec2::new(1, 0), middle));
        let (grid, eight) = regions(rows, true);
        assert!(eight.connected(&grid, top_left, middle));
    }

    #[test]
    fn walls_and_cells_outside_are_connected_to_nothing() {
        let (grid, regions) = regions([[0, 1, 1, 1], [1; 4], [1; 4]], false);
        let wall = IVec2::new(0, 2);
        assert!(!regions.connected(&grid, wall, wall));
        assert!(!regions.connected(&grid, IVec2::new(-1, 0), IVec2::new(-1, 0)));
        assert!(regions.connected(&grid, IVec2::ZERO, IVec2::new(3, 2)));
    }

    #[test]
    fn a_snake_is_one_region() {
        let grid = Grid::from_fn([41, 41].into(), |cell| {
            let gap = if cell.y % 4 == 1 { 0 } else { 40 };
            u8::from(cell.y % 2 == 0 || cell.x == gap)
        })
        .unwrap();
        let regions = Regions::new(&grid, CostProfile::default().passable(), false);
        assert!(regions.connected(&grid, IVec2::ZERO, IVec2::new(20, 40)));
    }
}
