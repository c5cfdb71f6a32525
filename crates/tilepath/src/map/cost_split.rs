//! What a path pays for: its length, its terrain and its danger.

use super::without_obstacles::MapWithoutObstacles;
use crate::{
    cost::Cost,
    ground::{CostProfile, LinkStep, PLAIN_WEIGHT, PricedGrid, weight},
};
use glam::IVec2;

/// The cost of a path, split into three parts whose sum is exactly the cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CostSplit {
    /// What the path would cost on plain ground: terrain cost 1 and no danger.
    pub length: Cost,
    /// The part of the cost that comes from terrain with a cost above 1: the extra over plain ground.
    pub terrain: Cost,
    /// What danger adds to the cost, multiplied by the agent's [aversion](crate::Aversion).
    pub danger: Cost,
}

impl CostSplit {
    /// The cost of the whole path: the sum of the three parts.
    #[must_use]
    pub const fn total(self) -> Cost {
        self.length.saturating_add(self.terrain).saturating_add(self.danger)
    }

    fn checked_add(self, other: Self) -> Option<Self> {
        let sum = Self {
            length: self.length.checked_add(other.length)?,
            terrain: self.terrain.checked_add(other.terrain)?,
            danger: self.danger.checked_add(other.danger)?,
        };
        // The parts may fit where their sum does not.
        sum.length.checked_add(sum.terrain)?.checked_add(sum.danger)?;
        Some(sum)
    }

    /// The split cost of a link without the cell where it ends. `None` if the cost can't be represented.
    fn of_link(link: &LinkStep, straight: u32, profile: &CostProfile) -> Option<Self> {
        let of_cost = |cost| u32::try_from(link.extra(straight, weight::of_terrain(cost))).ok();
        let (plain, whole) = (of_cost(1)?, of_cost(profile.cost(link.class))?);
        let [length, terrain] = [plain, whole.saturating_sub(plain)].map(Cost::from_units);
        Some(Self { length, terrain, danger: Cost::ZERO })
    }

    /// The split cost of passing the walls on the edge between two cells. `None` if the cost can't be represented.
    fn of_toll(priced: &PricedGrid, profile: &CostProfile, (from, to): (IVec2, IVec2)) -> Option<Self> {
        let toll = |of_class: &dyn Fn(u8) -> u16| {
            u32::try_from(priced.foot_steps().toll(from, to, |class| weight::of_terrain(of_class(class))))
                .ok()
        };
        let (plain, whole) = (toll(&|_| 1)?, toll(&|class| profile.cost(class))?);
        let [length, terrain] = [plain, whole.saturating_sub(plain)].map(Cost::from_units);
        Some(Self { length, terrain, danger: Cost::ZERO })
    }

    /// The split cost of one step of this length onto a cell of this weight. `terrain` is the weight of the cell without danger.
    /// `None` if the cost can't be represented.
    const fn of_step(length: u32, terrain: u32, weight: u32) -> Option<Self> {
        if Cost::of_step(length, weight).units() == Cost::INFINITE.units() {
            return None;
        }
        Some(Self {
            length: Cost::of_step(length, PLAIN_WEIGHT),
            terrain: Cost::of_step(length, terrain - PLAIN_WEIGHT),
            danger: Cost::of_step(length, weight - terrain),
        })
    }
}

