//! The map changes under the agents.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::tilepath::NavMap;

#[test]
fn a_wall_across_the_path_changes_it_in_the_same_frame() {
    let mut app = open_map(9, 9);
    let agent = app.world_mut().spawn(walker(middle(0, 4), PathRequest::to_cell(cell(8, 4)))).id();
    app.update();
    let before = result(&app, agent).cells(nav(&app)).to_vec();
    app.world_mut().spawn((middle(4, 4), NavObstacle::rect(Vec2::new(1.0, 3.0))));
    app.update();
    let after = result(&app, agent).cells(nav(&app));
    assert_ne!(before, after.to_vec());
    assert!(after.iter().all(|&cell| !nav(&app).is_blocked(cell)));
    assert_eq!(diary(&app).replanned, [agent]);
}

#[test]
fn danger_on_the_path_bends_it_and_danger_elsewhere_does_not() {
    let mut app = open_map(15, 15);
    let agent = app.world_mut().spawn(walker(middle(0, 2), PathRequest::to_cell(cell(14, 2)))).id();
    app.update();
    app.world_mut().spawn((middle(7, 13), DangerSource::new(3.0, 9.0)));
    app.update();
    assert!(diary(&app).replanned.is_empty());
    let tower = app.world_mut().spawn((middle(7, 2), DangerSource::new(3.0, 9.0))).id();
    app.update();
    assert_eq!(diary(&app).replanned, [agent]);
    assert!(result(&app, agent).cells(nav(&app)).iter().any(|cell| cell.y >= 4));
    app.world_mut().entity_mut(tower).despawn();
    app.update();
    assert_eq!(diary(&app).replanned, [agent, agent], "the path is straight again after the tower is sold");
    assert!(result(&app, agent).cells(nav(&app)).iter().all(|cell| cell.y == 2));
}

#[test]
fn a_door_that_opens_is_taken_if_it_is_shorter() {
    let mut app = open_map(9, 9);
    let door = app.world_mut().spawn((middle(4, 0), NavObstacle::default())).id();
    app.world_mut().spawn((middle(4, 4), NavObstacle::rect(Vec2::new(1.0, 7.0))));
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    app.update();
    assert!(result(&app, agent).cells(nav(&app)).contains(&cell(4, 8)));
    app.world_mut().entity_mut(door).despawn();
    app.update();
    assert!(result(&app, agent).cells(nav(&app)).contains(&cell(4, 0)));
}

#[test]
fn a_wall_on_top_of_an_agent_is_walked_out_of() {
    let mut app = open_map(9, 9);
    let agent = app.world_mut().spawn(walker(middle(4, 4), PathRequest::to_cell(cell(8, 4)))).id();
    app.update();
    app.world_mut().spawn((middle(4, 4), NavObstacle::rect(Vec2::splat(3.0))));
    for _ in 0..30 {
        app.update();
    }
    assert!(!nav(&app).is_blocked(cell_of(&app, agent)));
    run_outside_walls(&mut app, agent, 80);
    assert_eq!(cell_of(&app, agent), cell(8, 4));
}

#[test]
fn an_agent_that_is_cut_off_stops_and_goes_on_when_the_path_is_open_again() {
    let mut app = open_map(7, 1);
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(6, 0)))).id();
    app.update();
    let gate = app.world_mut().spawn((middle(3, 0), NavObstacle::default())).id();
    run_outside_walls(&mut app, agent, 60);
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    assert_eq!(diary(&app).failed.len(), 1);
    app.world_mut().entity_mut(gate).despawn();
    run_outside_walls(&mut app, agent, 80);
    assert_eq!(cell_of(&app, agent), cell(6, 0));
}

