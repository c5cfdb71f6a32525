//! Agents on maps with links: they find the cheapest path over them, cross them, and get out of them.

use core::time::Duration;
use glam::{Affine2, IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, Grid, HexLayout, LinkError, NavLink, NavMap, PathError, PathQuery,
    SearchScratch, Shape, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Request, Target},
};

const TILE: f32 = 8.0;

/// Two floors, side by side: a wall from top to bottom is between them.
const WALL: i32 = 9;
/// The stair from the left floor to the right one.
const FOOT: IVec2 = IVec2::new(2, 5);
const HEAD: IVec2 = IVec2::new(16, 1);

#[derive(Clone, Copy, Debug)]
struct Kind {
    shape: Shape,
    on_field: bool,
    in_crowd: bool,
    /// Tiles a second.
    speed: f32,
    /// How long the link takes.
    seconds: Option<f32>,
}

fn kinds() -> impl Iterator<Item = Kind> {
    let shapes = [Shape::Square, Shape::Staggered, Shape::Hex(HexLayout::OddRows)];
    shapes.into_iter().flat_map(|shape| {
        (0..4).flat_map(move |kind| {
            let (on_field, in_crowd) = (kind % 2 == 1, kind / 2 == 1);
            let ways = [(2.0, None), (40.0, None), (2.0, Some(0.0)), (2.0, Some(1.5))];
            ways.map(|(speed, seconds)| Kind { shape, on_field, in_crowd, speed, seconds })
        })
    })
}

struct Scene {
    world: FleetWorld,
    agents: Vec<AgentId>,
    link: NavLink,
    events: Vec<FleetEvent>,
}

impl Scene {
    fn new(kind: Kind) -> Self {
        let grid = Grid::from_fn(UVec2::new(19, 7), |cell| u8::from(cell.x != WALL)).unwrap();
        let geometry = match kind.shape {
            Shape::Hex(layout) => CellGeometry::hex(layout, Vec2::ZERO, Vec2::splat(TILE)),
            Shape::Staggered => CellGeometry::staggered(Vec2::ZERO, Vec2::new(2.0, 1.0) * TILE),
            Shape::Square => CellGeometry::squares(TILE),
        };
        let map = NavMap::new(grid, Topology::default().with_shape(kind.shape));
        let mut world = FleetWorld::new(map, geometry.unwrap());
        world.set_profiles(vec![CostProfile::default()]);
        let link = NavLink::new(FOOT, HEAD).two_way();
        let link = kind.seconds.map_or(link, |seconds| link.with_seconds(seconds).unwrap());
        world.map.link(link).unwrap();
        let mut scene = Self { world, agents: Vec::new(), link, events: Vec::new() };
        for nth in 0..3 {
            let at = scene.world.geometry.center_of(IVec2::new(nth, 2 * nth));
            let agent = scene.world.fleet.insert(Some(at), GroundKind::Tiles);
            scene.world.fleet.set_pace(agent, Some(Pace::new(kind.speed * TILE)));
            scene.world.fleet.set_crowd(agent, kind.in_crowd.then_some(0));
            scene.agents.push(agent);
        }
        scene.ask(kind, IVec2::new(12, 5));
        scene
    }

    fn ask(&mut self, kind: Kind, goal: IVec2) {
        for (nth, &agent) in self.agents.iter().enumerate() {
            // Agents with the same goal share a field.
            let goal = if kind.on_field { goal } else { goal + IVec2::Y * (nth as i32 - 1) };
            self.world.ask(agent, Request::to(Target::Cell(goal)));
        }
    }

    fn update(&mut self) {
        self.world.update(Duration::from_millis(50), &ScopedThreads(2));
        self.events.extend(self.world.fleet.events().iter().copied());
    }

    fn cell(&self, nth: usize) -> IVec2 {
        self.world.geometry.cell_at(self.world.fleet.position(self.agents[nth]).unwrap()).unwrap()
    }

    fn is_crossing(&self, nth: usize) -> bool {
        let of_agent = |event: &&FleetEvent| {
            let (FleetEvent::LinkEntered { agent, .. } | FleetEvent::LinkFinished { agent, .. }) = event
            else {
                return false;
            };
            *agent == self.agents[nth]
        };
        matches!(self.events.iter().rev().find(of_agent), Some(FleetEvent::LinkEntered { .. }))
    }

    /// What each agent did at links, in order.
    fn crossings(&self, nth: usize) -> Vec<(bool, IVec2, IVec2)> {
        let crossing = |event: &FleetEvent| match *event {
            FleetEvent::LinkEntered { agent, from, to } => Some((agent, true, from, to)),
            FleetEvent::LinkFinished { agent, from, to } => Some((agent, false, from, to)),
            _ => None,
        };
        let all = self.events.iter().filter_map(crossing);
        all.filter(|&(agent, ..)| agent == self.agents[nth])
            .map(|(_, enters, from, to)| (enters, from, to))
            .collect()
    }

