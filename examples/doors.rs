//! Doors are obstacles that come and go: the agent turns to the other door, or waits. Run: cargo run --example doors
//!
//! Keys 1 and 2 shut and open the doors.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, everything else is floor.
const MAP: [&str; 11] = [
    "####################",
    "#........##........#",
    "#..................#",
    "#........##........#",
    "#........##........#",
    "#........##........#",
    "#..................#",
    "#........##........#",
    "#........##........#",
    "#........##........#",
    "####################",
];
const TILE: f32 = 64.0;

/// A door, and the key that shuts and opens it.
#[derive(Component)]
pub struct Door(pub KeyCode);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Doors"), look::map, look::paths, game))
        .add_systems(Update, (color_doors, color_agent))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, use_doors)
        .add_observer(turn_back);
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "Keys 1 and 2 shut and open the doors. The agent is red while no door lets it through.",
    ));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));

    let panel = Sprite::sized(Vec2::splat(TILE - 2.0));
    commands.spawn((Door(KeyCode::Digit1), panel.clone(), at(9, 8)));
    commands.spawn((Door(KeyCode::Digit2), panel, at(9, 4)));
    commands.spawn((
        // The log calls it by this name when it has no path.
        Name::new("Walker"),
        Sprite::from_color(look::YELLOW, Vec2::splat(TILE / 2.0)),
        at(2, 4),
        PathRequest::to_cell(IVec2::new(17, 4)),
        PathFollower::with_speed(3.0 * TILE),
    ));
    Ok(())
}

/// A shut door has a `NavObstacle`, an open one has none. Nothing else is to be done: the map and the paths follow.
fn use_doors(
    keys: Res<ButtonInput<KeyCode>>,
    doors: Query<(Entity, &Door, Has<NavObstacle>)>,
    mut commands: Commands,
) {
    for (entity, _, is_shut) in doors.iter().filter(|(_, door, _)| keys.just_pressed(door.0)) {
        match is_shut {
            true => commands.entity(entity).remove::<NavObstacle>(),
            false => commands.entity(entity).insert(NavObstacle::default()),
        };
    }
}

/// Sends the agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    if let &[PathTarget::Cell(goal)] = agents.get(reached.entity)?.targets() {
        let back = PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y));
        commands.entity(reached.entity).insert(back);
    }
    Ok(())
}

fn color_doors(mut doors: Query<(&mut Sprite, Has<NavObstacle>), With<Door>>) {
    for (mut door, is_shut) in &mut doors {
        door.color = if is_shut { look::RED } else { look::GREEN };
    }
}

/// Red while there is no path. As soon as a door opens, the agent goes on.
fn color_agent(mut agents: Query<(&mut Sprite, &PathResult)>) {
    for (mut agent, result) in &mut agents {
        agent.color = if result.has_path() { look::YELLOW } else { look::RED };
    }
}
