//! A scene in `bsn!`: a base, two towers, and soldiers whose requests name the base. Run: cargo run --example bsn
//!
//! Space spawns one more soldier.

use bevy::color::palettes::tailwind::{AMBER_300, RED_600, SKY_300, SLATE_500, SLATE_800};
use bevy::ecs::template::EntityTemplate;
use bevy::{camera::ScalingMode, input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

const SIZE: UVec2 = UVec2::new(20, 11);
const TILE: f32 = 64.0;

/// Where every soldier goes.
#[derive(Component, Default, Clone)]
pub struct Base;

/// A soldier with the row in which it starts.
#[derive(Component, Default, Clone)]
pub struct Soldier {
    row: i32,
}

fn main() -> AppExit {
    let window = Window { title: "A scene in bsn!".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .add_systems(Update, draw_paths)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, reinforce.run_if(input_just_pressed(KeyCode::Space)));
}

fn setup(mut commands: Commands) -> Result {
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(Grid::new(SIZE, 1)?, geometry));
    commands.spawn_scene_list(level());
    Ok(())
}

// The scenes that use other scenes: `bsn!` has another syntax from version to version of Bevy, so these have a file each in `examples/bsn`.
include!(concat!("bsn/package_0_", env!("CARGO_PKG_VERSION_MINOR"), ".rs"));

/// A tower blocks its cell and spreads danger.
fn tower() -> impl Scene {
    bsn! {
        Sprite { color: SLATE_800, custom_size: {Some(Vec2::splat(0.8 * TILE))} }
        NavObstacle
        DangerSource { radius: 4.0, strength: 6.0 }
    }
}

/// The middle of a cell.
fn place(x: i32, y: i32) -> impl Scene {
    let at = (IVec2::new(x, y).as_vec2() * TILE).extend(1.0);
    bsn! { Transform { translation: at } }
}

/// Spawns a soldier in the next row.
fn reinforce(base: Single<Entity, With<Base>>, soldiers: Query<&Soldier>, mut commands: Commands) {
    let row = soldiers.iter().map(|soldier| soldier.row).max().unwrap_or_default() + 1;
    commands.spawn_scene(soldier((*base).into(), row % SIZE.y as i32));
}

fn draw_paths(nav_grid: Res<NavGrid>, agents: Query<&PathResult>, mut gizmos: Gizmos) {
    for result in &agents {
        gizmos.linestrip_2d(result.points(&nav_grid), SKY_300);
    }
}

/// Spawns a camera that shows the whole map, and a sprite for each cell: the more danger, the redder.
fn draw_map(mut commands: Commands, nav_grid: Res<NavGrid>) {
    let size = SIZE.as_vec2() * TILE;
    let middle = (size - TILE) / 2.0;
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let projection = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection), Transform::from_translation(middle.extend(0.0))));
    for cell in (0..11).flat_map(|y| (0..20).map(move |x| IVec2::new(x, y))) {
        let at = Transform::from_translation((cell.as_vec2() * TILE).extend(0.0));
        let danger = nav_grid.danger(cell).unwrap_or_default();
        let color = Color::from(SLATE_500).mix(&RED_600.into(), danger / 12.0);
        commands.spawn((Sprite::from_color(color, Vec2::splat(TILE - 2.0)), at));
    }
    let text = "The red soldier walks straight on. Space sends one more soldier";
    commands.spawn((Text2d::new(text), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