    fn has_reached(&self, nth: usize) -> bool {
        self.events.contains(&FleetEvent::Reached(self.agents[nth]))
    }

    fn run_until(&mut self, frames: usize, mut is_done: impl FnMut(&Self) -> bool) -> bool {
        (0..frames).any(|_| {
            self.update();
            for nth in 0..self.agents.len() {
                let cell = self.cell(nth);
                assert!(
                    self.is_crossing(nth) || self.world.map.is_free(&CostProfile::default(), cell),
                    "{cell}"
                );
            }
            is_done(self)
        })
    }
}

#[test]
fn agents_cross_a_link_there_and_back() {
    for kind in kinds() {
        let mut scene = Scene::new(kind);
        assert!(scene.run_until(1600, |scene| (0..3).all(|nth| scene.has_reached(nth))), "{kind:?}");
        scene.events.clear();
        scene.ask(kind, IVec2::new(5, 3));
        assert!(scene.run_until(1600, |scene| (0..3).all(|nth| scene.has_reached(nth))), "{kind:?}");
        for nth in 0..3 {
            assert_eq!(scene.crossings(nth), [(true, HEAD, FOOT), (false, HEAD, FOOT)], "{kind:?}");
        }
    }
}

#[test]
fn an_agent_on_a_link_comes_to_its_end_even_if_the_link_is_removed() {
    for kind in kinds().filter(|kind| kind.seconds != Some(0.0) && kind.speed < 10.0) {
        let mut scene = Scene::new(kind);
        assert!(scene.run_until(1600, |scene| scene.is_crossing(1)), "{kind:?}");
        scene.world.map.unlink(scene.link);
        assert!(scene.run_until(1600, |scene| scene.has_reached(1)), "{kind:?}");
        // The others have no path any more.
        scene.run_until(100, |_| false);
        let is_lost = |nth: usize| {
            let of_agent = |event: &FleetEvent| matches!(event, FleetEvent::Failed(agent, _) if *agent == scene.agents[nth]);
            scene.events.iter().any(of_agent)
        };
        for nth in [0, 2] {
            assert!(is_lost(nth) || scene.has_reached(nth), "{kind:?}");
        }
    }
}

#[test]
fn the_end_of_a_link_that_becomes_a_wall_lets_agents_out() {
    for kind in kinds().filter(|kind| kind.seconds != Some(0.0) && kind.speed < 10.0) {
        let mut scene = Scene::new(kind);
        assert!(scene.run_until(1600, |scene| scene.is_crossing(1)), "{kind:?}");
        scene.world.map.block(HEAD);
        // It comes out of the wall, and goes on.
        let mut frames = 0;
        while !scene.has_reached(1) {
            scene.update();
            frames += 1;
            assert!(frames < 1600, "{kind:?}");
        }
    }
}

#[test]
fn an_agent_that_the_game_moves_on_a_link_comes_to_its_end() {
    for kind in kinds().filter(|kind| kind.seconds == Some(1.5)) {
        let mut scene = Scene::new(kind);
        assert!(scene.run_until(1600, |scene| scene.is_crossing(0)), "{kind:?}");
        while scene.is_crossing(0) {
            // The game lets it fly around.
            scene.world.fleet.set_position(scene.agents[0], Some(Vec2::splat(-50.0)));
            scene.update();
        }
        assert_eq!(scene.cell(0), HEAD, "{kind:?}");
        assert!(scene.run_until(1600, |scene| scene.has_reached(0)), "{kind:?}");
    }
}

#[test]
fn agents_on_a_link_come_to_its_end_if_the_map_moves() {
    for kind in kinds().filter(|kind| kind.seconds == Some(1.5)) {
        let mut scene = Scene::new(kind);
        assert!(scene.run_until(1600, |scene| scene.is_crossing(0)), "{kind:?}");
        let by = Affine2::from_translation(Vec2::new(100.0, -50.0));
        scene.world.geometry = scene.world.geometry.transformed(by).unwrap();
        let position = |scene: &Scene| scene.world.fleet.position(scene.agents[0]).unwrap();
        let mut before = position(&scene);
        while scene.is_crossing(0) {
            scene.update();
            // It jumps nowhere: it goes at least twenty frames.
            let now = position(&scene);
            assert!(now.distance(before) < 20.0 * TILE / 10.0, "{kind:?}: {before} {now}");
            before = now;
        }
        assert_eq!(before, scene.world.geometry.center_of(HEAD), "{kind:?}");
    }
}

