//! What answering a request over waypoints reads, and which waypoints targets stand for.

use crate::{
    plan::FrameChanges,
    request::{FailureReason, Locator, Moment, PathRequest, PathTarget},
    settings::PathfindingSettings,
    waypoints::WaypointGraph,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use smallvec::SmallVec;

/// What answering a request over waypoints reads.
#[derive(SystemParam)]
pub(crate) struct WaypointContext<'w, 's> {
    pub(super) settings: Res<'w, PathfindingSettings>,
    pub(super) graph: Res<'w, WaypointGraph>,
    changes: Res<'w, FrameChanges>,
    pub(super) time: Res<'w, Time>,
    pub(super) locator: Locator<'w, 's>,
}

/// Waypoints to which a path may lead, and the targets that they stand for.
pub(super) type WaypointGoals = SmallVec<[(Entity, PathTarget); 1]>;

impl WaypointContext<'_, '_> {
    /// This frame.
    pub(super) fn now(&self) -> Moment {
        self.changes.now()
    }

    /// The position of an agent.
    pub(super) fn agent_position(&self, agent: Entity) -> Result<Vec2, FailureReason> {
        let at = self.locator.position(agent).ok_or(FailureReason::NoTransform)?;
        if at.is_finite() { Ok(at) } else { Err(FailureReason::StartNotFinite(at)) }
    }

    /// The waypoints of an agent's targets, or why no target has one. Targets that have none count only if all have none.
    ///
    /// The waiting agent of a circle of agents that ask for each other goes to the agent that asks for it. It stays where it is when a link
    /// joins their waypoints: its goal is then its own waypoint.
    pub(super) fn goals_of(
        &self,
        agent: Entity,
        request: &PathRequest,
    ) -> Result<WaypointGoals, FailureReason> {
        let mut goals = WaypointGoals::new();
        let mut failure = FailureReason::NoGoal;
        for &target in request.targets().iter().rev() {
            match self.goal(target) {
                Ok(waypoint) => goals.push((waypoint, target)),
                Err(reason) => failure = reason,
            }
        }
        goals.reverse();
        if let [(goal, _)] = &mut *goals
            && let Some(asker) = self.locator.met_by(agent)
            && let Some(here) = self.agent_position(agent).ok().and_then(|at| self.graph.nearest(at))
            && let Ok(there) = self.goal(PathTarget::Entity(asker))
        {
            *goal = if self.graph.link_cost(here, there).is_some() { here } else { there };
        }
        if goals.is_empty() { Err(failure) } else { Ok(goals) }
    }

    /// The waypoint of a target: the entity itself if it is one, otherwise the nearest.
    fn goal(&self, target: PathTarget) -> Result<Entity, FailureReason> {
        let at = match target {
            PathTarget::Cell(cell) => return Err(FailureReason::CellOverWaypoints(cell)),
            PathTarget::Entity(entity) if self.graph.contains(entity) => return Ok(entity),
            PathTarget::Entity(entity) => {
                self.locator.position(entity).ok_or(FailureReason::GoalGone(entity))?
            }
            PathTarget::Position(at) => at,
        };
        if !at.is_finite() {
            return Err(FailureReason::GoalNotFinite(at));
        }
        self.graph.nearest(at).ok_or(FailureReason::NoWaypoints)
    }
}
