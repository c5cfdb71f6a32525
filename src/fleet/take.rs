//! Requests that come and go, and agents that change between tiles and waypoints.

use super::{
    agent_fleet::{AgentFleet, grounds},
    steps::{AnsweredAgents, Steps},
};
use crate::{
    bevy_version::{OnAdd, OnInsert, OnRemove},
    map::NavGrid,
    request::{CostProfiles, Locator, Names, OnField, OwnObstacles, PathRequest, PathResult},
    waypoints::{OnWaypoints, WaypointGraph},
};
use bevy::ecs::{entity_disabling::Disabled, query::Allow, system::SystemParam};
use bevy::prelude::*;
use tilepath::fleet::{AgentId, GroundKind};

/// A request, and what decides how it is taken.
type Taken = (&'static PathRequest, Has<OnWaypoints>, Has<Disabled>);

/// What a request is asked with.
#[derive(SystemParam)]
pub(crate) struct RequestContext<'w, 's> {
    nav_grid: Option<Res<'w, NavGrid>>,
    profiles: Option<Res<'w, CostProfiles>>,
    graph: Option<Res<'w, WaypointGraph>>,
    requests: Query<'w, 's, Taken, Allow<Disabled>>,
}

/// Takes a new or replaced request: forgets the old answer and enters the queue. If the request equals the old one, the answer stands.
pub(crate) fn take_request(
    inserted: OnInsert<PathRequest>,
    context: RequestContext,
    mut fleet: ResMut<AgentFleet>,
    mut agents: ParamSet<(Locator, AnsweredAgents)>,
) {
    let entity = inserted.entity;
    let Ok((request, on_waypoints, is_disabled)) = context.requests.get(entity) else { return };
    let ground = if on_waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
    let id = fleet.join(entity, ground);
    let request = fleet.request(request);
    let grounds = grounds(context.nav_grid.as_deref(), context.profiles.as_deref(), context.graph.as_deref());
    if fleet.agent(entity).is_some_and(|agent| agent.request().is_some()) {
        // An equal request may be made at another place.
        let at = agents.p0().position(entity);
        fleet.fleet_mut().set_position(id, at);
    }
    let mut agents = agents.p1();
    let AgentFleet { fleet, entities, .. } = &mut *fleet;
    let mut steps = Steps { entities, agents: &mut agents };
    fleet.set_ground(id, ground, &mut steps);
    fleet.set_active(id, !is_disabled, &mut steps);
    let is_equal = fleet.ask(id, request, &grounds, &mut steps);
    if !is_equal && let Ok((mut result, ..)) = agents.get_mut(entity) {
        *result = PathResult::default();
    }
}

/// Takes the requests that were made before the plugin was added.
pub(crate) fn take_old_requests(world: &mut World) {
    let mut requests = world.query_filtered::<(Entity, &PathRequest), Allow<Disabled>>();
    let requests: Vec<(Entity, PathRequest)> =
        requests.iter(world).map(|(agent, request)| (agent, request.clone())).collect();
    for (agent, request) in requests {
        world.entity_mut(agent).insert(request);
    }
}

/// Removes what belongs to a request that is cancelled or whose agent is despawned.
pub(crate) fn cancel_request(
    removed: OnRemove<PathRequest>,
    mut fleet: ResMut<AgentFleet>,
    mut commands: Commands,
) {
    commands.entity(removed.entity).try_remove::<(PathResult, OnField, OwnObstacles)>();
    if let Some(id) = fleet.id(removed.entity) {
        fleet.fleet_mut().cancel(id);
    }
}

/// Lets an agent that is disabled take no part.
pub(crate) fn note_disabled_agent(
    disabled: OnInsert<Disabled>,
    fleet: ResMut<AgentFleet>,
    agents: AnsweredAgents,
) {
    set_active(disabled.entity, false, fleet, agents);
}

/// Takes the request of an agent that is enabled again: its answer may be out of date, and its place in the queue is gone.
pub(crate) fn take_enabled_agent(
    enabled: OnRemove<Disabled>,
    fleet: ResMut<AgentFleet>,
    agents: AnsweredAgents,
) {
    set_active(enabled.entity, true, fleet, agents);
}

fn set_active(entity: Entity, is_active: bool, fleet: ResMut<AgentFleet>, agents: AnsweredAgents) {
    change(entity, fleet, agents, |fleet, id, steps| fleet.set_active(id, is_active, steps));
}

/// Takes an agent that walked over tiles so far.
pub(crate) fn enter_waypoints(
    entered: OnAdd<OnWaypoints>,
    fleet: ResMut<AgentFleet>,
    agents: AnsweredAgents,
) {
    set_ground(entered.entity, GroundKind::Waypoints, fleet, agents);
}

/// Takes an agent off the graph. Its request, if it has one, is asked on tiles.
pub(crate) fn leave_waypoints(
    left: OnRemove<OnWaypoints>,
    fleet: ResMut<AgentFleet>,
    agents: AnsweredAgents,
) {
    set_ground(left.entity, GroundKind::Tiles, fleet, agents);
}

fn set_ground(entity: Entity, ground: GroundKind, fleet: ResMut<AgentFleet>, mut agents: AnsweredAgents) {
    if fleet.agent(entity).is_some_and(|agent| agent.ground() != ground)
        && let Ok((mut result, ..)) = agents.get_mut(entity)
    {
        *result = PathResult::default();
    }
    change(entity, fleet, agents, |fleet, id, steps| fleet.set_ground(id, ground, steps));
}

/// Changes something about an agent that is in the fleet.
fn change(
    entity: Entity,
    mut fleet: ResMut<AgentFleet>,
    mut agents: AnsweredAgents,
    change: impl FnOnce(&mut tilepath::fleet::Fleet, AgentId, &mut Steps),
) {
    let Some(id) = fleet.id(entity) else { return };
    let AgentFleet { fleet, entities, .. } = &mut *fleet;
    change(fleet, id, &mut Steps { entities, agents: &mut agents });
}

/// A request whose result a game has removed.
type IncompleteRequest = (With<PathRequest>, Without<PathResult>);

/// Restores the `PathResult` of a request if a game has removed it. Without it, the request can't be answered.
pub(crate) fn restore_components(
    agents: Query<Entity, IncompleteRequest>,
    names: Names,
    mut commands: Commands,
) {
    let Some(first) = agents.iter().next() else { return };
    warn!(
        "{}: each gets a new one; to cancel a request, remove PathRequest",
        names.have("a PathRequest but no PathResult", first, agents.iter().count())
    );
    for agent in &agents {
        commands.entity(agent).try_insert_if_new(PathResult::default());
    }
}
