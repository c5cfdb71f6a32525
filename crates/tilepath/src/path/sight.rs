//! Lines of sight between cells.

use super::map_view::MapView;
use crate::{
    ground::{
        CostProfile, FootSteps, Shape,
        directions::{DX, DY, HEX_CIRCLE},
    },
    map::NavMap,
};
use glam::{I64Vec2, IVec2};

impl MapView<'_> {
    /// Returns whether the straight line between the centres of two cells touches free cells only, corners included. The first cell must
    /// be on the map; the last one may be a wall.
    ///
    /// Looks at O(distance) cells. Diamonds are measured as if they were squares.
    pub(super) fn sees(&self, from: IVec2, to: IVec2) -> bool {
        if let Some((map, profile)) = self.map.filter(|(_, profile)| profile.size() > 1) {
            return map.sees(profile, from, to);
        }
        let is_free = |cell| self.grid.index(cell).is_some_and(|index| self.is_free(index));
        sees(self.foot_steps(), from, to, is_free)
    }
}

impl NavMap {
    /// Returns whether the straight line between the centres of two cells touches only cells that are free to a profile, corners
    /// included. Looks at O(distance) cells.
    pub(crate) fn sees(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        // Whatever its size, a body looks from its middle.
        let is_free = |cell| self.grid().lets_enter_cell(profile, cell);
        sees(
            FootSteps::new(self.topology(), self.grid().links().edges(), profile.passable()),
            from,
            to,
            is_free,
        )
    }

    /// Returns whether an agent of a profile fits in all cells that the straight line between the centres of two cells touches, corners included.
    /// The last one may be a wall. Looks at O(distance) cells.
    pub(crate) fn leads_straight(&self, profile: &CostProfile, from: IVec2, to: IVec2) -> bool {
        let grid = self.seen_by(profile);
        let is_free = |cell| grid.lets_enter_cell(profile, cell);
        sees(self.foot_steps(profile), from, to, is_free)
    }
}

fn sees(steps: FootSteps, from: IVec2, to: IVec2, is_free: impl Fn(IVec2) -> bool) -> bool {
    let shape = steps.topology.shape();
    // 64 bits, because the goal may be anywhere.
    let (start, goal) = (shape.to_lattice(from), shape.to_lattice(to));
    let is_clear =
        |offset: I64Vec2| start + offset == goal || shape.from_lattice(start + offset).is_some_and(&is_free);
    let passes = |one: I64Vec2, other: I64Vec2| {
        let ends = [one, other].map(|offset| shape.from_lattice(start + offset));
        !matches!(ends, [Some(one), Some(other)] if !steps.lets_pass(one, other))
    };
    match shape {
        Shape::Square | Shape::Staggered => crosses_squares(goal - start, is_clear, passes),
        Shape::Hex(_) if steps.has_no_walls() => crosses_hexagons(goal - start, is_clear, |_, _| true, false),
        Shape::Hex(_) => crosses_hexagons(goal - start, is_clear, passes, true),
    }
}

/// Returns whether all squares that a line touches are clear, and whether no wall stands on an edge that it crosses. The line leads from the centre
/// of one square to the centre of another. Looks at the squares in the order of the line, up to the first that is not clear.
///
/// *Source:* after Dedu, "Bresenham-based supercover line algorithm" (2001).
fn crosses_squares(
    offset: I64Vec2,
    is_clear: impl Fn(I64Vec2) -> bool,
    passes: impl Fn(I64Vec2, I64Vec2) -> bool,
) -> bool {
    let (count, sign) = (offset.abs(), offset.signum());
    let (mut at, mut x, mut y) = (I64Vec2::ZERO, 0, 0);
    while x < count.x || y < count.y {
        // Compares which border the line crosses next. At a corner it crosses both.
        let order = ((1 + 2 * x) * count.y).cmp(&((1 + 2 * y) * count.x));
        let before = at;
        if order.is_eq() {
            let sides = [I64Vec2::new(sign.x, 0), I64Vec2::new(0, sign.y)].map(|side| at + side);
            let passes_by = |side| is_clear(side) && passes(at, side) && passes(side, at + sign);
            if !sides.into_iter().all(passes_by) {
                return false;
            }
        }
        if order.is_le() {
            at.x += sign.x;
            x += 1;
        }
        if order.is_ge() {
            at.y += sign.y;
            y += 1;
        }
        if !is_clear(at) || (!order.is_eq() && !passes(before, at)) {
            return false;
        }
    }
    true
}

