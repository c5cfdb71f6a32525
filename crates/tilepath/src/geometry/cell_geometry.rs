//! The position of the map's cells in the world.

use super::cell_layout::CellLayout;
use crate::ground::{HexLayout, Shape};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::Reflect;
use glam::{Affine2, IVec2, Mat2, UVec2, Vec2};

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
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(opaque, Clone, Debug, PartialEq)
)]
pub struct CellGeometry {
    pub(super) layout: CellLayout,
    pub(super) to_world: Affine2,
    to_places: Affine2,
}

/// Why cells can't be made: they would have no area, or no position in the world.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
pub enum CellGeometryError {
    /// A side of the cells is 0, NaN or infinite (or so near to 0 or infinity that `f32` can't hold its inverse). The value is the
    /// size of a cell in world units.
    #[error("a cell of {} × {} world units: both sides must be finite and not 0", .0.x, .0.y)]
    InvalidCellSize(Vec2),
    /// The centre of cell (0, 0) is NaN or infinite. The value is this centre.
    #[error("cell (0, 0) can't be at {0}: both coordinates must be finite")]
    InvalidOrigin(Vec2),
    /// After the transform, the cells have no area or no position. The value is the transform in the xy plane.
    #[error("with the transform {0:?} the cells have no area or no place in the world")]
    InvalidTransform(Affine2),
}

impl CellGeometry {
    /// Squares with sides of `side` world units. The centre of cell (0, 0) is at the origin of the world; x grows to the right, y
    /// grows upwards. For a map in the middle of the screen, call [`CellGeometry::centered`] on the result.
    ///
    /// # Errors
    /// If `side` is 0, NaN or infinite.
    pub fn squares(side: f32) -> Result<Self, CellGeometryError> {
        Self::new(Vec2::ZERO, Vec2::splat(side))
    }

    /// Squares or rectangles of `cell_size` world units. The centre of cell (0, 0) is at `origin`; x grows to the right, y grows
    /// upwards.
    ///
    /// # Errors
    /// If a side is 0, or if a value is NaN or infinite.
    pub fn new(origin: Vec2, cell_size: Vec2) -> Result<Self, CellGeometryError> {
        Self::of_basis(CellLayout::Square, Mat2::from_diagonal(cell_size), origin, cell_size)
    }

    /// Hexagons. The bounding box of each hexagon is `cell_size` world units, and the centre of cell (0, 0) is at `origin`.
    ///
    /// - `OddRows`, `EvenRows` and `Axial` make rows of pointy-top hexagons. Rows are `0.75 * cell_size.y` apart. With
    ///   [`HexLayout::Axial`], each row is half a hexagon further to the right than the row below.
    /// - `OddColumns` and `EvenColumns` make columns of flat-top hexagons. Columns are `0.75 * cell_size.x` apart.
    ///
    /// A regular pointy-top hexagon is 1.1547 times as high as wide; a regular flat-top hexagon is 1.1547 times as wide as high.
    ///
    /// # Errors
    /// If a side is 0, or if a value is NaN or infinite.
    pub fn hex(layout: HexLayout, origin: Vec2, cell_size: Vec2) -> Result<Self, CellGeometryError> {
        let is_in_columns = matches!(layout, HexLayout::OddColumns | HexLayout::EvenColumns);
        Self::hex_in(layout, is_in_columns, origin, cell_size)
    }

    /// Flat-top hexagons in axial coordinates: each column is half a hexagon higher than the column to its left. Arguments and
    /// errors are as in [`CellGeometry::hex`].
    ///
    /// # Errors
    /// If a side is 0, or if a value is NaN or infinite.
    pub fn axial_columns(origin: Vec2, cell_size: Vec2) -> Result<Self, CellGeometryError> {
        Self::hex_in(HexLayout::Axial, true, origin, cell_size)
    }

