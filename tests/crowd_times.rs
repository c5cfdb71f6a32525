//! What frames take in which agents occupy their cells, against the same agents without, in CPU time of all threads. It measures time, so it
//! runs on request only:
//!
//!     cargo test --release --test crowd_times -- --ignored --nocapture --test-threads 1

use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use cpu_time::ProcessTime;
use std::time::Duration;

#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Frame;

/// Agents in rows at either side of a map, each of which walks to the other side. With a wall they have to pass four corridors in it.
fn app_with(agents: i32, occupies: bool, has_wall: bool) -> App {
    let side = (f64::from(agents) * 8.0).sqrt() as i32 + 20;
    let is_gate = |y: i32| y % (side / 4) == side / 8;
    let class = |at: IVec2| {
        let is_wall = has_wall && (at.x - side / 2).abs() < 6 && !is_gate(at.y);
        u8::from(!is_wall)
    };
    let grid = Grid::from_fn(UVec2::splat(side as u32), class).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Frame)))
        .insert_resource(NavGrid::from_grid(grid, geometry))
        .edit_schedule(Frame, |schedule| {
            schedule.set_executor(SingleThreadedExecutor::new());
        });
    let column = side / 2 - 8;
    let goals = |x: i32| PathRequest::to_nearest((0..side).step_by(3).map(|y| IVec2::new(x, y)));
    let requests = [goals(side - 1), goals(0)];
    for nth in 0..agents {
        // Every second cell, from both sides.
        let (is_east, nth) = (nth % 2 == 1, nth / 2);
        let cell = IVec2::new(nth % (column / 2) * 2, nth / (column / 2) * 2 + nth % 2);
        let x = if is_east { side - 1 - cell.x } else { cell.x };
        let at = Transform::from_xyz(x as f32, cell.y as f32, 0.0);
        let follower = PathFollower::with_speed(2.0 + (nth % 5) as f32 * 0.5);
        let mut agent = app.world_mut().spawn((at, follower, requests[usize::from(is_east)].clone()));
        if occupies {
            agent.insert(Occupies::default());
        }
    }
    app.update();
    app
}

/// The mean and the longest of so many frames, in microseconds.
fn frames(app: &mut App, count: usize) -> (f64, f64) {
    let mut times = Vec::new();
    for _ in 0..count {
        app.world_mut().resource_mut::<Time>().advance_by(Duration::from_micros(16_667));
        let start = ProcessTime::now();
        app.world_mut().run_schedule(Frame);
        times.push(start.elapsed().as_secs_f64() * 1e6);
    }
    (times.iter().sum::<f64>() / count as f64, times.iter().copied().fold(0.0, f64::max))
}

#[test]
#[ignore = "measures time"]
fn frames_with_and_without_occupies() {
    for agents in [1_000, 2_000, 20_000] {
        for has_wall in [false, true] {
            let mut apps = [false, true].map(|occupies| app_with(agents, occupies, has_wall));
            apps.iter_mut().for_each(|app| {
                frames(app, 60);
            });
            // Side by side, so that other work on the machine slows both.
            let mut sums = [[0.0_f64; 2]; 2];
            let mut worst = [0.0_f64; 2];
            for _ in 0..20 {
                for (nth, app) in apps.iter_mut().enumerate() {
                    let (mean, longest) = frames(app, 30);
                    sums[nth][0] += mean / 20.0;
                    worst[nth] = worst[nth].max(longest);
                }
            }
            let [without, with] = [sums[0][0], sums[1][0]];
            println!(
                "{agents} agents, {}: {without:.0} and {with:.0} µs a frame with Occupies, ratio {:.2}; longest over mean {:.1} and {:.1}",
                if has_wall { "corridors" } else { "open" },
                with / without,
                worst[0] / without,
                worst[1] / with,
            );
        }
    }
}
