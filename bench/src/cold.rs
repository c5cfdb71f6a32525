//! The first queries after a map was loaded: nothing is learnt yet, nothing is in the processor's caches that loading has not left there.

use crate::{
    clock,
    entrant::Solver,
    map::Map,
    measure::WrongCost,
    ours::Tilepath,
    peers,
    scenario::{Case, Scenario},
    world::World,
};
use fastrand::Rng;

/// The number of queries that are asked.
pub const QUERIES: usize = 300;
/// The first so many of them count for themselves.
pub const FIRST: usize = 10;
/// How many maps are loaded to be asked as many first queries each, because so few of them vary.
const LOADS: usize = 6;

/// The speed-ups on one map.
#[derive(Clone, Debug)]
pub struct Cold {
    /// The map.
    pub map: String,
    /// Of the first [`FIRST`] queries.
    pub first: f64,
    /// Of all.
    pub all: f64,
    /// Of the first [`FIRST`] queries, if they are asked at once: without landmarks and practice searches.
    pub at_once: f64,
}

/// Measures the case `uniform` with the defaults: the CPU time of `pathfinding` over ours. Loading does not count.
///
/// # Errors
/// [`WrongCost`] if our costs are not those of `pathfinding`.
pub fn measure(map: &Map) -> Result<Cold, WrongCost> {
    let scenario = Scenario::new(map, &Case::named("uniform"), QUERIES);
    let mut reference = (peers::REFERENCE.enter)(&scenario.world);
    let mut queries: Vec<_> = scenario.queries().map(|query| (query.start, query.goal)).collect();
    // Scenario files begin with the shortest ones.
    Rng::with_seed(map.seed()).shuffle(&mut queries);
    let groups: Vec<_> = queries.chunks(FIRST).collect();
    let ask = |solver: &mut dyn Solver, groups: &[&[_]]| {
        let mut costs = Vec::with_capacity(QUERIES);
        let seconds = groups.iter().map(|group| {
            let work = || {
                for &(start, goal) in *group {
                    let found = solver.solve(start, goal);
                    costs.push(found.then(|| solver.claimed_cost()));
                }
            };
            clock::cpu_time(work).as_secs_f64()
        });
        let seconds: Vec<f64> = seconds.collect();
        (seconds, costs)
    };
    let (reference, right) = ask(reference.as_mut(), &groups);
    let fresh = |load: fn(&World) -> Tilepath, groups: &[&[_]]| {
        let (seconds, costs) = ask(&mut load(&scenario.world), groups);
        (seconds.iter().sum::<f64>(), costs)
    };
    let first = |load: fn(&World) -> Tilepath| {
        let mut first = [0.0; 2];
        for nth in 0..LOADS.min(groups.len()) {
            let (seconds, costs) = fresh(load, &groups[nth..=nth]);
            first[0] += reference[nth];
            first[1] += seconds;
            check(map, &costs, &right[nth * FIRST..][..costs.len()])?;
        }
        Ok(first[0] / first[1])
    };
    let (all, costs) = fresh(Tilepath::with_defaults, &groups);
    check(map, &costs, &right)?;
    let all = reference.iter().sum::<f64>() / all;
    let (at_once, first) = (first(Tilepath::new)?, first(Tilepath::with_defaults)?);
    Ok(Cold { map: map.name.to_string(), first, all, at_once })
}

fn check(map: &Map, ours: &[Option<Option<u64>>], right: &[Option<Option<u64>>]) -> Result<(), WrongCost> {
    match ours.iter().zip(right).position(|(ours, right)| ours != right) {
        None => Ok(()),
        Some(nth) => {
            let (ours, right) = (ours[nth], right[nth]);
            Err(WrongCost::new(format!("cold, {}, query {nth}: {ours:?}, right is {right:?}", map.name)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn the_first_queries_are_timed_and_another_cost_is_an_error() {
        let map = generate::single_obstacles(40);
        let cold = measure(&map).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(cold.first > 0.0 && cold.all > 0.0);
        let wrong = check(&map, &[Some(Some(3)), None], &[Some(Some(3)), Some(Some(4))]).unwrap_err();
        assert!(wrong.to_string().contains("query 1"), "{wrong}");
    }
}
