//! Whether a path exists, without a search.

use super::{goal_cells::goal_cells, own_cells::OwnCells, query::PathQuery};
use crate::{ground::CostProfile, map::NavMap};

impl NavMap {
    /// Returns whether there is a path. Reads the connected [regions](NavMap::regions) of the map, without a search. `None` if the map
    /// keeps no regions for the profile.
    ///
    /// The range and the own obstacles of the query count. The path may still cost too much to be represented, or need more expansions than
    /// the query's budget.
    ///
    /// *Complexity:* O(1) per goal, or O(r) per goal with a range of r.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, PathQuery, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[1, 0, 1]])?, Topology::default());
    /// let (profile, query) = (CostProfile::default(), PathQuery::new([0, 0].into(), [2, 0].into()));
    /// assert_eq!(map.connects(&profile, &query), None);
    /// map.prepare(&profile);
    /// assert_eq!(map.connects(&profile, &query), Some(false));
    /// map.set_terrain([1, 0].into(), 1)?;
    /// assert_eq!(map.connects(&profile, &query), Some(true));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub fn connects(&self, profile: &CostProfile, query: &PathQuery) -> Option<bool> {
        let view = self.view(profile);
        let regions = view.regions?;
        let Some(start) = view.grid.index(query.start) else { return Some(false) };
        let own = OwnCells::listed(&view, query);
        let starts = own.regions(&view, start)?;
        let may_reach = own.may_reach(Some(regions), Some(&starts));
        Some(!starts.is_empty() && goal_cells(&view, query, may_reach).is_ok())
    }
}
