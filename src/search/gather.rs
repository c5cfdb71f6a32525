//! What the agents whose turn has come ask: where from, where to and at what prices.

use super::{Agent, AgentReadOnlyItem, SearchContext};
use crate::{
    places::Goals,
    planning::{QueueKey, SearchQueue, profile_of},
    result::PathFailure,
};
use bevy::prelude::*;
use tilepath::{CostProfile, NavMap, PathJob, PathQuery};

/// How often a search may be begun anew because the map changed under it. After that it is run to its end within one frame,
/// so that a map that changes every frame can't keep an agent waiting for ever.
const MAX_RESTARTS: u32 = 4;

/// Requests that are answered together, in the order of the queue.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) questions: Vec<Question>,
    /// One for each question that is not refused.
    pub(crate) jobs: Vec<PathJob>,
    /// Whether its only search is to be watched.
    pub(crate) watched: bool,
}

/// What one agent asks.
pub(crate) struct Question {
    pub(crate) entity: Entity,
    pub(crate) key: QueueKey,
    /// The cell that the agent is in.
    pub(crate) start: Option<IVec2>,
    pub(crate) goals: Goals,
    /// Why there is nothing to search.
    pub(crate) refused: Option<PathFailure>,
}

/// Takes up to `size` requests out of the queue, the one under way first. A request that is watched makes a round of its own.
pub(crate) fn gather(
    context: &SearchContext,
    queue: &mut SearchQueue,
    agents: &Query<Agent>,
    is_watched: impl Fn(Entity) -> bool,
    size: usize,
) -> Round {
    let mut round = Round::default();
    // Agents that are despawned, have cancelled or have asked for something else since are passed over.
    let waiting = |entity, key| agents.get(entity).ok().filter(|agent| agent.planning.waiting == Some(key));
    if let Some((question, job)) = queue.take_parked() {
        if waiting(question.entity, question.key).is_some() {
            round.watched = job.query.watched && is_watched(question.entity);
            round.questions.push(question);
            round.jobs.push(job);
        } else {
            queue.batch.forget();
        }
    }
    while round.questions.len() < size && !round.watched {
        let Some((key, entity)) = queue.pop() else { break };
        let Some(agent) = waiting(entity, key) else { continue };
        let watched = is_watched(entity);
        if watched && !round.questions.is_empty() {
            queue.put_back(key, entity);
            break;
        }
        let mut question = Question { entity, key, start: None, goals: Goals::new(), refused: None };
        match ask(context, &agent, &mut question) {
            Ok(mut job) => {
                job.query.watched = watched;
                round.watched = watched;
                round.jobs.push(job);
            }
            Err(failure) => question.refused = Some(failure),
        }
        round.questions.push(question);
    }
    round
}

/// The cell that the way of an agent in the cell `here` begins at: its own, unless it walks and is to walk out of a wall first. `None`
/// where every cell is a wall.
pub(crate) fn start_of_way(map: &NavMap, profile: &CostProfile, here: IVec2, walks: bool) -> Option<IVec2> {
    let walks_out = walks && map.grid().contains(here) && !map.is_free(profile, here);
    if walks_out { map.nearest_free(profile, here) } else { Some(here) }
}

/// Says where from, where to and at what prices.
fn ask(
    context: &SearchContext,
    agent: &AgentReadOnlyItem,
    question: &mut Question,
) -> Result<PathJob, PathFailure> {
    let SearchContext { profiles, nav_grid, places, .. } = context;
    let request = agent.request;
    let (map, geometry) = nav_grid.map().zip(nav_grid.geometry()).ok_or(PathFailure::NoMap)?;
    question.goals = places.goals(&request.targets, geometry)?;
    let here = places.start(agent.entity, geometry)?;
    question.start = Some(here);
    let profile = profile_of(profiles, request)?.into_owned();
    let start =
        start_of_way(map, &profile, here, agent.follower.is_some()).ok_or(PathFailure::StartBlocked(here))?;
    let query = PathQuery {
        start,
        goals: question.goals.iter().map(|&(cell, _)| cell).collect(),
        range: request.range,
        heuristic: request.heuristic,
        inflation: request.inflation,
        allow_partial: request.allow_partial,
        max_expansions: request.max_expansions,
        watched: false,
    };
    Ok(PathJob { profile, query, in_one_go: agent.planning.restarts >= MAX_RESTARTS })
}
