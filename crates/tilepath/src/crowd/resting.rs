//! Who may come to rest.

use super::{agent::State, agent_id::AgentId, guide::CrowdGuide, members::Crowd};
use crate::cost::Cost;

impl Crowd {
    /// Returns whether an agent has arrived: its cell costs nothing, or each cheaper neighbour is full of agents of its goal that rest.
    /// Nobody rests in a corridor on the way.
    pub(super) fn may_rest(&self, number: u32, guide: &impl CrowdGuide) -> bool {
        let agent = &self.agents[number as usize];
        let (id, cell) = (AgentId(number), agent.cell);
        let Some(here) = guide.cost(id, self.ground.cell(cell)) else { return false };
        if here == Cost::ZERO {
            return true;
        }
        if self.corridors.at(cell).is_some_and(|corridor| !self.corridors.is_lane(corridor)) {
            return false;
        }
        let is_of_goal = |&owner: &u32| {
            self.states.get(owner as usize) == Some(&State::Resting)
                && (agent.has_rested || self.agents[owner as usize].goal == agent.goal)
        };
        let mut is_beside = false;
        let legal = self.ground.legal(cell);
        for direction in (0..8).filter(|direction| legal & 1 << direction != 0) {
            let beside = self.ground.beside(cell, direction);
            let is_cheaper = guide.cost(id, self.ground.cell(beside)).is_some_and(|cost| cost < here);
            if !is_cheaper {
                continue;
            }
            if !self.occupancy.owners(beside).iter().all(is_of_goal) {
                return false;
            }
            is_beside = true;
        }
        is_beside && !self.may_go_round(id, cell, here, guide)
    }

    /// Returns whether a step that leads no nearer leads to where there is room nearer to the goal. On hexagons, and on squares without
    /// diagonals, a cell straight away from the goal has one cheaper neighbour only: agents would come to rest in long rays.
    fn may_go_round(&self, id: AgentId, cell: u32, here: Cost, guide: &impl CrowdGuide) -> bool {
        let cost = |at| guide.cost(id, self.ground.cell(at));
        let has_room = |at: &u32| self.occupancy.room(*at).is_some();
        let around = |cell: u32| {
            let legal = self.ground.legal(cell);
            let legal = (0..8).filter(move |direction| legal & 1 << direction != 0);
            legal.map(move |direction| self.ground.beside(cell, direction)).filter(has_room)
        };
        // Nobody goes back to where it came from.
        let from = self.agents[id.index()].from;
        let mut beside = around(cell).filter(|&beside| beside != from && cost(beside) == Some(here));
        beside.any(|beside| around(beside).any(|at| cost(at).is_some_and(|cost| cost < here)))
    }
}
