//! Requests that change while they are searched: an agent walks on by its old path, keeps its answer where the new request has the same
//! one, and comes forward even if it is asked in every update.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, DiagonalRule, Graph, Grid, HexLayout, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{
        AgentId, AnswerStatus, FieldLimits, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace,
        PlanCause, Request, Target,
    },
};

const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_micros(16_667);

fn world_of(grid: Grid, topology: Topology) -> FleetWorld {
    let geometry = match topology.shape() {
        tilepath::Shape::Square => CellGeometry::squares(CELL),
        _ => CellGeometry::hex(HexLayout::OddRows, Vec2::ZERO, Vec2::splat(CELL)),
    };
    FleetWorld::new(NavMap::new(grid, topology), geometry.unwrap())
}

/// A map with one wall in `walls` cells, and free corners.
fn scattered(side: u32, walls: u32) -> FleetWorld {
    let random = &mut Rng::with_seed(3);
    let is_corner = |cell: IVec2| {
        let near = |at: i32| !(4..side as i32 - 12).contains(&at);
        near(cell.x) && near(cell.y)
    };
    let class = |cell| u8::from(random.u32(..walls) > 0 || is_corner(cell));
    world_of(Grid::from_fn(UVec2::splat(side), class).unwrap(), Topology::default())
}

/// Settings with so little work in an update that searches and goal fields take many updates.
fn busy() -> FleetSettings {
    let fields = FieldLimits { cells_per_frame: 300, ..FieldLimits::default() };
    FleetSettings { expansions_per_update: 20, fields, ..FleetSettings::default() }
}

fn walker(fleet: &mut Fleet, at: Vec2, speed: f32) -> AgentId {
    let agent = fleet.insert(Some(at), GroundKind::Tiles);
    fleet.set_pace(agent, Some(Pace::new(speed)));
    agent
}

fn update(world: &mut FleetWorld, events: &mut Vec<FleetEvent>) {
    world.update(FRAME, &ScopedThreads(1));
    events.extend_from_slice(world.fleet.events());
}

#[test]
fn a_goal_that_fidgets_inside_its_cell_costs_one_search_and_is_reached() {
    let mut world = scattered(500, 11);
    let agent = walker(&mut world.fleet, Vec2::ZERO, 60.0);
    let goal = world.geometry.center_of(IVec2::splat(490));
    let mut events = Vec::new();
    for frame in 0..600 {
        let fidget = Vec2::new(if frame % 2 == 0 { -2.5 } else { 2.5 }, 0.0);
        world.ask(agent, Request::to(goal + fidget));
        update(&mut world, &mut events);
    }
    assert_eq!((world.fleet.stats().searches, &events[..]), (1, &[FleetEvent::Found(agent)][..]));
    let walked = world.fleet.position(agent).unwrap().length();
    assert!(walked > 200.0, "{walked}");
}

#[test]
fn a_goal_that_moves_inside_its_cell_is_followed_and_reached_once() {
    let topologies = [
        Topology::default(),
        Topology::square(DiagonalRule::Never),
        Topology::square(DiagonalRule::Always),
        Topology::hex(HexLayout::OddRows),
    ];
    for (topology, count) in topologies.into_iter().flat_map(|topology| [(topology, 1), (topology, 12)]) {
        let mut world = world_of(Grid::new(UVec2::splat(30), 1).unwrap(), topology);
        let at = |x, y| world.geometry.center_of(IVec2::new(x, y));
        let agents: Vec<AgentId> =
            (0..count).map(|nth| walker(&mut world.fleet, at(2, 2 + nth), 60.0)).collect();
        let (goal, mut events) = (at(12, 8), Vec::new());
        for frame in 0..900_u16 {
            let point = goal + Vec2::from_angle(f32::from(frame) / 40.0) * 3.0;
            for &agent in &agents {
                world.ask(agent, Request::to(point));
            }
            update(&mut world, &mut events);
        }
        let builds = world.fleet.stats().field_builds;
        assert!(
            world.fleet.stats().searches <= count as u64 && builds <= 1,
            "{count}: {:?}",
            world.fleet.stats()
        );
        let found = events.iter().filter(|event| matches!(event, FleetEvent::Found(_))).count();
        let reached = events.iter().filter(|event| matches!(event, FleetEvent::Reached(_))).count();
        assert_eq!((found, reached, events.len()), (agents.len(), agents.len(), 2 * agents.len()), "{count}");
        let last = goal + Vec2::from_angle(899.0 / 40.0) * 3.0;
        for &agent in &agents {
            let here = world.fleet.position(agent).unwrap();
            assert!(here.distance(last) < 1.0, "{count}: {here} for {last}");
            assert!(world.fleet.progress(agent).has_arrived());
            assert_eq!(world.fleet.agent(agent).unwrap().status(), AnswerStatus::Found);
        }
    }
}

