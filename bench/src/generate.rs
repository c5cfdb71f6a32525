//! Maps generated from a seed, so that the bench runs anywhere.

use crate::map::{Map, Query};
use fastrand::Rng;
use glam::IVec2;

/// Queries that each generated map comes with.
const QUERIES: usize = 400;

/// Rooms, caves, mazes, tower-defence fields and single obstacles on 128 to 512 cells a side.
pub fn maps() -> Vec<Map> {
    vec![
        make("rooms-128", 128, rooms),
        make("rooms-512", 512, rooms),
        make("caves-256", 256, caves),
        make("caves-512", 512, caves),
        make("maze-129", 129, maze),
        make("maze-257", 257, maze),
        make("towers-128", 128, towers),
        make("towers-256", 256, towers),
        make("towers-512", 512, towers),
        single_obstacles(512),
    ]
}

/// One map of each kind, of 512 by 512 cells.
pub fn maps_of_512() -> Vec<Map> {
    vec![
        make("rooms-512", 512, rooms),
        make("caves-512", 512, caves),
        make("maze-512", 512, maze),
        make("towers-512", 512, towers),
    ]
}

/// Rooms, caves and tower-defence fields of a side, for measurements of whole maps.
pub fn wide(side: i32) -> Vec<Map> {
    vec![
        make(&format!("rooms-{side}"), side, rooms),
        make(&format!("caves-{side}"), side, caves),
        make(&format!("towers-{side}"), side, towers),
    ]
}

/// Rooms, caves, and scattered houses of 8 by 8 cells, for measurements of large maps.
pub fn large(side: i32) -> Vec<Map> {
    vec![
        make(&format!("rooms-{side}"), side, rooms),
        make(&format!("caves-{side}"), side, caves),
        make(&format!("houses-{side}"), side, |canvas, random| blocks(canvas, random, 8, 15)),
    ]
}

/// Maps of a side for hexagons: open ground, walls on 10, 25 and 40 % of the cells, rooms, caves, and mazes one and four cells wide.
pub fn hexes(side: i32) -> Vec<Map> {
    vec![
        make("open", side, |_, _| {}),
        make("random-10", side, |canvas, random| scatter(canvas, random, 10)),
        make("random-25", side, |canvas, random| scatter(canvas, random, 25)),
        make("random-40", side, |canvas, random| scatter(canvas, random, 40)),
        make("rooms", side, rooms),
        make("caves", side, caves),
        make("maze-1", side, maze),
        make("maze-4", side, wide_maze),
    ]
}

