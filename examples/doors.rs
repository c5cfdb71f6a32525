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

/// Somebody who opens doors: how many seconds that takes, how many are left, and whether the door is broken then.
#[derive(Component)]
pub struct Opener(f32, f32, bool);

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
        let request = PathRequest::to_cell(IVec2::new(17, y)).with_profile(profile);
        let body = (Name::new(name), Sprite::from_color(color, Vec2::splat(TILE / 2.0)), at(2, y));
        let mut agent = commands.spawn((body, request, PathFollower::with_speed(SPEED)));
        if tiles > 0 {
            agent.insert(Opener(f32::from(tiles) * TILE / SPEED, 0.0, name == "Ogre"));
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
            door.remove::<NavObstacle>()
        } else {
            door.insert(NavObstacle::default().with_class(DOOR))
        };
    }
}

/// Thief and ogre stop before a shut door, and open it. The cost in their profile says how long that takes.
fn open_doors(
    mut agents: Query<(&PathResult, &mut Opener, &mut PathFollower)>,
    obstacles: NavObstacles,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (path, mut opener, mut follower) in &mut agents {
        let ahead = obstacles.ahead(path, &*follower).first().copied();
        follower.speed = SPEED;
        match ahead.filter(|ahead| ahead.steps == 1) {
            None => opener.1 = opener.0,
            Some(_) if opener.1 > 0.0 => (follower.speed, opener.1) = (0.0, opener.1 - time.delta_secs()),
            Some(ahead) if opener.2 => commands.entity(ahead.obstacle).try_despawn(),
            Some(ahead) => _ = commands.entity(ahead.obstacle).try_remove::<NavObstacle>(),
        }
    }
}

/// Sends an agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    let request = agents.get(reached.entity)?;
    let Some(PathTarget::Cell(goal)) = request.targets().first() else { return Ok(()) };
    let back = PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y)).with_profile(request.profile());
    commands.entity(reached.entity).insert(back);
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
