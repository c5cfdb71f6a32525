//! The distances from all landmarks, and how edits change them.

use super::{
    correction::{Comparison, Correction, compare},
    flood::concerned,
    folds::Folds,
    lines::{COUNT, Line, Lines, UNREACHED},
    metric::MetricKind,
};
use crate::{
    budget::Budget,
    cost_field::CostField,
    ground::{CellRect, UniqueId},
};
use core::task::Poll;

/// The distances from all landmarks. Those in use are never too great for a bound, whatever was edited.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    /// Which distances these are, and which landmarks are in use. No others have this id.
    pub(super) id: UniqueId,
    pub(super) lines: Lines,
    pub(super) folds: Folds,
    /// The landmarks whose distances are complete, as bits.
    pub(super) in_use: u8,
    /// The landmarks whose distances are exact, as bits.
    pub(super) exact: u8,
    pub(super) correction: Correction,
}

impl Distances {
    /// No distances yet, on a map with this number of padded cells.
    pub(super) fn none(cells: usize) -> Self {
        Self {
            id: UniqueId::next(),
            lines: Lines::zeroed(cells),
            folds: Folds::default(),
            in_use: 0,
            exact: 0,
            correction: Correction::default(),
        }
    }

    /// Folds distances where steps in a rectangle became shorter, and notes that they are to be corrected. `stored` are landmarks, as bits, whose
    /// distances are stored in part.
    pub(super) fn note_shorter(&mut self, field: &CostField, rect: CellRect, stored: u8) {
        let known = self.in_use | self.correction.under_way();
        let Comparison { lowered, are_reached } = compare(&self.lines, field, rect, self.exact);
        self.correction.note(rect, lowered & known | stored);
        if lowered & known != 0 || !are_reached {
            self.fold(field, rect, lowered & self.in_use, known);
        }
    }

    /// Folds the distances of the landmarks `folded`, a set of bits, after steps in a rectangle became shorter, and gives cells that were walls
    /// some distance from the landmarks `stored`.
    fn fold(&mut self, field: &CostField, rect: CellRect, folded: u8, stored: u8) {
        let is_in = |lanes: u8| move |lane: &usize| lanes >> lane & 1 == 1;
        let (mut least, mut greatest, mut are_known): (Line, Line, _) =
            ([UNREACHED; COUNT], [0; COUNT], true);
        let free = |&cell: &usize| field.weight(cell) > 0;
        for cell in concerned(field, rect).filter(free) {
            let line = &self.lines.upper.all()[cell];
            for lane in 0..COUNT {
                // 0 for a wall that was removed.
                let known = line[lane].wrapping_add(1);
                least[lane] = least[lane].min(line[lane]);
                greatest[lane] = greatest[lane].max(known.saturating_sub(1));
                are_known &= known > 0;
            }
        }
        if !are_known {
            for cell in concerned(field, rect).filter(free) {
                for lane in (0..COUNT).filter(is_in(stored)) {
                    if self.lines.upper.all()[cell][lane] == UNREACHED {
                        self.lines.set_upper(cell, lane, greatest[lane]);
                    }
                }
            }
        }
        for lane in (0..COUNT).filter(is_in(folded)) {
            // Without free cells there, no step became shorter.
            if least[lane] <= greatest[lane] {
                self.folds.add(lane, [least[lane], greatest[lane] + 1]);
            }
        }
    }

    /// Corrects one landmark after the other, as far as the budget goes: one unit for each cell that is compared with its neighbours for eight
    /// landmarks, and for each cell that distances spread from.
    pub(super) fn correct(&mut self, field: &CostField, budget: &mut Budget) -> Poll<()> {
        while let Some(lane) = self.correction.begin(field, self.in_use) {
            if budget.is_spent() {
                return Poll::Pending;
            }
            self.use_lane(lane, false);
            let kind = self.kind(lane);
            if self.correction.run((field, kind), (&mut self.lines, lane), budget).is_pending() {
                return Poll::Pending;
            }
            self.folds.clear(lane);
            self.use_lane(lane, true);
        }
        Poll::Ready(())
    }

    /// Forgets all distances. Others will be stored on this scale.
    pub(super) fn forget(&mut self, scale: u32) {
        (0..COUNT).for_each(|lane| self.leave(lane));
        self.lines.scale = scale;
    }

    /// Puts a landmark to use whose distances are all stored.
    pub(super) fn finish(&mut self, field: &CostField, lane: usize) {
        let bit = 1 << lane;
        for nth in 0..self.correction.shorter.len() {
            let (rect, lanes) = self.correction.shorter[nth];
            if lanes & bit != 0 {
                self.fold(field, rect, bit, bit);
            }
        }
        self.use_lane(lane, true);
    }

    /// How the distances from a landmark are measured.
    fn kind(&self, lane: usize) -> MetricKind {
        if self.exact >> lane & 1 == 1 { MetricKind::Exact } else { MetricKind::Mean }
    }

    /// Takes a landmark out of use, and notes how distances are measured that will be stored for it.
    pub(super) fn renew(&mut self, lane: usize, kind: MetricKind) {
        self.leave(lane);
        let bit = 1 << lane;
        self.exact = if kind == MetricKind::Exact { self.exact | bit } else { self.exact & !bit };
    }

    /// Takes a landmark out of use. Call it before something else is stored in the place of its distances.
    pub(super) fn leave(&mut self, lane: usize) {
        self.use_lane(lane, false);
        self.folds.clear(lane);
        self.correction.forget(lane);
    }

    /// Notes that a landmark is in use, or that it is not.
    pub(super) fn use_lane(&mut self, lane: usize, is_in_use: bool) {
        let bit = 1 << lane;
        let in_use = if is_in_use { self.in_use | bit } else { self.in_use & !bit };
        if core::mem::replace(&mut self.in_use, in_use) != in_use {
            // Searches under way have used other bounds.
            self.id = UniqueId::next();
        }
    }
}
