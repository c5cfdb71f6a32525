//! The state of a fleet: a copy, and a world that was written in mid-walk and read, have the same future as the one that goes on.

use core::time::Duration;
use fastrand::Rng;
use glam::{IVec2, UVec2, Vec2};
use tilepath::{
    CellGeometry, CostProfile, DangerStamp, DiagonalRule, Falloff, Graph, Grid, Heuristic, HexLayout, NavMap,
    Topology, WaypointId,
    batch::ScopedThreads,
    fleet::{
        AgentId, Fleet, FleetSettings, FleetWorld, GroundKind, LoadError, Pace, Request, SaveError, Target,
    },
};

/// The sides of a small and of a large map. On the large one, landmarks take 40 frames.
const SMALL: i32 = 32;
const LARGE: i32 = 96;
const CELL: f32 = 10.0;
const FRAME: Duration = Duration::from_millis(50);

/// A game that makes the same edits and requests whenever it begins from the same frame.
#[derive(Clone)]
struct Game {
    world: FleetWorld,
    fleet: Fleet,
    agents: Vec<AgentId>,
    towers: Vec<(IVec2, DangerStamp)>,
    waypoints: Vec<WaypointId>,
    random: Rng,
    side: i32,
    /// Whether agents ask for other agents.
    chases: bool,
}

impl Game {
    fn new(seed: u64, chases: bool) -> Self {
        Self::on(SMALL, seed, chases, FleetSettings::default())
    }

    fn on(side: i32, seed: u64, chases: bool, settings: FleetSettings) -> Self {
        let mut random = Rng::with_seed(seed);
        let classes = [0, 1, 1, 1, 1, 1, 1, 2];
        let grid = Grid::from_fn(UVec2::splat(side as u32), |_| classes[random.usize(..8)]).unwrap();
        let size = Vec2::splat(CELL);
        let (topology, geometry) = match seed % 3 {
            0 => (Topology::default(), CellGeometry::new(Vec2::ZERO, size)),
            1 => (Topology::square(DiagonalRule::Never), CellGeometry::new(Vec2::ONE, size)),
            _ => {
                let rows = HexLayout::OddRows;
                (Topology::hex(rows), CellGeometry::hex(rows, Vec2::ZERO, size))
            }
        };
        let mut world = FleetWorld::new(NavMap::new(grid, topology), geometry.unwrap());
        world.set_profiles(vec![
            CostProfile::default(),
            CostProfile::default().with_cost(2, 7).with_aversion(0, 0.5).unwrap(),
        ]);
        let waypoints = waypoints(&mut world, &mut random);
        let settings = FleetSettings { cell_capacity: 1 + (seed % 2) as u8, ..settings };
        let fleet = Fleet::new(settings);
        let mut game =
            Self { world, fleet, agents: Vec::new(), towers: Vec::new(), waypoints, random, side, chases };
        (0..60).for_each(|_| game.join());
        game
    }

    fn anywhere(&mut self) -> IVec2 {
        IVec2::new(self.random.i32(0..self.side), self.random.i32(0..self.side))
    }

    fn join(&mut self) {
        let cell = self.anywhere();
        let is_on_waypoints = self.random.u8(..5) == 0;
        let ground = if is_on_waypoints { GroundKind::Waypoints } else { GroundKind::Tiles };
        let agent = self.fleet.insert(Some(self.world.geometry.center_of(cell)), ground);
        let is_slow = self.random.bool();
        let pace = Pace { speed: 10.0 + self.random.f32() * 60.0, is_slowed_by_terrain: is_slow };
        self.fleet.set_pace(agent, Some(pace));
        if self.random.u8(..3) == 0 {
            self.fleet.set_crowd(agent, Some(self.random.u8(..2)));
        }
        self.agents.push(agent);
        self.ask(agent);
    }

    fn ask(&mut self, agent: AgentId) {
        let cell = self.anywhere();
        let other = self.agents[self.random.usize(..self.agents.len())];
        let is_on_waypoints = self.fleet.agent(agent).unwrap().ground() == GroundKind::Waypoints;
        let target = match self.random.u8(..6) {
            0 if self.chases => Target::Agent(other),
            1 => Target::Position(self.world.geometry.center_of(cell) + 3.0),
            2 if !is_on_waypoints => Target::Cell(cell),
            // Goals that many share.
            _ => Target::Position(self.world.geometry.center_of(IVec2::new(self.side - 3, 5))),
        };
        let mut request = Request::to(target).with_profile(self.random.u16(..2));
        match self.random.u8(..8) {
            0 => request = request.allow_partial(),
            1 => request = request.with_danger_aversion(self.random.f32() * 3.0),
            2 if !is_on_waypoints => request = request.within(2.5),
            3 => request = request.with_priority(self.random.i32(-2..3)),
            _ => {}
        }
        self.fleet.ask(agent, request, &self.world.grounds());
    }

