//! Random boards: districts behind walls with gates, with chips of all sizes and pools of slow ground.

use super::board::{Board, SIZE, Spawn, all_cells};
use bevy::prelude::*;
use bevy_tilepath::tilepath::{CellRect, Grid};
use core::ops::Range;
use kit::noise::Noise;

/// Districts are divided down to about this side, in cells.
const DISTRICT: i32 = 56;
/// The distance between the gates of a wall, in cells. A short wall has one gate. Some gates are no wider than a tower.
const GATE_EVERY: i32 = 52;
/// How many chips the generator tries to place, and how many cells stay free round each.
const CHIPS: usize = 3000;
const CORRIDOR: i32 = 3;
/// Spawns along the lower and the upper edge (x), and along the left and the right one (y).
const SPAWNS: IVec2 = IVec2::new(5, 4);
/// The noise from which the ground is slow, and from which it is slower.
const SHALLOW: f32 = 0.60;
const DEEP: f32 = 0.68;

/// Generates the board of a seed.
pub fn board(seed: u64) -> Board {
    let size = SIZE.as_ivec2();
    let mut plan = Plan {
        dice: fastrand::Rng::with_seed(seed),
        terrain: Grid::new(SIZE, 1).expect("the size is in range"),
        clear: Vec::new(),
        gate_middles: Vec::new(),
        base: size / 2,
    };
    let middles = plan.spawn_middles();
    plan.clear = middles.iter().map(|&middle| (middle, Spawn::RADIUS + 2)).collect();
    plan.clear.push((plan.base, Board::BASE_CLEARANCE + 6));
    plan.frame();
    plan.divide(CellRect { min: IVec2::ONE, max: size - 2 });
    plan.scatter_chips();
    plan.fill_pools();
    plan.wall_up_what_is_cut_off();
    let spawns = middles.into_iter().filter_map(|middle| plan.spawn_at(middle)).collect();
    Board { terrain: plan.terrain, spawns, gates: plan.gate_middles, base: plan.base }
}

/// A board in the making.
struct Plan {
    dice: fastrand::Rng,
    terrain: Grid,
    /// Centers and radii of circles without walls.
    clear: Vec<(IVec2, i32)>,
    gate_middles: Vec<IVec2>,
    base: IVec2,
}

impl Plan {
    fn is_free(&self, cell: IVec2) -> bool {
        self.terrain.class(cell).is_some_and(|class| class != 0)
    }

    fn is_clear(&self, cell: IVec2) -> bool {
        self.clear.iter().any(|&(middle, radius)| cell.distance_squared(middle) <= radius * radius)
    }

    /// Sets the class of a cell of the map.
    fn set(&mut self, cell: IVec2, class: u8) {
        self.terrain.set_class(cell, class).expect("the cell is on the map");
    }

    fn wall(&mut self, cell: IVec2) {
        if self.is_free(cell) && !self.is_clear(cell) {
            self.set(cell, 0);
        }
    }

    /// Places spawns along all edges, each a little off its regular place.
    fn spawn_middles(&mut self) -> Vec<IVec2> {
        let size = SIZE.as_ivec2();
        let inset = Spawn::RADIUS + 3;
        let mut middles = Vec::new();
        for nth in 0..SPAWNS.y {
            for x in [inset, size.x - 1 - inset] {
                let y = size.y * (2 * nth + 1) / (2 * SPAWNS.y);
                middles.push(IVec2::new(x, y + self.dice.i32(-9..=9)));
            }
        }
        for nth in 0..SPAWNS.x {
            for y in [inset, size.y - 1 - inset] {
                let x = size.x * (nth + 1) / (SPAWNS.x + 1);
                middles.push(IVec2::new(x + self.dice.i32(-16..=16), y));
            }
        }
        middles
    }

    /// Builds a wall along the edge of the board.
    fn frame(&mut self) {
        let last = SIZE.as_ivec2() - 1;
        let on_edge = |cell: &IVec2| cell.cmpeq(IVec2::ZERO).any() || cell.cmpeq(last).any();
        all_cells().filter(on_edge).for_each(|cell| self.set(cell, 0));
    }

