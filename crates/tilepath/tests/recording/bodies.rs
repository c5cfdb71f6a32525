//! Games that store the map, the graph and the bodies of agents in places of their own, as an engine does.

use glam::{IVec2, UVec2, Vec2};
use std::collections::BTreeMap;
use tilepath::{
    CellGeometry, CellRect, CostProfile, Grid, NavGraph, NavMap, Topology, WaypointId,
    batch::ScopedThreads,
    fleet::{
        AgentId, Fleet, FleetInput, FleetSettings, GroundKind, Grounds, Input, Moment, Pace, Progress,
        Recording, Request, Target,
        engine::{
            Bodies, CellWalks, CrowdWalks, GameBodies, GameParts, Mark, Recorder, SharedFields, WalkScratch,
        },
    },
};

const SIDE: i32 = 24;

/// The body of an agent, in the storage of the game.
#[derive(Clone, Copy, Debug)]
struct Body {
    agent: AgentId,
    place: Vec2,
    pace: Pace,
    progress: Progress,
    /// Whether positions are rounded when they are put: the body has a parent.
    is_child: bool,
}

impl Body {
    fn put(&mut self, place: Vec2) {
        self.place = if self.is_child { (place * 64.0).round() / 64.0 } else { place };
    }
}

/// A storage that a walk moves.
struct Rows<'a>(&'a mut [Body]);

impl Bodies for Rows<'_> {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn index(&self, row: usize) -> Option<usize> {
        Some(self.0[row].agent.index())
    }

    fn place(&self, row: usize) -> Vec2 {
        self.0[row].place
    }

    fn pace(&self, row: usize) -> Pace {
        self.0[row].pace
    }

    fn progress(&self, row: usize) -> Option<Progress> {
        Some(self.0[row].progress)
    }

    fn put(&mut self, row: usize, place: Vec2) {
        self.0[row].put(place);
    }

    fn note_progress(&mut self, row: usize, progress: Progress) {
        self.0[row].progress = progress;
    }

    fn note_start(&mut self, _: usize, _: IVec2) {}
}

/// Bodies on their own, in two storages, and in crowds.
#[derive(Clone, Default)]
struct Storages {
    alone: [Vec<Body>; 2],
    in_crowds: Vec<Body>,
}

impl Storages {
    fn all(&mut self) -> impl Iterator<Item = &mut Body> {
        self.alone.iter_mut().flatten().chain(&mut self.in_crowds)
    }
}

impl GameBodies for Storages {
    fn walk_alone(&mut self, walks: &CellWalks, scratch: &mut Vec<WalkScratch>) {
        scratch.resize_with(2, WalkScratch::default);
        // In the other order.
        for (bodies, scratch) in self.alone.iter_mut().zip(scratch).rev() {
            walks.walk(&mut Rows(bodies), scratch);
        }
    }

    fn walk_in_crowds(&mut self, walks: &mut CrowdWalks) {
        let third = self.in_crowds.len() / 3;
        let (first, second) = self.in_crowds.split_at_mut(third);
        walks.walk(&mut Rows(second));
        walks.walk(&mut Rows(first));
    }
}

/// An engine with agents.
struct Engine {
    fleet: Fleet,
    map: NavMap,
    geometry: CellGeometry,
    fields: SharedFields,
    graph: NavGraph,
    profiles: Vec<CostProfile>,
    has_other_profiles: bool,
    has_map: bool,
    bodies: Storages,
    on_waypoints: BTreeMap<AgentId, Vec2>,
    waypoints: Vec<WaypointId>,
    random: fastrand::Rng,
    recorder: Recorder,
    now: Moment,
}

