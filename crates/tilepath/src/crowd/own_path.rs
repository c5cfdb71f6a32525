//! Costs for an agent with its own path.

use crate::{
    cost::Cost,
    ground::{CostProfile, Heuristic, PLAIN_WEIGHT, Shape, Topology},
    map::NavMap,
};
use core::ops::Range;
use glam::IVec2;

/// The costs use this many cells of the path before the cell near the agent, and as many after it.
const WINDOW: usize = 8;

/// As many steps before the end of the path, the costs may be those over open ground, and as many tiles around it if all of the ground is open.
const REACH: usize = 64;

/// The costs for an agent that follows its own path, for use in [`CrowdEnvironment::cost`](crate::crowd::CrowdEnvironment::cost).
/// The costs lead the agent along the path. If the agent has given way, the costs lead the agent back to the path.
///
/// The cost from a cell has two parts: the way from the cell back to a cell of the path, and the rest of the path from there. The
/// cell of the path with the lowest sum is used. So an agent that has given way returns to the path further ahead.
///
/// The way back is a straight line that crosses no walls. It leads only to the nearby stretch of the path: up to 8 cells before and after the
/// cell of the path that is near the agent. In each direction, the stretch ends earlier where the path makes a detour, because a wall may be
/// there.
///
/// With [`OwnPathCosts::on_map`], the costs near the end of the path are those of a goal field over open ground: the length of the
/// way from a cell to the end of the path. So agents with the same goal come to rest around it, as on a goal field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnPathCosts<'a> {
    topology: Topology,
    cells: &'a [IVec2],
    /// The indices of the first and the last cell of the nearby stretch of the path.
    straight: (usize, usize),
    /// The length of the path from the last cell of this stretch on.
    left: u32,
    /// Where the costs are those over open ground.
    open: Option<OpenGround<'a>>,
    /// The index of the cell of the path that is near the agent.
    near: usize,
    /// The map, whose walls a way back does not cross, and the profile by which they are walls.
    map: Option<(&'a NavMap, &'a CostProfile)>,
    /// The length of the path beyond the next link, if it leads over one.
    beyond: u32,
}

/// Open ground around the end of a path.
#[derive(Clone, Copy, Debug)]
struct OpenGround<'a> {
    end: IVec2,
    /// The ground reaches so far.
    most: u32,
    /// For an agent that has yet to come there: the rest of its path in it. Then those cells belong to it from which straight lines lead to
    /// the end and to an earlier part of this rest: a cell before another gate may see the end, but not the way there.
    ahead: Option<&'a [IVec2]>,
}

impl<'a> OwnPathCosts<'a> {
    /// The costs for an agent that follows the path `cells`, given from start to goal. `near` is the index of the cell in `cells`
    /// that is near the agent. An index beyond the end means the last cell.
    ///
    /// Looks at 17 cells at most: the cell `near`, and up to 8 cells on each side of it. Each cell of the path counts as one tile.
    #[must_use]
    pub(crate) fn new(topology: Topology, cells: &'a [IVec2], near: usize) -> Self {
        let near = near.min(cells.len().saturating_sub(1));
        let mut costs =
            Self { topology, cells, straight: (near, near), left: 0, open: None, near, map: None, beyond: 0 };
        if !cells.is_empty() {
            let before = costs.count_straight(near, cells[..near].iter().rev());
            costs.straight = (near - before, near + costs.count_straight(near, cells[near + 1..].iter()));
            let after = u32::try_from(cells.len() - 1 - costs.straight.1).unwrap_or(u32::MAX);
            costs.left = after.saturating_mul(costs.tile());
        }
        costs
    }

