//! What the overlay costs. It measures time, so it runs on request only:
//!
//!     cargo test --features debug --test debug -- --ignored --nocapture --test-threads 1

use crate::support::*;
use bevy::{asset::AssetPlugin, input::InputPlugin, prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::{DebugLayer, DebugLayers, PathfindingDebugPlugin, prelude::*};
use std::time::{Duration, Instant};

const SIDE: u32 = 512;
const AGENTS: u32 = 1000;
const WARM_UP: i32 = 120;

/// Rough ground: walls, and three kinds of terrain in patches.
fn class(cell: IVec2) -> u8 {
    let patch =
        (cell.x as u32 / 9).wrapping_mul(2_654_435_761) ^ (cell.y as u32 / 7).wrapping_mul(2_246_822_519);
    if (patch >> 7).is_multiple_of(11) { 0 } else { 1 + ((patch >> 13) % 3) as u8 }
}

/// A game with agents on a large map: most go to one base, the others to places of their own.
fn game(with_overlay: bool, layers: DebugLayers) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, AssetPlugin::default(), InputPlugin))
        .init_asset::<Mesh>()
        .init_asset::<Image>()
        .init_asset::<ColorMaterial>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .add_plugins(PathfindingPlugin);
    let grid = Grid::from_fn(UVec2::splat(SIDE), class).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, squares()));
    let mut random = fastrand::Rng::with_seed(1);
    let mut free = || loop {
        let cell = cell(random.i32(0..SIDE as i32), random.i32(0..SIDE as i32));
        if class(cell) > 0 {
            break cell;
        }
    };
    let base = free();
    let agents: Vec<Entity> = (0..AGENTS)
        .map(|number| {
            let goal = if number % 5 == 0 { free() } else { base };
            spawn_agent(&mut app, free(), PathRequest::to_cell(goal))
        })
        .collect();
    if with_overlay {
        app.add_plugins(PathfindingDebugPlugin);
        debug(&mut app).layers = layers;
        debug(&mut app).selected = Some(agents[0]);
    }
    app.finish();
    app.cleanup();
    // Until everything is searched, prepared and drawn.
    for frame in 0..WARM_UP {
        edit(&mut app, frame);
        app.update();
    }
    app
}

/// A few walls come and go, and a tower's danger moves on.
fn edit(app: &mut App, frame: i32) {
    let at = |nth: i32| cell((nth * 37) % SIDE as i32, (nth * 101) % SIDE as i32);
    let danger = DangerStamp::new(4.0, 3.0, Falloff::Linear).unwrap();
    let mut grid = map(app);
    grid.map_mut().unwrap().edit(|map| {
        for nth in 0..4 {
            map.block(at(4 * frame + nth));
            if frame >= 8 {
                map.unblock(at(4 * (frame - 8) + nth));
            }
        }
        map.add_danger(0, &danger, at(frame)).unwrap();
        if frame > 0 {
            map.remove_danger(0, &danger, at(frame - 1)).unwrap();
        }
    });
}

fn milliseconds(app: &mut App, frame: i32) -> f64 {
    edit(app, frame);
    let start = Instant::now();
    app.update();
    start.elapsed().as_secs_f64() * 1e3
}

fn share(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() - 1) as f64 * share) as usize]
}

#[test]
#[ignore = "measures time"]
fn a_frame_with_edits_and_a_thousand_agents() {
    let layers = [DebugLayer::Paths, DebugLayer::GoalField, DebugLayer::Search];
    let layers = layers.map(|layer| (layer.name(), true, DebugLayers::NONE.with(layer)));
    let mut apps: Vec<_> = [
        ("without the plugin", false, DebugLayers::NONE),
        ("no layer", true, DebugLayers::NONE),
        ("all layers", true, DebugLayers::ALL),
    ]
    .into_iter()
    .chain(layers)
    .map(|(name, with_overlay, layers)| (name, game(with_overlay, layers), Vec::new()))
    .collect();
    for frame in WARM_UP..WARM_UP + 120 {
        for (_, app, times) in &mut apps {
            times.push(milliseconds(app, frame));
        }
    }
    println!("{SIDE}², {AGENTS} agents, edits in each frame; frames in milliseconds:");
    for (name, _, times) in &mut apps {
        let [half, most] = [0.5, 0.95].map(|part| share(times, part));
        println!("{name:>20}: median {half:6.2}, 95 of 100 below {most:6.2}");
    }
}
