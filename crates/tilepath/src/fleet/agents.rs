//! The agents of a fleet by their names.

use super::{agent::Agent, agent_id::AgentId, fields::FieldId, index_set::IndexSet};

/// All agents of a fleet.
#[derive(Clone, Default, Debug)]
pub(super) struct Agents {
    slots: Vec<Slot>,
    /// The indices of slots without an agent.
    free: Vec<u32>,
    /// The agents that do not read their paths from a goal field. The others are kept in step with their field and need no look.
    off_field: IndexSet,
    on_field: IndexSet,
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
        self.off_field.insert(index as usize);
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
        self.off_field.remove(id.index());
        self.on_field.remove(id.index());
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

    /// Says from which goal field an agent reads its path. Returns whether that is another than before.
    pub(super) fn set_field(&mut self, id: AgentId, field: Option<FieldId>) -> bool {
        let Some(agent) = self.get_mut(id) else { return false };
        let is_other = core::mem::replace(&mut agent.field, field) != field;
        let (to, from) = match field {
            Some(_) => (&mut self.on_field, &mut self.off_field),
            None => (&mut self.off_field, &mut self.on_field),
        };
        to.insert(id.index());
        from.remove(id.index());
        is_other
    }

    /// The agents that read their paths from goal fields.
    pub(super) fn on_field(&self) -> impl Iterator<Item = AgentId> {
        self.on_field.iter().filter_map(|index| self.id_at(index))
    }

    /// The agents that do not.
    pub(super) fn off_field(&self) -> impl Iterator<Item = AgentId> {
        self.off_field.iter().filter_map(|index| self.id_at(index))
    }

    /// The first of the agents off fields whose index is not below `from`.
    pub(super) fn next_off_field(&self, from: usize) -> Option<AgentId> {
        self.id_at(self.off_field.next(from)?)
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
