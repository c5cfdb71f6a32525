//! U-turns: for some time after an edit has turned an agent round, edits at the same place do not turn it back.

use crate::{
    cost::Cost,
    ground::{CellRect, Changes},
};
use core::time::Duration;

/// A U-turn: an edit has turned an agent round. For some time, edits at the same place do not turn the agent back.
///
/// Without this rule, an agent between two paths of nearly the same length would turn whenever a door opens or
/// closes, and would not come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UTurn {
    /// The place of the edit. `None` if the place is not known: then every edit counts as an edit there.
    place: Option<CellRect>,
    /// The time until which the agent keeps its path.
    until: Duration,
    /// How many times edits at this place turned the agent before.
    times: u8,
    /// Whether the agent has since refused a path that an edit at this place opened. When the wait is over, the agent
    /// gets another search.
    pub passed_over: bool,
}

/// What an edit did to the path of an agent that asks for another.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edited {
    /// The edit made the path illegal or more expensive, at this place.
    Cut(CellRect),
    /// The edit may have opened a cheaper path, at the place of the last U-turn.
    Opened,
}

impl UTurn {
    /// The wait after the first turn. Each further turn doubles the wait.
    const FIRST_WAIT: Duration = Duration::from_secs(1);
    /// After this many turns, the wait stops doubling.
    const MOST_TIMES: u8 = 6;
    /// After its wait, a turn is remembered for this many times the length of the wait.
    const MEMORY: u32 = 64;

    /// The record of a turn at the time `now`. `before` is the agent's last turn.
    #[must_use]
    pub fn again(before: Option<Self>, place: Option<CellRect>, now: Duration) -> Self {
        let earlier = before.filter(|turn| turn.is_at(place) && turn.is_remembered(now));
        let times = earlier.map_or(0, |turn| turn.times.saturating_add(1).min(Self::MOST_TIMES));
        Self { place, until: now.saturating_add(Self::wait(times)), times, passed_over: false }
    }

    fn wait(times: u8) -> Duration {
        Self::FIRST_WAIT * (1 << times.min(Self::MOST_TIMES))
    }

    /// Whether an edit in a rectangle counts as an edit at the place of the turn.
    #[must_use]
    pub fn is_at(&self, place: Option<CellRect>) -> bool {
        self.place.zip(place).is_none_or(|(own, other)| own.overlaps(other))
    }

    /// Whether one of the edits counts as an edit at the place of the turn.
    #[must_use]
    pub fn is_among(&self, edits: &Changes) -> bool {
        edits.rects().is_some_and(|mut rects| rects.any(|rect| self.is_at(Some(rect))))
    }

    /// The edits outside the place of the turn. There are none if the place is not known.
    #[must_use]
    pub fn leave_out(&self, edits: &Changes) -> Changes {
        self.place.map_or_else(Changes::default, |place| edits.apart_from(place))
    }

    /// Whether the agent still keeps its path at the time `now`.
    #[must_use]
    pub fn holds(&self, now: Duration) -> bool {
        now < self.until
    }

    /// Whether the turn was not long ago, so that the next turn at the same place counts as a repetition.
    #[must_use]
    pub fn is_remembered(&self, now: Duration) -> bool {
        now <= self.until.saturating_add(Self::wait(self.times) * Self::MEMORY)
    }

    /// Whether the agent was turned so often that it makes no progress.
    #[must_use]
    pub const fn is_frequent(&self) -> bool {
        self.times >= Self::MOST_TIMES - 1
    }

    /// Whether a new path is so cheap that the agent turns back before the wait is over. `cost` is the cost of the
    /// new path, `left` the cost of the rest of the old path. After the first turn, `cost` must be less than half of
    /// `left`, after the second turn less than a quarter, and so on.
    #[must_use]
    pub fn is_worth(&self, cost: Cost, left: Cost) -> bool {
        cost.units() < left.units() >> (self.times.min(Self::MOST_TIMES) + 1)
    }
}
