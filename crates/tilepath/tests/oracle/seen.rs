//! The map as one agent sees it, for the brute force.

use crate::{
    geometry::{centre, squared},
    ground::Ground,
};
use glam::IVec2;
use std::collections::BTreeMap;
use tilepath::{CellRect, CostProfile, EdgeWall, NavMap, PathOptions};

/// The map as an agent sees it that does not notice these obstacles.
pub fn ground(map: &NavMap, profile: &CostProfile, own: &[IVec2]) -> Ground {
    let (topology, layers) = (map.topology(), map.danger_layers());
    let lengths = topology.lengths();
    let classes = |cell: IVec2| {
        let own = own.iter().filter(|&&own| own == cell).count() as u32;
        let obstacles = map.obstacle_classes(cell).filter(|&(class, count)| class != 0 || count > own);
        let mut classes: Vec<u8> = obstacles.map(|(class, _)| class).collect();
        if classes.is_empty() {
            classes.push(map.terrain(cell).expect("a cell of the map"));
        }
        classes
    };
    // What an agent covers whose middle is on the cell. `None` if it would reach beyond the map.
    let covered = |cell: IVec2| -> Option<Vec<u8>> {
        let cells = map.cells_covered(profile, cell);
        let classes = cells.map(|cell| map.grid().contains(cell).then(|| classes(cell)));
        Some(classes.collect::<Option<Vec<_>>>()?.concat())
    };
    let weight = |(index, (cell, _)): (usize, (IVec2, u8))| {
        let Some(covered) = covered(cell) else { return 0 };
        let costs: Vec<u16> = covered.into_iter().map(|class| profile.cost(class)).collect();
        let cost = if costs.contains(&0) { 0 } else { costs.into_iter().max().unwrap_or(0) };
        let danger = layers.iter().enumerate().map(|(layer, danger)| {
            // Aversions are 8.8 fixed-point numbers.
            let aversion = (f64::from(profile.aversion(layer).get()) * 256.0).round() as u64;
            (u64::from(danger.units()[index]) * aversion + 128) / 256
        });
        match u64::from(cost) {
            0 => 0,
            cost => 16 * cost + danger.sum::<u64>(),
        }
    };
    let is_passed = |class: u8| profile.pass_through().contains(class);
    Ground {
        origin: map.grid().origin(),
        size: map.grid().size().as_ivec2(),
        shape: topology.shape(),
        rule: topology.diagonals(),
        straight: lengths.straight().into(),
        diagonal: lengths.diagonal().into(),
        weights: map.grid().cells().enumerate().map(weight).collect(),
        links: links(map, profile),
        bars: bars(map, profile),
        passed: map
            .grid()
            .cells()
            .map(|(cell, _)| covered(cell).is_some_and(|all| all.into_iter().any(is_passed)))
            .collect(),
    }
}

/// The steps over links, as an agent prices them.
fn links(map: &NavMap, profile: &CostProfile) -> Vec<(IVec2, IVec2, u64)> {
    let straight = u64::from(map.topology().lengths().straight());
    let priced = map.links().map(|(link, _)| link).filter(|link| profile.cost(link.class()) > 0);
    let steps = priced.flat_map(|link| {
        let sixteenths = (link.length() * 16.0) as u64;
        let extra = straight * sixteenths * u64::from(profile.cost(link.class()));
        let back = link.is_two_way().then_some((link.to(), link.from(), extra));
        [(link.from(), link.to(), extra)].into_iter().chain(back)
    });
    steps.collect()
}

/// The steps that walls on edges stop, as an agent meets them. One wider than a cell is stopped if a wall stops a cell that it covers, or if it
/// would stand on both sides of a wall without having come over it; it pays for a wall when it first comes over it.
fn bars(map: &NavMap, profile: &CostProfile) -> Vec<(IVec2, IVec2, Option<u64>)> {
    let straight = u64::from(map.topology().lengths().straight());
    let priced = walls_met(map, profile).into_iter().map(|(from, to, class, length)| {
        let cost = u64::from(profile.cost(class));
        (from, to, (cost > 0).then(|| straight * (length * 16.0) as u64 * cost))
    });
    priced.collect()
}

