//! Writes where crowds have moved their agents.

use super::{
    crowd_move::CrowdMove,
    layer_agent::{LayerAgent, Route},
};
use crate::{
    agents::Walker,
    cost::Cost,
    fleet::{
        agent::Agent,
        agents::AgentSlots,
        answer::{AgentPath, AnswerStatus},
        cells::StepState,
        fields::ReadyField,
        walk_clock::WalkClock,
        walks::Walks,
    },
    goal_field::GoalFieldReader,
};
use glam::IVec2;

/// What is read to write the walks of crowd agents.
pub(super) struct CrowdWriter<'a> {
    pub(super) readers: &'a [Option<GoalFieldReader<'a>>],
    pub(super) fields: &'a [Option<&'a ReadyField>],
    pub(super) agents: AgentSlots<'a>,
    pub(super) clock: WalkClock,
}

impl CrowdWriter<'_> {
    /// Writes the position, the step and the progress of an agent. Returns what changed, for the game.
    pub(super) fn write(&self, walker: &Walker, known: &LayerAgent, walks: &mut Walks) -> CrowdMove {
        let index = known.agent.index();
        let step = &mut walks.steps[index];
        let to = walker.to();
        let at = walker.motion().at(self.clock.now);
        let has_moved = at != step.motion.at(self.clock.before);
        let is_moving = self.clock.now < walker.ends() && walker.from() != to;
        step.motion = *walker.motion();
        step.set_cells(if is_moving { walker.from() } else { to }, to);
        let has_arrived = walker.is_resting() && known.route != Route::None;
        step.state = if has_arrived { StepState::Arrived } else { StepState::InCrowd };
        // The field may not know the cell that the agent leaves, if the agent joined it on this step, or if this cell is a wall now.
        let start = if self.is_cut_off(known, step.from()) { to } else { step.from() };
        let track = &mut walks.tracks[index];
        track.set_start(start);
        let progress = &mut track.progress;
        let has_answer = |agent: &Agent| agent.status != AnswerStatus::Pending;
        let has_arrived = has_arrived && self.agents.get(index).is_some_and(has_answer);
        let cells = || self.agents.get(index).map_or(0, |agent| AgentPath::own_cells(&agent.path).len());
        match known.route {
            Route::None => {}
            Route::Field(_) if has_arrived => progress.arrive(1),
            Route::Field(_) => progress.head_for(usize::from(is_moving)),
            Route::Path if has_arrived => progress.arrive(cells()),
            Route::Path => progress.head_for((known.near as usize + usize::from(!is_moving)).min(cells())),
        }
        CrowdMove { agent: known.agent, place: has_moved.then_some(at), progress: *progress, start }
    }

    /// Whether an agent on a goal field is in a cell, or walks to a cell, from which the field has no path.
    pub(super) fn is_lost(&self, walker: &Walker, known: &LayerAgent) -> bool {
        self.is_cut_off(known, walker.to())
    }

    /// Whether an agent on a goal field leaves a cell from which the field has no path.
    pub(super) fn leaves_lost_cell(&self, walker: &Walker, known: &LayerAgent) -> bool {
        walker.from() != walker.to() && self.is_cut_off(known, walker.from())
    }

    /// Whether the goal field of an agent has no path from a cell.
    fn is_cut_off(&self, known: &LayerAgent, cell: IVec2) -> bool {
        let Route::Field(slot) = known.route else { return false };
        let reader = self.readers.get(usize::from(slot)).and_then(Option::as_ref);
        reader.is_some_and(|reader| reader.cost(cell).is_none())
    }

    /// Whether an agent is in the very cell of a goal.
    pub(super) fn is_in_goal(&self, walker: &Walker, known: &LayerAgent) -> bool {
        match known.route {
            Route::None => false,
            Route::Field(slot) => {
                let reader = self.readers.get(usize::from(slot)).and_then(Option::as_ref);
                reader.is_some_and(|reader| reader.cost(walker.to()) == Some(Cost::ZERO))
            }
            Route::Path => {
                let agent = self.agents.get(known.agent.index());
                agent.is_some_and(|agent| agent.path().own_cells().last() == Some(&walker.to()))
            }
        }
    }

    /// A hash of the goals of an agent whose path leads to its target. `None` for any other agent.
    pub(super) fn goals(&self, known: &LayerAgent) -> Option<u64> {
        let agent =
            self.agents.get(known.agent.index()).filter(|agent| agent.status == AnswerStatus::Found)?;
        match known.route {
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
