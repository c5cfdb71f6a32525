//! The map as one kind of agent sees it: what is free, and what is connected.

use crate::{
    ground::{ClassSet, Grid, Topology},
    regions::Regions,
};
use core::cell::OnceCell;
use glam::IVec2;

/// The map as one kind of agent sees it.
#[derive(Debug)]
pub(crate) struct PassableMap<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) passable: ClassSet,
    pub(crate) topology: Topology,
    pub(crate) kept: Option<&'a Regions>,
    /// Computed on first use, if the map does not keep them.
    pub(crate) found: OnceCell<Regions>,
}

impl PassableMap<'_> {
    pub(crate) fn regions(&self) -> &Regions {
        self.kept.unwrap_or_else(|| {
            self.found.get_or_init(|| Regions::new(self.grid, self.passable, self.topology))
        })
    }

    pub(crate) fn is_free(&self, cell: IVec2) -> bool {
        self.grid.class(cell).is_some_and(|class| self.passable.contains(class))
    }

    pub(crate) fn label(&self, cell: IVec2) -> Option<u32> {
        self.grid.index(cell).and_then(|index| self.regions().label(index))
    }
}