    /// The costs for an agent on a map, as from [`OwnPathCosts::new`]. If the path from the cell `near` to its end has at most 64 steps,
    /// its *open end* counts: the part that makes no detour and from which a straight line to the end touches no walls for `profile`. There
    /// the costs are those over open ground, so that they lead the agent to the end of the path from all sides.
    ///
    /// If the path leads over a link, the costs lead to where the link begins: the crowd does not go over it.
    #[must_use]
    pub(crate) fn on_map(map: &'a NavMap, profile: &'a CostProfile, cells: &'a [IVec2], near: usize) -> Self {
        let near = near.min(cells.len().saturating_sub(1));
        let stretch =
            if map.grid().links().is_empty() { 0..cells.len() } else { between_links(map, cells, near) };
        let (rest, near) = (cells.len() - stretch.end, near - stretch.start);
        let cells = &cells[stretch];
        let mut costs = Self::new(map.topology(), cells, near);
        costs.map = Some((map, profile));
        costs.beyond = u32::try_from(rest).unwrap_or(u32::MAX).saturating_mul(costs.tile());
        let Some(&end) = cells.last().filter(|_| cells.len() - near <= REACH + 1) else { return costs };
        // On squares, all steps are one of two.
        let [straight, diagonal] = [IVec2::X, IVec2::ONE].map(|step| costs.estimate(IVec2::ZERO, step));
        let is_square = map.topology().shape() == Shape::Square;
        let length_of = |from: IVec2, to: IVec2| match is_square {
            true if from.x != to.x && from.y != to.y => diagonal,
            true => straight,
            false => costs.estimate(from, to),
        };
        let length =
            |cells: &[IVec2]| -> u32 { cells.windows(2).map(|step| length_of(step[0], step[1])).sum() };
        let mut left = length(&cells[near..]);
        let mut open_from = near;
        let is_open = |at, left| left == costs.estimate(at, end) && map.leads_straight(profile, at, end);
        while open_from + 1 < cells.len() && !is_open(cells[open_from], left) {
            left -= length(&cells[open_from..open_from + 2]);
            open_from += 1;
        }
        // Beside the open end, the way back to the path may lead through walls.
        let last = costs.straight.1.min(open_from);
        costs.left = left + (open_from - last) as u32 * costs.tile();
        costs.straight = (costs.straight.0.min(last), last);
        // 64 diagonal steps are longer than 64 tiles. The ground reaches at least 8 tiles beyond the agent, so that the agent has a cost.
        let most = left + costs.tile() * WINDOW as u32;
        costs.open = Some(match open_from == near {
            true => OpenGround { end, most: most.max(costs.tile() * REACH as u32), ahead: None },
            false => OpenGround { end, most, ahead: Some(&cells[open_from..]) },
        });
        costs
    }

    /// The cost from a cell to the end of the path. Each cell of the path before its open end costs as much as a straight step onto plain
    /// ground. `None` if the path is empty, or if the cell is too far from the path: more than 8 tiles from the nearby stretch (see
    /// [`OwnPathCosts`]), or over open ground more than 64 tiles from the end, and 8 tiles farther than the agent.
    #[must_use]
    pub(crate) fn cost(&self, cell: IVec2) -> Option<Cost> {
        Some(self.cost_of_stretch(cell)?.saturating_add(Cost::from_units(self.beyond)))
    }

    /// The cost up to the end of the path, or up to the next link.
    fn cost_of_stretch(&self, cell: IVec2) -> Option<Cost> {
        if let Some(open) = &self.open {
            let left = self.estimate(cell, open.end);
            if self.is_in_open_ground(open, cell, left) {
                return Some(Cost::from_units(left));
            }
            // All of the ground is open, and the cell is beyond it.
            open.ahead?;
        }
        let units = match self.way_back(cell) {
            Some(units) => units,
            // There is a wall between the cell and all of the stretch: it is a way round.
            None => self.ways(cell).min()?.0.saturating_add(self.tile() * WINDOW as u32),
        };
        Some(Cost::from_units(units))
    }

    /// The lowest cost over cells of the nearby stretch of the path to which a straight line leads. `None` if there is no such cell.
    fn way_back(&self, cell: IVec2) -> Option<u32> {
        let mut last = None;
        loop {
            let way = self.ways(cell).filter(|&way| last.is_none_or(|last| way > last)).min()?;
            let (_, last_but) = way;
            if self.sees(cell, self.cells[self.straight.1 - last_but as usize]) {
                return Some(way.0);
            }
            last = Some(way);
        }
    }

