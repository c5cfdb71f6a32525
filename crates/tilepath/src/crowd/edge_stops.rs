//! How walls on edges stop the steps of a crowd.

use crate::{
    ground::{CostProfile, EdgeMask, Links},
    map::NavMap,
};
use std::sync::Arc;

/// The cells beside walls on edges, in order. A copy shares the memory.
#[derive(Clone, Default, Debug)]
pub(super) struct EdgeStops {
    pub(super) cells: Arc<[StoppedCell]>,
    /// The links of the map among which they were found. None after loading.
    links: Option<Links>,
}

/// A cell beside a wall on an edge, and how such walls stop steps from it and to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct StoppedCell {
    /// The row-major index.
    pub(super) cell: u32,
    pub(super) leaving: EdgeMask,
    pub(super) entering: EdgeMask,
    /// The directions of steps that these walls stop, but let pass for a toll, as a set of bits.
    pub(super) for_toll: u8,
}

impl EdgeStops {
    /// The walls of a map, for agents of a profile.
    pub(super) fn of(map: &NavMap, profile: &CostProfile) -> Self {
        let (grid, shape, passable) = (map.grid(), map.topology().shape(), profile.passable());
        let edges = grid.links().edges();
        let ends = edges.bars().iter().flat_map(|bar| [bar.from(), bar.to()]);
        let around = |cell| (0..8).map(move |direction| shape.neighbour(cell, direction)).chain([cell]);
        let mut cells: Vec<u32> =
            ends.flat_map(around).filter_map(|cell| grid.index(cell)).map(|index| index as u32).collect();
        cells.sort_unstable();
        cells.dedup();
        let stopped = cells.into_iter().map(|index| {
            let mask =
                |enters, with_toll| edges.mask(shape, grid.cell(index as usize), passable, enters, with_toll);
            let (leaving, entering) = (mask(false, false), mask(true, false));
            let for_toll = leaving.closed & !mask(false, true).closed;
            StoppedCell { cell: index, leaving, entering, for_toll }
        });
        let is_stopped = |cell: &StoppedCell| [cell.leaving, cell.entering] != [EdgeMask::NONE; 2];
        Self { cells: stopped.filter(is_stopped).collect(), links: Some(grid.links().clone()) }
    }

    /// The walls of a save.
    #[cfg(feature = "serde")]
    pub(super) fn of_cells(cells: &[StoppedCell]) -> Self {
        Self { cells: cells.into(), links: None }
    }

    /// Whether these are surely the walls of a map.
    pub(super) fn are_of(&self, map: &NavMap) -> bool {
        self.links.as_ref() == Some(map.grid().links())
    }

    /// How walls stop steps at a cell. `None` if none is near.
    #[inline]
    pub(super) fn at(&self, cell: u32) -> Option<&StoppedCell> {
        if self.cells.is_empty() {
            return None;
        }
        let at = self.cells.binary_search_by_key(&cell, |stopped| stopped.cell);
        at.ok().map(|at| &self.cells[at])
    }

    /// The cells at which both differ.
    pub(super) fn differing(&self, other: &Self) -> Vec<u32> {
        let all = self.cells.iter().chain(&*other.cells).map(|stopped| stopped.cell);
        let mut cells: Vec<u32> = all.filter(|&cell| self.at(cell) != other.at(cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
