//! Where an agent in a wall gets out.

use super::{
    link_reach::{Along, RegionLabels},
    without_obstacles::MapWithoutObstacles,
};
use crate::ground::CostProfile;
use glam::IVec2;

impl MapWithoutObstacles<'_> {
    /// The free cell to which an agent in a wall walks out on its way to one of the goals. An agent gets into a wall if a wall is
    /// built on its cell, for example when a gate closes.
    ///
    /// The exit is the first of these cells that exists:
    /// 1. The free cell nearest to `wall`, if a path leads from this cell to a goal.
    /// 2. The free neighbour of `wall` from which a path leads to a goal. If there are several, the neighbour nearest to `wall`.
    ///    So an agent in a closed gate leaves on the side of its goal, even if the nearest free cell is on the other side.
    /// 3. The free cell nearest to `wall`, if `wall` is on the map.
    ///
    /// If a wall on an edge stands between `wall` and the nearest cell, free neighbours to which no such wall bars the step come first.
    ///
    /// On a map without [regions](crate::NavMap::regions) for the profile, the exit is the free cell nearest to `wall`. If a
    /// goal is in a wall, the free cell nearest to this goal is used instead.
    ///
    /// `None` if there is no exit, for example because every cell is a wall.
    ///
    /// Takes O(d²) if the nearest free cell is d tiles away.
    #[must_use]
    pub fn exit_towards(&self, profile: &CostProfile, wall: IVec2, goals: &[IVec2]) -> Option<IVec2> {
        let (map, nearest) = (self.map(), self.nearest_free(profile, wall)?);
        let Some(regions) = map.regions(profile) else { return Some(nearest) };
        let label = |cell: IVec2| regions.label(map.grid().index(cell)?);
        let goal = |&goal: &IVec2| label(goal).or_else(|| label(self.nearest_free(profile, goal)?));
        if map.grid().links().is_empty() {
            return self.exit_where(profile, wall, |exit| {
                let here = label(exit);
                here.is_some() && goals.iter().any(|cell| goal(cell) == here)
            });
        }
        let mut leads_on: RegionLabels = goals.iter().filter_map(goal).collect();
        map.follow_links(profile, regions, Along::Backward, &mut leads_on);
        self.exit_where(profile, wall, |exit| label(exit).is_some_and(|here| leads_on.contains(&here)))
    }

    /// The free cell to which an agent in a wall walks out. `leads_on(cell)` says whether the agent can go on from a cell.
    ///
    /// The exit is the first of these cells that exists:
    /// 1. The free cell nearest to `wall`, if `leads_on` returns `true` for this cell.
    /// 2. The free neighbour of `wall` for which `leads_on` returns `true`. If there are several, the neighbour nearest to
    ///    `wall`.
    /// 3. The free cell nearest to `wall`, if `wall` is on the map.
    ///
    /// If a wall on an edge stands between `wall` and the nearest cell, free neighbours to which no such wall bars the step come first.
    ///
    /// `None` if there is no exit, for example because every cell is a wall.
    #[must_use]
    pub fn exit_where(
        &self,
        profile: &CostProfile,
        wall: IVec2,
        leads_on: impl Fn(IVec2) -> bool,
    ) -> Option<IVec2> {
        let nearest = self.nearest_free(profile, wall)?;
        let (topology, steps) = (self.map().topology(), self.map().foot_steps(profile));
        let stands_between = topology.shape().have_edge(wall, nearest) && !steps.lets_pass(wall, nearest);
        if leads_on(nearest) && !stands_between {
            return Some(nearest);
        }
        let distance = |cell: IVec2| (!leads_on(cell), topology.distance_squared(cell, wall), cell.y, cell.x);
        let mut exit: Option<IVec2> = None;
        steps.for_each(
            wall,
            |cell| self.is_free(profile, cell),
            |beside, _| {
                if exit.is_none_or(|exit| distance(beside) < distance(exit)) {
                    exit = Some(beside);
                }
            },
        );
        exit.filter(|&exit| leads_on(exit) || stands_between).or(Some(nearest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CellRect, Grid, Shape, Topology},
        map::NavMap,
    };
    use glam::UVec2;

    /// A prepared map that a wall along a row or column cuts in two.
    fn cut_in_two(shape: Shape, is_column: bool) -> NavMap {
        let is_wall = |at: IVec2| if is_column { at.x == 5 } else { at.y == 5 };
        let grid = Grid::from_fn(UVec2::splat(11), |at| u8::from(!is_wall(at))).unwrap();
        let mut map = NavMap::new(grid, Topology::default().with_shape(shape));
        map.prepare(&CostProfile::default());
        map
    }

    #[test]
    fn an_exit_is_at_the_side_from_which_a_path_leads_on_or_the_nearest() {
        let profile = CostProfile::default();
        for shape in Shape::ALL {
            for is_column in [false, true] {
                let map = cut_in_two(shape, is_column);
                let without = map.without_obstacles(&[]);
                let regions = map.regions(&profile).unwrap();
                let label = |cell: IVec2| regions.label(map.grid().index(cell).unwrap());
                let (near, far) = (IVec2::ZERO, IVec2::splat(10));
                if label(near) == label(far) {
                    // Staggered cells touch across a line of walls.
                    assert_eq!(shape, Shape::Staggered);
                    continue;
                }
                let gate = IVec2::splat(5);
                let nearest = map.nearest_free(&profile, gate);
                for goal in [near, far] {
                    let exit = without.exit_towards(&profile, gate, &[goal]).unwrap();
                    assert_eq!(label(exit), label(goal), "{shape:?}: {exit} for {goal}");
                    let distance = |cell| shape.distance_squared(cell, gate);
                    let all = CellRect::of_cell(gate).grown(5).cells();
                    let least = all.filter(|&cell| label(cell) == label(goal)).map(distance).min();
                    assert_eq!(Some(distance(exit)), least, "{shape:?}");
                }
                assert_eq!(without.exit_towards(&profile, gate, &[near, far]), nearest, "{shape:?}");
                assert_eq!(without.exit_towards(&profile, gate, &[]), nearest, "no goal");
                let beyond = IVec2::splat(400);
                assert!(without.exit_towards(&profile, gate, &[beyond]).is_some());
            }
        }
    }

    #[test]
    fn before_a_map_is_prepared_and_where_nothing_is_free_the_rule_is_the_nearest() {
        let profile = CostProfile::default();
        let grid = Grid::from_fn(UVec2::splat(9), |at| u8::from(at.x != 4)).unwrap();
        let map = NavMap::new(grid, Topology::default());
        let gate = IVec2::splat(4);
        let exit = map.without_obstacles(&[]).exit_towards(&profile, gate, &[IVec2::ZERO]);
        assert_eq!(exit, map.nearest_free(&profile, gate));
        let walls = NavMap::new(Grid::new(UVec2::splat(3), 0).unwrap(), Topology::default());
        assert_eq!(walls.without_obstacles(&[]).exit_towards(&profile, IVec2::ONE, &[IVec2::ZERO]), None);
    }

    #[test]
    fn an_agent_in_a_thick_wall_gets_out_at_its_own_side() {
        let profile = CostProfile::default();
        let grid = Grid::from_fn(UVec2::new(11, 3), |at| u8::from(!(5..7).contains(&at.x))).unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        map.prepare(&profile);
        for (wall, goal) in [(5, 0), (5, 10), (6, 0), (6, 10)] {
            let exit = map.without_obstacles(&[]).exit_towards(
                &profile,
                IVec2::new(wall, 1),
                &[IVec2::new(goal, 1)],
            );
            assert_eq!(exit, Some(IVec2::new(if wall == 5 { 4 } else { 7 }, 1)), "{wall} {goal}");
        }
    }

    #[test]
    fn a_goal_in_a_wall_counts_as_the_free_cell_beside_it() {
        let mut map = cut_in_two(Shape::Square, true);
        map.set_terrain(IVec2::new(8, 5), 0).unwrap();
        let exit = map.without_obstacles(&[]).exit_towards(
            &CostProfile::default(),
            IVec2::splat(5),
            &[IVec2::new(8, 5)],
        );
        assert_eq!(exit, Some(IVec2::new(6, 5)));
    }
}
