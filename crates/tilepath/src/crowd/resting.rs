//! Which agents may come to rest.

use super::{
    agent::{MemberId, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;

impl Crowd {
    /// Returns whether an agent may rest. It may rest in three cases, or in the first alone if it
    /// [rests at its goal only](CrowdEnvironment::rests_at_goal_only), or if it is outside corridors and
    /// [too far from its goal](CrowdEnvironment::is_far_off):
    ///
    /// 1. The cost of its cell is 0.
    /// 2. Every cheaper neighbour is full of agents with the same goal that rest, or have rested and move on for others. If the agent's path leads out of a corridor, the
    ///    agent first waits for [`settle_after`](crate::crowd::CrowdRules::settle_after), because the agents ahead may make room.
    ///    A resting agent gives way to all agents that must pass.
    /// 3. The agent is outside corridors and has made no progress for `settle_after`. (An agent that has rested before and pushes
    ///    no resting agents does not wait.) The agents in the full cheaper neighbours may then have other goals, or not rest but
    ///    make no progress either: otherwise the agents would wait for each other to rest. The agent must be next to its goal,
    ///    next to a resting agent with the same goal (or two steps away from one, behind others that rest), or have rested before.
    pub(super) fn may_rest(
        &self,
        number: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
        now: u64,
    ) -> bool {
        let agent = &self.agents[number as usize];
        let (id, cell) = (MemberId(number), agent.cell);
        let Some(here) = around.here() else { return false };
        if here == Cost::ZERO || guide.rests_at_goal_only(id) {
            return here == Cost::ZERO;
        }
        let corridor = self.corridors.at(cell).filter(|&corridor| !self.corridors.is_lane(corridor));
        let is_of_goal = |owner: u32| self.agents[owner as usize].goal == agent.goal;
        let is_at_rest = |owner: u32| self.states.get(owner as usize) == Some(&State::Resting);
        let is_in_vain = self.waits_in_vain(number, now);
        let is_patient = is_in_vain || is_at_rest(number);
        if !is_patient && corridor.is_some_and(|corridor| self.leads_out(id, corridor, here, guide)) {
            return false;
        }
        let is_modest = agent.has_rested && (agent.is_modest(now) || is_in_vain);
        let is_content = corridor.is_none() && (is_modest || is_in_vain);
        // `is_beside`: a cheaper neighbour exists. `is_next`: a neighbour is the goal, or holds a resting agent with the same
        // goal.
        let (mut is_beside, mut is_next) = (false, false);
        for direction in 0..8 {
            let cost = around.beside(direction);
            if cost == Some(here) {
                // An agent that can't come nearer may rest next to an agent at the same cost.
                let mut others = self.others_at(number, self.ground.beside(cell, direction));
                is_next |= others.any(|other| is_at_rest(other) && is_of_goal(other));
            }
            let Some(cost) = cost.filter(|&cost| cost < here) else { continue };
            (is_beside, is_next) = (true, is_next || cost == Cost::ZERO);
            let beside = self.ground.beside(cell, direction);
            if self.room_for(number, beside).is_some() {
                return false;
            }
            for other in self.others_at(number, beside) {
                // An agent that has moved on for others of its goal rests again soon.
                let rests = is_at_rest(other) || is_of_goal(other) && self.agents[other as usize].has_rested;
                let is_settled = if rests {
                    is_content || is_of_goal(other)
                } else {
                    // An agent at rest lets others of its goal pass on to their places.
                    is_at_rest(number) && is_of_goal(other) || is_content && self.waits_in_vain(other, now)
                };
                if !is_settled {
                    return false;
                }
                is_next |= rests && is_of_goal(other);
            }
        }
        is_beside
            && (is_next || is_modest || is_in_vain && self.is_among_its_goal(number))
            && !self.may_go_round(id, cell, here, guide)
            && (corridor.is_some() || !guide.is_far_off(id, self.ground.cell(cell)))
    }

    /// Returns whether an agent of the same goal rests two steps away, behind an agent of another goal that rests.
    fn is_among_its_goal(&self, number: u32) -> bool {
        let agent = &self.agents[number as usize];
        let resting = |at| {
            let owners = self.occupancy.owners(at).iter();
            owners.filter(|&&owner| self.states.get(owner as usize) == Some(&State::Resting))
        };
        let is_of_goal = |&owner: &u32| self.agents[owner as usize].goal == agent.goal;
        let around = |at| self.ground.steps(at).map(|(_, beside)| beside);
        around(agent.cell)
            .filter(|&beside| resting(beside).next().is_some())
            .any(|beside| around(beside).any(|at| resting(at).any(is_of_goal)))
    }

    /// Returns whether an agent's path leads out of a corridor, from a cell of cost `here`. `false` if the goal is in the
    /// corridor.
    pub(super) fn leads_out(
        &self,
        id: MemberId,
        corridor: u32,
        here: Cost,
        guide: &impl CrowdEnvironment,
    ) -> bool {
        let cost = |at| guide.cost(id, self.ground.cell(at));
        let mut ends = self.corridors.ends(&self.ground, corridor);
        ends.any(|(end, beyond)| {
            cost(beyond).is_some_and(|beyond| beyond < here && cost(end).is_some_and(|end| beyond < end))
        })
    }

    /// Returns whether an agent waits and has come no nearer to its goal for `settle_after`.
    pub(super) fn waits_in_vain(&self, number: u32, now: u64) -> bool {
        self.states.get(number as usize) == Some(&State::Waiting)
            && now.saturating_sub(self.agents[number as usize].best_at) >= self.work.times.settle_after
    }

    /// Returns whether an agent can walk around the agents ahead: to a neighbour with room and the same cost, and from there to a
    /// cell with room and a lower cost.
    ///
    /// This rule matters on hexagons and on squares without diagonal steps. There, a cell on a straight line from the goal has
    /// only one cheaper neighbour. Without the rule, agents would come to rest in long lines.
    fn may_go_round(&self, id: MemberId, cell: u32, here: Cost, guide: &impl CrowdEnvironment) -> bool {
        let cost = |at| guide.cost(id, self.ground.cell(at));
        let has_room = |at: &u32| self.room_for(id.0, *at).is_some();
        let around = |cell: u32| self.ground.steps(cell).map(|(_, beside)| beside).filter(has_room);
        // An agent does not go back to the cell from which it came.
        let from = self.agents[id.index()].from;
        let mut beside = around(cell).filter(|&beside| beside != from && cost(beside) == Some(here));
        beside.any(|beside| around(beside).any(|at| cost(at).is_some_and(|cost| cost < here)))
    }
}
