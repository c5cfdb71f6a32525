//! Requests and their answers.

use crate::support::*;
use bevy::prelude::*;
use bevy_tilepath::prelude::*;
use bevy_tilepath::{SearchTrace, tilepath::placement::PlannedBuilding};

#[test]
fn an_agent_is_answered_in_the_frame_in_which_it_asks() {
    let mut app = open_map(8, 8);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(7, 0)))).id();
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    app.update();
    let found = result(&app, agent);
    assert_eq!(found.status(), PathStatus::Found);
    assert_eq!(found.cells(nav(&app)).len(), 8);
    assert_eq!(found.cost(nav(&app)), Cost::from_units(7 * 408 * 16));
    assert_eq!(found.target(nav(&app)), Some(PathTarget::Cell(cell(7, 0))));
    assert!(found.nodes_expanded() > 0);
    assert_eq!(diary(&app).found, [agent]);
}

#[test]
fn the_path_bends_round_danger_more_with_more_aversion() {
    let mut app = open_map(21, 21);
    app.world_mut().spawn((middle(10, 10), DangerSource::new(5.0, 1.0)));
    let ask = |app: &mut App, aversion| {
        let request = PathRequest::to_cell(cell(20, 10)).with_danger_aversion(aversion);
        app.world_mut().spawn((middle(0, 10), request)).id()
    };
    let (fearless, normal, coward) = (ask(&mut app, 0.0), ask(&mut app, 1.0), ask(&mut app, 10.0));
    app.update();
    let danger = |agent| result(&app, agent).danger(nav(&app));
    assert_eq!(result(&app, fearless).cells(nav(&app)).len(), 21);
    assert!(danger(fearless) > danger(normal) && danger(normal) > danger(coward));
    assert_eq!(danger(coward), 0.0);
}

#[test]
fn each_profile_prices_the_same_map_differently() {
    let mut app = app();
    spawn_map(&mut app, &[[7, 7, 7], [1, 0, 1]]);
    let mut profiles = app.world_mut().resource_mut::<CostProfiles>();
    let boat = profiles.add(CostProfile::blocked().with_cost(7, 1));
    let breaker = profiles.add(CostProfile::default().with_cost(0, 3));
    let ask = |app: &mut App, from, profile| {
        app.world_mut().spawn((from, PathRequest::to_cell(cell(2, 0)).with_profile(profile))).id()
    };
    let walker = ask(&mut app, middle(0, 0), ProfileId::default());
    let breaker = ask(&mut app, middle(0, 0), breaker);
    let boat = ask(&mut app, middle(0, 1), boat);
    app.update();
    assert_eq!(result(&app, walker).cells(nav(&app)).len(), 5);
    assert_eq!(result(&app, breaker).cells(nav(&app)).to_vec(), [cell(0, 0), cell(1, 0), cell(2, 0)]);
    assert_eq!(failure(&app, boat), Some(FailureReason::Path(PathError::GoalBlocked(cell(2, 0)))));
}

#[test]
fn the_result_names_the_nearest_of_several_targets() {
    let mut app = open_map(12, 3);
    let near = app.world_mut().spawn(middle(9, 1)).id();
    let far = app.world_mut().spawn(middle(0, 1)).id();
    let agent = app.world_mut().spawn((middle(6, 1), PathRequest::to_nearest([far, near]))).id();
    app.update();
    assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Entity(near)));
    app.world_mut().entity_mut(near).despawn();
    app.update();
    assert_eq!(result(&app, agent).target(nav(&app)), Some(PathTarget::Entity(far)));
}

#[test]
fn an_obstacle_can_be_a_target_within_range() {
    let mut app = open_map(9, 3);
    let tower = app.world_mut().spawn((middle(7, 1), NavObstacle::default())).id();
    let strict = app.world_mut().spawn((middle(0, 1), PathRequest::to_entity(tower))).id();
    let near = app.world_mut().spawn((middle(0, 1), PathRequest::to_entity(tower).within(1.0))).id();
    app.update();
    assert_eq!(failure(&app, strict), Some(FailureReason::Path(PathError::GoalBlocked(cell(7, 1)))));
    assert_eq!(result(&app, near).cells(nav(&app)).last(), Some(&cell(6, 1)));
}