/// The game moves the agents by the velocities of the fleet. In each frame it is up to 30 % slower.
#[test]
fn agents_that_the_game_moves_cross_links() {
    for kind in kinds().filter(|kind| kind.seconds.is_none() && kind.speed < 10.0) {
        let mut scene = Scene::new(kind);
        let agents = scene.agents.clone();
        agents.iter().for_each(|&agent| scene.world.fleet.set_steered(agent, true));
        let mut random = fastrand::Rng::with_seed(3);
        let has_all = (0..4000).any(|_| {
            for &agent in &agents {
                let at = scene.world.fleet.position(agent).unwrap();
                let velocity =
                    scene.world.fleet.steering(agent).map_or(Vec2::ZERO, |steering| steering.velocity);
                let moved = at + velocity * 0.05 * (0.7 + 0.3 * random.f32());
                scene.world.fleet.set_position(agent, Some(moved));
            }
            scene.run_until(1, |scene| (0..3).all(|nth| scene.has_reached(nth)))
        });
        assert!(has_all, "{kind:?}");
        for nth in 0..3 {
            assert_eq!(scene.crossings(nth), [(true, FOOT, HEAD), (false, FOOT, HEAD)], "{kind:?}");
        }
    }
}

#[test]
fn one_way_and_priced_links_lead_only_those_who_may_go() {
    let grid = Grid::from_fn(UVec2::new(9, 3), |cell| u8::from(cell.x != 4)).unwrap();
    let mut map = NavMap::new(grid, Topology::default());
    const KEY: u8 = 40;
    let [guest, owner] = [0, 3].map(|cost| CostProfile::default().with_cost(KEY, cost));
    let [left, right] = [1, 7].map(|x| IVec2::new(x, 1));
    let drop = NavLink::new(right, left);
    let door = NavLink::new(left, right).with_class(KEY).with_length(2.0).unwrap();
    map.link(drop).unwrap();
    map.link(door).unwrap();
    for profile in [&guest, &owner] {
        map.prepare(profile);
    }
    let mut search = SearchScratch::new();
    let mut cost = |map: &NavMap, profile: &CostProfile, from, to| {
        let path = map.find_path(profile, PathQuery::new(from, to), &mut search, &mut ());
        path.map(|path| map.topology().lengths().in_tiles(path.cost()))
    };
    assert_eq!(cost(&map, &guest, right, left), Ok(1.0));
    assert_eq!(cost(&map, &guest, left, right), Err(PathError::Unreachable { start: left, goal: right }));
    // Two tiles at a price of three, and the step onto the cell.
    assert_eq!(cost(&map, &owner, left, right), Ok(7.0));
    assert!(map.unlink(door) && !map.unlink(door));
    assert!(cost(&map, &owner, left, right).is_err());
    // Equal links are counted.
    map.link(drop).unwrap();
    map.unlink(drop);
    assert_eq!(
        (cost(&map, &guest, right, left), map.links().collect::<Vec<_>>()),
        (Ok(1.0), vec![(drop, 1)])
    );
}

#[test]
fn a_link_that_no_map_can_have_is_refused_by_value() {
    let cell = IVec2::new(3, 4);
    let mut map = NavMap::new(Grid::new([9, 9].into(), 1).unwrap(), Topology::default());
    assert_eq!(map.link(NavLink::new(cell, cell)), Err(LinkError::SameCell(cell)));
    for length in [-1.0, f32::INFINITY, 70_000.0] {
        assert_eq!(NavLink::new(cell, IVec2::ZERO).with_length(length), Err(LinkError::Length(length)));
        assert_eq!(NavLink::new(cell, IVec2::ZERO).with_seconds(length), Err(LinkError::Seconds(length)));
    }
    assert!(NavLink::new(cell, IVec2::ZERO).with_length(f32::NAN).is_err());
    // Outside the map it leads nowhere until the map has the cell.
    assert_eq!(map.link(NavLink::new(cell, IVec2::new(99, 4))), Ok(()));
}

/// A crowd goes up a stair that takes four seconds. Returns after how many frames all are up, and how many were on the stair at most.
fn frames_up_a_stair(shape: Shape, room: u8) -> (usize, usize) {
    let kind = Kind { shape, on_field: false, in_crowd: true, speed: 3.0, seconds: Some(4.0) };
    let mut scene = Scene::new(kind);
    let link = NavLink::new(FOOT, HEAD).with_seconds(4.0).unwrap();
    assert!(scene.world.map.unlink(scene.link));
    scene.world.map.link(link.with_room(room).unwrap()).unwrap();
    for nth in 3..12 {
        let at = scene.world.geometry.center_of(IVec2::new(nth % 5, nth / 2));
        let agent = scene.world.fleet.insert(Some(at), GroundKind::Tiles);
        scene.world.fleet.set_pace(agent, Some(Pace::new(kind.speed * TILE)));
        scene.world.fleet.set_crowd(agent, Some(0));
        scene.agents.push(agent);
    }
    for (nth, &agent) in scene.agents.iter().enumerate() {
        let goal = IVec2::new(10 + 2 * (nth as i32 / 4), 2 * (nth as i32 % 4));
        scene.world.ask(agent, Request::to(Target::Cell(goal)));
    }
    let mut most = 0;
    for frame in 1..4000 {
        scene.update();
        let all = 0..scene.agents.len();
        most = most.max(all.clone().filter(|&nth| scene.is_crossing(nth)).count());
        let cells: Vec<IVec2> =
            all.clone().filter(|&nth| !scene.is_crossing(nth)).map(|nth| scene.cell(nth)).collect();
        let ups = cells.iter().filter(|cell| **cell == HEAD).count();
        assert!(ups <= 1, "{ups} agents where the stair ends");
        if all.clone().all(|nth| scene.has_reached(nth)) {
            return (frame, most);
        }
    }
    panic!("room {room}: not all are up");
}

