//! The target `game`: everything that a game may do between two frames.

use super::{
    game::{FRAME, Game, Tracked, geometry, profiles, settings, topology},
    input::Input,
};
use core::time::Duration;
use glam::IVec2;
use tilepath::{
    DangerStamp, EdgeWall, Falloff, Graph, Heuristic, NavLink,
    crowd::CrowdRules,
    fleet::{AgentId, GroundKind, Pace, PlanCause, Request, Target},
};

/// The most frames, agents and operations of a game.
const MAX_FRAMES: u32 = 150;
const MAX_AGENTS: usize = 24;
const MAX_OPERATIONS: u32 = 300;

/// The frames after the last operation.
const LAST_FRAMES: u32 = 5;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let mut game = Game::new(&mut input);
    let mut operations = 0;
    while !input.is_empty() && operations < MAX_OPERATIONS && game.frames < MAX_FRAMES {
        operations += 1;
        operate(&mut game, &mut input);
    }
    (0..LAST_FRAMES).for_each(|_| game.frame(FRAME));
}

/// Does one thing.
pub fn operate(game: &mut Game, input: &mut Input) {
    match input.byte() % 32 {
        0..=5 => frames(game, input),
        6..=11 => edit(game, input),
        12 | 13 => join(game, input),
        14 => join_group(game, input),
        15..=19 => {
            if let Some(agent) = any(game, input) {
                ask(game, agent, input);
            }
        }
        20..=26 => {
            if let Some(agent) = any(game, input) {
                change_agent(game, agent, input);
            }
        }
        27 => change_game(game, input),
        28 => {
            let copy = game.clone();
            game.go_with(copy, 4, "a copy");
        }
        29 => {
            let copy = game.reloaded();
            game.go_with(copy, 12, "a loaded game");
        }
        30 => *game = game.reloaded(),
        _ if input.flag() => edit_graph(game, input),
        _ => roll_back(game, input),
    }
}

/// Plays on, goes back, and plays with a copy that was taken before.
fn roll_back(game: &mut Game, input: &mut Input) {
    let (snapshot, copy) = (game.world.snapshot(), game.clone());
    for _ in 0..=input.below(12) {
        operate_calmly(game, input);
        if input.below(6) == 0 {
            change_game(game, input);
        }
    }
    game.world.restore(&snapshot).expect("a snapshot of this game");
    game.world = core::mem::replace(game, copy.clone()).world;
    assert!(game.world.save() == copy.world.save(), "another state than in the snapshot");
    game.go_with(copy, 6, "a game that was rolled back");
}

/// Does one thing, without a check: an edit, a request or a frame.
pub fn operate_calmly(game: &mut Game, input: &mut Input) {
    match input.byte() % 12 {
        0..=2 => edit(game, input),
        3..=6 => join(game, input),
        7 => edit_graph(game, input),
        8 => {
            if let Some(agent) = any(game, input) {
                change_agent(game, agent, input);
            }
        }
        _ => (0..=input.below(6)).for_each(|_| game.update(FRAME)),
    }
}

/// Frames of the same duration, which may be odd.
fn frames(game: &mut Game, input: &mut Input) {
    const TIMES: [Duration; 8] = [
        Duration::ZERO,
        Duration::from_nanos(1),
        Duration::from_micros(700),
        Duration::from_millis(500),
        Duration::from_secs(7),
        Duration::from_secs(4000),
        Duration::from_secs(1 << 40),
        Duration::MAX,
    ];
    let choice = input.below(24);
    let time = TIMES.get(choice).copied().unwrap_or(FRAME);
    // In a long frame, agents decide a thousand times.
    let count = if time > Duration::from_secs(1) { 1 } else { 1 + input.below(8) };
    (0..count).for_each(|_| game.frame(time));
}

fn any(game: &Game, input: &mut Input) -> Option<AgentId> {
    let nth = input.below(game.agents.len());
    game.agents.get(nth).map(|agent| agent.id)
}

fn join(game: &mut Game, input: &mut Input) {
    if let Some(id) = insert(game, input) {
        ask(game, id, input);
    }
}

/// Agents with the same request: they share a goal field.
fn join_group(game: &mut Game, input: &mut Input) {
    let request = request(game, input);
    for _ in 0..4 + input.below(5) {
        if let Some(id) = insert(game, input) {
            game.ask(id, request.clone());
        }
    }
}

fn insert(game: &mut Game, input: &mut Input) -> Option<AgentId> {
    if game.agents.len() == MAX_AGENTS {
        return None;
    }
    let ground = if input.below(5) == 4 { GroundKind::Waypoints } else { GroundKind::Tiles };
    let at = game.world.geometry.center_of(input.cell(game.size));
    let id = game.world.fleet.insert(Some(at).filter(|_| input.below(16) != 15), ground);
    game.agents.push(Tracked { id, profile: 0, is_caught: false });
    game.world.fleet.set_pace(id, Some(pace(input)));
    game.world.fleet.set_crowd(id, input.one_of(&[None, None, Some(0), Some(0), Some(1)]));
    Some(id)
}

