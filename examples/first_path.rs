//! An agent takes the cheapest path round the walls to its goal. Run: cargo run --example first_path
//!
//! Click a cell, and the agent walks there.

mod look;

use bevy::prelude::*;
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
    App::new()
        .add_plugins((look::window("First path"), look::map, look::paths, game))
        .add_systems(Update, send_agent)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "The agent takes the cheapest path round the walls. Click a cell, and it walks there.",
    ));
    // Terrain class 0 is a wall, and class 1 costs 1 tile for each tile.
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));

    commands.spawn((
        Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 2.0)),
        Transform::from_translation(geometry.center_of(START).extend(1.0)),
        // The request for a path, and the component that walks the path.
        PathRequest::to_cell(GOAL),
        PathFollower::with_speed(4.0 * TILE),
    ));
    Ok(())
}

/// Another request replaces the one that the agent has.
fn send_agent(mouse: look::Mouse, agent: Single<Entity, With<PathFollower>>, mut commands: Commands) {
    if let Some(point) = mouse.clicked() {
        commands.entity(*agent).insert(PathRequest::to_position(point));
    }
}
