//! An isometric map: diamonds, and blocks that hide what is behind them. Run: cargo run --example isometric_map
//!
//! Click to send the agent to a diamond.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a wall, 1 is floor. Cell (0, 0) is the left corner of the diamond; x leads down, y leads up.
const MAP: [[u8; 12]; 12] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1],
    [1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1],
    [1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1],
    [1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1],
    [1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0],
    [1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1],
    [1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1],
    [1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
const TILE: Vec2 = Vec2::new(96.0, 48.0);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Isometric map"), game))
        .add_systems(PostStartup, spawn_tiles)
        .add_systems(Update, (click, mark_goal))
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, sort_by_depth.after(PathfindingSystems::FollowPath));
}

fn setup(mut commands: Commands) -> Result {
    let area = Rect::from_center_size(Vec2::new(0.0, 0.25 * TILE.y), Vec2::new(12.0, 12.5) * TILE);
    commands.spawn(look::camera(area));
    commands.spawn(look::bar("Each diamond is a cell. Click to send the agent somewhere else."));
    let center_of_0_0 = Vec2::new(-5.5 * TILE.x, 0.0);
    let geometry = CellGeometry::diamond(center_of_0_0, TILE)?;
    commands.insert_resource(NavGrid::from_grid(Grid::from_rows(MAP)?, geometry));
    let place = Transform::from_translation(geometry.center_of(IVec2::new(0, 0)).extend(0.0));
    let walk = (PathRequest::to_cell(IVec2::new(11, 8)), PathFollower::with_speed(100.0));
    commands.spawn((Sprite::from_color(look::YELLOW, Vec2::splat(24.0)), place, walk));
    Ok(())
}

/// What stands further down hides what is behind it. The plugin writes x and y, and leaves z to the game.
fn sort_by_depth(mut agents: Query<&mut Transform, (With<PathFollower>, Changed<Transform>)>) {
    for mut place in &mut agents {
        place.translation.z = depth(place.translation.y);
    }
}

/// The z of what stands on the ground at this y.
pub fn depth(y: f32) -> f32 {
    10.0 - y / 100.0
}

fn spawn_tiles(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    nav_grid: Res<NavGrid>,
) -> Result {
    let (map, geometry) = nav_grid.map().zip(nav_grid.geometry()).ok_or("there is no map")?;
    let diamond = meshes.add(Rhombus::new(TILE.x - 2.0, TILE.y - 1.0));
    let side = meshes.add(Rectangle::new(TILE.x - 2.0, TILE.y / 2.0));
    let [floor, top, sides] = [look::FLOOR, look::GREY, look::WALL].map(|color| materials.add(color));
    for (cell, class) in map.grid().cells() {
        let center = geometry.center_of(cell);
        let z = depth(center.y);
        let mut show = |mesh: &Handle<Mesh>, color: &Handle<ColorMaterial>, up: f32, z: f32| {
            let place = Transform::from_xyz(center.x, center.y + up, z);
            commands.spawn((Mesh2d(mesh.clone()), MeshMaterial2d(color.clone()), place));
        };
        if class == 0 {
            show(&diamond, &sides, 0.0, z);
            show(&side, &sides, TILE.y / 4.0, z + 0.01);
            show(&diamond, &top, TILE.y / 2.0, z + 0.02);
        } else {
            show(&diamond, &floor, 0.0, 0.0);
        }
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

fn mark_goal(agent: Single<&PathResult>, nav_grid: Res<NavGrid>, mut gizmos: Gizmos) {
    if let Some(center) = agent.cells(&nav_grid).last().and_then(|&cell| nav_grid.center_of(cell)) {
        gizmos.primitive_2d(&Rhombus::new(TILE.x, TILE.y), center, look::GREEN);
    }
}
