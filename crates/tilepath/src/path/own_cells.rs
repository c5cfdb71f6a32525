//! Cells that are free to an agent although its own obstacles block them.

use super::{map_view::MapView, query::PathQuery};
use crate::{ground::Grid, regions::Regions};
use glam::IVec2;
use smallvec::SmallVec;
use std::sync::Arc;

/// The cells on which only obstacles of the agent's own stand, and how a search passes them.
///
/// If that is the start alone, which is so for an agent that blocks one cell, the search runs on the map as it is and only leaves the
/// start: no cheapest path comes back to the start or past its corners. Otherwise it runs cell by cell on a copy of the grid.
#[derive(Clone, Default, Debug)]
pub(super) struct OwnCells {
    /// Row-major indices, sorted, with the classes of the terrain below.
    cells: SmallVec<[(usize, u8); 1]>,
    /// The grid on which these cells have these classes.
    bared: Option<Arc<Grid>>,
}

impl OwnCells {
    /// The cells that a query frees on a map.
    pub(super) fn of(view: &MapView, query: &PathQuery, start: usize) -> Self {
        let (Some(map), [_, ..]) = (view.map, query.own_obstacles()) else { return Self::default() };
        let (own, grid) = (query.own_obstacles(), view.grid);
        let without = map.without(own);
        let bare = |&cell: &IVec2| {
            let (class, old) = (without.class(cell)?, grid.class(cell)?);
            Some((grid.index(cell)?, class)).filter(|_| class != old && view.is_class_free(class))
        };
        let mut cells: SmallVec<[(usize, u8); 1]> = own.iter().filter_map(bare).collect();
        cells.sort_unstable();
        cells.dedup();
        let is_start_alone = matches!(*cells, [(cell, _)] if cell == start);
        let bared = (!cells.is_empty() && !is_start_alone).then(|| Arc::new(with_classes(grid, &cells)));
        Self { cells, bared }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.cells.binary_search_by_key(&index, |&(cell, _)| cell).is_ok()
    }

    /// The map as the agent sees it; `None` if it sees the map as it is.
    pub(super) fn seen<'b, 'a: 'b>(&'b self, view: &MapView<'a>) -> Option<MapView<'b>> {
        match (&self.bared, self.cells.first()) {
            (Some(bared), _) => Some(view.on(bared)),
            (None, Some(&(start, _))) => Some(view.with_free_start(start)),
            (None, None) => None,
        }
    }

    /// The regions that the agent may reach first: that of the start, and those beside the cells of its own. A cell of another region
    /// can't be reached.
    pub(super) fn regions(&self, view: &MapView, regions: &Regions, start: usize) -> SmallVec<[u32; 4]> {
        let mut labels: SmallVec<[u32; 4]> = regions.label(start).into_iter().collect();
        let is_free = |cell| self.contains(cell) || view.is_free(cell);
        for &(cell, _) in &self.cells {
            view.topology.for_each_step(view.grid.size(), cell, is_free, |next, _| {
                labels.extend(regions.label(next).filter(|label| !labels.contains(label)));
            });
        }
        labels
    }
}

/// A copy of a grid on which cells have other classes.
fn with_classes(grid: &Grid, cells: &[(usize, u8)]) -> Grid {
    let mut bared = grid.clone();
    for &(index, class) in cells {
        // Every index is one of this grid.
        let _ = bared.set_class(grid.cell(index), class);
    }
    bared
}
