//! Path results: what an agent is answered.

use crate::{goal_fields::SharedWay, nav_grid::NavGrid, profile::ProfileId, request::PathTarget};
use bevy::prelude::*;
use core::fmt;
use std::borrow::Cow;
use tilepath::{Cost, InvalidAversion, Path, PathError};

/// The answer to the [`PathRequest`](crate::PathRequest) of the same entity.
///
/// It holds the way that a search found, or where it begins on a field that is shared by all who ask the same (see
/// [`GoalFields`](crate::GoalFields)). Both are asked alike, with the map at hand; only the shared one costs as many steps to read as
/// it has cells.
///
/// A way that was searched is kept as it was found. A shared one is always as the map is: it begins at the cell that the agent has
/// left last, or where it was asked for if the agent does not walk by a [`PathFollower`](crate::PathFollower).
#[derive(Component, Clone, PartialEq, Default, Debug)]
pub struct PathResult {
    pub(crate) status: PathStatus,
    pub(crate) way: Way,
}

/// Where a way is to be had.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) enum Way {
    #[default]
    None,
    Own(Box<OwnWay>),
    Shared(SharedWay),
}

/// A way of an agent's own, from a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct OwnWay {
    pub(crate) path: Path,
    pub(crate) target: Option<PathTarget>,
}

/// How a request stands.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum PathStatus {
    /// Not searched yet.
    #[default]
    Pending,
    /// There is a way. It is the cheapest, unless the request's own heuristic or inflation gave that up.
    Found,
    /// The target can't be reached; the way leads to the reachable cell nearest to it.
    Partial,
    /// There is no way. It is searched again when the map or the target changes, after a wait.
    Failed(PathFailure),
}

impl PathResult {
    /// How the request stands.
    #[must_use]
    pub const fn status(&self) -> PathStatus {
        self.status
    }

    /// Why there is no way, where there is none.
    #[must_use]
    pub const fn failure(&self) -> Option<PathFailure> {
        match self.status {
            PathStatus::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The cells of the way from its beginning to its end; empty while there is none.
    #[must_use]
    pub fn waypoints(&self, nav_grid: &NavGrid) -> Cow<'_, [IVec2]> {
        match &self.way {
            Way::None => Cow::Borrowed(&[]),
            Way::Own(own) => Cow::Borrowed(own.path.cells()),
            Way::Shared(shared) => Cow::Owned(shared.path(nav_grid).cells().to_vec()),
        }
    }

    /// The exact cost of the whole way.
    #[must_use]
    pub fn cost(&self) -> Cost {
        match &self.way {
            Way::None => Cost::ZERO,
            Way::Own(own) => own.path.cost(),
            Way::Shared(shared) => shared.cost(),
        }
    }

    /// The sum of the danger of all cells entered, in tiles of detour.
    #[must_use]
    pub fn danger(&self, nav_grid: &NavGrid) -> f64 {
        match &self.way {
            Way::None => 0.0,
            Way::Own(own) => own.path.danger(),
            Way::Shared(shared) => shared.path(nav_grid).danger(),
        }
    }

    /// Nodes that the search expanded; none for a way that is shared.
    #[must_use]
    pub fn nodes_expanded(&self) -> u32 {
        self.own_path().map_or(0, Path::nodes_expanded)
    }

    /// Which of the request's targets the way leads to. `None` while there is no way, and for a partial one.
    #[must_use]
    pub fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        match &self.way {
            Way::None => None,
            Way::Own(own) => own.target,
            Way::Shared(shared) => shared.target(nav_grid),
        }
    }

    /// Whether the way is shared with all who ask the same, instead of a list of waypoints of the agent's own.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self.way, Way::Shared(_))
    }

    /// Whether there is a way to walk, to the target or as near as it goes.
    #[must_use]
    pub const fn has_path(&self) -> bool {
        matches!(self.status, PathStatus::Found | PathStatus::Partial)
    }

    /// The way of a search.
    pub(crate) fn own_path(&self) -> Option<&Path> {
        match &self.way {
            Way::Own(own) => Some(&own.path),
            _ => None,
        }
    }

    /// The cells of the way of a search.
    pub(crate) fn own_cells(&self) -> &[IVec2] {
        self.own_path().map_or(&[], Path::cells)
    }

    pub(crate) fn found(way: Way) -> Self {
        Self { status: PathStatus::Found, way }
    }

    pub(crate) fn fail(failure: PathFailure) -> Self {
        Self { status: PathStatus::Failed(failure), ..default() }
    }
}

