//! Agents that are obstacles themselves: units that block each other, but not themselves.

use crate::support::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_tilepath::{prelude::*, tilepath::NavMap};
use std::time::Duration;

fn edit(app: &mut App, edit: impl FnOnce(&mut NavMap)) {
    edit(app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap());
}

fn has_arrived(app: &App, agent: Entity) -> bool {
    app.world().get::<PathFollower>(agent).unwrap().has_arrived()
}

/// Runs frames until all agents have arrived; more than `frames` are a failure.
fn run_until_arrived(app: &mut App, agents: &[Entity], frames: usize) {
    for _ in 0..frames {
        app.update();
        if agents.iter().all(|&agent| has_arrived(app, agent)) {
            return;
        }
    }
    for &agent in agents {
        println!("{agent} at {}: {:?}", cell_of(app, agent), result(app, agent).status());
    }
    panic!("not all have arrived after {frames} frames");
}

/// A map with a wall that leaves a gap at its upper end, so that paths are longer than the straight line.
fn map_with_a_wall() -> App {
    let mut app = open_map(24, 12);
    edit(&mut app, |map| (0..11).for_each(|y| map.block(cell(12, y))));
    app
}

fn spawn_unit(app: &mut App, from: Transform, request: PathRequest, obstacle: NavObstacle) -> Entity {
    app.world_mut().spawn((walker(from, request), obstacle)).id()
}

#[test]
fn an_agent_with_an_obstacle_of_any_size_crosses_the_map_and_never_searches_again() {
    let obstacles =
        [NavObstacle::default(), NavObstacle::rect(Vec2::splat(3.0)), NavObstacle::rect(Vec2::new(4.0, 2.0))];
    for obstacle in obstacles {
        let mut app = map_with_a_wall();
        let agent = spawn_unit(&mut app, middle(3, 3), PathRequest::to_cell(cell(20, 2)), obstacle);
        app.update();
        assert_eq!(result(&app, agent).status(), PathStatus::Found);
        assert!(nav(&app).is_blocked(cell(3, 3)), "it blocks others");
        run_until_arrived(&mut app, &[agent], 500);
        assert_eq!(cell_of(&app, agent), cell(20, 2));
        assert_eq!(diary(&app).replanned, [], "{obstacle:?}");
        assert_eq!(app.world().resource::<PathfindingStats>().searches, 1, "{obstacle:?}");
        app.update();
        assert!(nav(&app).is_blocked(cell(20, 2)) && !nav(&app).is_blocked(cell(3, 3)), "it came along");
    }
}

#[test]
fn an_obstacle_of_a_circle_walks_with_its_agent() {
    let mut app = map_with_a_wall();
    let (request, circle) = (PathRequest::to_cell(cell(20, 2)), NavObstacle::circle(1.7));
    let agent = spawn_unit(&mut app, middle(3, 3), request, circle);
    run_until_arrived(&mut app, &[agent], 500);
    assert_eq!((cell_of(&app, agent), diary(&app).replanned.len()), (cell(20, 2), 0));
}

#[test]
fn the_obstacle_of_a_child_or_grandchild_is_the_agents_own() {
    for depth in 1..3 {
        let mut app = map_with_a_wall();
        let agent = app.world_mut().spawn(walker(middle(3, 3), PathRequest::to_cell(cell(20, 2)))).id();
        let mut parent = agent;
        for _ in 1..depth {
            parent = app.world_mut().spawn((Transform::default(), ChildOf(parent))).id();
        }
        app.world_mut().spawn((Transform::default(), ChildOf(parent), NavObstacle::default()));
        run_until_arrived(&mut app, &[agent], 500);
        assert_eq!(diary(&app).replanned, []);
        assert_eq!(app.world().resource::<PathfindingStats>().searches, 1);
    }
}

#[test]
fn an_obstacle_that_leaves_its_agent_blocks_it() {
    let mut app = open_map(9, 1);
    let agent = app.world_mut().spawn((middle(2, 0), PathRequest::to_cell(cell(8, 0)))).id();
    let child = app
        .world_mut()
        .spawn((Transform::from_xyz(20.0, 0.0, 0.0), ChildOf(agent), NavObstacle::default()))
        .id();
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Found, "its own obstacle in front of it");
    app.world_mut().entity_mut(child).remove::<ChildOf>().insert(middle(4, 0));
    app.update();
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    app.world_mut().entity_mut(child).insert((ChildOf(agent), Transform::from_xyz(20.0, 0.0, 0.0)));
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(result(&app, agent).status(), PathStatus::Found, "its own again");
}

