//! Hundreds of agents with one goal share one goal field instead of a search for each. Run: cargo run --example many_agents
//!
//! Space moves the goal to another corner.

mod look;

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

const SIZE: UVec2 = UVec2::new(40, 22);
const TILE: f32 = 32.0;

/// Where all agents go.
#[derive(Component)]
pub struct Goal;

/// Where an agent begins, and begins again as soon as it has arrived.
#[derive(Component)]
pub struct Home(Vec3);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Many agents"), look::map, game))
        .add_systems(Update, show_figures)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, move_goal.run_if(input_just_pressed(KeyCode::Space)))
        .add_observer(go_home);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(""));
    // Three walls, open at the top or at the bottom in turn.
    let class_of = |cell: IVec2| match cell.to_array() {
        [_, 21] => 0,
        [10 | 30, y] => u8::from(y < 4),
        [20, y] => u8::from(y >= 17),
        _ => 1,
    };
    let grid = Grid::from_fn(SIZE, class_of)?;
    let geometry = CellGeometry::squares(TILE)?;
    let at = |cell| geometry.center_of(cell).extend(1.0);

    let flag = Sprite::from_color(look::GREEN, Vec2::splat(TILE));
    let goal = commands.spawn((Goal, flag, Transform::from_translation(at(IVec2::new(38, 20))))).id();
    // Equal requests share a field. It holds the cost from every cell to the goal.
    let request = PathRequest::to_entity(goal);
    for (cell, class) in grid.cells() {
        if class == 1 && cell.x < 30 {
            commands.spawn((
                Home(at(cell)),
                Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 3.0)),
                Transform::from_translation(at(cell)),
                request.clone(),
                PathFollower::with_speed(6.0 * TILE),
            ));
        }
    }
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    Ok(())
}

/// All agents turn to the new place of the goal. That takes another field, not another search for each.
fn move_goal(mut goal: Single<&mut Transform, With<Goal>>) {
    goal.translation.y = 21.0 * TILE - goal.translation.y;
}

/// An agent that was moved asks for nothing: its request holds, and the field knows the way from everywhere.
fn go_home(reached: On<GoalReached>, mut agents: Query<(&Home, &mut Transform)>) -> Result {
    let (home, mut transform) = agents.get_mut(reached.entity)?;
    transform.translation = home.0;
    Ok(())
}

fn show_figures(stats: Res<PathfindingStats>, agents: Query<&PathResult>, mut figures: Single<&mut Text>) {
    let shared = agents.iter().filter(|result| result.is_shared()).count();
    let (all, fields, searches) = (agents.count(), stats.fields, stats.searches);
    figures.0 = format!(
        "{shared} of {all} agents on {fields} goal field(s), {searches} searches. Space moves the goal."
    );
}
