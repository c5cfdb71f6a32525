//! Who needs a search, and in what order they get it.

use crate::{
    agent::PathFollower,
    geometry::CellGeometry,
    nav_grid::NavGrid,
    places::{Goals, Places},
    profile::CostProfiles,
    request::{PathRequest, PathTarget},
    result::{PathFailure, PathResult, PathStatus},
};
use bevy::prelude::*;
use core::cmp::Reverse;
use std::{borrow::Cow, collections::BTreeMap};
use tilepath::{Aversion, CellRect, Changes, CostProfile, NavMap, PathTask, Search};

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
}

/// Higher priority first, then first come.
pub(crate) type QueueKey = (Reverse<i32>, u64);

/// Requests that wait for their search.
#[derive(Resource, Default)]
pub(crate) struct SearchQueue {
    waiting: BTreeMap<QueueKey, Entity>,
    arrivals: u64,
    /// The search that was under way when the last frame's budget was spent. Its work is in `scratch`.
    pub(crate) parked: Option<Job>,
    pub(crate) scratch: Search,
    /// Profiles with an aversion of a request's own that were asked for last.
    own_aversions: Vec<CostProfile>,
    /// Counts the frames in which the map changed.
    pub(crate) revision: u64,
    map: Option<(u64, CellGeometry)>,
}

/// A request whose turn has come.
pub(crate) struct Job {
    pub(crate) entity: Entity,
    pub(crate) key: QueueKey,
    /// What was begun in an earlier frame.
    pub(crate) begun: Option<(PathTask, CostProfile)>,
}

/// For how many profiles with an aversion of a request's own the map is kept ready.
const MAX_OWN_AVERSIONS: usize = NavMap::MAX_PREPARED / 2;

impl SearchQueue {
    /// Remembers a profile that is not one of [`CostProfiles`], so that the map is made ready for it.
    pub(crate) fn remember(&mut self, profile: &CostProfile) {
        if !self.own_aversions.contains(profile) {
            if self.own_aversions.len() == MAX_OWN_AVERSIONS {
                self.own_aversions.remove(0);
            }
            self.own_aversions.push(profile.clone());
        }
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

    /// The next request: the one under way, else the first of the queue.
    pub(crate) fn next(&mut self) -> Option<Job> {
        self.parked.take().or_else(|| {
            let (key, entity) = self.waiting.pop_first()?;
            Some(Job { entity, key, begun: None })
        })
    }

    /// Puts the search that was under way back into the queue, to be begun anew.
    fn unpark(&mut self, agents: &mut Query<&mut Planning>) {
        if let Some(job) = self.parked.take() {
            self.waiting.insert(job.key, job.entity);
            if let Ok(mut planning) = agents.get_mut(job.entity) {
                planning.restarts += 1;
            }
        }
    }
}

/// A new request, or another in place of the old one: forget all and search.
pub(crate) fn take_request(
    inserted: On<Insert, PathRequest>,
    mut queue: ResMut<SearchQueue>,
    mut agents: Query<(&PathRequest, &mut PathResult, &mut Planning, Option<&mut PathFollower>)>,
) {
    if let Ok((request, mut result, mut planning, follower)) = agents.get_mut(inserted.entity) {
        *result = PathResult::default();
        let waiting = planning.waiting.take();
        *planning = Planning { waiting, ..default() };
        queue.enqueue(inserted.entity, request, &mut planning);
        if let Some(mut follower) = follower {
            follower.start(0);
        }
    }
}

/// The request is cancelled or its agent despawned.
pub(crate) fn cancel_request(removed: On<Remove, PathRequest>, mut commands: Commands) {
    commands.entity(removed.entity).try_remove::<(PathResult, Planning)>();
}

/// The profile that a request is priced by, with its own aversion if it has one.
pub(crate) fn profile_of<'a>(
    profiles: &'a CostProfiles,
    request: &PathRequest,
) -> Result<Cow<'a, CostProfile>, PathFailure> {
    let profile = profiles.get(request.profile).ok_or(PathFailure::UnknownProfile(request.profile))?;
    let Some(aversion) = request.danger_aversion else {
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
    let map = nav_grid.id().zip(nav_grid.geometry().copied());
    latest.everything = map != queue.map || profiles.is_changed();
    latest.changes = nav_grid.bypass_change_detection().take_changes();
    if latest.everything || !latest.changes.is_empty() {
        queue.map = map;
        queue.revision += 1;
        queue.unpark(&mut agents);
    }
}

