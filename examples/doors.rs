//! Doors are obstacles that come and go: the agent turns to the other door, or waits. Run: cargo run --example doors
//!
//! Keys 1 and 2 shut and open the doors.

use bevy::color::palettes::tailwind::{AMBER_300, AMBER_800, GREEN_400, RED_500, SLATE_500, SLATE_800};
use bevy::{camera::ScalingMode, prelude::*};
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
    let window = Window { title: "Doors".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
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
        Sprite::from_color(AMBER_300, Vec2::splat(TILE / 2.0)),
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
        door.color = if is_shut { AMBER_800 } else { GREEN_400 }.into();
    }
}

/// Red while there is no path. As soon as a door opens, the agent goes on.
fn color_agent(mut agents: Query<(&mut Sprite, &PathResult)>) {
    for (mut agent, result) in &mut agents {
        agent.color = if result.has_path() { AMBER_300 } else { RED_500 }.into();
    }
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
    let text = "Keys 1 and 2 shut and open the doors. The agent is red while no door lets it through";
    commands.spawn((Text2d::new(text), Transform::from_xyz(middle.x, size.y - TILE, 2.0)));
}
