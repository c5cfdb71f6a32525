//! Crowd agents that rest in their goals only, and those that move up into them.

use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, DiagonalRule, Grid, HexLayout, NavMap, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetEvent, FleetWorld, GroundKind, Pace, Request, StepState},
};

const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(50);
const GOAL: IVec2 = IVec2::new(20, 10);

fn world(topology: Topology) -> FleetWorld {
    let geometry = match topology.shape() {
        Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, Vec2::splat(CELL)),
        _ => CellGeometry::squares(CELL),
    };
    let grid = Grid::new(UVec2::new(30, 20), 1).unwrap();
    FleetWorld::new(NavMap::new(grid, topology), geometry.unwrap())
}

/// Agents of a crowd that ask for the goal: on a goal field, or each with a path of its own.
fn crowd(world: &mut FleetWorld, count: i32, request: &Request) -> Vec<AgentId> {
    let agents = (0..count).map(|nth| {
        let agent =
            world.fleet.insert(Some(world.geometry.center_of(IVec2::new(nth % 5, nth))), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(60.0)));
        world.fleet.set_crowd(agent, Some(0));
        world.ask(agent, request.clone());
        agent
    });
    agents.collect()
}

fn cases() -> Vec<(Topology, Request)> {
    let topologies = [
        Topology::square(DiagonalRule::OnlyWhenNoObstacles),
        Topology::square(DiagonalRule::Never),
        Topology::square(DiagonalRule::Always),
        Topology::hex(HexLayout::OddRows),
        Topology::hex(HexLayout::EvenColumns),
    ];
    let requests = [Request::to(GOAL), Request::to(GOAL).allow_partial(), Request::to(GOAL).within(1.0)];
    topologies.into_iter().flat_map(|topology| requests.clone().map(|request| (topology, request))).collect()
}

#[test]
fn agents_that_rest_in_their_goal_only_come_there_one_after_the_other() {
    for (topology, request) in cases() {
        let mut world = world(topology);
        let agents = crowd(&mut world, 10, &request.clone().in_cell());
        let what = format!("{:?}, range {}", topology.shape(), request.options.range);
        let mut served = Vec::new();
        for _ in 0..1500 {
            world.update(FRAME, &ScopedThreads(1));
            let events = world.fleet.events().to_vec();
            for event in events {
                assert!(!matches!(event, FleetEvent::Entered(_)), "{what}");
                let FleetEvent::Reached(agent) = event else { continue };
                let at = world.fleet.position(agent).unwrap();
                let here = world.geometry.cell_at(at).unwrap();
                let distance = topology.shape().distance_squared(here, GOAL);
                assert!(here == GOAL || request.options.range > 0.0 && distance <= 1, "{what}: {here}");
                assert!(at.distance(world.geometry.center_of(here)) < 0.1, "{what}");
                served.push(agent);
                // The shop lets it out.
                world.fleet.remove(agent);
            }
            for &agent in &agents {
                let rests = world.fleet.step(agent).is_some_and(|step| step.state == StepState::Arrived);
                assert!(!rests, "{what}: {agent} rests before its goal");
            }
        }
        served.sort_unstable_by_key(|agent| agent.index());
        assert_eq!(served, agents, "{what}");
    }
}

#[test]
fn an_agent_that_rested_beside_its_goal_says_when_it_has_moved_up() {
    for (topology, request) in cases().into_iter().filter(|(_, request)| request.options.range == 0.0) {
        let mut world = world(topology);
        let agents = crowd(&mut world, 6, &request);
        let mut events = Vec::new();
        let mut run = |world: &mut FleetWorld, frames: usize| {
            for _ in 0..frames {
                world.update(FRAME, &ScopedThreads(1));
                events.extend_from_slice(world.fleet.events());
            }
            core::mem::take(&mut events)
        };
        let what = format!("{:?}", topology.shape());
        let first = run(&mut world, 600);
        let reached = |event: &&FleetEvent| matches!(event, FleetEvent::Reached(_));
        assert_eq!(first.iter().filter(reached).count(), 6, "{what}");
        let in_goal = |fleet: &Fleet| {
            let here = |agent: &AgentId| fleet.step(*agent).is_some_and(|step| step.to() == GOAL);
            agents.iter().copied().find(|agent| fleet.agent(*agent).is_some() && here(agent)).unwrap()
        };
        let mut moved_up = vec![in_goal(&world.fleet)];
        for _ in 0..3 {
            world.fleet.remove(*moved_up.last().unwrap());
            let events = run(&mut world, 1200);
            let next = in_goal(&world.fleet);
            let entered: Vec<_> = events.iter().filter(|event| !reached(event)).collect();
            assert_eq!(entered, [&FleetEvent::Entered(next)], "{what}");
            assert!(!events.iter().any(|event| reached(&event)), "{what}");
            assert!(!moved_up.contains(&next));
            moved_up.push(next);
        }
    }
}

#[test]
fn an_agent_whose_goal_never_becomes_free_waits_beside_it_and_is_stuck() {
    for (topology, request) in cases().into_iter().filter(|(_, request)| request.options.range == 0.0) {
        let mut world = world(topology);
        let agents = crowd(&mut world, 2, &request.in_cell());
        let mut events = Vec::new();
        for _ in 0..800 {
            world.update(FRAME, &ScopedThreads(1));
            events.extend_from_slice(world.fleet.events());
        }
        let reached: Vec<_> = events.iter().filter(|event| matches!(event, FleetEvent::Reached(_))).collect();
        let stuck = events.iter().filter(|event| matches!(event, FleetEvent::Stuck { .. }));
        assert_eq!((reached.len(), stuck.count()), (1, 1), "{:?}", topology.shape());
        let near = |agent: &&AgentId| {
            let here = world.geometry.cell_at(world.fleet.position(**agent).unwrap()).unwrap();
            world.geometry.are_close(here, GOAL)
        };
        assert_eq!(agents.iter().filter(near).count(), 2, "{:?}", topology.shape());
        // The first one goes on: the second one goes in.
        let FleetEvent::Reached(first) = *reached[0] else { unreachable!() };
        world.ask(first, Request::to(IVec2::ZERO));
        let mut entered = 0;
        for _ in 0..400 {
            world.update(FRAME, &ScopedThreads(1));
            let other = agents.iter().copied().find(|&agent| agent != first).unwrap();
            entered +=
                world.fleet.events().iter().filter(|&&event| event == FleetEvent::Reached(other)).count();
        }
        assert_eq!(entered, 1, "{:?}", topology.shape());
    }
}
