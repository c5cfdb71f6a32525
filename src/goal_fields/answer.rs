//! Answering agents from the field of their group.

use super::{GoalFields, OnField, SharedWay};
use crate::{
    agent::PathFollower,
    events::Outbox,
    nav_grid::NavGrid,
    places::Places,
    planning::{Planning, QueueKey, SearchQueue},
    request::PathRequest,
    result::{PathResult, Way},
    search::start_of_way,
    stats::PathfindingStats,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use tilepath::CostProfile;

/// An agent that wants to be answered from a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Asking {
    /// Its place in the queue; `None` for one that would only give up its own way.
    pub(crate) key: Option<QueueKey>,
    pub(crate) agent: Entity,
}

/// What answers are made of.
#[derive(SystemParam)]
pub(crate) struct AnswerContext<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    places: Places<'w, 's>,
}

/// An agent as its answer sees it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Agent {
    entity: Entity,
    request: &'static PathRequest,
    result: &'static mut PathResult,
    planning: &'static mut Planning,
    follower: Option<&'static mut PathFollower>,
}

/// Answers those who ask from the fields that are complete, in the order of the queue. The others are left to the searches.
pub(crate) fn answer_from_fields(
    context: AnswerContext,
    mut fields: ResMut<GoalFields>,
    mut queue: ResMut<SearchQueue>,
    mut outbox: ResMut<Outbox>,
    mut stats: ResMut<PathfindingStats>,
    mut agents: Query<Agent>,
    mut commands: Commands,
) {
    let fields = &mut *fields;
    let mut asking = core::mem::take(&mut fields.asking);
    if fields.complete() > 0 {
        asking.sort_unstable();
        let mut answered: Vec<(Entity, OnField)> = Vec::new();
        for &Asking { agent, .. } in &asking {
            let Ok(mut agent) = agents.get_mut(agent) else { continue };
            if let Some(on) = answer(&context, fields, &mut queue, &mut outbox, &mut agent) {
                answered.push((agent.entity, on));
            }
        }
        stats.shared += answered.len() as u64;
        if !answered.is_empty() {
            commands.try_insert_batch(answered);
        }
    }
    asking.clear();
    fields.asking = asking;
}

/// Answers one agent. `None` where its field does not serve or knows no way.
fn answer(
    context: &AnswerContext,
    fields: &GoalFields,
    queue: &mut SearchQueue,
    outbox: &mut Outbox,
    agent: &mut AgentItem,
) -> Option<OnField> {
    let (map, geometry) = context.nav_grid.map().zip(context.nav_grid.geometry())?;
    let group = agent.planning.group.clone()?;
    let number = group.field()?;
    let shared = &fields.field_of(&group)?.shared;
    let here = context.places.start(agent.entity, geometry).ok()?;
    let start = {
        let served = shared.read();
        let served = served.as_ref().filter(|served| served.in_step)?;
        let profile: &CostProfile = served.field.profile();
        let start = start_of_way(map, profile, here, agent.follower.is_some())?;
        served.field.cost(start)?;
        start
    };
    let on = match (step_under_way(context, agent), agent.planning.waiting) {
        (Some((at, from, to)), None) => OnField::on_step(number, at, from, to),
        _ => OnField::new(number, here, start),
    };
    let way = SharedWay { field: shared.clone(), start };
    tell(context, agent, &way, outbox);
    if let Some(key) = agent.planning.waiting {
        queue.withdraw(key);
    }
    *agent.planning =
        Planning { start: Some(here), revision: queue.revision, group: Some(group), ..default() };
    *agent.result = PathResult::found(Way::Shared(way));
    if let Some(follower) = &mut agent.follower {
        follower.start(0);
    }
    Some(on)
}

/// Where an agent with a way of its own is, and the cells of the step that it is on.
fn step_under_way(context: &AnswerContext, agent: &AgentItem) -> Option<(Vec2, IVec2, IVec2)> {
    let follower = agent.follower.as_ref()?;
    let way = agent.result.own_cells();
    let (from, to) = (way.get(follower.behind())?, way.get(follower.next_waypoint())?);
    Some((context.places.position(agent.entity)?, *from, *to))
}

/// Tells of a way that is new, or of another that was asked for.
fn tell(context: &AnswerContext, agent: &AgentItem, way: &SharedWay, outbox: &mut Outbox) {
    if !agent.result.has_path() {
        outbox.found(agent.entity);
    } else if agent.planning.waiting.is_some() {
        let is_new = || !agent.result.own_cells().ends_with(way.path(&context.nav_grid).cells());
        if agent.result.is_shared() || is_new() {
            outbox.replanned(agent.entity);
        }
    }
}
