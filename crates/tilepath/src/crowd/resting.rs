//! Who may come to rest.

use super::{
    agent::{MemberId, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;

impl Crowd {
    /// Returns whether an agent has arrived. An agent may rest
    ///
    /// 1. where its cell costs nothing;
    /// 2. where every cheaper neighbour is full of resting agents of its goal. If its path leads out of a corridor, it first waits for
    ///    [`settle_after`](crate::crowd::CrowdRules::settle_after), because the agents ahead may make room. Once it rests there it gives way to all that must pass;
    /// 3. outside corridors, after `settle_after` without progress (at once if it has rested before and pushes no resting agents), where cheaper
    ///    neighbours also hold resting agents of other goals, or agents that have no progress either. It must be beside its goal, beside a
    ///    resting agent of its goal, or have rested before. Otherwise each would wait for the other to rest.
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
        if here == Cost::ZERO {
            return true;
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
        // Is some cheaper neighbour full, and one of them the goal or of one of its goal?
        let (mut is_beside, mut is_next) = (false, false);
        for direction in 0..8 {
            let cost = around.beside(direction);
            if cost == Some(here) {
                // One that can come no nearer rests beside it.
                let owners = self.occupancy.owners(self.ground.beside(cell, direction));
                is_next |= owners.iter().any(|&owner| is_at_rest(owner) && is_of_goal(owner));
            }
            let Some(cost) = cost.filter(|&cost| cost < here) else { continue };
            (is_beside, is_next) = (true, is_next || cost == Cost::ZERO);
            for &owner in self.occupancy.owners(self.ground.beside(cell, direction)) {
                let rests = is_at_rest(owner);
                let is_settled = if rests {
                    is_content || is_of_goal(owner)
                } else {
                    is_content && self.waits_in_vain(owner, now)
                };
                if !is_settled {
                    return false;
                }
                is_next |= rests && is_of_goal(owner);
            }
        }
        is_beside && (is_next || is_modest) && !self.may_go_round(id, cell, here, guide)
    }

    /// Returns whether an agent's path leads out of a corridor, from a cell of cost `here`. It does not if the goal is inside.
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
    fn waits_in_vain(&self, number: u32, now: u64) -> bool {
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
        let has_room = |at: &u32| self.occupancy.room(*at).is_some();
        let around = |cell: u32| self.ground.steps(cell).map(|(_, beside)| beside).filter(has_room);
        // Nobody goes back to where it came from.
        let from = self.agents[id.index()].from;
        let mut beside = around(cell).filter(|&beside| beside != from && cost(beside) == Some(here));
        beside.any(|beside| around(beside).any(|at| cost(at).is_some_and(|cost| cost < here)))
    }
}
