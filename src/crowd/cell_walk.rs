//! The walk of an agent from its place in one cell to its place in the next, by time.

use bevy::prelude::*;
use tilepath::{CellGeometry, Shape};

/// The end of a walk on which the agent stands still: a time that never comes.
pub(super) const NEVER: u64 = u64::MAX;

/// The walk of an agent from its place in one cell to its place in the next. It leads over the middle of the edge or corner between the
/// two, so that it stays in these two cells wherever in them the places are.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellWalk {
    from: Vec2,
    middle: Vec2,
    to: Vec2,
    /// The share of the way that lies before the middle.
    split: f32,
    starts: u64,
    ends: u64,
}

impl CellWalk {
    /// Stands still.
    pub(super) const fn still(at: Vec2) -> Self {
        Self { from: at, middle: at, to: at, split: 0.0, starts: 0, ends: 0 }
    }

    /// Walks from one point to another, from one time to another in microseconds.
    pub(super) const fn straight(from: Vec2, to: Vec2, starts: u64, ends: u64) -> Self {
        Self { from, middle: from, to, split: 0.0, starts, ends }
    }

    /// Walks over a point in between.
    pub(super) fn over(from: Vec2, middle: Vec2, to: Vec2, starts: u64, ends: u64) -> Self {
        let (first, second) = (from.distance(middle), middle.distance(to));
        let split = if first > 0.0 { first / (first + second) } else { 0.0 };
        Self { from, middle, to, split, starts, ends }
    }

    /// Where it is at a time.
    pub(super) fn at(&self, now: u64) -> Vec2 {
        if now >= self.ends {
            return self.to;
        }
        let share = self.share(now);
        if share < self.split {
            return self.from.lerp(self.middle, share / self.split);
        }
        self.middle.lerp(self.to, (share - self.split) / (1.0 - self.split))
    }

    /// The point to which it moves straight and evenly from `now` on, and when it is there. `None` if it stands still.
    pub(super) fn leg(&self, now: u64) -> Option<(Vec2, u64)> {
        let Self { from, middle, to, split, starts, ends } = *self;
        if now >= ends || ends == NEVER {
            return None;
        }
        if now < starts {
            return Some((from, starts));
        }
        let is_straight =
            || from.lerp(to, split).distance_squared(middle) <= 1e-8 * from.distance_squared(to);
        let at_middle = starts + ((ends - starts) as f32 * split) as u64;
        Some(if now < at_middle && !is_straight() { (middle, at_middle) } else { (to, ends) })
    }

    /// When it ends, in microseconds.
    pub(super) const fn ends(&self) -> u64 {
        self.ends
    }

    /// The length of the rest of its way, in world units.
    pub(super) fn left(&self, now: u64) -> f32 {
        let at = self.at(now);
        match self.is_before_middle(now) {
            true => at.distance(self.middle) + self.middle.distance(self.to),
            false => at.distance(self.to),
        }
    }

    /// The rest of its way, walked from `starts` to `ends`.
    pub(super) fn repaced(&self, now: u64, starts: u64, ends: u64) -> Self {
        let at = self.at(now);
        match self.is_before_middle(now) {
            true => Self::over(at, self.middle, self.to, starts, ends),
            false => Self::straight(at, self.to, starts, ends),
        }
    }

    /// How much of its way it has walked, from 0 to 1.
    fn share(&self, now: u64) -> f32 {
        if self.ends == NEVER {
            return 0.0;
        }
        now.saturating_sub(self.starts) as f32 / (self.ends - self.starts).max(1) as f32
    }

    fn is_before_middle(&self, now: u64) -> bool {
        self.from != self.middle && now < self.ends && self.share(now) < self.split
    }
}

/// Where in a cell a place is: all places of a cell are on a square grid round its centre. On squares all of them together are an even
/// grid.
pub(super) fn place_of(geometry: &CellGeometry, cell: IVec2, place: u8, capacity: u8) -> Vec2 {
    if capacity <= 1 {
        return geometry.center_of(cell);
    }
    let side = (1..).find(|side: &u32| side * side >= u32::from(capacity)).unwrap_or(1);
    let nth = UVec2::new(u32::from(place) % side, u32::from(place) / side);
    // Corners of a hexagon's box are outside the hexagon; its middle two thirds are inside.
    let spread = if geometry.shape() == Shape::Square { 1.0 } else { 2.0 / 3.0 };
    let offset = (nth.as_vec2() - (side - 1) as f32 / 2.0) * (spread / side as f32);
    geometry.point_in(cell, offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilepath::HexLayout;

    #[test]
    fn a_walk_is_even_and_ends_on_time() {
        let walk = CellWalk::over(Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0), 100, 500);
        assert_eq!(walk.at(0), Vec2::ZERO);
        assert_eq!(walk.at(200), Vec2::new(1.0, 0.0));
        assert_eq!(walk.at(400), Vec2::new(3.0, 0.0));
        assert_eq!(walk.at(9000), Vec2::new(3.0, 1.0));
    }

    #[test]
    fn at_another_pace_a_walk_goes_on_from_where_it_is_by_the_same_way() {
        let walk = CellWalk::over(Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.0), 100, 500);
        assert_eq!([walk.left(0), walk.left(200), walk.left(450)], [4.0, 3.0, 0.5]);
        let slow = walk.repaced(200, 200, 3200);
        assert_eq!(slow.at(200), walk.at(200));
        assert_eq!(slow.at(2200), Vec2::new(3.0, 0.0));
        assert_eq!(slow.at(3200), Vec2::new(3.0, 1.0));
        let halted = walk.repaced(450, 450, NEVER);
        assert_eq!((halted.at(450), halted.at(u64::MAX - 1)), (walk.at(450), walk.at(450)));
        assert_eq!((halted.leg(1000), halted.left(1000)), (None, 0.5));
        assert_eq!(halted.repaced(1000, 1000, 1500).at(1500), Vec2::new(3.0, 1.0));
    }

    #[test]
    fn places_are_apart_and_inside_their_cells_whatever_the_shape() {
        let size = Vec2::new(32.0, 24.0);
        let geometries = [
            CellGeometry::new(Vec2::ZERO, size),
            CellGeometry::diamond(Vec2::ZERO, size),
            CellGeometry::staggered(Vec2::ZERO, size),
            CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, size),
            CellGeometry::hex(HexLayout::EvenColumns, Vec2::ZERO, size),
        ];
        for geometry in geometries.map(Result::unwrap) {
            for capacity in [1, 2, 3, 4, 9, 16, 255] {
                let cell = IVec2::new(5, 4);
                let places: Vec<Vec2> =
                    (0..capacity).map(|place| place_of(&geometry, cell, place, capacity)).collect();
                assert!(places.iter().all(|&at| geometry.cell_at(at) == Some(cell)), "{capacity}");
                for (nth, at) in places.iter().enumerate() {
                    assert!(places[..nth].iter().all(|other| other.distance(*at) > 0.5), "{capacity}");
                }
            }
        }
    }
}
