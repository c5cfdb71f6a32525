//! Edits of the cells on which agents have arrived.

use crate::scene::{KINDS, Kind, Scene, assert_right, topologies};
use glam::{IVec2, UVec2};
use tilepath::{
    CostProfile, DiagonalRule, Grid, NavMap, Topology,
    fleet::{AnswerStatus, Request},
};

const GOAL: IVec2 = IVec2::new(6, 6);

/// An edit that closes a cell.
type Close = fn(&mut Scene, IVec2);

const CLOSE: [(&str, Close); 5] = [
    ("an obstacle", |scene, cell| scene.world.map.block(cell)),
    ("a wall", |scene, cell| scene.world.map.set_terrain(cell, 0).unwrap()),
    ("a profile", |scene, _| scene.set_profiles(vec![CostProfile::default().with_cost(3, 0)])),
    ("another map", |scene, cell| {
        let grid = Grid::from_fn(UVec2::splat(12), |other| u8::from(other != cell)).unwrap();
        scene.world.map = NavMap::new(grid, scene.world.map.topology());
    }),
    ("fewer profiles", |scene, _| scene.set_profiles(Vec::new())),
];

/// The class of a cell: the goal is of a class of its own.
fn class(cell: IVec2) -> u8 {
    if cell == GOAL { 3 } else { 1 }
}

#[test]
fn the_cell_to_which_several_agents_of_a_crowd_went_is_closed() {
    let mut faults = Vec::new();
    for topology in topologies() {
        for (what, close) in CLOSE {
            let mut scene = Scene::new(topology, Default::default(), class);
            let starts = [[1, 6], [3, 6], [6, 2]].map(IVec2::from);
            let agents = starts.map(|start| scene.join(start, Kind::InCrowd, Request::to(GOAL)));
            scene.step(120);
            close(&mut scene, GOAL);
            scene.step(40);
            let found = agents.iter().filter(|&&id| scene.status(id) == AnswerStatus::Found).count();
            if found > 0 {
                faults.push(format!("{topology:?}, {what}: {found} of 3 still have a path"));
            }
            faults.extend(scene.faults());
        }
    }
    assert_right(&faults);
}

#[test]
fn the_cell_on_which_an_agent_stands_is_closed() {
    let mut faults = Vec::new();
    for topology in topologies() {
        for (what, close) in CLOSE {
            for kind in KINDS {
                let mut scene = Scene::new(topology, Default::default(), class);
                let start = if kind == Kind::Standing { GOAL } else { IVec2::new(2, 6) };
                let id = scene.join(start, kind, Request::to(GOAL));
                scene.step(60);
                assert_eq!(scene.status(id), AnswerStatus::Found);
                close(&mut scene, GOAL);
                scene.step(40);
                if scene.status(id) == AnswerStatus::Found {
                    faults.push(format!("{topology:?}, {what}, {kind:?}: it still has a path"));
                }
                faults.extend(scene.faults());
            }
        }
    }
    assert_right(&faults);
}

#[test]
fn the_end_is_closed_while_an_agent_is_pushed_off_it() {
    let mut faults = Vec::new();
    for topology in topologies() {
        for (what, close) in CLOSE {
            // The cell from which the agent came, and another one beside its goal.
            for (nth, beside) in [[5, 6], [6, 5], [5, 6], [6, 7]].map(IVec2::from).into_iter().enumerate() {
                let mut scene = Scene::new(topology, Default::default(), class);
                let id = scene.join(IVec2::new(2, 6), Kind::Lone, Request::to(GOAL));
                scene.step(60);
                scene.world.fleet.set_position(id, Some(scene.world.geometry.center_of(beside)));
                scene.step([0, 1, 2, 3][nth]);
                close(&mut scene, GOAL);
                scene.step(40);
                if scene.status(id) == AnswerStatus::Found {
                    faults.push(format!("{topology:?}, {what}, at {beside}: it still has a path"));
                }
                faults.extend(scene.faults());
            }
        }
    }
    assert_right(&faults);
}

/// An agent rests beside its goal, at a corner. The goal becomes free, and the corner a wall.
#[test]
fn an_agent_that_rests_beside_its_goal_goes_round_a_new_wall() {
    for rule in [DiagonalRule::OnlyWhenNoObstacles, DiagonalRule::IfAtMostOneObstacle] {
        let mut scene = Scene::open(Topology::square(rule));
        let first = scene.join(IVec2::new(5, 5), Kind::InCrowd, Request::to(GOAL));
        scene.step(40);
        assert_eq!(scene.cell(first), GOAL);
        let second = scene.join(IVec2::new(2, 2), Kind::InCrowd, Request::to(GOAL));
        scene.step(120);
        let rests = scene.cell(second);
        assert_ne!(rests, GOAL);
        scene.remove(0);
        for cell in [[5, 6], [6, 5], [7, 5], [5, 7]].map(IVec2::from) {
            if cell != rests {
                scene.world.map.block(cell);
            }
        }
        scene.step(400);
        assert_eq!(scene.cell(second), GOAL, "{rule:?}, from {rests}");
        assert_right(&scene.faults());
    }
}
