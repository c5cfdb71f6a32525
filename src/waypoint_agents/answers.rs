//! The answers of the fleet, as the components of agents hold them.

use super::fleet::WaypointFleet;
use crate::{
    request::{EventQueue, FailureReason, FoundPath, PathOverWaypoints, PathResult, PathStatus},
    waypoints::WaypointGraph,
};
use bevy::prelude::*;
use tilepath::fleet::{Agent, AgentId, AnswerStatus, Failure, FleetEvent};

impl WaypointFleet {
    /// The answer of an agent as a component.
    pub(super) fn result(&self, agent: &Agent, graph: &WaypointGraph) -> PathResult {
        let status = match agent.status() {
            AnswerStatus::Pending => PathStatus::Pending,
            AnswerStatus::Found => PathStatus::Found,
            AnswerStatus::Partial => PathStatus::Partial,
            AnswerStatus::Failed(failure) => return PathResult::failed(self.reason(failure, graph)),
        };
        let path = agent.path().map_or(FoundPath::None, |path| {
            FoundPath::OverWaypoints(Box::new(PathOverWaypoints {
                waypoints: path.waypoints.iter().filter_map(|&waypoint| graph.entity(waypoint)).collect(),
                links: path.edges.clone(),
                target: path.target.and_then(|target| self.target(target)),
                nodes_expanded: path.nodes_expanded,
            }))
        });
        PathResult::found(status, path)
    }

    /// A failure with the entities that it names.
    fn reason(&self, failure: Failure, graph: &WaypointGraph) -> FailureReason {
        match failure {
            Failure::NoPosition => FailureReason::NoTransform,
            Failure::StartNotFinite(at) => FailureReason::StartNotFinite(at),
            Failure::NoGoal => FailureReason::NoGoal,
            Failure::TargetGone(target) => {
                self.entity(target).map_or(FailureReason::NoGoal, FailureReason::GoalGone)
            }
            Failure::GoalNotFinite(at) => FailureReason::GoalNotFinite(at),
            Failure::CellOverWaypoints(cell) => FailureReason::CellOverWaypoints(cell),
            Failure::RangeOverWaypoints(range) => FailureReason::RangeOverWaypoints(range),
            Failure::InvalidInflation(inflation) => FailureReason::InvalidInflation(inflation),
            Failure::NoWaypoints => FailureReason::NoWaypoints,
            Failure::NoLinks { start, goal } => match graph.entity(start).zip(graph.entity(goal)) {
                Some((start, goal)) => FailureReason::NoLinks { start, goal },
                None => FailureReason::NoWaypoints,
            },
            Failure::TooCostly => FailureReason::TooCostly,
            Failure::ExpansionLimit(expansions) => FailureReason::ExpansionLimit(expansions),
        }
    }

    /// Queues the events of the fleet.
    pub(super) fn queue_events(&mut self, events: &mut EventQueue, graph: &WaypointGraph) {
        for nth in 0..self.fleet.events().len() {
            match self.fleet.events()[nth] {
                FleetEvent::Found(agent) => self.with_entity(agent, |entity| events.found(entity)),
                FleetEvent::Replanned(agent) => self.with_entity(agent, |entity| events.replanned(entity)),
                FleetEvent::Failed(agent, failure) => {
                    let reason = self.reason(failure, graph);
                    self.with_entity(agent, |entity| events.failed(entity, reason));
                }
                FleetEvent::Reached(agent) => self.with_entity(agent, |entity| events.reached(entity)),
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