    /// Divides a district by a wall with gates, and then its two parts.
    fn divide(&mut self, district: CellRect) {
        let size = district.max - district.min + 1;
        let across = if size.x >= size.y { IVec2::X } else { IVec2::Y };
        let along = IVec2::ONE - across;
        let width = (size * across).element_sum();
        if width < 2 * DISTRICT {
            return;
        }
        let length = (size * along).element_sum();
        let cut = self.dice.i32(width * 2 / 5..=width * 3 / 5);
        let start = district.min + across * cut;
        let gates = self.gates(length);
        let middle = |gate: &Range<i32>| start + along * ((gate.start + gate.end - 1) / 2);
        self.gate_middles.extend(gates.iter().map(middle));
        for at in (0..length).filter(|at| !gates.iter().any(|gate| gate.contains(at))) {
            self.wall(start + along * at);
            self.wall(start + along * at + across);
        }
        self.divide(CellRect { min: district.min, max: start - across + along * (length - 1) });
        self.divide(CellRect { min: start + 2 * across, max: district.max });
    }

    /// The gates in a wall of this length: one somewhere in each stretch of it.
    fn gates(&mut self, length: i32) -> Vec<Range<i32>> {
        let count = (length / GATE_EVERY).max(1);
        let stretch = length / count;
        let gate = |nth| {
            let width = self.dice.i32(3..=6);
            let from = nth * stretch + self.dice.i32(4..=(stretch - width - 4).max(4));
            from..from + width
        };
        (0..count).map(gate).collect()
    }

    /// Places rectangles and angles apart from each other: many in some parts of the board, few in others.
    fn scatter_chips(&mut self) {
        let density = Noise::new(self.dice.u64(..), 70.0);
        for _ in 0..CHIPS {
            let at = IVec2::new(self.dice.i32(2..SIZE.x as i32), self.dice.i32(2..SIZE.y as i32));
            let size = IVec2::new(self.dice.i32(3..=13), self.dice.i32(3..=10));
            let angle = self.dice.bool();
            if self.dice.f32() * 0.8 > density.at(at) {
                continue;
            }
            let rect = CellRect { min: at, max: at + size - 1 };
            let room = rect.grown(CORRIDOR);
            if room.cells().all(|cell| self.is_free(cell)) && !rect.cells().any(|cell| self.is_clear(cell)) {
                let notch = at + size / 2;
                rect.cells()
                    .filter(|cell| !(angle && cell.cmpge(notch).all()))
                    .for_each(|cell| self.wall(cell));
            }
        }
    }

    fn fill_pools(&mut self) {
        let pools = Noise::new(self.dice.u64(..), 34.0);
        for cell in all_cells() {
            if self.is_free(cell) && !self.is_clear(cell) {
                let depth = pools.at(cell);
                self.set(cell, 1 + u8::from(depth > SHALLOW) + u8::from(depth > DEEP));
            }
        }
    }

    /// Turns into wall what can't be reached from the base.
    fn wall_up_what_is_cut_off(&mut self) {
        let mut reached = Grid::new(SIZE, 0).expect("the size is in range");
        let mut open = vec![self.base];
        while let Some(cell) = open.pop() {
            if self.is_free(cell) && reached.set_class(cell, 1) == Ok(0) {
                open.extend([IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| cell + step));
            }
        }
        all_cells().filter(|&cell| reached.class(cell) == Some(0)).for_each(|cell| self.set(cell, 0));
    }

    /// The spawn round a cell; `None` if its center can't reach the base.
    fn spawn_at(&self, middle: IVec2) -> Option<Spawn> {
        let radius = Spawn::RADIUS;
        let around = CellRect::of_cell(middle).grown(radius);
        let near = |cell: &IVec2| cell.distance_squared(middle) <= radius * radius;
        let cells: Vec<IVec2> = around.cells().filter(near).filter(|&cell| self.is_free(cell)).collect();
        cells.contains(&middle).then_some(Spawn { middle, cells })
    }
}