/// The same steps, each with the class and the length of the wall.
pub fn walls_met(map: &NavMap, profile: &CostProfile) -> Vec<(IVec2, IVec2, u8, f32)> {
    let shape = map.topology().shape();
    let walls = map.edge_walls().flat_map(|(wall, _)| {
        let there = (!wall.is_one_way()).then_some((wall.from(), wall.to(), wall));
        [(wall.to(), wall.from(), wall)].into_iter().chain(there)
    });
    let walls: Vec<(IVec2, IVec2, EdgeWall)> = walls.collect();
    let near = |cell: IVec2| {
        CellRect::of_cell(cell).grown(2).cells().filter(move |&to| squared(shape, cell, to) == 1)
    };
    let along = |from: IVec2, to: IVec2| {
        let base = from - (from & 1);
        let (a, b) = (centre(shape, from - base), centre(shape, to - base));
        (b.0 - a.0, b.1 - a.1)
    };
    let mut longest: BTreeMap<([i32; 2], [i32; 2], u8), f32> = BTreeMap::new();
    let places = map.grid().bounds().grown(1).cells();
    for (place, next) in places.flat_map(|place| near(place).map(move |next| (place, next))) {
        let [here, there] = [place, next].map(|at| map.cells_covered(profile, at).collect::<Vec<IVec2>>());
        let step = along(place, next);
        for &(from, to, wall) in &walls {
            let over = along(from, to);
            let (turn, is_ahead) =
                (step.0 * over.1 - step.1 * over.0, step.0 * over.0 + step.1 * over.1 > 0.0);
            let is_along = turn.abs() < 1e-9;
            let crosses = is_along && is_ahead && here.contains(&from);
            let slides = !is_along
                && [from, to].iter().all(|cell| there.contains(cell))
                && ![from, to].iter().all(|cell| here.contains(cell));
            if crosses || slides {
                let length = if crosses && here.contains(&to) { 0.0 } else { wall.length() };
                let known = longest.entry((place.into(), next.into(), wall.class())).or_insert(length);
                *known = known.max(length);
            }
        }
    }
    longest.into_iter().map(|((from, to, class), length)| (from.into(), to.into(), class, length)).collect()
}

/// The places at which an agent reaches these goals if its range is 0: where it covers one of them, or where its middle is on one.
pub fn goal_places(
    map: &NavMap,
    profile: &CostProfile,
    goals: &[IVec2],
    options: &PathOptions,
) -> Vec<IVec2> {
    if options.by_middle || profile.size() == 1 {
        return goals.to_vec();
    }
    let reach = i32::from(profile.size());
    let near = |goal: IVec2| {
        (-reach..=reach).flat_map(move |y| (-reach..=reach).map(move |x| goal + IVec2::new(x, y)))
    };
    let covers = |place: IVec2, goal: IVec2| map.cells_covered(profile, place).any(|cell| cell == goal);
    let places = |&goal: &IVec2| near(goal).filter(move |&place| covers(place, goal));
    goals.iter().flat_map(places).collect()
}

/// Whether a path with these options may end in a cell.
pub fn is_end(ground: &Ground, cell: IVec2, goals: &[IVec2], options: &PathOptions) -> bool {
    let range = f64::from(options.range);
    let mut goals = goals.iter().filter(|_| ground.lets_end(cell));
    goals.any(|&goal| {
        squared(ground.shape, cell, goal) as f64 <= range * range
            && (!options.in_sight || ground.sees(cell, goal))
    })
}

/// The cost of the cheapest path to one of the goals. `None` if there is no path.
pub fn cheapest(ground: &Ground, start: IVec2, goals: &[IVec2], options: &PathOptions) -> Option<u64> {
    if let ([goal], 0.0) = (goals, options.range) {
        return ground.cost(start, *goal).filter(|_| ground.lets_end(*goal));
    }
    let costs = ground.brute_force(start);
    let ends = ground.cells().zip(costs).filter_map(|(cell, cost)| Some((cell, cost?)));
    ends.filter(|&(cell, _)| is_end(ground, cell, goals, options)).map(|(_, cost)| cost).min()
}
