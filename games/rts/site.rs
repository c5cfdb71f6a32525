//! Buildings, mines and gates: what stands on the map and blocks it, gates for some.

use crate::{
    board::{Board, CELL, square},
    tiles::Terrain,
    unit::UnitKind,
};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// A building that takes ore.
#[derive(Component)]
pub struct DropOff;

/// The first building that takes ore.
#[derive(Component)]
pub struct Base;

/// A mine. It is gone once it is empty.
#[derive(Component, Clone, Copy)]
pub struct Mine {
    /// The cell in its middle.
    pub cell: IVec2,
    pub ore: u32,
    /// How much it had at the beginning.
    pub most: u32,
}

/// A gate through which workers pass, and soldiers do not.
#[derive(Component)]
pub struct Gate;

/// How many cells a gate is long, upwards.
pub const GATE: u32 = 2;
/// The terrain class of gates.
const GATE_CLASS: u8 = 200;

/// What each kind of unit pays: soldiers and tanks pay all that workers pay, but a gate is a wall to them. Tanks are two cells wide.
#[derive(Resource)]
pub struct UnitProfiles([ProfileId; 3]);

impl UnitProfiles {
    pub const fn of(&self, kind: UnitKind) -> ProfileId {
        self.0[kind as usize]
    }
}

impl FromWorld for UnitProfiles {
    fn from_world(world: &mut World) -> Self {
        let mut profiles = world.resource_mut::<CostProfiles>();
        if let Some(workers) = profiles.get_mut(ProfileId::default()) {
            workers.set_cost(GATE_CLASS, Terrain::Road.class().into());
        }
        let fighters = CostProfile::default().with_cost(GATE_CLASS, 0);
        Self(UnitKind::ALL.map(|kind| match kind {
            UnitKind::Worker => ProfileId::default(),
            // A size from 1 to 8 is valid.
            kind => profiles.add(fighters.clone().with_size(kind.size()).unwrap_or(fighters.clone())),
        }))
    }
}

/// Cells that mines and buildings cover on each side of their middle.
pub const RADIUS: i32 = 1;
/// How near to the middle of a mine or building a unit is beside it, in cells: not at its corners.
pub const BESIDE: f32 = 2.3;

/// Spawns mines, buildings and gates.
pub fn spawn(mut commands: Commands, board: Res<Board>) {
    let side = (2 * RADIUS + 1) as f32;
    let stands = |cell: IVec2| {
        let at = Transform::from_translation(Board::center_of(cell).extend(0.0));
        (at, NavObstacle::rect(Vec2::splat(side)))
    };
    for (nth, &cell) in board.drop_offs.iter().enumerate() {
        let name = Name::new(if nth == 0 { "the base" } else { "the depot" });
        let mut building = commands.spawn((name, stands(cell)));
        if nth == 0 {
            building.insert(Base);
        }
        building.insert(DropOff);
    }
    for &cell in &board.gates {
        let middle = Board::center_of(cell) + Vec2::new(0.0, (GATE - 1) as f32 / 2.0 * CELL);
        let obstacle = NavObstacle::rect(Vec2::new(1.0, GATE as f32)).with_class(GATE_CLASS);
        commands.spawn((
            Gate,
            Name::new("a gate"),
            Transform::from_translation(middle.extend(0.0)),
            obstacle,
        ));
    }
    for &(cell, ore) in &board.mines {
        commands.spawn((Mine { cell, ore, most: ore }, Name::new("a mine"), stands(cell)));
    }
}

/// The mines, and where there is room to mine.
#[derive(SystemParam)]
pub struct Mines<'w, 's> {
    nav_grid: Res<'w, NavGrid>,
    mines: Query<'w, 's, (Entity, &'static mut Mine)>,
}

impl Mines<'_, '_> {
    /// The mines that are not empty.
    fn with_ore(&self) -> impl Iterator<Item = (Entity, &Mine)> {
        self.mines.iter().filter(|(_, mine)| mine.ore > 0)
    }

    /// Whether there is no ore left.
    pub fn is_empty(&self) -> bool {
        self.with_ore().next().is_none()
    }

    /// The free cells beside a mine on which nobody mines, row by row. None if it is gone.
    fn spots(&self, mine: Entity, taken: &[IVec2]) -> Vec<IVec2> {
        let Some((_, mine)) = self.with_ore().find(|(entity, _)| *entity == mine) else { return Vec::new() };
        let beside = square(mine.cell, RADIUS + 1).filter(|cell| is_beside(*cell, mine.cell));
        beside.filter(|&cell| !self.nav_grid.is_blocked(cell) && !taken.contains(&cell)).collect()
    }

    /// The free cells at this mine, or if it has none, at all mines.
    pub fn spots_near(&self, mine: Option<Entity>, taken: &[IVec2]) -> Vec<IVec2> {
        let here = mine.map_or_else(Vec::new, |mine| self.spots(mine, taken));
        if !here.is_empty() {
            return here;
        }
        let mut spots: Vec<IVec2> = self.with_ore().flat_map(|(mine, _)| self.spots(mine, taken)).collect();
        // Where two mines share a cell it counts once; and the order is the same for all.
        spots.sort_unstable_by_key(|cell| (cell.y, cell.x));
        spots.dedup();
        spots
    }

    /// The mine that is beside a cell.
    pub fn beside(&self, cell: IVec2) -> Option<Entity> {
        let mut beside = self.with_ore().filter(|(_, mine)| is_beside(cell, mine.cell));
        beside.next().map(|(mine, _)| mine)
    }

    /// Takes ore out of a mine, as much as there is. An empty mine is despawned.
    pub fn take(&mut self, commands: &mut Commands, mine: Entity, most: u32) -> u32 {
        let Ok((_, mut left)) = self.mines.get_mut(mine) else { return 0 };
        let taken = left.ore.min(most);
        left.ore -= taken;
        if left.ore == 0 {
            commands.entity(mine).try_despawn();
        }
        taken
    }
}

/// Whether a cell is beside the square of a mine or building, and not at its corner.
pub fn is_beside(cell: IVec2, middle: IVec2) -> bool {
    let off = (cell - middle).abs();
    off.max_element() == RADIUS + 1 && off.min_element() <= RADIUS
}