/// However small the budget is, an agent that waits for its new path does not follow its old one into a wall.
#[test]
fn agents_that_wait_for_a_search_stay_out_of_walls() {
    let mut app = open_map(30, 30);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 40;
    let agent = app.world_mut().spawn(walker(middle(0, 15), PathRequest::to_cell(cell(29, 15)))).id();
    for _ in 0..40 {
        app.update();
    }
    let ahead = cell_of(&app, agent).x + 1;
    app.world_mut().spawn((middle(ahead, 15), NavObstacle::rect(Vec2::new(1.0, 25.0))));
    run_outside_walls(&mut app, agent, 700);
    assert_eq!(cell_of(&app, agent), cell(29, 15));
}

/// Random walls come and go under a crowd: none ever walks into a wall, and all arrive in the end.
#[test]
fn a_crowd_survives_random_building() {
    for rule in DiagonalRule::ALL {
        let mut random = fastrand::Rng::with_seed(17);
        let mut app = open_map(16, 16);
        app.world_mut().resource_mut::<PathfindingSettings>().diagonals = rule;
        let goal = cell(15, 8);
        let crowd: Vec<Entity> = (0..20)
            .map(|_| {
                let from = middle(random.i32(0..4), random.i32(0..16));
                app.world_mut()
                    .spawn((from, PathRequest::to_cell(goal), PathFollower::with_speed(3.0 * TILE)))
                    .id()
            })
            .collect();
        let mut walls: Vec<Entity> = Vec::new();
        for _ in 0..150 {
            let at = cell(random.i32(1..15), random.i32(0..16));
            let occupied = crowd.iter().any(|&agent| {
                let place = app.world().get::<Transform>(agent).unwrap().translation.truncate() / TILE;
                (place - at.as_vec2()).abs().max_element() < 1.0
            });
            if !occupied && at != goal {
                walls.push(app.world_mut().spawn((middle(at.x, at.y), NavObstacle::default())).id());
            }
            if walls.len() > 25 {
                let sold = walls.swap_remove(random.usize(..walls.len()));
                app.world_mut().entity_mut(sold).despawn();
            }
            app.update();
            for &agent in &crowd {
                assert!(!nav(&app).is_blocked(cell_of(&app, agent)), "{rule:?}");
            }
        }
        walls.into_iter().for_each(|wall| app.world_mut().entity_mut(wall).despawn());
        for _ in 0..150 {
            app.update();
        }
        assert!(crowd.iter().all(|&agent| cell_of(&app, agent) == goal), "{rule:?}");
    }
}

#[test]
fn a_wall_on_an_agent_that_has_arrived_is_walked_out_of() {
    let mut app = open_map(7, 7);
    for goal in [cell(3, 3), cell(1, 1)] {
        // The second agent starts in the cell of its goal, but not at its centre.
        let from = Transform::from_xyz(goal.x as f32 * TILE + 2.0, goal.y as f32 * TILE, 0.0);
        let agent = app.world_mut().spawn(walker(from, PathRequest::to_cell(goal))).id();
        app.update();
        if goal.x == 3 {
            (0..10).for_each(|_| app.update());
        }
        let wall = app.world_mut().spawn((middle(goal.x, goal.y), NavObstacle::default())).id();
        (0..20).for_each(|_| app.update());
        assert_eq!(failure(&app, agent), Some(FailureReason::Path(PathError::GoalBlocked(goal))));
        app.world_mut().entity_mut(wall).despawn();
        (0..30).for_each(|_| app.update());
        assert_eq!(cell_of(&app, agent), goal);
    }
}

/// An agent thrown behind a wall stands still until the budget allows a search: its old path does not lead on from there.
#[test]
fn an_agent_thrown_behind_a_wall_does_not_walk_through_it() {
    let mut app = open_map(20, 20);
    app.world_mut().spawn((middle(10, 9), NavObstacle::rect(Vec2::new(1.0, 19.0))));
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 1;
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    (0..40).for_each(|_| app.update());
    app.world_mut().entity_mut(agent).insert(middle(12, 0));
    run_outside_walls(&mut app, agent, 20);
    assert!(cell_of(&app, agent).x > 10);
    run_outside_walls(&mut app, agent, 1500);
    assert_eq!(cell_of(&app, agent), cell(8, 0));
}

