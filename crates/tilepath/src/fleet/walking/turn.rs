//! When an agent keeps the path that it walks, although another path was found.
//!
//! An agent that turns round at every change comes nowhere between two paths of nearly the same cost. So one rule holds for all
//! agents, whatever has changed: the map, a target, the links between waypoints, or the request.
//!
//! 1. The rule concerns a path that *turns the agent round*: its first step leads back. While the agent waits after a turn (5), the rule
//!    concerns every path that leads elsewhere. Every other path is taken. If the path that the agent walks was cut, a path that leads
//!    elsewhere counts as a turn, too. The first such turn at a place lets the agent not wait.
//! 2. The new path is compared with the path that the agent walks. If a target has moved from the end of this path, the path is *led
//!    on* to the goal that is nearest to its end. If it is illegal now, or its end too far from every goal, the new path is taken.
//! 3. *A tie.* If the new path is not cheaper, the agent keeps its path.
//! 4. *After a turn.* If the new path is cheaper and the agent has turned round before, it depends on why there is a new path:
//!
//!    | why | the agent keeps its path |
//!    |---|---|
//!    | an edit made the path that it walks more expensive | never |
//!    | an edit at the place of the turn may have opened a cheaper path | until the wait is over, unless the new path costs less than half; after the second turn at this place less than a quarter, and so on |
//!    | a target has moved, or links have changed | until the wait is over, unless the new path costs less than half; after the second turn at this place less than a quarter |
//!    | the game has asked for another path | if its path costs at most an eighth more, and the turn is not long ago |
//!
//! 5. *The wait* is one second after the first turn. Each further turn at the same place doubles it, up to 64 seconds. When the wait
//!    is over, an agent that has refused a cheaper path gets another search.
//!
//! A goal field leads its agents, so there this rule has no say. But an agent that its field turns round for the sixth time at the same
//! place gets a path of its own until the wait is over. A field turns an agent round if an edit or a target that moved did it. A target
//! nearer than eight tiles does not count: an agent that chases it turns with it.

use crate::{
    cost::Cost,
    ground::{CellRect, Changes},
};
use core::time::Duration;
use glam::IVec2;

/// A U-turn: an agent was turned round. For some time, it does not turn back at the same place.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct UTurn {
    /// Where the agent turned: the place of the edit, or of the agent. `None` if the place is not known: then every place counts as
    /// this one.
    place: Option<CellRect>,
    /// The time until which the agent keeps its path.
    until: Duration,
    /// How many times edits at this place turned the agent before.
    times: u8,
    /// Whether the agent has since refused a cheaper path. When the wait is over, the agent
    /// gets another search.
    pub passed_over: bool,
}

/// Why an agent that walks may get another path.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum TurnCause {
    /// An edit made the path illegal or more expensive, at this place.
    Cut(CellRect),
    /// An edit may have opened a cheaper path, at the place of the last U-turn.
    Opened,
    /// A target moved, or links changed.
    GoalsMoved,
    /// The agent has another request.
    Asked,
    /// Something else.
    Other,
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
    pub(crate) fn again(before: Option<Self>, place: Option<CellRect>, now: Duration) -> Self {
        let earlier = before.filter(|turn| turn.is_at(place) && turn.is_remembered(now));
        let times = earlier.map_or(0, |turn| turn.times.saturating_add(1).min(Self::MOST_TIMES));
        Self { place, until: now.saturating_add(Self::wait(times)), times, passed_over: false }
    }

    /// The record of a turn aside, because the path was cut: the agent waits only if it has turned at this place before.
    #[must_use]
    pub(crate) fn aside(before: Option<Self>, place: Option<CellRect>, now: Duration) -> Self {
        match before.filter(|turn| turn.is_at(place) && turn.is_remembered(now)) {
            Some(_) => Self::again(before, place, now),
            None => Self { place, until: now, times: 0, passed_over: false },
        }
    }

    /// The record of a turn because of another request: the agent does not wait, but remembers the turn.
    #[must_use]
    pub(crate) fn asked(before: Option<Self>, place: Option<CellRect>, now: Duration) -> Self {
        let new = Self { place, until: now, times: 0, passed_over: false };
        let earlier = before.filter(|turn| turn.is_at(place) && turn.is_remembered(now));
        earlier.map_or(new, |turn| Self { until: turn.until.max(now), ..turn })
    }

    fn wait(times: u8) -> Duration {
        Self::FIRST_WAIT * (1 << times.min(Self::MOST_TIMES))
    }

    /// The place of a turn of an agent in this cell.
    #[must_use]
    pub(crate) fn place_of(cell: IVec2) -> CellRect {
        CellRect::of_cell(cell).grown(2)
    }

    /// Whether an edit in a rectangle counts as an edit at the place of the turn.
    #[must_use]
    pub(crate) fn is_at(&self, place: Option<CellRect>) -> bool {
        self.place.zip(place).is_none_or(|(own, other)| own.overlaps(other))
    }

    /// Whether one of the edits counts as an edit at the place of the turn.
    #[must_use]
    pub(crate) fn is_among(&self, edits: &Changes) -> bool {
        edits.rects().is_some_and(|mut rects| rects.any(|rect| self.is_at(Some(rect))))
    }

    /// The edits outside the place of the turn. There are none if the place is not known.
    #[must_use]
    pub(crate) fn leave_out(&self, edits: &Changes) -> Changes {
        self.place.map_or_else(Changes::default, |place| edits.apart_from(place))
    }

    /// Whether the agent still keeps its path at the time `now`.
    #[must_use]
    pub(crate) fn holds(&self, now: Duration) -> bool {
        now < self.until
    }

    /// Whether the turn was not long ago, so that the next turn at the same place counts as a repetition.
    #[must_use]
    pub(crate) fn is_remembered(&self, now: Duration) -> bool {
        now <= self.until.saturating_add(Self::wait(self.times) * Self::MEMORY)
    }

    /// Whether the agent was turned so often that it makes no progress.
    #[must_use]
    pub(crate) const fn is_frequent(&self) -> bool {
        self.times >= Self::MOST_TIMES - 1
    }

    /// Whether an agent refuses a path of this cost, which turns it round. `turn` is its last turn, and `kept` the cost of the path
    /// that it would keep.
    #[must_use]
    pub(crate) fn refuses(
        turn: Option<&Self>,
        cause: TurnCause,
        cost: Cost,
        kept: Cost,
        now: Duration,
    ) -> bool {
        let is_tie = kept <= cost;
        is_tie
            || turn.is_some_and(|turn| match cause {
                TurnCause::Opened => !turn.is_worth(cost, kept, Self::MOST_TIMES),
                TurnCause::GoalsMoved => turn.holds(now) && !turn.is_worth(cost, kept, 1),
                TurnCause::Asked => {
                    turn.is_remembered(now) && kept.saturating_sub(cost).units() <= cost.units() / 8
                }
                TurnCause::Cut(_) | TurnCause::Other => false,
            })
    }

    /// Whether a new path is so cheap that the agent turns back before the wait is over. `cost` is the cost of the new path, `kept`
    /// that of the path that it walks. After the first turn, `cost` must be less than half of `kept`, after the second turn less
    /// than a quarter, and so on, up to `most` turns.
    fn is_worth(&self, cost: Cost, kept: Cost, most: u8) -> bool {
        cost.units() < kept.units() >> (self.times.min(most) + 1)
    }
}
