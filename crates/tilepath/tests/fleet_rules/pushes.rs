//! Pushes by the game: separation, knockback and conveyor belts.

use crate::scene::{CELL, FRAME, Kind, Scene};
use fastrand::Rng;
use glam::Vec2;
use tilepath::fleet::AgentId;

/// What pushes agents.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Push {
    /// Agents that are close push each other apart.
    Separation,
    /// Now and then an agent is thrown up to two tiles, perhaps into a wall.
    Knockback,
    /// Every third row carries agents east, at two thirds of their speed.
    Belt,
}

const COUNT: usize = 16;
const SPEED: f32 = 3.0;

struct Crowd {
    scene: Scene,
    agents: Vec<AgentId>,
    random: Rng,
}

impl Crowd {
    fn new(kind: Kind, is_steered: bool, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let walls: Vec<bool> = (0..24 * 18).map(|_| random.u8(..6) == 0).collect();
        let mut scene = Scene::new(kind, [24, 18], |cell| !walls[(cell.y * 24 + cell.x) as usize]);
        let free = scene.largest_region();
        let goal = free[random.usize(..free.len())];
        let mut spawn = |nth: usize| {
            let start = free[(nth * 23) % free.len()];
            let agent = scene.spawn(scene.center(start), goal, SPEED);
            scene.world.fleet.set_steered(agent, is_steered);
            agent
        };
        let agents = (0..COUNT).map(&mut spawn).collect();
        Self { scene, agents, random }
    }

    fn is_wall(&self, at: Vec2) -> bool {
        let cell = self.scene.world.geometry.cell_at(at);
        cell.and_then(|cell| self.scene.world.map.grid().class(cell)).is_none_or(|class| class == 0)
    }

    /// The push of an agent in this frame.
    fn push(&mut self, push: Push, nth: usize) -> Vec2 {
        let at = self.scene.at(self.agents[nth]);
        let travel = SPEED * CELL * FRAME.as_secs_f32();
        match push {
            Push::Separation => {
                let others = self.agents.iter().map(|&agent| self.scene.at(agent) - at);
                let close = others.filter(|by| by.length() < 0.4 * CELL);
                close.map(|by| -by.normalize_or(Vec2::X) * travel * 0.4).sum()
            }
            Push::Knockback if self.random.u8(..60) == 0 => {
                Vec2::from_angle(self.random.f32() * 6.3) * self.random.f32() * 2.0 * CELL
            }
            Push::Knockback => Vec2::ZERO,
            Push::Belt => {
                let row = self.scene.world.geometry.cell_at(at).map_or(0, |cell| cell.y);
                if row % 3 == 0 { Vec2::X * travel * 2.0 / 3.0 } else { Vec2::ZERO }
            }
        }
    }

    fn frame(&mut self, push: Option<Push>) {
        self.scene.frame();
        for nth in 0..COUNT {
            let agent = self.agents[nth];
            let walk =
                self.scene.world.fleet.steering(agent).map_or(Vec2::ZERO, |steering| steering.velocity);
            let by = push.map_or(Vec2::ZERO, |push| self.push(push, nth)) + walk * FRAME.as_secs_f32();
            // The test `leaving_map` covers agents off the map.
            let size = Vec2::new(24.0, 18.0) * CELL - CELL / 2.0 - 1.0;
            let end = (self.scene.at(agent) + by).clamp(Vec2::splat(1.0 - CELL / 2.0), size);
            // Only a throw leads into a wall.
            if by != Vec2::ZERO && (push == Some(Push::Knockback) || !self.is_wall(end)) {
                self.scene.world.fleet.set_position(agent, Some(end));
            }
        }
    }
}

#[test]
fn pushed_agents_do_not_stop_for_ever_and_end_in_no_wall() {
    let pushes = [Push::Separation, Push::Knockback, Push::Belt];
    for (kind, push) in Kind::ALL.into_iter().flat_map(|kind| pushes.map(|push| (kind, push))) {
        for (is_steered, seed) in [false, true].into_iter().flat_map(|is| (1..5).map(move |seed| (is, seed)))
        {
            let about = format!("{kind:?} {push:?} steered {is_steered} seed {seed}");
            let mut crowd = Crowd::new(kind, is_steered, seed);
            (0..600).for_each(|_| crowd.frame(Some(push)));
            let pushed = crowd.agents.iter().filter(|&&agent| crowd.scene.has_arrived(agent)).count();
            (0..600).for_each(|_| crowd.frame(None));
            let arrived = crowd.agents.iter().filter(|&&agent| crowd.scene.has_arrived(agent)).count();
            let in_walls = crowd.agents.iter().filter(|&&agent| crowd.is_wall(crowd.scene.at(agent))).count();
            assert_eq!((arrived, in_walls), (COUNT, 0), "{about}: {pushed} had arrived while pushed");
            // Agents arrive even while belts carry them.
            assert!(push != Push::Belt || pushed >= COUNT / 2, "{about}: {pushed} had arrived");
        }
    }
}
