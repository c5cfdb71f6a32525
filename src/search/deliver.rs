//! Hands the answers of a round to their agents.

use super::{
    context::SearchContext,
    gather::{GatheredRequest, ParkedRequest, Round},
    preparation::Preparation,
    turning::keeps_its_path,
};
use crate::{
    plan::{PlannedAgent, PlannedAgentItem, RequestQueue},
    request::{
        EventQueue, FailureReason, FoundPath, OwnPath, PathResult, PathStatus, Planning, RequestGroups,
    },
    settings::PathfindingSettings,
    stats::PathfindingStats,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use core::time::Duration;
use tilepath::{CostProfile, Path, PathError, batch::Batch};

/// The queue, the agents, and everything else that an answer touches.
#[derive(SystemParam)]
pub(crate) struct Delivery<'w, 's> {
    pub(super) queue: ResMut<'w, RequestQueue>,
    pub(super) agents: Query<'w, 's, PlannedAgent>,
    pub(super) preparation: ResMut<'w, Preparation>,
    groups: ResMut<'w, RequestGroups>,
    events: ResMut<'w, EventQueue>,
    pub(super) stats: ResMut<'w, PathfindingStats>,
}

/// The answer of a search, with the profile that the search used.
type Answer = Result<(Path, CostProfile), FailureReason>;

impl Delivery<'_, '_> {
    /// Hands the answers of a round to their agents, in the order of the queue. Requests without an answer go back into the queue, except
    /// the one whose search is under way, which is returned.
    pub(super) fn deliver(
        &mut self,
        context: &SearchContext,
        round: Round,
        answers: Vec<Result<Path, PathError>>,
        batch: &Batch,
    ) -> Option<ParkedRequest> {
        self.stats.searches += answers.len() as u64;
        let mut parked = None;
        let mut jobs = round.jobs.into_iter();
        let times = batch.times().iter().copied().chain(core::iter::repeat(Duration::ZERO));
        let mut answers = answers.into_iter().zip(times);
        let mut requests = round.requests.into_iter();
        for request in requests.by_ref() {
            if let Some(reason) = request.refused {
                self.stats.refused += 1;
                self.hand_over(context, request, Err(reason), Duration::ZERO);
                continue;
            }
            match (jobs.next(), answers.next()) {
                (Some(job), Some((answer, time))) => {
                    let answer = answer.map(|path| (path, job.profile)).map_err(FailureReason::from);
                    self.hand_over(context, request, answer, time);
                }
                (Some(job), None) if batch.is_under_way() => {
                    self.queue.set_under_way(Some(request.key));
                    parked = Some(ParkedRequest { request, job, recorder: round.recorder });
                    break;
                }
                _ => {
                    self.queue.put_back(request.key, request.agent);
                    break;
                }
            }
        }
        requests.for_each(|request| self.queue.put_back(request.key, request.agent));
        parked
    }

    /// Writes the answer of a search into the agent's components, and how long the search took.
    fn hand_over(
        &mut self,
        context: &SearchContext,
        request: GatheredRequest,
        answer: Answer,
        time: Duration,
    ) {
        let Ok(mut agent) = self.agents.get_mut(request.agent) else { return };
        let nodes_expanded = match &answer {
            Ok((path, _)) => path.nodes_expanded(),
            Err(FailureReason::ExpansionLimit(expansions)) => *expansions,
            Err(_) => 0,
        };
        agent.planning.record.answer(nodes_expanded, time, context.changes.now());
        *agent.planning = Planning {
            queued: None,
            goals: request.goals,
            start: request.start,
            changes_seen: context.changes.count(),
            restarts: 0,
            reported: agent.planning.reported,
            group: agent.planning.group,
            record: agent.planning.record,
            turn: agent.planning.turn,
            edited: agent.planning.edited,
            replaced: None,
            failures: agent.planning.failures,
            retry_at: agent.planning.retry_at,
        };
        match answer {
            Ok((path, profile)) => {
                if agent.request.danger_aversion.is_some() {
                    self.preparation.note_search(&profile);
                }
                if let Some(group) = agent.planning.group {
                    self.groups.note_search(group, &path);
                }
                deliver_path(context, &mut agent, path, &mut self.events);
            }
            Err(reason) => {
                deliver_failure(&context.settings, &context.time, &mut agent, reason, &mut self.events);
            }
        }
    }
}

fn deliver_path(context: &SearchContext, agent: &mut PlannedAgentItem, path: Path, events: &mut EventQueue) {
    let had_path = agent.result.has_path();
    if keeps_its_path(context, agent, &path) {
        return;
    }
    let is_new = agent.result.is_shared() || !agent.result.own_cells().ends_with(path.cells());
    let target = path.goal_index().and_then(|goal| agent.planning.goals.get(goal)).map(|&(_, target)| target);
    let status = if path.is_partial() { PathStatus::Partial } else { PathStatus::Found };
    if path.is_partial() {
        agent.planning.back_off(&context.settings, context.time.elapsed_secs());
    } else {
        agent.planning.failures = 0;
    }
    if let Some(step) = &mut agent.step {
        step.renew();
    }
    agent.planning.reported = None;
    let own = OwnPath { path, target, profile: agent.request.profile };
    *agent.result = PathResult::found(status, FoundPath::Own(Box::new(own)));
    if !had_path {
        events.found(agent.entity);
    } else if is_new {
        events.replanned(agent.entity);
    }
}

/// Writes a failure into the agent's components.
fn deliver_failure(
    settings: &PathfindingSettings,
    time: &Time,
    agent: &mut PlannedAgentItem,
    reason: FailureReason,
    events: &mut EventQueue,
) {
    agent.planning.back_off(settings, time.elapsed_secs());
    if agent.planning.reported.replace(reason.kind()) != Some(reason.kind()) {
        events.failed(agent.entity, reason);
    }
    // Compared by their texts, because a reason that names a NaN is not equal to itself.
    if agent.result.failure().map(|old| old.to_string()) == Some(reason.to_string()) {
        return;
    }
    if agent.result.failure().is_none() {
        if let Some(step) = &mut agent.step {
            step.renew();
        }
        if let Some(follower) = &mut agent.follower {
            follower.head_for(0);
        }
    }
    *agent.result = PathResult::failed(reason);
}
