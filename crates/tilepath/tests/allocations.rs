//! A prepared map answers without allocating.

use allocation_counter::measure;
use core::time::Duration;
use glam::{IVec2, UVec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, DangerStamp, DiagonalRule, Falloff, GoalFieldRepair, GoalFieldScratch,
    Grid, NavMap, Path, PathQuery, Reachable, SearchScratch, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, FleetWorld, GroundKind, Pace, Request},
    placement::{CutScratch, PlannedBuilding, Route},
};

#[test]
fn after_the_first_time_a_query_allocates_nothing() {
    let mut random = fastrand::Rng::with_seed(2);
    let size = UVec2::new(120, 90);
    let grid =
        Grid::from_fn(size, |_| if random.u8(0..10) == 0 { 0 } else { 1 + random.u8(0..40) / 39 }).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let stamp = DangerStamp::new(4.0, 2.0, Falloff::Linear).unwrap();
    (0..10).for_each(|step| map.add_danger(0, &stamp, IVec2::new(step * 11, step * 8)).unwrap());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let cell = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..120), random.i32(0..90));
    let queries: Vec<PathQuery> =
        (0..300).map(|_| PathQuery::new(cell(&mut random), cell(&mut random))).collect();
    let (mut search, mut path) = (SearchScratch::new(), Path::default());
    let mut ask_all = || {
        let answers =
            queries.iter().map(|query| map.find_path_into(&profile, query.clone(), &mut search, &mut path));
        answers.filter(Result::is_ok).count()
    };
    let found = ask_all();
    assert!(found > 150, "only {found} paths were found");
    let asked = measure(|| assert_eq!(ask_all(), found));
    assert_eq!(asked.count_total, 0);
}