#[test]
fn an_obstacle_on_top_of_an_agents_own_cuts_its_path_and_no_other() {
    let mut app = open_map(9, 3);
    let agent = app.world_mut().spawn((middle(2, 1), PathRequest::to_cell(cell(8, 1)))).id();
    let ahead = middle(4, 1).translation - middle(2, 1).translation;
    app.world_mut().spawn((Transform::from_translation(ahead), ChildOf(agent), NavObstacle::default()));
    // No edit below concerns an agent without an obstacle there.
    let other = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    (0..3).for_each(|_| app.update());
    let passes = |app: &App| result(app, agent).cells(nav(app)).contains(&cell(4, 1));
    let replanned = |app: &App| diary(app).replanned.iter().filter(|&&at| at == agent).count();
    assert!(passes(&app) && replanned(&app) == 0, "through its own obstacle");
    edit(&mut app, |map| map.block(cell(4, 1)));
    app.update();
    assert!(!passes(&app) && replanned(&app) == 1, "round the obstacle of another");
    assert_eq!(diary(&app).replanned.iter().filter(|&&at| at == other).count(), 0);
}

#[test]
fn an_agent_without_a_follower_starts_in_its_own_obstacle() {
    let mut app = open_map(9, 3);
    let request = || PathRequest::to_cell(cell(8, 1));
    let agent = app.world_mut().spawn((middle(2, 1), request(), NavObstacle::default())).id();
    app.update();
    let cells = result(&app, agent).cells(nav(&app)).into_owned();
    assert_eq!((cells[0], cells.len()), (cell(2, 1), 7));
    // Moved by hand, along the path and to its end.
    for x in 3..9 {
        *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(x, 1);
        app.update();
        assert_eq!(result(&app, agent).status(), PathStatus::Found);
    }
    assert_eq!(diary(&app).replanned, []);
}

#[test]
fn a_goal_under_the_agents_own_obstacle_is_reached() {
    let mut app = open_map(9, 9);
    let request = PathRequest::to_cell(cell(5, 5));
    let agent = spawn_unit(&mut app, middle(4, 4), request, NavObstacle::rect(Vec2::splat(5.0)));
    run_until_arrived(&mut app, &[agent], 60);
    assert_eq!(cell_of(&app, agent), cell(5, 5));
}

#[test]
fn an_own_obstacle_over_a_wall_leaves_the_wall() {
    let mut app = open_map(9, 3);
    edit(&mut app, |map| map.set_terrain(cell(4, 1), 0).unwrap());
    let request = || PathRequest::to_cell(cell(8, 1));
    let still = app.world_mut().spawn((middle(4, 1), request(), NavObstacle::default())).id();
    app.update();
    assert_eq!(failure(&app, still), Some(FailureReason::Path(PathError::StartBlocked(cell(4, 1)))));
    app.world_mut().entity_mut(still).despawn();
    let agent = spawn_unit(&mut app, middle(0, 1), request(), NavObstacle::default());
    for _ in 0..200 {
        app.update();
        assert_ne!(cell_of(&app, agent), cell(4, 1), "it walks round the wall, its obstacle before it");
    }
    assert!(has_arrived(&app, agent));
}

#[test]
fn two_units_that_meet_go_round_each_other() {
    for distance in [8, 9] {
        let mut app = open_map(12, 5);
        // To cells behind the other, for its own cell is blocked.
        let unit = |app: &mut App, from: i32, to: i32| {
            spawn_unit(app, middle(from, 2), PathRequest::to_cell(cell(to, 2)), NavObstacle::default())
        };
        let units = [unit(&mut app, 1, 11), unit(&mut app, 1 + distance, 0)];
        let mut shared = 0;
        for _ in 0..400 {
            app.update();
            shared += usize::from(cell_of(&app, units[0]) == cell_of(&app, units[1]));
        }
        assert!(shared < 15, "{shared} frames in one cell");
        assert!(units.iter().all(|&unit| has_arrived(&app, unit)), "distance {distance}");
    }
}

