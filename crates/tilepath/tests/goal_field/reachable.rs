//! Cells within a cost of a start, compared with brute force and with searches.

use crate::{case::Case, properties::for_each_seed};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    Cost, CostProfile, Grid, HexLayout, NavMap, PathError, PathQuery, Reachable, SearchScratch, Shape,
    Topology,
};

/// The cost from the start to each cell: takes every step that improves a cost until none does.
fn costs_from(case: &Case, start: IVec2) -> Vec<Option<u64>> {
    let mut costs = vec![None; case.map.grid().len()];
    if case.weight(start) > 0 {
        costs[case.map.grid().index(start).unwrap()] = Some(0);
    }
    let steps = case.steps();
    loop {
        let mut improved = false;
        for &(from, to, step) in &steps {
            if let Some(cost) = costs[from].map(|cost: u64| cost + step)
                && costs[to].is_none_or(|known| cost < known)
            {
                costs[to] = Some(cost);
                improved = true;
            }
        }
        if !improved {
            return costs;
        }
    }
}

/// A budget that some cells keep to and others do not, or no limit.
fn random_budget(costs: &[Option<u64>], random: &mut Rng) -> Cost {
    let known: Vec<u64> = costs.iter().copied().flatten().collect();
    match random.u8(..4) {
        0 => Cost::INFINITE,
        1 if !known.is_empty() => {
            Cost::from_units(known[random.usize(..known.len())].min(u64::from(u32::MAX)) as u32)
        }
        _ => Cost::from_units(random.u32(..400_000)),
    }
}

fn check(case: &Case, start: IVec2, costs: &[Option<u64>], budget: Cost, reachable: &Reachable) {
    let most = u64::from(budget.units().min(u32::MAX - 1));
    let grid = case.map.grid();
    // Row by row, or column by column.
    let has_columns = matches!(
        case.map.topology().shape(),
        Shape::Staggered | Shape::Hex(HexLayout::OddColumns | HexLayout::EvenColumns)
    );
    let order = |cell: IVec2| if has_columns { (cell.x, cell.y) } else { (cell.y, cell.x) };
    let mut expected: Vec<(u64, (i32, i32))> = costs
        .iter()
        .enumerate()
        .filter(|&(index, _)| case.lets_end(grid.cell(index)))
        .filter_map(|(index, cost)| Some((cost.filter(|&cost| cost <= most)?, order(grid.cell(index)))))
        .collect();
    expected.sort_unstable();
    let found = reachable.cells().map(|(cell, cost)| (u64::from(cost.units()), order(cell)));
    assert_eq!(found.collect::<Vec<_>>(), expected, "from {start} for {budget} of {:?}", case.map.topology());
    for (cell, &cost) in case.cells().zip(costs) {
        let cost = cost.filter(|&cost| cost <= most && case.lets_end(cell));
        assert_eq!(reachable.cost(cell).map(|cost| u64::from(cost.units())), cost);
        let path = reachable.path_to(cell);
        assert_eq!(path.is_some(), cost.is_some());
        let Some(path) = path else { continue };
        assert_eq!((path.first(), path.last()), (Some(&start), Some(&cell)));
        let price = case.map.priced(&case.profile).path_cost(&path);
        assert_eq!(price, reachable.cost(cell), "along {path:?}");
    }
}

#[test]
fn what_is_in_reach_equals_brute_force_prepared_or_not_and_after_edits() {
    let other_size = NavMap::new(Grid::new([7, 50].into(), 1).unwrap(), Topology::default());
    for_each_seed(|mut random| {
        let mut case = Case::new(&mut random);
        // Priced alike, but not prepared: there is no such layer.
        let unprepared = case.profile.clone().with_aversion(5, 3.5).unwrap();
        assert!(!case.map.is_prepared(&unprepared));
        let mut reachable = Reachable::default();
        for _ in 0..3 {
            let start = case.random_cell(&mut random);
            let costs = costs_from(&case, start);
            let budget = random_budget(&costs, &mut random);
            let profile = if random.bool() { &case.profile } else { &unprepared };
            let answer = case.map.reachable(profile, start, budget, &mut reachable);
            if case.weight(start) == 0 {
                assert_eq!(answer, Err(PathError::StartBlocked(start)));
                assert_eq!(reachable.cells().len(), 0);
            } else {
                assert_eq!(answer, Ok(()));
                check(&case, start, &costs, budget, &reachable);
                let goal = case.random_cell(&mut random);
                let query = PathQuery::new(start, goal);
                let found = case.map.find_path(&case.profile, query, &mut SearchScratch::new(), &mut ());
                let cost = found.ok().map(|path| path.cost()).filter(|&cost| cost <= budget);
                assert_eq!(reachable.cost(goal), cost, "{goal}");
            }
            // The scratch serves maps of all sizes.
            if random.u8(..4) == 0 {
                other_size.reachable(&CostProfile::default(), IVec2::ONE, budget, &mut reachable).unwrap();
            }
            (0..random.usize(..4)).for_each(|_| case.edit(&mut random));
        }
    });
}

#[test]
fn a_start_outside_the_map_or_in_a_wall_is_refused_and_leaves_nothing() {
    let map = NavMap::new(Grid::from_rows([[1, 0, 1]]).unwrap(), Topology::default());
    let profile = CostProfile::default();
    let mut reachable = Reachable::default();
    assert_eq!(reachable.cost(IVec2::ZERO), None);
    for (start, error) in [
        (IVec2::new(3, 0), PathError::StartOutside(IVec2::new(3, 0))),
        (IVec2::new(0, -1), PathError::StartOutside(IVec2::new(0, -1))),
        (IVec2::new(1, 0), PathError::StartBlocked(IVec2::new(1, 0))),
    ] {
        map.reachable(&profile, IVec2::ZERO, Cost::INFINITE, &mut reachable).unwrap();
        assert_eq!(reachable.cells().collect::<Vec<_>>(), [(IVec2::ZERO, Cost::ZERO)]);
        assert_eq!(map.reachable(&profile, start, Cost::INFINITE, &mut reachable), Err(error));
        assert_eq!((reachable.cells().len(), reachable.path_to(IVec2::ZERO)), (0, None));
    }
    map.reachable(&profile, IVec2::ZERO, Cost::ZERO, &mut reachable).unwrap();
    assert_eq!(reachable.path_to(IVec2::ZERO), Some(vec![IVec2::ZERO]));
}
