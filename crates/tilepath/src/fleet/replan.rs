//! Finds the agents that need a new answer.

use super::{
    agent::Agent,
    agent_id::AgentId,
    agents::Agents,
    answer::AnswerStatus,
    fleet::Fleet,
    goals::{goals_of, may_move},
    openings::Openings,
    record::PlanCause,
    request::Request,
    start::{has_left_edge, starts_of},
};
use crate::{
    cost::Cost,
    graph::{NavGraph, WaypointId},
};
use glam::Vec2;
use smallvec::SmallVec;

impl Fleet {
    /// Finds the agents that need a new answer, and puts them into the queue, in the order of their numbers.
    pub(super) fn queue_requests(&mut self, graph: &NavGraph) {
        let since = core::mem::replace(&mut self.seen, graph.revision());
        let mut openings = Openings::since(since, graph, self.settings.expansions_per_update);
        for index in 0..self.agents.slots() {
            let Some(id) = self.agents.id_at(index) else { continue };
            let Some(agent) = self.agents.get(id).filter(|agent| agent.is_active) else { continue };
            let Some(request) = agent.request() else { continue };
            if agent.plan.queued.is_some_and(|key| self.queue.holds(key)) {
                continue;
            }
            let check = Check { graph, agents: &self.agents, agent, request, since, now: self.now.seconds };
            let has_moved = check.has_moved();
            let has_lost_edge = check.has_lost_edge();
            let cause = check.needs_answer(openings.as_mut());
            self.note_check(id, (has_moved, has_lost_edge), cause);
        }
    }

    /// Writes what was found out about an agent.
    fn note_check(
        &mut self,
        id: AgentId,
        (has_moved, has_lost_edge): (bool, bool),
        cause: Option<PlanCause>,
    ) {
        let Some(agent) = self.agents.get_mut(id) else { return };
        if let Some(at) = agent.position.filter(|_| has_moved) {
            agent.walk.at = at;
        }
        if has_lost_edge {
            agent.walk.lose();
        }
        if let Some(cause) = cause {
            // A request that was never answered still waits for what it was made for.
            if agent.status != AnswerStatus::Pending {
                agent.record.ask(cause, self.now);
            }
            self.enqueue(id);
        }
    }
}

/// One agent, and what may be wrong with its answer.
struct Check<'a> {
    graph: &'a NavGraph,
    agents: &'a Agents,
    agent: &'a Agent,
    request: &'a Request,
    /// The revision of the graph at which agents were checked last.
    since: u64,
    /// The time in seconds.
    now: f32,
}

impl Check<'_> {
    /// Why the agent needs an answer, if it does.
    fn needs_answer(&self, openings: Option<&mut Openings>) -> Option<PlanCause> {
        let agent = self.agent;
        let may_retry = self.now >= agent.plan.retry_at;
        let is_stale = || agent.plan.seen != self.graph.revision() || self.have_goals_moved();
        let retries = |is_due: bool| is_due.then_some(PlanCause::Retried);
        match agent.status {
            AnswerStatus::Pending => Some(PlanCause::Requested),
            AnswerStatus::Failed(reason) => {
                let is_due = may_retry && (is_stale() || self.has_start_moved());
                retries(is_due || reason.is_cut_off() && self.is_opened(openings))
            }
            AnswerStatus::Partial => {
                let is_due = may_retry && is_stale();
                retries(is_due || self.is_opened(openings)).or_else(|| self.needs_another_path())
            }
            AnswerStatus::Found if self.have_goals_moved() => Some(PlanCause::TargetMoved),
            AnswerStatus::Found => self.needs_another_path(),
        }
    }

    /// Whether edges lead an agent to its goal in this update, in which some are new. Then it does not wait any longer.
    fn is_opened(&self, openings: Option<&mut Openings>) -> bool {
        let Some(openings) = openings else { return false };
        let Ok(at) = self.agent.start() else { return false };
        let Ok(goals) = goals_of(self.graph, self.agents, self.agent, self.request) else { return false };
        let starts = starts_of(self.graph, &self.agent.walk, at);
        let mut goals = goals.iter().filter_map(|&(goal, _)| self.graph.node(goal));
        goals.any(|goal| openings.lead(self.graph, starts.iter().map(|&(node, _)| node), goal))
    }

    fn has_graph_changed(&self) -> bool {
        self.graph.revision() != self.since
    }

    /// Whether the targets stand for other waypoints than at the last answer.
    fn have_goals_moved(&self) -> bool {
        let Self { graph, agents, agent, request, .. } = *self;
        let may_move = |&target| self.has_graph_changed() || may_move(graph, agents, target);
        let goals = || goals_of(graph, agents, agent, request).unwrap_or_default();
        request.targets.iter().any(may_move)
            && !goals().iter().map(|&(waypoint, _)| waypoint).eq(agent.plan.goals.iter().copied())
    }

    fn has_start_moved(&self) -> bool {
        let at = self.agent.start().ok();
        at.and_then(|at| self.graph.nearest(at)) != self.agent.plan.start
    }

    /// Whether something moved an agent that does not walk.
    fn has_moved(&self) -> bool {
        let is_elsewhere = || self.agent.start().is_ok_and(|at| !self.agent.walk.is_at(at));
        self.agent.path.is_some() && self.agent.speed.is_none() && is_elsewhere()
    }

    /// Whether something took an agent that walks away from its edge.
    fn has_lost_edge(&self) -> bool {
        let Agent { walk, speed, path, .. } = self.agent;
        let Ok(at) = self.agent.start() else { return false };
        let was_moved = path.is_some() && speed.is_some() && !walk.is_new && !walk.is_at(at);
        was_moved && walk.edge.is_some_and(|edge| has_left_edge(self.graph, edge, at))
    }

    fn needs_another_path(&self) -> Option<PlanCause> {
        let Ok(at) = self.agent.start() else { return Some(PlanCause::PushedOff) };
        if self.has_moved() && self.is_off_path(at) || self.has_lost_edge() {
            return Some(PlanCause::PushedOff);
        }
        // An agent that has arrived stays where it is, whatever changes around it.
        let may_be_outdated = self.has_graph_changed() && !self.agent.has_arrived;
        (may_be_outdated && self.is_outdated(at)).then_some(PlanCause::LinksChanged)
    }

    /// Whether another waypoint is now the nearest to the agent, which is not on its path.
    fn is_off_path(&self, at: Vec2) -> bool {
        let nearest = self.graph.nearest(at);
        let is_on_path = |nearest: WaypointId| {
            self.agent.path.as_ref().is_some_and(|path| path.waypoints.contains(&nearest))
        };
        nearest != self.agent.plan.start && !nearest.is_some_and(is_on_path)
    }

    /// Whether an edge of the rest of the path is gone or costs another amount, or new edges may have made another path cheaper.
    fn is_outdated(&self, at: Vec2) -> bool {
        let Self { graph, agent: Agent { walk, path, plan, .. }, .. } = *self;
        let Some(path) = path else { return false };
        let next = self.agent.heading_for();
        // The edge that the agent is on counts, too.
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
        let goals: SmallVec<[Vec2; 1]> = plan.goals.iter().filter_map(|&goal| graph.position(goal)).collect();
        // The walk to the first waypoint costs nothing.
        let from = if walk.edge.is_some() { at } else { first };
        let onward = starts_of(graph, walk, at).first().map_or(Cost::ZERO, |&(_, cost)| cost);
        let cost = path.cost_from(next).saturating_add(onward).saturating_add(Cost::from_units(1));
        graph.may_shorten(self.since, from, &goals, cost)
    }
}
