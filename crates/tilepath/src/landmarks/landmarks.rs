//! Distances between every cell and a few far-off cells.

use super::{
    bound::LandmarkBound, distances::Distances, flood::area, lines::Lines, measuring::Measuring,
    metric::MetricKind,
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, CostProfile, Topology},
    undo::{Image, Visit},
};
use core::task::{Poll, ready};

/// Distances between every cell and eight far-off cells, for one kind of agent.
///
/// By the triangle inequality, the distances of two cells from a landmark differ by no more than the distance between the cells. But a step costs by
/// the weight of the cell that it enters, so that the costs there and back differ. There are two kinds of distances
/// ([`MetricKind`](super::metric::MetricKind)):
///
/// - *Mean:* a step from u to v counts by the mean of both weights, and the two ends of a path add the rest:
///   `length · w(v) = length · (w(u) + w(v)) / 2 + length · (w(v) - w(u)) / 2`. With straight steps of length s, the sum of the last
///   term over a path is `s · (w(end) - w(start)) / 2`. Diagonal steps to lower weights would add a different sum: their distances are shortened by
///   the difference. The bound serves cells on both sides of a landmark, and each edit makes it a little worse.
/// - *Exact:* the cost of the cheapest path from the landmark. It bounds the cost to cells that are further from the landmark. From a cell between
///   landmark and goal it is the cost itself, and there a search ends ([`KnownRest`](super::KnownRest)). So it serves weighted
///   ground that is hardly edited.
///
/// All numbers are in half cost units; on hexagons, distances are in half weights.
///
/// The bound is valid as long as every step is at least as long as the difference of the distances of its two cells. Edits that make steps
/// longer keep this true. Where steps become shorter, distances are folded, until they are lowered ([`Distances`]). So the bound is
/// admissible after any edits, and for every profile for which no cell weighs less.
///
/// *Source:* Goldberg, Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (SODA 2005).
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    pub(super) profile: CostProfile,
    pub(super) topology: Topology,
    pub(super) distances: Distances,
    /// Whether all landmarks were measured since the first one was chosen.
    pub(super) are_measured: bool,
    /// Whether all were measured once.
    pub(super) are_complete: bool,
    /// The number of cells in rectangles that were edited since the first landmark was chosen.
    pub(super) edited: usize,
    /// Whether the map was edited so much that exact distances were no longer good.
    pub(super) is_edited: bool,
    /// What is being measured.
    pub(super) measuring: Option<Measuring>,
}

impl Image for Landmarks {
    fn visit(&mut self, visit: &mut Visit) {
        self.distances.lines.visit(visit);
        self.measuring.iter_mut().for_each(|measuring| measuring.current.visit(visit));
    }
}

/// Edits of this many cells for each cell of the map make landmarks be chosen again. They have taken about as long as measuring takes.
const EDITED_PER_CELL: usize = 2;

/// After edits of one cell of this many, distances are measured again by the mean of weights if they were exact. One edit can make them inexact for
/// all cells behind it. A mean becomes a little worse with each edit.
const CELLS_PER_EDITED: usize = 256;

/// The number of cells that distances spread from before an edit returns: about as many as an update of a fleet spends on landmarks. So an edit
/// takes no longer than any other update, and the rest is corrected in slices.
const AT_ONCE: u64 = 2048;

impl Landmarks {
    /// The most bytes for each cell of the field: for what is stored, and for the landmark that is being measured.
    pub(crate) const BYTES_PER_CELL: u64 = (Lines::BYTES + size_of::<u32>()) as u64;

    /// Landmarks for the profile of this field, of which nothing is measured yet.
    pub(crate) fn new(field: &CostField) -> Self {
        Self {
            profile: field.profile().clone(),
            topology: field.topology(),
            distances: Distances::none(field.padded_len()),
            are_measured: false,
            are_complete: false,
            edited: 0,
            is_edited: false,
            measuring: None,
        }
    }

    /// The id of these landmarks and of which of them are in use. No other landmarks have it, not even others for the same profile of the
    /// same map.
    pub(crate) const fn id(&self) -> u64 {
        self.distances.id.get()
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

    /// Whether all landmarks were measured. Afterwards each is out of use for a moment while it is measured again.
    pub(crate) const fn are_complete(&self) -> bool {
        self.are_complete
    }

    /// Whether some of the landmarks can be used.
    pub(crate) const fn are_of_use(&self) -> bool {
        self.distances.in_use != 0
    }

    /// The lower bound on the cost to the nearest of the goals at some padded indices. `field` is the field of the search: for this
    /// profile, or for a profile that these landmarks [serve](Landmarks::serve).
    pub(crate) fn bound<'a>(
        &'a self,
        field: &'a CostField,
        goals: impl IntoIterator<Item = usize>,
    ) -> LandmarkBound<'a> {
        let Distances { lines, folds, in_use, exact, .. } = &self.distances;
        LandmarkBound::new(field, (lines, folds), [in_use & !exact, in_use & exact], goals)
    }

    /// Updates the bounds after edits of the cells in some rectangles on the map. `shorter` are the rectangles in which steps became shorter,
    /// and `field` is the field of the profile.
    pub(crate) fn update(&mut self, field: &CostField, rects: &[CellRect], shorter: &[CellRect]) {
        self.edited = self.edited.saturating_add(area(rects));
        for &rect in shorter {
            let stored = self.measuring.as_mut().map_or(0, |measuring| measuring.note_shorter(field, rect));
            self.distances.note_shorter(field, rect, stored);
        }
        // What an edit changes is read by no search that goes on: they begin again.
        let _ = self.distances.correct(field, &mut Budget::new(AT_ONCE));
    }

    /// Continues to measure what is not measured yet, and to correct what edits have changed, as far as the budget goes: one unit for each
    /// cell that distances spread from.
    pub(crate) fn measure(&mut self, field: &CostField, budget: &mut Budget) -> Poll<()> {
        let cells = self.distances.lines.len();
        let is_inexact = self.distances.exact != 0 && self.edited > cells / CELLS_PER_EDITED;
        if (is_inexact || self.edited > cells * EDITED_PER_CELL) && self.are_measured {
            // The bounds may be far too low, and other cells may be the far-off ones.
            (self.are_measured, self.edited) = (false, 0);
            self.is_edited = true;
        }
        loop {
            ready!(self.distances.correct(field, budget));
            if self.are_measured {
                return Poll::Ready(());
            }
            let kind = if self.is_edited { MetricKind::Mean } else { MetricKind::best_for(field) };
            let measuring = self.measuring.take().unwrap_or_else(|| Measuring::new(field, kind));
            if budget.is_spent() {
                self.measuring = Some(measuring);
                return Poll::Pending;
            }
            self.measuring = measuring.step(&mut self.distances, field, budget);
            self.are_measured = self.measuring.is_none();
            self.are_complete |= self.are_measured;
        }
    }
}
