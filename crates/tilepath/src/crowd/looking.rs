//! Agents look at the cells round them, and remember what these cost.

use super::{
    agent::{MemberId, State},
    around::{Around, Memory},
    environment::CrowdEnvironment,
    members::Crowd,
};
use crate::cost::Cost;

impl Crowd {
    /// Says that an agent is about to look around.
    #[inline]
    pub(super) fn fetch_costs(&self, number: u32, guide: &impl CrowdEnvironment) {
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        if self.work.memories[number as usize].around(cell, guide.revision(id)).is_none() {
            guide.fetch_costs(id, self.ground.cell(cell));
        }
    }

    /// What the cells round an agent cost it.
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

    /// What its cell costs an agent, by what was found when it decided.
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

    /// Returns whether an agent rests where it costs nothing: it goes on doing so.
    pub(super) fn rests_at_goal(&self, number: u32, guide: &impl CrowdEnvironment) -> bool {
        if self.states[number as usize] != State::Resting {
            return false;
        }
        let (id, cell) = (MemberId(number), self.agents[number as usize].cell);
        let remembered =
            self.work.memories[number as usize].around(cell, guide.revision(id)).map(Around::here);
        remembered.unwrap_or_else(|| guide.cost(id, self.ground.cell(cell))) == Some(Cost::ZERO)
    }

    /// Lets everybody forget what was found round them: other steps are legal than before.
    pub(super) fn forget_surroundings(&mut self) {
        self.work.memories.fill(Memory::NONE);
    }
}
