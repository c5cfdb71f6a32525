//! The position of the map's cells in the world.

use super::cell_layout::CellLayout;
use bevy::math::{Affine2, IVec2, Mat2, Vec2};
use bevy::reflect::Reflect;
use bevy::transform::components::GlobalTransform;
use tilepath::{HexLayout, Shape};

/// The shape of a map's cells, and where the cells are in the world. Cells are squares, diamonds or hexagons. The map may be
/// moved, rotated and scaled.
///
/// On maps of `bevy_ecs_tilemap`, a cell has the coordinates of its tile (`TilePos`), for every shape.
///
/// Distances *in tiles* are measured as if all cells were regular squares or hexagons: two cells that share an edge are 1 tile
/// apart, from centre to centre. A radius of 3 tiles is a circle on regular squares and hexagons, and an ellipse on diamonds and
/// stretched cells.
///
/// If the map moves or turns, agents that are children of the tilemap move with it. All other agents stay where they are in the
/// world, and continue from the cell that is now under them.
#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(opaque, Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct CellGeometry {
    layout: CellLayout,
    to_world: Affine2,
    to_places: Affine2,
}

impl CellGeometry {
    /// Squares or rectangles of `cell_size` world units. The centre of cell (0, 0) is at `origin`; x grows to the right, y grows
    /// upwards.
    ///
    /// Returns `None` if a side is 0, or if a value is NaN or infinite.
    #[must_use]
    pub fn new(origin: Vec2, cell_size: Vec2) -> Option<Self> {
        Self::of_basis(CellLayout::Square, Mat2::from_diagonal(cell_size), origin)
    }

    /// Hexagons. The bounding box of each hexagon is `cell_size` world units, and the centre of cell (0, 0) is at `origin`.
    ///
    /// - `OddRows`, `EvenRows` and `Axial` make rows of pointy-top hexagons. Rows are `0.75 * cell_size.y` apart. With
    ///   [`HexLayout::Axial`], each row is half a hexagon further to the right than the row below.
    /// - `OddColumns` and `EvenColumns` make columns of flat-top hexagons. Columns are `0.75 * cell_size.x` apart.
    ///
    /// A regular pointy-top hexagon is 1.1547 times as high as wide; a regular flat-top hexagon is 1.1547 times as wide as high.
    ///
    /// Returns `None` if a side is 0, or if a value is NaN or infinite.
    #[must_use]
    pub fn hex(layout: HexLayout, origin: Vec2, cell_size: Vec2) -> Option<Self> {
        let is_in_columns = matches!(layout, HexLayout::OddColumns | HexLayout::EvenColumns);
        Self::hex_in(layout, is_in_columns, origin, cell_size)
    }

    /// Flat-top hexagons in axial coordinates: each column is half a hexagon higher than the column to its left. Arguments and
    /// return value are as in [`CellGeometry::hex`].
    #[must_use]
    pub fn axial_columns(origin: Vec2, cell_size: Vec2) -> Option<Self> {
        Self::hex_in(HexLayout::Axial, true, origin, cell_size)
    }

    fn hex_in(layout: HexLayout, is_in_columns: bool, origin: Vec2, cell_size: Vec2) -> Option<Self> {
        let (cells, spacing) = match is_in_columns {
            true => (CellLayout::Columns(layout), Vec2::new(0.75, 1.0)),
            false => (CellLayout::Rows(layout), Vec2::new(1.0, 0.75)),
        };
        Self::of_basis(cells, Mat2::from_diagonal(cell_size * spacing), origin)
    }

    /// Diamonds, as on isometric maps. Each diamond is `cell_size` world units wide and high, and the centre of cell (0, 0) is at
    /// `origin`. Cell (1, 0) is the lower right neighbour of cell (0, 0), and cell (0, 1) is the upper right one.
    ///
    /// Returns `None` if a side is 0, or if a value is NaN or infinite.
    #[must_use]
    pub fn diamond(origin: Vec2, cell_size: Vec2) -> Option<Self> {
        Self::of_basis(CellLayout::Square, diamond_basis(cell_size), origin)
    }