impl MapWithoutObstacles<'_> {
    /// The cost of a path along these cells, split into length, terrain and danger. `None` if a cell is a wall, if a step is
    /// illegal, or if the cost can't be represented, as in [`MapWithoutObstacles::path_cost`].
    ///
    /// ```
    /// use tilepath::{Cost, CostProfile, Grid, NavMap, Topology};
    /// let map = NavMap::new(Grid::from_rows([[1, 3]])?, Topology::default());
    /// let split = map.without_obstacles(&[]).split_cost(&CostProfile::default(), &[[0, 0].into(), [1, 0].into()]).unwrap();
    /// assert_eq!((split.length, split.terrain), (Cost::from_units(6528), Cost::from_units(2 * 6528)));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub fn split_cost(&self, profile: &CostProfile, cells: &[IVec2]) -> Option<CostSplit> {
        let map = self.map();
        let priced = map.priced(profile);
        let free = |cell| self.is_free(profile, cell);
        if cells.first().is_some_and(|&first| !free(first)) {
            return None;
        }
        cells.windows(2).try_fold(CostSplit::default(), |split, pair| {
            let &[from, to] = pair else { return None };
            let link = self.crossing(profile, from, to);
            let lengths = map.topology().lengths();
            let length = match &link {
                Some(_) => Some(lengths.straight()),
                None => priced.foot_steps().length(from, to, free),
            };
            let length = length.filter(|_| free(from) && free(to))?;
            let class = self.class_of_place(profile, to)?;
            let weight = priced.weight_as(map.grid().index(to)?, class);
            let terrain = u32::from(map.seen_by(profile).cost(profile, class)) * PLAIN_WEIGHT;
            let step = split.checked_add(CostSplit::of_step(length, terrain, weight)?)?;
            match link {
                Some(link) => step.checked_add(CostSplit::of_link(&link, lengths.straight(), profile)?),
                None => step.checked_add(CostSplit::of_toll(&priced, profile, (from, to))?),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{DangerStamp, DiagonalRule, Falloff, Grid, NavLink, Shape, Topology},
        map::NavMap,
    };

    /// On random maps of every shape, for random walks, legal or not.
    #[test]
    fn the_parts_add_up_to_the_cost_wherever_there_is_one() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut split_up = 0;
        for round in 0..400 {
            let size = glam::UVec2::new(random.u32(1..9), random.u32(1..9));
            let grid = Grid::from_fn(size, |_| random.u8(..9).min(4)).unwrap();
            let topology = Topology::square(DiagonalRule::ALL[round % 4]);
            let mut map = NavMap::new(grid, topology.with_shape(Shape::ALL[round % Shape::ALL.len()]));
            for layer in 0..2 {
                let stamp = DangerStamp::new(2.0, 3.5, Falloff::Linear).unwrap();
                map.add_danger(layer, &stamp, IVec2::new(random.i32(0..9), random.i32(0..9))).unwrap();
            }
            let profile = CostProfile::default().with_aversion(1, random.f32() * 3.0).unwrap();
            let own = [IVec2::new(random.i32(0..9), random.i32(0..9))];
            map.block(own[0]);
            let mut any = || IVec2::new(random.i32(0..9), random.i32(0..9));
            let link = NavLink::new(any(), any()).with_class(3).with_length(1.5).unwrap();
            // From a cell to itself it is refused.
            let _ = map.link(link);
            let seen = map.without_obstacles(&own);
            for _ in 0..60 {
                let mut at = IVec2::new(random.i32(0..9), random.i32(0..9));
                let mut cells = vec![at];
                if random.u8(..4) == 0 {
                    (cells, at) = (vec![link.from(), link.to()], link.to());
                }
                for _ in 0..random.usize(0..5) {
                    at += IVec2::new(random.i32(-1..2), random.i32(-1..2));
                    cells.push(at);
                }
                let split = seen.split_cost(&profile, &cells);
                assert_eq!(split.map(CostSplit::total), seen.path_cost(&profile, &cells), "{cells:?}");
                let has_all = |split: CostSplit| {
                    split.terrain.units().min(split.danger.units()).min(split.length.units()) > 0
                };
                split_up += usize::from(split.is_some_and(has_all));
            }
        }
        assert!(split_up > 100, "only {split_up} paths have all parts");
    }

    #[test]
    fn a_cost_that_can_not_be_represented_is_not_split() {
        let step = CostSplit::of_step(4096, 16, 200_000).unwrap();
        let sum = (0..20).try_fold(CostSplit::default(), |sum, _| sum.checked_add(step));
        assert_eq!(sum, None);
        assert_eq!(CostSplit::of_step(1, 16, u32::MAX >> 1), None);
    }
}
