//! The pieces of one chunk of the map: which of its cells are connected within the chunk.

use super::contacts::Contacts;
use glam::IVec2;

/// The side of a chunk in cells.
pub(crate) const SIDE: u32 = 16;
/// The number of cells of a chunk.
pub(crate) const CELLS: usize = (SIDE * SIDE) as usize;
/// The maximum number of pieces of a chunk, where walls stand on edges.
pub(crate) const MOST: usize = CELLS - 1;
/// The maximum number of runs in the rows of a chunk, and of pieces without walls on edges: every other cell alone.
const RUNS: usize = CELLS / 2;
/// The number of a wall, which is in no piece.
pub(crate) const WALL: u8 = 0;

/// For each cell of a chunk, line by line, the number of its piece. Pieces are numbered from 1, in the order of their lowest cells.
pub(crate) type Pieces = [u8; CELLS];

/// The free cells of a chunk: one row of bits for each line.
pub(crate) type ChunkRows = [u32; SIDE as usize];

/// A run of free cells in a row: the cells, and the first run that is known to be in the same piece.
#[derive(Clone, Copy, Default)]
struct CellRun {
    cells: u32,
    first: u8,
}

/// Numbers the pieces that these free cells form.
pub(crate) fn number(open: ChunkRows, contacts: Contacts) -> Pieces {
    if open == [(1 << SIDE) - 1; SIDE as usize] {
        return [WALL + 1; CELLS];
    }
    let mut runs = [CellRun::default(); RUNS];
    let (mut below, mut count) = (0, 0);
    let mut ends = [0; SIDE as usize];
    for (row, mut cells) in open.into_iter().enumerate() {
        let first = count;
        while cells != 0 {
            let run = cells & !(cells + (cells & cells.wrapping_neg()));
            cells ^= run;
            runs[count] = CellRun { cells: run, first: count as u8 };
            let touched = contacts.below(run, row);
            for other in below..first {
                if runs[other].cells & touched != 0 {
                    join(&mut runs, other, count);
                }
            }
            count += 1;
        }
        (below, ends[row]) = (first, count);
    }
    let mut pieces = [WALL; CELLS];
    let (mut numbers, mut last, mut run) = ([WALL; RUNS], WALL, 0);
    for (row, end) in ends.into_iter().enumerate() {
        while run < end {
            // The first run comes before all other runs of its piece.
            let first = first_of(&runs, run);
            if first == run {
                last += 1;
                numbers[run] = last;
            }
            let cells = runs[run].cells;
            let start = row * SIDE as usize + cells.trailing_zeros() as usize;
            pieces[start..start + cells.count_ones() as usize].fill(numbers[first]);
            run += 1;
        }
    }
    pieces
}

/// The first known run of the piece that a run belongs to.
fn first_of(runs: &[CellRun; RUNS], mut run: usize) -> usize {
    while usize::from(runs[run].first) != run {
        run = runs[run].first.into();
    }
    run
}

/// Joins the pieces of two runs.
fn join(runs: &mut [CellRun; RUNS], one: usize, other: usize) {
    let (one, other) = (first_of(runs, one), first_of(runs, other));
    runs[one.max(other)].first = one.min(other) as u8;
}

/// The new piece number of a cell after an edit that made it free or a wall. `None` unless the neighbours show that all other cells keep
/// their numbers.
///
/// *Source:* Yokoi, Toriwaki, Fukumura, "Topological properties in digitized binary pictures" (1973), for the connectivity number.
pub(crate) fn after_edit(pieces: &Pieces, place: usize, contacts: Contacts) -> Option<u8> {
    let side = SIDE as usize;
    let (x, line) = ((place % side) as i32, place / side);
    let is_inside = |offset: &IVec2| (0..SIDE as i32).contains(&(x + offset.x));
    let ring = contacts.ring(line);
    if !(1..side - 1).contains(&line) || !ring.iter().all(is_inside) {
        return None;
    }
    let around =
        |offset: IVec2| pieces[place.wrapping_add_signed((offset.y * SIDE as i32 + offset.x) as isize)];
    let number = match *ring {
        [a, b, c, d, e, f] => number_among_hexagons(pieces[place], [a, b, c, d, e, f].map(around)),
        _ => number_among_squares(
            pieces[place],
            core::array::from_fn(|at| around(ring[at])),
            contacts.has_corners(),
        ),
    }?;
    // The first cell of a piece gives it its number.
    let piece = number.max(pieces[place]);
    (pieces.iter().position(|&other| other == piece) < Some(place)).then_some(number)
}

/// The new piece number of a cell after an edit, or `None` if other cells may need new numbers. `before` is the old number, `ring` the
/// numbers of the neighbours in a circle, straight neighbours at even places. `corners`: diagonal neighbours touch the cell, too.
#[inline]
fn number_among_squares(before: u8, ring: [u8; 8], corners: bool) -> Option<u8> {
    if before == WALL {
        return only_piece(ring.into_iter().step_by(if corners { 1 } else { 2 }));
    }
    // The number of parts that the neighbours form: parts of free cells, or with `corners` the walls between these parts.
    let counts = |at: usize| (ring[at % 8] != WALL) != corners;
    let parts = (0..8).step_by(2).filter(|&at| counts(at) && !(counts(at + 1) && counts(at + 2))).count();
    (parts == 1 || ring.iter().all(|&number| number != WALL)).then_some(WALL)
}

