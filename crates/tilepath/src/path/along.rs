//! The path along given cells.

use super::{found_path::Path, map_view::MapView};
use crate::{cost::Cost, ground::CostProfile, map::MapWithoutObstacles};
use glam::IVec2;

impl MapWithoutObstacles<'_> {
    /// The path along these cells, which leads to the goal with this index. `None` if a step is illegal, or if the cost can't be
    /// represented.
    pub(crate) fn path_along(
        &self,
        profile: &CostProfile,
        cells: Vec<IVec2>,
        goal: Option<usize>,
    ) -> Option<Path> {
        let mut total = Cost::ZERO;
        let mut costs = vec![total];
        for pair in cells.windows(2) {
            total = total.checked_add(self.path_cost(profile, pair)?)?;
            costs.push(total);
        }
        let map = self.map();
        let view = MapView::new(map.grid(), map.topology(), map.danger_layers(), profile);
        let danger = view.danger_of(&cells);
        (costs.len() == cells.len()).then_some(Path { cells, costs, goal, danger, ..Path::default() })
    }
}
