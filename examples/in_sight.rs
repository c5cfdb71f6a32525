//! Each unit stops where it can strike: in range over walls, in range and in sight, or side by side. Run: cargo run --example in_sight
//!
//! Space moves the target to the other side.

mod look;

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#..................#",
    "#..................#",
    "#...........##.....#",
    "#...........##.....#",
    "#...........##.....#",
    "#...........##.....#",
    "#...........##.....#",
    "#..................#",
    "#..................#",
    "####################",
];
const TILE: f32 = 64.0;
/// How far mortar and archer shoot, in tiles.
pub const RANGE: f32 = 6.0;

/// What all units attack.
#[derive(Component)]
pub struct Target;

/// The kinds of units.
#[derive(Component)]
pub enum Unit {
    /// Shoots over walls.
    Mortar,
    /// Shoots at what it sees.
    Archer,
    /// Fights side by side.
    Knight,
}

fn main() -> AppExit {
    App::new().add_plugins((look::window("In sight"), look::map, game)).add_systems(Update, draw_shots).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, move_target.run_if(input_just_pressed(KeyCode::Space)));
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "Blue shoots over walls, green must see the target, yellow fights beside it. Space moves the target.",
    ));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    let square = |color| Sprite::from_color(color, Vec2::splat(TILE / 2.0));

    // The target stands in its own cell as an obstacle, so nobody could ask for that very cell.
    let target = commands.spawn((Target, square(look::RED), at(16, 5), NavObstacle::default())).id();
    let to_target = || PathRequest::to_entity(target);
    let walk = PathFollower::with_speed(4.0 * TILE);
    // `within` measures as the crow flies. 1.5 tiles are the eight cells around the target.
    let mortar = to_target().within(RANGE);
    commands.spawn((Unit::Mortar, square(look::BLUE), at(1, 6), mortar, walk.clone()));
    let archer = to_target().within(RANGE).in_sight();
    commands.spawn((Unit::Archer, square(look::GREEN), at(1, 5), archer, walk.clone()));
    let knight = to_target().within(1.5).in_sight();
    commands.spawn((Unit::Knight, square(look::YELLOW), at(1, 4), knight, walk));
    Ok(())
}

/// The units follow by themselves.
fn move_target(mut target: Single<&mut Transform, With<Target>>) {
    target.translation.x = 19.0 * TILE - target.translation.x;
}

/// A line from each unit that has arrived to the target.
fn draw_shots(
    units: Query<(&Transform, &PathFollower, &Sprite)>,
    target: Single<&Transform, With<Target>>,
    mut gizmos: Gizmos,
) {
    for (unit, _, sprite) in units.iter().filter(|(_, follower, _)| follower.has_arrived()) {
        gizmos.line_2d(unit.translation.truncate(), target.translation.truncate(), sprite.color);
    }
}
