//! The cells that a rectangle or a circle in the world covers.

use super::cell_geometry::CellGeometry;
use crate::ground::Grid;
use glam::{IVec2, Vec2};

/// Points are rounded to this many parts of a cell. Floats add such points exactly, so that rounding errors in a transform do not
/// add or remove cells.
const PLACES_PER_CELL: f32 = 1024.0;

impl CellGeometry {
    /// The cells whose centres are in a rectangle around a point of the world, row by row. The rectangle has `tiles.x` ×
    /// `tiles.y` tiles, and its sides are parallel to the rows and columns of the map. The cells may be outside the map.
    ///
    /// A centre on the left or lower side is in the rectangle, a centre on the right or upper side is not. So n tiles cover n
    /// cells, wherever they are. Empty if a side is NaN, below 0 or above twice [`Grid::MAX_SIDE`].
    #[must_use]
    pub fn cells_in_rect(&self, center: Vec2, tiles: Vec2) -> Vec<IVec2> {
        let (center, half) = (self.rounded_place_at(center), tiles / 2.0);
        if half.max_element() > Grid::MAX_SIDE as f32 {
            return Vec::new();
        }
        let mut cells = self.cells_within(center, half);
        cells.retain(|&cell| self.layout().place_of(cell).cmplt(center + half).all());
        cells
    }

    /// The cells whose centres are at most `radius` tiles from a point of the world, row by row. The cells may be outside the map.
    ///
    /// Empty if the radius is NaN, below 0 or above [`Grid::MAX_SIDE`].
    #[must_use]
    pub fn cells_in_circle(&self, center: Vec2, radius: f32) -> Vec<IVec2> {
        if radius > Grid::MAX_SIDE as f32 {
            return Vec::new();
        }
        let (layout, center) = (self.layout(), self.rounded_place_at(center));
        let mut cells = self.cells_within(center, Vec2::splat(radius) / layout.pitch());
        cells.retain(|&cell| layout.length_squared(layout.place_of(cell) - center) <= radius * radius);
        cells
    }

    fn rounded_place_at(&self, world: Vec2) -> Vec2 {
        (self.place_at(world) * PLACES_PER_CELL).round() / PLACES_PER_CELL
    }

    /// The cells whose centres are in a rectangle or on its sides, row by row. `center` and `half` are in rows and columns.
    fn cells_within(&self, center: Vec2, half: Vec2) -> Vec<IVec2> {
        // NaN is not above 0.
        if !half.cmpge(Vec2::ZERO).all() || !center.is_finite() {
            return Vec::new();
        }
        let mut cells = self.layout().cells_between(center - half, center + half);
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::HexLayout;

    fn geometries() -> Vec<CellGeometry> {
        let size = Vec2::new(30.0, 20.0);
        let hexagons = HexLayout::ALL.map(|layout| CellGeometry::hex(layout, Vec2::ZERO, size));
        let make = [CellGeometry::new, CellGeometry::diamond, CellGeometry::staggered];
        let others = make.map(|make| make(Vec2::ZERO, size));
        hexagons.into_iter().chain(others).map(Result::unwrap).collect()
    }

    #[test]
    fn a_circle_covers_the_cells_whose_centres_are_within_its_radius() {
        let mut random = fastrand::Rng::with_seed(3);
        for geometry in geometries() {
            for _ in 0..200 {
                let center = Vec2::new(random.f32(), random.f32()) * 90.0 - 45.0;
                let radius = random.f32() * 4.0;
                let covered = geometry.cells_in_circle(center, radius);
                assert!(covered.is_sorted_by_key(|cell| (cell.y, cell.x)));
                for cell in (-16..=16).flat_map(|y| (-16..=16).map(move |x| IVec2::new(x, y))) {
                    let tiles = geometry.tiles_of(cell).distance(geometry.tiles_at(center));
                    if (tiles - radius).abs() > 0.01 {
                        assert_eq!(covered.contains(&cell), tiles < radius, "{geometry:?} {cell} {tiles}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_rectangle_of_n_tiles_covers_n_cells_wherever_it_is() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
        for x in 0..20 {
            let center = Vec2::new(x as f32 * 2.5, 7.5);
            assert_eq!(geometry.cells_in_rect(center, Vec2::new(3.0, 2.0)).len(), 6, "{center}");
        }
        assert!(geometry.cells_in_rect(Vec2::ZERO, Vec2::ZERO).is_empty());
    }

    #[test]
    fn sizes_and_points_that_are_no_numbers_cover_nothing() {
        for geometry in geometries() {
            for size in [f32::NAN, -1.0, f32::INFINITY, 1e9] {
                assert!(geometry.cells_in_circle(Vec2::ZERO, size).is_empty(), "{size}");
                assert!(geometry.cells_in_rect(Vec2::ZERO, Vec2::new(1.0, size)).is_empty(), "{size}");
            }
            assert!(geometry.cells_in_circle(Vec2::NAN, 1.0).is_empty());
        }
    }
}
