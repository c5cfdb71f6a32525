//! The pieces of all chunks as a graph: which pieces touch across the borders of their chunks.

use super::{
    borders::Border,
    chunk::{self, CELLS, ChunkRows, MOST, Pieces, SIDE, WALL},
    store::{Piece, Regions},
};
use glam::IVec2;

/// A chunk as it would be after an edit.
#[derive(Clone, Debug)]
pub(crate) struct TrialChunk {
    pub(crate) chunk: u32,
    open: ChunkRows,
    pub(crate) pieces: Pieces,
}

impl TrialChunk {
    /// A chunk of walls.
    pub(super) const fn of_walls(chunk: u32) -> Self {
        Self { chunk, open: [0; SIDE as usize], pieces: [WALL; CELLS] }
    }

    /// A chunk as it is.
    pub(crate) fn of(regions: &Regions, chunk: u32) -> Self {
        let pieces = regions.pieces[chunk as usize];
        Self { chunk, open: chunk::rows(&pieces), pieces }
    }

    /// Blocks a cell. The pieces are out of step until [`TrialChunk::renumber`].
    pub(crate) const fn block(&mut self, place: usize) {
        self.open[place / SIDE as usize] &= !(1 << (place % SIDE as usize));
    }

    /// Makes a free cell a wall, or the other way round. The pieces are out of step until [`TrialChunk::renumber`].
    pub(crate) const fn turn(&mut self, place: usize) {
        self.open[place / SIDE as usize] ^= 1 << (place % SIDE as usize);
    }

    /// Numbers the pieces again.
    pub(crate) fn renumber(&mut self, regions: &Regions) {
        self.pieces = regions.number(self.chunk, self.open);
    }
}

/// The pieces of a map, with some chunks as they would be after an edit.
#[derive(Clone, Copy)]
pub(crate) struct PieceGraph<'a> {
    pub(crate) regions: &'a Regions,
    /// Sorted by chunk.
    pub(crate) trial: &'a [TrialChunk],
}

impl<'a> PieceGraph<'a> {
    /// The map as it is.
    pub(crate) const fn of(regions: &'a Regions) -> Self {
        Self { regions, trial: &[] }
    }

    fn trial_of(self, chunk: u32) -> Option<usize> {
        self.trial.binary_search_by_key(&chunk, |trial| trial.chunk).ok()
    }

    fn pieces(self, chunk: u32) -> &'a Pieces {
        self.trial_of(chunk).map_or(&self.regions.pieces[chunk as usize], |trial| &self.trial[trial].pieces)
    }

    /// One more than the greatest number that [`PieceGraph::id`] returns.
    pub(crate) const fn ids(self) -> usize {
        self.regions.labels.len() + self.trial.len() * MOST
    }

    /// The number of a piece among all pieces.
    pub(crate) fn id(self, piece: Piece) -> usize {
        let within = usize::from(piece.number) - 1;
        match self.trial_of(piece.chunk) {
            Some(trial) => self.regions.labels.len() + trial * MOST + within,
            None => self.regions.slot(piece),
        }
    }

    /// The piece that a cell of the map is in. `None` for a wall.
    pub(crate) fn piece_at(self, cell: IVec2) -> Option<Piece> {
        let (chunk, place) = self.regions.place(cell);
        let number = self.pieces(chunk)[place];
        (number != WALL).then_some(Piece { chunk, number })
    }

    /// Calls `visit` for each piece that touches this piece. May visit a piece more than once.
    pub(crate) fn for_each_neighbour(self, piece: Piece, mut visit: impl FnMut(Piece)) {
        let Regions { chunks, contacts, .. } = *self.regions;
        let own = self.pieces(piece.chunk);
        let (x, y) = ((piece.chunk % chunks.x) as i32, (piece.chunk / chunks.x) as i32);
        for border in Border::all(contacts) {
            let (x, y) = (x + border.step.0, y + border.step.1);
            if x < 0 || y < 0 || x >= chunks.x as i32 || y >= chunks.y as i32 {
                continue;
            }
            let chunk = y as u32 * chunks.x + x as u32;
            let beyond = self.pieces(chunk);
            let mut last = WALL;
            for cell in border.cells() {
                if own[usize::from(cell.own)] != piece.number {
                    continue;
                }
                for place in cell.beyond {
                    let number = beyond[usize::from(place)];
                    if number != WALL
                        && number != last
                        && !self.regions.are_cut((piece.chunk, cell.own), (chunk, place))
                    {
                        last = number;
                        visit(Piece { chunk, number });
                    }
                }
            }
        }
    }
}
