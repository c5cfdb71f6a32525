//! Costs for an agent with its own path.

use crate::{
    cost::Cost,
    ground::{CostProfile, Heuristic, PLAIN_WEIGHT, Topology},
    map::NavMap,
};
use glam::IVec2;

/// The costs use this many cells of the path before the cell near the agent, and as many after it.
const WINDOW: usize = 8;

/// As many steps before the end of the path, and as many tiles around it, the costs may be those over open ground.
const REACH: usize = 64;

/// The costs for an agent that follows its own path, for use in [`CrowdEnvironment::cost`](crate::crowd::CrowdEnvironment::cost).
/// The costs lead the agent along the path. If the agent has given way, the costs lead the agent back to the path.
///
/// The cost from a cell has two parts: the way from the cell back to a cell of the path, and the rest of the path from there. The
/// cell of the path with the lowest sum is used. So an agent that has given way returns to the path further ahead.
///
/// The way back is measured as if there were no walls. So the way back leads only to the nearby stretch of the path: up to 8 cells
/// before and after the cell of the path that is near the agent. In each direction, the stretch ends earlier where the path makes
/// a detour, because a wall may be there.
///
/// With [`OwnPathCosts::on_map`], the costs near the end of the path are those of a goal field over open ground: the length of the
/// way from a cell to the end of the path. So agents with the same goal come to rest around it, as on a goal field.
#[derive(Clone, Copy, Debug)]
pub struct OwnPathCosts<'a> {
    topology: Topology,
    cells: &'a [IVec2],
    /// The indices of the first and the last cell of the nearby stretch of the path.
    straight: (usize, usize),
    /// The end of the path, if the ground up to there is open.
    open_end: Option<IVec2>,
}

impl<'a> OwnPathCosts<'a> {
    /// The costs for an agent that follows the path `cells`, given from start to goal. `near` is the index of the cell in `cells`
    /// that is near the agent. An index beyond the end means the last cell.
    ///
    /// Looks at 17 cells at most: the cell `near`, and up to 8 cells on each side of it.
    #[must_use]
    pub fn new(topology: Topology, cells: &'a [IVec2], near: usize) -> Self {
        let near = near.min(cells.len().saturating_sub(1));
        let mut costs = Self { topology, cells, straight: (near, near), open_end: None };
        if !cells.is_empty() {
            let before = costs.count_straight(near, cells[..near].iter().rev());
            costs.straight = (near - before, near + costs.count_straight(near, cells[near + 1..].iter()));
        }
        costs
    }

    /// The costs for an agent on a map, as from [`OwnPathCosts::new`]. If the path from the cell `near` to its end has at most 64 steps,
    /// makes no detour, and a straight line to the end touches no walls for `profile`, the costs are those over open ground: they lead
    /// the agent to the end of the path from all sides.
    #[must_use]
    pub fn on_map(map: &NavMap, profile: &CostProfile, cells: &'a [IVec2], near: usize) -> Self {
        let mut costs = Self::new(map.topology(), cells, near);
        let rest = cells.get(near.min(cells.len().saturating_sub(1))..).unwrap_or_default();
        if let (Some(&here), Some(&end)) = (rest.first(), rest.last())
            && rest.len() <= REACH + 1
        {
            let length: u32 = rest.windows(2).map(|step| costs.estimate(step[0], step[1])).sum();
            let is_open = length == costs.estimate(here, end) && map.sees(profile, here, end);
            costs.open_end = is_open.then_some(end);
        }
        costs
    }

    /// The cost from a cell to the end of the path. Each cell of the path costs as much as a straight step onto plain ground. `None` if the
    /// path is empty, or if the cell is too far from the path: more than 8 tiles from the nearby stretch (see [`OwnPathCosts`]),
    /// or over open ground more than 64 tiles from the end.
    #[must_use]
    pub fn cost(&self, cell: IVec2) -> Option<Cost> {
        if let Some(end) = self.open_end {
            let left = self.estimate(cell, end);
            return (left <= self.tile() * REACH as u32).then_some(Cost::from_units(left));
        }
        let (first, last) = self.straight;
        let cells = self.cells.get(first..=last)?;
        let ways = (first..).zip(cells).filter_map(|(index, &on_path)| {
            let left = u32::try_from(self.cells.len() - 1 - index).ok()?.checked_mul(self.tile())?;
            let back = self.estimate(cell, on_path);
            let is_near = back <= self.tile() * WINDOW as u32;
            // A step off the path costs a little more than a step along the path.
            is_near.then(|| Cost::from_units(back.saturating_add(back / 8).saturating_add(left)))
        });
        ways.min()
    }

