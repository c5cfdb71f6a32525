//! Connected regions, so that a goal that can't be reached is refused before any search.

use crate::{grid::Grid, profile::ClassSet};
use glam::{IVec2, UVec2};
use smallvec::SmallVec;

/// The connected regions of a map for one set of passable classes.
///
/// Two cells of the same region can reach each other, two of different regions can't. Asked in O(1); a byte a cell.
///
/// The map is cut into chunks of 16 × 16 cells. Each chunk knows its own pieces; which pieces of different chunks hang together is
/// found by union-find over the chunks' borders. An edit looks at one chunk, and at the borders only if it tore or joined pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    size: UVec2,
    /// Chunks of a row of chunks, and rows of them.
    chunks: UVec2,
    /// For each cell the number of its piece within the chunk, chunk by chunk; 0 for a wall.
    pieces: Vec<u8>,
    /// For each chunk the number of its first piece among those of all chunks.
    first: Vec<u32>,
    /// For each piece of any chunk its region.
    regions: Vec<u32>,
    passable: ClassSet,
    corners: bool,
}

const SIDE: u32 = 16;
const CELLS: usize = (SIDE * SIDE) as usize;
const WALL: u8 = 0;

/// The pieces of one chunk.
type Pieces = [u8; CELLS];

/// Which piece of a chunk touches which piece of which other chunk.
type Links = SmallVec<[(u8, u32, u8); 16]>;

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
            pieces: vec![WALL; count * CELLS],
            first: vec![0; count],
            regions: Vec::new(),
            passable,
            corners,
        };
        for chunk in 0..count {
            let pieces = regions.find_pieces(grid, chunk as u32);
            regions.chunk_mut(chunk as u32).copy_from_slice(&pieces);
        }
        regions.join();
        regions
    }

    /// Brings the regions in step with a cell that became free or a wall.
    pub(crate) fn update(&mut self, grid: &Grid, cell: IVec2) {
        let chunk = cell.y as u32 / SIDE * self.chunks.x + cell.x as u32 / SIDE;
        let found = self.find_pieces(grid, chunk);
        let links_before = self.links(chunk);
        match renamed(self.chunk(chunk), &found) {
            Some(pieces) => {
                self.chunk_mut(chunk).copy_from_slice(&pieces);
                if self.links(chunk) != links_before {
                    self.join();
                }
            }
            None => {
                self.chunk_mut(chunk).copy_from_slice(&found);
                self.join();
            }
        }
    }

    fn chunk(&self, chunk: u32) -> &[u8] {
        &self.pieces[chunk as usize * CELLS..][..CELLS]
    }

    fn chunk_mut(&mut self, chunk: u32) -> &mut [u8] {
        &mut self.pieces[chunk as usize * CELLS..][..CELLS]
    }

    /// Where a cell is kept.
    #[inline]
    const fn place(&self, x: u32, y: u32) -> usize {
        let chunk = y / SIDE * self.chunks.x + x / SIDE;
        chunk as usize * CELLS + (y % SIDE * SIDE + x % SIDE) as usize
    }

    /// The pieces of a chunk, numbered from 1 in the order of their lowest cells.
    fn find_pieces(&self, grid: &Grid, chunk: u32) -> Pieces {
        let (left, low) = (chunk % self.chunks.x * SIDE, chunk / self.chunks.x * SIDE);
        let mut open = [0_u32; SIDE as usize];
        for y in low..(low + SIDE).min(self.size.y) {
            for x in left..(left + SIDE).min(self.size.x) {
                let class = grid.classes()[(y * self.size.x + x) as usize];
                open[(y - low) as usize] |= u32::from(self.passable.contains(class)) << (x - left);
            }
        }
        let mut pieces = [WALL; CELLS];
        let mut number = WALL;
        while let Some(row) = open.iter().position(|&cells| cells != 0) {
            number += 1;
            let piece = flood(&open, row, self.corners);
            for (y, cells) in piece.into_iter().enumerate() {
                open[y] &= !cells;
                (0..SIDE as usize)
                    .filter(|x| cells >> x & 1 == 1)
                    .for_each(|x| pieces[y * SIDE as usize + x] = number);
            }
        }
        pieces
    }

    /// The pairs of cells that touch across the borders of a chunk, the first in the chunk.
    fn border_pairs(&self, chunk: u32) -> impl Iterator<Item = (usize, usize)> {
        let (left, low) = ((chunk % self.chunks.x * SIDE) as i32, (chunk / self.chunks.x * SIDE) as i32);
        let side = SIDE as i32;
        let reach = i32::from(self.corners);
        let inside =
            move |x: i32, y: i32| x >= 0 && y >= 0 && x < self.size.x as i32 && y < self.size.y as i32;
        let across = [(side - 1, side), (0, -1)];
        across
            .into_iter()
            .flat_map(move |(edge, beyond)| {
                (0..side).flat_map(move |along| {
                    (-reach..=reach).flat_map(move |shift| {
                        [
                            ((left + edge, low + along), (left + beyond, low + along + shift)),
                            ((left + along, low + edge), (left + along + shift, low + beyond)),
                        ]
                    })
                })
            })
            .filter(move |&((x, y), (other_x, other_y))| inside(x, y) && inside(other_x, other_y))
            .map(move |((x, y), (other_x, other_y))| {
                (self.place(x as u32, y as u32), self.place(other_x as u32, other_y as u32))
            })
            .filter(|&(here, there)| self.pieces[here] != WALL && self.pieces[there] != WALL)
    }

    fn links(&self, chunk: u32) -> Links {
        let link =
            |(here, there): (usize, usize)| (self.pieces[here], (there / CELLS) as u32, self.pieces[there]);
        let mut links: Links = self.border_pairs(chunk).map(link).collect();
        links.sort_unstable();
        links.dedup();
        links
    }

    /// Finds which pieces hang together.
    fn join(&mut self) {
        let mut count = 0;
        for chunk in 0..self.first.len() {
            self.first[chunk] = count;
            count += u32::from(self.chunk(chunk as u32).iter().copied().max().unwrap_or(WALL));
        }
        let mut parents: Vec<u32> = (0..count).collect();
        for chunk in 0..self.first.len() as u32 {
            for (here, there) in self.border_pairs(chunk) {
                let (here, there) =
                    (root(&mut parents, self.number(here)), root(&mut parents, self.number(there)));
                // The lower number is the root, whatever the order.
                parents[here.max(there) as usize] = here.min(there);
            }
        }
        self.regions = (0..count).map(|piece| root(&mut parents, piece)).collect();
    }

    /// The number among all pieces of the one that the cell at a place is in.
    fn number(&self, place: usize) -> u32 {
        self.first[place / CELLS] + u32::from(self.pieces[place]) - 1
    }

    /// The label of the region of the cell at a row-major index, or `None` in a wall.
    #[must_use]
    pub fn label(&self, index: usize) -> Option<u32> {
        let place = self.place(index as u32 % self.size.x, index as u32 / self.size.x);
        (self.pieces[place] != WALL).then(|| self.regions[self.number(place) as usize])
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

/// The piece that holds the lowest open cell of a row, as rows of bits.
fn flood(open: &[u32; SIDE as usize], row: usize, corners: bool) -> [u32; SIDE as usize] {
    let mut piece = [0; SIDE as usize];
    piece[row] = open[row] & open[row].wrapping_neg();
    loop {
        let before = piece;
        for y in 0..SIDE as usize {
            let below = if y > 0 { piece[y - 1] } else { 0 };
            let above = piece.get(y + 1).copied().unwrap_or(0);
            let beside = if corners {
                below | below << 1 | below >> 1 | above | above << 1 | above >> 1
            } else {
                below | above
            };
            let mut cells = (piece[y] | beside) & open[y];
            loop {
                let wider = (cells | cells << 1 | cells >> 1) & open[y];
                if wider == cells {
                    break;
                }
                cells = wider;
            }
            piece[y] = cells;
        }
        if piece == before {
            return piece;
        }
    }
}

/// The new pieces under the old names, if each new one holds the cells of one old one, give or take the edited cell.
fn renamed(old: &[u8], new: &Pieces) -> Option<Pieces> {
    let mut name = [WALL; 256];
    let mut used = [WALL; 256];
    for (&old, &new) in old.iter().zip(new) {
        if old == WALL || new == WALL {
            continue;
        }
        let (name, used) = (&mut name[usize::from(new)], &mut used[usize::from(old)]);
        if (*name != WALL && *name != old) || (*used != WALL && *used != new) {
            return None;
        }
        (*name, *used) = (old, new);
    }
    let count = |pieces: &[u8]| pieces.iter().copied().max().unwrap_or(WALL);
    let same_number = (1..=count(new)).all(|new| name[usize::from(new)] != WALL) && count(old) == count(new);
    same_number.then(|| new.map(|new| name[usize::from(new)]))
}

/// The root of a piece, with the way to it halved.
fn root(parents: &mut [u32], mut piece: u32) -> u32 {
    while parents[piece as usize] != piece {
        parents[piece as usize] = parents[parents[piece as usize] as usize];
        piece = parents[piece as usize];
    }
    piece
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
            for _ in 0..60 {
                let cell = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let class = 1 - grid.class(cell).unwrap();
                grid.set_class(cell, class).unwrap();
                regions.update(&grid, cell);
                let from = IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let known = reached(&grid, from, corners);
                for (index, &known) in known.iter().enumerate() {
                    assert_eq!(regions.connected(&grid, from, grid.cell(index)), known);
                }
            }
        }
    }

    #[test]
    fn an_edit_that_tears_nothing_leaves_the_regions_alone() {
        let mut grid = Grid::new([64, 64].into(), 1).unwrap();
        let mut regions = Regions::new(&grid, CostProfile::default().passable(), false);
        let before = regions.regions.clone();
        for cell in [IVec2::new(5, 5), IVec2::new(15, 20), IVec2::new(16, 20), IVec2::new(31, 31)] {
            grid.set_class(cell, 0).unwrap();
            regions.regions.push(u32::MAX); // Finding regions anew would take this away.
            regions.update(&grid, cell);
            assert_eq!(regions.regions.pop(), Some(u32::MAX));
        }
        assert_eq!(regions.regions, before);
    }
}