/// Keeps the map ready for the profiles in use, as far as it can be ready for many.
pub(crate) fn prepare_profiles(
    profiles: Res<CostProfiles>,
    queue: Res<SearchQueue>,
    mut nav_grid: ResMut<NavGrid>,
) {
    let named = profiles.iter().take(NavMap::MAX_PREPARED - MAX_OWN_AVERSIONS);
    for profile in named.chain(&queue.own_aversions) {
        if nav_grid.map().is_some_and(|map| !map.is_prepared(profile))
            && let Some(map) = nav_grid.map_mut()
        {
            map.prepare(profile);
        }
    }
}

/// What changed on the map since the last frame.
#[derive(Resource, Default)]
pub(crate) struct LatestChanges {
    changes: Changes,
    /// The map is another or lies elsewhere, or a profile changed.
    everything: bool,
}

/// Finds the agents whose way must be searched, and puts them into the queue.
pub(crate) fn queue_searches(
    nav_grid: Res<NavGrid>,
    latest: Res<LatestChanges>,
    profiles: Res<CostProfiles>,
    mut queue: ResMut<SearchQueue>,
    time: Res<Time>,
    places: Places,
    mut agents: Query<(Entity, &PathRequest, &PathResult, &mut Planning, Option<&PathFollower>)>,
) {
    let now = time.elapsed_secs();
    for (entity, request, result, mut planning, follower) in &mut agents {
        if planning.waiting.is_some() {
            continue;
        }
        let Some((map, geometry)) = nav_grid.map().zip(nav_grid.geometry()) else {
            if result.failure() != Some(PathFailure::NoMap) {
                queue.enqueue(entity, request, &mut planning);
            }
            continue;
        };
        let follows_entity = request.targets.iter().any(|target| matches!(target, PathTarget::Entity(_)));
        let goals_moved =
            follows_entity && places.goals(request, geometry).unwrap_or_default() != planning.goals;
        let stale = planning.revision != queue.revision;
        let retry = |moved: bool| (stale || goals_moved || moved) && now >= planning.retry_at;
        let needs_search = match result.status {
            PathStatus::Pending => true,
            PathStatus::Failed(_) => retry(places.start(entity, geometry).ok() != planning.start),
            PathStatus::Partial if retry(false) => true,
            PathStatus::Found | PathStatus::Partial => {
                let here = places.start(entity, geometry);
                let watch =
                    Watch { map, profiles: &profiles, latest: &latest, request, result, planning: &planning };
                latest.everything
                    || goals_moved
                    || follower.is_some_and(|follower| watch.is_off_its_way(follower, here))
                    || watch.is_outdated(follower.map_or(0, PathFollower::behind))
            }
        };
        if needs_search {
            queue.enqueue(entity, request, &mut planning);
        }
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
    /// Whether the agent is not where its way says, because something else moved it or built on it.
    fn is_off_its_way(&self, follower: &PathFollower, here: Result<IVec2, PathFailure>) -> bool {
        let way = self.result.waypoints();
        let (Ok(here), Some(&next)) = (here, way.get(follower.next_waypoint())) else {
            // At the end of its way, or at no place at all: the latter can only be told by a search.
            return here.is_err();
        };
        let profile = self.profiles.of(self.request);
        if !self.map.is_free(profile, here) {
            // In a wall: on its way out only if it heads for the first waypoint.
            return follower.next_waypoint() > 0;
        }
        (here - next).abs().max_element() > 1
    }

    /// Whether the changes made what is left of the way illegal, dearer, or perhaps no longer the cheapest.
    fn is_outdated(&self, from: usize) -> bool {
        let changes = &self.latest.changes;
        if changes.is_empty() {
            return false;
        }
        let Ok(profile) = profile_of(self.profiles, self.request) else { return true };
        let (left, cost) = (&self.result.waypoints()[from..], self.result.path.cost_from(from));
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
