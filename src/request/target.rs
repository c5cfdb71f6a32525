//! Targets: what a user names as the destination.

use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use smallvec::SmallVec;

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
    /// A point of the world.
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

/// Targets and the cells that they are in.
pub(crate) type Goals = SmallVec<[(IVec2, PathTarget); 1]>;

/// The cells of goals.
pub(crate) fn cells_of(goals: &Goals) -> SmallVec<[IVec2; 4]> {
    goals.iter().map(|&(cell, _)| cell).collect()
}

/// A target as a key: floats by their bits, so that equal keys are equal targets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum TargetKey {
    Cell([i32; 2]),
    Position([u32; 2]),
    Entity(Entity),
}

impl From<PathTarget> for TargetKey {
    fn from(target: PathTarget) -> Self {
        match target {
            PathTarget::Cell(cell) => Self::Cell(cell.to_array()),
            PathTarget::Position(at) => Self::Position(at.to_array().map(f32::to_bits)),
            PathTarget::Entity(entity) => Self::Entity(entity),
        }
    }
}

impl From<TargetKey> for PathTarget {
    fn from(key: TargetKey) -> Self {
        match key {
            TargetKey::Cell(cell) => Self::Cell(cell.into()),
            TargetKey::Position(at) => Self::Position(at.map(f32::from_bits).into()),
            TargetKey::Entity(entity) => Self::Entity(entity),
        }
    }
}