/// The new piece number of a cell after an edit, or `None` if other cells may need new numbers. `before` is the old number, `ring` the
/// numbers of the neighbours in a circle.
fn number_among_hexagons(before: u8, ring: [u8; 6]) -> Option<u8> {
    if before == WALL {
        return only_piece(ring.into_iter());
    }
    let parts = (0..6).filter(|&at| ring[at] != WALL && ring[(at + 1) % 6] == WALL).count();
    (parts == 1 || ring.iter().all(|&number| number != WALL)).then_some(WALL)
}

/// The piece of all free cells among these cells, if they are all in one piece.
fn only_piece(numbers: impl Iterator<Item = u8>) -> Option<u8> {
    let mut free = numbers.filter(|&number| number != WALL);
    let number = free.next()?;
    free.all(|other| other == number).then_some(number)
}

/// The same cells with x and y exchanged.
///
/// *Source:* Warren, "Hacker's Delight" (2002), for exchanging blocks of half the size.
pub(crate) fn transposed(mut rows: ChunkRows) -> ChunkRows {
    for (half, mask) in [(8, 0x00ff), (4, 0x0f0f), (2, 0x3333), (1, 0x5555)] {
        for row in (0..SIDE as usize).filter(|row| row & half == 0) {
            let exchanged = (rows[row] >> half ^ rows[row + half]) & mask;
            rows[row] ^= exchanged << half;
            rows[row + half] ^= exchanged;
        }
    }
    rows
}

/// The free cells of a chunk with these pieces.
pub(crate) fn rows(pieces: &Pieces) -> ChunkRows {
    let mut rows = [0; SIDE as usize];
    for (row, pieces) in rows.iter_mut().zip(pieces.chunks_exact(SIDE as usize)) {
        for (x, &piece) in pieces.iter().enumerate() {
            *row |= u32::from(piece != WALL) << x;
        }
    }
    rows
}

/// The number of pieces.
pub(crate) fn count(pieces: &Pieces) -> usize {
    usize::from(pieces.iter().copied().max().unwrap_or(WALL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DiagonalRule, Shape, Topology},
        regions::flood,
    };

    /// The contacts of all shapes, with corners and without.
    fn all_contacts() -> impl Iterator<Item = Contacts> {
        let rules = [DiagonalRule::Never, DiagonalRule::Always];
        let topologies = rules
            .into_iter()
            .flat_map(|rule| Shape::ALL.map(|shape| Topology::square(rule).with_shape(shape)));
        topologies.map(Contacts::of)
    }

    /// Finds the pieces one after the other, from their lowest cells on.
    fn number_by_flood(mut open: ChunkRows, contacts: Contacts) -> Pieces {
        let mut pieces = [WALL; CELLS];
        let mut number = WALL;
        while let Some(row) = open.iter().position(|&cells| cells != 0) {
            number += 1;
            let mut piece = [0; SIDE as usize];
            piece[row] = open[row] & open[row].wrapping_neg();
            flood(&open, &mut piece, contacts);
            for (y, cells) in piece.into_iter().enumerate() {
                open[y] &= !cells;
                let places = (0..SIDE as usize).filter(|x| cells >> x & 1 == 1);
                places.for_each(|x| pieces[y * SIDE as usize + x] = number);
            }
        }
        pieces
    }

    #[test]
    fn pieces_are_what_a_flood_reaches() {
        let mut random = fastrand::Rng::with_seed(13);
        let mut chunks = vec![[0; 16], [0xffff; 16], [0x5555; 16]];
        chunks.push(core::array::from_fn(|row| 0x5555 << (row % 2)));
        chunks.push(core::array::from_fn(|row| if row % 2 == 0 { 0xffff } else { 1 << (row % 4 / 2 * 15) }));
        chunks.extend((0..3000).map(|round| {
            let walls = round % 90;
            core::array::from_fn(|_| (0..SIDE).map(|x| u32::from(random.u32(0..100) >= walls) << x).sum())
        }));
        for (open, contacts) in chunks.into_iter().flat_map(|open| all_contacts().map(move |of| (open, of))) {
            assert_eq!(number(open, contacts), number_by_flood(open, contacts), "{contacts:?} {open:?}");
        }
    }

    #[test]
    fn the_number_after_an_edit_is_the_one_that_numbering_again_gives() {
        let mut random = fastrand::Rng::with_seed(12);
        for contacts in all_contacts() {
            let mut known = [0; 2];
            for _ in 0..2000 {
                let walls = random.u8(0..60);
                let mut open = ChunkRows::default();
                for row in &mut open {
                    *row = (0..SIDE).map(|x| u32::from(random.u8(0..100) >= walls) << x).sum();
                }
                let before = number(open, contacts);
                for _ in 0..20 {
                    let place = random.usize(..CELLS);
                    let mut edited = open;
                    edited[place / SIDE as usize] ^= 1 << (place % SIDE as usize);
                    if let Some(number_there) = after_edit(&before, place, contacts) {
                        let mut after = before;
                        after[place] = number_there;
                        assert_eq!(after, number(edited, contacts), "{contacts:?}");
                        known[usize::from(number_there == WALL)] += 1;
                    }
                }
            }
            assert!(known.iter().all(|&known| known > 2000), "{known:?} {contacts:?}");
        }
    }

    #[test]
    fn transposing_exchanges_coordinates() {
        let mut random = fastrand::Rng::with_seed(15);
        for _ in 0..100 {
            let rows: ChunkRows = core::array::from_fn(|_| random.u32(0..1 << SIDE));
            let found = transposed(rows);
            for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
                assert_eq!(found[x] >> y & 1, rows[y] >> x & 1);
            }
            assert!(found.iter().all(|&row| row < 1 << SIDE));
        }
    }
}
