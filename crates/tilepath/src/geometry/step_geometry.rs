//! How the shape of the cells affects an agent's step from cell to cell.

use super::cell_geometry::CellGeometry;
use crate::ground::Shape;
use glam::{IVec2, Vec2};

/// The largest distance that counts as a rounding error, in tiles.
const ROUNDING: f32 = 0.01;

impl CellGeometry {
    /// The direction and distance in the world from the centre of one cell to the centre of another.
    pub fn stride(&self, from: IVec2, to: IVec2) -> (Vec2, f32) {
        let way = self.way(from, to);
        (way.normalize_or_zero(), way.length())
    }

    /// The shortest distance in the world between the centres of two neighbouring cells.
    pub(crate) fn shortest_stride(&self) -> f32 {
        let from = IVec2::splat(8);
        let around = (-2..=2).flat_map(|y| (-1..=1).map(move |x| from + IVec2::new(x, y)));
        let lengths = around.map(|to| self.stride(from, to).1);
        lengths.filter(|&length| length > 0.0).fold(f32::INFINITY, f32::min)
    }

    /// The point at an offset from the centre of a cell. The offset is in rows and columns.
    pub fn point_in(&self, cell: IVec2, offset: Vec2) -> Vec2 {
        self.world_at(self.layout().place_of(cell) + offset)
    }

    /// The distance of a point from the line between the centres of two cells, in tiles.
    pub(crate) fn tiles_beside_step(&self, at: Vec2, from: IVec2, to: IVec2) -> f32 {
        let (at, start, end) = (self.tiles_at(at), self.tiles_of(from), self.tiles_of(to));
        let along = end - start;
        let share = (at - start).dot(along) / along.length_squared();
        // Of a step within a cell, the line is a point.
        let share = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
        at.distance(start + along * share)
    }

    /// The middle of the edge or corner between two neighbours.
    pub fn between(&self, from: IVec2, to: IVec2) -> Vec2 {
        self.center_of(from).midpoint(self.center_of(to))
    }

    /// The neighbour of a cell in a direction of the world. Only neighbours with a common edge count, and of these the one whose centre is nearest
    /// to the direction. It may be outside the map. `None` if the direction is zero or not finite.
    #[must_use]
    pub fn neighbour_towards(&self, cell: IVec2, direction: Vec2) -> Option<IVec2> {
        let direction = direction.try_normalize()?;
        let shape = self.shape();
        let beside = (0..8).map(|direction| shape.neighbour(cell, direction));
        let share = |to: IVec2| self.way(cell, to).normalize_or_zero().dot(direction);
        let beside = beside.filter(|&to| shape.have_edge(cell, to)).map(|to| (share(to), to));
        // Of two that are as near, the first in the order of directions.
        beside.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, to)| to)
    }

    /// Returns whether two cells are the same, or a step could lead from one to the other if nothing stood in the way.
    pub fn are_close(&self, a: IVec2, b: IVec2) -> bool {
        // Two tiles are too far. So are √3 tiles, the distance between two hexagons that do not touch but share two neighbours.
        self.tiles_of(a).distance_squared(self.tiles_of(b)) < 2.5
    }

    /// The largest difference in rows or columns between two cells that are at most `tiles` tiles apart.
    pub fn span(&self, tiles: f32) -> i32 {
        let cells_per_tile = match self.shape() {
            Shape::Square => 1.0,
            Shape::Staggered => core::f32::consts::SQRT_2,
            // The distance between rows is √3 / 2. In a row, a shift counts half a tile.
            Shape::Hex(_) => 1.1548,
        };
        (tiles * cells_per_tile).ceil() as i32 + i32::from(self.shape() != Shape::Square)
    }

    /// The two cells beside a diagonal step. The line from a point in `from` to the centre of `to` may cross them. For other
    /// steps, the two cells of the step. On hexagons, no such line leaves the two cells of the step.
    pub fn beside_step(&self, from: IVec2, to: IVec2) -> [IVec2; 2] {
        self.shape().beside_step(from, to)
    }

    /// The cell in which an agent on a step counts as being: the cell that contains the point `at`, if this is a cell of the step
    /// or beside it. On hexagons, the line of a step may run along the edge of a third cell, and rounding may put the agent into
    /// the third cell. Then the agent counts as being in the cell of the step across that edge.
    pub fn cell_on_step(&self, at: Vec2, from: IVec2, to: IVec2) -> Option<IVec2> {
        let here = self.cell_at(at)?;
        if here == from || here == to || self.beside_step(from, to).contains(&here) {
            return Some(here);
        }
        if !self.shape().is_hex() {
            return None;
        }
        let inwards = self.middle_of_step(from, to) - self.tiles_at(at);
        let inside = self.tiles_at(at) + inwards.clamp_length_max(ROUNDING);
        let nearby = self.layout().cell_at(inside / self.layout().pitch());
        (nearby == from || nearby == to).then_some(nearby)
    }

    /// Returns whether a point is so near to the corner which a diagonal step passes that rounding may have put it into a cell
    /// beside the step.
    pub fn is_at_corner(&self, at: Vec2, from: IVec2, to: IVec2) -> bool {
        (self.tiles_at(at) - self.middle_of_step(from, to)).abs().max_element() < ROUNDING
    }

    /// Returns whether two points of the world differ only by rounding: they are at most 0.01 tiles apart. `false` if one is NaN.
    pub fn is_same_point(&self, a: Vec2, b: Vec2) -> bool {
        self.tiles_at(a).distance(self.tiles_at(b)) <= ROUNDING
    }

    /// Returns whether a point is on the line through the centres of two neighbouring cells, except for rounding.
    pub fn is_on_line(&self, at: Vec2, from: IVec2, to: IVec2) -> bool {
        let [from, to] = [from, to].map(|cell| self.tiles_of(cell));
        (self.tiles_at(at) - from).perp_dot(to - from).abs() < ROUNDING / 2.0
    }

    /// Returns whether a point and a cell beside a diagonal step are on different sides of the step's line. Then the line from
    /// the point to the end of the step does not touch the cell.
    pub fn is_beyond_line(&self, at: Vec2, from: IVec2, to: IVec2, beside: IVec2) -> bool {
        let [start, end, beside] = [from, to, beside].map(|cell| self.tiles_of(cell));
        let side = |point: Vec2| (point - start).perp_dot(end - start);
        side(self.tiles_at(at)) * side(beside) < 0.0
    }

    /// The point halfway between the centres of two cells, in [tiles](CellGeometry::tiles_at).
    fn middle_of_step(&self, from: IVec2, to: IVec2) -> Vec2 {
        (self.tiles_of(from) + self.tiles_of(to)) / 2.0
    }
}
