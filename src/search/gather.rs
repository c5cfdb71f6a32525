//! Turns the requests at the front of the queue into jobs: start, goals and profile.

use super::context::SearchContext;
use crate::{
    plan::{PlannedAgent, PlannedAgentReadOnlyItem, RequestQueue},
    request::{FailureReason, Goals, OwnObstacles, path_query, profile_of},
};
use bevy::prelude::*;
use tilepath::{
    Recorder,
    batch::BatchJob,
    fleet::{QueueKey, WayOut},
};

/// How many times a search may start again because the map changed under it. After that it runs to its end within one frame, so that a
/// map that changes in every frame can't keep an agent waiting forever.
const MAX_RESTARTS: u32 = 4;

/// Requests that are answered together, in the order of the queue.
#[derive(Default)]
pub(super) struct Round {
    pub(super) requests: Vec<GatheredRequest>,
    /// One for each request that is not refused.
    pub(super) jobs: Vec<BatchJob>,
    /// The record of its only search so far, if that is traced.
    pub(super) recorder: Option<Recorder>,
}

/// The request of one agent, resolved to cells.
pub(super) struct GatheredRequest {
    pub(super) agent: Entity,
    pub(super) key: QueueKey,
    /// The cell in which the agent is.
    pub(super) start: Option<IVec2>,
    pub(super) goals: Goals,
    /// Why there is nothing to search.
    pub(super) refused: Option<FailureReason>,
}

/// A request whose search was under way when the budget of a frame was spent.
pub(super) struct ParkedRequest {
    pub(super) request: GatheredRequest,
    pub(super) job: BatchJob,
    /// The record of its search so far, if that is traced. No other search may add to it.
    pub(super) recorder: Option<Recorder>,
}

/// Takes up to `size` requests out of the queue, after the parked one. A request that is traced makes a round of its own.
pub(super) fn gather(
    context: &SearchContext,
    queue: &mut RequestQueue,
    agents: &Query<PlannedAgent>,
    parked: Option<ParkedRequest>,
    is_traced: impl Fn(Entity) -> bool,
    size: usize,
) -> Round {
    let mut round = Round::default();
    if let Some(ParkedRequest { request, job, recorder }) = parked {
        round.recorder = recorder.filter(|_| is_traced(request.agent));
        round.requests.push(request);
        round.jobs.push(job);
    }
    while round.requests.len() < size && round.recorder.is_none() {
        let Some((key, agent)) = queue.pop() else { break };
        let Some(item) = waiting(agents, agent, key) else { continue };
        let traced = is_traced(agent);
        if traced && !round.requests.is_empty() {
            queue.put_back(key, agent);
            break;
        }
        let mut request = GatheredRequest { agent, key, start: None, goals: Goals::new(), refused: None };
        match resolve(context, &item, &mut request) {
            Ok(job) => {
                round.recorder = traced.then(Recorder::default);
                round.jobs.push(job);
            }
            Err(reason) => request.refused = Some(reason),
        }
        round.requests.push(request);
    }
    round
}

/// The agent of a place in the queue. `None` if it is despawned, has cancelled its request or has made another since.
pub(super) fn waiting<'a>(
    agents: &'a Query<PlannedAgent>,
    agent: Entity,
    key: QueueKey,
) -> Option<PlannedAgentReadOnlyItem<'a, 'a>> {
    agents.get(agent).ok().filter(|agent| agent.planning.queued == Some(key))
}

/// Resolves the start, the goals and the profile of a request.
fn resolve(
    context: &SearchContext,
    agent: &PlannedAgentReadOnlyItem,
    resolved: &mut GatheredRequest,
) -> Result<BatchJob, FailureReason> {
    let SearchContext { profiles, nav_grid, locator, .. } = context;
    let request = agent.request;
    let (map, geometry) = nav_grid.parts().ok_or(FailureReason::NoMap)?;
    resolved.goals = locator.goals_of(agent.entity, request, geometry)?;
    let here = locator.cell(agent.entity, geometry)?;
    resolved.start = Some(here);
    let profile = profile_of(profiles, request)?.into_owned();
    let own = OwnObstacles::cells_of(agent.own);
    let way_out = agent.step.map_or(WayOut::None, |step| step.way_out());
    let ends = (here, &resolved.goals);
    let query = path_query(map.without_obstacles(own), own, &profile, ends, request, way_out)
        .ok_or(FailureReason::StartBlocked(here))?;
    let mut job = BatchJob::new(profile, query);
    job.in_one_go = agent.planning.restarts >= MAX_RESTARTS;
    Ok(job)
}
