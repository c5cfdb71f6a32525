//! The choice between the two search engines: both are timed on the same queries.

use crate::{clock, defaults, generate, map::Map, report::number};
use tilepath::{
    CostProfile, DiagonalRule, Engine, Grid, HexLayout, NavMap, Path, PathOptions, PathQuery, SearchScratch,
    Topology,
};

/// The side of the maps.
const SIDE: i32 = 512;

/// The times of both engines on a map.
#[derive(Clone, Debug)]
pub struct Times {
    /// The map.
    pub map: String,
    /// CPU microseconds a query cell by cell.
    pub steps: f64,
    /// The same by jumps.
    pub jumps: f64,
    /// The engine that searches choose.
    pub chosen: Engine,
}

impl Times {
    /// The time of the chosen engine, divided by the time of the better one.
    pub fn over_better(&self) -> f64 {
        let chosen = if self.chosen == Engine::Jumps { self.jumps } else { self.steps };
        chosen / self.steps.min(self.jumps)
    }
}

/// Times both engines in turn on generated maps on which they differ, by the plugin's defaults or without landmarks. Returns the median of
/// the rounds.
///
/// # Panics
/// If their costs differ.
pub fn times(by_default: bool, queries: usize, rounds: usize) -> Vec<Times> {
    let timed = |(map, topology): (&Map, Topology)| {
        let times = time(map, topology, by_default, queries, rounds);
        let [steps, jumps] = [times.steps, times.jumps].map(number);
        let (map, chosen) = (&times.map, times.chosen);
        eprintln!("engines: {map}: µs a query by steps {steps}, by jumps {jumps}, chosen {chosen:?}");
        times
    };
    let grounds = generate::engines(SIDE);
    let all = grounds.iter().flat_map(|map| topologies().map(move |topology| (map, topology)));
    all.map(timed).collect()
}

/// Every diagonal rule, and hexagons.
fn topologies() -> impl Iterator<Item = Topology> {
    let squares = DiagonalRule::ALL.into_iter().map(Topology::square);
    squares.chain([Topology::hex(HexLayout::OddRows)])
}

fn name(map: &Map, topology: Topology) -> String {
    let rule =
        if topology.shape().is_hex() { "hexagons".into() } else { format!("{:?}", topology.diagonals()) };
    format!("{}, {rule}", map.name)
}

fn time(map: &Map, topology: Topology, by_default: bool, queries: usize, rounds: usize) -> Times {
    let grid = Grid::from_fn(map.size.as_uvec2(), |cell| {
        u8::from(map.free[(cell.y * map.size.x + cell.x) as usize])
    });
    let profile = CostProfile::default();
    let mut nav_map = NavMap::new(grid.expect("a valid size"), topology);
    nav_map.prepare(&profile);
    let mut searches = [Engine::Steps, Engine::Jumps].map(|engine| {
        let mut search = SearchScratch::new();
        search.force_engine(Some(engine));
        if by_default {
            defaults::load(&mut nav_map, &profile, &mut search);
        }
        search
    });
    let queries: Vec<PathQuery> =
        map.spread(queries).iter().map(|query| PathQuery::new(query.start, query.goal)).collect();
    let mut path = Path::default();
    let mut ask = |search: &mut SearchScratch, query: &PathQuery| {
        nav_map.find_path_into(&profile, query.clone(), search, &mut path).expect("a path");
        path.cost()
    };
    // Where straight steps lead everywhere, diagonal ones and those between hexagons do, too.
    for query in &queries {
        let [steps, jumps] = searches.each_mut().map(|search| ask(search, query));
        assert_eq!(steps, jumps, "{}: {query:?}", map.name);
    }
    let mut seconds = [const { Vec::new() }; 2];
    for _ in 0..rounds.max(1) {
        for (search, seconds) in searches.iter_mut().zip(&mut seconds) {
            let all = || {
                for query in &queries {
                    ask(search, query);
                }
            };
            seconds.push(clock::cpu_time(all).as_secs_f64());
        }
    }
    let [steps, jumps] = seconds.map(|seconds| clock::median(&seconds) * 1e6 / queries.len() as f64);
    let chosen = nav_map.engine(&profile, &PathOptions::DEFAULT).engine;
    Times { map: name(map, topology), steps, jumps, chosen }
}
