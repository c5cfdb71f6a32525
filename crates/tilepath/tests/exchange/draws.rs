//! Arrangements of agents that jam.

use crate::ground::{Ground, Neighbourhood, some};
use fastrand::Rng;

/// Agents on a map, and where they want to go.
pub(crate) struct Draw {
    pub(crate) ground: Ground,
    pub(crate) starts: Vec<u32>,
    pub(crate) goals: Vec<u32>,
}

impl Draw {
    /// Agents with random starts and goals.
    fn random(ground: Ground, agents: usize, random: &mut Rng) -> Self {
        let cells = ground.cells();
        Self { starts: some(random, &cells, agents), goals: some(random, &cells, agents), ground }
    }
}

/// A maze of corridors. In a maze with loops, this share of the inner walls (in percent) is open.
fn maze(neighbourhood: Neighbourhood, width: i32, open: usize, random: &mut Rng) -> Ground {
    let mut ground = Ground::new(neighbourhood, width, width, false);
    let rooms = width / 2;
    let mut branch = vec![(random.i32(0..rooms), random.i32(0..rooms))];
    ground.dig(2 * branch[0].0 + 1, 2 * branch[0].1 + 1);
    while let Some(&(x, y)) = branch.last() {
        let mut offsets = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        random.shuffle(&mut offsets);
        let closed = |&(dx, dy): &(i32, i32)| {
            let (x, y) = (x + dx, y + dy);
            let is_inside = (0..rooms).contains(&x) && (0..rooms).contains(&y);
            is_inside && !ground.free[((2 * y + 1) * width + 2 * x + 1) as usize]
        };
        let Some(&(dx, dy)) = offsets.iter().find(|offset| closed(offset)) else {
            branch.pop();
            continue;
        };
        ground.dig(2 * x + 1 + dx, 2 * y + 1 + dy);
        ground.dig(2 * (x + dx) + 1, 2 * (y + dy) + 1);
        branch.push((x + dx, y + dy));
    }
    let inner = 1..width - 1;
    let walls = (0..width * width).filter(|&cell| {
        let (x, y) = (cell % width, cell / width);
        inner.contains(&x) && inner.contains(&y) && x % 2 != y % 2 && !ground.free[cell as usize]
    });
    let walls: Vec<u32> = walls.map(|cell| cell as u32).collect();
    for cell in some(random, &walls, walls.len() * open / 100) {
        ground.free[cell as usize] = true;
    }
    ground
}

pub(crate) fn tree(neighbourhood: Neighbourhood, width: i32, agents: usize, random: &mut Rng) -> Draw {
    Draw::random(maze(neighbourhood, width, 0, random), agents, random)
}

pub(crate) fn loops(neighbourhood: Neighbourhood, width: i32, agents: usize, random: &mut Rng) -> Draw {
    Draw::random(maze(neighbourhood, width, 15, random), agents, random)
}

/// A corridor with a bay in the middle. Agents at both ends change places.
pub(crate) fn bay(neighbourhood: Neighbourhood, a_side: u32, has_bay: bool) -> Draw {
    let middle = if has_bay { "########.########" } else { "#################" };
    let ground = Ground::of_rows(neighbourhood, &[middle, "................."]);
    let (left, right) = (17..17 + a_side, 34 - a_side..34);
    let starts = left.clone().chain(right.clone()).collect();
    Draw { ground, starts, goals: right.chain(left).collect() }
}

/// A room with a dead end in which idle agents stand. One more agent wants to its end.
pub(crate) fn dead_end(neighbourhood: Neighbourhood, idle: u32, random: &mut Rng) -> Draw {
    let mut ground = Ground::new(neighbourhood, 6, 5 + idle as i32, false);
    ground.free[..24].fill(true);
    (4..5 + idle as i32).for_each(|y| ground.dig(2, y));
    let mut starts: Vec<u32> = (0..idle).map(|nth| (4 + nth) * 6 + 2).collect();
    let mut goals = starts.clone();
    starts.push(random.u32(0..24));
    goals.push((4 + idle) * 6 + 2);
    Draw { ground, starts, goals }
}

/// Two rooms of nine cells and a corridor of eight. The agents of the rooms change places.
pub(crate) fn rooms(neighbourhood: Neighbourhood, a_side: usize, random: &mut Rng) -> Draw {
    let rows = ["...########...", "..............", "...########..."];
    let ground = Ground::of_rows(neighbourhood, &rows);
    let (left, right): (Vec<u32>, Vec<u32>) = ground
        .cells()
        .into_iter()
        .filter(|cell| !(3..11).contains(&(cell % 14)))
        .partition(|cell| cell % 14 < 3);
    let mut both =
        |one: &[u32], other: &[u32]| [some(random, one, a_side), some(random, other, a_side)].concat();
    Draw { starts: both(&left, &right), goals: both(&right, &left), ground }
}

/// A square of 8 × 8 cells, filled to this share in percent.
pub(crate) fn filled(neighbourhood: Neighbourhood, percent: usize, random: &mut Rng) -> Draw {
    Draw::random(Ground::new(neighbourhood, 8, 8, true), 64 * percent / 100, random)
}

/// A ring one cell wide. The agents stand in a row, and each wants to the cell on the other side.
pub(crate) fn ring(neighbourhood: Neighbourhood, agents: usize, random: &mut Rng) -> Draw {
    let last = 6;
    let top = (0..7).map(|x| (x, 0));
    let ring = top.chain((1..7).map(|y| (last, y))).chain((0..6).rev().map(|x| (x, last)));
    let mut ring: Vec<(i32, i32)> = ring.chain((1..6).rev().map(|y| (0, y))).collect();
    let mut ground = Ground::new(neighbourhood, 7, 7, false);
    ring.iter().for_each(|&(x, y)| ground.dig(x, y));
    if neighbourhood == Neighbourhood::EightCut {
        // Where corners are cut, the ring is shorter.
        ring.retain(|&(x, y)| (x != 0 && x != last) || (y != 0 && y != last));
    }
    let first = random.usize(0..ring.len());
    let cell = |nth: usize| {
        let (x, y) = ring[nth % ring.len()];
        (y * 7 + x) as u32
    };
    let starts = (0..agents).map(|nth| cell(first + nth)).collect();
    let goals = (0..agents).map(|nth| cell(first + nth + ring.len() / 2)).collect();
    Draw { ground, starts, goals }
}
