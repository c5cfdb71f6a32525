//! What is right: Dijkstra's algorithm and a check of paths step by step, both on nothing but the [`World`].

use crate::world::World;
use glam::IVec2;
use std::{cmp::Reverse, collections::BinaryHeap};

/// Dijkstra's algorithm with scratch memory that is used again.
#[derive(Default)]
pub struct Oracle {
    cost: Vec<u64>,
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Oracle {
    /// The cost of the cheapest path, or `None` if there is none.
    pub fn cheapest(&mut self, world: &World, start: IVec2, goal: IVec2) -> Option<u64> {
        if !world.is_free(goal) {
            return None;
        }
        let goal = world.index(goal);
        self.run(world, start, Some(goal));
        Some(self.cost[goal]).filter(|&cost| cost < u64::MAX)
    }

    /// What each cell costs to reach, in row-major order; `u64::MAX` for those that can't be reached.
    pub fn all(&mut self, world: &World, start: IVec2) -> &[u64] {
        self.run(world, start, None);
        &self.cost
    }

    /// Expands cells until the goal is expanded. Without one, all that can be reached.
    fn run(&mut self, world: &World, start: IVec2, goal: Option<usize>) {
        self.cost.clear();
        self.cost.resize(world.cell_count(), u64::MAX);
        self.open.clear();
        if world.is_free(start) {
            self.offer(world.index(start), 0);
        }
        while let Some(Reverse((cost, index))) = self.open.pop() {
            let index = index as usize;
            if goal == Some(index) {
                return;
            }
            if cost == self.cost[index] {
                self.expand(world, index, cost);
            }
        }
    }

    fn offer(&mut self, index: usize, cost: u64) {
        if cost < self.cost[index] {
            self.cost[index] = cost;
            self.open.push(Reverse((cost, index as u32)));
        }
    }

    fn expand(&mut self, world: &World, index: usize, cost: u64) {
        let from = world.cell(index);
        for y in -1..=1 {
            for x in -1..=1 {
                let to = from + IVec2::new(x, y);
                if let Some(length) = world.step_length(from, to) {
                    let entered = world.index(to);
                    self.offer(entered, cost + u64::from(length) * u64::from(world.weight(entered)));
                }
            }
        }
    }
}

/// The cost of a path, or what is wrong with it.
pub fn price(world: &World, cells: &[IVec2], start: IVec2, goal: IVec2) -> Result<u64, String> {
    if cells.first() != Some(&start) || cells.last() != Some(&goal) {
        return Err(format!("it leads from {:?} to {:?}", cells.first(), cells.last()));
    }
    cells.windows(2).try_fold(0, |total, pair| match world.step_length(pair[0], pair[1]) {
        Some(length) => Ok(total + u64::from(length) * u64::from(world.weight(world.index(pair[1])))),
        None => Err(format!("the step from {} to {} is illegal", pair[0], pair[1])),
    })
}

/// The length of a path in tiles, a diagonal step counted as √2.
pub fn length_in_tiles(cells: &[IVec2]) -> f64 {
    let diagonal = cells.windows(2).filter(|pair| (pair[1] - pair[0]).abs() == IVec2::ONE).count();
    let straight = cells.len().saturating_sub(1) - diagonal;
    straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generate, peers, scenario::Case, scenario::Scenario};

    #[test]
    fn it_agrees_with_the_reference_under_every_rule() {
        for case in ["uniform", "corners", "four", "weighted", "danger"].map(Case::named) {
            let map = generate::tower_field(40);
            let world = Scenario::new(&map, &case, 0).world;
            let mut reference = (peers::REFERENCE.enter)(&world);
            let mut oracle = Oracle::default();
            for query in map.spread(60) {
                let cheapest = oracle.cheapest(&world, query.start, query.goal);
                assert_eq!(reference.solve(query.start, query.goal), cheapest.is_some());
                let priced = price(&world, &reference.cells(), query.start, query.goal);
                assert_eq!(priced.ok(), cheapest, "{}", case.name);
            }
        }
    }

    #[test]
    fn a_step_through_a_corner_has_no_price_where_corners_must_not_be_cut() {
        let mut world = Scenario::new(&generate::open_field(4), &Case::named("uniform"), 0).world;
        let cells = [IVec2::ZERO, IVec2::ONE];
        assert_eq!(price(&world, &cells, cells[0], cells[1]), Ok(577 * 16));
        world.apply(crate::world::Edit::Block(IVec2::X));
        assert!(price(&world, &cells, cells[0], cells[1]).is_err());
    }
}
