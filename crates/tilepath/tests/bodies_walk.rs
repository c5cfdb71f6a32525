//! Agents wider than a cell walk: they keep all of themselves out of walls, stop where they cover their goals, and get out of walls that come.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2};
use tilepath::{
    CellGeometry, CostProfile, DiagonalRule, Grid, HexLayout, NavMap, PathQuery, SearchScratch, Shape,
    Topology,
    batch::ScopedThreads,
    fleet::{AgentId, AnswerStatus, FleetEvent, FleetWorld, GroundKind, Pace, Request, StepState},
};

const FRAME: Duration = Duration::from_millis(50);

fn world(grid: Grid, topology: Topology, size: u8) -> FleetWorld {
    let geometry = match topology.shape() {
        Shape::Square => CellGeometry::squares(10.0),
        Shape::Staggered => CellGeometry::staggered(glam::Vec2::ZERO, glam::Vec2::splat(10.0)),
        Shape::Hex(layout) => CellGeometry::hex(layout, glam::Vec2::ZERO, glam::Vec2::splat(10.0)),
    };
    let mut world = FleetWorld::new(NavMap::new(grid, topology), geometry.unwrap());
    world.set_profiles(vec![CostProfile::default().with_size(size).unwrap()]);
    world
}

fn insert(world: &mut FleetWorld, cell: IVec2) -> AgentId {
    let agent = world.fleet.insert(Some(world.geometry.center_of(cell)), GroundKind::Tiles);
    world.fleet.set_pace(agent, Some(Pace { speed: 40.0, is_slowed_by_terrain: false }));
    agent
}

/// Whether all cells that a body covers at a place are on the map and no walls.
fn fits(world: &FleetWorld, profile: &CostProfile, place: IVec2) -> bool {
    let is_ground = |cell: IVec2| world.map.grid().class(cell).is_some_and(|class| class > 0);
    world.map.cells_covered(profile, place).all(is_ground)
}

fn covers(world: &FleetWorld, profile: &CostProfile, place: IVec2, cell: IVec2) -> bool {
    world.map.cells_covered(profile, place).any(|covered| covered == cell)
}

#[test]
fn bodies_walk_where_they_fit_until_they_cover_their_goals_after_any_edits() {
    let mut search = SearchScratch::new();
    let [mut arrived, mut answers] = [0; 2];
    for seed in 0..36 {
        let mut random = Rng::with_seed(seed);
        let topology = [
            Topology::default(),
            Topology::square(DiagonalRule::Never),
            Topology::hex(HexLayout::OddRows),
            Topology::staggered(DiagonalRule::Never),
        ][seed as usize % 4];
        let side = 28;
        let cell = |random: &mut Rng| IVec2::new(random.i32(0..side), random.i32(0..side));
        let grid = Grid::from_fn(UVec2::splat(side as u32), |_| {
            if random.u8(0..40) == 0 { 0 } else { [1, 1, 1, 3][random.usize(0..4)] }
        });
        let size = 2 + (seed / 4 % 3) as u8;
        let profile = CostProfile::default().with_size(size).unwrap();
        let mut world = world(grid.unwrap(), topology, size);
        // Many share one goal, and so a field.
        let shared = cell(&mut random);
        let mut agents: Vec<(AgentId, IVec2)> = Vec::new();
        for nth in 0..24 {
            let Some(start) = (0..99).map(|_| cell(&mut random)).find(|&start| fits(&world, &profile, start))
            else {
                continue;
            };
            let agent = insert(&mut world, start);
            let goal = if nth % 2 == 0 { shared } else { cell(&mut random) };
            world.ask(agent, Request::to(goal));
            agents.push((agent, goal));
        }
        for frame in 0..160 {
            if frame % 30 == 29 {
                let at = cell(&mut random);
                match random.u8(0..3) {
                    0 => world.map.block(at),
                    1 => world.map.unblock(at),
                    _ => world.map.set_terrain(at, random.u8(0..3)).unwrap(),
                }
            }
            world.update(FRAME, &ScopedThreads(1));
            for event in world.fleet.events() {
                if let &FleetEvent::Reached(agent) = event {
                    let goal = agents.iter().find(|(id, _)| *id == agent).unwrap().1;
                    let place = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
                    assert!(covers(&world, &profile, place, goal), "{place} {goal}, seed {seed}");
                    arrived += 1;
                }
            }
            for &(agent, goal) in &agents {
                let step = world.fleet.step(agent).unwrap();
                if matches!(step.state, StepState::Walking | StepState::Arrived) {
                    assert!(fits(&world, &profile, step.to()), "{step:?}, seed {seed}, frame {frame}");
                }
                let is_found = world.fleet.agent(agent).unwrap().status() == AnswerStatus::Found;
                if frame % 30 == 29 && is_found && fits(&world, &profile, step.to()) {
                    answers += 1;
                    let query = PathQuery::new(step.to(), goal);
                    assert!(world.map.find_path(&profile, query, &mut search, &mut ()).is_ok());
                }
            }
        }
    }
    assert!(arrived > 400 && answers > 400, "{arrived} arrived, {answers} answers");
}

