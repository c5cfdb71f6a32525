//! Arrangements: a map of narrow places, and where each agent is and wants to go.

use fastrand::Rng;
use glam::IVec2;
use std::collections::BTreeMap;

/// A map of `#` and free cells, and agents with their starts and goals. An agent that goes nowhere has its own cell as goal.
#[derive(Clone, Debug)]
pub struct Arrangement {
    pub rows: Vec<Vec<u8>>,
    pub agents: Vec<(IVec2, IVec2)>,
    /// The goals that each agent gets after its first one, one after the other.
    pub orders: Vec<Vec<IVec2>>,
}

impl Arrangement {
    /// Reads rows: capital letters are starts, the same small letters are goals, and digits are agents that go nowhere.
    pub fn drawn(rows: &[&str]) -> Self {
        let rows: Vec<Vec<u8>> = rows.iter().map(|row| row.bytes().collect()).collect();
        let (mut starts, mut goals) = (BTreeMap::new(), BTreeMap::new());
        for (y, row) in (0..).zip(&rows) {
            for (x, &sign) in (0..).zip(row) {
                let cell = IVec2::new(x, y);
                match sign {
                    b'A'..=b'Z' => drop(starts.insert(sign, cell)),
                    b'a'..=b'z' => drop(goals.insert(sign.to_ascii_uppercase(), cell)),
                    b'0'..=b'9' => {
                        starts.insert(sign, cell);
                        goals.insert(sign, cell);
                    }
                    _ => {}
                }
            }
        }
        let agents = starts.into_iter().map(|(sign, start)| (start, goals[&sign])).collect();
        Self { rows, agents, orders: Vec::new() }
    }

    fn empty(width: usize, height: usize, sign: u8) -> Self {
        Self { rows: vec![vec![sign; width]; height], agents: Vec::new(), orders: Vec::new() }
    }

    fn dig(&mut self, cell: IVec2) {
        self.rows[cell.y as usize][cell.x as usize] = b'.';
    }

    pub fn is_free(&self, cell: IVec2) -> bool {
        self.rows[cell.y as usize][cell.x as usize] != b'#'
    }

    fn cells(&self) -> Vec<IVec2> {
        let (width, height) = (self.rows[0].len() as i32, self.rows.len() as i32);
        let all = (0..height).flat_map(|y| (0..width).map(move |x| IVec2::new(x, y)));
        all.filter(|&cell| self.is_free(cell)).collect()
    }

    /// Agents at random cells with random goals, all distinct.
    fn with_pairs(mut self, count: usize, random: &mut Rng) -> Self {
        let mut starts = self.cells();
        let mut goals = starts.clone();
        random.shuffle(&mut starts);
        random.shuffle(&mut goals);
        self.agents = starts.into_iter().zip(goals).take(count).collect();
        self
    }
}

/// A corridor with one bay in its middle. At each end stand `each` agents that want to the other end.
pub fn bay(each: i32) -> Arrangement {
    let mut found = Arrangement::empty(17, 2, b'#');
    (0..17).for_each(|x| found.dig(IVec2::new(x, 1)));
    found.dig(IVec2::new(8, 0));
    let at = |x| IVec2::new(x, 1);
    for nth in 0..each {
        found.agents.push((at(nth), at(17 - each + nth)));
        found.agents.push((at(16 - nth), at(each - 1 - nth)));
    }
    found
}

/// The corridor without a bay.
pub fn no_bay(each: i32) -> Arrangement {
    let mut found = bay(each);
    found.rows[0][8] = b'#';
    found
}

/// A room with a dead end full of agents that want nothing, and an agent that wants to its end.
pub fn dead_end(idle: i32, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(6, (5 + idle) as usize, b'#');
    (0..4).for_each(|y| (0..6).for_each(|x| found.dig(IVec2::new(x, y))));
    (4..5 + idle).for_each(|y| found.dig(IVec2::new(2, y)));
    found.agents = (0..idle).map(|nth| (IVec2::new(2, 4 + nth), IVec2::new(2, 4 + nth))).collect();
    found.agents.push((IVec2::new(random.i32(0..6), random.i32(0..4)), IVec2::new(2, 4 + idle)));
    found
}

