//! The crowds of a fleet, one for each layer, and their members.

use super::{
    crowd_move::CrowdMove,
    layer::CrowdLayer,
    membership::{Membership, ReachedGoals},
};
use crate::{
    crowd::{CrowdRules, InvalidCrowdRule, MemberId},
    fleet::{agent_id::AgentId, agents::Walks, requests::FleetEvent, walking::Pace},
    geometry::CellGeometry,
    ground::MapRevision,
    map::NavMap,
    undo::{Image, Visit},
};
use glam::{IVec2, Vec2};

/// The crowds of all layers.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Crowds {
    /// The layers, sorted by number.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::check::layers"))]
    pub(in crate::fleet) layers: Vec<CrowdLayer>,
    /// The memberships, by the indices of their agents.
    pub(in crate::fleet) members: Vec<Membership>,
    /// The number of the present update.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "crate::counters::read"))]
    pub(in crate::fleet) update: u64,
    /// The rules of all layers.
    pub(in crate::fleet) rules: CrowdRules,
    /// The places of the cells at the last walk.
    pub(in crate::fleet) seen: Option<SeenPlaces>,
    /// Agents whose crowd must be updated, with their positions and paces: agents that join, agents that something
    /// else moved, and agents with another route or pace.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) changed: Vec<(u32, Vec2, Pace)>,
    /// Agents at the end of a straight part of their walk, each with its layer.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) due: Vec<(u8, MemberId)>,
    /// Scratch: the indices of agents that reached their goals in this update, with the event (`arrived`), and of agents whose field
    /// has no path from their cells (`lost`).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) arrived: Vec<(u32, FleetEvent)>,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) lost: Vec<u32>,
    /// Scratch: agents that are at the ends of links.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) at_ends: Vec<u32>,
    /// Scratch: agents that came off links in this update, each with the cells where its link begins and ends.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) off_links: Vec<(u32, IVec2, IVec2)>,
    /// Scratch: agents that their goal fields turned round in this update, each with its cell if a target that moved did it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) turned: Vec<(AgentId, Option<IVec2>)>,
    /// Scratch: agents off their own paths that came no nearer to their goals in this update, and need another path.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) astray: Vec<AgentId>,
    /// What crowds changed about their agents in this update.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(in crate::fleet) moves: Vec<CrowdMove>,
}

/// What the places of the cells of crowds depend on.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct SeenPlaces {
    pub(in crate::fleet) revision: MapRevision,
    pub(in crate::fleet) geometry: CellGeometry,
    pub(in crate::fleet) capacity: u8,
}

impl Image for Crowds {
    fn visit(&mut self, visit: &mut Visit) {
        self.layers.iter_mut().for_each(|layer| layer.crowd.visit(visit));
    }
}

impl Crowds {
    /// The layer with this number. Creates the layer if there is none.
    pub(in crate::fleet) fn layer(&mut self, number: u8, map: &NavMap, capacity: u8) -> &mut CrowdLayer {
        let place = self.layers.binary_search_by_key(&number, |layer| layer.number);
        let place = place.unwrap_or_else(|place| {
            self.layers.insert(place, CrowdLayer::new(number, map, capacity, self.rules));
            place
        });
        &mut self.layers[place]
    }

    pub(in crate::fleet) fn set_rules(
        &mut self,
        rules: &CrowdRules,
        now: u64,
    ) -> Result<(), InvalidCrowdRule> {
        rules.check()?;
        if self.rules != *rules {
            self.rules = *rules;
            self.layers.iter_mut().for_each(|layer| layer.set_rules(*rules, now));
        }
        Ok(())
    }

    /// Makes room for this many agents.
    pub(in crate::fleet) fn reserve(&mut self, agents: usize) {
        if self.members.len() < agents {
            self.members.resize_with(agents, Membership::default);
        }
    }

    /// Notes an agent whose walk must be written at the end of the update.
    pub(in crate::fleet) fn note_news(&mut self, (number, id): (u8, MemberId)) {
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.number == number) {
            layer.news.push(id);
        }
    }

    /// Removes an agent from its crowd. The agent stops where it is, and its cell is free at once.
    pub(in crate::fleet) fn leave(&mut self, index: usize, walks: &mut Walks) {
        let place = self.members.get_mut(index).and_then(|member| member.place.take());
        let Some((number, id)) = place else { return };
        let now = walks.clock.walked;
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.number == number) {
            layer.remove(id, now);
        }
        walks.steps[index].leave_crowd(now);
    }

    /// The cell of the agent with this index.
    pub(in crate::fleet) fn cell(&self, index: usize) -> Option<IVec2> {
        let (layer, id) = self.place(index)?;
        layer.crowd.cell(id)
    }

    /// The layer of the agent with this index, and its id there. `None` for an agent in no crowd.
    pub(in crate::fleet) fn place(&self, index: usize) -> Option<(&CrowdLayer, MemberId)> {
        let (number, id) = self.members.get(index)?.place?;
        Some((self.layers.iter().find(|layer| layer.number == number)?, id))
    }

    /// Whether the agent with this index stands before an obstacle of a class that its request names.
    pub(in crate::fleet) fn is_stopped(&self, index: usize) -> bool {
        self.place(index).is_some_and(|(layer, id)| layer.members[id.index()].stopped_before.is_some())
    }

    /// Lets an agent arrive once more if it rests.
    pub(in crate::fleet) fn restart(&mut self, index: usize) {
        let Some(member) = self.members.get_mut(index) else { return };
        member.reached.last = None;
        let Some((number, id)) = member.place else { return };
        if let Some(layer) = self.layers.iter_mut().find(|layer| layer.number == number) {
            layer.members[id.index()].has_rested |= layer.crowd.is_resting(id);
            layer.news.push(id);
        }
    }

    /// Forgets everything about an agent.
    pub(in crate::fleet) fn forget(&mut self, agent: AgentId, walks: &mut Walks) {
        self.leave(agent.index(), walks);
        if let Some(member) = self.members.get_mut(agent.index()) {
            member.reached = ReachedGoals::default();
        }
    }

    /// Removes all agents from their crowds that have no body in this update.
    pub(in crate::fleet) fn remove_unseen(&mut self, walks: &mut Walks) {
        let update = self.update;
        let is_unseen = |member: &Membership| member.place.is_some() && member.seen_in != update;
        let mut from = 0;
        while let Some(nth) = self.members[from..].iter().position(is_unseen) {
            self.leave(from + nth, walks);
            from += nth + 1;
        }
    }

    /// The cells that are full of agents without speed for a second or longer, in the order of the layers.
    pub(in crate::fleet) fn standing_cells(&mut self, now: u64) -> Vec<IVec2> {
        self.layers.iter_mut().flat_map(|layer| layer.cells_of_standing(now)).collect()
    }

    /// What crowds changed about their agents in this update.
    pub(in crate::fleet) fn moves(&self) -> &[CrowdMove] {
        &self.moves
    }
}