/// Maps of this side on which one search engine takes many times as long as the other. Another number draws other maps of the same kinds.
///
/// Mazes with corridors of 2 to 5 cells between thin walls, rooms of 5 to 11 cells with a door to each neighbour, single obstacles on 2 to 40 %
/// of the cells, caves, blocks of 2 to 5 cells a side, diagonal walls with gaps, pillars, towers, spirals, streets between houses, and maps
/// of which each half is of another kind.
pub fn engines(side: i32, number: u32) -> Vec<Map> {
    let make = |name: &str, draw: fn(&mut Canvas, &mut Rng)| make(&format!("{name}/{number}"), side, draw);
    vec![
        make("maze-of-2", |canvas, random| corridors(canvas, random, 2)),
        make("maze-of-3", |canvas, random| corridors(canvas, random, 3)),
        make("maze-of-4", |canvas, random| corridors(canvas, random, 4)),
        make("maze-of-5", |canvas, random| corridors(canvas, random, 5)),
        make("rooms-of-5", |canvas, random| small_rooms(canvas, random, 5)),
        make("rooms-of-7", |canvas, random| small_rooms(canvas, random, 7)),
        make("rooms-of-9", |canvas, random| small_rooms(canvas, random, 9)),
        make("rooms-of-11", |canvas, random| small_rooms(canvas, random, 11)),
        make("obstacles-2", |canvas, random| scatter(canvas, random, 2)),
        make("obstacles-4", |canvas, random| scatter(canvas, random, 4)),
        make("obstacles-6", |canvas, random| scatter(canvas, random, 6)),
        make("obstacles-15", |canvas, random| scatter(canvas, random, 15)),
        make("obstacles-25", |canvas, random| scatter(canvas, random, 25)),
        make("obstacles-35", |canvas, random| scatter(canvas, random, 35)),
        make("obstacles-40", |canvas, random| scatter(canvas, random, 40)),
        make("caves", caves),
        make("blocks-2-10", |canvas, random| blocks(canvas, random, 2, 10)),
        make("blocks-2-25", |canvas, random| blocks(canvas, random, 2, 25)),
        make("blocks-3-10", |canvas, random| blocks(canvas, random, 3, 10)),
        make("blocks-3-25", |canvas, random| blocks(canvas, random, 3, 25)),
        make("blocks-5-10", |canvas, random| blocks(canvas, random, 5, 10)),
        make("blocks-5-25", |canvas, random| blocks(canvas, random, 5, 25)),
        make("blocks-5-40", |canvas, random| blocks(canvas, random, 5, 40)),
        make("diagonals-6", |canvas, random| diagonals(canvas, random, 6)),
        make("diagonals-20", |canvas, random| diagonals(canvas, random, 20)),
        make("pillars-3", |canvas, random| pillars(canvas, random, 3)),
        make("pillars-8", |canvas, random| pillars(canvas, random, 8)),
        make("pillars-25", |canvas, random| pillars(canvas, random, 25)),
        make("towers", towers),
        make("spirals", spirals),
        make("streets-9", |canvas, random| streets(canvas, random, 9)),
        make("streets-30", |canvas, random| streets(canvas, random, 30)),
        make("half-open-obstacles", |canvas, random| {
            halves(canvas, random, [|_, _| {}, |canvas, random| scatter(canvas, random, 15)]);
        }),
        make("half-maze-obstacles", |canvas, random| {
            halves(
                canvas,
                random,
                [|canvas, random| corridors(canvas, random, 2), |canvas, random| scatter(canvas, random, 10)],
            );
        }),
        make("half-rooms-blocks", |canvas, random| {
            halves(
                canvas,
                random,
                [
                    |canvas, random| small_rooms(canvas, random, 7),
                    |canvas, random| blocks(canvas, random, 2, 20),
                ],
            );
        }),
        make("half-caves-open", |canvas, random| halves(canvas, random, [caves, |_, _| {}])),
    ]
}

/// A tower-defence field of the given side, for measurements that need no other map.
pub fn tower_field(side: i32) -> Map {
    make("towers", side, towers)
}

/// The same under a name that says its side.
pub fn tower_field_of(side: i32) -> Map {
    make(&format!("towers-{side}"), side, towers)
}

/// Walls on a quarter of the cells, each for itself: jump points are everywhere.
pub fn single_obstacles(side: i32) -> Map {
    make(&format!("single-obstacles-{side}"), side, |canvas, random| {
        canvas.free.iter_mut().for_each(|free| *free = random.u8(..4) > 0);
    })
}

/// A field without a wall.
pub fn open_field(side: i32) -> Map {
    make("open", side, |_, _| {})
}

/// The free cells of a square map while it is made.
struct Canvas {
    side: i32,
    free: Vec<bool>,
}

impl Canvas {
    fn cells(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| (index % side, index / side))
    }

    fn get(&self, x: i32, y: i32) -> bool {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        inside && self.free[(y * self.side + x) as usize]
    }

    fn set(&mut self, x: i32, y: i32, free: bool) {
        if (0..self.side).contains(&x) && (0..self.side).contains(&y) {
            self.free[(y * self.side + x) as usize] = free;
        }
    }

    /// Makes the cells of a rectangle free, both ends included.
    fn clear(&mut self, min: IVec2, max: IVec2) {
        let cells = (min.y..=max.y).flat_map(|y| (min.x..=max.x).map(move |x| (x, y)));
        cells.for_each(|(x, y)| self.set(x, y, true));
    }
}

fn make(name: &str, side: i32, draw: fn(&mut Canvas, &mut Rng)) -> Map {
    let mut map = Map { name: name.into(), size: IVec2::splat(side), free: Vec::new(), queries: Vec::new() };
    let mut random = Rng::with_seed(map.seed());
    let mut canvas = Canvas { side, free: vec![true; (side * side) as usize] };
    draw(&mut canvas, &mut random);
    map.free = canvas.free;
    map.queries = queries(&map, &mut random);
    map
}

