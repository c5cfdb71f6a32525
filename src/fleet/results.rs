//! Converts the answers of the fleet to the components and events of the plugin.

use super::agent_fleet::AgentFleet;
use crate::{
    follower::PathFollower,
    map::NavGrid,
    request::{
        AgentStuck, EventQueue, FailureReason, FoundPath, OwnPath, PathOnField, PathOverWaypoints,
        PathResult, PathStatus, PathTarget, ProfileId,
    },
    waypoints::WaypointGraph,
};
use bevy::prelude::*;
use tilepath::PathError;
use tilepath::fleet::{Agent, AgentId, AgentPath, AnswerStatus, Failure, FleetEvent, Progress};

impl AgentFleet {
    /// The answer of an agent as a component of the plugin.
    pub(super) fn result(&self, id: AgentId, agent: &Agent, graph: &WaypointGraph) -> PathResult {
        let status = match agent.status() {
            AnswerStatus::Pending => PathStatus::Pending,
            AnswerStatus::Found => PathStatus::Found,
            AnswerStatus::Partial => PathStatus::Partial,
            AnswerStatus::Failed(failure) => return PathResult::failed(self.reason(failure, graph)),
        };
        PathResult::found(status, self.path(id, agent, graph))
    }

    fn path(&self, id: AgentId, agent: &Agent, graph: &WaypointGraph) -> FoundPath {
        match agent.path() {
            AgentPath::None => FoundPath::None,
            AgentPath::OverCells(own) => FoundPath::Own(OwnPath {
                path: own.path.clone(),
                target: own.target.and_then(|target| self.target(target)),
                profile: ProfileId::new(own.profile),
            }),
            &AgentPath::OnField(mut shared) => {
                shared.start = self.fleet.path_start(id).unwrap_or(shared.start);
                let targets = agent.request().map(|request| &request.targets[..]).unwrap_or_default();
                // A target that is gone keeps its index, because a path names its target by index.
                let target_of =
                    |&target| self.target(target).unwrap_or(PathTarget::Entity(Entity::PLACEHOLDER));
                FoundPath::Shared(PathOnField { shared, targets: targets.iter().map(target_of).collect() })
            }
            AgentPath::OverWaypoints(path) => FoundPath::OverWaypoints(Box::new(PathOverWaypoints {
                waypoints: path.waypoints.iter().filter_map(|&waypoint| graph.entity(waypoint)).collect(),
                links: path.edges.clone(),
                target: path.target.and_then(|target| self.target(target)),
                nodes_expanded: path.nodes_expanded,
            })),
        }
    }

    /// Converts a failure, with the entities of its agents and waypoints.
    fn reason(&self, failure: Failure, graph: &WaypointGraph) -> FailureReason {
        match failure {
            Failure::Path(error) => error.into(),
            Failure::NoMap => FailureReason::NoMap,
            Failure::NoPosition => FailureReason::NoTransform,
            Failure::StartNotFinite(at) => FailureReason::StartNotFinite(at),
            Failure::TargetGone(target) => {
                self.entity(target).map_or(FailureReason::Path(PathError::NoGoal), FailureReason::GoalGone)
            }
            Failure::GoalNotFinite(at) => FailureReason::GoalNotFinite(at),
            Failure::Aversion(error) => error.into(),
            Failure::UnknownProfile(number) => FailureReason::UnknownProfile(ProfileId::new(number)),
            Failure::CellOverWaypoints(cell) => FailureReason::CellOverWaypoints(cell),
            Failure::RangeOverWaypoints(range) => FailureReason::RangeOverWaypoints(range),
            Failure::NoWaypoints => FailureReason::NoWaypoints,
            Failure::NoLinks { start, goal } => match graph.entity(start).zip(graph.entity(goal)) {
                Some((start, goal)) => FailureReason::NoLinks { start, goal },
                None => FailureReason::NoWaypoints,
            },
        }
    }

    /// The target to which the path of an agent leads. `None` for a partial path.
    fn target_of(&self, id: AgentId, graph: &WaypointGraph, nav_grid: &NavGrid) -> Option<PathTarget> {
        let agent = self.fleet.agent(id).filter(|agent| agent.status() != AnswerStatus::Partial)?;
        match (agent.path(), agent.request().map(|request| &request.targets[..])) {
            // Faster than to follow the field to its goal.
            (AgentPath::OnField(_), Some(&[target])) => self.target(target),
            _ => PathResult::found(PathStatus::Found, self.path(id, agent, graph)).target(nav_grid),
        }
    }

    /// Queues the events of the fleet.
    pub(super) fn queue_events(
        &mut self,
        events: &mut EventQueue,
        graph: &WaypointGraph,
        nav_grid: &NavGrid,
    ) {
        let target_of = |agent| self.target_of(agent, graph, nav_grid);
        for &event in self.fleet.events() {
            match event {
                FleetEvent::Found(agent) => {
                    self.with_entity(agent, |entity| events.found(entity, target_of(agent)));
                }
                FleetEvent::Replanned(agent) => self.with_entity(agent, |entity| events.replanned(entity)),
                FleetEvent::Failed(agent, failure) => {
                    let reason = self.reason(failure, graph);
                    self.with_entity(agent, |entity| events.failed(entity, reason));
                }
                FleetEvent::Stuck { agent, reason, cell } => {
                    self.with_entity(agent, |entity| events.stuck(AgentStuck { entity, reason, cell }));
                }
                FleetEvent::ObstacleAhead { agent, cell } => {
                    self.with_entity(agent, |entity| events.stopped(entity, cell));
                }
                FleetEvent::LinkEntered { agent, from, to } => {
                    self.with_entity(agent, |entity| events.on_link(entity, (from, to), false));
                }
                FleetEvent::LinkFinished { agent, from, to } => {
                    self.with_entity(agent, |entity| events.on_link(entity, (from, to), true));
                }
                FleetEvent::Reached(agent) => {
                    self.with_entity(agent, |entity| events.reached(entity, target_of(agent)));
                }
                FleetEvent::Entered(agent) => {
                    self.with_entity(agent, |entity| events.entered(entity, target_of(agent)));
                }
            }
        }
        self.fleet.forget_events();
    }

    fn with_entity(&self, agent: AgentId, queue: impl FnOnce(Entity)) {
        if let Some(entity) = self.entity(agent) {
            queue(entity);
        }
    }
}

/// Updates the progress in a follower, for example when the walk begins again and the agent counts as not arrived.
pub(super) fn show_progress(progress: Progress, follower: Option<Mut<PathFollower>>) {
    if let Some(mut follower) = follower.filter(|follower| follower.progress != progress) {
        follower.progress = progress;
    }
}
