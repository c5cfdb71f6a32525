//! What entities put on the map where they stand, kept in step with their transforms.

use super::{
    nav_grid::NavGrid,
    place::{NoPlace, Places},
};
use crate::{
    bevy_version::{OnAdd, OnRemove},
    names::Names,
    nav_id::{NavIds, NumberedEntity},
    plane::Plane,
    rollback::{ClonedResource, Rename, add_observers},
};
use bevy::ecs::{
    component::Mutable,
    entity::{EntityHashMap, EntityHashSet},
    entity_disabling::Disabled,
    query::Allow,
};
use bevy::prelude::*;
use core::{fmt, marker::PhantomData};
use std::sync::Arc;
use tilepath::{CellGeometry, MapEdits};

/// A component whose entity puts something on the map.
pub(crate) trait Footprint: Component<Mutability = Mutable> + Clone + PartialEq {
    /// What is on the map, in enough detail to remove it again.
    type Mark: Clone + PartialEq + Send + Sync + 'static;
    /// Why there is no mark.
    type Error: fmt::Display;

    /// The mark of an entity at a finite position in the plane. `old` is its mark so far.
    fn mark(
        &self,
        geometry: &CellGeometry,
        position: Vec2,
        old: Option<&Self::Mark>,
    ) -> Result<Self::Mark, Self::Error>;

    /// Puts a mark on the map.
    fn add(map: &mut MapEdits, mark: &Self::Mark) -> Result<(), Self::Error>;

    /// Removes a mark that was added.
    fn remove(map: &mut MapEdits, mark: &Self::Mark);
}

/// The footprint's shape or position may have changed.
type MaybeMoved<F> = Or<(Changed<F>, Changed<Transform>, Changed<GlobalTransform>, Changed<ChildOf>)>;

/// Children may have moved, because their parent did.
type MovedParent = (With<Children>, Or<(Changed<Transform>, Changed<ChildOf>)>);

/// Where the cells of a map are, and in which plane.
pub(super) type MapPlace = (CellGeometry, Plane);

/// The marks that are on the map now.
#[derive(Resource, Clone)]
pub(crate) struct Footprints<F: Footprint> {
    pub(super) marks: Arc<EntityHashMap<F::Mark>>,
    /// Entities that lost the component or were disabled since the last sync.
    pub(super) removed: Vec<NumberedEntity>,
    /// Entities that were enabled, or lost their parent or their place, since the last sync.
    pub(super) revisited: Vec<Entity>,
    /// Whether an entity with children lost its parent or its place, was disabled or was enabled since the last sync.
    pub(super) has_changed_parents: bool,
    /// Entities without a mark, each with the component and the place that were refused. They are not tried again, because the answer
    /// may depend on what else is on the map, and so on the frame in which something flags the entity.
    pub(super) refused: EntityHashMap<(F, Result<Vec2, NoPlace>)>,
    /// Whether all entities must be compared with their marks, because the state went back: change detection does not know about that.
    pub(super) compares_all: bool,
    /// Entities without a mark whose reason is in the log.
    pub(super) logged: EntityHashSet,
    /// The map that the marks are on, and where its cells were in the world.
    pub(super) synced_with: Option<(u64, MapPlace)>,
    /// The number of changes of marks so far.
    pub(super) version: u64,
    component: PhantomData<F>,
}

impl<F: Footprint> Default for Footprints<F> {
    fn default() -> Self {
        Self {
            marks: default(),
            removed: default(),
            revisited: default(),
            has_changed_parents: false,
            refused: default(),
            compares_all: false,
            logged: default(),
            synced_with: None,
            version: 0,
            component: PhantomData,
        }
    }
}

impl<F: Footprint> Footprints<F> {
    /// What an entity has put on the map.
    pub(crate) fn mark(&self, entity: Entity) -> Option<&F::Mark> {
        self.marks.get(&entity)
    }