/// Random pairs of cells in the largest region, where straight steps lead everywhere.
fn queries(map: &Map, random: &mut Rng) -> Vec<Query> {
    let home = largest_region(map);
    let cell = |index: u32| IVec2::new(index as i32 % map.size.x, index as i32 / map.size.x);
    let mut any = || cell(home[random.usize(..home.len())]);
    (0..QUERIES).map(|_| Query { start: any(), goal: any(), length: None }).collect()
}

fn largest_region(map: &Map) -> Vec<u32> {
    let width = map.size.x;
    let mut seen: Vec<bool> = map.free.iter().map(|free| !free).collect();
    let mut largest = Vec::new();
    for seed in 0..seen.len() {
        let mut region = Vec::new();
        if !std::mem::replace(&mut seen[seed], true) {
            region.push(seed as u32);
        }
        let mut next = 0;
        while let Some(&index) = region.get(next) {
            next += 1;
            let (x, y) = (index as i32 % width, index as i32 / width);
            for (x, y) in [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)] {
                let inside = (0..width).contains(&x) && (0..map.size.y).contains(&y);
                let at = (y * width + x) as usize;
                if inside && !std::mem::replace(&mut seen[at], true) {
                    region.push(at as u32);
                }
            }
        }
        if region.len() > largest.len() {
            largest = region;
        }
    }
    largest
}

/// Rooms of 16 by 16 cells, with a door in most of the walls between them.
fn rooms(canvas: &mut Canvas, random: &mut Rng) {
    const ROOM: i32 = 16;
    for line in (0..canvas.side).step_by(ROOM as usize) {
        for along in 0..canvas.side {
            canvas.set(line, along, false);
            canvas.set(along, line, false);
        }
    }
    for x in (0..canvas.side).step_by(ROOM as usize) {
        for y in (0..canvas.side).step_by(ROOM as usize) {
            let door = random.i32(1..ROOM);
            if x > 0 && random.u8(..10) < 8 {
                canvas.set(x, y + door, true);
            }
            if y > 0 && random.u8(..10) < 8 {
                canvas.set(x + door, y, true);
            }
        }
    }
}

/// A cellular automaton: noise, then each cell does as most of the nine cells round it.
fn caves(canvas: &mut Canvas, random: &mut Rng) {
    canvas.free.iter_mut().for_each(|free| *free = random.u8(..100) < 57);
    for _ in 0..4 {
        let old = Canvas { side: canvas.side, free: canvas.free.clone() };
        for y in 0..canvas.side {
            for x in 0..canvas.side {
                let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
                canvas.set(x, y, around.filter(|&(x, y)| old.get(x, y)).count() >= 5);
            }
        }
    }
}

/// A maze by depth-first search, with one in twenty of its walls removed.
fn maze(canvas: &mut Canvas, random: &mut Rng) {
    canvas.free.fill(false);
    let mut trail = vec![(1, 1)];
    canvas.set(1, 1, true);
    while let Some(&(x, y)) = trail.last() {
        let ahead: Vec<(i32, i32)> = [(2, 0), (0, 2), (-2, 0), (0, -2)]
            .into_iter()
            .map(|(dx, dy)| (x + dx, y + dy))
            .filter(|&(x, y)| {
                x > 0 && y > 0 && x < canvas.side - 1 && y < canvas.side - 1 && !canvas.get(x, y)
            })
            .collect();
        if ahead.is_empty() {
            trail.pop();
            continue;
        }
        let (next_x, next_y) = ahead[random.usize(..ahead.len())];
        canvas.set((x + next_x) / 2, (y + next_y) / 2, true);
        canvas.set(next_x, next_y, true);
        trail.push((next_x, next_y));
    }
    for _ in 0..canvas.side * canvas.side / 80 {
        let (x, y) = (random.i32(1..canvas.side - 1), random.i32(1..canvas.side - 1));
        if (x + y) % 2 == 1 {
            canvas.set(x, y, true);
        }
    }
}

/// A maze whose corridors and walls are four cells wide.
fn wide_maze(canvas: &mut Canvas, random: &mut Rng) {
    let side = canvas.side / 4 + 1;
    let mut narrow = Canvas { side, free: vec![true; (side * side) as usize] };
    maze(&mut narrow, random);
    for (x, y) in canvas.cells() {
        canvas.set(x, y, narrow.get(x / 4, y / 4));
    }
}

