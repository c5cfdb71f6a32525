//! Why an agent of a crowd comes no nearer to its goal.

#[cfg(feature = "bevy_reflect")]
use bevy_reflect::prelude::*;
use core::fmt;

/// Why an agent in a crowd does not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "bevy_reflect",
    derive(Reflect),
    type_path = "tilepath",
    reflect(Clone, Debug, PartialEq)
)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum StuckReason {
    /// The agent has no place on the map: all cells near it are full.
    NoRoom,
    /// No path leads from the agent's cell to its goal.
    NoPath,
    /// The agent waits at a corridor for agents that come from the other end.
    Corridor,
    /// Other agents block the agent's way or push the agent back.
    Crowded,
    /// The agents can't get past each other: there are no moves that bring all of them to their goals.
    NoSolution,
    /// Other agents block the agent's way, and there are too many of them, or too many cells, to search for a plan.
    TooHard,
}

impl fmt::Display for StuckReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRoom => "all cells near it are full",
            Self::NoPath => "no path leads to its goal",
            Self::Corridor => "it waits at a corridor for others that come from the other end",
            Self::Crowded => "others stand in its way or push it back",
            Self::NoSolution => "no moves bring it and all others in its way to their goals",
            Self::TooHard => "too many others stand in its way to search for a plan",
        })
    }
}
