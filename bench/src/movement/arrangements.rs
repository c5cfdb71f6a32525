//! The arrangements on which the movement of crowds is measured: those of the package `arrangements`, random pairs that leave little room, and
//! random pairs on generated maps.

use crate::generate;
use arrangements::{Arena, Make, side};
use fastrand::Rng;
use glam::IVec2;

/// All arrangements by their names in the tables.
pub const ALL: [(&str, Make); 20] = [
    ("corridor 1 with bays", |count, random| named("corridor-1", count, random)),
    ("corridor 2", |count, random| named("corridor-2", count, random)),
    ("corridor 3", |count, random| named("corridor-3", count, random)),
    ("doorway", |count, random| named("doorway", count, random)),
    ("crossing, open", |count, random| named("crossing", count, random)),
    ("crossing, four corridors", |count, random| named("four-corridors", count, random)),
    ("ring", |count, random| named("ring", count, random)),
    ("hollow square", |count, random| named("hollow-square", count, random)),
    ("all to one", |count, random| named("all-to-one", count, random)),
    ("four-way mixing", |count, random| named("four-ways", count, random)),
    ("random 10 %", |count, random| named("random-10", count, random)),
    ("random 30 %", |count, random| named("random-30", count, random)),
    ("random 50 %", |count, random| named("random-50", count, random)),
    ("rooms", |count, random| generated(0, 10, count, random)),
    ("caves", |count, random| generated(1, 10, count, random)),
    ("caves 50 %", |count, random| generated(1, 50, count, random)),
    ("three gates", |count, random| named("three-gates", count, random)),
    ("random 80 %", |count, random| with_few_goals(arrangements::random_pairs(80, count, random))),
    ("random 95 %", |count, random| with_few_goals(arrangements::random_pairs(95, count, random))),
    ("rooms with doors", with_doors),
];

/// Rooms of 7 × 7 cells behind doors of one cell, of which a third is taken. Each agent has a goal of its own.
fn with_doors(count: usize, random: &mut Rng) -> Arena {
    const ROOM: i32 = 8;
    let rooms = (side(count, 33) + ROOM - 1) / ROOM;
    let mut arena = Arena::walls(rooms * ROOM + 1, rooms * ROOM + 1);
    for [x, y] in (0..rooms).flat_map(|y| (0..rooms).map(move |x| [x * ROOM, y * ROOM])) {
        arena.set([[x + 1, y + 1], [x + ROOM - 1, y + ROOM - 1]], true);
        if x > 0 {
            arena.set([[x, y + random.i32(1..ROOM)]; 2], true);
        }
        if y > 0 {
            arena.set([[x + random.i32(1..ROOM), y]; 2], true);
        }
    }
    let mut goals = arena.free_cells();
    random.shuffle(&mut goals);
    arena.send_each(count, |_, number| goals[number], random);
    with_few_goals(arena)
}

/// An arrangement as games test it.
fn named(name: &str, count: usize, random: &mut Rng) -> Arena {
    let index = arrangements::find(name).expect("an arrangement");
    with_few_goals((arrangements::ALL[index].make)(count, random))
}

/// Each has a goal of its own on a generated map, in its largest region.
fn generated(which: usize, fill: usize, count: usize, random: &mut Rng) -> Arena {
    let map = generate::wide(side(count, fill) * 4 / 3 + 2).swap_remove(which);
    let mut arena = Arena::walls(map.size.x, map.size.y);
    arena.free = map.free.clone();
    // The queries of a generated map are all in its largest region.
    keep_region_of(&mut arena, map.queries[0].start);
    let mut goals = arena.free_cells();
    random.shuffle(&mut goals);
    arena.send_each(count.min(goals.len() * 6 / 10), |_, number| goals[number], random);
    with_few_goals(arena)
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

/// Lets agents share goals if there are too many.
fn with_few_goals(mut arena: Arena) -> Arena {
    let share = arena.goals.len().div_ceil(MOST_GOALS);
    if share > 1 {
        arena.goals = arena.goals.into_iter().step_by(share).collect();
        arena.agents.iter_mut().for_each(|agent| agent.goal /= share);
    }
    arena
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use arrangements::Arena;
    use fastrand::Rng;

    /// FNV-1a of the map, the goals and the agents.
    fn hash(arena: &Arena) -> u64 {
        let goals = arena.goals.iter().flat_map(|goal| goal.iter().chain([&arena.size]));
        let goals = goals.flat_map(|cell| cell.to_array().map(i32::to_le_bytes)).flatten();
        let agents = arena.agents.iter().flat_map(|agent| {
            let words = [agent.start.x, agent.start.y, agent.goal as i32].map(i32::to_le_bytes);
            words.into_iter().flatten().chain(agent.speed.to_bits().to_le_bytes())
        });
        let bytes = goals.chain(arena.free.iter().map(|&free| u8::from(free))).chain(agents);
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        bytes.fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// Of 100 and of 2000 agents. Figures of different dates compare only as long as these hashes stay.
    const HASHES: [[u64; 2]; ALL.len()] = [
        [0x6826c81750882f73, 0x80cc928bf27a66db],
        [0x9d08383ce68537b0, 0x9aad386baf851a6a],
        [0xb1422f1e19eec1e8, 0x5ebe76773d9e3e2],
        [0x58f3773ff1d50a47, 0xe47976e637169fa],
        [0xda72892876725ecf, 0x8bad935d0085b39f],
        [0x18572fc6ef854faa, 0x627082e24304ea36],
        [0xba6a41e6721320ee, 0xcf40bbd404a693a],
        [0x14ea29b3461f6c88, 0xd85cf9bf081da0be],
        [0x22300d10b8c3841e, 0x4103a48c9d948ed9],
        [0x7c6af7d59a40ff5f, 0xe2c92104a279eccb],
        [0x45a3346cc4ddeaf8, 0x66ae1b993ebda907],
        [0x798fb8ca2f0b07ce, 0x3d56bb157ed4d396],
        [0x8857aa6706eab83e, 0xb26f942170142d51],
        [0xbb6a5b155029c713, 0x10cd55f2f24d4169],
        [0xd428de2ddcc69843, 0xc296f316169cc148],
        [0xd65a43a7c42d4754, 0x27fc2388e0cb3000],
        [0x5de5858106ca196c, 0xd8e98bb90354eba],
        [0xdba3ebfe15b73336, 0x66e153aac41154b4],
        [0x8da3c75100b6e811, 0x459188e80750535e],
        [0x7a6271b8832fd0e8, 0xdcc6c13a8e683e5b],
    ];

    #[test]
    fn the_same_seed_gives_the_same_arrangement_as_ever() {
        for ((name, make), hashes) in ALL.into_iter().zip(HASHES) {
            let made = [100, 2000].map(|count| hash(&make(count, &mut Rng::with_seed(1))));
            assert_eq!(made, hashes, "{name}");
        }
    }
}
