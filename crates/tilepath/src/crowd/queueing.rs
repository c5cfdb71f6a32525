//! Queues before corridors: who waits for one keeps its distance from the others, so that those who come out find room.

use super::{
    agent::{AgentId, NONE, Queue, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;
use smallvec::SmallVec;

/// Nobody goes to a cell if so many of its queue are ahead beside it. With one of them a queue is so loose that the corridor is often empty,
/// with three it is as dense as a crowd can be.
const MOST_AHEAD: usize = 2;
/// The same on hexagons: fewer of six neighbours are ahead of a cell than of eight.
const MOST_AHEAD_OF_SIX: usize = 1;
/// How far ahead an agent looks for a corridor, in cells.
const SIGHT: u32 = 32;
/// For so many calls an agent remembers which corridor is next on its way, unless corridors are edited.
const MEMORY: u32 = 240;

impl Crowd {
    /// The first corridor on the path of an agent, other than the corridor that the agent is in. Follows the path for 32 cells.
    /// [`Queue::NONE`] if there is no corridor.
    fn trace_queue(&self, number: u32, guide: &impl CrowdEnvironment) -> Queue {
        let id = AgentId(number);
        let mut at = self.agents[number as usize].cell;
        let from = self.corridors.at(at);
        let Some(mut here) = guide.cost(id, self.ground.cell(at)) else { return Queue::NONE };
        for _ in 0..SIGHT {
            let Some((cost, next)) = self.downhill(id, at, here, guide) else { return Queue::NONE };
            if let Some(corridor) = self.corridors.at(next)
                && from != Some(corridor)
            {
                let end = self.entered_by(number, corridor, at, next, guide);
                return Queue { corridor: self.corridors.first_lane(corridor), end };
            }
            (here, at) = (cost, next);
        }
        Queue::NONE
    }

    /// The cheapest neighbour of a cell that costs an agent less than this, and its cost.
    pub(super) fn downhill(
        &self,
        id: AgentId,
        at: u32,
        here: Cost,
        guide: &impl CrowdEnvironment,
    ) -> Option<(Cost, u32)> {
        let middle = self.ground.cell(at);
        let (mut cells, mut beside, mut costs, mut count) = ([middle; 8], [at; 8], [None; 8], 0);
        for (direction, next) in self.ground.steps(at) {
            (cells[count], beside[count]) = (self.ground.cell_beside(middle, next, direction), next);
            count += 1;
        }
        guide.costs(id, &cells[..count], &mut costs[..count]);
        let costs = costs[..count].iter().zip(beside).filter_map(|(cost, beside)| Some(((*cost)?, beside)));
        costs.filter(|&(cost, _)| cost < here).min_by_key(|&(cost, _)| cost)
    }

    /// Returns whether an agent would press a queue together if it went to a cell: one of its queue has the cell, or too many have those
    /// that are nearer to the corridor.
    pub(super) fn presses(&mut self, number: u32, to: u32, guide: &impl CrowdEnvironment) -> bool {
        if self.corridors.are_quiet(self.call) {
            return false;
        }
        let queue = self.queue_of(number, guide);
        if queue == Queue::NONE || !self.corridors.is_contested(queue.corridor, self.call) {
            return false;
        }
        let most = if self.ground.is_hex() { MOST_AHEAD_OF_SIX } else { MOST_AHEAD };
        let most = most * usize::from(self.occupancy.capacity());
        let is_full = self.occupancy.room(to).is_none();
        let owner = if is_full { self.others_in(to, number).next() } else { None };
        if owner.is_some_and(|owner| self.queue_of(owner, guide) == queue) {
            return true;
        }
        let least = if owner.is_some() { 0 } else { most };
        let ahead = self.agents_ahead(number, to, least, guide);
        // All of them would not be too many.
        let are_few = ahead.len() < least;
        !are_few && ahead.into_iter().filter(|&other| self.queue_of(other, guide) == queue).count() >= most
    }

    /// The agents in a cell, except agent `number` and resting agents.
    fn others_in(&self, cell: u32, number: u32) -> impl Iterator<Item = u32> {
        let is_other = move |&owner: &u32| {
            owner != NONE && owner != number && self.states[owner as usize] != State::Resting
        };
        self.occupancy.owners(cell).iter().copied().filter(is_other)
    }

    /// The agents in the cell `to`, and in those neighbours of `to` that are nearer than `to` to the goal of agent `number`.
    /// Agent `number` and resting agents don't count. Empty if `to` and all its neighbours (also those farther from the goal)
    /// together hold fewer than `least` agents.
    fn agents_ahead(
        &self,
        number: u32,
        to: u32,
        least: usize,
        guide: &impl CrowdEnvironment,
    ) -> SmallVec<[u32; 9]> {
        let others = |at| self.others_in(at, number);
        let beside = || self.ground.steps(to);
        if others(to).chain(beside().flat_map(|(_, at)| others(at))).count() < least {
            return SmallVec::new();
        }
        let around = Around::new(&self.ground, AgentId(number), to, guide);
        let nearer = beside().filter(|&(direction, _)| around.beside(direction) < around.here());
        others(to).chain(nearer.flat_map(|(_, at)| others(at))).collect()
    }

    /// The queue of an agent: the next corridor on its path, and the end at which the agent enters this corridor. The agent
    /// remembers its queue for 240 calls of [`Crowd::decide`], unless corridors change.
    fn queue_of(&mut self, number: u32, guide: &impl CrowdEnvironment) -> Queue {
        let (call, agent) = (self.call, &self.agents[number as usize]);
        if !self.corridors.are_those_of(agent.queue_at) || call - agent.queue_at > MEMORY {
            let queue = self.trace_queue(number, guide);
            let agent = &mut self.agents[number as usize];
            (agent.queue, agent.queue_at) = (queue, call);
        }
        self.agents[number as usize].queue
    }
}
