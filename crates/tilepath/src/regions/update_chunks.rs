//! Keeping the regions in step with the edit of many cells.

use super::{
    chunk,
    piece_graph::{PieceGraph, TrialChunk},
    split::RegionSplit,
    store::{Piece, Regions, UNKNOWN},
};
use crate::ground::{CellRect, Grid, PassableCells};
use glam::IVec2;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Regions are updated chunk by chunk if at most one chunk in this many is edited. After larger edits, all regions are found again.
const CHUNKS_FOR_ONE_EDIT: usize = 4;

/// Up to this many cells that became free or walls are updated one by one.
const MOST_CELLS: usize = 256;

impl Regions {
    /// Updates the regions after edits of the cells in some rectangles on the map, of which few became free or walls: these one by one, or else as
    /// [`Regions::update_many`] does.
    pub(crate) fn update_few(
        &mut self,
        grid: &Grid,
        rects: impl Iterator<Item = CellRect> + Clone,
        split: &mut RegionSplit,
    ) {
        let cells = PassableCells::new(grid, self.passable);
        let has_changed = |&cell: &IVec2| {
            let (chunk, place) = self.place(cell);
            (self.pieces[chunk as usize][place] != chunk::WALL) != cells.is_free_cell(cell)
        };
        let changed = { rects.clone() }.flat_map(CellRect::cells).filter(has_changed);
        let mut changed: SmallVec<[IVec2; 64]> = changed.take(MOST_CELLS + 1).collect();
        if changed.len() > MOST_CELLS {
            return self.update_many(grid, rects, split);
        }
        // Whatever rectangles they came from, they are updated in one order.
        changed.sort_unstable_by_key(|cell| (cell.y, cell.x));
        changed.dedup();
        changed.into_iter().for_each(|cell| self.update(cell, split));
    }

    /// Updates the regions after edits of the cells in some rectangles on the map.
    ///
    /// Takes O(cells of the edited chunks + parts of regions that they split off or join), or O(pieces of the map) if a large part of the map
    /// is edited.
    pub(crate) fn update_many(
        &mut self,
        grid: &Grid,
        rects: impl Iterator<Item = CellRect>,
        split: &mut RegionSplit,
    ) {
        let edited = self.chunks_of(rects);
        let most_labels = edited.len() * chunk::MOST + self.labels.len();
        let has_labels = self.next_label as usize + most_labels < UNKNOWN as usize;
        if edited.len() * CHUNKS_FOR_ONE_EDIT < self.pieces.len() && has_labels {
            self.update_chunks(grid, &edited, split);
        } else {
            self.find_again(grid, &edited);
        }
    }

    /// Finds all regions again, after edits in these chunks.
    fn find_again(&mut self, grid: &Grid, edited: &[u32]) {
        for &chunk in edited {
            let pieces = self.number(chunk, self.find_rows(grid, chunk));
            self.make_room(chunk, chunk::count(&pieces) as u32);
            self.pieces[chunk as usize] = pieces;
        }
        // The label changes even if no piece is left.
        self.next_label += 1;
        self.label_all();
    }

    /// Labels all pieces for the first time, after edits in these rectangles.
    pub(super) fn label_first(&mut self, grid: &Grid, rects: impl Iterator<Item = CellRect>) {
        let edited = self.chunks_of(rects);
        self.find_again(grid, &edited);
    }

    /// The chunks that have cells in some rectangles, in ascending order.
    fn chunks_of(&self, rects: impl Iterator<Item = CellRect>) -> Vec<u32> {
        let mut edited = Vec::new();
        let mut last = None;
        for CellRect { min, max } in rects {
            let corners = [min, max].map(|corner| self.place(corner).0);
            if last.replace(corners) == Some(corners) {
                continue;
            }
            let [first, end] = corners;
            let width = end % self.chunks.x - first % self.chunks.x;
            for left in (first..=end).step_by(self.chunks.x as usize) {
                edited.extend(left..=left + width);
            }
        }
        edited.sort_unstable();
        edited.dedup();
        edited
    }

    /// Updates the regions after any edits in these chunks: first as if all their cells became walls, then as if their new pieces came.
    fn update_chunks(&mut self, grid: &Grid, edited: &[u32], split: &mut RegionSplit) {
        let walls: Vec<TrialChunk> = edited.iter().map(|&chunk| TrialChunk::of_walls(chunk)).collect();
        self.split_by_walls(edited, &walls, split);
        for &chunk in edited {
            let pieces = self.number(chunk, self.find_rows(grid, chunk));
            let count = chunk::count(&pieces);
            self.make_room(chunk, count as u32);
            self.pieces[chunk as usize] = pieces;
            let first = self.label_ranges[chunk as usize].first as usize;
            self.labels[first..first + count].fill(UNKNOWN);
        }
        self.join_pieces(edited, &walls, split);
    }

