//! A rat, a bear and an elephant take the same way, as far as they fit. Run: cargo run --example sizes

mod look;

use bevy::{prelude::*, sprite::Anchor};
use bevy_tilepath::prelude::*;

/// The map, the top row first: `#` is a wall. Its gaps are one, two and three cells wide.
const MAP: [&str; 11] = [
    "####################",
    "#........##........#",
    "#..................#",
    "#........##........#",
    "#..................#",
    "#..................#",
    "#........##........#",
    "#..................#",
    "#..................#",
    "#..................#",
    "####################",
];
const TILE: f32 = 64.0;

/// An animal, and the places between which it walks.
#[derive(Component)]
pub struct Animal(pub [IVec2; 2]);

fn main() -> AppExit {
    App::new().add_plugins((look::window("Sizes"), look::map, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(turn_back);
}

fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) -> Result {
    commands
        .spawn(look::bar("The rat takes the nearest gap, the bear needs two cells, and the elephant three."));
    let grid = Grid::from_rows(MAP.map(|row| row.bytes().map(|tile| u8::from(tile != b'#'))))?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for (name, size, color, start, end) in [
        ("Rat", 1, look::WHITE, [2, 8], [17, 8]),
        ("Bear", 2, look::YELLOW, [5, 7], [13, 7]),
        ("Elephant", 3, look::BLUE, [2, 5], [17, 5]),
    ] {
        let ends = [start, end].map(IVec2::from);
        // The place of a body is the cell under its middle. Bodies of even size reach one cell farther to the upper right.
        let off_middle = if size % 2 == 0 { 0.5 / f32::from(size) } else { 0.0 };
        commands.spawn((
            (Name::new(name), Animal(ends)),
            Sprite::from_color(color, Vec2::splat(TILE * (f32::from(size) - 0.3))),
            Anchor(Vec2::splat(-off_middle)),
            Transform::from_translation(geometry.center_of(ends[0]).extend(1.0)),
            // With its middle: otherwise it is there as soon as it covers the goal.
            PathRequest::to_cell(ends[1])
                .with_profile(profiles.add(CostProfile::default().with_size(size)?))
                .by_middle(),
            PathFollower::with_speed(4.0 * TILE),
        ));
    }
    Ok(())
}

/// Sends an animal back to its other end.
fn turn_back(
    reached: On<GoalReached>,
    animals: Query<(&Animal, &PathRequest)>,
    mut commands: Commands,
) -> Result {
    let (Animal(ends), request) = animals.get(reached.entity)?;
    let is_there = request.targets() == [PathTarget::Cell(ends[1])];
    let back = PathRequest::to_cell(ends[usize::from(!is_there)]);
    commands.entity(reached.entity).insert(back.with_profile(request.profile()).by_middle());
    Ok(())
}
