//! The searches of a frame, and what becomes of their answers.

use crate::{
    agent::{PathFollower, first_waypoint},
    events::Outbox,
    nav_grid::NavGrid,
    places::Places,
    planning::{Job, Planning, SearchQueue, profile_of},
    profile::CostProfiles,
    request::PathRequest,
    result::{PathFailure, PathResult, PathStatus},
    settings::PathfindingSettings,
    trace::SearchTrace,
};
use bevy::ecs::{query::QueryData, system::SystemParam};
use bevy::prelude::*;
use tilepath::{CostProfile, Path, PathError, PathQuery, PathTask, Search};

/// How often a search may be begun anew because the map changed under it. After that it is run to its end within one frame,
/// so that a map that changes every frame can't keep an agent waiting for ever.
const MAX_RESTARTS: u32 = 4;

/// Everything that a search reads.
#[derive(SystemParam)]
pub(crate) struct SearchContext<'w, 's> {
    settings: Res<'w, PathfindingSettings>,
    profiles: Res<'w, CostProfiles>,
    nav_grid: Res<'w, NavGrid>,
    time: Res<'w, Time>,
    places: Places<'w, 's>,
}

/// An agent as its search sees it.
#[derive(QueryData)]
#[query_data(mutable)]
pub(crate) struct Agent {
    entity: Entity,
    request: &'static PathRequest,
    result: &'static mut PathResult,
    planning: &'static mut Planning,
    follower: Option<&'static mut PathFollower>,
}

/// Runs searches in the order of the queue, until it is empty or the frame's budget is spent.
pub(crate) fn run_searches(
    context: SearchContext,
    mut queue: ResMut<SearchQueue>,
    mut outbox: ResMut<Outbox>,
    mut trace: Option<ResMut<SearchTrace>>,
    mut agents: Query<Agent>,
) {
    let mut budget = context.settings.expansions_per_frame.max(1);
    while budget > 0 {
        let Some(Job { entity, key, begun }) = queue.next() else { return };
        // Agents that are despawned, have cancelled or have asked for something else since are passed over.
        let Ok(mut agent) = agents.get_mut(entity) else { continue };
        if agent.planning.waiting != Some(key) {
            continue;
        }
        // Only a search that is watched may mark the trace as changed.
        let trace = trace.as_mut().filter(|trace| trace.only.is_none_or(|only| only == entity));
        let trace = trace.map(|trace| &mut **trace);
        let mut search = AgentSearch { context: &context, scratch: &mut queue.scratch, trace };
        let begun = begun.map_or_else(|| search.begin(&mut agent), Ok);
        let answer = match begun {
            Err(failure) => {
                budget -= 1;
                Err(failure)
            }
            Ok((mut task, profile)) => {
                let slice = if agent.planning.restarts < MAX_RESTARTS { budget } else { u32::MAX };
                let (answer, spent) = search.run(entity, &mut task, &profile, slice);
                budget = budget.saturating_sub(spent.max(1));
                match answer {
                    Some(answer) => answer.map(|path| (path, profile)).map_err(PathFailure::from),
                    None => {
                        queue.parked = Some(Job { entity, key, begun: Some((task, profile)) });
                        return;
                    }
                }
            }
        };
        agent.planning.waiting = None;
        agent.planning.restarts = 0;
        agent.planning.revision = queue.revision;
        match answer {
            Ok((path, profile)) => {
                if agent.request.danger_aversion.is_some() {
                    queue.remember(&profile);
                }
                deliver_path(&context, &mut agent, path, &profile, &mut outbox);
            }
            Err(failure) => deliver_failure(&context, &mut agent, failure, &mut outbox),
        }
    }
}

/// The search of one agent.
struct AgentSearch<'a, 'w, 's> {
    context: &'a SearchContext<'w, 's>,
    scratch: &'a mut Search,
    trace: Option<&'a mut SearchTrace>,
}

