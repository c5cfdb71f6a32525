//! Crowds of a fleet without an engine: agents keep their distance, come to rest round their goals, and leave as soon as they no longer
//! take part.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, Cost, CostProfile, Grid, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace, Request, StepState},
};

const SIDE: u32 = 24;
const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(50);

fn world(random: &mut Rng) -> FleetWorld {
    let grid = Grid::from_fn(UVec2::splat(SIDE), |cell| u8::from(cell.x % 8 != 7 || random.u8(..3) == 0));
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    FleetWorld::new(NavMap::new(grid.unwrap(), Topology::default()), geometry)
}

/// Agents of a crowd side by side in the first columns, all with the same goal.
fn crowd(world: &mut FleetWorld, count: i32, random: &mut Rng) -> Vec<AgentId> {
    let agents = (0..count).map(|nth| {
        let at = world.geometry.center_of(IVec2::new(nth % 6, nth / 6));
        let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(20.0 + random.f32() * 20.0)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, Request::to(IVec2::new(20, 12)));
        agent
    });
    agents.collect()
}

/// The least distance between two agents, in tiles.
fn least_distance(world: &FleetWorld, agents: &[AgentId]) -> f32 {
    let at: Vec<Vec2> = agents.iter().filter_map(|&agent| world.fleet.position(agent)).collect();
    let others = |nth: usize| at[..nth].iter().map(move |other| (other, nth));
    let pairs = (0..at.len()).flat_map(others);
    pairs.map(|(other, nth)| other.distance(at[nth]) / CELL).fold(f32::INFINITY, f32::min)
}

fn reached(fleet: &Fleet) -> usize {
    fleet.events().iter().filter(|event| matches!(event, FleetEvent::Reached(_))).count()
}

/// After an update of any time, a crowd still walks.
#[test]
fn a_crowd_walks_on_after_an_update_of_any_time() {
    let mut random = Rng::with_seed(2);
    let mut world = world(&mut random);
    let agents = crowd(&mut world, 8, &mut random);
    for time in [Duration::ZERO, Duration::from_secs(1 << 40), Duration::MAX, Duration::MAX] {
        world.update(time, &ScopedThreads(1));
    }
    let before = world.fleet.position(agents[0]).unwrap();
    world.ask(agents[0], Request::to(IVec2::new(3, 20)));
    (0..40).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert_ne!(world.fleet.position(agents[0]), Some(before));
}

#[test]
fn a_crowd_keeps_its_distance_and_comes_to_rest_round_its_goal() {
    for seed in 0..10 {
        let random = &mut Rng::with_seed(seed);
        let mut world = world(random);
        let agents = crowd(&mut world, 40, random);
        let mut arrivals = 0;
        for _ in 0..2_400 {
            world.update(FRAME, &ScopedThreads(1));
            arrivals += reached(&world.fleet);
            assert!(least_distance(&world, &agents) > 0.45, "seed {seed}");
            for &agent in &agents {
                let here = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
                assert!(world.map.is_free(&CostProfile::default(), here), "seed {seed}: {agent} at {here}");
            }
        }
        assert_eq!(arrivals, 40, "seed {seed}");
        for &agent in &agents {
            assert_eq!(world.fleet.step(agent).unwrap().state, StepState::Arrived, "seed {seed}: {agent}");
            assert!(world.fleet.progress(agent).has_arrived());
        }
    }
}

/// All positions after some time, in which agents come, go, and are pushed about.
fn story(seed: u64, threads: usize) -> Vec<Option<Vec2>> {
    let random = &mut Rng::with_seed(seed);
    let mut world = world(random);
    let mut agents = crowd(&mut world, 40, random);
    for round in 0..400 {
        let agent = agents[random.usize(..agents.len())];
        let cell = IVec2::new(random.i32(0..SIDE as i32), random.i32(0..SIDE as i32));
        match random.u8(..40) {
            0 => world.fleet.set_position(agent, Some(world.geometry.center_of(cell))),
            1 => drop(world.fleet.remove(agent)),
            2 => world.fleet.set_active(agent, random.bool()),
            3 => world.fleet.set_crowd(agent, [None, Some(0), Some(1)][random.usize(..3)]),
            4 => world.fleet.set_pace(agent, Some(Pace::new([0.0, 15.0, f32::NAN][random.usize(..3)]))),
            5 => drop(world.ask(agent, Request::to(cell))),
            6 => world.fleet.cancel(agent),
            7 => world.map.set_terrain(cell, random.u8(..2)).unwrap(),
            8 => world.fleet.set_ground(agent, [GroundKind::Tiles, GroundKind::Waypoints][random.usize(..2)]),
            9 => world.fleet.set_position(agent, [None, Some(Vec2::NAN)][random.usize(..2)]),
            10 => agents.extend(crowd(&mut world, 1, random)),
            _ => {}
        }
        world.update(FRAME, &ScopedThreads(threads));
        let update = world.fleet.crowd_moves().len();
        assert!(update <= world.fleet.len(), "seed {seed}, round {round}: {update} moves");
    }
    agents.iter().map(|&agent| world.fleet.position(agent)).collect()
}

