//! The parts of a game, as the recorder sees them.

use super::recorder::PathfindingRecorder;
use crate::{
    fleet::AgentFleet,
    map::NavGrid,
    request::CostProfiles,
    rollback::{Kept, Last, Part, Rename},
    waypoints::WaypointGraph,
};
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use tilepath::fleet::engine::{GameParts, Mark};

/// The resources that hold the parts of a game.
#[derive(SystemParam)]
pub(super) struct Recorded<'w> {
    nav_grid: ResMut<'w, NavGrid>,
    fleet: ResMut<'w, AgentFleet>,
    graph: ResMut<'w, WaypointGraph>,
    profiles: Res<'w, CostProfiles>,
    recorder: ResMut<'w, PathfindingRecorder>,
}

/// Access to the parts, which a system keeps from frame to frame.
type Access<'a> = &'a mut SystemState<Recorded<'static>>;

impl Recorded<'_> {
    /// Lets the recorder do something with the parts. Nothing of it counts as a change.
    fn with<R>(&mut self, act: impl FnOnce(&mut PathfindingRecorder, &mut GameParts, bool) -> R) -> R {
        let profiles = self.profiles.as_slice();
        let (fleet, has_other_profiles) = self.fleet.bypass_change_detection().recorded(profiles);
        let (tiles, fields) = self.nav_grid.bypass_change_detection().parts_to_begin();
        let graph = self.graph.bypass_change_detection().recorded();
        let mut parts = GameParts { fleet, tiles, fields, graph, profiles };
        act(&mut self.recorder, &mut parts, has_other_profiles)
    }
}

/// Whether the game is recorded, or will be from now on.
pub(super) fn is_recording(recorder: Option<Res<PathfindingRecorder>>) -> bool {
    recorder.is_some_and(|recorder| recorder.is_recording())
}

/// Runs before each phase of the update: begins to record if this was asked for, and notes parts that were replaced by others.
pub(super) fn note_parts(world: &mut World, access: Access) {
    if let Ok(mut recorded) = access.get_mut(world) {
        recorded.with(PathfindingRecorder::note);
    }
}

/// Runs after the update.
pub(super) fn end_frame(world: &mut World, access: Access) {
    if let Ok(mut recorded) = access.get_mut(world) {
        recorded.with(|recorder, parts, _| recorder.end_frame(parts));
    }
}

/// The place in the recording, as a part of a snapshot. It goes back after all other parts.
pub(super) const MARK: Part = Part { keep, check: |_, _| Ok(()), go_back, is_on: |_| false };

fn keep(world: &mut World, _: Option<Last>) -> Kept {
    let mark = with_recorder(world, |recorder, parts| recorder.mark(parts));
    Box::new(mark.flatten())
}

fn go_back(world: &mut World, kept: &Kept, _: &mut Rename) {
    let mark: Option<&Mark> = kept.downcast_ref().and_then(Option::as_ref);
    _ = with_recorder(world, |recorder, parts| recorder.go_back(parts, mark));
}

/// Lets the recorder do something with the parts, if the game is recorded.
fn with_recorder<R>(
    world: &mut World,
    act: impl FnOnce(&mut PathfindingRecorder, &mut GameParts) -> R,
) -> Option<R> {
    if !world.get_resource().is_some_and(PathfindingRecorder::is_recording) {
        return None;
    }
    let mut access = SystemState::<Recorded>::new(world);
    let mut recorded = access.get_mut(world).ok()?;
    Some(recorded.with(|recorder, parts, _| act(recorder, parts)))
}
