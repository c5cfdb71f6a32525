//! Who needs a search, and in what order they get it.

use crate::{
    agent::{PathFollower, is_on_its_way},
    geometry::CellGeometry,
    goal_fields::{Asking, FieldKey, GoalFields, Group, NAMED_PROFILES, OnField},
    nav_grid::NavGrid,
    places::{Goals, Places},
    profile::{CostProfiles, ProfileId},
    request::{PathRequest, PathTarget},
    result::{PathFailure, PathResult, PathStatus},
    search::Question,
    trace::SearchTrace,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::cmp::Reverse;
use smallvec::SmallVec;
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};
use tilepath::{Aversion, Batch, CellRect, Changes, CostProfile, NavMap, PathJob};

/// What is kept of an agent's request from frame to frame.
#[derive(Component, Default)]
pub(crate) struct Planning {
    /// The place in the queue, while it waits for a search.
    pub(crate) waiting: Option<QueueKey>,
    /// The targets of the last search.
    pub(crate) goals: Goals,
    /// The cell that the agent was in at the last search.
    pub(crate) start: Option<IVec2>,
    /// How often in a row there was no full way.
    pub(crate) failures: u32,
    /// When it may be searched again after a failure, in seconds.
    pub(crate) retry_at: f32,
    /// The state of the map that the last search saw.
    pub(crate) revision: u64,
    /// How often the search was begun anew because the map changed under it.
    pub(crate) restarts: u32,
    /// Those who ask the same, if they may be answered together.
    pub(crate) group: Option<Arc<Group>>,
}

/// Higher priority first, then first come.
pub(crate) type QueueKey = (Reverse<i32>, u64);

/// Requests that wait for their search.
#[derive(Resource, Default)]
pub(crate) struct SearchQueue {
    waiting: BTreeMap<QueueKey, Entity>,
    arrivals: u64,
    /// The request whose search was under way when the last frame's budget was spent. Its work is in `batch`.
    parked: Option<(Question, PathJob)>,
    pub(crate) batch: Batch,
    /// The revision of the map that the search under way has seen.
    pub(crate) searched: u64,
    /// Profiles with an aversion of a request's own, and how often they were asked for of late.
    own_aversions: Vec<(CostProfile, u32)>,
    /// Counts the frames in which the map changed.
    pub(crate) revision: u64,
    map: Option<u64>,
    geometry: Option<CellGeometry>,
}

/// For how many profiles with an aversion of a request's own the map is kept ready.
const MAX_OWN_AVERSIONS: usize = NavMap::MAX_PREPARED - NAMED_PROFILES;

/// How often a profile with an aversion of a request's own must be asked for to be worth a field.
const FREQUENT: u32 = 8;

impl SearchQueue {
    /// Counts a search for a profile that is not one of [`CostProfiles`]. The map is made ready for those that are asked for often.
    pub(crate) fn remember(&mut self, profile: &CostProfile) {
        if let Some((_, asked)) = self.own_aversions.iter_mut().find(|(known, _)| known == profile) {
            *asked = asked.saturating_add(1);
            return;
        }
        if self.own_aversions.len() == 2 * MAX_OWN_AVERSIONS {
            // The one asked for least makes room, of several the oldest; all must go on being asked for to stay.
            let least = self.own_aversions.iter().map(|&(_, asked)| asked).min();
            if let Some(at) = self.own_aversions.iter().position(|&(_, asked)| Some(asked) == least) {
                self.own_aversions.remove(at);
            }
            self.own_aversions.iter_mut().for_each(|(_, asked)| *asked -= *asked / 8);
        }
        self.own_aversions.push((profile.clone(), 1));
    }

    fn frequent_aversions(&self) -> impl Iterator<Item = &CostProfile> {
        let frequent = |&&(_, asked): &&(CostProfile, u32)| asked >= FREQUENT;
        self.own_aversions.iter().filter(frequent).map(|(profile, _)| profile).take(MAX_OWN_AVERSIONS)
    }

