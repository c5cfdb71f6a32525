//! A frog hops along its path: the plugin finds the path, the game moves. Run: cargo run --example own_movement
//!
//! Click to put stones in its way. The plugin keeps the path up to date without `PathFollower`, too.

mod look;

use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Terrain classes: 0 is a wall, 1 is floor. The top row comes first, so the last row is y = 0.
const MAP: [[u8; 16]; 8] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1],
    [1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
const TILE: f32 = 75.0;
/// The frog hops from one to the other, for ever.
pub const GOALS: [IVec2; 2] = [IVec2::new(15, 1), IVec2::new(0, 4)];
const HOPS_PER_SECOND: f32 = 2.5;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Own movement"), look::map, look::paths, game))
        .add_systems(Update, click)
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin)
        .add_systems(Startup, setup)
        // The path of this frame is there after `Search`.
        .add_systems(Update, hop.after(PathfindingSystems::Search));
}

/// A hop from one cell to the next.
#[derive(Component)]
pub struct Hop {
    /// The cell where it began.
    pub from: IVec2,
    /// The cell where it ends.
    pub to: IVec2,
    /// From 0 to 1.
    pub progress: f32,
}

fn setup(mut commands: Commands) -> Result {
    commands
        .spawn(look::bar("The frog has a PathRequest, but no PathFollower. Click to put stones in its way."));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let frog = Sprite::from_color(look::GREEN, Vec2::splat(36.0));
    let hop = Hop { from: GOALS[1], to: GOALS[1], progress: 1.0 };
    let place = Transform::from_translation(geometry.center_of(GOALS[1]).extend(1.0));
    commands.spawn((frog, place, hop, PathRequest::to_cell(GOALS[0])));
    Ok(())
}

fn hop(
    mut frogs: Query<(Entity, &mut Hop, &mut Transform, &PathRequest, &PathResult)>,
    nav_grid: Res<NavGrid>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (frog, mut hop, mut place, request, result) in &mut frogs {
        hop.progress += time.delta_secs() * HOPS_PER_SECOND;
        if hop.progress >= 1.0 {
            let (here, cells) = (hop.to, result.cells(&nav_grid));
            let at = cells.iter().position(|&cell| cell == here);
            let next = at.and_then(|at| cells.get(at + 1)).copied();
            *hop = Hop { from: here, to: next.unwrap_or(here), progress: 0.0 };
            if let Some(goal) = GOALS.into_iter().position(|goal| goal == here) {
                commands.entity(frog).insert(PathRequest::to_cell(GOALS[1 - goal]));
            } else if at.is_none() {
                // A path that was found in mid-hop may begin beside the frog. The same request asks again from here.
                commands.entity(frog).insert(request.clone());
            }
        }
        let center = |cell| nav_grid.center_of(cell).unwrap_or_default();
        place.translation = center(hop.from).lerp(center(hop.to), hop.progress).extend(1.0);
        place.scale = Vec3::splat(1.0 + 0.5 * (hop.progress * core::f32::consts::PI).sin());
    }
}

fn click(mouse: look::Mouse, nav_grid: Res<NavGrid>, frog: Single<&Hop>, mut commands: Commands) {
    let Some(cell) = mouse.clicked().and_then(|point| nav_grid.cell_at(point)) else { return };
    let Some(center) = nav_grid.center_of(cell).filter(|_| cell != frog.to) else { return };
    let stone = Sprite::from_color(look::WALL, Vec2::splat(TILE - 16.0));
    commands.spawn((stone, NavObstacle::default(), Transform::from_translation(center.extend(0.5))));
}
