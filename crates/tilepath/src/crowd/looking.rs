//! Agents ask for the costs of the cells around them, and remember these costs.

use super::{
    agent::{MemberId, State},
    around::{Around, Memory},
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;

impl Crowd {
    /// Lets the environment prepare the costs around an agent (see [`CrowdEnvironment::fetch_costs`]), unless the agent remembers
    /// them.
    #[inline]
    pub(super) fn fetch_costs(&self, number: u32, guide: &impl CrowdEnvironment) {
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        if self.work.memories[number as usize].around(cell, guide.revision(id)).is_none() {
            guide.fetch_costs(id, self.ground.cell(cell));
        }
    }

    /// The costs of the cells around an agent.
    pub(super) fn look_around(&mut self, number: u32, guide: &impl CrowdEnvironment) -> Around {
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        let revision = guide.revision(id);
        let memory = &mut self.work.memories[number as usize];
        if let Some(around) = memory.around(cell, revision) {
            return *around;
        }
        let around = Around::new(&self.ground, id, cell, guide);
        *memory = Memory::new(&around, revision);
        around
    }

    /// The cost of an agent's present cell. Uses the costs `around` that the agent found when it decided, if they contain the
    /// cell.
    pub(super) fn cost_now(
        &self,
        number: u32,
        around: &Around,
        guide: &impl CrowdEnvironment,
    ) -> Option<Cost> {
        let agent = &self.agents[number as usize];
        match agent.cell {
            cell if cell == around.cell => around.here(),
            _ if agent.from == around.cell => around.beside(agent.direction),
            cell => guide.cost(MemberId(number), self.ground.cell(cell)),
        }
    }

    /// Returns whether an agent rests in a cell of cost 0. Such an agent goes on resting.
    pub(super) fn rests_at_goal(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        if self.states[number as usize] != State::Resting {
            return false;
        }
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        let remembered =
            self.work.memories[number as usize].around(cell, guide.revision(id)).map(Around::here);
        remembered.unwrap_or_else(|| guide.cost(id, self.ground.cell(cell))) == Some(Cost::ZERO)
    }

    /// Lets all agents forget the costs around them, because the legal steps have changed.
    pub(super) fn forget_surroundings(&mut self) {
        self.work.memories.fill(Memory::NONE);
    }
}