#[test]
fn a_unit_in_a_corridor_waits_for_the_one_that_stands_there() {
    let mut app = open_map(9, 1);
    let standing = app.world_mut().spawn((middle(5, 0), NavObstacle::default())).id();
    let agent = spawn_unit(&mut app, middle(0, 0), PathRequest::to_cell(cell(8, 0)), NavObstacle::default());
    for _ in 0..30 {
        app.update();
    }
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    app.world_mut().entity_mut(standing).despawn();
    run_until_arrived(&mut app, &[agent], 200);
}

#[test]
fn a_crowd_of_units_gathers_round_one_goal() {
    let mut app = open_map(40, 40);
    edit(&mut app, |map| (5..35).for_each(|y| map.block(cell(20, y))));
    // Not so near that the first of them enclose what is left of the place.
    let request = || PathRequest::to_cell(cell(30, 20)).within(9.0);
    let units: Vec<Entity> = (0..40)
        .map(|nth| {
            let from = middle(2 + nth % 8 * 2, 8 + nth / 8 * 4);
            spawn_unit(&mut app, from, request(), NavObstacle::default())
        })
        .collect();
    run_until_arrived(&mut app, &units, 1500);
    let mut cells: Vec<[i32; 2]> = units.iter().map(|&unit| cell_of(&app, unit).to_array()).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), units.len(), "each in a cell of its own");
    assert!(units.iter().all(|&unit| !result(&app, unit).is_shared()));
}

#[test]
fn agents_that_become_obstacles_leave_their_shared_field() {
    let mut app = open_map(30, 9);
    let units: Vec<Entity> = (0..9)
        .map(|y| {
            app.world_mut().spawn(walker(middle(1, y), PathRequest::to_cell(cell(28, 4)).within(3.0))).id()
        })
        .collect();
    for _ in 0..10 {
        app.update();
    }
    assert!(units.iter().all(|&unit| result(&app, unit).is_shared()));
    for &unit in &units {
        app.world_mut().entity_mut(unit).insert(NavObstacle::default());
    }
    app.update();
    assert!(units.iter().all(|&unit| !result(&app, unit).is_shared()));
    run_until_arrived(&mut app, &units, 1000);
    for &unit in &units {
        app.world_mut().entity_mut(unit).remove::<NavObstacle>().insert(PathRequest::to_cell(cell(1, 4)));
    }
    for _ in 0..20 {
        app.update();
    }
    assert!(units.iter().all(|&unit| result(&app, unit).is_shared()), "they may share again");
}

/// The cells of a unit's own obstacle: those that it covers from where it is.
fn own_cells(app: &App, unit: Entity) -> Vec<IVec2> {
    let at = app.world().get::<Transform>(unit).unwrap().translation.truncate();
    app.world().get::<NavObstacle>(unit).unwrap().cells(nav(app).geometry().unwrap(), at).unwrap()
}

