//! The places of agents that share a cell.

use super::cell_geometry::CellGeometry;
use crate::ground::Shape;
use glam::{IVec2, UVec2, Vec2};

impl CellGeometry {
    /// The position of a place in a cell that holds up to `capacity` agents. Places are numbered from 0. With a capacity of 1,
    /// the only place is the centre. Otherwise the places form a square grid around the centre. On squares, the places of all
    /// cells together form an even grid.
    #[must_use]
    pub fn place_in(&self, cell: IVec2, place: u8, capacity: u8) -> Vec2 {
        if capacity <= 1 {
            return self.center_of(cell);
        }
        let side = (1..).find(|side: &u32| side * side >= u32::from(capacity)).unwrap_or(1);
        let nth = UVec2::new(u32::from(place) % side, u32::from(place) / side);
        // The corners of a hexagon's bounding box are outside the hexagon, but the middle two thirds of the box are inside.
        let spread = if self.shape() == Shape::Square { 1.0 } else { 2.0 / 3.0 };
        let offset = (nth.as_vec2() - (side - 1) as f32 / 2.0) * (spread / side as f32);
        self.point_in(cell, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::HexLayout;

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
                    (0..capacity).map(|place| geometry.place_in(cell, place, capacity)).collect();
                assert!(places.iter().all(|&at| geometry.cell_at(at) == Some(cell)), "{capacity}");
                for (nth, at) in places.iter().enumerate() {
                    assert!(places[..nth].iter().all(|other| other.distance(*at) > 0.5), "{capacity}");
                }
            }
        }
    }
}
