//! The times of both engines on the same queries.

use super::grounds::{self, Ground};
use crate::{clock, map::Map, report::number};
use tilepath::{
    Budget, CostProfile, DiagonalRule, Engine, Grid, HexLayout, NavMap, Path, PathOptions, PathQuery,
    SampleSearches, SearchScratch, Topology,
};

/// What is timed.
#[derive(Clone, Copy, Debug)]
pub struct Engines {
    /// With the plugin's defaults, otherwise without landmarks.
    pub by_default: bool,
    /// The number of the draw: each has other maps of the same kinds.
    pub draw: u32,
    /// The queries of each map. Each is asked once, so it meets what earlier ones have left in the cache of jumps.
    pub queries: usize,
    /// The practice searches before.
    pub practice: u32,
    /// The side of the maps.
    pub side: i32,
}

/// The times of both engines on a map.
#[derive(Clone, Debug)]
pub struct Times {
    /// The map.
    pub map: String,
    /// CPU microseconds a query cell by cell.
    pub steps: f64,
    /// The same by jumps.
    pub jumps: f64,
    /// The engine that searches choose after a [comparison](NavMap::compare_engines).
    pub chosen: Engine,
    /// The engine that they choose before.
    pub by_rule: Engine,
}

impl Times {
    /// The time of the chosen engine, divided by the time of the better one.
    pub fn over_better(&self) -> f64 {
        self.of(self.chosen) / self.steps.min(self.jumps)
    }

    /// The time of the engine that is chosen before a comparison, divided by the time of the better one.
    pub fn rule_over_better(&self) -> f64 {
        self.of(self.by_rule) / self.steps.min(self.jumps)
    }

    fn of(&self, engine: Engine) -> f64 {
        if engine == Engine::Jumps { self.jumps } else { self.steps }
    }
}

/// Times both engines on generated maps on which they differ.
///
/// # Panics
/// If their costs differ.
pub fn times(engines: &Engines) -> Vec<Times> {
    let timed = |(ground, topology): (&Ground, Topology)| {
        let times = time(ground, topology, engines);
        let [steps, jumps] = [times.steps, times.jumps].map(number);
        let Times { map, chosen, by_rule, .. } = &times;
        eprintln!(
            "engines: {map}: µs a query by steps {steps}, by jumps {jumps}, chosen {chosen:?}, by rule {by_rule:?}"
        );
        times
    };
    let grounds = grounds::all(engines.side, engines.draw);
    let all = grounds.iter().flat_map(|ground| topologies().map(move |topology| (ground, topology)));
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

fn time(Ground { map, classes }: &Ground, topology: Topology, engines: &Engines) -> Times {
    let grid = Grid::from_fn(map.size.as_uvec2(), |cell| classes[(cell.y * map.size.x + cell.x) as usize]);
    let profile = CostProfile::default();
    let mut nav_map = NavMap::new(grid.expect("a valid size"), topology);
    nav_map.prepare(&profile);
    if engines.by_default {
        nav_map.prepare_landmarks(&profile);
    }
    let queries: Vec<PathQuery> =
        map.spread(engines.queries).iter().map(|query| PathQuery::new(query.start, query.goal)).collect();
    let mut path = Path::default();
    let [(steps, costs), (jumps, same_costs)] = [Engine::Steps, Engine::Jumps].map(|engine| {
        let mut search = SearchScratch::new();
        search.force_engine(Some(engine));
        nav_map.warm_up(&profile, &mut search, 0..engines.practice, &mut path);
        let mut costs = Vec::with_capacity(queries.len());
        // Where straight steps lead everywhere, diagonal ones and those between hexagons do, too.
        let seconds = clock::cpu_time(|| {
            for query in &queries {
                nav_map.find_path_into(&profile, query.clone(), &mut search, &mut path).expect("a path");
                costs.push(path.cost());
            }
        });
        (seconds.as_secs_f64() * 1e6 / queries.len() as f64, costs)
    });
    assert_eq!(costs, same_costs, "{}", map.name);
    let by_rule = nav_map.engine(&profile, &PathOptions::DEFAULT).engine;
    let mut samples = SampleSearches::default();
    let _ = nav_map.compare_engines(&profile, &mut samples, &mut Budget::unlimited());
    let chosen = nav_map.engine(&profile, &PathOptions::DEFAULT).engine;
    Times { map: name(map, topology), steps, jumps, chosen, by_rule }
}
