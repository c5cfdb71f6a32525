//! Agents that stop to ask, that leave their crowd, and whose walk begins again.

use crate::scene::{Kind, Scene, assert_right, topologies};
use glam::{IVec2, Vec2};
use tilepath::fleet::{AgentId, AnswerStatus, Fleet, FleetEvent, Request, StepState};

const GOAL: IVec2 = IVec2::new(6, 6);

/// A request that is cancelled and made again, with the obstacles that the agent carries.
#[test]
fn a_cancelled_request_leaves_the_agent_its_obstacles() {
    for topology in topologies() {
        for kind in [Kind::Standing, Kind::Lone, Kind::InCrowd] {
            let mut scene = Scene::open(topology);
            let start = IVec2::new(2, 6);
            let id = scene.join(start, kind, Request::to(GOAL));
            let block = (-1..=1).flat_map(|y| (-1..=1).map(move |x| start + IVec2::new(x, y)));
            scene.carry(0, &block.collect::<Vec<_>>());
            // Before the first answer.
            scene.world.fleet.cancel(id);
            scene.step(20);
            assert_eq!(scene.cell(id), start, "{topology:?}, {kind:?}");
            assert_right(&scene.faults());
            scene.world.ask(id, Request::to(GOAL));
            scene.step(200);
            assert_eq!(scene.status(id), AnswerStatus::Found, "{topology:?}, {kind:?}");
            let scene_kind = if kind == Kind::InCrowd { Kind::Lone } else { kind };
            scene.agents[0].1 = scene_kind;
            assert_right(&scene.faults());
        }
    }
}

/// A way to leave a crowd.
type Leave = fn(&mut Scene, AgentId);

const LEAVE: [(&str, Leave); 3] = [
    ("no crowd", |scene, id| scene.world.fleet.set_crowd(id, None)),
    ("an obstacle", |scene, id| {
        let nth = scene.agents.iter().position(|agent| agent.0 == id).unwrap();
        let here = scene.cell(id);
        scene.carry(nth, &[here]);
    }),
    ("disabled and alone", |scene, id| {
        scene.world.fleet.set_active(id, false);
        scene.world.fleet.set_crowd(id, None);
        scene.world.fleet.set_active(id, true);
    }),
];

fn reached(fleet: &Fleet, id: AgentId) -> usize {
    fleet.events().iter().filter(|event| **event == FleetEvent::Reached(id)).count()
}

/// An agent that rests beside its goal goes on to it as soon as it walks alone, on a path of its own and on a goal field.
#[test]
fn who_leaves_a_crowd_beside_its_goal_goes_on() {
    let mut faults = Vec::new();
    for topology in topologies() {
        for (what, leave) in LEAVE {
            for count in [2, 9] {
                let mut scene = Scene::open(topology);
                let starts = (0..count).map(|nth| IVec2::new(nth % 4, 1 + nth / 4 * 3));
                let agents: Vec<AgentId> =
                    starts.map(|start| scene.join(start, Kind::InCrowd, Request::to(GOAL))).collect();
                scene.step(200);
                let rests = |&&id: &&AgentId| scene.cell(id) != GOAL;
                let beside = *agents.iter().find(rests).unwrap();
                assert_eq!(scene.world.fleet.step(beside).unwrap().state, StepState::Arrived);
                let nth = scene.agents.iter().position(|agent| agent.0 == beside).unwrap();
                scene.agents[nth].1 = Kind::Lone;
                leave(&mut scene, beside);
                let mut arrivals = 0;
                for _ in 0..100 {
                    scene.step(1);
                    arrivals += reached(&scene.world.fleet, beside);
                }
                if scene.cell(beside) != GOAL || arrivals != 1 {
                    let at = scene.cell(beside);
                    faults.push(format!("{topology:?}, {what}, {count}: at {at}, {arrivals} arrivals"));
                }
                faults.extend(scene.faults());
            }
        }
    }
    assert_right(&faults);
}

/// Who leaves its crowd in its goal stays there, and arrives no second time.
#[test]
fn who_leaves_a_crowd_in_its_goal_stays() {
    for topology in topologies() {
        for (what, leave) in LEAVE {
            let mut scene = Scene::open(topology);
            let id = scene.join(IVec2::new(2, 6), Kind::InCrowd, Request::to(GOAL));
            scene.step(100);
            scene.agents[0].1 = Kind::Lone;
            let before = scene.world.fleet.position(id);
            leave(&mut scene, id);
            for _ in 0..20 {
                scene.step(1);
                assert_eq!(reached(&scene.world.fleet, id), 0, "{topology:?}, {what}");
                assert_eq!(scene.world.fleet.position(id), before, "{topology:?}, {what}");
            }
            assert_right(&scene.faults());
        }
    }
}

