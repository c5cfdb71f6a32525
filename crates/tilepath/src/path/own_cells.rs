//! Cells that are free to an agent although its own obstacles block them.

use super::{map_view::MapView, query::PathQuery};
use crate::{ground::Grid, map::UncoveredCells, regions::Regions};
use glam::IVec2;
use smallvec::SmallVec;
use std::sync::Arc;

/// The cells that only the agent's own obstacles block, and how a search passes them.
///
/// If the start is the only such cell (as for an agent that blocks one cell), the search runs on the map as it is: no cheapest path comes
/// back to the start or past its corners. Otherwise it runs cell by cell on a copy of the grid.
#[derive(Clone, Default, Debug)]
pub(super) struct OwnCells {
    cells: UncoveredCells,
    /// The grid without the agent's own obstacles, if a search needs this copy.
    grid_without: Option<Arc<Grid>>,
    /// Without the obstacles, some free cells are walls: the agent may enter class 0, but not the terrain below. The regions of the map are
    /// then not valid for the agent.
    adds_walls: bool,
}

impl OwnCells {
    /// The cells that the own obstacles of a query change, with the copy of the grid that a search may need.
    pub(super) fn of(view: &MapView, query: &PathQuery, start: usize) -> Self {
        let mut own = Self::listed(view, query);
        let is_start_alone = matches!(*own.cells, [(cell, _)] if cell == start) && !own.adds_walls;
        if let Some(map) = view.map.filter(|_| !own.cells.is_empty() && !is_start_alone) {
            own.grid_without = Some(Arc::new(map.without_obstacles(query.own_obstacles()).grid()));
        }
        own
    }

    /// The cells that the own obstacles of a query change, without a copy of the grid.
    pub(super) fn listed(view: &MapView, query: &PathQuery) -> Self {
        let (Some(map), [_, ..]) = (view.map, query.own_obstacles()) else { return Self::default() };
        let (without, is_free) =
            (map.without_obstacles(query.own_obstacles()), |class| view.is_class_free(class));
        let old = |index: usize| view.grid.classes()[index];
        let mut cells = without.uncovered();
        cells.retain(|&mut (index, class)| is_free(class) || is_free(old(index)));
        let adds_walls = cells.iter().any(|&(_, class)| !is_free(class));
        Self { cells, grid_without: None, adds_walls }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.cells.binary_search_by_key(&index, |&(cell, _)| cell).is_ok()
    }

    /// The map as the agent sees it. `None` if this is the map as it is.
    pub(super) fn seen<'b, 'a: 'b>(&'b self, view: &MapView<'a>) -> Option<MapView<'b>> {
        match (&self.grid_without, self.cells.first()) {
            (Some(grid_without), _) => Some(view.on(grid_without)),
            (None, Some(&(start, _))) => Some(view.with_free_start(start)),
            (None, None) => None,
        }
    }

    /// The regions that the agent may reach first: the region of the start, and the regions next to its own cells. The agent can't reach
    /// any other region. `None` if this is not known.
    pub(super) fn regions(&self, view: &MapView, start: usize) -> Option<SmallVec<[u32; 4]>> {
        let regions = view.regions.filter(|_| !self.adds_walls)?;
        Some(self.regions_of(view, regions, start))
    }

    /// Does the same as [`OwnCells::regions`], with the given regions of the map.
    pub(super) fn regions_of(&self, view: &MapView, regions: &Regions, start: usize) -> SmallVec<[u32; 4]> {
        let mut labels: SmallVec<[u32; 4]> = regions.label(start).into_iter().collect();
        let is_free = |cell| self.contains(cell) || view.is_free(cell);
        for &(cell, _) in &self.cells {
            view.topology.for_each_step(view.grid.size(), cell, is_free, |next, _| {
                labels.extend(regions.label(next).filter(|label| !labels.contains(label)));
            });
        }
        labels
    }

    /// Returns a function that says whether a cell, with its row-major index, can be reached from the regions in `starts`. If the regions
    /// are not known, it says `true`.
    pub(super) fn may_reach(
        &self,
        regions: Option<&Regions>,
        starts: Option<&[u32]>,
    ) -> impl Fn(IVec2, usize) -> bool {
        move |cell, index| match (regions, starts) {
            (Some(regions), Some(starts)) => {
                let label = regions.label_at(cell.as_uvec2());
                self.contains(index) || label.is_some_and(|label| starts.contains(&label))
            }
            _ => true,
        }
    }
}