/// The same for hexagons, line by line.
///
/// A hexagon touches the line if no axis separates them: neither an axis through its edges nor the axis at right angles to the line
/// (Gottschalk, Lin, Manocha, "OBBTree", 1996, for separating axes).
fn crosses_hexagons(
    offset: I64Vec2,
    is_clear: impl Fn(I64Vec2) -> bool,
    passes: impl Fn(I64Vec2, I64Vec2) -> bool,
    has_walls: bool,
) -> bool {
    let I64Vec2 { x: dx, y: dy } = offset;
    // Towards the neighbours, in units of half the distance between two edges.
    let along_axes = |place: I64Vec2| [2 * place.x + place.y, place.x + 2 * place.y, place.y - place.x];
    // The distance of the corners of a hexagon from its middle, at right angles to the line, in units of a third of `beside`.
    let width = along_axes(offset).map(i64::abs).into_iter().max().unwrap_or(0);
    let beside = |place: I64Vec2| dx * place.y - dy * place.x;
    let touches = |place: I64Vec2| {
        let (near, far) = (along_axes(place), along_axes(place - offset));
        let overlaps = |at: usize| near[at].min(far[at]) <= 1 && near[at].max(far[at]) >= -1;
        3 * beside(place).abs() <= width && (0..3).all(overlaps)
    };
    for line in 0..=dy.abs() {
        let y = line * dy.signum();
        let (least, greatest) = if dy == 0 {
            (dx.min(0), dx.max(0))
        } else {
            // Round up and down.
            let (middle, unit) = (3 * dx * line, 3 * dy.abs());
            let (least, greatest) = (-(width - middle).div_euclid(unit), (middle + width).div_euclid(unit));
            (least.max(dx.min(0)), greatest.min(dx.max(0)))
        };
        // In the order of the line, so that the loop ends where the line leaves the map.
        for nth in 0..=greatest - least {
            let place = I64Vec2::new(if dx < 0 { greatest - nth } else { least + nth }, y);
            if !touches(place) {
                continue;
            }
            // How far a hexagon is along the line.
            let along = |place: I64Vec2| {
                let [there, here] = [along_axes(offset), along_axes(place)];
                there[0] * here[0] + there[1] * here[1] + there[2] * here[2]
            };
            let ring = HEX_CIRCLE.map(|to| place + I64Vec2::new(DX[to] as i64, DY[to] as i64));
            let leads_here = |nth: usize| {
                let before = ring[nth];
                // The ends of the edge between both, three times as far.
                let ends = [1, 5].map(|turn| beside(place + before + ring[(nth + turn) % 6]).signum());
                let crosses = touches(before) && ends[0] * ends[1] <= 0;
                !crosses || along(before) > along(place) || passes(before, place)
            };
            if place != I64Vec2::ZERO && !is_clear(place) || has_walls && !(0..6).all(leads_here) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CostProfile, Grid, HexLayout, NavMap, PathError, PathQuery, SearchScratch, Topology};
    use glam::{DVec2, UVec2};

    /// The centre of a cell, with the distance to an edge neighbour as unit: hexagons with a corner up in rows, with an edge up in
    /// columns, diamonds turned into squares.
    fn centre(shape: Shape, cell: IVec2) -> DVec2 {
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        let height = 3_f64.sqrt() / 2.0;
        let odd = |number: i32| f64::from(number.rem_euclid(2)) / 2.0;
        match shape {
            Shape::Square => DVec2::new(x, y),
            Shape::Staggered => DVec2::new(x, y + x),
            Shape::Hex(HexLayout::Axial) => DVec2::new(x + y / 2.0, y * height),
            Shape::Hex(HexLayout::OddRows) => DVec2::new(x + odd(cell.y), y * height),
            Shape::Hex(HexLayout::EvenRows) => DVec2::new(x - odd(cell.y), y * height),
            Shape::Hex(HexLayout::OddColumns) => DVec2::new(x * height, y + odd(cell.x)),
            Shape::Hex(HexLayout::EvenColumns) => DVec2::new(x * height, y - odd(cell.x)),
        }
    }

    /// The corners of a cell, relative to its centre.
    fn corners(shape: Shape) -> Vec<DVec2> {
        let (count, turn, radius) = match shape {
            Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns) => (6, 0.0, 1.0 / 3_f64.sqrt()),
            Shape::Hex(_) => (6, 0.5, 1.0 / 3_f64.sqrt()),
            _ => (4, 0.5, 0.5_f64.sqrt()),
        };
        let angle = |nth: i32| (f64::from(nth) + turn) * core::f64::consts::TAU / f64::from(count);
        (0..count).map(|nth| radius * DVec2::from_angle(angle(nth))).collect()
    }

    /// Returns whether a closed polygon touches the segment between two points. Each edge cuts off the part of the segment that is outside
    /// of it.
    fn touches(polygon: &[DVec2], from: DVec2, to: DVec2) -> bool {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for (nth, &corner) in polygon.iter().enumerate() {
            let edge = polygon[(nth + 1) % polygon.len()] - corner;
            // Anticlockwise: inside is to the left.
            let (at, by) = (edge.perp_dot(from - corner) + 1e-9, edge.perp_dot(to - from));
            if by.abs() < 1e-12 {
                if at < 0.0 {
                    return false;
                }
            } else if by > 0.0 {
                first = first.max(-at / by);
            } else {
                last = last.min(-at / by);
            }
        }
        first <= last + 1e-9
    }

    #[test]
    fn a_line_is_free_if_no_cell_that_it_touches_is_a_wall() {
        let mut random = fastrand::Rng::with_seed(8);
        for shape in Shape::ALL {
            let (mut free, mut blocked) = (0, 0);
            for _ in 0..3000 {
                let most = if random.bool() { 9 } else { 24 };
                let size = UVec2::new(random.u32(1..most), random.u32(1..most));
                let grid = Grid::from_fn(size, |_| u8::from(random.u32(..most) > 0)).unwrap();
                let mut cell = || IVec2::new(random.i32(0..size.x as i32), random.i32(0..size.y as i32));
                let (from, to) = (cell(), cell());
                let map = NavMap::new(grid, Topology::default().with_shape(shape));
                let is_wall = |&at: &IVec2| at != to && at != from && map.grid().class(at).unwrap_or(0) == 0;
                // On some shapes the line leaves the map.
                let cells = (-14..38).flat_map(|y| (-14..38).map(move |x| IVec2::new(x, y)));
                let polygon = |cell| -> Vec<DVec2> {
                    corners(shape).into_iter().map(|corner| centre(shape, cell) + corner).collect()
                };
                let (start, end) = (centre(shape, from), centre(shape, to));
                let near = |cell: &IVec2| {
                    let centre = centre(shape, *cell);
                    centre.cmpge(start.min(end) - 1.0).all() && centre.cmple(start.max(end) + 1.0).all()
                };
                let expected =
                    !cells.filter(near).filter(is_wall).any(|wall| touches(&polygon(wall), start, end));
                let profile = CostProfile::default();
                let view = MapView::new(map.grid(), map.topology(), map.danger_layers(), &profile);
                assert_eq!(view.sees(from, to), expected, "{shape:?}: {from} to {to} in {:?}", map.grid());
                if expected { free += 1 } else { blocked += 1 }
            }
            assert!(free > 500 && blocked > 500, "{free} {blocked}");
        }
    }

    #[test]
    fn goals_far_outside_are_not_seen() {
        let profile = CostProfile::default();
        for shape in Shape::ALL {
            let map =
                NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default().with_shape(shape));
            let view = MapView::new(map.grid(), map.topology(), map.danger_layers(), &profile);
            for x in [i32::MIN, -7, 4, 30, i32::MAX] {
                for y in [i32::MIN, -7, 30, i32::MAX] {
                    assert!(!view.sees(IVec2::new(4, 4), IVec2::new(x, y)), "{shape:?} {x} {y}");
                }
            }
            assert!(view.sees(IVec2::new(4, 8), IVec2::new(4, 9)), "beside the map");
        }
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
            let ask = |query| map.find_path(&profile, query, &mut SearchScratch::new(), &mut ());
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
