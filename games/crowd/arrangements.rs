//! The arrangements: maps with agents, as games test the movement of crowds. `bench -- movement` measures all but the last.

use crate::arena::Arena;
use bevy::math::IVec2;
use bevy_tilepath::tilepath::CellRect;
use fastrand::Rng;

/// An arrangement of any number of agents.
pub struct Arrangement {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name on the screen.
    pub title: &'static str,
    /// Makes a map with so many agents.
    pub make: fn(u32, &mut Rng) -> Arena,
}

const fn arrangement(
    name: &'static str,
    title: &'static str,
    make: fn(u32, &mut Rng) -> Arena,
) -> Arrangement {
    Arrangement { name, title, make }
}

/// All arrangements.
pub const ALL: [Arrangement; 14] = [
    arrangement("corridor-1", "Corridor with bays", |count, dice| corridor(1, 24, count, dice)),
    arrangement("corridor-2", "Corridor 2 wide", |count, dice| corridor(2, 24, count, dice)),
    arrangement("corridor-3", "Corridor 3 wide", |count, dice| corridor(3, 24, count, dice)),
    arrangement("doorway", "Doorway", |count, dice| corridor(1, 1, count, dice)),
    arrangement("crossing", "Crossing, open", |count, dice| streams(2, count, dice)),
    arrangement("four-corridors", "Crossing, corridors", four_corridors),
    arrangement("ring", "Ring", ring),
    arrangement("hollow-square", "Hollow square", hollow_square),
    arrangement("all-to-one", "All to one cell", all_to_one),
    arrangement("four-ways", "Four-way mixing", |count, dice| streams(4, count, dice)),
    arrangement("random-10", "Random pairs, 10 %", |count, dice| random_pairs(10, count, dice)),
    arrangement("random-30", "Random pairs, 30 %", |count, dice| random_pairs(30, count, dice)),
    arrangement("random-50", "Random pairs, 50 %", |count, dice| random_pairs(50, count, dice)),
    arrangement("three-gates", "Three gates", three_gates),
];

/// The index of an arrangement by its name, or by its number from 1.
///
/// # Errors
/// A message that lists the names.
pub fn find(text: &str) -> Result<usize, String> {
    let number = || text.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < ALL.len());
    ALL.iter().position(|arrangement| arrangement.name == text).or_else(number).ok_or_else(|| {
        let names: Vec<&str> = ALL.iter().map(|arrangement| arrangement.name).collect();
        format!("{text:?} is no arrangement: give 1 to {}, or one of {}", ALL.len(), names.join(", "))
    })
}

/// The side of a square that so many agents fill to so many parts of a hundred.
fn side(count: u32, percent: u32) -> i32 {
    (f64::from(count) * 100.0 / f64::from(percent)).sqrt().ceil() as i32
}

/// The number of agents in the nth of so many groups.
const fn share(count: u32, groups: u32, nth: u32) -> u32 {
    (count + groups - 1 - nth) / groups
}

/// A rectangle by its first and last cell.
fn rect(min: [i32; 2], max: [i32; 2]) -> CellRect {
    CellRect { min: min.into(), max: max.into() }
}

/// Two rooms half full, joined by a corridor: each half of the agents goes to the far wall of the other room.
fn corridor(width: i32, length: i32, count: u32, dice: &mut Rng) -> Arena {
    let room = side(count.div_ceil(2), 50).max(5);
    let mut arena = Arena::new(2 * room + length, room, 0);
    let (east, last) = (room + length, 2 * room + length - 1);
    let rooms = [rect([0, 0], [room - 1, room - 1]), rect([east, 0], [last, room - 1])];
    rooms.into_iter().for_each(|room| arena.fill(room, 1));
    let low = (room - width) / 2;
    arena.fill(rect([room, low], [east - 1, low + width - 1]), 1);
    if width == 1 {
        (3..length - 1)
            .step_by(4)
            .for_each(|x| arena.fill(rect([room + x, low + 1], [room + x, low + 1]), 1));
    }
    let far_walls = [rect([last, 0], [last, room - 1]), rect([0, 0], [0, room - 1])];
    for (nth, (from, goal)) in (0..).zip(rooms.into_iter().zip(far_walls)) {
        arena.send(arena.free(from), share(count, 2, nth), arena.free(goal), dice);
    }
    arena
}

