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
    /// The classes through which agents may only pass.
    pub(crate) pass_through: ClassSet,
    kept: Option<&'a Regions>,
    /// Computed on first use, if the map does not keep them.
    found: OnceCell<Regions>,
}

impl<'a> PassableMap<'a> {
    pub(crate) fn new(map: &'a NavMap, profile: &CostProfile) -> Self {
        let passable = profile.passable();
        let cells = PassableCells::new(map.grid(), passable);
        let kept = map.regions_for(passable);
        let (topology, pass_through) = (map.topology(), profile.pass_through());
        Self { cells, topology, passable, pass_through, kept, found: OnceCell::new() }
    }

    pub(crate) fn regions(&self) -> &Regions {
        self.kept.unwrap_or_else(|| {
            self.found.get_or_init(|| Regions::new(self.cells.grid(), self.passable, self.topology))
        })
    }

    /// Whether a path may end in the cell at a row-major index, if the cell is free.
    pub(crate) fn lets_end(&self, index: usize) -> bool {
        let grid = self.cells.grid();
        self.pass_through.is_empty() || !grid.mixes().meets(self.pass_through, grid.classes()[index])
    }

    pub(crate) fn label(&self, cell: IVec2) -> Option<u32> {
        self.cells.grid().index(cell).and_then(|index| self.regions().label(index))
    }
}