#[test]
fn where_a_link_has_room_agents_of_a_crowd_follow_each_other() {
    for shape in [Shape::Square, Shape::Staggered, Shape::Hex(HexLayout::OddRows)] {
        let [(one, at_most_one), (four, at_most_four)] = [1, 4].map(|room| frames_up_a_stair(shape, room));
        assert_eq!((at_most_one, at_most_four), (1, 4));
        // 80 frames each, one after the other; or a new one every 20 frames.
        assert!(one > 12 * 80 && four < one / 2, "{shape:?}: {one} frames, {four} frames");
    }
    assert_eq!(NavLink::new(FOOT, HEAD).with_room(0), Err(LinkError::NoRoom));
}

#[test]
fn nobody_waits_on_a_link_for_one_that_can_not_go_away() {
    let kind = Kind { shape: Shape::Square, on_field: false, in_crowd: true, speed: 3.0, seconds: Some(1.0) };
    let mut scene = Scene::new(kind);
    assert!(scene.run_until(400, |scene| (0..3).any(|nth| scene.is_crossing(nth))));
    // It wants to go on, but has no speed.
    let at = scene.world.geometry.center_of(HEAD);
    let frozen = scene.world.fleet.insert(Some(at), GroundKind::Tiles);
    scene.world.fleet.set_pace(frozen, Some(Pace::new(0.0)));
    scene.world.fleet.set_crowd(frozen, Some(0));
    scene.world.ask(frozen, Request::to(Target::Cell(IVec2::new(12, 1))));
    let finishes = |scene: &Scene| (0..3).any(|nth| scene.crossings(nth).iter().any(|&(enters, ..)| !enters));
    assert!(scene.run_until(100, finishes));
}

/// On a link without a time of its own, an agent walks at its pace. On one with a time, the pace changes nothing.
#[test]
fn another_pace_counts_on_a_link_as_anywhere_else() {
    for kind in kinds().filter(|kind| kind.speed == 2.0) {
        for slow in [0.0, 0.001] {
            let mut scene = Scene::new(kind);
            assert!(
                scene.run_until(2_000, |scene| scene.is_crossing(0)) || kind.seconds == Some(0.0),
                "{kind:?}"
            );
            let agent = scene.agents[0];
            scene.world.fleet.set_pace(agent, Some(Pace::new(slow)));
            let arrives = scene.run_until(100, |scene| !scene.is_crossing(0));
            assert_eq!(arrives, kind.seconds.is_some(), "{kind:?}");
            scene.world.fleet.set_pace(agent, Some(Pace::new(20.0 * TILE)));
            assert!(scene.run_until(2_000, |scene| scene.has_reached(0)), "{kind:?}");
        }
    }
}

/// An agent that has no speed when it comes to a link goes on when it has one.
#[test]
fn an_agent_without_speed_at_a_link_is_not_held_by_it() {
    for slow in [0.0, 0.001] {
        let mut map = NavMap::new(Grid::from_rows([[1, 0, 1]]).unwrap(), Topology::default());
        map.link(NavLink::new([0, 0].into(), [2, 0].into())).unwrap();
        let mut world = FleetWorld::new(map, CellGeometry::squares(TILE).unwrap());
        world.set_profiles(vec![CostProfile::default()]);
        let at = world.geometry.center_of(IVec2::ZERO);
        let agent = world.fleet.insert(Some(at), GroundKind::Tiles);
        world.fleet.set_pace(agent, Some(Pace::new(slow)));
        world.ask(agent, Request::to(Target::Cell([2, 0].into())));
        let run = |world: &mut FleetWorld| {
            (0..40).any(|_| {
                world.update(Duration::from_millis(50), &ScopedThreads(1));
                world.fleet.events().contains(&FleetEvent::Reached(agent))
            })
        };
        assert!(!run(&mut world));
        world.fleet.set_pace(agent, Some(Pace::new(4.0 * TILE)));
        assert!(run(&mut world), "{slow}");
    }
}
