//! Checks whether the answer of an agent on waypoints is out of date.

use super::{
    goals::{goals_of, may_move, start_of},
    start::{has_left_edge, starts_of},
};
use crate::{
    cost::Cost,
    fleet::{
        agent_id::AgentId,
        agents::{Agent, Agents, AnswerCheck, Circles, Goals, Place, PlanCause},
        requests::{Failure, Request},
        work::Openings,
    },
    graph::{NavGraph, WaypointId},
};
use core::time::Duration;
use glam::Vec2;
use smallvec::SmallVec;

/// One agent on waypoints, with everything that is needed to check its answer.
pub(in crate::fleet) struct WaypointCheck<'a> {
    pub(in crate::fleet) graph: &'a NavGraph,
    pub(in crate::fleet) agents: &'a Agents,
    pub(in crate::fleet) circles: &'a Circles,
    pub(in crate::fleet) id: AgentId,
    pub(in crate::fleet) agent: &'a Agent,
    pub(in crate::fleet) request: &'a Request,
    /// The revision of the graph when agents were checked last.
    pub(in crate::fleet) since: u64,
    /// The time of this update.
    pub(in crate::fleet) now: Duration,
    pub(in crate::fleet) openings: Option<&'a mut Openings>,
}

impl AnswerCheck for WaypointCheck<'_> {
    fn has_lost_field(&self) -> bool {
        false
    }

    /// Whether this update has new edges, and edges now lead the agent to its goal.
    fn is_opened(&mut self) -> bool {
        let Ok(at) = self.start() else { return false };
        let Ok(goals) = self.goals() else { return false };
        let starts = starts_of(self.graph, &self.agent.walk, at);
        let Some(openings) = &mut self.openings else { return false };
        let mut goals = goals.iter().filter_map(|(goal, _)| self.graph.node(goal.waypoint()?));
        goals.any(|goal| openings.lead(self.graph, starts.iter().map(|&(node, _)| node), goal))
    }

    fn is_stale(&self) -> bool {
        self.agent.plan.seen != self.graph.revision() || self.have_goals_moved()
    }

    fn has_start_moved(&self) -> bool {
        let at = self.start().ok();
        at.and_then(|at| self.graph.nearest(at)).map(Place::Waypoint) != self.agent.plan.start
    }

    fn have_goals_moved(&self) -> bool {
        let may_move = |&target| self.has_graph_changed() || may_move(target);
        self.request.targets.iter().any(may_move) && self.goals().unwrap_or_default() != self.agent.plan.goals
    }

    fn needs_another_path(&self) -> Option<PlanCause> {
        let Ok(at) = self.start() else { return Some(PlanCause::PushedOff) };
        if self.has_moved() && self.is_off_path(at) || self.has_lost_edge() {
            return Some(PlanCause::PushedOff);
        }
        if self.agent.plan.turn.is_some_and(|turn| turn.passed_over && !turn.holds(self.now)) {
            return Some(PlanCause::LinksChanged);
        }
        // An agent that has arrived stays where it is, whatever changes around it.
        let may_be_outdated = self.has_graph_changed() && !self.agent.has_arrived;
        (may_be_outdated && self.is_outdated(at)).then_some(PlanCause::LinksChanged)
    }
}

impl WaypointCheck<'_> {
    fn has_graph_changed(&self) -> bool {
        self.graph.revision() != self.since
    }

    fn start(&self) -> Result<Vec2, Failure> {
        start_of(self.agents, self.id)
    }

    fn walks(&self) -> bool {
        self.agents.walks.paces[self.id.index()].is_some()
    }

    fn goals(&self) -> Result<Goals, Failure> {
        goals_of(self.graph, (self.agents, self.circles), self.id, self.request)
    }

    /// Whether something moved an agent that the fleet does not move.
    pub(in crate::fleet) fn has_moved(&self) -> bool {
        let is_elsewhere = || self.start().is_ok_and(|at| !self.agents.is_there(self.id, at));
        !self.agent.path.is_none() && !self.walks() && is_elsewhere()
    }

    /// Whether something moved an agent away from its edge while it walks.
    pub(in crate::fleet) fn has_lost_edge(&self) -> bool {
        let Agent { walk, path, .. } = self.agent;
        let Ok(at) = self.start() else { return false };
        let was_moved = !path.is_none() && self.walks() && !walk.is_new && !self.agents.is_there(self.id, at);
        was_moved && walk.edge.is_some_and(|edge| has_left_edge(self.graph, edge, at))
    }

    /// Whether another waypoint is now the nearest to the agent, and this waypoint is not on the agent's path.
    fn is_off_path(&self, at: Vec2) -> bool {
        let nearest = self.graph.nearest(at);
        let is_on_path = |nearest: WaypointId| {
            self.agent.waypoint_path().is_some_and(|path| path.waypoints.contains(&nearest))
        };
        nearest.map(Place::Waypoint) != self.agent.plan.start && !nearest.is_some_and(is_on_path)
    }

    /// Whether an edge of the rest of the path is gone or has another cost, or new edges may have made another path
    /// cheaper.
    fn is_outdated(&self, at: Vec2) -> bool {
        let Self { graph, agent: Agent { walk, .. }, .. } = self;
        let Some(path) = self.agent.waypoint_path() else { return false };
        let next = self.agent.heading_for();
        // The rest of the path includes the edge that the agent is on.
        let mut rest = path.waypoints.windows(2).zip(&path.edges).skip(next.saturating_sub(1));
        let is_cut = |(ends, &cost): (&[WaypointId], &Cost)| graph.edge_cost(ends[0], ends[1]) != Some(cost);
        let is_gone = path.waypoints.iter().skip(next).any(|&waypoint| !graph.contains(waypoint));
        let is_edge_gone =
            walk.edge.is_some_and(|[from, to]| from != to && graph.edge_cost(from, to).is_none());
        if is_gone || is_edge_gone || rest.any(is_cut) {
            return true;
        }
        let Some(first) = path.waypoints.get(next).and_then(|&first| graph.position(first)) else {
            return false;
        };
        let goals: SmallVec<[Vec2; 1]> =
            self.agent.goal_waypoints().filter_map(|goal| graph.position(goal)).collect();
        // The walk to the first waypoint costs nothing.
        let from = if walk.edge.is_some() { at } else { first };
        let onward = starts_of(graph, walk, at).first().map_or(Cost::ZERO, |&(_, cost)| cost);
        let cost = path.cost_from(next).saturating_add(onward).saturating_add(Cost::from_units(1));
        graph.may_shorten(self.since, from, &goals, cost)
    }
}