    /// What happens in the game between two updates.
    fn play(&mut self) {
        let cell = self.anywhere();
        let nth = self.random.usize(..self.agents.len());
        match self.random.u8(..40) {
            0 => self.world.map.block(cell),
            1 => self.world.map.unblock(cell),
            2 => self.world.map.set_terrain(cell, self.random.u8(..3)).unwrap(),
            3 => {
                let radius = 1.0 + self.random.f32() * 4.0;
                let stamp = DangerStamp::new(radius, 2.0, Falloff::Linear).unwrap();
                self.world.map.add_danger(0, &stamp, cell).unwrap();
                self.towers.push((cell, stamp));
            }
            4 if !self.towers.is_empty() => {
                let (cell, stamp) = self.towers.swap_remove(nth % self.towers.len());
                self.world.map.remove_danger(0, &stamp, cell).unwrap();
            }
            5 => self.join(),
            6 if self.agents.len() > 20 => {
                self.fleet.remove(self.agents.swap_remove(nth));
            }
            7 => self.ask(self.agents[nth]),
            8 => {
                let at = self.world.geometry.center_of(cell);
                self.fleet.set_position(self.agents[nth], Some(at));
            }
            9 => {
                let node = self.waypoints[nth % self.waypoints.len()];
                let edges =
                    [(self.waypoints[0], Graph::cost_of_distance(f64::from(self.random.f32() * 99.0)))];
                self.world.graph.set_edges(node, &edges);
            }
            10 => self.fleet.set_crowd(self.agents[nth], Some(0).filter(|_| self.random.bool())),
            _ => {}
        }
    }

    /// Plays a frame. Returns what happened.
    fn step(&mut self) -> Vec<String> {
        self.play();
        self.update()
    }

    fn update(&mut self) -> Vec<String> {
        self.world.update(&mut self.fleet, FRAME, &ScopedThreads(1));
        self.fleet.events().iter().map(|event| format!("{event:?}")).collect()
    }

    fn hash(&self) -> u64 {
        self.world.state_hash(&self.fleet).unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(&(&self.world, &self.fleet)).unwrap()
    }

    /// The same game with a world and a fleet that were saved and loaded.
    fn reloaded(&self) -> Self {
        let (world, fleet) = FleetWorld::load(&self.world.save(&self.fleet).unwrap()).unwrap();
        Self { world, fleet, ..self.clone() }
    }

    fn positions(&self) -> Vec<Option<[u32; 2]>> {
        let bits = |agent: &AgentId| self.fleet.position(*agent).map(|at| at.to_array().map(f32::to_bits));
        self.agents.iter().map(bits).collect()
    }
}

/// A grid of waypoints over the map, some of them joined.
fn waypoints(world: &mut FleetWorld, random: &mut Rng) -> Vec<WaypointId> {
    let places = (0..25).map(|nth| Vec2::new((nth % 5) as f32, (nth / 5) as f32) * 60.0);
    let waypoints: Vec<WaypointId> = places.map(|place| world.graph.add_waypoint(place).unwrap()).collect();
    for (nth, &waypoint) in waypoints.iter().enumerate() {
        let beside = [nth + 1, nth + 5].into_iter().filter_map(|other| waypoints.get(other));
        let beside = beside.chain(nth.checked_sub(5).map(|other| &waypoints[other]));
        let edges: Vec<_> = beside
            .filter(|_| random.u8(..5) > 0)
            .map(|&other| (other, Graph::cost_of_distance(60.0)))
            .collect();
        world.graph.set_edges(waypoint, &edges);
    }
    waypoints
}

/// Asserts that two games have the same future.
fn assert_same_future(one: &mut Game, other: &mut Game, frames: u32, what: &str) {
    for frame in 0..frames {
        let [events, others] = [one.step(), other.step()];
        assert_eq!(events, others, "{what}: events of frame {frame}");
        assert_eq!(one.positions(), other.positions(), "{what}: positions in frame {frame}");
        assert_eq!(one.hash(), other.hash(), "{what}: state in frame {frame}");
    }
}