    /// For each cell of the nearby stretch of the path that is not too far from a cell: the cost of a straight line to it and of the rest of
    /// the path, and how many cells of the stretch come after it.
    fn ways(&self, cell: IVec2) -> impl Iterator<Item = (u32, u32)> {
        let (first, last) = self.straight;
        let cells = self.cells.get(first..=last).unwrap_or_default();
        (0_u32..).zip(cells.iter().rev()).filter_map(move |(before_last, &on_path)| {
            let back = self.estimate(cell, on_path);
            let left = self.left.saturating_add(before_last * self.tile());
            let is_near = back <= self.tile() * WINDOW as u32;
            // A step off the path costs a little more than a step along the path.
            is_near.then(|| (back.saturating_add(back / 8).saturating_add(left), before_last))
        })
    }

    /// Whether the path leads on over a neighbour of the agent's cell, or a straight line from there over open ground. There may be a wall before
    /// other cells that are as near to the end.
    #[must_use]
    pub(crate) fn leads_over(&self, cell: IVec2) -> bool {
        let sees_end = |open: OpenGround<'_>| {
            let left = self.estimate(cell, open.end);
            !self.is_in_open_ground(&open, cell, left) || self.sees(cell, open.end)
        };
        self.cells.iter().skip(self.near).take(2).any(|&on_path| on_path == cell)
            || self.open.is_none_or(sees_end)
    }

    /// Whether the costs of a cell are those over open ground. `left`: the length of the way from it to the end of the path.
    fn is_in_open_ground(&self, open: &OpenGround, cell: IVec2, left: u32) -> bool {
        left <= open.most
            && open.ahead.is_none_or(|rest| {
                let (first, last) = self.straight;
                let end = rest.len() - 1;
                let sees = |nth: usize| self.sees(cell, rest[nth.min(end)]);
                // A cell of the path before it may see the end, but the path from there makes a detour.
                !self.cells[first..last].contains(&cell)
                    && sees(end)
                    && [0, 2, end / 2, end * 3 / 4].into_iter().any(sees)
            })
    }

    /// Whether a straight line between two cells crosses no walls. `true` without a map.
    fn sees(&self, from: IVec2, to: IVec2) -> bool {
        self.map.is_none_or(|(map, profile)| map.leads_straight(profile, from, to))
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

/// The indices of the cells of a path from the last link before an index to the first link after it. Links that are too far to make a difference
/// do not count.
fn between_links(map: &NavMap, cells: &[IVec2], near: usize) -> Range<usize> {
    let shape = map.topology().shape();
    let is_link = |nth: usize| shape.distance_squared(cells[nth], cells[nth + 1]) > 2;
    let last = (near + REACH + 1).min(cells.len().saturating_sub(1));
    let end = (near..last).find(|&nth| is_link(nth)).map_or(cells.len(), |nth| nth + 1);
    let start = (near.saturating_sub(WINDOW)..near).rev().find(|&nth| is_link(nth)).map_or(0, |nth| nth + 1);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DiagonalRule, Grid};

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

    /// On the last 64 steps, straight ones or diagonal ones.
    #[test]
    fn on_open_ground_every_cell_of_a_path_has_a_lower_cost_than_the_one_before() {
        for shape in Shape::ALL {
            let topology = Topology::square(DiagonalRule::OnlyWhenNoObstacles).with_shape(shape);
            let map = NavMap::new(Grid::new([150, 150].into(), 1).unwrap(), topology);
            let profile = CostProfile::default();
            for step in [IVec2::X, IVec2::Y, IVec2::ONE] {
                let cells: Vec<IVec2> = (0..140).map(|nth| IVec2::splat(5) + step * nth).collect();
                for near in 0..139 {
                    let costs = OwnPathCosts::on_map(&map, &profile, &cells, near);
                    let [here, next] = [near, near + 1].map(|nth| costs.cost(cells[nth]));
                    assert!(next < here && next.is_some(), "{shape:?}, {step}, {near}: {here:?}, {next:?}");
                }
            }
        }
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
            // Before a wall, the costs lead along the path up to the cell from which the end is in sight.
            map.set_terrain(IVec2::new(20, 20), 0).unwrap();
            assert_eq!([0, 20].map(|near| open(&map, near, beyond)), [Some(steps); 2], "{shape:?}");
            let along = [7, 8, 9].map(|y| open(&map, 0, IVec2::new(20, y)));
            assert!(
                along.is_sorted_by(|one, next| one > next) && along[2] > open(&map, 0, cells[20]),
                "{shape:?}"
            );
        }
    }
}