/// The walk of an agent at rest begins again: the agent arrives once more, in its goal and beside it, on a path of its own and on a goal field.
#[test]
fn an_agent_whose_walk_begins_again_at_its_end_arrives_once_more() {
    for topology in topologies() {
        for (kind, count) in [(Kind::Lone, 1), (Kind::InCrowd, 1), (Kind::InCrowd, 3), (Kind::InCrowd, 9)] {
            let mut scene = Scene::open(topology);
            let starts = (0..count).map(|nth| IVec2::new(nth % 4, 1 + nth / 4 * 3));
            let agents: Vec<AgentId> =
                starts.map(|start| scene.join(start, kind, Request::to(GOAL))).collect();
            scene.step(300);
            agents.iter().for_each(|&id| scene.world.fleet.restart_walk(id));
            let mut arrivals = vec![0; agents.len()];
            for _ in 0..60 {
                scene.step(1);
                let reached = agents.iter().map(|&id| reached(&scene.world.fleet, id));
                arrivals.iter_mut().zip(reached).for_each(|(sum, count)| *sum += count);
            }
            assert_eq!(arrivals, vec![1; agents.len()], "{topology:?}, {kind:?}");
            assert!(agents.iter().all(|&id| scene.world.fleet.progress(id).has_arrived()));
            assert_right(&scene.faults());
        }
    }
}

/// Where agents are pushed that have arrived: within their last cell, which they do not leave.
#[test]
fn who_is_pushed_inside_its_last_cell_stays_alone_and_returns_in_a_crowd() {
    for topology in topologies() {
        for (kind, count) in [(Kind::Lone, 1), (Kind::Lone, 9), (Kind::InCrowd, 1), (Kind::InCrowd, 9)] {
            let mut scene = Scene::open(topology);
            let starts = (0..count).map(|nth| IVec2::new(nth % 4, 1 + nth / 4 * 3));
            let agents: Vec<AgentId> =
                starts.map(|start| scene.join(start, kind, Request::to(GOAL))).collect();
            scene.step(300);
            let places: Vec<Vec2> =
                agents.iter().map(|&id| scene.world.fleet.position(id).unwrap()).collect();
            let pushed: Vec<Vec2> = places.iter().map(|&at| at + Vec2::new(1.5, -1.0)).collect();
            agents.iter().zip(&pushed).for_each(|(&id, &at)| scene.world.fleet.set_position(id, Some(at)));
            for _ in 0..40 {
                scene.step(1);
                let arrivals = agents.iter().map(|&id| reached(&scene.world.fleet, id)).sum::<usize>();
                assert_eq!(arrivals, 0, "{topology:?}, {kind:?}");
            }
            let ends: Vec<Vec2> = agents.iter().map(|&id| scene.world.fleet.position(id).unwrap()).collect();
            let expected = if kind == Kind::Lone { &pushed } else { &places };
            assert!(
                ends.iter().zip(expected).all(|(end, at)| end.distance(*at) < 0.01),
                "{topology:?}, {kind:?}, {count}: {ends:?}"
            );
            assert_right(&scene.faults());
        }
    }
}

/// A wall that takes an agent's sight of its target: an agent that has arrived stays, another one goes where it sees it.
#[test]
fn who_has_arrived_stays_when_a_wall_takes_its_sight() {
    for topology in topologies() {
        for kind in [Kind::Standing, Kind::Lone, Kind::InCrowd] {
            let mut scene = Scene::open(topology);
            let start = if kind == Kind::Standing { IVec2::new(2, 6) } else { IVec2::new(1, 6) };
            let id = scene.join(start, kind, Request::to(GOAL).in_sight().within(4.5));
            scene.step(100);
            let before = (scene.cell(id), scene.status(id));
            assert_eq!(before.1, AnswerStatus::Found);
            let target = scene.world.geometry.center_of(GOAL);
            let at = scene.world.fleet.position(id).unwrap();
            let between = scene.world.geometry.cell_at(at.midpoint(target)).unwrap();
            scene.world.map.block(between);
            scene.step(60);
            if kind == Kind::Standing {
                let path = scene.world.fleet.agent(id).unwrap().path().own_cells();
                assert!(path.len() > 1, "{topology:?}: {path:?}");
            } else {
                assert_eq!((scene.cell(id), scene.status(id)), before, "{topology:?}, {kind:?}");
            }
            assert_right(&scene.faults());
        }
    }
}
