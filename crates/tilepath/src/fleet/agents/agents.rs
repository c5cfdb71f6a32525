//! The agents of a fleet, by id.

use super::{agent::Agent, index_set::IndexSet, walks::Walks};
use crate::fleet::{agent_id::AgentId, fields::FieldId, walking::CellStep};
use glam::Vec2;
use std::sync::Arc;

/// All agents of a fleet.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Agents {
    pub(in crate::fleet) slots: Vec<Slot>,
    /// The indices of slots without an agent.
    pub(in crate::fleet) free: Vec<u32>,
    /// The agents that do not read their paths from a goal field, or only until their next answer. The other agents need no check
    /// of their own: their field is kept up to date for them.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) off_field: IndexSet,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) on_field: IndexSet,
    /// The agents that have a pace: the fleet moves them.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) walkers: IndexSet,
    /// The agents that the game moves itself.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) steered: IndexSet,
    /// The positions of the agents, and their walks over cells.
    pub(in crate::fleet) walks: Walks,
}

#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Slot {
    /// The number of earlier agents in this slot.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    generation: u32,
    /// Copies of a fleet share an agent until one of them changes it.
    pub(in crate::fleet) agent: Option<Arc<Agent>>,
}

/// The agents of a fleet, by index.
#[derive(Clone, Copy)]
pub(in crate::fleet) struct AgentSlots<'a>(&'a [Slot]);

impl<'a> AgentSlots<'a> {
    /// The agent with this index, and its id. `None` if the slot is free.
    pub(in crate::fleet) fn named(self, index: usize) -> Option<(AgentId, &'a Agent)> {
        let slot = self.0.get(index)?;
        Some((AgentId::new(index as u32, slot.generation), slot.agent.as_deref()?))
    }

    /// The agent with this index. `None` if the slot is free.
    pub(in crate::fleet) fn get(self, index: usize) -> Option<&'a Agent> {
        self.0.get(index)?.agent.as_deref()
    }
}

impl Agents {
    pub(in crate::fleet) fn insert(&mut self, mut agent: Agent, place: Option<Vec2>) -> AgentId {
        agent.has_place = place.is_some();
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[index as usize];
        slot.agent = Some(Arc::new(agent));
        self.walks.reset(index as usize, place);
        self.off_field.insert(index as usize);
        AgentId::new(index, slot.generation)
    }

    /// Removes an agent. Returns whether the agent was in the fleet.
    pub(in crate::fleet) fn remove(&mut self, id: AgentId) -> bool {
        if self.get(id).is_none() {
            return false;
        }
        let slot = &mut self.slots[id.index()];
        slot.agent = None;
        slot.generation += 1;
        self.free.push(id.index() as u32);
        self.walks.reset(id.index(), None);
        self.off_field.remove(id.index());
        self.on_field.remove(id.index());
        self.walkers.remove(id.index());
        self.steered.remove(id.index());
        true
    }

    pub(in crate::fleet) fn get(&self, id: AgentId) -> Option<&Agent> {
        let slot = self.slots.get(id.index()).filter(|slot| slot.generation == id.generation())?;
        slot.agent.as_deref()
    }

    pub(in crate::fleet) fn get_mut(&mut self, id: AgentId) -> Option<&mut Agent> {
        self.walker_mut(id).map(|(agent, _)| agent)
    }

    /// An agent and its step.
    pub(in crate::fleet) fn walker_mut(&mut self, id: AgentId) -> Option<(&mut Agent, &mut CellStep)> {
        let slot = self.slots.get_mut(id.index()).filter(|slot| slot.generation == id.generation())?;
        let agent = slot.agent.as_mut().map(Arc::make_mut)?;
        Some((agent, &mut self.walks.steps[id.index()]))
    }

    /// Whether an agent is where its last walk has put it.
    pub(in crate::fleet) fn is_there(&self, id: AgentId, at: Vec2) -> bool {
        self.walks.steps[id.index()].is_at(at, self.walks.clock.before)
    }

