//! The right answer to a question, by brute force.

use super::question::Question;
use crate::{oracle, world::World};
use glam::IVec2;

/// What the cheapest path costs and where it may end.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// The cost of the path.
    pub cost: u64,
    /// Whether it ends at a goal, or as near as one can get.
    pub reached: bool,
    /// All cells at which such a path ends.
    pub ends: Vec<IVec2>,
}

impl Truth {
    /// Looks at every cell, given what each costs to reach (`u64::MAX` for never). `None` if there is no path.
    pub fn of(question: &Question, world: &World, costs: &[u64]) -> Option<Self> {
        let reachable =
            |&(index, &cost): &(usize, &u64)| (cost < u64::MAX).then(|| (world.cell(index), cost));
        let all = || costs.iter().enumerate().filter_map(|cell| reachable(&cell));
        let goals = all().filter(|&(cell, _)| question.is_goal(cell));
        if let Some((cost, ends)) = least(goals) {
            return Some(Self { cost, reached: true, ends });
        }
        if !question.partial {
            return None;
        }
        let ranked = all().map(|(cell, cost)| (cell, (question.distance_squared(cell), cost)));
        let ((_, cost), ends) = least(ranked)?;
        Some(Self { cost, reached: false, ends })
    }

    /// Says what is wrong with a path to this question, found at this cost.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(
        &self,
        question: &Question,
        world: &World,
        cells: &[IVec2],
        cost: u64,
        reached: bool,
    ) -> Result<(), String> {
        let end = *cells.last().ok_or("a path without cells")?;
        let paid = oracle::price(world, cells, question.start, end)?;
        if paid != cost {
            return Err(format!("claims to cost {cost}, costs {paid}"));
        }
        if cost != self.cost || reached != self.reached || !self.ends.contains(&end) {
            return Err(format!("ends at {end} for {cost} (at a goal: {reached}), right is {self:?}"));
        }
        Ok(())
    }
}

/// The least rank and all cells that have it.
fn least<R: Ord + Copy>(cells: impl Iterator<Item = (IVec2, R)>) -> Option<(R, Vec<IVec2>)> {
    let mut best: Option<(R, Vec<IVec2>)> = None;
    for (cell, rank) in cells {
        match &mut best {
            Some((least, ends)) if rank == *least => ends.push(cell),
            Some((least, _)) if rank > *least => {}
            _ => best = Some((rank, vec![cell])),
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generate,
        oracle::Oracle,
        scenario::{Case, Scenario},
        world::Edit,
    };

    /// An open field of 9 by 9 cells with a wall at x = 4.
    fn halves() -> World {
        let mut world = Scenario::new(&generate::open_field(9), &Case::named("uniform"), 0).world;
        (0..9).for_each(|y| world.apply(Edit::Block(IVec2::new(4, y))));
        world
    }

    #[test]
    fn a_range_ends_beside_the_goal_and_a_partial_path_before_the_wall() {
        let world = halves();
        let costs = Oracle::default().all(&world, IVec2::new(0, 4)).to_vec();
        let truth = |question: Question| Truth::of(&question, &world, &costs);
        let start = IVec2::new(0, 4);
        let plain = |x| Question::plain(start, IVec2::new(x, 4));
        let straight = |steps: u64| steps * 408 * 16;
        let near = truth(Question { range: 1.0, ..plain(3) }).unwrap();
        assert_eq!((near.cost, near.reached, near.ends), (straight(2), true, vec![IVec2::new(2, 4)]));
        assert_eq!(truth(plain(6)), None);
        let partial = truth(Question { partial: true, ..plain(6) }).unwrap();
        assert_eq!(
            (partial.cost, partial.reached, &partial.ends[..]),
            (straight(3), false, &[IVec2::new(3, 4)][..])
        );
        let cells: Vec<IVec2> = (0..4).map(|x| IVec2::new(x, 4)).collect();
        let question = Question { partial: true, ..plain(6) };
        assert_eq!(partial.check(&question, &world, &cells, straight(3), false), Ok(()));
        assert!(partial.check(&question, &world, &cells, straight(3), true).is_err());
        assert!(partial.check(&question, &world, &cells[..3], straight(2), false).is_err());
        assert!(partial.check(&question, &world, &cells, straight(2), false).is_err());
    }
}
