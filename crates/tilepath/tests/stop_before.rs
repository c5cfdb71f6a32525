//! Agents that stop before doors: alone and in crowds, on paths of their own and on goal fields, at any speed.

use core::time::Duration;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, Grid, HexLayout, NavMap, Topology,
    batch::ScopedThreads,
    fleet::{AgentId, Fleet, FleetEvent, FleetSettings, FleetWorld, GroundKind, Pace, Request, Target},
};

/// The class of a shut door, and the cell in which it is, in a corridor that opens into a room.
const DOOR: u8 = 30;
const AT: IVec2 = IVec2::new(8, 1);
const TILE: f32 = 8.0;

#[derive(Clone, Copy, Debug)]
struct Kind {
    is_hex: bool,
    in_crowd: bool,
    on_field: bool,
    /// Tiles a frame.
    speed: f32,
}

fn kinds() -> impl Iterator<Item = Kind> {
    let both = [false, true];
    both.into_iter().flat_map(move |is_hex| {
        both.into_iter().flat_map(move |in_crowd| {
            both.into_iter().flat_map(move |on_field| {
                [0.1, 0.9, 5.0].map(|speed| Kind { is_hex, in_crowd, on_field, speed })
            })
        })
    })
}

struct Scene {
    world: FleetWorld,
    agents: Vec<AgentId>,
    /// The events of all frames.
    events: Vec<FleetEvent>,
}

impl Scene {
    fn new(kind: Kind, count: usize) -> Self {
        let class = |cell: IVec2| u8::from(cell.y == 1 || cell.x > 9);
        let grid = Grid::from_fn(UVec2::new(16, 4), class).unwrap();
        let (topology, geometry) = match kind.is_hex {
            false => (Topology::default(), CellGeometry::squares(TILE)),
            true => {
                let rows = HexLayout::OddRows;
                (Topology::hex(rows), CellGeometry::hex(rows, Vec2::ZERO, Vec2::splat(TILE)))
            }
        };
        let mut world = FleetWorld::new(NavMap::new(grid, topology), geometry.unwrap());
        world.set_profiles(vec![CostProfile::default()]);
        // Goal fields serve two agents and more.
        world.fleet = Fleet::new(FleetSettings::default());
        world.map.block_as(AT, DOOR).unwrap();
        let mut scene = Self { world, agents: Vec::new(), events: Vec::new() };
        for nth in 0..count as i32 {
            let at = scene.world.geometry.center_of(IVec2::new(nth, 1));
            let agent = scene.world.fleet.insert(Some(at), GroundKind::Tiles);
            scene.world.fleet.set_pace(agent, Some(Pace::new(kind.speed * TILE * 10.0)));
            scene.world.fleet.set_crowd(agent, kind.in_crowd.then_some(0));
            scene.agents.push(agent);
        }
        scene.ask(kind, &[DOOR]);
        scene
    }

    fn ask(&mut self, kind: Kind, stops: &[u8]) {
        for (nth, &agent) in self.agents.iter().enumerate() {
            // Agents with a priority of their own still share a field; those with goals of their own don't.
            let goal = if kind.on_field { IVec2::new(13, 1) } else { IVec2::new(12 + nth as i32, 1) };
            let request = Request::to(Target::Cell(goal)).stop_before(stops.iter().copied());
            self.world.ask(agent, request);
        }
    }

    fn update(&mut self, frames: usize) {
        for _ in 0..frames {
            self.world.update(Duration::from_millis(100), &ScopedThreads(2));
            self.events.extend(self.world.fleet.events().iter().copied());
        }
    }

    fn cell(&self, nth: usize) -> IVec2 {
        let at = self.world.fleet.position(self.agents[nth]).unwrap();
        self.world.geometry.cell_at(at).unwrap()
    }

    fn stops(&self) -> Vec<(AgentId, IVec2)> {
        let stop = |event: &FleetEvent| match *event {
            FleetEvent::ObstacleAhead { agent, cell } => Some((agent, cell)),
            _ => None,
        };
        self.events.iter().filter_map(stop).collect()
    }

    fn has_reached(&self, nth: usize) -> bool {
        self.events.contains(&FleetEvent::Reached(self.agents[nth]))
    }
}

#[test]
fn an_agent_stops_before_a_door_and_goes_on_when_it_is_open() {
    for kind in kinds() {
        let mut scene = Scene::new(kind, 3);
        scene.update(200);
        let first = scene.cell(2);
        assert_eq!(first, AT - IVec2::X, "{kind:?}");
        assert!(scene.cell(0).x < AT.x && scene.cell(1).x < AT.x, "{kind:?}");
        let stops = scene.stops();
        assert!(stops.contains(&(scene.agents[2], AT)), "{kind:?}: {stops:?}");
        let mut once = stops.clone();
        once.sort_unstable_by_key(|(agent, _)| *agent);
        once.dedup();
        assert_eq!(once.len(), stops.len(), "{kind:?}: one event for each stop");
        // In a crowd, only the first stands before the door.
        assert_eq!(stops.len(), if kind.in_crowd { 1 } else { 3 }, "{kind:?}");
        scene.world.map.unblock_as(AT, DOOR);
        scene.update(250);
        assert!((0..3).all(|nth| scene.has_reached(nth)), "{kind:?}: {:?}", scene.events);
    }
}

#[test]
fn an_agent_that_is_told_to_go_on_walks_through_and_keeps_its_path() {
    for kind in kinds() {
        let mut scene = Scene::new(kind, 2);
        scene.update(200);
        let searches = scene.world.fleet.stats().searches;
        scene.ask(kind, &[]);
        scene.update(200);
        assert!(scene.has_reached(0) && scene.has_reached(1), "{kind:?}");
        assert_eq!(scene.world.fleet.stats().searches, searches, "{kind:?}");
        assert_eq!(scene.world.map.obstacles(AT), 1);
    }
}

/// A door that shuts in front of an agent in the middle of its step sends it back to its cell.
#[test]
fn a_door_that_shuts_is_not_entered() {
    for kind in kinds() {
        let mut scene = Scene::new(kind, 1);
        scene.world.map.unblock_as(AT, DOOR);
        for _ in 0..400 {
            scene.update(1);
            let here = scene.cell(0);
            if here.x == AT.x - 1 && scene.world.map.obstacles(AT) == 0 {
                scene.world.map.block_as(AT, DOOR).unwrap();
            }
            // An agent goes on if it stands in the doorway already, or passes it within one frame.
            let is_shut = scene.world.map.obstacles(AT) > 0;
            assert!(!is_shut || here.x < AT.x || kind.in_crowd || scene.has_reached(0), "{kind:?}: {here}");
        }
    }
}

#[test]
fn requests_name_their_classes_in_order_and_once() {
    let request = Request::to(Vec2::ZERO).stop_before([9, 2, 9]);
    assert_eq!(request.stop_before[..], [2, 9]);
}