    /// Sets the goal field from which an agent reads its path.
    pub(in crate::fleet) fn set_field(&mut self, id: AgentId, field: Option<FieldId>) {
        let Some(agent) = self.get_mut(id) else { return };
        agent.field = field;
        self.walks.is_noted[id.index()] = true;
        self.walks.steps[id.index()].set_field(field.map(FieldId::slot));
        let (to, from) = match field {
            Some(_) => (&mut self.on_field, &mut self.off_field),
            None => (&mut self.off_field, &mut self.on_field),
        };
        to.insert(id.index());
        from.remove(id.index());
    }

    /// Notes that an agent waits for an answer while it walks by the path of an earlier request, perhaps on a goal field.
    pub(in crate::fleet) fn note_waiting(&mut self, id: AgentId) {
        if self.get(id).is_some() {
            self.off_field.insert(id.index());
        }
    }

    /// The position of an agent. `None` if the agent was removed or has no position now.
    pub(in crate::fleet) fn position(&self, id: AgentId) -> Option<Vec2> {
        self.get(id).filter(|agent| agent.has_place).map(|_| self.walks.places[id.index()])
    }

    /// Sets the position of an agent.
    pub(in crate::fleet) fn set_position(&mut self, id: AgentId, place: Option<Vec2>) {
        if let Some(agent) = self.get_mut(id) {
            agent.has_place = place.is_some();
            self.walks.places[id.index()] = place.unwrap_or(Vec2::NAN);
        }
    }

    /// Updates the flags that say whether an agent walks over cells on its own or in a crowd. Returns whether a crowd
    /// may move the agent.
    pub(in crate::fleet) fn note_walking(&mut self, id: AgentId) -> bool {
        let Some(agent) = self.get(id) else { return false };
        let index = id.index();
        let walks_over_cells =
            self.walks.paces[index].is_some() && agent.is_active && agent.ground.has_cells();
        let is_asking = agent.request().is_some();
        let stops = agent.stops();
        // For a crowd, the agent's own obstacles would be walls.
        let crowd = agent.crowd.filter(|_| walks_over_cells && agent.own_obstacles().is_empty());
        if self.walks.paces[index].is_some() {
            self.walkers.insert(index);
        } else {
            self.walkers.remove(index);
        }
        self.walks.crowds[index] = crowd;
        self.walks.has_crowds |= crowd.is_some();
        self.walks.is_walking[index] = walks_over_cells && is_asking && crowd.is_none();
        self.walks.stops[index] = stops;
        self.walks.is_noted[index] = true;
        crowd.is_some()
    }

    /// Borrows two parts at once: the walks, to change them, and the agents, to read them.
    pub(in crate::fleet) fn split(&mut self) -> (&mut Walks, AgentSlots<'_>) {
        let Self { slots, walks, .. } = self;
        (walks, AgentSlots(slots))
    }

    /// The agents that read their paths from goal fields.
    pub(in crate::fleet) fn on_field(&self) -> impl Iterator<Item = AgentId> {
        self.on_field.iter().filter_map(|index| self.id_at(index))
    }

    /// The agents that read their paths from goal fields and that the fleet does not move.
    pub(in crate::fleet) fn standing_on_field(&self) -> impl Iterator<Item = AgentId> {
        self.on_field.iter_without(&self.walkers).filter_map(|index| self.id_at(index))
    }

    /// The agents that do not read their paths from goal fields, or only until their next answer.
    pub(in crate::fleet) fn off_field(&self) -> impl Iterator<Item = AgentId> {
        self.off_field.iter().filter_map(|index| self.id_at(index))
    }

    /// The first agent that does not read its path from a goal field and has an index of at least `from`.
    pub(in crate::fleet) fn next_off_field(&self, from: usize) -> Option<AgentId> {
        self.id_at(self.off_field.next(from)?)
    }

    /// The id of the agent with this index. `None` if the slot is free.
    pub(in crate::fleet) fn id_at(&self, index: usize) -> Option<AgentId> {
        let slot = self.slots.get(index).filter(|slot| slot.agent.is_some())?;
        Some(AgentId::new(index as u32, slot.generation))
    }

    pub(in crate::fleet) fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }
}
