//! Distances between every cell and a few far-off cells.

use super::{bound::LandmarkBound, correction::Correction, flood::area, lines::Lines};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, CostProfile, Topology, UniqueId},
    undo::{Image, Lasting, Visit},
};
use core::task::Poll;

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
/// longer keep this true; after edits that make steps shorter, distances are lowered ([`Correction`]). So the bound is admissible and consistent
/// after any edits, and for every profile for which no cell weighs less.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    pub(super) id: UniqueId,
    pub(super) profile: CostProfile,
    pub(super) topology: Topology,
    pub(super) lines: Lasting<Lines>,
    pub(super) correction: Correction,
    /// The number of cells in rectangles that were edited since the landmarks were measured.
    pub(super) edited: usize,
}

impl Image for Landmarks {
    fn visit(&mut self, visit: &mut Visit) {
        self.lines.visit(visit);
    }
}

/// An edit is large if it covers more than one cell of so many, and more than [`LEAST_LARGE`] cells.
const LARGE_EDIT: usize = 8;

/// No edit of at most this many cells is large.
const LEAST_LARGE: usize = 1 << 11;

/// The number of cells that an edit compares, or spreads distances from, before it returns: about as many as an update of a fleet spends on
/// landmarks. So an edit takes no longer than any other update, and the rest is corrected in slices.
const AT_ONCE: u64 = 2048;

/// Returns whether edits concern so much of the map that measuring landmarks again is better than correcting them.
pub(super) fn is_large(field: &CostField, rects: &[CellRect]) -> bool {
    area(rects) > (field.padded_len() / LARGE_EDIT).max(LEAST_LARGE)
}

impl Landmarks {
    pub(super) fn of_lines(profile: CostProfile, topology: Topology, lines: Lasting<Lines>) -> Self {
        let correction = Correction::default();
        Self { id: UniqueId::next(), profile, topology, lines, correction, edited: 0 }
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

    /// Updates the bounds after edits of the cells in some rectangles on the map. `shorter` are the rectangles in which steps became shorter,
    /// and `field` is the field of the profile. Returns `false` if the edits are large: these landmarks are then invalid.
    pub(crate) fn update(&mut self, field: &CostField, rects: &[CellRect], shorter: &[CellRect]) -> bool {
        if is_large(field, rects) {
            return false;
        }
        self.edited = self.edited.saturating_add(area(rects));
        self.correction.note(shorter);
        // What an edit changes is read by no search that goes on: they begin again.
        let _ = self.correction.run(field, &mut self.lines, &mut Budget::new(AT_ONCE));
        true
    }

    /// Continues to correct distances after edits, as far as the budget goes. Until this is done, some landmarks are out of use.
    pub(crate) fn correct(&mut self, field: &CostField, budget: &mut Budget) -> Poll<()> {
        let before = self.correction.out_of_use();
        let done = self.correction.run(field, &mut self.lines, budget);
        if self.correction.out_of_use() != before {
            // Searches under way have used other bounds.
            self.id = UniqueId::next();
        }
        done
    }

    /// Whether some of the landmarks can be used: after edits, all may be out of use until the distances are corrected.
    pub(crate) const fn are_of_use(&self) -> bool {
        self.correction.out_of_use() != u8::MAX
    }

    /// The lower bound on the cost to the nearest of the goals at some padded indices. `field` is the field of the search: for this
    /// profile, or for a profile that these landmarks [serve](Landmarks::serve).
    pub(crate) fn bound<'a>(
        &'a self,
        field: &'a CostField,
        goals: impl IntoIterator<Item = usize>,
    ) -> LandmarkBound<'a> {
        LandmarkBound::new(field, &self.lines, self.correction.out_of_use(), goals)
    }
}
