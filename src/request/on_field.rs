//! The mark of agents on a goal field, and the path of such an agent.

use crate::{map::NavGrid, request::target::PathTarget};
use bevy::prelude::*;
use smallvec::SmallVec;
use tilepath::{Cost, Path, fleet::SharedPath};

/// The path of this agent is read from the goal field in this slot. Answers insert it and remove it by deferred commands: it is there from
/// the next set on.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OnField(pub(crate) u16);

/// The path of one agent across a goal field, and the targets of its request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PathOnField {
    pub(crate) shared: SharedPath,
    pub(crate) targets: SmallVec<[PathTarget; 1]>,
}

impl PathOnField {
    /// The path as a search gives it; empty if there is none any more.
    pub(crate) fn path(&self, nav_grid: &NavGrid) -> Path {
        nav_grid.map().map_or_else(Path::default, |map| self.shared.path(nav_grid.fields(), map))
    }

    /// The cost of the path; 0 if there is none any more.
    pub(crate) fn cost(&self, nav_grid: &NavGrid) -> Cost {
        self.shared.cost(nav_grid.fields())
    }

    /// The target to which the path leads.
    pub(crate) fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        self.targets.get(self.shared.target(nav_grid.fields(), nav_grid.map()?)?).copied()
    }
}