#[test]
fn a_partial_path_has_a_status_of_its_own() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 1, 0, 1]]);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(3, 0)).allow_partial())).id();
    app.update();
    let found = result(&app, agent);
    assert_eq!((found.status(), found.target(nav(&app))), (PathStatus::Partial, None));
    assert_eq!(found.cells(nav(&app)).to_vec(), [cell(0, 0), cell(1, 0)]);
}

#[test]
fn asking_again_replaces_the_answer_and_removing_cancels_it() {
    let mut app = open_map(5, 5);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(4, 0)))).id();
    app.update();
    app.world_mut().entity_mut(agent).insert(PathRequest::to_cell(cell(0, 2)));
    assert_eq!(result(&app, agent).status(), PathStatus::Pending);
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).last(), Some(&cell(0, 2)));
    app.world_mut().entity_mut(agent).remove::<PathRequest>();
    app.update();
    assert!(app.world().get::<PathResult>(agent).is_none());
}

#[test]
fn a_search_over_the_budget_goes_on_in_the_next_frame_to_the_same_answer() {
    let whole = {
        let mut app = open_map(40, 40);
        let agent = app.world_mut().spawn((middle(0, 0), far_request())).id();
        app.update();
        result(&app, agent).clone()
    };
    let mut app = open_map(40, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 100;
    let agent = app.world_mut().spawn((middle(0, 0), far_request())).id();
    let frames = (0..).find(|_| {
        app.update();
        result(&app, agent).status() != PathStatus::Pending
    });
    assert_eq!(frames, Some(15), "1,600 expansions at 100 a frame");
    assert_eq!(*result(&app, agent), whole);
}

fn far_request() -> PathRequest {
    PathRequest::to_cell(cell(39, 39)).with_heuristic(Heuristic::Zero)
}

#[test]
fn a_map_that_changes_every_frame_keeps_no_search_waiting_for_ever() {
    let mut app = open_map(40, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 100;
    let restless = app.world_mut().spawn((middle(20, 20), DangerSource::new(2.0, 1.0))).id();
    let agent = app.world_mut().spawn((middle(0, 0), far_request())).id();
    for frame in 0..20 {
        app.world_mut().entity_mut(restless).insert(middle(20 + frame % 2, 20));
        app.update();
    }
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}

#[test]
fn higher_priority_goes_first_then_first_come() {
    let mut app = open_map(40, 40);
    app.world_mut().resource_mut::<PathfindingSettings>().expansions_per_frame = 1600;
    let [first, second, urgent] = [0, 0, 5]
        .map(|priority| app.world_mut().spawn((middle(0, 0), far_request().with_priority(priority))).id());
    let mut order = Vec::new();
    for _ in 0..3 {
        app.update();
        order.clone_from(&diary(&app).found);
    }
    assert_eq!(order, [urgent, first, second]);
}

#[test]
fn a_failed_request_backs_off_and_is_searched_again_when_the_map_changes() {
    let mut app = app();
    spawn_map(&mut app, &[[1, 0, 1]]);
    app.init_resource::<SearchTrace>();
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(2, 0)))).id();
    for _ in 0..30 {
        app.update();
    }
    assert!(matches!(failure(&app, agent), Some(FailureReason::Path(PathError::Unreachable { .. }))));
    assert_eq!(diary(&app).failed.len(), 1, "one event, however often it is tried");
    assert!(app.world().resource::<SearchTrace>().cells().is_empty(), "refused without a search");
    let wall = tile_at(&mut app, 1, 0);
    app.world_mut().entity_mut(wall).insert(NavTile(1));
    app.update();
    assert_eq!(result(&app, agent).status(), PathStatus::Found);
}

