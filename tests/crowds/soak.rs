//! Many agents, for a long time, while walls come and go.

use crate::scene::{Scene, *};
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use std::collections::HashSet;
use std::time::Duration;

/// Agents walk to and fro on a map on which walls come and go. Asserts that none is ever in a wall or in the cell of another, and that none is
/// silent: each arrives, or is named as stuck, or its request fails.
fn soak(agents: usize, side: i32, frames: usize, seed: u64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut scene = Scene::open(side as u32, side as u32);
    scene.set_frame(Duration::from_micros(16_667));
    let anywhere = |random: &mut fastrand::Rng| IVec2::new(random.i32(0..side), random.i32(0..side));
    let common = [anywhere(&mut random), anywhere(&mut random), anywhere(&mut random)];
    let goal = |random: &mut fastrand::Rng| match random.usize(0..6) {
        nth @ 0..3 => common[nth],
        _ => anywhere(random),
    };
    let mut cells: Vec<IVec2> = (0..side * side).map(|nth| IVec2::new(nth % side, nth / side)).collect();
    random.shuffle(&mut cells);
    for cell in cells.into_iter().take(agents) {
        let goal = goal(&mut random);
        scene.spawn(cell.to_array(), 2.0 + 3.0 * random.f32(), PathRequest::to_cell(goal));
    }
    // When each last had news: a request, an arrival, being named.
    let mut news = vec![0; agents];
    let mut named: HashSet<Entity> = HashSet::new();
    for frame in 0..frames {
        if frame % 10 == 0 {
            let (at, class) = (anywhere(&mut random), u8::from(random.u8(0..10) > 0));
            scene.edit(|map| map.set_terrain(at, class).unwrap());
            scene.fresh_walls.push(at);
            // Those of the last two seconds.
            let old = scene.fresh_walls.len().saturating_sub(12);
            scene.fresh_walls.drain(..old);
        }
        scene.run(1);
        let mut diary = scene.app.world_mut().resource_mut::<Diary>();
        named.extend(diary.stuck.drain(..).map(|stuck| stuck.entity));
        let reached: HashSet<Entity> = diary.reached.drain(..).collect();
        for (news, agent) in news.iter_mut().zip(scene.agents.clone()) {
            let has_failed = scene.app.world().get::<PathResult>(agent).unwrap().failure().is_some();
            // It may have been given the goal again at which it was.
            let is_over = has_failed || scene.has_arrived(agent);
            let is_done = reached.contains(&agent) || is_over && frame - *news > 60;
            if is_done || named.contains(&agent) && frame - *news > 600 {
                named.remove(&agent);
                *news = frame;
                let goal = goal(&mut random);
                scene.insert(agent, PathRequest::to_cell(goal));
            }
            // A path has less than 300 steps, and who takes none nearer to its goal for five seconds is named.
            assert!(
                frame - *news < 300 * 60,
                "{agent} at {} is silent: {}",
                scene.cell(agent),
                scene.why(agent)
            );
        }
    }
}

#[test]
fn a_crowd_holds_its_rules_while_walls_come_and_go() {
    soak(150, 24, 1200, 1);
}

#[test]
#[ignore = "takes ten minutes of the game; run it with --ignored"]
fn two_thousand_agents_hold_their_rules_for_ten_minutes() {
    soak(2000, 90, 36_000, 2);
}
