//! What the plugin remembers of the last answer, for those who ask why.

use bevy::prelude::*;
use core::{fmt, time::Duration};

/// Why an agent was asked for last, and what its last answer took. Nothing but explanations reads it: no answer may depend on measured
/// time.
#[derive(Component, Clone, Copy, Default, Debug)]
pub(crate) struct AnswerRecord {
    /// Why it was asked for the last time, and when.
    pub(crate) cause: PlanCause,
    pub(crate) asked: Moment,
    /// When the last answer came.
    pub(crate) answered: Option<Moment>,
    pub(crate) nodes_expanded: u32,
    /// How long its search took, in nanoseconds.
    pub(crate) nanoseconds: u32,
}

/// A frame, and the time at which it began. Small, because every agent keeps two.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(crate) struct Moment {
    pub(crate) frame: u32,
    /// The seconds since the app began, by Bevy's `Time`.
    pub(crate) seconds: f32,
}

impl AnswerRecord {
    /// Notes why the agent asks for an answer.
    pub(crate) const fn ask(&mut self, cause: PlanCause, now: Moment) {
        self.cause = cause;
        self.asked = now;
    }

    /// Notes an answer, and what its search took.
    pub(crate) fn answer(&mut self, nodes_expanded: u32, time: Duration, now: Moment) {
        self.answered = Some(now);
        self.nodes_expanded = nodes_expanded;
        self.nanoseconds = u32::try_from(time.as_nanos()).unwrap_or(u32::MAX);
    }
}

/// Why the plugin planned the path of an agent: the cause of the agent's last answer, or of the answer that the agent waits for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PlanCause {
    /// A new request was inserted.
    #[default]
    Requested,
    /// The agent was disabled, and was enabled again.
    Enabled,
    /// [`OnWaypoints`](crate::OnWaypoints) was inserted or removed, so the agent now walks over waypoints or over tiles.
    ChangedGround,
    /// An edit of the map blocked the agent's path or made it more expensive. A request with
    /// [`in_sight`](crate::PathRequest::in_sight) also gets this cause if the edit may have changed from which cells the
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
    /// Something other than the plugin moved the agent off its path.
    PushedOff,
    /// The request had failed or had only a partial path, and something has changed since.
    Retried,
    /// A [goal field](crate::guide::hordes) was ready, so the agent changed from a path of its own to the shared field.
    FieldReady,
    /// The [goal field](crate::guide::hordes) of the agent was dropped, or has no path for the agent any more.
    FieldLost,
}

impl fmt::Display for PlanCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::Requested => "it was asked for",
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
