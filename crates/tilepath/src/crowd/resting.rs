//! Who may come to rest.

use super::{agent::State, agent_id::AgentId, guide::CrowdGuide, members::Crowd};
use crate::cost::Cost;

/// One that has not come nearer to its goal for so many microseconds rests beside agents of other goals, too.
const CONTENT: u64 = 2_000_000;

impl Crowd {
    /// Returns whether an agent has arrived: its cell costs nothing, or each cheaper neighbour is full of agents of its goal that rest. After
    /// a while it is content among those of another goal as well, where the goals of both are.
    /// Nobody rests in a corridor on the way.
    pub(super) fn may_rest(&self, number: u32, guide: &impl CrowdGuide, now: u64) -> bool {
        let agent = &self.agents[number as usize];
        let (id, cell) = (AgentId(number), agent.cell);
        let Some(here) = guide.cost(id, self.ground.cell(cell)) else { return false };
        if here == Cost::ZERO {
            return true;
        }
        if self.corridors.at(cell).is_some_and(|corridor| !self.corridors.is_lane(corridor)) {
            return false;
        }
        let is_of_goal = |owner: u32| self.agents[owner as usize].goal == agent.goal;
        let is_content = agent.has_rested || now.saturating_sub(agent.best_at) >= CONTENT;
        let rests = |&owner: &u32| {
            self.states.get(owner as usize) == Some(&State::Resting) && (is_content || is_of_goal(owner))
        };
        let (mut is_beside, mut is_near) = (false, agent.has_rested);
        let legal = self.ground.legal(cell);
        for direction in (0..8).filter(|direction| legal & 1 << direction != 0) {
            let beside = self.ground.beside(cell, direction);
            let Some(cost) = guide.cost(id, self.ground.cell(beside)).filter(|&cost| cost < here) else {
                continue;
            };
            let owners = self.occupancy.owners(beside);
            if !owners.iter().all(rests) {
                return false;
            }
            is_beside = true;
            is_near |= cost == Cost::ZERO || owners.iter().any(|&owner| is_of_goal(owner));
        }
        let is_beside = is_beside && is_near;
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
