//! Agents that the game moves itself, by the velocities that the fleet gives.

use crate::scene::{CELL, FRAME, Kind, Scene};
use fastrand::Rng;
use glam::{IVec2, Vec2};
use tilepath::fleet::AgentId;

/// How a body obeys its velocity.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Body {
    /// Exactly.
    Exact,
    /// It takes a quarter of a second to reach its speed, and as long to stop: it brakes before the end of its path. Its curves are three
    /// quarters of a tile wide.
    Inert,
    /// It moves half as fast as it should.
    Slow,
    /// It stumbles: it is pushed a little in every frame.
    Jostled,
}

const BODIES: [Body; 4] = [Body::Exact, Body::Inert, Body::Slow, Body::Jostled];

struct Herd {
    scene: Scene,
    agents: Vec<AgentId>,
    velocities: Vec<Vec2>,
    speed: f32,
    random: Rng,
}

impl Herd {
    /// A map with walls in one cell of five, and agents on it with goals of their own, or one for all on a field.
    fn new(kind: Kind, tiles_per_second: f32, is_steered: bool, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let walls: Vec<bool> = (0..24 * 18).map(|_| random.u8(..5) == 0).collect();
        let is_free = |cell: IVec2| !walls[(cell.y * 24 + cell.x) as usize];
        let mut scene = Scene::new(kind, [24, 18], is_free);
        // Only cells from which all others of the largest region can be reached.
        let free: Vec<IVec2> = scene.largest_region();
        let goals: Vec<IVec2> = (0..12).map(|_| free[random.usize(..free.len())]).collect();
        let agents = (0..12)
            .map(|nth| {
                let start = free[(nth * 29) % free.len()];
                let goal = if kind.is_on_field() { goals[0] } else { goals[nth] };
                let agent = scene.spawn(scene.center(start), goal, tiles_per_second);
                scene.world.fleet.set_steered(agent, is_steered);
                agent
            })
            .collect();
        Self { scene, agents, velocities: vec![Vec2::ZERO; 12], speed: tiles_per_second * CELL, random }
    }

    fn is_wall(&self, at: Vec2) -> bool {
        let cell = self.scene.world.geometry.cell_at(at);
        cell.and_then(|cell| self.scene.world.map.grid().class(cell)).is_none_or(|class| class == 0)
    }

    /// Lets each body walk for a frame. Bodies do not enter walls, as in a physics engine.
    fn frame(&mut self, body: Body, about: &str) {
        self.scene.frame();
        let seconds = FRAME.as_secs_f32();
        for (nth, &agent) in self.agents.iter().enumerate() {
            let steering = *self.scene.world.fleet.steering(agent).unwrap();
            let at = self.scene.at(agent);
            let walk = steering.velocity.length() * seconds;
            assert!(walk <= self.speed * seconds * 1.001, "{about}: {agent:?} is too fast: {steering:?}");
            let ahead = steering.next.map_or(0.0, |next| at.distance(next));
            assert!(
                walk <= ahead * 1.001 + 1e-3,
                "{about}: {agent:?} at {at} passes its next point: {steering:?}"
            );
            assert!(steering.distance_left >= ahead * 0.999, "{about}: {agent:?} at {at}: {steering:?}");
            let velocity = &mut self.velocities[nth];
            *velocity = match body {
                Body::Exact => steering.velocity,
                Body::Slow => steering.velocity * 0.5,
                Body::Inert => {
                    let most = self.speed * 4.0;
                    let wanted =
                        steering.velocity.clamp_length_max((2.0 * most * steering.distance_left).sqrt());
                    *velocity + (wanted - *velocity).clamp_length_max(most * seconds)
                }
                Body::Jostled => {
                    let push = Vec2::from_angle(self.random.f32() * 6.3) * self.speed * 0.8;
                    steering.velocity + push * self.random.f32()
                }
            };
            let step = *velocity * seconds;
            let end = [step, Vec2::new(step.x, 0.0), Vec2::new(0.0, step.y)]
                .map(|step| at + step)
                .into_iter()
                .find(|&end| self.scene.kind == Kind::Waypoints || !self.is_wall(end));
            if body == Body::Exact && self.scene.kind != Kind::Waypoints {
                assert!(
                    !self.is_wall(at + step),
                    "{about}: {agent:?} is led from {at} into a wall: {steering:?}"
                );
            }
            let end = end.unwrap_or(at);
            if end != at + step {
                self.velocities[nth] = Vec2::ZERO;
            }
            self.scene.world.fleet.set_position(agent, Some(end));
        }
    }

    fn arrived(&self) -> usize {
        self.agents.iter().filter(|&&agent| self.scene.has_arrived(agent)).count()
    }

    /// Runs until all have arrived. Returns the number of frames.
    fn run(&mut self, most: usize, mut frame: impl FnMut(&mut Self)) -> usize {
        (0..most)
            .find(|_| {
                frame(self);
                self.arrived() == self.agents.len()
            })
            .unwrap_or(most)
    }
}

