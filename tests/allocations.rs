//! Agents on a field walk without allocating, alone and in a crowd.

use allocation_counter::measure;
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::time::Duration;

#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Frame;

/// An app that runs all systems of the plugin on this thread, with agents that walk all the time.
fn app_with(agents: i32) -> App {
    let grid = Grid::from_fn(UVec2::new(200, 200), |at| 1 + (at.x * 7 + at.y * 3) as u8 % 3).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Frame)))
        .insert_resource(NavGrid::from_grid(grid, geometry))
        .insert_resource(PathfindingSettings { max_threads: 1, ..default() })
        .edit_schedule(Frame, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    for nth in 0..agents {
        let at = Transform::from_xyz((nth % 100) as f32, (nth / 100) as f32, 0.0);
        let request = PathRequest::to_cell(IVec2::new(199, 199));
        app.world_mut().spawn((at, request, PathFollower::with_speed(2.0)));
    }
    app.update();
    app
}

/// Counts the allocations of `frames` frames.
fn allocations(app: &mut App, frames: usize) -> u64 {
    let run = || {
        for _ in 0..frames {
            app.world_mut().resource_mut::<Time>().advance_by(Duration::from_millis(16));
            app.world_mut().run_schedule(Frame);
        }
    };
    measure(run).count_total
}

#[test]
fn a_frame_of_two_thousand_agents_that_occupy_their_cells_allocates_nothing() {
    let mut app = app_with(2_000);
    let mut agents = app.world_mut().query_filtered::<Entity, With<PathFollower>>();
    let agents: Vec<Entity> = agents.iter(app.world()).collect();
    for (nth, agent) in agents.into_iter().enumerate() {
        let goal = if nth % 2 == 0 { IVec2::new(199, 199) } else { IVec2::ZERO };
        let at = Transform::from_xyz((nth % 60) as f32 * 3.0, (nth / 60) as f32 * 3.0, 0.0);
        app.world_mut().entity_mut(agent).insert((CrowdAgent::default(), PathRequest::to_cell(goal), at));
    }
    // Lists have grown to their sizes then.
    allocations(&mut app, 2500);
    let before = places(&mut app);
    assert_eq!(allocations(&mut app, 200), 0);
    let moved = before.iter().zip(places(&mut app)).filter(|(before, now)| **before != *now).count();
    assert!(moved > 1_000, "{moved} have moved");
}

fn places(app: &mut App) -> Vec<Vec3> {
    let mut agents = app.world_mut().query_filtered::<&Transform, With<PathFollower>>();
    agents.iter(app.world()).map(|at| at.translation).collect()
}

#[test]
fn a_frame_of_ten_thousand_followers_allocates_nothing() {
    let mut app = app_with(10_000);
    // Runs until the landmarks of the map are measured, some in each frame.
    allocations(&mut app, 800);
    let shared = |result: &&PathResult| result.is_shared();
    let mut results = app.world_mut().query::<&PathResult>();
    assert_eq!(results.iter(app.world()).filter(shared).count(), 10_000);
    assert_eq!(allocations(&mut app, 200), 0);
}
