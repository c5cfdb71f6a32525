//! Cells that are free to an agent although its own obstacles block them.

use super::{map_view::MapView, query::PathQuery};
use crate::{ground::Grid, map::UncoveredCells, regions::Regions};
use core::cell::OnceCell;
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
        if let Some((map, profile)) = view.map.filter(|_| !own.cells.is_empty() && !is_start_alone) {
            own.grid_without = Some(Arc::new(map.without_obstacles(query.own_obstacles()).grid(profile)));
        }
        own
    }

    /// The cells that the own obstacles of a query change, without a copy of the grid.
    pub(super) fn listed(view: &MapView, query: &PathQuery) -> Self {
        let (Some((map, profile)), [_, ..]) = (view.map, query.own_obstacles()) else {
            return Self::default();
        };
        let (without, is_free) =
            (map.without_obstacles(query.own_obstacles()), |class| view.is_class_free(class));
        let mut cells = without.uncovered(profile);
        cells.retain(|&mut (index, class)| is_free(class) || view.is_free_to_all(index));
        let adds_walls = cells.iter().any(|&(_, class)| !is_free(class));
        Self { cells, grid_without: None, adds_walls }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The map as a search sees it. `None` if this is the map as it is.
    pub(super) fn seen<'b, 'a: 'b>(&'b self, view: &MapView<'a>) -> Option<MapView<'b>> {
        match &self.grid_without {
            Some(grid_without) => Some(view.on(grid_without)),
            None => self.uncovered(view),
        }
    }

    /// The map with its regions, on which the agent's own cells have the classes that the agent sees. `None` if there are no such cells.
    pub(super) fn uncovered<'b, 'a: 'b>(&'b self, view: &MapView<'a>) -> Option<MapView<'b>> {
        (!self.is_empty()).then(|| view.with_classes(&self.cells))
    }

    /// What the agent can reach. `None` if the regions of the map are not known, or not valid for the agent.
    pub(super) fn reach(&self, view: &MapView, start: usize) -> Option<OwnReach> {
        let regions = view.regions.filter(|_| !self.adds_walls)?;
        Some(match self.uncovered(view) {
            Some(uncovered) => self.reach_by(&uncovered, regions, start),
            None => OwnReach { regions: regions.label(start).into_iter().collect(), ..OwnReach::default() },
        })
    }

    /// Does the same as [`OwnCells::reach`] on a map as the agent sees it, with regions that its own cells may join.
    ///
    /// A diagonal step that an own cell allows leads past this cell, which joins the two ends by straight steps: no other pair of cells needs
    /// a look.
    pub(super) fn reach_by(&self, view: &MapView, regions: &Regions, start: usize) -> OwnReach {
        let mut reach = OwnReach::default();
        if !view.is_free(start) {
            return reach;
        }
        reach.regions.extend(regions.label(start));
        reach.cells.extend(self.cells.iter().map(|&(cell, _)| (cell, false)));
        reach.grow_over_own(view, regions, Some(start));
        reach
    }
}

/// The regions of the map, and the cells of its own, that an agent can reach.
#[derive(Clone, Default, Debug)]
pub(super) struct OwnReach {
    regions: SmallVec<[u32; 4]>,
    /// The cells that only the agent's own obstacles block, and whether the agent reaches them.
    cells: SmallVec<[(usize, bool); 1]>,
    /// The same over links. It is found as soon as a cell is asked for that is not in reach without them.
    over_links: OnceCell<Box<OwnReach>>,
}

impl OwnReach {
    pub(super) fn contains(&self, view: &MapView, regions: &Regions, index: usize) -> bool {
        let over_links = || self.over_links(view, regions).is_some_and(|reach| reach.holds(regions, index));
        self.holds(regions, index) || over_links()
    }

    /// The regions that the agent reaches.
    pub(super) fn all_regions(&self, view: &MapView, regions: &Regions) -> &[u32] {
        &self.over_links(view, regions).unwrap_or(self).regions
    }

    fn holds(&self, regions: &Regions, index: usize) -> bool {
        let is_reached = |label| self.regions.contains(&label);
        let own = self.cells.binary_search_by_key(&index, |&(cell, _)| cell);
        own.is_ok_and(|nth| self.cells[nth].1) || regions.label(index).is_some_and(is_reached)
    }

    fn over_links(&self, view: &MapView, regions: &Regions) -> Option<&Self> {
        let find = || {
            let mut reach = Self { over_links: OnceCell::new(), ..self.clone() };
            while reach.follow_links(view, regions) {
                reach.grow_over_own(view, regions, None);
            }
            Box::new(reach)
        };
        (!view.grid.links().is_empty()).then(|| &**self.over_links.get_or_init(find))
    }

    /// Adds what the links lead to that begin in reach. Returns whether there was anything new.
    fn follow_links(&mut self, view: &MapView, regions: &Regions) -> bool {
        let mut has_grown = false;
        for (from, to) in view.grid.links().ways(view.topology, view.passes()) {
            let [Some(from), Some(to)] = [from, to].map(|cell| view.grid.index(cell)) else { continue };
            if !view.is_free(to) || !self.holds(regions, from) || self.holds(regions, to) {
                continue;
            }
            has_grown = true;
            match self.cells.binary_search_by_key(&to, |&(cell, _)| cell) {
                Ok(nth) => self.cells[nth].1 = true,
                Err(_) => self.regions.extend(regions.label(to)),
            }
        }
        has_grown
    }

    /// Adds the own cells in reach, and the regions beside them.
    fn grow_over_own(&mut self, view: &MapView, regions: &Regions, start: Option<usize>) {
        let mut is_growing = true;
        while is_growing {
            is_growing = false;
            for nth in 0..self.cells.len() {
                let before = (self.cells[nth].1, self.regions.len());
                if view.is_free(self.cells[nth].0) {
                    self.grow(view, regions, nth, start);
                }
                is_growing |= before != (self.cells[nth].1, self.regions.len());
            }
        }
    }

    /// Adds a cell, and the regions beside it, if a step leads there from what is in reach.
    fn grow(&mut self, view: &MapView, regions: &Regions, nth: usize, start: Option<usize>) {
        let (cell, is_known) = self.cells[nth];
        let (mut is_reached, mut beside) = (is_known || Some(cell) == start, SmallVec::<[u32; 8]>::new());
        let is_free = |cell| view.grid.index(cell).is_some_and(|index| view.is_free(index));
        let (steps, here) = (view.foot_steps(), view.grid.cell(cell));
        steps.for_each_into(here, is_free, |before| {
            is_reached |= view.grid.index(before).is_some_and(|before| self.holds(regions, before));
        });
        steps.for_each(here, is_free, |next, _| {
            beside.extend(view.grid.index(next).and_then(|next| regions.label(next)));
        });
        if is_reached {
            self.cells[nth].1 = true;
            beside.retain(|label| !self.regions.contains(label));
            self.regions.extend(beside);
        }
    }
}
