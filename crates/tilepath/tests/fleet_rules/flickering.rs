//! A gate that opens and closes keeps nobody from arriving.

use crate::scene::{FRAME, Kind, Scene};
use glam::IVec2;

/// Three rows of 20 cells that meet at both ends, and how long agents take through them while the gate in the middle row changes in every
/// `period`. `None` if some never arrive.
fn three_rows(kind: Kind, period: f32, closed_first: bool) -> Option<f32> {
    let is_free = |cell: IVec2| cell.x < 3 || cell.x > 22 || [1, 3, 5].contains(&cell.y);
    let mut scene = Scene::new(kind, [26, 7], is_free);
    let agents: Vec<_> = (0..8)
        .map(|nth| {
            let start = IVec2::new(nth % 3, 2 + nth / 3);
            scene.spawn(scene.center(start), IVec2::new(24, 3), 2.0 + nth as f32 / 8.0)
        })
        .collect();
    run(&mut scene, &agents, IVec2::new(12, 3), period, closed_first)
}

/// Two ways of nearly equal length, with a door in one of them.
fn two_ways(kind: Kind, period: f32, closed_first: bool) -> Option<f32> {
    let is_free = |cell: IVec2| cell.x < 2 || cell.x > 17 || [1, 6].contains(&cell.y);
    let mut scene = Scene::new(kind, [20, 8], is_free);
    let agents: Vec<_> = (0..6)
        .map(|nth| {
            let start = IVec2::new(nth % 2, 1 + nth / 2);
            scene.spawn(scene.center(start), IVec2::new(18, 4), 3.0)
        })
        .collect();
    run(&mut scene, &agents, IVec2::new(10, 1), period, closed_first)
}

fn run(
    scene: &mut Scene,
    agents: &[tilepath::fleet::AgentId],
    gate: IVec2,
    period: f32,
    closed_first: bool,
) -> Option<f32> {
    let mut is_open = true;
    for frame in 0..128 * 20 {
        let seconds = frame as f32 * FRAME.as_secs_f32();
        let opens = ((seconds / period) as u32).is_multiple_of(2) != closed_first;
        if core::mem::replace(&mut is_open, opens) != opens {
            scene.set_free(gate, opens);
        }
        scene.frame();
        if agents.iter().all(|&agent| scene.has_arrived(agent)) {
            return Some(seconds);
        }
    }
    None
}

#[test]
fn a_gate_that_flickers_keeps_nobody_from_arriving() {
    let mut late = Vec::new();
    for kind in Kind::ALL {
        for (name, play) in
            [("three rows", three_rows as fn(Kind, f32, bool) -> Option<f32>), ("two ways", two_ways)]
        {
            for closed_first in [false, true] {
                for tenths in [2, 3, 5, 7, 10, 13, 20, 30, 40, 60, 80] {
                    let period = tenths as f32 / 10.0;
                    let seconds = play(kind, period, closed_first);
                    println!("{kind:?} {name} {closed_first} {period} s: {seconds:?}");
                    if seconds.is_none_or(|seconds| seconds > 60.0) {
                        late.push(format!(
                            "{kind:?} {name}, closed first {closed_first}, {period} s: {seconds:?}"
                        ));
                    }
                }
            }
        }
    }
    assert!(late.is_empty(), "{} {late:#?}", late.len());
}
