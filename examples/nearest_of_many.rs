//! A gatherer goes to the berry with the cheapest path, which is not always the closest one. Run: cargo run --example nearest_of_many

use bevy::color::palettes::tailwind::{AMBER_300, RED_400, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, prelude::*};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#..................#",
    "#..................#",
    "#...######.........#",
    "#...#....#.........#",
    "#...#....#....######",
    "#...#....#....#....#",
    "#...#....#....#....#",
    "#...#..............#",
    "#...######.........#",
    "####################",
];
const TILE: f32 = 64.0;
/// Where berries grow. The first is the closest to the gatherer as the crow flies, but there is a wall between them.
pub const BERRIES: [IVec2; 5] =
    [IVec2::new(6, 5), IVec2::new(3, 9), IVec2::new(11, 7), IVec2::new(12, 1), IVec2::new(16, 3)];

/// A target.
#[derive(Component)]
pub struct Berry;

/// The agent.
#[derive(Component)]
pub struct Gatherer;

fn main() -> AppExit {
    let window = Window { title: "Nearest of many".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .add_systems(Update, draw_path)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(PreUpdate, grow_berries.run_if(not(any_with_component::<Berry>)))
        .add_observer(eat);
}

fn setup(mut commands: Commands) -> Result {
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    commands.spawn((
        Gatherer,
        Sprite::from_color(AMBER_300, Vec2::splat(TILE / 2.0)),
        Transform::from_translation(geometry.center_of(IVec2::new(2, 5)).extend(1.0)),
        PathFollower::with_speed(4.0 * TILE),
    ));
    Ok(())
}

/// Spawns all berries, and names them all in one request. One search finds the cheapest path to any of them.
fn grow_berries(nav_grid: Res<NavGrid>, gatherer: Single<Entity, With<Gatherer>>, mut commands: Commands) {
    let mut berries = Vec::new();
    for center in BERRIES.into_iter().filter_map(|cell| nav_grid.center_of(cell)) {
        let sprite = Sprite::from_color(RED_400, Vec2::splat(TILE / 3.0));
        berries.push(commands.spawn((Berry, sprite, Transform::from_translation(center.extend(0.5)))).id());
    }
    commands.entity(*gatherer).insert(PathRequest::to_nearest(berries));
}

/// Despawns the berry that was reached. The request stays: targets that are gone do not count, so the agent goes on to the next.
fn eat(
    reached: On<GoalReached>,
    nav_grid: Res<NavGrid>,
    results: Query<&PathResult>,
    mut commands: Commands,
) -> Result {
    if let Some(PathTarget::Entity(berry)) = results.get(reached.entity)?.target(&nav_grid) {
        commands.entity(berry).despawn();
    }
    Ok(())
}

fn draw_path(nav_grid: Res<NavGrid>, gatherer: Single<&PathResult, With<Gatherer>>, mut gizmos: Gizmos) {
    gizmos.linestrip_2d(gatherer.points(&nav_grid), AMBER_300);
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
    let text =
        "The gatherer always goes to the berry with the cheapest path. The berry behind the wall has to wait";
    commands.spawn((Text2d::new(text), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
