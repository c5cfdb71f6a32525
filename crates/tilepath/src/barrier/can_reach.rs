//! Whether an agent can get from one cell to another, whatever it costs.

use crate::{
    ground::CostProfile,
    map::{MapWithoutObstacles, NavMap},
    path::PathQuery,
    regions::Regions,
};
use glam::IVec2;

impl NavMap {
    /// Returns whether a path leads from the cell `from` to the cell `to` for agents of this profile, whatever the path costs.
    /// `false` if either cell is outside the map or a wall to the agent, or if no path may [end](NavMap::lets_end) in `to`.
    ///
    /// Takes O(1) on a [prepared](NavMap::prepare) map, and O(cells of the map) on any other map.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::from_rows([[1, 0, 1], [1, 1, 1]])?, Topology::default());
    /// let profile = CostProfile::default();
    /// assert!(map.can_reach(&profile, [0, 1].into(), [2, 1].into()));
    /// map.block([1, 0].into());
    /// assert!(!map.can_reach(&profile, [0, 1].into(), [2, 1].into()));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    ///
    /// If [walls on edges](crate::EdgeWall) surround every single one of 16 × 16 cells, two of these cells count as connected, though they may not be.
    #[must_use]
    pub fn can_reach(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let connects =
            |regions: &Regions| self.lets_end(profile, to) && self.leads(profile, regions, from, to);
        match self.regions(profile) {
            Some(regions) => connects(regions),
            None => connects(&self.built_regions(profile.passable(), profile.size())),
        }
    }
}

impl MapWithoutObstacles<'_> {
    /// Does the same as [`NavMap::can_reach`], but ignores the agent's own obstacles.
    #[must_use]
    pub fn can_reach(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let query = PathQuery::new(from, to).with_own_obstacles(self.own().iter().copied());
        let map = self.map();
        map.barrier(profile, &query).is_ok_and(|barrier| !barrier.separates())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DiagonalRule, Grid, Shape, Topology},
        path::PathError,
        search::SearchScratch,
    };

    #[test]
    fn it_is_so_exactly_where_a_search_finds_a_path() {
        let mut random = fastrand::Rng::with_seed(16);
        let (mut search, mut found) = (SearchScratch::new(), [0; 2]);
        for round in 0..5600 {
            let size = glam::UVec2::new(random.u32(1..8), random.u32(1..8));
            let grid = Grid::from_fn(size, |_| random.u8(0..4).min(2)).unwrap();
            let topology = Topology::square(DiagonalRule::ALL[round % 4]);
            let mut map = NavMap::new(grid, topology.with_shape(Shape::ALL[round % Shape::ALL.len()]));
            // Class 0 may be free where the terrain below is not.
            let profile = CostProfile::default().with_cost(0, [0, 0, 5][round % 3]).with_cost(2, 0);
            let last = size.as_ivec2();
            let mut any = || IVec2::new(random.i32(0..=last.x), random.i32(0..=last.y)) - random.i32(0..2);
            let own = [any(), any()];
            [any(), own[0], own[1]].into_iter().for_each(|cell| map.block(cell));
            if round % 5 < 2 {
                map.prepare(&profile);
            }
            for _ in 0..4 {
                let (from, to) = (any(), any());
                for own in [&own[..], &[]] {
                    let query = PathQuery::new(from, to).with_own_obstacles(own.iter().copied());
                    let is_found = match map.find_path(&profile, query, &mut search, &mut ()) {
                        Err(PathError::TooCostly) => panic!("no path of this map is too costly"),
                        answer => answer.is_ok(),
                    };
                    found[usize::from(is_found)] += 1;
                    assert_eq!(
                        map.without_obstacles(own).can_reach(&profile, from, to),
                        is_found,
                        "{from} {to} {map:?}"
                    );
                    if own.is_empty() {
                        assert_eq!(map.can_reach(&profile, from, to), is_found, "{from} {to} {map:?}");
                    }
                }
            }
        }
        assert!(found.into_iter().all(|count| count > 1000), "{found:?}");
    }
}
