//! The map as one kind of agent sees it: what is free, and what is connected.

use crate::{
    ground::{BodyGrid, ClassSet, CostProfile, PassableCells, Topology, cells_at, places_over},
    map::NavMap,
    regions::Regions,
};
use core::cell::OnceCell;
use glam::IVec2;

/// The map as one kind of agent sees it.
#[derive(Debug)]
pub(crate) struct PassableMap<'a> {
    pub(crate) cells: PassableCells<'a>,
    /// Bodies wider than a cell, which see it so.
    pub(crate) body: Option<&'a BodyGrid>,
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
        let cells = PassableCells::new(map.seen_by(profile), passable);
        let kept = map.regions_for(passable, profile.size());
        let (topology, pass_through) = (map.topology(), profile.pass_through());
        Self {
            cells,
            body: map.body(profile),
            topology,
            passable,
            pass_through,
            kept,
            found: OnceCell::new(),
        }
    }

    pub(crate) fn regions(&self) -> &Regions {
        self.kept.unwrap_or_else(|| {
            self.found.get_or_init(|| Regions::new(self.cells.grid(), self.passable, self.topology))
        })
    }

    /// The places at which agents cover a cell.
    pub(crate) fn places_over(&self, cell: IVec2) -> impl Iterator<Item = IVec2> {
        places_over(self.body, cell)
    }

    /// The cells that an agent covers at a place.
    pub(crate) fn cells_at(&self, place: IVec2) -> impl Iterator<Item = IVec2> {
        cells_at(self.body, place)
    }

    /// Whether a path may end in the cell at a row-major index, if the cell is free.
    pub(crate) fn lets_end(&self, index: usize) -> bool {
        self.pass_through.is_empty() || !self.cells.grid().has_any_at(index, self.pass_through)
    }

    pub(crate) fn label(&self, cell: IVec2) -> Option<u32> {
        self.cells.grid().index(cell).and_then(|index| self.regions().label(index))
    }
}