#[test]
fn a_copy_has_the_same_future() {
    for seed in 0..6 {
        let mut game = Game::new(seed, true);
        for round in 0..6 {
            (0..23).for_each(|_| drop(game.step()));
            let mut copy = game.clone();
            assert_eq!(game.hash(), copy.hash());
            assert_same_future(&mut game, &mut copy, 40, &format!("seed {seed}, round {round}"));
        }
    }
}

#[test]
fn a_copy_that_goes_another_way_changes_nothing_for_the_original() {
    for seed in 0..6 {
        let mut game = Game::new(seed, true);
        let mut alone = Game::new(seed, true);
        for _ in 0..8 {
            let mut other = game.clone();
            other.random = Rng::with_seed(seed + 99);
            (0..15).for_each(|_| drop(other.step()));
            assert_same_future(&mut game, &mut alone, 15, &format!("seed {seed}"));
            assert_ne!(game.hash(), other.hash());
        }
    }
}

/// Settings with little work for each frame: a game of them is always in the middle of searches, preparations and landmarks.
fn with_budgets(expansions: u32, cells: u32) -> FleetSettings {
    FleetSettings {
        expansions_per_update: expansions,
        prepared_cells_per_update: cells,
        ..FleetSettings::default()
    }
}

/// Everything that a game reads or shows is the same, and nothing in it depends on how far searches, preparations and landmarks had come when
/// the game was written.
#[test]
fn a_game_that_was_written_and_read_has_the_same_future() {
    let budgets =
        [FleetSettings::default(), with_budgets(20, 40), with_budgets(400, 2000), with_budgets(300, 100)];
    for seed in 0..24 {
        let settings = budgets[seed as usize % budgets.len()].clone();
        let side = if seed % 3 == 0 { SMALL } else { LARGE };
        let mut game = Game::on(side, seed, seed % 5 == 0, settings);
        for round in 0..4 {
            let gap = [2, 5, 23, 61][(seed as usize / 4 + round) % 4];
            (0..gap).for_each(|_| drop(game.step()));
            // Edits that no update has seen yet.
            (0..round).for_each(|_| game.play());
            let what = format!("seed {seed}, round {round}");
            let (mut going, mut loaded) = (game.clone(), game.reloaded());
            assert!(game.bytes() == loaded.bytes(), "{what}: written twice");
            for frame in 0..150 {
                let [events, others] = [going.step(), loaded.step()];
                assert_eq!(events, others, "{what}: events of frame {frame}");
                assert_eq!(going.positions(), loaded.positions(), "{what}: positions in frame {frame}");
                let fleets = [&going, &loaded].map(|game| game.fleet.state_hash());
                assert_eq!(fleets[0], fleets[1], "{what}: agents in frame {frame}");
            }
            assert_eq!(going.hash(), loaded.hash(), "{what}");
        }
    }
}

/// The same over the 600 frames that a player might notice, for games that were saved at any time.
#[test]
fn a_save_of_a_game_is_true_for_600_frames() {
    for seed in 50..53 {
        let mut game = Game::on(LARGE, seed, true, FleetSettings::default());
        (0..90).for_each(|_| drop(game.step()));
        let mut loaded = game.reloaded();
        assert_same_future(&mut game, &mut loaded, 600, &format!("seed {seed}"));
    }
}

/// A field whose goals are all blocked can't be built again. Its agents must not wait for it.
#[test]
fn agents_on_a_field_that_cannot_be_built_again_get_their_answers() {
    for seed in 0..12 {
        let mut game = Game::new(seed, false);
        let goal = IVec2::new(SMALL - 3, 5);
        game.world.map.set_terrain(goal, 1).unwrap();
        (0..20).for_each(|_| drop(game.update()));
        game.world.map.block(goal);
        let mut loaded = game.reloaded();
        for _ in 0..60 {
            drop((game.update(), loaded.update()));
        }
        let statuses = |game: &Game| -> Vec<String> {
            let status = |&agent: &AgentId| format!("{:?}", game.fleet.agent(agent).unwrap().status());
            game.agents.iter().map(status).collect()
        };
        assert_eq!(statuses(&game), statuses(&loaded), "seed {seed}");
        let pending = statuses(&loaded).iter().filter(|&status| status == "Pending").count();
        assert_eq!(pending, 0, "seed {seed}");
        assert!(statuses(&loaded).iter().any(|status| status.starts_with("Failed")), "seed {seed}");
    }
}

