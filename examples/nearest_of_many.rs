//! A gatherer goes to the berry with the cheapest path, which is not always the closest one. Run: cargo run --example nearest_of_many

mod look;

use bevy::prelude::*;
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
    App::new().add_plugins((look::window("Nearest of many"), look::map, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(PreUpdate, grow_berries.run_if(not(any_with_component::<Berry>)))
        .add_observer(eat);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar("The gatherer always goes to the berry with the cheapest path. The berry behind the wall has to wait."));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    commands.spawn((
        Gatherer,
        Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 2.0)),
        Transform::from_translation(geometry.center_of(IVec2::new(2, 5)).extend(1.0)),
        PathFollower::with_speed(4.0 * TILE),
    ));
    Ok(())
}

/// Spawns all berries, and names them all in one request. One search finds the cheapest path to any of them.
fn grow_berries(nav_grid: Res<NavGrid>, gatherer: Single<Entity, With<Gatherer>>, mut commands: Commands) {
    let mut berries = Vec::new();
    for center in BERRIES.into_iter().filter_map(|cell| nav_grid.center_of(cell)) {
        let sprite = Sprite::from_color(look::RED, Vec2::splat(TILE / 3.0));
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
