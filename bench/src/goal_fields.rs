//! Goal fields: building one against a breadth-first fill and `dijkstra_all`, repairing one against rebuilding it.

use crate::{
    clock, generate,
    map::Map,
    memory,
    ours::Tilepath,
    peers::fills::Flat,
    report::number,
    scenario::{Case, Scenario},
    world::World,
};
use fastrand::Rng;
use glam::IVec2;
use std::fmt::Write;
use tilepath::{CellRect, CostProfile, DangerStamp, Falloff, GoalField, GoalFieldScratch, NavMap};

/// The cases that fields are measured in.
pub const CASES: [&str; 2] = ["uniform", "weighted"];

/// Sides of the generated maps.
const SIDES: [i32; 2] = [512, 1024];

/// The figures of building a field on one map. Ratios are CPU times, medians of the rounds.
#[derive(Clone, Debug)]
pub struct Built {
    /// The map.
    pub map: String,
    /// The case that gave it its costs.
    pub case: &'static str,
    /// CPU nanoseconds for each free cell.
    pub nanoseconds: f64,
    /// The time over that of a breadth-first fill.
    pub over_fill: f64,
    /// The time of `dijkstra_all` over ours.
    pub times_dijkstra: f64,
    /// Bytes held for each cell of the map.
    pub bytes: f64,
}

/// Builds fields on generated maps of 512² and 1024² cells, in the case of that name, and those of the maps given that are as large.
///
/// # Panics
/// If a cost is not that of `dijkstra_all`.
pub fn build(case: &'static str, maps: &[Map], rounds: usize) -> Vec<Built> {
    let large = maps.iter().filter(|map| map.free.len() >= 512 * 512).cloned();
    let generated = SIDES.into_iter().flat_map(generate::wide);
    let mut names = Vec::new();
    let all = generated.chain(large).filter(|map| {
        let fresh = !names.contains(&map.name);
        names.push(map.name.clone());
        fresh
    });
    all.map(|map| build_on(&map, case, rounds)).collect()
}

fn build_on(map: &Map, case: &'static str, rounds: usize) -> Built {
    eprintln!("goal fields, {case}: {}", map.name);
    let world = Scenario::new(map, &Case::named(case), 0).world;
    let profile = CostProfile::default();
    let nav_map = Tilepath::new(&world).into_map();
    let mut flat = Flat::new(&world);
    let mut scratch = GoalFieldScratch::default();
    let mut field = |goal| nav_map.goal_field(&profile, &[goal], &mut scratch).expect("a free goal");
    let goals: Vec<IVec2> = map.spread(3).iter().map(|query| query.goal).collect();
    verify(&world, &flat, &field(goals[0]), goals[0]);
    let before = memory::bytes_held();
    let kept = field(goals[0]);
    let bytes = memory::bytes_held().saturating_sub(before) as f64;
    drop(kept);
    let mut ratios = [Vec::new(), Vec::new()];
    let mut seconds = Vec::new();
    for _ in 0..rounds.max(1) {
        // The short ones several times, by turns.
        let (mut ours, mut fill) = (0.0, 0.0);
        for &goal in goals.iter().cycle().take(9) {
            fill += clock::cpu_time(|| drop(flat.breadth_first(goal))).as_secs_f64();
            ours += clock::cpu_time(|| drop(field(goal))).as_secs_f64();
        }
        let dijkstra = clock::cpu_time(|| drop(flat.dijkstra_all(goals[0]))).as_secs_f64();
        ratios[0].push(ours / fill);
        ratios[1].push(dijkstra / (ours / 9.0));
        seconds.push(ours / 9.0);
    }
    let free = map.free.iter().filter(|&&free| free).count() as f64;
    Built {
        map: map.name.to_string(),
        case,
        nanoseconds: clock::median(&seconds) * 1e9 / free,
        over_fill: clock::median(&ratios[0]),
        times_dijkstra: clock::median(&ratios[1]),
        bytes: bytes / map.free.len() as f64,
    }
}

/// Every cost must be that of `dijkstra_all`.
fn verify(world: &World, flat: &Flat, field: &GoalField, goal: IVec2) {
    let costs = flat.dijkstra_all(goal);
    for cell in (0..world.cell_count()).map(|index| world.cell(index)) {
        let known = if cell == goal { Some(0) } else { costs.get(&flat.node(cell)).map(|&(_, cost)| cost) };
        assert_eq!(field.cost(cell).map(|cost| cost.units()), known, "{}: {cell}", world.name);
    }
}

/// The figures of repairing a field on one map.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The map.
    pub map: String,
    /// The case that gave it its costs.
    pub case: &'static str,
    /// The time of a rebuild over that of a repair, for each placement and each sale.
    pub times_rebuild: Vec<f64>,
    /// Microseconds of each repair.
    pub microseconds: Vec<f64>,
    /// The share of repairs that fell back on a rebuild.
    pub rebuilt: f64,
}

impl Repaired {
    /// The ratio that this share of the repairs falls below.
    pub fn quantile(&self, share: f64) -> f64 {
        clock::quantile(&self.times_rebuild, share)
    }
}

