//! A scene in `bsn!`: a base, two towers, and soldiers whose requests name the base. Run: cargo run --example bsn
//!
//! Space spawns one more soldier.

mod look;

use bevy::ecs::template::EntityTemplate;
use bevy::{input::common_conditions::input_just_pressed, prelude::*};
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
    App::new()
        .add_plugins((look::window("A scene in bsn!"), look::map, look::paths, game))
        .add_systems(Update, draw_danger)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, reinforce.run_if(input_just_pressed(KeyCode::Space)));
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar("Two towers, a base and soldiers of one scene. The red soldier walks straight on. Space sends one more soldier."));
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
        Sprite { color: {look::GREY}, custom_size: {Some(Vec2::splat(0.8 * TILE))} }
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

/// The more danger, the redder.
fn draw_danger(nav_grid: Res<NavGrid>, mut tiles: Query<(&look::Tile, &mut Sprite)>) {
    for (tile, mut sprite) in &mut tiles {
        let danger = nav_grid.danger(tile.0).unwrap_or_default();
        sprite.color = look::FLOOR.mix(&look::RED, danger / 12.0);
    }
}
