//! The position of the map's cells in the world.

use bevy::math::{Affine2, IVec2, Vec2};
use bevy::reflect::Reflect;
use bevy::transform::components::GlobalTransform;

/// Where the cells of a map are in the world: square or rectangular cells, row 0 at the bottom, placed by an affine transform.
#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(opaque, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct CellGeometry {
    to_world: Affine2,
    to_cells: Affine2,
}

impl CellGeometry {
    /// Cells of `cell_size` world units; the centre of cell (0, 0) is at `origin`.
    ///
    /// Returns `None` if a side is zero or a value is NaN or infinite.
    #[must_use]
    pub fn new(origin: Vec2, cell_size: Vec2) -> Option<Self> {
        Self::from_affine(Affine2::from_scale_angle_translation(cell_size, 0.0, origin))
    }

    /// The same cells, moved, rotated or scaled by the x and y of a transform.
    ///
    /// Returns `None` if the transform flattens the map or is not finite.
    #[must_use]
    pub fn transformed(&self, transform: &GlobalTransform) -> Option<Self> {
        let affine = transform.affine();
        let by = Affine2::from_cols(
            affine.matrix3.x_axis.truncate(),
            affine.matrix3.y_axis.truncate(),
            affine.translation.truncate(),
        );
        Self::from_affine(by * self.to_world)
    }

    /// `to_world` maps cell coordinates, which are whole numbers at the centres of cells, to world coordinates.
    fn from_affine(to_world: Affine2) -> Option<Self> {
        let to_cells = to_world.inverse();
        let is_invertible =
            to_world.is_finite() && to_cells.is_finite() && to_world.matrix2.determinant() != 0.0;
        is_invertible.then_some(Self { to_world, to_cells })
    }

    /// The centre of a cell in the world. The cell may be outside the map.
    #[must_use]
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        self.to_world.transform_point2(cell.as_vec2())
    }

    /// The cell that contains a point of the world. The cell may be outside the map.
    ///
    /// Returns `None` if the point is NaN or infinite.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        let cells = self.cells_at(world);
        cells.is_finite().then(|| (cells + 0.5).floor().as_ivec2())
    }

    /// A point of the world in cell coordinates, which are whole numbers at the centres of cells.
    #[must_use]
    pub fn cells_at(&self, world: Vec2) -> Vec2 {
        self.to_cells.transform_point2(world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::prelude::*;

    #[test]
    fn cells_and_world_are_inverse_on_a_rotated_and_scaled_map() {
        let geometry = CellGeometry::new(Vec2::new(5.0, -7.0), Vec2::new(32.0, 16.0)).unwrap();
        let transform = Transform::from_xyz(100.0, 20.0, 3.0)
            .with_rotation(Quat::from_rotation_z(0.7))
            .with_scale(Vec3::new(2.0, 0.5, 1.0));
        let rotated = geometry.transformed(&transform.into()).unwrap();
        for cell in [IVec2::ZERO, IVec2::new(-3, 9), IVec2::new(500, -2)] {
            assert_eq!(rotated.cell_at(rotated.center_of(cell)), Some(cell));
        }
    }

    #[test]
    fn the_edge_between_two_cells_belongs_to_the_upper_one() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
        assert_eq!(geometry.cell_at(Vec2::new(4.9, 5.0)), Some(IVec2::new(0, 1)));
        assert_eq!(geometry.cell_at(Vec2::new(-5.1, -0.1)), Some(IVec2::new(-1, 0)));
    }

    #[test]
    fn points_that_are_not_finite_have_no_cell() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
        assert_eq!(geometry.cell_at(Vec2::new(f32::NAN, 0.0)), None);
        assert_eq!(geometry.cell_at(Vec2::new(0.0, f32::INFINITY)), None);
        assert_eq!(geometry.cell_at(Vec2::splat(f32::MAX)), Some(IVec2::MAX));
    }

    #[test]
    fn flat_and_infinite_maps_are_refused() {
        for size in [Vec2::new(0.0, 1.0), Vec2::splat(f32::NAN), Vec2::new(1.0, f32::INFINITY)] {
            assert_eq!(CellGeometry::new(Vec2::ZERO, size), None);
        }
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        assert_eq!(geometry.transformed(&Transform::from_scale(Vec3::ZERO).into()), None);
        assert_eq!(geometry.transformed(&Transform::from_xyz(f32::NAN, 0.0, 0.0).into()), None);
    }
}
