//! What a crowd answers.

use super::agent_id::AgentId;
use glam::IVec2;

/// A step from the centre of a cell to the centre of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrowdStep {
    /// The cell that the agent leaves.
    pub from: IVec2,
    /// The cell that the agent enters.
    pub to: IVec2,
    /// The agent's place in the entered cell, less than the capacity.
    pub place: u8,
    /// When the agent sets out, in microseconds. A little before the time of the call if its last step ended in mid-tick. After the time of
    /// the call if another agent must go first.
    pub starts: u64,
    /// When the agent is at the centre of `to`, in microseconds. It moves evenly from `starts` to `ends`.
    pub ends: u64,
}

/// What an agent does next. Agents without an answer continue what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrowdAnswer {
    /// The agent got a place: in the cell where it was inserted or teleported, or in the nearest cell with room.
    Placed {
        /// The cell.
        cell: IVec2,
        /// The agent's place in the cell, less than the capacity.
        place: u8,
        /// Whether the agent is there at once. If not, it walks there from its position: a [`Step`](Self::Step) from the cell to itself
        /// follows.
        at_once: bool,
    },
    /// The agent lost its place, because a wall was built on its cell or the capacity was reduced. It has no place until it is
    /// [`Placed`](Self::Placed) again.
    Displaced,
    /// The agent begins a step.
    Step(CrowdStep),
    /// The agent has arrived and rests.
    Rest,
    /// The agent rests no longer: there is room nearer to the goal.
    Wake,
}

/// An agent and its answer.
pub(super) type Answers = Vec<(AgentId, CrowdAnswer)>;
