//! The board: its terrain, and where everything stands at the beginning.

use crate::{
    tiles::{self, TILES, Terrain},
    unit::{Job, Load, Unit, UnitKind},
};
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::TilemapType;
use bevy_tilepath::prelude::*;
use kit::tilemap::Tiles;

/// The side of a cell in world units, which are the pixels of its picture.
pub const CELL: f32 = tiles::PIXELS as f32;
/// Width and height in cells.
pub const SIZE: UVec2 = UVec2::new(80, 64);

/// A map, and what stands on it at the beginning.
#[derive(Resource, Clone)]
pub struct Board {
    /// Row by row from the bottom.
    pub terrain: Vec<Terrain>,
    /// The middle cells of the mines, and how much ore each has.
    pub mines: Vec<(IVec2, u32)>,
    /// The middle cells of the buildings that take ore: the base comes first.
    pub drop_offs: Vec<IVec2>,
    /// The lower ends of gates for workers, each as long as [`GATE`](crate::site::GATE).
    pub gates: Vec<IVec2>,
    /// Where units stand.
    pub units: Vec<(UnitKind, IVec2)>,
    /// Where the script sends soldiers.
    pub posts: Vec<IVec2>,
}

impl Board {
    /// The middle cell of the base.
    pub fn base(&self) -> IVec2 {
        self.drop_offs[0]
    }

    /// The terrain of a cell. `None` outside the map.
    pub fn at(&self, cell: IVec2) -> Option<Terrain> {
        let is_inside = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(SIZE.as_ivec2()).all();
        is_inside.then(|| self.terrain[(cell.y * SIZE.x as i32 + cell.x) as usize])
    }

    /// The middle of a cell in the world. The board is centred on the origin.
    pub fn center_of(cell: IVec2) -> Vec2 {
        (cell.as_vec2() - (SIZE.as_vec2() - 1.0) / 2.0) * CELL
    }

    /// Spawns the tilemap. It is drawn only with a picture of its tiles.
    pub fn spawn(&self, commands: &mut Commands, texture: Option<&Handle<Image>>) {
        let map = Tiles { size: SIZE, tile: Vec2::splat(CELL), map_type: TilemapType::Square };
        let pictures = all_cells().map(|cell| (cell, tiles::tile_at(|at| self.at(at), cell)));
        let navigable = NavTilemap::from_textures((0..TILES).map(|tile| tiles::terrain_of(tile).class()));
        map.spawn(commands, (navigable, 0.0), pictures, texture);
    }
}

/// Spawns the board without a picture.
pub fn spawn_bare(mut commands: Commands, board: Res<Board>) {
    board.spawn(&mut commands, None);
}

/// Spawns the units. Each keeps its cell to itself.
pub fn spawn_units(mut commands: Commands, board: Res<Board>) {
    for (serial, &(kind, cell)) in (0..).zip(&board.units) {
        let nth = board.units[..serial as usize].iter().filter(|unit| unit.0 == kind).count() + 1;
        let mut unit = commands.spawn((
            Unit { kind, serial },
            Job::Idle,
            Name::new(format!("{} {nth}", kind.name())),
            Transform::from_translation(Board::center_of(cell).extend(0.0)),
            PathFollower::with_speed(kind.speed()).slowed_by_terrain(),
            CrowdAgent::default(),
        ));
        if kind == UnitKind::Worker {
            unit.insert(Load::default());
        }
    }
}

/// All cells of the board, row by row from the bottom.
pub fn all_cells() -> impl Iterator<Item = IVec2> {
    let size = SIZE.as_ivec2();
    (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
}

/// The cells of a square round a middle cell.
pub fn square(middle: IVec2, radius: i32) -> impl Iterator<Item = IVec2> {
    (-radius..=radius).flat_map(move |y| (-radius..=radius).map(move |x| middle + IVec2::new(x, y)))
}
