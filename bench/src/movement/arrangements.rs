//! The arrangements that the movement of crowds is measured on, as games test it.

use super::arena::Arena;
use crate::generate;
use fastrand::Rng;
use glam::IVec2;

/// Makes an arrangement of so many agents.
type Make = fn(usize, &mut Rng) -> Arena;

/// All arrangements by name.
pub const ALL: [(&str, Make); 16] = [
    ("corridor 1 with bays", |count, random| corridor("corridor 1 with bays", 1, 24, count, random)),
    ("corridor 2", |count, random| corridor("corridor 2", 2, 24, count, random)),
    ("corridor 3", |count, random| corridor("corridor 3", 3, 24, count, random)),
    ("doorway", |count, random| corridor("doorway", 1, 1, count, random)),
    ("crossing, open", crossing),
    ("crossing, four corridors", four_corridors),
    ("ring", ring),
    ("hollow square", hollow_square),
    ("all to one", all_to_one),
    ("four-way mixing", four_ways),
    ("random 10 %", |count, random| random_pairs("random 10 %", 10, count, random)),
    ("random 30 %", |count, random| random_pairs("random 30 %", 30, count, random)),
    ("random 50 %", |count, random| random_pairs("random 50 %", 50, count, random)),
    ("rooms", |count, random| generated("rooms", 0, 10, count, random)),
    ("caves", |count, random| generated("caves", 1, 10, count, random)),
    ("caves 50 %", |count, random| generated("caves 50 %", 1, 50, count, random)),
];

/// The side of a square that so many agents fill to so many parts of a hundred.
fn side(count: usize, fill: usize) -> i32 {
    (count as f64 * 100.0 / fill as f64).sqrt().ceil() as i32
}

/// Two rooms half full, joined by a corridor: each half of the agents goes to the far wall of the other room.
fn corridor(name: &'static str, width: i32, length: i32, count: usize, random: &mut Rng) -> Arena {
    let room = side(count.div_ceil(2), 50);
    let mut arena = Arena::walls(name, 2 * room + length + 2, room + 2);
    let [west, east] = [[1, room], [room + length + 1, 2 * room + length]];
    arena.clear([west[0], 1], [west[1], room]);
    arena.clear([east[0], 1], [east[1], room]);
    let low = room / 2;
    arena.clear([room + 1, low], [room + length, low + width - 1]);
    if width == 1 && length > 1 {
        (3..length - 1).step_by(4).for_each(|x| arena.clear([room + x, low + 1], [room + x, low + 1]));
    }
    arena.goals = vec![arena.cells([east[1], 1], [east[1], room]), arena.cells([1, 1], [1, room])];
    let cells = [west, east].map(|[first, last]| arena.cells([first, 1], [last, room]));
    for (goal, cells) in cells.into_iter().enumerate() {
        arena.spawn(cells, count / 2, goal, random);
    }
    arena
}

/// Two streams cross at right angles on an open square.
fn crossing(count: usize, random: &mut Rng) -> Arena {
    streams("crossing, open", 2, count, random)
}

/// Four streams from side to side of an open square.
fn four_ways(count: usize, random: &mut Rng) -> Arena {
    streams("four-way mixing", 4, count, random)
}

fn streams(name: &'static str, streams: usize, count: usize, random: &mut Rng) -> Arena {
    let side = side(count, 25);
    let mut arena = Arena::walls(name, side, side);
    let last = side - 1;
    arena.clear([0, 0], [last, last]);
    let band = side / 3;
    // From the west, south, east, north.
    let starts = [
        [[0, 0], [band, last]],
        [[0, 0], [last, band]],
        [[last - band, 0], [last, last]],
        [[0, last - band], [last, last]],
    ];
    let ends =
        [[[last, 0], [last, last]], [[0, last], [last, last]], [[0, 0], [0, last]], [[0, 0], [last, 0]]];
    let mut taken = vec![false; arena.free.len()];
    for stream in 0..streams {
        let [min, max] = ends[stream];
        arena.goals.push(arena.cells(min, max));
        let [min, max] = starts[stream];
        let mut cells = arena.cells(min, max);
        cells.retain(|&cell| !taken[arena.index(cell).expect("on the map")]);
        let first = arena.agents.len();
        arena.spawn(cells, count / streams, stream, random);
        for agent in &arena.agents[first..] {
            taken[arena.index(agent.start).expect("on the map")] = true;
        }
    }
    arena
}

/// Four corridors meet: those in each go to the end of the one opposite.
fn four_corridors(count: usize, random: &mut Rng) -> Arena {
    let width = (side(count, 100) / 3).max(2);
    let length = (count / 4 * 2).div_ceil(width as usize) as i32 + 1;
    let side = 2 * length + width;
    let mut arena = Arena::walls("crossing, four corridors", side, side);
    let (low, high, last) = (length, length + width - 1, side - 1);
    arena.clear([0, low], [last, high]);
    arena.clear([low, 0], [high, last]);
    let arms = [
        ([0, low], [low - 2, high], [last, low], [last, high]),
        ([high + 2, low], [last, high], [0, low], [0, high]),
        ([low, 0], [high, low - 2], [low, last], [high, last]),
        ([low, high + 2], [high, last], [low, 0], [high, 0]),
    ];
    for (goal, (min, max, end_min, end_max)) in arms.into_iter().enumerate() {
        arena.goals.push(arena.cells(end_min, end_max));
        let cells = arena.cells(min, max);
        arena.spawn(cells, count / 4, goal, random);
    }
    arena
}

