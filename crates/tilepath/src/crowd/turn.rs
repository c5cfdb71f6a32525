//! The turn of an agent among the agents that walk.

/// When an agent set out, minus the duration of its path without other agents. A lower value goes first.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Departure {
    pub(super) set_out: u32,
    pub(super) way: u32,
}

/// Times are counted in units of 2¹² microseconds, less than a frame.
const UNIT: u32 = 12;
/// The maximum duration of a path, in these units: 18 minutes. Longer paths count as this long, so that no agent waits forever
/// for agents that set out later.
pub(super) const LONGEST: u32 = 1 << 18;
/// Durations are rounded down to multiples of 2²¹ microseconds (two seconds). Otherwise, in a crowd with one goal, the agent
/// farthest from the goal would go before the agents ahead of it.
const ABOUT: u32 = (1 << 9) - 1;
/// The latest time, in these units: 50 days. Later times count as this one.
pub(super) const LAST: u32 = (1 << 30) - 1 - LONGEST;

impl Departure {
    /// The turn of an agent that sets out at the time `now`, in microseconds. The duration of its path is not known yet.
    pub(super) const fn at(now: u64) -> Self {
        let now = now >> UNIT;
        Self { set_out: if now < LAST as u64 { now as u32 } else { LAST }, way: 0 }
    }

    /// The turn of an agent that goes right after the agents that set out at the time `now`.
    pub(super) const fn after(now: u64) -> Self {
        Self::at(now.saturating_add(1 << UNIT))
    }

    /// Sets the duration of the agent's path, in microseconds.
    pub(super) fn set_way(&mut self, way: u64) {
        self.way = (way >> UNIT).min(LONGEST.into()) as u32 & !ABOUT;
    }

    /// The position in the order of turns, as a number of 30 bits. The lowest goes first.
    pub(super) const fn place(self) -> u64 {
        (self.set_out + LONGEST - self.way) as u64
    }
}
