//! Finds the agents that need a new answer.

use super::{
    agent_id::AgentId,
    answer::AnswerStatus,
    answer_check::needs_answer,
    cells::TurnCause,
    fleet::Fleet,
    grounds::Grounds,
    motion::Motion,
    place::GroundKind,
    record::PlanCause,
    tiles::{TileCheck, without_map},
    waypoints::{Openings, WaypointCheck},
};
use crate::budget::Budget;

impl Fleet {
    /// Finds the agents that need a new answer, and puts them into the queue, in the order of their indices. Agents
    /// on goal fields are not checked, because their fields are kept up to date.
    pub(super) fn queue_requests(&mut self, grounds: &Grounds) {
        let since = core::mem::replace(&mut self.seen, grounds.graph.revision());
        let budget = Budget::new(self.settings.expansions_per_update.into());
        let mut openings = Openings::since(since, grounds.graph, budget);
        let mut next = 0;
        while let Some(id) = self.agents.next_off_field(next) {
            next = id.index() + 1;
            let Some(agent) = self.agents.get(id).filter(|agent| agent.is_active) else { continue };
            if agent.request().is_none() || agent.plan.queued.is_some_and(|key| self.queue.holds(key)) {
                continue;
            }
            match agent.ground {
                GroundKind::Tiles => self.check_on_tiles(id, grounds),
                GroundKind::Waypoints => self.check_on_waypoints(id, grounds, since, openings.as_mut()),
            }
        }
    }

    fn check_on_tiles(&mut self, id: AgentId, grounds: &Grounds) {
        let Some((agent, request)) = self.agents.get(id).and_then(|agent| Some((agent, agent.request()?)))
        else {
            return;
        };
        let Some((map, geometry)) = grounds.tiles else {
            let cause = without_map(agent, grounds.is_loading);
            return self.queue_for(id, cause, None);
        };
        let mut check = TileCheck {
            grounds,
            map,
            geometry,
            changes: &self.changes,
            agents: &self.agents,
            circles: &self.circles,
            newly_standing: &self.newly_standing,
            id,
            agent,
            request,
            walker: self.agents.walks.progress(id).zip(self.agents.walks.step(id)),
        };
        let cause = needs_answer(agent, self.changes.now().time, &mut check);
        let turn_cause = cause.map(|cause| check.turn_cause(cause));
        self.queue_for(id, cause, turn_cause);
    }

    fn check_on_waypoints(
        &mut self,
        id: AgentId,
        grounds: &Grounds,
        since: u64,
        openings: Option<&mut Openings>,
    ) {
        let Some((agent, request)) = self.agents.get(id).and_then(|agent| Some((agent, agent.request()?)))
        else {
            return;
        };
        let (graph, agents, circles) = (grounds.graph, &self.agents, &self.circles);
        let now = self.changes.now().time;
        let mut check = WaypointCheck { graph, agents, circles, id, agent, request, since, now, openings };
        let (has_moved, has_lost_edge) = (check.has_moved(), check.has_lost_edge());
        let cause = needs_answer(agent, now, &mut check);
        let place = self.agents.position(id);
        let Some((agent, step)) = self.agents.walker_mut(id) else { return };
        if let Some(at) = place.filter(|_| has_moved) {
            step.motion = Motion::still(at);
        }
        if has_lost_edge {
            agent.walk.edge = None;
            step.forget_place();
        }
        let turn_cause = cause.map(|cause| match cause {
            PlanCause::TargetMoved | PlanCause::LinksChanged => TurnCause::GoalsMoved,
            _ => TurnCause::Other,
        });
        self.queue_for(id, cause, turn_cause);
    }

    /// Puts an agent into the queue if there is a `cause` for a new answer. `turn_cause` is what this cause means if the answer turns
    /// the agent round.
    fn queue_for(&mut self, id: AgentId, cause: Option<PlanCause>, turn_cause: Option<TurnCause>) {
        let now = self.now();
        let Some((agent, cause)) = self.agents.get_mut(id).zip(cause) else { return };
        agent.plan.turn_cause = turn_cause;
        if let Some(turn) = &mut agent.plan.turn {
            turn.passed_over &= turn.holds(now.time);
        }
        // A request without any answer so far keeps its first cause.
        if agent.status != AnswerStatus::Pending {
            agent.record.ask(cause, now);
        }
        self.enqueue(id);
    }
}