    fn enqueue(&mut self, entity: Entity, request: &PathRequest, planning: &mut Planning) {
        if let Some(key) = planning.waiting.take() {
            self.waiting.remove(&key);
        }
        self.arrivals += 1;
        let key = (Reverse(request.priority), self.arrivals);
        self.waiting.insert(key, entity);
        planning.waiting = Some(key);
    }

    /// The next request that waits.
    pub(crate) fn pop(&mut self) -> Option<(QueueKey, Entity)> {
        self.waiting.pop_first()
    }

    /// Gives a request that was taken out its old place.
    pub(crate) fn put_back(&mut self, key: QueueKey, entity: Entity) {
        self.waiting.insert(key, entity);
    }

    /// Takes a request out that was answered without a search.
    pub(crate) fn withdraw(&mut self, key: QueueKey) {
        self.waiting.remove(&key);
    }

    /// Keeps the request whose search is under way.
    pub(crate) fn park(&mut self, question: Question, job: PathJob) {
        self.parked = Some((question, job));
    }

    /// The request whose search is under way: it goes first.
    pub(crate) fn take_parked(&mut self) -> Option<(Question, PathJob)> {
        self.parked.take()
    }

    /// Whether a request of this key waits for its search or is under way.
    fn holds(&self, key: QueueKey) -> bool {
        self.waiting.contains_key(&key)
            || self.parked.as_ref().is_some_and(|(question, _)| question.key == key)
    }

    /// Puts the search that was under way back into the queue, to be begun anew.
    fn unpark(&mut self, agents: &mut Query<&mut Planning>) {
        self.batch.forget();
        if let Some((question, _)) = self.parked.take() {
            self.put_back(question.key, question.entity);
            if let Ok(mut planning) = agents.get_mut(question.entity) {
                planning.restarts += 1;
            }
        }
    }
}

/// What is kept of an agent that asks anew.
type Asked = (
    &'static PathRequest,
    &'static mut PathResult,
    &'static mut Planning,
    Option<&'static mut PathFollower>,
    Has<OnField>,
);

/// A new request, or another in place of the old one: forget all and search.
pub(crate) fn take_request(
    inserted: On<Insert, PathRequest>,
    mut commands: Commands,
    mut queue: ResMut<SearchQueue>,
    mut agents: Query<Asked>,
) {
    if let Ok((request, mut result, mut planning, follower, on_field)) = agents.get_mut(inserted.entity) {
        *result = PathResult::default();
        let waiting = planning.waiting.take();
        *planning = Planning { waiting, ..default() };
        queue.enqueue(inserted.entity, request, &mut planning);
        if let Some(mut follower) = follower {
            follower.start(0);
        }
        if on_field {
            commands.entity(inserted.entity).try_remove::<OnField>();
        }
    }
}

/// The request is cancelled or its agent despawned.
pub(crate) fn cancel_request(removed: On<Remove, PathRequest>, mut commands: Commands) {
    commands.entity(removed.entity).try_remove::<(PathResult, Planning, OnField)>();
}

/// The profile that a request is priced by, with its own aversion if it has one.
pub(crate) fn profile_of<'a>(
    profiles: &'a CostProfiles,
    request: &PathRequest,
) -> Result<Cow<'a, CostProfile>, PathFailure> {
    profile_for(profiles, request.profile, request.danger_aversion)
}

/// A profile by its number, with another aversion to every danger layer if one is given.
pub(crate) fn profile_for(
    profiles: &CostProfiles,
    id: ProfileId,
    aversion: Option<f32>,
) -> Result<Cow<'_, CostProfile>, PathFailure> {
    let profile = profiles.get(id).ok_or(PathFailure::UnknownProfile(id))?;
    let Some(aversion) = aversion else {
        return Ok(Cow::Borrowed(profile));
    };
    let aversion = Aversion::new(aversion)?;
    let mut own = profile.clone();
    own.set_aversion_to_all(aversion);
    Ok(Cow::Owned(own))
}

