//! Targets: what a user names as the destination.

use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};

/// What a [`PathRequest`](crate::PathRequest) names as its target: a cell, a point or an entity.
#[derive(Clone, Copy, PartialEq, Debug, MapEntities, Reflect)]
#[reflect(Clone, Debug, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum PathTarget {
    /// A cell of the map.
    Cell(IVec2),
    /// A point of the [plane](crate::Plane).
    Position(Vec2),
    /// An entity. When the entity moves to another cell, the plugin updates the path.
    Entity(#[entities] Entity),
}

impl From<IVec2> for PathTarget {
    fn from(cell: IVec2) -> Self {
        Self::Cell(cell)
    }
}

impl From<Vec2> for PathTarget {
    fn from(position: Vec2) -> Self {
        Self::Position(position)
    }
}

impl From<Entity> for PathTarget {
    fn from(entity: Entity) -> Self {
        Self::Entity(entity)
    }
}
