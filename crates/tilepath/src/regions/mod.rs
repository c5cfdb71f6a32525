//! Connected regions, so that a goal that can't be reached is refused before any search.

mod parts;
mod piece_graph;
mod pieces;

pub(crate) use parts::Parts;
pub(crate) use piece_graph::{PieceGraph, TrialChunk};

use crate::{grid::Grid, profile::ClassSet};
use glam::{IVec2, UVec2};
use piece_graph::Piece;
use pieces::{MOST, Pieces, Rows, SIDE, WALL};
use smallvec::SmallVec;

/// The connected regions of a map for one set of passable classes.
///
/// Two cells of the same region can reach each other, two of different regions can't. Asked in O(1); a byte a cell.
///
/// The map is cut into chunks of 16 × 16 cells. Each chunk knows its own pieces, and every piece the label of its region. An edit looks
/// at one chunk. Where it tears a region or joins several, all parts but the largest are searched, piece by piece, and labelled anew.
#[derive(Clone, Debug)]
pub struct Regions {
    size: UVec2,
    /// Chunks of a row of chunks, and rows of them.
    chunks: UVec2,
    pieces: Vec<Pieces>,
    /// For each chunk where the labels of its pieces are.
    blocks: Vec<Block>,
    /// For each piece of any chunk the label of its region.
    labels: Vec<u32>,
    next_label: u32,
    passable: ClassSet,
    corners: bool,
}

/// Room for the labels of a chunk's pieces.
#[derive(Clone, Copy, Default, Debug)]
struct Block {
    first: u32,
    room: u32,
}

/// In place of a label.
const UNKNOWN: u32 = u32::MAX;

/// An edit gives out fewer labels than this.
const LABELS_PER_EDIT: u32 = 16;

