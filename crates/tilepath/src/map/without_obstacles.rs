//! The map as an agent sees it that is an obstacle itself.

use super::{
    bodies::Layers,
    nav_map::NavMap,
    piles::{self, Counts},
};
use crate::{
    cost::Cost,
    ground::{CellRect, CostProfile, Grid, LinkStep, MixedClasses},
};
use glam::IVec2;
use smallvec::SmallVec;

/// The cells whose class changes without some obstacles: row-major indices, sorted, with the new class.
pub(crate) type UncoveredCells = SmallVec<[(usize, u8); 1]>;

/// A map as one agent sees it: without the agent's own obstacles. [`NavMap::without_obstacles`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct MapWithoutObstacles<'a> {
    map: &'a NavMap,
    own: &'a [IVec2],
}

impl NavMap {
    /// The map with one obstacle of class 0 fewer on each of these cells. List the obstacles that an agent itself put on the map, so that
    /// the agent does not block itself.
    ///
    /// A cell that is listed `n` times loses `n` obstacles. Cells without obstacles stay as they are. The map is not copied.
    ///
    /// ```
    /// use tilepath::{CostProfile, Grid, NavMap, Topology};
    /// let mut map = NavMap::new(Grid::new([4, 1].into(), 1)?, Topology::default());
    /// let (profile, own) = (CostProfile::default(), [[1, 0].into()]);
    /// map.block(own[0]);
    /// assert!(!map.is_free(&profile, own[0]) && map.without_obstacles(&own).is_free(&profile, own[0]));
    /// map.block(own[0]); // the obstacle of another
    /// assert!(!map.without_obstacles(&own).is_free(&profile, own[0]));
    /// # Ok::<(), tilepath::GridError>(())
    /// ```
    #[must_use]
    pub const fn without_obstacles<'a>(&'a self, own: &'a [IVec2]) -> MapWithoutObstacles<'a> {
        MapWithoutObstacles { map: self, own }
    }
}

impl NavMap {
    /// The classes of the cell at a row-major index after obstacles of some classes are removed from it: those of the obstacles that are
    /// left, or that of the terrain.
    pub(crate) fn classes_without(&self, index: usize, removed: impl Iterator<Item = u8>) -> MixedClasses {
        let mut left = self.piles.counts(self.obstacles[index]);
        removed.for_each(|class| piles::remove(&mut left, class, 1));
        match left.is_empty() {
            true => MixedClasses::from_slice(&[self.terrain[index]]),
            false => piles::classes_of(&left),
        }
    }
}

