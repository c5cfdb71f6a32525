//! Preparing a map in slices, while it may be edited.

use crate::{
    budget::Budget,
    cost_field::{CostField, CostFieldBuild},
    ground::{CellRect, CostProfile, DangerLayer, Grid, Topology},
    regions::{Regions, RegionsBuild},
};
use core::task::Poll;

/// What is prepared of a map for one profile.
#[derive(Clone, Debug)]
pub(super) struct PreparedProfile {
    pub(super) profile: CostProfile,
    /// `None` if the map has them already.
    pub(super) regions: Option<RegionsBuild>,
    pub(super) field: CostFieldBuild,
    pub(super) regions_are_done: bool,
}

impl PreparedProfile {
    pub(super) fn new(grid: &Grid, topology: Topology, profile: &CostProfile, has_regions: bool) -> Self {
        Self {
            profile: profile.clone(),
            regions: (!has_regions).then(|| RegionsBuild::new(grid, profile.passable(), topology)),
            field: CostFieldBuild::new(grid, topology, profile),
            regions_are_done: has_regions,
        }
    }

    pub(super) const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Reads the walls on edges, if they have changed.
    pub(super) fn take_walls(&mut self, grid: &Grid) {
        self.regions.iter_mut().for_each(|regions| regions.take_cuts(grid));
    }

    /// Notes an edit of a rectangle on the map.
    pub(super) fn note_edit(&mut self, rect: CellRect) {
        self.regions.iter_mut().for_each(|regions| regions.note_edit(rect));
        self.field.note_edit(rect);
    }

    /// Continues until everything is made or the budget of cells is used up.
    pub(super) fn run(&mut self, grid: &Grid, danger: &[DangerLayer], budget: &mut Budget) -> Poll<()> {
        // Parts are counted in eighths of cells.
        let mut eighths = 0;
        while !budget.is_spent() {
            let part = if self.regions_are_done {
                self.field.step(grid, danger)
            } else {
                self.regions.as_mut().and_then(|regions| regions.step(grid))
            };
            eighths += part.unwrap_or(0);
            budget.spend(eighths / 8);
            eighths %= 8;
            match (part, self.regions_are_done) {
                (Some(_), _) => {}
                (None, false) => self.regions_are_done = true,
                (None, true) if self.field.starts_again(grid, danger) => {}
                (None, true) => return Poll::Ready(()),
            }
        }
        Poll::Pending
    }

    /// What was made, in step with the map, once everything is.
    pub(super) fn into_prepared(self, grid: &Grid) -> (Option<Regions>, CostField) {
        let size = self.profile.size();
        (self.regions.map(|regions| regions.finish(grid).of_bodies(size)), self.field.into_field())
    }
}
