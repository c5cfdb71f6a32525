//! The agents of a fleet by their names.

use super::{agent::Agent, agent_id::AgentId};

/// All agents of a fleet.
#[derive(Clone, Default, Debug)]
pub(super) struct Agents {
    slots: Vec<Slot>,
    /// The indices of slots without an agent.
    free: Vec<u32>,
}

#[derive(Clone, Default, Debug)]
struct Slot {
    /// How many agents had the slot before.
    generation: u32,
    agent: Option<Agent>,
}

impl Agents {
    pub(super) fn insert(&mut self, agent: Agent) -> AgentId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[index as usize];
        slot.agent = Some(agent);
        AgentId::new(index, slot.generation)
    }

    /// Removes an agent. Returns whether there was one of this name.
    pub(super) fn remove(&mut self, id: AgentId) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        let slot = &mut self.slots[id.index()];
        slot.agent = None;
        slot.generation += 1;
        self.free.push(id.index() as u32);
        true
    }

    pub(super) fn get(&self, id: AgentId) -> Option<&Agent> {
        let slot = self.slots.get(id.index()).filter(|slot| slot.generation == id.generation())?;
        slot.agent.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        let slot = self.slots.get_mut(id.index()).filter(|slot| slot.generation == id.generation())?;
        slot.agent.as_mut()
    }

    /// The number of slots: all indices are below.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The name of the agent with this index, if there is one.
    pub(super) fn id_at(&self, index: usize) -> Option<AgentId> {
        let slot = self.slots.get(index).filter(|slot| slot.agent.is_some())?;
        Some(AgentId::new(index as u32, slot.generation))
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}
