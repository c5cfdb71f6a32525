//! The same map costs each kind of agent something else, so each kind takes another path. Run: cargo run --example terrain_and_profiles

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall, `.` a road, `~` mud and `w` water.
const MAP: [&str; 11] = [
    "####################",
    "#..................#",
    "#..................#",
    "#...############...#",
    "#...wwwwwwwwwwww...#",
    "#...wwwwwwwwwwww...#",
    "#...wwwwwwwwwwww...#",
    "#...############...#",
    "#...~~~~~~~~~~~~...#",
    "#...~~~~~~~~~~~~...#",
    "####################",
];
const TILE: f32 = 64.0;
const ROAD: u8 = 1;
/// The class of mud. By the default profile class n costs n tiles for each tile.
pub const MUD: u8 = 4;
/// The class of water.
pub const WATER: u8 = 9;

/// The kinds of agents.
#[derive(Component, Debug, PartialEq)]
pub enum Kind {
    /// Minds mud, and can't swim.
    Walker,
    /// Does not mind mud, and can't swim.
    Boar,
    /// Likes water best.
    Frog,
}

fn main() -> AppExit {
    App::new().add_plugins((look::window("Terrain and profiles"), look::map, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(turn_back);
}

fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "White: the walker keeps to the road. Yellow: the boar does not mind mud. Green: the frog swims.",
    ));
    let class_of = |tile| match tile {
        b'.' => ROAD,
        b'~' => MUD,
        b'w' => WATER,
        _ => 0,
    };
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(class_of)))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));

    // A profile is the default one but for what it says: a cost for each class, where 0 makes it a wall.
    let walker = profiles.add(CostProfile::default().with_cost(WATER, 0));
    let boar = profiles.add(CostProfile::default().with_cost(WATER, 0).with_cost(MUD, 1));
    let frog = profiles.add(CostProfile::default().with_cost(WATER, 1).with_cost(ROAD, 2));

    for (kind, profile, color, y) in [
        (Kind::Walker, walker, look::WHITE, 6),
        (Kind::Boar, boar, look::YELLOW, 4),
        (Kind::Frog, frog, look::GREEN, 5),
    ] {
        commands.spawn((
            kind,
            Sprite::from_color(color, Vec2::splat(TILE / 2.0)),
            Transform::from_translation(geometry.center_of(IVec2::new(1, y)).extend(1.0)),
            PathRequest::to_cell(IVec2::new(18, y)).with_profile(profile),
            PathFollower::with_speed(4.0 * TILE),
        ));
    }
    Ok(())
}

/// Sends an agent back to the other side.
fn turn_back(reached: On<GoalReached>, agents: Query<&PathRequest>, mut commands: Commands) -> Result {
    let request = agents.get(reached.entity)?;
    if let &[PathTarget::Cell(goal)] = request.targets() {
        let back = PathRequest::to_cell(IVec2::new(19 - goal.x, goal.y)).with_profile(request.profile());
        commands.entity(reached.entity).insert(back);
    }
    Ok(())
}
