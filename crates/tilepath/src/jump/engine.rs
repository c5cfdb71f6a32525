//! The choice between the two search engines for a cost field.

use super::{known_leaps::CELLS_PER_LIST, step_search::has_many_mixed};
use crate::cost_field::CostField;

/// How a cost field is searched. Both engines find the same costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Jump point search with cached jumps.
    Jumps,
    /// A* from cell to cell.
    Steps,
}

impl Engine {
    /// The faster engine on a field.
    #[inline]
    pub(crate) fn of(field: &CostField) -> Self {
        if !field.has_jumps() || has_many_mixed(field) || !leaps_pay(field) {
            Self::Steps
        } else {
            Self::Jumps
        }
    }
}

/// The bounds of [`leaps_pay`] for squares, and for hexagons, where steps are faster. Measured: `bench -- targets` compares both engines.
const SQUARE_BOUND: u128 = 20;
const HEX_BOUND: u128 = 2;

/// The longest lists have about four times as many words as there is room for per list.
const LONGEST_LISTS: u128 = 4;

/// Returns whether it pays to remember the leaps of a field: whether most leaps that searches learn can be kept. Learning leaps again and
/// again costs several times as much as searching cell by cell, however dense the obstacles are.
///
/// Each jump point has a list of leaps, so jump points are compared with the lists that fit into memory. The cost of a list follows from
/// the *openness*, the number of jump points per cell of wall. Long walls have few: they divide the ground into rooms and corridors. Single
/// obstacles have eight. Three things grow with openness, so its cube counts:
/// - The number of leaps in a list: a jump point leads to all others in sight.
/// - The number of cells to look at to find each leap.
/// - How well the distance to the goal guides a search cell by cell.
///
/// If jump points are so few that all lists fit, however long, their cost does not matter.
/// If jump points are so few that all lists fit, however long, their cost does not matter.
#[inline]
fn leaps_pay(field: &CostField) -> bool {
    let [stops, walls, cells] =
        [field.stop_count(), field.wall_count(), field.padded_len()].map(|count| count as u128);
    let lists = cells / CELLS_PER_LIST as u128;
    let bound = if field.topology().shape().is_hex() { HEX_BOUND } else { SQUARE_BOUND };
    stops * LONGEST_LISTS <= lists || stops.pow(4) <= bound * lists * walls.pow(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ground::{CostProfile, DiagonalRule, Grid, HexLayout, Topology},
        map::NavMap,
    };
    use fastrand::Rng;
    use glam::IVec2;

    const SIDE: i32 = 256;

    fn chosen(topology: Topology, is_free: impl Fn(IVec2) -> bool) -> Engine {
        let grid = Grid::from_fn([SIDE as u32; 2].into(), |cell| u8::from(is_free(cell)));
        let (mut map, profile) = (NavMap::new(grid.unwrap(), topology), CostProfile::default());
        map.prepare(&profile);
        Engine::of(map.cost_field(&profile).unwrap())
    }

    fn squares() -> [Topology; 4] {
        DiagonalRule::ALL.map(Topology::square)
    }

    /// A maze of corridors of this width between walls one cell thick: each cell of the plan opens to its neighbour in one of two
    /// directions.
    fn is_corridor(width: i32, cell: IVec2) -> bool {
        let (plan, within) = (cell / (width + 1), cell % (width + 1));
        let leads_east = Rng::with_seed((plan.y * 1000 + plan.x) as u64).bool();
        match (within.x == width, within.y == width) {
            (false, false) => true,
            (true, false) => leads_east,
            (false, true) => !leads_east,
            (true, true) => false,
        }
    }

    #[test]
    fn mazes_are_searched_by_jumps() {
        for (width, topology) in (1..9).flat_map(|width| squares().map(|topology| (width, topology))) {
            let engine = chosen(topology, |cell| is_corridor(width, cell));
            assert_eq!(engine, Engine::Jumps, "corridors of {width}, {topology:?}");
        }
        for width in 2..9 {
            let topology = Topology::hex(HexLayout::OddRows);
            let engine = chosen(topology, |cell| is_corridor(width, cell));
            assert_eq!(engine, Engine::Jumps, "corridors of {width} hexagons");
        }
    }

    #[test]
    fn small_rooms_are_searched_by_jumps() {
        for (room, topology) in [5, 7, 9, 11].into_iter().flat_map(|room| squares().map(|rule| (room, rule)))
        {
            let engine = chosen(topology, |cell| {
                let (plan, within) = (cell / (room + 1), cell % (room + 1));
                let mut doors = Rng::with_seed((plan.y * 1000 + plan.x) as u64);
                let door = IVec2::new(doors.i32(0..room), doors.i32(0..room));
                match (within.x == room, within.y == room) {
                    (true, true) => false,
                    (true, false) => within.y == door.y,
                    (false, true) => within.x == door.x,
                    (false, false) => true,
                }
            });
            assert_eq!(engine, Engine::Jumps, "rooms of {room}, {topology:?}");
        }
    }

    #[test]
    fn scattered_obstacles_are_passed_cell_by_cell() {
        let hexagons = Topology::hex(HexLayout::OddRows);
        for topology in squares().into_iter().chain([hexagons]) {
            for percent in [2, 4, 6, 10, 25] {
                let is_free =
                    |cell: IVec2| Rng::with_seed((cell.y * SIDE + cell.x) as u64).u8(..100) >= percent;
                assert_eq!(chosen(topology, is_free), Engine::Steps, "{percent} %, {topology:?}");
            }
        }
    }

    #[test]
    fn open_ground_is_searched_by_jumps() {
        for topology in squares() {
            let is_free = |cell: IVec2| cell.x % 32 != 9 || cell.y % 32 != 9;
            assert_eq!(chosen(topology, is_free), Engine::Jumps, "{topology:?}");
        }
    }
}
