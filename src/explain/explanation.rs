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
    /// What it does.
    pub state: AgentState,
    /// The path that it has, also while it waits for another.
    pub path: Option<PathExplanation>,
    /// What stands between it and its target, if there is no path or only a partial one.
    pub cut_off: Option<CutOff>,
    /// After a failure or a partial path: the seconds until the plugin may search again. It does so if something has changed by then.
    pub retry_in: Option<f32>,
    /// The last answer to its request.
    pub answer: Option<LastAnswer>,
    /// Why and when it asked for an answer the last time.
    pub plan: Option<LastPlan>,
}

/// What an agent does. Of several that hold, the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AgentState {
    /// There is no such entity.
    Gone,
    /// It has no [`PathRequest`](crate::PathRequest).
    NoRequest,
    /// It is `Disabled`: it takes no part.
    Disabled,
    /// It waits for the map, which is being read.
    Loading,
    /// It waits for an answer, in the queue or with its search under way. If it has a path, it walks on meanwhile.
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
    /// Its [`PathFollower`](crate::PathFollower) has no speed above zero.
    NoSpeed,
    /// Its next step is blocked, and it waits for another path.
    Blocked,
    /// It [occupies](crate::CrowdAgent) its cell, and others stand in its way: it waits until they give way.
    HeldUp,
    /// It is in a wall and walks out to the nearest free cell.
    WalkingOut,
    /// It walks along its path.
    Walking,
}

/// The path of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct PathExplanation {
    /// Whether the target can't be reached, and the path leads to the reachable cell nearest to it.
    pub is_partial: bool,
    /// The target to which it leads. `None` for a partial path.
    pub target: Option<PathTarget>,
    /// The steps that are left: cells to enter, or waypoints.
    pub steps: usize,
    /// The cost of the whole path as it was found.
    pub cost: Cost,
    /// The cost of the rest, from the cell that the agent left last (without a follower, all of it) or the waypoint that it walks to.
    pub remaining: Cost,
    /// What the rest costs on the map as it is now, in three parts that add up to [`remaining`](PathExplanation::remaining) exactly. `None`
    /// if the map was edited since, so that the path is another or none. Over waypoints all is length.
    pub split: Option<CostSplit>,
    /// By which costs are shown in tiles.
    pub(super) lengths: StepLengths,
}

impl PathExplanation {
    /// A part of the cost in tiles of plain ground (over waypoints: in world units), for people.
    #[must_use]
    pub fn in_tiles(&self, cost: Cost) -> f64 {
        self.lengths.in_tiles(cost)
    }
}

/// The last answer to a request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastAnswer {
    /// What gave it.
    pub source: AnswerSource,
    /// The nodes that the search expanded. 0 for a goal field, for a request that was refused without a search, and for a failure other
    /// than [`ExpansionLimit`](FailureReason::ExpansionLimit).
    pub nodes_expanded: u32,
    /// How long the search took, in microseconds; 0 for a goal field. It is measured, so it differs from run to run, and nothing depends on
    /// it.
    pub microseconds: f32,
    /// The number of frames since then.
    pub frames_ago: u32,
    /// The seconds since then, by Bevy's `Time`.
    pub seconds_ago: f32,
}

/// What gave an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerSource {
    /// A search for this agent.
    Search,
    /// A goal field, shared by this many agents now.
    Field {
        /// The number of agents with the same request.
        agents: u32,
    },
}

/// Why and when an agent asked for an answer the last time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastPlan {
    /// Why.
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

    /// The obstacle without which there would be a path, if there is one.
    #[must_use]
    pub fn obstacle(&self) -> Option<Entity> {
        match &self.cut_off {
            Some(CutOff::Obstacle { obstacle, .. }) => Some(obstacle.entity),
            _ => None,
        }
    }
}
