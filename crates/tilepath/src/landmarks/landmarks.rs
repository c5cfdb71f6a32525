//! Distances between every cell and a few far-off cells.

use super::{
    bound::LandmarkBound,
    flood::{FloodQueue, area, update_lanes},
    lines::{COUNT, Lines},
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, CostProfile, Topology, UniqueId},
    undo::{Image, Lasting, Visit},
};

/// Distances between every cell and eight far-off cells, for one kind of agent.
///
/// By the triangle inequality, the distances of two cells from a landmark differ by no more than the distance between the cells. This needs
/// distances that are the same in both directions, but a step costs by the weight of the cell that it enters. Therefore a step from u to v
/// counts by the mean of both weights, and the two ends of a path add the rest:
/// `length · w(v) = length · (w(u) + w(v)) / 2 + length · (w(v) - w(u)) / 2`.
///
/// With straight steps of length s, the sum of the last term over a path is `s · (w(end) - w(start)) / 2`. Diagonal steps to lower weights
/// would add a different sum: their distances are shortened by the difference. All numbers are in half cost units; on hexagons, distances
/// are in half weights.
///
/// The bound is valid as long as every step is at least as long as the difference of the distances of its two cells. Edits that make steps
/// longer keep this true; after edits that make steps shorter, the distances are lowered at once. So the bound is admissible and consistent
/// after any edits, and for every profile for which no cell weighs less.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    pub(super) id: UniqueId,
    pub(super) profile: CostProfile,
    pub(super) topology: Topology,
    pub(super) lines: Lasting<Lines>,
    pub(super) queue: FloodQueue,
    /// The number of cells in rectangles that were edited since the landmarks were measured.
    pub(super) edited: usize,
}

impl Image for Landmarks {
    fn visit(&mut self, visit: &mut Visit) {
        self.lines.visit(visit);
    }
}

/// The maximum number of cells that an edit may update: as many as the map has, but at least 2¹⁴, which takes little time.
pub(super) fn cells_per_edit(field: &CostField) -> usize {
    field.padded_len().max(1 << 14)
}

/// An edit is large if it covers more than 1 / `LARGE_EDIT` of [`cells_per_edit`].
pub(super) const LARGE_EDIT: usize = 8;

impl Landmarks {
    pub(super) fn of_lines(
        profile: CostProfile,
        topology: Topology,
        lines: Lasting<Lines>,
        queue: FloodQueue,
    ) -> Self {
        Self { id: UniqueId::next(), profile, topology, lines, queue, edited: 0 }
    }

    /// The id of these landmarks. No other landmarks have it, not even others for the same profile of the same map.
    pub(crate) const fn id(&self) -> u64 {
        self.id.get()
    }

    pub(crate) const fn profile(&self) -> &CostProfile {
        &self.profile
    }

    /// Returns whether these landmarks bound the costs of a profile from below.
    pub(crate) fn serve(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile.costs_no_more_than(profile)
    }

    /// Returns whether these landmarks were measured for exactly this profile.
    pub(crate) fn are_of(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// Returns whether more than half as many cells as the map has were edited, so that the bounds may be far too low.
    pub(crate) fn are_loose(&self) -> bool {
        self.edited > self.lines.len() / 2
    }

    /// Updates the bounds after edits of the cells in some rectangles on the map. `field` is the field of the profile. Returns `false` if
    /// the edits concern so much of the map that an update would take too long.
    pub(crate) fn update(&mut self, field: &CostField, rects: &[CellRect]) -> bool {
        let area = area(rects);
        self.edited = self.edited.saturating_add(area);
        let most = cells_per_edit(field);
        if area > most / LARGE_EDIT {
            return false;
        }
        let mut budget = Budget::new(most as u64);
        for &rect in rects {
            update_lanes(&mut self.queue, field, &mut self.lines, COUNT, rect, &mut budget);
        }
        !budget.is_spent()
    }

    /// The lower bound on the cost to the nearest of the goals at some padded indices. `field` is the field of the search: for this
    /// profile, or for a profile that these landmarks [serve](Landmarks::serve).
    pub(crate) fn bound<'a>(
        &'a self,
        field: &'a CostField,
        goals: impl IntoIterator<Item = usize>,
    ) -> LandmarkBound<'a> {
        LandmarkBound::new(field, &self.lines, goals)
    }
}
