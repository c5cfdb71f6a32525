//! The map and the goal fields on which agents walk in this frame.

use super::{
    disturbance::Disturbance,
    source::{PathSource, ReadableField, Source},
};
use crate::{
    follower::{PathFollower, Step},
    request::{CostProfiles, FoundPath, NextCell, OnField, PathResult},
};
use bevy::prelude::*;
use tilepath::{CellGeometry, NavMap};

/// The map and the goal fields on which agents walk in this frame.
pub(super) struct Ground<'a> {
    pub(super) map: &'a NavMap,
    pub(super) geometry: &'a CellGeometry,
    pub(super) profiles: &'a CostProfiles,
    fields: &'a [Option<ReadableField<'a>>],
    pub(super) disturbance: Disturbance,
    /// The time since agents walked last.
    pub(super) seconds: f32,
    /// The direction and distance to the centre of each neighbour, for cells of even and odd rows and columns.
    strides: [[(Vec2, f32); NextCell::CODES]; 4],
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        map: &'a NavMap,
        geometry: &'a CellGeometry,
        profiles: &'a CostProfiles,
        fields: &'a [Option<ReadableField<'a>>],
        disturbance: Disturbance,
        seconds: f32,
    ) -> Self {
        let strides = core::array::from_fn(|parity| {
            let from = IVec2::new(parity as i32 % 2, parity as i32 / 2);
            core::array::from_fn(|code| geometry.stride(from, from + NextCell::offset_of(code)))
        });
        Self { map, geometry, profiles, fields, disturbance, seconds, strides }
    }

    /// The direction and distance from the centre of one cell to that of a neighbour.
    #[inline]
    pub(super) fn stride(&self, from: IVec2, to: IVec2) -> (Vec2, f32) {
        let parity = (from.y & 1) * 2 + (from.x & 1);
        self.strides[parity as usize][NextCell::code_of(to - from)]
    }

    /// The field that an agent reads.
    pub(super) fn field(&self, on_field: OnField) -> Option<&ReadableField<'a>> {
        self.fields.get(usize::from(on_field.0))?.as_ref()
    }

    /// What is remembered of the next cell of the cell to which an agent walks.
    pub(super) fn next_of_target(&self, on_field: OnField, step: &Step) -> NextCell {
        self.field(on_field).map_or(default(), |field| field.known_next(step.to()))
    }

    /// The source of an agent's path. `None` if it has none now, so that it waits.
    pub(super) fn source<'b>(
        &'b self,
        on_field: Option<OnField>,
        follower: &PathFollower,
        result: &'b PathResult,
    ) -> Option<Source<'b>> {
        // A look at the result of every agent on a field would cost as much as its walk.
        if let Some(on_field) = on_field {
            return self.field(on_field).map(Source::Field);
        }
        match &result.path {
            FoundPath::Own(own) => Some(Source::Path(PathSource {
                cells: own.path.cells(),
                profile: self.profiles.get_or_default(own.profile),
                hint: follower.passed_index(),
            })),
            _ => None,
        }
    }

    /// Whether some agents may have lost their paths since agents walked last: the map was edited near steps, or a field changed.
    pub(super) fn may_have_lost_paths(&self) -> bool {
        !self.disturbance.is_nowhere() || self.fields.iter().flatten().any(|field| !field.is_unchanged)
    }
}
