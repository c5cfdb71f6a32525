//! Queues before corridors: who waits for one keeps its distance from the others, so that those who come out find room.

use super::{
    agent::{NONE, State},
    agent_id::AgentId,
    guide::CrowdGuide,
    members::Crowd,
    queue::Queue,
};
use crate::cost::Cost;
use smallvec::SmallVec;

/// Nobody goes to a cell if so many of its queue are ahead beside it. With one of them a queue is so loose that the corridor is often empty,
/// with three it is as dense as a crowd can be.
const MOST_AHEAD: usize = 2;
/// How far ahead an agent looks for a corridor, in cells.
const SIGHT: u32 = 32;
/// For so many calls an agent remembers which corridor is next on its way.
const MEMORY: u32 = 60;

impl Crowd {
    /// The first corridor on the way of an agent, but for that in which it is, if it is in sight.
    fn trace_queue(&self, number: u32, guide: &impl CrowdGuide) -> Queue {
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
        guide: &impl CrowdGuide,
    ) -> Option<(Cost, u32)> {
        let mut best: Option<(Cost, u32)> = None;
        for (_, beside) in self.ground.steps(at) {
            if let Some(cost) = guide.cost(id, self.ground.cell(beside))
                && cost < here
                && best.is_none_or(|best| cost < best.0)
            {
                best = Some((cost, beside));
            }
        }
        best
    }

    /// Returns whether an agent would press a queue together if it went to a cell: one of its queue has the cell, or too many have those
    /// that are nearer to the corridor.
    pub(super) fn presses(&mut self, number: u32, to: u32, guide: &impl CrowdGuide) -> bool {
        if self.corridors.are_quiet(self.call) {
            return false;
        }
        let queue = self.queue_of(number, guide);
        if queue == Queue::NONE || !self.corridors.is_contested(queue.corridor, self.call) {
            return false;
        }
        let ahead = self.agents_ahead(number, to, guide);
        let most = MOST_AHEAD * usize::from(self.occupancy.capacity());
        let is_full = self.occupancy.room(to).is_none();
        let is_taken = is_full && ahead.first().is_some_and(|&other| self.agents[other as usize].cell == to);
        if !is_taken && ahead.len() < most {
            return false;
        }
        if is_taken && self.queue_of(ahead[0], guide) == queue {
            return true;
        }
        let count = ahead.into_iter().filter(|&other| self.queue_of(other, guide) == queue).count();
        count >= most
    }

    /// The agents in a cell and in those beside it that are nearer to the goal of another, but for those at rest.
    fn agents_ahead(&self, number: u32, to: u32, guide: &impl CrowdGuide) -> SmallVec<[u32; 9]> {
        let cost = |at| guide.cost(AgentId(number), self.ground.cell(at));
        let here = cost(to);
        let around = self.ground.steps(to).map(|(_, beside)| beside);
        let mut found = SmallVec::new();
        for at in [to].into_iter().chain(around) {
            let is_other = |&&owner: &&u32| {
                owner != NONE && owner != number && self.states[owner as usize] != State::Resting
            };
            let mut owners = self.occupancy.owners(at).iter().filter(is_other).peekable();
            if owners.peek().is_some() && (at == to || cost(at) < here) {
                found.extend(owners.copied());
            }
        }
        found
    }

    /// The queue of an agent: the passage which is next on its way.
    fn queue_of(&mut self, number: u32, guide: &impl CrowdGuide) -> Queue {
        let (call, agent) = (self.call, &self.agents[number as usize]);
        if agent.queue_at == 0 || call - agent.queue_at > MEMORY {
            let queue = self.trace_queue(number, guide);
            let agent = &mut self.agents[number as usize];
            (agent.queue, agent.queue_at) = (queue, call);
        }
        self.agents[number as usize].queue
    }
}
