//! What entities lay on the map from where they stand, kept in step with their transforms.

use crate::{geometry::CellGeometry, nav_grid::NavGrid};
use bevy::ecs::{
    component::Mutable,
    entity::{EntityHashMap, EntityHashSet},
};
use bevy::prelude::*;
use core::marker::PhantomData;
use tilepath::NavMap;

/// A component whose entity lays something on the map.
pub(crate) trait Footprint: Component<Mutability = Mutable> {
    /// What lies on the map, told exactly enough to take it up again.
    type Mark: PartialEq + Send + Sync + 'static;

    /// The mark of an entity at a finite place of the world, or why it leaves none.
    fn mark(&self, geometry: &CellGeometry, at: Vec2, old: Option<&Self::Mark>)
    -> Result<Self::Mark, String>;

    /// Lays a mark on the map, or says why that can't be done.
    fn lay(map: &mut NavMap, mark: &Self::Mark) -> Result<(), String>;

    /// Takes up a mark that was laid.
    fn take_up(map: &mut NavMap, mark: &Self::Mark);
}

/// Its shape or its place may be another.
type Moved<F> = Or<(Changed<F>, Changed<Transform>, Changed<GlobalTransform>)>;

/// The marks that lie on the map now.
#[derive(Resource)]
pub(crate) struct Footprints<F: Footprint> {
    marks: EntityHashMap<F::Mark>,
    gone: Vec<Entity>,
    /// Entities whose trouble has been told.
    troubled: EntityHashSet,
    /// The map that they lie on, and how its cells lay in the world.
    on: Option<(u64, CellGeometry)>,
    component: PhantomData<F>,
}

impl<F: Footprint> Default for Footprints<F> {
    fn default() -> Self {
        Self { marks: default(), gone: default(), troubled: default(), on: None, component: PhantomData }
    }
}

/// Notes that an entity has lost its footprint, or is despawned.
pub(crate) fn note_removal<F: Footprint>(removed: On<Remove, F>, mut footprints: ResMut<Footprints<F>>) {
    footprints.gone.push(removed.entity);
}

/// Brings the marks on the map in step with the entities. Looks only at those that moved or changed, unless the map is another.
pub(crate) fn sync_footprints<F: Footprint>(
    mut nav_grid: ResMut<NavGrid>,
    mut footprints: ResMut<Footprints<F>>,
    changed: Query<(Entity, &F), Moved<F>>,
    all: Query<(Entity, &F)>,
    transforms: TransformHelper,
) {
    let footprints = &mut *footprints;
    let on = nav_grid.id().zip(nav_grid.geometry().copied());
    let same_map = on.map(|(id, _)| id) == footprints.on.map(|(id, _)| id);
    let same_place = on == footprints.on;
    if footprints.gone.is_empty() && same_place && changed.is_empty() {
        return;
    }
    footprints.on = on;
    let gone = core::mem::take(&mut footprints.gone);
    // Only a real change may mark the grid as changed.
    let Some((map, geometry)) = nav_grid.bypass_change_detection().parts_mut() else {
        footprints.marks.clear();
        return;
    };
    if !same_map {
        footprints.marks.clear();
    }
    let mut touched = !same_map;
    for entity in gone {
        footprints.troubled.remove(&entity);
        // An entity that lost the component and got a new one is among the changed.
        if let Some(mark) = footprints.marks.remove(&entity) {
            F::take_up(map, &mark);
            touched = true;
        }
    }
    let Footprints { marks, troubled, .. } = footprints;
    let mut update = |(entity, footprint): (Entity, &F)| {
        let place = transforms.compute_global_transform(entity).map(|global| global.translation().truncate());
        let new = match place {
            Ok(at) if at.is_finite() => footprint.mark(geometry, at, marks.get(&entity)),
            Ok(at) => Err(format!("its position {at} is not finite")),
            Err(_) => Err("it has no Transform".to_string()),
        };
        if new.as_ref().ok() == marks.get(&entity) && new.is_ok() {
            return;
        }
        if let Some(old) = marks.remove(&entity) {
            F::take_up(map, &old);
            touched = true;
        }
        match new.and_then(|mark| F::lay(map, &mark).map(|()| mark)) {
            Ok(mark) => {
                marks.insert(entity, mark);
                touched = true;
                troubled.remove(&entity);
            }
            Err(reason) if troubled.insert(entity) => {
                warn!("{entity} with {} leaves no mark on the map: {reason}", core::any::type_name::<F>());
            }
            Err(_) => {}
        }
    };
    if same_place {
        changed.iter().for_each(&mut update);
    } else {
        all.iter().for_each(&mut update);
    }
    if touched {
        nav_grid.set_changed();
    }
}
