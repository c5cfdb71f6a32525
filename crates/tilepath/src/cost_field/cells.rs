//! Finding the successors of cells, one cell after the other. On hexagons, also the stops of runs.

use super::{
    bit_lines::kind,
    field::{CellKind, CostField, MIXED},
    pruning::{Pruning, free_neighbours},
    recent_successors::RecentSuccessors,
    step_cell::StepCell,
};
use crate::ground::{
    CellRect,
    directions::{DX, DY, bit},
};

/// The directions of runs on hexagons.
pub(super) const HEX_RUNS: [usize; 3] = [1, 2, 7];

impl CostField {
    /// Finds everything but the weights in a rectangle on the map.
    pub(super) fn find_cells(&mut self, rect: CellRect) {
        let length = self.lattice.length_of_lines(rect);
        let mut recent = RecentSuccessors::default();
        for (start, _) in self.lattice.lines_of(rect) {
            for cell in start..start + length {
                self.find_cell(cell, &mut recent);
                if self.has_jumps() {
                    self.find_stops(cell);
                }
            }
        }
    }

    /// Stores the kind of a cell. Returns its old kind.
    fn replace_kind(&mut self, cell: usize, kind: CellKind) -> CellKind {
        if !self.has_jumps() {
            return core::mem::replace(&mut self.kinds[cell], kind);
        }
        // `find_stops` stores it, with the stops of runs.
        let (x, y) = self.coordinates(cell);
        self.noted_kind(x, y)
    }

    /// The kind of a hexagon, as it is stored with the stops of runs.
    pub(super) fn noted_kind(&self, x: usize, y: usize) -> CellKind {
        let (lines, line, along) = self.hex_line(x, y, HEX_RUNS[0]);
        let is = |kind| self.hex_lines[lines].get(line, along, kind);
        match (is(kind::WALL), is(kind::MIXED)) {
            (true, _) => CellKind::Wall,
            (_, true) => CellKind::Mixed,
            _ => CellKind::Free,
        }
    }

    /// Finds where runs on hexagons stop at a cell.
    #[inline]
    fn find_stops(&mut self, cell: usize) {
        let (x, y) = self.coordinates(cell);
        let (weight, mixed) = self.weight_and_mixed(cell);
        let wall = weight == 0;
        self.stops -= self.hex_stops_at(x, y);
        for direction in HEX_RUNS {
            let behind = cell.wrapping_add_signed(-DX[direction] - DY[direction] * self.offset(1));
            // A run may have to turn if its successors are not only the cell straight ahead. No run comes out of a wall.
            let turns = self.weight(behind) != 0 && self.successors(cell, direction) & !bit(direction) != 0;
            let kinds = [(kind::STOP_UP, wall || mixed || turns), (kind::WALL, wall), (kind::MIXED, mixed)];
            let (lines, line, along) = self.hex_line(x, y, direction);
            kinds.into_iter().for_each(|(kind, value)| self.hex_lines[lines].set(line, along, kind, value));
            self.hex_walls[lines].set(line, along, wall);
        }
        self.stops += self.hex_stops_at(x, y);
    }

    #[inline]
    fn find_cell(&mut self, cell: usize, recent: &mut RecentSuccessors) {
        let around = self.nine(cell);
        let (kind, number) = if around[4] == 0 {
            (CellKind::Wall, Pruning::NOTHING)
        } else if self.is_mixed(cell, &around) {
            let number = self.pruning.next_given(free_neighbours(&around)).unwrap_or_else(|| {
                let rows = [&around[..3], &around[3..6], &around[6..]];
                recent.number(rows, |around| self.pruning.number(around, true))
            });
            (CellKind::Mixed, self.joint_number(cell, &around).unwrap_or(number))
        } else {
            (CellKind::Free, self.pruning.number(&around, false))
        };
        self.weights[cell] = around[4] | if kind == CellKind::Mixed { MIXED } else { 0 };
        self.step_cells[cell] = StepCell::new(around[4], number);
        let before = self.replace_kind(cell, kind);
        self.free += usize::from(kind != CellKind::Wall);
        self.free -= usize::from(before != CellKind::Wall);
        self.mixed += usize::from(kind == CellKind::Mixed);
        self.mixed -= usize::from(before == CellKind::Mixed);
    }
}
