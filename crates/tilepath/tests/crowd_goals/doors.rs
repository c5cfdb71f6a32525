//! Rooms with doors of one cell, in which every agent has a goal of its own.

use crate::scene::{FRAMES_PER_SECOND, Scene, Way};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{DiagonalRule, Topology};

/// The side of a room, with one of its walls.
const ROOM: i32 = 8;
const ROOMS: i32 = 4;
const AGENTS: usize = 300;

/// The free cells.
fn rooms(random: &mut Rng) -> Vec<IVec2> {
    let mut free = Vec::new();
    for corner in (0..ROOMS * ROOMS).map(|nth| IVec2::new(nth % ROOMS, nth / ROOMS) * ROOM) {
        let inside = (0..49).map(|nth| corner + IVec2::new(1 + nth % 7, 1 + nth / 7));
        free.extend(inside);
        if corner.x > 0 {
            free.push(corner + IVec2::new(0, random.i32(1..ROOM)));
        }
        if corner.y > 0 {
            free.push(corner + IVec2::new(random.i32(1..ROOM), 0));
        }
    }
    free
}

/// An agent that makes room beside its goal before a door once stepped into the door, and danced with the one that wanted to come through, until a
/// plan led them out of it: in four games of eight, the last one came after 105 to 145 s.
#[test]
fn agents_whose_goals_are_before_doors_let_others_through() {
    for seed in 0..8 {
        let mut random = Rng::with_seed(seed);
        let free = rooms(&mut random);
        let size = [(ROOMS * ROOM + 1) as u32; 2];
        let topology = Topology::square(DiagonalRule::IfAtMostOneObstacle);
        let mut scene = Scene::new(topology, size, |cell| free.contains(&cell), Way::Own);
        let [mut starts, mut goals] = [free.clone(), free];
        random.shuffle(&mut starts);
        random.shuffle(&mut goals);
        for (&start, &goal) in starts.iter().zip(&goals).take(AGENTS) {
            scene.spawn(start, 2.0 + 2.0 * random.f32(), goal, Way::Own);
        }
        let mut seconds = 0;
        while scene.arrived() < AGENTS && seconds < 200 {
            (0..FRAMES_PER_SECOND).for_each(|_| scene.frame());
            seconds += 1;
        }
        println!("seed {seed}: {} arrived after {seconds} s", scene.arrived());
        assert!(seconds < 95, "seed {seed}: {} arrived after {seconds} s", scene.arrived());
    }
}