/// Takes up the changes of the map since the last frame, and begins anew what they overtook.
pub(crate) fn take_changes(
    mut nav_grid: ResMut<NavGrid>,
    mut queue: ResMut<SearchQueue>,
    mut latest: ResMut<LatestChanges>,
    profiles: Res<CostProfiles>,
    mut agents: Query<&mut Planning>,
) {
    let (id, geometry) = (nav_grid.id(), nav_grid.geometry().copied());
    latest.everything = id != queue.map || profiles.is_changed();
    latest.moved = geometry != queue.geometry;
    latest.changes = nav_grid.bypass_change_detection().take_changes();
    latest.since = latest.until;
    latest.until = nav_grid.map().map_or(0, NavMap::revision);
    queue.map = id;
    queue.geometry = geometry;
    if latest.everything || latest.moved || !latest.changes.is_empty() {
        queue.revision += 1;
    }
    if latest.everything || !latest.changes.is_empty() {
        queue.unpark(&mut agents);
    }
}

/// Keeps the map ready for the profiles in use, as far as it can be ready for many.
pub(crate) fn prepare_profiles(
    profiles: Res<CostProfiles>,
    queue: Res<SearchQueue>,
    mut fields: ResMut<GoalFields>,
    mut nav_grid: ResMut<NavGrid>,
) {
    let next = fields.next_profile();
    let Some(map) = nav_grid.map() else { return };
    let mut wanted: SmallVec<[&CostProfile; NavMap::MAX_PREPARED]> = SmallVec::new();
    for profile in profiles.iter().take(NAMED_PROFILES).chain(fields.profiles()) {
        if !wanted.contains(&profile) {
            wanted.push(profile);
        }
    }
    // Of these one a frame is enough: until then their searches go cell by cell.
    let frequent =
        queue.frequent_aversions().take(NavMap::MAX_PREPARED - wanted.len().min(NavMap::MAX_PREPARED));
    wanted.extend(next.iter().chain(frequent).find(|profile| !map.is_prepared(profile)));
    if wanted.iter().all(|profile| map.is_prepared(profile)) {
        return;
    }
    if let Some(map) = nav_grid.map_mut() {
        // To make room for one, another may have been dropped that is wanted, too: it is the turn of that one then.
        for profile in wanted.iter().chain(&wanted) {
            map.prepare(profile);
        }
    }
}

/// What changed on the map since the last frame.
#[derive(Resource, Default)]
pub(crate) struct LatestChanges {
    changes: Changes,
    /// The map is another, or a profile changed.
    everything: bool,
    /// The map lies elsewhere in the world.
    moved: bool,
    /// The revisions of the map before the changes and after them.
    since: u64,
    until: u64,
}

impl LatestChanges {
    pub(crate) const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The changes that lead from one revision of the same map to the other; `None` where they are not those of this frame.
    pub(crate) fn between(&self, since: u64, until: u64) -> Option<&Changes> {
        (!self.everything && self.since == since && self.until == until).then_some(&self.changes)
    }
}

/// What tells whether an agent needs a search.
#[derive(SystemParam)]
pub(crate) struct QueueContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    latest: Res<'w, LatestChanges>,
    profiles: Res<'w, CostProfiles>,
    trace: Option<Res<'w, SearchTrace>>,
    time: Res<'w, Time>,
    places: Places<'w, 's>,
}

/// An agent that asks.
type Asks =
    (Entity, &'static PathRequest, &'static PathResult, &'static mut Planning, Option<&'static PathFollower>);

