//! Between equal or nearly equal paths, an agent keeps the one that it walks, whatever has changed.

use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, DiagonalRule, Graph, Grid, HexLayout, NavMap, PathQuery, SearchScratch, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, AgentPath, Fleet, FleetEvent, FleetWorld, GroundKind, Pace, Request, Target},
};

const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(50);

fn topologies() -> [Topology; 6] {
    let square = |rule| Topology::square(rule);
    [
        square(DiagonalRule::OnlyWhenNoObstacles),
        square(DiagonalRule::Never),
        square(DiagonalRule::IfAtMostOneObstacle),
        square(DiagonalRule::Always),
        Topology::hex(HexLayout::OddRows),
        Topology::hex(HexLayout::Axial),
    ]
}

fn world_of(grid: Grid, topology: Topology) -> FleetWorld {
    let geometry = match topology.shape() {
        Shape::Square => CellGeometry::squares(CELL).unwrap(),
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, Vec2::splat(CELL)).unwrap(),
        Shape::Staggered => unreachable!(),
    };
    FleetWorld::new(NavMap::new(grid, topology), geometry)
}

/// How the hunters walk, and what they ask for.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Alone,
    Crowd,
    Field,
    CrowdOnField,
    Waypoints,
    /// The game asks for the present positions in every update.
    AskedAgain,
    CrowdAskedAgain,
    FieldAskedAgain,
}

const KINDS: [Kind; 8] = [
    Kind::Alone,
    Kind::Crowd,
    Kind::Field,
    Kind::CrowdOnField,
    Kind::Waypoints,
    Kind::AskedAgain,
    Kind::CrowdAskedAgain,
    Kind::FieldAskedAgain,
];

/// Lets hunters hunt two targets, which step to and fro every 150 ms. Returns after how many updates the first hunter was there, and how
/// often it had turned round. `place` is the place of each target at each time.
fn hunt(
    world: &mut FleetWorld,
    kind: Kind,
    start: IVec2,
    speed: f32,
    place: impl Fn(&FleetWorld, usize, u32) -> Vec2,
) -> (u32, u32) {
    let is_asked_again = matches!(kind, Kind::AskedAgain | Kind::CrowdAskedAgain | Kind::FieldAskedAgain);
    let ground = if kind == Kind::Waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
    let targets = [0, 1].map(|nth| world.fleet.insert(Some(place(world, nth, 0)), GroundKind::Tiles));
    let count = if matches!(kind, Kind::Field | Kind::CrowdOnField | Kind::FieldAskedAgain) { 6 } else { 1 };
    let is_crowd = matches!(kind, Kind::Crowd | Kind::CrowdOnField | Kind::CrowdAskedAgain);
    let hunters: Vec<AgentId> = (0..count)
        .map(|nth| {
            // In a crowd, each has a cell of its own.
            let cell = if is_crowd { start + IVec2::new(nth, 0) } else { start };
            let hunter = world.fleet.insert(Some(world.geometry.center_of(cell)), ground);
            world.fleet.set_pace(hunter, Some(Pace::new(speed)));
            world.fleet.set_crowd(hunter, is_crowd.then_some(0));
            hunter
        })
        .collect();
    let (mut before, mut heading, mut turns) = (world.fleet.position(hunters[0]).unwrap(), Vec2::ZERO, 0);
    for frame in 0..2000 {
        let places = [0, 1].map(|nth| place(world, nth, frame / 3));
        for (&target, at) in targets.iter().zip(places) {
            world.fleet.set_position(target, Some(at));
        }
        if frame == 0 || is_asked_again {
            for &hunter in &hunters {
                let targets: [Target; 2] = match is_asked_again {
                    true => places.map(Target::Position),
                    false => targets.map(Target::Agent),
                };
                world.ask(hunter, Request::to_nearest(targets));
            }
        }
        world.update(FRAME, &ScopedThreads(1));
        let at = world.fleet.position(hunters[0]).unwrap();
        let way = at - before;
        turns += u32::from(way.dot(heading) < 0.0);
        (before, heading) = (at, if way == Vec2::ZERO { heading } else { way });
        let distance = places.iter().map(|place| place.distance(at)).fold(f32::INFINITY, f32::min);
        if distance < 2.5 * CELL {
            return (frame, turns);
        }
    }
    (2000, turns)
}

