//! Keeps the graph in step with the waypoints: looks only at those that changed, and at those with links to them.

use super::{
    graph::WaypointGraph,
    waypoint::{Waypoint, WaypointLink, WaypointLinks},
};
use crate::{
    bevy_version::{OnAdd, OnDiscard, OnRemove},
    map::{NoPlace, Places},
    nav_id::{NavId, NavIds, NumberedEntity},
    plane::Plane,
    rollback::{ClonedResource, Rename},
};
use bevy::ecs::{
    entity::{EntityHashMap, EntityHashSet},
    entity_disabling::Disabled,
    query::Allow,
    system::SystemParam,
};
use bevy::prelude::*;
use smallvec::SmallVec;
use std::{collections::BTreeSet, sync::Arc};
use tilepath::{Cost, Graph, WaypointId};

/// What the sync remembers from frame to frame.
#[derive(Resource, Clone, Default)]
pub(crate) struct WaypointSync {
    /// Waypoints, and entities above them, that changed in a way that no query sees: they were removed, disabled, enabled, or lost their
    /// parent or their place.
    pub(super) noted: Vec<NumberedEntity>,
    /// The entities to which each waypoint has links, and the waypoints with links to each entity, whether or not it is a waypoint.
    targets: EntityHashMap<SmallVec<[Entity; 4]>>,
    sources: EntityHashMap<SmallVec<[Entity; 4]>>,
    /// The parents of waypoints, and their parents: whatever moves waypoints when it moves.
    ancestors: EntityHashSet,
    /// The plane in which the waypoints were read.
    plane: Plane,
    /// Whether all waypoints must be compared with the graph, because the state went back: change detection does not know about that.
    pub(super) compares_all: bool,
    /// The graph that the game has removed or replaced. A graph that it inserts becomes this one: agents are under way on its waypoints.
    pub(super) discarded: Option<Arc<WaypointGraph>>,
    /// What is in the log: a waypoint, and the target of its link that was left out, or `None` if the waypoint itself was.
    logged: BTreeSet<(Entity, Option<Entity>)>,
}

impl ClonedResource for WaypointSync {
    fn went_back(&mut self, before: Self, entities: &mut Rename) {
        (self.logged, self.compares_all) = (before.logged, true);
        if entities.is_empty() {
            return;
        }
        self.noted.iter_mut().for_each(|(_, entity)| *entity = entities.now(*entity));
        for lists in [&mut self.targets, &mut self.sources] {
            *lists = entities.keys(lists);
            lists.values_mut().flatten().for_each(|entity| *entity = entities.now(*entity));
        }
        if let Some(graph) = &mut self.discarded {
            *graph = Arc::new(graph.renamed(entities));
        }
        self.ancestors = self.ancestors.iter().map(|&entity| entities.now(entity)).collect();
    }
}

/// The waypoint may be new, or may have moved.
type MaybeMoved =
    (With<Waypoint>, Or<(Added<Waypoint>, Changed<WaypointLinks>, Changed<Transform>, Changed<ChildOf>)>);

/// Children may have moved, because their parent did.
type MovedParent = (With<Children>, Or<(Changed<Transform>, Changed<ChildOf>)>);

/// The waypoints, and what may have moved them.
#[derive(SystemParam)]
pub(crate) struct Waypoints<'w, 's> {
    changed: Query<'w, 's, Entity, MaybeMoved>,
    moved_parents: Query<'w, 's, Entity, MovedParent>,
    children: Query<'w, 's, Entity, (With<Waypoint>, With<ChildOf>)>,
    entities: Query<'w, 's, Entity, With<Waypoint>>,
    all: Query<'w, 's, Option<&'static WaypointLinks>, With<Waypoint>>,
    parents: Query<'w, 's, &'static ChildOf>,
    unnumbered: Query<'w, 's, (), (Without<NavId>, Allow<Disabled>)>,
    places: Places<'w, 's>,
    ids: NavIds<'w, 's>,
}

impl Waypoints<'_, '_> {
    /// The position of a waypoint in the plane, or why it has none. `None` if the waypoint is gone or below a disabled entity.
    fn position(&self, waypoint: Entity) -> Option<Result<Vec2, NoPlace>> {
        self.all.get(waypoint).ok()?;
        Some(self.places.position(waypoint)).filter(|place| *place != Err(NoPlace::BelowDisabled))
    }

    fn links(&self, waypoint: Entity) -> &[WaypointLink] {
        self.all.get(waypoint).ok().flatten().map_or(&[], WaypointLinks::as_slice)
    }
}

