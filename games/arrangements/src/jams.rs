//! Jams: small maps of narrow places, in which few agents must get past each other. Each has some numbers of agents.

use crate::arena::{Arena, Corners, Walker};
use fastrand::Rng;
use glam::IVec2;

/// A kind of narrow place, with the numbers of agents that it can have.
pub struct Jam {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name on the screen.
    pub title: &'static str,
    /// The numbers of agents.
    pub sizes: &'static [u32],
    make: fn(usize, &mut Rng) -> Arena,
}

impl Jam {
    /// The map with this number of agents, one of [`Jam::sizes`].
    #[must_use]
    pub fn make(&self, agents: u32, random: &mut Rng) -> Arena {
        (self.make)(agents as usize, random)
    }
}

const fn jam(
    name: &'static str,
    title: &'static str,
    sizes: &'static [u32],
    make: fn(usize, &mut Rng) -> Arena,
) -> Jam {
    Jam { name, title, sizes, make }
}

/// All jams.
pub const JAMS: [Jam; 14] = [
    jam("bay", "Corridor and bay", &[2, 4, 6], |agents, _| bay(agents as i32 / 2)),
    jam("niche", "Corridor and niche", &[2], |_, _| niche()),
    jam("dead-ends", "Dead ends", &[2, 3], |agents, _| dead_ends(agents as i32)),
    jam("behind-idle", "Behind idle agents", &[2, 4, 9], |agents, random| {
        behind_idle(agents as i32 - 1, random)
    }),
    jam("corner", "Corner of 8 cells", &[6], |_, random| corner(random)),
    jam("rooms", "Rooms, a corridor", &[10, 14], |agents, random| rooms(agents / 2, random)),
    jam("tree", "Tree of corridors", &[3, 5, 8, 16], tree),
    jam("loops", "Maze with loops", &[6, 16], loops),
    jam("full-ring", "Ring, half a turn", &[19], full_ring),
    jam("full-square", "Square, 95 % full", &[136], full_square),
    jam("shaft", "Shaft", &[2, 3, 10, 20], |agents, random| shaft(agents, 2, random)),
    jam("deep-shaft", "Deep shaft", &[10], |agents, random| shaft(agents, 4, random)),
    jam("patrol", "Same places in turn", &[4, 8], patrol),
    jam("round", "Round in a ring", &[8, 12], |agents, _| round(agents)),
];

/// How fast agents walk, in cells a second, one after the other.
const SPEEDS: [f64; 3] = [1.0, 1.33, 2.0];

impl Arena {
    /// The number of a goal of one cell.
    fn goal(&mut self, cell: IVec2) -> usize {
        let known = self.goals.iter().position(|goal| goal == &[cell]);
        known.unwrap_or_else(|| {
            self.goals.push(vec![cell]);
            self.goals.len() - 1
        })
    }

    /// Adds an agent that walks to these cells, one after the other.
    fn walk(&mut self, start: IVec2, cells: &[IVec2]) {
        let speed = SPEEDS[self.agents.len() % SPEEDS.len()];
        let mut goals = cells.iter().map(|&cell| self.goal(cell)).collect::<Vec<usize>>().into_iter();
        let goal = goals.next().expect("an agent has a goal");
        self.agents.push(Walker { start, goal, speed });
        self.then.push(goals.collect());
    }

    /// Makes cells free, or walls.
    fn dig(&mut self, cells: impl IntoIterator<Item = IVec2>) {
        cells.into_iter().for_each(|cell| self.set([cell.to_array(); 2], true));
    }

    /// Adds agents at random cells with random goals, all different.
    fn walk_in_pairs(&mut self, agents: usize, random: &mut Rng) {
        let mut starts = self.free_cells();
        let mut goals = starts.clone();
        random.shuffle(&mut starts);
        random.shuffle(&mut goals);
        starts.into_iter().zip(goals).take(agents).for_each(|(start, goal)| self.walk(start, &[goal]));
    }
}

fn rectangles(width: i32, height: i32, free: &[Corners]) -> Arena {
    let mut arena = Arena::walls(width, height);
    free.iter().for_each(|&corners| arena.set(corners, true));
    arena
}

/// A corridor with one bay in its middle. At each end stand `each` agents that want to the other end.
#[must_use]
pub fn bay(each: i32) -> Arena {
    let mut arena = rectangles(17, 2, &[[[0, 1], [16, 1]], [[8, 0]; 2]]);
    let at = |x| IVec2::new(x, 1);
    for nth in 0..each {
        arena.walk(at(nth), &[at(17 - each + nth)]);
        arena.walk(at(16 - nth), &[at(each - 1 - nth)]);
    }
    arena
}