    fn hex_in(
        layout: HexLayout,
        is_in_columns: bool,
        origin: Vec2,
        cell_size: Vec2,
    ) -> Result<Self, CellGeometryError> {
        let (cells, spacing) = match is_in_columns {
            true => (CellLayout::Columns(layout), Vec2::new(0.75, 1.0)),
            false => (CellLayout::Rows(layout), Vec2::new(1.0, 0.75)),
        };
        Self::of_basis(cells, Mat2::from_diagonal(cell_size * spacing), origin, cell_size)
    }

    /// Diamonds, as on isometric maps. Each diamond is `cell_size` world units wide and high, and the centre of cell (0, 0) is at
    /// `origin`. Cell (1, 0) is the lower right neighbour of cell (0, 0), and cell (0, 1) is the upper right one.
    ///
    /// # Errors
    /// If a side is 0, or if a value is NaN or infinite.
    pub fn diamond(origin: Vec2, cell_size: Vec2) -> Result<Self, CellGeometryError> {
        Self::of_basis(CellLayout::Square, diamond_basis(cell_size), origin, cell_size)
    }

    /// Diamonds with the numbering of staggered maps in `bevy_ecs_tilemap`. Each diamond is `cell_size` world units wide and
    /// high, and the centre of cell (0, 0) is at `origin`. Cell (1, 0) is directly to the right and touches cell (0, 0) at a
    /// corner. Cell (0, 1) is the upper right neighbour and shares an edge with cell (0, 0).
    ///
    /// # Errors
    /// If a side is 0, or if a value is NaN or infinite.
    pub fn staggered(origin: Vec2, cell_size: Vec2) -> Result<Self, CellGeometryError> {
        Self::of_basis(CellLayout::Staggered, diamond_basis(cell_size), origin, cell_size)
    }

    /// The same cells, moved, rotated and scaled by a transform of the plane.
    ///
    /// # Errors
    /// If the transformed cells have no area (a scale of 0, for example), or if a value is NaN or infinite.
    pub fn transformed(&self, by: Affine2) -> Result<Self, CellGeometryError> {
        Self::of_affine(self.layout, by * self.to_world).ok_or(CellGeometryError::InvalidTransform(by))
    }

    /// The same cells at the same places, with other coordinates: cell (0, 0) becomes the cell `first`. On hexagons whose rows or columns
    /// are shifted in turn, the coordinate that counts them must be even: otherwise the cells would be at other places.
    ///
    /// ```
    /// use tilepath::CellGeometry;
    /// let cells = CellGeometry::squares(32.0)?;
    /// let renumbered = cells.renumbered([10, -4].into());
    /// assert_eq!(renumbered.center_of([11, -4].into()), cells.center_of([1, 0].into()));
    /// # Ok::<(), tilepath::CellGeometryError>(())
    /// ```
    #[must_use]
    pub fn renumbered(mut self, first: IVec2) -> Self {
        self.to_world.translation -= self.way(IVec2::ZERO, first);
        self.to_places = self.to_world.inverse();
        self
    }

