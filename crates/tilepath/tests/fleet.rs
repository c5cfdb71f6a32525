//! A fleet over waypoints: its answers are those of a look at all paths, after any edits, and its future depends on its state alone.

use core::time::Duration;
use fastrand::Rng;
use glam::Vec2;
use std::collections::BTreeMap;
use tilepath::{
    CellGeometry, Cost, Graph, Grid, NavGraph, NavMap, PathError, Topology, WaypointId,
    batch::ScopedThreads,
    fleet::{
        AgentId, AnswerStatus, Failure, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace,
        PlanCause, Request, Target,
    },
};

const FRAME: Duration = Duration::from_millis(100);

/// A world of waypoints: its map is a single wall.
fn world(graph: NavGraph, settings: FleetSettings) -> FleetWorld {
    let map = NavMap::new(Grid::new([1, 1].into(), 0).unwrap(), Topology::default());
    let mut world = FleetWorld::new(map, CellGeometry::squares(1.0).unwrap());
    (world.fleet, world.graph) = (Fleet::new(settings), graph);
    world
}

fn update(world: &mut FleetWorld, time: Duration) {
    world.update(time, &ScopedThreads(1));
}

/// The waypoints to which an agent goes.
fn goals(fleet: &Fleet, agent: AgentId) -> Vec<WaypointId> {
    fleet.agent(agent).unwrap().goal_waypoints().collect()
}

fn place(random: &mut Rng) -> Vec2 {
    Vec2::new(random.f32() * 100.0, random.f32() * 100.0)
}

/// A graph at random, with the waypoints that were made.
fn random_graph(random: &mut Rng) -> (NavGraph, Vec<WaypointId>) {
    let mut graph = NavGraph::new();
    let waypoints: Vec<_> = (0..25).map(|_| graph.add_waypoint(place(random)).unwrap()).collect();
    waypoints.iter().for_each(|&waypoint| link(&mut graph, &waypoints, waypoint, random));
    (graph, waypoints)
}

/// Gives a waypoint other edges: to a few others, some of them shorter or longer than the way there.
fn link(graph: &mut NavGraph, waypoints: &[WaypointId], from: WaypointId, random: &mut Rng) {
    let mut edges: Vec<(WaypointId, Cost)> = Vec::new();
    for _ in 0..random.usize(..4) {
        let to = waypoints[random.usize(..waypoints.len())];
        let Some((start, end)) = graph.position(from).zip(graph.position(to)) else { continue };
        if to != from && edges.iter().all(|&(known, _)| known != to) {
            let length = f64::from(start.distance(end)) * f64::from(random.f32() + 0.5);
            edges.push((to, Graph::cost_of_distance(length)));
        }
    }
    graph.set_edges(from, &edges);
}

fn edit(graph: &mut NavGraph, waypoints: &mut Vec<WaypointId>, random: &mut Rng) {
    let nth = random.usize(..waypoints.len());
    match random.u32(..5) {
        0 => drop(graph.move_waypoint(waypoints[nth], place(random))),
        1 => {
            graph.remove_waypoint(waypoints.swap_remove(nth));
            waypoints.push(graph.add_waypoint(place(random)).unwrap());
        }
        _ => link(graph, waypoints, waypoints[nth], random),
    }
}