/// Two agents in two dead ends, each of which wants into the other one.
pub fn two_dead_ends() -> Arrangement {
    let mut found = Arrangement::drawn(&["........", "#.####.#", "#.####.#", "#.####.#"]);
    let [one, other] = [IVec2::new(1, 3), IVec2::new(6, 3)];
    found.agents = vec![(one, other), (other, one)];
    found
}

/// Three agents in three dead ends, which want on to the next one in a circle.
pub fn three_dead_ends() -> Arrangement {
    let mut found = Arrangement::empty(11, 4, b'#');
    (0..11).for_each(|x| found.dig(IVec2::new(x, 0)));
    let ends = [1, 5, 9].map(|x| IVec2::new(x, 3));
    ends.iter().for_each(|end| (1..4).for_each(|y| found.dig(IVec2::new(end.x, y))));
    found.agents = (0..3).map(|nth| (ends[nth], ends[(nth + 1) % 3])).collect();
    found
}

/// A corridor with a niche in its side, and two agents that want past each other.
pub fn niche() -> Arrangement {
    Arrangement::drawn(&["####.#####", ".........."]).facing()
}

/// A maze of corridors with agents at random cells. `loops` is the percentage of inner walls that are open.
pub fn maze(width: usize, loops: usize, agents: usize, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(width, width, b'#');
    let half = (width / 2) as i32;
    let place = |at: IVec2| at * 2 + 1;
    let mut way = vec![IVec2::new(random.i32(0..half), random.i32(0..half))];
    found.dig(place(way[0]));
    while let Some(&at) = way.last() {
        let mut steps = [IVec2::X, IVec2::NEG_X, IVec2::Y, IVec2::NEG_Y];
        random.shuffle(&mut steps);
        let inside = |at: IVec2| at.min_element() >= 0 && at.max_element() < half;
        let next = steps.iter().map(|step| at + step).find(|&to| inside(to) && !found.is_free(place(to)));
        match next {
            Some(to) => {
                found.dig((place(at) + place(to)) / 2);
                found.dig(place(to));
                way.push(to);
            }
            None => drop(way.pop()),
        }
    }
    let side = width as i32;
    let inner = (1..side - 1).flat_map(|y| (1..side - 1).map(move |x| IVec2::new(x, y)));
    let mut walls: Vec<IVec2> =
        inner.filter(|cell| (cell.x % 2 == 1) != (cell.y % 2 == 1) && !found.is_free(*cell)).collect();
    random.shuffle(&mut walls);
    let open = walls.len() * loops / 100;
    walls.into_iter().take(open).for_each(|wall| found.dig(wall));
    found.with_pairs(agents, random)
}

/// Two rooms of 3 × 3 cells with a corridor of 8 between them, and agents that want into the other room.
pub fn rooms(each: usize, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(14, 3, b'#');
    let room = |x: i32| (0..9).map(move |nth| IVec2::new(x + nth % 3, nth / 3));
    room(0).chain(room(11)).for_each(|cell| found.dig(cell));
    (0..14).for_each(|x| found.dig(IVec2::new(x, 1)));
    let mut cells = || {
        let mut all: Vec<IVec2> = room(0).collect();
        random.shuffle(&mut all);
        all.truncate(each);
        all
    };
    let across = IVec2::new(11, 0);
    let there = cells().into_iter().zip(cells()).map(|(from, to)| (from, to + across));
    let back: Vec<_> = cells().into_iter().zip(cells()).map(|(from, to)| (from + across, to)).collect();
    found.agents = there.collect();
    found.agents.extend(back);
    found
}

