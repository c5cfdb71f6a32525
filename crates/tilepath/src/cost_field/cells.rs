//! Finding the successors of cells one by one, on maps on which there are no runs and sweeps.

use super::{
    field::{CostField, MIXED},
    pruning::Pruning,
    recent_answers::RecentAnswers,
    update::is_mixed,
};
use crate::ground::CellRect;

/// What a cell is to a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum CellKind {
    #[default]
    Wall,
    Free,
    Mixed,
}

impl CostField {
    /// Finds everything but weights again in a rectangle on the map.
    pub(super) fn find_cells(&mut self, rect: CellRect) {
        let length = self.lattice.length_of_lines(rect);
        let mut recent = RecentAnswers::default();
        for (start, _) in self.lattice.lines_of(rect) {
            for cell in start..start + length {
                self.find_cell(cell, &mut recent);
            }
        }
    }

    #[inline]
    fn find_cell(&mut self, cell: usize, recent: &mut RecentAnswers) {
        let around = self.nine(cell);
        let (kind, number) = if around[4] == 0 {
            (CellKind::Wall, Pruning::NOTHING)
        } else if is_mixed(&around) {
            let rows = [&around[..3], &around[3..6], &around[6..]];
            (CellKind::Mixed, recent.number(rows, |around| self.pruning.number(around, true)))
        } else {
            (CellKind::Free, self.pruning.number(&around, false))
        };
        self.weights[cell] = around[4] | if kind == CellKind::Mixed { MIXED } else { 0 };
        self.successors[cell] = number;
        let before = core::mem::replace(&mut self.kinds[cell], kind);
        self.free += usize::from(kind != CellKind::Wall);
        self.free -= usize::from(before != CellKind::Wall);
        self.mixed += usize::from(kind == CellKind::Mixed);
        self.mixed -= usize::from(before == CellKind::Mixed);
    }
}
