//! Serde for fleets: writes everything that decides the future of agents, and checks it after reading. The memory of
//! searches is left out.

use super::check::{self, all};
use crate::fleet::{
    agent_id::AgentId,
    agents::{Agent, Agents},
    fields::FieldId,
    fleet::Fleet,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

impl Serialize for Fleet {
    /// Writes the fleet. Of an unfinished search, the number of its expansions is written: after reading it begins again, and comes as far
    /// without a budget.
    ///
    /// A request with a [custom heuristic](crate::Heuristic::Custom) can't be written.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Fleet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fleet = Self::deserialize(deserializer)?;
        check::fleet(&fleet).map_err(D::Error::custom)?;
        fill_sets(&mut fleet.agents);
        fleet.owners = owners(&fleet.agents);
        let tiles = &mut fleet.tiles;
        if let Some(parked) = &tiles.parked {
            tiles.batch.take_up(&parked.job, tiles.revision, parked.paid);
        }
        if fleet.tiles.parked.is_some() || fleet.waypoints.parked.is_some() {
            return Ok(fleet);
        }
        let waits = |key| all(&fleet.agents).find(|(_, agent)| agent.plan.queued == Some(key));
        if let Some(key) = fleet.queue.under_way.take()
            && let Some((id, _)) = waits(key)
        {
            fleet.queue.put_back(key, id);
        }
        Ok(fleet)
    }
}

/// The agents whose own obstacles have moved since they were forgotten last.
fn owners(agents: &Agents) -> Vec<AgentId> {
    let has_moved =
        |agent: &Agent| agent.own.as_ref().is_some_and(|own| !own.changed.is_empty() || own.cells.is_empty());
    all(agents).filter(|(_, agent)| has_moved(agent)).map(|(id, _)| id).collect()
}

/// Fills the sets of agents that follow from the agents themselves.
fn fill_sets(agents: &mut Agents) {
    (agents.on_field, agents.off_field, agents.walkers, agents.steered) = Default::default();
    for index in 0..agents.slots.len() {
        let Some(id) = agents.id_at(index) else { continue };
        let field = agents.get(id).and_then(Agent::field);
        agents.walks.steps[index].set_field(field.map(FieldId::slot));
        match field {
            Some(_) => agents.on_field.insert(index),
            None => agents.off_field.insert(index),
        }
        if agents.get(id).is_some_and(|agent| agent.plan.walked.is_some()) {
            agents.off_field.insert(index);
        }
        if agents.get(id).is_some_and(|agent| agent.is_steered) {
            agents.steered.insert(index);
        }
        if agents.walks.paces[index].is_some() {
            agents.walkers.insert(index);
        }
    }
}