impl Engine {
    fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let bounds = CellRect::of_size(IVec2::ZERO, UVec2::splat(SIDE as u32));
        let grid = Grid::from_fn_in(bounds, |_| u8::from(random.u8(..9) > 0)).unwrap();
        let mut graph = NavGraph::new();
        let waypoints: Vec<WaypointId> =
            (0..5).map(|nth| graph.add_waypoint(Vec2::new(nth as f32 * 4.0, 2.0)).unwrap()).collect();
        for ends in waypoints.windows(2) {
            let cost = tilepath::Graph::cost_of_distance(4.0);
            graph.set_edges(ends[0], &[(ends[1], cost)]);
        }
        let mut engine = Self {
            fleet: Fleet::new(FleetSettings::default()),
            map: NavMap::new(grid, Topology::default()),
            geometry: CellGeometry::squares(1.0).unwrap(),
            fields: SharedFields::default(),
            graph,
            profiles: vec![CostProfile::default()],
            has_other_profiles: true,
            has_map: true,
            bodies: Storages::default(),
            on_waypoints: BTreeMap::new(),
            waypoints,
            random,
            recorder: Recorder::default(),
            now: Moment::default(),
        };
        (0..40).for_each(|_| engine.join());
        engine
    }

    fn parts(&mut self) -> (GameParts<'_>, &mut Recorder) {
        let Self { fleet, map, geometry, fields, graph, profiles, has_map, recorder, .. } = self;
        let tiles = has_map.then_some((map, &*geometry));
        (GameParts { fleet, tiles, fields, graph, profiles }, recorder)
    }

    fn note(&mut self) {
        let (mut parts, recorder) = self.parts();
        parts.note(recorder);
    }

    fn anywhere(&mut self) -> IVec2 {
        IVec2::new(self.random.i32(0..SIDE), self.random.i32(0..SIDE))
    }

    fn join(&mut self) {
        let cell = self.anywhere();
        let place = self.geometry.center_of(cell);
        let what = self.random.u8(..7);
        let ground = if what == 0 { GroundKind::Waypoints } else { GroundKind::Tiles };
        // A game gives positions when they are needed.
        let agent = self.fleet.insert(None, ground);
        let pace = Pace::new(2.0 + self.random.f32() * 9.0);
        self.fleet.set_pace(agent, Some(pace));
        let body = Body { agent, place, pace, progress: Progress::START, is_child: self.random.u8(..4) == 0 };
        match what {
            0 => _ = self.on_waypoints.insert(agent, place),
            1..=3 => {
                self.fleet.set_crowd(agent, Some(what % 2));
                self.bodies.in_crowds.push(body);
            }
            _ => self.bodies.alone[usize::from(what % 2)].push(body),
        }
        self.ask(agent);
    }

    fn ask(&mut self, agent: AgentId) {
        let cell = self.anywhere();
        let target = match self.random.u8(..3) {
            0 => Target::Position(self.geometry.center_of(cell)),
            _ => Target::Position(Vec2::splat(3.0)),
        };
        let Self { fleet, map, geometry, graph, profiles, has_map, .. } = self;
        let tiles = has_map.then_some((&*map, &*geometry));
        fleet.ask(agent, Request::to(target), &Grounds { tiles, is_loading: false, profiles, graph });
    }

    /// What the game does in a frame before the update.
    fn play(&mut self) {
        let cell = self.anywhere();
        match self.random.u8(..12) {
            0 => self.join(),
            1 => self.map.block(cell),
            2 => self.map.unblock(cell),
            3 => _ = self.map.set_terrain(cell, 1),
            4 | 5 => {
                // Something pushes a body.
                let by = Vec2::new(self.random.f32() - 0.5, self.random.f32() - 0.5) * 3.0;
                let nth = self.random.usize(..30);
                self.bodies.all().skip(nth).take(1).for_each(|body| body.place += by);
            }
            6 => {
                let nth = self.random.usize(..30);
                let agent = self.bodies.all().nth(nth).map(|body| body.agent);
                agent.into_iter().for_each(|agent| self.ask(agent));
            }
            7 => {
                // An agent leaves: its body is gone first.
                if let Some(body) = self.bodies.in_crowds.pop() {
                    self.fleet.remove(body.agent);
                }
            }
            8 => {
                let body = self.bodies.alone[0].pop();
                // It may come back in the other storage.
                if let Some(body) = body.filter(|_| self.random.bool()) {
                    self.bodies.alone[1].push(Body { pace: Pace::new(4.0), ..body });
                }
            }
            9 => {
                let profile = CostProfile::default().with_cost(0, self.random.u16(..2) * 9);
                self.profiles = vec![profile];
                self.has_other_profiles = true;
            }
            10 => self.geometry = CellGeometry::new(Vec2::splat(self.random.f32()), Vec2::ONE).unwrap(),
            _ => {}
        }
    }

    fn update(&mut self, threads: usize) {
        self.note();
        self.now = self.now.next(core::time::Duration::from_millis(50));
        let has_other = core::mem::take(&mut self.has_other_profiles);
        let Self { fleet, map, geometry, fields, graph, profiles, has_map, .. } = self;
        let tiles = has_map.then_some((map, &*geometry));
        let begun = fleet.begin(self.now, tiles, fields, profiles, has_other);
        // Between the phases.
        let off_field: Vec<AgentId> = fleet.off_field().collect();
        let places: BTreeMap<AgentId, Vec2> =
            self.bodies.all().map(|body| (body.agent, body.place)).collect();
        for agent in off_field {
            fleet.set_position(agent, places.get(&agent).or(self.on_waypoints.get(&agent)).copied());
        }
        let tiles = self.has_map.then_some((&self.map, &self.geometry));
        let grounds = Grounds { tiles, is_loading: false, profiles, graph };
        let answered = self.fleet.answer(begun, &grounds, &mut self.fields, &ScopedThreads(threads));
        if let Some(body) = self.bodies.in_crowds.last() {
            self.fleet.set_crowd(body.agent, Some(0));
        }
        let mut scratch = Vec::new();
        self.fleet.walk_bodies(answered, &grounds, &self.fields, &mut self.bodies, &mut scratch);
        let moves = self.fleet.crowd_moves().to_vec();
        for moved in moves {
            let Some(body) = self.bodies.in_crowds.iter_mut().find(|body| body.agent == moved.agent) else {
                continue;
            };
            body.put(moved.place);
            body.progress = moved.progress;
            if body.is_child {
                self.fleet.confirm_position(body.agent, body.place);
            }
        }
        for (&agent, place) in &mut self.on_waypoints {
            *place = self.fleet.position(agent).unwrap_or(*place);
        }
        let (mut parts, recorder) = self.parts();
        parts.end_frame(recorder);
    }

    fn record(&mut self) {
        let has_other = self.has_other_profiles;
        let (mut parts, recorder) = self.parts();
        *recorder = parts.record(1, has_other).unwrap();
    }
}

