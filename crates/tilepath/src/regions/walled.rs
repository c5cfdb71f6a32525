//! Regions on maps with walls on edges: neighbours that such a wall cuts from each other are not connected.

use super::{
    chunk::{self, CELLS, ChunkRows, MOST, Pieces, SIDE, WALL},
    split::RegionSplit,
    store::Regions,
};
use crate::ground::{CellRect, Cuts, Grid, Shape};
use glam::{IVec2, UVec2};

impl Regions {
    /// Finds the cuts again if the links of the map have changed. Returns the cells that are cut now and were not, or the other way round.
    pub(super) fn take_cuts(&mut self, grid: &Grid, shape: Shape) -> Vec<CellRect> {
        if self.walled.links == *grid.links() {
            return Vec::new();
        }
        let is_on_map = |cell: IVec2| self.inside(cell).is_some();
        let cuts = Cuts::of(grid.links().edges(), shape, self.passable()).between(is_on_map);
        let known = core::mem::replace(&mut self.walled.cuts, cuts);
        self.walled.links = grid.links().clone();
        let changed = known.differing(&self.walled.cuts).map(CellRect::of_cell).collect();
        let mut chunks: Vec<u32> = self.walled.cuts.cells().map(|cell| self.place(cell).0).collect();
        chunks.sort_unstable();
        chunks.dedup();
        self.walled.chunks = chunks;
        changed
    }

    /// Brings the regions in step with the walls on the edges of the map.
    pub(crate) fn update_walled(&mut self, grid: &Grid, shape: Shape, split: &mut RegionSplit) {
        let changed = self.take_cuts(grid, shape);
        if !changed.is_empty() {
            self.update_many(grid, changed.into_iter(), split);
        }
    }

    /// The cells that a cell touches. They may be outside the map.
    pub(super) fn beside(&self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        self.contacts.beside(cell).filter(move |&beside| !self.walled.cut(cell, beside))
    }

    /// Numbers the pieces that these free cells of a chunk form.
    pub(crate) fn number(&self, chunk: u32, open: ChunkRows) -> Pieces {
        match self.walled.touch(chunk) {
            false => chunk::number(open, self.contacts),
            true => self.number_walled(chunk, open),
        }
    }

    /// The new number of a cell after an edit that made it free or a wall. `None` unless the neighbours show that all other cells keep theirs.
    pub(super) fn number_after_edit(&self, chunk: u32, place: usize) -> Option<u8> {
        let is_open = !self.walled.touch(chunk);
        is_open.then(|| chunk::after_edit(&self.pieces[chunk as usize], place, self.contacts)).flatten()
    }

    /// Whether a cell of a chunk is cut from a cell of another chunk, both by their places.
    #[inline]
    pub(super) fn are_cut(&self, (chunk, place): (u32, u8), (other, beyond): (u32, u8)) -> bool {
        self.walled.touch(chunk)
            && self.walled.cut(self.cell_of(chunk, place.into()), self.cell_of(other, beyond.into()))
    }

    /// The cell at a place of a chunk.
    fn cell_of(&self, chunk: u32, place: usize) -> IVec2 {
        let first = UVec2::new(chunk % self.chunks.x, chunk / self.chunks.x) * SIDE;
        let at = first + UVec2::new(place as u32 % SIDE, place as u32 / SIDE);
        self.origin + self.contacts.turned(at).as_ivec2()
    }

    /// Numbers the pieces of a chunk with walls on edges, each by a flood from its lowest cell.
    fn number_walled(&self, chunk: u32, open: ChunkRows) -> Pieces {
        let mut pieces = [WALL; CELLS];
        let is_open = |place: usize| open[place / SIDE as usize] >> (place % SIDE as usize) & 1 == 1;
        let mut number = WALL;
        let mut found: Vec<usize> = Vec::new();
        for first in (0..CELLS).filter(|&place| is_open(place)) {
            if pieces[first] != WALL {
                continue;
            }
            // If walls surround every cell of a full chunk, the last two cells share a number: there are no more.
            number = if usize::from(number) < MOST { number + 1 } else { number };
            pieces[first] = number;
            found.push(first);
            while let Some(place) = found.pop() {
                for beside in
                    self.beside(self.cell_of(chunk, place)).filter(|&cell| self.inside(cell).is_some())
                {
                    let (other, place) = self.place(beside);
                    if other == chunk && is_open(place) && pieces[place] == WALL {
                        pieces[place] = number;
                        found.push(place);
                    }
                }
            }
        }
        pieces
    }
}
