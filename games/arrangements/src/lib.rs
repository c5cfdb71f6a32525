//! The arrangements: maps with agents, as games test the movement of crowds. The example `stress` shows them, and `bench -- movement`
//! measures them.

#![forbid(unsafe_code)]

mod arena;
pub mod jams;

pub use arena::{Arena, Corners, Walker};
pub use jams::{JAMS, Jam};

use fastrand::Rng;
use glam::IVec2;

/// An arrangement of any number of agents.
pub struct Arrangement {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name on the screen.
    pub title: &'static str,
    /// Makes a map with this number of agents, at least 4.
    pub make: Make,
}

/// Makes an arrangement of this number of agents.
pub type Make = fn(usize, &mut Rng) -> Arena;

const fn arrangement(name: &'static str, title: &'static str, make: Make) -> Arrangement {
    Arrangement { name, title, make }
}

/// All arrangements.
pub const ALL: [Arrangement; 14] = [
    arrangement("corridor-1", "Corridor with bays", |count, random| corridor(1, 24, count, random)),
    arrangement("corridor-2", "Corridor 2 wide", |count, random| corridor(2, 24, count, random)),
    arrangement("corridor-3", "Corridor 3 wide", |count, random| corridor(3, 24, count, random)),
    arrangement("doorway", "Doorway", |count, random| corridor(1, 1, count, random)),
    arrangement("crossing", "Crossing, open", |count, random| streams(2, count, random)),
    arrangement("four-corridors", "Crossing, corridors", four_corridors),
    arrangement("ring", "Ring", ring),
    arrangement("hollow-square", "Hollow square", hollow_square),
    arrangement("all-to-one", "All to one cell", all_to_one),
    arrangement("four-ways", "Four-way mixing", |count, random| streams(4, count, random)),
    arrangement("random-10", "Random pairs, 10 %", |count, random| random_pairs(10, count, random)),
    arrangement("random-30", "Random pairs, 30 %", |count, random| random_pairs(30, count, random)),
    arrangement("random-50", "Random pairs, 50 %", |count, random| random_pairs(50, count, random)),
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

/// The side, in cells, of a square of which `count` agents fill `percent` per cent.
#[must_use]
pub fn side(count: usize, percent: usize) -> i32 {
    (count as f64 * 100.0 / percent as f64).sqrt().ceil() as i32
}

/// The number of agents in group `nth`, if `count` agents are divided into `groups` groups.
const fn share(count: usize, groups: usize, nth: usize) -> usize {
    (count + groups - 1 - nth) / groups
}

/// Two rooms half full, joined by a corridor: each half of the agents goes to the far wall of the other room.
fn corridor(width: i32, length: i32, count: usize, random: &mut Rng) -> Arena {
    let room = side(count.div_ceil(2), 50).max(5);
    let (east, last) = (room + length + 1, 2 * room + length);
    let mut arena = Arena::walls(last + 2, room + 2);
    let rooms = [[[1, 1], [room, room]], [[east, 1], [last, room]]];
    rooms.into_iter().for_each(|room| arena.set(room, true));
    let low = room / 2;
    arena.set([[room + 1, low], [room + length, low + width - 1]], true);
    if width == 1 {
        let bays = (3..length - 1).step_by(4).map(|x| [room + x, low + 1]);
        bays.for_each(|bay| arena.set([bay, bay], true));
    }
    let far_walls = [[[last, 1], [last, room]], [[1, 1], [1, room]]];
    for (nth, (from, goal)) in rooms.into_iter().zip(far_walls).enumerate() {
        arena.send(arena.free_in(from), share(count, 2, nth), arena.free_in(goal), random);
    }
    arena
}

/// Streams from side to side of an open square: the first two cross at right angles, two more come against them.
fn streams(streams: usize, count: usize, random: &mut Rng) -> Arena {
    let side = side(count, 25);
    let mut arena = Arena::open(side);
    let (band, last) = (side / 3, side - 1);
    let ways = [
        ([[0, 0], [band, last]], [[last, 0], [last, last]]),
        ([[0, 0], [last, band]], [[0, last], [last, last]]),
        ([[last - band, 0], [last, last]], [[0, 0], [0, last]]),
        ([[0, last - band], [last, last]], [[0, 0], [last, 0]]),
    ];
    for (nth, (from, goal)) in ways.into_iter().take(streams).enumerate() {
        arena.send(arena.free_in(from), share(count, streams, nth), arena.free_in(goal), random);
    }
    arena
}

/// Four corridors meet: those in each go to the end of the one opposite.
fn four_corridors(count: usize, random: &mut Rng) -> Arena {
    let width = (side(count, 100) / 3).max(2);
    // Half of each corridor is taken.
    let length = (count.div_ceil(4) * 2).div_ceil(width as usize) as i32 + 1;
    let (low, high, last) = (length, length + width - 1, 2 * length + width - 1);
    let mut arena = Arena::walls(last + 1, last + 1);
    arena.set([[0, low], [last, high]], true);
    arena.set([[low, 0], [high, last]], true);
    let ways = [
        ([[0, low], [low - 2, high]], [[last, low], [last, high]]),
        ([[high + 2, low], [last, high]], [[0, low], [0, high]]),
        ([[low, 0], [high, low - 2]], [[low, last], [high, last]]),
        ([[low, high + 2], [high, last]], [[low, 0], [high, 0]]),
    ];
    for (nth, (from, goal)) in ways.into_iter().enumerate() {
        arena.send(arena.free_in(from), share(count, 4, nth), arena.free_in(goal), random);
    }
    arena
}

/// A ring of which a third is taken: each agent walks to the cell opposite.
fn ring(count: usize, random: &mut Rng) -> Arena {
    let width = (side(count, 100) / 4).max(2);
    let side = (count as i32 * 3 / width / 4 + 2 * width) / 2 * 2;
    let mut arena = Arena::open(side);
    arena.set([[width; 2], [side - 1 - width; 2]], false);
    arena.send_each(count, |start, _| IVec2::splat(side - 1) - start, random);
    arena
}

/// A walled square with a gate, which in the end is full to nine tenths.
fn hollow_square(count: usize, random: &mut Rng) -> Arena {
    let inner = side(count, 90).max(4);
    let (low, high) = (inner / 2, inner / 2 + inner + 1);
    let outer = high + low + 1;
    let mut arena = Arena::open(outer);
    arena.set([[low; 2], [high; 2]], false);
    let outside = arena.free_cells();
    arena.set([[low + 1; 2], [high - 1; 2]], true);
    let gate = (inner / 8).max(2);
    let is_gate = |x: &i32| (x - outer / 2).abs() * 2 < gate;
    (low..=high).filter(is_gate).for_each(|x| arena.set([[x, low]; 2], true));
    arena.send(outside, count, vec![IVec2::splat(outer / 2)], random);
    arena
}

/// All walk to the middle of an open square.
fn all_to_one(count: usize, random: &mut Rng) -> Arena {
    let side = side(count, 25);
    let mut arena = Arena::open(side);
    arena.send(arena.free_cells(), count, vec![IVec2::splat(side / 2)], random);
    arena
}

/// Each has a goal of its own on an open square, of which the agents fill `percent` per cent.
pub fn random_pairs(percent: usize, count: usize, random: &mut Rng) -> Arena {
    let mut arena = Arena::open(side(count, percent));
    let mut goals = arena.free_cells();
    random.shuffle(&mut goals);
    arena.send_each(count, |_, number| goals[number], random);
    arena
}

/// All walk through a wall with three gates, of which the middle one is the nearest to everybody. With congestion some take the others.
fn three_gates(count: usize, random: &mut Rng) -> Arena {
    let room = side(count, 50).max(5);
    let (wall, aside) = (room + room / 2, 2 * room / 3);
    let mut arena = Arena::walls(2 * wall + 1, 2 * room + 1);
    arena.set([[0, 0], [wall - 1, 2 * room]], true);
    arena.set([[wall + 1, 0], [2 * wall, 2 * room]], true);
    [room - aside, room, room + aside].into_iter().for_each(|gate| arena.set([[wall, gate]; 2], true));
    let low = room - room / 2;
    let from = arena.free_in([[0, low], [room - 1, low + room - 1]]);
    arena.send(from, count, vec![IVec2::new(wall + room, room)], random);
    arena
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use fastrand::Rng;
    use std::collections::HashSet;

    #[test]
    fn every_arrangement_has_its_agents_on_free_cells_of_their_own() {
        for arrangement in &ALL {
            for count in [4, 7, 100, 300, 1000, 5000] {
                let arena = (arrangement.make)(count, &mut Rng::with_seed(1));
                let name = arrangement.name;
                assert_eq!(arena.agents.len(), count, "{name}");
                let starts: HashSet<_> = arena.agents.iter().map(|agent| agent.start).collect();
                assert_eq!(starts.len(), count, "{name}: two start on one cell");
                assert!(starts.iter().all(|&start| arena.is_free(start)), "{name}: one starts in a wall");
                let mut goals = arena.goals.iter().flatten();
                assert!(goals.all(|&goal| arena.is_free(goal)), "{name}: a goal is in a wall");
            }
        }
    }
}
