//! What a crowd answers.

use super::agent_id::AgentId;
use glam::IVec2;

/// A step from the centre of a cell to that of a neighbour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CrowdStep {
    /// The cell that is left.
    pub from: IVec2,
    /// The cell that is entered.
    pub to: IVec2,
    /// The place in the entered cell, less than the capacity.
    pub place: u8,
    /// When the agent sets out, in microseconds. It may be a little before the time of the call, where its last step ended in mid-tick,
    /// or after it, where another agent must go ahead.
    pub starts: u64,
    /// When it is at the centre of `to`, in microseconds. It moves evenly from `starts` to `ends`.
    pub ends: u64,
}

/// What an agent does next. Agents without an answer go on with what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CrowdAnswer {
    /// It got a place: the one where it was inserted or teleported to, or the nearest with room.
    Placed {
        /// The cell.
        cell: IVec2,
        /// The place in it, less than the capacity.
        place: u8,
        /// Whether it is there at once. If not, it walks there from its position: a [`Step`](Self::Step) from the cell to itself follows.
        at_once: bool,
    },
    /// A wall was built on its cell, or the capacity is less than before: it has no place until it is [`Placed`](Self::Placed) again.
    Displaced,
    /// It begins a step.
    Step(CrowdStep),
    /// It has arrived and rests.
    Rest,
    /// It does not rest any more: there is room nearer to the goal.
    Wake,
}

/// An agent and its answer.
pub(super) type Answers = Vec<(AgentId, CrowdAnswer)>;
