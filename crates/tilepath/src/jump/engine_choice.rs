//! Which engine searches for a path, and why. No other place decides it.

use super::known_leaps::CELLS_PER_LIST;
use crate::cost_field::{CostField, SampleCounts};
use core::fmt;

/// A search engine for paths on a grid. All engines find paths of the same cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// A* over the cells of the map. It needs no preparation and obeys every option.
    AStar,
    /// A* from cell to cell on a [prepared](crate::NavMap::prepare) map, which skips steps that no cheapest path needs.
    Steps,
    /// Jump point search on a prepared map, with cached jumps.
    Jumps,
}

/// The engine that searches for a path, and why it is this one: see [`NavMap::engine`](crate::NavMap::engine).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// Why it is this engine.
    pub reason: EngineReason,
}

/// Why an engine searches for a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EngineReason {
    /// A visitor watches the search: A*.
    Watched,
    /// The request has a heuristic or an inflation of its own: A*.
    OwnEstimate,
    /// The map is not [prepared](crate::NavMap::prepare) for the profile: A*.
    NotPrepared,
    /// A diagonal step is exactly as long as two straight steps, so that straight runs can't be told from diagonal ones: A*.
    TiedDiagonals,
    /// The cells are staggered, and straight runs are not prepared for them: steps.
    Staggered,
    /// The weight changes at many cells, so that jumps would end after one step: steps.
    ManyMixedCells,
    /// Many small obstacles make more jump points than the cache of jumps can hold: steps.
    ScatteredObstacles,
    /// Jumps are long, or the cache of jumps can hold most of them: jumps.
    LongJumps,
    /// This engine took less work in sample searches: see [`NavMap::compare_engines`](crate::NavMap::compare_engines).
    LessWork,
}

impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Watched => "the search is watched",
            Self::OwnEstimate => "the request sets its own heuristic or inflation",
            Self::NotPrepared => "the map is not prepared for the profile",
            Self::TiedDiagonals => "a diagonal step is as long as two straight ones",
            Self::Staggered => "the cells are staggered",
            Self::ManyMixedCells => "costs change at many cells",
            Self::ScatteredObstacles => "the map has many scattered obstacles",
            Self::LongJumps => "walls and costs leave long straight runs",
            Self::LessWork => "sample searches took less work",
        })
    }
}

impl fmt::Display for EngineChoice {
    /// Writes, for example, "jump point search, because walls and costs leave long straight runs".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = match self.engine {
            Engine::AStar => "A* without prepared costs",
            Engine::Steps => "A* over prepared costs",
            Engine::Jumps => "jump point search",
        };
        write!(f, "{engine}, because {}", self.reason)
    }
}

/// What the choice of an engine depends on, besides the cost field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchConditions {
    /// A visitor watches the search.
    pub(crate) is_watched: bool,
    /// The options of the query [allow](crate::PathOptions) a search over a cost field.
    pub(crate) allows_field: bool,
    /// The map has landmarks for the profile.
    pub(crate) has_landmarks: bool,
}

/// Returns whether searches over a field can use jump point search and A* from cell to cell.
pub(crate) const fn has_two_engines(field: &CostField) -> bool {
    field.has_jumps() && !field.topology().diagonals_are_detours()
}

impl EngineChoice {
    /// The engine for a search. `field` is `None` on a map that is not prepared for the profile.
    #[inline]
    pub(crate) fn of(field: Option<&CostField>, conditions: SearchConditions) -> Self {
        let SearchConditions { is_watched, allows_field, has_landmarks } = conditions;
        let prefers_jumps = field.and_then(|field| field.trial.prefers_jumps(has_landmarks));
        let (engine, reason) = match field {
            _ if is_watched => (Engine::AStar, EngineReason::Watched),
            _ if !allows_field => (Engine::AStar, EngineReason::OwnEstimate),
            None => (Engine::AStar, EngineReason::NotPrepared),
            Some(field) if field.topology().diagonals_are_detours() => {
                (Engine::AStar, EngineReason::TiedDiagonals)
            }
            Some(field) if !field.has_jumps() => (Engine::Steps, EngineReason::Staggered),
            Some(_) if prefers_jumps == Some(true) => (Engine::Jumps, EngineReason::LessWork),
            Some(_) if prefers_jumps == Some(false) => (Engine::Steps, EngineReason::LessWork),
            Some(field) if has_many_mixed(field, has_landmarks) => {
                (Engine::Steps, EngineReason::ManyMixedCells)
            }
            Some(field) if !leaps_pay(field) => (Engine::Steps, EngineReason::ScatteredObstacles),
            Some(_) => (Engine::Jumps, EngineReason::LongJumps),
        };
        Self { engine, reason }
    }
}

