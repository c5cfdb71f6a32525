//! The kinds of questions that are measured, made of a plain one.

use super::question::Question;
use crate::world::World;
use fastrand::Rng;
use glam::IVec2;

/// What is asked beside the plain question.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A path that ends this near to the goal, in tiles.
    Within(f32),
    /// The nearest of this many goals: the one of the plain question and other free cells of its region.
    NearestOf(usize),
    /// A partial path is allowed, but the goal can be reached.
    PartialReachable,
    /// A partial path to the cell nearest to the goal that can't be reached: a wall, or a free cell that is walled in.
    PartialWalled,
}

impl Kind {
    /// All that are measured.
    pub const ALL: [Self; 5] = [
        Self::Within(1.5),
        Self::Within(5.0),
        Self::NearestOf(5),
        Self::PartialReachable,
        Self::PartialWalled,
    ];

    /// Its name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Within(range) => format!("within {range}"),
            Self::NearestOf(goals) => format!("nearest of {goals}"),
            Self::PartialReachable => "partial path, goal reachable".into(),
            Self::PartialWalled => "partial path, goal walled in".into(),
        }
    }

    /// The question of this kind between the ends of a plain one, given what each cell costs to reach (`u64::MAX` for never). `None` if
    /// the start is a wall or the map has no goal for it.
    pub fn question(
        self,
        world: &World,
        [start, goal]: [IVec2; 2],
        costs: &[u64],
        random: &mut Rng,
    ) -> Option<Question> {
        if !world.is_free(start) {
            return None;
        }
        let plain = Question::plain(start, goal);
        Some(match self {
            Self::Within(range) => Question { range, ..plain },
            Self::NearestOf(count) => {
                let other = || world.cell(random.usize(..world.cell_count()));
                let home = |&cell: &IVec2| costs[world.index(cell)] < u64::MAX;
                let others = std::iter::repeat_with(other).filter(home).take(count - 1);
                Question { goals: std::iter::once(goal).chain(others).collect(), ..plain }
            }
            Self::PartialReachable => Question { partial: true, ..plain },
            Self::PartialWalled => {
                let never = (0..costs.len()).filter(|&index| costs[index] == u64::MAX);
                let walled =
                    never.map(|index| world.cell(index)).min_by_key(|cell| cell.distance_squared(goal))?;
                Question { partial: true, goals: vec![walled], ..plain }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generate, oracle::Oracle, scenario::Case, scenario::Scenario, world::Edit};

    #[test]
    fn goals_are_in_the_region_but_the_walled_one_is_the_nearest_that_is_not() {
        let mut world = Scenario::new(&generate::open_field(20), &Case::named("uniform"), 0).world;
        (0..20).for_each(|y| world.apply(Edit::Block(IVec2::new(12, y))));
        let ends = [IVec2::new(1, 1), IVec2::new(9, 5)];
        let costs = Oracle::default().all(&world, ends[0]).to_vec();
        let mut random = Rng::with_seed(7);
        let mut goals = |kind: Kind| kind.question(&world, ends, &costs, &mut random).unwrap().goals;
        assert_eq!(goals(Kind::PartialWalled), [IVec2::new(12, 5)]);
        let five = goals(Kind::NearestOf(5));
        assert!(five.len() == 5 && five[0] == ends[1] && five.iter().all(|goal| goal.x < 12), "{five:?}");
        let wall = [IVec2::new(12, 1), ends[1]];
        assert_eq!(Kind::Within(5.0).question(&world, wall, &costs, &mut random), None);
    }
}