/// The least costs from every waypoint to a goal, by Bellman and Ford.
fn least_costs(graph: &NavGraph, goal: WaypointId) -> BTreeMap<WaypointId, u64> {
    let mut known = BTreeMap::from([(goal, 0)]);
    loop {
        let mut has_changed = false;
        for (from, _) in graph.iter() {
            for (to, cost) in graph.edges(from) {
                let Some(rest) = known.get(&to).map(|rest| rest + u64::from(cost.units())) else { continue };
                if known.get(&from).is_none_or(|&old| rest < old) {
                    known.insert(from, rest);
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return known;
        }
    }
}

/// Agents that stand where they are, so that their paths begin at the waypoint nearest to them.
fn standing(world: &mut FleetWorld, random: &mut Rng) -> Vec<(AgentId, Vec2)> {
    let ask = |_| {
        let (agent, goal) = (world.fleet.insert(Some(place(random)), GroundKind::Waypoints), place(random));
        world.ask(agent, Request::to(goal));
        (agent, goal)
    };
    (0..12).map(ask).collect()
}

#[test]
fn after_any_edits_every_answer_is_the_best() {
    for seed in 0..60 {
        let mut random = Rng::with_seed(seed);
        let (graph, mut waypoints) = random_graph(&mut random);
        let settings = FleetSettings { retry_delay: 0.0, ..FleetSettings::default() };
        let mut world = world(graph, settings);
        let agents = standing(&mut world, &mut random);
        for round in 0..30 {
            (0..random.usize(..4)).for_each(|_| edit(&mut world.graph, &mut waypoints, &mut random));
            update(&mut world, FRAME);
            for &(id, goal) in &agents {
                let (agent, graph) = (world.fleet.agent(id).unwrap(), &world.graph);
                let costs = least_costs(graph, graph.nearest(goal).unwrap());
                // An agent keeps its path when another waypoint moves closer to it.
                let nearest = graph.nearest(world.fleet.position(id).unwrap());
                let start = agent.waypoint_path().map(|path| path.waypoints[0]).or(nearest).unwrap();
                let (found, best) =
                    (agent.waypoint_path().map(|path| path.cost_from(0)), costs.get(&start).copied());
                let found = found.map(|cost| u64::from(cost.units()));
                assert_eq!(found, best, "seed {seed}, round {round}, {id}: {agent:?}");
                assert_eq!(agent.status() == AnswerStatus::Found, best.is_some());
            }
        }
    }
}

#[test]
fn a_clone_of_a_world_has_the_same_future() {
    for seed in 0..20 {
        let mut random = Rng::with_seed(seed);
        let (graph, mut waypoints) = random_graph(&mut random);
        // A small budget: a search is under way most of the time.
        let settings = FleetSettings { expansions_per_update: 7, ..FleetSettings::default() };
        let mut world = world(graph, settings);
        let agents = standing(&mut world, &mut random);
        for &(id, _) in &agents {
            world.fleet.set_pace(id, Some(Pace::new(random.f32() * 30.0)));
        }
        (0..5).for_each(|_| update(&mut world, FRAME));
        let mut other = world.clone();
        for _ in 0..100 {
            if random.u32(..5) == 0 {
                edit(&mut world.graph, &mut waypoints, &mut random);
                other.graph.clone_from(&world.graph);
            }
            update(&mut world, FRAME);
            update(&mut other, FRAME);
            assert_eq!(world.fleet.events(), other.fleet.events(), "seed {seed}");
            for &(id, _) in &agents {
                let [one, two] = [&world, &other].map(|world| format!("{:?}", world.fleet.agent(id)));
                assert_eq!(one, two, "seed {seed}");
            }
        }
    }
}

/// Waypoints 10 units apart on a line, joined both ways.
fn line(count: u16) -> (NavGraph, Vec<WaypointId>) {
    let mut graph = NavGraph::new();
    let at = |nth: u16| Vec2::new(f32::from(nth) * 10.0, 0.0);
    let waypoints: Vec<_> = (0..count).map(|nth| graph.add_waypoint(at(nth)).unwrap()).collect();
    for (nth, &waypoint) in waypoints.iter().enumerate() {
        let beside = [nth.checked_sub(1), Some(nth + 1)].into_iter().flatten();
        let beside = beside.filter_map(|nth| waypoints.get(nth));
        let edges: Vec<_> = beside.map(|&to| (to, Graph::cost_of_distance(10.0))).collect();
        graph.set_edges(waypoint, &edges);
    }
    (graph, waypoints)
}

#[test]
fn requests_of_higher_priority_are_answered_first() {
    let (graph, _) = line(50);
    let settings = FleetSettings { expansions_per_update: 50, ..FleetSettings::default() };
    let mut world = world(graph, settings);
    let goal = Vec2::new(490.0, 0.0);
    let agents = [0, 2, 1].map(|priority| {
        let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Waypoints);
        world.ask(agent, Request::to(goal).with_priority(priority));
        agent
    });
    assert_eq!(agents.map(|agent| world.fleet.before(agent)), [Some(2), Some(0), Some(1)]);
    let mut answered = Vec::new();
    for _ in 0..3 {
        update(&mut world, FRAME);
        assert_eq!(world.fleet.answered().len(), 1);
        answered.extend_from_slice(world.fleet.answered());
    }
    assert_eq!(answered, [agents[1], agents[2], agents[0]]);
    assert_eq!(world.fleet.stats().searches, 3);
}

#[test]
fn an_agent_follows_another_and_meets_it() {
    let (graph, waypoints) = line(6);
    let mut world = world(graph, FleetSettings::default());
    let prey = world.fleet.insert(Some(Vec2::new(50.0, 0.0)), GroundKind::Waypoints);
    let hunter = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Waypoints);
    world.fleet.set_pace(hunter, Some(Pace::new(100.0)));
    world.ask(hunter, Request::to(prey));
    update(&mut world, FRAME);
    assert_eq!(goals(&world.fleet, hunter), [waypoints[5]]);
    world.fleet.set_position(prey, Some(Vec2::new(20.0, 3.0)));
    update(&mut world, FRAME);
    let agent = world.fleet.agent(hunter).unwrap();
    assert_eq!(
        (goals(&world.fleet, hunter), agent.record().cause),
        (vec![waypoints[2]], PlanCause::TargetMoved)
    );
    assert!(
        world.fleet.progress(hunter).has_arrived()
            && world.fleet.events().contains(&FleetEvent::Reached(hunter))
    );
    world.fleet.remove(prey);
    let again = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Waypoints);
    update(&mut world, FRAME);
    let status = world.fleet.agent(hunter).unwrap().status();
    assert_eq!(status, AnswerStatus::Failed(Failure::TargetGone(prey)));
    assert!(again != prey && again.index() == prey.index(), "only the index is used again");
}

