//! Placement checks, compared with a flood fill that gives the same answers.

use crate::{
    clock, generate,
    map::Map,
    memory,
    report::number,
    scenario::{Case, Scenario},
};
use fastrand::Rng;
use glam::{IVec2, UVec2};
use std::fmt::Write;
use tilepath::{
    CostProfile, Grid, NavMap, Topology,
    placement::{CutScratch, PlannedBuilding, Route, RouteOutcome},
};

/// Places on each map.
const PLACES: usize = 500;
/// Routes that must stay open, all to one goal.
const ROUTES: usize = 4;
/// The number of measurements of each place. The result is their median.
const ROUNDS: usize = 5;
/// Width and height of the maps.
const SIZE: IVec2 = IVec2::splat(512);

/// What was measured on one map, place by place.
pub struct Figures {
    map: String,
    check_nanoseconds: Vec<f64>,
    flood_nanoseconds: Vec<f64>,
    cut: usize,
    allocations: usize,
}

impl Figures {
    fn speed_ups(&self) -> Vec<f64> {
        let pairs = self.flood_nanoseconds.iter().zip(&self.check_nanoseconds);
        pairs.map(|(flood, check)| flood / check).collect()
    }
}

/// Measures the generated maps of 512 by 512 cells and those of the given maps that are of this size.
///
/// # Panics
/// If a check and the flood fill disagree.
pub fn measure(maps: &[Map]) -> Vec<Figures> {
    let generated = generate::maps_of_512();
    generated.iter().chain(maps.iter().filter(|map| map.size == SIZE)).map(on_map).collect()
}

/// How many times faster a check is than a flood fill: the median over the places of all maps.
pub fn speed_up(figures: &[Figures]) -> f64 {
    clock::median(&figures.iter().flat_map(Figures::speed_ups).collect::<Vec<_>>())
}

/// The same for each map.
pub fn median_speed_ups(figures: &[Figures]) -> impl Iterator<Item = (&str, f64)> {
    figures.iter().map(|figures| (figures.map.as_str(), clock::median(&figures.speed_ups())))
}

/// Allocations of all checks once each was made before.
pub fn allocations(figures: &[Figures]) -> f64 {
    figures.iter().map(|figures| figures.allocations).sum::<usize>() as f64
}

/// A row for each map.
pub fn table(figures: &[Figures]) -> String {
    let mut table = "### Placement checks of 3 × 3 cells (`placement`)\n\n".to_string();
    table += "| map | × flood fill | median µs | 95th µs | worst µs | flood fill µs | cut % |\n";
    table += "|---|--:|--:|--:|--:|--:|--:|\n";
    for figures in figures {
        let micros = |share| number(clock::quantile(&figures.check_nanoseconds, share) / 1e3);
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} | {} |",
            figures.map,
            number(clock::median(&figures.speed_ups())),
            micros(0.5),
            micros(0.95),
            micros(1.0),
            number(clock::median(&figures.flood_nanoseconds) / 1e3),
            number(100.0 * figures.cut as f64 / figures.check_nanoseconds.len() as f64),
        );
    }
    table
}

fn on_map(map: &Map) -> Figures {
    let world = Scenario::new(map, &Case::named("uniform"), 0).world;
    let grid = Grid::from_fn(map.size.as_uvec2(), |cell| world.classes[world.index(cell)]);
    let mut nav_map = NavMap::new(grid.expect("a map of a valid size"), Topology::square(world.rule));
    let profile = CostProfile::default();
    nav_map.prepare(&profile);
    let mut random = Rng::with_seed(map.seed());
    let routes = routes(map, &nav_map, &profile);
    let places: Vec<[IVec2; 9]> = (0..PLACES).map(|_| place(map, &mut random)).collect();
    let mut scratch = CutScratch::new();
    let mut flood = Flood::new(map);
    let mut figures = Figures {
        map: map.name.to_string(),
        check_nanoseconds: Vec::new(),
        flood_nanoseconds: Vec::new(),
        cut: 0,
        allocations: 0,
    };
    let mut check = |place: &[IVec2; 9]| {
        nav_map.check_routes(&profile, &PlannedBuilding::new(place), &routes, &mut scratch).is_legal()
    };
    for place in &places {
        let (legal, flooded) = (check(place), flood.is_legal(place, &routes));
        assert_eq!(legal, flooded, "{}: {:?} at {}", map.name, routes, place[4]);
        figures.cut += usize::from(!legal);
    }
    figures.allocations = memory::allocations(|| {
        places.iter().for_each(|place| {
            std::hint::black_box(check(place));
        });
    });
    for place in &places {
        let median = |work: &mut dyn FnMut() -> bool| {
            let times: Vec<f64> = (0..ROUNDS).map(|_| clock::wall_nanoseconds(&mut *work).0).collect();
            clock::median(&times)
        };
        figures.check_nanoseconds.push(median(&mut || check(place)));
        figures.flood_nanoseconds.push(median(&mut || flood.is_legal(place, &routes)));
    }
    figures
}

