//! Path results: the answers to requests.

use super::{failure::FailureReason, path_on_field::PathOnField, profiles::ProfileId, target::PathTarget};
use crate::map::NavGrid;
use crate::rollback::{KeptComponent, Rename};
use bevy::ecs::entity::MapEntities;
use bevy::prelude::*;
#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use std::{borrow::Cow, sync::Arc};
use tilepath::{Cost, Path};

/// The answer to the [`PathRequest`](crate::PathRequest) of the same entity. For Bevy's change detection, the component
/// changes when a new answer arrives, not when the agent walks.
///
/// An agent has either its own path, from a search, or a shared path, on a [goal field](crate::guide::hordes) for all agents with
/// the same request. The methods work in the same way for both, with these differences:
///
/// - *Where the path begins.* The agent's own path begins where the search began. A shared path begins at the cell that the agent
///   left last; without a [`PathFollower`](crate::PathFollower), at the cell in which the request was made.
/// - *Edits of the map.* The agent's own path changes only with a new search. A shared path follows the current map. After [large
///   edits](crate::PathfindingSettings::field_cells_per_frame) the goal field is rebuilt, which takes up to 600 frames. During
///   this time a shared path is legal but perhaps not the cheapest, and its cost is from before the edits.
/// - *Time.* Reading a shared path takes time in proportion to its length.
///
/// Answers are not saved. When a saved request is loaded, its status is [`Pending`](PathStatus::Pending), and the plugin answers
/// the request again.
#[derive(Component, Clone, PartialEq, Default, Debug, Reflect)]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
pub struct PathResult {
    // Not saved: the plugin answers a loaded request again.
    #[reflect(skip_serializing, default)]
    pub(crate) status: PathStatus,
    #[reflect(ignore)]
    pub(crate) path: FoundPath,
}

impl KeptComponent for PathResult {
    // Where the rest of a shared path begins is written past it.
    const IS_WATCHED: bool = false;

    fn rename(&mut self, entities: &mut Rename) {
        self.status.map_entities(entities);
        match &mut self.path {
            FoundPath::None => {}
            FoundPath::Own(path) => path.target.map_entities(entities),
            FoundPath::Shared(path) => {
                path.targets.iter_mut().for_each(|target| target.map_entities(entities));
            }
            FoundPath::OverWaypoints(path) => {
                path.waypoints.iter_mut().for_each(|waypoint| *waypoint = entities.now(*waypoint));
                path.target.map_entities(entities);
            }
        }
    }
}

/// Where the path is stored.
#[derive(Clone, PartialEq, Default, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum FoundPath {
    #[default]
    None,
    Own(OwnPath),
    Shared(PathOnField),
    OverWaypoints(Box<PathOverWaypoints>),
}

/// The agent's own path, from a search.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct OwnPath {
    pub(crate) path: Arc<Path>,
    pub(crate) target: Option<PathTarget>,
    /// The profile of the agent's request.
    pub(crate) profile: ProfileId,
}

/// The path of an agent over waypoints, from a search.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PathOverWaypoints {
    pub(crate) waypoints: Vec<Entity>,
    /// The cost of each link, in the order of the path.
    pub(crate) links: Vec<Cost>,
    pub(crate) target: Option<PathTarget>,
    pub(crate) nodes_expanded: u32,
}

impl PathOverWaypoints {
    /// The cost of the rest of the path, from the waypoint with this index in the path.
    pub(crate) fn cost_from(&self, index: usize) -> Cost {
        let rest = self.links.get(index..).unwrap_or_default();
        rest.iter().fold(Cost::ZERO, |sum, &link| sum.saturating_add(link))
    }
}

/// The state of a request: not answered yet, answered with a path, or failed.
#[derive(Clone, Copy, PartialEq, Default, Debug, MapEntities, Reflect)]
#[reflect(Clone, Debug, Default, PartialEq)]
#[type_path = "bevy_tilepath"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum PathStatus {
    /// The request has no answer yet. If the agent had a path for an earlier request, the result still holds this path, and the
    /// agent walks on by it until the answer comes.
    #[default]
    Pending,
    /// There is a path to the target. It is the cheapest path, unless the request sets a heuristic or an inflation.
    Found,
    /// The target can't be reached. The request [allows a partial path](crate::PathRequest::allow_partial), so the path leads to
    /// the reachable cell that is nearest to the target.
    Partial,
    /// There is no path. After a [wait](crate::PathfindingSettings::retry_delay_secs), the plugin searches again if the map, a
    /// profile, the target or the agent's cell has changed.
    Failed(#[entities] FailureReason),
}