    /// Gives a new label to each part of a region that is cut off if all cells of some chunks are walls.
    fn split_by_walls(&mut self, edited: &[u32], walls: &[TrialChunk], split: &mut RegionSplit) {
        let graph = PieceGraph { regions: self, trial: walls };
        split.begin(graph);
        for &chunk in edited {
            for number in 1..=chunk::count(&self.pieces[chunk as usize]) as u8 {
                PieceGraph::of(self).for_each_neighbour(Piece { chunk, number }, |beside| {
                    if edited.binary_search(&beside.chunk).is_err() {
                        split.add_side(graph, beside, self.labels[self.slot(beside)]);
                    }
                });
            }
        }
        split.explore(graph);
        let base = self.next_label;
        for (piece, part) in split.split_off() {
            self.next_label = self.next_label.max(base + part + 1);
            let slot = self.slot(piece);
            self.labels[slot] = base + part;
        }
    }

    /// Labels the new pieces of some chunks, and joins the regions that they touch.
    fn join_pieces(&mut self, edited: &[u32], walls: &[TrialChunk], split: &mut RegionSplit) {
        let is_edited = |piece: Piece| edited.binary_search(&piece.chunk).is_ok();
        let mut joined = JoinedLabels::default();
        // A piece of each region that new pieces touch.
        let mut touched: BTreeMap<u32, Piece> = BTreeMap::new();
        let mut found: Vec<Piece> = Vec::new();
        for &chunk in edited {
            for number in 1..=chunk::count(&self.pieces[chunk as usize]) as u8 {
                let first = Piece { chunk, number };
                let slot = self.slot(first);
                if self.labels[slot] != UNKNOWN {
                    continue;
                }
                let label = self.next_label;
                self.next_label += 1;
                self.labels[slot] = label;
                let mut next = found.len();
                found.push(first);
                while let Some(&piece) = found.get(next) {
                    next += 1;
                    let mut beside: SmallVec<[Piece; 16]> = SmallVec::new();
                    PieceGraph::of(self).for_each_neighbour(piece, |piece| beside.push(piece));
                    for piece in beside {
                        let slot = self.slot(piece);
                        let known = self.labels[slot];
                        if !is_edited(piece) {
                            touched.entry(known).or_insert(piece);
                            joined.join(label, known);
                        } else if known == UNKNOWN {
                            self.labels[slot] = label;
                            found.push(piece);
                        }
                    }
                }
            }
        }
        // The regions that are one from now on, by one of their labels.
        let mut groups: BTreeMap<u32, SmallVec<[(u32, Piece); 2]>> = BTreeMap::new();
        for (label, piece) in touched {
            groups.entry(joined.root(label)).or_default().push((label, piece));
        }
        let labels: BTreeMap<u32, u32> = groups
            .into_iter()
            .map(|(root, regions)| (root, self.join_regions(&regions, walls, split)))
            .collect();
        for piece in found {
            let slot = self.slot(piece);
            if let Some(&label) = labels.get(&joined.root(self.labels[slot])) {
                self.labels[slot] = label;
            }
        }
    }

    /// Gives several regions the label of the largest of them, outside of the edited chunks. Returns the label.
    fn join_regions(
        &mut self,
        regions: &[(u32, Piece)],
        walls: &[TrialChunk],
        split: &mut RegionSplit,
    ) -> u32 {
        if let [(label, _)] = *regions {
            return label;
        }
        let graph = PieceGraph { regions: self, trial: walls };
        split.begin(graph);
        for &(_, piece) in regions {
            split.add_side(graph, piece, 0);
        }
        split.explore(graph);
        // The region that was not searched to its end keeps its label.
        let is_searched = |piece: Piece| split.part_of(graph, piece).is_some();
        let kept = regions.iter().find(|&&(_, piece)| !is_searched(piece)).unwrap_or(&regions[0]).0;
        for (piece, _) in split.split_off() {
            let slot = self.slot(piece);
            self.labels[slot] = kept;
        }
        kept
    }
}

/// Which labels belong to the same region. Labels that are not listed stand for themselves.
#[derive(Default)]
struct JoinedLabels(BTreeMap<u32, u32>);

impl JoinedLabels {
    fn root(&self, mut label: u32) -> u32 {
        while let Some(&other) = self.0.get(&label) {
            label = other;
        }
        label
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.root(one), self.root(other));
        if one != other {
            self.0.insert(one.max(other), one.min(other));
        }
    }
}
