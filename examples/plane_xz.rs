//! A 3D game: agents walk over a board in x/z, with y up. Run: cargo run --example plane_xz
//!
//! Click on the board, and the agents walk there.

mod look;

use bevy::{core_pipeline::tonemapping::Tonemapping, prelude::*};
use bevy_tilepath::prelude::*;

/// The map as the camera sees it, the farthest row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "................",
    "................",
    "..####..#####...",
    ".....#..#...#...",
    ".....#..#...#...",
    ".....#..........",
    "..####..#...#...",
    "........#...#...",
    "........#####...",
    "................",
    "................",
];
/// How high the middle of an agent is above the board. The plugin never changes it.
pub const HEIGHT: f32 = 0.6;
/// The cells where agents begin.
pub const STARTS: [[i32; 2]; 6] = [[1, 4], [2, 4], [3, 4], [1, 9], [2, 9], [3, 9]];
/// Where they go at first: into the house.
pub const GOAL: IVec2 = IVec2::new(10, 5);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("A 3D game: the plane x/z"), game))
        .add_systems(Startup, spawn_scenery)
        .add_systems(PostStartup, (spawn_board, dress_agents))
        .add_systems(Update, send_agents)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.insert_resource(PathfindingSettings { plane: Plane::Xz, ..default() })
        .add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup);
}

fn setup(mut commands: Commands) -> Result {
    // The last row of the list is row 0 of the grid, which is the farthest from the camera.
    let rows = MAP.iter().rev().map(|row| row.bytes().map(|tile| u8::from(tile != b'#')));
    let grid = Grid::from_rows(rows)?;
    // Cells of 1 × 1 world units. The middle of the map is at the origin of the world.
    let geometry = CellGeometry::squares(1.0)?.centered(grid.size());
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for start in STARTS {
        let place = Transform::from_translation(Plane::Xz.lift(geometry.center_of(start.into()), HEIGHT));
        let walk = (PathRequest::to_cell(GOAL), PathFollower::with_speed(3.0), CrowdAgent::default());
        commands.spawn((place, walk));
    }
    Ok(())
}

/// The camera, a light and a line of text.
fn spawn_scenery(mut commands: Commands) {
    let view = Transform::from_xyz(0.0, 13.0, 11.0).looking_at(Vec3::new(0.0, 0.0, 0.6), Vec3::Y);
    commands.spawn((Camera3d::default(), Tonemapping::None, view));
    let sun = DirectionalLight { shadow_maps_enabled: true, illuminance: 9000.0, ..default() };
    commands.spawn((sun, Transform::from_xyz(-4.0, 9.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    commands.spawn(look::bar("The map lies in x/z. Click on the board, and the agents walk there."));
}

/// A box for each cell: floors are flat, walls are high.
fn spawn_board(
    nav_grid: Res<NavGrid>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    let Some((map, geometry)) = nav_grid.map().zip(nav_grid.geometry()) else { return };
    let [floor, wall] = [0.1, 1.0].map(|height| meshes.add(Cuboid::new(0.96, height, 0.96)));
    let [grey, blue] = [look::FLOOR, look::GREY].map(|color| materials.add(color));
    for (cell, class) in map.grid().cells() {
        let (mesh, material, middle) = if class == 0 { (&wall, &blue, 0.5) } else { (&floor, &grey, -0.05) };
        let place = Transform::from_translation(Plane::Xz.lift(geometry.center_of(cell), middle));
        commands.spawn((Mesh3d(mesh.clone()), MeshMaterial3d(material.clone()), place));
    }
}

fn dress_agents(
    agents: Query<Entity, With<PathFollower>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
    mut commands: Commands,
) {
    let body = Mesh3d(meshes.add(Capsule3d::new(0.3, 0.6)));
    for (agent, color) in agents.iter().zip([look::YELLOW, look::BLUE, look::GREEN].into_iter().cycle()) {
        commands.entity(agent).insert((body.clone(), MeshMaterial3d(materials.add(color))));
    }
}

/// Sends all agents to the point of the board under the cursor.
fn send_agents(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    buttons: Res<ButtonInput<MouseButton>>,
    nav_grid: Res<NavGrid>,
    agents: Query<Entity, With<PathFollower>>,
    mut commands: Commands,
) {
    let Some(cursor) = window.cursor_position().filter(|_| buttons.just_pressed(MouseButton::Left)) else {
        return;
    };
    let (camera, at) = *camera;
    let Ok(ray) = camera.viewport_to_world(at, cursor) else { return };
    let Some(point) = Plane::Xz.hit(ray, 0.0).filter(|&point| nav_grid.cell_at(point).is_some()) else {
        return;
    };
    for agent in &agents {
        commands.entity(agent).insert(PathRequest::to_position(point));
    }
}
