//! What is known of every agent because it is, or was, in a crowd.

use crate::{
    crowd::MemberId,
    fleet::{agent_id::AgentId, requests::FleetEvent, walking::Pace},
};

/// What is known of an agent because it is, or was, in a crowd. Agents outside crowds have an entry, too.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct Membership {
    /// The agent's layer and its id there. `None` if the agent is in no crowd.
    pub(in crate::fleet) place: Option<(u8, MemberId)>,
    /// The pace of the agent at the last update of its crowd.
    pub(in crate::fleet) pace: Pace,
    /// The last update in which the agent had a body.
    pub(in crate::fleet) seen_in: u64,
    pub(in crate::fleet) reached: ReachedGoals,
}

/// Which goals an agent in a crowd has reached. An agent that leaves its crowd for a while does not reach them again.
#[derive(Clone, Copy, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::fleet) struct ReachedGoals {
    /// The number of the agent's last request group.
    pub(in crate::fleet) group: u64,
    /// A hash of the goals that the agent reached last.
    pub(in crate::fleet) last: Option<u64>,
    /// Whether the agent has come to rest in the very cell of one of these goals.
    pub(in crate::fleet) in_cell: bool,
}

impl ReachedGoals {
    /// Notes that the agent rests at goals with this hash. Returns the event of it: the agent has reached other goals than before, or has
    /// moved up into the cell of a goal beside which it has rested.
    pub(in crate::fleet) fn note_rest(
        &mut self,
        goals: u64,
        in_cell: bool,
        agent: AgentId,
    ) -> Option<FleetEvent> {
        let is_first = self.last.replace(goals) != Some(goals);
        let had_entered = !is_first && self.in_cell;
        self.in_cell = in_cell || had_entered;
        match is_first {
            true => Some(FleetEvent::Reached(agent)),
            false => (in_cell && !had_entered).then_some(FleetEvent::Entered(agent)),
        }
    }
}

impl Default for Membership {
    fn default() -> Self {
        Self { place: None, pace: Pace::new(0.0), seen_in: 0, reached: ReachedGoals::default() }
    }
}
