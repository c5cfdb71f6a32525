//! Writes where crowds have moved their agents.

use super::{
    crowd_move::CrowdMove,
    member::{Member, Route},
};
use crate::{
    cost::Cost,
    fleet::{
        agents::{Agent, AgentPath, AgentSlots, AnswerStatus, Walks},
        fields::ReadyField,
        walking::StepState,
    },
    goal_field::GoalFieldReader,
};
use glam::IVec2;

/// What is read to write the walks of crowd agents.
pub(in crate::fleet) struct CrowdWriter<'a> {
    pub(in crate::fleet) readers: &'a [Option<GoalFieldReader<'a>>],
    pub(in crate::fleet) fields: &'a [Option<&'a ReadyField>],
    pub(in crate::fleet) agents: AgentSlots<'a>,
    /// The end of this update.
    pub(in crate::fleet) now: u64,
}

impl CrowdWriter<'_> {
    /// Writes the state of the agent's step and its progress. Returns where it is now, for the game.
    pub(in crate::fleet) fn write(&self, member: &Member, is_resting: bool, walks: &mut Walks) -> CrowdMove {
        let index = member.agent.index();
        let step = &mut walks.steps[index];
        let is_moving = step.from() != step.to();
        let has_arrived = is_resting && member.route != Route::None;
        step.state = if has_arrived { StepState::Arrived } else { StepState::InCrowd };
        // The field may not know the cell that the agent leaves, if the agent joined it on this step, or if this cell is a wall now.
        let start = if self.is_cut_off(member, step.from()) { step.to() } else { step.from() };
        let track = &mut walks.tracks[index];
        track.set_start(start);
        let progress = &mut track.progress;
        let has_answer = |agent: &Agent| agent.status != AnswerStatus::Pending;
        let has_arrived = has_arrived && self.agents.get(index).is_some_and(has_answer);
        let cells = || self.agents.get(index).map_or(0, |agent| AgentPath::own_cells(&agent.path).len());
        match member.route {
            Route::None => {}
            Route::Field(_) if has_arrived => progress.arrive(1),
            Route::Field(_) => progress.head_for(usize::from(is_moving)),
            Route::Path if has_arrived => progress.arrive(cells()),
            Route::Path => progress.head_for((member.near as usize + usize::from(!is_moving)).min(cells())),
        }
        CrowdMove { agent: member.agent, place: step.motion.at(self.now), progress: *progress, start }
    }

    /// Whether an agent on a goal field is in a cell, walks to a cell, or leaves a cell from which the field has no path.
    pub(in crate::fleet) fn has_lost_cells(&self, member: &Member, walks: &Walks) -> bool {
        let step = &walks.steps[member.agent.index()];
        [step.from(), step.to()].into_iter().any(|cell| self.is_cut_off(member, cell))
    }

    /// Whether the goal field of an agent has no path from a cell.
    pub(in crate::fleet) fn is_cut_off(&self, member: &Member, cell: IVec2) -> bool {
        let Route::Field(slot) = member.route else { return false };
        let reader = self.readers.get(usize::from(slot)).and_then(Option::as_ref);
        reader.is_some_and(|reader| reader.cost(cell).is_none())
    }

    /// Whether a cell is the very cell of a goal of an agent.
    pub(in crate::fleet) fn is_in_goal(&self, member: &Member, cell: IVec2) -> bool {
        match member.route {
            Route::None => false,
            Route::Field(slot) => {
                let reader = self.readers.get(usize::from(slot)).and_then(Option::as_ref);
                reader.is_some_and(|reader| reader.cost(cell) == Some(Cost::ZERO))
            }
            Route::Path => {
                let agent = self.agents.get(member.agent.index());
                agent.is_some_and(|agent| agent.path().own_cells().last() == Some(&cell))
            }
        }
    }

    /// A hash of the goals of an agent whose path leads to its target. `None` for any other agent.
    pub(in crate::fleet) fn goals(&self, member: &Member) -> Option<u64> {
        let agent =
            self.agents.get(member.agent.index()).filter(|agent| agent.status == AnswerStatus::Found)?;
        match member.route {
            Route::None => None,
            Route::Field(slot) => {
                let field = self.fields.get(usize::from(slot)).copied().flatten()?;
                Some(hash_of(field.goals().iter().map(|&(cell, _)| cell)))
            }
            Route::Path => Some(hash_of(Agent::goal_cells(agent))),
        }
    }
}

/// A hash of the cells of goals, the same on every machine: FNV-1a over the coordinates.
fn hash_of(goals: impl Iterator<Item = IVec2>) -> u64 {
    let bytes = goals.flat_map(|cell| [cell.x.to_le_bytes(), cell.y.to_le_bytes()]).flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