/// A ring: each agent walks to the cell opposite.
fn ring(count: usize, random: &mut Rng) -> Arena {
    let width = (side(count, 100) / 4).max(2);
    // A third of the cells is taken.
    let radius = (count as i32 * 3 / width / 4 + 2 * width) / 2;
    let side = 2 * radius;
    let mut arena = Arena::walls("ring", side, side);
    arena.clear([0, 0], [side - 1, side - 1]);
    let hole = arena.cells([width, width], [side - 1 - width, side - 1 - width]);
    for cell in hole {
        let at = arena.index(cell).expect("on the map");
        arena.free[at] = false;
    }
    pairs(&mut arena, count, random, |cell, _| IVec2::splat(side - 1) - cell);
    arena
}

/// A walled square with a gate, which in the end is full to nine tenths.
fn hollow_square(count: usize, random: &mut Rng) -> Arena {
    let inner = side(count, 90);
    let outer = inner + 2 * (inner / 2) + 2;
    let mut arena = Arena::walls("hollow square", outer, outer);
    arena.clear([0, 0], [outer - 1, outer - 1]);
    let (low, high) = (inner / 2, inner / 2 + inner + 1);
    let gate = (inner / 8).max(2);
    for along in low..=high {
        let middle = (along - outer / 2).abs() * 2 < gate;
        for cell in [[along, low], [along, high], [low, along], [high, along]] {
            let at = arena.index(cell.into()).expect("on the map");
            arena.free[at] = middle && cell[1] == low;
        }
    }
    arena.goals = vec![vec![IVec2::splat(outer / 2)]];
    let inside = |cell: &IVec2| cell.cmpge(IVec2::splat(low)).all() && cell.cmple(IVec2::splat(high)).all();
    let cells = arena.free_cells().into_iter().filter(|cell| !inside(cell)).collect();
    arena.spawn(cells, count, 0, random);
    arena
}

/// All walk to the middle of an open square.
fn all_to_one(count: usize, random: &mut Rng) -> Arena {
    let side = side(count, 25);
    let mut arena = Arena::walls("all to one", side, side);
    arena.clear([0, 0], [side - 1, side - 1]);
    arena.goals = vec![vec![IVec2::splat(side / 2)]];
    arena.spawn(arena.free_cells(), count, 0, random);
    arena
}

/// Each has a goal of its own on an open square.
fn random_pairs(name: &'static str, fill: usize, count: usize, random: &mut Rng) -> Arena {
    let side = side(count, fill);
    let mut arena = Arena::walls(name, side, side);
    arena.clear([0, 0], [side - 1, side - 1]);
    let mut goals = arena.free_cells();
    random.shuffle(&mut goals);
    pairs(&mut arena, count, random, |_, number| goals[number]);
    arena
}

/// The same on a generated map, in its largest region.
fn generated(name: &'static str, which: usize, fill: usize, count: usize, random: &mut Rng) -> Arena {
    let map = generate::wide(side(count, fill) * 4 / 3 + 2).swap_remove(which);
    let mut arena = Arena::walls(name, map.size.x, map.size.y);
    arena.free = map.free.clone();
    // The queries of a generated map are all in its largest region.
    keep_region_of(&mut arena, map.queries[0].start);
    let mut goals = arena.free_cells();
    random.shuffle(&mut goals);
    pairs(&mut arena, count.min(goals.len() * 6 / 10), random, |_, number| goals[number]);
    arena
}

/// Makes everything a wall that cannot be reached from a cell.
fn keep_region_of(arena: &mut Arena, seed: IVec2) {
    let mut free = vec![false; arena.free.len()];
    let mut queue = vec![seed];
    free[arena.index(seed).expect("on the map")] = true;
    while let Some(cell) = queue.pop() {
        for beside in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].map(|step| cell + step) {
            let at = arena.index(beside).filter(|&at| arena.free[at]);
            if at.is_some_and(|at| !std::mem::replace(&mut free[at], true)) {
                queue.push(beside);
            }
        }
    }
    arena.free = free;
}

/// Above so many agents several share a goal: a field for each would take too much memory.
const MOST_GOALS: usize = 1000;

/// Agents anywhere, with goals that depend on where they start and on their number.
fn pairs(arena: &mut Arena, count: usize, random: &mut Rng, goal: impl Fn(IVec2, usize) -> IVec2) {
    arena.spawn(arena.free_cells(), count, 0, random);
    let share = count.div_ceil(MOST_GOALS);
    for number in 0..arena.agents.len() {
        arena.agents[number].goal = number / share;
        if number % share == 0 {
            arena.goals.push(vec![goal(arena.agents[number].start, number)]);
        }
    }
}
