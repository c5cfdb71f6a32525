//! Hovercraft slide through a harbour: `PathSteering` says how they should move, and the game moves them, with inertia and bumps.
//! Run: cargo run --example velocity
//!
//! Click to send them all. White lines are the velocities that they should have, coloured lines the velocities that they have.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a quay, 6 is water. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 16]; 8] = [
    [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    [6, 6, 6, 6, 6, 0, 0, 6, 6, 6, 6, 0, 0, 0, 6, 6],
    [6, 6, 0, 6, 6, 6, 0, 6, 6, 0, 6, 6, 6, 0, 6, 6],
    [6, 6, 0, 6, 6, 6, 0, 6, 6, 0, 6, 6, 6, 0, 6, 6],
    [6, 6, 0, 0, 0, 6, 0, 6, 6, 0, 0, 6, 6, 0, 6, 6],
    [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
    [6, 6, 6, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0, 6, 6],
    [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
];
const TILE: f32 = 75.0;
const SPEED: f32 = 220.0;
const THRUST: f32 = 900.0;
const RADIUS: f32 = 17.0;
/// They go from one to the other, for ever.
pub const BUOYS: [IVec2; 4] = [IVec2::new(4, 4), IVec2::new(15, 0), IVec2::new(11, 4), IVec2::new(0, 7)];

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Velocity"), look::map, game))
        .add_systems(Update, (click, draw.after(slide)))
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_observer(go_on).add_systems(Startup, setup);
    // The velocities of this frame are there after `FollowPath`.
    app.add_systems(Update, slide.after(PathfindingSystems::FollowPath));
}

/// A hovercraft.
#[derive(Component, Default)]
pub struct Craft {
    velocity: Vec2,
    buoy: usize,
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "White: the velocity of PathSteering. Coloured: the velocity of the hovercraft. Click to send them.",
    ));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for nth in 0..8 {
        let color = [look::YELLOW, look::BLUE, look::GREEN, look::RED][nth % 4];
        let at = geometry.center_of(IVec2::new(nth as i32 % 2, 2 + nth as i32 / 2)).extend(1.0);
        let walk =
            (PathRequest::to_cell(BUOYS[nth % 4]), PathFollower::with_speed(SPEED), PathSteering::default());
        let craft = (Craft { buoy: nth % 4, ..default() }, Sprite::from_color(color, Vec2::new(34.0, 24.0)));
        commands.spawn((craft, walk, Transform::from_translation(at)));
    }
    Ok(())
}

/// Sends a hovercraft to its next buoy.
fn go_on(reached: On<GoalReached>, mut fleet: Query<&mut Craft>, mut commands: Commands) {
    let Ok(mut craft) = fleet.get_mut(reached.entity) else { return };
    craft.buoy = (craft.buoy + 1) % BUOYS.len();
    commands.entity(reached.entity).insert(PathRequest::to_cell(BUOYS[craft.buoy]));
}

fn slide(
    mut fleet: Query<(&mut Craft, &mut Transform, &PathSteering)>,
    nav_grid: Res<NavGrid>,
    time: Res<Time>,
) {
    let seconds = time.delta_secs();
    let places: Vec<Vec2> = fleet.iter().map(|(_, place, _)| place.translation.truncate()).collect();
    for (mut craft, mut place, steering) in &mut fleet {
        let at = place.translation.truncate();
        // It brakes in time for the end of its path.
        let wanted = steering.velocity.clamp_length_max((2.0 * THRUST * steering.distance_left).sqrt());
        craft.velocity = craft.velocity.move_towards(wanted, THRUST * seconds);
        for other in places.iter().filter(|&&other| other != at && other.distance(at) < 2.0 * RADIUS) {
            craft.velocity += (at - other).normalize() * 2.0 * THRUST * seconds;
        }
        // It slides along quays.
        for side in [Vec2::X, Vec2::Y] {
            let ahead = at + (craft.velocity * seconds + craft.velocity.signum() * RADIUS * 0.8) * side;
            if nav_grid.cell_at(ahead).is_none_or(|cell| nav_grid.is_blocked(cell)) {
                craft.velocity *= Vec2::ONE - side;
            }
        }
        place.translation += (craft.velocity * seconds).extend(0.0);
        if let Some(facing) = craft.velocity.try_normalize() {
            place.rotation = place.rotation.slerp(Quat::from_rotation_arc_2d(Vec2::X, facing), 0.2);
        }
    }
}

fn draw(fleet: Query<(&Craft, &Transform, &PathSteering, &Sprite)>, mut gizmos: Gizmos) {
    for (craft, place, steering, hull) in &fleet {
        for (velocity, color) in [(craft.velocity, hull.color), (steering.velocity, look::WHITE)] {
            gizmos.ray_2d(place.translation.truncate(), velocity * 0.4, color);
        }
    }
}

fn click(
    mouse: look::Mouse,
    nav_grid: Res<NavGrid>,
    fleet: Query<Entity, With<Craft>>,
    mut commands: Commands,
) {
    let Some(cell) = mouse.clicked().and_then(|point| nav_grid.cell_at(point)) else { return };
    fleet.iter().for_each(|craft| _ = commands.entity(craft).insert(PathRequest::to_cell(cell)));
}
