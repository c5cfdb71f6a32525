//! What congestion costs. It measures time, so it runs on request only:
//!
//!     cargo test --test congestion -- --ignored --nocapture --test-threads 1

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::prelude::*;
use std::time::{Duration, Instant};

const SIDE: u32 = 512;
const AGENTS: usize = 10_000;

/// Rough ground: walls, and three kinds of terrain in patches. The first column is free.
fn texture(cell: IVec2) -> u8 {
    let cell = cell.as_uvec2();
    let patch = (cell.x / 9).wrapping_mul(2_654_435_761) ^ (cell.y / 7).wrapping_mul(2_246_822_519);
    if cell.x > 0 && (patch >> 7).is_multiple_of(11) { 0 } else { 1 + ((patch >> 13) % 3) as u8 }
}

/// 10,000 agents anywhere, on their way to one of `goals` cells.
fn app(congestion: bool, goals: usize, shares: bool) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)))
        .add_plugins(PathfindingPlugin);
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::ONE).unwrap();
    app.insert_resource(NavGrid::from_grid(Grid::from_fn(UVec2::splat(SIDE), texture).unwrap(), geometry));
    if congestion {
        app.insert_resource(Congestion::default());
    }
    if !shares {
        app.world_mut().resource_mut::<PathfindingSettings>().max_field_bytes = 0;
    }
    app.update();
    let mut random = fastrand::Rng::with_seed(3);
    let mut cell = |app: &App| {
        loop {
            let cell = UVec2::new(random.u32(0..SIDE), random.u32(0..SIDE)).as_ivec2();
            if !app.world().resource::<NavGrid>().is_blocked(cell) {
                return cell;
            }
        }
    };
    let targets: Vec<IVec2> = (0..goals).map(|_| cell(&app)).collect();
    for nth in 0..AGENTS {
        let at = Transform::from_translation(cell(&app).as_vec2().extend(0.0));
        let request = PathRequest::to_cell(targets[nth % goals]);
        app.world_mut().spawn((at, request, PathFollower::with_speed(2.0 + (nth % 16) as f32 / 8.0)));
    }
    app
}

/// Milliseconds of a frame.
fn frame(app: &mut App) -> f64 {
    let start = Instant::now();
    app.update();
    start.elapsed().as_secs_f64() * 1e3
}

/// What the frames of an app took.
struct Frames(Vec<f64>);

impl Frames {
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// The time that this share of the frames did not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[((sorted.len() - 1) as f64 * share) as usize]
    }

    fn print(&self, name: &str) {
        let [median, late, last] = [0.5, 0.99, 1.0].map(|share| self.quantile(share));
        println!(
            "  {name}: mean {:.2} ms, median {median:.2}, 99 % {late:.1}, longest {last:.1}",
            self.mean()
        );
    }
}

fn stats(app: &App) -> PathfindingStats {
    *app.world().resource::<PathfindingStats>()
}

#[test]
#[ignore = "measures time"]
fn frames_with_congestion_beside_frames_without() {
    for (name, goals, shares) in
        [("one goal, shared", 1, true), ("20 goals, shared", 20, true), ("20 goals, own paths", 20, false)]
    {
        let (mut with, mut without) = (app(true, goals, shares), app(false, goals, shares));
        // Paths are found and landmarks measured meanwhile.
        for _ in 0..600 {
            frame(&mut with);
            frame(&mut without);
        }
        let before = stats(&with);
        let pairs = (0..1200).map(|_| (frame(&mut with), frame(&mut without)));
        let (of_with, of_without): (Vec<f64>, Vec<f64>) = pairs.unzip();
        let (after, [of_with, of_without]) = (stats(&with), [of_with, of_without].map(Frames));
        println!("{name}: {:.2} times the time", of_with.mean() / of_without.mean());
        of_with.print("with congestion");
        of_without.print("without");
        println!(
            "  in 20 s: {} fields repaired, {} built, {} searches",
            after.field_repairs - before.field_repairs,
            after.field_builds - before.field_builds,
            after.searches - before.searches
        );
        // Where everybody has a path of its own, the budget of searches is the limit.
        assert!(!shares || of_with.mean() <= 5.0 * of_without.mean());
    }
}
