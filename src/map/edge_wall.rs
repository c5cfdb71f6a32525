//! Walls on the edges of cells: fences, ledges, belts, doors between rooms.

use super::footprint::Footprint;
use crate::{nav_id::NavId, rollback::KeptComponent};
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use core::fmt;
use tilepath::{CellGeometry, EdgeWallError, MapEdits};

/// Walls the edge between the cell under its entity and a neighbour: a fence, a ledge, a conveyor belt, a door between two rooms. Paths, fields
/// and reach go round it, and agents don't step over it.
///
/// The wall follows the `Transform` of its entity, until the component is removed or the entity is despawned. To open it for a while, set
/// [`is_open`](EdgeWall::is_open) to `true`: nothing needs to be prepared again.
///
/// - It stops steps in both directions, unless it is [one-way](EdgeWall::one_way): then agents step freely from the cell under the entity to the
///   neighbour, as from a ledge, and only the way back is walled.
/// - Agents whose [profile](crate::CostProfiles) has a cost for its [class](EdgeWall::with_class) pass it, and pay for its
///   [length](EdgeWall::with_length). Class 0, the default, is a wall to most agents.
/// - Past the end of a wall, agents step diagonally as past the corner of a wall that fills a cell. Nobody squeezes through a fence.
/// - An agent that has left its cell when a wall is built finishes its step.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_tilepath::prelude::*;
/// /// Goats climb fences; for everybody else the class is a wall.
/// const FENCE: u8 = 210;
/// fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) -> Result {
///     // A fence at the north side of a cell, and a ledge from which agents jump to the south.
///     commands.spawn((Transform::from_xyz(40.0, 8.0, 0.0), EdgeWall::towards(Vec2::Y).with_class(FENCE).with_length(2.0)));
///     commands.spawn((Transform::from_xyz(96.0, 24.0, 0.0), EdgeWall::towards(Vec2::NEG_Y).one_way()));
///     if let Some(everybody) = profiles.get_mut(ProfileId::default()) {
///         everybody.set_cost(FENCE, 0);
///     }
///     profiles.add(CostProfile::default().with_cost(FENCE, 1));
///     Ok(())
/// }
/// # App::new().add_systems(Startup, setup);
/// ```
#[derive(Component, Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Transform, NavId)]
pub struct EdgeWall {
    beyond: Beyond,
    is_one_way: bool,
    class: u8,
    length: f32,
    /// Whether the wall stops nobody, as an open gate.
    pub is_open: bool,
}

impl KeptComponent for EdgeWall {}

/// Which neighbour is beyond a wall.
#[derive(Clone, Copy, PartialEq, Debug, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
enum Beyond {
    Cell(IVec2),
    Towards(Vec2),
}

impl EdgeWall {
    /// A wall between the cell of the entity and the neighbour that lies in this direction of the plane: closed, in both directions, of class 0
    /// and length 0. The direction need not be exact, nor of length 1: of the neighbours with a common edge, the nearest to it counts.
    #[must_use]
    pub const fn towards(direction: Vec2) -> Self {
        Self { beyond: Beyond::Towards(direction), is_one_way: false, class: 0, length: 0.0, is_open: false }
    }

    /// The same, between the cell of the entity and this neighbour.
    #[must_use]
    pub const fn to_cell(cell: IVec2) -> Self {
        Self { beyond: Beyond::Cell(cell), ..Self::towards(Vec2::X) }
    }

    /// The same wall, but agents step freely from the cell of the entity to the neighbour.
    #[must_use]
    pub const fn one_way(mut self) -> Self {
        self.is_one_way = true;
        self
    }

    /// Sets the class of the wall, 0 by default: agents whose profile has a cost for it pass the wall.
    #[must_use]
    pub const fn with_class(mut self, class: u8) -> Self {
        self.class = class;
        self
    }

    /// Sets the length of the wall in tiles, 0 by default: what it costs to pass it, at the price of its class, besides the cell that is entered.
    /// A length that is negative, NaN or above [`MAX_LENGTH`](tilepath::EdgeWall::MAX_LENGTH) is refused, with a line in the log.
    #[must_use]
    pub const fn with_length(mut self, tiles: f32) -> Self {
        self.length = tiles;
        self
    }

    /// The wall as the map gets it, if its entity is at this position in the plane.
    fn on_map(&self, geometry: &CellGeometry, position: Vec2) -> Result<tilepath::EdgeWall, WallError> {
        let cell = geometry.cell_at(position).ok_or(WallError::NoCell(position))?;
        let beyond = match self.beyond {
            Beyond::Cell(beyond) => beyond,
            Beyond::Towards(direction) => {
                geometry.neighbour_towards(cell, direction).ok_or(WallError::NoDirection(direction))?
            }
        };
        let wall = tilepath::EdgeWall::new(cell, beyond).with_class(self.class).with_length(self.length)?;
        Ok(if self.is_one_way { wall.one_way() } else { wall })
    }
}

impl Default for EdgeWall {
    fn default() -> Self {
        Self::towards(Vec2::X)
    }
}

/// Why a wall on an edge is not on the map.
pub(crate) enum WallError {
    NoCell(Vec2),
    NoDirection(Vec2),
    Wall(EdgeWallError),
}

impl From<EdgeWallError> for WallError {
    fn from(error: EdgeWallError) -> Self {
        Self::Wall(error)
    }
}

impl fmt::Display for WallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCell(at) => write!(f, "there is no cell at {at}"),
            Self::NoDirection(direction) => write!(f, "no neighbour lies towards {direction}"),
            Self::Wall(error) => error.fmt(f),
        }
    }
}

impl Footprint for EdgeWall {
    /// `None` while the wall is open.
    type Mark = Option<tilepath::EdgeWall>;
    type Error = WallError;

    fn mark(
        &self,
        geometry: &CellGeometry,
        position: Vec2,
        _: Option<&Self::Mark>,
    ) -> Result<Self::Mark, WallError> {
        Ok(Some(self.on_map(geometry, position)?).filter(|_| !self.is_open))
    }

    fn add(map: &mut MapEdits, mark: &Self::Mark) -> Result<(), WallError> {
        Ok(mark.map_or(Ok(()), |wall| map.build_edge_wall(wall))?)
    }

    fn remove(map: &mut MapEdits, mark: &Self::Mark) {
        if let Some(wall) = *mark {
            map.remove_edge_wall(wall);
        }
    }
}
