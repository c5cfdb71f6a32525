//! Towers are dangerous: a coward goes the long way round them, a berserker goes straight on. Run: cargo run --example danger
//!
//! Space switches the towers off and on.

mod look;

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
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

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Danger"), look::map, look::paths, game))
        .add_systems(Update, draw_danger)
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
    commands.spawn(look::bar(
        "The blue coward shuns danger, the yellow berserker does not. Space switches the towers off and on.",
    ));
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(Grid::new(SIZE, 1)?, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    let square = |color, tiles| Sprite::from_color(color, Vec2::splat(tiles * TILE));

    for (x, y) in [(6, 3), (13, 7)] {
        commands.spawn((Tower, square(look::GREY, 0.8), at(x, y), NavObstacle::default(), danger()));
    }
    // Aversion 2 takes danger at twice its value, aversion 0 is fearless.
    let to = |y| PathRequest::to_cell(IVec2::new(18, y));
    let walk = PathFollower::with_speed(4.0 * TILE);
    let timid = to(5).with_danger_aversion(2.0);
    commands.spawn((Coward, square(look::BLUE, 0.5), at(1, 5), timid, walk.clone()));
    let brave = to(4).with_danger_aversion(0.0);
    commands.spawn((Berserker, square(look::YELLOW, 0.5), at(1, 4), brave, walk));
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

fn draw_danger(nav_grid: Res<NavGrid>, mut tiles: Query<(&look::Tile, &mut Sprite)>) {
    for (tile, mut sprite) in &mut tiles {
        let danger = nav_grid.danger(tile.0).unwrap_or_default();
        sprite.color = look::FLOOR.mix(&look::RED, danger / 8.0);
    }
}