    fn estimate(&self, from: IVec2, to: IVec2) -> u32 {
        Heuristic::Auto.estimate(from, to, self.topology, PLAIN_WEIGHT).units()
    }

    fn tile(&self) -> u32 {
        Cost::of_step(self.topology.lengths().straight(), PLAIN_WEIGHT).units()
    }

    /// Counts the first cells in `cells`, at most 8, that the path reaches from the index `from` without a detour: the path to
    /// them is as short as over open ground.
    fn count_straight<'c>(&self, from: usize, cells: impl Iterator<Item = &'c IVec2>) -> usize {
        let (mut here, mut along) = (self.cells[from], 0_u32);
        cells
            .take(WINDOW)
            .take_while(|&&cell| {
                along = along.saturating_add(self.estimate(here, cell));
                here = cell;
                along <= self.estimate(self.cells[from], cell)
            })
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Grid, Shape};

    #[test]
    fn a_path_round_a_wall_leads_round_it() {
        // North on one side of a wall, then back south on the other side.
        let up = (0..12).map(|y| IVec2::new(5, y));
        let down = (0..12).rev().map(|y| IVec2::new(7, y));
        let cells: Vec<IVec2> = up.chain([IVec2::new(6, 12)]).chain(down).collect();
        let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles);
        for near in 0..cells.len() - 1 {
            let costs = OwnPathCosts::new(topology, &cells, near);
            assert!(costs.cost(cells[near + 1]).unwrap() < costs.cost(cells[near]).unwrap(), "{near}");
        }
    }

    #[test]
    fn costs_fall_along_the_path_and_rise_beside_it() {
        for shape in Shape::ALL {
            let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles).with_shape(shape);
            let cells: Vec<IVec2> = (0..30).map(|y| IVec2::new(20, y)).collect();
            for near in 0..30 {
                let costs = OwnPathCosts::new(topology, &cells, near);
                let here = costs.cost(cells[near]).unwrap();
                assert_eq!(here == Cost::ZERO, near == 29, "{shape:?}");
                assert!(near == 29 || costs.cost(cells[near + 1]).unwrap() < here, "{shape:?}");
                let beside = cells[near] + IVec2::new(4, 0);
                // On staggered maps, that cell is ahead on the path.
                assert!(shape == Shape::Staggered || costs.cost(beside).unwrap() > here, "{shape:?}");
                assert_eq!(costs.cost(cells[near] + IVec2::new(60, 0)), None);
            }
        }
        assert_eq!(OwnPathCosts::new(Topology::default(), &[], 3).cost(IVec2::ZERO), None);
    }

    #[test]
    fn near_an_end_in_sight_costs_are_those_over_open_ground() {
        for shape in Shape::ALL {
            let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles).with_shape(shape);
            let cells: Vec<IVec2> = (5..30).map(|y| IVec2::new(20, y)).collect();
            let mut map = NavMap::new(Grid::new([40, 40].into(), 1).unwrap(), topology);
            let profile = CostProfile::default();
            let open =
                |map: &NavMap, near, cell| OwnPathCosts::on_map(map, &profile, &cells, near).cost(cell);
            let beyond = IVec2::new(17, 36);
            let steps = Heuristic::Auto.estimate(beyond, cells[24], topology, PLAIN_WEIGHT);
            assert_eq!([0, 20, 24].map(|near| open(&map, near, beyond)), [Some(steps); 3], "{shape:?}");
            // Behind a wall, the costs lead along the path.
            map.set_terrain(IVec2::new(20, 20), 0).unwrap();
            assert_eq!([0, 20].map(|near| open(&map, near, beyond)), [None, Some(steps)], "{shape:?}");
        }
    }
}
