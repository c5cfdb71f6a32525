//! The places of entities that put something on the map or into a graph.

use crate::{names::Names, plane::Plane, settings::CurrentPlane};
use bevy::ecs::{entity_disabling::Disabled, system::SystemParam};
use bevy::prelude::*;
use core::fmt;

/// Finds the places of entities. It computes transforms on the spot, because `GlobalTransform` is one frame behind.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    plane: CurrentPlane<'w>,
    pub(in crate::map) transforms: TransformHelper<'w, 's>,
    pub(crate) names: Names<'w, 's>,
    parents: Query<'w, 's, &'static ChildOf>,
    disabled: Query<'w, 's, (), With<Disabled>>,
}

/// Why an entity has no place.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum NoPlace {
    /// An entity above it is `Disabled`, which is no error.
    BelowDisabled,
    NoTransform,
    NotFinite(Vec2),
}

impl fmt::Display for NoPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BelowDisabled => f.write_str("an entity above it is disabled"),
            Self::NoTransform => f.write_str("it, or an entity above it, has no Transform"),
            Self::NotFinite(at) => write!(f, "its position {at} is not finite"),
        }
    }
}

impl Places<'_, '_> {
    /// The plane of the map.
    pub(crate) fn plane(&self) -> Plane {
        self.plane.get()
    }

    /// The position of an entity in the plane.
    pub(crate) fn position(&self, entity: Entity) -> Result<Vec2, NoPlace> {
        if self.is_below_disabled(entity) {
            return Err(NoPlace::BelowDisabled);
        }
        let global = self.transforms.compute_global_transform(entity).map_err(|_| NoPlace::NoTransform)?;
        let at = self.plane().flat(global.translation());
        if at.is_finite() { Ok(at) } else { Err(NoPlace::NotFinite(at)) }
    }

    /// Whether an entity above this one is `Disabled`.
    pub(crate) fn is_below_disabled(&self, entity: Entity) -> bool {
        self.parents.iter_ancestors(entity).any(|parent| self.disabled.contains(parent))
    }
}
