//! A ghost under the mouse shows whether you may build there, and why not. Run: cargo run --example placement
//!
//! Move the mouse, and click to build. Agents must always have a path from the left side to the right.

mod look;

use bevy::{prelude::*, time::common_conditions::on_timer};
use bevy_tilepath::{BuildRefusal, prelude::*};
use std::time::Duration;

/// Terrain classes: 0 is a wall, 1 is floor. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 16]; 8] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1],
    [1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1],
];
const TILE: f32 = 75.0;
const ROUTE: Route = Route::new(IVec2::new(0, 4), IVec2::new(15, 4));

fn main() -> AppExit {
    App::new().add_plugins((look::window("Placement"), look::map, game)).add_systems(Update, point).run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_observer(build)
        .add_observer(|event: On<GoalReached>, mut commands: Commands| {
            commands.entity(event.entity).despawn();
        })
        .add_systems(Startup, setup)
        .add_systems(Update, spawn_agent.run_if(on_timer(Duration::from_secs(2))))
        .add_systems(Update, judge.after(PathfindingSystems::FollowPath));
}

/// The building under the mouse, one cell large.
#[derive(Component, Default)]
pub struct Ghost {
    /// Where it would stand.
    pub cell: IVec2,
    /// Why it may not.
    pub refusal: Option<BuildRefusal>,
}

/// The player wants a building on this cell.
#[derive(Event)]
pub struct Build(pub IVec2);

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(""));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    let flag = Sprite::from_color(look::GREEN, Vec2::splat(TILE - 2.0));
    commands.spawn((flag, Transform::from_translation(geometry.center_of(ROUTE.goal).extend(0.5))));
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    commands.spawn((Ghost::default(), Sprite::from_color(Color::NONE, Vec2::splat(TILE - 8.0))));
    Ok(())
}

fn spawn_agent(mut commands: Commands, nav_grid: Res<NavGrid>) -> Result {
    let start = nav_grid.center_of(ROUTE.start).ok_or("outside the map")?.extend(1.0);
    let sprite = Sprite::from_color(look::YELLOW, Vec2::splat(24.0));
    let walk = (PathRequest::to_cell(ROUTE.goal), PathFollower::with_speed(120.0));
    commands.spawn((sprite, Transform::from_translation(start), walk));
    Ok(())
}

/// Asks in every frame, because agents walk: the answer may change while the mouse rests. It takes microseconds.
fn judge(ghost: Single<(&mut Ghost, &mut Sprite)>, mut line: Single<&mut Text>, mut check: PlacementCheck) {
    let (mut ghost, mut sprite) = ghost.into_inner();
    ghost.refusal = check.can_build(&[ghost.cell], &[ROUTE]).err();
    (sprite.color, line.0) = match ghost.refusal {
        None => (look::GREEN.with_alpha(0.75), "You may build here: every agent keeps a path.".into()),
        Some(refusal) => (look::RED.with_alpha(0.75), format!("You may not build here: {refusal}.")),
    };
}

fn build(event: On<Build>, mut check: PlacementCheck, nav_grid: Res<NavGrid>, mut commands: Commands) {
    if check.can_build(&[event.0], &[ROUTE]).is_ok()
        && let Some(center) = nav_grid.center_of(event.0)
    {
        let sprite = Sprite::from_color(look::BLUE, Vec2::splat(TILE - 8.0));
        commands.spawn((sprite, Transform::from_translation(center.extend(1.0)), NavObstacle::default()));
    }
}

/// Moves the ghost to the cell under the mouse.
fn point(
    mouse: look::Mouse,
    nav_grid: Res<NavGrid>,
    mut ghost: Single<(&mut Ghost, &mut Transform)>,
    mut commands: Commands,
) {
    let Some(cell) = mouse.at().and_then(|point| nav_grid.cell_at(point)) else { return };
    ghost.0.cell = cell;
    ghost.1.translation = nav_grid.center_of(cell).unwrap_or_default().extend(2.0);
    if mouse.is_clicked() {
        commands.trigger(Build(cell));
    }
}
