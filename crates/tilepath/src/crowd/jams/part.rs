//! What a jam means for one of its agents.

use super::{
    super::{agent::MemberId, members::Crowd},
    jam::{Jam, Phase},
};
use glam::IVec2;

/// The part of an agent in a jam. The agents of a jam can't get past each other by giving way: a plan leads them. [`Fleet::jam`] returns it.
///
/// [`Fleet::jam`]: crate::fleet::Fleet::jam
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JamPart {
    /// The number of agents in the jam, this agent included.
    pub agents: usize,
    /// Whether the agents walk by a plan. `false` while the plan is searched for.
    pub has_plan: bool,
}

impl Crowd {
    /// The jams for which a plan is searched, or whose agents walk by one.
    pub(crate) const fn jams(&self) -> usize {
        self.jams.len()
    }

    /// An agent's part in a jam. `None` for an agent in no jam, and for one that has walked its part of the plan.
    pub(crate) fn jam(&self, agent: MemberId) -> Option<JamPart> {
        let (jam, _) = self.jam_of(agent)?;
        Some(JamPart { agents: jam.members.len(), has_plan: jam.walk().is_some() })
    }

    /// The cells that an agent still has to enter by its plan. Empty without a plan.
    pub(crate) fn planned_cells(&self, agent: MemberId) -> impl Iterator<Item = IVec2> + '_ {
        let walk = self.jam_of(agent).and_then(|(jam, member)| Some((jam, member, jam.walk()?)));
        walk.into_iter().flat_map(|(jam, member, walk)| {
            let steps = walk.plan.dependencies()[member].iter().skip(walk.begun[member] as usize);
            steps.map(|step| self.ground.cell(jam.cut().key(step.cell)))
        })
    }

    /// The jam that an agent is in, and its place among the members.
    fn jam_of(&self, agent: MemberId) -> Option<(&Jam, usize)> {
        let mut jams = self.jams.iter();
        jams.find_map(|jam| {
            let member = jam.members.iter().position(|&member| member == agent.0)?;
            let is_in = match &jam.phase {
                Phase::Search(_) => true,
                Phase::Walk(_) => self.agents[agent.index()].patience.is_held,
            };
            is_in.then_some((jam, member))
        })
    }
}