/// The work of both engines in the same sample searches, in nanoseconds on the machine where it was measured: A* from cell to cell, and
/// jump point search in a game that makes many such searches. Only the ratio counts.
///
/// A sample search begins without known leaps. In a game, most leaps are known from earlier searches. The more successors a node has, the
/// fewer are known: where a jump point sees many others, each search meets other ones.
fn work(counts: &SampleCounts) -> [u128; 2] {
    let SampleCounts { steps, jumps, has_landmarks, .. } = *counts;
    let step = if has_landmarks { STEP_WITH_LANDMARKS } else { STEP };
    let nodes = u128::from(jumps.expanded) + u128::from(jumps.generated);
    let scans = nodes * u128::from(jumps.looks) / u128::from(jumps.expanded.max(1));
    [
        u128::from(steps.by_detours) * DETOUR + u128::from(steps.expanded) * step,
        u128::from(jumps.by_detours) * DETOUR + nodes * JUMP + scans * UNKNOWN_SCAN,
    ]
}

/// The nanoseconds of an expansion by detours on hexagons.
const DETOUR: u128 = 50;
/// The nanoseconds of an expansion by A* from cell to cell.
const STEP: u128 = 34;
/// The same with landmarks.
const STEP_WITH_LANDMARKS: u128 = 49;
/// The nanoseconds of an expansion by jump point search, without its successors, and those of a successor.
const JUMP: u128 = 60;
/// The nanoseconds of a scan for leaps, 140, times the share of scans that are not known in the long run: a tenth for the node and for each of
/// its successors.
const UNKNOWN_SCAN: u128 = 14;

/// The most sample searches that a trial completes, and the fewest.
const SAMPLES: u32 = 32;
const FEWEST_SAMPLES: u32 = 8;

/// Returns whether jump point search took less work in sample searches, once the difference is clear: the fewer searches, the greater it must
/// be. `steps_go_on`: jump point search has completed the last search, and A* from cell to cell has not.
pub(crate) fn prefers_jumps(counts: &SampleCounts, steps_go_on: bool) -> Option<bool> {
    let searches = counts.searches;
    let [steps, jumps] = work(counts);
    let is_clear =
        |less: u128, more: u128| more * u128::from(searches) >= less * u128::from(searches + FEWEST_SAMPLES);
    let found = prefers_jumps_so_far(counts)?;
    if found && is_clear(jumps, steps) {
        return Some(true);
    }
    let is_over = !steps_go_on && (searches >= SAMPLES || is_clear(steps, jumps));
    is_over.then_some(found)
}

/// Returns whether jump point search took less work in the sample searches so far. `None` if there are too few of them. Where detours alone find all paths,
/// A* from cell to cell is the better one, because longer detours are tried before it.
pub(crate) fn prefers_jumps_so_far(counts: &SampleCounts) -> Option<bool> {
    let [steps, jumps] = work(counts);
    (counts.searches >= FEWEST_SAMPLES).then_some(jumps < steps && counts.jumps.expanded > 0)
}

/// A field has many [mixed cells](CostField::mixed_count) if at least one free cell in five is mixed. With landmarks it is one in three,
/// because jump point search asks landmarks less often than A* from cell to cell.
const FREE_PER_MIXED: [usize; 2] = [5, 3];

/// Returns whether a field has many mixed cells. On such a field, a jump usually ends after one step.
#[inline]
fn has_many_mixed(field: &CostField, has_landmarks: bool) -> bool {
    field.mixed_count() * FREE_PER_MIXED[usize::from(has_landmarks)] >= field.free_count()
}

/// The bound of [`leaps_pay`] on squares, found by comparing both engines with `bench -- targets`.
const SQUARE_BOUND: u128 = 20;
/// The bound that [`leaps_pay`] uses on hexagons. It is lower than the bound on squares, because A* from cell to cell is faster
/// on hexagons.
const HEX_BOUND: u128 = 2;

/// The longest lists of leaps take about four times the memory that is reserved per list.
const LONGEST_LISTS: u128 = 4;

/// Returns whether jump point search is the faster engine for a cost field. It is faster if its memory can hold most of the
/// leaps that searches find. (A leap leads from a jump point to another one.) Otherwise searches find the same leaps again and
/// again, which takes several times as long as A* from cell to cell.
///
/// Each jump point needs a list of leaps. The memory has room for one list per [`CELLS_PER_LIST`] cells. How much a list costs
/// depends on the *openness*: the number of jump points per wall cell. Long walls, such as the walls of rooms and corridors,
/// have few jump points per cell; a single obstacle has eight. Three things grow with the openness, so the test uses its cube:
/// - the number of leaps in a list, because a jump point has leaps to all other jump points in sight
/// - the number of cells that the search looks at to find each leap
/// - the accuracy of the straight distance as the estimate of A* from cell to cell
///
/// The test passes if `(jump points / lists) · openness³` is at most the bound. It also passes if there are so few jump points
/// that even the longest lists fit into memory.
#[inline]
fn leaps_pay(field: &CostField) -> bool {
    let [stops, walls, cells] =
        [field.jump_point_count(), field.wall_count(), field.padded_len()].map(|count| count as u128);
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
        let field = map.cost_field(&profile).unwrap();
        let engine = |has_landmarks| {
            let conditions = SearchConditions { is_watched: false, allows_field: true, has_landmarks };
            EngineChoice::of(Some(field), conditions).engine
        };
        assert_eq!(engine(false), engine(true), "on ground of one weight");
        engine(false)
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