impl<'a> MapWithoutObstacles<'a> {
    /// The map itself, with all obstacles.
    #[must_use]
    pub const fn map(&self) -> &'a NavMap {
        self.map
    }

    /// The cells of the agent's own obstacles, as passed to [`NavMap::without_obstacles`].
    #[must_use]
    pub const fn own(&self) -> &'a [IVec2] {
        self.own
    }

    /// The class that a cell has without the agent's own obstacles. `None` for a cell outside the map.
    #[must_use]
    #[inline]
    pub fn class(&self, cell: IVec2) -> Option<u8> {
        let class = self.map.grid.class(cell)?;
        if !self.own.contains(&cell) {
            return Some(class);
        }
        let index = self.map.grid.index(cell)?;
        let left = self.obstacles(index, cell);
        Some(match left.is_empty() {
            true => self.map.terrain[index],
            false => piles::class_of(&piles::classes_of(&left), self.map.grid.mixes()),
        })
    }

    /// The obstacles on a cell, given with its row-major index, without the agent's own.
    fn obstacles(&self, index: usize, cell: IVec2) -> Counts {
        let own = self.own.iter().filter(|&&own| own == cell).count();
        let mut left = self.map.piles.counts(self.map.obstacles[index]);
        piles::remove(&mut left, 0, own as u32);
        left
    }

    /// Returns whether a cell is free, like [`NavMap::is_free`], but ignores the agent's own obstacles.
    #[must_use]
    #[inline]
    pub fn is_free(&self, profile: &CostProfile, cell: IVec2) -> bool {
        let grid = self.map.seen_by(profile);
        self.class_of_place(profile, cell).is_some_and(|class| grid.lets_enter(profile, class))
    }

    /// The class that the bodies of a profile see in a cell without the agent's own obstacles. `None` for a cell outside the map.
    #[inline]
    pub(crate) fn class_of_place(&self, profile: &CostProfile, cell: IVec2) -> Option<u8> {
        match self.map.body(profile) {
            None => self.class(cell),
            Some(body) if self.own.is_empty() => body.grid().class(cell),
            Some(body) => {
                self.map.grid.contains(cell).then(|| body.class_where(cell, |covered| self.class(covered)))
            }
        }
    }

    /// Returns whether a path may end in a cell, like [`NavMap::lets_end`], but ignores the agent's own obstacles.
    #[must_use]
    pub fn lets_end(&self, profile: &CostProfile, cell: IVec2) -> bool {
        let grid = self.map.seen_by(profile);
        self.class_of_place(profile, cell).is_some_and(|class| grid.lets_end(profile, class))
    }

    /// Returns whether a step is legal, like [`NavMap::allows_step`], but ignores the agent's own obstacles.
    #[must_use]
    pub fn allows_step(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let free = |cell| self.is_free(profile, cell);
        free(from)
            && free(to)
            && (self.map.foot_steps(profile).length(from, to, free).is_some()
                || self.map.grid.links().lead(profile, from, to))
    }

    /// Whether no wall on an edge stands in the way of an agent that goes from a cell to another by way of a cell beside both.
    pub(crate) fn leads_past_corner(
        &self,
        profile: &CostProfile,
        from: IVec2,
        beside: IVec2,
        to: IVec2,
    ) -> bool {
        let steps = self.map.foot_steps(profile);
        steps.has_no_walls()
            || [(from, beside), (beside, to)]
                .into_iter()
                .all(|(from, to)| from == to || steps.lets_pass(from, to))
    }

    /// The link over which an agent goes from one cell to another, if it does not go on foot for the same cost or less.
    pub(crate) fn crossing(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> Option<LinkStep> {
        let map = self.map;
        // Agents ask this at every step.
        if !map.grid.links().lead(profile, from, to) {
            return None;
        }
        let priced = map.priced(profile);
        let weight = priced.weight_as(map.grid.index(to)?, self.class_of_place(profile, to)?);
        let (link, over_link) = priced.cheapest_link(from, to, weight)?;
        let free = |cell| self.is_free(profile, cell);
        let length = map.foot_steps(profile).length(from, to, free);
        let on_foot = length.map(|length| priced.foot_cost(from, to, length, weight));
        on_foot.is_none_or(|on_foot| over_link < on_foot).then_some(link)
    }

    /// The cells whose class, as the bodies of a profile see it, changes without the obstacles: row-major indices, sorted, with the new class.
    pub(crate) fn uncovered(&self, profile: &CostProfile) -> UncoveredCells {
        let grid = self.map.seen_by(profile);
        let uncovered = |place: IVec2| {
            let (index, class) = (grid.index(place)?, self.class_of_place(profile, place)?);
            (class != grid.classes()[index]).then_some((index, class))
        };
        let places = |cell: IVec2| {
            let cell = CellRect::of_cell(cell);
            self.map.body(profile).map_or(cell, |body| body.places_on(cell)).cells()
        };
        let mut cells: UncoveredCells =
            self.own.iter().flat_map(|&cell| places(cell)).filter_map(uncovered).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The classes as an agent of a profile sees them. Copies the grid.
    pub(crate) fn grid(&self, profile: &CostProfile) -> Grid {
        let mut grid = self.map.seen_by(profile).clone();
        for (index, class) in self.uncovered(profile) {
            // Every index is inside the grid.
            let _ = grid.set_class(grid.cell(index), class);
        }
        grid
    }

    /// The classes as an agent of a profile sees them after one obstacle of a class is put on each of these cells. Copies the grid, which then knows numbers
    /// for several classes that the map does not know.
    pub(crate) fn grid_with(&self, profile: &CostProfile, cells: &[IVec2], class: u8) -> Grid {
        let grid = self.plain_grid_with(cells, class);
        if profile.size() == 1 {
            return grid;
        }
        Layers { grid: &grid, ..self.map.layers() }.body(profile).into_grid()
    }

    fn plain_grid_with(&self, cells: &[IVec2], class: u8) -> Grid {
        let mut grid = self.map.grid.clone();
        for &cell in self.own {
            if let Some(class) = self.class(cell) {
                // The cell is on the map.
                let _ = grid.set_class(cell, class);
            }
        }
        if let Some(mixed) = grid.mixes().classes(class).map(MixedClasses::from)
            && let Some(number) = unused_number(&grid, class)
        {
            grid.mixes_mut().retain(|&(known, _)| known != class);
            grid.mixes_mut().add(number, mixed);
            let renumbered: Vec<IVec2> =
                grid.cells().filter(|&(_, shown)| shown == class).map(|(cell, _)| cell).collect();
            renumbered.into_iter().for_each(|cell| _ = grid.set_class(cell, number));
        }
        for &cell in cells {
            let Some(index) = grid.index(cell) else { continue };
            let mut obstacles = self.obstacles(index, cell);
            piles::add(&mut obstacles, class);
            let classes = piles::classes_of(&obstacles);
            if classes.len() > 1
                && grid.mixes().number(&classes).is_none()
                && let Some(number) = unused_number(&grid, class)
            {
                grid.mixes_mut().add(number, classes.clone());
            }
            let shown = piles::class_of(&classes, grid.mixes());
            // The index is on the map.
            let _ = grid.set_class(cell, shown);
        }
        grid
    }

    /// The exact cost of a path along these cells if the agent's own obstacles are ignored. `None` if a cell is a wall, if a step is
    /// illegal, or if the cost can't be represented.
    #[must_use]
    pub fn path_cost(&self, profile: &CostProfile, cells: &[IVec2]) -> Option<Cost> {
        if cells.first().is_some_and(|&first| !self.is_free(profile, first)) {
            return None;
        }
        let priced = self.map.priced(profile);
        cells.windows(2).try_fold(Cost::ZERO, |total, pair| {
            let &[from, to] = pair else { return None };
            let free = |cell| self.is_free(profile, cell);
            let length = priced.foot_steps().length(from, to, free);
            let weight = priced.weight_as(self.map.grid.index(to)?, self.class_of_place(profile, to)?);
            let on_foot = length.map(|length| priced.foot_cost(from, to, length, weight));
            let over_links = priced.cheapest_link(from, to, weight).map(|(_, cost)| cost);
            let step = on_foot.into_iter().chain(over_links).min().filter(|_| free(from) && free(to))?;
            total.checked_add(step)
        })
    }
}

/// A number that no cell of a grid has and that stands for nothing. Not `except`.
fn unused_number(grid: &Grid, except: u8) -> Option<u8> {
    let is_known = |number: u8| {
        let in_mixes = grid.mixes().iter().any(|(known, mixed)| *known == number || mixed.contains(&number));
        in_mixes || grid.links().uses(number)
    };
    (1..=u8::MAX).rev().find(|&number| number != except && grid.count(number) == 0 && !is_known(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{DangerStamp, DiagonalRule, Falloff, Shape, Topology};

    /// Every answer agrees with the same map on which the obstacles of the list are really gone.
    #[test]
    fn every_answer_is_that_of_the_map_without_the_obstacles() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut shown = 0;
        for round in 0..1400 {
            let size = glam::UVec2::new(random.u32(1..7), random.u32(1..7));
            let grid = Grid::from_fn(size, |_| random.u8(..4)).unwrap();
            let rule = DiagonalRule::ALL[random.usize(..4)];
            let topology = Topology::square(rule).with_shape(Shape::ALL[round % Shape::ALL.len()]);
            let mut map = NavMap::new(grid, topology);
            let stamp = DangerStamp::new(1.0, 2.5, Falloff::Flat).unwrap();
            map.add_danger(0, &stamp, IVec2::new(random.i32(0..7), random.i32(0..7))).unwrap();
            let mut any = || IVec2::new(random.i32(-1..8), random.i32(-1..8));
            let obstacles: Vec<IVec2> = (0..12).map(|_| any()).collect();
            obstacles.iter().for_each(|&cell| map.block(cell));
            let own: Vec<IVec2> = obstacles.into_iter().take(9).chain([any()]).collect();
            let mut bare = map.clone();
            own.iter().for_each(|&cell| bare.unblock(cell));
            // A miner passes blocked cells, but not all of the terrain below.
            let miner = CostProfile::default().with_cost(0, 2).with_cost(1, 0);
            let (without, profile) =
                (map.without_obstacles(&own), if round % 3 == 0 { miner } else { CostProfile::default() });
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
