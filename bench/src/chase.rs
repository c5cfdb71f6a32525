//! A target that walks, with agents near it: a goal field that grows as far as they are, against one built anew for each of its cells.

use crate::{
    clock, generate,
    map::Map,
    ours::Tilepath,
    scenario::{Case, Scenario},
};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{Budget, CellRect, CostProfile, GoalFieldScratch, NavMap, PathQuery, SearchScratch};

/// The number of cells that the target walks, agents that follow it, and tiles that they are away at most.
const CELLS: usize = 200;
const AGENTS: usize = 50;
const DISTANCE: i32 = 40;

/// On weighted maps of 512² cells, how many times faster a growing field follows the target: CPU time, the median of the rounds.
///
/// # Panics
/// If a cost is not that of a field that is built anew.
pub fn speed_ups(rounds: usize) -> Vec<(String, f64)> {
    generate::wide(512).iter().map(|map| (map.name.to_string(), speed_up(map, rounds))).collect()
}

fn speed_up(map: &Map, rounds: usize) -> f64 {
    eprintln!("chase: {}", map.name);
    let world = Scenario::new(map, &Case::named("weighted"), 0).world;
    let profile = CostProfile::default();
    let nav_map = Tilepath::new(&world).into_map();
    let mut search = SearchScratch::new();
    let mut walk_of = |query: PathQuery| {
        let path = nav_map.find_path(&profile, query, &mut search, &mut ()).ok()?;
        (path.cells().len() >= CELLS).then(|| path.cells()[..CELLS].to_vec())
    };
    let walk = map.queries.iter().rev().find_map(|query| walk_of(PathQuery::new(query.start, query.goal)));
    let walk = walk.expect("a long path");
    let mut random = Rng::with_seed(map.seed());
    let agents: Vec<Vec<IVec2>> =
        walk.iter().map(|&target| agents_near(&nav_map, target, &mut random)).collect();
    let mut scratch = GoalFieldScratch::default();
    let mut field = nav_map.growing_goal_field(&profile, &walk[..1]).expect("a free goal");
    let mut ratios = Vec::new();
    for round in 0..rounds.max(1) {
        let (mut ours, mut anew) = (0.0, 0.0);
        for (target, agents) in walk.iter().zip(&agents) {
            ours += clock::wall_nanoseconds(|| {
                field.regrow(&nav_map, &[*target]).expect("a free goal");
                assert!(field.grow(&nav_map, agents, &mut Budget::unlimited(), &mut scratch).is_ready());
            })
            .0;
            let (spent, fresh) =
                clock::wall_nanoseconds(|| nav_map.goal_field(&profile, &[*target], &mut scratch));
            anew += spent;
            let fresh = fresh.expect("a free goal");
            let same = |&agent: &IVec2| field.cost(agent) == fresh.cost(agent);
            assert!(round > 0 || agents.iter().all(same), "{}: {target}", map.name);
        }
        ratios.push(anew / ours);
    }
    clock::median(&ratios)
}

/// Free cells near the target from which it can be reached.
fn agents_near(map: &NavMap, target: IVec2, random: &mut Rng) -> Vec<IVec2> {
    let profile = CostProfile::default();
    let regions = map.regions(&profile).expect("a map that is prepared");
    let around = CellRect::of_cell(target).grown(DISTANCE);
    let cell = || {
        let offset = IVec2::new(random.i32(0..=2 * DISTANCE), random.i32(0..=2 * DISTANCE));
        around.min + offset
    };
    let is_near = |&cell: &IVec2| {
        (cell - target).length_squared() <= DISTANCE * DISTANCE && regions.connected(cell, target)
    };
    std::iter::repeat_with(cell).filter(is_near).take(AGENTS).collect()
}