/// Streams from side to side of an open square: the first two cross at right angles, two more come against them.
fn streams(streams: u32, count: u32, dice: &mut Rng) -> Arena {
    let last = side(count, 25) - 1;
    let mut arena = Arena::new(last + 1, last + 1, 1);
    let band = (last + 1) / 3;
    let ways = [
        (rect([0, 0], [band, last]), rect([last, 0], [last, last])),
        (rect([0, 0], [last, band]), rect([0, last], [last, last])),
        (rect([last - band, 0], [last, last]), rect([0, 0], [0, last])),
        (rect([0, last - band], [last, last]), rect([0, 0], [last, 0])),
    ];
    for (nth, (from, goal)) in (0..streams).zip(ways) {
        arena.send(arena.free(from), share(count, streams, nth), arena.free(goal), dice);
    }
    arena
}

/// Four corridors meet: those in each go to the end of the one opposite.
fn four_corridors(count: u32, dice: &mut Rng) -> Arena {
    let width = (side(count, 100) / 3).max(2);
    // Half of each corridor is taken.
    let length = (2 * count.div_ceil(4) as i32 + width - 1) / width + 1;
    let (low, high, last) = (length, length + width - 1, 2 * length + width - 1);
    let mut arena = Arena::new(last + 1, last + 1, 0);
    arena.fill(rect([0, low], [last, high]), 1);
    arena.fill(rect([low, 0], [high, last]), 1);
    let ways = [
        (rect([0, low], [low - 2, high]), rect([last, low], [last, high])),
        (rect([high + 2, low], [last, high]), rect([0, low], [0, high])),
        (rect([low, 0], [high, low - 2]), rect([low, last], [high, last])),
        (rect([low, high + 2], [high, last]), rect([low, 0], [high, 0])),
    ];
    for (nth, (from, goal)) in (0..4).zip(ways) {
        arena.send(arena.free(from), share(count, 4, nth), arena.free(goal), dice);
    }
    arena
}

/// A ring of which a third is taken: each agent walks to the cell opposite.
fn ring(count: u32, dice: &mut Rng) -> Arena {
    let width = (side(count, 100) / 4).max(2);
    let side = count as i32 * 3 / width / 4 + 2 * width;
    let mut arena = Arena::new(side, side, 1);
    arena.fill(rect([width; 2], [side - 1 - width; 2]), 0);
    arena.send_each(count, |start, _| IVec2::splat(side - 1) - start, dice);
    arena
}

/// A walled square with a gate, which in the end is full to nine tenths.
fn hollow_square(count: u32, dice: &mut Rng) -> Arena {
    let inner = side(count, 90).max(4);
    let margin = inner / 2;
    let outer = inner + 2 * margin + 2;
    let mut arena = Arena::new(outer, outer, 1);
    let (low, high) = (margin, margin + inner + 1);
    arena.fill(rect([low; 2], [high; 2]), 0);
    arena.fill(rect([low + 1; 2], [high - 1; 2]), 1);
    let gate = (inner / 8).max(2);
    let first = (outer - gate) / 2;
    arena.fill(rect([first, low], [first + gate - 1, low]), 1);
    let walled = rect([low; 2], [high; 2]);
    let outside = arena.free(arena.all()).into_iter().filter(|&cell| !walled.contains(cell)).collect();
    arena.send(outside, count, vec![IVec2::splat(outer / 2)], dice);
    arena
}

/// All walk to the middle of an open square.
fn all_to_one(count: u32, dice: &mut Rng) -> Arena {
    let side = side(count, 25);
    let mut arena = Arena::new(side, side, 1);
    arena.send(arena.free(arena.all()), count, vec![IVec2::splat(side / 2)], dice);
    arena
}

/// Each has a goal of its own on an open square.
fn random_pairs(percent: u32, count: u32, dice: &mut Rng) -> Arena {
    let side = side(count, percent);
    let mut arena = Arena::new(side, side, 1);
    let mut goals = arena.free(arena.all());
    dice.shuffle(&mut goals);
    arena.send_each(count, |_, number| goals[number], dice);
    arena
}

/// All walk through a wall with three gates, of which the middle one is the nearest to everybody. With congestion some take the others.
fn three_gates(count: u32, dice: &mut Rng) -> Arena {
    let room = side(count, 50).max(5);
    let (wall, aside) = (room + room / 2, 2 * room / 3);
    let mut arena = Arena::new(2 * wall + 1, 2 * room + 1, 1);
    arena.fill(rect([wall, 0], [wall, 2 * room]), 0);
    for gate in [room - aside, room, room + aside] {
        arena.fill(rect([wall, gate], [wall, gate]), 1);
    }
    let low = room - room / 2;
    let from = rect([0, low], [room - 1, low + room - 1]);
    arena.send(arena.free(from), count, vec![IVec2::new(wall + room, room)], dice);
    arena
}
