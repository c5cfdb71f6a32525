//! The system that moves all agents.

use super::{
    request::{Walked, note_start},
    rows::{Lane, walk_table},
};
use crate::{
    fleet::AgentFleet,
    follower::{CrowdAgent, PathFollower, Step},
    map::NavGrid,
    request::{CostProfiles, EventQueue, Locator, OnField, OwnObstacles, PathRequest, PathResult},
    settings::PathfindingSettings,
    threads::PoolThreads,
    waypoints::OnWaypoints,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::math::Affine3A;
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::fleet::{CellWalker, Disturbance, NextCell, ReadableField, SeenMap, WalkGround, WalkOutcome};

/// What walking reads.
#[derive(SystemParam)]
pub(crate) struct FollowContext<'w> {
    time: Res<'w, Time>,
    nav_grid: Res<'w, NavGrid>,
    profiles: Res<'w, CostProfiles>,
    settings: Res<'w, PathfindingSettings>,
}

/// An agent that walks.
type CellWalkerData = (
    Entity,
    Option<&'static OnField>,
    Option<&'static OwnObstacles>,
    &'static mut Step,
    &'static mut PathFollower,
    &'static PathRequest,
    &'static mut PathResult,
    &'static mut Transform,
);

/// An agent that walks and whose transform is relative to a parent.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct WalkingChild {
    on_field: Option<&'static OnField>,
    own: Option<&'static OwnObstacles>,
    step: &'static mut Step,
    follower: &'static mut PathFollower,
    request: &'static PathRequest,
    result: &'static mut PathResult,
    transform: &'static mut Transform,
}

/// Agents that neither walk over waypoints nor with a crowd.
type OnTheirOwn = (Without<OnWaypoints>, Without<CrowdAgent>);

/// All agents that walk over cells on their own.
#[derive(SystemParam)]
pub(crate) struct WalkQueries<'w, 's> {
    free: Query<'w, 's, CellWalkerData, (Without<ChildOf>, OnTheirOwn)>,
    children: Query<'w, 's, WalkingChild, (With<ChildOf>, OnTheirOwn)>,
}

/// What is kept from frame to frame.
#[derive(Default)]
pub(crate) struct FollowState {
    seen: Option<SeenMap>,
    lanes: Vec<Lane>,
    /// Agents with a parent, and where the parent is in the world.
    parents: Vec<(Entity, Affine3A)>,
}

/// Where the outcomes of walks go.
#[derive(SystemParam)]
pub(crate) struct Outcomes<'w> {
    events: ResMut<'w, EventQueue>,
    fleet: ResMut<'w, AgentFleet>,
}

impl Outcomes<'_> {
    fn note(&mut self, agent: Entity, outcome: WalkOutcome) {
        let Some(id) = self.fleet.id(agent).filter(|_| outcome != WalkOutcome::Nothing) else { return };
        let fleet = self.fleet.fleet_mut();
        match outcome {
            WalkOutcome::Nothing => {}
            WalkOutcome::GoalReached => self.events.reached(agent),
            WalkOutcome::Pushed => {
                self.events.replanned(agent);
                fleet.note_push(id);
            }
            WalkOutcome::TurnedBack => fleet.note_turn(id),
            WalkOutcome::Lost => fleet.leave_field(id),
        }
    }
}

/// Moves every agent along its path over cells, except crowd agents.
pub(crate) fn follow_paths(
    context: FollowContext,
    mut state: Local<FollowState>,
    children: Query<(Entity, &ChildOf), (With<Step>, OnTheirOwn)>,
    mut agents: ParamSet<(Locator, WalkQueries)>,
    mut outcomes: Outcomes,
) {
    let Some((map, geometry)) = context.nav_grid.parts() else { return };
    let FollowState { seen, lanes, parents } = &mut *state;
    let shared = context.nav_grid.fields();
    let frame = shared.frame();
    let now = SeenMap { map: map.id(), revision: map.revision(), geometry: *geometry, frame };
    let before = seen.replace(now);
    let disturbance = match shared.may_have_lost_paths() || outcomes.fleet.fleet().changes().is_everything() {
        true => Disturbance::Everywhere,
        false => Disturbance::since(before, now, map),
    };
    // Agents that have arrived look again at fields that changed since then.
    let since = before.map_or(0, |before| before.frame + 1);
    let fields: SmallVec<[Option<ReadableField>; 16]> =
        shared.iter().map(|field| field?.ready()?.readable(map, since)).collect();
    let ground = WalkGround::new(map, geometry, &fields, disturbance, context.time.delta_secs());
    let profiles = &*context.profiles;
    let locator = agents.p0();
    let parent_of = |child_of: &ChildOf| Some(locator.global(child_of.parent())?.affine());
    parents.clear();
    parents.extend(children.iter().filter_map(|(agent, child_of)| Some((agent, parent_of(child_of)?))));
    let mut agents = agents.p1();
    let threads = PoolThreads::of_compute_pool(context.settings.max_threads);
    // All of these components are stored in tables.
    for table in agents.free.contiguous_iter_mut().into_iter().flatten() {
        let lanes = walk_table((&ground, profiles), &threads, table, lanes);
        let noted = lanes.iter_mut().flat_map(|lane| lane.outcomes.drain(..));
        noted.for_each(|(agent, outcome)| outcomes.note(agent, outcome));
    }
    for &(agent, parent) in &*parents {
        if let Ok(child) = agents.children.get_mut(agent) {
            outcomes.note(agent, walk_child((&ground, profiles), parent, child));
        }
    }
}

/// Moves an agent whose transform is relative to a parent.
fn walk_child(
    (ground, profiles): (&WalkGround, &CostProfiles),
    parent: Affine3A,
    child: WalkingChildItem,
) -> WalkOutcome {
    let WalkingChildItem { on_field, own, mut step, mut follower, request, mut result, mut transform } =
        child;
    let world = parent.transform_point3(transform.translation);
    let had_arrived = follower.has_arrived();
    let pace = follower.pace();
    let walker = CellWalker {
        own: OwnObstacles::cells_of(own),
        field: on_field.map(|on_field| on_field.0),
        step: step.bypass_change_detection(),
        pace,
        progress: &mut follower.bypass_change_detection().progress,
        request: &Walked { profiles, request, result: &result },
    };
    let (end, outcome) = ground.walk(walker, world.truncate(), NextCell::default());
    note_start(&step, result.bypass_change_detection());
    let local = parent.inverse().transform_point3(end.extend(world.z));
    if end != world.truncate() && local.is_finite() {
        transform.translation = local;
    }
    if follower.has_arrived() != had_arrived {
        follower.set_changed();
    }
    outcome
}
