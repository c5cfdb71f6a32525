//! Memory for placement checks, and the search in it for what a blockade separates.

use super::{passable_map::PassableMap, planned_building::PlannedBuilding, window::CutWindow};
use crate::{
    ground::CellRect,
    map::NavMap,
    regions::{Contacts, PieceGraph, RegionSplit, TrialChunk},
};
use glam::IVec2;

/// Working memory for placement checks, such as [`NavMap::check_routes`](crate::NavMap::check_routes). Keep it and reuse it:
/// later checks then rarely allocate.
#[derive(Clone, Default, Debug)]
pub struct CutScratch {
    /// Row-major indices of the free cells that would be blocked, sorted.
    pub(super) removed: Vec<u32>,
    /// Row-major indices of the cells in which paths may end now but not under the building, sorted, and of those in which they may end only
    /// under it.
    pub(super) closed: Vec<u32>,
    pub(super) opened: Vec<u32>,
    /// Free cells that touch them, one of each side that may be separated from the others.
    pub(super) sides: Vec<IVec2>,
    pub(super) trial: Vec<TrialChunk>,
    pub(super) split: RegionSplit,
}

impl CutScratch {
    /// Creates empty working memory. The first checks allocate what they need.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl CutScratch {
    /// Finds the free cells in which paths may end only before or only after the building stands, because agents may enter its class.
    pub(super) fn find_ends(&mut self, nav: &NavMap, map: &PassableMap, building: &PlannedBuilding) {
        self.closed.clear();
        self.opened.clear();
        if map.pass_through.is_empty() || !map.passable.contains(building.class()) {
            return;
        }
        let lets_end_then = |cell: IVec2| {
            if !building.cells().contains(&cell) {
                let index = nav.grid().index(cell);
                return index.is_some_and(|index| !nav.grid().has_any_at(index, map.pass_through));
            }
            // An obstacle hides the terrain, but not other obstacles.
            let mut classes = nav.obstacle_classes(cell).map(|(class, _)| class).chain([building.class()]);
            !classes.any(|class| map.pass_through.contains(class))
        };
        for place in building.cells().iter().flat_map(|&cell| map.places_over(cell)) {
            let Some(index) = map.cells.grid().index(place) else { continue };
            let ends = [map.lets_end(index), map.cells_at(place).all(lets_end_then)];
            match ends {
                [true, false] => self.closed.push(index as u32),
                [false, true] => self.opened.push(index as u32),
                _ => {}
            }
        }
        for cells in [&mut self.closed, &mut self.opened] {
            cells.sort_unstable();
            cells.dedup();
        }
    }

    /// Whether a path may end in the cell at a row-major index once the building stands.
    pub(super) fn lets_end(&self, index: usize, lets_end_now: bool) -> bool {
        let changed = if lets_end_now { &self.closed } else { &self.opened };
        lets_end_now != changed.binary_search(&(index as u32)).is_ok()
    }

    /// Finds the sides that may be separated from each other, as far as the cells next to the blockade show. Returns whether there are
    /// any.
    pub(super) fn find_sides(&mut self, map: &PassableMap, rect: CellRect) -> bool {
        let PassableMap { cells, topology, .. } = *map;
        let contacts = Contacts::of(topology);
        let is_open = cells.grid().links().edges().is_empty();
        let window = || CutWindow::over(cells, contacts, rect.grown(topology.reach()), &self.removed);
        match is_open.then(window).flatten() {
            Some(window) => window.find_sides(&mut self.sides),
            None => self.take_rim(map),
        }
        !self.sides.is_empty()
    }

    /// Makes every free cell that touches the blockade a side of its own in `sides`, as if the blockade separated each from all others.
    fn take_rim(&mut self, map: &PassableMap) {
        self.sides.clear();
        let (grid, contacts) = (map.cells.grid(), Contacts::of(map.topology));
        for &index in &self.removed {
            let cell = grid.cell(index as usize);
            let beside = contacts.beside(cell);
            self.sides.extend(beside.filter(|&cell| {
                let index = grid.index(cell).filter(|_| map.cells.is_free_cell(cell));
                index.is_some_and(|index| self.removed.binary_search(&(index as u32)).is_err())
            }));
        }
    }

    /// Finds out what becomes of the sides. Returns whether any is separated from another.
    pub(super) fn explore(&mut self, map: &PassableMap) -> bool {
        let regions = map.regions();
        self.trial.clear();
        for &index in &self.removed {
            let (chunk, place) = regions.place(map.cells.grid().cell(index as usize));
            let at = match self.trial.binary_search_by_key(&chunk, |trial| trial.chunk) {
                Ok(at) => at,
                Err(at) => {
                    self.trial.insert(at, TrialChunk::of(regions, chunk));
                    at
                }
            };
            self.trial[at].block(place);
        }
        self.trial.iter_mut().for_each(|trial| trial.renumber(regions));
        let graph = PieceGraph { regions, trial: &self.trial };
        self.split.begin(graph);
        for side in &self.sides {
            let piece = graph.piece_at(*side);
            if let Some((piece, label)) = piece.zip(map.label(*side)) {
                self.split.add_side(graph, piece, label);
            }
        }
        self.split.explore(graph);
        self.split.is_split()
    }
}
