//! The same map costs each kind of agent something else, so each kind takes another path. Run: cargo run --example terrain_and_profiles

use bevy::color::palettes::tailwind::{AMBER_300, BLUE_700, LIME_300, SLATE_500, SLATE_800, YELLOW_900};
use bevy::{camera::ScalingMode, color::palettes::css::WHITE, prelude::*};
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
    let window = Window { title: "Terrain and profiles".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins(game)
        .add_systems(PostStartup, draw_map)
        .run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup).add_observer(turn_back);
}

fn setup(mut profiles: ResMut<CostProfiles>, mut commands: Commands) -> Result {
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

    for (kind, profile, color, y) in
        [(Kind::Walker, walker, WHITE, 6), (Kind::Boar, boar, AMBER_300, 4), (Kind::Frog, frog, LIME_300, 5)]
    {
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

/// Spawns a camera that shows the whole map, and a sprite for each cell.
fn draw_map(nav_grid: Res<NavGrid>, mut commands: Commands) {
    let size = nav_grid.size().as_vec2() * TILE;
    let middle = (size - TILE) / 2.0;
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let projection = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    commands.spawn((Camera2d, Projection::from(projection), Transform::from_translation(middle.extend(0.0))));

    let (Some(map), Some(geometry)) = (nav_grid.map(), nav_grid.geometry()) else { return };
    for cell in (0..map.grid().len()).map(|index| map.grid().cell(index)) {
        let color = match nav_grid.class(cell) {
            Some(ROAD) => SLATE_500,
            Some(MUD) => YELLOW_900,
            Some(WATER) => BLUE_700,
            _ => SLATE_800,
        };
        let tile = Sprite::from_color(color, Vec2::splat(TILE - 2.0));
        commands.spawn((tile, Transform::from_translation(geometry.center_of(cell).extend(0.0))));
    }
    commands.spawn((
        Text2d::new(
            "White: the walker keeps to the road. Yellow: the boar does not mind mud. Green: the frog swims",
        ),
        Transform::from_xyz(middle.x, size.y - TILE, 2.0),
    ));
}