/// Brings the graph in step with the waypoints.
pub(crate) fn sync_waypoints(
    mut graph: ResMut<WaypointGraph>,
    mut sync: ResMut<WaypointSync>,
    waypoints: Waypoints,
    mut commands: Commands,
) {
    let sync = &mut *sync;
    if let Some(discarded) = sync.discarded.take() {
        *graph = Arc::try_unwrap(discarded).unwrap_or_else(|shared| shared.renamed(&Rename::default()));
    }
    let mut dirty = core::mem::take(&mut sync.noted);
    let numbered = |entity| waypoints.ids.of(entity);
    dirty.extend(waypoints.changed.iter().map(numbered));
    let plane = waypoints.places.plane();
    let is_other_plane = core::mem::replace(&mut sync.plane, plane) != plane;
    if core::mem::take(&mut sync.compares_all) || is_other_plane {
        dirty.extend(waypoints.entities.iter().map(numbered));
    }
    let has_moved = |parent: &Entity| sync.ancestors.contains(parent);
    let parents_moved = !sync.ancestors.is_empty() && waypoints.moved_parents.iter().any(|it| has_moved(&it));
    if parents_moved || dirty.iter().any(|(_, entity)| has_moved(entity)) {
        sync.ancestors.clear();
        dirty.extend(waypoints.children.iter().map(numbered));
    }
    if dirty.is_empty() {
        return;
    }
    dirty.sort_unstable();
    dirty.dedup();
    if sync.update(graph.bypass_change_detection(), &waypoints, &dirty) {
        graph.set_changed();
    }
    // Saves and snapshots find an entity again by its number.
    for link in dirty.iter().flat_map(|&(_, waypoint)| waypoints.links(waypoint)) {
        if waypoints.unnumbered.contains(link.to) {
            commands.entity(link.to).try_insert_if_new(NavId::default());
        }
    }
}

impl WaypointSync {
    /// Notes an entity if it is a waypoint or above one.
    fn note_if_concerned(
        &mut self,
        (id, entity): NumberedEntity,
        waypoints: &Query<(), (With<Waypoint>, Allow<Disabled>)>,
    ) {
        if waypoints.contains(entity) || self.ancestors.contains(&entity) {
            self.noted.push((id, entity));
        }
    }

    /// Brings these waypoints up to date, in the order of their ids, and those with links to them: the order decides the numbers of
    /// nodes, which break ties. Returns whether the graph changed.
    fn update(&mut self, graph: &mut WaypointGraph, waypoints: &Waypoints, dirty: &[NumberedEntity]) -> bool {
        let mut changed = false;
        let mut relinked = dirty.to_vec();
        for &(_, waypoint) in dirty {
            let position = self.checked_position(waypoints, waypoint);
            if graph.place(waypoint, position) {
                changed = true;
                let sources = self.sources.get(&waypoint).into_iter().flatten();
                relinked.extend(sources.map(|&source| waypoints.ids.of(source)));
            }
            self.note_targets(waypoints, waypoint, position.is_some());
        }
        relinked.sort_unstable();
        relinked.dedup();
        let mut links = Vec::new();
        for numbered in relinked {
            let (_, waypoint) = numbered;
            let Some(from) = graph.id(waypoint) else { continue };
            links.clear();
            for link in waypoints.links(waypoint) {
                match priced(graph, waypoint, link) {
                    Ok((to, cost)) => put_cheapest(&mut links, to, cost),
                    // That the target of an old link is gone is no mistake.
                    Err(reason) if dirty.binary_search(&numbered).is_ok() => {
                        if self.logged.insert((waypoint, Some(link.to))) {
                            let [from, to] = [waypoint, link.to].map(|end| waypoints.places.names.of(end));
                            warn!("the link from waypoint {from} to {to} is left out: {reason}");
                        }
                    }
                    Err(_) => {}
                }
            }
            changed |= graph.set_links(from, &links);
        }
        changed
    }

    /// The position of a waypoint, if it has one. The log says if it ought to have one.
    fn checked_position(&mut self, waypoints: &Waypoints, waypoint: Entity) -> Option<Vec2> {
        match waypoints.position(waypoint) {
            Some(Ok(at)) => {
                self.logged.remove(&(waypoint, None));
                Some(at)
            }
            Some(Err(reason)) => {
                if self.logged.insert((waypoint, None)) {
                    let name = waypoints.places.names.of(waypoint);
                    warn!("waypoint {name} is not part of the graph: {reason}");
                }
                None
            }
            None => {
                let of_it: Vec<_> = self.logged.range((waypoint, None)..).copied().collect();
                of_it.iter().take_while(|entry| entry.0 == waypoint).for_each(|entry| {
                    self.logged.remove(entry);
                });
                None
            }
        }
    }

