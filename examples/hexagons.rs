//! Hexagons: cells with six neighbours, on a map that is no tilemap. Run: cargo run --example hexagons
//!
//! A white line shows where a click would lead the agent. Click to send it there.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a wall, 1 is floor. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 14]; 8] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1],
    [1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1],
    [1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
/// A hexagon with a corner up fits into a box of this size. A regular one is 1.1547 times as high as it is wide.
const BOX: Vec2 = Vec2::new(84.0, 84.0 * 1.1547);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Hexagons"), look::paths, game))
        .add_systems(PostStartup, spawn_tiles)
        .add_systems(Update, (click, preview))
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup);
}

fn setup(mut commands: Commands) -> Result {
    let area = Rect::from_center_size(Vec2::ZERO, Vec2::new(14.5, 8.0 * 0.75 + 0.25) * BOX);
    commands.spawn(look::camera(area));
    commands.spawn(look::bar(
        "Each hexagon has six neighbours, all one tile away. White: where a click would lead the agent.",
    ));
    // In rows, the odd ones shifted right by half a hexagon. Rows are three quarters of the box apart.
    let center_of_0_0 = Vec2::new(-6.75, -3.5 * 0.75) * BOX;
    let geometry = CellGeometry::hex(HexLayout::OddRows, center_of_0_0, BOX)?;
    commands.insert_resource(NavGrid::from_grid(Grid::from_rows(MAP)?, geometry));
    let place = Transform::from_translation(geometry.center_of(IVec2::new(0, 3)).extend(1.0));
    let walk = (PathRequest::to_cell(IVec2::new(11, 5)), PathFollower::with_speed(120.0));
    commands.spawn((Sprite::from_color(look::YELLOW, Vec2::splat(30.0)), place, walk));
    Ok(())
}

fn spawn_tiles(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    nav_grid: Res<NavGrid>,
) -> Result {
    let (map, geometry) = nav_grid.map().zip(nav_grid.geometry()).ok_or("there is no map")?;
    let hexagon = meshes.add(RegularPolygon::new(BOX.y / 2.0 - 2.0, 6));
    let colors = [0, 1].map(|class| materials.add(look::color_of(class)));
    for (cell, class) in map.grid().cells() {
        let look = (Mesh2d(hexagon.clone()), MeshMaterial2d(colors[usize::from(class)].clone()));
        commands.spawn((look, Transform::from_translation(geometry.center_of(cell).extend(0.0))));
    }
    Ok(())
}

fn click(
    mouse: look::Mouse,
    nav_grid: Res<NavGrid>,
    agent: Single<Entity, With<PathFollower>>,
    mut commands: Commands,
) {
    if let Some(cell) = mouse.clicked().and_then(|point| nav_grid.cell_at(point)) {
        commands.entity(*agent).insert(PathRequest::to_cell(cell));
    }
}

/// A preview asks by a local request: it is no part of the game, and the agent keeps its own request.
fn preview(
    mouse: look::Mouse,
    nav_grid: Res<NavGrid>,
    agent: Single<(Entity, Option<&LocalPathResult>), With<PathFollower>>,
    mut gizmos: Gizmos,
    mut commands: Commands,
) {
    let (agent, shown) = *agent;
    if let Some(point) = mouse.at() {
        commands.entity(agent).insert(LocalPathRequest(PathRequest::to_position(point)));
    }
    if let Some(path) = shown {
        gizmos.linestrip_2d(path.points(&nav_grid), look::WHITE);
    }
}