#[test]
fn bad_input_is_a_failure_that_names_it() {
    let (graph, _) = line(3);
    let mut world = world(graph, FleetSettings::default());
    let here = Some(Vec2::ZERO);
    let nan = Vec2::new(f32::NAN, 0.0);
    let targets: [Target; 0] = [];
    let asked = [
        (None, Request::to(Vec2::ZERO), Failure::NoPosition),
        (here, Request::to_nearest(targets), PathError::NoGoal.into()),
        (here, Request::to(glam::IVec2::ONE), Failure::CellOverWaypoints(glam::IVec2::ONE)),
        (here, Request::to(Vec2::ZERO).within(2.0), Failure::RangeOverWaypoints(2.0)),
        (here, Request::to(Vec2::ZERO).with_inflation(0.5), PathError::InvalidInflation(0.5).into()),
        (here, Request::to(Vec2::X * 20.0).with_max_expansions(1), PathError::ExpansionLimit(1).into()),
    ];
    for (at, request, failure) in asked {
        let agent = world.fleet.insert(at, GroundKind::Waypoints);
        world.ask(agent, request);
        update(&mut world, FRAME);
        assert_eq!(world.fleet.agent(agent).unwrap().status(), AnswerStatus::Failed(failure));
        assert_eq!(world.fleet.events(), [FleetEvent::Failed(agent, failure)]);
    }
    let lost = world.fleet.insert(Some(nan), GroundKind::Waypoints);
    world.ask(lost, Request::to(nan));
    update(&mut world, FRAME);
    assert!(matches!(
        world.fleet.agent(lost).unwrap().status(),
        AnswerStatus::Failed(Failure::GoalNotFinite(_))
    ));
    world.graph = NavGraph::new();
    update(&mut world, FRAME);
    assert_eq!(world.fleet.len(), 7);
}

/// An agent between two waypoints pays for the part of the edge that it walks: what lies ahead, or what lies behind it if it turns back.
#[test]
fn an_agent_on_an_edge_pays_for_the_part_that_it_walks() {
    // The tiles from each end to the goal, the tiles of the edge there and back, how far the agent is on the edge, and where it goes.
    let cases = [
        ([20.0, 10.0], [100.0, 100.0], 0.3, 0),
        ([40.0, 60.0], [100.0, 100.0], 0.7, 1),
        ([0.0, 35.0], [100.0, 100.0], 0.6, 0),
        ([0.0, 35.0], [100.0, 200.0], 0.6, 1),
        ([0.0, 35.0], [10.0, 100.0], 0.5, 1),
        ([0.0, 80.0], [100.0, 10.0], 0.9, 0),
    ];
    for (to_goal, [onward, back], share, expected) in cases {
        let mut graph = NavGraph::new();
        let [start, end, goal, far] = [(0.0, 0.0), (100.0, 0.0), (50.0, 400.0), (900.0, 0.0)]
            .map(|(x, y)| graph.add_waypoint(Vec2::new(x, y)).unwrap());
        let cost = Graph::cost_of_distance;
        graph.set_edges(start, &[(end, cost(onward)), (goal, cost(to_goal[0]))]);
        graph.set_edges(end, &[(start, cost(back)), (goal, cost(to_goal[1])), (far, cost(1.0))]);
        let mut world = world(graph, FleetSettings::default());
        let agent = world.fleet.insert(Some(Vec2::ZERO), GroundKind::Waypoints);
        world.fleet.set_pace(agent, Some(Pace::new(100.0)));
        world.ask(agent, Request::to(Vec2::new(900.0, 0.0)));
        update(&mut world, Duration::from_secs_f32(share));
        let at = world.fleet.position(agent).unwrap();
        assert!((at.x - 100.0 * share).abs() < 0.1, "{at}");
        world.ask(agent, Request::to(Vec2::new(50.0, 400.0)));
        update(&mut world, Duration::ZERO);
        let path = world.fleet.agent(agent).unwrap().waypoint_path().unwrap();
        let what = format!("{to_goal:?}, {onward} and {back}, at {share}");
        assert_eq!(path.waypoints, [[start, end][expected], goal], "{what}");
    }
}

/// A target that stands for a waypoint may stand for another one although the graph is the same.
#[test]
fn an_agent_follows_a_target_that_stands_for_another_waypoint() {
    let mut random = Rng::with_seed(8);
    let (graph, waypoints) = random_graph(&mut random);
    let mut world = world(graph, FleetSettings::default());
    let target = world.fleet.insert(None, GroundKind::Waypoints);
    let agent = world.fleet.insert(Some(place(&mut random)), GroundKind::Waypoints);
    world.fleet.set_waypoint(target, Some(waypoints[0]));
    world.ask(agent, Request::to(Target::Agent(target)));
    for &waypoint in &waypoints {
        world.fleet.set_waypoint(target, Some(waypoint));
        (0..100).for_each(|_| update(&mut world, FRAME));
        assert_eq!(goals(&world.fleet, agent), [waypoint]);
    }
}
