//! What an agent could reach after something is built.

use super::planned_building::{BuiltMap, PlannedBuilding};
use crate::{
    cost::Cost,
    ground::CostProfile,
    map::{MapWithoutObstacles, NavMap},
    path::PathError,
    reach::Reachable,
};
use glam::IVec2;

impl NavMap {
    /// Finds the cells that an agent could reach if `blockade` were built: its cells would be blocked, and its danger would be
    /// added. For example, this shows where a unit could still go if other units stood on the blocked cells. The map stays as it
    /// is.
    ///
    /// Apart from the blockade, the method does the same as [`NavMap::reachable`]. It copies the map, which takes O(cells of the
    /// map).
    ///
    /// ```
    /// use tilepath::{Cost, CostProfile, Grid, NavMap, Reachable, Topology, placement::PlannedBuilding};
    /// let map = NavMap::new(Grid::new([5, 1].into(), 1)?, Topology::default());
    /// let (mut reachable, guard) = (Reachable::default(), [[3, 0].into()]);
    /// let profile = CostProfile::default();
    /// map.reachable_after(&profile, &PlannedBuilding::new(&guard), [0, 0].into(), Cost::INFINITE, &mut reachable)?;
    /// assert_eq!(reachable.cells().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`NavMap::reachable`].
    pub fn reachable_after(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        self.without_obstacles(&[]).reachable_after(profile, blockade, start, budget, reachable)
    }
}

impl MapWithoutObstacles<'_> {
    /// Does the same as [`NavMap::reachable_after`], but ignores the agent's own obstacles. A cell of the blockade is blocked
    /// even if one of these obstacles is on it.
    ///
    /// # Errors
    /// The same as [`NavMap::reachable`].
    pub fn reachable_after(
        &self,
        profile: &CostProfile,
        blockade: &PlannedBuilding,
        start: IVec2,
        budget: Cost,
        reachable: &mut Reachable,
    ) -> Result<(), PathError> {
        let built = BuiltMap::new(self, profile, blockade);
        reachable.find_on(&built.priced(profile), start, budget)
    }
}
