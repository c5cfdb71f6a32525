//! A crowd sent to one cell: each agent keeps a cell to itself, and they rest round the goal. Run: cargo run --example crowd_agents
//!
//! Space sends the crowd to the other side.

mod look;

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#........##........#",
    "#........##........#",
    "#..................#",
    "#..................#",
    "#........##........#",
    "#..................#",
    "#..................#",
    "#........##........#",
    "#........##........#",
    "####################",
];
const TILE: f32 = 64.0;
/// Where all agents go first.
pub const GOAL: IVec2 = IVec2::new(15, 5);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Crowd agents"), look::map, game))
        .add_systems(Update, color_agents)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, send_all.run_if(input_just_pressed(KeyCode::Space)));
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "One goal for all: each agent keeps a cell to itself, and is green at rest. Space sends them back.",
    ));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));

    for cell in (1..10).flat_map(|y| (1..5).map(move |x| IVec2::new(x, y))) {
        commands.spawn((
            Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 2.0)),
            Transform::from_translation(geometry.center_of(cell).extend(1.0)),
            PathRequest::to_cell(GOAL),
            PathFollower::with_speed(3.0 * TILE),
            // Without this they would walk through each other, and all stand on one point in the end.
            CrowdAgent::default(),
        ));
    }
    Ok(())
}

/// Sends everybody to the same cell of the other side.
fn send_all(agents: Query<(Entity, &PathRequest)>, mut commands: Commands) {
    for (agent, request) in &agents {
        if let &[PathTarget::Cell(goal)] = request.targets() {
            commands.entity(agent).insert(PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y)));
        }
    }
}

/// Green at rest, with a circle in the goal. An agent that gives way is on its way again for a moment.
fn color_agents(
    nav_grid: Res<NavGrid>,
    mut agents: Query<(&mut Sprite, &PathFollower, &PathRequest)>,
    mut gizmos: Gizmos,
) {
    for (mut sprite, follower, request) in &mut agents {
        sprite.color = if follower.has_arrived() { look::GREEN } else { look::YELLOW };
        if let &[PathTarget::Cell(goal)] = request.targets()
            && let Some(center) = nav_grid.center_of(goal)
        {
            gizmos.circle_2d(center, TILE / 2.5, look::GREEN);
        }
    }
}
