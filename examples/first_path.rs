//! An agent takes the cheapest path round the walls to its goal. Run: cargo run --example first_path
//!
//! Click a cell, and the agent walks there.

use bevy::color::palettes::tailwind::{AMBER_300, GREEN_400, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#........#.........#",
    "#..................#",
    "#..####..#..#####..#",
    "#.....#..#..#...#..#",
    "#.....#..#..#...#..#",
    "#.....#..#..#...#..#",
    "#..####..#......#..#",
    "#........#..#####..#",
    "#........#.........#",
    "####################",
];
/// The side of a tile in world units.
const TILE: f32 = 64.0;
/// Where the agent begins. Cells count from the bottom left, x to the right and y up.
pub const START: IVec2 = IVec2::new(1, 5);
/// Where it goes.
pub const GOAL: IVec2 = IVec2::new(14, 5);

fn main() -> AppExit {
    let window = Window { title: "First path".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .add_systems(Update, send_agent.run_if(input_just_pressed(MouseButton::Left)))
        .add_systems(Update, draw_path.after(PathfindingSystems::FollowPath))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup);
}

fn setup(mut commands: Commands) -> Result {
    // Terrain class 0 is a wall, and class 1 costs 1 tile for each tile.
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));

    commands.spawn((
        Sprite::from_color(AMBER_300, Vec2::splat(TILE / 2.0)),
        Transform::from_translation(geometry.center_of(START).extend(1.0)),
        // The request for a path, and the component that walks the path.
        PathRequest::to_cell(GOAL),
        PathFollower::with_speed(4.0 * TILE),
    ));
    Ok(())
}

/// Another request replaces the one that the agent has.
fn send_agent(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    agent: Single<Entity, With<PathFollower>>,
    mut commands: Commands,
) {
    let (camera, camera_at) = *camera;
    let Some(cursor) = window.cursor_position() else { return };
    if let Ok(point) = camera.viewport_to_world_2d(camera_at, cursor) {
        commands.entity(*agent).insert(PathRequest::to_position(point));
    }
}

/// Draws the part of the path that is still ahead.
fn draw_path(
    nav_grid: Res<NavGrid>,
    agent: Single<(&Transform, &PathResult, &PathFollower)>,
    mut gizmos: Gizmos,
) {
    let (transform, result, follower) = *agent;
    let ahead = result.points(&nav_grid).skip(follower.next_index());
    gizmos.linestrip_2d([transform.translation.truncate()].into_iter().chain(ahead), AMBER_300);
    if let Some(end) = result.points(&nav_grid).last() {
        gizmos.circle_2d(end, TILE / 3.0, GREEN_400);
    }
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
    commands.spawn((
        Text2d::new("Click a cell, and the agent walks there"),
        Transform::from_xyz(middle.x, size.y - TILE, 2.0),
    ));
}
