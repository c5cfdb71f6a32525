//! What a game sees of the agents of a crowd: their positions at any time.

use crate::parade::{Parade, drawn};
use core::time::Duration;
use glam::{IVec2, Vec2};
use tilepath::{
    CellGeometry, Grid, NavMap, Topology,
    batch::ScopedThreads,
    crowd::StuckReason,
    fleet::{AgentId, FleetEvent, FleetWorld, GroundKind, Pace, Request, StepState},
};

/// A corridor of seven cells with an agent at its left end, whose goal is at the right end.
fn corridor(speed: f64) -> (Parade, AgentId) {
    let map = drawn(&["#######", ".......", "#######"]);
    let mut parade = Parade::new(map, 1, &[vec![[6, 1].into()], vec![[3, 1].into()]]);
    let agent = parade.insert([0, 1].into(), 0, speed);
    (parade, agent)
}

#[test]
fn agents_walk_to_their_goal_at_their_speed_and_say_once_that_they_have_reached_it() {
    let (mut parade, agent) = corridor(1.0);
    let (mut cells, mut reached) = (Vec::new(), Vec::new());
    for _ in 0..600 {
        parade.tick();
        cells.extend(parade.steps.iter().map(|(_, to)| to.x));
        if parade.world.fleet.events().contains(&FleetEvent::Reached(agent)) {
            reached.push(parade.now);
        }
    }
    assert_eq!(cells, [1, 2, 3, 4, 5, 6]);
    // Six cells at one cell a second.
    assert!(matches!(reached[..], [at] if (6_000_000..6_100_000).contains(&at)), "{reached:?}");
}

#[test]
fn in_long_calls_nobody_loses_time() {
    for frame in [16_667, 250_000, 1_000_000] {
        let (mut parade, agent) = corridor(3.0);
        while parade.now < 2_000_000 {
            parade.tick_for(frame);
        }
        // Two seconds for six cells.
        let left = parade.place(agent).distance(Vec2::new(6.0, 1.0));
        assert!(left < 0.2, "frames of {frame}: {left} left");
    }
}

/// Agents decide at most so often in an update, however much time passes in it.
#[test]
fn an_update_of_any_time_span_ends() {
    let (mut parade, agent) = corridor(3.0);
    for span in [Duration::from_micros(u64::MAX >> 20), Duration::from_secs(u64::MAX), Duration::MAX] {
        parade.world.update(span, &ScopedThreads(1));
    }
    assert_eq!(parade.world.fleet.cell_in_crowd(agent), Some([6, 1].into()));
}

#[test]
fn an_agent_that_was_put_into_another_cell_sets_out_from_there_at_its_own_speed() {
    let (mut parade, _) = corridor(1.0);
    let second = parade.insert([0, 1].into(), 0, 1.0);
    parade.tick_for(500_000);
    // Its own cell was taken. It got the next one, and set out in the same update.
    let tiles = parade.place(second).x;
    assert!((tiles - 1.5).abs() < 1e-3, "{tiles}");
}

#[test]
fn an_agent_beside_the_middle_of_its_cell_does_not_jump_if_its_step_starts_later() {
    let map = NavMap::new(Grid::new([4, 2].into(), 1).unwrap(), Topology::default());
    let mut parade = Parade::new(map, 1, &[vec![[0, 1].into()], vec![[3, 0].into()]]);
    // The first agent is slow, and passes the second. So the second must wait before it enters the cell of the first. `Parade` checks in each
    // tick that nobody is faster than its speed.
    parade.insert([1, 0].into(), 0, 0.1);
    let second = parade.insert_at(Vec2::new(-0.3, 0.0), 1, 1.0);
    parade.run(60);
    assert_eq!(parade.walkers[&second].cell, Some(IVec2::new(1, 0)));
}

#[test]
fn a_push_within_the_step_is_walked_off_and_a_push_out_of_it_costs_the_cell() {
    let (mut parade, agent) = corridor(1.0);
    parade.tick_for(500_000);
    let cell = parade.world.fleet.cell_in_crowd(agent);
    parade.push(agent, Vec2::new(0.05, 0.12));
    parade.tick();
    assert_eq!(parade.world.fleet.cell_in_crowd(agent), cell);
    let at = parade.place(agent);
    assert!(at.y > 1.05 && at.y < 1.12, "{at}: it walks back to its line");
    parade.teleport(agent, [5, 1].into());
    parade.tick();
    assert!(parade.world.fleet.cell_in_crowd(agent).is_some_and(|cell| cell.x >= 5));
    parade.run(120);
    assert!(parade.walkers[&agent].rests);
}

