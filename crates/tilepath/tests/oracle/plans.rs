//! What is in reach, what a blockade does, and what is nearest, compared with the brute force.

use crate::{
    case::{Case, Plan},
    geometry::squared,
    ground::Ground,
};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    Cost, PathError, PathQuery, Reachable, SearchScratch,
    placement::{CutScratch, Route, RouteOutcome},
};

/// Scratch memory that is used for one map after the other.
#[derive(Default)]
pub struct Scratch {
    reachable: Reachable,
    cut: CutScratch,
}

pub fn check(case: &Case, random: &mut Rng, search: &mut SearchScratch, scratch: &mut Scratch) {
    let (start, goal) = (case.random_cell(random), case.random_cell(random) - random.i32(0..2));
    let (own, plan) = (case.random_own(start, random), case.random_plan(random));
    let (now, then) = (case.seen(&own, &Plan::default()), case.seen(&own, &plan));
    check_questions(case, &own, &now, start, goal);
    check_reachable(case, (&own, None), &now, start, random, scratch);
    check_reachable(case, (&own, Some(&plan)), &then, start, random, scratch);
    let route = Route::new(start, goal);
    let path = case.map.without_obstacles(&own).path_after(&case.profile, &plan.blockade(), route, search);
    match path {
        Ok(path) => {
            then.check_path(&path, start);
            assert_eq!(Some(u64::from(path.cost().units())), cost(&then, start, goal));
        }
        Err(error) => {
            assert_eq!(cost(&then, start, goal), None, "{error}");
            assert_eq!(error, refusal(&then, start, goal));
        }
    }
    check_routes(case, &plan, route, scratch);
}

/// The cost of the cheapest path, if it may end at the goal.
fn cost(ground: &Ground, start: IVec2, goal: IVec2) -> Option<u64> {
    ground.cost(start, goal).filter(|_| ground.lets_end(goal))
}

/// Why there is no path.
fn refusal(ground: &Ground, start: IVec2, goal: IVec2) -> PathError {
    match ground.index(goal) {
        _ if ground.weight(start) == 0 => PathError::StartBlocked(start),
        None => PathError::GoalOutside(goal),
        Some(_) if !ground.lets_end(goal) => PathError::GoalBlocked(goal),
        Some(_) => PathError::Unreachable { start, goal },
    }
}

/// Whether cells are connected, whether a barrier separates them, and which free cell is the nearest.
fn check_questions(case: &Case, own: &[IVec2], ground: &Ground, start: IVec2, goal: IVec2) {
    let (map, profile) = (case.map.without_obstacles(own), &case.profile);
    let is_connected = cost(ground, start, goal).is_some();
    assert_eq!(map.can_reach(profile, start, goal), is_connected);
    if own.is_empty() {
        assert_eq!(case.map.can_reach(profile, start, goal), is_connected);
    }
    let query = PathQuery::new(start, goal).with_own_obstacles(own.iter().copied());
    if let Ok(barrier) = case.map.barrier(profile, &query) {
        assert_eq!(barrier.separates(), !is_connected);
    }
    let free = ground.cells().filter(|&cell| ground.weight(cell) > 0);
    let nearest = free.min_by_key(|&cell| (squared(ground.shape, cell, goal), cell.y, cell.x));
    assert_eq!(map.nearest_free(profile, goal), nearest);
}

/// The cells in reach are the cells that the brute force reaches within the budget, at its costs.
fn check_reachable(
    case: &Case,
    (own, plan): (&[IVec2], Option<&Plan>),
    ground: &Ground,
    start: IVec2,
    random: &mut Rng,
    scratch: &mut Scratch,
) {
    let budget = match random.u8(..4) {
        0 => Cost::INFINITE,
        _ => Cost::from_units(random.u32(..400_000)),
    };
    let (map, reachable) = (case.map.without_obstacles(own), &mut scratch.reachable);
    let answer = match plan {
        None => map.reachable(&case.profile, start, budget, reachable),
        Some(plan) => map.reachable_after(&case.profile, &plan.blockade(), start, budget, reachable),
    };
    if ground.weight(start) == 0 {
        assert_eq!((answer, reachable.cells().count()), (Err(PathError::StartBlocked(start)), 0));
        return;
    }
    assert_eq!(answer, Ok(()));
    for (cell, known) in ground.cells().zip(ground.brute_force(start)) {
        let known = known.filter(|&cost| cost <= budget.units().into() && ground.lets_end(cell));
        assert_eq!(reachable.cost(cell).map(|cost| cost.units().into()), known, "{cell}");
        let path = reachable.path_to(cell);
        let steps =
            path.as_ref().map(|path| path.windows(2).map(|pair| ground.step(pair[0], pair[1]).unwrap()));
        assert_eq!(steps.map(Iterator::sum::<u64>), known);
    }
}

/// An open route stays open exactly if its ends are connected with the blockade in place.
fn check_routes(case: &Case, plan: &Plan, route: Route, scratch: &mut Scratch) {
    let (now, then) = (case.seen(&[], &Plan::default()), case.seen(&[], plan));
    let Route { start, goal } = route;
    let expected = match (cost(&now, start, goal), cost(&then, start, goal)) {
        (None, _) => RouteOutcome::AlreadyCut(refusal(&now, start, goal)),
        (_, None) => RouteOutcome::Cut(refusal(&then, start, goal)),
        _ => RouteOutcome::Open,
    };
    let placement = case.map.check_routes(&case.profile, &plan.blockade(), &[route], &mut scratch.cut);
    assert_eq!(placement.outcomes(), [expected]);
}