impl AgentSearch<'_, '_, '_> {
    /// Says where from, where to and at what prices, and begins.
    fn begin(&mut self, agent: &mut AgentItem) -> Result<(PathTask, CostProfile), PathFailure> {
        let SearchContext { profiles, nav_grid, places, .. } = self.context;
        let request = agent.request;
        agent.planning.start = None;
        agent.planning.goals.clear();
        let (map, geometry) = nav_grid.map().zip(nav_grid.geometry()).ok_or(PathFailure::NoMap)?;
        agent.planning.goals = places.goals(request, geometry)?;
        let here = places.start(agent.entity, geometry)?;
        agent.planning.start = Some(here);
        let profile = profile_of(profiles, request)?.into_owned();
        let walks_out = agent.follower.is_some() && map.grid().contains(here) && !map.is_free(&profile, here);
        let start = if walks_out {
            map.nearest_free(&profile, here).ok_or(PathFailure::StartBlocked(here))?
        } else {
            here
        };
        let query = PathQuery {
            start,
            goals: agent.planning.goals.iter().map(|&(cell, _)| cell).collect(),
            range: request.range,
            heuristic: request.heuristic,
            inflation: request.inflation,
            allow_partial: request.allow_partial,
            max_expansions: request.max_expansions,
            watched: self.trace.is_some(),
        };
        if let Some(trace) = &mut self.trace {
            trace.begin();
        }
        let task = map.begin_path(&profile, query, self.scratch)?;
        Ok((task, profile))
    }

    /// Goes on for at most `slice` expansions. Returns the answer, if there is one yet, and how many were made.
    fn run(
        &mut self,
        entity: Entity,
        task: &mut PathTask,
        profile: &CostProfile,
        slice: u32,
    ) -> (Option<Result<Path, PathError>>, u32) {
        let Some(map) = self.context.nav_grid.map() else {
            // The map can't go while a search is under way: that is a change, and changes begin it anew.
            return (None, slice);
        };
        let before = self.scratch.nodes_expanded();
        let answer = match &mut self.trace {
            Some(trace) => {
                let answer = map.run_path(profile, task, self.scratch, slice, &mut trace.recorder);
                trace.finish(entity, &map.priced(profile));
                answer
            }
            None => map.run_path(profile, task, self.scratch, slice, &mut ()),
        };
        let after = self.scratch.nodes_expanded();
        // A search that had to begin anew counts from zero.
        (answer, if after < before { after } else { after - before })
    }
}

fn deliver_path(
    context: &SearchContext,
    agent: &mut AgentItem,
    path: Path,
    profile: &CostProfile,
    outbox: &mut Outbox,
) {
    let had_way = agent.result.has_path();
    let is_new = !agent.result.waypoints().ends_with(path.cells());
    let partial = path.is_partial();
    let target = path.goal_index().and_then(|goal| agent.planning.goals.get(goal)).map(|&(_, target)| target);
    if partial {
        back_off(context, &mut agent.planning);
    } else {
        agent.planning.failures = 0;
    }
    if let Some(follower) = &mut agent.follower
        && let Some((map, geometry)) = context.nav_grid.map().zip(context.nav_grid.geometry())
        && let Ok(here) = context.places.start(agent.entity, geometry)
    {
        follower.start(first_waypoint(map, profile, here, path.cells()));
    }
    *agent.result =
        PathResult { status: if partial { PathStatus::Partial } else { PathStatus::Found }, target, path };
    if !had_way {
        outbox.found(agent.entity);
    } else if is_new {
        outbox.replanned(agent.entity);
    }
}

fn deliver_failure(
    context: &SearchContext,
    agent: &mut AgentItem,
    failure: PathFailure,
    outbox: &mut Outbox,
) {
    back_off(context, &mut agent.planning);
    // Told by what they say, as a reason that names a NaN is not equal to itself.
    if agent.result.failure().map(|old| old.to_string()) != Some(failure.to_string()) {
        outbox.failed(agent.entity, failure);
        *agent.result = PathResult::fail(failure);
    }
}

/// Each failure in a row doubles the wait before the next search.
fn back_off(context: &SearchContext, planning: &mut Planning) {
    let settings = &context.settings;
    let doubled = settings.retry_after * 2f32.powi(planning.failures.min(16) as i32);
    planning.failures += 1;
    planning.retry_at = context.time.elapsed_secs() + doubled.min(settings.retry_at_most).max(0.0);
}
