//! The search for moves inside a window after which two neighbours have changed places, and all others are back.

use super::{arrangement::Arrangement, cut::Cut, windows::MOST_WINDOW_CELLS};
use smallvec::SmallVec;

/// The bits of an arrangement code for each cell of the window: 0 for a free cell, otherwise the number of the agent plus 1.
const BITS: u32 = 3;

/// The work for a window without its arrangements.
const UNITS_OF_WINDOW: u64 = 50;

/// How many changes of arrangements are tried in one unit of work.
const CHANGES_PER_UNIT: u64 = 2;

/// Cells of a window, as their indices.
type Indices = SmallVec<[u8; MOST_WINDOW_CELLS]>;

/// A circle of cells in a window.
struct Circle {
    cells: Indices,
    /// One bit for each cell.
    mask: u8,
    /// The bits of its cells in an arrangement code.
    bits: u32,
}

impl Circle {
    fn new(cells: &[u8]) -> Self {
        let mask = cells.iter().fold(0, |mask, cell| mask | 1 << cell);
        let bits = cells.iter().fold(0, |bits, &cell| bits | ((1 << BITS) - 1) << (BITS * u32::from(cell)));
        Self { cells: Indices::from_slice(cells), mask, bits }
    }

    /// The arrangement after all agents in the circle have moved to the next cell.
    fn turn(&self, code: u32) -> u32 {
        let mut from = self.cells[self.cells.len() - 1];
        self.cells.iter().fold(code & !self.bits, |turned, &to| {
            let label = label_at(code, core::mem::replace(&mut from, to).into());
            turned | label << (BITS * u32::from(to))
        })
    }
}

/// A window with all that can move in it.
struct Room {
    len: usize,
    /// For each cell, one bit for each neighbour.
    neighbours: [u8; MOST_WINDOW_CELLS],
    corners: [[Option<u16>; MOST_WINDOW_CELLS]; MOST_WINDOW_CELLS],
    circles: Vec<Circle>,
}

/// A known arrangement.
struct Known {
    code: u32,
    /// The index of the arrangement before.
    before: u16,
    by: Change,
}

/// A set of arrangement codes, as a hash table with open addressing. Holds all 720 arrangements of a window.
struct Codes([u32; 1024]);

impl Default for Codes {
    fn default() -> Self {
        Self([u32::MAX; 1024])
    }
}

impl Codes {
    /// Adds a code. Returns whether it was not in the set.
    fn insert(&mut self, code: u32) -> bool {
        let mut index = (code.wrapping_mul(0x9e37_79b9) >> 22) as usize;
        while self.0[index] != u32::MAX && self.0[index] != code {
            index = (index + 1) % self.0.len();
        }
        core::mem::replace(&mut self.0[index], code) != code
    }
}

/// How an arrangement follows from another.
#[derive(Clone, Copy)]
enum Change {
    Step {
        from: u8,
        to: u8,
    },
    /// A turn of the circle with this index.
    Turn(u16),
}

impl Arrangement {
    /// Makes the agents in two neighbouring cells change places by moves inside a window, in breadth first order over at most 720
    /// arrangements. All other agents come back. Returns whether this is possible; if not, nothing has moved.
    pub(super) fn exchange_inside(&mut self, cut: &Cut, cells: &[u16], pair: [u16; 2]) -> bool {
        let room = Room::new(cut, cells);
        let label = |index: usize, cell: u16| if self.is_free(cell) { 0 } else { index as u32 + 1 };
        let code = |cells: &[u16]| {
            (0..)
                .zip(cells)
                .fold(0, |code, (index, &cell)| code | label(index, cell) << (BITS * index as u32))
        };
        let start = code(cells);
        let index = |cell| cells.iter().position(|&other| other == cell).unwrap_or(0);
        let (one, other) = (index(pair[0]), index(pair[1]));
        let changed = label_at(start, one) ^ label_at(start, other);
        let end = start ^ (changed << (BITS * one as u32)) ^ (changed << (BITS * other as u32));
        let (known, found) = room.search(start, end);
        let changes = 2 * cells.len() + room.circles.len();
        self.units += UNITS_OF_WINDOW + (known.len() * changes) as u64 / CHANGES_PER_UNIT;
        if let Some(found) = found {
            let mut changes = Vec::new();
            let mut at = found;
            while at != 0 {
                changes.push(known[at].by);
                at = usize::from(known[at].before);
            }
            changes.iter().rev().for_each(|&change| self.apply(&room, cells, change));
        }
        found.is_some()
    }

