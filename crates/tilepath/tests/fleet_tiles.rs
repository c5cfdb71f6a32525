//! A fleet on tiles without an engine: its answers are those of searches, after any edits, and its future depends on its state alone.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, DiagonalRule, Grid, GridError, NavMap, PathError, PathQuery, Reachable,
    SearchScratch, Shape, Topology,
    batch::ScopedThreads,
    fleet::{
        AgentId, AgentPath, AnswerStatus, Failure, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind,
        Pace, Request, StepState,
    },
};

const SIDE: u32 = 24;
const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(100);

fn anywhere(random: &mut Rng) -> IVec2 {
    IVec2::new(random.i32(0..SIDE as i32), random.i32(0..SIDE as i32))
}

fn world(random: &mut Rng) -> FleetWorld {
    let grid = Grid::from_fn(UVec2::splat(SIDE), |_| [0, 1, 1, 1, 1, 3][random.usize(..6)]).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    FleetWorld::new(NavMap::new(grid, Topology::default()), geometry)
}

fn edit(world: &mut FleetWorld, random: &mut Rng) -> Result<(), GridError> {
    let cell = anywhere(random);
    world.map.set_terrain(cell, [0, 1, 3][random.usize(..3)])
}

/// Agents on free cells, of which every other has a goal of its own.
fn agents(world: &mut FleetWorld, random: &mut Rng, count: usize) -> Vec<(AgentId, IVec2)> {
    let profile = CostProfile::default();
    let shared = anywhere(random);
    (0..count)
        .map(|nth| {
            let start =
                core::iter::repeat_with(|| anywhere(random)).find(|&at| world.map.is_free(&profile, at));
            let agent = world.fleet.insert(start.map(|at| world.geometry.center_of(at)), GroundKind::Tiles);
            let goal = if nth % 2 == 0 { shared } else { anywhere(random) };
            world.ask(agent, Request::to(goal));
            (agent, goal)
        })
        .collect()
}

#[test]
fn after_any_edits_every_answer_is_that_of_a_search() {
    for seed in 0..40 {
        let random = &mut Rng::with_seed(seed);
        let mut world = world(random);
        world.fleet = Fleet::new(FleetSettings { retry_delay: 0.0, ..FleetSettings::default() });
        let agents = agents(&mut world, random, 20);
        for round in 0..30 {
            (0..random.usize(..4)).for_each(|_| edit(&mut world, random).unwrap());
            world.update(FRAME, &ScopedThreads(1));
            for &(id, goal) in &agents {
                let agent = world.fleet.agent(id).unwrap();
                let here = world.geometry.cell_at(world.fleet.position(id).unwrap()).unwrap();
                let query = PathQuery::new(here, goal);
                let found =
                    world.map.find_path(&CostProfile::default(), query, &mut SearchScratch::new(), &mut ());
                let cost = world.cost_of(id);
                let what = format!("seed {seed}, round {round}, {id}: {agent:?}");
                match found {
                    Ok(path) => assert_eq!(cost, Some(path.cost()), "{what}"),
                    Err(error) => assert_eq!(agent.status(), AnswerStatus::Failed(error.into()), "{what}"),
                }
            }
        }
    }
}

#[test]
fn agents_come_to_their_goals_and_never_stand_in_walls() {
    for seed in 0..20 {
        let random = &mut Rng::with_seed(seed);
        let mut world = world(random);
        let agents = agents(&mut world, random, 40);
        for &(id, _) in &agents {
            world.fleet.set_pace(id, Some(Pace::new(20.0 + random.f32() * 60.0)));
        }
        let mut reached = 0;
        for _ in 0..600 {
            world.update(FRAME, &ScopedThreads(2));
            let arrivals =
                world.fleet.events().iter().filter(|event| matches!(event, FleetEvent::Reached(_)));
            reached += arrivals.count();
            for &(id, _) in &agents {
                let here = world.geometry.cell_at(world.fleet.position(id).unwrap()).unwrap();
                assert!(world.map.is_free(&CostProfile::default(), here), "seed {seed}: {id} at {here}");
            }
        }
        let mut expected = 0;
        for &(id, goal) in &agents {
            let agent = world.fleet.agent(id).unwrap();
            if agent.status() == AnswerStatus::Found {
                expected += 1;
                let center = world.geometry.center_of(goal);
                assert_eq!(world.fleet.position(id), Some(center), "seed {seed}: {id}");
                assert_eq!(world.fleet.step(id).unwrap().state, StepState::Arrived);
            }
        }
        assert!(expected > 0 && reached == expected, "seed {seed}: {reached} of {expected}");
    }
}

