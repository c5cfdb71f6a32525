//! What there is to say about an agent.

use super::named::NamedEntity;
use crate::request::{FailureReason, PathTarget};
use bevy::prelude::*;
use tilepath::{Cost, CostSplit, EngineChoice, StepLengths, crowd::StuckReason, fleet::PlanCause};

/// What an agent does and why. [`Explain::agent`](crate::Explain::agent) returns it. Its `Display` writes a few English
/// sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The agent.
    pub agent: NamedEntity,
    /// What the agent does.
    pub state: AgentState,
    /// Why the agent is stuck among other [crowd agents](crate::CrowdAgent), as in the event [`AgentStuck`](crate::AgentStuck). `None` for an agent
    /// that is not stuck, and for one that walks [by a plan](AgentState::ByPlan).
    pub stuck: Option<StuckReason>,
    /// The path of the agent. `None` without a path. While the agent waits for a new path, this is still the old path.
    pub path: Option<PathExplanation>,
    /// The obstacles with a [class](crate::NavObstacle::with_class) that the rest of the path leads through, in the order in which the agent
    /// comes to them.
    pub obstacles: Vec<NamedEntity>,
    /// What stands between the agent and its target, if the target can't be reached. `None` in all other cases, and for an agent
    /// on waypoints.
    pub cut_off: Option<CutOff>,
    /// The time in seconds until the plugin may search again after a failure or a partial path. The plugin searches again only if
    /// something has changed by then. `None` if there was no failure and the path is not partial.
    pub retry_in: Option<f32>,
    /// The last answer to the agent's request. `None` before the first answer.
    pub answer: Option<LastAnswer>,
    /// When the agent last asked for a path, and why. `None` if the entity has no request or is `Disabled`.
    pub plan: Option<LastPlan>,
}

/// What stands between an agent and a target that it can't reach.
#[derive(Clone, PartialEq, Debug)]
pub enum CutOff {
    /// Only this obstacle cuts the agent off: without it there would be a path. If that is true of several obstacles, this is the
    /// one nearest to the agent, by the distance between cell centres. Of equally near obstacles, the lowest row counts, then the
    /// lowest column, then the lowest entity.
    Obstacle {
        /// The entity with [`NavObstacle`](crate::NavObstacle).
        obstacle: NamedEntity,
        /// The cell of the obstacle that is nearest to the agent.
        cell: IVec2,
    },
    /// No single obstacle cuts the agent off. `cells` are the fewest blocked cells that would have to become free to open a path,
    /// in the order from the agent to the target. If several choices have equally few cells, the choice with the shortest path
    /// counts. See [`Barrier::thinnest`](tilepath::Barrier::thinnest).
    ///
    /// A blocked cell is a wall, terrain that the profile can't enter, or a cell under an obstacle.
    Walls {
        /// The blocked cells. Empty if neither free cells nor edges without walls help by themselves.
        cells: Vec<IVec2>,
        /// The obstacles on these cells, sorted by [`NavId`](crate::NavId).
        obstacles: Vec<NamedEntity>,
    },
    /// Free cells can't help, but edges without [walls](crate::EdgeWall) can. See [`Barrier::thinnest_edges`](tilepath::Barrier::thinnest_edges).
    EdgeWalls {
        /// The fewest edges that would have to open, each as the two cells that have it in common, in the order from the agent to the target.
        edges: Vec<[IVec2; 2]>,
        /// The walls on these edges that the agent can't pass, sorted by [`NavId`](crate::NavId).
        walls: Vec<NamedEntity>,
    },
    /// Walls do not separate the agent from its target. But the request asks for a path that ends [in
    /// sight](crate::PathRequest::in_sight) of the target, and the agent can reach no cell from which it sees the target.
    OutOfSight,
}

/// What an agent does. If several variants fit, the first of them counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AgentState {
    /// The entity does not exist.
    Gone,
    /// The entity has no [`PathRequest`](crate::PathRequest).
    NoRequest,
    /// The agent is `Disabled`, so the plugin ignores the agent.
    Disabled,
    /// The agent stands on a part of the world that is not loaded: no tilemap is there. It goes on when there is one again.
    NotLoaded,
    /// The agent waits for the map, which is still loading.
    Loading,
    /// The agent waits for an answer: its request is in the queue, or its search is unfinished. If the agent has an old path, it
    /// walks on meanwhile.
    Waiting {
        /// The number of requests that are answered before this one.
        before: usize,
    },
    /// There is no path, for this reason.
    Failed(FailureReason),
    /// The agent is at the end of its path.
    Arrived,
    /// The agent has a path, but no [`PathFollower`](crate::PathFollower), so the plugin does not move the agent.
    NoFollower,
    /// The agent stands still because the speed of its [`PathFollower`](crate::PathFollower) is 0, negative or NaN.
    NoSpeed,
    /// The agent's next step is blocked. The agent waits for another path.
    Blocked,
    /// The agent has stopped before an obstacle of a class that its request [names](crate::PathRequest::stop_before).
    Stopped,
    /// The agent is a [crowd agent](crate::CrowdAgent), and other agents stand in its way. The agent waits until they give way.
    HeldUp,
    /// The agent is a [crowd agent](crate::CrowdAgent) in a jam, and walks by a plan that leads the agents of the jam past each other.
    ByPlan {
        /// The number of agents in the jam, this agent included.
        agents: usize,
    },
    /// The agent is in a wall and walks out to the nearest free cell.
    WalkingOut,
    /// The agent walks along its path.
    Walking,
}

