//! The answers of a crowd to its agents.

use super::agent::MemberId;
use glam::IVec2;

/// A step of an agent from its cell to a neighbouring cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CrowdStep {
    /// The cell that the agent leaves.
    pub from: IVec2,
    /// The cell that the agent enters.
    pub to: IVec2,
    /// The number of the agent's place in the entered cell, from 0 to the capacity of a cell minus 1. The game decides where in
    /// the cell each place is.
    pub place: u8,
    /// When the step begins, in microseconds. This is later than the time of the call of
    /// [`Crowd::begin_call`](crate::crowd::Crowd::begin_call) if another agent must go first. It is earlier if the agent's last step
    /// ended between two calls.
    pub starts: u64,
    /// When the agent arrives in `to`, in microseconds. The agent moves at an even speed from `starts` to `ends`. `u64::MAX`
    /// means that the agent stands still on its way.
    pub ends: u64,
}

/// What an agent does next. An agent without an answer continues what it was doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CrowdAnswer {
    /// The agent got a place on the map: in the cell that was requested, or in the nearest cell with room.
    Placed {
        /// The cell.
        cell: IVec2,
        /// The agent's place in the cell, less than the capacity.
        place: u8,
        /// Whether the agent is there at once. If not, it walks there from its position: a [`Step`](Self::Step) from the cell to itself
        /// follows.
        at_once: bool,
    },
    /// The agent lost its place, for example because its cell became a wall or the capacity was reduced. The agent has no place
    /// until its next [`Placed`](Self::Placed) answer.
    Displaced,
    /// The agent begins a step.
    Step(CrowdStep),
    /// The agent comes to rest: at its goal, or as near to the goal as other agents allow.
    Rest,
    /// The agent rests no longer, and tries to come nearer to its goal.
    Wake,
}

/// An agent and its answer.
pub(super) type Answers = Vec<(MemberId, CrowdAnswer)>;
