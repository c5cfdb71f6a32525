//! The cells round a blockade as rows of bits: most blockades separate nothing, and these cells alone show it.

use crate::{
    ground::{CellRect, ClassSet, Grid},
    regions::{flood, touching},
};
use glam::IVec2;

/// The longest side of a window.
const SIDE: i32 = 32;

type WindowRows = [u32; SIDE as usize];

/// A rectangle of the map.
pub(super) struct Window {
    corner: IVec2,
    height: usize,
    /// What is free without the blockade.
    free: WindowRows,
    /// What the blockade takes away of it.
    removed: WindowRows,
    corners: bool,
}

impl Window {
    /// The window over a rectangle, clipped to the map; `None` if it is too large. `removed` are free cells in it.
    pub(super) fn over(
        grid: &Grid,
        passable: ClassSet,
        corners: bool,
        rect: CellRect,
        removed: &[u32],
    ) -> Option<Self> {
        let min = rect.min.max(IVec2::ZERO);
        let max = rect.max.min(grid.size().as_ivec2() - 1);
        let size = max - min + 1;
        if size.max_element() > SIDE {
            return None;
        }
        let mut window = Self {
            corner: min,
            height: size.y as usize,
            free: [0; SIDE as usize],
            removed: [0; SIDE as usize],
            corners,
        };
        let width = grid.size().x as usize;
        let rows = grid.classes().chunks_exact(width).skip(min.y as usize).take(window.height);
        for (row, classes) in window.free.iter_mut().zip(rows) {
            for (x, &class) in classes[min.x as usize..=max.x as usize].iter().enumerate() {
                *row |= u32::from(passable.contains(class)) << x;
            }
        }
        for &index in removed {
            let at = grid.cell(index as usize) - min;
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
            let side = self.corner + IVec2::new(rim[row].trailing_zeros() as i32, row as i32);
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

    /// The free cells that touch the blockade.
    fn rim(&self) -> WindowRows {
        core::array::from_fn(|row| {
            let removed =
                |row: Option<usize>| row.and_then(|row| self.removed.get(row)).copied().unwrap_or(0);
            let own = self.removed[row];
            let beside = touching(removed(row.checked_sub(1)) | removed(Some(row + 1)), self.corners);
            (own << 1 | own >> 1 | beside) & self.free[row] & !own
        })
    }

    /// The open cells that are connected with a cell.
    fn part(&self, open: &WindowRows, cell: IVec2) -> WindowRows {
        let at = cell - self.corner;
        let mut part = [0; SIDE as usize];
        part[at.y as usize] = 1 << at.x;
        flood(&open[..self.height], &mut part[..self.height], self.corners);
        part
    }

    fn holds(&self, part: &WindowRows, cell: IVec2) -> bool {
        let at = cell - self.corner;
        part[at.y as usize] >> at.x & 1 == 1
    }
}