#[test]
fn the_same_story_ends_the_same_on_any_number_of_threads() {
    let bits = |positions: Vec<Option<Vec2>>| -> Vec<_> {
        positions.into_iter().map(|at| at.map(|at| at.to_array().map(f32::to_bits))).collect()
    };
    for seed in 0..30 {
        assert_eq!(bits(story(seed, 1)), bits(story(seed, 3)), "seed {seed}");
    }
}

/// A way to leave a crowd.
type Leave = fn(&mut Fleet, AgentId);

#[test]
fn an_agent_that_no_longer_takes_part_leaves_its_cell_to_others() {
    let leave: [(&str, Leave); 7] = [
        ("removed", |fleet, agent| assert!(fleet.remove(agent))),
        ("not in a crowd", |fleet, agent| fleet.set_crowd(agent, None)),
        ("in another layer", |fleet, agent| fleet.set_crowd(agent, Some(7))),
        ("inactive", |fleet, agent| fleet.set_active(agent, false)),
        ("with an obstacle", |fleet, agent| fleet.set_own_obstacles(agent, &[IVec2::ZERO])),
        ("without a pace", |fleet, agent| fleet.set_pace(agent, None)),
        ("without a position", |fleet, agent| fleet.set_position(agent, None)),
    ];
    for (what, leave) in leave {
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
        let grid = Grid::from_fn(UVec2::new(9, 1), |_| 1).unwrap();
        let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
        let mut insert = |x: i32, speed: f32| {
            let agent = world.fleet.insert(Some(geometry.center_of(IVec2::new(x, 0))), GroundKind::Tiles);
            world.fleet.set_pace(agent, Some(Pace::new(speed)));
            world.fleet.set_crowd(agent, Some(0));
            agent
        };
        // One agent stands in the only lane of the other.
        let (walker, standing) = (insert(0, 40.0), insert(4, 0.0));
        world.ask(walker, Request::to(IVec2::new(8, 0)));
        let run = |world: &mut FleetWorld| {
            (0..80)
                .map(|_| {
                    world.update(FRAME, &ScopedThreads(1));
                    reached(&world.fleet)
                })
                .sum::<usize>()
        };
        assert_eq!(run(&mut world), 0, "{what}");
        leave(&mut world.fleet, standing);
        assert_eq!(run(&mut world), 1, "{what}");
        assert_eq!(world.fleet.position(walker), Some(geometry.center_of(IVec2::new(8, 0))), "{what}");
    }
}

/// Agents of a crowd in a row on a free map. Goal fields grow by this many cells in a frame.
fn row(cells_per_frame: u32) -> (FleetWorld, Vec<AgentId>) {
    let map = NavMap::new(Grid::new(UVec2::new(20, 5), 1).unwrap(), Topology::default());
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let mut world = FleetWorld::new(map, geometry);
    let mut settings = FleetSettings::default();
    settings.fields.cells_per_frame = cells_per_frame;
    world.fleet = Fleet::new(settings);
    let agents = (0..4).map(|nth| {
        let agent =
            world.fleet.insert(Some(world.geometry.center_of(IVec2::new(2 * nth, 0))), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(30.0)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, Request::to(IVec2::new(19, 4)));
        agent
    });
    let agents = agents.collect();
    (world, agents)
}

/// Checks that the paths of agents on goal fields begin where these fields have a path. Returns how many agents there are.
fn check_starts(world: &FleetWorld) -> usize {
    let on_field = world.fleet.on_field().map(|agent| {
        let (start, cost) = (world.fleet.path_start(agent), world.cost_of(agent));
        assert!(cost > Some(Cost::ZERO), "agent {agent} from {start:?}: {cost:?}");
    });
    on_field.count()
}

#[test]
fn an_agent_that_joins_a_goal_field_on_a_step_has_a_path() {
    for cells_per_frame in 2..20 {
        let (mut world, _) = row(cells_per_frame);
        let mut most = 0;
        for _ in 0..60 {
            world.update(FRAME, &ScopedThreads(1));
            most = most.max(check_starts(&world));
        }
        assert_eq!(most, 4, "{cells_per_frame} cells in a frame");
    }
}

