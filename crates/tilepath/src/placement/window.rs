//! The cells round a blockade as lines of bits: most blockades separate nothing, and these cells alone show it.

use crate::{
    ground::{CellRect, PassableCells},
    regions::{Contacts, flood},
};
use glam::IVec2;

/// The longest side of a window.
const SIDE: i32 = 32;

type WindowRows = [u32; SIDE as usize];

/// A rectangle of the map, in line coordinates.
pub(super) struct CutWindow {
    corner: IVec2,
    /// The number of its lines.
    height: usize,
    /// What is free without the blockade.
    free: WindowRows,
    /// What the blockade takes away of it.
    removed: WindowRows,
    /// From its first line on.
    contacts: Contacts,
}

impl CutWindow {
    /// The window over a rectangle, clipped to the map; `None` if it is too large. `removed` are free cells in it.
    pub(super) fn over(
        cells: PassableCells,
        contacts: Contacts,
        rect: CellRect,
        removed: &[u32],
    ) -> Option<Self> {
        let grid = cells.grid();
        let rect = rect.clipped(grid.bounds());
        // Where it is in memory.
        let CellRect { min, max } = rect.moved(-grid.origin());
        let size = max - min + 1;
        if size.max_element() > SIDE {
            return None;
        }
        let (corner, size) = (contacts.turned_signed(rect.min), contacts.turned_signed(size));
        let mut window = Self {
            corner,
            height: size.y as usize,
            free: [0; SIDE as usize],
            removed: [0; SIDE as usize],
            contacts: contacts.counted_from(corner.y as u32),
        };
        for (y, line) in (min.y as u32..=max.y as u32).enumerate() {
            let row = cells.row(line, min.x as u32..max.x as u32 + 1);
            if contacts.has_columns() {
                let columns = window.free.iter_mut().take((max.x - min.x + 1) as usize).enumerate();
                columns.for_each(|(x, column)| *column |= (row >> x & 1) << y);
            } else {
                window.free[y] = row;
            }
        }
        for &index in removed {
            let at = window.place_of(grid.cell(index as usize));
            window.removed[at.y as usize] |= 1 << at.x;
        }
        Some(window)
    }

    /// Finds free cells that touch the blockade, one of each part that they fall into within the window; none if everything that is
    /// connected in the window now would stay so.
    pub(super) fn find_sides(&self, sides: &mut Vec<IVec2>) {
        sides.clear();
        let mut rim = self.rim();
        let left: WindowRows = core::array::from_fn(|row| self.free[row] & !self.removed[row]);
        while let Some(row) = rim[..self.height].iter().position(|&cells| cells != 0) {
            let at = self.corner + IVec2::new(rim[row].trailing_zeros() as i32, row as i32);
            let side = self.contacts.turned_signed(at);
            let part = self.part(&left, side);
            sides.push(side);
            rim.iter_mut().zip(&part).for_each(|(rim, part)| *rim &= !part);
        }
        let were_connected = |sides: &[IVec2]| {
            sides.split_first().is_some_and(|(&side, others)| {
                let part = self.part(&self.free, side);
                others.iter().any(|&other| self.holds(&part, other))
            })
        };
        if !(0..sides.len()).any(|first| were_connected(&sides[first..])) {
            sides.clear();
        }
    }

    /// The place of a cell in the window, in line coordinates.
    fn place_of(&self, cell: IVec2) -> IVec2 {
        self.contacts.turned_signed(cell) - self.corner
    }

    /// The free cells that touch the blockade.
    fn rim(&self) -> WindowRows {
        let mut rim = [0; SIDE as usize];
        for (row, rim) in rim.iter_mut().take(self.height).enumerate() {
            let removed =
                |row: Option<usize>| row.and_then(|row| self.removed.get(row)).copied().unwrap_or(0);
            let own = self.removed[row];
            let below = row.checked_sub(1);
            let beside = self.contacts.above(removed(below), row.wrapping_sub(1))
                | self.contacts.below(removed(Some(row + 1)), row + 1);
            *rim = (own << 1 | own >> 1 | beside) & self.free[row] & !own;
        }
        rim
    }

    /// The open cells that are connected with a cell.
    fn part(&self, open: &WindowRows, cell: IVec2) -> WindowRows {
        let at = self.place_of(cell);
        let mut part = [0; SIDE as usize];
        part[at.y as usize] = 1 << at.x;
        flood(&open[..self.height], &mut part[..self.height], self.contacts);
        part
    }

    fn holds(&self, part: &WindowRows, cell: IVec2) -> bool {
        let at = self.place_of(cell);
        part[at.y as usize] >> at.x & 1 == 1
    }
}
