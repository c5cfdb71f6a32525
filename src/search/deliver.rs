//! What becomes of the answers of a round.

use super::{Agent, AgentItem, SearchContext, gather::Round};
use crate::{
    agent::first_waypoint,
    events::Outbox,
    planning::{Planning, SearchQueue},
    result::{OwnWay, PathFailure, PathResult, PathStatus, Way},
};
use bevy::prelude::*;
use tilepath::{CostProfile, Path, PathError};

/// Hands the answers of a round to their agents, in the order of the queue. What was not answered goes back into the queue.
/// Returns how many were refused without a search.
pub(crate) fn deliver(
    context: &SearchContext,
    queue: &mut SearchQueue,
    outbox: &mut Outbox,
    agents: &mut Query<Agent>,
    round: Round,
    answers: Vec<Result<Path, PathError>>,
) -> u64 {
    let mut refused = 0;
    let mut jobs = round.jobs.into_iter();
    let mut answers = answers.into_iter();
    let mut questions = round.questions.into_iter();
    for question in questions.by_ref() {
        let answer = match question.refused {
            Some(failure) => {
                refused += 1;
                Err(failure)
            }
            None => match (jobs.next(), answers.next()) {
                (Some(job), Some(answer)) => {
                    answer.map(|path| (path, job.profile)).map_err(PathFailure::from)
                }
                (Some(job), None) if queue.batch.is_under_way() => {
                    queue.park(question, job);
                    break;
                }
                _ => {
                    queue.put_back(question.key, question.entity);
                    break;
                }
            },
        };
        let Ok(mut agent) = agents.get_mut(question.entity) else { continue };
        *agent.planning = Planning {
            waiting: None,
            goals: question.goals,
            start: question.start,
            revision: queue.revision,
            restarts: 0,
            group: agent.planning.group.take(),
            failures: agent.planning.failures,
            retry_at: agent.planning.retry_at,
        };
        match answer {
            Ok((path, profile)) => {
                if agent.request.danger_aversion.is_some() {
                    queue.remember(&profile);
                }
                deliver_path(context, &mut agent, path, &profile, outbox);
            }
            Err(failure) => deliver_failure(context, &mut agent, failure, outbox),
        }
    }
    questions.for_each(|question| queue.put_back(question.key, question.entity));
    refused
}

fn deliver_path(
    context: &SearchContext,
    agent: &mut AgentItem,
    path: Path,
    profile: &CostProfile,
    outbox: &mut Outbox,
) {
    let had_way = agent.result.has_path();
    if let Some(group) = &agent.planning.group {
        group.note_search(&path);
    }
    let is_new = agent.result.is_shared() || !agent.result.own_cells().ends_with(path.cells());
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
    let status = if partial { PathStatus::Partial } else { PathStatus::Found };
    *agent.result = PathResult { status, way: Way::Own(Box::new(OwnWay { path, target })) };
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
