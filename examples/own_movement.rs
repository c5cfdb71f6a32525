//! A frog hops along its path: the plugin finds the path, the game moves. Run: cargo run --example own_movement
//!
//! Click to put stones in its way. The plugin keeps the path up to date without `PathFollower`, too.

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
const WALL: Color = Color::srgb_u8(28, 32, 42);
const FLOOR: Color = Color::srgb_u8(66, 76, 94);
const GREEN: Color = Color::srgb_u8(88, 190, 110);
/// The frog hops from one to the other, for ever.
pub const GOALS: [IVec2; 2] = [IVec2::new(15, 1), IVec2::new(0, 4)];
const HOPS_PER_SECOND: f32 = 2.5;

fn main() {
    let window = Window { title: "Own movement".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .insert_resource(ClearColor(Color::srgb_u8(16, 19, 26)))
        .add_plugins(game)
        .add_systems(Update, (click, draw_path))
        .run();
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
    commands.spawn(Camera2d);
    let text = "The frog has a PathRequest, but no PathFollower. Click to put stones in its way.";
    commands.spawn((Text::new(text), Node { margin: UiRect::all(px(18)), ..default() }));
    let grid = Grid::from_rows(MAP)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    for (cell, class) in grid.cells() {
        let sprite = Sprite::from_color([WALL, FLOOR][usize::from(class)], Vec2::splat(TILE - 2.0));
        commands.spawn((sprite, Transform::from_translation(geometry.center_of(cell).extend(0.0))));
    }
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    let frog = Sprite::from_color(GREEN, Vec2::splat(36.0));
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

fn draw_path(frog: Single<&PathResult>, nav_grid: Res<NavGrid>, mut gizmos: Gizmos) {
    gizmos.linestrip_2d(frog.points(&nav_grid), GREEN);
}

fn click(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mouse: Res<ButtonInput<MouseButton>>,
    nav_grid: Res<NavGrid>,
    frog: Single<&Hop>,
    mut commands: Commands,
) {
    let cursor = window.cursor_position().filter(|_| mouse.just_pressed(MouseButton::Left));
    let world = cursor.and_then(|cursor| camera.0.viewport_to_world_2d(camera.1, cursor).ok());
    let Some(cell) = world.and_then(|world| nav_grid.cell_at(world)) else { return };
    let Some(center) = nav_grid.center_of(cell).filter(|_| cell != frog.to) else { return };
    let stone = Sprite::from_color(WALL, Vec2::splat(TILE - 16.0));
    commands.spawn((stone, NavObstacle::default(), Transform::from_translation(center.extend(0.5))));
}