#[test]
fn after_the_first_time_cells_in_reach_are_found_without_allocating() {
    let mut random = fastrand::Rng::with_seed(4);
    let grid = Grid::from_fn(UVec2::new(150, 90), |_| random.u8(0..9)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let starts: Vec<IVec2> = (0..100).map(|_| IVec2::new(random.i32(0..150), random.i32(0..90))).collect();
    let (mut reachable, mut path) = (Reachable::default(), Vec::new());
    let profile = CostProfile::default();
    for is_prepared in [false, true] {
        if is_prepared {
            map.prepare(&profile);
        }
        let mut ask_all = || {
            let answers = starts.iter().map(|&start| {
                let _ = map.reachable(&profile, start, Cost::from_units(1_000_000), &mut reachable);
                let last = reachable.cells().last();
                assert!(last.is_none_or(|(cell, _)| reachable.path_into(cell, &mut path)));
                reachable.cells().len()
            });
            answers.sum::<usize>()
        };
        let found = ask_all();
        assert!(found > 10_000, "only {found} cells");
        assert_eq!(measure(|| assert_eq!(ask_all(), found)).count_total, 0);
    }
}

#[test]
fn after_the_first_time_a_placement_check_allocates_nothing() {
    let mut random = fastrand::Rng::with_seed(3);
    let grid = Grid::from_fn(UVec2::new(150, 90), |_| u8::from(random.u8(0..100) < 75)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let profile = CostProfile::default();
    map.prepare(&profile);
    let mut cell = || IVec2::new(random.i32(0..150), random.i32(0..90));
    let places: Vec<(Vec<IVec2>, [Route; 4])> = (0..300)
        .map(|nth| {
            let corner = cell();
            let side = if nth % 3 == 0 { 40 } else { 3 };
            let cells = (0..side * side).map(|nth| corner + IVec2::new(nth % side, nth / side)).collect();
            (cells, core::array::from_fn(|_| Route::new(cell(), cell())))
        })
        .collect();
    let mut scratch = CutScratch::new();
    let mut ask_all = || {
        let legal = places.iter().filter(|(cells, routes)| {
            map.check_routes(&profile, &PlannedBuilding::new(cells), routes, &mut scratch).is_legal()
        });
        legal.count()
    };
    let legal = ask_all();
    assert!(legal > 50 && legal < 280, "{legal} of 300 were legal");
    let asked = measure(|| assert_eq!(ask_all(), legal));
    assert_eq!(asked.count_total, 0);
}

#[test]
fn after_the_first_time_a_repair_allocates_nothing() {
    let mut random = fastrand::Rng::with_seed(3);
    let grid = Grid::from_fn(UVec2::new(150, 130), |_| 1 + random.u8(0..40) / 39).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    let stamp = DangerStamp::new(4.0, 2.0, Falloff::Linear).unwrap();
    let profile = CostProfile::default();
    map.prepare(&profile);
    let mut scratch = GoalFieldScratch::default();
    let mut field = map.goal_field(&profile, &[IVec2::new(9, 9)], &mut scratch).unwrap();
    let towers: Vec<IVec2> = (0..40).map(|_| IVec2::new(random.i32(0..150), random.i32(20..130))).collect();
    let mut repair_all = |counted: bool| {
        let mut raised = 0;
        for &tower in &towers {
            for place in [true, false] {
                map.seal_changes();
                if place {
                    map.block(tower);
                    map.add_danger(0, &stamp, tower).unwrap();
                } else {
                    map.unblock(tower);
                    map.remove_danger(0, &stamp, tower).unwrap();
                }
                let mut repair = GoalFieldRepair::default();
                let made = measure(|| repair = field.repair(&map, &mut scratch).unwrap());
                assert!(!counted || made.count_total == 0, "{repair:?} at {tower}");
                raised += repair.raised;
            }
        }
        raised
    };
    let raised = repair_all(false);
    assert!(raised > 1000, "only {raised} cells were raised");
    assert_eq!(repair_all(true), raised);
}

#[test]
fn a_prepared_map_takes_memory_by_its_cells_whatever_its_shape() {
    let profile = CostProfile::default();
    for (width, height) in [(181, 181), (32_768, 1), (1, 32_768), (8192, 4), (4, 8192)] {
        let size = UVec2::new(width, height);
        for rule in DiagonalRule::ALL {
            let mut map = NavMap::new(Grid::new(size, 1).unwrap(), Topology::square(rule));
            let made = measure(|| map.prepare_landmarks(&profile));
            // A map of one row has three rows with its margin. Landmarks take 36 bytes a cell while they are measured.
            let cells = u64::from(width + 2) * u64::from(height + 2);
            assert!(
                made.bytes_max <= 110 * cells,
                "{size} {rule:?}: {} bytes a cell",
                made.bytes_max / cells
            );
        }
    }
}

#[test]
fn a_crowd_allocates_nothing_once_it_is_on_its_way() {
    let grid = Grid::from_fn(UVec2::new(40, 20), |cell| u8::from(cell.x != 20 || cell.y % 5 == 0)).unwrap();
    let geometry = CellGeometry::squares(1.0).unwrap();
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
    let goals = [0, 39].map(|x| Request::to(IVec2::new(x, 10)));
    let agents: Vec<AgentId> = (0..300)
        .map(|nth| {
            let at = geometry.center_of(IVec2::new(nth % 15 + 24 * (nth % 2), nth / 15));
            let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
            world.fleet.set_pace(agent, Some(Pace::new(3.0 + (nth % 3) as f32)));
            world.fleet.set_crowd(agent, Some(0));
            agent
        })
        .collect();
    let mut tick = |nth: usize| {
        if nth.is_multiple_of(600) {
            for (number, &agent) in agents.iter().enumerate() {
                world.ask(agent, goals[(number + nth / 600) % 2].clone());
            }
        }
        let made = measure(|| world.update(Duration::from_micros(16_667), &ScopedThreads(1)));
        let is_moving =
            |&&agent: &&AgentId| world.fleet.step(agent).is_some_and(|step| step.from() != step.to());
        // Goal fields are built for new requests, and a frame with answers makes new paths.
        (
            made.count_total,
            nth % 600 > 30 && world.fleet.answered().is_empty(),
            agents.iter().filter(is_moving).count(),
        )
    };
    (0..1800).for_each(|nth| _ = tick(nth));
    let mut quiet = 0;
    for nth in 1800..3000 {
        let (allocations, is_quiet, moving) = tick(nth);
        if is_quiet && moving > 20 {
            assert_eq!(allocations, 0, "frame {nth}, {moving} agents move");
            quiet += 1;
        }
    }
    assert!(quiet > 300, "only {quiet} frames in which agents walk");
}
