//! The pieces of all chunks as a graph: which piece touches which beyond the borders of its chunk.

use super::{
    chunk::{self, ChunkRows, MOST, Pieces, SIDE, WALL},
    store::{Piece, Regions},
};

/// A chunk as it would be after an edit.
#[derive(Clone, Debug)]
pub(crate) struct TrialChunk {
    pub(crate) chunk: u32,
    open: ChunkRows,
    pub(crate) pieces: Pieces,
}

impl TrialChunk {
    /// A chunk of these free cells.
    pub(crate) fn new(chunk: u32, open: ChunkRows, corners: bool) -> Self {
        Self { chunk, open, pieces: chunk::number(open, corners) }
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

    /// Numbers the pieces again.
    pub(crate) fn renumber(&mut self, corners: bool) {
        self.pieces = chunk::number(self.open, corners);
    }
}

/// The pieces of a map, some of its chunks as they would be after an edit.
#[derive(Clone, Copy)]
pub(crate) struct PieceGraph<'a> {
    pub(crate) regions: &'a Regions,
    /// Sorted by chunk.
    pub(crate) trial: &'a [TrialChunk],
}

/// Where a chunk touches another: the step to it in chunks, the first cell on either side, the stride to the next, and how many.
struct Border {
    step: (i32, i32),
    own: usize,
    beyond: usize,
    stride: usize,
    length: usize,
}

const LAST: usize = SIDE as usize - 1;
const TOP: usize = LAST * SIDE as usize;

/// The four borders, then the four corners.
const BORDERS: [Border; 8] = {
    const fn line(step: (i32, i32), own: usize, beyond: usize, stride: usize) -> Border {
        Border { step, own, beyond, stride, length: SIDE as usize }
    }
    const fn corner(step: (i32, i32), own: usize, beyond: usize) -> Border {
        Border { step, own, beyond, stride: 0, length: 1 }
    }
    [
        line((1, 0), LAST, 0, SIDE as usize),
        line((0, 1), TOP, 0, 1),
        line((-1, 0), 0, LAST, SIDE as usize),
        line((0, -1), 0, TOP, 1),
        corner((1, 1), TOP + LAST, 0),
        corner((-1, 1), TOP, LAST),
        corner((-1, -1), 0, TOP + LAST),
        corner((1, -1), LAST, TOP),
    ]
};

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

    /// One more than the greatest number that [`PieceGraph::id`] gives.
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

    /// The piece that a cell of the map is in, or `None` in a wall.
    pub(crate) fn piece_at(self, x: u32, y: u32) -> Option<Piece> {
        let (chunk, place) = self.regions.place(x, y);
        let number = self.pieces(chunk)[place];
        (number != WALL).then_some(Piece { chunk, number })
    }

    /// Calls `visit` for each piece that touches this one, for some of them more than once.
    pub(crate) fn for_each_neighbour(self, piece: Piece, mut visit: impl FnMut(Piece)) {
        let Regions { chunks, corners, .. } = *self.regions;
        let own = self.pieces(piece.chunk);
        let (x, y) = ((piece.chunk % chunks.x) as i32, (piece.chunk / chunks.x) as i32);
        let reach = usize::from(corners);
        for border in &BORDERS[..if corners { 8 } else { 4 }] {
            let (x, y) = (x + border.step.0, y + border.step.1);
            if x < 0 || y < 0 || x >= chunks.x as i32 || y >= chunks.y as i32 {
                continue;
            }
            let chunk = y as u32 * chunks.x + x as u32;
            let beyond = self.pieces(chunk);
            let mut last = WALL;
            for along in 0..border.length {
                if own[border.own + along * border.stride] != piece.number {
                    continue;
                }
                for along in along.saturating_sub(reach)..=(along + reach).min(border.length - 1) {
                    let number = beyond[border.beyond + along * border.stride];
                    if number != WALL && number != last {
                        last = number;
                        visit(Piece { chunk, number });
                    }
                }
            }
        }
    }
}
