//! Recording of worlds.

use super::{
    parts::GameParts,
    recorder::{Mark, Recorder},
    recording::Recording,
};
use crate::fleet::{state::SaveError, world::FleetWorld};

impl FleetWorld {
    /// Begins to record the game: its present state, and all inputs from now on. [`FleetWorld::stop_recording`] returns the recording, and
    /// [`Replay`](super::Replay) plays it again.
    ///
    /// A hash of the whole state is computed after each `every` updates, such as 16, and never if this is 0. A replay checks itself by the
    /// hashes. A hash takes O(n) for n cells and agents.
    ///
    /// A recording that goes on is dropped. Copies of the world, and saves, are not recorded. A recorded game that
    /// [goes back](FleetWorld::restore) to a snapshot takes the recording back, too.
    ///
    /// # Errors
    /// [`SaveError::Function`].
    pub fn record(&mut self, every: u32) -> Result<(), SaveError> {
        let has_other_profiles = self.has_other_profiles;
        let (mut parts, recorder) = self.parts();
        *recorder = parts.record(every, has_other_profiles)?;
        Ok(())
    }

    /// Ends the recording. Inputs since the last update are not in it. `None` if nothing was recorded.
    pub fn stop_recording(&mut self) -> Option<Recording> {
        self.recorder.stop()
    }

    /// Whether the game is recorded. `false` also after a recording [has ended](super::Stopped) by itself.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.recorder.is_recording()
    }

    /// The parts of the world, and its recorder.
    fn parts(&mut self) -> (GameParts<'_>, &mut Recorder) {
        let Self { fleet, map, geometry, graph, profiles, fields, recorder, .. } = self;
        (GameParts { fleet, tiles: Some((map, geometry)), fields, graph, profiles }, recorder)
    }

    /// Notes parts that were replaced.
    #[inline]
    pub(in crate::fleet) fn note_replaced(&mut self) {
        if self.recorder.is_recording() {
            let (mut parts, recorder) = self.parts();
            parts.note(recorder);
        }
    }

    /// Ends a frame of the recording.
    #[inline]
    pub(in crate::fleet) fn end_recorded_frame(&mut self) {
        if self.recorder.is_recording() {
            let (mut parts, recorder) = self.parts();
            parts.end_frame(recorder);
        }
    }

    /// Notes that the profiles were set.
    pub(in crate::fleet) fn note_profiles(&mut self) {
        let (parts, recorder) = self.parts();
        if let Some(session) = recorder.session_mut() {
            parts.note_profiles(session);
        }
    }

    /// The present place in the recording.
    pub(in crate::fleet) fn mark_in_recording(&mut self) -> Option<Mark> {
        let (mut parts, recorder) = self.parts();
        parts.mark(recorder)
    }

    /// Takes the recording back to a place.
    pub(in crate::fleet) fn go_back_in_recording(&mut self, mark: Option<Mark>) {
        let (mut parts, recorder) = self.parts();
        parts.go_back(recorder, mark.as_ref());
    }
}