/// Why there is no way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PathFailure {
    /// There is no map yet, or it was despawned.
    NoMap,
    /// The agent has no `Transform`.
    NoTransform,
    /// The agent's position is NaN or infinite.
    StartNotFinite(Vec2),
    /// The agent is outside the map.
    StartOutside(IVec2),
    /// The agent is in a wall. With a [`PathFollower`](crate::PathFollower) it walks out instead, unless every cell is a wall.
    StartBlocked(IVec2),
    /// The request has no target.
    NoGoal,
    /// The target entity is despawned or has no `Transform`.
    GoalGone(Entity),
    /// The target's position is NaN or infinite.
    GoalNotFinite(Vec2),
    /// The target is outside the map.
    GoalOutside(IVec2),
    /// The target is in a wall, and no free cell within range of it.
    GoalBlocked(IVec2),
    /// No way leads from the start to the target.
    Unreachable {
        /// The cell that the agent is in.
        start: IVec2,
        /// The cell of the first target.
        goal: IVec2,
    },
    /// The search was given up after this many expansions.
    OverBudget(u32),
    /// There is a way, but its cost can't be represented; see [`Cost`].
    TooCostly,
    /// The range is negative or NaN.
    InvalidRange(f32),
    /// The inflation is below 1, NaN or too great.
    InvalidInflation(f32),
    /// The danger aversion is negative, NaN or too great.
    InvalidAversion(f32),
    /// The profile is not one of this app's [`CostProfiles`](crate::CostProfiles).
    UnknownProfile(ProfileId),
}

impl From<PathError> for PathFailure {
    fn from(error: PathError) -> Self {
        match error {
            PathError::StartOutside(cell) => Self::StartOutside(cell),
            PathError::StartBlocked(cell) => Self::StartBlocked(cell),
            PathError::GoalOutside(cell) => Self::GoalOutside(cell),
            PathError::GoalBlocked(cell) => Self::GoalBlocked(cell),
            PathError::NoGoal => Self::NoGoal,
            PathError::Unreachable { start, goal } => Self::Unreachable { start, goal },
            PathError::OverBudget(expansions) => Self::OverBudget(expansions),
            PathError::TooCostly => Self::TooCostly,
            PathError::InvalidRange(range) => Self::InvalidRange(range),
            PathError::InvalidInflation(inflation) => Self::InvalidInflation(inflation),
        }
    }
}

impl From<InvalidAversion> for PathFailure {
    fn from(error: InvalidAversion) -> Self {
        Self::InvalidAversion(error.0)
    }
}

impl fmt::Display for PathFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoMap => f.write_str("there is no map"),
            Self::NoTransform => f.write_str("the agent has no Transform"),
            Self::StartNotFinite(at) => write!(f, "the agent's position {at} is not finite"),
            Self::StartOutside(cell) => PathError::StartOutside(cell).fmt(f),
            Self::StartBlocked(cell) => PathError::StartBlocked(cell).fmt(f),
            Self::NoGoal => f.write_str("the request has no target"),
            Self::GoalGone(entity) => write!(f, "the target {entity} is gone"),
            Self::GoalNotFinite(at) => write!(f, "the target's position {at} is not finite"),
            Self::GoalOutside(cell) => PathError::GoalOutside(cell).fmt(f),
            Self::GoalBlocked(cell) => PathError::GoalBlocked(cell).fmt(f),
            Self::Unreachable { start, goal } => PathError::Unreachable { start, goal }.fmt(f),
            Self::OverBudget(expansions) => PathError::OverBudget(expansions).fmt(f),
            Self::TooCostly => PathError::TooCostly.fmt(f),
            Self::InvalidRange(range) => PathError::InvalidRange(range).fmt(f),
            Self::InvalidInflation(inflation) => PathError::InvalidInflation(inflation).fmt(f),
            Self::InvalidAversion(aversion) => InvalidAversion(aversion).fmt(f),
            Self::UnknownProfile(profile) => write!(f, "there is no profile {profile:?}"),
        }
    }
}

impl core::error::Error for PathFailure {}
