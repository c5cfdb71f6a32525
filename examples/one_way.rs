//! A ledge, conveyor belts, and a fence with a gate: walls on the edges of cells. Run: cargo run --example one_way

mod look;

use bevy::{prelude::*, time::common_conditions::on_timer};
use bevy_tilepath::prelude::*;
use core::time::Duration;

/// A terrace above a yard. `v`: a ledge is at the lower side of the cell. `<` and `>`: belts. `|` and `G`: a fence or the gate is at the left side.
const MAP: [&str; 10] = [
    "####################",
    "#.........G........#",
    "#.........|........#",
    "#.........|........#",
    "#vvvvvvvvvvvvvvvvv.#",
    "#..................#",
    "#...<<<<<<<<<<<<...#",
    "#..................#",
    "#...>>>>>>>>>>>>...#",
    "####################",
];
const TILE: f32 = 64.0;
/// Belts are cheaper than the ground.
const BELT: u8 = 2;
const GROUND: u8 = 3;

/// A worker, and the places between which it walks.
#[derive(Component)]
pub struct Worker(pub [IVec2; 2]);

#[derive(Component)]
struct Gate;

fn main() -> AppExit {
    App::new().add_plugins((look::window("One way"), look::map, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(turn_back);
    app.add_systems(Update, swing.run_if(on_timer(Duration::from_secs(4))));
}

fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) -> Result {
    commands
        .spawn(look::bar("White: a ledge, down only. Green: belts, only ahead. Red: a fence, and its gate."));
    let class = |tile| match tile {
        b'#' => 0,
        b'<' | b'>' => BELT,
        _ => GROUND,
    };
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(class)))?;
    let geometry = CellGeometry::squares(TILE)?;
    if let Some(workers) = profiles.get_mut(ProfileId::default()) {
        workers.set_cost(BELT, 1);
    }
    for (cell, _) in grid.cells() {
        let tile = MAP[9 - cell.y as usize].as_bytes()[cell.x as usize];
        // In which direction of the cell the wall is.
        let (side, color) = match tile {
            b'v' => (Vec2::NEG_Y, look::WHITE),
            b'>' => (Vec2::X, look::GREEN),
            b'<' => (Vec2::NEG_X, look::GREEN),
            b'|' | b'G' => (Vec2::NEG_X, look::RED),
            _ => continue,
        };
        let wall = EdgeWall::towards(side);
        let is_fence = matches!(tile, b'|' | b'G');
        let line = Sprite::from_color(color, side.abs() * 6.0 + side.yx().abs() * TILE);
        let line = (line, Transform::from_translation((side * TILE / 2.0).extend(0.6)));
        let at = Transform::from_translation(geometry.center_of(cell).extend(0.0));
        let wall = if is_fence { wall } else { wall.one_way() };
        let mut wall = commands.spawn((wall, at, Visibility::default(), children![line]));
        if tile == b'G' {
            wall.insert(Gate);
        }
    }
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for (name, color, ends) in [
        ("Yellow", look::YELLOW, [[2, 8], [3, 4]]),
        ("Blue", look::BLUE, [[2, 2], [17, 2]]),
        ("Grey", look::GREY, [[4, 8], [16, 8]]),
    ] {
        let ends = ends.map(IVec2::from);
        commands.spawn((
            (Name::new(name), Worker(ends)),
            Sprite::from_color(color, Vec2::splat(TILE / 2.0)),
            Transform::from_translation(geometry.center_of(ends[0]).extend(1.0)),
            PathRequest::to_cell(ends[1]),
            PathFollower::with_speed(4.0 * TILE),
        ));
    }
    Ok(())
}

fn swing(mut gate: Single<(&mut EdgeWall, &mut Visibility), With<Gate>>) {
    let is_open = !gate.0.is_open;
    gate.0.is_open = is_open;
    *gate.1 = if is_open { Visibility::Hidden } else { Visibility::Visible };
}

/// Sends a worker back to its other end.
fn turn_back(
    reached: On<GoalReached>,
    workers: Query<(&Worker, &PathRequest)>,
    mut commands: Commands,
) -> Result {
    let (Worker(ends), request) = workers.get(reached.entity)?;
    let is_there = request.targets() == [PathTarget::Cell(ends[1])];
    commands.entity(reached.entity).insert(PathRequest::to_cell(ends[usize::from(!is_there)]));
    Ok(())
}