/// Where a step leads from the middle of nine cells.
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The steps to the cells that a cell hangs together with.
pub(crate) fn contacts(corners: bool) -> impl Iterator<Item = IVec2> {
    let diagonal: &[_] = if corners { &DIAGONAL } else { &[] };
    STRAIGHT.iter().chain(diagonal).map(|&step| step.into())
}

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
            blocks: vec![Block::default(); count],
            labels: Vec::new(),
            next_label: 0,
            passable,
            corners,
        };
        for chunk in 0..count as u32 {
            let pieces = pieces::number(regions.find_rows(grid, chunk), corners);
            regions.pieces.push(pieces);
            regions.make_room(chunk, pieces::count(&pieces) as u32);
        }
        regions.label_all();
        regions
    }

    /// Makes room for the labels of so many pieces of a chunk. Room grows twofold, so that what is left behind is no more than what is
    /// in use.
    fn make_room(&mut self, chunk: u32, count: u32) {
        let block = &mut self.blocks[chunk as usize];
        if block.room < count {
            *block = Block { first: self.labels.len() as u32, room: count.next_power_of_two() };
            self.labels.resize(self.labels.len() + block.room as usize, UNKNOWN);
        }
    }

    /// Labels every piece, from 0 on.
    fn label_all(&mut self) {
        self.labels.fill(UNKNOWN);
        self.next_label = 0;
        let mut open: Vec<Piece> = Vec::new();
        for chunk in 0..self.pieces.len() as u32 {
            for number in 1..=pieces::count(&self.pieces[chunk as usize]) as u8 {
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

    /// Brings the regions in step with a cell that became free or a wall.
    ///
    /// Costs O(1), but where regions are torn or joined: then the cost is that of [`Parts`].
    pub(crate) fn update(&mut self, grid: &Grid, cell: IVec2, parts: &mut Parts) {
        if self.next_label >= UNKNOWN - LABELS_PER_EDIT {
            self.label_all();
        }
        let (chunk, place) = self.place(cell.x as u32, cell.y as u32);
        if let Some(number) = pieces::after_edit(&self.pieces[chunk as usize], place, self.corners) {
            self.pieces[chunk as usize][place] = number;
            return;
        }
        let trial = TrialChunk::new(chunk, self.find_rows(grid, chunk), self.corners);
        let found = trial.pieces;
        let before = self.pieces[chunk as usize];
        // What becomes of the label of each of the old pieces, and that of the cell itself.
        let mut labels = [UNKNOWN; MOST];
        let mut own = UNKNOWN;
        if before[place] == WALL {
            own = self.join_round(cell, parts);
        } else {
            self.tear_round(cell, trial, parts, &mut labels);
        }
        for (&old, &new) in before.iter().zip(&found).filter(|&(_, &new)| new != WALL) {
            let label = &mut labels[usize::from(new) - 1];
            if *label == UNKNOWN {
                *label = if old == WALL { own } else { self.labels[self.slot(Piece { chunk, number: old })] };
            }
        }
        let count = pieces::count(&found);
        self.make_room(chunk, count as u32);
        self.pieces[chunk as usize] = found;
        let first = self.blocks[chunk as usize].first as usize;
        self.labels[first..first + count].copy_from_slice(&labels[..count]);
    }

    /// Labels what a new wall tears off: on the map, and in `labels` the pieces of its own chunk.
    fn tear_round(&mut self, cell: IVec2, trial: TrialChunk, parts: &mut Parts, labels: &mut [u32; MOST]) {
        let trial = [trial];
        let graph = PieceGraph { regions: self, trial: &trial };
        parts.begin(graph);
        for beside in contacts(self.corners).map(|step| cell + step) {
            if let Some(piece) = self.inside(beside).and_then(|at| graph.piece_at(at.x, at.y)) {
                parts.add_side(graph, piece, 0);
            }
        }
        parts.explore(graph);
        let base = self.next_label;
        for (piece, part) in parts.torn_off() {
            let label = base + part;
            self.next_label = self.next_label.max(label + 1);
            if piece.chunk == trial[0].chunk {
                labels[usize::from(piece.number) - 1] = label;
            } else {
                let slot = self.slot(piece);
                self.labels[slot] = label;
            }
        }
    }

    /// Gives all regions round a cell that became free the label of the largest, and returns that.
    fn join_round(&mut self, cell: IVec2, parts: &mut Parts) -> u32 {
        let mut joined: SmallVec<[u32; 8]> = SmallVec::new();
        let graph = PieceGraph::of(self);
        parts.begin(graph);
        for beside in contacts(self.corners).map(|step| cell + step) {
            if let Some(piece) = self.inside(beside).and_then(|at| graph.piece_at(at.x, at.y)) {
                let label = self.labels[self.slot(piece)];
                if !joined.contains(&label) {
                    joined.push(label);
                    parts.add_side(graph, piece, 0);
                }
            }
        }
        if joined.is_empty() {
            self.next_label += 1;
            return self.next_label - 1;
        }
        parts.explore(graph);
        // One region of those that are joined was not searched to its end: its label has not gone into the list of others.
        for (piece, _) in parts.torn_off() {
            let label = self.labels[self.slot(piece)];
            joined.retain(|&mut joined| joined != label);
        }
        let label = joined[0];
        for (piece, _) in parts.torn_off() {
            let slot = self.slot(piece);
            self.labels[slot] = label;
        }
        label
    }

    fn inside(&self, cell: IVec2) -> Option<UVec2> {
        (cell.min_element() >= 0).then(|| cell.as_uvec2()).filter(|at| at.cmplt(self.size).all())
    }

    /// In which chunk a cell of the map is, and where in there.
    #[inline]
    pub(crate) const fn place(&self, x: u32, y: u32) -> (u32, usize) {
        (y / SIDE * self.chunks.x + x / SIDE, (y % SIDE * SIDE + x % SIDE) as usize)
    }

    /// Where the label of a piece is.
    fn slot(&self, piece: Piece) -> usize {
        self.blocks[piece.chunk as usize].first as usize + usize::from(piece.number) - 1
    }

    /// The free cells of a chunk of the grid.
    fn find_rows(&self, grid: &Grid, chunk: u32) -> Rows {
        let (left, low) = (chunk % self.chunks.x * SIDE, chunk / self.chunks.x * SIDE);
        let right = (left + SIDE).min(self.size.x);
        let mut open = Rows::default();
        for (row, y) in open.iter_mut().zip(low..self.size.y) {
            let start = (y * self.size.x) as usize;
            let classes = &grid.classes()[start + left as usize..start + right as usize];
            for (x, &class) in classes.iter().enumerate() {
                *row |= u32::from(self.passable.contains(class)) << x;
            }
        }
        open
    }

    /// The label of the region of the cell at a row-major index, or `None` in a wall.
    #[must_use]
    pub fn label(&self, index: usize) -> Option<u32> {
        let (chunk, place) = self.place(index as u32 % self.size.x, index as u32 / self.size.x);
        let number = self.pieces[chunk as usize][place];
        (number != WALL).then(|| self.labels[self.slot(Piece { chunk, number })])
    }

    /// Whether one can get from one cell to the other; `false` where either is a wall or outside the map.
    #[must_use]
    pub fn connected(&self, grid: &Grid, from: IVec2, to: IVec2) -> bool {
        let label = |cell| grid.index(cell).and_then(|index| self.label(index));
        label(from).is_some() && label(from) == label(to)
    }

    /// The classes that count as free.
    #[must_use]
    pub const fn passable(&self) -> ClassSet {
        self.passable
    }

    /// Whether these are the regions for such a set of passable classes and such a rule for corners.
    #[must_use]
    pub fn serves(&self, passable: ClassSet, corners: bool) -> bool {
        self.passable == passable && self.corners == corners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::CostProfile;

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

    /// A plain flood fill over the whole map.
    fn reached(grid: &Grid, from: IVec2, corners: bool) -> Vec<bool> {
        let free = |cell| grid.class(cell).is_some_and(|class| class > 0);
        let mut reached = vec![false; grid.len()];
        let mut frontier: Vec<IVec2> = Some(from).filter(|&from| free(from)).into_iter().collect();
        while let Some(cell) = frontier.pop() {
            let index = grid.index(cell).unwrap();
            if !core::mem::replace(&mut reached[index], true) {
                let steps = (-1..=1).flat_map(|x| (-1..=1).map(move |y| IVec2::new(x, y)));
                let legal = steps.filter(|step| corners || step.x == 0 || step.y == 0);
                frontier.extend(legal.map(|step| cell + step).filter(|&next| free(next)));
            }
        }
        reached
    }

    #[test]
    fn after_any_edits_the_regions_are_what_a_flood_fill_finds() {
        let mut random = fastrand::Rng::with_seed(12);
        for round in 0..120 {
            let corners = round % 2 == 0;
            let size = UVec2::new(random.u32(1..60), random.u32(1..60));
            let walls = random.u8(10..70);
            let mut grid = Grid::from_fn(size, |_| u8::from(random.u8(0..100) >= walls)).unwrap();
            let passable = CostProfile::default().passable();
            let mut regions = Regions::new(&grid, passable, corners);
            let mut parts = Parts::default();
            for _ in 0..60 {
                let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let class = 1 - grid.class(cell).unwrap();
                grid.set_class(cell, class).unwrap();
                regions.update(&grid, cell, &mut parts);
                let from = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let known = reached(&grid, from, corners);
                for (index, &known) in known.iter().enumerate() {
                    assert_eq!(regions.connected(&grid, from, grid.cell(index)), known);
                }
            }
        }
    }

    #[test]
    fn an_edit_that_tears_nothing_leaves_the_labels_alone() {
        let mut grid = Grid::new([64, 64].into(), 1).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), false);
        let before = (regions.labels.clone(), regions.next_label);
        for cell in [IVec2::new(5, 5), IVec2::new(15, 20), IVec2::new(16, 20), IVec2::new(31, 31)] {
            grid.set_class(cell, 0).unwrap();
            regions.update(&grid, cell, &mut Parts::default());
        }
        assert_eq!((regions.labels, regions.next_label), before);
    }

    #[test]
    fn labels_that_run_out_are_given_out_anew() {
        let mut grid = Grid::from_rows([[1, 1, 1, 1, 1]]).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), false);
        regions.next_label = UNKNOWN - LABELS_PER_EDIT - 1;
        for x in [1, 3] {
            grid.set_class(IVec2::new(x, 0), 0).unwrap();
            regions.update(&grid, IVec2::new(x, 0), &mut Parts::default());
        }
        let labels = [0, 2, 4].map(|index| regions.label(index).unwrap());
        assert!(labels[0] != labels[1] && labels[1] != labels[2] && labels[0] != labels[2]);
        assert!(labels.iter().all(|&label| label < 8), "{labels:?}");
    }

    #[test]
    fn a_tear_searches_the_smaller_side_only() {
        // A wall with one gap between a closet and a field of thousands of cells.
        let mut grid = Grid::from_fn([256, 256].into(), |cell| u8::from(cell.x != 2 || cell.y == 9)).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), false);
        let (gap, field) = (IVec2::new(2, 9), IVec2::new(200, 200));
        let mut parts = Parts::default();
        for class in [0, 1, 0] {
            let label = regions.label(grid.index(field).unwrap());
            grid.set_class(gap, class).unwrap();
            regions.update(&grid, gap, &mut parts);
            assert_eq!(regions.label(grid.index(field).unwrap()), label, "the field keeps its label");
            assert_eq!(regions.connected(&grid, IVec2::ZERO, field), class == 1);
            let searched = parts.visits();
            assert!(searched < 100, "{searched} pieces were looked at, of {}", regions.labels.len());
        }
    }
}
