//! Towers are dangerous: a coward goes the long way round them, a berserker goes straight on. Run: cargo run --example danger
//!
//! Space switches the towers off and on.

use bevy::color::palettes::tailwind::{AMBER_300, RED_600, SKY_300, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

const SIZE: UVec2 = UVec2::new(20, 11);
const TILE: f32 = 64.0;

/// Goes a long way round danger.
#[derive(Component)]
pub struct Coward;

/// Minds no danger.
#[derive(Component)]
pub struct Berserker;

#[derive(Component)]
struct Tower;

/// The sprite of a cell of the map.
#[derive(Component)]
struct Tile(IVec2);

fn main() -> AppExit {
    let window = Window { title: "Danger".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .add_systems(Update, (draw_danger, draw_paths))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, switch_towers.run_if(input_just_pressed(KeyCode::Space)))
        .add_observer(turn_back);
}

fn setup(mut commands: Commands) -> Result {
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(Grid::new(SIZE, 1)?, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    let square = |color: Srgba, tiles| Sprite::from_color(color, Vec2::splat(tiles * TILE));

    for (x, y) in [(6, 3), (13, 7)] {
        commands.spawn((Tower, square(SLATE_800, 0.8), at(x, y), NavObstacle::default(), danger()));
    }
    // Aversion 2 takes danger at twice its value, aversion 0 is fearless.
    let to = |y| PathRequest::to_cell(IVec2::new(18, y));
    let walk = PathFollower::with_speed(4.0 * TILE);
    let timid = to(5).with_danger_aversion(2.0);
    commands.spawn((Coward, square(SKY_300, 0.5), at(1, 5), timid, walk.clone()));
    let brave = to(4).with_danger_aversion(0.0);
    commands.spawn((Berserker, square(AMBER_300, 0.5), at(1, 4), brave, walk));
    Ok(())
}

/// Reaches 5 tiles far. A step beside the tower is as bad as 8 more tiles of path at aversion 1, less further out.
fn danger() -> DangerSource {
    DangerSource::new(5.0, 8.0)
}

/// Paths are replanned as soon as the danger comes or goes.
fn switch_towers(towers: Query<(Entity, Has<DangerSource>), With<Tower>>, mut commands: Commands) {
    for (tower, is_on) in &towers {
        match is_on {
            true => commands.entity(tower).remove::<DangerSource>(),
            false => commands.entity(tower).insert(danger()),
        };
    }
}

/// Sends an agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    let request = agents.get(reached.entity)?;
    if let (&[PathTarget::Cell(goal)], Some(aversion)) = (request.targets(), request.danger_aversion()) {
        let back = PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y));
        commands.entity(reached.entity).insert(back.with_danger_aversion(aversion));
    }
    Ok(())
}

fn draw_danger(nav_grid: Res<NavGrid>, mut tiles: Query<(&Tile, &mut Sprite)>) {
    for (tile, mut sprite) in &mut tiles {
        let danger = nav_grid.danger(tile.0).unwrap_or_default();
        sprite.color = Color::from(SLATE_500).mix(&RED_600.into(), danger / 8.0);
    }
}

fn draw_paths(nav_grid: Res<NavGrid>, agents: Query<(&PathResult, &Sprite)>, mut gizmos: Gizmos) {
    for (result, sprite) in &agents {
        gizmos.linestrip_2d(result.points(&nav_grid), sprite.color);
    }
}

/// Spawns a camera that shows the whole map, and a sprite for each cell.
fn draw_map(mut commands: Commands) {
    let size = SIZE.as_vec2() * TILE;
    let middle = (size - TILE) / 2.0;
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let projection = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection), Transform::from_translation(middle.extend(0.0))));
    for cell in (0..11).flat_map(|y| (0..20).map(move |x| IVec2::new(x, y))) {
        let at = Transform::from_translation((cell.as_vec2() * TILE).extend(0.0));
        commands.spawn((Tile(cell), Sprite::sized(Vec2::splat(TILE - 2.0)), at));
    }
    let text = "Blue shuns danger, yellow does not. Space switches the towers off and on";
    commands.spawn((Text2d::new(text), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