/// Places towers one after another on the generated maps of 512² cells and sells each again.
///
/// # Panics
/// If a repaired field differs from one that was built again.
pub fn repair(case: &'static str, placements: usize) -> Vec<Repaired> {
    generate::wide(512).iter().map(|map| repair_on(map, case, placements)).collect()
}

/// A field on a map on which towers are placed and sold.
struct Site {
    map: NavMap,
    field: GoalField,
    scratch: GoalFieldScratch,
    stamp: DangerStamp,
}

impl Site {
    /// Nanoseconds of the repair after a tower was placed or sold: three by three cells of wall, danger all round. With it, whether
    /// the field was rebuilt.
    fn time(&mut self, middle: IVec2, place: bool) -> (f64, bool) {
        let cells = CellRect::of_cell(middle).grown(1).cells();
        self.map.seal_changes();
        if place {
            cells.for_each(|cell| self.map.block(cell));
            self.map.add_danger(0, &self.stamp, middle).expect("room for a stamp");
        } else {
            cells.for_each(|cell| self.map.unblock(cell));
            self.map.remove_danger(0, &self.stamp, middle).expect("a stamp to remove");
        }
        let (spent, repair) = clock::wall_nanoseconds(|| self.field.repair(&self.map, &mut self.scratch));
        (spent, repair.expect("the same map").rebuilt)
    }

    /// Nanoseconds of building the field again, the median of several.
    fn rebuild(&mut self) -> f64 {
        let goals = self.field.goals().to_vec();
        let profile = self.field.profile().clone();
        let mut build = || self.map.goal_field(&profile, &goals, &mut self.scratch);
        let times: Vec<f64> = (0..15).map(|_| clock::wall_nanoseconds(&mut build).0).collect();
        clock::median(&times)
    }

    fn verify(&mut self) {
        let profile = self.field.profile().clone();
        let fresh = self.map.goal_field(&profile, self.field.goals(), &mut self.scratch).expect("a goal");
        let everything = CellRect { min: IVec2::ZERO, max: self.map.grid().size().as_ivec2() - 1 };
        assert!(everything.cells().all(|cell| fresh.cost(cell) == self.field.cost(cell)));
    }
}

fn repair_on(map: &Map, case: &'static str, placements: usize) -> Repaired {
    eprintln!("repairs, {case}: {}", map.name);
    let world = Scenario::new(map, &Case::named(case), 0).world;
    let nav_map = Tilepath::new(&world).into_map();
    let goal = map.queries[0].goal;
    let mut scratch = GoalFieldScratch::default();
    let field = nav_map.goal_field(&CostProfile::default(), &[goal], &mut scratch).expect("a free goal");
    let stamp = DangerStamp::new(4.0, 3.0, Falloff::Linear).expect("a valid stamp");
    let mut site = Site { map: nav_map, field, scratch, stamp };
    let mut random = Rng::with_seed(map.seed());
    let rebuild = site.rebuild();
    let mut nanoseconds = Vec::new();
    let mut rebuilt = 0;
    for nth in 0..placements {
        let cell = || world.cell(random.usize(..world.cell_count()));
        let fits = |&cell: &IVec2| world.is_free(cell) && (cell - goal).abs().max_element() > 1;
        let middle = std::iter::repeat_with(cell).find(fits).expect("endless");
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..3 {
            for (times, place) in times.iter_mut().zip([true, false]) {
                let (spent, was_rebuilt) = site.time(middle, place);
                times.push(spent);
                rebuilt += usize::from(was_rebuilt);
                if nth % 100 == 0 {
                    site.verify();
                }
            }
        }
        nanoseconds.extend(times.map(|times| clock::median(&times)));
    }
    Repaired {
        map: map.name.to_string(),
        case,
        times_rebuild: nanoseconds.iter().map(|spent| rebuild / spent).collect(),
        microseconds: nanoseconds.iter().map(|spent| spent / 1e3).collect(),
        rebuilt: rebuilt as f64 / (6 * placements) as f64,
    }
}

/// Tables of both.
pub fn tables(maps: &[Map], rounds: usize) -> String {
    let mut table = "### Goal fields: one build (`fields`)\n\n| case | map | ns/free cell | time over breadth-first fill | × dijkstra_all | B/cell |\n|---|---|--:|--:|--:|--:|\n".to_owned();
    for built in CASES.iter().flat_map(|case| build(case, maps, rounds)) {
        let figures = [built.nanoseconds, built.over_fill, built.times_dijkstra, built.bytes].map(number);
        let _ = writeln!(table, "| {} | {} | {} |", built.case, built.map, figures.join(" | "));
    }
    table += "\n### Goal fields: a repair after a tower was placed or sold (`fields`)\n\n| case | map | median µs | 95th µs | × rebuild, median | × rebuild, 95th | rebuilt |\n|---|---|--:|--:|--:|--:|--:|\n";
    for repaired in CASES.iter().flat_map(|case| repair(case, 1000)) {
        let time = |share| clock::quantile(&repaired.microseconds, share);
        let figures = [time(0.5), time(0.95), repaired.quantile(0.5), repaired.quantile(0.05)].map(number);
        let share = repaired.rebuilt * 100.0;
        let _ = writeln!(
            table,
            "| {} | {} | {} | {share:.1} % |",
            repaired.case,
            repaired.map,
            figures.join(" | ")
        );
    }
    table
}
