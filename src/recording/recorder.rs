//! The resource that records a game.

use bevy::prelude::*;
use tilepath::fleet::{
    Recording,
    engine::{GameParts, Mark, Recorder},
};

/// Records what the game does with pathfinding: the state at the start, and every input by frame. Add
/// [`PathfindingRecorderPlugin`](crate::PathfindingRecorderPlugin).
///
/// A [`Recording`] is played again by [`Replay`](tilepath::fleet::Replay), without Bevy, forwards and backwards. If something goes wrong in your
/// game, the recording is all that a report needs.
///
/// ```
/// use bevy::{prelude::*, time::TimeUpdateStrategy};
/// use bevy_tilepath::{PathfindingRecorder, PathfindingRecorderPlugin, prelude::*};
/// use bevy_tilepath::tilepath::{batch::ScopedThreads, fleet::{Recording, Replay, Step}};
/// use std::time::Duration;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, PathfindingPlugin, PathfindingRecorderPlugin))
///     .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(50)))
///     .insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(20), 1)?, CellGeometry::squares(16.0)?));
/// app.world_mut().resource_mut::<PathfindingRecorder>().begin(16);
/// let request = PathRequest::to_cell(IVec2::new(19, 7));
/// app.world_mut().spawn((Transform::default(), request, PathFollower::with_speed(50.0)));
/// (0..60).for_each(|_| app.update());
/// let recording = app.world_mut().resource_mut::<PathfindingRecorder>().stop().ok_or("nothing was recorded")?;
/// let bytes = recording.write()?;
///
/// let mut replay = Replay::new(Recording::read(&bytes)?)?;
/// while replay.step(&ScopedThreads(1))? != Step::Ended {}
/// assert_eq!(replay.frame(), 60);
/// # Ok::<(), BevyError>(())
/// ```
///
/// With [`PathfindingState`](crate::PathfindingState), a game that goes back takes the recording back, too.
#[derive(Resource, Default, Debug)]
pub struct PathfindingRecorder {
    /// How often a hash is computed in the recording that begins with the next frame.
    asked: Option<u32>,
    recorder: Recorder,
}

impl PathfindingRecorder {
    /// Records from the next frame of the plugin on. A recording that goes on is dropped.
    ///
    /// A hash of the whole state is computed after each `every` frames, such as 16, and never if this is 0. A replay checks itself by the
    /// hashes. A hash takes O(n) for n cells and agents.
    ///
    /// A request with a [custom heuristic](tilepath::Heuristic::Custom) can't be recorded, because this is a function: the recording then does
    /// not begin, or ends with the frame before. The log says so.
    pub fn begin(&mut self, every: u32) {
        *self = Self { asked: Some(every), recorder: Recorder::default() };
    }

    /// Ends the recording with the last complete frame. `None` if nothing was recorded.
    #[must_use]
    pub fn stop(&mut self) -> Option<Recording> {
        self.asked = None;
        self.recorder.stop()
    }

    /// Whether the game is recorded, or will be from the next frame on. `false` also after a recording [has ended](tilepath::fleet::Stopped) by itself.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.asked.is_some() || self.recorder.is_recording()
    }

    /// The number of recorded frames. A recording that has ended keeps them until [`PathfindingRecorder::stop`].
    #[must_use]
    pub fn frames(&self) -> usize {
        self.recorder.frames()
    }

    /// Begins if this was asked for, or notes the parts of the game that were replaced.
    pub(super) fn note(&mut self, parts: &mut GameParts, has_other_profiles: bool) {
        if let Some(every) = self.asked.take() {
            match parts.record(every, has_other_profiles) {
                Ok(recorder) => self.recorder = recorder,
                Err(error) => warn!("PathfindingRecorder does not begin: {error}."),
            }
        }
        self.watch(|recorder| parts.note(recorder));
    }

    /// Ends a frame.
    pub(super) fn end_frame(&mut self, parts: &mut GameParts) {
        self.watch(|recorder| parts.end_frame(recorder));
    }

    /// The present place in the recording.
    pub(super) fn mark(&mut self, parts: &mut GameParts) -> Option<Mark> {
        parts.mark(&mut self.recorder)
    }

    /// Takes the recording back to a place.
    pub(super) fn go_back(&mut self, parts: &mut GameParts, mark: Option<&Mark>) {
        self.watch(|recorder| parts.go_back(recorder, mark));
    }

    /// Does something with the recorder. If this ends the recording, the log says why.
    fn watch(&mut self, act: impl FnOnce(&mut Recorder)) {
        let was_recording = self.recorder.is_recording();
        act(&mut self.recorder);
        if let Some(why) = self.recorder.stopped().filter(|_| was_recording) {
            warn!("PathfindingRecorder has ended the recording after {} frames: {why}.", self.frames());
        }
    }
}
