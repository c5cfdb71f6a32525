//! Lines of sight between cells.

use super::map_view::MapView;
use glam::IVec2;

impl MapView<'_> {
    /// Returns whether the straight line between the centres of two cells touches free cells only, corners included. The first cell must
    /// be on the map; the last one may be a wall.
    ///
    /// Looks at O(distance) cells.
    ///
    /// *Source:* after Dedu, "Bresenham-based supercover line algorithm" (2001).
    pub(super) fn sees(&self, from: IVec2, to: IVec2) -> bool {
        let is_clear =
            |cell: IVec2| cell == to || self.grid.index(cell).is_some_and(|index| self.is_free(index));
        // In 64 bits, as the goal may be anywhere.
        let offset = to.as_i64vec2() - from.as_i64vec2();
        let (count, sign) = (offset.abs(), offset.signum().as_ivec2());
        let (mut at, mut x, mut y) = (from, 0, 0);
        while x < count.x || y < count.y {
            // Which border the line crosses next; at a corner both.
            let order = ((1 + 2 * x) * count.y).cmp(&((1 + 2 * y) * count.x));
            if order.is_eq()
                && !(is_clear(at + IVec2::new(sign.x, 0)) && is_clear(at + IVec2::new(0, sign.y)))
            {
                return false;
            }
            if order.is_le() {
                at.x += sign.x;
                x += 1;
            }
            if order.is_ge() {
                at.y += sign.y;
                y += 1;
            }
            if !is_clear(at) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CostProfile, Grid, NavMap, PathError, PathQuery, Search, Topology};
    use glam::UVec2;

    /// Whether a closed square of side 1 around a cell touches the segment between two centres, by separating axes.
    fn touches(cell: IVec2, from: IVec2, to: IVec2) -> bool {
        let (a, b) = (2 * (from - cell), 2 * (to - cell));
        let overlaps = |a: i32, b: i32| a.min(b) <= 1 && a.max(b) >= -1;
        let side = (b - a).perp();
        overlaps(a.x, b.x) && overlaps(a.y, b.y) && side.dot(a).abs() <= side.abs().element_sum()
    }

    #[test]
    fn a_line_is_free_if_no_cell_that_it_touches_is_a_wall() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut free, mut blocked) = (0, 0);
        for _ in 0..3000 {
            let size = UVec2::new(random.u32(1..9), random.u32(1..9));
            let grid = Grid::from_fn(size, |_| u8::from(random.u8(..6) > 0)).unwrap();
            let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
            let (from, to) = (cell(), cell());
            let map = NavMap::new(grid, Topology::default());
            let is_wall = |&at: &IVec2| at != to && at != from && map.grid().class(at) == Some(0);
            let cells = (0..map.grid().len()).map(|index| map.grid().cell(index));
            let expected = !cells.filter(is_wall).any(|wall| touches(wall, from, to));
            let profile = CostProfile::default();
            let found =
                MapView::new(map.grid(), map.topology(), map.danger_layers(), &profile).sees(from, to);
            assert_eq!(found, expected, "{from} to {to} in {:?}", map.grid());
            if found { free += 1 } else { blocked += 1 }
        }
        assert!(free > 500 && blocked > 500, "{free} {blocked}");
    }

    #[test]
    fn a_path_in_sight_ends_where_no_wall_is_between() {
        // The goal is behind a wall that is open at its end.
        let grid = Grid::from_rows([
            [1, 1, 1, 1, 1, 1, 1],
            [1, 1, 1, 0, 1, 1, 1],
            [1, 1, 1, 0, 1, 1, 1],
            [1, 1, 1, 0, 1, 1, 1],
        ])
        .unwrap();
        let mut map = NavMap::new(grid, Topology::default());
        let (start, goal) = (IVec2::new(0, 0), IVec2::new(4, 0));
        let profile = CostProfile::default();
        for is_prepared in [false, true] {
            if is_prepared {
                map.prepare(&profile);
            }
            let ask = |query| map.find_path(&profile, query, &mut Search::new(), &mut ());
            let through = ask(PathQuery::new(start, goal).within(2.0)).unwrap();
            assert_eq!(through.cells().last(), Some(&IVec2::new(2, 0)), "the range alone passes walls");
            let seen = ask(PathQuery::new(start, goal).within(2.0).in_sight()).unwrap();
            assert_eq!(seen.goal_index(), Some(0));
            assert!(seen.cells().last().unwrap().x >= 4, "{:?}", seen.cells());
            for far in [IVec2::MAX, IVec2::MIN] {
                let hidden = ask(PathQuery::new(start, far).within(f32::INFINITY).in_sight());
                assert_eq!(
                    hidden,
                    Err(PathError::GoalBlocked(far)),
                    "what is outside the map is not seen through"
                );
            }
            let enclosed = ask(PathQuery::new(start, IVec2::new(3, 1)).within(0.5).in_sight());
            assert_eq!(enclosed, Err(PathError::GoalBlocked(IVec2::new(3, 1))));
        }
    }
}
