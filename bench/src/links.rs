//! What links cost: queries, goal fields, preparation and edits on a map with links, beside those on the same map without.

use crate::{
    args::Links,
    clock::{mean, wall_nanoseconds},
    map::Map,
    maps,
    report::print_mean_and_worst,
    scenario::grid_of,
};
use core::hint::black_box;
use fastrand::Rng;
use glam::IVec2;
use std::error::Error;
use tilepath::{CostProfile, GoalFieldScratch, NavLink, NavMap, PathQuery, SearchScratch, Topology};

/// Queries, fields and edits of each map, and how often each is timed.
const QUERIES: usize = 100;
const FIELDS: usize = 4;
const EDITS: usize = 200;
const ROUNDS: usize = 3;

const COLUMNS: usize = 8;

/// Prints for each map how many times as long queries, goal fields, preparation and the edit of a tile take with links as without, and how many
/// times as long as the edit of a tile it takes to add a link or to remove it. *Portals* cost nothing besides a step; *stairs* cost as much as
/// the straight way.
///
/// # Errors
/// If a map can't be read.
pub fn run(args: &Links) -> Result<(), Box<dyn Error>> {
    println!(
        "| map | query, portals | nodes | query, stairs | nodes | field, stairs | prepare | edit | switch |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut columns: [Vec<f64>; COLUMNS] = Default::default();
    for map in maps::of(args.maps.as_deref())? {
        let figures = figures(&map, args)?;
        println!("| {} | {} |", map.name, figures.map(|figure| format!("{figure:.2}")).join(" | "));
        columns.iter_mut().zip(figures).for_each(|(column, figure)| column.push(figure));
    }
    print_mean_and_worst(&columns);
    Ok(())
}

/// Links between free cells.
fn links(map: &NavMap, count: usize, is_portal: bool) -> Vec<NavLink> {
    let profile = CostProfile::default();
    let mut random = Rng::with_seed(11);
    let size = map.grid().size().as_ivec2();
    let mut free = || loop {
        let cell = IVec2::new(random.i32(0..size.x), random.i32(0..size.y));
        if map.is_free(&profile, cell) {
            return cell;
        }
    };
    let pairs = core::iter::repeat_with(|| (free(), free())).filter(|(from, to)| from != to);
    let linked = pairs.filter_map(|(from, to)| {
        let link = NavLink::new(from, to).two_way();
        let lengths = map.topology().lengths();
        let straight = tilepath::Heuristic::Auto.estimate(from, to, map.topology(), tilepath::PLAIN_WEIGHT);
        if is_portal { Some(link) } else { link.with_length(lengths.in_tiles(straight) as f32).ok() }
    });
    linked.take(count).collect()
}

fn with(map: &NavMap, links: &[NavLink]) -> Result<NavMap, Box<dyn Error>> {
    let mut linked = map.clone();
    linked.edit(|edits| links.iter().try_for_each(|&link| edits.link(link)))?;
    Ok(linked)
}

fn figures(of: &Map, args: &Links) -> Result<[f64; COLUMNS], Box<dyn Error>> {
    let plain = NavMap::new(grid_of(of, args.is_weighted)?, Topology::default());
    let (portals, stairs) = (links(&plain, args.links, true), links(&plain, args.links, false));
    let profile = CostProfile::default();
    let prepare = |map: &NavMap| -> (NavMap, f64) {
        let mut times = Vec::new();
        let mut fresh = map.clone();
        for _ in 0..ROUNDS {
            fresh = map.clone();
            times.push(wall_nanoseconds(|| fresh.prepare(&profile)).0);
        }
        (fresh, times.into_iter().fold(f64::INFINITY, f64::min))
    };
    let (mut alone, prepare_alone) = prepare(&plain);
    let (with_portals, _) = prepare(&with(&plain, &portals)?);
    let (mut with_stairs, prepare_linked) = prepare(&with(&plain, &stairs)?);
    let [before, over_portals, over_stairs] =
        [&alone, &with_portals, &with_stairs].map(|map| queries(of, map));
    let fields = [&alone, &with_stairs].map(|map| goal_fields(of, map));
    let edit_alone = edits(&mut alone, of);
    let edit_linked = edits(&mut with_stairs, of);
    let mut times = Vec::new();
    for link in stairs.iter().cycle().take(EDITS) {
        times.push(wall_nanoseconds(|| with_stairs.unlink(*link)).0);
        times.push(wall_nanoseconds(|| with_stairs.link(*link)).0);
    }
    black_box(&with_stairs);
    Ok([
        over_portals[0] / before[0],
        over_portals[1] / before[1],
        over_stairs[0] / before[0],
        over_stairs[1] / before[1],
        fields[1] / fields[0],
        prepare_linked / prepare_alone,
        edit_linked / edit_alone,
        mean(&times) / edit_alone,
    ])
}

/// The mean time of a query, and the mean number of nodes that it expands.
fn queries(of: &Map, map: &NavMap) -> [f64; 2] {
    let (profile, mut search) = (CostProfile::default(), SearchScratch::new());
    let (mut times, mut nodes) = (Vec::new(), Vec::new());
    for asked in of.queries.iter().step_by((of.queries.len() / QUERIES).max(1)) {
        let query = PathQuery::new(asked.start, asked.goal);
        let timed = (0..ROUNDS).map(|_| {
            let (time, found) =
                wall_nanoseconds(|| map.find_path(&profile, query.clone(), &mut search, &mut ()));
            (time, found.map_or(0, |path| path.nodes_expanded()))
        });
        let timed: Vec<(f64, u32)> = timed.collect();
        times.push(timed.iter().map(|&(time, _)| time).fold(f64::INFINITY, f64::min));
        nodes.push(timed.first().map_or(0.0, |&(_, nodes)| f64::from(nodes)));
    }
    [mean(&times), mean(&nodes)]
}

/// The mean time of a goal field.
fn goal_fields(of: &Map, map: &NavMap) -> f64 {
    let (profile, mut scratch) = (CostProfile::default(), GoalFieldScratch::default());
    let goals = of.queries.iter().step_by((of.queries.len() / FIELDS).max(1)).map(|asked| asked.goal);
    let time = |goal: IVec2, scratch: &mut GoalFieldScratch| {
        let times = (0..ROUNDS).map(|_| {
            let (time, field) = wall_nanoseconds(|| map.goal_field(&profile, &[goal], scratch));
            black_box(field.is_ok());
            time
        });
        times.fold(f64::INFINITY, f64::min)
    };
    mean(&goals.map(|goal| time(goal, &mut scratch)).collect::<Vec<_>>())
}

/// The mean time of the edit of a tile: a free cell becomes a wall, and free again.
fn edits(map: &mut NavMap, of: &Map) -> f64 {
    let (profile, mut random) = (CostProfile::default(), Rng::with_seed(9));
    let mut times = Vec::new();
    while times.len() < 2 * EDITS {
        let cell = IVec2::new(random.i32(0..of.size.x), random.i32(0..of.size.y));
        if !map.is_free(&profile, cell) {
            continue;
        }
        times.push(wall_nanoseconds(|| map.block(cell)).0);
        times.push(wall_nanoseconds(|| map.unblock(cell)).0);
    }
    mean(&times)
}
