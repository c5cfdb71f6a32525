//! A game is saved in mid-walk and loaded again: the agents walk on as if nothing had happened.
//! Run: cargo run --example save_and_load --features serialize
//!
//! G shuts or opens the upper gate. S saves, L loads.

mod look;

use bevy::{input::common_conditions::input_just_pressed, prelude::*};
use bevy_tilepath::{NavId, PathTarget, load_pathfinding, prelude::*, save_pathfinding};

const SIZE: UVec2 = UVec2::new(24, 12);
const TILE: f32 = 50.0;

fn main() -> AppExit {
    App::new()
        .add_plugins((look::window("Save and load"), look::map, game))
        .add_systems(Update, (gate.run_if(input_just_pressed(KeyCode::KeyG)), paint, say))
        .add_systems(Last, save.run_if(input_just_pressed(KeyCode::KeyS)))
        .add_systems(Last, load.run_if(input_just_pressed(KeyCode::KeyL)))
        .run()
}

/// Everything that works without a window.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, (begin, save).chain()).add_observer(turn);
}

/// What a game would write to a file: the bytes of the plugin, and its own components with the ids of their entities.
#[derive(Resource, Clone)]
struct Save {
    bytes: Vec<u8>,
    guards: Vec<(NavId, Guard)>,
}

/// Walks to and fro between two cells.
#[derive(Component, Clone, Copy)]
pub struct Guard([IVec2; 2]);

impl Guard {
    /// How it looks is not saved: it follows from the guard.
    fn sprite(self) -> Sprite {
        let [from, to] = self.0;
        let color = if from.x < to.x { look::YELLOW } else { look::BLUE };
        Sprite::from_color(color, Vec2::splat(22.0))
    }
}

/// Two columns of guards change sides through two gates. No two of them are ever in one cell.
fn begin(mut commands: Commands) -> Result {
    commands.spawn(look::bar(""));
    let is_wall = |cell: IVec2| (10..14).contains(&cell.x) && !(3..5).contains(&cell.y) && cell.y != 8;
    let grid = Grid::from_fn(SIZE, |cell| u8::from(!is_wall(cell)))?;
    let geometry = CellGeometry::squares(TILE)?.centered(SIZE);
    for (y, x) in (0..12).flat_map(|y| [0, 2, 4].map(|x| (y, x))) {
        let [left, right] = [x, 23 - x].map(|x| IVec2::new(x, y));
        for guard in [Guard([left, right]), Guard([right, left])] {
            let [from, to] = guard.0;
            let place = Transform::from_translation(geometry.center_of(from).extend(1.0));
            let agent = (PathRequest::to_cell(to), PathFollower::with_speed(90.0), CrowdAgent::default());
            commands.spawn((guard, guard.sprite(), place, agent));
        }
    }
    commands.insert_resource(NavGrid::from_grid(grid, geometry));
    Ok(())
}

fn turn(reached: On<GoalReached>, guards: Query<(&Guard, &PathRequest)>, mut commands: Commands) {
    let Ok((Guard([from, to]), request)) = guards.get(reached.entity) else { return };
    let next = if request.targets() == [PathTarget::Cell(*to)] { from } else { to };
    commands.entity(reached.entity).insert(PathRequest::to_cell(*next));
}

/// Saves the game.
pub fn save(world: &mut World) -> Result {
    let bytes = save_pathfinding(world)?;
    let mut guards = world.query::<(&NavId, &Guard)>();
    let guards = guards.iter(world).map(|(&id, &guard)| (id, guard)).collect();
    world.insert_resource(Save { bytes, guards });
    Ok(())
}

/// Puts the saved game in the place of the running one: the game spawns its entities, and the plugin gives them everything else.
pub fn load(world: &mut World) -> Result {
    let Save { bytes, guards } = world.resource::<Save>().clone();
    let old: Vec<Entity> = world.query_filtered::<Entity, With<Guard>>().iter(world).collect();
    old.into_iter().for_each(|guard| _ = world.despawn(guard));
    world.spawn_batch(guards.into_iter().map(|(id, guard)| (id, guard, guard.sprite())));
    load_pathfinding(world, &bytes)?;
    Ok(())
}

fn say(save: Res<Save>, mut text: Single<&mut Text>) {
    let saved = format!("Saved: {} agents, {} bytes.", save.guards.len(), save.bytes.len());
    text.0 = format!("G shuts or opens the upper gate. S saves, L loads. {saved}");
}

fn paint(nav_grid: Res<NavGrid>, mut tiles: Query<(&look::Tile, &mut Sprite)>) {
    for (tile, mut sprite) in &mut tiles {
        sprite.color = look::color_of(nav_grid.class(tile.0).unwrap_or_default());
    }
}

/// Shuts or opens the upper gate.
pub fn gate(mut nav_grid: ResMut<NavGrid>) -> Result {
    let (map, cell) = (nav_grid.map_mut().ok_or("there is no map")?, IVec2::new(12, 8));
    map.set_terrain(cell, u8::from(map.grid().class(cell) == Some(0)))?;
    Ok(())
}
