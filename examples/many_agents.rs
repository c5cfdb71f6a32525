//! Hundreds of agents with one goal share one goal field instead of a search for each. Run: cargo run --example many_agents
//!
//! Space moves the goal to another corner.

use bevy::color::palettes::tailwind::{AMBER_300, GREEN_400, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

const SIZE: UVec2 = UVec2::new(40, 22);
const TILE: f32 = 32.0;

/// Where all agents go.
#[derive(Component)]
pub struct Goal;

/// Where an agent begins, and begins again as soon as it has arrived.
#[derive(Component)]
pub struct Home(Vec3);

#[derive(Component)]
struct Figures;

fn main() -> AppExit {
    let window = Window { title: "Many agents".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
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

    let flag = Sprite::from_color(GREEN_400, Vec2::splat(TILE));
    let goal = commands.spawn((Goal, flag, Transform::from_translation(at(IVec2::new(38, 20))))).id();
    // Equal requests share a field. It holds the cost from every cell to the goal.
    let request = PathRequest::to_entity(goal);
    for (cell, class) in grid.cells() {
        if class == 1 && cell.x < 30 {
            commands.spawn((
                Home(at(cell)),
                Sprite::from_color(AMBER_300, Vec2::splat(TILE / 3.0)),
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

fn show_figures(
    stats: Res<PathfindingStats>,
    agents: Query<&PathResult>,
    mut figures: Single<&mut Text2d, With<Figures>>,
) {
    let shared = agents.iter().filter(|result| result.is_shared()).count();
    let (all, fields, searches) = (agents.count(), stats.fields, stats.searches);
    figures.0 = format!(
        "{shared} of {all} agents on {fields} goal field(s), {searches} searches. Space moves the goal"
    );
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
    commands.spawn((Figures, Text2d::default(), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
