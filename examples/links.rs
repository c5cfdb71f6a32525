//! Two floors of a house, joined by a stair, a drop and a portal that needs a key. Run: cargo run --example links

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// The ground floor is on the left, the upper floor on the right.
const MAP: [&str; 9] = [
    "####################",
    "#........##........#",
    "#........##...##...#",
    "#..####..##...##...#",
    "#..####..##........#",
    "#........##..####..#",
    "#........##..####..#",
    "#........##........#",
    "####################",
];
const TILE: f32 = 64.0;

/// It leads both ways.
pub const STAIR: [IVec2; 2] = [IVec2::new(7, 5), IVec2::new(12, 5)];
/// It leads only down.
pub const DROP: [IVec2; 2] = [IVec2::new(11, 1), IVec2::new(8, 1)];
/// It leads to the far corner of the upper floor.
pub const PORTAL: [IVec2; 2] = [IVec2::new(1, 1), IVec2::new(18, 1)];
/// The class of the portal. It has a price only in the profile of the guest with the key.
const MAGIC: u8 = 200;

/// A guest, and the places between which it walks.
#[derive(Component)]
pub struct Guest(pub [IVec2; 2]);

fn main() -> AppExit {
    App::new().add_plugins((look::window("Links"), look::map, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(turn_back);
}

fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) -> Result {
    commands.spawn(look::bar(
        "White: a stair. Green: a drop, down only. Red: a portal, for the blue guest alone.",
    ));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let links = [
        (STAIR, NavLink::to_cell(STAIR[1]).two_way().with_length(2.0), look::WHITE),
        (DROP, NavLink::to_cell(DROP[1]).with_seconds(0.4), look::GREEN),
        (PORTAL, NavLink::to_cell(PORTAL[1]).with_class(MAGIC).with_seconds(0.0), look::RED),
    ];
    for (ends, link, color) in links {
        let [from, to] = ends.map(|cell| Transform::from_translation(geometry.center_of(cell).extend(0.5)));
        let mark = Sprite::from_color(color.with_alpha(0.5), Vec2::splat(TILE * 0.8));
        commands.spawn((link, from, mark.clone()));
        commands.spawn((to, mark));
    }
    let with_key = profiles.add(CostProfile::default().with_cost(MAGIC, 1));
    if let Some(everybody) = profiles.get_mut(ProfileId::default()) {
        everybody.set_cost(MAGIC, 0);
    }
    for (name, color, profile, ends) in [
        ("Yellow", look::YELLOW, ProfileId::default(), [[1, 3], [17, 2]]),
        ("Blue", look::BLUE, with_key, [[1, 4], [18, 3]]),
    ] {
        let ends = ends.map(IVec2::from);
        commands.spawn((
            (Name::new(name), Guest(ends)),
            Sprite::from_color(color, Vec2::splat(TILE / 2.0)),
            Transform::from_translation(geometry.center_of(ends[0]).extend(1.0)),
            PathRequest::to_cell(ends[1]).with_profile(profile),
            PathFollower::with_speed(4.0 * TILE),
        ));
    }
    Ok(())
}

/// Sends a guest back to its other end.
fn turn_back(
    reached: On<GoalReached>,
    guests: Query<(&Guest, &PathRequest)>,
    mut commands: Commands,
) -> Result {
    let (Guest(ends), request) = guests.get(reached.entity)?;
    let is_there = request.targets() == [PathTarget::Cell(ends[1])];
    let back = PathRequest::to_cell(ends[usize::from(!is_there)]);
    commands.entity(reached.entity).insert(back.with_profile(request.profile()));
    Ok(())
}
