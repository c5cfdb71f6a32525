//! Worlds in a build that can't record.

use super::off::Mark;
use crate::fleet::world::FleetWorld;

impl FleetWorld {
    /// Does nothing.
    #[inline(always)]
    pub(in crate::fleet) fn note_replaced(&mut self) {}

    /// Does nothing.
    #[inline(always)]
    pub(in crate::fleet) fn end_recorded_frame(&mut self) {}

    /// Does nothing.
    #[inline(always)]
    pub(in crate::fleet) fn note_profiles(&mut self) {}

    /// No place.
    #[inline(always)]
    pub(in crate::fleet) fn mark_in_recording(&mut self) -> Option<Mark> {
        self.recorder.mark()
    }

    /// Does nothing.
    #[inline(always)]
    pub(in crate::fleet) fn go_back_in_recording(&mut self, _: Option<Mark>) {}
}