fn pace(input: &mut Input) -> Pace {
    let speed = input.one_of(&[30.0, 60.0, 200.0, 7.0, 0.0, 1e6, -3.0, 1e-6]);
    Pace { speed, is_slowed_by_terrain: input.flag() }
}

fn target(game: &Game, input: &mut Input) -> Target {
    let cell = match input.below(6) {
        // Goals that many share.
        0 | 1 => (game.size / 2).as_ivec2(),
        2 => input.near_cell(game.size),
        _ => input.cell(game.size),
    };
    match input.below(8) {
        0..=3 => Target::Cell(cell),
        4 | 5 => Target::Position(game.world.geometry.center_of(cell) + input.below(6) as f32 - 3.0),
        _ => any(game, input).map_or(Target::Cell(cell), Target::Agent),
    }
}

fn ask(game: &mut Game, agent: AgentId, input: &mut Input) {
    let request = request(game, input);
    game.ask(agent, request);
}

fn request(game: &Game, input: &mut Input) -> Request {
    let count = input.one_of(&[1, 1, 1, 1, 2, 3, 0]);
    let targets: Vec<Target> = (0..count).map(|_| target(game, input)).collect();
    let mut request = Request::to_nearest(targets)
        .with_profile(input.one_of(&[0, 0, 0, 1, 2, 3, 4]))
        .with_priority(input.one_of(&[0, 0, 1, -1, i32::MAX, i32::MIN]))
        .with_heuristic(input.one_of(&[&[Heuristic::Auto][..], &Heuristic::BUILT_IN[..]].concat()));
    match input.below(16) {
        0 => request = request.allow_partial(),
        1 => request = request.with_danger_aversion(input.one_of(&[0.0, 1.0, 3.25, -1.0])),
        2 => request = request.within(input.one_of(&[1.0, 1.5, 4.0, 1e9])),
        3 => request = request.in_sight().within(input.one_of(&[0.0, 2.0, 6.0])),
        4 => request = request.with_inflation(input.one_of(&[1.5, 4.0, 1000.0, 0.5])),
        5 => request = request.greedy(),
        6 => request = request.with_max_expansions(input.one_of(&[0, 1, 9, 40])),
        7 => request = request.allow_partial().within(1.5).with_danger_aversion(0.5),
        _ => {}
    }
    request
}

fn edit(game: &mut Game, input: &mut Input) {
    let cell = input.near_cell(game.size);
    let map = &mut game.world.map;
    match input.below(16) {
        13 => {
            let wall =
                EdgeWall::new(cell, cell + input.one_of(&[IVec2::X, IVec2::Y, IVec2::ONE, IVec2::NEG_X]));
            let wall = wall.with_class(input.one_of(&[0, 0, 1, 2, 7]));
            let wall = wall.with_length(input.one_of(&[0.0, 3.0])).unwrap();
            // Between cells without a common edge it is refused.
            let _ = map.build_edge_wall(if input.flag() { wall.one_way() } else { wall });
        }
        14 => {
            let walls: Vec<EdgeWall> = map.edge_walls().map(|(wall, _)| wall).collect();
            if !walls.is_empty() {
                assert!(map.remove_edge_wall(walls[input.below(walls.len())]));
            }
        }
        11 => {
            let to = input.near_cell(game.size);
            let link = NavLink::new(cell, to).with_class(input.one_of(&[1, 1, 2, 7]));
            let link = if input.flag() { link.two_way() } else { link };
            let link =
                if input.flag() { link.with_seconds(input.one_of(&[0.0, 0.4])).unwrap() } else { link };
            let link = link.with_room(input.one_of(&[1, 1, 3])).unwrap();
            assert_eq!(map.link(link).is_ok(), cell != to);
        }
        12 => {
            let links: Vec<NavLink> = map.links().map(|(link, _)| link).collect();
            if !links.is_empty() {
                assert!(map.unlink(links[input.below(links.len())]));
            }
        }
        0 | 1 => map.block(cell),
        2 => map.block_as(cell, input.one_of(&[0, 1, 2, 7, 255])).unwrap(),
        3 => map.unblock(cell),
        4 => map.unblock_as(cell, input.one_of(&[0, 1, 2, 7, 255])),
        // A cell outside the map is an error, and changes nothing.
        5 | 6 => assert_eq!(map.set_terrain(cell, input.below(3) as u8).is_ok(), map.terrain(cell).is_some()),
        7 | 8 => {
            let layer = input.one_of(&[0, 0, 1, 5]);
            let strength = input.one_of(&[0.5, 2.0, 9.0]);
            let falloff = input.one_of(&[Falloff::Flat, Falloff::Linear, Falloff::Smooth]);
            let stamp = DangerStamp::new(input.below(7) as f32 / 1.5, strength, falloff).unwrap();
            map.add_danger(layer, &stamp, cell).unwrap();
            game.towers.push((layer, stamp, cell));
        }
        9 => {
            if let Some(nth) = game.towers.len().checked_sub(1 + input.below(game.towers.len())) {
                let (layer, stamp, cell) = game.towers.swap_remove(nth);
                map.remove_danger(layer, &stamp, cell).unwrap();
            }
        }
        10 => {
            let cells: Vec<_> = (0..input.below(20)).map(|_| input.cell(game.size)).collect();
            let blocks = input.flag();
            map.edit(|edits| {
                cells.iter().for_each(|&cell| if blocks { edits.block(cell) } else { edits.unblock(cell) });
            });
        }
        _ => {
            let topology = topology(input);
            let is_moved = map.topology().shape() != topology.shape();
            map.set_topology(topology);
            game.world.geometry = geometry(topology.shape());
            // The same position may now be in another cell.
            game.agents.iter_mut().for_each(|agent| agent.is_caught |= is_moved);
        }
    }
}

