//! `crowds`: frames of the plugin in which agents keep their cells, compared with the same agents without `CrowdAgent`.

use crate::{
    args::Crowds,
    clock::{self, process_time},
};
use bevy::ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::{error::Error, time::Duration};

/// Frames that are timed one after the other, before it is the turn of the other app.
const FRAMES: usize = 30;

/// So many times the same is done: what takes longer in one of them than in another is other work on the machine.
const RUNS: usize = 5;

/// The plugin's schedule.
#[derive(ScheduleLabel, Clone, PartialEq, Eq, Hash, Debug)]
struct Walk;

/// The figures of one place.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Microseconds of a frame without `CrowdAgent` and with it, the mean.
    pub mean: [f64; 2],
    /// The second over the first.
    pub ratio: f64,
    /// The longest frame over the mean, of each.
    pub longest: [f64; 2],
}

/// Prints a table of all places.
///
/// # Errors
/// If too many agents are asked for.
pub fn run(args: &Crowds) -> Result<(), Box<dyn Error>> {
    let agents = i32::try_from(args.agents).ok().filter(|agents| (1..=1_000_000).contains(agents));
    let agents = agents.ok_or_else(|| format!("--agents {}: 1 to 1,000,000", args.agents))?;
    println!("| agents | | without, µs a frame | with | ratio | longest over mean, without | with |");
    println!("|--:|---|--:|--:|--:|--:|--:|");
    for (name, has_wall) in [("open", false), ("corridors", true)] {
        if args.only.as_ref().is_none_or(|only| name.contains(only.as_str())) {
            let Frames { mean, ratio, longest } = measure(agents, has_wall, args.rounds);
            println!(
                "| {agents} | {name} | {:.1} | {:.1} | {ratio:.2} | {:.1} | {:.1} |",
                mean[0], mean[1], longest[0], longest[1]
            );
        }
    }
    Ok(())
}

/// The figures of frames each of which is the fastest of its kind in several equal runs.
pub fn measure(agents: i32, has_wall: bool, rounds: usize) -> Frames {
    let mut times = times(agents, has_wall, rounds);
    for _ in 1..RUNS {
        let again = self::times(agents, has_wall, rounds);
        for (time, again) in times.iter_mut().flatten().zip(again.iter().flatten()) {
            *time = time.min(*again);
        }
    }
    let mean = [0, 1].map(|nth| clock::mean(&times[nth]));
    let longest = [0, 1].map(|nth| times[nth].iter().copied().fold(0.0, f64::max) / mean[nth]);
    Frames { mean, ratio: mean[1] / mean[0], longest }
}

/// Lets the same agents walk in two apps in turn, so that other work on the machine slows both. Returns the time of each frame in
/// microseconds, without `CrowdAgent` and with it.
fn times(agents: i32, has_wall: bool, rounds: usize) -> [Vec<f64>; 2] {
    let mut apps = [false, true].map(|occupies| app_with(agents, occupies, has_wall));
    for app in &mut apps {
        // The first second: all are answered and set out.
        frames(app, 60);
    }
    let mut times = [const { Vec::new() }; 2];
    for _ in 0..rounds.max(1) {
        for (app, times) in apps.iter_mut().zip(&mut times) {
            times.extend(frames(app, FRAMES));
        }
    }
    times
}

/// Agents in rows at either side of a map, each of which walks to the other side. With a wall they have to pass four corridors in it.
fn app_with(agents: i32, occupies: bool, has_wall: bool) -> App {
    let side = (f64::from(agents) * 8.0).sqrt() as i32 + 20;
    let is_gate = |y: i32| y % (side / 4) == side / 8;
    let is_wall = |at: IVec2| has_wall && (at.x - side / 2).abs() < 6 && !is_gate(at.y);
    let grid = Grid::from_fn(UVec2::splat(side as u32), |at| u8::from(!is_wall(at)));
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).expect("square cells");
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, PathfindingPlugin::in_schedule(Walk)))
        .insert_resource(NavGrid::from_grid(grid.expect("a small map"), geometry))
        .edit_schedule(Walk, |schedule| {
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
            agent.insert(CrowdAgent::default());
        }
    }
    app.update();
    app
}

/// The CPU time of so many frames in microseconds, all threads together.
fn frames(app: &mut App, count: usize) -> Vec<f64> {
    let frame = |_| {
        app.world_mut().resource_mut::<Time>().advance_by(Duration::from_micros(16_667));
        process_time(|| app.world_mut().run_schedule(Walk)).as_secs_f64() * 1e6
    };
    (0..count).map(frame).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the agents are.
    fn places(app: &mut App) -> Vec<Vec2> {
        let mut agents = app.world_mut().query_filtered::<&Transform, With<PathFollower>>();
        agents.iter(app.world()).map(|at| at.translation.truncate()).collect()
    }

    #[test]
    fn the_same_agents_walk_with_their_cells_to_themselves_and_through_each_other() {
        for has_wall in [false, true] {
            let met = [false, true].map(|occupies| {
                let mut app = app_with(400, occupies, has_wall);
                let starts = places(&mut app);
                let mut met = 0;
                for _ in 0..20 {
                    assert!(frames(&mut app, FRAMES).into_iter().all(|micros| micros > 0.0));
                    let places = places(&mut app);
                    let is_met =
                        |nth: usize| places[..nth].iter().any(|other| other.distance(places[nth]) < 0.44);
                    met += (0..places.len()).filter(|&nth| is_met(nth)).count();
                }
                let far = starts.iter().zip(places(&mut app)).filter(|(start, at)| start.distance(*at) > 8.0);
                assert!(far.count() > 80);
                met
            });
            assert!(met[0] > 100 && met[1] == 0, "{met:?}");
        }
    }
}