/// Finds the agents whose way must be searched, and puts them into the queue.
pub(crate) fn queue_searches(
    context: QueueContext,
    mut queue: ResMut<SearchQueue>,
    mut fields: ResMut<GoalFields>,
    mut agents: Query<Asks, Without<OnField>>,
) {
    let QueueContext { nav_grid, latest, profiles, trace, time, places } = context;
    let now = time.elapsed_secs();
    for (entity, request, result, mut planning, follower) in &mut agents {
        let waits = planning.waiting.is_some_and(|key| queue.holds(key));
        let Some((map, geometry)) = nav_grid.map().zip(nav_grid.geometry()) else {
            if !waits && result.failure() != Some(PathFailure::NoMap) {
                queue.enqueue(entity, request, &mut planning);
            }
            continue;
        };
        let may_move = |target: &PathTarget| match target {
            PathTarget::Entity(_) => true,
            PathTarget::Position(_) => latest.moved,
            PathTarget::Cell(_) => false,
        };
        let needs_search = || {
            let goals_moved = request.targets.iter().any(may_move)
                && places.goals(&request.targets, geometry).unwrap_or_default() != planning.goals;
            let here = places.start(entity, geometry).ok();
            let stale = planning.revision != queue.revision;
            let retry = (stale || goals_moved || here != planning.start) && now >= planning.retry_at;
            let watch =
                Watch { map, profiles: &profiles, latest: &latest, request, result, planning: &planning };
            match result.status {
                PathStatus::Pending => true,
                PathStatus::Failed(_) => retry,
                PathStatus::Partial if (stale || goals_moved) && now >= planning.retry_at => true,
                PathStatus::Partial => watch.needs_another_way(follower, here),
                // One that was on a field and had to leave it.
                PathStatus::Found if result.is_shared() => true,
                PathStatus::Found => goals_moved || watch.needs_another_way(follower, here),
            }
        };
        if !waits && needs_search() {
            queue.enqueue(entity, request, &mut planning);
        }
        if trace.as_ref().is_none_or(|trace| !trace.watches(entity)) {
            share(&mut fields, map, (entity, request, &mut planning), follower);
        }
    }
}

/// Lets an agent that waits for an answer, or walks a way of its own, ask for one from the field of those who ask the same.
fn share(
    fields: &mut GoalFields,
    map: &NavMap,
    (agent, request, planning): (Entity, &PathRequest, &mut Planning),
    follower: Option<&PathFollower>,
) {
    if planning.group.is_none() {
        planning.group = FieldKey::of(request).map(|key| fields.join(key));
    }
    let Some(group) = &planning.group else { return };
    let waits = planning.waiting.is_some();
    // One that has failed waits until it is time to try again, one that has arrived stays.
    if !waits && (planning.failures > 0 || follower.is_some_and(PathFollower::has_arrived)) {
        return;
    }
    fields.weigh(group, map);
    if waits || fields.serve(group) {
        fields.ask(Asking { key: planning.waiting, agent });
    }
}

/// One agent that has a way, and what may be wrong with it.
struct Watch<'a> {
    map: &'a NavMap,
    profiles: &'a CostProfiles,
    latest: &'a LatestChanges,
    request: &'a PathRequest,
    result: &'a PathResult,
    planning: &'a Planning,
}

impl Watch<'_> {
    fn needs_another_way(&self, follower: Option<&PathFollower>, here: Option<IVec2>) -> bool {
        let Some(follower) = follower else {
            return self.latest.everything || self.is_outdated(0);
        };
        if !here.is_some_and(|here| self.is_on_its_way(follower, here)) {
            return true;
        }
        // One that has arrived stays where it is, whatever changes round it.
        !follower.has_arrived() && (self.latest.everything || self.is_outdated(follower.behind()))
    }

    fn is_on_its_way(&self, follower: &PathFollower, here: IVec2) -> bool {
        let profile = self.profiles.of(self.request);
        let (way, next) = (self.result.own_cells(), follower.next_waypoint());
        is_on_its_way(self.map, profile, way, next, here, self.planning.start)
    }

    /// Whether the changes made what is left of the way illegal, dearer, or perhaps no longer the cheapest.
    fn is_outdated(&self, from: usize) -> bool {
        let changes = &self.latest.changes;
        if changes.is_empty() {
            return false;
        }
        let Ok(profile) = profile_of(self.profiles, self.request) else { return true };
        let Some(path) = self.result.own_path() else { return true };
        let Some(left) = path.cells().get(from..) else { return true };
        let cost = path.cost_from(from);
        let priced = self.map.priced(&profile);
        if changes.may_cut(&profile, left) && priced.route_cost(left) != Some(cost) {
            return true;
        }
        let range = self.request.range.min(65_536.0) as i32 + 1;
        let target = CellRect::around(self.planning.goals.iter().map(|&(cell, _)| cell));
        let (Some(&at), Some(target)) = (left.first(), target) else { return false };
        changes.may_shorten(&priced, &profile, at, target.grown(range), cost)
    }
}
