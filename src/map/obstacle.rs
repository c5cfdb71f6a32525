//! Obstacles: they block cells, and may be moved or sold.

use super::footprint::Footprint;
use crate::nav_id::NavId;
use crate::rollback::KeptComponent;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use tilepath::{CellGeometry, Grid, MapEdits};

/// Blocks the cells that the obstacle covers: for everybody, or with a [class](NavObstacle::with_class) for some. The obstacle follows the
/// `Transform` of its entity, until the component is removed or the entity is despawned.
///
/// The obstacle covers each cell whose centre is inside its shape. The default obstacle covers one cell: the cell under the
/// entity. Obstacles may overlap each other and walls. A cell is free again when its last obstacle is gone.
///
/// # Doors, gates, walls that break
/// An obstacle has a class, as terrain has one, and the [profile](crate::CostProfiles) of each agent says what the class costs. A cost
/// of 0 is a wall. So a guard passes a door for 1, a thief for the turns that its lock pick needs, an ogre for the
/// time in which it breaks the door, and nobody else passes it. [`NavObstacles`](crate::NavObstacles) finds the doors on a path.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// const DOOR: u8 = 200;
/// #[derive(Resource)]
/// struct Guard(ProfileId);
/// fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) {
///     commands.insert_resource(Guard(profiles.add(CostProfile::default().with_cost(DOOR, 1))));
///     // For everybody else it is a wall. Without this, a class costs as many tiles as its number.
///     if let Some(everybody) = profiles.get_mut(ProfileId::default()) {
///         everybody.set_cost(DOOR, 0);
///     }
///     commands.spawn((Transform::from_xyz(40.0, 8.0, 0.0), NavObstacle::default().with_class(DOOR)));
/// }
/// # App::new().add_systems(Startup, setup);
/// ```
///
/// The obstacle covers the terrain: a bridge is an obstacle of a class that is cheap, on water that is not. If several obstacles are on a
/// cell, the dearest for a profile counts. To open a door for everybody, remove the component; to make a wall weaker, insert another class.
///
/// To walk up to an entity with an obstacle, ask for a path [within](crate::PathRequest::within) 1.5 tiles of the entity. A path
/// can't end in the obstacle itself.
///
/// # Agents with obstacles
/// If an agent or one of its descendants has a `NavObstacle` component, the obstacle blocks other agents but not that agent:
///
/// - The agent ignores its own obstacles of class 0. It can start in their cells and walk through them. Its obstacles of other classes
///   cost it what its profile says.
/// - The agent always has a path of its own, not a [shared goal field](crate::guide::hordes).
/// - If two such agents enter the same cell in the same frame, the agent with the smaller [`NavId`] walks on: usually the agent
///   that was spawned first. The other agent walks out to the nearest free cell.
#[derive(Component, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, NavId)]
pub struct NavObstacle {
    shape: ObstacleShape,
    #[reflect(default)]
    #[cfg_attr(feature = "serialize", serde(default))]
    class: u8,
}

impl KeptComponent for NavObstacle {}

/// The cells that an obstacle covers, and its class.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ObstacleMark {
    pub(crate) class: u8,
    pub(crate) cells: Vec<IVec2>,
}

#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
enum ObstacleShape {
    Rect(Vec2),
    Circle(f32),
}

/// Why an obstacle blocks no cells. The log says so, and [`NavObstacle::cells`] fails with it.
#[derive(Clone, Copy, PartialEq, Debug, Reflect, thiserror::Error)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
pub enum ObstacleError {
    /// The width or the height is negative, NaN or above twice [`Grid::MAX_SIDE`]. The value is the size in tiles.
    #[error("a rectangle of {0} tiles: each side must be 0 to {max}", max = 2 * Grid::MAX_SIDE)]
    InvalidRect(Vec2),
    /// The radius is negative, NaN or above [`Grid::MAX_SIDE`]. The value is the radius in tiles.
    #[error("a circle with a radius of {0} tiles: must be 0 to {max}", max = Grid::MAX_SIDE)]
    InvalidCircle(f32),
    /// Obstacles of several classes are on this cell, and need a class number of their own, but terrain and obstacles use all 256.
    #[error("all 256 classes are in use: none is left for the obstacles on cell ({}, {})", .0.x, .0.y)]
    TooManyClasses(IVec2),
}

