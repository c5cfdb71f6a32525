//! `Explain` says why an agent does what it does, and why a cell costs what it costs. Run: cargo run --example explain
//!
//! Point at an agent or at a cell.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a wall, 1 is floor, 3 is mud. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 16]; 7] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1],
];
const TILE: f32 = 75.0;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Explain"), look::map, look::paths, game))
        .add_systems(Update, point)
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .insert_resource(Pointed(IVec2::new(9, 1)))
        .init_resource::<Why>()
        .add_systems(Startup, setup)
        // After the last set of the plugin, everything about the frame is known.
        .add_systems(Update, explain.after(PathfindingSystems::FollowPath));
}

/// The cell that the player asks about.
#[derive(Resource)]
pub struct Pointed(pub IVec2);

/// The answers of `Explain`, in words.
#[derive(Resource, Default)]
pub struct Why {
    /// About the agent in the cell. Empty if there is none.
    pub agent: String,
    /// About the cell.
    pub cell: String,
}

fn setup(mut commands: Commands) -> Result {
    commands.spawn(look::bar(""));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?;
    commands.insert_resource(NavGrid::from_grid(grid, geometry));

    let thing = |name: &'static str, x, y, side, color| {
        let place = geometry.center_of(IVec2::new(x, y)).extend(1.0);
        let below = Transform::from_xyz(0.0, -0.5 * side - 9.0, 1.0);
        let label = (Text2d::new(name), TextFont::from_font_size(14.0), below);
        let sprite = Sprite::from_color(color, Vec2::splat(side));
        (Name::new(name), sprite, Transform::from_translation(place), children![label])
    };
    commands.spawn((
        thing("Tower", 9, 4, 48.0, look::RED),
        NavObstacle::default(),
        DangerSource::new(3.0, 4.0),
    ));
    commands.spawn((thing("Gate", 8, 1, 48.0, look::BLUE), NavObstacle::default()));
    // The sentences name an entity by its `Name`.
    let goal = PathRequest::to_cell(IVec2::new(15, 4));
    let follower = PathFollower::with_speed(40.0);
    commands.spawn((thing("Walker", 0, 4, 36.0, look::YELLOW), goal.clone(), follower.clone()));
    commands.spawn((thing("Prisoner", 9, 1, 36.0, look::YELLOW), goal.clone(), follower));
    commands.spawn((thing("Statue", 2, 1, 36.0, look::YELLOW), goal));
    Ok(())
}

fn explain(
    pointed: Res<Pointed>,
    nav_grid: Res<NavGrid>,
    agents: Query<(Entity, &Transform), With<PathRequest>>,
    mut explain: Explain,
    mut why: ResMut<Why>,
    mut text: Single<&mut Text>,
) {
    let is_there = |place: &Transform| nav_grid.cell_at(place.translation.truncate()) == Some(pointed.0);
    let agent = agents.iter().find(|(_, place)| is_there(place));
    why.agent = agent.map(|(agent, _)| explain.agent(agent).to_string()).unwrap_or_default();
    why.cell = explain.cell(pointed.0).to_string();
    text.0 = format!("{}\n{}", why.cell, why.agent);
}

fn point(mouse: look::Mouse, nav_grid: Res<NavGrid>, mut pointed: ResMut<Pointed>, mut gizmos: Gizmos) {
    pointed.0 = mouse.at().and_then(|point| nav_grid.cell_at(point)).unwrap_or(pointed.0);
    gizmos.rect_2d(nav_grid.center_of(pointed.0).unwrap_or_default(), Vec2::splat(TILE), Color::WHITE);
}
