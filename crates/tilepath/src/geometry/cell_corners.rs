//! The corners of a cell in the world, to draw its outline.

use super::{cell_geometry::CellGeometry, cell_layout::CellLayout};
use glam::{IVec2, Vec2};

const SQUARE: [Vec2; 4] =
    [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)];

/// The corners of a hexagon with a corner above and below its centre. Rows are three quarters of a hexagon's height apart, so
/// half the height is two thirds of a row.
const IN_ROWS: [Vec2; 6] = [
    Vec2::new(0.0, -2.0 / 3.0),
    Vec2::new(0.5, -1.0 / 3.0),
    Vec2::new(0.5, 1.0 / 3.0),
    Vec2::new(0.0, 2.0 / 3.0),
    Vec2::new(-0.5, 1.0 / 3.0),
    Vec2::new(-0.5, -1.0 / 3.0),
];

const IN_COLUMNS: [Vec2; 6] = [
    Vec2::new(-2.0 / 3.0, 0.0),
    Vec2::new(-1.0 / 3.0, -0.5),
    Vec2::new(1.0 / 3.0, -0.5),
    Vec2::new(2.0 / 3.0, 0.0),
    Vec2::new(1.0 / 3.0, 0.5),
    Vec2::new(-1.0 / 3.0, 0.5),
];

impl CellGeometry {
    /// The corners of a cell in world coordinates, in order round the cell: four corners for a square or diamond, six for a
    /// hexagon. The cell may be outside the map.
    pub fn corners_of(&self, cell: IVec2) -> impl Iterator<Item = Vec2> {
        let offsets: &[Vec2] = match self.layout() {
            CellLayout::Square | CellLayout::Staggered => &SQUARE,
            CellLayout::Rows(_) => &IN_ROWS,
            CellLayout::Columns(_) => &IN_COLUMNS,
        };
        let center = self.layout().place_of(cell);
        offsets.iter().map(move |&offset| self.world_at(center + offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::HexLayout;
    use glam::Affine2;

    #[test]
    fn just_inside_the_corners_is_the_cell_and_just_outside_another() {
        let (origin, size) = (Vec2::new(3.0, -8.0), Vec2::new(30.0, 20.0));
        let placed = Affine2::from_angle_translation(0.4, Vec2::new(40.0, 5.0));
        let geometries = [
            CellGeometry::new(origin, size),
            CellGeometry::diamond(origin, size),
            CellGeometry::staggered(origin, size),
            CellGeometry::axial_columns(origin, size),
            CellGeometry::hex(HexLayout::Axial, origin, size),
            CellGeometry::hex(HexLayout::OddRows, origin, size),
            CellGeometry::hex(HexLayout::EvenColumns, origin, size),
        ];
        for geometry in geometries.map(Result::unwrap) {
            for geometry in [geometry, geometry.transformed(placed).unwrap()] {
                for cell in [IVec2::ZERO, IVec2::new(-3, 5), IVec2::new(4, 3)] {
                    let center = geometry.center_of(cell);
                    let corners: Vec<Vec2> = geometry.corners_of(cell).collect();
                    assert_eq!(corners.len(), if geometry.shape().is_hex() { 6 } else { 4 });
                    assert!(corners.iter().sum::<Vec2>().distance(center * corners.len() as f32) < 0.01);
                    for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                        for edge in [from, from.lerp(to, 0.3), from.lerp(to, 0.9)] {
                            assert_eq!(geometry.cell_at(center.lerp(edge, 0.98)), Some(cell));
                            assert_ne!(geometry.cell_at(center.lerp(edge, 1.02)), Some(cell));
                        }
                    }
                }
            }
        }
    }
}
