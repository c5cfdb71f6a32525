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
};

/// Distances between every cell and eight far-off cells, for one kind of agent.
///
/// By the triangle inequality the distances of two cells from a landmark differ by no more than the cells are apart. That needs
/// distances that are the same in both directions, while a step costs by the cell that it enters. Therefore a step from u to v counts
/// by the mean of the two weights, and the two ends of a path add what that leaves out: with straight steps of length s,
/// `length · w(v) = length · (w(u) + w(v)) / 2 + length · (w(v) - w(u)) / 2`. The sum of the last term over a path is
/// `s · (w(end) - w(start)) / 2`, but for diagonal steps to lower weights, by whose difference distances are shortened. Everything is
/// counted in halves of cost units, between hexagons in halves of weights.
///
/// All that the bound needs is that no step is shorter than the distances of its two cells differ. Edits that make steps longer leave
/// that true, and edits that make them shorter lower the distances at once. So the bound is admissible and consistent after any edits,
/// and for every profile to which each cell weighs as much or more.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    id: UniqueId,
    profile: CostProfile,
    topology: Topology,
    pub(super) lines: Lines,
    queue: FloodQueue,
    /// Cells in rectangles that were edited since.
    edited: usize,
}

/// The most cells whose distances an edit may change: as many as the map has, but on a small map that takes no time.
pub(super) fn cells_per_edit(field: &CostField) -> usize {
    field.padded_len().max(1 << 14)
}

/// An edit of more cells than this share of them is a large one.
pub(super) const LARGE_EDIT: usize = 8;

impl Landmarks {
    pub(super) fn of_lines(
        profile: CostProfile,
        topology: Topology,
        lines: Lines,
        queue: FloodQueue,
    ) -> Self {
        Self { id: UniqueId::next(), profile, topology, lines, queue, edited: 0 }
    }

    /// The id of these landmarks. No others have it, not even some for the same profile of the same map.
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

    /// Returns whether these are the landmarks of just this profile.
    pub(crate) fn are_of(&self, profile: &CostProfile, topology: Topology) -> bool {
        self.topology == topology && self.profile == *profile
    }

    /// Returns whether so much was edited that the bounds may be far too low: half as many cells as the map has.
    pub(crate) fn are_loose(&self) -> bool {
        self.edited > self.lines.len() / 2
    }

    /// Brings the bounds in step with an edit of the cells in some rectangles on the map. `field` is the field of the profile. Returns whether
    /// it did: an edit that concerns much of the map would take too long.
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

    /// The lower bound on the cost to the nearest of the goals at some padded indices. `field` is that of the search: of this profile, or of
    /// one that these landmarks [serve](Landmarks::serve).
    pub(crate) fn bound<'a>(
        &'a self,
        field: &'a CostField,
        goals: impl IntoIterator<Item = usize>,
    ) -> LandmarkBound<'a> {
        LandmarkBound::new(field, &self.lines, goals)
    }
}