    /// All marks, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Entity, &F::Mark)> {
        self.marks.iter().map(|(&entity, mark)| (entity, mark))
    }

    /// A number that is another one if marks may have changed.
    pub(crate) const fn version(&self) -> u64 {
        self.version
    }

    /// Removes the marks of entities that lost the component. Returns whether the map changed.
    fn remove_lost(&mut self, map: &mut MapEdits) -> bool {
        let mut changed = false;
        // An entity that lost the component and got a new one is among the changed ones.
        let mut removed = core::mem::take(&mut self.removed);
        removed.sort_unstable();
        for (_, entity) in removed {
            changed |= self.take_off(map, entity);
        }
        changed
    }

    /// Removes the mark of an entity that no longer takes part. Returns whether the map changed.
    fn take_off(&mut self, map: &mut MapEdits, entity: Entity) -> bool {
        self.logged.remove(&entity);
        self.refused.remove(&entity);
        let mark = Arc::make_mut(&mut self.marks).remove(&entity);
        if let Some(mark) = &mark {
            F::remove(map, mark);
        }
        mark.is_some()
    }

    /// Replaces the mark of an entity. Returns whether the map changed.
    fn update(
        &mut self,
        map: &mut MapEdits,
        geometry: &CellGeometry,
        (entity, footprint): (Entity, &F),
        place: Result<Vec2, NoPlace>,
        names: &Names,
    ) -> bool {
        if place == Err(NoPlace::BelowDisabled) {
            return self.take_off(map, entity);
        }
        if self.refused.get(&entity).is_some_and(|(known, at)| (known, *at) == (footprint, place)) {
            return false;
        }
        let old = self.marks.get(&entity);
        let new = match place {
            Ok(at) => footprint.mark(geometry, at, old).map_err(|error| error.to_string()),
            Err(reason) => Err(reason.to_string()),
        };
        if new.as_ref().ok() == old && new.is_ok() {
            return false;
        }
        let old = Arc::make_mut(&mut self.marks).remove(&entity);
        if let Some(old) = &old {
            F::remove(map, old);
        }
        match new.and_then(|mark| F::add(map, &mark).map(|()| mark).map_err(|error| error.to_string())) {
            Ok(mark) => {
                Arc::make_mut(&mut self.marks).insert(entity, mark);
                self.logged.remove(&entity);
                self.refused.remove(&entity);
                true
            }
            Err(reason) => {
                self.refused.insert(entity, (footprint.clone(), place));
                if self.logged.insert(entity) {
                    let component = core::any::type_name::<F>();
                    warn!("{} with {component} is not on the map: {reason}", names.of(entity));
                }
                old.is_some()
            }
        }
    }
}

impl<F: Footprint> ClonedResource for Footprints<F> {
    fn went_back(&mut self, before: Self, entities: &mut Rename) {
        (self.logged, self.compares_all) = (before.logged, true);
        if !entities.is_empty() {
            self.marks = Arc::new(entities.keys(&self.marks));
            self.refused = entities.keys(&self.refused);
            self.removed.iter_mut().for_each(|(_, entity)| *entity = entities.now(*entity));
            self.revisited.iter_mut().for_each(|entity| *entity = entities.now(*entity));
        }
    }
}

/// Adds the observers that keep footprints of a kind in step with their entities.
pub(crate) fn observe_footprints<F: Footprint>(app: &mut App) {
    add_observers!(app:
        note_removal::<F>,
        note_disabled::<F>,
        note_enabled::<F>,
        note_orphan::<F>,
        note_lost_place::<F>,
    );
}

/// Notes that an entity lost its footprint or is despawned.
fn note_removal<F: Footprint>(removed: OnRemove<F>, ids: NavIds, mut footprints: ResMut<Footprints<F>>) {
    footprints.removed.push(ids.of(removed.entity));
}

/// Notes that an entity is disabled: the entity and all entities below it no longer have footprints.
fn note_disabled<F: Footprint>(
    disabled: OnAdd<Disabled>,
    entities: Query<(Has<F>, Has<Children>), Allow<Disabled>>,
    ids: NavIds,
    mut footprints: ResMut<Footprints<F>>,
) {
    let Ok((has_footprint, is_parent)) = entities.get(disabled.entity) else { return };
    footprints.has_changed_parents |= is_parent;
    if has_footprint {
        footprints.removed.push(ids.of(disabled.entity));
    }
}

/// Notes that an entity, and all entities below it, are enabled again.
fn note_enabled<F: Footprint>(
    enabled: OnRemove<Disabled>,
    entities: Query<(Has<F>, Has<Children>), Allow<Disabled>>,
    mut footprints: ResMut<Footprints<F>>,
) {
    let Ok((has_footprint, is_parent)) = entities.get(enabled.entity) else { return };
    footprints.has_changed_parents |= is_parent;
    if has_footprint {
        footprints.revisited.push(enabled.entity);
    }
}

/// Notes that an entity lost its parent: it, or what is below it, is at another place although no transform changed.
fn note_orphan<F: Footprint>(
    orphaned: OnRemove<ChildOf>,
    entities: Query<(Has<F>, Has<Children>)>,
    mut footprints: ResMut<Footprints<F>>,
) {
    let Ok((has_footprint, is_parent)) = entities.get(orphaned.entity) else { return };
    footprints.has_changed_parents |= is_parent;
    if has_footprint {
        footprints.revisited.push(orphaned.entity);
    }
}

/// Notes that an entity lost its place: it, or what is below it, is no longer on the map.
fn note_lost_place<F: Footprint>(
    lost: OnRemove<Transform>,
    entities: Query<(Has<F>, Has<Children>)>,
    mut footprints: ResMut<Footprints<F>>,
) {
    let Ok((has_footprint, is_parent)) = entities.get(lost.entity) else { return };
    footprints.has_changed_parents |= is_parent;
    if has_footprint {
        footprints.revisited.push(lost.entity);
    }
}

