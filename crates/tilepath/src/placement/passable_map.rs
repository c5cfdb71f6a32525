//! The map as one kind of agent sees it: what is free, and what is connected.

use crate::{
    ground::{ClassSet, CostProfile, PassableCells, Topology},
    map::NavMap,
    regions::Regions,
};
use core::cell::OnceCell;
use glam::IVec2;

/// The map as one kind of agent sees it.
#[derive(Debug)]
pub(crate) struct PassableMap<'a> {
    pub(crate) cells: PassableCells<'a>,
    pub(crate) topology: Topology,
    /// The classes that are free by themselves.
    pub(super) passable: ClassSet,
    kept: Option<&'a Regions>,
    /// Computed on first use, if the map does not keep them.
    found: OnceCell<Regions>,
}

impl<'a> PassableMap<'a> {
    pub(crate) fn new(map: &'a NavMap, profile: &CostProfile) -> Self {
        let passable = profile.passable();
        let cells = PassableCells::new(map.grid(), passable);
        let kept = map.regions_for(passable);
        Self { cells, topology: map.topology(), passable, kept, found: OnceCell::new() }
    }

    pub(crate) fn regions(&self) -> &Regions {
        self.kept.unwrap_or_else(|| {
            self.found.get_or_init(|| Regions::new(self.cells.grid(), self.passable, self.topology))
        })
    }

    pub(crate) fn label(&self, cell: IVec2) -> Option<u32> {
        self.cells.grid().index(cell).and_then(|index| self.regions().label(index))
    }
}
