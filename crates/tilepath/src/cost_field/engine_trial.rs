//! What both engines did in sample searches on a cost field, as far as these have come. Other modules make the searches, and judge them.

use crate::ground::CellRect;

/// What an engine did in sample searches. Jump point search began each of them without known leaps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct EngineCounts {
    /// The expansions by detours, before the engine took over.
    pub(crate) by_detours: u64,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    /// The cells from which the searches scanned for leaps.
    pub(crate) looks: u64,
}

/// What both engines did in the same sample searches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SampleCounts {
    pub(crate) searches: u32,
    /// A* from cell to cell.
    pub(crate) steps: EngineCounts,
    pub(crate) jumps: EngineCounts,
    /// The searches could use landmarks.
    pub(crate) has_landmarks: bool,
}

/// A sample search that is under way. Jump point search makes it first, then A* from cell to cell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Sample {
    /// What jump point search did, once it is done.
    pub(crate) jumps: Option<EngineCounts>,
    /// The expansions so far of the engine that is searching.
    pub(crate) expanded: u32,
}

/// A trial of both engines on a cost field.
///
/// It follows from the map and the calls alone: a sample search needs nothing from earlier ones. So a search under way is stored as the number
/// of its expansions, and a change of what it reads ends it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct EngineTrial {
    /// Whether the trial has begun and is not over.
    is_running: bool,
    /// The number of the next sample search.
    pub(crate) number: u32,
    pub(crate) sample: Option<Sample>,
    pub(crate) counts: SampleCounts,
    /// The number of cells in rectangles that were edited since the last trial ended.
    edited: u64,
    /// The result of the last trial that ended: whether it had landmarks, and whether jump point search took less work. `None` in it: too
    /// few sample searches came to their ends.
    result: Option<(bool, Option<bool>)>,
}

/// Edits of this many cells for each cell of the map begin another trial.
const EDITED_PER_CELL: u64 = 2;

/// A trial ends after this many sample searches, even if edits did not let them come to their end.
const MAX_NUMBER: u32 = 256;

/// No count of a trial becomes greater: each search expands a node a few times at most.
#[cfg(feature = "serde")]
const MAX_COUNT: u64 = 1 << 48;

impl EngineCounts {
    /// The greatest of the counts.
    #[cfg(feature = "serde")]
    fn most(self) -> u64 {
        let Self { by_detours, expanded, generated, looks } = self;
        by_detours.max(expanded).max(generated).max(looks)
    }
}

impl core::ops::AddAssign for EngineCounts {
    fn add_assign(&mut self, more: Self) {
        self.by_detours += more.by_detours;
        self.expanded += more.expanded;
        self.generated += more.generated;
        self.looks += more.looks;
    }
}

impl SampleCounts {
    /// With one more search.
    fn with(mut self, steps: EngineCounts, jumps: EngineCounts) -> Self {
        self.searches += 1;
        self.steps += steps;
        self.jumps += jumps;
        self
    }
}

impl EngineTrial {
    /// Goes on with the trial, or begins one if the last one no longer counts: it had other landmarks, or much of the map was edited since.
    /// Returns whether there is something to do.
    pub(crate) fn go_on(&mut self, has_landmarks: bool, cells: usize) -> bool {
        let is_other = self.counts.has_landmarks != has_landmarks;
        let counts = |&(had_landmarks, _): &(bool, _)| {
            had_landmarks == has_landmarks && self.edited <= EDITED_PER_CELL.saturating_mul(cells as u64)
        };
        let is_over = !self.is_running && self.result.as_ref().is_some_and(counts);
        if !self.is_running && !is_over || self.is_running && is_other {
            let counts = SampleCounts { has_landmarks, ..SampleCounts::default() };
            *self = Self { is_running: true, counts, result: self.result, ..Self::default() };
        }
        self.is_running
    }

    /// Returns whether all sample searches were tried.
    pub(crate) const fn is_exhausted(&self) -> bool {
        self.number >= MAX_NUMBER
    }

    /// Ends the trial.
    pub(crate) fn end(&mut self, prefers_jumps: Option<bool>) {
        let has_landmarks = self.counts.has_landmarks;
        *self = Self { result: Some((has_landmarks, prefers_jumps)), ..Self::default() };
    }

    /// Notes what the engine of the sample search did that has come to its end.
    pub(crate) fn note(&mut self, counts: EngineCounts) {
        let Some(sample) = &mut self.sample else { return };
        let Some(jumps) = sample.jumps else {
            *sample = Sample { jumps: Some(counts), expanded: 0 };
            return;
        };
        self.counts = self.counts.with(counts, jumps);
        self.leave_sample();
    }

    /// The counts with those of a sample search that jump point search has completed, and A* from cell to cell has brought as far as `steps`
    /// say. `None` without such a search.
    pub(crate) fn counts_with(&self, steps: EngineCounts) -> Option<SampleCounts> {
        self.sample?.jumps.map(|jumps| self.counts.with(steps, jumps))
    }

    /// Notes an edit of the cells in some rectangles.
    pub(crate) fn note_edit(&mut self, rects: &[CellRect]) {
        let cells: u64 = rects.iter().map(|rect| rect.size().as_u64vec2().element_product()).sum();
        self.edited = self.edited.saturating_add(cells);
    }

    /// Leaves the sample search under way, and goes on with the next one.
    pub(crate) fn leave_sample(&mut self) {
        self.number += u32::from(self.sample.take().is_some());
    }

    /// Whether jump point search took less work than A* from cell to cell, according to the last trial that ended. `None` without such a trial.
    pub(crate) fn prefers_jumps(&self, has_landmarks: bool) -> Option<bool> {
        self.result.filter(|&(had_landmarks, _)| had_landmarks == has_landmarks)?.1
    }

    /// Returns an error message if no trial comes to this point.
    #[cfg(feature = "serde")]
    pub(crate) fn check(&self) -> Result<(), String> {
        let Self { sample, counts: SampleCounts { searches, steps, jumps, .. }, .. } = *self;
        let of_sample = sample.and_then(|sample| sample.jumps).unwrap_or_default();
        let most = [steps, jumps, of_sample].into_iter().map(EngineCounts::most).max();
        if most > Some(MAX_COUNT) || searches > MAX_NUMBER || self.number > MAX_NUMBER {
            return Err(format!("a comparison of engines has come to {self:?}"));
        }
        Ok(())
    }
}
