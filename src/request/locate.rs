//! The positions of agents and targets in this frame.

use crate::{plane::Plane, settings::CurrentPlane};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use tilepath::CellGeometry;

/// Finds the positions and cells of entities. Computes transforms on the spot, because `GlobalTransform` is one frame behind.
#[derive(SystemParam)]
pub(crate) struct Locator<'w, 's> {
    plane: CurrentPlane<'w>,
    transforms: TransformHelper<'w, 's>,
    places: Query<'w, 's, (&'static Transform, Has<ChildOf>)>,
}

impl Locator<'_, '_> {
    /// The plane in which agents walk.
    pub(crate) fn plane(&self) -> Plane {
        self.plane.get()
    }

    /// The position of an entity in the plane. `None` if the entity or an ancestor has no `Transform`.
    pub(crate) fn position(&self, entity: Entity) -> Option<Vec2> {
        match self.places.get(entity).ok()? {
            // This is faster than a look for ancestors.
            (transform, false) => Some(self.plane().flat(transform.translation)),
            _ => self.global(entity).map(|global| self.plane().flat(global.translation())),
        }
    }

    /// The transform of an entity in the world. `None` if the entity or an ancestor has no `Transform`.
    pub(crate) fn global(&self, entity: Entity) -> Option<GlobalTransform> {
        self.transforms.compute_global_transform(entity).ok()
    }

    /// The cell that contains an entity. `None` if the entity has no finite position.
    pub(crate) fn cell(&self, entity: Entity, geometry: &CellGeometry) -> Option<IVec2> {
        geometry.cell_at(self.position(entity)?)
    }
}
