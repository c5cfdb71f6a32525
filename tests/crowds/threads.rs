//! The same on any number of threads, and in every run.

use crate::scene::Scene;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;

/// Where everybody is after a while, in a crowd that fights for a gate while walls come and go.
fn positions(threads: usize) -> Vec<[u32; 2]> {
    let mut scene = Scene::open(40, 40);
    scene.settings().max_threads = threads;
    scene.edit(|map| {
        (0..40).filter(|y| y % 13 != 6).for_each(|y| {
            map.set_terrain(IVec2::new(20, y), 0).unwrap();
        });
    });
    let mut random = fastrand::Rng::with_seed(11);
    for nth in 0..150 {
        let goal =
            if nth % 3 == 0 { IVec2::new(random.i32(0..18), random.i32(0..40)) } else { IVec2::new(38, 20) };
        scene.spawn([nth % 10 + 24 * (nth % 3 / 2), nth / 5], random.f32() * 5.0, PathRequest::to_cell(goal));
    }
    for frame in 0..300 {
        if frame % 10 == 0 {
            let at = IVec2::new(random.i32(0..40), random.i32(0..40));
            scene.edit(|map| map.set_terrain(at, random.u8(0..2)).unwrap());
        }
        scene.app.update();
    }
    scene.positions()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let expected = positions(1);
    assert_eq!(positions(2), expected);
    assert_eq!(positions(8), expected);
}