#[test]
fn a_body_walks_out_of_a_wall_to_the_nearest_place_where_it_fits() {
    let profile = CostProfile::default().with_size(3).unwrap();
    let mut world = world(Grid::new([20, 9].into(), 1).unwrap(), Topology::default(), 3);
    let agent = insert(&mut world, IVec2::new(4, 4));
    world.ask(agent, Request::to(IVec2::new(18, 4)));
    (0..4).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    let here = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
    // A wall on one of the cells that it covers, and a wall right through the map, with a gap of three cells.
    world.map.block(here + IVec2::new(-1, 1));
    (0..9).filter(|y| !(0..3).contains(y)).for_each(|y| world.map.block(IVec2::new(12, y)));
    assert!(!fits(&world, &profile, here));
    let mut has_been_out = false;
    let reached = (0..200).any(|_| {
        world.update(FRAME, &ScopedThreads(1));
        let is_there = world.fleet.events().iter().any(|event| matches!(event, FleetEvent::Reached(_)));
        let step = world.fleet.step(agent).unwrap();
        has_been_out |= fits(&world, &profile, step.to());
        assert!(!has_been_out || fits(&world, &profile, step.to()), "{step:?}");
        is_there
    });
    assert!(reached);
    let place = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
    assert!(covers(&world, &profile, place, IVec2::new(18, 4)), "{place}");
}

/// Alone and in a crowd, it stops before the door as soon as any part of it would be in it, and names the cell of the door.
#[test]
fn a_body_stops_before_a_door_that_it_would_cover() {
    const DOOR: u8 = 7;
    for crowd in [None, Some(0)] {
        let mut world = world(Grid::new([14, 3].into(), 1).unwrap(), Topology::default(), 3);
        let agent = insert(&mut world, IVec2::new(1, 1));
        world.fleet.set_crowd(agent, crowd);
        let door = IVec2::new(8, 2);
        world.map.block_as(door, DOOR).unwrap();
        world.ask(agent, Request::to(IVec2::new(12, 1)).stop_before([DOOR]));
        let mut stops = Vec::new();
        for frame in 0..400 {
            world.update(FRAME, &ScopedThreads(1));
            for event in world.fleet.events() {
                if let &FleetEvent::ObstacleAhead { cell, .. } = event {
                    let place = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
                    stops.push((cell, place));
                }
            }
            if frame == 200 {
                world.map.unblock_as(door, DOOR);
            }
        }
        assert_eq!(stops, [(door, IVec2::new(6, 1))]);
        let place = world.geometry.cell_at(world.fleet.position(agent).unwrap()).unwrap();
        assert_eq!(place, IVec2::new(11, 1), "it went on");
    }
}
