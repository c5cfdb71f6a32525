//! The places of entities that put something on the map or into a graph.

use crate::names::Names;
use bevy::ecs::{entity_disabling::Disabled, system::SystemParam};
use bevy::math::Affine2;
use bevy::prelude::*;
use core::fmt;

/// Finds the places of entities. It computes transforms on the spot, because `GlobalTransform` is one frame behind.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    pub(in crate::map) transforms: TransformHelper<'w, 's>,
    pub(crate) names: Names<'w, 's>,
    parents: Query<'w, 's, &'static ChildOf>,
    disabled: Query<'w, 's, (), With<Disabled>>,
}

/// The part of a transform that acts in the xy plane, to move, rotate and scale a
/// [`CellGeometry`](tilepath::CellGeometry); z is ignored.
#[must_use]
pub fn in_plane(transform: &GlobalTransform) -> Affine2 {
    let affine = transform.affine();
    Affine2::from_cols(
        affine.matrix3.x_axis.truncate(),
        affine.matrix3.y_axis.truncate(),
        affine.translation.truncate(),
    )
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
    /// The position of an entity in the world.
    pub(crate) fn position(&self, entity: Entity) -> Result<Vec2, NoPlace> {
        if self.is_below_disabled(entity) {
            return Err(NoPlace::BelowDisabled);
        }
        let global = self.transforms.compute_global_transform(entity).map_err(|_| NoPlace::NoTransform)?;
        let at = global.translation().truncate();
        if at.is_finite() { Ok(at) } else { Err(NoPlace::NotFinite(at)) }
    }

    /// Whether an entity above this one is `Disabled`.
    pub(crate) fn is_below_disabled(&self, entity: Entity) -> bool {
        self.parents.iter_ancestors(entity).any(|parent| self.disabled.contains(parent))
    }
}
