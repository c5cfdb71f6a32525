//! Queues before corridors: agents that wait for a corridor keep a distance from each other, so that agents that come out find
//! room.

use super::{
    agent::{MemberId, NONE, Queue, State},
    around::Around,
    environment::CrowdEnvironment,
    members::Crowd,
    rules::CrowdRules,
};
use crate::cost::Cost;
use smallvec::SmallVec;

impl Crowd {
    /// The first corridor on the path of an agent, other than the corridor that the agent is in. Follows the path for
    /// [`CrowdRules::queue_sight`] cells. [`Queue::NONE`] if there is no corridor.
    fn trace_queue(&self, number: u32, guide: &impl CrowdEnvironment) -> Queue {
        let id = MemberId(number);
        let mut at = self.agents[number as usize].cell;
        let from = self.corridors.at(at);
        let Some(mut here) = guide.cost(id, self.ground.cell(at)) else { return Queue::NONE };
        for _ in 0..self.rules.queue_sight {
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

    /// The cheapest neighbour of a cell to which the agent may step, with its cost, if this cost is below `here`.
    pub(super) fn downhill(
        &self,
        id: MemberId,
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
        // Corners may be closed to an agent that may enter fewer cells than the crowd.
        let is_narrow = guide.cells(id) != 0;
        let is_legal = |next: u32| !is_narrow || guide.allows_step(id, middle, self.ground.cell(next));
        let costs = costs.filter(|&(cost, next)| cost < here && is_legal(next));
        costs.min_by_key(|&(cost, _)| cost)
    }

    /// Returns whether an agent would come too close to its queue in the cell `to`. It would if `to` is full and an agent of the
    /// same queue is in it, or if too many agents of the queue are ahead of `to`.
    pub(super) fn presses(&mut self, number: u32, to: u32, guide: &impl CrowdEnvironment) -> bool {
        if self.is_wide(number) || self.corridors.are_quiet(self.rules.corridor_wait_calls, self.call) {
            return false;
        }
        let queue = self.queue_of(number, guide);
        let CrowdRules { corridor_wait_calls, queue_neighbours, queue_neighbours_on_hexagons, .. } =
            self.rules;
        if queue == Queue::NONE
            || !self.corridors.is_contested(queue.corridor, corridor_wait_calls, self.call)
        {
            return false;
        }
        let most = if self.ground.is_hex() { queue_neighbours_on_hexagons } else { queue_neighbours };
        let most = (most as usize).saturating_mul(self.occupancy.capacity().into());
        let is_full = self.occupancy.room(to).is_none();
        let owner = if is_full { self.others_in(to, number).next() } else { None };
        if owner.is_some_and(|owner| self.queue_of(owner, guide) == queue) {
            return true;
        }
        let least = if owner.is_some() { 0 } else { most };
        let ahead = self.agents_ahead(number, to, least, guide);
        // Too few agents are ahead, even if all of them are in the queue.
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
        let around = Around::new(&self.ground, MemberId(number), to, guide);
        let nearer = beside().filter(|&(direction, _)| around.beside(direction) < around.here());
        others(to).chain(nearer.flat_map(|(_, at)| others(at))).collect()
    }

    /// The queue of an agent: the next corridor on its path, and the end at which the agent enters this corridor. The agent
    /// remembers its queue for [`CrowdRules::queue_memory_calls`], unless corridors change.
    fn queue_of(&mut self, number: u32, guide: &impl CrowdEnvironment) -> Queue {
        let (call, agent) = (self.call, &self.agents[number as usize]);
        if !self.corridors.are_those_of(agent.queue_at)
            || call - agent.queue_at > self.rules.queue_memory_calls
        {
            let queue = self.trace_queue(number, guide);
            let agent = &mut self.agents[number as usize];
            (agent.queue, agent.queue_at) = (queue, call);
        }
        self.agents[number as usize].queue
    }
}