/// A depth-first maze with corridors of this width between walls one cell thick, like the mazes of MovingAI.
fn corridors(canvas: &mut Canvas, random: &mut Rng, width: i32) {
    canvas.free.fill(false);
    let (pitch, count) = (width + 1, (canvas.side - 1) / (width + 1));
    let mut dug = vec![false; (count * count) as usize];
    let mut trail = vec![IVec2::ZERO];
    canvas.clear(IVec2::ONE, IVec2::splat(width));
    dug[0] = true;
    while let Some(&at) = trail.last() {
        let ahead: Vec<IVec2> = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y]
            .into_iter()
            .map(|step| at + step)
            .filter(|next| next.min_element() >= 0 && next.max_element() < count)
            .filter(|next| !dug[(next.y * count + next.x) as usize])
            .collect();
        if ahead.is_empty() {
            trail.pop();
            continue;
        }
        let next = ahead[random.usize(..ahead.len())];
        dug[(next.y * count + next.x) as usize] = true;
        canvas.clear(at.min(next) * pitch + 1, at.max(next) * pitch + width);
        trail.push(next);
    }
}

/// Rooms of this side between walls one cell thick, with a door in each wall between two rooms.
fn small_rooms(canvas: &mut Canvas, random: &mut Rng, room: i32) {
    let lines = (0..canvas.side).step_by(room as usize + 1);
    for line in lines.clone() {
        for along in 0..canvas.side {
            canvas.set(line, along, false);
            canvas.set(along, line, false);
        }
    }
    for (x, y) in lines.clone().flat_map(|x| lines.clone().map(move |y| (x, y))) {
        if x > 0 {
            canvas.set(x, y + random.i32(1..=room), true);
        }
        if y > 0 {
            canvas.set(x + random.i32(1..=room), y, true);
        }
    }
}

/// Square blocks of wall of this side, which may overlap, on about this percentage of the cells.
fn blocks(canvas: &mut Canvas, random: &mut Rng, wide: i32, percent: i32) {
    for _ in 0..canvas.side * canvas.side * percent / 100 / (wide * wide) {
        let corner = IVec2::new(random.i32(0..canvas.side), random.i32(0..canvas.side));
        for at in (0..wide * wide).map(|nth| corner + IVec2::new(nth % wide, nth / wide)) {
            canvas.set(at.x, at.y, false);
        }
    }
}

/// Single walls on this percentage of the cells.
fn scatter(canvas: &mut Canvas, random: &mut Rng, walls: u8) {
    canvas.free.iter_mut().for_each(|free| *free = random.u8(..100) >= walls);
}

/// Diagonal walls, this many cells apart, with a gap every 20 to 60 cells.
fn diagonals(canvas: &mut Canvas, random: &mut Rng, apart: i32) {
    for first in (-canvas.side..canvas.side).step_by(apart as usize) {
        let mut gap = random.i32(0..60);
        for x in 0..canvas.side {
            if gap == 0 {
                gap = random.i32(20..60);
            } else {
                canvas.set(x, x + first, false);
                canvas.set(x, x + first + 1, false);
            }
            gap -= 1;
        }
    }
}

/// Single walls about this far from each other.
fn pillars(canvas: &mut Canvas, random: &mut Rng, apart: i32) {
    for (x, y) in canvas.cells().filter(|(x, y)| x % apart == 0 && y % apart == 0) {
        canvas.set(x + i32::from(random.u8(..4) == 0), y, false);
    }
}

/// Square spirals of 31 cells a side, which open in one of four directions.
fn spirals(canvas: &mut Canvas, random: &mut Rng) {
    const WIDE: i32 = 32;
    for corner in canvas.cells().filter(|(x, y)| x % WIDE == 0 && y % WIDE == 0) {
        let turn = random.u8(..4);
        let corner = IVec2::from(corner);
        for ring in (0..WIDE / 2 - 1).step_by(3) {
            let (low, high) = (ring, WIDE - 2 - ring);
            let gap = if ring % 2 == 0 { low + 1 } else { high - 1 };
            for at in low..=high {
                for (x, y, is_gap) in
                    [(at, low, false), (at, high, at == gap), (low, at, false), (high, at, false)]
                {
                    let turned = match turn {
                        0 => (x, y),
                        1 => (WIDE - 2 - x, WIDE - 2 - y),
                        2 => (y, x),
                        _ => (WIDE - 2 - y, WIDE - 2 - x),
                    };
                    canvas.set(corner.x + turned.0, corner.y + turned.1, is_gap);
                }
            }
        }
    }
}

