//! A hunter follows a player. Run: cargo run --example moving_target
//!
//! The arrow keys move the player.

use bevy::color::palettes::tailwind::{AMBER_300, GREEN_400, RED_500, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, prelude::*};
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
    let window = Window { title: "Moving target".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .add_systems(Update, (color_player, draw_path))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_systems(Update, move_player);
}

fn setup(mut commands: Commands) -> Result {
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    let square = |color: Srgba| Sprite::from_color(color, Vec2::splat(TILE / 2.0));

    let player = commands.spawn((Player, square(GREEN_400), at(17, 5))).id();
    // One request for the whole hunt: whenever the player enters another cell, the path is replanned.
    let hunt = PathRequest::to_entity(player).within(1.0);
    commands.spawn((Hunter, square(AMBER_300), at(2, 5), hunt, PathFollower::with_speed(4.0 * TILE)));
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
    player.color = if hunter.has_arrived() { RED_500 } else { GREEN_400 }.into();
}

fn draw_path(nav_grid: Res<NavGrid>, hunter: Single<&PathResult, With<Hunter>>, mut gizmos: Gizmos) {
    gizmos.linestrip_2d(hunter.points(&nav_grid), AMBER_300);
}

/// Spawns a camera that shows the whole map, and a sprite for each cell.
fn draw_map(nav_grid: Res<NavGrid>, mut commands: Commands) {
    let size = nav_grid.size().as_vec2() * TILE;
    let middle = (size - TILE) / 2.0;
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let projection = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection), Transform::from_translation(middle.extend(0.0))));

    let (Some(map), Some(geometry)) = (nav_grid.map(), nav_grid.geometry()) else { return };
    for cell in (0..map.grid().len()).map(|index| map.grid().cell(index)) {
        let color = if nav_grid.is_blocked(cell) { SLATE_800 } else { SLATE_500 };
        let tile = Sprite::from_color(color, Vec2::splat(TILE - 2.0));
        commands.spawn((tile, Transform::from_translation(geometry.center_of(cell).extend(0.0))));
    }
    let text = "The arrow keys move the green player. The yellow hunter follows";
    commands.spawn((Text2d::new(text), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