/// A ring round a block. Its agents want on by the same part of the ring, a percentage.
pub fn ring(agents: usize, part: usize, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(7, 7, b'#');
    let side = |nth: i32| match nth / 6 {
        0 => IVec2::new(nth, 0),
        1 => IVec2::new(6, nth % 6),
        2 => IVec2::new(6 - nth % 6, 6),
        _ => IVec2::new(0, 6 - nth % 6),
    };
    let ring: Vec<IVec2> = (0..24).map(side).collect();
    ring.iter().for_each(|&cell| found.dig(cell));
    let (turn, shift) = (random.usize(0..24), 24 * part / 100);
    let at = |nth: usize| ring[(nth + turn) % 24];
    found.agents = (0..agents).map(|nth| (at(nth), at(nth + shift))).collect();
    found
}

/// Eight cells round a corner, in which six agents want to change places in pairs.
pub fn corner(random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::drawn(&["..#", "..#", "#..", "#.."]);
    let mut cells = found.cells();
    random.shuffle(&mut cells);
    found.agents = (0..6).map(|nth| (cells[nth], cells[nth ^ 1])).collect();
    found
}

/// A square of open ground. `part` is the percentage of its cells that hold agents.
pub fn filled(width: usize, part: usize, random: &mut Rng) -> Arrangement {
    Arrangement::empty(width, width, b'.').with_pairs(width * width * part / 100, random)
}

/// A room with a shaft, to whose end each agent goes once, and back to its place in the room.
pub fn shaft(agents: usize, deep: usize, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(16, 6 + deep, b'#');
    let room = |nth: i32| IVec2::new(nth % 16, nth / 16);
    (0..96).for_each(|nth| found.dig(room(nth)));
    let end = IVec2::new(8, 5 + deep as i32);
    (6..=end.y).for_each(|y| found.dig(IVec2::new(8, y)));
    let mut homes: Vec<IVec2> = (0..80).map(room).collect();
    random.shuffle(&mut homes);
    homes.truncate(agents);
    found.agents = homes.iter().map(|&home| (home, end)).collect();
    found.then_home(&[])
}

/// Three corridors with three connections between each two. All agents walk to the same five places, one after the other, and
/// home. Nobody lives at one of these places.
pub fn patrol(agents: i32, random: &mut Rng) -> Arrangement {
    let mut found = Arrangement::empty(30, 5, b'#');
    (0..5).step_by(2).for_each(|y| (0..30).for_each(|x| found.dig(IVec2::new(x, y))));
    for y in [1, 3] {
        [3, 13, 23].into_iter().for_each(|x| found.dig(IVec2::new(x + random.i32(0..4), y)));
    }
    let [first, rest @ ..] = [[29, 0], [0, 4], [29, 4], [0, 0], [15, 2]].map(IVec2::from);
    found.agents = (1..=agents).map(|x| (IVec2::new(x, 0), first)).collect();
    found.then_home(&rest)
}

/// The ring, whose agents walk to the same seven places of it, one after the other, and home.
pub fn round(agents: usize) -> Arrangement {
    let mut found = ring(0, 0, &mut Rng::with_seed(0));
    let [first, rest @ ..] = [[6, 0], [6, 6], [0, 6], [0, 0], [3, 0], [0, 0], [6, 6]].map(IVec2::from);
    found.agents = found.cells().into_iter().take(agents).map(|start| (start, first)).collect();
    found.then_home(&rest)
}

impl Arrangement {
    /// Gives each agent these goals after its first one, and then the cell where it began.
    fn then_home(mut self, goals: &[IVec2]) -> Self {
        let homes = self.agents.iter().map(|&(start, _)| start);
        self.orders = homes.map(|home| goals.iter().copied().chain([home]).collect()).collect();
        self
    }

    /// Two agents that want to each other's places.
    fn facing(mut self) -> Self {
        let mut cells = self.cells();
        cells.retain(|cell| cell.y == 1);
        let [one, other] = [cells[0], *cells.last().unwrap()];
        self.agents = vec![(one, other), (other, one)];
        self
    }
}