/// The path of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct PathExplanation {
    /// Whether the path is partial: the target can't be reached, and the path leads to the reachable cell nearest to the target.
    pub is_partial: bool,
    /// The target to which the path leads. `None` for a partial path.
    pub target: Option<PathTarget>,
    /// The number of steps that are left: cells to enter, or waypoints to reach.
    pub steps: usize,
    /// The cost of the whole path. A [shared](crate::PathResult::is_shared) path begins at the cell that the agent left last.
    pub cost: Cost,
    /// The cost of the rest of the path: from the cell that the agent left last, or from the waypoint to which the agent walks.
    /// Without a follower it is the cost of the whole path.
    pub remaining: Cost,
    /// The cost of the rest of the path on the current map, in three parts: length, terrain and danger. Their sum is exactly
    /// [`remaining`](PathExplanation::remaining). On waypoints the whole cost is length.
    ///
    /// `None` if an edit of the map has changed the cost since the path was found, or has blocked the path.
    pub split: Option<CostSplit>,
    /// By which costs are shown in tiles.
    pub(super) lengths: StepLengths,
}

impl PathExplanation {
    /// Converts a cost of this path for display: into tiles of plain ground or, on waypoints, into world units.
    #[must_use]
    pub fn in_tiles(&self, cost: Cost) -> f64 {
        self.lengths.in_tiles(cost)
    }
}

/// The last answer to a request.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastAnswer {
    /// Whether a search or a goal field gave the answer.
    pub source: AnswerSource,
    /// The engine that searches for this request on the map as it is now, and why it is this one. `None` if a goal field gave the answer,
    /// on waypoints, and for an agent with [own obstacles](crate::NavObstacle).
    pub engine: Option<EngineChoice>,
    /// The number of nodes that the search expanded.
    ///
    /// The number is 0 in these cases:
    ///
    /// - A goal field gave the answer.
    /// - The request was refused without a search.
    /// - On tiles: the search failed, for any reason except [`ExpansionLimit`](tilepath::PathError::ExpansionLimit).
    pub nodes_expanded: u32,
    /// The time that the search took, in microseconds; 0 for a goal field. The time is measured, so it differs from run to run.
    /// No path depends on it.
    pub microseconds: f32,
    /// The number of frames since the answer.
    pub frames_ago: u32,
    /// The seconds since the answer, by Bevy's `Time`.
    pub seconds_ago: f32,
}

/// Where an answer came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerSource {
    /// A search for this agent alone.
    Search,
    /// A goal field that all agents with the same request share.
    Field {
        /// The number of agents with the same request, this agent included.
        agents: u32,
    },
}

/// When an agent last asked for a path, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LastPlan {
    /// Why the agent asked for a path.
    pub cause: PlanCause,
    /// The number of frames since the agent asked.
    pub frames_ago: u32,
    /// The seconds since the agent asked, by Bevy's `Time`.
    pub seconds_ago: f32,
}

impl Explanation {
    /// An explanation that says no more than what the agent does.
    pub(super) const fn new(agent: NamedEntity, state: AgentState) -> Self {
        Self {
            agent,
            state,
            stuck: None,
            path: None,
            obstacles: Vec::new(),
            cut_off: None,
            retry_in: None,
            answer: None,
            plan: None,
        }
    }

    /// Why there is no path. `None` if the request has not failed.
    #[must_use]
    pub const fn failure(&self) -> Option<FailureReason> {
        match self.state {
            AgentState::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    /// The obstacle that alone cuts the agent off, see [`CutOff::Obstacle`]. `None` if there is no such obstacle.
    #[must_use]
    pub fn obstacle(&self) -> Option<Entity> {
        match &self.cut_off {
            Some(CutOff::Obstacle { obstacle, .. }) => Some(obstacle.entity),
            _ => None,
        }
    }
}
