//! What there is to say about an agent.

use super::{cut_off::CutOff, named::NamedEntity};
use crate::request::{FailureReason, PathTarget, PlanCause};
use bevy::prelude::*;
use tilepath::{Cost, CostSplit, StepLengths};

/// What an agent does and why, by [`Explain::agent`](crate::Explain::agent). Its `Display` is one to five plain English sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The agent.
    pub agent: NamedEntity,
    /// What the agent does.
    pub state: AgentState,
    /// The path that the agent has, even while it waits for another.
    pub path: Option<PathExplanation>,
    /// What stands between the agent and its target, if there is no path or only a partial path.
    pub cut_off: Option<CutOff>,
    /// After a failure or a partial path: the seconds until the plugin may search again. It searches only if something has changed by then.
    pub retry_in: Option<f32>,
    /// The last answer to its request.
    pub answer: Option<LastAnswer>,
    /// Why and when the agent asked for an answer the last time.
    pub plan: Option<LastPlan>,
}

/// What an agent does. If several of these are true, it is the first one in this order.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AgentState {
    /// There is no such entity.
    Gone,
    /// It has no [`PathRequest`](crate::PathRequest).
    NoRequest,
    /// It is `Disabled`, so the plugin ignores it.
    Disabled,
    /// It waits for the map, which is being read.
    Loading,
    /// It waits for an answer: its request is in the queue, or its search is unfinished. If it has a path, it walks on meanwhile.
    Waiting {
        /// The number of requests that are answered before it.
        before: usize,
    },
    /// There is no path.
    Failed(FailureReason),
    /// It is at the end of its path.
    Arrived,
    /// It has a path, but no [`PathFollower`](crate::PathFollower) that walks it.
    NoFollower,
    /// The speed of its [`PathFollower`](crate::PathFollower) is not above 0.
    NoSpeed,
    /// Its next step is blocked, and it waits for another path.
    Blocked,
    /// It is a [crowd agent](crate::CrowdAgent) and others stand in its way: it waits until they give way.
    HeldUp,
    /// It is in a wall and walks out to the nearest free cell.
    WalkingOut,
    /// It walks along its path.
    Walking,
}

/// The path of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct PathExplanation {
    /// Whether the path is partial: the target can't be reached, and the path leads to the reachable cell nearest to it.
    pub is_partial: bool,
    /// The target to which the path leads. `None` for a partial path.
    pub target: Option<PathTarget>,
    /// The number of steps that are left: cells to enter, or waypoints to reach.
    pub steps: usize,
    /// The cost of the whole path when it was found.
    pub cost: Cost,
    /// The cost of the rest of the path. The rest begins at the cell that the agent left last, or at the waypoint to which it walks.
    /// Without a follower it is the whole path.
    pub remaining: Cost,
    /// What the rest of the path costs on the current map, in three parts whose sum is exactly [`remaining`](PathExplanation::remaining).
    /// `None` if an edit has changed the cost since or made the path illegal. On waypoints all of it is length.
    pub split: Option<CostSplit>,
    /// By which costs are shown in tiles.
    pub(super) lengths: StepLengths,
}

impl PathExplanation {
    /// A part of the cost, in tiles of plain ground or, on waypoints, in world units, for display.
    #[must_use]
    pub fn in_tiles(&self, cost: Cost) -> f64 {
        self.lengths.in_tiles(cost)
    }
}

/// The last answer to a request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastAnswer {
    /// What gave the answer.
    pub source: AnswerSource,
    /// The number of nodes that the search expanded. 0 for a goal field, for a request that was refused without a search, and for a failure
    /// other than [`ExpansionLimit`](FailureReason::ExpansionLimit).
    pub nodes_expanded: u32,
    /// How long the search took, in microseconds; 0 for a goal field. The time is measured, so it differs between runs. Nothing else
    /// depends on it.
    pub microseconds: f32,
    /// The number of frames since the answer.
    pub frames_ago: u32,
    /// The seconds since then, by Bevy's `Time`.
    pub seconds_ago: f32,
}

/// What gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerSource {
    /// A search for this agent.
    Search,
    /// A goal field that this many agents share now.
    Field {
        /// The number of agents with the same request.
        agents: u32,
    },
}

/// Why and when an agent asked for an answer the last time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastPlan {
    /// Why the agent asked.
    pub cause: PlanCause,
    /// The number of frames since then.
    pub frames_ago: u32,
    /// The seconds since then, by Bevy's `Time`.
    pub seconds_ago: f32,
}

impl Explanation {
    /// An explanation that says no more than what the agent does.
    pub(super) const fn new(agent: NamedEntity, state: AgentState) -> Self {
        Self { agent, state, path: None, cut_off: None, retry_in: None, answer: None, plan: None }
    }

    /// Why there is no path, if the request failed.
    #[must_use]
    pub const fn failure(&self) -> Option<FailureReason> {
        match self.state {
            AgentState::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    /// The obstacle without which there would be a path, if there is such an obstacle.
    #[must_use]
    pub fn obstacle(&self) -> Option<Entity> {
        match &self.cut_off {
            Some(CutOff::Obstacle { obstacle, .. }) => Some(obstacle.entity),
            _ => None,
        }
    }
}
