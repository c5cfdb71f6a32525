//! Two groups whose goals are side by side.

use crate::scene::{FRAMES_PER_SECOND, Scene, Way, topologies};
use fastrand::Rng;
use glam::IVec2;
use tilepath::crowd::CrowdRules;

/// After all have arrived, an agent may still push others for this long, in seconds: for the push time of the rules, once more after it has
/// come back, and then it ends its step.
fn longest_push() -> f32 {
    2.0 * CrowdRules::default().push_time.as_secs_f32() + 1.0
}

#[test]
fn two_groups_side_by_side_come_to_rest() {
    let mut late = Vec::new();
    for topology in topologies() {
        for way in [Way::Field, Way::Own, Way::Partial] {
            for (apart, from_one_side) in [(1, false), (1, true), (2, false), (6, false)] {
                for seed in 0..2 {
                    let mut random = Rng::with_seed(seed);
                    let mut scene = Scene::new(topology, [40, 40], |_| true, way);
                    let width = if from_one_side { 8 } else { 40 };
                    let mut cells: Vec<IVec2> =
                        (0..40 * width).map(|at| IVec2::new(at % width, at / width)).collect();
                    random.shuffle(&mut cells);
                    for (nth, &cell) in cells[..60].iter().enumerate() {
                        let goal = IVec2::new(20 + nth as i32 % 2 * apart, 20);
                        scene.spawn(cell, 2.0 + 2.0 * random.f32(), goal, way);
                    }
                    let mut all_at = None;
                    for frame in 0..120 * FRAMES_PER_SECOND {
                        scene.frame();
                        if all_at.is_none() && scene.reached >= 60 {
                            all_at = Some(frame);
                        }
                    }
                    let all_at = all_at.map_or(0.0, |frame| frame as f32 / FRAMES_PER_SECOND as f32);
                    let last = scene.moved_at as f32 / FRAMES_PER_SECOND as f32;
                    let about = format!(
                        "{topology:?} {way:?} {apart} apart, one side {from_one_side}, seed {seed}: all at {all_at}, last {last}, {} arrived, {} stuck",
                        scene.arrived(),
                        scene.stuck
                    );
                    let is_late = last > all_at + longest_push() || scene.arrived() < 60 || all_at == 0.0;
                    println!("{}{about}", if is_late { "! " } else { "  " });
                    if is_late {
                        late.push(about);
                    }
                }
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}
