//! The map as an agent sees it that is an obstacle itself.

use super::nav_map::NavMap;
use crate::{cost::Cost, ground::CostProfile};
use glam::IVec2;

/// A map as an agent sees it whose own obstacles are on it, made by [`NavMap::without`].
#[derive(Clone, Copy, Debug)]
pub struct MapWithout<'a> {
    map: &'a NavMap,
    own: &'a [IVec2],
}

impl NavMap {
    /// The map without one obstacle on each of these cells, as an agent sees it that has put these obstacles there itself. A cell that is
    /// listed `n` times loses `n` obstacles. Cells without obstacles stay as they are.
    ///
    /// Nothing is copied: each question looks at the list.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([4, 1].into(), 1)?, Topology::default());
    /// let (profile, own) = (CostProfile::default(), [[1, 0].into()]);
    /// map.block(own[0]);
    /// assert!(!map.is_free(&profile, own[0]) && map.without(&own).is_free(&profile, own[0]));
    /// map.block(own[0]); // the obstacle of another
    /// assert!(!map.without(&own).is_free(&profile, own[0]));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub const fn without<'a>(&'a self, own: &'a [IVec2]) -> MapWithout<'a> {
        MapWithout { map: self, own }
    }
}

impl<'a> MapWithout<'a> {
    /// The map itself, with all obstacles.
    #[must_use]
    pub const fn map(&self) -> &'a NavMap {
        self.map
    }

    /// The class of a cell, or `None` outside the map.
    #[must_use]
    #[inline]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        let class = self.map.grid.class(cell)?;
        if self.own.is_empty() || class != 0 {
            return Some(class);
        }
        let index = self.map.grid.index(cell)?;
        let own = self.own.iter().filter(|&&own| own == cell).count();
        let is_bare = self.map.obstacles[index] as usize <= own;
        Some(if is_bare { self.map.terrain[index] } else { class })
    }

    /// As [`NavMap::is_free`].
    #[must_use]
    #[inline]
    pub fn is_free(&self, profile: &CostProfile, cell: IVec2) -> bool {
        self.class(cell).is_some_and(|class| profile.cost(class) > 0)
    }

    /// As [`NavMap::allows_step`].
    #[must_use]
    pub fn allows_step(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let free = |cell| self.is_free(profile, cell);
        free(from) && free(to) && self.map.topology.step_length(from, to, free).is_some()
    }

    /// As [`NavMap::nearest_free`].
    #[must_use]
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<IVec2> {
        let squared = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let rank = |at: IVec2| (squared(at.x, cell.x).saturating_add(squared(at.y, cell.y)), at.y, at.x);
        let own = self.own.iter().copied().filter(|&own| self.is_free(profile, own));
        own.chain(self.map.nearest_free(profile, cell)).min_by_key(|&at| rank(at))
    }

    /// The exact cost of a path along these cells, or `None` if a step of it is illegal, as [`PricedGrid::path_cost`].
    ///
    /// [`PricedGrid::path_cost`]: crate::PricedGrid::path_cost
    #[must_use]
    pub fn path_cost(&self, profile: &CostProfile, cells: &[IVec2]) -> Option<Cost> {
        let priced = self.map.priced(profile);
        cells.windows(2).try_fold(Cost::ZERO, |total, pair| {
            let &[from, to] = pair else { return None };
            let free = |cell| self.is_free(profile, cell);
            let length = self.map.topology.step_length(from, to, free).filter(|_| free(from) && free(to))?;
            let weight = priced.weight_as(self.map.grid.index(to)?, self.class(to)?);
            total.checked_add(Cost::of_step(length, weight))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DangerStamp, DiagonalRule, Falloff, Grid, Topology};

    /// Every answer agrees with the same map on which the obstacles of the list are really gone.
    #[test]
    fn every_answer_is_that_of_the_map_without_the_obstacles() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut shown = 0;
        for _ in 0..500 {
            let size = glam::UVec2::new(random.u32(1..7), random.u32(1..7));
            let grid = Grid::from_fn(size, |_| random.u8(..4)).unwrap();
            let rule = DiagonalRule::ALL[random.usize(..4)];
            let mut map = NavMap::new(grid, Topology::square(rule));
            let stamp = DangerStamp::new(1.0, 2.5, Falloff::Flat).unwrap();
            map.add_danger(0, &stamp, IVec2::new(random.i32(0..7), random.i32(0..7))).unwrap();
            let mut any = || IVec2::new(random.i32(-1..8), random.i32(-1..8));
            let obstacles: Vec<IVec2> = (0..12).map(|_| any()).collect();
            obstacles.iter().for_each(|&cell| map.block(cell));
            let own: Vec<IVec2> = obstacles.into_iter().take(9).chain([any()]).collect();
            let mut bare = map.clone();
            own.iter().for_each(|&cell| bare.unblock(cell));
            let (without, profile) = (map.without(&own), CostProfile::default());
            for _ in 0..30 {
                let (from, to) = (any(), any());
                assert_eq!(without.class(from), bare.grid().class(from));
                assert_eq!(without.is_free(&profile, from), bare.is_free(&profile, from));
                assert_eq!(without.nearest_free(&profile, from), bare.nearest_free(&profile, from));
                let path = [from, from + (to - from).signum(), from];
                let allowed = without.allows_step(&profile, from, path[1]);
                assert_eq!(allowed, bare.allows_step(&profile, from, path[1]));
                let cost = without.path_cost(&profile, &path);
                assert_eq!(cost, bare.priced(&profile).path_cost(&path));
                shown += usize::from(cost.is_some() && cost != map.priced(&profile).path_cost(&path));
            }
        }
        assert!(shown > 100, "{shown} paths lead across cells that only the list frees");
    }
}
