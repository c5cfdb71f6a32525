//! A thousand bodies of the physics engine `avian2d` push each other through doors: `PathSteering` says how each should move.
//! Run: cargo run -p integrations --example bodies
//!
//! With `--headless` nothing is drawn, and the program ends when all have come through.

use avian2d::prelude::*;
use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_tilepath::prelude::*;
use std::{process::ExitCode, time::Duration};

const SIZE: IVec2 = IVec2::new(80, 44);
const TILE: f32 = 16.0;
/// The radius of a body: corridors are wide enough for two side by side.
const RADIUS: f32 = 4.5;
const SPEED: f32 = 60.0;
const COUNT: i32 = 1000;
/// Three walls, and the rows of their doors, each two cells wide.
const WALLS: [(i32, [i32; 4]); 3] = [(30, [4, 14, 26, 36]), (44, [9, 20, 31, 40]), (58, [3, 15, 28, 38])];

/// How many bodies have come to the end of their paths, and in how many steps of the game a body was in a wall.
#[derive(Resource, Default)]
struct Tally {
    arrived: i32,
    in_walls: u32,
}

fn main() -> ExitCode {
    let mut app = App::new();
    let is_headless = std::env::args().any(|arg| arg == "--headless");
    if is_headless {
        app.add_plugins((MinimalPlugins, TransformPlugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)));
    } else {
        app.add_plugins(DefaultPlugins).add_systems(Startup, show).add_systems(Update, draw);
    }
    // The physics run in `FixedPostUpdate`, after the paths of the same step.
    app.add_plugins((PathfindingPlugin::in_schedule(FixedUpdate), PhysicsPlugins::default()))
        .insert_resource(Gravity::ZERO)
        .init_resource::<Tally>()
        .add_observer(leave)
        .add_systems(Startup, setup)
        .add_systems(FixedUpdate, (push.after(PathfindingSystems::FollowPath), count));
    if !is_headless {
        return if app.run().is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    app.finish();
    app.cleanup();
    let has_ended = |app: &App| app.world().resource::<Tally>().arrived == COUNT;
    let seconds = (0..180).find(|_| {
        (0..64).for_each(|_| app.update());
        has_ended(&app)
    });
    let Tally { arrived, in_walls } = app.world().resource();
    println!("{arrived} of {COUNT} bodies came through, {in_walls} times one was in a wall");
    eprintln!("{seconds:?} seconds");
    if has_ended(&app) && *in_walls == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn setup(mut commands: Commands) -> Result {
    let is_wall = |cell: IVec2| {
        let is_edge = cell.cmpeq(IVec2::ZERO).any() || cell.cmpeq(SIZE - 1).any();
        is_edge
            || WALLS.iter().any(|(x, doors)| {
                cell.x == *x && doors.iter().all(|door| !(*door..door + 2).contains(&cell.y))
            })
    };
    let grid = Grid::from_fn(SIZE.as_uvec2(), |cell| u8::from(!is_wall(cell)))?;
    let geometry = CellGeometry::squares(TILE)?.centered(SIZE.as_uvec2());
    for (cell, _) in grid.cells().filter(|(_, class)| *class == 0) {
        let at = Transform::from_translation(geometry.center_of(cell).extend(0.0));
        commands.spawn((RigidBody::Static, Collider::rectangle(TILE, TILE), at));
    }
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for nth in 0..COUNT {
        let at = geometry.center_of(IVec2::new(1 + nth / (SIZE.y - 2), 1 + nth % (SIZE.y - 2))).extend(1.0);
        let goal = PathRequest::to_cell(IVec2::new(SIZE.x - 2, 1 + nth % (SIZE.y - 2))).within(2.0);
        let body =
            (RigidBody::Dynamic, Collider::circle(RADIUS), LockedAxes::ROTATION_LOCKED, Friction::new(0.1));
        let walk = (goal, PathFollower::with_speed(SPEED), PathSteering::default());
        commands.spawn((body, walk, Transform::from_translation(at)));
    }
    Ok(())
}

/// Brings each body nearer to the velocity that it should have.
fn push(mut bodies: Query<(&PathSteering, &mut LinearVelocity)>) {
    for (steering, mut velocity) in &mut bodies {
        velocity.0 = velocity.0.lerp(steering.velocity, 0.2);
    }
}

fn leave(reached: On<GoalReached>, mut tally: ResMut<Tally>, mut commands: Commands) {
    tally.arrived += 1;
    commands.entity(reached.entity).despawn();
}

fn count(bodies: Query<&Transform, With<PathSteering>>, nav_grid: Res<NavGrid>, mut tally: ResMut<Tally>) {
    let cells = bodies.iter().filter_map(|body| nav_grid.cell_at(body.translation.truncate()));
    tally.in_walls += cells.filter(|&cell| nav_grid.is_blocked(cell)).count() as u32;
}

fn show(mut commands: Commands) {
    let projection = OrthographicProjection { scale: 1.05, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection)));
}

fn draw(
    bodies: Query<(&Transform, &PathSteering)>,
    walls: Query<&Transform, (With<RigidBody>, Without<PathSteering>)>,
    mut gizmos: Gizmos,
) {
    for wall in &walls {
        gizmos.rect_2d(wall.translation.truncate(), Vec2::splat(TILE), Color::srgb(0.4, 0.45, 0.5));
    }
    for (body, steering) in &bodies {
        let at = body.translation.truncate();
        gizmos.circle_2d(at, RADIUS, Color::srgb(0.4, 0.75, 1.0));
        gizmos.ray_2d(at, steering.velocity * 0.15, Color::WHITE);
    }
}