#[test]
fn one_thread_and_three_give_the_same_events_and_places() {
    let run = |threads| {
        let random = &mut Rng::with_seed(7);
        let mut world = world(random);
        // A small budget: a search is unfinished most of the time.
        world.fleet = Fleet::new(FleetSettings { expansions_per_update: 60, ..FleetSettings::default() });
        let agents = agents(&mut world, random, 60);
        agents.iter().for_each(|&(id, _)| world.fleet.set_pace(id, Some(Pace::new(40.0))));
        let mut seen = String::new();
        for _ in 0..200 {
            if random.u32(..5) == 0 {
                edit(&mut world, random).unwrap();
            }
            world.update(FRAME, &ScopedThreads(threads));
            seen += &format!("{:?}\n", world.fleet.events());
        }
        let places: Vec<Option<Vec2>> = agents.iter().map(|&(id, _)| world.fleet.position(id)).collect();
        (seen, places)
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn agents_are_pushed_stopped_and_taken_out() {
    let grid = Grid::new(UVec2::new(20, 3), 1).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
    let at = |x: i32| world.geometry.center_of(IVec2::new(x, 1));
    let places = [0, 10, 19].map(at);
    let walker = world.fleet.insert(Some(places[0]), GroundKind::Tiles);
    world.fleet.set_pace(walker, Some(Pace::new(50.0)));
    world.ask(walker, Request::to(places[2]));
    (0..10).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    let before = world.fleet.position(walker).unwrap();
    assert!(before.x > 40.0 && before.x < 60.0, "{before}");
    world.fleet.set_active(walker, false);
    (0..5).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert_eq!(world.fleet.position(walker), Some(before), "it takes no part");
    world.fleet.set_active(walker, true);
    world.fleet.set_position(walker, Some(places[1]));
    (0..30).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert_eq!(world.fleet.position(walker), Some(places[2]));
    // The same goal again is no news; another is.
    assert!(world.ask(walker, Request::to(places[2])));
    assert!(!world.ask(walker, Request::to(places[0])));
    world.fleet.cancel(walker);
    world.update(FRAME, &ScopedThreads(1));
    assert_eq!((world.fleet.position(walker), world.fleet.events()), (Some(places[2]), &[][..]));
    assert!(world.fleet.remove(walker) && !world.fleet.remove(walker) && world.fleet.is_empty());
}

#[test]
fn bad_input_is_a_failure_that_names_it() {
    let mut world = world(&mut Rng::with_seed(1));
    let here = Some(world.geometry.center_of(IVec2::ZERO));
    world.map.set_terrain(IVec2::ZERO, 1).unwrap();
    let nan = Vec2::new(f32::NAN, 0.0);
    let goal = || Request::to(IVec2::ZERO);
    let asked = [
        (None, goal(), Failure::NoPosition),
        (here, Request::to_nearest::<IVec2>([]), PathError::NoGoal.into()),
        (here, Request::to(IVec2::splat(-3)), PathError::GoalOutside(IVec2::splat(-3)).into()),
        (here, goal().within(-1.0), PathError::InvalidRange(-1.0).into()),
        (here, goal().with_inflation(0.5), PathError::InvalidInflation(0.5).into()),
        (here, goal().with_profile(9), Failure::UnknownProfile(9)),
        (here, goal().with_danger_aversion(-2.0), tilepath::InvalidAversion(-2.0).into()),
    ];
    for (at, request, failure) in asked {
        let agent = world.fleet.insert(at, GroundKind::Tiles);
        world.ask(agent, request);
        world.update(FRAME, &ScopedThreads(1));
        assert_eq!(world.fleet.agent(agent).unwrap().status(), AnswerStatus::Failed(failure));
        assert_eq!(world.fleet.events(), [FleetEvent::Failed(agent, failure)]);
    }
    let lost = world.fleet.insert(Some(nan), GroundKind::Tiles);
    world.ask(lost, goal());
    world.update(FRAME, &ScopedThreads(1));
    assert!(matches!(
        world.fleet.agent(lost).unwrap().status(),
        AnswerStatus::Failed(Failure::StartNotFinite(at)) if at.x.is_nan()
    ));
}

#[test]
fn each_agent_walks_by_its_own_profile() {
    // A row of land, and a row of water, which boats alone enter.
    let class = |cell: IVec2| if cell.y == 1 { 7 } else { 1 };
    let grid = Grid::from_fn(UVec2::new(12, 2), class).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
    let boat = CostProfile::blocked().with_cost(7, 1);
    world.set_profiles(vec![CostProfile::default().with_cost(7, 0), boat]);
    let mut ask = |row: i32, profile: u16| {
        let start = world.geometry.center_of(IVec2::new(0, row));
        let agent = world.fleet.insert(Some(start), GroundKind::Tiles);
        let request = Request::to(IVec2::new(11, row)).with_profile(profile);
        world.ask(agent, request);
        agent
    };
    let asked = [(0, 0), (1, 1), (1, 0), (0, 1)].map(|(row, profile)| ask(row, profile));
    world.update(FRAME, &ScopedThreads(1));
    let found = asked.map(|id| world.fleet.agent(id).unwrap().status() == AnswerStatus::Found);
    assert_eq!(found, [true, true, false, false]);
    // Another profile counts from the next update on.
    world.set_profiles(vec![CostProfile::default(); 2]);
    (0..10).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert!(asked.iter().all(|&id| world.fleet.agent(id).unwrap().status() == AnswerStatus::Found));
}

/// A game shows a path before the unit walks: what `find_path` finds is what a request for the same gets.
#[test]
fn an_own_path_is_the_very_path_that_find_path_finds() {
    let (mut ties, mut scratch, mut reachable) = (0, SearchScratch::new(), Reachable::default());
    for seed in 0..600 {
        let random = &mut Rng::with_seed(seed);
        let mut world = world(random);
        let shape = Shape::ALL[seed as usize % Shape::ALL.len()];
        let grid = world.map.grid().clone();
        let topology = Topology::square(DiagonalRule::ALL[random.usize(..4)]).with_shape(shape);
        let (map, size) = (NavMap::new(grid, topology), Vec2::splat(CELL));
        let geometry = match shape {
            Shape::Square => CellGeometry::new(Vec2::ZERO, size),
            Shape::Staggered => CellGeometry::staggered(Vec2::ZERO, size),
            Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, size),
        };
        world = FleetWorld::new(map, geometry.unwrap());
        let profile = CostProfile::default();
        let first = world.fleet.insert(Some(world.geometry.center_of(anywhere(random))), GroundKind::Tiles);
        world.ask(first, Request::to(anywhere(random)));
        // Before the map is prepared and has its landmarks, between, or after.
        (0..1 + random.usize(..4) * 8).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
        let (start, goal) = (anywhere(random), anywhere(random));
        let shown = world.map.find_path(&profile, PathQuery::new(start, goal), &mut scratch, &mut ());
        let agent = world.fleet.insert(Some(world.geometry.center_of(start)), GroundKind::Tiles);
        world.ask(agent, Request::to(goal));
        world.update(FRAME, &ScopedThreads(1));
        let Ok(shown) = shown else { continue };
        let AgentPath::OverCells(own) = world.fleet.agent(agent).unwrap().path() else {
            panic!("no path, seed {seed}")
        };
        assert_eq!(own.path.cells(), shown.cells(), "seed {seed}, {topology:?}");
        // A range of movement agrees in cost; its path may be another of the cheapest.
        world.map.reachable(&profile, start, Cost::INFINITE, &mut reachable).unwrap();
        assert_eq!(reachable.cost(goal), Some(shown.cost()), "seed {seed}");
        ties += usize::from(reachable.path_to(goal).unwrap() != shown.cells());
    }
    assert!(ties > 0, "the docs say that ties may differ");
}

/// One method says it for agents with paths of their own, on a goal field, in a crowd and on waypoints.
#[test]
fn progress_says_that_an_agent_of_any_kind_has_arrived() {
    let grid = Grid::new(UVec2::splat(SIDE), 1).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
    let ends = [Vec2::ZERO, Vec2::new(60.0, 0.0)].map(|at| world.graph.add_waypoint(at).unwrap());
    world.graph.set_edges(ends[0], &[(ends[1], Cost::from_units(60))]);
    let mut agents = Vec::new();
    for nth in 0..20 {
        let ground = if nth < 18 { GroundKind::Tiles } else { GroundKind::Waypoints };
        let start = if nth < 18 { world.geometry.center_of(IVec2::new(2, nth)) } else { Vec2::ZERO };
        let agent = world.fleet.insert(Some(start), ground);
        world.fleet.set_pace(agent, Some(Pace::new(40.0)));
        world.fleet.set_crowd(agent, (nth < 3).then_some(0));
        let request = match nth {
            0..3 => Request::to(IVec2::new(9, nth)),
            3..6 => Request::to(IVec2::new(9, nth * 2)),
            6..18 => Request::to(IVec2::new(20, 12)),
            _ => Request::to(Vec2::new(60.0, 0.0)),
        };
        world.ask(agent, request);
        agents.push(agent);
    }
    let (mut reached, mut on_fields) = (Vec::new(), 0);
    for _ in 0..120 {
        world.update(FRAME, &ScopedThreads(1));
        let arrived = |event: &FleetEvent| if let FleetEvent::Reached(id) = event { Some(*id) } else { None };
        reached.extend(world.fleet.events().iter().filter_map(arrived));
        for &agent in &agents {
            assert_eq!(world.fleet.progress(agent).has_arrived(), reached.contains(&agent), "{agent}");
            on_fields += usize::from(world.fleet.agent(agent).unwrap().field().is_some());
        }
    }
    assert!(reached.len() == agents.len() && on_fields > 0, "{reached:?} {on_fields}");
}
