//! Agents that an edit has turned round: for some time, no edit at the same place turns them back.

use crate::{
    cost::Cost,
    ground::{CellRect, Changes},
};

/// An edit turned an agent round: for some time it does not turn back for the same place.
///
/// Without this rule, an agent between two paths of nearly the same length would turn each time that a door opens or closes, and would not
/// come nearer to its goal.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UTurn {
    /// The place of the edit. `None` if it is not known, so that any edit counts as one there.
    place: Option<CellRect>,
    /// Until when the agent keeps its path, in seconds.
    until: f32,
    /// How often the place turned the agent before.
    times: u8,
    /// Whether the agent has since passed over a path that an edit there opened. It is searched for when the wait is over.
    pub passed_over: bool,
}

/// What an edit did to the path of an agent that asks for another.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edited {
    /// It made the path illegal or dearer, at this place.
    Cut(CellRect),
    /// It may have opened a cheaper path, at the place that turned the agent.
    Opened,
}

impl UTurn {
    /// The wait after the first turn in seconds. It doubles with each further one.
    const FIRST_WAIT: f32 = 1.0;
    /// After this many turns the wait doubles no more.
    const MOST_TIMES: u8 = 6;
    /// A turn is forgotten this many of its waits after it ended.
    const MEMORY: f32 = 64.0;

    /// The agent is turned round at the time `now`, in seconds.
    #[must_use]
    pub fn again(before: Option<Self>, place: Option<CellRect>, now: f32) -> Self {
        let earlier = before.filter(|turn| turn.is_at(place) && turn.is_remembered(now));
        let times = earlier.map_or(0, |turn| (turn.times + 1).min(Self::MOST_TIMES));
        Self { place, until: now + Self::wait(times), times, passed_over: false }
    }

    fn wait(times: u8) -> f32 {
        Self::FIRST_WAIT * 2f32.powi(times.into())
    }

    /// Whether an edit in a rectangle counts as one at the place of the turn.
    #[must_use]
    pub fn is_at(&self, place: Option<CellRect>) -> bool {
        self.place.zip(place).is_none_or(|(own, other)| own.overlaps(other))
    }

    /// Whether edits may have opened a path at the place of the turn.
    #[must_use]
    pub fn is_among(&self, edits: &Changes) -> bool {
        edits.rects().is_some_and(|mut rects| rects.any(|rect| self.is_at(Some(rect))))
    }

    /// The edits that were made elsewhere.
    #[must_use]
    pub fn leave_out(&self, edits: &Changes) -> Changes {
        self.place.map_or_else(Changes::default, |place| edits.apart_from(place))
    }

    /// Whether the agent keeps its path.
    #[must_use]
    pub fn holds(&self, now: f32) -> bool {
        now < self.until
    }

    /// Whether the agent was turned not long ago.
    #[must_use]
    pub fn is_remembered(&self, now: f32) -> bool {
        now <= self.until + Self::MEMORY * Self::wait(self.times)
    }

    /// Whether the agent was turned so often that it gets nowhere.
    #[must_use]
    pub const fn is_frequent(&self) -> bool {
        self.times + 1 >= Self::MOST_TIMES
    }

    /// Whether an agent turns back all the same: the path costs less than half of what is left, after the second turn less than a quarter,
    /// and so on.
    #[must_use]
    pub fn is_worth(&self, cost: Cost, left: Cost) -> bool {
        cost.units() < left.units() >> (self.times + 1)
    }
}