/// The corridor without a bay: no moves bring all agents to their goals.
#[must_use]
pub fn no_bay(each: i32) -> Arena {
    let mut arena = bay(each);
    arena.set([[8, 0]; 2], false);
    arena
}

/// A corridor with a niche in its side, and two agents that want past each other.
fn niche() -> Arena {
    let mut arena = rectangles(10, 2, &[[[0, 1], [9, 1]], [[4, 0]; 2]]);
    let ends = [IVec2::new(0, 1), IVec2::new(9, 1)];
    arena.walk(ends[0], &[ends[1]]);
    arena.walk(ends[1], &[ends[0]]);
    arena
}

/// Agents in dead ends of a corridor, which want on to the next one in a circle.
fn dead_ends(agents: i32) -> Arena {
    let (width, first, apart) = if agents == 2 { (8, 1, 5) } else { (11, 1, 4) };
    let mut arena = rectangles(width, 4, &[[[0, 0], [width - 1, 0]]]);
    let ends: Vec<IVec2> = (0..agents).map(|nth| IVec2::new(first + apart * nth, 3)).collect();
    ends.iter().for_each(|end| arena.set([[end.x, 1], [end.x, 3]], true));
    (0..ends.len()).for_each(|nth| arena.walk(ends[nth], &[ends[(nth + 1) % ends.len()]]));
    arena
}

/// A room with a dead end full of agents that want nothing, and an agent that wants to its end.
fn behind_idle(idle: i32, random: &mut Rng) -> Arena {
    let mut arena = rectangles(6, 5 + idle, &[[[0, 0], [5, 3]], [[2, 4], [2, 4 + idle]]]);
    let at = |nth| IVec2::new(2, 4 + nth);
    (0..idle).for_each(|nth| arena.walk(at(nth), &[at(nth)]));
    arena.walk(IVec2::new(random.i32(0..6), random.i32(0..4)), &[at(idle)]);
    arena
}

/// Eight cells round a corner, in which six agents want to change places in pairs.
fn corner(random: &mut Rng) -> Arena {
    let mut arena = rectangles(3, 4, &[[[0, 0], [1, 1]], [[1, 2], [2, 3]]]);
    let mut cells = arena.free_cells();
    random.shuffle(&mut cells);
    (0..6).for_each(|nth| arena.walk(cells[nth], &[cells[nth ^ 1]]));
    arena
}

/// Two rooms of 3 × 3 cells with a corridor of 8 between them, and agents that want into the other room.
#[must_use]
pub fn rooms(each: usize, random: &mut Rng) -> Arena {
    let mut arena = rectangles(14, 3, &[[[0, 0], [2, 2]], [[11, 0], [13, 2]], [[0, 1], [13, 1]]]);
    let mut cells = || {
        let mut all = arena.free_in([[0, 0], [2, 2]]);
        random.shuffle(&mut all);
        all.truncate(each);
        all
    };
    let across = IVec2::new(11, 0);
    let there: Vec<_> = cells().into_iter().zip(cells()).map(|(from, to)| (from, to + across)).collect();
    let back: Vec<_> = cells().into_iter().zip(cells()).map(|(from, to)| (from + across, to)).collect();
    there.into_iter().chain(back).for_each(|(from, to)| arena.walk(from, &[to]));
    arena
}

fn tree(agents: usize, random: &mut Rng) -> Arena {
    let width = match agents {
        ..=3 => 9,
        4..=5 => 13,
        _ => 17,
    };
    maze(width, 0, agents, random)
}

fn loops(agents: usize, random: &mut Rng) -> Arena {
    maze(if agents <= 6 { 13 } else { 17 }, 15, agents, random)
}

/// A maze of corridors with agents at random cells. `loops` is the percentage of inner walls that are open.
#[must_use]
pub fn maze(width: i32, loops: usize, agents: usize, random: &mut Rng) -> Arena {
    let mut arena = Arena::walls(width, width);
    let half = width / 2;
    let place = |at: IVec2| at * 2 + 1;
    let mut path = vec![IVec2::new(random.i32(0..half), random.i32(0..half))];
    arena.dig([place(path[0])]);
    while let Some(&at) = path.last() {
        let mut steps = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
        random.shuffle(&mut steps);
        let inside = |at: IVec2| at.min_element() >= 0 && at.max_element() < half;
        match steps.iter().map(|step| at + step).find(|&to| inside(to) && !arena.is_free(place(to))) {
            Some(to) => {
                arena.dig([(place(at) + place(to)) / 2, place(to)]);
                path.push(to);
            }
            None => drop(path.pop()),
        }
    }
    let inner = (1..width - 1).flat_map(|y| (1..width - 1).map(move |x| IVec2::new(x, y)));
    let is_wall = |cell: &IVec2| (cell.x % 2 == 1) != (cell.y % 2 == 1) && !arena.is_free(*cell);
    let mut walls: Vec<IVec2> = inner.filter(is_wall).collect();
    random.shuffle(&mut walls);
    walls.truncate(walls.len() * loops / 100);
    arena.dig(walls);
    arena.walk_in_pairs(agents, random);
    arena
}

