//! A building of two floors. Each floor is a tilemap of its own, both are parts of one map, and stairs join them. Run: cargo run --example floors

mod look;

use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;
use bevy_tilepath::prelude::*;

/// The ground floor and the upper floor. `#` is a wall, `:` a carpet, and `S` a stair. The room at the upper right has no door but its stair.
const MAP: [&str; 12] = [
    "##############  ##############",
    "#S...#......S#  #S....#.....S#",
    "#....#.......#  #.....#......#",
    "#....#..::::.#  #..::.#.::::.#",
    "#....##.::::.#  #..::.#.::::.#",
    "#............#  #..::.########",
    "#............#  #.....#......#",
    "###.####.....#  #.....#......#",
    "#......#.....#  ###.###..::..#",
    "#.:::..#.....#  #........::..#",
    "#.:::..#.....#  #............#",
    "##############  ##############",
];
/// The size of a floor.
const SIZE: UVec2 = UVec2::new(14, 12);
const TILE: f32 = 32.0;
/// The distance in columns from the ground floor to the upper floor. The columns between them belong to no tilemap: nobody can enter them.
const APART: i32 = 16;

/// Somebody in the building, and the places between which it walks.
#[derive(Component)]
pub struct Resident(pub [IVec2; 2]);

fn main() -> AppExit {
    App::new().add_plugins((look::window("Floors"), TilemapPlugin, look::paths, game)).run()
}

/// What works without a window, too.
pub fn game(app: &mut App) {
    app.add_plugins(PathfindingPlugin).add_systems(Startup, setup);
    app.add_observer(vanish).add_observer(appear).add_observer(turn_back);
}

/// The cell of the map at a place of a floor.
pub const fn cell_on(floor: i32, x: i32, y: i32) -> IVec2 {
    IVec2::new(floor * APART + x, y)
}

fn place(cell: IVec2, z: f32) -> Transform {
    Transform::from_translation((cell.as_vec2() * TILE).extend(z))
}

fn setup(assets: Option<Res<AssetServer>>, mut commands: Commands) {
    let last = cell_on(1, 13, 11).as_vec2() * TILE;
    commands.spawn(look::camera(Rect::from_corners(Vec2::ZERO, last).inflate(TILE / 2.0)));
    commands.spawn(look::bar("Left: the ground floor. Right: the upper floor. White: stairs."));
    for floor in 0..2 {
        let (size, map) = (TilemapSize::from(SIZE), commands.spawn_empty().id());
        let mut storage = TileStorage::empty(size);
        for at in CellRect::from(SIZE).cells() {
            let cell = cell_on(floor, at.x, at.y);
            let letter = MAP[11 - at.y as usize].as_bytes()[cell.x as usize];
            let texture_index = TileTextureIndex(match letter {
                b'#' => 6,
                b':' => 4,
                _ => 0,
            });
            let position = TilePos::from(at.as_uvec2());
            let tile = TileBundle { position, texture_index, tilemap_id: TilemapId(map), ..default() };
            storage.set(&position, commands.spawn((tile, ChildOf(map))).id());
            if letter == b'S' {
                let mark = Sprite::from_color(look::WHITE.with_alpha(0.6), Vec2::splat(TILE * 0.7));
                // It ends at the same place of the other floor, from where the stair there leads back.
                let stair = NavLink::to_cell(cell_on(1 - floor, at.x, at.y)).with_length(3.0);
                commands.spawn((mark, place(cell, 0.5), stair.with_seconds(2.0)));
            }
        }
        let texture = assets.as_ref().map(|assets| TilemapTexture::Single(assets.load("tiles.png")));
        let (tile_size, grid_size) = (Vec2::splat(TILE).into(), Vec2::splat(TILE).into());
        // A whole number of tiles away: the cells of both tilemaps lie on one grid, and so they are one map.
        let transform = place(cell_on(floor, 0, 0), 0.0);
        let texture = texture.unwrap_or_default();
        let bundle = TilemapBundle { size, storage, texture, tile_size, grid_size, transform, ..default() };
        // Texture → terrain class: floor costs 1, carpet 3, 0 is a wall.
        commands.entity(map).insert((bundle, NavTilemap::from_textures([1, 1, 1, 1, 3, 3, 0, 0])));
    }
    for (name, color, ends) in [
        ("Yellow", look::YELLOW, [cell_on(0, 3, 1), cell_on(1, 11, 2)]),
        ("Blue", look::BLUE, [cell_on(1, 8, 10), cell_on(1, 8, 4)]),
    ] {
        commands.spawn((
            (Name::new(name), Resident(ends)),
            Sprite::from_color(color, Vec2::splat(TILE / 2.0)),
            place(ends[0], 1.0),
            PathRequest::to_cell(ends[1]),
            PathFollower::with_speed(4.0 * TILE),
        ));
    }
}

/// Nobody is seen on the stairs.
fn vanish(entered: On<LinkEntered>, mut commands: Commands) {
    commands.entity(entered.entity).insert(Visibility::Hidden);
}

fn appear(finished: On<LinkFinished>, mut commands: Commands) {
    commands.entity(finished.entity).insert(Visibility::Inherited);
}

/// Sends a resident back to its other end.
fn turn_back(
    reached: On<GoalReached>,
    residents: Query<(&Resident, &PathRequest)>,
    mut commands: Commands,
) -> Result {
    let (Resident(ends), request) = residents.get(reached.entity)?;
    let is_there = request.targets() == [PathTarget::Cell(ends[1])];
    commands.entity(reached.entity).insert(PathRequest::to_cell(ends[usize::from(!is_there)]));
    Ok(())
}
