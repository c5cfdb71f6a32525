//! Circles of agents that target each other. One agent of each circle waits for the others.

use super::{agent::Agent, agents::Agents};
use crate::fleet::{agent_id::AgentId, requests::Target};
use std::collections::{BTreeMap, BTreeSet};

/// Circles of agents that target each other: each agent targets the next one, and the last targets the first. Two
/// agents that target each other are a circle, too.
///
/// The agent with the greatest id in a circle is its *waiting* agent: it goes to meet the agent that targets it. If
/// all agents followed their targets, they would change places forever, or run round a loop.
#[derive(Clone, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Circles {
    /// Agents whose requests came since the last call of [`Circles::find`].
    noted: Vec<AgentId>,
    /// For each waiting agent, the agent that it goes to meet.
    meets: BTreeMap<AgentId, AgentId>,
    /// For each agent in a circle, the waiting agent of this circle.
    waiting: BTreeMap<AgentId, AgentId>,
}

/// The target of an agent's request, if it is an agent and the only target.
fn target_of(agent: &Agent) -> Option<AgentId> {
    match agent.request()?.targets[..] {
        [Target::Agent(target)] => Some(target),
        _ => None,
    }
}

impl Circles {
    /// The agent that `agent` goes to meet instead of its target. `None` if `agent` is not the waiting agent of a circle.
    pub(in crate::fleet) fn met_by(&self, agent: AgentId) -> Option<AgentId> {
        self.meets.get(&agent).copied()
    }

    /// The agent that the waiting agent of a circle goes to meet. `None` if that agent is disabled or has no request.
    pub(in crate::fleet) fn asker(&self, agents: &Agents, waiting: AgentId) -> Option<AgentId> {
        let asker = self.met_by(waiting)?;
        let asks = |asker: &Agent| asker.is_active && asker.request().is_some();
        agents.get(asker).is_some_and(asks).then_some(asker)
    }

    /// Notes a request that may close or open a circle.
    pub(in crate::fleet) fn note(&mut self, id: AgentId, agent: &Agent) {
        if target_of(agent).is_some() || self.waiting.contains_key(&id) {
            self.noted.push(id);
        }
    }

    /// Forgets the circle of an agent.
    pub(in crate::fleet) fn open(&mut self, agent: AgentId) {
        if let Some(&waiting) = self.waiting.get(&agent) {
            self.meets.remove(&waiting);
            self.waiting.retain(|_, other| *other != waiting);
        }
    }

    /// Stores a circle of agents, each of which targets the next one.
    fn close(&mut self, agents: &[AgentId]) {
        let asks = agents.iter().copied().zip(agents.iter().copied().cycle().skip(1));
        if let Some((asker, waiting)) = asks.max_by_key(|&(_, target)| target) {
            self.meets.insert(waiting, asker);
            self.waiting.extend(agents.iter().map(|&agent| (agent, waiting)));
        }
    }

    /// Finds the circles of agents whose requests came since the last call. Returns whether there were any such agents.
    ///
    /// *Complexity:* O(n) for n noted agents and the agents to which their requests lead.
    pub(in crate::fleet) fn find(&mut self, agents: &Agents) -> bool {
        if self.noted.is_empty() {
            return false;
        }
        let noted = core::mem::take(&mut self.noted);
        noted.iter().for_each(|&agent| self.open(agent));
        let mut seen = BTreeSet::new();
        let mut chain = Vec::new();
        for &first in &noted {
            chain.clear();
            let mut agent = first;
            while let Some(target) = agents.get(agent).and_then(target_of)
                && seen.insert(agent)
            {
                chain.push(agent);
                agent = target;
            }
            // An agent that targets itself is at its goal.
            if let Some(start) =
                chain.iter().position(|&other| other == agent).filter(|start| start + 1 < chain.len())
            {
                self.close(&chain[start..]);
            }
        }
        true
    }

    /// The waiting agents of all circles.
    pub(in crate::fleet) fn waiting(&self) -> impl Iterator<Item = AgentId> {
        self.meets.keys().copied()
    }
}