/// Houses of different sizes between streets two cells wide, about this far from each other.
fn streets(canvas: &mut Canvas, random: &mut Rng, apart: i32) {
    let mut lines = || {
        let (mut all, mut next) = (vec![false; canvas.side as usize], 0);
        while next < canvas.side {
            (next..(next + 2).min(canvas.side)).for_each(|at| all[at as usize] = true);
            next += 2 + random.i32(apart / 2..=apart);
        }
        all
    };
    let (columns, rows) = (lines(), lines());
    for (x, y) in canvas.cells() {
        canvas.set(x, y, columns[x as usize] || rows[y as usize]);
    }
}

/// Two kinds of ground side by side.
fn halves(canvas: &mut Canvas, random: &mut Rng, draw: [fn(&mut Canvas, &mut Rng); 2]) {
    let [left, right] = draw.map(|draw| {
        let mut half = Canvas { side: canvas.side, free: vec![true; canvas.free.len()] };
        draw(&mut half, random);
        half
    });
    for (x, y) in canvas.cells() {
        let half = if x < canvas.side / 2 { &left } else { &right };
        canvas.set(x, y, half.get(x, y));
    }
}

/// An open field with towers of two by two cells, single rocks and a few long walls.
fn towers(canvas: &mut Canvas, random: &mut Rng) {
    let area = canvas.side * canvas.side;
    for _ in 0..area / 120 {
        let (x, y) = (random.i32(0..canvas.side), random.i32(0..canvas.side));
        [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter().for_each(|(dx, dy)| canvas.set(x + dx, y + dy, false));
    }
    for _ in 0..area / 60 {
        canvas.set(random.i32(0..canvas.side), random.i32(0..canvas.side), false);
    }
    for _ in 0..canvas.side / 8 {
        let (x, y) = (random.i32(0..canvas.side), random.i32(0..canvas.side));
        let (dx, dy) = if random.bool() { (1, 0) } else { (0, 1) };
        (0..canvas.side / 6).for_each(|step| canvas.set(x + dx * step, y + dy * step, false));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_the_same_every_time_and_their_queries_stand_on_free_cells() {
        let (first, second) = (maps(), maps());
        for (one, other) in first.iter().zip(&second) {
            assert_eq!((&one.free, &one.queries), (&other.free, &other.queries), "{}", one.name);
            let free = |cell: IVec2| one.free[(cell.y * one.size.x + cell.x) as usize];
            assert!(one.queries.iter().all(|query| free(query.start) && free(query.goal)), "{}", one.name);
            let share = one.free.iter().filter(|&&free| free).count() as f64 / one.free.len() as f64;
            assert!((0.3..0.97).contains(&share), "{}: {share} of the cells are free", one.name);
        }
    }

    #[test]
    fn mazes_rooms_and_scattered_obstacles_are_the_same_every_time_and_in_one_piece() {
        for (one, other) in engines(128, 0).iter().zip(&engines(128, 0)) {
            assert_eq!((&one.free, &one.queries), (&other.free, &other.queries), "{}", one.name);
            let free = one.free.iter().filter(|&&free| free).count();
            // Of streets that are 15 to 30 cells apart, a sixth of the map is free.
            let sparse = if one.name.starts_with("streets-30") { 8 } else { 3 };
            assert!(free > one.free.len() / sparse, "{}: {free} free cells", one.name);
            // At 40 % the free cells are hardly more than the 59.3 % below which a grid falls apart.
            let least = if one.name.starts_with("obstacles-40") { free / 2 } else { free * 9 / 10 };
            let largest = largest_region(one).len();
            assert!(largest >= least, "{}: the largest region has {largest} of {free} free cells", one.name);
        }
    }
}