#[test]
fn altered_bytes_are_refused_or_give_a_fleet_that_runs() {
    let mut random = Rng::with_seed(1);
    // Worlds whose landmarks are complete, and worlds that are being prepared.
    for (frames, settings, least) in [(90, FleetSettings::default(), 40), (6, with_budgets(20, 400), 40)] {
        let mut game = Game::on(SMALL, 4, true, settings);
        (0..frames).for_each(|_| drop(game.step()));
        let world = postcard::to_allocvec(&game.world).unwrap();
        let bytes = game.bytes();
        let mut read = 0;
        for nth in 0..600 {
            let mut bytes = bytes.clone();
            // Half of the changes are made in the fleet, which is much shorter.
            let from = if nth % 2 == 0 { 0 } else { world.len() };
            match nth % 3 {
                0 => bytes.truncate(random.usize(from..bytes.len())),
                _ => (0..random.usize(1..4)).for_each(|_| {
                    let at = random.usize(from..bytes.len());
                    bytes[at] = random.u8(..);
                }),
            }
            let loaded: Result<(FleetWorld, Fleet), _> = postcard::from_bytes(&bytes);
            if let Ok((mut world, mut fleet)) = loaded {
                read += 1;
                (0..20).for_each(|_| world.update(&mut fleet, FRAME, &ScopedThreads(1)));
            }
        }
        assert!(read > least, "{read} of 600 were read");
    }
}

#[test]
fn a_save_that_cannot_be_loaded_says_why() {
    let mut game = Game::new(3, true);
    (0..20).for_each(|_| drop(game.step()));
    let save = game.world.save(&game.fleet).unwrap();
    let load = |bytes: &[u8]| FleetWorld::load(bytes).map(drop).unwrap_err();
    let altered = |at: usize, by: u8| {
        let mut bytes = save.clone();
        bytes[at] ^= by;
        bytes
    };
    assert_eq!(load(&[]), LoadError::NoSave);
    assert_eq!(load(&altered(3, 1)), LoadError::NoSave);
    assert_eq!(load(&altered(8, 3)), LoadError::OtherVersion { found: 2, expected: 1 });
    for found in [9, 27, 28, 500, save.len() - 1] {
        let expected = if found < 28 { 28 } else { save.len() as u64 };
        assert_eq!(load(&save[..found]), LoadError::Truncated { found: found as u64, expected });
    }
    let mut random = Rng::with_seed(2);
    (0..200).for_each(|_| assert_eq!(load(&altered(random.usize(20..save.len()), 4)), LoadError::Damaged));
    assert_eq!(load(&[&save[..], &[0]].concat()), LoadError::Damaged);
    let request = Request::to(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0));
    game.fleet.ask(game.agents[0], request, &game.world.grounds());
    assert_eq!(game.world.save(&game.fleet), Err(SaveError::Function));
}

#[test]
fn what_decides_the_future_is_in_the_hash() {
    let game = Game::new(3, true);
    let hash = game.hash();
    let changed = |change: fn(&mut Game)| {
        let mut game = game.clone();
        change(&mut game);
        game.hash()
    };
    assert_eq!(changed(|_| ()), hash);
    for change in [
        (|game| game.world.map.block(IVec2::ONE)) as fn(&mut Game),
        |game| game.fleet.set_pace(game.agents[0], Some(Pace::new(1.0))),
        |game| game.fleet.set_position(game.agents[0], Some(Vec2::ONE)),
        |game| assert!(game.fleet.remove(game.agents[5])),
        |game| game.agents.push(game.fleet.insert(None, GroundKind::Tiles)),
        |game| game.fleet.set_settings(FleetSettings { retry_delay: 9.0, ..FleetSettings::default() }),
        |game| game.world.set_profiles(vec![CostProfile::default()]),
        |game| game.waypoints.push(game.world.graph.add_waypoint(Vec2::splat(7.0)).unwrap()),
        |game| drop(game.step()),
    ] {
        assert_ne!(changed(change), hash);
    }
}

#[test]
fn a_heuristic_that_is_a_function_has_no_hash() {
    let mut game = Game::new(0, true);
    let request = Request::to(IVec2::ONE).with_heuristic(Heuristic::Custom(|_| 0.0));
    game.fleet.ask(game.agents[0], request, &game.world.grounds());
    assert_eq!(game.fleet.state_hash(), None);
}