#[test]
fn an_agent_without_speed_stands_is_never_stuck_and_goes_on_with_a_speed() {
    for speed in [0.0, -1.0, f64::NAN, f64::from(f32::MIN_POSITIVE)] {
        let (mut parade, agent) = corridor(1.0);
        parade.tick_for(1_300_000);
        parade.set_speed(agent, speed);
        let stands = parade.place(agent);
        for _ in 0..20 {
            parade.world.update(Duration::from_secs(1), &ScopedThreads(1));
            assert!(
                !parade.world.fleet.events().iter().any(|event| matches!(event, FleetEvent::Stuck { .. }))
            );
        }
        assert_eq!(parade.place(agent), stands, "{speed}");
        parade.now += 20_000_000;
        parade.set_speed(agent, 4.0);
        parade.tick_for(3_700_000);
        assert!(parade.walkers[&agent].rests, "{speed}");
    }
}

#[test]
fn a_wall_on_an_agent_lets_it_walk_out_without_a_jump() {
    let (mut parade, agent) = corridor(1.0);
    parade.tick_for(2_400_000);
    let cell = parade.world.fleet.cell_in_crowd(agent).unwrap();
    parade.world.map.set_terrain(cell, 0).unwrap();
    let mut before = parade.place(agent);
    for _ in 0..200 {
        parade.tick();
        let at = parade.place(agent);
        assert!(at.distance(before) < 0.05, "{before} to {at}");
        before = at;
    }
    let here = parade.world.geometry.cell_at(before).unwrap();
    assert_eq!(parade.world.map.grid().class(here), Some(1), "{here}");
}

#[test]
fn who_gets_no_nearer_is_named_and_who_leaves_makes_room() {
    let (mut parade, agent) = corridor(1.0);
    let guard = parade.insert([3, 1].into(), 1, 0.0);
    let mut stuck = Vec::new();
    for _ in 0..600 {
        parade.tick();
        stuck.extend_from_slice(&parade.stuck);
    }
    assert_eq!(stuck, [(agent, StuckReason::Crowded)]);
    parade.remove(guard);
    assert!(
        parade.world.fleet.position(guard).is_none() && parade.world.fleet.cell_in_crowd(guard).is_none()
    );
    parade.run(600);
    assert!(parade.walkers[&agent].rests);
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let (mut parade, agent) = corridor(1.0);
    parade.tick_for(1_700_000);
    let mut world = parade.world.clone();
    for _ in 0..300 {
        parade.tick();
        world.update(Duration::from_micros(16_667), &ScopedThreads(1));
        assert_eq!(world.fleet.position(agent), parade.world.fleet.position(agent));
    }
}

/// Distances in the world are longer than one unit here, and the map begins elsewhere.
#[test]
fn on_every_geometry_a_crowd_keeps_its_distance_and_its_speeds() {
    let rows =
        ["............", ".####..####.", "............", ".##.####.##.", "............", "............"];
    let side = 8.0;
    let size = Vec2::splat(side);
    for geometry in [CellGeometry::new, CellGeometry::diamond].map(|make| make(Vec2::ONE, size).unwrap()) {
        let map = NavMap::new(
            Grid::from_fn([12, 6].into(), |cell| {
                u8::from(rows[5 - cell.y as usize].as_bytes()[cell.x as usize] != b'#')
            })
            .unwrap(),
            Topology::default().with_shape(geometry.shape()),
        );
        let mut world = FleetWorld::new(map, geometry);
        let mut random = fastrand::Rng::with_seed(11);
        let agents: Vec<(AgentId, f32)> = (0..12)
            .map(|x| {
                let agent = world.fleet.insert(Some(geometry.center_of(IVec2::new(x, 0))), GroundKind::Tiles);
                let speed = side * (1.0 + 3.0 * random.f32());
                world.fleet.set_pace(agent, Some(Pace::new(speed)));
                world.fleet.set_crowd(agent, Some(0));
                world.ask(agent, Request::to(IVec2::new(10, 5)));
                (agent, speed)
            })
            .collect();
        let mut before: Vec<Vec2> =
            agents.iter().map(|&(agent, _)| world.fleet.position(agent).unwrap()).collect();
        for _ in 0..900 {
            world.update(Duration::from_micros(16_667), &ScopedThreads(1));
            for (&(agent, speed), before) in agents.iter().zip(&mut before) {
                let at = world.fleet.position(agent).unwrap();
                let moved = at.distance(*before);
                assert!(moved <= speed * 0.016_667 + 1e-3, "{moved} at speed {speed}");
                let here = geometry.cell_at(at).unwrap();
                assert_eq!(world.map.grid().class(here), Some(1), "in a wall at {here}");
                *before = at;
            }
            let tiles: Vec<Vec2> = before.iter().map(|&at| geometry.tiles_at(at)).collect();
            for (nth, one) in tiles.iter().enumerate() {
                let least =
                    tiles[..nth].iter().map(|other| one.distance(*other)).fold(f32::INFINITY, f32::min);
                assert!(least >= 0.4499, "{:?}: {least} tiles apart", geometry.shape());
            }
        }
        let has_arrived =
            |agent| world.fleet.step(agent).is_some_and(|step| step.state == StepState::Arrived);
        assert!(agents.iter().all(|&(agent, _)| has_arrived(agent)), "{:?}", geometry.shape());
    }
}