#[test]
fn placement_says_which_route_would_be_cut_and_changes_nothing() {
    let mut app = open_map(5, 5);
    app.world_mut().spawn((middle(2, 4), NavObstacle::rect(Vec2::new(1.0, 7.0))));
    app.update();
    let gap = [cell(2, 0)];
    let routes = [Route::new(cell(0, 0), cell(1, 4)), Route::new(cell(0, 4), cell(4, 4))];
    let nav = nav(&app);
    assert_eq!(nav.check_routes(&default(), &PlannedBuilding::new(&gap), &routes).first_cut(), Some(1));
    assert!(nav.check_routes(&default(), &PlannedBuilding::new(&[cell(0, 1)]), &routes).is_legal());
    assert!(!nav.is_blocked(cell(2, 0)));
    let breaker = CostProfile::default().with_cost(0, 5);
    assert!(nav.check_routes(&breaker, &PlannedBuilding::new(&gap), &routes).is_legal());
    assert!(NavGrid::default().check_routes(&default(), &PlannedBuilding::new(&gap), &routes).is_legal());
}

#[test]
fn a_grid_without_a_tilemap_works_too() {
    let mut app = app();
    let grid = Grid::from_rows([[1, 0, 1], [1, 1, 1]]).unwrap();
    let geometry = CellGeometry::new(Vec2::ZERO, Vec2::splat(TILE)).unwrap();
    app.insert_resource(NavGrid::from_grid(grid, geometry));
    let agent = app.world_mut().spawn((middle(0, 1), PathRequest::to_cell(cell(2, 1)))).id();
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 5);
    app.world_mut().resource_mut::<NavGrid>().map_mut().unwrap().set_terrain(cell(1, 1), 1).unwrap();
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 3);
}

#[test]
fn settings_may_change_at_any_time() {
    let mut app = open_map(6, 6);
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(5, 5)))).id();
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 6);
    app.world_mut().resource_mut::<PathfindingSettings>().diagonals = DiagonalRule::Never;
    app.update();
    assert_eq!(result(&app, agent).cells(nav(&app)).len(), 11);
}

#[test]
fn a_search_can_be_watched_cell_by_cell() {
    let mut app = open_map(6, 1);
    app.init_resource::<SearchTrace>();
    app.world_mut().spawn((middle(5, 0), DangerSource::new(0.0, 2.0)));
    let agent = app.world_mut().spawn((middle(0, 0), PathRequest::to_cell(cell(5, 0)))).id();
    app.update();
    let trace = app.world().resource::<SearchTrace>();
    assert_eq!(trace.entity(), Some(agent));
    let last = trace.cells().last().unwrap();
    assert_eq!((last.cell, last.weight, last.h), (cell(5, 0), 48, Cost::ZERO));
    assert_eq!(last.g, result(&app, agent).cost(nav(&app)));
    assert_eq!(trace.cells().len(), 6);
}

#[test]
fn an_agent_that_must_see_its_target_walks_until_no_wall_is_between() {
    let mut app = open_map(11, 7);
    let walls: Vec<Entity> =
        (0..6).map(|y| app.world_mut().spawn((middle(5, y), NavObstacle::default())).id()).collect();
    let prey = app.world_mut().spawn(middle(7, 0)).id();
    let request = PathRequest::to_entity(prey).within(4.0).in_sight();
    let agent = app.world_mut().spawn(walker(middle(3, 0), request)).id();
    let near = app.world_mut().spawn(walker(middle(3, 0), PathRequest::to_entity(prey).within(4.0))).id();
    app.update();
    app.update();
    let arrived = |app: &App, agent| app.world().get::<PathFollower>(agent).unwrap().has_arrived();
    assert!(arrived(&app, near) && !arrived(&app, agent), "the range alone passes walls");
    (0..300).for_each(|_| app.update());
    assert!(arrived(&app, agent) && cell_of(&app, agent).x >= 5, "{}", cell_of(&app, agent));
    // From the other side, and the wall that hides the target goes.
    let waiting =
        app.world_mut().spawn(walker(middle(3, 0), PathRequest::to_entity(prey).within(4.0).in_sight())).id();
    (0..10).for_each(|_| app.update());
    assert!(!arrived(&app, waiting));
    walls.iter().for_each(|&wall| app.world_mut().entity_mut(wall).despawn());
    (0..20).for_each(|_| app.update());
    assert!(arrived(&app, waiting) && cell_of(&app, waiting).x <= 4, "it sees the target from where it is");
}
