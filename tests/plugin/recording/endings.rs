//! How recordings begin and end, and what is said if they can't.

use super::assert_plays;
use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::tilepath::fleet::{Recording, Stopped};
use bevy_tilepath::{PathfindingRecorder, PathfindingRecorderPlugin, prelude::*};

fn recorder(app: &mut App) -> Mut<'_, PathfindingRecorder> {
    app.world_mut().resource_mut()
}

fn stop(app: &mut App) -> Recording {
    recorder(app).stop().unwrap()
}

/// An app with a map and an agent that walks over it.
fn walked_app() -> (App, Entity) {
    let mut app = app();
    app.add_plugins(PathfindingRecorderPlugin);
    app.insert_resource(NavGrid::from_grid(
        Grid::new(UVec2::splat(20), 1).unwrap(),
        CellGeometry::squares(TILE).unwrap(),
    ));
    let request = PathRequest::to_cell(IVec2::new(19, 7));
    let agent = app.world_mut().spawn((Transform::default(), request, PathFollower::with_speed(50.0))).id();
    (app, agent)
}

#[test]
fn a_recording_has_the_frames_from_begin_to_stop() {
    let (mut app, agent) = walked_app();
    app.update();
    assert!(!recorder(&mut app).is_recording() && recorder(&mut app).stop().is_none());
    recorder(&mut app).begin(2);
    assert!(recorder(&mut app).is_recording() && recorder(&mut app).frames() == 0);
    (0..5).for_each(|_| app.update());
    assert_eq!(recorder(&mut app).frames(), 5);
    let recording = stop(&mut app);
    assert!(!recorder(&mut app).is_recording() && recorder(&mut app).stop().is_none());
    app.update();
    let hashes: Vec<bool> = recording.frames().iter().map(|frame| frame.hash.is_some()).collect();
    assert_eq!(hashes, [false, true, false, true, false]);
    assert_eq!(recording.stopped(), None);
    assert_plays(&recording, "five frames");

    // A second recording begins where the game is.
    recorder(&mut app).begin(1);
    (0..3).for_each(|_| app.update());
    recorder(&mut app).begin(1);
    app.update();
    let replay = assert_plays(&stop(&mut app), "again");
    assert_eq!(replay.len(), 1, "the first one was dropped");
    let at = app.world().get::<Transform>(agent).unwrap().translation.truncate();
    let (id, _) = replay.world().fleet.agents().find(|(_, agent)| agent.request().is_some()).unwrap();
    assert!(at.x > 10.0);
    assert_eq!(replay.position(id), Some(at));
}

#[test]
fn games_without_a_map_and_maps_that_come_and_go_are_recorded() {
    let (mut app, agent) = walked_app();
    let grid = app.world_mut().remove_resource::<NavGrid>().unwrap();
    app.insert_resource(NavGrid::default());
    recorder(&mut app).begin(1);
    (0..3).for_each(|_| app.update());
    app.insert_resource(grid);
    (0..8).for_each(|_| app.update());
    app.world_mut().resource_mut::<NavGrid>().unload();
    (0..3).for_each(|_| app.update());
    let geometry = CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(Grid::new(UVec2::splat(12), 1).unwrap(), geometry));
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(IVec2::new(11, 11)));
    (0..8).for_each(|_| app.update());
    // A resource that is gone for some frames: the plugin rests, and nothing is recorded.
    let graph = app.world_mut().remove_resource::<WaypointGraph>().unwrap();
    (0..2).for_each(|_| app.update());
    app.insert_resource(graph);
    (0..2).for_each(|_| app.update());
    let recording = stop(&mut app);
    assert_eq!(recording.frames().len(), 24);
    assert_plays(&recording, "maps come and go");
}

#[test]
fn profiles_may_change_in_the_frame_of_a_request_that_needs_them() {
    let (mut app, agent) = walked_app();
    recorder(&mut app).begin(1);
    (0..3).for_each(|_| app.update());
    let swimmers = CostProfile::default().with_cost(2, 1);
    let profile = app.world_mut().resource_mut::<CostProfiles>().add(swimmers);
    let request = PathRequest::to_cell(IVec2::new(3, 17)).with_profile(profile);
    app.world_mut().entity_mut(agent).insert(request);
    (0..3).for_each(|_| app.update());
    app.world_mut().resource_mut::<CostProfiles>().add(CostProfile::blocked());
    (0..3).for_each(|_| app.update());
    assert_plays(&stop(&mut app), "profiles that come");
}

#[test]
fn a_request_that_is_a_function_ends_the_recording_before_its_frame() {
    let (mut app, agent) = walked_app();
    recorder(&mut app).begin(1);
    (0..4).for_each(|_| app.update());
    let custom = PathRequest::to_cell(IVec2::new(3, 17)).with_heuristic(Heuristic::Custom(|_| 0.0));
    app.world_mut().entity_mut(agent).insert(custom);
    (0..4).for_each(|_| app.update());
    assert!(!recorder(&mut app).is_recording());
    let recording = stop(&mut app);
    assert_eq!((recording.stopped(), recording.frames().len()), (Some(Stopped::Function), 4));
    assert_plays(&recording, "until the function");
    // It can't begin, either.
    recorder(&mut app).begin(1);
    app.update();
    assert!(!recorder(&mut app).is_recording() && recorder(&mut app).stop().is_none());
}

#[test]
#[should_panic(expected = "add PathfindingPlugin before it")]
fn the_recorder_needs_the_plugin() {
    App::new().add_plugins(PathfindingRecorderPlugin);
}
