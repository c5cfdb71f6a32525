//! An agent that can come no nearer has not arrived if it is too far from its goal. It is stuck, and an event tells the game so.

use crate::scene::{FRAMES_PER_SECOND, Scene, Way, topologies};
use glam::IVec2;
use std::collections::BTreeSet;
use tilepath::fleet::{AgentId, FleetEvent, GroundKind, Pace};

/// Runs this long. Returns the agents that were told to be stuck.
fn run(scene: &mut Scene, seconds: usize) -> BTreeSet<AgentId> {
    let mut told = BTreeSet::new();
    for _ in 0..seconds * FRAMES_PER_SECOND {
        scene.frame();
        told.extend(scene.world.fleet.events().iter().filter_map(|event| match event {
            FleetEvent::Stuck { agent, .. } => Some(agent),
            _ => None,
        }));
    }
    told
}

#[test]
fn agents_before_a_gate_that_another_agent_fills_are_stuck_and_have_not_arrived() {
    for (topology, way) in topologies().flat_map(|topology| Way::ALL.map(|way| (topology, way))) {
        let (wall, goal) = (14, IVec2::new(34, 7));
        let mut scene = Scene::new(topology, [40, 15], |cell| cell.x != wall || cell.y == 7, way);
        let gate = scene.world.geometry.center_of(IVec2::new(wall, 7));
        let stopper = scene.world.fleet.insert(Some(gate), GroundKind::Tiles);
        scene.world.fleet.set_pace(stopper, Some(Pace::new(0.0)));
        scene.world.fleet.set_crowd(stopper, Some(0));
        let cells = (4..11).flat_map(|y| (2..8).map(move |x| IVec2::new(x, y)));
        cells.for_each(|cell| _ = scene.spawn(cell, 3.0, goal, way));
        let told = run(&mut scene, 60);
        assert_eq!((scene.arrived(), told.len()), (0, 42), "{topology:?} {way:?}");
    }
}

/// A corridor of twenty cells ends at the goal. Agents that find no room in the corridor queue before it.
#[test]
fn agents_before_a_full_corridor_are_stuck_and_have_not_arrived() {
    for (topology, way) in topologies().flat_map(|topology| Way::ALL.map(|way| (topology, way))) {
        let (mouth, goal) = (15, IVec2::new(34, 7));
        let mut scene = Scene::new(topology, [36, 15], |cell| cell.x < mouth || cell.y == 7, way);
        let cells = (3..13).flat_map(|y| (2..8).map(move |x| IVec2::new(x, y)));
        cells.for_each(|cell| _ = scene.spawn(cell, 3.0, goal, way));
        let told = run(&mut scene, 90);
        let outside = |agent: &&AgentId| scene.cell(**agent).x < mouth - 1;
        let outside: Vec<AgentId> = scene.agents.iter().filter(outside).copied().collect();
        let arrived = outside.iter().filter(|&&agent| scene.has_arrived(agent)).count();
        let untold = outside.iter().filter(|agent| !told.contains(agent)).count();
        let about = format!("{topology:?} {way:?}: {} outside", outside.len());
        assert!(
            outside.len() > 20 && arrived == 0 && untold == 0,
            "{about}, {arrived} arrived, {untold} not told"
        );
        // Those in the corridor are as near as can be.
        assert!(scene.arrived() >= 20, "{about}, {} arrived in all", scene.arrived());
    }
}