impl PathResult {
    /// The state of the request: pending, found, partial or failed.
    #[must_use]
    pub const fn status(&self) -> PathStatus {
        self.status
    }

    /// Why the request failed. `None` if it did not fail.
    #[must_use]
    pub const fn failure(&self) -> Option<FailureReason> {
        match self.status {
            PathStatus::Failed(reason) => Some(reason),
            _ => None,
        }
    }

    /// The cells of the path, from the start to the end. Empty if there is no path. Also empty for an agent on waypoints: use
    /// [`waypoint_entities`](PathResult::waypoint_entities) there.
    #[must_use]
    pub fn cells(&self, nav_grid: &NavGrid) -> Cow<'_, [IVec2]> {
        match &self.path {
            FoundPath::None | FoundPath::OverWaypoints(_) => Cow::Borrowed(&[]),
            FoundPath::Own(own) => Cow::Borrowed(own.path.cells()),
            FoundPath::Shared(shared) => Cow::Owned(shared.path(nav_grid).cells().to_vec()),
        }
    }

    /// The centres of the [`cells`](PathResult::cells) as points of the [plane](crate::Plane), to draw the path or to move along
    /// it. Also empty for an agent on waypoints: the position of a waypoint comes from
    /// [`WaypointGraph::position`](crate::WaypointGraph::position).
    pub fn points<'a>(&'a self, nav_grid: &'a NavGrid) -> impl Iterator<Item = Vec2> + 'a {
        let cells = self.cells(nav_grid);
        (0..cells.len()).filter_map(move |index| nav_grid.center_of(*cells.get(index)?))
    }

    /// The waypoints of the path, from the start to the end, if the agent is [`OnWaypoints`](crate::OnWaypoints). Empty if there
    /// is no path, and for agents on tiles.
    #[must_use]
    pub fn waypoint_entities(&self) -> &[Entity] {
        self.waypoint_path().map_or(&[], |path| &path.waypoints)
    }

    /// The exact cost of the whole path; 0 if there is no path. On waypoints it is the sum of the costs of the links; the walk to
    /// the first waypoint costs nothing.
    #[must_use]
    pub fn cost(&self, nav_grid: &NavGrid) -> Cost {
        match &self.path {
            FoundPath::None => Cost::ZERO,
            FoundPath::Own(own) => own.path.cost(),
            FoundPath::Shared(shared) => shared.cost(nav_grid),
            FoundPath::OverWaypoints(path) => path.cost_from(0),
        }
    }

    /// The sum of the danger of all cells that the path enters, in tiles of detour (see [`DangerSource`](crate::DangerSource)).
    /// No aversion is applied. 0 on waypoints.
    #[must_use]
    pub fn danger(&self, nav_grid: &NavGrid) -> f64 {
        match &self.path {
            FoundPath::None | FoundPath::OverWaypoints(_) => 0.0,
            FoundPath::Own(own) => own.path.danger(),
            FoundPath::Shared(shared) => shared.path(nav_grid).danger(),
        }
    }

    /// The number of nodes that the search expanded. 0 for a shared path, because no search was made.
    #[must_use]
    pub fn nodes_expanded(&self) -> u32 {
        match &self.path {
            FoundPath::None | FoundPath::Shared(_) => 0,
            FoundPath::Own(own) => own.path.nodes_expanded(),
            FoundPath::OverWaypoints(path) => path.nodes_expanded,
        }
    }

    /// The target to which the path leads. `None` if there is no path, or if the path is partial.
    #[must_use]
    pub fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        match &self.path {
            FoundPath::None => None,
            FoundPath::Own(own) => own.target,
            FoundPath::Shared(shared) => shared.target(nav_grid),
            FoundPath::OverWaypoints(path) => path.target,
        }
    }

    /// Whether the path comes from a [goal field](crate::guide::hordes) that agents with the same request share.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self.path, FoundPath::Shared(_))
    }

    /// Whether there is a path, complete or partial. While the request is [pending](PathStatus::Pending), it may be the path of an
    /// earlier request, by which the agent walks on.
    #[must_use]
    pub const fn has_path(&self) -> bool {
        !matches!(self.path, FoundPath::None)
    }

    /// The path over waypoints.
    pub(crate) fn waypoint_path(&self) -> Option<&PathOverWaypoints> {
        match &self.path {
            FoundPath::OverWaypoints(path) => Some(path),
            _ => None,
        }
    }

    /// An answer with a path.
    pub(crate) const fn found(status: PathStatus, path: FoundPath) -> Self {
        Self { status, path }
    }

    /// An answer without a path.
    pub(crate) const fn failed(reason: FailureReason) -> Self {
        Self { status: PathStatus::Failed(reason), path: FoundPath::None }
    }
}
