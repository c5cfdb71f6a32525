//! Obstacles: what stands in the way and may be moved or sold.

use crate::{footprint::Footprint, geometry::CellGeometry};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{CellRect, Grid, NavMap};

/// Blocks the cells that it covers, wherever its `Transform` takes it, until it is removed or despawned.
///
/// A cell is covered if its centre is. The default covers the one cell that the entity stands on.
/// Obstacles may overlap each other and walls; a cell is free again when the last is gone.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
#[require(Transform)]
pub struct NavObstacle {
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Rect(Vec2),
    Circle(f32),
}

impl NavObstacle {
    /// A rectangle of so many tiles, its middle where the entity is, its sides along the rows and columns of the map.
    #[must_use]
    pub const fn rect(tiles: Vec2) -> Self {
        Self { shape: Shape::Rect(tiles) }
    }

    /// A circle of this radius in tiles, its middle where the entity is.
    #[must_use]
    pub const fn circle(radius: f32) -> Self {
        Self { shape: Shape::Circle(radius) }
    }

    /// The cells that it covers with its middle at a point of the world.
    ///
    /// # Errors
    /// A message that names the value where a size is negative, NaN or larger than any map.
    pub fn cells(&self, geometry: &CellGeometry, at: Vec2) -> Result<SmallVec<[IVec2; 9]>, String> {
        // Rounded to what a float adds exactly, so that a rounding error of the transform covers no cell more or less.
        let middle = (geometry.cells_at(at) * 1024.0).round() / 1024.0;
        let half = match self.shape {
            Shape::Rect(tiles) => tiles / 2.0,
            Shape::Circle(radius) => Vec2::splat(radius),
        };
        if !(half.cmpge(Vec2::ZERO).all() && half.cmple(Vec2::splat(Grid::MAX_SIDE as f32)).all()) {
            return Err(format!("its size {:?} is out of range", self.shape));
        }
        // Half open: a centre exactly on the upper edge is not covered, so that an obstacle of n tiles always covers n.
        let (min, max) = ((middle - half).ceil(), (middle + half).ceil() - 1.0);
        let rect = match self.shape {
            Shape::Rect(_) => CellRect { min: min.as_ivec2(), max: max.as_ivec2() },
            Shape::Circle(_) => CellRect { min: min.as_ivec2(), max: (middle + half).floor().as_ivec2() },
        };
        let covered = |cell: &IVec2| match self.shape {
            Shape::Rect(_) => true,
            Shape::Circle(radius) => cell.as_vec2().distance_squared(middle) <= radius * radius,
        };
        Ok(rect.cells().filter(covered).collect())
    }
}

impl Default for NavObstacle {
    fn default() -> Self {
        Self::rect(Vec2::ONE)
    }
}

impl Footprint for NavObstacle {
    type Mark = SmallVec<[IVec2; 9]>;

    fn mark(&self, geometry: &CellGeometry, at: Vec2, _: Option<&Self::Mark>) -> Result<Self::Mark, String> {
        self.cells(geometry, at)
    }

    fn lay(map: &mut NavMap, cells: &Self::Mark) -> Result<(), String> {
        cells.iter().for_each(|&cell| map.block(cell));
        Ok(())
    }

    fn take_up(map: &mut NavMap, cells: &Self::Mark) {
        cells.iter().for_each(|&cell| map.unblock(cell));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(obstacle: NavObstacle, x: f32, y: f32) -> Vec<[i32; 2]> {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(10.0)).unwrap();
        let covered = obstacle.cells(&geometry, Vec2::new(x, y)).unwrap();
        covered.iter().map(|cell| cell.to_array()).collect()
    }

    #[test]
    fn the_default_covers_the_cell_it_stands_on_wherever_it_stands() {
        for (x, y) in [(30.0, 20.0), (26.0, 24.9), (34.9, 15.1)] {
            assert_eq!(cells(NavObstacle::default(), x, y), [[3, 2]]);
        }
        assert_eq!(cells(NavObstacle::default(), 25.0, 20.0).len(), 1);
    }

    #[test]
    fn rectangles_and_circles_cover_the_centres_inside() {
        assert_eq!(cells(NavObstacle::rect(Vec2::new(2.0, 1.0)), 15.0, 0.0), [[1, 0], [2, 0]]);
        assert_eq!(cells(NavObstacle::rect(Vec2::splat(3.0)), 0.0, 0.0).len(), 9);
        assert_eq!(cells(NavObstacle::circle(1.0), 0.0, 0.0).len(), 5);
        assert_eq!(cells(NavObstacle::circle(0.0), 10.0, 0.0), [[1, 0]]);
        assert!(cells(NavObstacle::rect(Vec2::ZERO), 0.0, 0.0).is_empty());
    }

    #[test]
    fn senseless_sizes_are_refused_by_value() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        for size in [f32::NAN, -1.0, f32::INFINITY, 1e9] {
            let error = NavObstacle::circle(size).cells(&geometry, Vec2::ZERO).unwrap_err();
            assert!(error.contains("Circle"), "{error}");
        }
    }
}
