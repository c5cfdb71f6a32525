//! A game is saved as text and loaded again: the agents walk on. Run: cargo run --example save_and_load
//!
//! Click to build a wall. S saves, L loads.

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::{PathTarget, prelude::*};
use core::fmt::Write;

/// The first save: a map, one digit a cell (0 is a wall, 1 is floor), and agents: x, y, cell of the goal, speed.
const NEW_GAME: &str = "
map 1111111111111111
map 1111111111111111
map 1111001111001111
map 1111001111001111
map 1111111111111111
map 1111001111001111
map 1111001111001111
map 1111111111111111
agent -562.5 262.5 15 0 80
agent 562.5 262.5 0 3 100
";
const TILE: f32 = 75.0;

fn main() {
    let window = Window { title: "Save and load".into(), ..default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .insert_resource(ClearColor(Color::srgb_u8(16, 19, 26)))
        .add_plugins(game)
        .add_systems(PostStartup, spawn_tiles)
        .add_systems(Update, (click, paint, save.run_if(input_just_pressed(KeyCode::KeyS))))
        .add_systems(Update, load.run_if(input_just_pressed(KeyCode::KeyL)))
        .run();
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).insert_resource(Save(NEW_GAME.into())).add_systems(Startup, load);
}

/// What a game would write to a file.
#[derive(Resource)]
pub struct Save(pub String);

/// Saves the terrain, and of each agent its position, its request and its speed. Paths are not saved: they are found again.
pub fn save(
    nav_grid: Res<NavGrid>,
    agents: Query<(&Transform, &PathRequest, &PathFollower)>,
    mut save: ResMut<Save>,
) -> Result {
    save.0.clear();
    // Not `map.grid()`: there obstacles are walls, which would never go away.
    let classes = nav_grid.map().ok_or("there is no map")?.terrain_classes();
    for row in classes.chunks(nav_grid.size().x as usize).rev() {
        let digits: String = row.iter().map(u8::to_string).collect();
        writeln!(save.0, "map {digits}")?;
    }
    for (place, request, follower) in &agents {
        // A target that is an entity would be saved as the number of that entity in the save.
        let [PathTarget::Cell(goal)] = request.targets() else { continue };
        let (at, speed) = (place.translation, follower.speed);
        writeln!(save.0, "agent {} {} {} {} {speed}", at.x, at.y, goal.x, goal.y)?;
    }
    Ok(())
}

/// Puts the saved game in the place of the running one.
pub fn load(save: Res<Save>, agents: Query<Entity, With<PathRequest>>, mut commands: Commands) -> Result {
    agents.iter().for_each(|agent| commands.entity(agent).despawn());
    let lines = |kind: &'static str| save.0.lines().filter_map(move |line| line.strip_prefix(kind));
    let rows = lines("map ").map(|row| row.bytes().map(|digit| digit - b'0'));
    let grid = Grid::from_rows(rows)?;
    let geometry = CellGeometry::squares(TILE)?.centered(grid.size());
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    for agent in lines("agent ") {
        let numbers: Vec<f32> = agent.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let [x, y, goal_x, goal_y, speed] = numbers[..] else { continue };
        let goal = PathRequest::to_cell(Vec2::new(goal_x, goal_y).as_ivec2());
        let sprite = Sprite::from_color(Color::srgb_u8(255, 210, 90), Vec2::splat(30.0));
        commands.spawn((sprite, Transform::from_xyz(x, y, 1.0), goal, PathFollower::with_speed(speed)));
    }
    Ok(())
}

#[derive(Component)]
struct Tile(IVec2);

fn spawn_tiles(mut commands: Commands, nav_grid: Res<NavGrid>) -> Result {
    commands.spawn(Camera2d);
    commands.spawn((
        Text::new("Click to build walls. S saves, L loads."),
        Node { margin: UiRect::all(px(18)), ..default() },
    ));
    let grid = nav_grid.map().ok_or("there is no map")?.grid();
    for (cell, _) in grid.cells() {
        let place = Transform::from_translation(nav_grid.center_of(cell).unwrap_or_default().extend(0.0));
        commands.spawn((Tile(cell), Sprite::from_color(Color::WHITE, Vec2::splat(TILE - 2.0)), place));
    }
    Ok(())
}

fn paint(nav_grid: Res<NavGrid>, mut tiles: Query<(&Tile, &mut Sprite)>) {
    let [wall, floor] = [Color::srgb_u8(28, 32, 42), Color::srgb_u8(66, 76, 94)];
    for (tile, mut sprite) in &mut tiles {
        sprite.color = if nav_grid.is_blocked(tile.0) { wall } else { floor };
    }
}

fn click(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut nav_grid: ResMut<NavGrid>,
) -> Result {
    let cursor = window.cursor_position().filter(|_| mouse.just_pressed(MouseButton::Left));
    let world = cursor.and_then(|cursor| camera.0.viewport_to_world_2d(camera.1, cursor).ok());
    let Some(cell) = world.and_then(|world| nav_grid.cell_at(world)) else { return Ok(()) };
    nav_grid.map_mut().ok_or("there is no map")?.set_terrain(cell, 0)?;
    Ok(())
}