#[test]
fn in_a_storm_of_units_walls_and_orders_nobody_passes_walls_or_stands_still_for_no_reason() {
    for seed in 0..6 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut app = open_map(16, 16);
        let any = |random: &mut fastrand::Rng| cell(random.i32(0..16), random.i32(0..16));
        let mut units = Vec::new();
        for nth in 0..14 {
            let (from, to) = (any(&mut random), any(&mut random));
            let obstacle = match nth % 7 {
                0 => NavObstacle::rect(Vec2::splat(2.0)),
                _ => NavObstacle::default(),
            };
            units.push(spawn_unit(&mut app, middle(from.x, from.y), PathRequest::to_cell(to), obstacle));
        }
        let mut together = vec![0; units.len()];
        for frame in 0..1000 {
            if frame < 300 && random.u8(..4) == 0 {
                let (at, unit) = (any(&mut random), units[random.usize(..units.len())]);
                let is_occupied = units.iter().any(|&unit| own_cells(&app, unit).contains(&at));
                match random.u8(..3) {
                    0 if !is_occupied => edit(&mut app, |map| map.set_terrain(at, 0).unwrap()),
                    1 => edit(&mut app, |map| map.set_terrain(at, 1).unwrap()),
                    _ => {
                        app.world_mut().entity_mut(unit).insert(PathRequest::to_cell(at));
                    }
                }
            }
            let before: Vec<IVec2> = units.iter().map(|&unit| cell_of(&app, unit)).collect();
            app.update();
            for (nth, &unit) in units.iter().enumerate() {
                let here = cell_of(&app, unit);
                let is_wall = |at| nav(&app).map().unwrap().terrain(at) == Some(0);
                assert!(
                    !is_wall(here) || is_wall(before[nth]),
                    "seed {seed}, frame {frame}: {unit} enters {here}"
                );
                let others = units.iter().filter(|&&other| other != unit && cell_of(&app, other) == here);
                together[nth] = if others.count() > 0 { together[nth] + 1 } else { 0 };
                assert!(together[nth] < 60, "seed {seed}, frame {frame}: {unit} shares {here} for long");
            }
        }
        // Orders and walls have ended long ago: whoever has not arrived has no path.
        for &unit in &units {
            let goal = app.world().get::<PathRequest>(unit).unwrap().targets()[0];
            let (PathTarget::Cell(goal), here) = (goal, cell_of(&app, unit)) else {
                panic!("another target")
            };
            if has_arrived(&app, unit) {
                assert_eq!(here, goal, "seed {seed}: {unit}");
                continue;
            }
            let query = PathQuery::new(here, goal).with_own_obstacles(own_cells(&app, unit));
            let path = nav(&app).find_path(&CostProfile::default(), query);
            let status = result(&app, unit).status();
            assert!(path.is_err(), "seed {seed}: {unit} at {here} has a path to {goal}: {status:?}");
            assert_ne!(status, PathStatus::Found, "seed {seed}: {unit} at {here} to {goal}");
        }
    }
}

#[test]
fn an_obstacle_that_leaves_its_agent_between_two_steps_of_a_slow_clock_blocks_it() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, PathfindingPlugin::in_schedule(FixedUpdate)))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)))
        .insert_resource(Time::<Fixed>::from_hz(1.0));
    spawn_map(&mut app, &[[1; 9]]);
    let agent = app.world_mut().spawn((middle(2, 0), PathRequest::to_cell(cell(8, 0)))).id();
    let ahead = Transform::from_xyz(2.0 * TILE, 0.0, 0.0);
    let child = app.world_mut().spawn((ahead, ChildOf(agent), NavObstacle::default())).id();
    (0..25).for_each(|_| app.update());
    assert_eq!(result(&app, agent).status(), PathStatus::Found, "its own obstacle in front of it");
    while app.world().resource::<Time<Fixed>>().overstep() > Duration::from_millis(150) {
        app.update();
    }
    // The obstacle stays on the same cell.
    app.world_mut().entity_mut(child).remove_parent_in_place();
    (0..25).for_each(|_| app.update());
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
}

#[test]
fn of_agents_in_one_cell_another_ignores_all_obstacles_when_the_first_cancels_its_request() {
    let mut app = open_map(9, 1);
    let request = || PathRequest::to_cell(cell(8, 0));
    // The first agent by any order is a carrier.
    let carrier = |app: &mut App| app.world_mut().spawn((middle(2, 0), request())).id();
    let unit = |x: f32| (Transform::from_xyz(x * TILE, 0.0, 0.0), request(), NavObstacle::default());
    let outer = carrier(&mut app);
    let units = [app.world_mut().spawn(unit(2.0)).id(), app.world_mut().spawn(unit(4.0)).id()];
    let inner = carrier(&mut app);
    app.world_mut().entity_mut(inner).insert((ChildOf(outer), Transform::default()));
    app.world_mut().entity_mut(units[0]).insert(ChildOf(inner));
    (0..20).for_each(|_| app.update());
    let have_paths = |app: &App, agents: [Entity; 2]| {
        agents.iter().filter(|&&agent| result(app, agent).has_path()).count()
    };
    assert_eq!((have_paths(&app, [outer, inner]), have_paths(&app, units)), (1, 0));
    for carrier in [outer, inner] {
        app.world_mut().entity_mut(carrier).remove::<PathRequest>();
    }
    (0..30).for_each(|_| app.update());
    assert_eq!(have_paths(&app, units), 1);
}