    fn apply(&mut self, room: &Room, cells: &[u16], change: Change) {
        match change {
            Change::Step { from, to } => {
                if let Some(agent) = self.agent(cells[usize::from(from)]) {
                    self.step(agent, cells[usize::from(to)]);
                }
            }
            Change::Turn(circle) => {
                let circle = room.circles[usize::from(circle)].cells.iter();
                self.turn(&circle.map(|&index| cells[usize::from(index)]).collect::<SmallVec<[u16; 6]>>());
            }
        }
    }
}

/// The label of a cell in an arrangement code.
const fn label_at(code: u32, index: usize) -> u32 {
    code >> (BITS * index as u32) & ((1 << BITS) - 1)
}

impl Room {
    fn new(cut: &Cut, cells: &[u16]) -> Self {
        let mut room = Self {
            len: cells.len(),
            neighbours: [0; MOST_WINDOW_CELLS],
            corners: [[None; MOST_WINDOW_CELLS]; MOST_WINDOW_CELLS],
            circles: Vec::new(),
        };
        for (from, &cell) in cells.iter().enumerate() {
            for step in cut.steps(cell) {
                if let Some(to) = cells.iter().position(|&other| other == step.to) {
                    room.neighbours[from] |= 1 << to;
                    room.corners[from][to] = step.corner;
                }
            }
        }
        for first in 0..room.len as u8 {
            room.add_circles(&mut Indices::from_slice(&[first]));
        }
        room
    }

    /// Adds all circles that begin with these cells, and whose first cell is the lowest one. Recurses at most once for each cell.
    fn add_circles(&mut self, begun: &mut Indices) {
        let (first, last) = (begun[0], begun[begun.len() - 1]);
        let neighbours = self.neighbours[usize::from(last)];
        if begun.len() >= 3 && neighbours >> first & 1 == 1 && self.has_own_corners(begun) {
            self.circles.push(Circle::new(begun));
        }
        for next in first + 1..self.len as u8 {
            if neighbours >> next & 1 == 1 && !begun.contains(&next) {
                begun.push(next);
                self.add_circles(begun);
                begun.pop();
            }
        }
    }

    /// Returns whether no two steps of a circle pass the same corner.
    fn has_own_corners(&self, circle: &[u8]) -> bool {
        let mut passed: SmallVec<[u16; MOST_WINDOW_CELLS]> = SmallVec::new();
        let mut from = circle[circle.len() - 1];
        circle.iter().all(|&to| {
            let corner = self.corners[usize::from(core::mem::replace(&mut from, to))][usize::from(to)];
            let is_free = corner.is_none_or(|corner| !passed.contains(&corner));
            passed.extend(corner);
            is_free
        })
    }

    /// All arrangements on the way from a start to an end, and the index of the end.
    fn search(&self, start: u32, end: u32) -> (Vec<Known>, Option<usize>) {
        let mut seen = Codes::default();
        let mut known = Vec::with_capacity(64);
        let mut add = |known: &mut Vec<Known>, code: u32, before: usize, by| {
            if seen.insert(code) {
                known.push(Known { code, before: before as u16, by });
            }
        };
        add(&mut known, start, 0, Change::Step { from: 0, to: 0 });
        let mut next = 0;
        while next < known.len() {
            let code = known[next].code;
            if code == end {
                return (known, Some(next));
            }
            let taken = (0..self.len)
                .fold(0_u8, |taken, index| taken | u8::from(label_at(code, index) != 0) << index);
            for from in 0..self.len {
                let label = label_at(code, from);
                let targets = if label == 0 { 0 } else { self.neighbours[from] & !taken };
                for to in (0..self.len).filter(|to| targets >> to & 1 == 1) {
                    let moved = code ^ (label << (BITS * from as u32)) ^ (label << (BITS * to as u32));
                    add(&mut known, moved, next, Change::Step { from: from as u8, to: to as u8 });
                }
            }
            for (number, circle) in (0..).zip(&self.circles) {
                if taken & circle.mask == circle.mask {
                    add(&mut known, circle.turn(code), next, Change::Turn(number));
                }
            }
            next += 1;
        }
        (known, None)
    }
}
