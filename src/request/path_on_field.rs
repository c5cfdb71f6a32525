//! The path of an agent across a goal field.

use crate::{map::NavGrid, request::target::PathTarget};
use smallvec::SmallVec;
use tilepath::{Cost, Path, fleet::SharedPath};

/// The path of one agent across a goal field, and the targets of its request.
#[derive(PartialEq, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PathOnField {
    pub(crate) shared: SharedPath,
    pub(crate) targets: SmallVec<[PathTarget; 1]>,
}

impl Clone for PathOnField {
    // Faster than the derived one: snapshots clone the paths of all agents.
    fn clone(&self) -> Self {
        Self { shared: self.shared, targets: SmallVec::from_slice(&self.targets) }
    }
}

impl PathOnField {
    /// The path in the form in which a search returns it. Empty if there is no path any more.
    pub(crate) fn path(&self, nav_grid: &NavGrid) -> Path {
        nav_grid.map().map_or_else(Path::default, |map| self.shared.path(nav_grid.fields(), map))
    }

    /// The cost of the path. 0 if there is no path any more.
    pub(crate) fn cost(&self, nav_grid: &NavGrid) -> Cost {
        self.shared.cost(nav_grid.fields())
    }

    /// The target to which the path leads.
    pub(crate) fn target(&self, nav_grid: &NavGrid) -> Option<PathTarget> {
        self.targets.get(self.shared.target(nav_grid.fields(), nav_grid.map()?)?).copied()
    }
}
