//! A hunter follows a player. Run: cargo run --example moving_target
//!
//! The arrow keys move the player.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#..................#",
    "#..##..........##..#",
    "#..#............#..#",
    "#......######......#",
    "#..................#",
    "#......######......#",
    "#..#............#..#",
    "#..##..........##..#",
    "#..................#",
    "####################",
];
const TILE: f32 = 64.0;

/// Whom the keys move.
#[derive(Component)]
pub struct Player;

/// The agent.
#[derive(Component)]
pub struct Hunter;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Moving target"), look::map, look::paths, game))
        .add_systems(Update, color_player)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_systems(Update, move_player);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar("The arrow keys move the green player. The yellow hunter follows."));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    let square = |color| Sprite::from_color(color, Vec2::splat(TILE / 2.0));

    let player = commands.spawn((Player, square(look::GREEN), at(17, 5))).id();
    // One request for the whole hunt: whenever the player enters another cell, the path is replanned.
    let hunt = PathRequest::to_entity(player).within(1.0);
    commands.spawn((Hunter, square(look::YELLOW), at(2, 5), hunt, PathFollower::with_speed(4.0 * TILE)));
    Ok(())
}

/// Moves the player, but not into walls. It is no agent: only its `Transform` counts.
fn move_player(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    nav_grid: Res<NavGrid>,
    mut player: Single<&mut Transform, With<Player>>,
) {
    let axis = |back, forth| f32::from(keys.pressed(forth)) - f32::from(keys.pressed(back));
    let direction =
        Vec2::new(axis(KeyCode::ArrowLeft, KeyCode::ArrowRight), axis(KeyCode::ArrowDown, KeyCode::ArrowUp));
    let step = direction.normalize_or_zero() * 5.0 * TILE * time.delta_secs();
    for step in [step.with_y(0.0), step.with_x(0.0)] {
        let next = player.translation + step.extend(0.0);
        if nav_grid.cell_at(next.truncate()).is_some_and(|cell| !nav_grid.is_blocked(cell)) {
            player.translation = next;
        }
    }
}

/// Red while the hunter is beside the player.
fn color_player(hunter: Single<&PathFollower, With<Hunter>>, mut player: Single<&mut Sprite, With<Player>>) {
    player.color = if hunter.has_arrived() { look::RED } else { look::GREEN };
}
