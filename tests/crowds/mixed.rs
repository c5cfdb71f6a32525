//! All that a game may do to agents and maps, at once and in any order, on every layout and with every option. Afterwards agents that are left alone
//! behave as if nothing had happened.

use crate::scene::{Scene, *};
use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::{DiagonalRule, StepLengths};
use fastrand::Rng;
use std::collections::HashMap;
use std::time::Duration;

const SIDE: i32 = 12;
const SPEEDS: [f32; 9] = [0.0, -5.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e-9, 1e9, 30.0];
const FRAMES: [u64; 7] = [0, 4, 16, 33, 100, 250, 3000];

/// How many times the schedule of the plugin has run.
#[derive(Resource, Default)]
struct Ticks(u32);

/// A world in which anything may happen.
struct Mixed {
    scene: Scene,
    random: Rng,
    /// Parents that move all the time.
    parents: Vec<Entity>,
    /// What targets that move stand on.
    prey: Entity,
    boat: ProfileId,
    tank: ProfileId,
    what: String,
}

/// A layout, with tiles that are not square, turned and away from the origin.
fn any_geometry(random: &mut Rng) -> CellGeometry {
    let at = Vec2::new(random.f32() - 0.5, random.f32() - 0.5) * 100.0;
    let size = Vec2::new(TILE, TILE * [1.0, 0.5, 1.5][random.usize(0..3)]);
    let hex = |layout| CellGeometry::hex(layout, at, size);
    let geometry = match random.u8(0..8) {
        0 => hex(HexLayout::OddRows),
        1 => hex(HexLayout::EvenRows),
        2 => hex(HexLayout::Axial),
        3 => hex(HexLayout::OddColumns),
        4 => hex(HexLayout::EvenColumns),
        5 => CellGeometry::diamond(at, size),
        6 => CellGeometry::staggered(at, size),
        _ => CellGeometry::new(at, size),
    };
    let turned = Transform::from_rotation(Quat::from_rotation_z(random.f32() * 6.0));
    let scaled = turned.with_scale(Vec3::splat(0.5 + random.f32()));
    geometry.unwrap().transformed(Plane::Xy.project(&scaled.into())).unwrap()
}

fn any_grid(random: &mut Rng, side: u32) -> Grid {
    Grid::from_fn(UVec2::splat(side), |_| match random.u8(0..10) {
        0 => 0,
        1 => 7,
        _ => 1,
    })
    .unwrap()
}