#[test]
fn a_hunter_between_two_targets_that_step_to_and_fro_comes_to_one_of_them() {
    let mut failed = Vec::new();
    for topology in topologies() {
        for kind in KINDS {
            for speed in [7.0, 20.0, 45.0] {
                let mut world = world_of(Grid::new(UVec2::new(66, 1), 1).unwrap(), topology);
                if kind == Kind::Waypoints {
                    line(&mut world, 66);
                }
                let place = |world: &FleetWorld, nth: usize, time: u32| {
                    world.geometry.center_of(IVec2::new([5, 55][nth] + (time % 2) as i32, 0))
                };
                let (frames, turns) = hunt(&mut world, kind, IVec2::new(30, 0), speed, place);
                // The way takes at most 26 cells.
                let enough = 20.0 * 26.0 * CELL / speed * 1.5 + 100.0;
                if frames as f32 > enough || turns > 14 {
                    failed.push(format!(
                        "{:?} {kind:?} {speed}: {frames} frames, {turns} turns",
                        topology.shape()
                    ));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Waypoints in a line, one in each cell of a row.
fn line(world: &mut FleetWorld, count: i32) {
    let at = |nth| world.geometry.center_of(IVec2::new(nth, 0));
    let places: Vec<Vec2> = (0..count).map(at).collect();
    let waypoints: Vec<_> = places.into_iter().map(|at| world.graph.add_waypoint(at).unwrap()).collect();
    for (nth, &waypoint) in waypoints.iter().enumerate() {
        let beside = [nth.wrapping_sub(1), nth + 1].into_iter().filter_map(|other| waypoints.get(other));
        let edges: Vec<_> = beside.map(|&to| (to, Graph::cost_of_distance(10.0))).collect();
        world.graph.set_edges(waypoint, &edges);
    }
}

#[test]
fn a_hunter_at_the_far_side_of_a_ring_goes_round_on_one_side() {
    let mut failed = Vec::new();
    for topology in topologies() {
        for kind in KINDS.into_iter().filter(|&kind| kind != Kind::Waypoints) {
            for speed in [7.0, 25.0] {
                let is_inside = |cell: IVec2| (1..40).contains(&cell.x) && (1..8).contains(&cell.y);
                let grid = Grid::from_fn(UVec2::new(41, 9), |cell| u8::from(!is_inside(cell))).unwrap();
                let mut world = world_of(grid, topology);
                // Both targets are one: it steps to and fro in the middle of the other side.
                let place = |world: &FleetWorld, _: usize, time: u32| {
                    world.geometry.center_of(IVec2::new(19 + 2 * (time % 2) as i32, 8))
                };
                let (frames, turns) = hunt(&mut world, kind, IVec2::new(20, 0), speed, place);
                let enough = 20.0 * 50.0 * CELL / speed * 1.5 + 100.0;
                if frames as f32 > enough || turns > 14 {
                    failed.push(format!(
                        "{:?} {kind:?} {speed}: {frames} frames, {turns} turns",
                        topology.shape()
                    ));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn an_edit_that_opens_an_equally_cheap_path_turns_nobody_round() {
    // A ring whose left side is closed. The agent sets out on the right.
    for topology in topologies() {
        let is_inside = |cell: IVec2| (1..10).contains(&cell.x) && (1..6).contains(&cell.y);
        let grid = Grid::from_fn(UVec2::new(11, 7), |cell| u8::from(!is_inside(cell))).unwrap();
        let mut world = world_of(grid, topology);
        let door = IVec2::new(0, 3);
        world.map.block(door);
        let agent = world.fleet.insert(Some(world.geometry.center_of(IVec2::new(5, 0))), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(10.0)));
        world.ask(agent, Request::to(IVec2::new(5, 6)));
        let path = |fleet: &Fleet| match fleet.agent(agent).unwrap().path() {
            AgentPath::OverCells(own) => own.path.cells().to_vec(),
            other => panic!("{other:?}"),
        };
        (0..3).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
        let before = path(&world.fleet);
        assert!(before.iter().any(|cell| cell.x == 10));
        world.map.unblock(door);
        let mut events = Vec::new();
        for _ in 0..3 {
            world.update(FRAME, &ScopedThreads(1));
            events.extend_from_slice(world.fleet.events());
        }
        let after = path(&world.fleet);
        let cost = |cells: &[IVec2]| {
            world.map.without_obstacles(&[]).path_cost(&tilepath::CostProfile::default(), cells).unwrap()
        };
        let open = |from: IVec2| {
            let query = PathQuery::new(from, IVec2::new(5, 6));
            let path = world.map.find_path(
                &tilepath::CostProfile::default(),
                query,
                &mut SearchScratch::new(),
                &mut (),
            );
            path.unwrap().cost()
        };
        let cheaper = open(before[0]) < cost(&before);
        if !cheaper {
            assert_eq!((after, events.as_slice()), (before, &[][..]), "{:?}", topology.shape());
        }
    }
}

#[test]
fn when_the_wait_is_over_the_agent_takes_the_cheapest_path_again() {
    let mut world = world_of(Grid::new(UVec2::new(61, 1), 1).unwrap(), Topology::default());
    let at = |x: i32| Vec2::new(x as f32 * CELL, 0.0);
    let prey = world.fleet.insert(Some(at(0)), GroundKind::Tiles);
    let other = world.fleet.insert(Some(at(60)), GroundKind::Tiles);
    let hunter = world.fleet.insert(Some(at(30)), GroundKind::Tiles);
    world.fleet.set_pace(hunter, Some(Pace::new(5.0)));
    world.ask(hunter, Request::to_nearest([prey, other]));
    let mut run = |prey_at: i32, frames: usize| {
        world.fleet.set_position(prey, Some(at(prey_at)));
        (0..frames).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
        match world.fleet.agent(hunter).unwrap().path() {
            AgentPath::OverCells(own) => own.path.cells().last().copied().unwrap().x,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(run(2, 3), 2);
    assert_eq!(run(-20, 1), 60, "off the map");
    assert_eq!(run(2, 1), 60, "it has just turned");
    assert_eq!(run(2, 30), 2, "it waits no longer");
    assert_eq!(run(28, 1), 28);
}

#[test]
fn a_command_that_leads_back_is_obeyed_at_once() {
    for kind in [Kind::Alone, Kind::Crowd] {
        let mut world = world_of(Grid::new(UVec2::new(61, 61), 1).unwrap(), Topology::default());
        let agent = world.fleet.insert(Some(world.geometry.center_of(IVec2::splat(30))), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(40.0)));
        world.fleet.set_crowd(agent, (kind == Kind::Crowd).then_some(0));
        let mut events = Vec::new();
        for command in 0..40 {
            let goal = IVec2::new(if command % 2 == 0 { 50 } else { 10 }, 30);
            world.ask(agent, Request::to(goal));
            for _ in 0..6 {
                world.update(FRAME, &ScopedThreads(1));
                events.extend_from_slice(world.fleet.events());
            }
            match world.fleet.agent(agent).unwrap().path() {
                AgentPath::OverCells(own) => {
                    assert_eq!(own.path.cells().last(), Some(&goal));
                    let ways =
                        own.path.cells().windows(2).filter(|pair| (pair[1].x > pair[0].x) == (goal.x == 50));
                    assert_eq!(ways.count(), own.path.cells().len() - 1, "{kind:?}, command {command}");
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(events, [FleetEvent::Found(agent); 40]);
    }
}