#[test]
fn an_agent_on_a_goal_field_has_a_path_after_a_wall_was_built_on_the_cell_that_it_leaves() {
    let (mut world, agents) = row(1000);
    (0..5).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    let step = world.fleet.step(agents[0]).unwrap();
    let left = step.from();
    assert_ne!(left, step.to());
    world.map.block(left);
    world.update(FRAME, &ScopedThreads(1));
    assert_eq!(world.fleet.step(agents[0]).map(|step| step.from()), Some(left));
    assert_eq!(check_starts(&world), 4);
}

#[test]
fn an_agent_without_a_request_joins_a_crowd_with_the_profile_of_its_last_request() {
    let leave: [(&str, Leave); 4] = [
        ("not in a crowd", |fleet, agent| fleet.set_crowd(agent, None)),
        ("in another layer", |fleet, agent| fleet.set_crowd(agent, Some(7))),
        ("inactive", |fleet, agent| fleet.set_active(agent, false)),
        ("without a position", |fleet, agent| fleet.set_position(agent, None)),
    ];
    for (what, leave) in leave {
        // Only the second profile enters water.
        let water = IVec2::new(4, 1);
        let grid = Grid::from_fn(UVec2::new(9, 3), |cell| u8::from(cell != water)).unwrap();
        let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
        let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
        world.set_profiles(vec![CostProfile::default(), CostProfile::default().with_cost(0, 1)]);
        let at = geometry.center_of(water);
        let boat = world.fleet.insert(Some(at), GroundKind::Tiles);
        world.fleet.set_pace(boat, Some(Pace::new(30.0)));
        world.fleet.set_crowd(boat, Some(0));
        world.ask(boat, Request::to(water).with_profile(1));
        let run = |world: &mut FleetWorld| (0..5).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
        run(&mut world);
        world.fleet.cancel(boat);
        run(&mut world);
        leave(&mut world.fleet, boat);
        run(&mut world);
        let here = world.fleet.position(boat).unwrap_or(at);
        world.fleet.set_position(boat, Some(here));
        world.fleet.set_active(boat, true);
        world.fleet.set_crowd(boat, Some(0));
        run(&mut world);
        assert_eq!(world.fleet.position(boat), Some(at), "{what}");
    }
}

#[test]
fn an_agent_with_obstacles_of_its_own_walks_through_them_and_is_back_in_its_crowd_without_them() {
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let lane = NavMap::new(Grid::new(UVec2::new(20, 1), 1).unwrap(), Topology::default());
    let mut world = FleetWorld::new(lane, geometry);
    let agent = world.fleet.insert(Some(geometry.center_of(IVec2::ZERO)), GroundKind::Tiles);
    world.fleet.set_pace(agent, Some(Pace::new(40.0)));
    world.fleet.set_crowd(agent, Some(0));
    world.ask(agent, Request::to(IVec2::new(19, 0)));
    let run = |world: &mut FleetWorld| {
        let mut before = world.fleet.position(agent).unwrap();
        for _ in 0..30 {
            world.update(FRAME, &ScopedThreads(1));
            world.fleet.forget_moved_obstacles();
            let at = world.fleet.position(agent).unwrap();
            assert!((at - before).abs_diff_eq(Vec2::new(2.0, 0.0), 0.01), "from {before} to {at}");
            before = at;
        }
        world.fleet.step(agent).unwrap().state
    };
    assert_eq!(run(&mut world), StepState::InCrowd);
    let own = [6, 7, 9].map(|x| IVec2::new(x, 0));
    own.iter().for_each(|&cell| world.map.block(cell));
    world.fleet.set_own_obstacles(agent, &own);
    assert_eq!(run(&mut world), StepState::Walking);
    own.iter().for_each(|&cell| world.map.unblock(cell));
    world.fleet.set_own_obstacles(agent, &[]);
    assert_eq!(run(&mut world), StepState::InCrowd);
}

/// An agent whose next cell becomes a wall goes back, even if an agent with a lower number needs a cell, too.
#[test]
fn the_cell_that_an_agent_goes_back_to_is_kept_for_it() {
    let grid = Grid::new(UVec2::new(3, 1), 1).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(CELL)).unwrap();
    let mut world = FleetWorld::new(NavMap::new(grid, Topology::default()), geometry);
    let [caught, walker] = [(2, 2), (0, 1)].map(|(x, goal)| {
        let agent = world.fleet.insert(Some(geometry.center_of(IVec2::new(x, 0))), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(CELL)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, Request::to(IVec2::new(goal, 0)));
        agent
    });
    (0..5).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    let step = world.fleet.step(walker).unwrap();
    assert_eq!((step.from(), step.to()), (IVec2::ZERO, IVec2::X));
    world.map.block(IVec2::X);
    world.map.block(IVec2::X * 2);
    (0..40).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    assert_eq!(world.fleet.position(walker), Some(geometry.center_of(IVec2::ZERO)));
    assert_eq!(world.fleet.position(caught), Some(geometry.center_of(IVec2::X * 2)));
}
