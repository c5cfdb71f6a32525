//! What games do with a fleet, as values: a recording holds them.

use super::{
    agent_id::AgentId,
    agents::{GroundKind, Moment, PlanCause},
    requests::Request,
    settings::FleetSettings,
    walking::{Pace, Progress},
};
use crate::{crowd::CrowdRules, geometry::CellGeometry, graph::WaypointId};
use glam::{IVec2, Vec2};

/// A call of a [`Fleet`](super::Fleet) that changes its agents, or one of the phases of an update.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FleetInput {
    /// [`Fleet::insert`](super::Fleet::insert), and the id that the agent got.
    Insert(Option<Vec2>, GroundKind, AgentId),
    /// [`Fleet::remove`](super::Fleet::remove).
    Remove(AgentId),
    /// [`Fleet::set_position`](super::Fleet::set_position).
    SetPosition(AgentId, Option<Vec2>),
    /// [`Fleet::confirm_position`](super::Fleet::confirm_position).
    ConfirmPosition(AgentId, Vec2),
    /// [`Fleet::set_waypoint`](super::Fleet::set_waypoint).
    SetWaypoint(AgentId, Option<WaypointId>),
    /// [`Fleet::set_pace`](super::Fleet::set_pace).
    SetPace(AgentId, Option<Pace>),
    /// [`Fleet::set_crowd`](super::Fleet::set_crowd).
    SetCrowd(AgentId, Option<u8>),
    /// [`Fleet::set_crowd_rules`](super::Fleet::set_crowd_rules).
    SetCrowdRules(Box<CrowdRules>),
    /// [`Fleet::standing_cells`](super::Fleet::standing_cells).
    StandingCells,
    /// The agents on these cells have begun to stand for good.
    SetNewlyStanding(Vec<IVec2>),
    /// [`Fleet::restart_walk`](super::Fleet::restart_walk).
    RestartWalk(AgentId),
    /// The positions of the map's cells in the world are these from now on. `None` without a map.
    SetCells(Option<CellGeometry>),
    /// [`Fleet::ask`](super::Fleet::ask).
    Ask(AgentId, Box<Request>),
    /// [`Fleet::ask_again`](super::Fleet::ask_again).
    AskAgain(AgentId, PlanCause),
    /// [`Fleet::cancel`](super::Fleet::cancel).
    Cancel(AgentId),
    /// [`Fleet::set_active`](super::Fleet::set_active).
    SetActive(AgentId, bool),
    /// [`Fleet::set_ground`](super::Fleet::set_ground).
    SetGround(AgentId, GroundKind),
    /// [`Fleet::set_own_obstacles`](super::Fleet::set_own_obstacles).
    SetOwnObstacles(AgentId, Vec<IVec2>),
    /// [`Fleet::forget_moved_obstacles`](super::Fleet::forget_moved_obstacles).
    ForgetMovedObstacles,
    /// [`Fleet::set_steered`](super::Fleet::set_steered).
    SetSteered(AgentId, bool),
    /// [`Fleet::set_settings`](super::Fleet::set_settings).
    SetSettings(Box<FleetSettings>),
    /// An update begins at a moment. The flag says whether a profile has changed since the last update.
    Begin(Moment, bool),
    /// The requests are answered. The flag says whether a part of the map is not loaded.
    Answer(bool),
    /// The agents walk. The flag says whether a part of the map is not loaded.
    Walk(bool),
    /// The agents walk, and a game stores the bodies of agents on cells itself. The flag is that of [`FleetInput::Walk`].
    WalkBodies(bool, Box<BodyChanges>),
    /// [`Fleet::restore`](super::Fleet::restore), which no recording can play again.
    Restored,
}

/// What a game has changed about the bodies that it stores, since the last walk has moved them.
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyChanges {
    /// The bodies of agents that walk on their own.
    pub alone: BodyChangesOfWalk,
    /// The bodies of agents that walk in crowds.
    pub in_crowds: BodyChangesOfWalk,
}

/// The changes of the bodies that move in the same walk, each by the index of its agent.
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyChangesOfWalk {
    /// Bodies that are new, or that something other than the last walk has changed.
    pub seen: Vec<(u32, SeenBody)>,
    /// Bodies that are gone.
    pub gone: Vec<u32>,
    /// Bodies that the walk has put to a position, and that were then elsewhere, because of rounding.
    pub rounded: Vec<(u32, Vec2)>,
}

/// The body of an agent as a walk finds it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeenBody {
    /// Where it is.
    pub place: Vec2,
    /// How fast the agent walks.
    pub pace: Pace,
    /// How far the agent has come on its path, if the game stores this.
    pub progress: Option<Progress>,
}