    /// Diamonds with the numbering of staggered maps in `bevy_ecs_tilemap`. Each diamond is `cell_size` world units wide and
    /// high, and the centre of cell (0, 0) is at `origin`. Cell (1, 0) is directly to the right and touches cell (0, 0) at a
    /// corner. Cell (0, 1) is the upper right neighbour and shares an edge with cell (0, 0).
    ///
    /// Returns `None` if a side is 0, or if a value is NaN or infinite.
    #[must_use]
    pub fn staggered(origin: Vec2, cell_size: Vec2) -> Option<Self> {
        Self::of_basis(CellLayout::Staggered, diamond_basis(cell_size), origin)
    }

    /// The same cells, moved, rotated and scaled by a transform in the xy plane; z is ignored.
    ///
    /// Returns `None` if the transformed cells have no area (a scale of 0, for example), or if a value is NaN or infinite.
    #[must_use]
    pub fn transformed(&self, transform: &GlobalTransform) -> Option<Self> {
        let affine = transform.affine();
        let by = Affine2::from_cols(
            affine.matrix3.x_axis.truncate(),
            affine.matrix3.y_axis.truncate(),
            affine.translation.truncate(),
        );
        Self::of_affine(self.layout, by * self.to_world)
    }

    fn of_basis(layout: CellLayout, basis: Mat2, origin: Vec2) -> Option<Self> {
        Self::of_affine(layout, Affine2::from_mat2_translation(basis, origin))
    }

    /// Makes the geometry of a layout. `to_world` converts points in rows and columns (see [`CellLayout`]) to world coordinates.
    /// Returns `None` if `to_world` can't be inverted.
    fn of_affine(layout: CellLayout, to_world: Affine2) -> Option<Self> {
        let to_places = to_world.inverse();
        let is_invertible =
            to_world.is_finite() && to_places.is_finite() && to_world.matrix2.determinant() != 0.0;
        is_invertible.then_some(Self { layout, to_world, to_places })
    }

    /// The shape of the cells, and how they are numbered. Shape and numbering say which cells are neighbours.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.layout.shape()
    }

    /// The centre of a cell in world coordinates. The cell may be outside the map.
    #[must_use]
    pub fn center_of(&self, cell: IVec2) -> Vec2 {
        self.world_at(self.layout.place_of(cell))
    }

    /// The cell that contains a point of the world. This cell may be outside the map, because the geometry does not know the size
    /// of the map.
    ///
    /// Returns `None` if the point is NaN or infinite.
    #[must_use]
    pub fn cell_at(&self, world: Vec2) -> Option<IVec2> {
        let place = self.place_at(world);
        place.is_finite().then(|| self.layout.cell_at(place))
    }

    /// Converts a point of the world to coordinates in tiles. The distance between two converted points is their distance in
    /// tiles. On squares, the centres of cells have whole coordinates.
    #[must_use]
    pub fn tiles_at(&self, world: Vec2) -> Vec2 {
        self.place_at(world) * self.layout.pitch()
    }

    /// The centre of a cell in the same coordinates as [`CellGeometry::tiles_at`].
    #[must_use]
    pub fn tiles_of(&self, cell: IVec2) -> Vec2 {
        self.layout.place_of(cell) * self.layout.pitch()
    }

    /// The point of the world at a place in rows and columns.
    pub(super) fn world_at(&self, place: Vec2) -> Vec2 {
        self.to_world.transform_point2(place)
    }

    /// A point of the world in rows and columns.
    pub(super) fn place_at(&self, world: Vec2) -> Vec2 {
        self.to_places.transform_point2(world)
    }

    pub(super) const fn layout(&self) -> CellLayout {
        self.layout
    }

    /// The way in the world from the centre of one cell to that of another.
    pub(super) fn way(&self, from: IVec2, to: IVec2) -> Vec2 {
        self.to_world.transform_vector2(self.layout.place_of(to) - self.layout.place_of(from))
    }
}

/// Two edges of a diamond as vectors: the edge that goes right and down, and the edge that goes right and up.
fn diamond_basis(cell_size: Vec2) -> Mat2 {
    let half = cell_size / 2.0;
    Mat2::from_cols(half * Vec2::new(1.0, -1.0), half)
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