#[test]
fn the_answer_names_the_newest_target() {
    let mut world = world_of(Grid::new(UVec2::splat(9), 1).unwrap(), Topology::default());
    let agent = walker(&mut world.fleet, Vec2::ZERO, 0.0);
    let targets = [[61.0, 20.0], [58.0, 22.0], [60.0, 18.0]].map(|at| Target::Position(at.into()));
    for target in targets {
        world.ask(agent, Request::to_nearest([target, Target::Cell(IVec2::new(8, 8))]));
        world.update(FRAME, &ScopedThreads(1));
        match world.fleet.agent(agent).unwrap().path() {
            tilepath::fleet::AgentPath::OverCells(own) => assert_eq!(own.target, Some(target)),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(world.fleet.stats().searches, 1);
}

/// What is asked in turn: in every update, the request is another.
type Ask = fn(u32, [Vec2; 2]) -> Request;

const ASKS: [(&str, Ask); 8] = [
    ("goals two cells apart", |frame, goals| Request::to(goals[frame as usize % 2])),
    ("other ranges", |frame, goals| Request::to(goals[0]).within((frame % 3) as f32)),
    ("other profiles", |frame, goals| Request::to(goals[0]).with_profile((frame % 2) as u16)),
    ("other priorities and goals", |frame, goals| {
        Request::to(goals[frame as usize % 2]).with_priority((frame % 5) as i32)
    }),
    ("other aversions", |frame, goals| Request::to(goals[0]).with_danger_aversion((frame % 4) as f32)),
    ("several targets", |frame, goals| {
        let mut goals = goals;
        goals.rotate_left(frame as usize % 2);
        Request::to_nearest(goals)
    }),
    ("one target or two", |frame, goals| Request::to_nearest(goals.into_iter().take(1 + frame as usize % 2))),
    ("other limits", |frame, goals| Request::to(goals[0]).with_max_expansions(100_000 + frame)),
];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Alone,
    Crowd,
    Field,
    CrowdOnField,
    Waypoints,
}

const KINDS: [Kind; 5] = [Kind::Alone, Kind::Crowd, Kind::Field, Kind::CrowdOnField, Kind::Waypoints];

/// The distance of the nearest agent from its goal, after it was asked in every `every`th of 900 updates. A search takes many updates.
fn distance_after(kind: Kind, ask: Ask, every: u32) -> f32 {
    let mut world = scattered(60, 8);
    let boat = CostProfile::default().with_cost(1, 2);
    world.set_profiles(vec![CostProfile::default(), boat]);
    world.fleet = Fleet::new(busy());
    let center = |world: &FleetWorld, x, y| world.geometry.center_of(IVec2::new(x, y));
    let mut goals = [center(&world, 56, 56), center(&world, 54, 56)];
    let count = if matches!(kind, Kind::Field | Kind::CrowdOnField) { 6 } else { 1 };
    if kind == Kind::Waypoints {
        let mut waypoints = Vec::new();
        for nth in 0..60 {
            waypoints.push(world.graph.add_waypoint(Vec2::new(nth as f32 * 10.0, 0.0)).unwrap());
            waypoints.push(world.graph.add_waypoint(Vec2::new(nth as f32 * 10.0, 10.0)).unwrap());
        }
        for (nth, &waypoint) in waypoints.iter().enumerate() {
            let beside = [nth + 1, nth + 2, nth.wrapping_sub(1), nth.wrapping_sub(2)];
            let edges = beside.into_iter().filter_map(|other| waypoints.get(other));
            let edges: Vec<_> = edges.map(|&to| (to, Graph::cost_of_distance(10.0))).collect();
            world.graph.set_edges(waypoint, &edges);
        }
        goals = [Vec2::new(560.0, 0.0), Vec2::new(540.0, 0.0)];
    }
    let agents: Vec<AgentId> = (0..count)
        .map(|nth| {
            let ground = if kind == Kind::Waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
            let agent = world.fleet.insert(Some(center(&world, nth % 3, nth / 3)), ground);
            world.fleet.set_pace(agent, Some(Pace::new(150.0)));
            world.fleet.set_crowd(agent, matches!(kind, Kind::Crowd | Kind::CrowdOnField).then_some(0));
            agent
        })
        .collect();
    for frame in 0..900 {
        if frame % every == 0 {
            for &agent in &agents {
                let mut request = ask(frame / every, goals);
                if kind == Kind::Waypoints {
                    request.options.range = 0.0;
                }
                world.ask(agent, request);
            }
        }
        world.update(FRAME, &ScopedThreads(1));
    }
    let far = |agent: &AgentId| world.fleet.position(*agent).unwrap().distance(goals[0]);
    agents.iter().map(far).fold(f32::INFINITY, f32::min)
}

#[test]
fn an_agent_that_is_asked_in_every_update_comes_to_its_goal() {
    let mut short = Vec::new();
    for kind in KINDS {
        for (what, ask) in ASKS {
            for every in [1, 2, 5] {
                let distance = distance_after(kind, ask, every);
                if distance > 40.0 {
                    short.push(format!("{kind:?}, {what}, every {every}: {distance}"));
                }
            }
        }
    }
    assert!(short.is_empty(), "{short:#?}");
}

#[test]
fn of_agents_that_are_asked_in_every_update_nobody_waits_for_the_others() {
    let mut world = scattered(300, 11);
    let agents = [0, 1, 2].map(|nth| walker(&mut world.fleet, Vec2::new(nth as f32 * CELL, 0.0), 60.0));
    let goal = world.geometry.center_of(IVec2::splat(292));
    let mut first = [None; 3];
    for frame in 0..150_u16 {
        // Another cell in every frame.
        let goal = goal + Vec2::new(f32::from(frame % 3) * CELL, 0.0);
        for agent in agents {
            world.ask(agent, Request::to(goal));
        }
        world.update(FRAME, &ScopedThreads(1));
        for (agent, first) in agents.iter().zip(&mut first) {
            *first = first.or((!world.fleet.agent(*agent).unwrap().path().is_none()).then_some(frame));
        }
    }
    assert!(first.iter().all(Option::is_some), "{first:?}");
}

#[test]
fn an_agent_walks_by_its_old_path_until_the_new_answer_is_there_and_arrives_at_the_new_goal_alone() {
    for count in [1, 8] {
        let mut world = scattered(100, 9);
        world.fleet = Fleet::new(busy());
        let agents: Vec<AgentId> =
            (0..count).map(|nth| walker(&mut world.fleet, Vec2::new(nth as f32 * 0.1, 0.0), 60.0)).collect();
        let near = world.geometry.center_of(IVec2::new(3, 0));
        let far = world.geometry.center_of(IVec2::splat(96));
        let ask = |world: &mut FleetWorld, goal| {
            agents.iter().for_each(|&agent| assert!(!world.ask(agent, Request::to(goal))));
        };
        ask(&mut world, near);
        let mut events = Vec::new();
        (0..6).for_each(|_| update(&mut world, &mut events));
        ask(&mut world, far);
        let before = world.fleet.position(agents[0]).unwrap();
        update(&mut world, &mut events);
        let agent = world.fleet.agent(agents[0]).unwrap();
        assert_eq!(agent.status(), AnswerStatus::Pending, "{count}");
        assert!(
            !agent.path().is_none() && world.fleet.position(agents[0]).unwrap().x > before.x + 0.9,
            "{count}"
        );
        let mut frames = 0;
        while world.fleet.agent(agents[0]).unwrap().status() == AnswerStatus::Pending {
            assert!(
                !world.fleet.progress(agents[0]).has_arrived(),
                "{count}: the end of the old path is no goal"
            );
            update(&mut world, &mut events);
            frames += 1;
        }
        assert!(frames > 3, "{count}: {frames}");
        assert!(!events.iter().any(|event| matches!(event, FleetEvent::Reached(_))), "{count}: {events:?}");
        (0..3000).for_each(|_| update(&mut world, &mut events));
        let count_of = |agent| {
            let found = events.iter().filter(|&&event| event == FleetEvent::Found(agent)).count();
            (found, events.iter().filter(|&&event| event == FleetEvent::Reached(agent)).count())
        };
        for &agent in &agents {
            assert_eq!(count_of(agent), (2, 1), "{count}: one path for each request");
            assert!(world.fleet.position(agent).unwrap().distance(far) < 0.1);
        }
    }
}

#[test]
fn an_explanation_says_that_an_earlier_request_is_answered_first() {
    let mut world = scattered(200, 11);
    world.fleet = Fleet::new(FleetSettings { expansions_per_update: 20, ..FleetSettings::default() });
    let agent = walker(&mut world.fleet, Vec2::ZERO, 60.0);
    let mut causes = Vec::new();
    for frame in 0..30 {
        world.ask(agent, Request::to(IVec2::new(190 + frame % 5, 190)));
        world.update(FRAME, &ScopedThreads(1));
        causes.push(world.fleet.agent(agent).unwrap().record().cause);
    }
    assert_eq!(causes[..5], [PlanCause::Requested; 5]);
    assert_eq!(causes[5..20], [PlanCause::Overtaken; 15]);
    assert!(PlanCause::Overtaken.to_string().contains("an earlier request"));
}

#[test]
fn a_request_that_changes_under_way_is_saved() {
    for every in [1, 3] {
        let mut world = scattered(80, 9);
        world.fleet = Fleet::new(FleetSettings { expansions_per_update: 20, ..FleetSettings::default() });
        let agents: Vec<AgentId> =
            (0..7).map(|nth| walker(&mut world.fleet, Vec2::new(nth as f32 * CELL, 0.0), 90.0)).collect();
        for (nth, &agent) in agents.iter().enumerate() {
            world.fleet.set_crowd(agent, (nth % 3 == 0).then_some(1));
        }
        let mut other: Option<FleetWorld> = None;
        for frame in 0..400 {
            if frame % 40 == 20 {
                let bytes = world.save().unwrap();
                other = Some(FleetWorld::load(&bytes).unwrap());
            }
            let play = |world: &mut FleetWorld| {
                if frame % every == 0 {
                    for (nth, &agent) in agents.iter().enumerate() {
                        let goal = IVec2::new(70 + frame % 3, 72 + (nth / 5) as i32);
                        world.ask(agent, Request::to(goal));
                    }
                }
                world.update(FRAME, &ScopedThreads(1));
                world.state_hash()
            };
            let hash = play(&mut world);
            if let Some(world) = &mut other {
                assert_eq!(play(world), hash, "frame {frame}");
            }
        }
    }
}

#[test]
fn positions_in_one_cell_share_a_field_until_the_map_moves() {
    let mut world = world_of(Grid::new(UVec2::splat(30), 1).unwrap(), Topology::default());
    let agents: Vec<AgentId> =
        (0..12).map(|nth| walker(&mut world.fleet, Vec2::new(0.0, nth as f32 * CELL), 40.0)).collect();
    for (nth, &agent) in agents.iter().enumerate() {
        let goal = Vec2::new(200.0 + if nth % 2 == 0 { 3.0 } else { -3.0 }, 60.0);
        world.ask(agent, Request::to(goal));
    }
    (0..20).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    let fields = |fleet: &Fleet| {
        let mut fields: Vec<_> = agents.iter().filter_map(|&agent| fleet.agent(agent)?.field()).collect();
        fields.sort_unstable_by_key(|field| format!("{field:?}"));
        fields.dedup();
        fields.len()
    };
    assert_eq!(fields(&world.fleet), 1);
    world.geometry = CellGeometry::new(Vec2::new(3.0, 0.0), Vec2::splat(CELL)).unwrap();
    (0..600).for_each(|_| world.update(FRAME, &ScopedThreads(1)));
    for (nth, &agent) in agents.iter().enumerate() {
        let goal = Vec2::new(200.0 + if nth % 2 == 0 { 3.0 } else { -3.0 }, 60.0);
        assert_eq!(world.fleet.position(agent), Some(goal), "{agent}");
    }
}