    /// The same cells, moved so that a map of `map_size` cells has its middle at the origin of the world.
    #[must_use]
    pub fn centered(mut self, map_size: UVec2) -> Self {
        // Every second row or column of hexagons is shifted, and every second row of staggered diamonds, too. So the outermost
        // cells are among the first two and the last two cells of each side.
        let last = map_size.as_ivec2() - 1;
        let ends = |last: i32| [0, 1.min(last), (last - 1).max(0), last];
        let corners =
            ends(last.y).into_iter().flat_map(|y| ends(last.x).map(|x| self.center_of(IVec2::new(x, y))));
        let (low, high) = corners.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), center| {
            (low.min(center), high.max(center))
        });
        self.to_world.translation -= (low + high) / 2.0;
        self.to_places = self.to_world.inverse();
        self
    }

    fn of_basis(
        layout: CellLayout,
        basis: Mat2,
        origin: Vec2,
        cell_size: Vec2,
    ) -> Result<Self, CellGeometryError> {
        if !origin.is_finite() {
            return Err(CellGeometryError::InvalidOrigin(origin));
        }
        let to_world = Affine2::from_mat2_translation(basis, origin);
        Self::of_affine(layout, to_world).ok_or(CellGeometryError::InvalidCellSize(cell_size))
    }

    /// Makes the geometry of a layout. `to_world` converts points in rows and columns (see [`CellLayout`]) to world coordinates.
    /// Returns `None` if `to_world` can't be inverted.
    pub(super) fn of_affine(layout: CellLayout, to_world: Affine2) -> Option<Self> {
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

    /// Converts a point in rows and columns to world coordinates.
    pub(super) fn world_at(&self, place: Vec2) -> Vec2 {
        self.to_world.transform_point2(place)
    }

    /// Converts a point of the world to rows and columns.
    pub(super) fn place_at(&self, world: Vec2) -> Vec2 {
        self.to_places.transform_point2(world)
    }

    pub(super) const fn layout(&self) -> CellLayout {
        self.layout
    }

    /// The vector in the world from the centre of one cell to the centre of another.
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

    #[test]
    fn cells_and_world_are_inverse_on_a_rotated_and_scaled_map() {
        let geometry = CellGeometry::new(Vec2::new(5.0, -7.0), Vec2::new(32.0, 16.0)).unwrap();
        let scale = Vec2::new(2.0, 0.5);
        let transform = Affine2::from_scale_angle_translation(scale, 0.7, Vec2::new(100.0, 20.0));
        let rotated = geometry.transformed(transform).unwrap();
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
            let error = CellGeometry::new(Vec2::ZERO, size).unwrap_err();
            assert!(
                matches!(error, CellGeometryError::InvalidCellSize(refused) if refused.x.to_bits() == size.x.to_bits())
            );
        }
        let error = CellGeometry::new(Vec2::ZERO, Vec2::new(0.0, 32.0)).unwrap_err();
        assert_eq!(error.to_string(), "a cell of 0 × 32 world units: both sides must be finite and not 0");
        let nowhere = Vec2::new(f32::INFINITY, 0.0);
        assert_eq!(CellGeometry::diamond(nowhere, Vec2::ONE), Err(CellGeometryError::InvalidOrigin(nowhere)));
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        let nowhere = Affine2::from_translation(Vec2::new(f32::NAN, 0.0));
        for transform in [Affine2::from_scale(Vec2::ZERO), nowhere] {
            let error = geometry.transformed(transform).unwrap_err();
            assert!(matches!(error, CellGeometryError::InvalidTransform(_)));
        }
    }

    #[test]
    fn a_centered_map_reaches_as_far_to_each_side() {
        let size = Vec2::new(32.0, 20.0);
        let hex = |layout| CellGeometry::hex(layout, Vec2::new(7.0, 3.0), size).unwrap();
        let mut geometries: Vec<CellGeometry> = HexLayout::ALL.map(hex).to_vec();
        for make in
            [CellGeometry::new, CellGeometry::diamond, CellGeometry::staggered, CellGeometry::axial_columns]
        {
            geometries.push(make(Vec2::new(-4.0, 9.0), size).unwrap());
        }
        for geometry in geometries {
            for map in [UVec2::ONE, UVec2::new(5, 4), UVec2::new(4, 1), UVec2::new(1, 6), UVec2::new(2, 3)] {
                let centered = geometry.centered(map);
                let cells = (0..map.y).flat_map(|y| (0..map.x).map(move |x| IVec2::new(x as i32, y as i32)));
                let centers: Vec<Vec2> = cells.map(|cell| centered.center_of(cell)).collect();
                let low = centers.iter().copied().reduce(Vec2::min).unwrap();
                let high = centers.iter().copied().reduce(Vec2::max).unwrap();
                assert!((low + high).length() < 1e-3, "{geometry:?} {map}: {low} to {high}");
                assert_eq!(centered.cell_at(centered.center_of(IVec2::ONE)), Some(IVec2::ONE));
            }
        }
    }
}