/// The first routes to one goal that are open, without those of the same start.
fn routes(map: &Map, nav_map: &NavMap, profile: &CostProfile) -> Vec<Route> {
    let mut scratch = CutScratch::new();
    let cut = nav_map.cut(profile, &PlannedBuilding::new(&[]), &mut scratch);
    let spread = map.spread(ROUTES * 8);
    let goal = spread[0].goal;
    let routes = spread.iter().map(|query| Route::new(query.start, goal));
    routes.filter(|&route| cut.outcome(route) == RouteOutcome::Open).take(ROUTES).collect()
}

/// Nine cells of the map round a free one.
fn place(map: &Map, random: &mut Rng) -> [IVec2; 9] {
    loop {
        let middle = IVec2::new(random.i32(1..map.size.x - 1), random.i32(1..map.size.y - 1));
        if map.free[(middle.y * map.size.x + middle.x) as usize] {
            return core::array::from_fn(|nth| middle + IVec2::new(nth as i32 % 3 - 1, nth as i32 / 3 - 1));
        }
    }
}

/// A flood fill written for speed: a word a cell in a frame of walls, a stack that is used again, the blockade
/// written into the map and taken out afterwards, and no step more once all starts are reached.
struct Flood {
    width: usize,
    /// 0 for walls, else the number of the last flood that came by.
    cells: Vec<u32>,
    stack: Vec<u32>,
    number: u32,
}

impl Flood {
    fn new(map: &Map) -> Self {
        let UVec2 { x: width, y: height } = map.size.as_uvec2() + 2;
        let mut flood = Self {
            width: width as usize,
            cells: vec![0; (width * height) as usize],
            stack: Vec::new(),
            number: 1,
        };
        for (index, _) in map.free.iter().enumerate().filter(|&(_, free)| *free) {
            let cell = IVec2::new(index as i32 % map.size.x, index as i32 / map.size.x);
            let at = flood.index(cell);
            flood.cells[at] = 1;
        }
        flood
    }

    fn index(&self, cell: IVec2) -> usize {
        (cell.y + 1) as usize * self.width + (cell.x + 1) as usize
    }

    /// Returns whether all routes, which have one goal and are open, stay so. Without corner cutting four neighbours are enough.
    fn is_legal(&mut self, place: &[IVec2; 9], routes: &[Route]) -> bool {
        let before = place.map(|cell| self.cells[self.index(cell)]);
        place.iter().for_each(|&cell| {
            let at = self.index(cell);
            self.cells[at] = 0;
        });
        let legal = self.reaches_all(routes);
        for (cell, before) in place.iter().zip(before) {
            let at = self.index(*cell);
            self.cells[at] = before;
        }
        legal
    }

    fn reaches_all(&mut self, routes: &[Route]) -> bool {
        self.number += 1;
        let goal = self.index(routes[0].goal);
        if self.cells[goal] == 0 {
            return false;
        }
        let starts: [usize; ROUTES] =
            core::array::from_fn(|nth| self.index(routes[nth.min(routes.len() - 1)].start));
        let mut missing = routes.len();
        self.stack.clear();
        self.stack.push(goal as u32);
        self.cells[goal] = self.number;
        missing -= starts[..routes.len()].iter().filter(|&&start| start == goal).count();
        while let Some(index) = self.stack.pop() {
            let index = index as usize;
            for next in [index + 1, index + self.width, index - 1, index - self.width] {
                let cell = &mut self.cells[next];
                if *cell != 0 && *cell != self.number {
                    *cell = self.number;
                    self.stack.push(next as u32);
                    if starts.contains(&next) {
                        missing -= starts[..routes.len()].iter().filter(|&&start| start == next).count();
                        if missing == 0 {
                            return true;
                        }
                    }
                }
            }
        }
        missing == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Query;

    #[test]
    fn flood_fill_and_check_agree_and_both_answers_come_up() {
        // Two halves and a gap between them.
        let size = IVec2::splat(40);
        let free = (0..1600).map(|index| index % 40 != 20 || index / 40 == 9).collect();
        let query = |y| Query { start: IVec2::new(1, y), goal: IVec2::new(38, 30), length: None };
        let map = Map { name: "halves".into(), size, free, queries: (0..40).map(query).collect() };
        let figures = on_map(&map);
        assert!(figures.cut > 0 && figures.cut < PLACES / 2, "{} of {PLACES}", figures.cut);
        assert_eq!(figures.flood_nanoseconds.len(), PLACES);
    }
}
