//! Cells through which agents may only pass, which come and go while agents walk.

use crate::scene::{KINDS, Scene, assert_right, topologies};
use fastrand::Rng;
use glam::IVec2;
use tilepath::{
    CostProfile,
    fleet::{AnswerStatus, Request},
};

/// Agents pass this class of terrain, and this class of obstacles, but no path ends there.
const DOORWAY: u8 = 3;
const ALLY: u8 = 9;

fn profile() -> CostProfile {
    let profile = CostProfile::default().with_cost(DOORWAY, 1).with_cost(ALLY, 1);
    profile.with_pass_through(DOORWAY).with_pass_through(ALLY)
}

fn scene(topology: tilepath::Topology) -> Scene {
    let mut scene = Scene::open(topology);
    scene.set_profiles(vec![profile()]);
    scene
}

/// Requests that lead to a field, and requests that lead to a path of one's own.
fn requests(goal: IVec2) -> [Request; 6] {
    let to = || Request::to(goal);
    [
        to(),
        to().within(1.5),
        to().allow_partial(),
        to().within(2.0).in_sight(),
        to().with_inflation(1.5),
        Request::to_nearest([goal, goal - 3]),
    ]
}

#[test]
fn no_agent_ends_on_an_ally_and_all_come_when_it_leaves() {
    let (goal, mut faults) = (IVec2::new(7, 6), Vec::new());
    for topology in topologies() {
        for kind in KINDS {
            for (nth, request) in requests(goal).into_iter().enumerate() {
                let what = format!("{topology:?}, {kind:?}, request {nth}");
                let mut scene = scene(topology);
                let id = scene.join(IVec2::new(1, 6), kind, request);
                scene.step(60);
                for (stands, name) in [(true, "comes"), (false, "leaves"), (true, "comes again")] {
                    match stands {
                        true => scene.world.map.block_as(goal, ALLY).unwrap(),
                        false => scene.world.map.unblock_as(goal, ALLY),
                    }
                    scene.step(60);
                    let is_closed = stands && matches!(nth, 0 | 4);
                    if is_closed != matches!(scene.status(id), AnswerStatus::Failed(_)) {
                        faults.push(format!("{what}: {:?} after the ally {name}", scene.status(id)));
                    }
                    faults.extend(scene.faults().into_iter().map(|fault| format!("{what}: {fault}")));
                }
            }
        }
    }
    assert_right(&faults);
}

#[test]
fn every_answer_is_right_after_cells_became_passages_and_others_ceased_to_be() {
    let mut faults = Vec::new();
    for (round, topology) in topologies().collect::<Vec<_>>().into_iter().cycle().take(120).enumerate() {
        let mut random = Rng::with_seed(round as u64);
        let mut scene = scene(topology);
        let any = |random: &mut Rng| IVec2::new(random.i32(0..12), random.i32(0..12));
        for nth in 0..6 {
            let (start, goal) = (any(&mut random), any(&mut random));
            let request = requests(goal).into_iter().nth(random.usize(..6)).unwrap();
            scene.join(start, KINDS[nth % 3], request);
        }
        let mut allies = Vec::new();
        for _ in 0..20 {
            for _ in 0..random.usize(..6) {
                let goals =
                    scene.world.fleet.goal_cells(scene.agents[random.usize(..6)].0, &scene.world.geometry);
                let near = goals.and_then(|goals| goals.first().copied()).filter(|_| random.bool());
                let around = IVec2::new(random.i32(-1..2), random.i32(-1..2));
                let cell = near.map_or(any(&mut random), |goal| goal + around);
                match random.u8(..5) {
                    0 | 1 => _ = scene.world.map.set_terrain(cell, DOORWAY),
                    2 => _ = scene.world.map.set_terrain(cell, 1),
                    3 => {
                        scene.world.map.block_as(cell, ALLY).unwrap();
                        allies.push(cell);
                    }
                    _ if !allies.is_empty() => {
                        let ally = allies.swap_remove(random.usize(..allies.len()));
                        scene.world.map.unblock_as(ally, ALLY);
                    }
                    _ => {}
                }
            }
            scene.step(random.u32(1..12));
        }
        scene.step(120);
        faults.extend(scene.faults().into_iter().map(|fault| format!("{topology:?} {round}: {fault}")));
    }
    assert_right(&faults);
}
