//! Whatever a search reads may change while the search is under way.

use crate::scene::{KINDS, Kind, SIDE, Scene, assert_right, topologies};
use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, DangerStamp, Falloff, Graph, Grid, Heuristic, NavGraph, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, AnswerStatus, Fleet, FleetSettings, FleetWorld, GroundKind, Pace, Request, Target},
};

/// Where the agent begins, and where it goes.
const START: IVec2 = IVec2::new(4, 4);
const GOALS: [IVec2; 2] = [IVec2::new(9, 8), IVec2::new(2, 9)];

/// A wall of obstacles between the start and the first goal, and two gates in it: obstacles that the agent may carry.
const WALL: i32 = 6;
const GATES: [IVec2; 2] = [IVec2::new(WALL, 3), IVec2::new(WALL, 10)];

/// Something that changes. The agent is the first of the scene, and the second is a target that stands at the first goal.
type Change = fn(&mut Scene, AgentId, AgentId);

const CHANGES: [(&str, Change); 19] = [
    ("terrain", |scene, _, _| {
        for y in 3..9 {
            scene.world.map.set_terrain(IVec2::new(5, y), 0).unwrap();
        }
    }),
    ("cheaper terrain", |scene, _, _| {
        for y in 3..9 {
            scene.world.map.set_terrain(IVec2::new(8, y), 1).unwrap();
        }
    }),
    ("an obstacle", |scene, _, _| scene.world.map.block(IVec2::new(5, 4))),
    ("an obstacle on the goal", |scene, _, _| scene.world.map.block(GOALS[0])),
    ("danger", |scene, _, _| {
        let stamp = DangerStamp::new(2.5, 3.0, Falloff::Linear).unwrap();
        scene.world.map.add_danger(0, &stamp, IVec2::new(5, 5)).unwrap();
    }),
    ("its own obstacles", |scene, agent, _| own(scene, agent, &GATES[1..])),
    ("no own obstacles", |scene, agent, _| own(scene, agent, &[])),
    ("more own obstacles", |scene, agent, _| own(scene, agent, &GATES)),
    ("an obstacle on its own", |scene, _, _| scene.world.map.block(GATES[0])),
    ("a profile", |scene, _, _| scene.set_profiles(vec![CostProfile::default().with_cost(2, 9)])),
    ("no profile", |scene, _, _| scene.set_profiles(Vec::new())),
    ("another map", |scene, _, _| {
        let grid = Grid::from_fn(UVec2::splat(SIDE as u32), |cell| 1 + (cell.x % 3) as u8).unwrap();
        scene.world.map = NavMap::new(grid, scene.world.map.topology());
        scene.agents[0].2.clear();
        let agent = scene.agents[0].0;
        scene.world.fleet.set_own_obstacles(agent, &[]);
    }),
    ("the place of the map", |scene, _, _| scene.move_map(IVec2::new(-2, 0))),
    ("the place of the map, and back", |scene, _, _| {
        scene.move_map(IVec2::new(0, 2));
        scene.step(1);
        scene.move_map(IVec2::new(0, -2));
    }),
    ("the place of a target", |scene, _, target| {
        let at = scene.world.geometry.center_of(GOALS[0] - IVec2::new(0, 4));
        scene.world.fleet.set_position(target, Some(at));
    }),
    ("a target that is gone", |scene, _, _| scene.remove(1)),
    ("its place", |scene, agent, _| {
        let at = scene.world.geometry.center_of(START - IVec2::new(2, 1));
        scene.world.fleet.set_position(agent, Some(at));
    }),
    ("its crowd", |scene, agent, _| {
        let joins = scene.agents[0].1 == Kind::Lone;
        scene.world.fleet.set_crowd(agent, joins.then_some(0));
        if scene.agents[0].1 != Kind::Standing {
            scene.agents[0].1 = if joins { Kind::InCrowd } else { Kind::Lone };
        }
    }),
    ("a pause", |scene, agent, _| {
        scene.world.fleet.set_active(agent, false);
        scene.world.map.block(IVec2::new(5, 4));
        scene.step(2);
        scene.world.fleet.set_active(agent, true);
    }),
];

/// Gives the agent other obstacles, all of which stand already.
fn own(scene: &mut Scene, agent: AgentId, cells: &[IVec2]) {
    scene.world.fleet.set_own_obstacles(agent, cells);
    scene.agents[0].2 = cells.to_vec();
}

/// A map whose cells cost 1 to 3, with a wall of obstacles.
fn scene(topology: Topology) -> Scene {
    let settings = FleetSettings { expansions_per_update: 1, ..FleetSettings::default() };
    let mut scene = Scene::new(topology, settings, |cell| 1 + ((cell.x * 5 + cell.y * 3) % 7 / 3) as u8);
    for y in 0..SIDE {
        scene.world.map.block(IVec2::new(WALL, y));
    }
    // The map is prepared, and nothing has changed for a while.
    scene.step(3);
    scene
}

fn request(nth: usize, scene: &Scene, target: AgentId) -> Request {
    let [goal, other] = GOALS.map(|goal| Target::Position(scene.world.geometry.center_of(goal)));
    match nth {
        0 => Request::to(goal),
        1 => Request::to_nearest([goal, other]),
        2 => Request::to(goal).within(1.5),
        3 => Request::to(goal).allow_partial(),
        4 => Request::to(Target::Agent(target)),
        5 => Request::to_nearest([Target::Agent(target), other]).within(1.0),
        _ => Request::to(GOALS[0]).with_danger_aversion(2.0),
    }
}