    /// Notes to which entities a waypoint has links, and what moves it. One that is not part of the graph has none.
    fn note_targets(&mut self, waypoints: &Waypoints, waypoint: Entity, is_there: bool) {
        for target in self.targets.remove(&waypoint).into_iter().flatten() {
            if let Some(sources) = self.sources.get_mut(&target) {
                sources.retain(|source| *source != waypoint);
                if sources.is_empty() {
                    self.sources.remove(&target);
                }
            }
        }
        self.ancestors.extend(waypoints.parents.iter_ancestors(waypoint));
        if !is_there {
            return;
        }
        let mut targets: SmallVec<[Entity; 4]> =
            waypoints.links(waypoint).iter().map(|link| link.to).collect();
        targets.sort_unstable();
        targets.dedup();
        targets.iter().for_each(|&target| self.sources.entry(target).or_default().push(waypoint));
        if !targets.is_empty() {
            self.targets.insert(waypoint, targets);
        }
    }
}

/// Where a link leads and what it costs, or why it is left out.
fn priced(graph: &WaypointGraph, from: Entity, link: &WaypointLink) -> Result<(WaypointId, Cost), String> {
    let missing = "it is no waypoint; give it Waypoint and a Transform, or remove the link";
    if link.to == from {
        return Err("it leads back to where it begins".to_string());
    }
    let (start, end) = graph.position(from).zip(graph.position(link.to)).ok_or(missing)?;
    let to = graph.id(link.to).ok_or(missing)?;
    let length = match link.cost {
        Some(cost) if !(cost.is_finite() && cost >= 0.0) => {
            return Err(format!("its cost {cost} is not a number from 0 up"));
        }
        Some(cost) => f64::from(cost),
        None => start.as_dvec2().distance(end.as_dvec2()),
    };
    match Graph::cost_of_distance(length) {
        Cost::INFINITE => Err(format!("its cost {length} is too great to be represented")),
        cost => Ok((to, cost)),
    }
}

/// Adds a link, if there is none to the same node that is as cheap.
fn put_cheapest(links: &mut Vec<(WaypointId, Cost)>, to: WaypointId, cost: Cost) {
    match links.iter_mut().find(|(known, _)| *known == to) {
        Some((_, least)) => *least = cost.min(*least),
        None => links.push((to, cost)),
    }
}

/// Keeps the graph when the game removes or replaces it.
pub(crate) fn keep_graph(
    _: OnDiscard<WaypointGraph>,
    graph: Option<Res<WaypointGraph>>,
    mut sync: ResMut<WaypointSync>,
) {
    // What is inserted later, and discarded before the next frame, was never in step.
    if sync.discarded.is_none() {
        sync.discarded = graph.map(|graph| Arc::new(graph.renamed(&Rename::default())));
    }
}

/// Notes that a waypoint lost its component or is despawned.
pub(crate) fn note_lost_waypoint(lost: OnRemove<Waypoint>, ids: NavIds, mut sync: ResMut<WaypointSync>) {
    sync.noted.push(ids.of(lost.entity));
}

/// Notes that a waypoint lost its links.
pub(crate) fn note_lost_links(lost: OnRemove<WaypointLinks>, ids: NavIds, mut sync: ResMut<WaypointSync>) {
    sync.noted.push(ids.of(lost.entity));
}

/// Notes that a waypoint, or an entity above one, is disabled: the waypoint is no longer part of the graph.
pub(crate) fn note_disabled_waypoint(
    disabled: OnAdd<Disabled>,
    waypoints: Query<(), (With<Waypoint>, Allow<Disabled>)>,
    ids: NavIds,
    mut sync: ResMut<WaypointSync>,
) {
    sync.note_if_concerned(ids.of(disabled.entity), &waypoints);
}

/// Notes that a waypoint, or an entity above one, is enabled again.
pub(crate) fn note_enabled_waypoint(
    enabled: OnRemove<Disabled>,
    waypoints: Query<(), (With<Waypoint>, Allow<Disabled>)>,
    ids: NavIds,
    mut sync: ResMut<WaypointSync>,
) {
    sync.note_if_concerned(ids.of(enabled.entity), &waypoints);
}

/// Notes that a waypoint, or what is above one, lost its place.
pub(crate) fn note_displaced_waypoint(
    lost: OnRemove<Transform>,
    waypoints: Query<(), (With<Waypoint>, Allow<Disabled>)>,
    ids: NavIds,
    mut sync: ResMut<WaypointSync>,
) {
    sync.note_if_concerned(ids.of(lost.entity), &waypoints);
}

/// Notes that a waypoint, or what is above one, lost its parent: it is at another place although no transform changed.
pub(crate) fn note_orphaned_waypoint(
    orphaned: OnRemove<ChildOf>,
    waypoints: Query<(), (With<Waypoint>, Allow<Disabled>)>,
    ids: NavIds,
    mut sync: ResMut<WaypointSync>,
) {
    sync.note_if_concerned(ids.of(orphaned.entity), &waypoints);
}