fn change_agent(game: &mut Game, agent: AgentId, input: &mut Input) {
    let cell = input.near_cell(game.size);
    let at = game.world.geometry.center_of(cell);
    match input.below(16) {
        0 => {
            assert!(game.world.fleet.remove(agent));
            game.agents.retain(|tracked| tracked.id != agent);
        }
        1 | 2 => game.world.fleet.set_position(agent, Some(at)),
        3 => game.world.fleet.set_position(agent, None),
        4 => game.world.fleet.set_crowd(agent, input.one_of(&[None, Some(0), Some(1), Some(255)])),
        5 => game.world.fleet.set_pace(agent, Some(pace(input)).filter(|_| input.below(4) != 3)),
        6 => game.world.fleet.cancel(agent),
        7 => game.world.fleet.set_active(agent, input.flag()),
        8 => game.world.fleet.set_ground(agent, input.one_of(&[GroundKind::Tiles, GroundKind::Waypoints])),
        9 => game.world.fleet.restart_walk(agent),
        11 => game.world.fleet.ask_again(agent, PlanCause::Requested),
        12 => {
            let nth = input.below(game.waypoints.len() + 1);
            game.world.fleet.set_waypoint(agent, game.waypoints.get(nth).copied());
        }
        13 => {
            let own: Vec<_> = (0..input.below(3)).map(|_| input.cell(game.size)).collect();
            own.iter().for_each(|&cell| game.world.map.block(cell));
            game.world.fleet.set_own_obstacles(agent, &own);
        }
        14 => {
            if let Some(at) = game.world.fleet.position(agent) {
                let off = at + glam::Vec2::new(input.below(9) as f32 - 4.0, input.below(9) as f32 - 4.0);
                game.world.fleet.set_position(agent, Some(off));
            }
        }
        _ => ask(game, agent, input),
    }
}

fn change_game(game: &mut Game, input: &mut Input) {
    match input.below(3) {
        0 => game.world.fleet.set_settings(settings(input)),
        1 => {
            let rules = CrowdRules {
                passage_width: input.below(4) as u32,
                queue_sight: input.one_of(&[16, 0, 3]),
                return_calls: input.one_of(&[16, 1, 2]),
                resting_calls: input.one_of(&[16, 1, 0]),
                stuck_after: Duration::from_millis(input.one_of(&[5000, 0, 100])),
                ..CrowdRules::default()
            };
            _ = game.world.fleet.set_crowd_rules(&rules);
        }
        _ => {
            let mut profiles = profiles();
            profiles.truncate(1 + input.below(4));
            profiles[0].set_cost(input.byte(), input.one_of(&[0, 1, 3, 200]));
            game.world.set_profiles(profiles.clone());
            game.profiles = profiles;
        }
    }
}

fn edit_graph(game: &mut Game, input: &mut Input) {
    let at = game.world.geometry.center_of(input.cell(game.size));
    let nth = input.below(game.waypoints.len());
    let graph = &mut game.world.graph;
    match (input.below(6), game.waypoints.get(nth).copied()) {
        (0, Some(waypoint)) => _ = graph.move_waypoint(waypoint, at),
        (1, Some(waypoint)) => {
            assert!(graph.remove_waypoint(waypoint));
            game.waypoints.swap_remove(nth);
        }
        (2 | 3, Some(waypoint)) => {
            let edges: Vec<_> = (0..input.below(4))
                .map(|_| (game.waypoints[input.below(game.waypoints.len())], input.byte().into()))
                .map(|(to, length): (_, f64)| (to, Graph::cost_of_distance(length)))
                .collect();
            graph.set_edges(waypoint, &edges);
        }
        _ if game.waypoints.len() < 20 => game.waypoints.push(graph.add_waypoint(at).unwrap()),
        _ => {}
    }
}
