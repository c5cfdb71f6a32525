//! What a query leaves behind: allocations, and expansions where there is nothing to find.

use crate::{
    entrant::Solver,
    extremes,
    map::Map,
    memory,
    ours::{self, Mode, Tilepath},
    scenario::{Case, Event, Scenario},
};

/// Allocations per query once every query was asked before, the most over all maps, uniform and weighted, with and without landmarks.
pub fn allocations_per_query(maps: &[Map]) -> f64 {
    let cases = ["uniform", "weighted"].map(Case::named);
    let per_map = maps.iter().flat_map(|map| cases.iter().map(move |case| on_map(map, case)));
    per_map.fold(0.0, f64::max)
}

fn on_map(map: &Map, case: &Case) -> f64 {
    let scenario = Scenario::new(map, case, 10);
    ours::TIMED.into_iter().map(|mode| in_mode(&scenario, mode)).fold(0.0, f64::max)
}

fn in_mode(scenario: &Scenario, mode: Mode) -> f64 {
    let mut tilepath = (mode.load)(&scenario.world);
    let mut ask_all = || {
        for event in &scenario.events {
            if let Event::Query(query) = event {
                tilepath.solve(query.start, query.goal);
            }
        }
    };
    ask_all();
    memory::allocations(ask_all) as f64 / scenario.query_count() as f64
}

/// Nodes that our plain mode expands before it reports that a walled-in goal can't be reached.
pub fn expansions_of_unreachable() -> f64 {
    Tilepath::new(&extremes::walled_in(64)).expansions_in_vain(extremes::START, extremes::GOAL)
}
