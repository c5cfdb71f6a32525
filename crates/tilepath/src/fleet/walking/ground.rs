//! The map and the goal fields on which agents walk in this frame.

use super::{
    disturbance::Disturbance,
    next_cells::NextCell,
    progress::Progress,
    source::{PathSource, ReadableField, Source},
    step::CellStep,
    walk_clock::WalkClock,
    walker::WalkRequest,
};
use crate::{geometry::CellGeometry, map::NavMap};
use glam::IVec2;

/// The map and the goal fields on which agents walk in this frame.
pub(crate) struct WalkGround<'a> {
    pub(in crate::fleet) map: &'a NavMap,
    pub(in crate::fleet) geometry: &'a CellGeometry,
    fields: &'a [Option<ReadableField<'a>>],
    /// Where steps may have become illegal since the last walk.
    pub disturbance: Disturbance,
    /// The time of this walk.
    pub clock: WalkClock,
    /// The distance to the centre of each neighbour. There is one table for each combination of even and odd rows and
    /// columns.
    strides: [[f32; NextCell::CODES]; 4],
}

impl<'a> WalkGround<'a> {
    /// The ground for a walk.
    #[must_use]
    pub(crate) fn new(
        map: &'a NavMap,
        geometry: &'a CellGeometry,
        fields: &'a [Option<ReadableField<'a>>],
        disturbance: Disturbance,
        clock: WalkClock,
    ) -> Self {
        let strides = core::array::from_fn(|parity| {
            let from = IVec2::new(parity as i32 % 2, parity as i32 / 2);
            core::array::from_fn(|code| geometry.stride(from, from + NextCell::offset_of(code)).1)
        });
        Self { map, geometry, fields, disturbance, clock, strides }
    }

    /// The distance from the centre of a cell to the centre of a neighbour.
    #[inline]
    pub(in crate::fleet) fn stride(&self, from: IVec2, to: IVec2) -> f32 {
        let parity = (from.y & 1) * 2 + (from.x & 1);
        self.strides[parity as usize][NextCell::code_of(to - from)]
    }

    /// The goal field in a slot. `None` if agents can't read it.
    pub(in crate::fleet) fn field(&self, field: u16) -> Option<&ReadableField<'a>> {
        self.fields.get(usize::from(field))?.as_ref()
    }

    /// The remembered next cell after the cell to which an agent walks. The default if nothing is remembered.
    #[must_use]
    #[inline]
    pub(crate) fn next_of_target(&self, step: &CellStep) -> NextCell {
        step.field()
            .and_then(|field| self.field(field))
            .map_or(NextCell::default(), |field| field.known_next(step.to()))
    }

    /// The source of an agent's path. `None` if the agent has no path now.
    pub(in crate::fleet) fn source<'b>(
        &'b self,
        step: &CellStep,
        progress: &Progress,
        request: &'b impl WalkRequest,
    ) -> Option<Source<'b>> {
        // A look at the path of every agent on a field would cost as much as its walk.
        if let Some(field) = step.field() {
            return self.field(field).map(Source::Field);
        }
        let (cells, profile) = request.path()?;
        Some(Source::Path(PathSource { cells, profile, hint: progress.passed_index() }))
    }

    /// Whether some agents may have lost their paths since the last walk, because the map was edited or a field
    /// changed.
    pub(in crate::fleet) fn may_have_lost_paths(&self) -> bool {
        !self.disturbance.is_nowhere() || self.fields.iter().flatten().any(|field| !field.is_unchanged)
    }
}