fn assert_plays(recording: &Recording, what: &str) {
    assert_eq!(recording.stopped(), None, "{what}");
    assert!(recording.frames().iter().all(|frame| frame.hash.is_some()));
    let read = crate::in_a_file(recording);
    for threads in [1, 3] {
        let mut replay = crate::assert_plays(&read, threads, what);
        let last = replay.world().state_hash();
        replay.seek(replay.len() / 2, &ScopedThreads(1)).unwrap();
        replay.seek(replay.len(), &ScopedThreads(1)).unwrap();
        assert_eq!(replay.world().state_hash(), last, "{what}: after going back");
    }
}

#[test]
fn a_game_with_bodies_of_its_own_is_recorded() {
    for seed in 0..6 {
        let mut engine = Engine::new(seed);
        for _ in 0..[0, 1, 50][seed as usize % 3] {
            engine.play();
            engine.update(1);
        }
        engine.record();
        for _ in 0..200 {
            engine.play();
            engine.update(1 + seed as usize % 2);
        }
        let recording = engine.recorder.stop().unwrap();
        assert_eq!(recording.frames().len(), 200);
        let walks = recording.frames().iter().flat_map(|frame| &frame.inputs);
        let (mut seen, mut rounded, mut gone) = (0, 0, 0);
        for input in walks {
            if let Input::Fleet(FleetInput::WalkBodies(_, changes)) = input {
                for walk in [&changes.alone, &changes.in_crowds] {
                    seen += walk.seen.len();
                    rounded += walk.rounded.len();
                    gone += walk.gone.len();
                }
            }
        }
        assert!(rounded > 50 && gone > 0, "{rounded} rounded, {gone} gone");
        // What a walk has put to a place is not noted again.
        assert!(seen < 200 * 5, "{seen} bodies");
        assert_plays(&recording, &format!("seed {seed}"));
    }
}

#[test]
fn a_map_that_comes_and_goes_is_recorded() {
    let mut engine = Engine::new(3);
    engine.has_map = false;
    engine.update(1);
    engine.record();
    for frame in 0..120 {
        engine.has_map = frame % 40 > 12;
        engine.play();
        engine.update(1);
    }
    assert_plays(&engine.recorder.stop().unwrap(), "a map");
}

#[test]
fn parts_that_go_back_take_the_recording_back() {
    let mut engine = Engine::new(4);
    engine.record();
    for round in 0..30 {
        engine.play();
        engine.update(1);
        let fleet = engine.fleet.snapshot();
        let (fields, map) = (engine.fields.snapshot(Some(&engine.map)), engine.map.snapshot());
        let (graph, bodies) = (engine.graph.clone(), engine.bodies.clone());
        let kept = (engine.profiles.clone(), engine.has_other_profiles, engine.geometry, engine.now);
        let on_waypoints = engine.on_waypoints.clone();
        let mark: Option<Mark> = {
            let (mut parts, recorder) = engine.parts();
            parts.mark(recorder)
        };
        for _ in 0..round % 5 {
            engine.play();
            engine.update(1);
        }
        engine.map.restore(&map).unwrap();
        engine.fields.restore(&fields, Some(&engine.map)).unwrap();
        engine.fleet.restore(&fleet).unwrap();
        (engine.graph, engine.bodies, engine.on_waypoints) = (graph, bodies, on_waypoints);
        (engine.profiles, engine.has_other_profiles, engine.geometry, engine.now) = kept;
        let (mut parts, recorder) = engine.parts();
        parts.go_back(recorder, mark.as_ref());
        engine.update(1);
    }
    let recording = engine.recorder.stop().unwrap();
    assert_eq!(recording.frames().len(), 60);
    assert_plays(&recording, "rollback");
    assert!(!engine.waypoints.is_empty());
}