#[test]
fn a_map_that_replaces_another_is_searched_again() {
    let mut app = app();
    let grid = |wall: i32| Grid::from_fn(UVec2::new(9, 9), |at| u8::from(at.x != wall || at.y == 8)).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid(99), geometry));
    let tower =
        app.world_mut().spawn((middle(4, 4), NavObstacle::default(), DangerSource::new(2.0, 1.0))).id();
    let agent = app.world_mut().spawn(walker(middle(0, 0), PathRequest::to_cell(cell(8, 0)))).id();
    app.update();
    let other = NavMap::new(grid(4), default());
    *app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap() = other;
    app.update();
    assert!(result(&app, agent).cells(nav(&app)).contains(&cell(4, 8)));
    app.world_mut().entity_mut(tower).despawn();
    run_outside_walls(&mut app, agent, 300);
    assert_eq!(cell_of(&app, agent), cell(8, 0));
}

#[test]
fn two_agents_that_ask_for_each_other_meet() {
    for (from, to) in [(cell(0, 1), cell(7, 1)), (cell(0, 0), cell(8, 2)), (cell(3, 1), cell(4, 1))] {
        let mut app = open_map(9, 3);
        let [a, b] = [from, to].map(|at| app.world_mut().spawn(middle(at.x, at.y)).id());
        for (agent, target) in [(a, b), (b, a)] {
            let walk = (PathRequest::to_entity(target), PathFollower::with_speed(TILE));
            app.world_mut().entity_mut(agent).insert(walk);
        }
        for _ in 0..150 {
            app.update();
        }
        assert_eq!(cell_of(&app, a), cell_of(&app, b), "{from} {to}");
        assert!([a, b].iter().all(|&agent| app.world().get::<PathFollower>(agent).unwrap().has_arrived()));
        assert!(diary(&app).replanned.len() < 60, "{} replans", diary(&app).replanned.len());
        let replanned = diary(&app).replanned.len();
        (0..50).for_each(|_| app.update());
        assert_eq!(diary(&app).replanned.len(), replanned, "they rest");
    }
}

#[test]
fn an_agent_without_a_follower_that_is_moved_off_its_path_gets_another() {
    let mut app = open_map(20, 20);
    let agent = app.world_mut().spawn((middle(2, 2), PathRequest::to_cell(cell(17, 2)))).id();
    app.update();
    let move_to = |app: &mut App, x, y| {
        *app.world_mut().get_mut::<Transform>(agent).unwrap() = middle(x, y);
        app.update();
    };
    // Along the path, and beside it.
    move_to(&mut app, 5, 2);
    move_to(&mut app, 6, 3);
    assert_eq!(diary(&app).replanned, []);
    move_to(&mut app, 7, 9);
    assert_eq!(diary(&app).replanned, [agent]);
    assert_eq!(result(&app, agent).cells(nav(&app))[0], cell(7, 9));
    app.update();
    assert_eq!(diary(&app).replanned, [agent]);
}

#[test]
fn profiles_that_are_written_again_unchanged_cause_no_search() {
    let mut app = open_map(12, 12);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(11, 5)))).id();
    app.update();
    let searches = |app: &App| app.world().resource::<PathfindingStats>().searches;
    assert_eq!((result(&app, agent).status(), searches(&app)), (PathStatus::Found, 1));
    app.world_mut().resource_mut::<CostProfiles>().set_changed();
    app.update();
    let same = app.world().resource::<CostProfiles>().clone();
    app.insert_resource(same);
    app.update();
    assert_eq!(searches(&app), 1);
    // Another value counts, even if nothing marks the resource as changed.
    let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
    profiles.bypass_change_detection().get_mut(default()).unwrap().set_cost(1, 2);
    app.update();
    assert_eq!(searches(&app), 2);
}
