//! Doors are obstacles with a class, which each profile prices: a walker passes open doors only, a thief picks locks, an ogre breaks doors.
//! Run: cargo run --example doors
//!
//! Keys 1 and 2 shut and open the doors.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

const TILE: f32 = 64.0;
const SPEED: f32 = 3.0 * TILE;
/// The class of a shut door. No terrain has it.
const DOOR: u8 = 200;

/// A door, and the key that shuts and opens it.
#[derive(Component)]
pub struct Door(pub KeyCode);

/// Somebody who opens doors: how many seconds that takes, and whether the door is broken then.
#[derive(Component)]
pub struct Opener(f32, bool);

/// A door that somebody opens: how many seconds are left, and whether it is broken then.
#[derive(Component)]
struct Opening(f32, bool);

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Doors"), look::map, look::paths, game))
        .add_systems(Update, (color_doors, color_walker))
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        .add_systems(Update, (use_doors, open_doors))
        .add_observer(begin_to_open)
        .add_observer(turn_back);
}

fn setup(mut commands: Commands, mut profiles: ResMut<CostProfiles>) -> Result {
    commands.spawn(look::bar(
        "Keys 1 and 2: doors. Yellow passes open doors only (red: no path), blue picks locks, green breaks doors.",
    ));
    let is_floor = |cell: IVec2| !(9..11).contains(&cell.x) || cell.y == 4 || cell.y == 8;
    let grid = Grid::from_fn(UVec2::new(20, 11), |cell| u8::from(is_floor(cell)))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let at = |x, y| Transform::from_translation(geometry.center_of(IVec2::new(x, y)).extend(1.0));
    for (key, y) in [(KeyCode::Digit1, 8), (KeyCode::Digit2, 4)] {
        commands.spawn((Door(key), Sprite::sized(Vec2::splat(TILE - 2.0)), at(9, y)));
    }
    profiles.get_mut(ProfileId::default()).ok_or("no profile")?.set_cost(DOOR, 0);
    for (name, color, y, tiles) in
        [("Walker", look::YELLOW, 4, 0), ("Thief", look::BLUE, 5, 6), ("Ogre", look::GREEN, 3, 3)]
    {
        let profile = profiles.add(CostProfile::default().with_cost(DOOR, tiles));
        let request = PathRequest::to_cell(IVec2::new(17, y)).with_profile(profile).stop_before([DOOR]);
        let body = (Name::new(name), Sprite::from_color(color, Vec2::splat(TILE / 2.0)), at(2, y));
        let mut agent = commands.spawn((body, request, PathFollower::with_speed(SPEED)));
        if tiles > 0 {
            agent.insert(Opener(f32::from(tiles) * TILE / SPEED, name == "Ogre"));
        }
    }
    Ok(())
}

/// A shut door has a `NavObstacle`, an open one has none. Nothing else is to be done: the map and the paths follow.
fn use_doors(
    keys: Res<ButtonInput<KeyCode>>,
    doors: Query<(Entity, &Door, Has<NavObstacle>)>,
    mut commands: Commands,
) {
    for (door, _, is_shut) in doors.iter().filter(|(_, door, _)| keys.just_pressed(door.0)) {
        let mut door = commands.entity(door);
        if is_shut {
            door.remove::<(NavObstacle, Opening)>()
        } else {
            door.insert(NavObstacle::default().with_class(DOOR))
        };
    }
}

/// Thief and ogre stop before a shut door and begin to open it. The cost in their profile says how long that takes.
fn begin_to_open(ahead: On<ObstacleAhead>, openers: Query<&Opener>, mut commands: Commands) -> Result {
    let &Opener(seconds, breaks) = openers.get(ahead.entity)?;
    if let Some(door) = ahead.obstacle {
        commands.entity(door).insert(Opening(seconds, breaks));
    }
    Ok(())
}

/// When the door is open, they walk on by themselves.
fn open_doors(
    mut doors: Query<(Entity, &mut Opening), With<NavObstacle>>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (door, mut opening) in &mut doors {
        opening.0 -= time.delta_secs();
        match *opening {
            Opening(left, _) if left > 0.0 => {}
            Opening(_, true) => commands.entity(door).despawn(),
            Opening(_, false) => _ = commands.entity(door).remove::<(NavObstacle, Opening)>(),
        }
    }
}

/// Sends an agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    let request = agents.get(reached.entity)?;
    let Some(PathTarget::Cell(goal)) = request.targets().first() else { return Ok(()) };
    let back = PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y)).with_profile(request.profile());
    commands.entity(reached.entity).insert(back.stop_before([DOOR]));
    Ok(())
}

fn color_doors(mut doors: Query<(&mut Sprite, Has<NavObstacle>), With<Door>>) {
    doors
        .iter_mut()
        .for_each(|(mut door, is_shut)| door.color = if is_shut { look::RED } else { look::GREY });
}

fn color_walker(mut agents: Query<(&mut Sprite, &PathResult), Without<Opener>>) {
    for (mut agent, path) in &mut agents {
        agent.color = if path.has_path() { look::YELLOW } else { look::RED };
    }
}
