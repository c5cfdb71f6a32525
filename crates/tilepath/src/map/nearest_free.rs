//! The free cell nearest to a cell.

use super::{nav_map::NavMap, without_obstacles::MapWithoutObstacles};
use crate::ground::{CellRect, CostProfile, Shape};
use glam::IVec2;

impl NavMap {
    /// The free cell nearest to a cell, by the distance between cell centres. The cell may be outside the map. `None` if every
    /// cell is a wall.
    ///
    /// If several cells are equally near, the lowest y wins, then the lowest x. Takes O(d²) if the nearest free cell is d tiles
    /// away.
    #[must_use]
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<IVec2> {
        self.without_obstacles(&[]).nearest_free(profile, cell)
    }
}

impl MapWithoutObstacles<'_> {
    /// Finds the nearest free cell like [`NavMap::nearest_free`], but the agent's own obstacles do not block any cell.
    #[must_use]
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<IVec2> {
        let map = self.map();
        let grid = map.seen_by(profile);
        let some_class_is_free = grid.classes_present().any(|class| grid.lets_enter(profile, class));
        if !some_class_is_free && self.uncovered(profile).is_empty() {
            return None;
        }
        let CellRect { min, max } = map.grid.bounds();
        let inside = cell.clamp(min, max);
        let shape = map.topology.shape();
        let distance = |at: IVec2| shape.distance_squared(at, cell);
        let mut nearest: Option<(u64, i32, i32)> = None;
        for ring in 0..=(max - min).max_element() {
            if nearest.is_some_and(|(found, ..)| found < least_distance(shape, cell, inside, ring)) {
                break;
            }
            let best = CellRect::of_cell(inside)
                .grown(ring)
                .edge()
                .filter(|&at| self.is_free(profile, at))
                .map(|at| (distance(at), at.y, at.x))
                .min();
            nearest = nearest.into_iter().chain(best).min();
        }
        nearest.map(|(_, y, x)| IVec2::new(x, y))
    }
}

/// A lower bound on the squared distance from `cell` to every cell of the map that is at least `ring` columns or rows away from
/// `inside`. `inside` is `cell`, clamped to the map.
fn least_distance(shape: Shape, cell: IVec2, inside: IVec2, ring: i32) -> u64 {
    let ring = u64::from(ring.unsigned_abs());
    if shape == Shape::Square {
        // The clamped cell is the nearest one of the map.
        return shape.distance_squared(inside, cell).saturating_add(ring * ring);
    }
    let outside = (cell.as_i64vec2() - inside.as_i64vec2()).abs().max_element().unsigned_abs();
    if outside > 0 && ring <= outside {
        return 0;
    }
    // Cells that differ by so much in x or y are more than half of that apart, on staggered maps more than three eighths.
    (u128::from(ring.saturating_sub(outside)).pow(2) * 9 / 64).try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};

    #[test]
    fn nearest_free_agrees_with_looking_at_every_cell() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..3000 {
            let size = glam::UVec2::new(random.u32(1..9), random.u32(1..9));
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(..6) == 0)).unwrap();
            let shape = Shape::ALL[random.usize(..Shape::ALL.len())];
            let map = NavMap::new(grid, Topology::default().with_shape(shape));
            let cell = IVec2::new(random.i32(-4..12), random.i32(-4..12));
            let expected = (0..map.grid().len())
                .filter(|&index| map.grid().classes()[index] > 0)
                .map(|index| shape.distance_squared(map.grid().cell(index), cell))
                .min();
            let found = map.nearest_free(&CostProfile::default(), cell);
            assert_eq!(found.map(|at| shape.distance_squared(at, cell)), expected, "{cell} {map:?}");
        }
    }
}