impl NavObstacle {
    /// A rectangle of `tiles.x` × `tiles.y` tiles, with its centre at the entity. The sides are parallel to the rows and columns
    /// of the map. On diamonds they are parallel to the edges of the tiles.
    ///
    /// On hexagons, 3 × 2 tiles means: in a layout with rows, 2 rows of 3 hexagons; in a layout with columns, 3 columns of 2
    /// hexagons.
    #[must_use]
    pub const fn rect(tiles: Vec2) -> Self {
        Self { shape: ObstacleShape::Rect(tiles), class: 0 }
    }

    /// A circle with its centre at the entity and a radius in tiles. In the world the circle is an ellipse if the tiles are
    /// diamonds or stretched, because distances are measured as on regular tiles (see [`CellGeometry`]).
    #[must_use]
    pub const fn circle(radius: f32) -> Self {
        Self { shape: ObstacleShape::Circle(radius), class: 0 }
    }

    /// Sets the class of the obstacle, 0 by default: what the cells that it covers cost each
    /// [profile](tilepath::CostProfile::with_cost). In the default profile, class 0 is a wall and class n costs n tiles.
    #[must_use]
    pub const fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// The class of the obstacle.
    #[must_use]
    pub const fn class(&self) -> u8 {
        self.class
    }

    /// The cells that the obstacle would cover with its centre at `position` in the plane, row by row. The cells may be outside
    /// the map.
    ///
    /// # Errors
    /// [`ObstacleError`] if the size of the obstacle is not valid.
    pub fn cells(&self, geometry: &CellGeometry, position: Vec2) -> Result<Vec<IVec2>, ObstacleError> {
        let (half, error) = match self.shape {
            ObstacleShape::Rect(tiles) => (tiles / 2.0, ObstacleError::InvalidRect(tiles)),
            ObstacleShape::Circle(radius) => (Vec2::splat(radius), ObstacleError::InvalidCircle(radius)),
        };
        if !(half.cmpge(Vec2::ZERO).all() && half.cmple(Vec2::splat(Grid::MAX_SIDE as f32)).all()) {
            return Err(error);
        }
        Ok(match self.shape {
            // Near their corners, hexagons are no parts of rows.
            ObstacleShape::Rect(Vec2::ONE) if geometry.shape().is_hex() => {
                geometry.cell_at(position).into_iter().collect()
            }
            ObstacleShape::Rect(tiles) => geometry.cells_in_rect(position, tiles),
            ObstacleShape::Circle(radius) => geometry.cells_in_circle(position, radius),
        })
    }
}

impl Default for NavObstacle {
    fn default() -> Self {
        Self::rect(Vec2::ONE)
    }
}

impl Footprint for NavObstacle {
    type Mark = ObstacleMark;
    type Error = ObstacleError;

    fn mark(
        &self,
        geometry: &CellGeometry,
        position: Vec2,
        _: Option<&ObstacleMark>,
    ) -> Result<ObstacleMark, ObstacleError> {
        Ok(ObstacleMark { class: self.class, cells: self.cells(geometry, position)? })
    }

    fn add(map: &mut MapEdits, mark: &ObstacleMark) -> Result<(), ObstacleError> {
        for (nth, &cell) in mark.cells.iter().enumerate() {
            if map.block_as(cell, mark.class).is_err() {
                mark.cells.iter().take(nth).for_each(|&cell| map.unblock_as(cell, mark.class));
                return Err(ObstacleError::TooManyClasses(cell));
            }
        }
        Ok(())
    }

    fn remove(map: &mut MapEdits, mark: &ObstacleMark) {
        mark.cells.iter().for_each(|&cell| map.unblock_as(cell, mark.class));
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
    fn an_invalid_size_is_an_error_that_names_it() {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
        for size in [f32::NAN, -1.0, f32::INFINITY, 1e9] {
            let error = NavObstacle::circle(size).cells(&geometry, Vec2::ZERO).unwrap_err();
            assert!(error.to_string().contains(&size.to_string()), "{error}");
        }
    }
}