#[test]
fn bodies_that_the_game_moves_arrive_and_are_never_led_into_walls() {
    for kind in Kind::ALL {
        for (body, seed) in BODIES.into_iter().flat_map(|body| (1..5).map(move |seed| (body, seed))) {
            let about = format!("{kind:?} {body:?} seed {seed}");
            let most = 3000;
            let mut own = Herd::new(kind, 3.0, false, seed);
            let without = own.run(most, |herd| herd.scene.frame());
            let mut herd = Herd::new(kind, 3.0, true, seed);
            let frames = herd.run(most, |herd| herd.frame(body, &about));
            assert_eq!(herd.arrived(), 12, "{about}");
            // A slow body needs twice the time of one that the fleet moves.
            let least = if body == Body::Slow { 2.0 } else { 1.0 };
            let share = frames as f32 / without as f32;
            assert!(share < least * 1.5, "{about}: {frames} frames for {without}");
            assert!(body != Body::Exact || share < 1.1, "{about}: {frames} frames for {without}");
        }
    }
}

#[test]
fn who_walks_five_tiles_in_a_frame_stops_at_each_point() {
    for (kind, seed) in Kind::ALL.into_iter().flat_map(|kind| (1..4).map(move |seed| (kind, seed))) {
        let about = format!("{kind:?} seed {seed}");
        let mut herd = Herd::new(kind, 100.0, true, seed);
        herd.run(600, |herd| herd.frame(Body::Exact, &about));
        assert_eq!(herd.arrived(), 12, "{about}");
    }
}

/// Two streams meet in a corridor of twelve cells. Bodies that bump into each other are slower than their velocities say: each stream
/// keeps its turn all the same.
#[test]
fn slow_bodies_keep_their_turn_in_a_corridor() {
    for kind in [Kind::Crowd, Kind::CrowdOnField] {
        let mut scene = Scene::new(kind, [28, 9], |cell| !(8..20).contains(&cell.x) || cell.y == 4);
        let mut agents = Vec::new();
        for nth in 0..20 {
            let (x, y) = (nth % 4, nth / 4 * 2);
            for (start, goal) in [(x + 2, 25), (25 - x, 2)] {
                let agent = scene.spawn(scene.center(IVec2::new(start, y)), IVec2::new(goal, 4), 3.0);
                scene.world.fleet.set_steered(agent, true);
                agents.push(agent);
            }
        }
        let mut random = Rng::with_seed(1);
        let mut frames = 0;
        while frames < 3000 && !agents.iter().all(|&agent| scene.has_arrived(agent)) {
            scene.frame();
            frames += 1;
            for &agent in &agents {
                let walk = scene.world.fleet.steering(agent).unwrap().velocity * FRAME.as_secs_f32();
                let end = scene.at(agent) + walk * (0.4 + 0.6 * random.f32());
                scene.world.fleet.set_position(agent, Some(end));
            }
        }
        let arrived = agents.iter().filter(|&&agent| scene.has_arrived(agent)).count();
        assert_eq!(arrived, agents.len(), "{kind:?} after {frames} frames");
    }
}

/// An agent that a body keeps a little away from the centre of a cell goes on to the next cell.
#[test]
fn a_quarter_of_a_tile_from_a_point_of_its_path_an_agent_is_past_it() {
    for kind in [Kind::Alone, Kind::Field] {
        for (tiles, is_past) in [(0.2, true), (0.3, false)] {
            let mut scene = Scene::new(kind, [12, 5], |_| true);
            // Four agents share a field. They are too slow to reach a centre by themselves.
            let agents: Vec<AgentId> =
                (0..4).map(|_| scene.spawn(scene.center(IVec2::new(1, 2)), IVec2::new(10, 2), 0.1)).collect();
            let agent = agents[0];
            scene.world.fleet.set_steered(agent, true);
            (0..5).for_each(|_| scene.frame());
            let center = scene.center(IVec2::new(2, 2));
            assert_eq!(scene.world.fleet.steering(agent).unwrap().next, Some(center), "{kind:?}");
            // In the first update it counts as past the centre, and from the second on it heads for the next cell.
            scene.world.fleet.set_position(agent, Some(center - Vec2::X * tiles * CELL));
            (0..2).for_each(|_| scene.frame());
            let next = scene.world.fleet.steering(agent).unwrap().next.unwrap();
            assert_eq!(next != center, is_past, "{kind:?}, {tiles} tiles off: heads for {next}");
        }
    }
}

#[test]
fn a_body_beside_its_step_keeps_its_cell_in_the_crowd_up_to_three_quarters_of_a_tile() {
    for (kind, is_steered) in
        [Kind::Crowd, Kind::CrowdOnField].into_iter().flat_map(|kind| [false, true].map(|is| (kind, is)))
    {
        for (tiles, is_near) in [(0.7, true), (0.8, false)] {
            let mut scene = Scene::new(kind, [12, 5], |_| true);
            let agent = scene.spawn(scene.center(IVec2::new(1, 2)), IVec2::new(10, 2), 0.1);
            scene.world.fleet.set_steered(agent, is_steered);
            (0..5).for_each(|_| scene.frame());
            let cell = scene.world.fleet.cell_in_crowd(agent).unwrap();
            assert_eq!(cell, IVec2::new(2, 2));
            scene.world.fleet.set_position(agent, Some(scene.at(agent) + Vec2::Y * tiles * CELL));
            scene.frame();
            // An agent that has lost its cell begins another step, from the cell beside.
            let keeps = scene.world.fleet.step(agent).unwrap().from() == IVec2::new(1, 2);
            assert_eq!(keeps, is_near && is_steered, "{kind:?}, steered {is_steered}, {tiles} tiles off");
        }
    }
}