/// The cells of a ring of 24 cells round a block, in their order.
fn ring_cells() -> Vec<IVec2> {
    let side = |nth: i32| match nth / 6 {
        0 => IVec2::new(nth, 0),
        1 => IVec2::new(6, nth % 6),
        2 => IVec2::new(6 - nth % 6, 6),
        _ => IVec2::new(0, 6 - nth % 6),
    };
    (0..24).map(side).collect()
}

/// A ring whose agents want half a turn on.
fn full_ring(agents: usize, random: &mut Rng) -> Arena {
    let (ring, turn) = (ring_cells(), random.usize(0..24));
    let mut arena = Arena::walls(7, 7);
    arena.dig(ring.iter().copied());
    let at = |nth: usize| ring[(nth + turn) % 24];
    (0..agents).for_each(|nth| arena.walk(at(nth), &[at(nth + 12)]));
    arena
}

/// A square of 12 × 12 cells, full of agents that want to random cells.
fn full_square(agents: usize, random: &mut Rng) -> Arena {
    let mut arena = Arena::open(12);
    arena.walk_in_pairs(agents, random);
    arena
}

/// A room with a shaft, to whose end each agent goes once, and back to its place in the room.
#[must_use]
pub fn shaft(agents: usize, deep: i32, random: &mut Rng) -> Arena {
    let end = IVec2::new(8, 5 + deep);
    let mut arena = rectangles(16, 6 + deep, &[[[0, 0], [15, 5]], [[8, 6], end.to_array()]]);
    let mut homes = arena.free_in([[0, 0], [15, 4]]);
    random.shuffle(&mut homes);
    homes.into_iter().take(agents).for_each(|home| arena.walk(home, &[end, home]));
    arena
}

/// Three corridors with three connections between each two. All agents walk to the same five places, one after the other, and
/// home. Nobody lives at one of these places.
fn patrol(agents: usize, random: &mut Rng) -> Arena {
    let mut arena = rectangles(30, 5, &[[[0, 0], [29, 0]], [[0, 2], [29, 2]], [[0, 4], [29, 4]]]);
    for y in [1, 3] {
        arena.dig([3, 13, 23].map(|x| IVec2::new(x + random.i32(0..4), y)));
    }
    let places = [[29, 0], [0, 4], [29, 4], [0, 0], [15, 2]].map(IVec2::from);
    for x in 1..=agents as i32 {
        let home = IVec2::new(x, 0);
        arena.walk(home, &[&places[..], &[home]].concat());
    }
    arena
}

/// The ring, whose agents walk to the same seven places of it, one after the other, and home.
fn round(agents: usize) -> Arena {
    let mut arena = Arena::walls(7, 7);
    arena.dig(ring_cells());
    let places = [[6, 0], [6, 6], [0, 6], [0, 0], [3, 0], [0, 0], [6, 6]].map(IVec2::from);
    for home in arena.free_cells().into_iter().take(agents) {
        arena.walk(home, &[&places[..], &[home]].concat());
    }
    arena
}

#[cfg(test)]
mod tests {
    use super::JAMS;
    use fastrand::Rng;
    use std::collections::HashSet;

    #[test]
    fn every_jam_has_its_agents_on_free_cells_of_their_own() {
        for jam in &JAMS {
            for &agents in jam.sizes {
                let arena = jam.make(agents, &mut Rng::with_seed(1));
                let name = jam.name;
                assert_eq!(
                    (arena.agents.len(), arena.then.len()),
                    (agents as usize, agents as usize),
                    "{name}"
                );
                let starts: HashSet<_> = arena.agents.iter().map(|agent| agent.start).collect();
                assert_eq!(starts.len(), agents as usize, "{name}: two start on one cell");
                assert!(starts.iter().all(|&start| arena.is_free(start)), "{name}: one starts in a wall");
                assert!(
                    arena.goals.iter().flatten().all(|&goal| arena.is_free(goal)),
                    "{name}: a goal is in a wall"
                );
            }
        }
    }
}