impl Mixed {
    fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let (geometry, grid) = (any_geometry(&mut random), any_grid(&mut random, SIDE as u32));
        let is_fixed = random.bool();
        let mut scene = match is_fixed {
            true => Scene::in_schedule(FixedUpdate, geometry, grid),
            false => Scene::new(geometry, grid),
        };
        scene.watch.in_fixed_steps = is_fixed;
        let count = |mut ticks: ResMut<Ticks>| ticks.0 += 1;
        scene.app.init_resource::<Ticks>();
        match is_fixed {
            true => scene.app.add_systems(FixedUpdate, count),
            false => scene.app.add_systems(Update, count),
        };
        let mut settings = scene.settings();
        settings.cell_capacity = random.u8(1..5);
        settings.diagonals = DiagonalRule::ALL[random.usize(0..4)];
        settings.log_failures = false;
        if random.bool() {
            // Nobody shares a goal field.
            settings.max_field_bytes = 0;
        }
        let what = format!("seed {seed}, {:?}, in FixedUpdate: {is_fixed}, {settings:?}", geometry.shape());
        let world = scene.app.world_mut();
        let mut profiles = world.resource_mut::<CostProfiles>();
        let boat = profiles.add(CostProfile::blocked().with_cost(7, 1));
        let tank = profiles.add(CostProfile::default().with_size(2).unwrap());
        let parents = (0..2).map(|_| world.spawn(Transform::default()).id()).collect();
        let prey = world.spawn(Transform::default()).id();
        Self { scene, random, parents, prey, boat, tank, what }
    }

    fn any_cell(&mut self) -> IVec2 {
        IVec2::new(self.random.i32(0..SIDE), self.random.i32(0..SIDE))
    }

    fn any_place(&mut self) -> Transform {
        let cell = self.any_cell();
        self.scene.centre(cell)
    }

    fn any_agent(&mut self) -> Entity {
        self.scene.agents[self.random.usize(0..self.scene.agents.len())]
    }

    fn any_request(&mut self) -> PathRequest {
        let (cell, other) = (self.any_cell(), self.any_cell());
        let request = match self.random.u8(0..8) {
            0 => PathRequest::to_entity(self.prey),
            1 => PathRequest::to_position(self.any_place().translation.truncate() + Vec2::splat(2.0)),
            2 => PathRequest::to_nearest([cell, other]),
            3 => PathRequest::to_cell(IVec2::new(-5, 900)),
            4 => PathRequest::to_cell(cell),
            // One of few, so that many share it.
            _ => PathRequest::to_cell(IVec2::new(2, 2)),
        };
        let request = if self.random.u8(0..4) == 0 { request.within(2.0) } else { request };
        let request = if self.random.u8(0..4) == 0 { request.allow_partial() } else { request };
        match self.random.u8(0..8) {
            0 => request.with_profile(self.boat),
            1 => request.with_profile(self.tank),
            _ => request,
        }
    }

    fn spawn(&mut self) {
        let at = self.any_place();
        let follower = PathFollower::with_speed((2.0 + 4.0 * self.random.f32()) * TILE);
        let occupies = CrowdAgent::in_layer(self.random.u8(0..2));
        let agent = self.scene.app.world_mut().spawn((at, follower, occupies)).id();
        if self.random.u8(0..5) > 0 {
            let request = self.any_request();
            self.scene.insert(agent, request);
        }
        self.scene.agents.push(agent);
    }

    /// Does something to an agent.
    fn touch_agent(&mut self) {
        let agent = self.any_agent();
        self.scene.watch.forget(agent);
        let (place, request) = (self.any_place(), self.any_request());
        let at = self.scene.app.world().get::<Transform>(agent).unwrap().translation;
        let Self { random, parents, scene, .. } = self;
        let mut entity = scene.app.world_mut().entity_mut(agent);
        match random.u8(0..16) {
            0 => _ = entity.insert(place),
            1 => _ = entity.insert(Transform::from_xyz(f32::NAN, 1e30, 0.0)),
            2 => _ = entity.insert(Transform::from_xyz(-5000.0, 10.0, 0.0)),
            3 => _ = entity.insert(Transform::from_translation(at + Vec3::new(2.0, -1.0, 0.0))),
            4 | 5 => _ = entity.insert(request),
            6 => _ = entity.remove::<PathRequest>(),
            7 | 8 => entity.get_mut::<PathFollower>().unwrap().speed = SPEEDS[random.usize(0..9)],
            9 if entity.contains::<CrowdAgent>() => _ = entity.remove::<CrowdAgent>(),
            9 => _ = entity.insert(CrowdAgent::in_layer(random.u8(0..2))),
            10 if entity.contains::<OnWaypoints>() => _ = entity.remove::<OnWaypoints>(),
            10 => _ = entity.insert(OnWaypoints),
            11 if entity.contains::<Disabled>() => _ = entity.remove::<Disabled>(),
            11 => _ = entity.insert(Disabled),
            12 if entity.contains::<CrowdAgent>() => entity.get_mut::<CrowdAgent>().unwrap().layer ^= 1,
            13 if entity.contains::<ChildOf>() => _ = entity.remove::<ChildOf>(),
            13 => _ = entity.insert(ChildOf(parents[random.usize(0..2)])),
            14 => entity.get_mut::<PathFollower>().unwrap().slowed_by_terrain ^= true,
            15 if entity.contains::<NavObstacle>() => _ = entity.remove::<NavObstacle>(),
            15 => _ = entity.insert(NavObstacle::default()),
            _ => {}
        }
    }

    /// Does something to the world.
    fn touch_world(&mut self) {
        let cell = self.any_cell();
        match self.random.u8(0..27) {
            0..12 => {
                let class = [0, 1, 1, 7][self.random.usize(0..4)];
                self.scene.edit(|map| map.set_terrain(cell, class).ok());
            }
            12 => {
                let at = self.any_place();
                self.scene.insert(self.prey, at);
            }
            13 => self.scene.settings().cell_capacity = self.random.u8(0..6),
            14 => {
                let rule = DiagonalRule::ALL[self.random.usize(0..4)];
                self.scene.settings().diagonals = rule;
            }
            15 => {
                let [none, one, five] = [0, 1, 5].map(Duration::from_secs);
                let times = [none, one, five, Duration::MAX];
                self.scene.settings().crowd.stuck_after = times[self.random.usize(0..4)];
            }
            16..18 => {
                let millis = FRAMES[self.random.usize(0..7)];
                self.scene.set_frame(Duration::from_millis(millis));
            }
            18 => {
                let mut time = self.scene.app.world_mut().resource_mut::<Time<Virtual>>();
                if time.is_paused() { time.unpause() } else { time.pause() }
            }
            19 => {
                let geometry = any_geometry(&mut self.random);
                self.scene.app.world_mut().resource_mut::<NavGrid>().set_geometry(geometry);
            }
            20 => {
                let moved = Transform::from_xyz(3.0, -2.0, 0.0).with_scale(Vec3::splat(1.05)).into();
                let geometry =
                    self.scene.nav().geometry().unwrap().transformed(Plane::Xy.project(&moved)).unwrap();
                self.scene.app.world_mut().resource_mut::<NavGrid>().set_geometry(geometry);
            }
            21 => {
                let geometry = *self.scene.nav().geometry().unwrap();
                let side = self.random.u32(5..15);
                let grid = any_grid(&mut self.random, side);
                self.scene.app.insert_resource(NavGrid::from_grid(grid, geometry));
            }
            22 => {
                let geometry = *self.scene.nav().geometry().unwrap();
                let grid = any_grid(&mut self.random, SIDE as u32);
                self.scene.app.insert_resource(NavGrid::default());
                self.scene.app.update();
                self.scene.app.insert_resource(NavGrid::from_grid(grid, geometry));
            }
            23 => {
                let mut profiles = self.scene.app.world_mut().resource_mut::<CostProfiles>();
                let cost = self.random.u16(0..3);
                profiles.get_mut(ProfileId::default()).unwrap().set_cost(7, cost);
            }
            24 => {
                self.scene.app.insert_resource(Congestion::default());
            }
            25 => {
                let lengths = [StepLengths::EUCLIDEAN, StepLengths::CLASSIC, StepLengths::UNIFORM];
                self.scene.settings().step_lengths = lengths[self.random.usize(0..3)];
            }
            _ => _ = self.scene.app.world_mut().remove_resource::<Congestion>(),
        }
    }

    /// A frame in which something happens.
    fn disturb(&mut self) {
        if self.scene.agents.len() < 40 {
            self.spawn();
        }
        if self.random.u8(0..4) == 0 {
            let nth = self.random.usize(0..self.scene.agents.len());
            let agent = self.scene.agents.swap_remove(nth);
            self.scene.app.world_mut().despawn(agent);
        }
        for _ in 0..self.random.u8(0..3) {
            if !self.scene.agents.is_empty() {
                self.touch_agent();
            }
        }
        if self.random.u8(0..3) == 0 {
            self.touch_world();
        }
        for &parent in &self.parents {
            let mut at = self.scene.app.world_mut().get_mut::<Transform>(parent).unwrap();
            at.translation.x += self.random.f32() - 0.5;
            at.rotate_z(0.01);
        }
        let before = self.scene.app.world().resource::<Ticks>().0;
        self.scene.update();
        if self.scene.app.world().resource::<Ticks>().0 > before {
            self.check();
        }
    }

    /// Where an agent is in the world.
    fn world_at(&self, agent: Entity) -> Vec2 {
        let world = self.scene.app.world();
        let at = *world.get::<Transform>(agent).unwrap();
        let parent =
            world.get::<ChildOf>(agent).map(|child_of| *world.get::<Transform>(child_of.parent()).unwrap());
        let at = parent.map_or(at, |parent| parent.mul_transform(at));
        at.translation.truncate()
    }

    /// The agents that keep their cells, with their layers and cells.
    fn occupying(&mut self) -> Vec<(Entity, u8, IVec2)> {
        let world = self.scene.app.world();
        let nav = world.resource::<NavGrid>();
        let of = |&agent: &Entity| {
            let entity = world.get_entity(agent).ok()?;
            let layer = entity.get::<CrowdAgent>()?.layer;
            let cell = nav.cell_at(self.world_at(agent))?;
            let takes_part = entity.contains::<PathFollower>()
                && !entity.contains::<OnWaypoints>()
                && !entity.contains::<Disabled>()
                && nav.class(cell).is_some();
            takes_part.then_some((agent, layer, cell))
        };
        self.scene.agents.iter().filter_map(of).collect()
    }

    /// Nobody is in a wall. Where there is no cell with room one stands where it is.
    fn check(&mut self) {
        let occupying = self.occupying();
        let nav = self.scene.nav();
        let profiles = self.scene.app.world().resource::<CostProfiles>();
        let capacity =
            usize::from(self.scene.app.world().resource::<PathfindingSettings>().cell_capacity.max(1));
        let Some(map) = nav.map() else { return };
        for &(agent, layer, cell) in &occupying {
            let request = self.scene.app.world().get::<PathRequest>(agent);
            let profile = request.map_or(ProfileId::default(), PathRequest::profile);
            let profile = profiles.get(profile).unwrap();
            let walks_out = self.scene.watch.walks_out(agent);
            if request.is_some() && !walks_out && !map.is_free(profile, cell) {
                let free = map.grid().size().as_ivec2();
                let free = (0..free.y).flat_map(|y| (0..free.x).map(move |x| IVec2::new(x, y)));
                let free = free.filter(|&cell| map.is_free(profile, cell)).count();
                let others = occupying.iter().filter(|other| other.1 == layer).count();
                assert!(
                    free * capacity < 2 * others + 2,
                    "{}: {agent} is in the wall at {cell}; {others} agents on {free} cells",
                    self.what
                );
            }
        }
    }

    /// Nothing happens any more: all agents are as they should be, and each has a goal.
    fn calm_down(&mut self) {
        let geometry = *self.scene.nav().geometry().unwrap();
        let grid = Grid::from_fn(UVec2::splat(16), |at| u8::from(at.x != 8 || at.y % 5 == 2)).unwrap();
        self.scene.app.insert_resource(NavGrid::from_grid(grid, geometry));
        self.scene.set_frame(Duration::from_millis(50));
        self.scene.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        self.scene.app.world_mut().remove_resource::<Congestion>();
        self.scene.settings().crowd.stuck_after = Duration::from_secs(5);
        for nth in 0..self.scene.agents.len() {
            let agent = self.scene.agents[nth];
            let goal = IVec2::new([3, 12][nth % 2], 8);
            let at = self.any_place();
            let mut entity = self.scene.app.world_mut().entity_mut(agent);
            entity.remove::<(OnWaypoints, Disabled, ChildOf, NavObstacle)>();
            entity.get_mut::<PathFollower>().unwrap().speed = 3.0 * TILE;
            let layer = entity.get::<CrowdAgent>().map_or(0, |occupies| occupies.layer);
            entity.insert((CrowdAgent::in_layer(layer), PathRequest::to_cell(goal), at));
        }
        (0..40).for_each(|_| self.scene.app.update());
        self.scene.app.insert_resource(Diary::default());
        let mut nearest = f32::INFINITY;
        for _ in 0..1500 {
            self.scene.app.update();
            nearest = nearest.min(self.nearest());
            if self.scene.agents.iter().all(|&agent| self.scene.has_arrived(agent)) {
                break;
            }
        }
        let late: Vec<Entity> =
            self.scene.agents.iter().copied().filter(|&agent| !self.scene.has_arrived(agent)).collect();
        let is_silent = |agent| self.scene.diary().stuck.iter().all(|stuck| stuck.entity != agent);
        let silent: Vec<Entity> = late.iter().copied().filter(|&agent| is_silent(agent)).collect();
        let why: Vec<String> = silent.into_iter().map(|agent| self.scene.why(agent)).collect();
        assert!(why.is_empty(), "{}: {} are late and silent: {why:#?}", self.what, why.len());
        assert!(late.len() <= 2, "{}: {} are late", self.what, late.len());
        let capacity = usize::from(self.scene.settings().cell_capacity.max(1));
        assert!(capacity > 1 || nearest >= 0.45, "{}: two are {nearest} apart", self.what);
        let mut cells: HashMap<(u8, IVec2), usize> = HashMap::new();
        self.occupying()
            .into_iter()
            .for_each(|(_, layer, cell)| *cells.entry((layer, cell)).or_default() += 1);
        assert!(cells.values().all(|&count| count <= capacity), "{}: {cells:?}", self.what);
    }

    /// The least distance of two agents of one layer, in tiles.
    fn nearest(&mut self) -> f32 {
        let occupying = self.occupying();
        let geometry = self.scene.nav().geometry().unwrap();
        let at = |agent| geometry.tiles_at(self.world_at(agent));
        let places: Vec<(u8, Vec2)> = occupying.iter().map(|&(agent, layer, _)| (layer, at(agent))).collect();
        let pairs = places
            .iter()
            .enumerate()
            .flat_map(|(nth, one)| places[..nth].iter().map(move |other| (one, other)));
        let pairs = pairs.filter(|(one, other)| one.0 == other.0);
        pairs.map(|(one, other)| one.1.distance(other.1)).fold(f32::INFINITY, f32::min)
    }
}

#[test]
fn whatever_a_game_does_nobody_is_in_a_wall_and_the_crowd_recovers() {
    // More, to look for faults: `MIXED_RUNS=200 cargo test --test crowds mixed`.
    let rounds = std::env::var("MIXED_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(12);
    for seed in 0..rounds {
        let mut mixed = Mixed::new(seed);
        (0..250).for_each(|_| mixed.disturb());
        mixed.calm_down();
    }
}
