//! The free cell nearest to a cell.

use super::nav_map::NavMap;
use crate::ground::{CellRect, CostProfile};
use glam::IVec2;

impl NavMap {
    /// The free cell nearest to a cell, by distance between centres, then by row and column; `None` if every cell is a wall.
    ///
    /// Looks at O(d²) cells for a distance of d.
    #[must_use]
    pub fn nearest_free(&self, profile: &CostProfile, cell: IVec2) -> Option<IVec2> {
        let priced = self.priced(profile);
        if priced.cheapest() == 0 {
            return None;
        }
        let last = self.grid.size().as_ivec2() - 1;
        let inside = cell.clamp(IVec2::ZERO, last);
        let squared = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
        let distance = |at: IVec2| squared(at.x, cell.x).saturating_add(squared(at.y, cell.y));
        let mut nearest: Option<(u64, i32, i32)> = None;
        for ring in 0..=last.max_element() {
            // Every cell of this ring is at least this far away, as its clamped middle is the nearest cell of the map.
            let least = distance(inside).saturating_add(u64::from(ring.unsigned_abs()).pow(2));
            if nearest.is_some_and(|(found, ..)| found < least) {
                break;
            }
            let best = CellRect::of_cell(inside)
                .grown(ring)
                .edge()
                .filter(|&at| priced.is_free_cell(at))
                .map(|at| (distance(at), at.y, at.x))
                .min();
            nearest = nearest.into_iter().chain(best).min();
        }
        nearest.map(|(_, y, x)| IVec2::new(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::{Grid, Topology};

    #[test]
    fn nearest_free_agrees_with_looking_at_every_cell() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let size = glam::UVec2::new(random.u32(1..9), random.u32(1..9));
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(..6) == 0)).unwrap();
            let map = NavMap::new(grid, Topology::default());
            let cell = IVec2::new(random.i32(-4..12), random.i32(-4..12));
            let expected = (0..map.grid().len())
                .filter(|&index| map.grid().classes()[index] > 0)
                .map(|index| map.grid().cell(index).distance_squared(cell))
                .min();
            let found = map.nearest_free(&CostProfile::default(), cell);
            assert_eq!(found.map(|at| at.distance_squared(cell)), expected);
        }
    }
}
