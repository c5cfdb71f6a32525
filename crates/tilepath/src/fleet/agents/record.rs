//! What is remembered about the last answer, for explanations.

use core::{fmt, time::Duration};
use glam::IVec2;

/// Why an agent's path was planned, and the effort of its last search. The effort is only for explanations: no answer
/// depends on measured time.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AnswerRecord {
    /// Why the agent last asked for an answer.
    pub cause: PlanCause,
    /// When the agent last asked for an answer.
    pub asked: Moment,
    /// When the last answer came.
    pub answered: Option<Moment>,
    /// The number of nodes that the last search expanded.
    pub nodes_expanded: u32,
    /// How long the last search took, in nanoseconds.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub nanoseconds: u32,
}

/// A frame, and the time at which it began.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moment {
    /// The number of the frame.
    pub frame: u32,
    /// The time since the game began. It is exact, however long a game runs.
    pub time: Duration,
}

impl Moment {
    /// The longest time of an update. It keeps the time far from its end, whatever a game passes.
    const LONGEST: Duration = Duration::from_secs(3600);

    /// The beginning of the next frame, after this time. More than an hour counts as an hour.
    #[must_use]
    pub fn next(self, time: Duration) -> Self {
        Self { frame: self.frame.wrapping_add(1), time: self.time.saturating_add(time.min(Self::LONGEST)) }
    }
}

impl AnswerRecord {
    /// Notes why the agent asks for an answer.
    pub const fn ask(&mut self, cause: PlanCause, now: Moment) {
        self.cause = cause;
        self.asked = now;
    }

    /// Notes an answer, and what its search took.
    pub fn answer(&mut self, nodes_expanded: u32, time: Duration, now: Moment) {
        self.answered = Some(now);
        self.nodes_expanded = nodes_expanded;
        self.nanoseconds = u32::try_from(time.as_nanos()).unwrap_or(u32::MAX);
    }
}

/// Why the path of an agent was planned: the cause of the agent's last answer, or of the answer that the agent waits for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlanCause {
    /// A new request was inserted.
    #[default]
    Requested,
    /// Another request was inserted while the search for an earlier one was under way, as several times before. This
    /// search runs to its end, and the agent walks by its path until the new request is answered.
    Overtaken,
    /// The agent was disabled, and was enabled again.
    Enabled,
    /// The agent changed between tiles and waypoints.
    ChangedGround,
    /// An edit of the map blocked the agent's path or made it more expensive. A request with
    /// [`in_sight`](crate::PathOptions::in_sight) also gets this cause if the edit may have changed from which cells the
    /// target is visible.
    PathEdited {
        /// The cell that was edited. `None` if there were too many edits to keep them one by one.
        at: Option<IVec2>,
    },
    /// An edit of the map may have made a cheaper path possible.
    MayBeShorter {
        /// The cell that was edited, or the first of several cells that were edited together. `None` if there were too many edits to keep
        /// them one by one.
        at: Option<IVec2>,
    },
    /// The map was replaced or removed, or a profile changed.
    MapReplaced,
    /// A waypoint or link of the agent's path changed, or a new link may have made a cheaper path possible.
    LinksChanged,
    /// A target moved to another cell, or another waypoint is now the nearest to a target.
    TargetMoved,
    /// Something other than its walk moved the agent off its path, or it gave way in a crowd and came no nearer to its goal from there.
    PushedOff,
    /// The request had failed or had only a partial path, and something has changed since.
    Retried,
    /// A [goal field](crate::GoalField) was ready, so the agent changed from a path of its own to the shared field.
    FieldReady,
    /// The [goal field](crate::GoalField) of the agent was dropped, or has no path for the agent any more.
    FieldLost,
}

impl fmt::Display for PlanCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::Requested => "it was asked for",
            Self::Overtaken => {
                "it is asked for again and again, faster than a search takes: a path for an earlier request comes first"
            }
            Self::Enabled => "the agent was enabled again",
            Self::ChangedGround => "the agent changed between tiles and waypoints",
            Self::PathEdited { at: Some(at) } => {
                return write!(f, "the map changed at ({}, {}), on its path", at.x, at.y);
            }
            Self::PathEdited { at: None } => "the map changed in many places",
            Self::MayBeShorter { at: Some(at) } => {
                return write!(
                    f,
                    "the map changed at ({}, {}), which may have opened a cheaper path",
                    at.x, at.y
                );
            }
            Self::MayBeShorter { at: None } => {
                "the map changed in many places, which may have opened a cheaper path"
            }
            Self::MapReplaced => "the map was replaced or a profile changed",
            Self::LinksChanged => "links or waypoints changed",
            Self::TargetMoved => "the target moved",
            Self::PushedOff => "it was pushed off its path",
            Self::Retried => "something changed after a failure",
            Self::FieldReady => "a goal field was ready for all agents with its request",
            Self::FieldLost => "its goal field knew no path for it any more",
        };
        f.write_str(sentence)
    }
}