/// Brings the marks on the map in step with the entities. Looks only at entities that moved or changed, unless the map was replaced or
/// moved. Goes through the entities in the order of their ids, because the revision of the map depends on the order of edits.
pub(crate) fn sync_footprints<F: Footprint>(
    mut nav_grid: ResMut<NavGrid>,
    mut footprints: ResMut<Footprints<F>>,
    changed: Query<(Entity, &F), MaybeMoved<F>>,
    children: Query<(Entity, &F), With<ChildOf>>,
    moved_parents: Query<(), MovedParent>,
    all: Query<(Entity, &F)>,
    (places, ids): (Places, NavIds),
) {
    let footprints = &mut *footprints;
    let place = nav_grid.geometry().map(|&geometry| (geometry, places.plane()));
    let current = nav_grid.id().zip(place);
    let same_map = current.map(|(id, _)| id) == footprints.synced_with.map(|(id, _)| id);
    let same_place = current == footprints.synced_with;
    let parents_changed = core::mem::take(&mut footprints.has_changed_parents);
    let parents_moved = parents_changed || !moved_parents.is_empty();
    let revisited = core::mem::take(&mut footprints.revisited);
    let compares_all = core::mem::take(&mut footprints.compares_all);
    let is_quiet =
        footprints.removed.is_empty() && revisited.is_empty() && changed.is_empty() && !compares_all;
    if is_quiet && same_place && !parents_moved {
        return;
    }
    footprints.synced_with = current;
    if !same_place {
        footprints.refused.clear();
    }
    if !same_map {
        footprints.marks = Arc::default();
    }
    // Only a real change may mark the grid as changed.
    let Some((map, geometry)) = nav_grid.bypass_change_detection().parts_mut() else {
        footprints.version += 1;
        footprints.marks = Arc::default();
        footprints.removed.clear();
        return;
    };
    let with_id = |(entity, footprint)| (ids.of(entity), footprint);
    let mut outdated: Vec<(NumberedEntity, &F)> = Vec::new();
    if same_place && !compares_all {
        outdated.extend(changed.iter().map(with_id));
        outdated.extend(revisited.iter().filter_map(|&entity| all.get(entity).ok()).map(with_id));
        if parents_moved {
            outdated.extend(children.iter().map(with_id));
        }
    } else {
        outdated.extend(all.iter().map(with_id));
    }
    outdated.sort_unstable_by_key(|&(entity, _)| entity);
    outdated.dedup_by_key(|(entity, _)| *entity);
    let map_changed = map.edit(|map| {
        let mut map_changed = !same_map;
        map_changed |= footprints.remove_lost(map);
        for ((_, entity), footprint) in outdated {
            let place = places.position(entity);
            map_changed |= footprints.update(map, geometry, (entity, footprint), place, &places.names);
        }
        map_changed
    });
    if map_changed {
        footprints.version += 1;
        nav_grid.set_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicU32, Ordering};
    use tilepath::Grid;

    /// A footprint that the map always refuses.
    #[derive(Component, Clone, PartialEq)]
    struct Refused(u8);

    /// How many times the map refused the footprint.
    static REFUSALS: AtomicU32 = AtomicU32::new(0);

    impl Footprint for Refused {
        type Mark = ();
        type Error = &'static str;

        fn mark(&self, _: &CellGeometry, _: Vec2, _: Option<&()>) -> Result<(), &'static str> {
            Ok(())
        }

        fn add(_: &mut MapEdits, (): &()) -> Result<(), &'static str> {
            REFUSALS.fetch_add(1, Ordering::Relaxed);
            Err("there is no room")
        }

        fn remove(_: &mut MapEdits, (): &()) {}
    }

    #[test]
    fn a_refused_footprint_is_tried_again_only_with_another_value_or_at_another_place() {
        let mut app = App::new();
        let nav_grid = || {
            let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
            NavGrid::from_grid(Grid::new([3, 3].into(), 1).unwrap(), geometry)
        };
        app.add_plugins(TransformPlugin)
            .insert_resource(nav_grid())
            .init_resource::<Footprints<Refused>>()
            .add_observer(note_removal::<Refused>)
            .add_systems(Update, sync_footprints::<Refused>);
        let entity = app.world_mut().spawn((Transform::default(), Refused(1))).id();
        type Step<'a> = (u32, &'a dyn Fn(&mut World));
        let steps: [Step; 6] = [
            (1, &|_| ()),
            (1, &|world| world.get_mut::<Transform>(entity).unwrap().set_changed()),
            (1, &|world| {
                world.entity_mut(entity).insert(Refused(1));
            }),
            (2, &|world| {
                world.entity_mut(entity).insert(Refused(2));
            }),
            (3, &|world| world.get_mut::<Transform>(entity).unwrap().translation.x = 1.0),
            (4, &|world| world.insert_resource(nav_grid())),
        ];
        for (refusals, step) in steps {
            step(app.world_mut());
            app.update();
            assert_eq!(REFUSALS.load(Ordering::Relaxed), refusals);
        }
    }
}
