//! Whether a path exists, without a search.

use super::{goal_cells::goal_cells, own_cells::OwnCells, query::PathQuery};
use crate::{ground::CostProfile, map::NavMap};

impl NavMap {
    /// Returns whether a path leads from the start to a goal. Reads the connected [regions](NavMap::regions) of the map instead
    /// of searching.
    ///
    /// Takes the range, the own obstacles and [`in_sight`](crate::PathOptions::in_sight) of the query into account. Even after
    /// `Some(true)`, the search can fail: the path may be too costly, or the search may reach its limit of expansions.
    ///
    /// `None` if the map is not [prepared](NavMap::prepare) for the profile. Also `None` in a rare case: agents of the profile
    /// can enter class 0 (obstacles), but not the terrain under one of the query's own obstacles.
    ///
    /// *Complexity:* O(1) per goal. With a range of r tiles, usually O(r) per goal on squares and O(r²) on other shapes; with
    /// `in_sight` it is up to O(r³).
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
        let reach = own.reach(&view, start)?;
        let seen = own.uncovered(&view);
        let seen = seen.as_ref().unwrap_or(&view);
        let may_reach = |index| reach.contains(&view, regions, index);
        Some(seen.is_free(start) && goal_cells(seen, query, may_reach).is_ok())
    }
}
