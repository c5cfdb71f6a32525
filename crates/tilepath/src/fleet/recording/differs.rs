//! What is wrong in a replay.

use crate::{
    fleet::{agent_id::AgentId, state::LoadError},
    graph::WaypointId,
};

/// A replay is another game than the recorded one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("frame {frame}: {mismatch}")]
pub struct Differs {
    /// The first frame that differs, counted from 0. For a hash it is the frame after which the hash was computed: the games may differ in
    /// an earlier frame since the last hash that was equal.
    pub frame: usize,
    /// What differs.
    pub mismatch: Mismatch,
}

/// What differs between a replay and the recorded game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// The states differ.
    #[error("the hash of the state is {played:016x}, and was {recorded:016x}")]
    Hash {
        /// The hash in the recording.
        recorded: u64,
        /// The hash of the replay.
        played: u64,
    },
    /// An agent has another id.
    #[error("the agent {played} was {recorded}")]
    Agent {
        /// The id in the recording.
        recorded: AgentId,
        /// The id in the replay.
        played: AgentId,
    },
    /// A waypoint has another name.
    #[error("a waypoint is not {0}, as it was")]
    Waypoint(WaypointId),
    /// The phases of an update are not in order, which happens in no game.
    #[error("the phases of an update are not in order")]
    Phases,
    /// The time of an update is before that of the last one, or more than a day after it.
    #[error("an update at a time that is no time of a next update")]
    Time,
    /// A save in the recording can't be loaded.
    #[error("the game can't be loaded: {0}")]
    Unreadable(LoadError),
    /// The recorded game went back to a snapshot of one of its parts.
    #[error("the recorded game went back to an earlier state")]
    WentBack,
}