#[test]
fn an_answer_is_right_whatever_changed_during_its_search() {
    let mut faults = Vec::new();
    let mut under_way = 0;
    for (nth, topology) in topologies().enumerate() {
        for (number, (what, change)) in CHANGES.into_iter().enumerate() {
            // Every other request on each map, each of them on half of the maps.
            let asked = (0..7).filter(|asked| (nth + number + asked) % 2 == 0);
            let cases = asked.flat_map(|asked| KINDS.map(|kind| (kind, asked)));
            for (kind, asked) in cases {
                let mut scene = scene(topology);
                let target = scene.world.fleet.insert(None, GroundKind::Tiles);
                scene.world.fleet.set_position(target, Some(scene.world.geometry.center_of(GOALS[0])));
                let request = request(asked, &scene, target);
                let agent = scene.join(START, kind, request);
                scene.agents.push((target, Kind::Standing, Vec::new()));
                own(&mut scene, agent, &GATES[..1]);
                scene.step(1 + ((nth + asked) % 4) as u32 * 4);
                under_way += u32::from(scene.status(agent) == AnswerStatus::Pending);
                change(&mut scene, agent, target);
                scene.step(if kind == Kind::Standing { 300 } else { 600 });
                let found = scene.faults();
                faults.extend(found.iter().map(|fault| format!("{topology:?}, {what}, {asked}: {fault}")));
            }
        }
    }
    assert!(under_way > 1000, "{under_way} searches were under way");
    assert_right(&faults);
}

/// A failure during whose search something changed counts as older than the change.
#[test]
fn a_failure_is_looked_at_again_if_something_changed_during_its_search() {
    for topology in topologies() {
        for frames in [1, 5, 9, 14, 20] {
            let mut scene = scene(topology);
            let goal = scene.world.geometry.center_of(IVec2::new(0, 11));
            // The search gives up before it comes to the goal.
            let request = Request::to(goal).with_heuristic(Heuristic::Zero).with_max_expansions(60);
            let agent = scene.join(START, Kind::Standing, request);
            scene.step(frames);
            assert_eq!(scene.status(agent), AnswerStatus::Pending, "{topology:?}, after {frames} frames");
            // The goal comes close to the agent, which goes with the map.
            scene.move_map(IVec2::new(0, 6));
            scene.world.fleet.set_position(agent, Some(scene.world.geometry.center_of(START)));
            scene.step(300);
            assert_eq!(scene.status(agent), AnswerStatus::Found, "{topology:?}, after {frames} frames");
            assert_right(&scene.faults());
        }
    }
}

/// The graph of a street with two ends, round a square of houses.
fn street() -> NavGraph {
    let mut graph = NavGraph::new();
    let places = (0..24).map(|nth| match nth {
        0..12 => Vec2::new(nth as f32 * 10.0, 0.0),
        _ => Vec2::new(110.0, (nth - 11) as f32 * 10.0),
    });
    let waypoints: Vec<_> = places.map(|place| graph.add_waypoint(place).unwrap()).collect();
    for (nth, &waypoint) in waypoints.iter().enumerate() {
        let beside = [nth.checked_sub(1), Some(nth + 1)].into_iter().flatten();
        let edges = beside.filter_map(|other| waypoints.get(other));
        let edges: Vec<_> = edges.map(|&other| (other, Graph::cost_of_distance(10.0))).collect();
        graph.set_edges(waypoint, &edges);
    }
    graph
}

/// The agent walks on while its new path is searched, and so has left the place where that path begins.
#[test]
fn an_agent_that_walks_on_during_its_search_stays_on_the_edges() {
    for (budget, goal) in (1..6).flat_map(|budget| [0, 3, 23].map(|goal| (budget, goal))) {
        let settings = FleetSettings { expansions_per_update: budget, ..FleetSettings::default() };
        let map = NavMap::new(Grid::new([1, 1].into(), 0).unwrap(), Topology::default());
        let mut world = FleetWorld::new(map, CellGeometry::squares(1.0).unwrap());
        let graph = street();
        (world.fleet, world.graph) = (Fleet::new(settings), graph.clone());
        let at = |nth: usize| graph.iter().map(|(_, at)| at).nth(nth).unwrap();
        let target = world.fleet.insert(Some(at(20)), GroundKind::Waypoints);
        let agent = world.fleet.insert(Some(at(2)), GroundKind::Waypoints);
        world.fleet.set_pace(agent, Some(Pace::new(90.0)));
        world.ask(agent, Request::to(Target::Agent(target)));
        for frame in 0..200 {
            if world.fleet.position(agent).unwrap().x > 80.0 {
                world.fleet.set_position(target, Some(at(goal)));
            }
            world.update(Duration::from_millis(100), &ScopedThreads(1));
            let here = world.fleet.position(agent).unwrap();
            let is_on_edge = here.y.abs() < 0.01 || (here.x - 110.0).abs() < 0.01;
            assert!(is_on_edge, "budget {budget}, to {goal}, frame {frame}: at {here}");
        }
        assert_eq!(world.fleet.position(agent), Some(at(goal)), "budget {budget}, to {goal}");
    }
}
