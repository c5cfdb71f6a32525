//! The map of a seed: a river with two bridges, two ridges with passes, woods, a lake, mines. What matters is where it is on every map;
//! edges and woods are random.

use crate::{
    board::{Board, SIZE, all_cells, square},
    tiles::Terrain,
    unit::UnitKind,
};
use bevy::math::{IVec2, Vec2};
use kit::noise::Noise;

/// A line of points, and half its width in cells.
type Stroke = (&'static [(f32, f32)], f32);

const RIVER: Stroke =
    (&[(46.0, 66.0), (43.0, 50.0), (48.0, 36.0), (42.0, 22.0), (45.0, 8.0), (43.0, -3.0)], 1.7);
const RIDGES: [Stroke; 3] = [
    (&[(-3.0, 30.0), (8.0, 32.0), (20.0, 27.0), (31.0, 29.0), (44.0, 35.0)], 1.6),
    (&[(50.0, 37.0), (60.0, 40.0), (70.0, 36.0), (83.0, 38.0)], 1.5),
    (&[(22.0, 44.0), (30.0, 43.0), (34.0, 47.0)], 1.3),
];
const ROADS: [Stroke; 3] = [
    (&[(14.0, 17.0), (20.0, 20.5), (36.0, 21.5), (55.0, 21.5)], 0.9),
    (&[(13.0, 17.0), (9.5, 25.0), (9.5, 36.0), (12.0, 44.0), (40.0, 49.0), (52.0, 49.5)], 0.9),
    (&[(58.0, 25.0), (57.0, 33.0), (57.0, 44.0), (52.0, 49.5)], 0.9),
];
/// The rows of bridges, from the first to the last.
const BRIDGES: [(i32, i32); 2] = [(21, 22), (49, 50)];
/// Passes through the ridges: the corners of rectangles without rocks.
const PASSES: [((i32, i32), (i32, i32)); 2] = [((8, 26), (10, 37)), ((57, 35), (57, 44))];
/// A lake with an island that nobody can reach: middle and radii.
const LAKE: (IVec2, f32, f32) = (IVec2::new(68, 54), 6.5, 2.4);
/// This mine plugs a gap in a ridge: once it is empty, there is a short cut.
const PLUG: IVec2 = IVec2::new(26, 28);
const MINES: [(IVec2, u32); 6] = [
    (IVec2::new(25, 16), 150),
    (PLUG, 150),
    (IVec2::new(14, 53), 300),
    (IVec2::new(33, 56), 300),
    (IVec2::new(66, 13), 300),
    (IVec2::new(70, 29), 300),
];
const DROP_OFFS: [IVec2; 2] = [IVec2::new(12, 14), IVec2::new(58, 22)];
/// On the lower bridge: soldiers take the upper one, out of the way of the ore.
const GATES: [IVec2; 1] = [IVec2::new(42, 21)];
const POSTS: [IVec2; 4] = [IVec2::new(12, 42), IVec2::new(60, 27), IVec2::new(20, 22), IVec2::new(52, 52)];
/// From this noise on there are woods.
const WOODS: f32 = 0.56;
const WORKERS: usize = 26;
const SOLDIERS: usize = 18;
const TANKS: usize = 4;

/// Makes the map of a seed.
pub fn board(seed: u64) -> Board {
    let mut dice = fastrand::Rng::with_seed(seed);
    let plan = Plan { ragged: Noise::new(dice.u64(..), 7.0), woods: Noise::new(dice.u64(..), 12.0) };
    let mut board = Board {
        terrain: all_cells().map(|cell| plan.terrain(cell)).collect(),
        mines: MINES.to_vec(),
        drop_offs: DROP_OFFS.to_vec(),
        gates: GATES.to_vec(),
        units: Vec::new(),
        posts: POSTS.to_vec(),
    };
    board.units = units(&board, &mut dice);
    board
}

struct Plan {
    ragged: Noise,
    woods: Noise,
}

impl Plan {
    fn terrain(&self, cell: IVec2) -> Terrain {
        let at = cell.as_vec2();
        let bend = (self.ragged.at(cell) - 0.5) * 3.0;
        let is_on = |stroke: Stroke, bend: f32| distance(at, stroke.0) + bend < stroke.1;
        let in_bridge = BRIDGES.iter().any(|&(low, high)| (low..=high).contains(&cell.y));
        let lake = at.distance(LAKE.0.as_vec2()) + bend / 3.0;
        if (is_on(RIVER, bend / 2.0) && !is_beside_bridge(cell))
            || (is_on(RIVER, 0.0) && is_beside_bridge(cell))
        {
            return if in_bridge { Terrain::Bridge } else { Terrain::Water };
        }
        if (LAKE.2..LAKE.1).contains(&lake) {
            return Terrain::Water;
        }
        let is_clear = self.is_clear(cell);
        let edge = at.min(SIZE.as_vec2() - 1.0 - at).min_element();
        let is_rock = edge + bend < 1.2 || RIDGES.iter().any(|&ridge| is_on(ridge, bend / 2.0));
        let is_plug = (cell - PLUG).abs().max_element() <= 1;
        if edge < 1.0 || (is_rock && !is_clear && !is_plug) {
            Terrain::Rock
        } else if ROADS.iter().any(|&road| is_on(road, 0.0)) {
            Terrain::Road
        } else if self.woods.at(cell) > WOODS && !is_clear && !is_plug {
            Terrain::Forest
        } else {
            Terrain::Grass
        }
    }

    /// Whether there are neither rocks nor woods: round buildings, mines and posts, at bridges and in passes.
    fn is_clear(&self, cell: IVec2) -> bool {
        let near = |middle: &IVec2, radius: f32| cell.as_vec2().distance(middle.as_vec2()) < radius;
        let in_pass = |&(low, high): &((i32, i32), (i32, i32))| {
            cell.cmpge(low.into()).all() && cell.cmple(high.into()).all()
        };
        near(&DROP_OFFS[0], 9.0)
            || near(&DROP_OFFS[1], 6.0)
            || MINES.iter().any(|(mine, _)| *mine != PLUG && near(mine, 3.7))
            || POSTS.iter().any(|post| near(post, 3.0))
            || PASSES.iter().any(in_pass)
            || is_beside_bridge(cell)
    }
}

/// Whether a cell is in the rows of a bridge or beside them, near the river.
fn is_beside_bridge(cell: IVec2) -> bool {
    let is_near = distance(cell.as_vec2(), RIVER.0) < 5.0;
    is_near && BRIDGES.iter().any(|&(low, high)| (low - 1..=high + 1).contains(&cell.y))
}

/// The distance of a point from a line of points.
fn distance(at: Vec2, points: &[(f32, f32)]) -> f32 {
    let legs = points.iter().zip(&points[1..]).map(|(&from, &to)| (Vec2::from(from), Vec2::from(to)));
    let to_leg = |(from, to): (Vec2, Vec2)| {
        let along = ((at - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        at.distance(from + (to - from) * along)
    };
    legs.map(to_leg).fold(f32::INFINITY, f32::min)
}

/// Workers, soldiers and tanks round the base, each on cells of its own.
fn units(board: &Board, dice: &mut fastrand::Rng) -> Vec<(UnitKind, IVec2)> {
    let base = board.base();
    let is_room = |cell: &IVec2| {
        (cell - base).abs().max_element() > 2 && board.at(*cell).is_some_and(|terrain| terrain.class() > 0)
    };
    let mut cells: Vec<IVec2> = square(base, 6).filter(is_room).collect();
    dice.shuffle(&mut cells);
    cells.sort_by_key(|cell| i32::from(cell.y > base.y + 1));
    let kinds = core::iter::repeat_n(UnitKind::Worker, WORKERS);
    let soldiers = core::iter::repeat_n(UnitKind::Soldier, SOLDIERS);
    let last = cells.len().saturating_sub(SOLDIERS);
    let places = cells[..WORKERS].iter().chain(&cells[last..]).copied();
    let mut units: Vec<(UnitKind, IVec2)> = kinds.chain(soldiers).zip(places).collect();
    let mut taken: Vec<IVec2> = units.iter().map(|&(_, cell)| cell).collect();
    let mut places: Vec<IVec2> = square(base, 10).collect();
    places.sort_by_key(|place| (place.distance_squared(base), place.y, place.x));
    for place in places {
        let is_free = |cell: IVec2| is_room(&cell) && !taken.contains(&cell);
        if taken.len() < WORKERS + SOLDIERS + 4 * TANKS && UnitKind::Tank.cells(place).all(is_free) {
            taken.extend(UnitKind::Tank.cells(place));
            units.push((UnitKind::Tank, place));
        }
    }
    units
}
