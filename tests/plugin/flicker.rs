//! A door on one of two ways opens and closes all the time.

use crate::support::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::prelude::*;
use std::time::Duration;

/// A ring of corridors. From the start in the middle of the lower corridor to the goal in the middle of the upper one, the way on the right
/// is two cells longer than the way on the left. The door is in the left corridor.
const ROWS: [[u32; 14]; 7] = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
];
const DOOR: IVec2 = IVec2::new(0, 5);
const GOAL: IVec2 = IVec2::new(6, 6);

/// How agents walk.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    OwnPath,
    Field,
    CrowdAgent,
}

/// Seconds until all agents have arrived, and the number of `PathReplanned`, with a door that opens and closes every `period` frames. Start and
/// goal are in column `x`.
fn run(kind: Kind, x: i32, period: u32, rate: u32) -> (f32, usize) {
    let mut app = app();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / f64::from(rate))));
    spawn_map(&mut app, &ROWS);
    app.update();
    let count = if kind == Kind::Field { 8 } else { 1 };
    for index in 0..count {
        // They do not pass the middle of a cell in the same frame.
        let at = Transform::from_xyz(x as f32 * TILE - 0.5 * index as f32, 0.0, 0.0);
        let agent = app.world_mut().spawn(walker(at, PathRequest::to_cell(cell(x, GOAL.y)))).id();
        if kind == Kind::CrowdAgent {
            app.world_mut().entity_mut(agent).insert(CrowdAgent::default());
        }
    }
    let start = app.world().resource::<Time>().elapsed_secs();
    for frame in 0.. {
        if frame % period == 0 {
            let class = u8::from(frame / period % 2 == 1);
            let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
            nav_grid.map_mut().unwrap().set_terrain(DOOR, class).unwrap();
        }
        app.update();
        let seconds = app.world().resource::<Time>().elapsed_secs() - start;
        let has_arrived = diary(&app).reached.len() >= count;
        if has_arrived || seconds > 100.0 {
            return (seconds, diary(&app).replanned.len());
        }
    }
    unreachable!("the loop has no end")
}

fn assert_arrival(kind: Kind, x: i32, rates: &[u32]) {
    for &rate in rates {
        for period in (1..=30).filter(|period| rate == 10 || [1, 2, 3, 7, 15, 30].contains(period)) {
            let (seconds, replanned) = run(kind, x, period, rate);
            let what =
                format!("{kind:?}, {period} frames of {rate} a second: {seconds} s, {replanned} replans");
            assert!(seconds < 75.0, "{what}");
            assert!(replanned <= 24 || kind == Kind::CrowdAgent, "{what}");
        }
    }
}

#[test]
fn an_agent_with_a_path_of_its_own_arrives_although_a_door_flickers() {
    assert_arrival(Kind::OwnPath, GOAL.x, &[10, 60]);
}

#[test]
fn agents_on_a_goal_field_arrive_although_a_door_flickers() {
    assert_arrival(Kind::Field, GOAL.x, &[10, 60]);
}

/// From one column further left the way right is six cells longer: the field leads agents to and fro for the first three cells.
#[test]
fn agents_that_a_goal_field_turns_round_at_every_cell_arrive() {
    assert_arrival(Kind::Field, GOAL.x - 1, &[10]);
}

#[test]
fn an_agent_that_keeps_its_cell_arrives_although_a_door_flickers() {
    assert_arrival(Kind::CrowdAgent, GOAL.x, &[10, 60]);
}

#[test]
fn an_agent_turned_round_by_a_door_turns_back_when_that_saves_much_or_after_a_while() {
    for (far, waits) in [(false, true), (true, false)] {
        let mut app = app();
        spawn_map(&mut app, &ROWS);
        // One cell before the door the other way is long; four cells further away it is hardly longer.
        let from = if far { cell(0, 4) } else { cell(4, 0) };
        let agent = app.world_mut().spawn(walker(middle(from.x, from.y), PathRequest::to_cell(GOAL))).id();
        let heads_left = |app: &App| result(app, agent).cells(nav(app)).contains(&DOOR);
        let set_door = |app: &mut App, class| {
            let mut nav_grid = app.world_mut().resource_mut::<NavGrid>();
            nav_grid.map_mut().unwrap().set_terrain(DOOR, class).unwrap();
            app.update();
        };
        app.update();
        app.update();
        assert!(heads_left(&app));
        set_door(&mut app, 0);
        assert!(!heads_left(&app), "far: {far}");
        set_door(&mut app, 1);
        assert_eq!(heads_left(&app), !waits, "far: {far}");
        (0..12).for_each(|_| app.update());
        assert!(heads_left(&app), "far: {far}");
    }
}
